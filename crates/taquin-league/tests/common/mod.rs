//! What the tests share: a league that runs, players with keys, games, and databases.

#![allow(dead_code, reason = "each test uses a part of it")]

pub mod games;
pub mod http;
pub mod model;
pub mod postgres;
pub mod races;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use taquin_league::store::Store;
use taquin_league::{Clock, League, Limits, Settings, api};
use taquin_serve::{Options, Server};
use tokio::sync::oneshot;

/// 2026-11-15, 12:00 UTC.
pub const NOON: u64 = 1_794_744_000_000;

/// Whether the long form was asked for.
pub fn full() -> bool {
    std::env::var_os("TAQUIN_FULL").is_some()
}

/// A folder that is gone afterwards.
pub struct Folder(pub std::path::PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("taquin-league-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub fn sqlite(&self) -> String {
        format!("sqlite:{}", self.0.join("league.db").display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A league behind its real door, with a clock that the test sets.
pub struct Running {
    pub address: std::net::SocketAddr,
    pub now_ms: Arc<AtomicU64>,
    pub league: League,
    _stop: oneshot::Sender<()>,
}

impl Running {
    pub async fn new(url: &str) -> Running {
        Running::with(url, Limits::new(1_000_000, 1_000_000, Vec::new())).await
    }

    pub async fn with(url: &str, limits: Limits) -> Running {
        Running::decided(url, Settings { limits, ..Settings::default() }).await
    }

    pub async fn decided(url: &str, settings: Settings) -> Running {
        // What the league complains of stands in a failed test's output.
        let _ = tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).with_test_writer().try_init();
        let store = Store::open(url).await.expect("the database opens");
        let now_ms = Arc::new(AtomicU64::new(NOON));
        let league = League::new(store, Some(Clock::told(&now_ms)), settings).await.expect("a league");
        let server = Server::bind(Options { port: 0, ..Options::default() }).await.expect("a port");
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(server.run_with(api::router(league.clone()), async { drop(stopped.await) }));
        Running { address, now_ms, league, _stop: stop }
    }

    /// Lets time pass.
    pub fn pass(&self, ms: u64) {
        self.now_ms.fetch_add(ms, Ordering::SeqCst);
    }
}
