//! Who leaves leaves nothing behind.

mod common;

use common::http::Client;
use common::postgres::Postgres;
use common::{Folder, Running};
use serde_json::Value;

/// The files below a folder that hold some bytes.
fn holds(folder: &std::path::Path, what: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if file.path().is_dir() {
            found.extend(holds(&file.path(), what));
        } else if std::fs::read(file.path()).is_ok_and(|bytes| bytes.windows(what.len()).any(|w| w == what)) {
            found.push(file.path().display().to_string());
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn after_deletion_no_byte_of_name_or_key_is_in_the_file_or_its_log() {
    let folder = Folder::new("privacy");
    let running = Running::new(&folder.sqlite()).await;
    let (leaves, stays) = (Client::new(running.address, 1), Client::new(running.address, 2));
    assert_eq!(leaves.join("Zaphod Quirk").await.0, 201);
    assert_eq!(stays.join("Someone Else").await.0, 201);
    for round in 0..30 {
        assert_eq!(leaves.begin("single/4x4/keys", &format!("t{round}")).await.0, 201);
    }
    let path = format!("/api/players/{}/name", leaves.id);
    let renamed = serde_json::json!({"was": "Zaphod Quirk", "name": "Quetzal Nimbus"});
    assert_eq!(leaves.send("PUT", &path, &renamed).await.unwrap().0, 200);
    let key = leaves.key.verifying_key().to_sec1_point(false).to_bytes();
    let traces: [&[u8]; 5] =
        [b"Zaphod Quirk", b"Quetzal Nimbus", b"zaphodqu", leaves.id.as_bytes(), &key[1..33]];
    assert!(!holds(&folder.0, b"Quetzal Nimbus").is_empty(), "the test can see a name that is there");
    assert!(!holds(&folder.0, &key[1..33]).is_empty());
    assert_eq!(
        leaves.send("DELETE", &format!("/api/players/{}", leaves.id), &Value::Null).await.unwrap().0,
        204
    );
    for trace in traces {
        assert_eq!(holds(&folder.0, trace), [""; 0], "{}", String::from_utf8_lossy(trace));
    }
    assert!(!holds(&folder.0, b"Someone Else").is_empty());
    assert_eq!(holds(&folder.0, b"127.0.0.1"), [""; 0], "addresses are in memory alone");
}

/// On PostgreSQL the table of players is written anew; what its log (WAL) held is gone with the next checkpoints where segments are not used
/// again, and what it says in words never had a name in it.
#[tokio::test(flavor = "multi_thread")]
async fn after_deletion_and_a_checkpoint_no_byte_of_name_or_key_is_in_postgresql() {
    let server = Postgres::start();
    let running = Running::new(&server.database("privacy")).await;
    let (leaves, stays) = (Client::new(running.address, 1), Client::new(running.address, 2));
    assert_eq!(leaves.join("Zaphod Quirk").await.0, 201);
    assert_eq!(stays.join("Someone Else").await.0, 201);
    for round in 0..10 {
        assert_eq!(leaves.begin("single/4x4/keys", &format!("t{round}")).await.0, 201);
    }
    // Somebody wants the same name, when they come and later.
    assert_eq!(Client::new(running.address, 3).join("Zaphod Quirk").await.1["code"], "name-taken");
    let path = format!("/api/players/{}/name", stays.id);
    let wish = serde_json::json!({"was": "Someone Else", "name": "Zaphod Quirk"});
    assert_eq!(stays.send("PUT", &path, &wish).await.unwrap().1["code"], "name-taken");
    let key = leaves.key.verifying_key().to_sec1_point(false).to_bytes();
    let settle = || {
        for sql in ["CHECKPOINT", "SELECT pg_switch_wal()", "CHECKPOINT"] {
            server.command(sql);
        }
    };
    settle();
    let skeleton: &[u8] = b"zaphodqu";
    let traces: [&[u8]; 3] = [b"Zaphod Quirk", skeleton, &key[1..33]];
    assert!(!holds(server.folder(), b"Zaphod Quirk").is_empty(), "the test can see a name that is there");
    assert!(!holds(server.folder(), &key[1..33]).is_empty());
    assert_eq!(
        leaves.send("DELETE", &format!("/api/players/{}", leaves.id), &Value::Null).await.unwrap().0,
        204
    );
    settle();
    for trace in traces {
        assert_eq!(holds(server.folder(), trace), [""; 0], "{}", String::from_utf8_lossy(trace));
    }
    assert!(!holds(server.folder(), b"Someone Else").is_empty());
    assert_eq!(running.league.store().players_after("").await.unwrap().len(), 1);
}
