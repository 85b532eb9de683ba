//! How much a league takes: submissions from many players at once, and rankings asked for meanwhile.
//!
//! ```sh
//! cargo run --release -p taquin-league --example load -- postgres://postgres@127.0.0.1:5432/load 20000
//! ```
//!
//! The database is filled with that many open attempts first. A ranking is asked for over and over: while all are submitted over 64
//! connections; alone; and while shortest solutions of 64 boards of 5×5 are asked for, which is all the solving that a league does.
//! Everything shares the machine: players, league and database.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use taquin_core::game::{Game, Push};
use taquin_core::replay::{Act, Record};
use taquin_core::{Goal, Problem, Seed};
use taquin_league::keys::{PublicKey, fresh_id, signed_text};
use taquin_league::store::{Store, WholeAttempt, WholePlayer};
use taquin_league::{Clock, League, Limits, Settings, api};
use taquin_ledger::{AttemptRow, CLASSES, Event, PlayerRow};
use taquin_serve::{Options, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const CONNECTIONS: usize = 64;
/// Boards to be proven beside rankings: their time is such that they last until all rankings have come.
const PROOFS: usize = 64;
const PROOF_TIME: Duration = Duration::from_secs(60);
const RANKINGS: usize = 2_000;
/// Each player has one open attempt for each of these sides and each class.
const SIDES: [u32; 2] = [3, 4];

/// A request that is ready to be sent, but for its signature.
struct Ready {
    key: Arc<SigningKey>,
    player: String,
    path: String,
    body: String,
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let usage = "load DATABASE SUBMISSIONS";
    let (url, count) = (arguments.next().context(usage)?, arguments.next().context(usage)?.parse::<usize>()?);
    let store = Store::open(&url).await?;
    let limits = || Limits::new(u32::MAX / 20, u32::MAX / 20, Vec::new());
    let settings = Settings { limits: limits(), proof_time: Duration::ZERO, ..Settings::default() };
    let clock = Clock::from(store.now_ms().await?);
    let ready = prepared(&store, clock.now_ms(), count).await?;
    let proving = Settings { limits: limits(), proof_time: PROOF_TIME, ..Settings::default() };
    let proving = League::new(store.clone(), Some(clock.clone()), proving).await?;
    let league = League::new(store.clone(), Some(clock), settings).await?;
    let server = Server::bind(Options { port: 0, ..Options::default() }).await?;
    let address = server.address();
    tokio::spawn(server.run_with(api::router(league), std::future::pending()));

    let challenge = challenge(address).await?;
    let requests: Vec<Vec<u8>> = ready.iter().map(|ready| signed(ready, &challenge)).collect();
    let (requests, next, done) =
        (Arc::new(requests), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let begun = Instant::now();
    let workers: Vec<_> = (0..CONNECTIONS)
        .map(|_| {
            let (requests, next, done) = (Arc::clone(&requests), Arc::clone(&next), Arc::clone(&done));
            tokio::spawn(async move {
                let mut stream = TcpStream::connect(address).await?;
                let mut times = Vec::new();
                while let Some(request) = requests.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let sent = Instant::now();
                    let answer = exchange(&mut stream, request).await?;
                    ensure!(answer.starts_with("HTTP/1.1 200"), "{answer}");
                    times.push(sent.elapsed());
                    done.fetch_add(1, Ordering::Relaxed);
                }
                Ok::<_, anyhow::Error>(times)
            })
        })
        .collect();
    let busy = rankings(address, usize::MAX, &done, count).await?;
    let mut times = Vec::new();
    for worker in workers {
        times.extend(worker.await??);
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{count} submissions in {seconds:.1} s: {:.0} a second; each {}",
        count as f64 / seconds,
        told(times)
    );
    println!("rankings meanwhile: {}", told(busy));
    let nothing = AtomicUsize::new(0);
    println!("rankings alone: {}", told(rankings(address, RANKINGS, &nothing, usize::MAX).await?));
    let mut day = proving.clock().today();
    for _ in 0..PROOFS {
        proving.day(day, taquin_core::Shape::new(5, 5)?).await.ok().context("a day's board")?;
        day = day.before().context("a day before")?;
    }
    println!(
        "rankings beside {PROOFS} proofs: {}",
        told(rankings(address, RANKINGS, &nothing, usize::MAX).await?)
    );
    // The proofs that are left are of no use to anybody.
    std::process::exit(0)
}

/// Players and open attempts straight into the database, with a record for each.
async fn prepared(store: &Store, now_ms: u64, count: usize) -> Result<Vec<Ready>> {
    let records: Vec<(String, Record)> =
        (0..64).map(|i| solved(SIDES[i as usize % 2], i)).collect::<Result<_>>()?;
    let mut ready = Vec::with_capacity(count);
    for number in 0u64.. {
        if ready.len() >= count {
            break;
        }
        let mut bytes = [9u8; 32];
        bytes[..8].copy_from_slice(&(number + 1).to_le_bytes());
        let key = Arc::new(SigningKey::from_slice(&bytes).context("a key")?);
        let public =
            PublicKey::new(&key.verifying_key().to_sec1_point(false).to_bytes()).context("a point")?;
        let (id, name) = (public.id(), format!("Player {number}"));
        let row = PlayerRow { id: id.clone(), name: name.clone(), joined_ms: now_ms };
        let player = WholePlayer { row, key: public.bytes().to_vec(), skeleton: name };
        let mut attempts = Vec::new();
        for (side, class) in SIDES.into_iter().flat_map(|side| CLASSES.map(|class| (side, class))) {
            let event: Event = format!("single/{side}x{side}/{class}").parse()?;
            let fits = records.iter().filter(|(size, _)| *size == format!("{side}x{side}"));
            let (_, record) = fits.clone().nth(number as usize % fits.count()).context("a record")?;
            let record = Record::new(record.start().clone(), Goal::BlankLast, class, record.acts().to_vec())?;
            let attempt = fresh_id();
            // As if it had been begun when the record says.
            let opened_ms = now_ms - record.end_ms().min(now_ms);
            let row = AttemptRow {
                id: attempt.clone(),
                player: id.clone(),
                event,
                board: record.start().to_string(),
                opened_ms,
                known: false,
                outcome: None,
            };
            attempts.push(WholeAttempt {
                row,
                token: attempt.clone(),
                slot: attempt.clone(),
                line: String::new(),
                room: String::new(),
            });
            let body = serde_json::json!({"record": record.encode()?}).to_string();
            let path = format!("/api/attempts/{attempt}/record");
            ready.push(Ready { key: Arc::clone(&key), player: id.clone(), path, body });
        }
        store.take_over(&[player], &attempts).await?;
    }
    ready.truncate(count);
    Ok(ready)
}

/// A solve with a hand's rhythm.
fn solved(side: u32, seed: u64) -> Result<(String, Record)> {
    let game = Game::deal(taquin_core::Shape::new(side, side)?, &Goal::BlankLast, Seed::new(seed))?;
    let solvable = Problem::new(game.start().clone(), &Goal::BlankLast)?.decide()?;
    let options = taquin_solve::Options::new().want(taquin_solve::Want::Fast);
    let solution = taquin_solve::plan(&solvable, &options)?.solve(&taquin_solve::Unlimited)?.solution;
    let mut at_ms = 900;
    let acts = (0..).zip(solution.moves().iter()).map(|(i, direction): (u64, _)| {
        at_ms += 70 + (i * 7919 + seed * 31) % 190;
        (Act::Push(Push { direction, tiles: 1 }), at_ms)
    });
    let record = Record::new(game.start().clone(), Goal::BlankLast, CLASSES[0], acts.collect())?;
    Ok((format!("{side}x{side}"), record))
}

fn signed(ready: &Ready, challenge: &str) -> Vec<u8> {
    let text = signed_text("POST", &ready.path, challenge, ready.body.as_bytes());
    let signature: Signature = ready.key.sign(text.as_bytes());
    format!(
        "POST {} HTTP/1.1\r\nHost: localhost\r\nTaquin-Player: {}\r\nTaquin-Challenge: {challenge}\r\nTaquin-Signature: {}\r\n\
         Content-Length: {}\r\n\r\n{}",
        ready.path,
        ready.player,
        BASE64.encode(signature.to_bytes()),
        ready.body.len(),
        ready.body
    )
    .into_bytes()
}

/// Asks for a ranking over and over, until so many were asked for or so much is done.
async fn rankings(
    address: SocketAddr,
    most: usize,
    done: &AtomicUsize,
    enough: usize,
) -> Result<Vec<Duration>> {
    let mut stream = TcpStream::connect(address).await?;
    let mut times = Vec::new();
    let request = b"GET /api/rankings?board=single/4x4/keys&period=all HTTP/1.1\r\nHost: localhost\r\n\r\n";
    while times.len() < most && done.load(Ordering::Relaxed) < enough {
        let sent = Instant::now();
        let answer = exchange(&mut stream, request).await?;
        ensure!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        times.push(sent.elapsed());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok(times)
}

async fn challenge(address: SocketAddr) -> Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let answer = exchange(&mut stream, b"GET /api/league HTTP/1.1\r\nHost: localhost\r\n\r\n").await?;
    let (_, body) = answer.split_once("\r\n\r\n").context("a body")?;
    let told: serde_json::Value = serde_json::from_str(body)?;
    Ok(told["challenge"].as_str().context("a challenge")?.to_owned())
}

/// One request and its whole answer on a connection that stays.
async fn exchange(stream: &mut TcpStream, request: &[u8]) -> Result<String> {
    stream.write_all(request).await?;
    let mut answer = Vec::new();
    let mut buffer = [0u8; 16 * 1024];
    loop {
        let count = stream.read(&mut buffer).await?;
        ensure!(count > 0, "the connection was closed");
        answer.extend_from_slice(&buffer[..count]);
        let Some(head) = answer.windows(4).position(|w| w == b"\r\n\r\n") else { continue };
        let text = String::from_utf8_lossy(&answer[..head]).to_ascii_lowercase();
        let length =
            text.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
        if answer.len() >= head + 4 + length.context("a length")? {
            return Ok(String::from_utf8(answer)?);
        }
    }
}

fn told(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |part: f64| {
        times.get(((times.len() as f64 - 1.0) * part) as usize).map_or(0.0, |t| t.as_secs_f64() * 1000.0)
    };
    format!("median {:.1} ms, p99 {:.1} ms, of {}", at(0.5), at(0.99), times.len())
}
