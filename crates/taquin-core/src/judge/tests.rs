use super::*;
use crate::board;
use crate::game::Push;
use crate::{Moves, Shape};

const HOUR: u64 = ATTEMPT_MS;

/// A board that these slides solve.
fn before(moves: &Moves, size: &str) -> Board {
    let shape: Shape = size.parse().unwrap();
    Goal::BlankLast.board(shape).unwrap().after(&moves.inverse()).unwrap()
}

fn push(direction: Direction) -> Act {
    Act::Push(Push { direction, tiles: 1 })
}

/// A walk on 4×4 that ends solved, and not before: now along a row, now along a column, so that no two slides are one sweep.
fn walk(slides: usize) -> Moves {
    let mut board = Goal::BlankLast.board("4x4".parse().unwrap()).unwrap();
    let mut number = 5u32;
    let back = (0..slides).map(|i| {
        let ways =
            if i % 2 == 0 { [Direction::Down, Direction::Up] } else { [Direction::Left, Direction::Right] };
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let first = (number >> 30) as usize % 2;
        let way = [ways[first], ways[1 - first]].into_iter().find(|&way| board.slide(way).is_some());
        way.unwrap()
    });
    back.collect::<Moves>().inverse()
}

/// A record of `slides` slides, the gap before each given by its number, `first_ms` after the board was shown.
fn with_gaps(slides: usize, source: Source, first_ms: u64, gap: impl Fn(usize) -> u64) -> Record {
    let moves = walk(slides);
    let mut at = first_ms;
    let acts = moves.iter().enumerate().map(|(i, way)| {
        at += if i == 0 { 0 } else { gap(i) };
        (push(way), at)
    });
    let acts = acts.collect();
    Record::new(before(&moves, "4x4"), Goal::BlankLast, source, acts).unwrap()
}

/// A hand: gaps of 80 to 240 ms.
fn human(slides: usize) -> Record {
    with_gaps(slides, Source::Keys, 1_500, |i| 80 + (i as u64 * 7919) % 161)
}

fn attempt(record: &Record) -> Attempt {
    let contest = Contest::Speed(Some(Source::Keys));
    let opened_ms = 1_794_700_800_000;
    Attempt {
        board: record.start().clone(),
        contest,
        opened_ms,
        closed_ms: opened_ms + record.end_ms() + 120,
        known: false,
    }
}

fn later(attempt: &Attempt, ms: u64) -> Attempt {
    Attempt { closed_ms: attempt.closed_ms + ms, ..attempt.clone() }
}

#[test]
fn an_honest_solve_is_ranked_with_its_time_and_slides() {
    let record = human(62);
    let verdict = judge(&attempt(&record), &record);
    assert_eq!((verdict.reasons.as_slice(), verdict.standing()), (&[][..], Standing::Ranked));
    let solve = verdict.solve.unwrap();
    assert_eq!((solve.stm, solve.time_ms), (62, record.end_ms() - 1_500));
}

#[test]
fn every_round_trip_up_to_the_limit_is_ranked_and_none_above_it() {
    let record = human(62);
    let attempt = attempt(&record);
    let at = |more: u64| judge(&later(&attempt, more), &record).reasons;
    let drift = (record.end_ms() + ROUND_TRIP_MS) / DRIFT;
    let limit = ROUND_TRIP_MS + drift - 120;
    for more in 0..=limit {
        assert_eq!(at(more), [], "{more}");
    }
    for more in [limit + 2, limit + 500, 60_000] {
        assert_eq!(at(more), [Reason::SlowMotion], "{more}");
    }
}

#[test]
fn slow_motion_is_unranked() {
    // The page's clock runs at 0.4 to 0.8 of the true one while 20 seconds are told.
    let record = with_gaps(100, Source::Keys, 2_000, |i| 120 + (i as u64 * 7919) % 121);
    for tenths in 4..=8 {
        let mut attempt = attempt(&record);
        attempt.closed_ms = attempt.opened_ms + record.end_ms() * 10 / tenths;
        assert_eq!(judge(&attempt, &record).reasons, [Reason::SlowMotion], "0.{tenths}");
    }
}

#[test]
fn a_record_longer_than_the_servers_time_is_refused() {
    let record = human(62);
    let mut attempt = attempt(&record);
    let passed = record.end_ms() - CLOCK_MS - record.end_ms() / DRIFT - 1;
    attempt.closed_ms = attempt.opened_ms + passed;
    assert_eq!(judge(&attempt, &record).reasons, [Reason::AheadOfTime]);
    attempt.closed_ms += 2 + CLOCK_MS / 10;
    assert_eq!(judge(&attempt, &record).reasons, [], "clocks are not that equal");
    attempt.closed_ms = attempt.opened_ms;
    assert_eq!(judge(&attempt, &record).standing(), Standing::Refused);
    attempt.closed_ms = attempt.opened_ms - 1;
    assert_eq!(judge(&attempt, &record).reasons, [Reason::ClockSetBack], "nobody is refused for our clock");
}

#[test]
fn the_limits_of_the_clock_are_allowed_and_a_millisecond_past_them_is_not() {
    let open = attempt(&human(62));
    let told = |passed_ms: u64, told_ms: u64| {
        let attempt = Attempt { closed_ms: open.opened_ms + passed_ms, ..open.clone() };
        against_the_clock(&attempt, told_ms, true)
    };
    for passed in [0, 999, 1_000, 60_000] {
        let most = passed + CLOCK_MS + passed / DRIFT;
        assert_eq!((told(passed, most), told(passed, most + 1)), (None, Some(Reason::AheadOfTime)));
    }
    let last = ATTEMPT_MS + ROUND_TRIP_MS;
    assert_eq!((told(last, last), told(last + 1, last + 1)), (None, Some(Reason::Expired)));
    let least = 10_000 - ROUND_TRIP_MS - 10_000 / DRIFT;
    assert_eq!((told(10_000, least), told(10_000, least - 1)), (None, Some(Reason::SlowMotion)));
}

#[test]
fn after_the_hour_it_is_unranked_whatever_it_is_for() {
    let moves = walk(8);
    let acts = moves.iter().enumerate().map(|(i, way)| (push(way), i as u64 * 500_000)).collect();
    let record = Record::new(before(&moves, "4x4"), Goal::BlankLast, Source::Touch, acts).unwrap();
    for contest in [Contest::FewestMoves, Contest::Speed(None)] {
        let open = Attempt { contest, closed_ms: HOUR, opened_ms: 0, ..attempt(&record) };
        let expired = Attempt { closed_ms: HOUR + ROUND_TRIP_MS + 1, ..open.clone() };
        assert_eq!(judge(&expired, &record).reasons, [Reason::Expired]);
        let standing = judge(&open, &record).standing();
        assert_eq!(standing == Standing::Ranked, contest == Contest::FewestMoves, "{contest:?}");
    }
}

#[test]
fn another_board_or_goal_is_refused() {
    let record = human(62);
    let mut other = attempt(&record);
    other.board = before(&walk(61), "4x4");
    assert_eq!(judge(&other, &record).reasons, [Reason::OtherBoard]);
    other.board = board("1 2 3 / 4 5 6 / _ 7 8");
    assert_eq!(judge(&other, &record).reasons, [Reason::OtherBoard]);
    let goal = Goal::Board(Goal::BlankLast.board("4x4".parse().unwrap()).unwrap());
    let named = Record::new(record.start().clone(), goal, Source::Keys, record.acts().to_vec()).unwrap();
    assert_eq!(judge(&attempt(&record), &named).reasons, [Reason::OtherBoard], "one form for one goal");
}

#[test]
fn what_is_no_solve_is_refused_and_counts_as_nothing() {
    let record = human(62);
    let attempt = attempt(&record);
    let told = |acts: Vec<(Act, u64)>| {
        let record = Record::new(attempt.board.clone(), Goal::BlankLast, Source::Keys, acts).unwrap();
        judge(&attempt, &record)
    };
    let acts = record.acts().to_vec();
    for kept in 0..acts.len() {
        let verdict = told(acts[..kept].to_vec());
        assert_eq!((verdict.reasons.as_slice(), verdict.solve), (&[Reason::Unsolved][..], None), "{kept}");
    }
    for i in 0..acts.len() {
        let mut jumped = acts.clone();
        jumped.remove(i);
        assert_eq!(told(jumped).standing(), Standing::Refused, "without slide {i}");
    }
    for extra in [push(Direction::Right), Act::Hint, Act::Undo, Act::Pause] {
        let mut longer = acts.clone();
        longer.push((extra, record.end_ms()));
        assert_eq!(told(longer).reasons, [Reason::Illegal], "{extra:?} after the end");
    }
    assert_eq!(told(vec![(push(Direction::Left), 5); 70]).reasons, [Reason::Illegal]);
}

#[test]
fn rates_are_flagged_above_45_and_refused_above_100() {
    let at_rate = |gap_us: usize, source| {
        // A calm solve with eleven fast moves in its middle, whose gaps are not all the same.
        let fast = |i: usize| ((i - 29) * gap_us / 1000 - (i - 30) * gap_us / 1000) as u64;
        let record = with_gaps(62, source, 900, |i| {
            if (30..40).contains(&i) { fast(i) } else { 100 + (i as u64 * 37) % 90 }
        });
        let contest = Contest::Speed(None);
        judge(&Attempt { contest, ..attempt(&record) }, &record).reasons
    };
    for source in [Source::Keys, Source::Pointer, Source::Hover, Source::Touch] {
        assert_eq!(at_rate(40_000, source), []);
        assert_eq!(at_rate(22_300, source), [], "44.8 a second");
        assert_eq!(at_rate(22_100, source), [Reason::Fast], "45.2 a second");
        assert_eq!(at_rate(10_000, source), [Reason::Fast], "100 a second");
        assert_eq!(at_rate(9_900, source), [Reason::TooFast]);
        assert_eq!(at_rate(100, source), [Reason::TooFast]);
        assert_eq!(at_rate(0, source), [Reason::TooFast]);
    }
}

#[test]
fn a_sweep_of_the_pointer_is_one_move_and_presses_of_keys_are_many() {
    // Along the border of a 6×6 board: five tiles one way at one moment, then five another.
    let ways = [Direction::Right, Direction::Down, Direction::Left, Direction::Up];
    let moves: Moves = ways.iter().cycle().take(24).flat_map(|&way| [way; 5]).collect();
    let acts: Vec<(Act, u64)> = moves
        .iter()
        .enumerate()
        .map(|(i, way)| (push(way), (i / 5) as u64 * 90 + (i as u64 / 5 * 31) % 40))
        .collect();
    let start = before(&moves, "6x6");
    for (source, reasons) in [(Source::Hover, &[][..]), (Source::Keys, &[Reason::Fast])] {
        let mut acts = acts.clone();
        acts.sort_by_key(|&(_, at)| at);
        let record = Record::new(start.clone(), Goal::BlankLast, source, acts).unwrap();
        let attempt = Attempt { contest: Contest::Speed(None), ..attempt(&record) };
        assert_eq!(judge(&attempt, &record).reasons, reasons, "{source}");
    }
}

#[test]
fn a_metronome_is_flagged_and_a_hand_is_not() {
    for gap in [60, 125, 1_000] {
        let even = with_gaps(62, Source::Keys, 500, |_| gap);
        assert_eq!(judge(&attempt(&even), &even).reasons, [Reason::Rhythm]);
        let nearly = with_gaps(62, Source::Keys, 500, |i| gap + (i as u64 * 7919) % (gap / 8));
        assert_eq!(judge(&attempt(&nearly), &nearly).reasons, [Reason::Rhythm]);
        let hand = with_gaps(62, Source::Keys, 500, |i| gap / 2 + (i as u64 * 7919) % gap);
        assert_eq!(judge(&attempt(&hand), &hand).reasons, []);
    }
    let few = with_gaps(RHYTHM_GAPS, Source::Keys, 500, |_| 125);
    assert_eq!(judge(&attempt(&few), &few).reasons, [], "so few say nothing");
}

#[test]
fn hints_pauses_and_other_classes_are_unranked_for_speed() {
    let record = human(62);
    let with = |source, extra: &[(Act, u64)]| {
        let mut acts = record.acts().to_vec();
        acts.extend_from_slice(extra);
        acts.sort_by_key(|&(_, at)| at);
        Record::new(record.start().clone(), Goal::BlankLast, source, acts).unwrap()
    };
    let moment = record.acts()[10].1;
    let paused: &[(Act, u64)] = &[(Act::Pause, moment), (Act::Resume, moment)];
    for (record, speed, fewest) in [
        (with(Source::Keys, &[(Act::Hint, 10)]), &[Reason::Hints][..], &[Reason::Hints][..]),
        (with(Source::Keys, paused), &[Reason::Paused], &[]),
        (with(Source::Touch, &[]), &[Reason::OtherClass], &[]),
        (with(Source::Several, &[]), &[Reason::OtherClass], &[]),
        (with(Source::Unknown, &[]), &[Reason::OtherClass], &[]),
        (with(Source::Computer, &[]), &[Reason::Computer, Reason::OtherClass], &[Reason::Computer]),
    ] {
        let attempt = attempt(&record);
        assert_eq!(judge(&attempt, &record).reasons, speed);
        let attempt = Attempt { contest: Contest::FewestMoves, ..attempt };
        assert_eq!(judge(&attempt, &record).reasons, fewest);
    }
    let known = Attempt { known: true, ..attempt(&record) };
    assert_eq!(judge(&known, &record).reasons, [Reason::Known]);
    let any = Attempt { contest: Contest::Speed(None), ..attempt(&record) };
    assert_eq!(judge(&any, &with(Source::Several, &[])).reasons, [Reason::OtherClass]);
    assert_eq!(judge(&any, &with(Source::Touch, &[])).reasons, []);
}

#[test]
fn times_at_the_end_of_all_numbers_break_nothing() {
    let moves = walk(30);
    let acts = moves.iter().enumerate().map(|(i, way)| (push(way), u64::MAX - 30 + i as u64)).collect();
    let record = Record::new(before(&moves, "4x4"), Goal::BlankLast, Source::Keys, acts).unwrap();
    for (opened_ms, closed_ms) in [(0, u64::MAX), (u64::MAX, 0), (0, 0), (u64::MAX, u64::MAX)] {
        let attempt = Attempt { opened_ms, closed_ms, ..attempt_of(&record) };
        assert_ne!(judge(&attempt, &record).standing(), Standing::Ranked);
    }
}

fn attempt_of(record: &Record) -> Attempt {
    let contest = Contest::Speed(None);
    Attempt { board: record.start().clone(), contest, opened_ms: 0, closed_ms: 0, known: false }
}

#[test]
fn the_gravest_reason_decides_and_every_code_reads_back() {
    let record = human(62);
    let verdict =
        judge(&attempt(&record), &record).and(Reason::Rhythm).and(Reason::Copied).and(Reason::Rhythm);
    assert_eq!(verdict.reasons, [Reason::Copied, Reason::Rhythm]);
    assert_eq!(verdict.standing(), Standing::Unranked);
    for &reason in Reason::ALL {
        assert_eq!((reason.word().parse(), reason.to_string().parse()), (Ok(reason), Ok(reason)));
        assert_ne!(reason.standing(), Standing::Ranked);
    }
    assert!(Reason::ALL.windows(2).all(|pair| pair[0] < pair[1] && pair[0].standing() <= pair[1].standing()));
    assert!("nonsense".parse::<Reason>().is_err());
    let standings = [Standing::Refused, Standing::Unranked, Standing::Flagged, Standing::Ranked];
    assert_eq!(standings.map(Standing::word), ["refused", "unranked", "flagged", "ranked"]);
}

#[test]
fn a_handful_of_moves_has_no_rate() {
    let at_once = |slides| rate(&with_gaps(slides, Source::Keys, 1_500, |_| 1));
    for slides in 1..=5 {
        assert_eq!(at_once(slides), None, "{slides}");
    }
    assert_eq!((at_once(6), at_once(40)), (Some(Reason::TooFast), Some(Reason::TooFast)));
}

#[test]
fn an_attempt_is_open_for_an_hour() {
    assert_eq!(core::time::Duration::from_millis(ATTEMPT_MS).as_secs(), 3_600);
}

#[test]
fn gaps_that_stray_by_a_tenth_of_their_mean_are_a_hands_and_nearer_ones_a_machines() {
    // As many short gaps as long ones: the mean is 100 ms, the deviation half their difference.
    let straying = |by: u64| {
        is_even(&with_gaps(63, Source::Keys, 500, |i| if i % 2 == 0 { 100 - by } else { 100 + by }))
    };
    for by in 0..=100 {
        assert_eq!(straying(by), by < 10, "{by}");
    }
    assert!(is_even(&with_gaps(RHYTHM_GAPS + 1, Source::Keys, 500, |_| 125)), "as many gaps as are needed");
}

#[test]
fn what_is_taken_back_is_a_move_and_a_pause_or_a_hint_is_none() {
    let acts = [
        push(Direction::Left),
        push(Direction::Left),
        Act::Undo,
        Act::Undo,
        Act::Redo,
        push(Direction::Left),
        Act::Pause,
        Act::Resume,
        push(Direction::Left),
        Act::Hint,
        push(Direction::Up),
        Act::UndoAll,
    ];
    let times = |source| {
        let acts = acts.iter().copied().zip(0..).collect();
        move_times(&Record::new(board("1 2 3 / _ 4 5 / 7 8 6"), Goal::BlankLast, source, acts).unwrap())
    };
    for source in Source::ALL {
        let swept = matches!(source, Source::Pointer | Source::Hover | Source::Touch);
        let expected: &[u64] = if swept { &[0, 2, 3, 4, 5, 10, 11] } else { &[0, 1, 2, 3, 4, 5, 8, 10, 11] };
        assert_eq!(times(source), expected, "{source}");
    }
}
