//! How the program ends: exit codes, and the one line that says why.

use std::fmt;
use std::io;
use std::process::ExitCode;

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
    /// A limit does not suffice, which was known before the work began.
    Limit(String),
    /// The disk, the network, a permission.
    Environment(String),
    /// Whoever read the answers has left.
    ClosedPipe,
}

impl Failure {
    /// Bad input, in the words of an error.
    pub fn input(why: impl fmt::Display) -> Failure {
        Failure::Input(why.to_string())
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::ClosedPipe => 0,
            Failure::Input(_) => 2,
            Failure::Limit(_) => 3,
            Failure::Environment(_) => 4,
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
            Failure::Input(why) | Failure::Limit(why) | Failure::Environment(why) => f.write_str(why),
            Failure::ClosedPipe => f.write_str("the output was closed"),
        }
    }
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
