//! The doors: who comes too often, too slowly or in too great numbers.

mod common;

use std::time::{Duration, Instant};

use common::http::{Client, ask};
use common::{Folder, Running, full};
use serde_json::json;
use taquin_league::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test(flavor = "multi_thread")]
async fn too_many_requests_of_an_address_or_a_player_are_refused() {
    let folder = Folder::new("rate");
    let running = Running::with(&folder.sqlite(), Limits::new(2, 1000, Vec::new())).await;
    let mut refused = 0;
    for _ in 0..60 {
        refused += u32::from(ask(running.address, "GET", "/api/league", &[], b"").await.unwrap().0 == 429);
    }
    assert!(refused > 20, "{refused}");
    assert_eq!(
        ask(running.address, "GET", "/health", &[], b"").await.unwrap().0,
        200,
        "whoever looks after it can"
    );

    let folder = Folder::new("rate");
    let running = Running::with(&folder.sqlite(), Limits::new(100_000, 1, Vec::new())).await;
    let (busy, calm) = (Client::new(running.address, 1), Client::new(running.address, 2));
    assert_eq!((busy.join("Busy").await.0, calm.join("Calm").await.0), (201, 201));
    let mut told = Vec::new();
    for round in 0..40 {
        told.push(busy.begin("single/3x3/keys", &format!("t{round}")).await);
    }
    assert!(
        told.iter().any(|(status, told)| *status == 429 && told["code"] == json!("too-many")),
        "{told:?}"
    );
    assert_eq!(calm.begin("single/3x3/keys", "t").await.0, 201);
}

/// Each sends a byte now and then, in its headers or in its body; the league closes them and goes on answering.
#[tokio::test(flavor = "multi_thread")]
async fn dribbling_sockets_are_closed() {
    let folder = Folder::new("dribble");
    let running = Running::new(&folder.sqlite()).await;
    let (address, begun) = (running.address, Instant::now());
    let dribblers = (0..if full() { 1_000 } else { 60 }).map(|i| {
        tokio::spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            let head = if i % 2 == 0 {
                "GET /api/league HTTP/1.1\r\nHost: local".to_owned()
            } else {
                "POST /api/players HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{".to_owned()
            };
            stream.write_all(head.as_bytes()).await.unwrap();
            let (mut read, mut write) = stream.split();
            let dribble = async {
                loop {
                    tokio::time::sleep(Duration::from_millis(400)).await;
                    if write.write_all(b" ").await.is_err() {
                        std::future::pending::<()>().await;
                    }
                }
            };
            let mut answer = Vec::new();
            tokio::select! { _ = read.read_to_end(&mut answer) => (), () = dribble => () }
        })
    });
    let dribblers: Vec<_> = dribblers.collect();
    assert_eq!(
        ask(address, "GET", "/api/league", &[], b"").await.unwrap().0,
        200,
        "others are answered meanwhile"
    );
    let all = async {
        for dribbler in dribblers {
            dribbler.await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(60), all).await.expect("all of them are closed");
    println!("closed after {:?}", begun.elapsed());
    assert_eq!(ask(address, "GET", "/api/league", &[], b"").await.unwrap().0, 200);
}
