//! How the program ends: exit codes, and the one line that says why.

use std::fmt;
use std::io;
use std::process::ExitCode;

use taquin_core::fault::Tell;

use crate::report::{ErrorReport, Report, Status};

/// The longest message, its line end included.
const MESSAGE_BYTES: usize = 300;

/// An answer's exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Solvable, solved, valid, done.
    Answered,
    /// A proven no: unsolvable, an invalid solution.
    No,
    /// A limit stopped the work; what was proven has been told.
    Stopped,
    /// Ctrl-C stopped the work; what was proven has been told.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Answered => 0,
            Exit::No => 1,
            Exit::Stopped => 3,
            Exit::Interrupted => 130,
        })
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// Bad input or usage.
    Input(String),
    /// Bad input of a kind that the library has a name for.
    Fault { kind: &'static str, why: String },
    /// Some of many lines were no boards; each has been told in its place.
    Lines(String),
    /// Some of several tables are damaged; each has been told in its place.
    Tables(String),
    /// Arguments that make no sense, seen before anything was read.
    Usage(String),
    /// A limit does not suffice, which was known before the work began.
    Limit(String),
    /// The disk, the network, a permission.
    Environment(String),
    /// Ctrl-C, and what had been done by then.
    Interrupted(String),
    /// Whoever read the answers has left.
    ClosedPipe,
}

impl Failure {
    /// Bad input, in the words of an error.
    pub fn input(why: impl fmt::Display) -> Failure {
        Failure::Input(why.to_string())
    }

    /// Bad input, with the library's own name for it.
    pub fn told(why: impl fmt::Display + Tell) -> Failure {
        Failure::Fault { kind: why.fault().kind.name(), why: why.to_string() }
    }

    /// The same failure with more said.
    pub fn and(self, more: &str) -> Failure {
        match self {
            Failure::Input(why) => Failure::Input(why + more),
            Failure::Fault { kind, why } => Failure::Fault { kind, why: why + more },
            other => other,
        }
    }

    /// Its name for programs: `usage`, `limit`, `environment`, `interrupted`, or what is wrong with the input.
    fn code(&self) -> String {
        match self {
            Failure::Fault { kind, .. } => kebab(kind),
            Failure::Input(_) | Failure::Lines(_) => "input".into(),
            Failure::Usage(_) => "usage".into(),
            Failure::Limit(_) => "limit".into(),
            Failure::Environment(_) | Failure::Tables(_) | Failure::ClosedPipe => "environment".into(),
            Failure::Interrupted(_) => "interrupted".into(),
        }
    }

    /// The failure as an object.
    pub fn report(&self, verb: &'static str, line: Option<u64>) -> Report {
        let status = match self {
            Failure::Limit(_) => Status::Limit,
            Failure::Interrupted(_) => Status::Interrupted,
            _ => Status::Error,
        };
        let error = ErrorReport { code: self.code(), message: short(self) };
        Report { line, error: Some(error), ..Report::new(verb, status) }
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::ClosedPipe => 0,
            Failure::Input(_) | Failure::Fault { .. } | Failure::Lines(_) | Failure::Usage(_) => 2,
            Failure::Limit(_) => 3,
            Failure::Environment(_) | Failure::Tables(_) => 4,
            Failure::Interrupted(_) => 130,
        })
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Environment(error.to_string()),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(why)
            | Failure::Fault { why, .. }
            | Failure::Lines(why)
            | Failure::Tables(why)
            | Failure::Usage(why)
            | Failure::Limit(why)
            | Failure::Environment(why)
            | Failure::Interrupted(why) => f.write_str(why),
            Failure::ClosedPipe => f.write_str("the output was closed"),
        }
    }
}

/// `NotSquare` as `not-square`.
fn kebab(name: &str) -> String {
    let mut code = String::with_capacity(name.len() + 4);
    for sign in name.chars() {
        if sign.is_ascii_uppercase() && !code.is_empty() {
            code.push('-');
        }
        code.push(sign.to_ascii_lowercase());
    }
    code
}

/// The message alone, as [`one_line`] shortens it.
fn short(why: &impl fmt::Display) -> String {
    one_line(why).split_off("error: ".len())
}

/// `error: …` on one line of at most 300 bytes, whatever the message holds.
pub fn one_line(why: &impl fmt::Display) -> String {
    let mut line = String::from("error: ");
    for sign in why.to_string().chars() {
        let shown = if sign.is_control() { sign.escape_default().to_string() } else { sign.to_string() };
        if line.len() + shown.len() + "…\n".len() > MESSAGE_BYTES {
            line.push('…');
            break;
        }
        line.push_str(&shown);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_short_line_whatever_it_holds() {
        let line = one_line(&"\u{1b}[31m\n\u{0}é".repeat(100));
        assert!(line.len() < MESSAGE_BYTES && !line.chars().any(char::is_control));
        assert_eq!(one_line(&"plain"), "error: plain");
    }
}
