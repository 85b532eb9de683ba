//! Days: none early, none twice, every board as likely as any other.

mod common;

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use common::http::Client;
use common::postgres::Postgres;
use common::{Folder, NOON, Running, full};
use taquin_core::Shape;
use taquin_core::game::Day;
use taquin_league::deal;

const DAY: u64 = 24 * 60 * 60 * 1000;

#[tokio::test(flavor = "multi_thread")]
async fn a_day_begins_at_midnight_and_a_clock_set_back_deals_nothing_twice() {
    let folder = Folder::new("days");
    let running = Running::new(&folder.sqlite()).await;
    let shape = Shape::new(3, 3).unwrap();
    let leap: Day = "2028-02-29".parse().unwrap();
    // 2028-02-28, one millisecond before midnight.
    let before = 1_835_395_200_000 - 1;
    running.now_ms.store(before, Ordering::SeqCst);
    assert_eq!(running.league.clock().today().to_string(), "2028-02-28");
    assert!(running.league.day(leap, shape).await.is_err(), "none early");
    running.pass(1);
    let dealt = running.league.day(leap, shape).await.unwrap();
    let client = Client::new(running.address, 1);
    client.join("Leap").await;
    let (status, first) = client.begin("daily/2028-02-29/3x3", "t1").await;
    assert_eq!((status, first["board"].as_str()), (201, Some(dealt.board.as_str())));
    // Back by an hour, into the day before, and forth again.
    running.now_ms.store(before - 3_600_000, Ordering::SeqCst);
    assert_eq!(client.begin("daily/2028-02-29/3x3", "t2").await.1["code"], "other-day");
    running.now_ms.store(before + 2, Ordering::SeqCst);
    assert_eq!(running.league.day(leap, shape).await.unwrap().board, dealt.board);
    assert_eq!(client.begin("daily/2028-02-29/3x3", "t2").await.1["code"], "used");
    assert_eq!(running.league.store().days(Some("2028-02-29")).await.unwrap().len(), 1);
    running.pass(DAY);
    assert_eq!(running.league.clock().today().to_string(), "2028-03-01");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_instances_deal_one_board_a_day() {
    let server = Postgres::start();
    let url = server.database("days");
    let (one, other) = (Running::new(&url).await, Running::new(&url).await);
    let shape = Shape::new(4, 4).unwrap();
    for round in 0..5 {
        let now = NOON + round * DAY;
        one.now_ms.store(now, Ordering::SeqCst);
        // Its clock is a second behind: it follows.
        other.now_ms.store(now - 1_000, Ordering::SeqCst);
        let day = Day::at_unix_ms(now).unwrap();
        let (a, b) = tokio::join!(one.league.day(day, shape), other.league.day(day, shape));
        assert_eq!(a.unwrap().board, b.unwrap().board);
    }
    assert_eq!(one.league.store().days(None).await.unwrap().len(), 5);
}

/// Each of the 181,440 boards of 3×3 is as likely as any other; a solved one is never dealt.
#[test]
fn fresh_boards_are_uniform_under_eight_threads() {
    let draws: u32 = if full() { 1_000_000 } else { 80_000 };
    let shape = Shape::new(3, 3).unwrap();
    let counts: Vec<BTreeMap<(u32, u32), u32>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(move || {
                    let mut counts = BTreeMap::new();
                    for _ in 0..draws / 8 {
                        let board = deal::fresh(shape);
                        // Where each tile is: 81 classes, each with a ninth of all boards.
                        for (cell, tile) in (0..).zip(board.tiles()) {
                            *counts.entry((cell, tile.number())).or_insert(0) += 1;
                        }
                    }
                    counts
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let expected = f64::from(draws) / 9.0;
    let mut chi_square = 0.0;
    for cell in 0..9 {
        for tile in 0..9 {
            let seen: u32 = counts.iter().map(|counts| counts.get(&(cell, tile)).copied().unwrap_or(0)).sum();
            chi_square += (f64::from(seen) - expected).powi(2) / expected;
        }
    }
    // A doubly stochastic table of 9 by 9 has 64 degrees of freedom (scaled by 9/8): above 130 once in a hundred thousand runs.
    assert!(chi_square * 8.0 / 9.0 < 130.0, "{chi_square}");
    assert!(chi_square > 10.0, "too even to be random: {chi_square}");
}
