//! What was acknowledged is there, whatever happens to the program, the disk or the database.

mod common;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::games::{Numbers, played};
use common::http::{Client, ask};
use common::postgres::Postgres;
use common::{Folder, Running, full};
use serde_json::json;
use taquin_core::Board;
use taquin_core::replay::Source;
use taquin_league::store::Store;

const WRITERS: u64 = 20;

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn start(url: &str, folder: &Folder, port: u16) -> Child {
    Command::new(env!("CARGO_BIN_EXE_taquin-league"))
        .args(["serve", "--database", url, "--port", &port.to_string(), "--proof-time", "0"])
        .args(["--address-rate", "1000000", "--player-rate", "1000000", "--data"])
        .arg(&folder.0)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

async fn until_well(address: SocketAddr) {
    while !matches!(ask(address, "GET", "/health", &[], b"").await, Ok((200, _))) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// What was acknowledged: each attempt with the verdict that was told.
type Told = Arc<Mutex<Vec<(String, String)>>>;

/// Plays and sends, over and over; whatever is not answered is sent again until it is.
async fn writer(client: Client, told: Told) {
    let name = format!("Writer {}", client.id);
    let mut numbers = Numbers(u64::from(client.address.port()));
    let (mut challenge, mut joined, mut round) = (None, false, 0u64);
    loop {
        let Some(good) = challenge.clone().filter(|_| joined) else {
            challenge = client.challenge().await.ok();
            if let (Some(under), false) = (&challenge, joined) {
                let body = json!({"key": client.public_key(), "name": &name[..18]});
                joined =
                    matches!(client.send_under(under, "POST", "/api/players", &body).await, Ok((201, _)));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        };
        let body = json!({"event": "single/3x3/keys", "token": format!("t{round}")});
        let attempt = match client.send_under(&good, "POST", "/api/attempts", &body).await {
            Ok((201, attempt)) => attempt,
            Ok((401, _)) => {
                challenge = None;
                continue;
            }
            // The same question again, under the same token.
            Ok((503, _)) | Err(_) => {
                tokio::time::sleep(Duration::from_millis(5)).await;
                continue;
            }
            Ok(other) => panic!("{other:?}"),
        };
        let id = attempt["id"].as_str().unwrap().to_owned();
        let board: Board = attempt["board"].as_str().unwrap().parse().unwrap();
        let record = played(&board, Source::Keys, numbers.next()).encode().unwrap();
        let path = format!("/api/attempts/{id}/record");
        loop {
            match client.send_under(&good, "POST", &path, &json!({"record": record})).await {
                Ok((200, verdict)) => {
                    let standing = verdict["attempt"]["result"]["standing"].as_str().unwrap().to_owned();
                    told.lock().unwrap().push((id, standing));
                    break;
                }
                Ok((503, _)) | Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                Ok((401, _)) => {
                    challenge = None;
                    break;
                }
                Ok(other) => panic!("{other:?}"),
            }
        }
        round += 1;
    }
}

/// The database is whole, and what was told since the last look is there as it was told.
async fn look(url: &str, told: &[(String, String)]) {
    let store = Store::open(url).await.unwrap();
    assert_eq!(store.integrity().await.unwrap(), "ok");
    for (id, standing) in told {
        let kept = store.attempt(id).await.unwrap().and_then(|attempt| attempt.outcome);
        assert_eq!(kept.map(|outcome| outcome.standing).as_ref(), Some(standing), "{id} was acknowledged");
    }
    store.close().await;
}

/// Everything that was told is there, once, as it was told.
async fn look_at_all(url: &str, told: &[(String, String)]) {
    let store = Store::open(url).await.unwrap();
    let (mut kept, mut tokens, mut last) =
        (BTreeMap::new(), std::collections::BTreeSet::new(), String::new());
    loop {
        let page = store.attempts_after(&last).await.unwrap();
        let Some(end) = page.last() else { break };
        last.clone_from(&end.row.id);
        for attempt in page {
            assert!(
                tokens.insert((attempt.row.player.clone(), attempt.token.clone())),
                "doubled: {attempt:?}"
            );
            kept.insert(attempt.row.id, attempt.row.outcome.map(|outcome| outcome.standing));
        }
    }
    store.close().await;
    for (id, standing) in told {
        assert_eq!(kept.get(id), Some(&Some(standing.clone())), "{id} was acknowledged");
    }
}

async fn killed(url: &str, kills: u32, least: usize) {
    let folder = Folder::new("crash");
    let port = free_port();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let told = Told::default();
    let mut numbers = Numbers(77);
    let writers: Vec<_> = (0..WRITERS)
        .map(|n| tokio::spawn(writer(Client::new(address, 1_000 + n), Arc::clone(&told))))
        .collect();
    let (mut kill, mut seen) = (0, 0);
    while kill < kills || seen < least {
        let mut child = start(url, &folder, port);
        until_well(address).await;
        tokio::time::sleep(Duration::from_millis(numbers.between(100, 700))).await;
        child.kill().expect("SIGKILL");
        child.wait().unwrap();
        let now = told.lock().unwrap().clone();
        look(url, &now[seen..]).await;
        (kill, seen) = (kill + 1, now.len());
        // All of them only at times: there are many at last, and what was there once is hardly lost later.
        if kill % 100 == 0 {
            look_at_all(url, &now).await;
            println!("{kill} kills, {seen} results acknowledged");
        }
    }
    for writer in &writers {
        assert!(!writer.is_finished(), "a writer met an answer that it did not expect");
        writer.abort();
    }
    let told = told.lock().unwrap().clone();
    look_at_all(url, &told).await;
    println!("{kill} kills, {} results acknowledged, none lost, none doubled", told.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_program_is_killed_on_sqlite() {
    let folder = Folder::new("crash-db");
    let (kills, least) = if full() { (1_000, 100_000) } else { (6, 100) };
    killed(&folder.sqlite(), kills, least).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_program_is_killed_on_postgresql() {
    let server = Postgres::start();
    let (kills, least) = if full() { (1_000, 100_000) } else { (4, 100) };
    killed(&server.database("crash"), kills, least).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_postgresql_is_503_and_serves_again_by_itself() {
    let server = Postgres::start();
    let running = Running::new(&server.database("stopped")).await;
    let client = Client::new(running.address, 1);
    assert_eq!(client.join("Patient").await.0, 201);
    let mut slowest = Duration::ZERO;
    for round in 0..if full() { 100 } else { 3 } {
        server.stop();
        let (status, told) = client.begin("single/3x3/keys", &format!("down{round}")).await;
        assert_eq!((status, &told["code"]), (503, &json!("unavailable")), "{told}");
        server.resume();
        let begun = Instant::now();
        while client.begin("single/3x3/keys", &format!("up{round}")).await.0 != 201 {
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not come back");
        }
        slowest = slowest.max(begun.elapsed());
    }
    println!("serving again after at most {slowest:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_503_and_heals_by_itself() {
    let folder = Folder::new("full");
    let running = Running::new(&folder.sqlite()).await;
    let (client, store) = (Client::new(running.address, 1), running.league.store());
    assert_eq!(client.join("Full").await.0, 201);
    store.limit_pages(store.pages().await.unwrap()).await.unwrap();
    let mut kept = Vec::new();
    let refused = loop {
        let (status, told) = client.begin("single/10x10/keys", &format!("t{}", kept.len())).await;
        if status != 201 {
            break (status, told);
        }
        kept.push(told["id"].as_str().unwrap().to_owned());
    };
    assert_eq!((refused.0, &refused.1["code"]), (503, &json!("unavailable")), "{refused:?}");
    assert_eq!(ask(running.address, "GET", "/health", &[], b"").await.unwrap().0, 200, "reading goes on");
    store.limit_pages(1 << 20).await.unwrap();
    assert_eq!(client.begin("single/10x10/keys", "after").await.0, 201);
    for id in kept {
        assert!(store.attempt(&id).await.unwrap().is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_equal_submissions_to_two_instances_one_is_accepted_and_all_are_told_the_same() {
    let server = Postgres::start();
    let url = server.database("race");
    let (one, other) = (Running::new(&url).await, Running::new(&url).await);
    let client = Client::new(one.address, 1);
    assert_eq!(client.join("Racer").await.0, 201);
    for round in 0..if full() { 1_000 } else { 5 } {
        let attempt = client.begin("single/3x3/keys", &format!("t{round}")).await.1;
        let (id, board) =
            (attempt["id"].as_str().unwrap(), attempt["board"].as_str().unwrap().parse().unwrap());
        let records: Vec<String> =
            (0..2).map(|i| played(&board, Source::Keys, i).encode().unwrap()).collect();
        one.pass(60_000);
        other.pass(60_000);
        let challenge = client.challenge().await.unwrap();
        let path = format!("/api/attempts/{id}/record");
        let sends = (0..50).map(|i: usize| {
            let running = if i.is_multiple_of(2) { &one } else { &other };
            let client = Client { address: running.address, ..client.clone() };
            // Half of them are another record: one of the two wins, and the rest of its kind are told the same.
            let body = json!({"record": records[i / 2 % 2]});
            let (path, challenge) = (path.clone(), challenge.clone());
            tokio::spawn(async move {
                (i / 2 % 2, client.send_under(&challenge, "POST", &path, &body).await.unwrap())
            })
        });
        let mut accepted = std::collections::BTreeSet::new();
        for send in sends.collect::<Vec<_>>() {
            let (kind, (status, told)) = send.await.unwrap();
            match status {
                200 => drop(accepted.insert((kind, told.to_string()))),
                409 => assert_eq!(told["code"], "submitted"),
                _ => panic!("{status} {told}"),
            }
        }
        assert_eq!(accepted.len(), 1, "{accepted:?}");
    }
}
