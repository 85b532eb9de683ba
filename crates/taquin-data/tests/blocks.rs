//! A census by parts counts what the whole counts, saved and lost parts included.

use taquin_core::{Cell, Metric, Shape};
use taquin_data::blocks::{Worker, census, saved_depth};
use taquin_solve::Unlimited;
use taquin_solve::census::{CensusOptions, Share, census as whole};

fn counts(size: &str, home: u32, metric: Metric) -> Vec<u64> {
    let options = CensusOptions::new().metric(metric);
    whole(size.parse().unwrap(), Cell::new(home), &options, &Unlimited).unwrap().counts
}

#[test]
fn parts_in_one_process_count_what_the_whole_counts() {
    for (size, home, parts) in [("3x3", 8, 4), ("2x5", 0, 7), ("2x3", 5, 1)] {
        for metric in [Metric::Stm, Metric::Mtm] {
            let shape: Shape = size.parse().unwrap();
            let found = census(shape, Cell::new(home), metric, parts, 2, &Unlimited).unwrap();
            assert!(found.complete);
            assert_eq!(found.counts, counts(size, home, metric));
        }
    }
    let line = "1x5".parse().unwrap();
    assert!(
        census(line, Cell::new(0), Metric::Stm, 1, 1, &Unlimited).unwrap_err().to_string().contains("1x5")
    );
}

#[test]
fn parts_that_are_lost_at_any_depth_go_on_from_what_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let share = |index| Share {
        shape: "3x3".parse().unwrap(),
        blank_home: Cell::new(8),
        metric: Metric::Stm,
        parts: 3,
        index,
    };
    let begin = || -> Vec<Worker> {
        (0..3).map(|index| Worker::new(share(index), 1, Some(folder.path()), &Unlimited).unwrap()).collect()
    };
    let expected = counts("3x3", 8, Metric::Stm);
    let mut workers = begin();
    let mut found = vec![1];
    let mut lost = 0;
    while found.len() < expected.len() {
        let sent: Vec<_> = workers.iter().map(|worker| worker.export(&Unlimited).unwrap()).collect();
        // One part in the middle of a depth, now and then, before all have saved it.
        let accident = found.len() % 4 == 3 && lost < found.len() / 4 + 1;
        let mut sum = 0;
        for (to, worker) in workers.iter_mut().enumerate() {
            let messages: Vec<&[u8]> = sent.iter().map(|from| &from[to][..]).collect();
            sum += worker.advance(&messages, &Unlimited).unwrap();
            if !accident || to == 0 {
                worker.save().unwrap();
            }
        }
        if accident {
            lost += 1;
            workers = begin();
            let depth = saved_depth(folder.path(), &share(0));
            workers.iter_mut().for_each(|worker| worker.resume(depth).unwrap());
            found.truncate(depth as usize + 1);
            continue;
        }
        found.push(sum);
        workers.iter().for_each(|worker| worker.forget_before(found.len() as u32 - 1));
    }
    assert_eq!(found, expected);
    assert!(lost > 3);
    // What is kept is one depth of each part, and what the accidents left beside it.
    let depth = saved_depth(folder.path(), &share(0));
    assert_eq!(depth as usize, expected.len() - 1);
}
