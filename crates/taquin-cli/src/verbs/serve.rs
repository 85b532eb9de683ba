//! `taquin serve`: the game and the lessons in the browser, on this machine.

use std::io::Write;
use std::net::IpAddr;

use clap::Args;
use taquin_serve::{Options, ServeError, Server};

use crate::failure::{Exit, Failure};

/// Serve the game and the lessons to a browser on this machine
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin serve --open
  $ taquin serve --port 0        # any free port; the address is printed")]
pub struct ServeArgs {
    /// The port to listen on; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = Options::default().port)]
    port: u16,
    /// The address to listen on; other machines can reach the page only if this is not localhost
    #[arg(long, value_name = "ADDRESS", default_value_t = Options::default().host)]
    host: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

pub fn run(args: &ServeArgs) -> Result<Exit, Failure> {
    if !taquin_serve::is_page_built() {
        return Err(Failure::Environment(
            "this program was built without the page; in a checkout, `cargo xtask serve` builds both and starts it".into(),
        ));
    }
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let options = Options { host: args.host, port: args.port };
        let server = Server::bind(options).await.map_err(|error| failure(&error))?;
        let url = server.url();
        writeln!(std::io::stdout(), "Taquin is at {url} (Ctrl-C stops it)")?;
        if args.open && !taquin_serve::show(&url) {
            eprintln!("no browser could be opened; visit {url}");
        }
        server.run(stop()).await;
        Ok(Exit::Answered)
    })
}

fn failure(error: &ServeError) -> Failure {
    let remedy = match error {
        ServeError::PortTaken { .. } => "; choose another with --port, or --port 0 for any free one",
        _ => "",
    };
    Failure::Environment(format!("{error}{remedy}"))
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
