//! The program `taquin-league`: one file per verb would be too many; each is a few calls into the library.

use std::io::Write;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Parser, Subcommand};
use etcetera::{BaseStrategy, choose_base_strategy};
use taquin_league::store::{Kind, Store};
use taquin_league::{Clock, League, Limits, Settings, api};
use taquin_ledger::Cleared;
use taquin_serve::{Options, ServeError, Server};
use tracing_subscriber::EnvFilter;

/// A league of sliding puzzles: daily boards with a proven par, and records that anyone can verify
#[derive(Parser)]
#[command(
    name = "taquin-league",
    version,
    after_help = "\
Examples:
  taquin-league serve                                  # a file in your data directory, http://localhost:8015/
  taquin-league serve --database postgres://taquin@/taquin --name league.example --proxy 127.0.0.1
  taquin-league dump all.ndjson && taquin judge all.ndjson"
)]
struct Arguments {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Args)]
struct Place {
    /// The database: sqlite:FILE or postgres://USER@HOST/NAME [default: a file in the data directory]
    #[arg(long, global = true, value_name = "URL", env = "TAQUIN_LEAGUE_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Where the file and the dumps are kept [default: the user's data directory]
    #[arg(long, global = true, value_name = "DIR", env = "TAQUIN_LEAGUE_DATA")]
    data: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Verb {
    /// Run the league with the page
    Serve(Serve),
    /// Bring the database's schema up to date, and end
    Migrate,
    /// Copy the database into a file, while it is in use
    Backup {
        /// The file; there must be none yet
        file: PathBuf,
    },
    /// Make the database what a backup holds
    Restore {
        /// The file
        file: PathBuf,
    },
    /// Take everything over into another database; begun again after a stop, it goes on
    Move {
        /// The other database
        to: String,
    },
    /// Judge every result again and make every ranking anew
    Rejudge,
    /// Let a flagged result count: somebody has looked at its record and found nothing against it
    Clear {
        /// The result's id, as a dump or its address has it
        // One in 64 begins with a hyphen.
        #[arg(allow_hyphen_values = true)]
        result: String,
        /// What was found, for everybody to read
        #[arg(long, value_name = "TEXT", required_unless_present = "undo", value_parser = note)]
        why: Option<String>,
        /// Take it back: the result is flagged again
        #[arg(long, conflicts_with = "why")]
        undo: bool,
    },
    /// Write everything as open data: one JSON object a line, with a checksum
    Dump {
        /// The file, or - for standard output
        file: PathBuf,
        /// Leave out what is still secret today
        #[arg(long)]
        public: bool,
    },
}

#[derive(Args)]
struct Serve {
    /// The port to listen on; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = Options::default().port)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = Options::default().host)]
    host: IpAddr,
    /// A name that the league answers to besides localhost; may be given several times
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// A proxy whose word on addresses is believed; may be given several times
    #[arg(long, value_name = "ADDRESS")]
    proxy: Vec<IpAddr>,
    /// Requests a second from one address, in the long run
    #[arg(long, value_name = "N", default_value_t = 30)]
    address_rate: u32,
    /// Requests a second of one player, in the long run
    #[arg(long, value_name = "N", default_value_t = 5)]
    player_rate: u32,
    /// Seconds to try to prove what a 5x5 takes; with 0 nothing is proven at all
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    proof_time: u64,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

fn main() {
    let arguments = Arguments::parse();
    let filter = EnvFilter::try_from_env("TAQUIN_LOG").unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    tracing_subscriber::fmt().json().with_env_filter(filter).with_writer(std::io::stderr).init();
    let runtime = tokio::runtime::Runtime::new();
    let done = runtime.context("no threads").and_then(|runtime| runtime.block_on(run(arguments)));
    if let Err(error) = done {
        let _ = writeln!(std::io::stderr(), "error: {error:#}");
        std::process::exit(4);
    }
}

async fn run(arguments: Arguments) -> Result<()> {
    let data = match arguments.place.data {
        Some(data) => data,
        None => choose_base_strategy()
            .context("there is no home directory; name one with --data")?
            .data_dir()
            .join("taquin"),
    };
    let database = match arguments.place.database {
        Some(database) => database,
        None => {
            std::fs::create_dir_all(&data).with_context(|| format!("{} cannot be made", data.display()))?;
            format!("sqlite:{}", data.join("league.db").display())
        }
    };
    if let Verb::Restore { file } = &arguments.verb {
        return restore(&database, file).await;
    }
    let store = Store::open(&database).await?;
    let mut out = std::io::stdout();
    match arguments.verb {
        Verb::Serve(options) => serve(store.clone(), &data, options).await?,
        Verb::Migrate => writeln!(out, "the schema is up to date")?,
        Verb::Backup { file } => backup(&store, &file).await?,
        Verb::Move { to } => {
            let target = Store::open(&to).await?;
            let moved = taquin_league::move_to(&store, &target).await?;
            writeln!(out, "{moved} attempts are there")?;
            target.close().await;
        }
        Verb::Rejudge => {
            let differences = taquin_league::rejudge(&store).await?;
            for difference in &differences {
                let now = difference.judged.as_ref().map_or("unreadable", |judged| judged.standing.as_str());
                writeln!(out, "{}: {} is now {now}", difference.attempt, difference.written.standing)?;
            }
            writeln!(out, "{} verdicts changed", differences.len())?;
        }
        Verb::Clear { result, why, undo: _ } => {
            let at_ms = Clock::from(store.now_ms().await?).now_ms();
            let found = why.map(|why| Cleared { at_ms, why });
            let row = taquin_league::clear(&store, &result, found).await?;
            let standing = row.outcome.map(|outcome| outcome.standing).unwrap_or_default();
            writeln!(out, "{result} is now {standing}")?;
        }
        Verb::Dump { file, public } => {
            let clock = Clock::from(store.now_ms().await?);
            let today = clock.today().to_string();
            let before = public.then_some(today.as_str());
            if file.as_os_str() == "-" {
                taquin_league::write_dump(&store, &mut out, clock.now_ms(), before).await?;
            } else {
                let to = std::fs::File::create(&file)
                    .with_context(|| format!("{} cannot be made", file.display()))?;
                taquin_league::write_dump(&store, std::io::BufWriter::new(to), clock.now_ms(), before)
                    .await?;
            }
        }
        Verb::Restore { .. } => {}
    }
    store.close().await;
    Ok(())
}

async fn serve(store: Store, data: &Path, options: Serve) -> Result<()> {
    let limits = Limits::new(options.address_rate, options.player_rate, options.proxy);
    let proof_time = Duration::from_secs(options.proof_time);
    let dumps = Some(data.join("dumps"));
    let settings = Settings { dumps, limits, proof_time, ..Settings::default() };
    let league = League::new(store.clone(), None, settings).await?;
    let server = match Server::bind(Options { host: options.host, port: options.port }).await {
        Ok(server) => server.named(options.name),
        Err(taken @ ServeError::PortTaken { .. }) => {
            bail!("{taken}; choose another with --port, or --port 0 for any free one")
        }
        Err(error) => return Err(error.into()),
    };
    writeln!(std::io::stdout(), "The league is at {} (Ctrl-C stops it)", server.url())?;
    if options.open && !taquin_serve::show(&server.url()) {
        writeln!(std::io::stderr(), "no browser could be opened; visit {}", server.url())?;
    }
    tracing::info!(address = %server.address(), database = ?store.kind(), "serving");
    let upkeep = tokio::spawn(league.clone().look_after());
    let end = async {
        stop().await;
        league.drain().await;
    };
    server.run_with(api::router(league.clone()), end).await;
    upkeep.abort();
    tracing::info!("stopped");
    Ok(())
}

/// Ready when somebody asks for the end: Ctrl-C, or the system.
async fn stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => tokio::select! { _ = interrupt => (), _ = terminate.recv() => () },
            Err(_) => drop(interrupt.await),
        }
    }
    #[cfg(not(unix))]
    drop(interrupt.await);
}

async fn backup(store: &Store, file: &Path) -> Result<()> {
    ensure!(!file.exists(), "{} is there already; name another file", file.display());
    if store.kind() == Kind::Postgres {
        return tool("pg_dump", &["--format=custom", "--file", text(file)?, store.url()]);
    }
    store.copy_to(text(file)?).await?;
    Ok(())
}

async fn restore(database: &str, file: &Path) -> Result<()> {
    ensure!(file.exists(), "{} is not there", file.display());
    let Some(path) = database.strip_prefix("sqlite:") else {
        tool(
            "pg_restore",
            &["--clean", "--if-exists", "--no-owner", "--exit-on-error", "--dbname", database, text(file)?],
        )?;
        Store::open(database).await?.close().await;
        return Ok(());
    };
    ensure!(
        !Path::new(path).exists(),
        "{path} is there already; move it away first, together with {path}-wal and {path}-shm"
    );
    let unfinished = format!("{path}.part");
    std::fs::copy(file, &unfinished)?;
    std::fs::File::open(&unfinished)?.sync_all()?;
    let copy = Store::open(&format!("sqlite:{unfinished}")).await?;
    let found = copy.integrity().await?;
    copy.close().await;
    ensure!(found == "ok", "{} is damaged: {found}", file.display());
    std::fs::rename(&unfinished, path)?;
    Ok(())
}

/// A note: one line that can be read.
fn note(text: &str) -> Result<String, String> {
    let text = text.trim();
    let is_line = !text.is_empty() && text.chars().count() <= 200 && !text.chars().any(char::is_control);
    if is_line { Ok(text.to_owned()) } else { Err("one line of 1 to 200 characters".into()) }
}

fn text(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("{} is no name for a database", path.display()))
}

fn tool(name: &str, arguments: &[&str]) -> Result<()> {
    let status = std::process::Command::new(name).args(arguments).status();
    match status.with_context(|| format!("{name} cannot be started; it comes with PostgreSQL"))? {
        status if status.success() => Ok(()),
        status => bail!("{name} failed ({status})"),
    }
}
