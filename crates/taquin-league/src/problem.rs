//! Everything that can go wrong, and the one place that says how it is told: status, code, sentence (RFC 9457).

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::names::NameError;
use crate::store::StoreError;

/// Why a request was not done. What it says is for whoever asked: nothing of the inside is in it.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// A body or a parameter that cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// No signature, or one that is not of this request.
    #[error(
        "the request is not signed by this player's key under a challenge of the last quarter of an hour; fetch /api/league for one"
    )]
    Unsigned,
    /// A foreign page sent it.
    #[error("this request comes from another site")]
    ForeignOrigin,
    /// Somebody else's.
    #[error("this belongs to another player")]
    Foreign,
    /// There is no such thing.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// It will be shown when the day is over.
    #[error("this is shown when the day, or the race, is over")]
    NotYet,
    /// A day that is not today.
    #[error("only today's board can be played; today is {0}")]
    OtherDay(String),
    /// A record that cannot be read.
    #[error("the record cannot be read: {0}")]
    Record(String),
    /// The one attempt was made.
    #[error("this board was opened before, by another request")]
    Used,
    /// Another record came first.
    #[error("another record of this attempt was kept")]
    Submitted,
    /// A later attempt was begun.
    #[error("a later attempt was begun; this one counts as not solved")]
    Abandoned,
    /// A race is begun where it is raced.
    #[error("a race is begun in its room")]
    Elsewhere,
    /// Somebody who looks on wants to do something.
    #[error("you are looking on: all seats were taken, or you did not say who you are")]
    Watching,
    /// No name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The name, or one that looks like it, is taken.
    #[error("this name is taken, or looks like one that is")]
    NameTaken,
    /// The name is another by now.
    #[error("the name was changed in between; read it and try again")]
    Stale,
    /// Too many requests.
    #[error("too many requests; wait a little")]
    TooMany,
    /// The body is too long.
    #[error("the body is too long")]
    TooLong,
    /// It took too long to come.
    #[error("the request took too long to come")]
    TooSlow,
    /// Not what is done here.
    #[error("this is not done here")]
    Method,
    /// The database cannot be reached.
    #[error("the league cannot keep anything at the moment; try again")]
    Unavailable,
    /// A broken invariant of ours.
    #[error("something broke on our side")]
    Broken,
}

impl Problem {
    /// A code, the same for ever.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.kind().1
    }

    /// Status and code.
    fn kind(&self) -> (StatusCode, &'static str) {
        use StatusCode as S;
        match self {
            Problem::Unreadable(_) => (S::BAD_REQUEST, "unreadable"),
            Problem::Unsigned => (S::UNAUTHORIZED, "unsigned"),
            Problem::ForeignOrigin => (S::FORBIDDEN, "foreign-origin"),
            Problem::Foreign => (S::FORBIDDEN, "foreign"),
            Problem::NotFound(_) => (S::NOT_FOUND, "not-found"),
            Problem::NotYet => (S::FORBIDDEN, "not-yet"),
            Problem::OtherDay(_) => (S::CONFLICT, "other-day"),
            Problem::Record(_) => (S::UNPROCESSABLE_ENTITY, "record"),
            Problem::Used => (S::CONFLICT, "used"),
            Problem::Submitted => (S::CONFLICT, "submitted"),
            Problem::Abandoned => (S::CONFLICT, "abandoned"),
            Problem::Elsewhere => (S::CONFLICT, "elsewhere"),
            Problem::Watching => (S::CONFLICT, "watching"),
            Problem::Name(_) => (S::UNPROCESSABLE_ENTITY, "name"),
            Problem::NameTaken => (S::CONFLICT, "name-taken"),
            Problem::Stale => (S::CONFLICT, "stale"),
            Problem::TooMany => (S::TOO_MANY_REQUESTS, "too-many"),
            Problem::TooLong => (S::PAYLOAD_TOO_LARGE, "too-long"),
            Problem::TooSlow => (S::REQUEST_TIMEOUT, "too-slow"),
            Problem::Method => (S::METHOD_NOT_ALLOWED, "method"),
            Problem::Unavailable => (S::SERVICE_UNAVAILABLE, "unavailable"),
            Problem::Broken => (S::INTERNAL_SERVER_ERROR, "broken"),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::NameTaken => Problem::NameTaken,
            StoreError::NoPlayer => Problem::NotFound("player"),
            StoreError::Stale => Problem::Stale,
            StoreError::Unavailable(why) => {
                tracing::warn!(%why, "the database does not answer");
                Problem::Unavailable
            }
            StoreError::Damaged(why) => {
                tracing::error!(why, "a row cannot be read");
                Problem::Broken
            }
        }
    }
}

/// A problem as it is sent.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Told {
    /// `about:blank`: the code says what it is.
    r#type: String,
    /// The status' own words.
    title: String,
    /// The status.
    status: u16,
    /// A code, the same for ever.
    code: String,
    /// A sentence.
    detail: String,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, code) = self.kind();
        metrics::counter!("league_problems", "code" => code).increment(1);
        let told = Told {
            r#type: "about:blank".into(),
            title: status.canonical_reason().unwrap_or_default().into(),
            status: status.as_u16(),
            code: code.into(),
            detail: self.to_string(),
        };
        let mut response = (status, Json(told)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if status == StatusCode::SERVICE_UNAVAILABLE || status == StatusCode::TOO_MANY_REQUESTS {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
