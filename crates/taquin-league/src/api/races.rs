//! Races: making a room, and going there.

use std::net::{IpAddr, Ipv4Addr};

use axum::Json;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use taquin_ledger::Event;
use taquin_serve::Peer;
use utoipa::ToSchema;

use super::door::is_of_our_own;
use super::signed::{Id, Signed};
use crate::problem::Told;
use crate::race::{MESSAGE_BYTES, Races, RoomName, talk};
use crate::{League, Problem};

/// What is to be raced.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// `race/4x4/keys`.
    event: String,
}

/// A room.
#[derive(Serialize, ToSchema)]
pub struct RoomMade {
    /// Its name: whoever has it can go there. It stays good.
    id: String,
    /// What is raced there.
    event: String,
}

/// Makes a room.
#[utoipa::path(post, path = "/api/races", request_body = NewRoom, responses(
    (status = 201, body = RoomMade), (status = "4XX", body = Told, content_type = "application/problem+json"), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn make(
    State(league): State<League>,
    signed: Signed,
) -> Result<(StatusCode, Json<RoomMade>), Problem> {
    let wish: NewRoom = signed.read()?;
    let Ok(event @ Event::Race(shape, class)) = wish.event.parse() else {
        return Err(Problem::Unreadable("a race is written race/4x4/keys, with sides of 3 to 10".into()));
    };
    let id = RoomName::fresh(league.secret(), shape, class);
    Ok((StatusCode::CREATED, Json(RoomMade { id, event: event.to_string() })))
}

/// Goes to a room: a WebSocket. What is said in it is in `docs/league.md`.
#[utoipa::path(get, path = "/api/races/{id}/live", params(("id" = String, Path)), responses(
    (status = 101), (status = "4XX", body = Told, content_type = "application/problem+json"), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn live(
    State(league): State<League>,
    Id(id): Id,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    // A page of another site may open a socket without asking; its cookies are no danger, there are none, but its players are.
    if !is_of_our_own(&headers) {
        return Err(Problem::ForeignOrigin);
    }
    RoomName::read(league.secret(), &id).ok_or(Problem::NotFound("room"))?;
    let upgrade = upgrade.map_err(|why| Problem::Unreadable(why.body_text()))?;
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |Extension(peer)| peer.0.ip());
    let counted = Races::admit(&league, league.settings().limits.address(peer, &headers))?;
    Ok(upgrade
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .on_upgrade(move |socket| talk(league, socket, id, counted)))
}
