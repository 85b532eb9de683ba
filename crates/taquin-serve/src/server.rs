//! Listening, answering and stopping.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use http_body_util::Either;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower::{Service, ServiceBuilder, ServiceExt};
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;

use crate::hosts::Hosts;
use crate::page;
use crate::patient::Patient;

/// A client has this long to send its headers, also those of a next request.
const HEADER_TIME: Duration = Duration::from_secs(5);
/// No request for the page has any business with a body; a small one is read and dropped.
const BODY_BYTES: usize = 4096;
/// Open answers get this long to end when the service stops.
const STOP_TIME: Duration = Duration::from_secs(2);
/// The most connections at once: one more is closed as soon as it is there.
const CONNECTIONS: usize = 1024;

/// Whoever sent a request: found among a request's extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub SocketAddr);

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
#[non_exhaustive]
pub enum ServeError {
    /// Somebody else listens there; port 0 takes any free one.
    #[error("port {port} is taken")]
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
    names: Vec<String>,
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
        Ok(Server { listener, address, names: Vec::new() })
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

    /// The same server, answering to these names besides the machine's own.
    #[must_use]
    pub fn named(self, names: Vec<String>) -> Server {
        Server { names, ..self }
    }

    /// Answers with the page until `stop` is ready, then lets open answers end.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let answer = |request: Request<Body>| async move { Ok::<_, Infallible>(page::answer(&request)) };
        let service = ServiceBuilder::new()
            .map_response(|response: Response<_>| response.map(Body::new))
            .layer(RequestBodyLimitLayer::new(BODY_BYTES))
            .map_request(|request: Request<_>| request.map(Body::new))
            .service_fn(answer);
        self.run_with(service, stop).await;
    }

    /// Answers with any service until `stop` is ready, then lets open answers end. Before the service stands the door: time limits, the
    /// number of connections, the host check; behind it every answer gets the page's policy.
    pub async fn run_with<S>(self, service: S, stop: impl Future<Output = ()>)
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
        S::Future: Send,
    {
        let hosts = Arc::new(Hosts { bound: self.address.ip(), names: self.names });
        let service = ServiceBuilder::new().layer(CompressionLayer::new()).service(service);
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME).max_buf_size(16 * 1024);
        let (stopping, _) = watch::channel(());
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        tokio::pin!(stop);
        loop {
            let (stream, peer) = tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    // Out of file descriptors, say: wait for some to come back.
                    Err(_) => {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
                () = &mut stop => break,
            };
            let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
            // Small answers go out at once; a socket that cannot is gone anyway.
            let _ = stream.set_nodelay(true);
            let (service, hosts) = (service.clone(), Arc::clone(&hosts));
            let service = tower::service_fn(move |mut request: Request<hyper::body::Incoming>| {
                let (service, hosts) = (service.clone(), Arc::clone(&hosts));
                request.extensions_mut().insert(Peer(peer));
                async move {
                    if !hosts.are_of(&request) {
                        return Ok(page::secured(page::text(StatusCode::MISDIRECTED_REQUEST, FOREIGN))
                            .map(Either::Left));
                    }
                    let response = service.oneshot(request.map(Body::new)).await?;
                    Ok::<_, Infallible>(page::secured(response).map(Either::Right))
                }
            });
            let io = TokioIo::new(Patient::new(stream));
            let connection = http.serve_connection(io, TowerToHyperService::new(service)).with_upgrades();
            let mut stopped = stopping.subscribe();
            tokio::spawn(async move {
                let mut connection = pin!(connection);
                tokio::select! {
                    _ = connection.as_mut() => {}
                    _ = stopped.changed() => {
                        connection.as_mut().graceful_shutdown();
                        let _ = connection.await;
                    }
                }
                drop(place);
            });
        }
        drop(self.listener);
        drop(stopping);
        // All places are free again when the last connection has ended.
        let _ = tokio::time::timeout(STOP_TIME, places.acquire_many(CONNECTIONS as u32)).await;
    }
}

const FOREIGN: &str = "this service answers to its own names only, such as localhost\n";
