//! The page's files, and the answer for each address.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use rust_embed::Embed;

/// The built page. Without a build the folder is missing and nothing is embedded.
#[derive(Embed)]
#[folder = "page"]
#[allow_missing = true]
struct Dist;

/// What the page may do. The same policy is in `web/index.html` as a meta tag, for static hosts;
/// `frame-ancestors` counts only as a header.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; \
     connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The address made for frames: a lesson or a board without anything around it. Nothing else of the page may be framed.
const FRAMED: &str = "embed.html";

const UNBUILT: &str = "The page is not part of this program: it was built without it.\n\
     In a checkout of Taquin, `cargo xtask serve` builds the page and starts this service\n\
     (it needs Node.js 20.19 or newer).\n";

/// Whether the page is embedded in this program.
pub fn is_page_built() -> bool {
    Dist::get("index.html").is_some()
}

/// The page's answer to a request that passed the door.
pub fn answer(request: &Request<Body>) -> Response<Body> {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let mut response = text(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are answered here\n");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match Dist::get(path) {
        Some(file) => file_response(path, &file, request.headers()),
        None if !is_page_built() => text(StatusCode::SERVICE_UNAVAILABLE, UNBUILT),
        None => text(StatusCode::NOT_FOUND, "there is nothing here; the page is at /\n"),
    }
}

fn file_response(path: &str, file: &rust_embed::EmbeddedFile, asked: &HeaderMap) -> Response<Body> {
    let tag = entity_tag(file.metadata.sha256_hash());
    let unchanged = asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response =
        if unchanged { Response::new(Body::empty()) } else { Response::new(Body::from(file.data.to_vec())) };
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    // Files under assets/ carry their content's digest in their name and never change.
    let caching =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = response.headers_mut();
    if let Ok(kind) = HeaderValue::from_str(file.metadata.mimetype()) {
        headers.insert(header::CONTENT_TYPE, kind);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if path == FRAMED
        && let Ok(policy) =
            HeaderValue::from_str(&POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"))
    {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn entity_tag(digest: [u8; 32]) -> String {
    let hex: String = digest[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hex}\"")
}

/// A plain-text answer.
pub(crate) fn text(status: StatusCode, message: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(message));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// Adds what every answer carries, refusals too.
pub(crate) fn secured<B>(mut response: Response<B>) -> Response<B> {
    let all: [(HeaderName, &'static str); 5] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in all {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::path::{Path, PathBuf};

    use super::*;

    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
    }

    /// A debug build reads the page from the disk, so that one sees what one has just built. `cargo xtask test` runs this
    /// once more as a release is compiled, without debug assertions, and with the page built before it.
    #[test]
    fn the_program_holds_every_file_of_the_built_page() {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let built = dist.join("index.html").exists();
        assert_eq!(is_page_built(), built);
        assert!(built || std::env::var_os("TAQUIN_PAGE_BUILT").is_none(), "there is no page");
        for path in files(&dist) {
            let name = path.strip_prefix(&dist).expect("it is below").to_str().expect("a plain name");
            let held = Dist::get(&name.replace('\\', "/")).unwrap_or_else(|| panic!("{name} is missing"));
            assert!(held.data == std::fs::read(&path).expect("it is there"), "{name} is an older one");
            let embedded = matches!(held.data, Cow::Borrowed(_));
            assert_eq!(embedded, !cfg!(debug_assertions), "{name}");
        }
    }
}
