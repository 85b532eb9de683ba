//! A client as a program would write one.

use std::net::SocketAddr;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use taquin_league::keys::signed_text;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Status and body of an answer; an error when there was none.
pub async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<(u16, Value)> {
    let (status, _, body) = ask_whole(address, method, path, headers, body).await?;
    Ok((status, serde_json::from_slice(&body).unwrap_or(Value::Null)))
}

/// Status, head and body.
pub async fn ask_whole(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<(u16, String, Vec<u8>)> {
    let mut request = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    if !body.is_empty() || method != "GET" {
        request.push_str(&format!("Content-Length: {}\r\n", body.len()));
    }
    request.push_str("\r\n");
    let exchange = async {
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(&[request.as_bytes(), body].concat()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        Ok::<_, std::io::Error>(answer)
    };
    let answer = tokio::time::timeout(Duration::from_secs(30), exchange).await??;
    let end = answer.windows(4).position(|w| w == b"\r\n\r\n").ok_or(std::io::ErrorKind::UnexpectedEof)?;
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let told = head
        .lines()
        .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse::<usize>().ok());
    let body = answer[end + 4..].to_vec();
    if told.is_some_and(|told| told != body.len()) {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    Ok((status, head, if is_chunked { unchunked(&body) } else { body }))
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = rest.windows(2).position(|w| w == b"\r\n") {
        let length = usize::from_str_radix(&String::from_utf8_lossy(&rest[..end]), 16).unwrap_or(0);
        if length == 0 || rest.len() < end + 2 + length {
            break;
        }
        whole.extend_from_slice(&rest[end + 2..end + 2 + length]);
        rest = &rest[(end + 4 + length).min(rest.len())..];
    }
    whole
}

/// A player with a key.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub key: SigningKey,
    pub id: String,
}

impl Client {
    /// A player's key from a number, who has not come yet.
    pub fn new(address: SocketAddr, number: u64) -> Client {
        let mut bytes = [1u8; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        let key = SigningKey::from_slice(&bytes).expect("a key");
        let public =
            taquin_league::keys::PublicKey::new(&key.verifying_key().to_sec1_point(false).to_bytes());
        Client { address, key, id: public.expect("a point").id() }
    }

    pub fn public_key(&self) -> String {
        BASE64.encode(self.key.verifying_key().to_sec1_point(false).to_bytes())
    }

    pub async fn challenge(&self) -> std::io::Result<String> {
        let (_, told) = ask(self.address, "GET", "/api/league", &[], b"").await?;
        told["challenge"].as_str().map(str::to_owned).ok_or(std::io::ErrorKind::InvalidData.into())
    }

    pub fn signature(&self, method: &str, path: &str, challenge: &str, body: &[u8]) -> String {
        let signature: Signature = self.key.sign(signed_text(method, path, challenge, body).as_bytes());
        BASE64.encode(signature.to_bytes())
    }

    /// Sends a signed request.
    pub async fn send(&self, method: &str, path: &str, body: &Value) -> std::io::Result<(u16, Value)> {
        let challenge = self.challenge().await?;
        self.send_under(&challenge, method, path, body).await
    }

    /// The same, under a challenge that is there already.
    pub async fn send_under(
        &self,
        challenge: &str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> std::io::Result<(u16, Value)> {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let signature = self.signature(method, path, challenge, &body);
        let headers = [
            ("Taquin-Player", self.id.as_str()),
            ("Taquin-Challenge", challenge),
            ("Taquin-Signature", &signature),
        ];
        ask(self.address, method, path, &headers, &body).await
    }

    pub async fn join(&self, name: &str) -> (u16, Value) {
        let body = json!({"key": self.public_key(), "name": name});
        self.send("POST", "/api/players", &body).await.expect("an answer")
    }

    pub async fn begin(&self, event: &str, token: &str) -> (u16, Value) {
        self.send("POST", "/api/attempts", &json!({"event": event, "token": token})).await.expect("an answer")
    }

    pub async fn submit(&self, attempt: &str, record: &str) -> (u16, Value) {
        let path = format!("/api/attempts/{attempt}/record");
        self.send("POST", &path, &json!({"record": record})).await.expect("an answer")
    }
}
