//! Somebody in a room.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use taquin_core::Board;
use taquin_core::replay::{Record, Source};
use taquin_league::race::Bounds;
use taquin_league::{Limits, Settings};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::games::played;
use super::http::Client;
use super::{Folder, Running};

/// A league whose races begin at once.
pub async fn running(folder: &Folder, bounds: Bounds) -> Running {
    running_on(&folder.sqlite(), bounds).await
}

pub async fn running_on(url: &str, bounds: Bounds) -> Running {
    let limits = Limits::new(1_000_000, 1_000_000, Vec::new());
    let races = Bounds { countdown: Duration::from_millis(30), ..bounds };
    Running::decided(url, Settings { limits, races, ..Settings::default() }).await
}

/// Somebody in a room: a player, or with no client one who looks on.
pub struct Racer {
    pub client: Option<Client>,
    socket: WebSocketStream<TcpStream>,
    /// What was said to them alone when they came.
    pub you: Value,
    /// The room as it was told last.
    pub race: Value,
    /// The last problem.
    pub problem: Value,
    /// When the conversation was ended by the other side: the code.
    pub closed: Option<u16>,
}

pub type Handshake = Result<WebSocketStream<TcpStream>, tokio_tungstenite::tungstenite::Error>;

/// Opens a socket, saying nothing.
pub async fn open(running: &Running, room: &str, headers: &[(&'static str, &str)]) -> Handshake {
    let mut request = format!("ws://localhost/api/races/{room}/live").into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    let stream = TcpStream::connect(running.address).await.unwrap();
    tokio_tungstenite::client_async(request, stream).await.map(|(socket, _)| socket)
}

pub async fn room(client: &Client, event: &str) -> String {
    let (status, told) = client.send("POST", "/api/races", &json!({"event": event})).await.unwrap();
    assert_eq!(status, 201, "{told}");
    told["id"].as_str().unwrap().to_owned()
}

impl Racer {
    pub async fn player(running: &Running, client: &Client, room: &str) -> Racer {
        let challenge = client.challenge().await.unwrap();
        let signature = client.signature("GET", &format!("/api/races/{room}/live"), &challenge, b"");
        let hello = json!({"player": {"id": client.id, "challenge": challenge, "signature": signature}});
        Racer::came(running, Some(client.clone()), room, &hello).await
    }

    pub async fn watcher(running: &Running, room: &str) -> Racer {
        Racer::came(running, None, room, &json!("watch")).await
    }

    pub async fn came(running: &Running, client: Option<Client>, room: &str, hello: &Value) -> Racer {
        let socket = open(running, room, &[]).await.expect("the socket opens");
        let (you, race, problem) = (Value::Null, Value::Null, Value::Null);
        let mut racer = Racer { client, socket, you, race, problem, closed: None };
        racer.say(hello).await;
        while racer.you.is_null() && racer.closed.is_none() {
            racer.hear().await;
        }
        racer
    }

    pub async fn say(&mut self, what: &Value) {
        self.raw(Message::text(what.to_string())).await;
    }

    pub async fn raw(&mut self, message: Message) {
        // Whoever was closed is told so when they listen.
        let _ = self.socket.send(message).await;
    }

    /// Hears one thing.
    pub async fn hear(&mut self) {
        let message = tokio::time::timeout(Duration::from_secs(20), self.socket.next()).await;
        match message.expect("something is said") {
            Some(Ok(Message::Text(text))) => {
                let told: Value = serde_json::from_str(&text).unwrap();
                for (name, place) in
                    [("you", &mut self.you), ("race", &mut self.race), ("problem", &mut self.problem)]
                {
                    if !told[name].is_null() {
                        *place = told[name].clone();
                    }
                }
            }
            Some(Ok(Message::Close(frame))) => {
                self.closed = Some(frame.map_or(1005, |frame| frame.code.into()));
            }
            Some(Ok(_)) => {}
            Some(Err(_)) | None => self.closed = self.closed.or(Some(1006)),
        }
    }

    /// Listens until the room is as it should be.
    pub async fn until(&mut self, is_so: impl Fn(&Value) -> bool) {
        let begun = std::time::Instant::now();
        while !is_so(&self.race) {
            assert!(begun.elapsed() < Duration::from_secs(30), "it stays {}", self.race);
            assert_eq!(self.closed, None, "closed at {}", self.race);
            self.hear().await;
        }
    }

    pub async fn until_phase(&mut self, phase: &str) {
        self.until(|race| race["phase"] == phase).await;
    }

    pub async fn until_closed(&mut self) -> u16 {
        while self.closed.is_none() {
            self.hear().await;
        }
        self.closed.unwrap()
    }

    pub async fn until_problem(&mut self) -> Value {
        while self.problem.is_null() {
            assert_eq!(self.closed, None);
            self.hear().await;
        }
        std::mem::take(&mut self.problem)
    }

    /// The line of a player in the room.
    pub fn line(&self, id: &str) -> Value {
        let players = self.race["players"].as_array().unwrap();
        players.iter().find(|player| player["id"] == id).cloned().unwrap_or_default()
    }

    pub fn id(&self) -> String {
        self.client.as_ref().unwrap().id.clone()
    }

    pub fn attempt(&self) -> String {
        self.line(&self.id())["attempt"].as_str().expect("they are in the race").to_owned()
    }

    pub fn board(&self) -> Board {
        self.race["board"].as_str().unwrap().parse().unwrap()
    }

    /// A solve of theirs.
    pub fn solved(&self, seed: u64) -> Record {
        played(&self.board(), Source::Keys, seed)
    }

    /// Sends a record to the judge, and lets the room look.
    pub async fn send(&mut self, record: &Record) -> (u16, Value) {
        let client = self.client.clone().unwrap();
        let answer = client.submit(&self.attempt(), &record.encode().unwrap()).await;
        self.say(&json!("look")).await;
        answer
    }
}

/// The first part of a record.
pub fn part(record: &Record, of_ten: usize) -> Record {
    let acts = record.acts()[..record.acts().len() * of_ten / 10].to_vec();
    Record::new(record.start().clone(), record.goal().clone(), record.source(), acts).unwrap()
}

/// Players with names, in a room of their own.
pub async fn players(running: &Running, count: u64, event: &str) -> (Vec<Client>, String) {
    let clients: Vec<Client> = (0..count).map(|i| Client::new(running.address, 100 + i)).collect();
    for (i, client) in clients.iter().enumerate() {
        assert_eq!(client.join(&format!("Racer {i}")).await.0, 201);
    }
    let room = room(&clients[0], event).await;
    (clients, room)
}

/// Everybody comes, is ready, and the race begins.
pub async fn begun(running: &Running, clients: &[Client], room: &str) -> Vec<Racer> {
    let mut racers = Vec::new();
    for client in clients {
        racers.push(Racer::player(running, client, room).await);
    }
    for racer in &mut racers {
        racer.say(&json!({"ready": true})).await;
    }
    for racer in &mut racers {
        racer.until_phase("racing").await;
    }
    racers
}
