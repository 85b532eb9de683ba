//! The protocol: JSON over HTTP. Every route, every refusal and every answer's shape is in the OpenAPI document that is made from here.

mod attempts;
mod boards;
mod door;
mod players;
mod races;
mod service;
mod signed;

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, middleware};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::{League, Problem};

pub(crate) use service::recorder;

/// The longest body.
pub const BODY_BYTES: usize = 256 * 1024;

#[derive(OpenApi)]
#[openapi(info(
    title = "Taquin league",
    version = "1",
    description = "A daily board with a proven par, and records that anyone can verify.",
    license(name = "MIT OR Apache-2.0")
))]
struct Document;

fn routed() -> OpenApiRouter<League> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(service::league))
        .routes(routes!(service::health))
        .routes(routes!(players::join))
        .routes(routes!(players::show, players::delete))
        .routes(routes!(players::rename))
        .routes(routes!(players::export))
        .routes(routes!(attempts::begin))
        .routes(routes!(attempts::show))
        .routes(routes!(attempts::submit))
        .routes(routes!(races::make))
        .routes(routes!(races::live))
        .routes(routes!(boards::ranking))
        .routes(routes!(boards::days))
        .routes(routes!(boards::dumps))
        .routes(routes!(boards::dump))
}

/// The OpenAPI document.
#[must_use]
pub fn document() -> utoipa::openapi::OpenApi {
    routed().to_openapi()
}

/// The whole service: the protocol under `/api`, and the page for everything else.
pub fn router(league: League) -> Router {
    let (router, document) = routed().split_for_parts();
    router
        .route("/api/openapi.json", axum::routing::get(move || async move { Json(document.clone()) }))
        .route("/metrics", axum::routing::get(service::metrics))
        .method_not_allowed_fallback(|| async { Problem::Method })
        .fallback(elsewhere)
        .layer(middleware::from_fn_with_state(league.clone(), door::checked))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| Problem::Broken.into_response()))
        .with_state(league)
}

async fn elsewhere(request: Request) -> Response {
    if request.uri().path().starts_with("/api") {
        return Problem::NotFound("address").into_response();
    }
    let mut response = taquin_serve::answer(&request);
    // How the page knows that it came from a league, without asking hosts that are none.
    response.headers_mut().insert("server-timing", HeaderValue::from_static("taquin-league"));
    response
}
