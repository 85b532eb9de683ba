//! `taquin judge`: a league's open data, judged again.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufReader, Write};
use std::path::PathBuf;

use clap::Args;
use taquin_ledger::{Bests, Difference, Dump, DumpError, rejudge};

use crate::failure::{Exit, Failure};
use crate::input;
use crate::report::{Ranked, Report, Status};

/// Judge every result of a league's dump again and print the rankings
///
/// A dump holds each attempt with its record, the server's two moments and the verdict. All of it is checked: the checksum, every
/// verdict, and from the verdicts the rankings are made anew. Exit 0 when every verdict is as written, 1 when one is not.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin judge taquin-league-2026-11-15.ndjson
  $ taquin judge all.ndjson --board ao5/4x4/keys --period 2026-11
  $ taquin judge all.ndjson --board fewest/4x4 --period 2026-11-14")]
pub struct JudgeArgs {
    /// The dump, as /api/dumps of a league or `taquin-league dump` gives it; - for standard input
    #[arg(value_name = "DUMP")]
    dump: PathBuf,
    /// One ranking alone: single/4x4/keys, ao5/4x4/keys, daily/4x4/keys, fewest/4x4
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// Its period: a day, a month or all
    #[arg(long, value_name = "PERIOD", default_value = "all")]
    period: String,
    /// How many rows of a ranking
    #[arg(long, value_name = "N", default_value_t = 10)]
    rows: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &JudgeArgs) -> Result<Exit, Failure> {
    let dump = read(args)?;
    let differences = rejudge(&dump.attempts);
    let bests = Bests::of(&dump.attempts);
    let names: BTreeMap<&str, &str> = dump.players.iter().map(|p| (p.id.as_str(), p.name.as_str())).collect();
    let results = dump.attempts.iter().filter(|attempt| attempt.outcome.is_some()).count();
    let boards: BTreeSet<&str> = match &args.board {
        Some(board) => BTreeSet::from([board.as_str()]),
        None => bests
            .iter()
            .filter(|(key, _)| key.period == args.period)
            .map(|(key, _)| key.board.as_str())
            .collect(),
    };
    let mut rankings = Vec::new();
    for &board in &boards {
        let mut above = None;
        for (place, (key, best)) in (1..).zip(bests.ranking(board, &args.period)).take(args.rows) {
            let rank = match above {
                Some((value, rank)) if value == best.value => rank,
                _ => place,
            };
            above = Some((best.value, rank));
            let name = names.get(key.player.as_str()).copied().unwrap_or(&key.player);
            let (period, player) = (args.period.clone(), plain(name));
            rankings.push(Ranked { board: board.into(), period, rank, value: best.value, player });
        }
    }
    let (attempts, players) = (dump.attempts.len(), dump.players.len());
    let told: Vec<String> = differences.iter().map(tell).collect();
    let exit = if told.is_empty() { Exit::Answered } else { Exit::No };
    if args.json {
        let status = if told.is_empty() { Status::Valid } else { Status::Invalid };
        let report = Report {
            attempts: Some(attempts as u64),
            results: Some(results as u64),
            players: Some(players as u64),
            differences: Some(told),
            rankings: Some(rankings),
            ..Report::new("judge", status)
        };
        report.print()?;
        return Ok(exit);
    }
    let mut out = io::stdout().lock();
    for difference in &told {
        writeln!(out, "{difference}")?;
    }
    let end = if told.is_empty() { "all as written".into() } else { format!("{} differ", told.len()) };
    writeln!(out, "{results} results of {attempts} attempts by {players} players judged again: {end}")?;
    for board in boards {
        writeln!(out, "\n{board} {}", args.period)?;
        for row in rankings.iter().filter(|row| row.board == board) {
            writeln!(out, "{:>4} {:>12} {}", row.rank, value(board, row.value), row.player)?;
        }
    }
    Ok(exit)
}

fn read(args: &JudgeArgs) -> Result<Dump, Failure> {
    let file = (args.dump.as_os_str() != "-").then_some(args.dump.as_path());
    Dump::read(BufReader::new(input::stream(file)?)).map_err(|why| match why {
        DumpError::Io(why) => Failure::Environment(format!("{}: {why}", args.dump.display())),
        other => Failure::Input(format!("{}: {other}", args.dump.display())),
    })
}

fn tell(difference: &Difference) -> String {
    let words =
        |outcome: &taquin_ledger::Outcome| format!("{} {}", outcome.standing, outcome.reasons.join(" "));
    let written = words(&difference.written);
    let judged = difference.judged.as_ref().map_or("a record that cannot be read".into(), words);
    let [attempt, written, judged] = [&*difference.attempt, written.trim(), judged.trim()].map(plain);
    format!("{attempt}: written {written}, judged {judged}")
}

/// Slides, or a time in seconds.
fn value(board: &str, value: u64) -> String {
    if board.starts_with("fewest/") {
        value.to_string()
    } else {
        format!("{}.{:03}", value / 1000, value % 1000)
    }
}

/// Somebody's text without what would move the terminal's cursor or turn its line around.
fn plain(text: &str) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}')
    };
    text.chars().map(|c| if hidden(c) { '\u{FFFD}' } else { c }).collect()
}
