//! What was found on a card and is kept in `data/solutions`, replayed.

use std::collections::HashMap;
use std::path::Path;

use taquin_core::{Goal, Moves, Problem};

/// The lines of a file that are no comments, in words.
fn rows(file: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

#[test]
fn every_published_solution_solves_its_board_and_has_the_published_length() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    for (name, boards) in [
        ("korf24_50.txt", 50),
        ("clausecker24_200.txt", 200),
        ("clausecker24_unsolved14.txt", 13),
        ("random24_seed20261115.txt", 95),
    ] {
        let instances: HashMap<String, Vec<String>> = match data.join("instances").join(name) {
            file if file.exists() => rows(&file).into_iter().map(|row| (row[0].clone(), row)).collect(),
            _ => HashMap::new(),
        };
        let solutions = rows(&data.join("solutions").join(name));
        assert_eq!(solutions.len(), boards, "{name}");
        for row in solutions {
            let (number, length, moves, tiles) = (&row[0], &row[1], &row[2], &row[3..]);
            if let Some(instance) = instances.get(number) {
                // A length of 0 stands for one that nobody knew.
                let known = if instance[1] == "0" { length } else { &instance[1] };
                assert_eq!((known, &instance[3..]), (length, tiles), "{name} {number}");
            }
            let problem = Problem::new(tiles.join(" ").parse().unwrap(), &Goal::BlankFirst).unwrap();
            let solution = problem.decide().unwrap().solution(moves.parse::<Moves>().unwrap()).unwrap();
            assert_eq!(solution.moves().len().to_string(), *length, "{name} {number}");
        }
    }
}
