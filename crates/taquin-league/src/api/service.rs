//! The service itself: what it is, whether it is well, what it counts.

use std::sync::OnceLock;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use serde::Serialize;
use taquin_ledger::CLASSES;
use utoipa::ToSchema;

use crate::deal::DAILY_SIDES;
use crate::problem::Told;
use crate::{League, Problem};

/// What a client needs to know first.
#[derive(Serialize, ToSchema)]
pub struct LeagueTold {
    /// `taquin-league`: how a page knows that one answers.
    service: String,
    /// The protocol's version.
    protocol: u32,
    /// The server's time.
    now_ms: u64,
    /// Today, in UTC.
    today: String,
    /// What to sign a request with; good for a quarter of an hour.
    challenge: String,
    /// The sizes of a day's boards.
    daily: Vec<String>,
    /// The classes of input that are ranked apart.
    classes: Vec<String>,
}

/// What a client needs to know first.
#[utoipa::path(get, path = "/api/league", responses((status = 200, body = LeagueTold), (status = "4XX", body = Told, content_type = "application/problem+json")))]
pub async fn league(State(league): State<League>) -> Response {
    let now_ms = league.clock().now_ms();
    let told = LeagueTold {
        service: "taquin-league".into(),
        protocol: 1,
        now_ms,
        today: league.clock().today().to_string(),
        challenge: league.secret().challenge(now_ms),
        daily: DAILY_SIDES.iter().map(|side| format!("{side}x{side}")).collect(),
        classes: CLASSES.iter().map(|class| class.word().to_owned()).collect(),
    };
    let mut response = Json(told).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Whether it is well.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// `well`.
    status: String,
}

/// Whether it is well: the database answers.
#[utoipa::path(get, path = "/health", responses((status = 200, body = Health), (status = 503, body = Told, content_type = "application/problem+json")))]
pub async fn health(State(league): State<League>) -> Result<Json<Health>, Problem> {
    if league.store().is_up().await {
        Ok(Json(Health { status: "well".into() }))
    } else {
        Err(Problem::Unavailable)
    }
}

/// What is counted, for Prometheus.
pub async fn metrics() -> Response {
    let mut response = recorder().render().into_response();
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// The one recorder of the process.
pub(crate) fn recorder() -> &'static PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        // Another one may stand there in a program that counts for itself; then this one stays empty.
        let _ = metrics::set_global_recorder(recorder);
        handle
    })
}
