//! What is late through no fault of a player's, and what somebody finds who looks at a result.

mod common;

use std::process::Command;

use common::games::{played, with_gaps};
use common::http::{Client, ask_whole};
use common::{Folder, NOON, Running};
use serde_json::{Value, json};
use taquin_core::Board;
use taquin_core::replay::Source;
use taquin_league::store::Store;
use taquin_league::{clear, write_dump};
use taquin_ledger::{Bests, Cleared, Dump};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn board_of(attempt: &Value) -> Board {
    attempt["board"].as_str().unwrap().parse().unwrap()
}

fn standing(answer: &[u8]) -> Value {
    let told: Value = serde_json::from_slice(answer).unwrap_or_default();
    told["attempt"]["result"]["standing"].clone()
}

/// The head of a request is signed for its body: when the head is there, nothing about the body can be changed any more.
#[tokio::test(flavor = "multi_thread")]
async fn a_record_counts_from_when_the_head_of_its_request_is_there() {
    let folder = Folder::new("late");
    let running = Running::new(&folder.sqlite()).await;
    let client = Client::new(running.address, 1);
    assert_eq!(client.join("Late").await.0, 201);
    for (round, (before, within, expected)) in
        [(100, 8_000, "ranked"), (8_000, 100, "unranked")].into_iter().enumerate()
    {
        let (_, attempt) = client.begin("single/3x3/keys", &format!("t{round}")).await;
        let record = played(&board_of(&attempt), Source::Keys, 7);
        let path = format!("/api/attempts/{}/record", attempt["id"].as_str().unwrap());
        let body = json!({"record": record.encode().unwrap()}).to_string();
        let challenge = client.challenge().await.unwrap();
        let signature = client.signature("POST", &path, &challenge, body.as_bytes());
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\
             Taquin-Player: {}\r\nTaquin-Challenge: {challenge}\r\nTaquin-Signature: {signature}\r\n\r\n",
            body.len(),
            client.id
        );
        running.pass(record.end_ms() + before);
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        // Until the door has seen it; the clock of the test stands still meanwhile.
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        running.pass(within);
        stream.write_all(body.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let text = String::from_utf8_lossy(&answer);
        assert!(text.contains(&format!("\"standing\":\"{expected}\"")), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_could_not_be_kept_counts_from_when_it_came_first() {
    let folder = Folder::new("receipt");
    let running = Running::new(&folder.sqlite()).await;
    let (client, store) = (Client::new(running.address, 1), running.league.store());
    assert_eq!(client.join("Receipt").await.0, 201);
    let (_, attempt) = client.begin("single/8x8/keys", "t").await;
    let record = played(&board_of(&attempt), Source::Keys, 3);
    running.pass(record.end_ms() + 100);
    store.limit_pages(store.pages().await.unwrap()).await.unwrap();
    let mut other = 0;
    while client.begin("single/10x10/hover", &format!("fill{other}")).await.0 == 201 {
        other += 1;
    }
    let path = format!("/api/attempts/{}/record", attempt["id"].as_str().unwrap());
    let body = json!({"record": record.encode().unwrap()}).to_string();
    let send = async |body: &str, receipt: &str| {
        let challenge = client.challenge().await.unwrap();
        let signature = client.signature("POST", &path, &challenge, body.as_bytes());
        let headers = [
            ("Taquin-Player", client.id.as_str()),
            ("Taquin-Challenge", &challenge),
            ("Taquin-Signature", &signature),
            ("Taquin-Arrived", receipt),
        ];
        ask_whole(running.address, "POST", &path, &headers, body.as_bytes()).await.unwrap()
    };
    let receipt_in = |head: &str| {
        let line = head.lines().find(|line| line.to_ascii_lowercase().starts_with("taquin-arrived: "));
        line.map(|line| line["taquin-arrived: ".len()..].to_owned())
    };
    let (status, head, _) = send(&body, "").await;
    assert_eq!(status, 503, "{head}");
    let receipt = receipt_in(&head).expect("a receipt");
    // The disk has no room for another minute; a second receipt is no later than the first.
    running.pass(60_000);
    let (_, head, _) = send(&body, &receipt).await;
    assert_eq!(receipt_in(&head).as_deref(), Some(receipt.as_str()));
    store.limit_pages(1 << 20).await.unwrap();
    let (status, _, answer) = send(&body, &receipt).await;
    assert_eq!((status, standing(&answer)), (200, json!("ranked")));

    // Without it, with one that was made up, or with one for another record it is what it looks like.
    for (round, false_receipt) in ["".to_owned(), format!("1{receipt}"), receipt].into_iter().enumerate() {
        let (_, attempt) = client.begin("single/3x3/keys", &format!("s{round}")).await;
        let record = played(&board_of(&attempt), Source::Keys, 4);
        running.pass(record.end_ms() + 60_000);
        let path = format!("/api/attempts/{}/record", attempt["id"].as_str().unwrap());
        let body = json!({"record": record.encode().unwrap()}).to_string();
        let challenge = client.challenge().await.unwrap();
        let signature = client.signature("POST", &path, &challenge, body.as_bytes());
        let headers = [
            ("Taquin-Player", client.id.as_str()),
            ("Taquin-Challenge", &challenge),
            ("Taquin-Signature", &signature),
            ("Taquin-Arrived", &false_receipt),
        ];
        let answer = ask_whole(running.address, "POST", &path, &headers, body.as_bytes()).await.unwrap();
        assert_eq!(standing(&answer.2), "unranked", "{false_receipt}");
    }
}

/// A league with one result that is flagged for its even rhythm; the attempt's id.
async fn flagged(running: &Running) -> String {
    let client = Client::new(running.address, 1);
    assert_eq!(client.join("Metronome").await.0, 201);
    let (_, attempt) = client.begin("single/4x4/keys", "t").await;
    let record = with_gaps(&board_of(&attempt), Source::Keys, 500, |_| 120, 5);
    running.pass(record.end_ms() + 100);
    let id = attempt["id"].as_str().unwrap().to_owned();
    let (_, verdict) = client.submit(&id, &record.encode().unwrap()).await;
    assert_eq!(verdict["attempt"]["result"]["reasons"], json!(["rhythm"]), "{verdict}");
    id
}

async fn dumped(store: &Store) -> Dump {
    Dump::read(&write_dump(store, Vec::new(), NOON, None).await.unwrap()[..]).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flagged_result_that_somebody_looked_at_counts_and_whoever_judges_the_dump_agrees() {
    let folder = Folder::new("clear");
    let running = Running::new(&folder.sqlite()).await;
    let id = flagged(&running).await;
    let store = running.league.store();
    assert_eq!(store.bests().await.unwrap(), []);
    // By the program, beside the league that runs.
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taquin-league"));
        let done = command.args(["--database", &folder.sqlite(), "clear"]).args(arguments).output().unwrap();
        (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
    };
    assert_eq!(run(&[&id]).0, Some(2), "it must be said why");
    assert_eq!(run(&[&id, "--why", "two\nlines"]).0, Some(2));
    for unknown in ["nothing", "-4Rba4p6evafRHPRkALV", "-hRba4p6evafRHPRkALV", "--Rba4p6evafRHPRkALV"] {
        let (code, told) = run(&[unknown, "--why", "x"]);
        assert!(code == Some(4) && told.contains(unknown), "{told}");
    }
    let (code, told) = run(&[&id, "--why", "played on video, 2026-11-16"]);
    assert_eq!((code, told.as_str()), (Some(0), &*format!("{id} is now ranked\n")));
    let (code, told) = run(&[&id, "--why", "again"]);
    assert!(code == Some(4) && told.contains("is ranked; only a flagged one can be cleared"), "{told}");
    let dump = dumped(store).await;
    let outcome = dump.attempts[0].outcome.as_ref().unwrap();
    assert_eq!((outcome.standing.as_str(), outcome.reasons.len()), ("ranked", 0));
    assert_eq!(outcome.cleared.as_ref().unwrap().why, "played on video, 2026-11-16");
    assert_eq!(taquin_ledger::rejudge(&dump.attempts), []);
    let bests: Vec<_> = Bests::of(&dump.attempts).iter().map(|(k, b)| (k.clone(), b.clone())).collect();
    assert!(!bests.is_empty());
    assert_eq!(store.bests().await.unwrap(), bests);
    // Whoever takes the note out of the dump is found out.
    let mut without = dump.attempts.clone();
    without[0].outcome.as_mut().unwrap().cleared = None;
    assert_eq!(taquin_ledger::rejudge(&without).len(), 1);
    // Moved to another database it stays.
    let other = Folder::new("clear");
    let to = Store::open(&other.sqlite()).await.unwrap();
    taquin_league::move_to(store, &to).await.unwrap();
    assert_eq!(dumped(&to).await.attempts, dump.attempts);
    to.close().await;
    // And it is taken back.
    assert_eq!(run(&[&id, "--undo"]), (Some(0), format!("{id} is now flagged\n")));
    assert_eq!(store.bests().await.unwrap(), []);
    assert_eq!(dumped(store).await.attempts[0].outcome.as_ref().unwrap().reasons, ["rhythm"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_but_a_flag_can_be_cleared() {
    let folder = Folder::new("clear");
    let running = Running::new(&folder.sqlite()).await;
    let client = Client::new(running.address, 1);
    assert_eq!(client.join("Slow").await.0, 201);
    let (_, attempt) = client.begin("single/3x3/keys", "t").await;
    let id = attempt["id"].as_str().unwrap();
    let found = || Some(Cleared { at_ms: NOON, why: "x".into() });
    let store = running.league.store();
    assert!(clear(store, id, found()).await.is_err(), "there is no result yet");
    let record = played(&board_of(&attempt), Source::Keys, 5);
    running.pass(record.end_ms() + 60_000);
    assert_eq!(client.submit(id, &record.encode().unwrap()).await.0, 200);
    assert!(clear(store, id, found()).await.is_err(), "it is unranked for another reason");
    assert!(clear(store, id, None).await.is_err(), "nothing was cleared");
    assert_eq!(taquin_ledger::rejudge(&dumped(store).await.attempts), []);
}
