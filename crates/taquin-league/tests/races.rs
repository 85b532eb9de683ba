//! Live races, over real sockets.

mod common;

use std::collections::HashSet;
use std::time::Duration;

use common::games::played;
use common::http::{Client, ask};
use common::postgres::Postgres;
use common::races::{Racer, begun, open, part, players, room, running, running_on};
use common::{Folder, NOON, Running};
use serde_json::{Value, json};
use taquin_core::game::Push;
use taquin_core::replay::{Act, Record, Source};
use taquin_core::{Direction, Goal};
use taquin_league::race::{Bounds, RACE_MS, SEATS};
use taquin_ledger::Dump;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::{Error, Message};

async fn ranking(running: &Running, board: &str) -> Vec<Value> {
    let path = format!("/api/rankings?board={board}&period=all");
    ask(running.address, "GET", &path, &[], b"").await.unwrap().1["rows"].as_array().unwrap().clone()
}

/// Two who race the same board by the same 40 slides or more are taken for one who copied: ours must not be.
#[test]
fn players_of_these_tests_never_come_the_same_way() {
    for board in ["5 2 0/6 8 4/1 3 7", "8 7 6/0 4 1/2 5 3"] {
        let ways: HashSet<Vec<Act>> = (0..64)
            .map(|seed| played(&board.parse().unwrap(), Source::Keys, seed))
            .map(|record| record.acts().iter().map(|&(act, _)| act).collect())
            .collect();
        assert_eq!(ways.len(), 64, "{board}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_race_and_both_results_count() {
    let folder = Folder::new("race");
    two_race(running(&folder, Bounds::default()).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_race_on_postgresql() {
    let server = Postgres::start();
    two_race(running_on(&server.database("race"), Bounds::default()).await).await;
}

async fn two_race(running: Running) {
    let (clients, room) = players(&running, 2, "race/3x3/keys").await;
    let mut watcher = Racer::watcher(&running, &room).await;
    assert_eq!(watcher.you["seated"], false);
    let mut racers = begun(&running, &clients, &room).await;
    let (mut ada, mut bob) = (racers.remove(0), racers.remove(0));
    assert_eq!(ada.race["board"], bob.race["board"]);
    assert_ne!(ada.attempt(), bob.attempt());
    watcher.until(|race| race["board"] == ada.race["board"] && race["watching"] == 1).await;

    // Each sees how far the other is, as the server has played it.
    let (one, other) = (ada.solved(1), bob.solved(2));
    ada.say(&json!({"record": part(&one, 8).encode().unwrap()})).await;
    let id = ada.id();
    bob.until(|race| race["players"].as_array().unwrap().iter().any(|p| p["id"] == id && p["slides"] != 0))
        .await;
    assert_eq!(bob.line(&id)["slides"], part(&one, 8).replay().unwrap().moves().len());
    let progress = bob.line(&id)["progress"].as_u64().unwrap();
    assert!(progress < 100, "{progress}");

    // The first is there, and what they did is nobody's to see yet.
    let first = one.end_ms().min(other.end_ms());
    let (mut fast, mut slow) = if one.end_ms() == first { (ada, bob) } else { (bob, ada) };
    let (quick, long) = if one.end_ms() == first { (one, other) } else { (other, one) };
    running.pass(quick.end_ms() + 60);
    let (status, verdict) = fast.send(&quick).await;
    assert_eq!((status, &verdict["attempt"]["result"]["standing"]), (200, &json!("ranked")), "{verdict}");
    assert_eq!(verdict["attempt"]["event"], "race/3x3/keys");
    let (winner, shown) = (fast.id(), format!("/api/attempts/{}", fast.attempt()));
    slow.until(|race| race["players"][0]["id"] == winner.as_str() && !race["players"][0]["result"].is_null())
        .await;
    assert_eq!(slow.race["phase"], "racing");
    assert_eq!(ask(running.address, "GET", &shown, &[], b"").await.unwrap().1["code"], "not-yet");
    running.pass(long.end_ms() - quick.end_ms());
    let (_, verdict) = slow.send(&long).await;
    assert_eq!(verdict["attempt"]["result"]["standing"], "ranked", "{verdict}");
    for somebody in [&mut fast, &mut slow, &mut watcher] {
        somebody.until_phase("waiting").await;
        let finishes: Vec<u64> =
            (0..2).map(|i| somebody.race["players"][i]["result"]["finish_ms"].as_u64().unwrap()).collect();
        assert_eq!(finishes, [quick.end_ms(), long.end_ms()]);
        assert_eq!(somebody.race["players"][0]["id"], winner.as_str());
    }
    assert_eq!(ask(running.address, "GET", &shown, &[], b"").await.unwrap().0, 200, "everybody is there");
    // They count like single boards; averages are of boards that one plays alone.
    assert_eq!(ranking(&running, "single/3x3/keys").await.len(), 2);
    let mut dump = Vec::new();
    taquin_league::write_dump(running.league.store(), &mut dump, NOON, None).await.unwrap();
    let dump = Dump::read(&dump[..]).unwrap();
    assert_eq!((dump.attempts.len(), taquin_ledger::rejudge(&dump.attempts).len()), (2, 0));
    let public =
        taquin_league::write_dump(running.league.store(), Vec::new(), NOON + 60_000, Some("2026-11-16"));
    assert_eq!(Dump::read(&public.await.unwrap()[..]).unwrap().attempts, [], "it may still run for somebody");
    assert!(!String::from_utf8_lossy(&serde_json::to_vec(&dump.attempts).unwrap()).contains(&room));

    // Another one in the same room, with another board.
    let before = fast.race["board"].clone();
    running.pass(1_000);
    for racer in [&mut fast, &mut slow] {
        racer.say(&json!({"ready": true})).await;
    }
    fast.until_phase("racing").await;
    assert_ne!(fast.race["board"], before);
    assert!(fast.race["players"].as_array().unwrap().iter().all(|player| player["result"].is_null()));
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_race_and_a_ninth_looks_on() {
    let folder = Folder::new("race");
    let running = running(&folder, Bounds::default()).await;
    let (clients, room) = players(&running, SEATS as u64 + 1, "race/3x3/keys").await;
    let mut racers = begun(&running, &clients[..SEATS], &room).await;
    let mut ninth = Racer::player(&running, &clients[SEATS], &room).await;
    assert_eq!(ninth.you["seated"], false);
    ninth.say(&json!({"ready": true})).await;
    assert_eq!(ninth.until_problem().await["code"], "watching");
    let solves: Vec<Record> = racers.iter().zip(0..).map(|(racer, seed)| racer.solved(seed)).collect();
    let mut order: Vec<usize> = (0..SEATS).collect();
    order.sort_by_key(|&i| solves[i].end_ms());
    let mut passed = 0;
    for &i in &order {
        running.pass(solves[i].end_ms() + 60 - passed);
        passed = solves[i].end_ms() + 60;
        let (_, verdict) = racers[i].send(&solves[i]).await;
        assert_eq!(verdict["attempt"]["result"]["standing"], "ranked", "{verdict}");
    }
    ninth.until_phase("waiting").await;
    let table: Vec<&str> =
        ninth.race["players"].as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap()).collect();
    let expected: Vec<String> = order.iter().map(|&i| racers[i].id()).collect();
    assert_eq!(table, expected);
    assert_eq!(ranking(&running, "single/3x3/keys").await.len(), SEATS);
    // One of them leaves: now the ninth finds a seat.
    drop(racers.pop());
    ninth.until(|race| race["players"].as_array().unwrap().iter().any(|p| p["present"] == false)).await;
    let seated = Racer::player(&running, &clients[SEATS], &room).await;
    assert_eq!(seated.you["seated"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_finds_the_race_as_it_is() {
    let folder = Folder::new("race");
    let running = running(&folder, Bounds::default()).await;
    let (clients, room) = players(&running, 2, "race/3x3/keys").await;
    let mut racers = begun(&running, &clients, &room).await;
    let (bob, mut ada) = (racers.pop().unwrap(), racers.pop().unwrap());
    let (solve, id) = (bob.solved(5), bob.id());
    let half = part(&solve, 5).encode().unwrap();
    let mut bob = bob;
    bob.say(&json!({"record": half})).await;
    ada.until(|race| race["players"].as_array().unwrap().iter().any(|p| p["id"] == id && p["slides"] != 0))
        .await;
    let seen = ada.line(&id);
    drop(bob);
    ada.until(|race| {
        race["players"].as_array().unwrap().iter().any(|p| p["id"] == id && p["present"] == false)
    })
    .await;
    assert_eq!(ada.race["phase"], "racing", "the others race on");
    let mut bob = Racer::player(&running, &clients[1], &room).await;
    assert_eq!((&bob.you["seated"], &bob.you["record"]), (&json!(true), &json!(half)));
    bob.until_phase("racing").await;
    assert_eq!((&bob.line(&id)["slides"], &bob.line(&id)["attempt"]), (&seen["slides"], &seen["attempt"]));
    running.pass(solve.end_ms() + 60);
    assert_eq!(bob.send(&solve).await.1["attempt"]["result"]["standing"], "ranked");
    // A result that was sent while the socket was gone is found when somebody comes.
    let last = ada.solved(6);
    running.pass(last.end_ms().saturating_sub(solve.end_ms()));
    let (attempt, client) = (ada.attempt(), clients[0].clone());
    drop(ada);
    client.submit(&attempt, &last.encode().unwrap()).await;
    let mut ada = Racer::player(&running, &clients[0], &room).await;
    ada.until_phase("waiting").await;
    assert!(!ada.line(&client.id)["result"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_league_that_is_stopped_in_a_race_goes_on_with_it() {
    let folder = Folder::new("race");
    let first = running(&folder, Bounds::default()).await;
    let (clients, room) = players(&first, 2, "race/3x3/keys").await;
    let mut racers = begun(&first, &clients, &room).await;
    let (mut bob, mut ada) = (racers.pop().unwrap(), racers.pop().unwrap());
    let (one, other, attempt) = (ada.solved(1), bob.solved(2), ada.attempt());
    first.league.drain().await;
    assert_eq!((ada.until_closed().await, bob.until_closed().await), (1012, 1012));
    assert!(matches!(open(&first, &room, &[]).await, Err(Error::Http(answer)) if answer.status() == 503));
    drop(first);
    // Another program on the same database: neither the room nor the race is lost.
    let second = running(&folder, Bounds::default()).await;
    let clients: Vec<Client> =
        clients.into_iter().map(|client| Client { address: second.address, ..client }).collect();
    let mut ada = Racer::player(&second, &clients[0], &room).await;
    ada.until_phase("racing").await;
    assert_eq!(ada.attempt(), attempt);
    second.pass(one.end_ms() + 60);
    assert_eq!(ada.send(&one).await.1["attempt"]["result"]["standing"], "ranked");
    let mut bob = Racer::player(&second, &clients[1], &room).await;
    bob.until(|race| race["phase"] == "racing" && !race["players"][0]["result"].is_null()).await;
    second.pass(other.end_ms().saturating_sub(one.end_ms()));
    bob.send(&other).await;
    bob.until_phase("waiting").await;
    drop((ada, bob));
    // And when everybody has gone, the result is still there for who opens the link.
    let mut later = Racer::watcher(&second, &room).await;
    later.until(|race| race["players"].as_array().is_some_and(|players| players.len() == 2)).await;
    assert!(later.race["players"].as_array().unwrap().iter().all(|player| !player["result"].is_null()));
    assert_eq!(later.race["phase"], "waiting");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_liar_comes_no_further_and_is_refused() {
    let folder = Folder::new("race");
    let running = running(&folder, Bounds::default()).await;
    let (clients, room) = players(&running, 2, "race/3x3/keys").await;
    let mut racers = begun(&running, &clients, &room).await;
    let (mut liar, mut ada) = (racers.pop().unwrap(), racers.pop().unwrap());
    let board = ada.board();
    // Pushes over the edge: one way, three times.
    let far = Act::Push(Push { direction: Direction::Left, tiles: 1 });
    let acts = (1..=3).map(|i| (far, i * 100)).collect();
    let illegal = Record::new(board.clone(), Goal::BlankLast, Source::Keys, acts).unwrap();
    let other = played(&"1 2 3/4 5 6/0 7 8".parse().unwrap(), Source::Keys, 1);
    for record in [illegal.encode().unwrap(), other.encode().unwrap(), "AAAA".into(), String::new()] {
        liar.say(&json!({"record": record})).await;
        assert_eq!(liar.until_problem().await["code"], "record", "{record}");
    }
    let good = ada.solved(3);
    running.pass(good.end_ms() + 60);
    let (_, verdict) = liar.send(&illegal).await;
    assert_eq!(verdict["attempt"]["result"]["reasons"], json!(["illegal"]), "{verdict}");
    let (id, fair) = (liar.id(), ada.id());
    ada.until(|race| {
        race["players"].as_array().unwrap().iter().any(|p| p["id"] == id && !p["result"].is_null())
    })
    .await;
    assert_eq!(
        (&ada.line(&id)["progress"], &ada.line(&id)["result"]["finish_ms"]),
        (&json!(0), &Value::Null)
    );
    // Somebody else's attempt, and a race without a room.
    let theirs = ada.attempt();
    assert_eq!(clients[1].submit(&theirs, &good.encode().unwrap()).await.1["code"], "foreign");
    assert_eq!(clients[1].begin("race/3x3/keys", "t").await.1["code"], "elsewhere");
    assert_eq!(ada.send(&good).await.1["attempt"]["result"]["standing"], "ranked");
    ada.until_phase("waiting").await;
    assert_eq!(ada.race["players"][0]["id"], fair.as_str(), "who is refused has not won");
    assert_eq!(ranking(&running, "single/3x3/keys").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_rooms_at_once_know_nothing_of_each_other_and_a_slow_reader_holds_nobody_up() {
    let folder = Folder::new("race");
    let running = running(&folder, Bounds::default()).await;
    let (clients, here) = players(&running, 4, "race/3x3/keys").await;
    let there = room(&clients[2], "race/4x4/keys").await;
    // Looks on in both and reads nothing at all until the end.
    let mut slow = [Racer::watcher(&running, &here).await, Racer::watcher(&running, &there).await];
    let (mut three, mut four) =
        (begun(&running, &clients[..2], &here).await, begun(&running, &clients[2..], &there).await);
    assert_eq!((&three[0].race["size"], &four[0].race["size"]), (&json!("3x3"), &json!("4x4")));
    let mut passed = 0;
    for pair in [&mut three, &mut four] {
        for tenth in 1..10 {
            for racer in pair.iter_mut() {
                let told = part(&racer.solved(8), tenth).encode().unwrap();
                racer.say(&json!({"record": told})).await;
            }
        }
        let mut solves: Vec<(Record, &mut Racer)> =
            pair.iter_mut().zip(0..).map(|(racer, seed)| (racer.solved(seed), racer)).collect();
        solves.sort_by_key(|(solve, _)| solve.end_ms());
        for (solve, racer) in solves {
            running.pass((solve.end_ms() + 60).saturating_sub(passed));
            passed = passed.max(solve.end_ms() + 60);
            assert_eq!(racer.send(&solve).await.0, 200);
        }
        for racer in pair.iter_mut() {
            racer.until_phase("waiting").await;
            assert_eq!(racer.race["players"].as_array().unwrap().len(), 2);
        }
    }
    for (watcher, ids) in slow.iter_mut().zip([&clients[..2], &clients[2..]]) {
        watcher.until(|race| race["phase"] == "waiting" && !race["players"][0]["result"].is_null()).await;
        for client in ids {
            assert!(!watcher.line(&client.id)["result"].is_null());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_needed_for_a_race_but_two_who_are_ready() {
    let folder = Folder::new("race");
    let slowly = Bounds { countdown: Duration::from_millis(600), ..Bounds::default() };
    let running = Running::decided(
        &folder.sqlite(),
        taquin_league::Settings {
            limits: taquin_league::Limits::new(1_000_000, 1_000_000, Vec::new()),
            races: Bounds { away: Duration::from_millis(100), ..slowly },
            ..taquin_league::Settings::default()
        },
    )
    .await;
    let (clients, room) = players(&running, 3, "race/3x3/keys").await;
    let maker = Racer::player(&running, &clients[0], &room).await;
    let mut two = Vec::new();
    for client in &clients[1..] {
        two.push(Racer::player(&running, client, &room).await);
    }
    // Not everybody is ready; then who made the room goes, and the others are.
    for racer in &mut two {
        racer.say(&json!({"ready": true})).await;
    }
    two[0]
        .until(|race| {
            race["players"]
                .as_array()
                .is_some_and(|all| all.iter().filter(|p| p["ready"] == true).count() == 2)
        })
        .await;
    assert_eq!(two[0].race["phase"], "waiting");
    drop(maker);
    two[0].until_phase("counting").await;
    // Somebody thinks twice: the counting stops, and begins anew.
    two[1].say(&json!({"ready": false})).await;
    two[0].until_phase("waiting").await;
    assert_eq!(two[0].race["board"], Value::Null, "nobody has seen a board");
    two[1].say(&json!({"ready": true})).await;
    two[0].until_phase("racing").await;
    // One goes for good; the other is done: the race is over.
    let last = two.pop();
    drop(last);
    let mut left = two.pop().unwrap();
    let solve = left.solved(1);
    running.pass(solve.end_ms() + 60);
    left.send(&solve).await;
    left.until_phase("waiting").await;
    assert!(!left.race["players"][0]["result"].is_null());
    // What the other one did not send keeps the records closed until the time is over.
    let shown = format!("/api/attempts/{}", left.attempt());
    assert_eq!(ask(running.address, "GET", &shown, &[], b"").await.unwrap().1["code"], "not-yet");
    running.pass(RACE_MS);
    assert_eq!(ask(running.address, "GET", &shown, &[], b"").await.unwrap().0, 200);
    // Without its database nobody is shown a board.
    let mut again = Racer::player(&running, &clients[2], &room).await;
    running.league.store().close().await;
    for racer in [&mut left, &mut again] {
        racer.say(&json!({"ready": true})).await;
    }
    left.until(|race| race["trouble"] == "unavailable").await;
    assert_eq!(left.race["phase"], "waiting");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_the_league_is_in_no_room_any_more() {
    let folder = Folder::new("race");
    let running = running(&folder, Bounds::default()).await;
    let (clients, room) = players(&running, 2, "race/3x3/keys").await;
    let mut racers = begun(&running, &clients, &room).await;
    let path = format!("/api/players/{}", clients[0].id);
    assert_eq!(clients[0].send("DELETE", &path, &Value::Null).await.unwrap().0, 204);
    let gone = clients[0].id.as_str();
    racers[1].until(|race| race["players"].as_array().unwrap().iter().all(|p| p["id"] != gone)).await;
    racers[0].say(&json!({"ready": true})).await;
    let solve = racers[1].solved(1);
    running.pass(solve.end_ms() + 60);
    racers[1].send(&solve).await;
    racers[1].until_phase("waiting").await;
    assert!(!racers[1].race.to_string().contains("Racer 0"), "{}", racers[1].race);
}

async fn refused(running: &Running, room: &str, headers: &[(&'static str, &str)]) -> u16 {
    match open(running, room, headers).await {
        Err(Error::Http(answer)) => answer.status().as_u16(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_door_of_a_room() {
    let folder = Folder::new("race");
    let bounds = Bounds {
        of_address: 20,
        of_room: 3,
        rooms: 2,
        hello: Duration::from_millis(300),
        idle: Duration::from_millis(900),
        ..Bounds::default()
    };
    let running = running(&folder, bounds).await;
    let (clients, room) = players(&running, 2, "race/3x3/keys").await;
    for bad in ["race/2x2/keys", "single/4x4/keys", "race/4x4", ""] {
        let (status, _) = clients[0].send("POST", "/api/races", &json!({"event": bad})).await.unwrap();
        assert_eq!(status, 400, "{bad}");
    }
    assert_eq!(refused(&running, &room, &[("origin", "https://evil.example")]).await, 403);
    assert_eq!(refused(&running, &room, &[("sec-fetch-site", "cross-site")]).await, 403);
    assert_eq!(refused(&running, &room.replace("3x3", "4x4"), &[]).await, 404);
    assert_eq!(refused(&running, "3x3.keys.AAAAAAAAAAAA.AAAAAAAAAAAA", &[]).await, 404);
    let path = format!("/api/races/{room}/live");
    assert_eq!(ask(running.address, "GET", &path, &[], b"").await.unwrap().0, 400, "no socket is asked for");
    assert!(open(&running, &room, &[("origin", "http://localhost")]).await.is_ok(), "our own page");

    // Who says nothing, or nothing that is said here; who is not who they say.
    let mut silent = Racer::came(&running, None, &room, &json!("who is there?")).await;
    assert_eq!(silent.until_closed().await, 1008);
    let challenge = clients[0].challenge().await.unwrap();
    let forged = clients[1].signature("GET", &path, &challenge, b"");
    let hello = json!({"player": {"id": clients[0].id, "challenge": challenge, "signature": forged}});
    let mut forger = Racer::came(&running, None, &room, &hello).await;
    assert_eq!(forger.until_closed().await, 1008);
    assert_eq!(forger.problem["code"], "unsigned");

    // Too long, too much, no text, no such thing.
    let mut long = Racer::watcher(&running, &room).await;
    long.raw(Message::text("x".repeat(70_000))).await;
    assert_eq!(long.until_closed().await, 1008);
    let mut loud = Racer::player(&running, &clients[0], &room).await;
    for _ in 0..200 {
        loud.say(&json!({"ready": false})).await;
    }
    assert_eq!(loud.until_closed().await, 1008);
    for wrong in [Message::binary(vec![1, 2, 3]), Message::text("{}"), Message::text("{\"ready\":1}")] {
        let mut racer = Racer::player(&running, &clients[0], &room).await;
        racer.raw(wrong).await;
        assert_eq!(racer.until_closed().await, 1008);
    }

    // A room has so many places, an address so many sockets, the league so many rooms.
    let mut inside = Vec::new();
    for _ in 0..3 {
        inside.push(Racer::watcher(&running, &room).await);
    }
    let mut one_more = Racer::watcher(&running, &room).await;
    assert_eq!(one_more.until_closed().await, 1008);
    assert_eq!(one_more.problem["code"], "too-many");
    let second = common::races::room(&clients[0], "race/4x4/keys").await;
    let third = common::races::room(&clients[0], "race/4x4/keys").await;
    inside.push(Racer::watcher(&running, &second).await);
    let mut no_room = Racer::watcher(&running, &third).await;
    assert_eq!((no_room.until_closed().await, &no_room.problem["code"]), (1008, &json!("too-many")));
    let mut kept = Vec::new();
    while let Ok(socket) = open(&running, &room, &[]).await {
        kept.push(socket);
        assert!(kept.len() <= 20, "there is no end to them");
    }
    assert_eq!(refused(&running, &room, &[]).await, 429);
    drop((kept, inside, one_more, no_room));
}

/// Whoever opens a socket and then dribbles, or falls silent, is closed; the handshake by hand, so that nothing answers for them.
#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_more_is_closed() {
    let folder = Folder::new("race");
    let bounds =
        Bounds { hello: Duration::from_millis(400), idle: Duration::from_millis(900), ..Bounds::default() };
    let running = running(&folder, bounds).await;
    let (_, room) = players(&running, 1, "race/3x3/keys").await;
    let handshake = format!(
        "GET /api/races/{room}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    // Masked with nothing: `"watch"`, seven bytes.
    let watch: &[u8] = b"\x81\x87\0\0\0\0\"watch\"";
    for (first, drop_by_drop) in [(&b""[..], &b""[..]), (b"", watch), (watch, b""), (watch, &[0x81; 40])] {
        let mut stream = tokio::net::TcpStream::connect(running.address).await.unwrap();
        stream.write_all(handshake.as_bytes()).await.unwrap();
        stream.write_all(first).await.unwrap();
        let (mut read, mut write) = stream.split();
        let dribble = async {
            for byte in drop_by_drop {
                tokio::time::sleep(Duration::from_millis(100)).await;
                if write.write_all(&[*byte]).await.is_err() {
                    break;
                }
            }
            std::future::pending::<()>().await;
        };
        let mut heard = Vec::new();
        let closed = async {
            tokio::select! { _ = read.read_to_end(&mut heard) => (), () = dribble => () }
        };
        tokio::time::timeout(Duration::from_secs(20), closed).await.expect("it is closed");
        assert!(heard.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&heard));
    }
}
