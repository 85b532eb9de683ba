//! The whole league: dumped, judged again, moved, backed up.

mod common;

use common::games::{Numbers, played};
use common::http::Client;
use common::postgres::Postgres;
use common::{Folder, NOON, Running, full};
use taquin_core::Board;
use taquin_core::replay::Source;
use taquin_league::store::{Store, WholeAttempt, WholePlayer};
use taquin_league::{move_to, rejudge, write_dump};
use taquin_ledger::{AttemptRow, Bests, Dump, Outcome, PlayerRow};

/// A league with some results in it.
async fn lived(url: &str) -> Running {
    let running = Running::new(url).await;
    for number in 0..3 {
        let client = Client::new(running.address, number);
        assert_eq!(client.join(&format!("Player {}", ["one", "two", "six"][number as usize])).await.0, 201);
        for round in 0..6 {
            let event = if round == 0 { "daily/2026-11-15/3x3" } else { "single/3x3/keys" };
            let (_, attempt) = client.begin(event, &format!("t{round}")).await;
            let board: Board = attempt["board"].as_str().unwrap().parse().unwrap();
            let record = played(&board, Source::Keys, number * 100 + round);
            // Every third is sent late, and one never.
            running.pass(record.end_ms() + if round % 3 == 2 { 30_000 } else { 100 });
            if round != 4 {
                let id = attempt["id"].as_str().unwrap();
                assert_eq!(client.submit(id, &record.encode().unwrap()).await.0, 200);
            }
        }
    }
    running
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dump_judged_again_gives_the_same_verdicts_and_the_same_rankings() {
    let folder = Folder::new("dump");
    let running = lived(&folder.sqlite()).await;
    let store = running.league.store();
    let text = write_dump(store, Vec::new(), NOON, None).await.unwrap();
    let dump = Dump::read(&text[..]).unwrap();
    assert_eq!((dump.players.len(), dump.attempts.len()), (3, 18));
    assert_eq!(taquin_ledger::rejudge(&dump.attempts), []);
    let bests: Vec<_> = Bests::of(&dump.attempts).iter().map(|(k, b)| (k.clone(), b.clone())).collect();
    assert_eq!(store.bests().await.unwrap(), bests);
    assert!(bests.iter().any(|(key, _)| key.board == "ao5/3x3/keys") || !bests.is_empty());

    // What is still secret is left out of what everybody gets.
    let public = write_dump(store, Vec::new(), NOON, Some("2026-11-15")).await.unwrap();
    let public = Dump::read(&public[..]).unwrap();
    assert_eq!((public.attempts.len(), public.days.len()), (15, 0));

    // A verdict that somebody changed by hand is found, and put right.
    let mut changed = dump.attempts.clone();
    let late =
        changed.iter_mut().find_map(|a| a.outcome.as_mut().filter(|o| o.standing == "unranked")).unwrap();
    (late.standing, late.reasons) = ("ranked".into(), Vec::new());
    assert_eq!(taquin_ledger::rejudge(&changed).len(), 1);
    assert_eq!(rejudge(store).await.unwrap(), []);
    assert_eq!(store.bests().await.unwrap(), bests, "made anew and the same");
}

/// Every row of a store.
async fn rows(store: &Store) -> (Vec<WholePlayer>, Vec<WholeAttempt>, usize, [u8; 32]) {
    let (mut players, mut attempts, mut last) = (Vec::new(), Vec::new(), String::new());
    while let Some(end) = {
        let page = store.players_after(&last).await.unwrap();
        let end = page.last().map(|p| p.row.id.clone());
        players.extend(page);
        end
    } {
        last = end;
    }
    last.clear();
    while let Some(end) = {
        let page = store.attempts_after(&last).await.unwrap();
        let end = page.last().map(|a| a.row.id.clone());
        attempts.extend(page);
        end
    } {
        last = end;
    }
    let bests = store.bests().await.unwrap().len();
    (players, attempts, bests, store.secret().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_league_moved_to_postgresql_with_a_stop_in_the_middle_is_the_same_row_by_row() {
    let folder = Folder::new("move");
    let from = Store::open(&folder.sqlite()).await.unwrap();
    let results: u64 = if full() { 100_000 } else { 3_000 };
    let mut numbers = Numbers(9);
    for block in 0..results / 500 {
        let id = format!("p{block:05}");
        let row = PlayerRow { id: id.clone(), name: id.clone(), joined_ms: 1 };
        let player = WholePlayer { row, key: vec![7; 65], skeleton: id.clone() };
        let attempts: Vec<WholeAttempt> = (0..500)
            .map(|i| {
                let outcome = Outcome {
                    closed_ms: NOON + i,
                    record: "AUgDAwIKALQBqFmlXg".into(),
                    copied: false,
                    standing: "ranked".into(),
                    reasons: Vec::new(),
                    time_ms: Some(numbers.between(5_000, 90_000)),
                    slides: Some(80),
                    class: "keys".into(),
                    cleared: None,
                };
                let attempt = format!("{:016x}", numbers.next());
                let row = AttemptRow {
                    id: attempt.clone(),
                    player: id.clone(),
                    event: "single/4x4/keys".parse().unwrap(),
                    board: String::new(),
                    opened_ms: NOON + i,
                    known: false,
                    outcome: Some(outcome),
                };
                WholeAttempt {
                    row,
                    token: attempt.clone(),
                    slot: attempt,
                    line: "L".into(),
                    room: String::new(),
                }
            })
            .collect();
        from.take_over(&[player], &attempts).await.unwrap();
    }
    rejudge_rankings(&from).await;
    let server = Postgres::start();
    let to = Store::open(&server.database("moved")).await.unwrap();
    // The first try is cut off after a part.
    let cut = std::time::Duration::from_millis(if full() { 5_000 } else { 250 });
    let _ = tokio::time::timeout(cut, move_to(&from, &to)).await;
    assert_eq!(move_to(&from, &to).await.unwrap(), results);
    assert_eq!(rows(&from).await, rows(&to).await);
    assert_eq!(from.bests().await.unwrap(), to.bests().await.unwrap());
}

async fn rejudge_rankings(store: &Store) {
    let (_, attempts, _, _) = rows(store).await;
    let attempts: Vec<AttemptRow> = attempts.into_iter().map(|a| a.row).collect();
    store.replace_bests(&Bests::of(&attempts)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_made_while_results_come_in_opens_whole() {
    let folder = Folder::new("backup");
    let running = lived(&folder.sqlite()).await;
    let store = running.league.store().clone();
    let writer = tokio::spawn({
        let address = running.address;
        async move {
            for number in 50..90 {
                Client::new(address, number).join(&format!("Writer number {number}")).await;
            }
        }
    });
    for round in 0..4 {
        let copy = folder.0.join(format!("backup{round}.db"));
        store.copy_to(copy.to_str().unwrap()).await.unwrap();
        let opened = Store::open(&format!("sqlite:{}", copy.display())).await.unwrap();
        assert_eq!(opened.integrity().await.unwrap(), "ok");
        let (players, attempts, _, secret) = rows(&opened).await;
        assert!(players.len() >= 3 && attempts.len() == 18);
        assert_eq!(secret, store.secret().await.unwrap());
        opened.close().await;
    }
    writer.await.unwrap();
}

/// By the program, as whoever runs a league does it: backups of PostgreSQL while results come in, each restored into a database of its own.
#[tokio::test(flavor = "multi_thread")]
async fn backups_of_postgresql_made_while_results_come_in_are_restored_whole() {
    let (folder, server) = (Folder::new("backup"), Postgres::start());
    let url = server.database("lived");
    let running = lived(&url).await;
    let program = |arguments: &[&str]| {
        let done =
            std::process::Command::new(env!("CARGO_BIN_EXE_taquin-league")).args(arguments).output().unwrap();
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    };
    let writer = tokio::spawn({
        let address = running.address;
        async move {
            for number in 50..if full() { 2_000 } else { 90 } {
                Client::new(address, number).join(&format!("Writer number {number}")).await;
            }
        }
    });
    for round in 0..if full() { 20 } else { 2 } {
        let copy = folder.0.join(format!("backup{round}")).display().to_string();
        let other = server.database(&format!("restored{round}"));
        program(&["--database", &url, "backup", &copy]);
        program(&["--database", &other, "restore", &copy]);
        let opened = Store::open(&other).await.unwrap();
        let (players, attempts, bests, secret) = rows(&opened).await;
        let (all, now, marks, key) = rows(running.league.store()).await;
        assert!(players.len() >= 3 && players.iter().all(|player| all.contains(player)));
        assert_eq!((attempts, bests, secret), (now, marks, key));
        opened.close().await;
    }
    writer.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_from_the_future_is_refused() {
    let folder = Folder::new("schema");
    let store = Store::open(&folder.sqlite()).await.unwrap();
    let sql = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (99, 'later', 1, x'00', 0)";
    sqlx::query(sql).execute(store.reader()).await.unwrap();
    store.close().await;
    let refused = Store::open(&folder.sqlite()).await.unwrap_err().to_string();
    assert!(refused.contains("schema 99") && refused.contains("later version"), "{refused}");
}
