//! Honest players, on bad lines: nobody is refused.

mod common;

use common::games::{Numbers, played};
use common::http::Client;
use common::{Folder, Running, full};

use taquin_core::replay::{Act, Record, Source};
use taquin_core::{Board, Goal};

/// One game: what the line does to it is drawn from the numbers. Gives the standing.
async fn game(running: &Running, client: &Client, round: u64, numbers: &mut Numbers) -> String {
    let class = [Source::Keys, Source::Pointer, Source::Hover, Source::Touch][numbers.below(4) as usize];
    let event = format!("single/{0}x{0}/{class}", numbers.between(3, 5));
    let token = format!("t{round}");
    // The wish to begin may be lost on its way, or the answer to it: it is sent again.
    let trip = numbers.between(20, 800);
    for _ in 0..numbers.below(3) {
        client.begin(&event, &token).await;
        running.pass(numbers.between(1, 40));
    }
    let (status, attempt) = client.begin(&event, &token).await;
    assert_eq!(status, 201, "{attempt}");
    running.pass(trip / 2);
    let board: Board = attempt["board"].as_str().unwrap().parse().unwrap();
    let record = with_mishaps(&played(&board, class, numbers.next()), numbers);
    // A quartz of a machine may be a five-thousandth off.
    let drift = record.end_ms() / 5_000;
    running.pass(record.end_ms() + numbers.below(2 * drift + 1) - drift.min(record.end_ms()));
    if numbers.below(20) == 0 {
        // The machine sleeps before the answer is out.
        running.pass(numbers.between(10_000, 5_000_000));
    }
    running.pass(trip - trip / 2);
    let id = attempt["id"].as_str().unwrap();
    let text = record.encode().unwrap();
    // The answer may be lost: it is asked for again, and is the same.
    let (status, first) = client.submit(id, &text).await;
    assert_eq!(status, 200, "{first}");
    for _ in 0..numbers.below(3) {
        running.pass(numbers.between(500, 9_000));
        assert_eq!(client.submit(id, &text).await.1, first);
    }
    first["attempt"]["result"]["standing"].as_str().unwrap().to_owned()
}

/// The same solve with a slide the wrong way that is taken back, now and then.
fn with_mishaps(record: &Record, numbers: &mut Numbers) -> Record {
    let mut acts: Vec<(Act, u64)> = Vec::new();
    let mut late = 0;
    for &(act, at) in record.acts() {
        if numbers.below(25) == 0 && !acts.is_empty() {
            // Back and forth: what was just pushed goes back, and again.
            late += 150;
            acts.push((Act::Undo, at + late));
            late += 220;
            acts.push((Act::Redo, at + late));
            late += 180;
        }
        acts.push((act, at + late));
    }
    Record::new(record.start().clone(), Goal::BlankLast, record.source(), acts).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_honest_is_refused() {
    let folder = Folder::new("honest");
    let running = Running::new(&folder.sqlite()).await;
    let games = if full() { 10_000 } else { 200 };
    let mut numbers = Numbers(2026);
    let mut standings = std::collections::BTreeMap::<String, u32>::new();
    let mut client = Client::new(running.address, 0);
    for round in 0..games {
        if round % 50 == 0 {
            client = Client::new(running.address, round);
            assert_eq!(client.join(&format!("Honest number {round}")).await.0, 201);
        }
        *standings.entry(game(&running, &client, round, &mut numbers).await).or_default() += 1;
    }
    println!("{games} games: {standings:?}");
    assert_eq!(standings.get("refused"), None, "{standings:?}");
    assert_eq!(standings.get("flagged"), None, "{standings:?}");
    // Only who slept before sending, or was long on the way, is unranked.
    assert!(standings["ranked"] * 10 >= games as u32 * 9, "{standings:?}");
}
