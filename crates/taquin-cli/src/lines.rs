//! One board per line in, one answer per line out: in order, on every core, in bounded memory.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use serde::Serialize;

use crate::failure::{Exit, Failure, one_line};

/// The longest line: the largest board with seven digits and a separator a cell.
const LINE_BYTES: u64 = 8 * taquin_core::MAX_CELLS as u64;

/// How a line was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// With a verdict.
    Given,
    /// A limit stopped it.
    Stopped,
    /// The line was no board.
    Bad,
}

/// How many lines there were of each kind, and the first bad one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub lines: u64,
    pub stopped: u64,
    pub bad: u64,
    pub first_bad: Option<u64>,
}

/// Lines travel in batches of at least this many bytes, so that quick answers are not all bookkeeping.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    pub bytes: usize,
    pub threads: usize,
}

/// How a run over many lines ends: 2 when a line was bad, 3 when a limit stopped one.
pub fn exit(tally: &Tally) -> Result<Exit, Failure> {
    if let Some(first) = tally.first_bad {
        let are = if tally.bad == 1 { "line is" } else { "lines are" };
        let why = format!("{} {are} no board (of {}); the first is line {first}", tally.bad, tally.lines);
        return Err(Failure::Input(why));
    }
    Ok(if tally.stopped > 0 { Exit::Stopped } else { Exit::Answered })
}

/// Writes a bad line's answer, in its place.
pub fn bad_line(number: u64, why: &Failure, json: bool, out: &mut Vec<u8>) -> Answer {
    #[derive(Serialize)]
    struct BadLine<'a> {
        line: u64,
        error: &'a str,
    }
    let text = one_line(why);
    if json {
        let error = text.trim_start_matches("error: ");
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut *out, &BadLine { line: number, error });
    } else {
        out.extend_from_slice(text.as_bytes());
    }
    out.push(b'\n');
    Answer::Bad
}

struct Lines {
    index: u64,
    first_number: u64,
    text: Vec<u8>,
}

/// Answers every line of `input` that is not empty or a comment: `answer(number, line, out)` writes one line.
pub fn answer_lines(
    input: impl Read + Send,
    out: &mut impl Write,
    batch: Batch,
    answer: impl Fn(u64, &[u8], &mut Vec<u8>) -> Answer + Sync,
) -> Result<Tally, Failure> {
    let window = 4 * batch.threads as u64;
    let gate = Gate::default();
    let (to_workers, from_reader) = sync_channel::<Lines>(batch.threads);
    // Only workers hold the receiving end: when the last one leaves, the reader's next send fails.
    let from_reader = Arc::new(Mutex::new(from_reader));
    let (to_writer, from_workers) = sync_channel(batch.threads);
    std::thread::scope(|scope| {
        let (gate, answer) = (&gate, &answer);
        let reader = scope.spawn(move || read_batches(input, batch.bytes, window, gate, &to_workers));
        for _ in 0..batch.threads {
            let (from_reader, to_writer) = (Arc::clone(&from_reader), to_writer.clone());
            scope.spawn(move || work(&from_reader, &to_writer, answer));
        }
        drop((from_reader, to_writer));
        let written = write_in_order(out, &from_workers, gate);
        // Whatever ended the writing, nobody may be left waiting for it.
        gate.open_for_all();
        drop(from_workers);
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let tally = written?;
        read?;
        Ok(tally)
    })
}

/// Lets the reader run only so far ahead of the writer.
#[derive(Default)]
struct Gate {
    written: Mutex<u64>,
    moved: Condvar,
}

impl Gate {
    fn wait(&self, until: u64) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        while *written < until {
            written = self.moved.wait(written).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn advance_to(&self, index: u64) {
        *self.written.lock().unwrap_or_else(PoisonError::into_inner) = index;
        self.moved.notify_all();
    }

    fn open_for_all(&self) {
        self.advance_to(u64::MAX);
    }
}

fn read_batches(
    input: impl Read,
    bytes: usize,
    window: u64,
    gate: &Gate,
    to_workers: &SyncSender<Lines>,
) -> Result<(), Failure> {
    let mut input = BufReader::with_capacity(1 << 18, input);
    let mut number = 1;
    for index in 0.. {
        let mut lines = Lines { index, first_number: number, text: Vec::with_capacity(bytes + 256) };
        while lines.text.len() <= bytes {
            let line_start = lines.text.len();
            let read = (&mut input).take(LINE_BYTES).read_until(b'\n', &mut lines.text);
            if read.map_err(|e| Failure::Input(format!("cannot read the boards: {e}")))? == 0 {
                break;
            }
            number += 1;
            if lines.text.last() != Some(&b'\n') && (lines.text.len() - line_start) as u64 == LINE_BYTES {
                skip_line(&mut input)?;
                lines.text.push(b'\n');
            }
        }
        let at_end = lines.text.is_empty();
        gate.wait(index.saturating_sub(window));
        if at_end || to_workers.send(lines).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// Passes over the rest of a line that is too long to keep.
fn skip_line(input: &mut impl BufRead) -> Result<(), Failure> {
    loop {
        let piece = input.fill_buf().map_err(|e| Failure::Input(format!("cannot read the boards: {e}")))?;
        let (length, ended) = match piece.iter().position(|&b| b == b'\n') {
            Some(place) => (place + 1, true),
            None => (piece.len(), piece.is_empty()),
        };
        input.consume(length);
        if ended {
            return Ok(());
        }
    }
}

fn work(
    lines: &Mutex<Receiver<Lines>>,
    answers: &SyncSender<(u64, Vec<u8>, Tally)>,
    answer: &(impl Fn(u64, &[u8], &mut Vec<u8>) -> Answer + Sync),
) {
    loop {
        let Ok(batch) = lines.lock().unwrap_or_else(PoisonError::into_inner).recv() else { return };
        let mut out = Vec::with_capacity(batch.text.len());
        let mut tally = Tally::default();
        for (line, number) in batch.text.split(|&b| b == b'\n').zip(batch.first_number..) {
            let line = line.trim_ascii();
            if line.is_empty() || line[0] == b'#' {
                continue;
            }
            tally.lines += 1;
            match answer(number, line, &mut out) {
                Answer::Given => {}
                Answer::Stopped => tally.stopped += 1,
                Answer::Bad => {
                    tally.bad += 1;
                    tally.first_bad.get_or_insert(number);
                }
            }
        }
        if answers.send((batch.index, out, tally)).is_err() {
            return;
        }
    }
}

fn write_in_order(
    out: &mut impl Write,
    answers: &Receiver<(u64, Vec<u8>, Tally)>,
    gate: &Gate,
) -> Result<Tally, io::Error> {
    let mut early = std::collections::BTreeMap::new();
    let mut next = 0;
    let mut sum = Tally::default();
    for (index, text, tally) in answers {
        early.insert(index, (text, tally));
        while let Some((text, tally)) = early.remove(&next) {
            out.write_all(&text)?;
            sum.lines += tally.lines;
            sum.stopped += tally.stopped;
            sum.bad += tally.bad;
            sum.first_bad = sum.first_bad.or(tally.first_bad);
            next += 1;
            gate.advance_to(next);
        }
        out.flush()?;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(input: &str, threads: usize, bytes: usize) -> (String, Tally) {
        let mut out = Vec::new();
        let tally =
            answer_lines(input.as_bytes(), &mut out, Batch { bytes, threads }, |number, line, out| {
                // Early lines take longest, so that answers arrive out of order.
                std::thread::sleep(std::time::Duration::from_micros(3000 / number));
                out.extend_from_slice(format!("{number}:{}\n", line.len()).as_bytes());
                if line == b"bad" { Answer::Bad } else { Answer::Given }
            });
        (String::from_utf8(out).unwrap(), tally.unwrap())
    }

    #[test]
    fn answers_come_in_the_order_of_the_lines() {
        let input = "# comment\nabc\n\n  \nbad\r\n".to_string() + &"x\n".repeat(100);
        let (one, tally) = run(&input, 1, 0);
        assert!(one.starts_with("2:3\n5:3\n6:1\n"));
        assert_eq!((tally.lines, tally.bad, tally.first_bad), (102, 1, Some(5)));
        for (threads, bytes) in [(2, 0), (8, 0), (2, 64), (3, 1 << 20)] {
            assert_eq!(run(&input, threads, bytes).0, one);
        }
    }

    #[test]
    fn a_closed_output_ends_everything() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let endless = io::repeat(b'\n').take(1 << 30).chain(&b"x\n"[..]);
        let batch = Batch { bytes: 0, threads: 2 };
        let result = answer_lines(
            io::Cursor::new("x\n".repeat(100_000)).chain(endless),
            &mut Closed,
            batch,
            |_, _, out| {
                out.push(b'\n');
                Answer::Given
            },
        );
        assert!(matches!(result, Err(Failure::ClosedPipe)));
    }
}
