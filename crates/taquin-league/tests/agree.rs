//! SQLite, PostgreSQL and a model in memory: the same operations, the same answers, the same rows.

mod common;

use common::games::Numbers;
use common::model::Model;
use common::postgres::Postgres;
use common::{Folder, full};
use taquin_league::store::{NewAttempt, NewPlayer, Store, StoreError};
use taquin_ledger::{AttemptRow, Cleared, Event, Outcome, PlayerRow};

const EVENTS: [&str; 5] = [
    "single/3x3/keys",
    "single/4x4/touch",
    "daily/2026-11-15/4x4",
    "fewest/2026-11-15/4x4",
    "daily/2026-11-16/3x3",
];

fn outcome(numbers: &mut Numbers, closed_ms: u64, event: Event) -> Outcome {
    let standing =
        ["ranked", "ranked", "ranked", "flagged", "unranked", "refused"][numbers.below(6) as usize];
    let solved = standing != "refused";
    let class = match event {
        Event::Single(_, class) | Event::Race(_, class) => class.word(),
        _ => ["keys", "touch", "hover"][numbers.below(3) as usize],
    };
    Outcome {
        closed_ms,
        record: format!("r{}", numbers.below(3)),
        copied: numbers.below(9) == 0,
        standing: standing.into(),
        reasons: if standing == "ranked" { Vec::new() } else { vec!["hints".into(), "fast".into()] },
        time_ms: solved.then(|| numbers.between(1_000, 1_020)),
        slides: solved.then(|| numbers.between(20, 24)),
        class: class.into(),
        cleared: None,
    }
}

/// The same random operations on a store and on the model; every answer is compared, and at the end every row.
async fn agree(store: &Store, seed: u64, operations: u64) {
    let (mut numbers, mut model, mut now) = (Numbers(seed), Model::default(), 1_794_700_800_000);
    let name = |numbers: &mut Numbers| format!("name{}", numbers.below(12));
    for _ in 0..operations {
        now += numbers.below(20_000_000);
        let player = format!("p{}", numbers.below(9));
        match numbers.below(20) {
            0..=2 => {
                let name = name(&mut numbers);
                let row = PlayerRow { id: player.clone(), name: name.clone(), joined_ms: now };
                let new = NewPlayer { row, key: player.clone().into_bytes(), skeleton: name };
                let kept = match store.add_player(&new).await {
                    Ok(player) => Some(player),
                    Err(StoreError::NameTaken) => None,
                    Err(why) => panic!("{why}"),
                };
                assert_eq!(kept, model.add_player(&new));
            }
            3 => {
                let (was, to) = (name(&mut numbers), name(&mut numbers));
                let said = match store.rename(&player, &was, &to, &to).await {
                    Ok(()) => "done",
                    Err(StoreError::Stale) => "stale",
                    Err(StoreError::NameTaken) => "taken",
                    Err(StoreError::NoPlayer) => "no player",
                    Err(why) => panic!("{why}"),
                };
                assert_eq!(said, model.rename(&player, &was, &to, &to), "{player} {was} {to}");
            }
            4 if numbers.below(6) == 0 => {
                store.delete_player(&player).await.unwrap();
                model.delete_player(&player);
            }
            // A race of two in one of two rooms; and somebody looks at a result.
            5 if numbers.below(2) == 0 => {
                let (room, board) =
                    (format!("room{}", numbers.below(2)), format!("race{}", numbers.below(3)));
                let mut row = |player: String| {
                    let id = format!("r{:012x}", numbers.next() >> 16);
                    let (event, board) = ("race/3x3/keys".parse().unwrap(), board.clone());
                    AttemptRow { id, player, event, board, opened_ms: now, known: false, outcome: None }
                };
                let rows = [row(player), row("p0".into())];
                let said = match store.open_race(&room, &rows).await {
                    Ok(()) => true,
                    Err(StoreError::NoPlayer) => false,
                    Err(why) => panic!("{why}"),
                };
                assert_eq!(said, model.open_race(&room, &rows));
                assert_eq!(store.race(&room).await.unwrap(), model.race(&room));
                assert_eq!(store.is_open_on(&board).await.unwrap(), model.is_open_on(&board));
            }
            6 if numbers.below(2) == 0 => {
                let all: Vec<AttemptRow> =
                    model.attempts.values().map(|(a, _)| a.clone()).filter(|a| a.outcome.is_some()).collect();
                let Some(mut attempt) = all.get(numbers.below(all.len() as u64) as usize).cloned() else {
                    continue;
                };
                let mut outcome = attempt.outcome.take().unwrap();
                let found = outcome.cleared.is_none();
                outcome.cleared = found.then(|| Cleared { at_ms: now, why: "looked at".into() });
                outcome.standing = if found { "ranked" } else { "flagged" }.into();
                outcome.reasons = if found { Vec::new() } else { vec!["rhythm".into()] };
                store.look_again(&attempt, &outcome).await.unwrap();
                model.attempts.get_mut(&attempt.id).unwrap().0.outcome = Some(outcome);
                assert_eq!(store.bests().await.unwrap(), model.bests());
            }
            4..=10 => {
                let event: Event = EVENTS[numbers.below(5) as usize].parse().unwrap();
                let id = format!("a{:012x}", numbers.next() >> 16);
                let board = format!("board{}", numbers.below(3));
                let known = numbers.below(2) == 0;
                let row = AttemptRow { id, player, event, board, opened_ms: now, known, outcome: None };
                let new = NewAttempt { row, token: format!("t{}", numbers.below(40)) };
                let said = match store.open_attempt(&new).await {
                    Ok(opened) => Some(opened),
                    Err(StoreError::NoPlayer) => None,
                    Err(why) => panic!("{why}"),
                };
                assert_eq!(said, model.open_attempt(&new));
            }
            _ => {
                // Mostly the latest attempt, as players do; now and then any.
                let all: Vec<AttemptRow> =
                    model.attempts.values().map(|(attempt, _)| attempt.clone()).collect();
                let latest = all.iter().filter(|a| a.outcome.is_none()).max_by_key(|a| a.opened_ms);
                let any = all.get(numbers.below(all.len() as u64) as usize);
                let Some(attempt) = latest.filter(|_| numbers.below(4) > 0).or(any) else { continue };
                let outcome = outcome(&mut numbers, now, attempt.event);
                let said = store.close_attempt(attempt, outcome.clone(), "LLURD").await.unwrap();
                assert_eq!(said, model.close_attempt(attempt, outcome));
            }
        }
    }
    assert_eq!(store.bests().await.unwrap(), model.bests());
    for player in (0..9).map(|i| format!("p{i}")) {
        let found = store.player(&player).await.unwrap().map(|p| p.row);
        assert_eq!(found, model.players.get(&player).map(|p| p.row.clone()));
        let mut kept: Vec<AttemptRow> =
            model.attempts.values().map(|(a, _)| a.clone()).filter(|a| a.player == player).collect();
        kept.sort_by(|a, b| (a.opened_ms, &a.id).cmp(&(b.opened_ms, &b.id)));
        assert_eq!(store.attempts_of(&player).await.unwrap(), kept);
    }
    assert_eq!(store.integrity().await.unwrap(), "ok");
}

fn sizes() -> (u64, u64) {
    if full() { (50, 10_000) } else { (4, 400) }
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_does_what_the_model_does() {
    let (seeds, operations) = sizes();
    for seed in 0..seeds {
        let folder = Folder::new("agree");
        agree(&Store::open(&folder.sqlite()).await.unwrap(), seed, operations).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn postgresql_does_what_the_model_does() {
    let server = Postgres::start();
    let (seeds, operations) = sizes();
    for seed in 0..seeds {
        let store = Store::open(&server.database(&format!("agree{seed}"))).await.unwrap();
        agree(&store, seed, operations).await;
        store.close().await;
    }
}
