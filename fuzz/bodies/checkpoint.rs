//! Any text as the checkpoint of a search: one that reads back as itself, is of a board or of none, and can be gone on with;
//! or an error of one line.

use taquin_core::{Goal, Problem};
use taquin_solve::proof::{Proof, part_of};

/// Boards that a checkpoint may be of: the fuzzer does not solve any, so these are small.
const BOARDS: [&str; 3] = ["1 2/3 0", "1 2 3/4 5 6/7 0 8", "5 1 2 3/4 0 6 7"];

pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut proof = match text.parse::<Proof>() {
        Ok(proof) => proof,
        Err(error) => return assert!(!error.to_string().contains('\n')),
    };
    assert_eq!(proof.to_string().parse().as_ref(), Ok(&proof));
    assert!(
        proof.best().is_none_or(|best| best >= proof.lower_bound()),
        "no way is shorter than what is proven"
    );
    for board in BOARDS {
        let problem = Problem::new(board.parse().expect("a board"), &Goal::BlankLast).expect("a goal");
        let solvable = problem.decide().expect("it can be solved");
        if proof.check(&solvable).is_ok() {
            assert_eq!(proof.position.len(), solvable.homes().len());
        }
    }
    for blank_home in [0, 24, 255] {
        let part = part_of(&proof.position, blank_home, proof.parts);
        assert!(part.is_none_or(|part| part < proof.parts));
    }
    let limit = proof.limit;
    proof.next(40);
    assert_eq!((proof.limit, proof.parts, proof.done), (limit + 2, 0, 0));
}
