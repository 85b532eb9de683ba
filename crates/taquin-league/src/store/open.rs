//! Finding the database, and making it what this program needs.

use std::borrow::Cow;
use std::time::Duration;

use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyPool, Connection, Executor, Row, SqlStr};

use super::{Result, Store, StoreError};

/// Readers at once.
const READERS: u32 = 8;
/// Writers at once, where there can be several: they wait for the disk together. A server takes a hundred connections unless it is told
/// otherwise: room for three instances.
const WRITERS: u32 = 24;
/// Who waits longer for a connection gets an answer that says so.
const PATIENCE: Duration = Duration::from_secs(4);
/// For so long a connection that rests is taken to be there still.
const FRESH: Duration = Duration::from_secs(1);

/// Which database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    Sqlite,
    /// A server.
    Postgres,
}

/// Why there is no store.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address is none of a database.
    #[error("{0:?} is no database; write sqlite:FILE or postgres://USER@HOST/NAME")]
    Address(String),
    /// Made by a later version of this program.
    #[error("the database has schema {0}, which a later version of this program made; use that one")]
    Newer(i64),
    /// The database said no.
    #[error("the database cannot be opened: {0}")]
    Database(#[from] sqlx::Error),
    /// The schema could not be made.
    #[error("the database's schema cannot be made: {0}")]
    Schema(MigrateError),
}

/// A schema's number, what it does, and its text for both databases.
type Step = (i64, &'static str, &'static str, &'static str);

const SCHEMA: &[Step] = &[
    (
        1,
        "league",
        include_str!("../../migrations/sqlite/0001_league.sql"),
        include_str!("../../migrations/postgres/0001_league.sql"),
    ),
    (
        2,
        "races",
        include_str!("../../migrations/sqlite/0002_races.sql"),
        include_str!("../../migrations/postgres/0002_races.sql"),
    ),
];

impl Store {
    /// Opens a database and brings its schema up to date; refuses one that is newer than this program.
    pub async fn open(url: &str) -> std::result::Result<Store, OpenError> {
        let store = Store::connect(url).await?;
        let migrations = SCHEMA.iter().map(|&(version, name, sqlite, postgres)| {
            let sql = SqlStr::from_static(if store.kind == Kind::Sqlite { sqlite } else { postgres });
            Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql, false)
        });
        let migrator = Migrator::with_migrations(migrations.collect());
        match migrator.run(&store.write).await {
            Ok(()) => Ok(store),
            Err(MigrateError::VersionMissing(version)) => Err(OpenError::Newer(version)),
            Err(error) => Err(OpenError::Schema(error)),
        }
    }

    async fn connect(url: &str) -> std::result::Result<Store, OpenError> {
        install_default_drivers();
        let (kind, address) = match url.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => (Kind::Sqlite, format!("sqlite:{path}?mode=rwc")),
            Some(("postgres" | "postgresql", _)) => (Kind::Postgres, url.to_owned()),
            _ => return Err(OpenError::Address(url.chars().take(60).collect())),
        };
        let writers = if kind == Kind::Sqlite { 1 } else { WRITERS };
        // The writer comes first: it makes the file, and sets it to keep a log.
        let write = pool(kind, writers).connect(&address).await?;
        let read = pool(kind, READERS).connect(&address).await?;
        let store = Store { read, write, kind, url: url.to_owned() };
        if kind == Kind::Sqlite {
            store.check_settings().await?;
        }
        Ok(store)
    }

    /// What was set is read back: a setting that the file system refused is no setting.
    async fn check_settings(&self) -> std::result::Result<(), OpenError> {
        let mode: String = sqlx::query("PRAGMA journal_mode").fetch_one(&self.write).await?.try_get(0)?;
        let full: i64 = sqlx::query("PRAGMA synchronous").fetch_one(&self.write).await?.try_get(0)?;
        let scrubs: i64 = sqlx::query("PRAGMA secure_delete").fetch_one(&self.write).await?.try_get(0)?;
        if mode != "wal" || full != 2 || scrubs != 1 {
            let why =
                format!("journal_mode {mode}, synchronous {full}, secure_delete {scrubs}: wanted wal, 2, 1");
            return Err(OpenError::Database(sqlx::Error::Configuration(why.into())));
        }
        Ok(())
    }

    /// Which database it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Where it is.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The database's own clock, in milliseconds; of a file that is this machine's.
    pub async fn now_ms(&self) -> Result<Option<u64>> {
        if self.kind == Kind::Sqlite {
            return Ok(None);
        }
        let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now_ms";
        let now: i64 = sqlx::query(sql).fetch_one(&self.read).await?.try_get("now_ms")?;
        Ok(u64::try_from(now).ok())
    }

    /// Whether it answers.
    pub async fn is_up(&self) -> bool {
        sqlx::query("SELECT 1").fetch_one(&self.read).await.is_ok()
    }

    /// Whether the file is whole, by its own check; a server looks after itself.
    pub async fn integrity(&self) -> Result<String> {
        if self.kind == Kind::Postgres {
            return Ok("ok".into());
        }
        Ok(sqlx::query("PRAGMA integrity_check").fetch_one(&self.read).await?.try_get(0)?)
    }

    /// The league's own key, made on the first call: the same for every instance on this database.
    pub async fn secret(&self) -> Result<[u8; 32]> {
        let mut fresh = [0u8; 32];
        getrandom::fill(&mut fresh).map_err(|e| StoreError::Damaged(e.to_string()))?;
        sqlx::query("INSERT INTO secrets (name, value) VALUES ('league', $1) ON CONFLICT (name) DO NOTHING")
            .bind(fresh.to_vec())
            .execute(&self.write)
            .await?;
        let row =
            sqlx::query("SELECT value FROM secrets WHERE name = 'league'").fetch_one(&self.write).await?;
        let kept: Vec<u8> = row.try_get("value")?;
        kept.try_into().map_err(|_| StoreError::Damaged("the league's key is not 32 bytes long".into()))
    }

    /// Closes every connection.
    pub async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
}

fn pool(kind: Kind, connections: u32) -> AnyPoolOptions {
    let options = AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(PATIENCE)
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                // One that was used a moment ago is not asked whether it is there: a submission takes three of them, and asks eight things of its own.
                if meta.idle_for > FRESH {
                    connection.ping().await?;
                }
                Ok(true)
            })
        });
    if kind == Kind::Postgres {
        return options;
    }
    options.after_connect(|connection, _| {
        Box::pin(async move {
            for setting in [
                "PRAGMA busy_timeout = 10000",
                "PRAGMA journal_mode = WAL",
                "PRAGMA synchronous = FULL",
                "PRAGMA foreign_keys = ON",
                "PRAGMA secure_delete = ON",
            ] {
                connection.execute(setting).await?;
            }
            Ok(())
        })
    })
}

/// For those who look into the file themselves, and for tests of a full disk.
impl Store {
    /// Lets a file grow to this many pages and no further; a server's disk is its own.
    pub async fn limit_pages(&self, pages: u32) -> Result<()> {
        if self.kind == Kind::Sqlite {
            let sql = format!("PRAGMA max_page_count = {pages}");
            sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_one(&self.write).await?;
        }
        Ok(())
    }

    /// How many pages a file has.
    pub async fn pages(&self) -> Result<u32> {
        let pages: i64 = sqlx::query("PRAGMA page_count").fetch_one(&self.write).await?.try_get(0)?;
        Ok(u32::try_from(pages).unwrap_or(u32::MAX))
    }

    /// Where is read from.
    #[must_use]
    pub fn reader(&self) -> &AnyPool {
        &self.read
    }
}
