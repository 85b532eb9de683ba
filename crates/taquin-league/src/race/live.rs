//! One conversation: a socket, from who somebody is to their leaving.
//!
//! What is told is the room as it is now, whole: whoever reads slowly, or comes back, needs nothing of what was told before.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{Instant, interval_at, sleep_until, timeout};

use super::{Place, Socket};
use crate::keys::PublicKey;
use crate::{League, Problem};

/// The longest message: a record of some ten thousand slides.
pub(crate) const MESSAGE_BYTES: usize = 64 * 1024;
/// Messages a second in the long run, and at once.
const RATE: f64 = 10.0;
const BURST: f64 = 40.0;
/// The room is told so often at most.
const PACE: Duration = Duration::from_millis(100);
/// A message must be taken in this time.
const SEND_TIME: Duration = Duration::from_secs(10);

/// What comes first.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Hello {
    /// A player: the signature is the one of `GET` and the socket's address, with no body.
    Player { id: String, challenge: String, signature: String },
    /// Somebody who looks on.
    Watch,
}

/// What comes then.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Said {
    /// Whether they are ready.
    Ready(bool),
    /// What they have done so far.
    Record(String),
    /// A result was sent: the room should look for it.
    Look,
}

/// Why a conversation ends.
enum End {
    /// They went, or do not answer.
    Gone,
    /// We go.
    Closing,
    /// They said what nobody says.
    Wrong(&'static str),
    /// They were not let in.
    Refused(Problem),
}

/// Talks with whoever is at the other end until one of both has enough.
pub(crate) async fn talk(league: League, mut socket: WebSocket, name: String, counted: Socket) {
    let end = match whoever(&league, &mut socket, &name).await {
        Ok(place) => conversation(&league, &mut socket, &place).await,
        Err(end) => end,
    };
    let (code, reason) = match end {
        End::Gone => (close_code::NORMAL, String::new()),
        End::Closing => (close_code::RESTART, "closing".into()),
        End::Wrong(why) => (close_code::POLICY, why.into()),
        End::Refused(problem) => {
            let _ = send(&mut socket, told_of(&problem)).await;
            (close_code::POLICY, problem.code().into())
        }
    };
    let _ = timeout(Duration::from_secs(1), async {
        let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
        // The other side's farewell; without it a close may be lost with what it had still under way.
        while let Some(Ok(_)) = socket.recv().await {}
    })
    .await;
    drop(counted);
}

/// Ready when the program ends.
async fn over(closing: &mut watch::Receiver<bool>) {
    // Whoever could say so is gone: then it is over, too.
    drop(closing.wait_for(|closing| *closing).await);
}

/// A problem as it is told in a conversation.
fn told_of(problem: &Problem) -> String {
    json!({"problem": {"code": problem.code(), "detail": problem.to_string()}}).to_string()
}

async fn send(socket: &mut WebSocket, text: String) -> Result<(), End> {
    match timeout(SEND_TIME, socket.send(Message::text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}

/// Waits for the first message, and lets whoever sent it in.
async fn whoever(league: &League, socket: &mut WebSocket, name: &str) -> Result<Place, End> {
    let first = async {
        loop {
            match socket.recv().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return Err(End::Gone),
            }
        }
    };
    let bounds = &league.settings().races;
    let mut closing = league.races().closing.subscribe();
    let text = tokio::select! {
        first = timeout(bounds.hello, first) => first.map_err(|_| End::Wrong("say who you are"))??,
        () = over(&mut closing) => return Err(End::Closing),
    };
    let hello = serde_json::from_str(&text).map_err(|_| End::Wrong("say who you are"))?;
    let player = match hello {
        Hello::Watch => None,
        Hello::Player { id, challenge, signature } => {
            Some(known(league, &id, &challenge, &signature, name).await.map_err(End::Refused)?)
        }
    };
    let player = player.as_ref().map(|(id, name)| (id.as_str(), name.as_str()));
    let place = league.enter(name, player).await.map_err(End::Refused)?;
    let you = json!({"you": {
        "seated": place.player.is_some(),
        "record": place.player.as_ref().and_then(|player| super::locked(&place.live.room).told_by(player).map(str::to_owned)),
    }});
    send(socket, you.to_string()).await?;
    // Somebody may have sent their result and lost the connection over it.
    league.settle(&place.live).await;
    Ok(place)
}

/// Id and name of whoever signed.
async fn known(
    league: &League,
    id: &str,
    challenge: &str,
    signature: &str,
    name: &str,
) -> Result<(String, String), Problem> {
    if id.len() > 64 || challenge.len() > 200 || signature.len() > 200 {
        return Err(Problem::Unsigned);
    }
    if !league.settings().limits.allows_player(id) {
        return Err(Problem::TooMany);
    }
    let player = league.store().player(id).await?.ok_or(Problem::Unsigned)?;
    let key = PublicKey::new(&player.key).ok_or(Problem::Broken)?;
    let path = format!("/api/races/{name}/live");
    let good = league.secret().is_good(challenge, league.clock().now_ms())
        && key.has_signed(signature, "GET", &path, challenge, b"");
    if good { Ok((player.row.id, player.row.name)) } else { Err(Problem::Unsigned) }
}

async fn conversation(league: &League, socket: &mut WebSocket, place: &Place) -> End {
    let bounds = &league.settings().races;
    let mut told = place.live.told.subscribe();
    told.mark_changed();
    let mut closing = league.races().closing.subscribe();
    let mut heard = Instant::now();
    let mut asked = interval_at(heard + bounds.idle / 3, bounds.idle / 3);
    let (mut allowed, mut counted) = (BURST, Instant::now());
    let mut next = Instant::now();
    loop {
        let done = tokio::select! {
            () = over(&mut closing) => Err(End::Closing),
            changed = async { sleep_until(next).await; told.changed().await } => match changed {
                Ok(()) => {
                    let room = told.borrow_and_update().clone();
                    next = Instant::now() + PACE;
                    send(socket, format!("{{\"now_ms\":{},\"race\":{room}}}", league.clock().now_ms())).await
                }
                Err(_) => Err(End::Gone),
            },
            _ = asked.tick() => {
                if heard.elapsed() > bounds.idle {
                    Err(End::Gone)
                } else {
                    match timeout(SEND_TIME, socket.send(Message::Ping(Vec::new().into()))).await {
                        Ok(Ok(())) => Ok(()),
                        Ok(Err(_)) | Err(_) => Err(End::Gone),
                    }
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                allowed = (allowed + counted.elapsed().as_secs_f64() * RATE).min(BURST) - 1.0;
                counted = heard;
                match message {
                    Some(Ok(_)) if allowed < 0.0 => Err(End::Wrong("too many messages")),
                    Some(Ok(Message::Text(text))) => taken(league, socket, place, &text).await,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                    Some(Ok(Message::Binary(_))) => Err(End::Wrong("text alone is spoken here")),
                    // Too long, say; or it was torn off, and nobody hears what we say to that.
                    Some(Err(_)) => Err(End::Wrong("this cannot be read")),
                    Some(Ok(Message::Close(_))) | None => Err(End::Gone),
                }
            }
        };
        if let Err(end) = done {
            return end;
        }
    }
}

/// Does what somebody said. What cannot be done is told, and they stay.
async fn taken(league: &League, socket: &mut WebSocket, place: &Place, text: &str) -> Result<(), End> {
    let said = serde_json::from_str(text).map_err(|_| End::Wrong("no such message"))?;
    let Some(player) = &place.player else {
        return send(socket, told_of(&Problem::Watching)).await;
    };
    match said {
        Said::Ready(ready) => {
            place.live.with(|room| room.ready(player, ready));
            league.consider(&place.live);
        }
        Said::Record(record) => {
            if let Err(why) = place.live.with(|room| room.tell(player, record)) {
                send(socket, told_of(&Problem::Record(why.into()))).await?;
            }
        }
        Said::Look => league.settle(&place.live).await,
    }
    Ok(())
}
