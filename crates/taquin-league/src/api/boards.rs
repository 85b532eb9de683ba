//! Rankings, days, dumps.

#![allow(unused_qualifications, reason = "the macro that documents parameters writes them out in full")]

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use taquin_core::game::Day;
use taquin_ledger::{AVERAGES, Event};
use utoipa::{IntoParams, ToSchema};

use super::signed::Id;
use crate::problem::Told;
use crate::{League, Problem, upkeep};

/// The most rows of a ranking.
const ROWS: u32 = 100;

/// Which ranking.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct Which {
    /// `single/4x4/keys`, `ao5/4x4/keys` (ao12, ao50, ao100), `daily/4x4/keys` or `fewest/4x4`.
    board: String,
    /// `2026-11-15`, `2026-11` or `all`; days alone for `daily` and `fewest`.
    period: String,
}

/// A ranking.
#[derive(Serialize, ToSchema)]
pub struct RankingTold {
    /// The board.
    board: String,
    /// The period.
    period: String,
    /// The best first.
    rows: Vec<RowTold>,
}

/// One row.
#[derive(Serialize, ToSchema)]
pub struct RowTold {
    /// The rank: equal for equals.
    rank: u32,
    /// The player's id.
    player: String,
    /// The player's name.
    name: String,
    /// Milliseconds, or slides.
    value: u64,
    /// When it was reached.
    at_ms: u64,
    /// The attempt to look at; of an average the last one.
    attempt: String,
    /// Whether no shorter solution exists: a badge of `fewest`, when the day is over.
    optimal: bool,
}

/// A ranking.
#[utoipa::path(get, path = "/api/rankings", params(Which), responses(
    (status = 200, body = RankingTold), (status = "4XX", body = Told, content_type = "application/problem+json"), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn ranking(
    State(league): State<League>,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Json<RankingTold>, Problem> {
    let Query(Which { board, period }) = which.map_err(|why| Problem::Unreadable(why.body_text()))?;
    if !is_board(&board) || !is_period(&period) {
        return Err(Problem::Unreadable("there is no such board or period".into()));
    }
    let optimum = match board.strip_prefix("fewest/") {
        Some(size) if period < league.clock().today().to_string() => {
            let days = league.store().days(Some(&period)).await?;
            days.into_iter().find(|day| day.size == size && day.proven).and_then(|day| day.par)
        }
        _ => None,
    };
    let found = league.store().ranking(&board, &period, ROWS).await?;
    let mut rows: Vec<RowTold> = Vec::with_capacity(found.len());
    for (place, row) in (1..).zip(found) {
        let rank =
            rows.last().filter(|above| above.value == row.best.value).map_or(place, |above| above.rank);
        let optimal = optimum == Some(row.best.value);
        let (value, at_ms, attempt) = (row.best.value, row.best.at_ms, row.best.attempt);
        rows.push(RowTold { rank, player: row.player, name: row.name, value, at_ms, attempt, optimal });
    }
    Ok(Json(RankingTold { board, period, rows }))
}

/// Whether a text names a ranking: what an event would be called, with an average for `single`, without its day.
fn is_board(board: &str) -> bool {
    let Some((kind, rest)) = board.split_once('/') else { return false };
    let is_event = |event: String| event.parse::<Event>().is_ok();
    match kind {
        "fewest" => is_event(format!("fewest/2000-01-01/{rest}")),
        "single" | "daily" => is_event(format!("single/{rest}")),
        _ => {
            AVERAGES.iter().any(|length| kind == format!("ao{length}")) && is_event(format!("single/{rest}"))
        }
    }
}

fn is_period(period: &str) -> bool {
    period == "all" || period.parse::<Day>().is_ok() || format!("{period}-01").parse::<Day>().is_ok()
}

/// A day's board.
#[derive(Serialize, ToSchema)]
pub struct DayTold {
    /// The day.
    day: String,
    /// The size.
    size: String,
    /// The board, when the day is over.
    board: Option<String>,
    /// What it takes at least, when the day is over and it is known.
    par: Option<u64>,
    /// Whether there is a solution of that length.
    proven: bool,
}

/// Every day that was dealt, the latest first.
#[utoipa::path(get, path = "/api/days", responses((status = 200, body = Vec<DayTold>), (status = 503, body = Told, content_type = "application/problem+json"), (status = "4XX", body = Told, content_type = "application/problem+json")))]
pub async fn days(State(league): State<League>) -> Result<Json<Vec<DayTold>>, Problem> {
    let today = league.clock().today().to_string();
    let told = |day: taquin_ledger::DayRow| {
        let is_over = day.day < today;
        let par = day.par.filter(|_| is_over);
        DayTold {
            par,
            proven: day.proven && is_over,
            board: is_over.then_some(day.board),
            day: day.day,
            size: day.size,
        }
    };
    Ok(Json(league.store().days(None).await?.into_iter().map(told).collect()))
}

/// The names of the dumps that can be had, the latest first.
#[utoipa::path(get, path = "/api/dumps", responses((status = 200, body = Vec<String>), (status = 503, body = Told, content_type = "application/problem+json"), (status = "4XX", body = Told, content_type = "application/problem+json")))]
pub async fn dumps(State(league): State<League>) -> Json<Vec<String>> {
    Json(upkeep::dumps(&league).await)
}

/// A dump: every attempt, record and verdict up to the day, one JSON object a line; `taquin judge` reads it.
#[utoipa::path(get, path = "/api/dumps/{name}", params(("name" = String, Path)), responses(
    (status = 200, body = String, content_type = "application/x-ndjson"), (status = "4XX", body = Told, content_type = "application/problem+json"), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn dump(State(league): State<League>, Id(name): Id) -> Result<Response, Problem> {
    // Only what is in the list is a name: no path leads anywhere else.
    let folder = league.settings().dumps.clone().ok_or(Problem::NotFound("dump"))?;
    let known = upkeep::dumps(&league)
        .await
        .into_iter()
        .find(|known| *known == name)
        .ok_or(Problem::NotFound("dump"))?;
    let bytes = tokio::fs::read(folder.join(known)).await.map_err(|_| Problem::NotFound("dump"))?;
    let mut response = bytes.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    Ok(response)
}
