//! Any bytes as the checkpoint of a census, as they are and sealed by a true checksum: one that can be gone on with and
//! finished, or an error of one line.

use taquin_core::{Cell, Metric, Shape};
use taquin_solve::Limits;
use taquin_solve::census::{CensusOptions, Survey};

fn check(bytes: &[u8], metric: Metric) {
    let shape = Shape::new(2, 3).expect("a shape");
    let options = CensusOptions::new().metric(metric);
    match Survey::resume(shape, Cell::new(5), &options, &mut &bytes[..]) {
        Ok(mut survey) => {
            // What a checkpoint claims may be untrue in spite of its seal; it must not lead anywhere that never ends.
            for _ in 0..40 {
                match survey.deepen(&Limits::new()) {
                    Ok(true) => {}
                    _ => break,
                }
            }
            let _ = survey.finish(2);
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
}

pub fn run(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let metric = if first & 1 == 0 { Metric::Stm } else { Metric::Mtm };
    check(rest, metric);
    check(&[rest, &crc32fast::hash(rest).to_le_bytes()].concat(), metric);
}
