//! Listening, answering and stopping.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tower::ServiceBuilder;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;

use crate::{hosts, page};

/// A client has this long to send its headers.
const HEADER_TIME: Duration = Duration::from_secs(5);
/// No request has any business with a body; a small one is read and dropped.
const BODY_BYTES: usize = 4096;
/// Open answers get this long to end when the service stops.
const STOP_TIME: Duration = Duration::from_secs(2);

/// Where to listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The address to listen on: this machine alone unless told otherwise.
    pub host: IpAddr,
    /// The port; 0 takes any free one.
    pub port: u16,
}

impl Default for Options {
    fn default() -> Self {
        Options { host: IpAddr::V4(Ipv4Addr::LOCALHOST), port: 8015 }
    }
}

/// Why the service could not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Somebody else listens there.
    #[error("port {port} is taken; choose another with --port, or --port 0 for any free one")]
    PortTaken {
        /// The port asked for.
        port: u16,
    },
    /// The system said no for another reason.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address asked for.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
}

/// A service that has its port and waits to be run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Takes the port.
    pub async fn bind(options: Options) -> Result<Server, ServeError> {
        let address = SocketAddr::new(options.host, options.port);
        let failed = |source: io::Error| match source.kind() {
            io::ErrorKind::AddrInUse => ServeError::PortTaken { port: options.port },
            _ => ServeError::Listen { address, source },
        };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { listener, address })
    }

    /// The address it really has.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to type into a browser.
    pub fn url(&self) -> String {
        match self.address.ip() {
            ip if ip.is_loopback() || ip.is_unspecified() => {
                format!("http://localhost:{}/", self.address.port())
            }
            _ => format!("http://{}/", self.address),
        }
    }

    /// Answers until `stop` is ready, then lets open answers end.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let bound = self.address.ip();
        let answer =
            move |request: Request<Body>| async move { Ok::<_, Infallible>(judged(&request, bound)) };
        let service = ServiceBuilder::new()
            .layer(CompressionLayer::new())
            .layer(RequestBodyLimitLayer::new(BODY_BYTES))
            .map_request(|request: Request<_>| request.map(Body::new))
            .service_fn(answer);
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME).max_buf_size(16 * 1024);
        let graceful = GracefulShutdown::new();
        tokio::pin!(stop);
        loop {
            let stream = tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, _)) => stream,
                    // Out of file descriptors, say: wait for some to come back.
                    Err(_) => {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
                () = &mut stop => break,
            };
            let service = service.clone();
            let service = tower::service_fn(move |request: Request<hyper::body::Incoming>| {
                let service = service.clone();
                async move { tower::ServiceExt::oneshot(service, request).await }
            });
            let connection = graceful
                .watch(http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service)));
            tokio::spawn(connection);
        }
        drop(self.listener);
        let _ = tokio::time::timeout(STOP_TIME, graceful.shutdown()).await;
    }
}

fn judged(request: &Request<Body>, bound: IpAddr) -> Response<Body> {
    let host = request.headers().get(header::HOST).and_then(|value| value.to_str().ok());
    page::secured(match host {
        Some(host) if hosts::is_ours(host, bound) => page::answer(request),
        _ => page::text(StatusCode::MISDIRECTED_REQUEST, "this service answers to localhost only\n"),
    })
}
