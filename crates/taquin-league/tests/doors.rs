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

/// A program that may open 60 files is opened 120 sockets to: it goes on, and answers when there are fewer.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn out_of_file_descriptors_it_waits_and_goes_on() {
    let folder = Folder::new("files");
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut program = std::process::Command::new("sh")
        .args(["-c", "ulimit -n 60; exec \"$0\" serve --proof-time 0 --port \"$1\" --data \"$2\""])
        .args([env!("CARGO_BIN_EXE_taquin-league"), &port.to_string()])
        .arg(&folder.0)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let address = std::net::SocketAddr::from(([127, 0, 0, 1], port));
    let health = async || ask(address, "GET", "/health", &[], b"").await;
    let until_well = async || {
        for _ in 0..600 {
            if matches!(health().await, Ok((200, _))) {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        false
    };
    assert!(until_well().await, "it starts");
    let mut sockets = Vec::new();
    for _ in 0..120 {
        sockets.push(TcpStream::connect(address).await.unwrap());
    }
    let files = || std::fs::read_dir(format!("/proc/{}/fd", program.id())).map_or(0, Iterator::count);
    let begun = Instant::now();
    while files() < 60 {
        assert!(begun.elapsed() < Duration::from_secs(20), "it never ran out: {} files", files());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Whoever says nothing is closed after a while, and others take their places; it is alive all the time.
    assert!(program.try_wait().unwrap().is_none(), "it lives");
    drop(sockets);
    assert!(until_well().await, "it answers again");
    let client = Client::new(address, 1);
    assert_eq!(client.join("After").await.0, 201, "and keeps what it is told");
    program.kill().unwrap();
    program.wait().unwrap();
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
