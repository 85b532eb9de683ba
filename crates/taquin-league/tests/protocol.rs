//! The league as a client meets it, on both databases.

mod common;

use common::games::played;
use common::http::{Client, ask, ask_whole};
use common::postgres::Postgres;
use common::{Folder, Running};
use serde_json::{Value, json};
use taquin_core::Board;
use taquin_core::replay::Source;

async fn solve(running: &Running, client: &Client, event: &str, token: &str, seed: u64) -> (Value, Value) {
    let (status, attempt) = client.begin(event, token).await;
    assert_eq!(status, 201, "{attempt}");
    let board: Board = attempt["board"].as_str().unwrap().parse().unwrap();
    let record = played(&board, Source::Keys, seed);
    running.pass(record.end_ms() + 60);
    let (status, verdict) = client.submit(attempt["id"].as_str().unwrap(), &record.encode().unwrap()).await;
    assert_eq!(status, 200, "{verdict}");
    (attempt, verdict)
}

/// From the first visit to the last, as one story.
async fn story(url: &str) {
    let running = Running::new(url).await;
    let (ada, bob) = (Client::new(running.address, 1), Client::new(running.address, 2));
    let (status, told) = ada.join("Ada").await;
    assert_eq!((status, &told["name"]), (201, &json!("Ada")), "{told}");
    assert_eq!(ada.join("Ada").await.0, 201, "coming twice is coming once");
    assert_eq!(bob.join("АDА").await.1["code"], "name-taken", "Cyrillic letters that look the same");
    assert_eq!(bob.join("Bob").await.0, 201);

    // The daily: once, the same board for everyone, secret until the day is over.
    let (first, verdict) = solve(&running, &ada, "daily/2026-11-15/4x4", "a1", 1).await;
    assert_eq!(verdict["attempt"]["result"]["standing"], "ranked", "{verdict}");
    let (again, told) = ada.begin("daily/2026-11-15/4x4", "a1").await;
    assert_eq!((again, &told["id"]), (201, &first["id"]), "the same request");
    assert_eq!(ada.begin("daily/2026-11-15/4x4", "a2").await.1["code"], "used");
    let (seconds, _) = solve(&running, &bob, "daily/2026-11-15/4x4", "b1", 2).await;
    assert_eq!(seconds["board"], first["board"]);
    let id = first["id"].as_str().unwrap();
    let path = format!("/api/attempts/{id}");
    assert_eq!(ask(running.address, "GET", &path, &[], b"").await.unwrap().1["code"], "not-yet");
    for other in ["daily/2026-11-16/4x4", "daily/2026-11-14/4x4"] {
        assert_eq!(ada.begin(other, "x").await.1["code"], "other-day");
    }
    let days = ask(running.address, "GET", "/api/days", &[], b"").await.unwrap().1;
    assert!(
        days.as_array().unwrap().iter().all(|day| day["board"].is_null() && day["par"].is_null()),
        "{days}"
    );

    // Ranked boards, with an average of five.
    let mut times = Vec::new();
    for round in 0..5 {
        let (_, verdict) = solve(&running, &ada, "single/3x3/keys", &format!("s{round}"), 10 + round).await;
        times.push(verdict["attempt"]["result"]["time_ms"].as_u64().unwrap());
    }
    let ranking = |board: &'static str, period: &'static str| async move {
        let path = format!("/api/rankings?board={board}&period={period}");
        ask(running.address, "GET", &path, &[], b"").await.unwrap().1["rows"].clone()
    };
    times.sort_unstable();
    assert_eq!(ranking("single/3x3/keys", "all").await[0]["value"], times[0]);
    let average = (times[1..4].iter().sum::<u64>() as f64 / 3.0).round() as u64;
    assert_eq!(ranking("ao5/3x3/keys", "2026-11").await[0]["value"], average);
    assert_eq!(ranking("ao5/3x3/touch", "all").await.as_array().unwrap().len(), 0);
    assert_eq!(ranking("daily/4x4/keys", "2026-11-15").await.as_array().unwrap().len(), 2);

    // When the day is over everything is shown, the par with it.
    let fewest = solve(&running, &bob, "fewest/2026-11-15/3x3", "f1", 5).await.1;
    let slides = fewest["attempt"]["result"]["slides"].as_u64().unwrap();
    running.pass(24 * 60 * 60 * 1000);
    let (status, shown) = ask(running.address, "GET", &path, &[], b"").await.unwrap();
    assert_eq!((status, &shown["result"]["record"]), (200, &verdict["attempt"]["result"]["record"]));
    let day = loop {
        let days = ask(running.address, "GET", "/api/days", &[], b"").await.unwrap().1;
        let day = days.as_array().unwrap().iter().find(|day| day["size"] == "3x3").unwrap().clone();
        if day["proven"] == true {
            break day;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert!(day["par"].as_u64().unwrap() <= slides && day["board"].is_string());
    let row = ranking("fewest/3x3", "2026-11-15").await[0].clone();
    assert_eq!(row["optimal"], day["par"] == slides);
    let told = ask(running.address, "GET", &format!("/api/players/{}", ada.id), &[], b"").await.unwrap().1;
    assert_eq!((&told["streak"], &told["results"]), (&json!(1), &json!(6)), "{told}");

    // A new name; everything in one's hands; gone.
    let path = format!("/api/players/{}", ada.id);
    let rename = |was: &str, name: &str| json!({"was": was, "name": name});
    assert_eq!(
        ada.send("PUT", &format!("{path}/name"), &rename("Eve", "Lovelace")).await.unwrap().1["code"],
        "stale"
    );
    assert_eq!(
        ada.send("PUT", &format!("{path}/name"), &rename("Ada", "B0b")).await.unwrap().1["code"],
        "name-taken"
    );
    assert_eq!(ada.send("PUT", &format!("{path}/name"), &rename("Ada", "Lovelace")).await.unwrap().0, 200);
    assert_eq!(bob.send("DELETE", &path, &Value::Null).await.unwrap().1["code"], "foreign");
    assert_eq!(bob.send("POST", &format!("{path}/export"), &Value::Null).await.unwrap().1["code"], "foreign");
    let export = ada.send("POST", &format!("{path}/export"), &Value::Null).await.unwrap().1;
    assert_eq!(
        (export["attempts"].as_array().unwrap().len(), &export["player"]["name"]),
        (6, &json!("Lovelace"))
    );
    assert_eq!(ada.send("DELETE", &path, &Value::Null).await.unwrap().0, 204);
    assert_eq!(ada.send("DELETE", &path, &Value::Null).await.unwrap().0, 401, "gone");
    assert_eq!(ranking("single/3x3/keys", "all").await.as_array().unwrap().len(), 0);
    assert_eq!(ask(running.address, "GET", &path, &[], b"").await.unwrap().0, 404);
    assert_eq!(
        bob.send("PUT", &format!("/api/players/{}/name", bob.id), &rename("Bob", "Ada")).await.unwrap().0,
        200
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_story_of_two_players_on_sqlite() {
    story(&Folder::new("story").sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_story_of_two_players_on_postgresql() {
    let server = Postgres::start();
    story(&server.database("story")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_is_a_problem_with_a_code_and_the_policy() {
    let folder = Folder::new("problems");
    let running = Running::new(&folder.sqlite()).await;
    let eve = Client::new(running.address, 3);
    assert_eq!(eve.join("Eve").await.0, 201);
    let long = vec![b' '; 256 * 1024 + 1];
    for (method, path, headers, body, status) in [
        ("GET", "/api/nothing", &[][..], &b""[..], 404),
        ("GET", "/api/players/nobody", &[], b"", 404),
        ("GET", "/api/attempts/none", &[], b"", 404),
        ("GET", "/api/rankings", &[], b"", 400),
        ("GET", "/api/rankings?board=single/4x4/keys&period=2026-13", &[], b"", 400),
        ("GET", "/api/rankings?board=ao7/4x4/keys&period=all", &[], b"", 400),
        ("GET", "/api/rankings?board=single/4x4/keys&period=all&x=1", &[], b"", 400),
        ("GET", "/api/dumps/..%2Fleague.db", &[], b"", 404),
        ("PATCH", "/api/league", &[], b"", 405),
        ("POST", "/api/attempts", &[], b"{}", 401),
        ("POST", "/api/attempts", &[("Origin", "https://evil.example")], b"{}", 403),
        ("POST", "/api/attempts", &[("Origin", "null")], b"{}", 403),
        ("POST", "/api/attempts", &[("Sec-Fetch-Site", "cross-site")], b"{}", 403),
        ("POST", "/api/players", &[], b"{", 400),
        ("POST", "/api/players", &[], b"[]", 400),
        ("POST", "/api/players", &[], b"{\"key\":\"AAAA\",\"name\":\"x\"}", 400),
        ("POST", "/api/players", &[], &long, 413),
    ] {
        let (found, head, body) = ask_whole(running.address, method, path, headers, body).await.unwrap();
        let told: Value = serde_json::from_slice(&body).unwrap_or_default();
        assert_eq!(found, status, "{method} {path}: {head} {told}");
        assert_eq!(told["status"], status, "{method} {path}: {told}");
        let head = head.to_ascii_lowercase();
        assert!(
            head.contains("application/problem+json") && head.contains("content-security-policy"),
            "{head}"
        );
    }
    // Signed by the wrong key, under a foreign challenge, for another address.
    let other = Client { id: eve.id.clone(), ..Client::new(running.address, 4) };
    assert_eq!(other.begin("single/4x4/keys", "t").await.0, 401);
    let stale = eve.challenge().await.unwrap();
    running.pass(16 * 60 * 1000);
    let wish = json!({"event": "single/4x4/keys", "token": "t"});
    assert_eq!(eve.send_under(&stale, "POST", "/api/attempts", &wish).await.unwrap().0, 401);
    assert_eq!(eve.send_under("9999999999999.AAAA", "POST", "/api/attempts", &wish).await.unwrap().0, 401);
    assert_eq!(eve.send("POST", "/api/attempts", &wish).await.unwrap().0, 201);
    for bad in [
        json!({}),
        json!({"event": "single/4x4/keys"}),
        json!({"event": "x", "token": "t"}),
        json!({"event": "single/4x4/keys", "token": "a b"}),
    ] {
        assert_eq!(eve.send("POST", "/api/attempts", &bad).await.unwrap().1["code"], "unreadable", "{bad}");
    }
    let (status, head, _) = ask_whole(running.address, "GET", "/metrics", &[], b"").await.unwrap();
    assert!(status == 200 && head.contains("text/plain"), "{head}");
    assert_eq!(ask(running.address, "GET", "/health", &[], b"").await.unwrap().0, 200);
}
