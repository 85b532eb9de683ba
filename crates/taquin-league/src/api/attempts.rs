//! Attempts: beginning one, and sending back what was done.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use taquin_core::judge::ATTEMPT_MS;
use taquin_ledger::{AttemptRow, Event};
use utoipa::ToSchema;

use super::signed::{Claim, Id, RECEIPT, Signed};
use crate::problem::Told;
use crate::{League, Problem};

/// The longest name of a request.
const TOKEN_BYTES: usize = 64;

/// What is to be played.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// `single/4x4/keys`, `daily/2026-11-15/4x4` or `fewest/2026-11-15/4x4`.
    event: String,
    /// A name for this request, chosen by the client: asked again with it, the same attempt comes back. Letters, digits, - and _.
    token: String,
}

/// An attempt.
#[derive(Serialize, ToSchema)]
pub struct AttemptTold {
    /// The id.
    pub id: String,
    /// The player's id.
    pub player: String,
    /// What it is for.
    pub event: String,
    /// The board.
    pub board: String,
    /// When the board was shown, by the server's clock.
    pub opened_ms: u64,
    /// How long it is open.
    pub limit_ms: u64,
    /// Whether the player had been shown the board before.
    pub known: bool,
    /// What came of it.
    pub result: Option<ResultTold>,
}

/// What came of an attempt.
#[derive(Serialize, ToSchema)]
pub struct ResultTold {
    /// `ranked`, `flagged`, `unranked` or `refused`.
    pub standing: String,
    /// The codes of all reasons against it, the gravest first.
    pub reasons: Vec<String>,
    /// The time in milliseconds.
    pub time_ms: Option<u64>,
    /// The slides.
    pub slides: Option<u64>,
    /// What it was played with.
    pub class: String,
    /// When it came, by the server's clock.
    pub closed_ms: u64,
    /// The record.
    pub record: String,
    /// What somebody says who looked at it after it was flagged.
    pub cleared: Option<String>,
}

impl From<AttemptRow> for AttemptTold {
    fn from(row: AttemptRow) -> AttemptTold {
        let result = row.outcome.map(|o| ResultTold {
            standing: o.standing,
            reasons: o.reasons,
            time_ms: o.time_ms,
            slides: o.slides,
            class: o.class,
            closed_ms: o.closed_ms,
            record: o.record,
            cleared: o.cleared.map(|cleared| cleared.why),
        });
        AttemptTold {
            id: row.id,
            player: row.player,
            event: row.event.to_string(),
            board: row.board,
            opened_ms: row.opened_ms,
            limit_ms: ATTEMPT_MS,
            known: row.known,
            result,
        }
    }
}

/// Begins an attempt. It is stored before the answer shows its board.
#[utoipa::path(post, path = "/api/attempts", request_body = Begin, responses(
    (status = 201, body = AttemptTold), (status = "4XX", body = Told, content_type = "application/problem+json"), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn begin(
    State(league): State<League>,
    signed: Signed,
) -> Result<(StatusCode, Json<AttemptTold>), Problem> {
    let wish: Begin = signed.read()?;
    let event: Event =
        wish.event.parse().map_err(|why: taquin_ledger::EventError| Problem::Unreadable(why.to_string()))?;
    if matches!(event, Event::Race(..)) {
        return Err(Problem::Elsewhere);
    }
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if wish.token.is_empty() || wish.token.len() > TOKEN_BYTES || !wish.token.bytes().all(is_plain) {
        return Err(Problem::Unreadable(format!("a token is 1 to {TOKEN_BYTES} letters, digits, - and _")));
    }
    let attempt = league.begin(&signed.player.row.id, event, wish.token).await?;
    Ok((StatusCode::CREATED, Json(attempt.into())))
}

/// What was done on the board.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// The record: version 2 of the replay format (or version 1, with times), base64url.
    record: String,
}

/// The verdict.
#[derive(Serialize, ToSchema)]
pub struct VerdictTold {
    /// The attempt with its result.
    attempt: AttemptTold,
    /// What a day's board takes at least; absent for other boards, and until it is known.
    par: Option<u64>,
    /// Whether there is a solution of that length.
    proven: bool,
}

/// Sends back what was done. The same record again gets the same answer; another one is refused. A 429 or 503 carries `Taquin-Arrived`: sent
/// again with it, the record counts from when it came first.
#[utoipa::path(post, path = "/api/attempts/{id}/record", params(("id" = String, Path)), request_body = Submission, responses(
    (status = 200, body = VerdictTold), (status = "4XX", body = Told, content_type = "application/problem+json"), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn submit(State(league): State<League>, Id(id): Id, request: Request) -> Result<Response, Problem> {
    let claim = Claim::of(request).await?;
    let arrived_ms = claim.arrived_ms(&league);
    let receipt = league.secret().receipt(&claim.path, &claim.body, arrived_ms);
    match kept(&league, &id, claim, arrived_ms).await {
        Ok(verdict) => Ok(Json(verdict).into_response()),
        Err(problem @ (Problem::Unavailable | Problem::TooMany)) => {
            let mut response = problem.into_response();
            if let Ok(receipt) = HeaderValue::from_str(&receipt) {
                response.headers_mut().insert(RECEIPT, receipt);
            }
            Ok(response)
        }
        Err(problem) => Err(problem),
    }
}

async fn kept(league: &League, id: &str, claim: Claim, arrived_ms: u64) -> Result<VerdictTold, Problem> {
    let signed = Signed::of(claim, league).await?;
    let wish: Submission = signed.read()?;
    let attempt = league.submit(&signed.player.row.id, id, &wish.record, arrived_ms).await?;
    let day = match attempt.event.day() {
        Some(day) => league.store().days(Some(&day.to_string())).await?,
        None => Vec::new(),
    };
    let size = attempt.event.shape().to_string();
    let day = day.into_iter().find(|day| day.size == size);
    let (par, proven) = day.map_or((None, false), |day| (day.par, day.proven));
    Ok(VerdictTold { attempt: attempt.into(), par, proven })
}

/// A result with its record; of a day's board, when the day is over, of a race, when everybody has sent theirs or its time is over.
#[utoipa::path(get, path = "/api/attempts/{id}", params(("id" = String, Path)), responses(
    (status = 200, body = AttemptTold), (status = "4XX", body = Told, content_type = "application/problem+json"), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn show(State(league): State<League>, Id(id): Id) -> Result<Json<AttemptTold>, Problem> {
    let attempt = league.store().attempt(&id).await?.filter(|attempt| attempt.outcome.is_some());
    let attempt = attempt.ok_or(Problem::NotFound("result"))?;
    let is_over = match attempt.event {
        Event::Race(..) => league.is_race_over(&attempt).await?,
        event => league.is_open_to_all(event),
    };
    if !is_over {
        return Err(Problem::NotYet);
    }
    Ok(Json(attempt.into()))
}
