//! Cheats, as data (`tests/cheats/*.json`), through the real door: each is refused or unranked, for the reason that is written.

mod common;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use common::games::{Numbers, played, with_gaps};
use common::http::{Client, ask};
use common::{Folder, Running};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin_core::game::Push;
use taquin_core::replay::{Act, Record, Source};
use taquin_core::{Board, Direction, Goal};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cheat {
    why: String,
    #[serde(default = "usual_event")]
    event: String,
    #[serde(default = "usual_source")]
    source: String,
    /// Milliseconds between two slides, from and to.
    #[serde(default = "usual_gap")]
    gap: [u64; 2],
    #[serde(default)]
    edits: Vec<Value>,
    #[serde(default)]
    text: Vec<String>,
    #[serde(default)]
    passes: Vec<Value>,
    #[serde(default)]
    scenario: String,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    status: u16,
    code: Option<String>,
    standing: Option<String>,
    reason: Option<String>,
}

fn usual_event() -> String {
    "single/4x4/keys".into()
}

fn usual_source() -> String {
    "keys".into()
}

fn usual_gap() -> [u64; 2] {
    [90, 260]
}

fn cheats() -> Vec<Cheat> {
    let files = [
        include_str!("cheats/times.json"),
        include_str!("cheats/boards.json"),
        include_str!("cheats/requests.json"),
    ];
    files
        .iter()
        .flat_map(|file| serde_json::from_str::<Vec<Cheat>>(file).expect("a list of cheats"))
        .collect()
}

/// Where in a list: from the end when negative, and never outside.
fn place(value: &Value, length: usize) -> usize {
    let at = value.as_i64().unwrap_or(0);
    if at < 0 { length.saturating_sub(at.unsigned_abs() as usize) } else { (at as usize).min(length) }
}

/// A record changed as the cheat says.
fn edited(record: Record, edits: &[Value]) -> Record {
    let (mut board, mut goal) = (record.start().clone(), record.goal().clone());
    let mut acts = record.acts().to_vec();
    for edit in edits {
        match edit[0].as_str().unwrap() {
            "burst" => {
                let (from, count, gap) =
                    (place(&edit[1], acts.len()), edit[2].as_u64().unwrap(), edit[3].as_u64().unwrap());
                for i in 1..=count as usize {
                    acts[from + i].1 = acts[from].1 + gap * i as u64;
                }
            }
            "last" => acts.last_mut().unwrap().1 = edit[1].as_u64().unwrap(),
            "shift" => acts.iter_mut().for_each(|act| act.1 += edit[1].as_u64().unwrap()),
            "truncate" => acts.truncate(place(&edit[1], acts.len())),
            "drop" => drop(acts.remove(place(&edit[1], acts.len()))),
            "again" => {
                let end = acts.last().unwrap().1;
                acts.extend(
                    [Direction::Right, Direction::Left]
                        .map(|direction| (Act::Push(Push { direction, tiles: 1 }), end)),
                );
            }
            "wall" => {
                let at = place(&edit[1], acts.len());
                acts.splice(
                    at..at,
                    [(Act::Push(Push { direction: Direction::Up, tiles: 1 }), acts[at].1); 9],
                );
            }
            "long-push" => {
                let at = place(&edit[1], acts.len());
                acts.insert(at, (Act::Push(Push { direction: Direction::Left, tiles: 9 }), acts[at].1));
            }
            "add" => {
                let at = place(&edit[2], acts.len());
                let act = match edit[1].as_str().unwrap() {
                    "hint" => Act::Hint,
                    "pause" => Act::Pause,
                    "resume" => Act::Resume,
                    "undo" => Act::Undo,
                    "redo" => Act::Redo,
                    other => panic!("{other}"),
                };
                acts.insert(at, (act, acts[at.min(acts.len() - 1)].1));
            }
            "swap-tiles" => {
                let mut tiles = board.tiles().to_vec();
                let of = |number: u32| tiles.iter().position(|tile| tile.number() == number).unwrap();
                let (a, b) = (of(1), of(2));
                tiles.swap(a, b);
                board = Board::new(board.shape(), tiles).unwrap();
            }
            "transpose" => {
                // The tiles of each column as a row.
                let (shape, tiles) = (board.shape(), board.tiles());
                let turned = shape.all_cells().map(|cell| {
                    let other = shape.cell(shape.column(cell), shape.row(cell)).unwrap();
                    tiles[other.index()]
                });
                board = Board::new(shape, turned.collect::<Vec<_>>()).unwrap();
            }
            "goal" => goal = Goal::Snake,
            "goal-start" => goal = Goal::Board(board.clone()),
            other => panic!("{other}"),
        }
    }
    Record::new(board, goal, record.source(), acts).expect("times do not fall")
}

/// What is sent instead of a record's own text.
fn told(record: &Record, text: &[String]) -> String {
    let whole = record.to_bytes().unwrap();
    let sealed = |mut body: Vec<u8>| {
        let sum = crc32(&body);
        body.extend_from_slice(&sum.to_le_bytes());
        BASE64.encode(body)
    };
    let body = whole[..whole.len() - 4].to_vec();
    let easy = |drawing: &str, moves: &str| {
        let moves: taquin_core::Moves = moves.parse().unwrap();
        let acts = (0..)
            .zip(moves.iter())
            .map(|(i, direction)| (Act::Push(Push { direction, tiles: 1 }), 900 + i * 150));
        Record::new(drawing.parse().unwrap(), Goal::BlankLast, Source::Keys, acts.collect())
            .unwrap()
            .encode()
            .unwrap()
    };
    match text.first().map(String::as_str) {
        None => record.encode().unwrap(),
        Some("set") => text[1].clone(),
        Some("cut") => record.encode().unwrap()[..whole.len() / 2].to_owned(),
        Some("flip") => {
            let mut flipped = whole;
            flipped[20] ^= 4;
            BASE64.encode(flipped)
        }
        Some("version") => sealed([&[9], &body[1..]].concat()),
        Some("append") => sealed([&body[..], &[0, 0, 0]].concat()),
        Some("untimed") => "AbECAuQEcpkiyE4".into(),
        Some("huge") => sealed([&body[..12], &[0x80, 0x94, 0xEB, 0xDC, 0x03]].concat()),
        Some("overflow") => {
            sealed([&[2, 8, 2, 2, 0b0011_1001, 2, 0x44][..], &[0xFF; 9], &[1], &[0xFF; 9], &[1]].concat())
        }
        Some("negative") => sealed([&[2, 8, 2, 2, 0b0011_1001, 1, 0x04][..], &[0xFF; 10], &[1]].concat()),
        Some("easy") => easy("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15", "LLL"),
        Some("solved") => easy("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", ""),
        Some("other-size") => easy("1 2 3/4 5 6/0 7 8", "LL"),
        Some(other) => panic!("{other}"),
    }
}

/// The checksum of the format, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0u32;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

fn board_of(attempt: &Value) -> Board {
    attempt["board"].as_str().unwrap_or_else(|| panic!("{attempt}")).parse().unwrap()
}

fn id_of(attempt: &Value) -> String {
    attempt["id"].as_str().unwrap_or_else(|| panic!("{attempt}")).to_owned()
}

/// Lets as much time pass as an honest submission takes, or what the cheat says.
fn pass(running: &Running, record: &Record, passes: &[Value]) {
    let end = record.end_ms().min(3_000_000) as i64;
    let ms = match passes.first().and_then(Value::as_str) {
        None => end + 90,
        Some("after") => end + passes[1].as_i64().unwrap(),
        Some("scaled") => end * 10 / passes[1].as_i64().unwrap(),
        Some(other) => panic!("{other}"),
    };
    running.pass(ms.max(0) as u64);
}

async fn tried(running: &Running, cheat: &Cheat, number: u64) -> (u16, Value) {
    let (eve, ann) =
        (Client::new(running.address, 2 * number + 1), Client::new(running.address, 2 * number + 2));
    assert_eq!(eve.join(&format!("Cheat {number}")).await.0, 201);
    assert_eq!(ann.join(&format!("Honest {number}")).await.0, 201);
    let seed = number * 31 + 7;
    let event = cheat.event.as_str();
    if cheat.scenario == "begin" {
        return eve.begin(event, "t").await;
    }
    if cheat.scenario == "known" {
        assert_eq!(eve.begin("fewest/2026-11-15/4x4", "f").await.0, 201);
        running.pass(30 * 60 * 1000);
    }
    let theirs = if matches!(cheat.scenario.as_str(), "copied" | "others-record" | "foreign") {
        let attempt = ann.begin(event, "a").await.1;
        let record = played(&board_of(&attempt), Source::Keys, seed);
        if cheat.scenario != "foreign" {
            pass(running, &record, &[]);
            assert_eq!(
                ann.submit(&id_of(&attempt), &record.encode().unwrap()).await.1["attempt"]["result"]["standing"],
                "ranked"
            );
        }
        Some((attempt, record))
    } else {
        None
    };
    let first = eve.begin(event, "t").await.1;
    let board = board_of(&first);
    let source: Source = cheat.source.parse().unwrap();
    let [low, high] = cheat.gap;
    let record =
        edited(with_gaps(&board, source, 700, |numbers| numbers.between(low, high), seed), &cheat.edits);
    let text = told(&record, &cheat.text);
    let id = id_of(&first);
    let path = format!("/api/attempts/{id}/record");
    let body = json!({"record": text});
    match cheat.scenario.as_str() {
        "" | "known" => {
            pass(running, &record, &cheat.passes);
            eve.submit(&id, &text).await
        }
        "own-other" => {
            running.pass(record.end_ms());
            let second = eve.begin(event, "t2").await.1;
            pass(running, &record, &[]);
            eve.submit(&id_of(&second), &text).await
        }
        "copied" | "others-record" => {
            let (_, record) = theirs.unwrap();
            let mut numbers = Numbers(seed);
            let mut late = 0;
            let jitter = record.acts().iter().map(|&(act, at)| {
                late += numbers.below(9);
                (act, at + late)
            });
            let jittered =
                Record::new(record.start().clone(), Goal::BlankLast, Source::Keys, jitter.collect()).unwrap();
            pass(running, &jittered, &[]);
            eve.submit(&id, &jittered.encode().unwrap()).await
        }
        "twice" => {
            pass(running, &record, &[]);
            assert_eq!(eve.submit(&id, &text).await.0, 200);
            assert_eq!(eve.submit(&id, &text).await.0, 200, "the same again is no cheat");
            eve.submit(&id, &played(&board, Source::Keys, seed + 1).encode().unwrap()).await
        }
        "foreign" => eve.submit(&id_of(&theirs.unwrap().0), &text).await,
        "invented" => eve.submit("AAAAAAAAAAAAAAAAAAAA", &text).await,
        "two-tabs" | "choosy" => {
            for tab in 0..if cheat.scenario == "choosy" { 9 } else { 1 } {
                running.pass(1);
                assert_eq!(eve.begin(event, &format!("tab{tab}")).await.0, 201);
            }
            pass(running, &record, &[]);
            eve.submit(&id, &text).await
        }
        "daily-twice" => eve.begin(event, "t2").await,
        "unsigned" => ask(running.address, "POST", &path, &[], body.to_string().as_bytes()).await.unwrap(),
        "other-key" => Client { id: eve.id.clone(), ..ann }.send("POST", &path, &body).await.unwrap(),
        "other-path" => {
            let challenge = eve.challenge().await.unwrap();
            let signature =
                eve.signature("POST", "/api/attempts/other/record", &challenge, body.to_string().as_bytes());
            let headers = [
                ("Taquin-Player", eve.id.as_str()),
                ("Taquin-Challenge", &challenge),
                ("Taquin-Signature", &signature),
            ];
            ask(running.address, "POST", &path, &headers, body.to_string().as_bytes()).await.unwrap()
        }
        "stale" => {
            let challenge = eve.challenge().await.unwrap();
            running.pass(60 * 60 * 1000);
            eve.send_under(&challenge, "POST", &path, &body).await.unwrap()
        }
        "left" => {
            assert_eq!(
                eve.send("DELETE", &format!("/api/players/{}", eve.id), &Value::Null).await.unwrap().0,
                204
            );
            eve.submit(&id, &text).await
        }
        "extra" => eve.send("POST", &path, &json!({"record": text, "time_ms": 1})).await.unwrap(),
        other => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_cheat_is_refused_or_unranked_for_its_reason() {
    let cheats = cheats();
    assert!(cheats.len() >= 60, "{}", cheats.len());
    let mut wrong = Vec::new();
    for (number, cheat) in (0..).zip(&cheats) {
        let folder = Folder::new("cheat");
        let running = Running::new(&folder.sqlite()).await;
        let (status, told) = tried(&running, cheat, number).await;
        let result = &told["attempt"]["result"];
        let Expect { status: wanted, code, standing, reason } = &cheat.expect;
        let fits =
            |wanted: &Option<String>, found: &Value| wanted.as_ref().is_none_or(|wanted| found == wanted);
        let has = reason.as_ref().is_none_or(|reason| {
            result["reasons"].as_array().is_some_and(|all| all.contains(&json!(reason)))
        });
        if status != *wanted || !fits(code, &told["code"]) || !fits(standing, &result["standing"]) || !has {
            wrong.push(format!(
                "{}: {status} {} {} {}",
                cheat.why, told["code"], result["standing"], result["reasons"]
            ));
        }
        let ranked: Vec<_> = running.league.store().bests().await.unwrap();
        let eve = Client::new(running.address, 2 * number + 1);
        let gained = ranked.iter().any(|(key, _)| key.player == eve.id);
        if gained && cheat.scenario != "twice" {
            wrong.push(format!("{}: it is in a ranking", cheat.why));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
