//! A request that a player has signed.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use serde::de::DeserializeOwned;

use super::BODY_BYTES;
use super::door::Arrived;
use crate::keys::PublicKey;
use crate::store::Player;
use crate::{League, Problem};

/// How long a body may take to come.
const BODY_TIME: Duration = Duration::from_secs(10);

/// The header that says when a request came first.
pub(super) const RECEIPT: &str = "taquin-arrived";

/// A request whose signature was checked.
pub(super) struct Signed {
    pub(super) player: Player,
    body: Bytes,
}

impl Signed {
    /// The body as what it should be.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        read(&self.body)
    }

    /// Refuses whoever is somebody else.
    pub(super) fn is(&self, id: &str) -> Result<(), Problem> {
        if self.player.row.id == id { Ok(()) } else { Err(Problem::Foreign) }
    }
}

impl FromRequest<League> for Signed {
    type Rejection = Problem;

    async fn from_request(request: Request, league: &League) -> Result<Signed, Problem> {
        Signed::of(Claim::of(request).await?, league).await
    }
}

impl Signed {
    /// Believes a claim that is signed.
    pub(super) async fn of(claim: Claim, league: &League) -> Result<Signed, Problem> {
        let Claim { method, path, headers, body, .. } = claim;
        let id = text(&headers, "taquin-player")?;
        if !league.settings().limits.allows_player(id) {
            return Err(Problem::TooMany);
        }
        let player = league.store().player(id).await?.ok_or(Problem::Unsigned)?;
        let key = PublicKey::new(&player.key).ok_or(Problem::Broken)?;
        verify(league, &key, &method, &path, &headers, &body)?;
        Ok(Signed { player, body })
    }
}

/// The id or name in an address: as ids are written, or there is nothing there.
pub(super) struct Id(pub(super) String);

impl FromRequestParts<League> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, league: &League) -> Result<Id, Problem> {
        let path = Path::<String>::from_request_parts(parts, league).await;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let id = path.ok().map(|Path(id)| id).filter(|id| id.len() <= 64 && id.bytes().all(is_plain));
        id.map(Id).ok_or(Problem::NotFound("thing"))
    }
}

/// A request with its body, not yet believed.
pub(super) struct Claim {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
    arrived: Option<Arrived>,
}

impl Claim {
    pub(super) async fn of(request: Request) -> Result<Claim, Problem> {
        let (parts, body) = request.into_parts();
        let body = whole(body, &parts.headers).await?;
        let arrived = parts.extensions.get::<Arrived>().copied();
        let path = parts.uri.path().to_owned();
        Ok(Claim { method: parts.method, path, headers: parts.headers, body, arrived })
    }

    /// When it came: when its head did, whose signature holds for this body and no other, so that nothing is gained by a body that comes
    /// later; or when it came first, by a receipt that it was given then.
    pub(super) fn arrived_ms(&self, league: &League) -> u64 {
        let now_ms = self.arrived.map_or_else(|| league.clock().now_ms(), |Arrived(at_ms)| at_ms);
        let receipt = self.headers.get(RECEIPT).and_then(|receipt| receipt.to_str().ok());
        let first = receipt.and_then(|receipt| league.secret().arrived(receipt, &self.path, &self.body));
        first.unwrap_or(now_ms).min(now_ms)
    }
}

async fn whole(body: Body, headers: &HeaderMap) -> Result<Bytes, Problem> {
    let told = headers.get("content-length").and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if told.is_some_and(|length| length > BODY_BYTES) {
        return Err(Problem::TooLong);
    }
    let read =
        tokio::time::timeout(BODY_TIME, to_bytes(body, BODY_BYTES)).await.map_err(|_| Problem::TooSlow)?;
    read.map_err(|_| Problem::TooLong)
}

pub(super) fn verify(
    league: &League,
    key: &PublicKey,
    method: &Method,
    path: &str,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<(), Problem> {
    let (challenge, signature) = (text(headers, "taquin-challenge")?, text(headers, "taquin-signature")?);
    let good = league.secret().is_good(challenge, league.clock().now_ms())
        && key.has_signed(signature, method.as_str(), path, challenge, body);
    if good { Ok(()) } else { Err(Problem::Unsigned) }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Result<&'a str, Problem> {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .filter(|text| text.len() <= 200)
        .ok_or(Problem::Unsigned)
}

/// A body as what it should be.
pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body)
        .map_err(|why| Problem::Unreadable(format!("the body is not what is asked for: {why}")))
}
