//! Who leaves leaves nothing behind.

mod common;

use common::http::Client;
use common::{Folder, Running};
use serde_json::Value;

fn holds(folder: &std::path::Path, what: &[u8]) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap().flatten();
    let found =
        files.filter(|file| std::fs::read(file.path()).unwrap().windows(what.len()).any(|w| w == what));
    found.map(|file| file.file_name().to_string_lossy().into_owned()).collect()
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
