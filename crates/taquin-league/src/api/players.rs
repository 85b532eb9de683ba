//! Players: coming, being seen, changing a name, taking everything away, leaving.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use taquin_core::game::Day;
use taquin_ledger::{AttemptRow, Event, PlayerRow};
use utoipa::ToSchema;

use super::attempts::AttemptTold;
use super::signed::{Claim, Id, Signed, read, verify};
use crate::keys::PublicKey;
use crate::names::Name;
use crate::problem::Told;
use crate::store::NewPlayer;
use crate::{League, Problem};

/// Who comes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The public key: the 65 bytes of an uncompressed point of P-256, base64url.
    key: String,
    /// The name.
    name: String,
}

/// A player, as everybody may see them.
#[derive(Serialize, ToSchema)]
pub struct PlayerTold {
    /// The id.
    id: String,
    /// The name.
    name: String,
    /// When they came.
    joined_ms: u64,
    /// How many days in a row they have solved a day's board.
    streak: u32,
    /// Results there are.
    results: u64,
}

/// Comes: the same key again is the same player.
#[utoipa::path(post, path = "/api/players", request_body = Join, responses(
    (status = 201, body = PlayerTold), (status = "4XX", body = Told, content_type = "application/problem+json"), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn join(
    State(league): State<League>,
    request: Request,
) -> Result<(StatusCode, Json<PlayerTold>), Problem> {
    let Claim { method, path, headers, body, .. } = Claim::of(request).await?;
    let wish: Join = read(&body)?;
    let key = PublicKey::decode(&wish.key)
        .ok_or_else(|| Problem::Unreadable("the key is no point of P-256".into()))?;
    verify(&league, &key, &method, &path, &headers, &body)?;
    let name = Name::new(&wish.name)?;
    let row = PlayerRow { id: key.id(), name: name.text, joined_ms: league.clock().now_ms() };
    let new = NewPlayer { row, key: key.bytes().to_vec(), skeleton: name.skeleton };
    let player = league.store().add_player(&new).await?;
    Ok((StatusCode::CREATED, Json(told(&league, player.row).await?)))
}

/// A player, as everybody may see them.
#[utoipa::path(get, path = "/api/players/{id}", params(("id" = String, Path)), responses(
    (status = 200, body = PlayerTold), (status = "4XX", body = Told, content_type = "application/problem+json"), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn show(State(league): State<League>, Id(id): Id) -> Result<Json<PlayerTold>, Problem> {
    let player = league.store().player(&id).await?.ok_or(Problem::NotFound("player"))?;
    Ok(Json(told(&league, player.row).await?))
}

async fn told(league: &League, row: PlayerRow) -> Result<PlayerTold, Problem> {
    let attempts = league.store().attempts_of(&row.id).await?;
    let streak = Day::streak(&solved_days(&attempts), league.clock().today());
    let results = attempts.iter().filter(|attempt| attempt.outcome.is_some()).count() as u64;
    Ok(PlayerTold { id: row.id, name: row.name, joined_ms: row.joined_ms, streak, results })
}

/// The days whose board was solved, ranked or not, for speed or in the fewest slides.
fn solved_days(attempts: &[AttemptRow]) -> Vec<Day> {
    let solved = |attempt: &&AttemptRow| {
        attempt.outcome.as_ref().is_some_and(|o| o.time_ms.is_some() && o.standing != "refused" && !o.copied)
    };
    let day = |attempt: &AttemptRow| match attempt.event {
        Event::Daily(day, _) | Event::Fewest(day, _) => Some(day),
        Event::Single(..) | Event::Race(..) => None,
    };
    attempts.iter().filter(solved).filter_map(day).collect()
}

/// A new name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The name until now.
    was: String,
    /// The name from now on.
    name: String,
}

/// Changes one's name.
#[utoipa::path(put, path = "/api/players/{id}/name", params(("id" = String, Path)), request_body = Rename, responses(
    (status = 200, body = PlayerTold), (status = "4XX", body = Told, content_type = "application/problem+json"), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn rename(
    State(league): State<League>,
    Id(id): Id,
    signed: Signed,
) -> Result<Json<PlayerTold>, Problem> {
    signed.is(&id)?;
    let wish: Rename = signed.read()?;
    let name = Name::new(&wish.name)?;
    // What is no name is nobody's.
    if Name::new(&wish.was).is_err() {
        return Err(Problem::Stale);
    }
    league.store().rename(&id, &wish.was, &name.text, &name.skeleton).await?;
    Ok(Json(told(&league, PlayerRow { name: name.text, ..signed.player.row }).await?))
}

/// Everything that is kept of a player.
#[derive(Serialize, ToSchema)]
pub struct Export {
    /// The player.
    player: PlayerTold,
    /// The public key, base64url.
    key: String,
    /// Every attempt.
    attempts: Vec<AttemptTold>,
}

/// Everything that is kept of oneself.
#[utoipa::path(post, path = "/api/players/{id}/export", params(("id" = String, Path)), responses(
    (status = 200, body = Export), (status = "4XX", body = Told, content_type = "application/problem+json"), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn export(
    State(league): State<League>,
    Id(id): Id,
    signed: Signed,
) -> Result<Json<Export>, Problem> {
    use base64::Engine;
    signed.is(&id)?;
    let attempts = league.store().attempts_of(&id).await?.into_iter().map(AttemptTold::from).collect();
    let key = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&signed.player.key);
    Ok(Json(Export { player: told(&league, signed.player.row).await?, key, attempts }))
}

/// Leaves, and takes everything along.
#[utoipa::path(delete, path = "/api/players/{id}", params(("id" = String, Path)), responses(
    (status = 204), (status = "4XX", body = Told, content_type = "application/problem+json"), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn delete(State(league): State<League>, Id(id): Id, signed: Signed) -> Result<StatusCode, Problem> {
    signed.is(&id)?;
    league.store().delete_player(&id).await?;
    league.races().forget(&id);
    Ok(StatusCode::NO_CONTENT)
}
