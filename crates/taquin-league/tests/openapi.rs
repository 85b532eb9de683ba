//! The OpenAPI document says what the service does: every operation is asked with right and wrong values, and answers as it says.

mod common;

use common::games::Numbers;
use common::http::{Client, ask_whole};
use common::{Folder, Running, full};
use serde_json::{Value, json};
use taquin_league::api::document;

fn words(numbers: &mut Numbers) -> String {
    const WORDS: [&str; 24] = [
        "single/4x4/keys",
        "daily/2026-11-15/4x4",
        "fewest/2026-11-15/3x3",
        "all",
        "2026-11",
        "2026-11-15",
        "ao5/4x4/keys",
        "fewest/4x4",
        "",
        "..%2F..%2Fetc",
        "%00",
        "%FF%FE",
        "null",
        "-1",
        "99999999999999999999",
        "AUgDAwIKALQBqFmlXg",
        "a",
        "%F0%9F%A7%A9",
        "%27%20OR%201=1--",
        "<b>x</b>",
        "{}",
        "[]",
        "t0",
        "\u{202E}x",
    ];
    WORDS[numbers.below(WORDS.len() as u64) as usize].to_owned()
}

fn value(numbers: &mut Numbers, depth: u32) -> Value {
    match numbers.below(9) {
        0 => Value::Null,
        1 => json!(numbers.next()),
        2 => json!(numbers.next() as i64),
        3 if depth < 3 => json!([value(numbers, depth + 1)]),
        4 if depth < 3 => json!({"key": value(numbers, depth + 1), "x": value(numbers, depth + 1)}),
        5 => json!(true),
        _ => json!(words(numbers)),
    }
}

fn body(numbers: &mut Numbers) -> Value {
    let mut body = serde_json::Map::new();
    for field in ["event", "token", "record", "key", "name", "was"] {
        if numbers.below(2) == 0 {
            body.insert(field.into(), value(numbers, 0));
        }
    }
    Value::Object(body)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_answers_as_the_document_says() {
    let folder = Folder::new("openapi");
    let running = Running::new(&folder.sqlite()).await;
    let client = Client::new(running.address, 1);
    assert_eq!(client.join("Fuzz").await.0, 201);
    let document = serde_json::to_value(document()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 10, "{}", paths.len());
    let mut numbers = Numbers(16);
    let cases = if full() { 2_000 } else { 60 };
    let mut asked = 0;
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().unwrap() {
            let method = method.to_ascii_uppercase();
            let responses = operation["responses"].as_object().unwrap();
            for case in 0..cases {
                // Now and then the player's own id, so that what is behind the signature is met, too; never its deletion.
                let own = numbers.below(3) == 0 && method != "DELETE";
                let id = if own { client.id.clone() } else { words(&mut numbers).replace('/', "%2F") };
                let mut address = path.replace("{id}", &id).replace("{name}", &id);
                if path == "/api/rankings" && numbers.below(8) > 0 {
                    let (board, period) = (words(&mut numbers), words(&mut numbers));
                    address.push_str(&format!("?board={board}&period={period}"));
                }
                let address = address.replace('\u{202E}', "%E2%80%AE").replace([' ', '<', '>'], "%20");
                let body =
                    if method == "GET" { Vec::new() } else { body(&mut numbers).to_string().into_bytes() };
                let challenge = client.challenge().await.unwrap();
                let signature = client.signature(&method, &address, &challenge, &body);
                let all = [
                    ("Taquin-Player", client.id.as_str()),
                    ("Taquin-Challenge", &challenge),
                    ("Taquin-Signature", &signature),
                ];
                let headers = if numbers.below(4) > 0 { &all[..] } else { &all[..numbers.below(3) as usize] };
                let (status, head, answer) =
                    ask_whole(running.address, &method, &address, headers, &body).await.unwrap();
                let told =
                    format!("{method} {address} case {case}: {status} {}", String::from_utf8_lossy(&answer));
                assert!(status < 500, "{told}");
                let range = format!("{}XX", status / 100);
                assert!(
                    responses.contains_key(&status.to_string()) || responses.contains_key(&range),
                    "undocumented: {told}"
                );
                if status >= 400 {
                    let problem: Value = serde_json::from_slice(&answer).unwrap_or_else(|_| panic!("{told}"));
                    assert!(head.to_ascii_lowercase().contains("application/problem+json"), "{told}");
                    assert_eq!(problem["status"], status, "{told}");
                }
                asked += 1;
            }
        }
    }
    println!("{asked} requests to {} addresses", paths.len());
}
