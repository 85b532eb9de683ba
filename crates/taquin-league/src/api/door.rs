//! What every request passes: the rate of its address, and where it comes from.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use taquin_serve::Peer;

use crate::{League, Problem};

/// When the head of a request was there, by the league's clock.
#[derive(Clone, Copy)]
pub(super) struct Arrived(pub(super) u64);

pub(super) async fn checked(State(league): State<League>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    request.extensions_mut().insert(Arrived(league.clock().now_ms()));
    let is_api = request.uri().path().starts_with("/api");
    if is_api {
        let peer =
            request.extensions().get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip());
        let limits = &league.settings().limits;
        if !limits.allows_address(limits.address(peer, request.headers())) {
            return Problem::TooMany.into_response();
        }
    }
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !is_safe && !is_of_our_own(request.headers()) {
        return Problem::ForeignOrigin.into_response();
    }
    let response = next.run(request).await;
    if is_api {
        let status = response.status().as_u16().to_string();
        metrics::counter!("league_requests", "status" => status).increment(1);
        metrics::histogram!("league_request_seconds").record(begun.elapsed().as_secs_f64());
    }
    response
}

/// Whether a request that changes something comes from our own page, or from no page at all. A browser says where it comes
/// from; a program that says nothing is believed to be one, and has to sign anyway.
pub(super) fn is_of_our_own(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if text("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none") {
        return false;
    }
    let mut origins = headers.get_all(header::ORIGIN).iter();
    match (origins.next(), origins.next()) {
        (None, _) => true,
        (Some(origin), None) => {
            let host = text("host").unwrap_or_default();
            let named = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
            named.is_some_and(|(scheme, named)| {
                ["http", "https"].contains(&scheme) && named.eq_ignore_ascii_case(host)
            })
        }
        _ => false,
    }
}
