//! Any bytes as the saved part of a census and as a message between two parts, as they are and sealed by a true checksum: a
//! part that can be saved again and gone on with, or an error of one line.

use taquin_core::{Cell, Metric, Shape};
use taquin_solve::Unlimited;
use taquin_solve::census::{Part, PartError, Share};

fn check(bytes: &[u8], share: Share) {
    match Part::resume(share, 1, &mut &bytes[..]) {
        Ok(part) => {
            let mut file = Vec::new();
            part.save(&mut file).expect("memory takes everything");
            let mut again = Part::resume(share, 1, &mut &file[..]).expect("what was written is read");
            let depth = part.depth();
            let sent = |part: &Part| part.export(&Unlimited).expect("nobody stops it");
            assert_eq!((again.depth(), sent(&again)), (depth, sent(&part)));
            // Alone it has no message of the other.
            assert!(matches!(again.advance(&[], &Unlimited), Err(PartError::Missing { .. })));
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
    let mut part = Part::new(share, 1, &Unlimited).expect("there is such a part");
    match part.advance(&[bytes], &Unlimited) {
        Ok(found) => assert!(found <= part.positions() && part.depth() == 1),
        Err(error) => assert!(!error.to_string().contains('\n') && part.depth() == 0),
    }
}

pub fn run(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let metric = if first & 1 == 0 { Metric::Stm } else { Metric::Mtm };
    let shape = Shape::new(2, 4).expect("a shape");
    let share =
        Share { shape, blank_home: Cell::new(7), metric, parts: 2, index: usize::from(first >> 1 & 1) };
    check(rest, share);
    check(&[rest, &crc32fast::hash(rest).to_le_bytes()].concat(), share);
}
