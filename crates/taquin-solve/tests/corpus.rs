//! What the fuzzers of files were given and found worth keeping (`fuzz/corpus`), run as plain tests by the same bodies;
//! and whole files, with every byte of them damaged.

use taquin_core::{Cell, Metric, Shape};
use taquin_solve::census::{CensusOptions, Part, Share, Survey, distances};
use taquin_solve::proof::Proof;
use taquin_solve::{Options, TableCache, Unlimited, plan};

#[path = "../../../fuzz/bodies/checkpoint.rs"]
mod checkpoint;
#[path = "../../../fuzz/bodies/kept.rs"]
mod kept;
#[path = "../../../fuzz/bodies/map.rs"]
mod map;
#[path = "../../../fuzz/bodies/part.rs"]
mod part;
#[path = "../../../fuzz/bodies/seal.rs"]
mod seal;
#[path = "../../../fuzz/bodies/store.rs"]
mod store;
#[path = "../../../fuzz/bodies/survey.rs"]
mod survey;
#[path = "../../../fuzz/bodies/table.rs"]
mod table;

#[test]
fn kept_files_are_read_or_refused() {
    kept::run_all("checkpoint", checkpoint::run);
    kept::run_all("map", map::run);
    kept::run_all("part", part::run);
    kept::run_all("store", store::run);
    kept::run_all("survey", survey::run);
    kept::run_all("table", table::run);
}

/// The file itself, each of its bytes changed, and every beginning of it.
fn damaged(whole: &[u8], step: usize, body: fn(&[u8])) {
    body(whole);
    for at in (0..whole.len()).step_by(step) {
        let mut bytes = whole.to_vec();
        bytes[at] ^= 0x41;
        body(&bytes);
        body(&whole[..at]);
    }
}

#[test]
fn a_map_with_any_byte_changed_is_read_or_refused() {
    let whole = distances(Shape::new(2, 3).unwrap(), Cell::new(5), Metric::Stm).unwrap();
    let mut file = Vec::new();
    whole.save(&mut file).unwrap();
    damaged(&file, 1, map::run);
    // The same without its seal, which the body then puts under whatever was changed.
    damaged(&file[..file.len() - 4], 1, map::run);
}

/// Two parts of a census of 2x4 after so many depths: their files, and what the second tells the first.
fn parts(metric: Metric, depths: u32) -> (Vec<Vec<u8>>, Vec<u8>) {
    let share =
        |index| Share { shape: Shape::new(2, 4).unwrap(), blank_home: Cell::new(7), metric, parts: 2, index };
    let mut parts = [0, 1].map(|index| Part::new(share(index), 1, &Unlimited).unwrap());
    for _ in 0..depths {
        let sent = parts.each_ref().map(|part| part.export(&Unlimited).unwrap());
        for (to, part) in parts.iter_mut().enumerate() {
            part.advance(&[&sent[1 - to][to]], &Unlimited).unwrap();
        }
    }
    let kind = u8::from(metric == Metric::Mtm);
    let file = |(index, part): (u8, &Part)| {
        let mut file = vec![kind | index << 1];
        part.save(&mut file).unwrap();
        file
    };
    ((0..).zip(&parts).map(file).collect(), [&[kind][..], &parts[1].export(&Unlimited).unwrap()[0]].concat())
}

#[test]
fn a_part_of_a_census_and_its_messages_with_any_byte_changed_are_read_or_refused() {
    for metric in [Metric::Stm, Metric::Mtm] {
        for depths in [0, 5] {
            let (files, message) = parts(metric, depths);
            for file in files.iter().chain([&message]) {
                damaged(file, 7, part::run);
                damaged(&file[..file.len() - 4], 7, part::run);
            }
        }
    }
}

#[test]
fn a_checkpoint_of_a_search_with_any_byte_changed_is_read_or_refused() {
    let mut proof = Proof::new(1);
    (proof.position, proof.best) = (vec![1, 0, 2, 3, 4, 5, 6, 7, 8], Some(vec![1]));
    damaged(proof.to_string().as_bytes(), 1, checkpoint::run);
}

#[test]
fn a_checkpoint_with_any_byte_changed_is_read_or_refused() {
    for (metric, kind) in [(Metric::Stm, 0), (Metric::Mtm, 1)] {
        let options = CensusOptions::new().metric(metric);
        let mut census = Survey::new(Shape::new(2, 3).unwrap(), Cell::new(5), &options).unwrap();
        for _ in 0..6 {
            census.deepen(&Unlimited).unwrap();
        }
        let mut file = vec![kind];
        census.save(&mut file).unwrap();
        damaged(&file, 1, survey::run);
        damaged(&file[..file.len() - 4], 1, survey::run);
    }
}

#[test]
fn tables_with_any_byte_changed_are_refused() {
    let tables = std::sync::Arc::new(TableCache::new());
    let (shape, home) = (Shape::new(2, 3).unwrap(), Cell::new(5));
    let goal = taquin_core::Goal::BlankLast;
    let problem = taquin_core::Problem::new(goal.board(shape).unwrap(), &goal).unwrap().decide().unwrap();
    let options = Options::new().tables(tables.clone());
    plan(&problem, &options).unwrap().solve(&Unlimited).unwrap();
    // Kind 16: 2×3 with the blank's home on cell 5.
    let file = [&[16][..], &tables.to_bytes(shape, home).unwrap()].concat();
    damaged(&file, 13, table::run);
}
