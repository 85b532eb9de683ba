//! One board per line in, one answer per line out: in order, on every core, in bounded memory.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use crate::failure::{Exit, Failure, one_line};
use crate::input::Stream;
use crate::machine::interrupted;
use crate::meter::Meter;
use crate::width;

/// The longest line: the largest board with seven digits and a separator a cell.
const LINE_BYTES: u64 = 8 * taquin_core::MAX_CELLS as u64;

/// How a line was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// With a verdict.
    Given,
    /// By leaving it out, as was asked.
    Passed,
    /// A limit stopped it.
    Stopped,
    /// The line was no board.
    Bad,
    /// Ctrl-C came before the answer was whole; what was written for it does not count.
    Cut,
}

/// How many lines there were of each kind, and the first bad one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub lines: u64,
    pub stopped: u64,
    pub bad: u64,
    pub first_bad: Option<u64>,
    /// Ctrl-C ended the run after these lines.
    pub cut: bool,
}

/// How often a thread that waits for lines looks whether it should leave.
const LOOK: Duration = Duration::from_millis(20);

/// Lines travel in batches of at least this many bytes, so that quick answers are not all bookkeeping.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    pub bytes: usize,
    pub threads: usize,
}

/// A line that is neither empty nor a comment.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    pub number: u64,
    pub text: &'a [u8],
}

/// Answers every line of a stream on standard output; 2 when a line was bad, 3 when a limit stopped one, 130 after Ctrl-C.
pub fn run(
    stream: Stream,
    batch: Batch,
    answer: impl Fn(u64, &[u8], &mut Vec<u8>) -> Answer + Sync,
) -> Result<Exit, Failure> {
    run_batches(stream, batch, |_| (), |(), line, out| answer(line.number, line.text, out))
}

/// The same where something can be done for all lines of a batch at once: each answer is given what that made.
pub fn run_batches<T>(
    stream: Stream,
    batch: Batch,
    prepare: impl Fn(&[Line<'_>]) -> T + Sync,
    answer: impl Fn(&mut T, Line<'_>, &mut Vec<u8>) -> Answer + Sync,
) -> Result<Exit, Failure> {
    let mut meter = Meter::new(stream.bytes);
    let mut out = io::stdout().lock();
    let tally = answer_lines(stream.bytes_in, &mut out, batch, interrupted()?, &mut meter, prepare, answer);
    meter.end();
    exit(&tally?)
}

fn exit(tally: &Tally) -> Result<Exit, Failure> {
    if tally.cut {
        let s = if tally.lines == 1 { "" } else { "s" };
        return Err(Failure::Interrupted(format!("interrupted after {} answer{s}", tally.lines)));
    }
    if let Some(first) = tally.first_bad {
        let lines = if tally.bad == 1 { "line" } else { "lines" };
        let why =
            format!("{} {lines} cannot be read (of {}); the first is line {first}", tally.bad, tally.lines);
        return Err(Failure::Lines(why));
    }
    Ok(if tally.stopped > 0 { Exit::Stopped } else { Exit::Answered })
}

/// Writes a bad line's answer, in its place.
pub fn bad_line(verb: &'static str, number: u64, why: &Failure, json: bool, out: &mut Vec<u8>) -> Answer {
    if json {
        // Writing to memory cannot fail.
        let _ = why.report(verb, Some(number)).write(&mut *out);
    } else {
        out.extend_from_slice(one_line(why).as_bytes());
        out.push(b'\n');
    }
    Answer::Bad
}

/// Tells a bad line beside the answers, where those are lines that the next program reads.
pub fn bad_line_aside(number: u64, why: &Failure) -> Answer {
    width::say(&one_line(&format!("line {number}: {why}")));
    Answer::Bad
}

struct Lines {
    index: u64,
    first_number: u64,
    text: Vec<u8>,
}

/// A batch's answers: its number, their text, how they were answered, how much input they took.
struct Answers {
    index: u64,
    text: Vec<u8>,
    tally: Tally,
    bytes: u64,
}

/// Answers every line of `input` that is not empty or a comment: `answer(prepared, line, out)` writes one line.
///
/// Once `stop` is raised it ends at once, after whole answers only, whatever the input does: whoever reads it may be
/// waiting for somebody to type.
fn answer_lines<T>(
    input: impl Read + Send + 'static,
    out: &mut impl Write,
    batch: Batch,
    stop: &AtomicBool,
    meter: &mut Meter,
    prepare: impl Fn(&[Line<'_>]) -> T + Sync,
    answer: impl Fn(&mut T, Line<'_>, &mut Vec<u8>) -> Answer + Sync,
) -> Result<Tally, Failure> {
    let window = 4 * batch.threads as u64;
    let gate = Arc::new(Gate::default());
    let (to_workers, from_reader) = sync_channel::<Lines>(batch.threads);
    // Only workers hold the receiving end: when the last one leaves, the reader's next send fails.
    let from_reader = Arc::new(Mutex::new(from_reader));
    let (to_writer, from_workers) = sync_channel(batch.threads);
    let reader = Builder::new().spawn({
        let gate = Arc::clone(&gate);
        move || read_batches(input, batch.bytes, window, &gate, &to_workers)
    });
    let reader = reader.map_err(no_thread)?;
    let broken = AtomicBool::new(false);
    let written = std::thread::scope(|scope| {
        let (prepare, answer, broken) = (&prepare, &answer, &broken);
        let mut started = Ok(());
        for number in 0..batch.threads {
            let (from_reader, to_writer) = (Arc::clone(&from_reader), to_writer.clone());
            let work = move || {
                let _ends_all = EndsAll(broken);
                let over = || stop.load(Ordering::Relaxed) || broken.load(Ordering::Relaxed);
                work(&from_reader, &to_writer, &over, prepare, answer);
            };
            if let Err(refused) = Builder::new().spawn_scoped(scope, work) {
                // Those there are do the work of all.
                started = if number == 0 { Err(no_thread(refused)) } else { Ok(()) };
                break;
            }
        }
        drop((from_reader, to_writer));
        let written = started.and_then(|()| write_in_order(out, &from_workers, &gate, meter));
        // Whatever ended the writing, nobody may be left waiting for it.
        gate.open_for_all();
        drop(from_workers);
        written
    });
    let (mut tally, batches) = written?;
    let stopped = stop.load(Ordering::Relaxed);
    if stopped && (tally.cut || !reader.is_finished()) {
        tally.cut = true;
        return Ok(tally);
    }
    let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    // Workers that leave between two batches cut none, but what was left to read or waited for them is not answered.
    tally.cut = stopped && read != Some(batches);
    Ok(tally)
}

/// Raises its flag when its thread unwinds: the batch that is lost with it would be waited for by all others. The scope
/// passes the panic on.
struct EndsAll<'a>(&'a AtomicBool);

impl Drop for EndsAll<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

pub fn no_thread(refused: io::Error) -> io::Error {
    io::Error::other(format!("the system gives no thread to work with: {refused}"))
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

/// Hands the input on in batches. How many it was; `None` where nobody took the last of them.
fn read_batches(
    input: impl Read,
    bytes: usize,
    window: u64,
    gate: &Gate,
    to_workers: &SyncSender<Lines>,
) -> Result<Option<u64>, Failure> {
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
        if lines.text.is_empty() {
            return Ok(Some(index));
        }
        gate.wait(index.saturating_sub(window));
        if to_workers.send(lines).is_err() {
            break;
        }
    }
    Ok(None)
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

fn work<T>(
    lines: &Mutex<Receiver<Lines>>,
    answers: &SyncSender<Answers>,
    over: &impl Fn() -> bool,
    prepare: &impl Fn(&[Line<'_>]) -> T,
    answer: &impl Fn(&mut T, Line<'_>, &mut Vec<u8>) -> Answer,
) {
    while !over() {
        let batch = lines.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK);
        let batch = match batch {
            Ok(batch) => batch,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let mut text = Vec::with_capacity(batch.text.len());
        let mut tally = Tally::default();
        let all = batch.text.split(|&b| b == b'\n').zip(batch.first_number..);
        let all = all.map(|(text, number)| Line { number, text: text.trim_ascii() });
        let full: Vec<Line<'_>> =
            all.filter(|line| line.text.first().is_some_and(|&first| first != b'#')).collect();
        let mut prepared = prepare(&full);
        for line in full {
            let whole = text.len();
            let told = if over() { Answer::Cut } else { answer(&mut prepared, line, &mut text) };
            match told {
                Answer::Given | Answer::Passed => {}
                Answer::Stopped => tally.stopped += 1,
                Answer::Bad => {
                    tally.bad += 1;
                    tally.first_bad.get_or_insert(line.number);
                }
                Answer::Cut => {
                    text.truncate(whole);
                    tally.cut = true;
                    break;
                }
            }
            tally.lines += 1;
        }
        let bytes = batch.text.len() as u64;
        if answers.send(Answers { index: batch.index, text, tally, bytes }).is_err() {
            return;
        }
    }
}

/// Writes answers as their turn comes. What they were, and how many batches of them.
fn write_in_order(
    out: &mut impl Write,
    answers: &Receiver<Answers>,
    gate: &Gate,
    meter: &mut Meter,
) -> Result<(Tally, u64), io::Error> {
    let mut early = std::collections::BTreeMap::new();
    let (mut next, mut bytes) = (0, 0);
    let mut sum = Tally::default();
    for answers in answers {
        early.insert(answers.index, answers);
        while let Some(Answers { text, tally, bytes: took, .. }) = early.remove(&next).filter(|_| !sum.cut) {
            out.write_all(&text)?;
            sum.lines += tally.lines;
            sum.stopped += tally.stopped;
            sum.bad += tally.bad;
            sum.first_bad = sum.first_bad.or(tally.first_bad);
            sum.cut = tally.cut;
            next += 1;
            bytes += took;
            gate.advance_to(next);
        }
        out.flush()?;
        meter.tell(sum.lines, bytes);
    }
    // Answers that wait for one that never came are behind the end.
    sum.cut |= !early.is_empty();
    Ok((sum, next))
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn run(input: &str, threads: usize, bytes: usize) -> (String, Tally) {
        let mut out = Vec::new();
        let input = io::Cursor::new(input.to_owned());
        let meter = &mut Meter::new(None);
        // Each answer takes the number that was prepared for its line.
        let prepare = |lines: &[Line<'_>]| lines.iter().map(|line| line.number).collect::<VecDeque<u64>>();
        let answer = |prepared: &mut VecDeque<u64>, line: Line<'_>, out: &mut Vec<u8>| {
            // Early lines take longest, so that answers arrive out of order.
            std::thread::sleep(Duration::from_micros(3000 / line.number));
            let number = prepared.pop_front().unwrap();
            out.extend_from_slice(format!("{number}:{}\n", line.text.len()).as_bytes());
            if line.text == b"bad" { Answer::Bad } else { Answer::Given }
        };
        let tally = answer_lines(input, &mut out, Batch { bytes, threads }, &NEVER, meter, prepare, answer);
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
            &NEVER,
            &mut Meter::new(None),
            |_| (),
            |(), _, out| {
                out.push(b'\n');
                Answer::Given
            },
        );
        assert!(matches!(result, Err(Failure::ClosedPipe)));
    }

    /// Lines, and then somebody who types nothing for ever.
    struct Silent(io::Cursor<String>);

    impl Read for Silent {
        fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
            match self.0.read(piece)? {
                0 => loop {
                    std::thread::park();
                },
                length => Ok(length),
            }
        }
    }

    #[test]
    fn an_interruption_ends_it_after_whole_answers_though_nobody_closes_the_input() {
        for threads in [1, 2, 5] {
            let stop = AtomicBool::new(false);
            let input = Silent(io::Cursor::new("x\n".repeat(1000)));
            let mut out = Vec::new();
            let batch = Batch { bytes: 16, threads };
            let answer = |(): &mut (), Line { number, .. }: Line<'_>, out: &mut Vec<u8>| {
                out.extend_from_slice(format!("{number}").as_bytes());
                // As Ctrl-C would, while this line is being answered.
                if number == 100 {
                    stop.store(true, Ordering::Relaxed);
                    return Answer::Cut;
                }
                out.push(b'\n');
                Answer::Given
            };
            let meter = &mut Meter::new(None);
            let tally = answer_lines(input, &mut out, batch, &stop, meter, |_| (), answer).unwrap();
            let expected: String = (1..=tally.lines).map(|number| format!("{number}\n")).collect();
            assert_eq!(String::from_utf8(out).unwrap(), expected);
            assert!(tally.cut && tally.lines < 100);
        }
    }

    #[test]
    fn a_panic_in_one_thread_ends_the_work_of_all() {
        for threads in [1, 2, 5] {
            // Whoever waits for the lost batch would wait for ever, here as in the program.
            let (ended, heard) = std::sync::mpsc::channel();
            let work = move || {
                let answer = |(): &mut (), Line { number, .. }: Line<'_>, _: &mut Vec<u8>| {
                    assert!(number != 100, "on purpose");
                    Answer::Given
                };
                let input = Silent(io::Cursor::new("x\n".repeat(1000)));
                let (meter, batch) = (&mut Meter::new(None), Batch { bytes: 16, threads });
                answer_lines(input, &mut Vec::new(), batch, &NEVER, meter, |_| (), answer)
            };
            std::thread::spawn(move || {
                let result = std::panic::catch_unwind(work);
                let _ = ended.send(result.is_err());
            });
            assert_eq!(heard.recv_timeout(Duration::from_secs(60)), Ok(true), "{threads} threads");
        }
    }

    #[test]
    fn an_interruption_between_two_batches_is_one_too() {
        // Each line is a batch, answered whole when Ctrl-C comes; the input has ended by then, or goes on.
        for (threads, lines) in [(1, 2), (1, 1000), (2, 3), (2, 1000)] {
            let stop = AtomicBool::new(false);
            let input = io::Cursor::new("x\n".repeat(lines));
            let mut out = Vec::new();
            let answer = |(): &mut (), _: Line<'_>, out: &mut Vec<u8>| {
                out.push(b'\n');
                std::thread::sleep(Duration::from_millis(2));
                stop.store(true, Ordering::Relaxed);
                Answer::Given
            };
            let (meter, batch) = (&mut Meter::new(None), Batch { bytes: 0, threads });
            let tally = answer_lines(input, &mut out, batch, &stop, meter, |_| (), answer).unwrap();
            assert_eq!(out.len() as u64, tally.lines);
            assert_eq!(tally.cut, tally.lines < lines as u64, "{threads} threads, {lines} lines");
        }
        // What is answered to its end was not interrupted, whenever Ctrl-C came.
        let stop = AtomicBool::new(false);
        let answer = |(): &mut (), _: Line<'_>, _: &mut Vec<u8>| {
            std::thread::sleep(Duration::from_millis(2));
            stop.store(true, Ordering::Relaxed);
            Answer::Given
        };
        let (meter, batch) = (&mut Meter::new(None), Batch { bytes: 0, threads: 1 });
        let one = io::Cursor::new("x\n");
        let tally = answer_lines(one, &mut Vec::new(), batch, &stop, meter, |_| (), answer).unwrap();
        assert!(!tally.cut && tally.lines == 1);
    }
}
