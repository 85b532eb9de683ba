//! Knots: what is left when all but a few tiles are home, and how they are untied one after another.
//!
//! A beam over a large board ends with some small knots far from each other, typically rings of six tiles turned by one
//! place. Such a ring is an odd permutation: no slides around it alone untie it, only two of them together. So the knots are
//! told apart, even ones are untied by themselves and odd ones in pairs, each in a room just large enough, by a beam of its
//! own. The blank is led there through tiles that are home. That moves them by one place; the position that is wanted is
//! led the same way, and in the end the blank goes back on the same trail, and all of them are home again.

use taquin_core::{Cell, Direction, Shape};

use super::beam::Orders;
use super::run::Run;
use super::way::{Waypoint, backwards};
use crate::construct;
use crate::position::{Homes, Room};

/// More cells than this that are not as they should be are no knots.
const MOST_ASTRAY: usize = 600;
/// Two cells this near to each other belong to one knot.
const NEAR: usize = 2;
/// Rows and columns around the knots that a beam may use.
const MARGIN: usize = 1;
/// Widths tried in turn: positions for each cell of the room.
const WIDTHS: [usize; 2] = [6, 30];

/// Cells whose tiles are to change places among themselves.
struct Knot {
    cells: Vec<usize>,
    room: Room,
    odd: bool,
}

/// Knots that are to be untied together, and the rooms for it, one or two that meet.
struct Tangle<'a> {
    knots: [&'a Knot; 2],
    rooms: [Room; 2],
}

impl Tangle<'_> {
    fn area(&self) -> usize {
        self.rooms.iter().map(Room::area).sum()
    }
}

/// Unties knot after knot between `here` and `to`, as far as it comes by this share of the time: all of them, with the way
/// that is left from there, or the slides made so far. The position changes with them.
pub(super) fn untie(
    run: &Run,
    here: &mut Waypoint,
    to: &Waypoint,
    end: Option<f64>,
) -> Result<Vec<Direction>, Vec<Direction>> {
    let (start, mut way) = (here.clone(), Vec::new());
    match untie_all(run, here, to, end, &mut way) {
        Some(trail) => {
            way.extend(backwards(&trail));
            Ok(way)
        }
        None => {
            // What was made up to here holds in any case; the position says where that is.
            *here = start;
            way.iter().for_each(|&slide| _ = here.slide(slide));
            Err(way)
        }
    }
}

/// The trail that the blank goes back on when nothing is left to untie.
fn untie_all(
    run: &Run,
    here: &mut Waypoint,
    to: &Waypoint,
    end: Option<f64>,
    way: &mut Vec<Direction>,
) -> Option<Vec<Direction>> {
    let (rows, columns) = (run.evaluation.rows, run.evaluation.columns);
    // `wanted` is `to` with its blank led along the trail to where the blank of `here` is.
    let mut wanted = to.clone();
    let mut trail = lead(&mut wanted, here.blank, columns)?;
    loop {
        let known = knots(here, &wanted, rows, columns)?;
        let Some(Tangle { knots: chosen, rooms }) = next(&known) else {
            return Some(trail);
        };
        let tiles: Vec<u16> =
            chosen.iter().flat_map(|knot| &knot.cells).map(|&cell| here.labels[cell]).collect();
        let there = lead(here, entrance(rooms, here.blank, columns), columns)?;
        there.iter().all(|&slide| wanted.slide(slide)).then_some(())?;
        way.extend(&there);
        trail.extend(there);
        // Only these knots are to be untied, wherever the walk has moved them: no others that lie near by.
        let mut goal = here.clone();
        for knot in knots(here, &wanted, rows, columns)? {
            if knot.cells.iter().any(|&cell| tiles.contains(&here.labels[cell])) {
                knot.cells.iter().for_each(|&cell| goal.labels[cell] = wanted.labels[cell]);
            }
        }
        let slides = solve(run, here, &goal, rooms, end)?;
        slides.iter().all(|&slide| here.slide(slide)).then_some(())?;
        way.extend(slides);
    }
}

/// The nearest cell of the rooms.
fn entrance(rooms: [Room; 2], blank: usize, columns: usize) -> usize {
    let (row, column) = (blank / columns, blank % columns);
    let nearest = rooms.map(|room| {
        let (r, c) = (row.clamp(room.top, room.bottom - 1), column.clamp(room.left, room.right - 1));
        (row.abs_diff(r) + column.abs_diff(c), r * columns + c)
    });
    nearest[0].min(nearest[1]).1
}

/// A beam in the rooms from one position to the other, wider and wider; where that does not succeed, or there is no time
/// for it, the constructive solver in the part of the board around them.
fn solve(
    run: &Run,
    here: &Waypoint,
    goal: &Waypoint,
    rooms: [Room; 2],
    end: Option<f64>,
) -> Option<Vec<Direction>> {
    let cells: usize = rooms.iter().map(Room::area).sum();
    for positions in WIDTHS {
        if run.is_over() || end.is_some_and(|end| run.spent() >= end) {
            break;
        }
        let orders = Orders {
            width: (positions * cells).min(run.most()),
            below: usize::MAX,
            patience: 60 + 3 * cells,
            end,
            rooms: Some(rooms),
            ..Orders::default()
        };
        if let Ok(slides) = run.beam(here, goal, orders) {
            return Some(slides);
        }
    }
    let [a, b] = rooms;
    let whole = Room {
        top: a.top.min(b.top),
        left: a.left.min(b.left),
        bottom: a.bottom.max(b.bottom),
        right: a.right.max(b.right),
    };
    construct_in(here, goal, whole, run.evaluation.columns)
}

/// A way from one position to the other by construction, if they differ in this part of the board alone: as if it were a board
/// of its own.
fn construct_in(here: &Waypoint, goal: &Waypoint, room: Room, columns: usize) -> Option<Vec<Direction>> {
    let (height, width) = (room.bottom - room.top, room.right - room.left);
    let (labels, blank) = here.towards(goal);
    let inside = |cell: usize| {
        room.holds(cell, columns).then(|| (cell / columns - room.top) * width + cell % columns - room.left)
    };
    let cells = (0..labels.len()).filter(|&cell| room.holds(cell, columns));
    let homes: Vec<u32> =
        cells.map(|cell| inside(usize::from(labels[cell])).map(|home| home as u32)).collect::<Option<_>>()?;
    let shape = Shape::new(height as u32, width as u32).ok()?;
    let homes = Homes::new(shape, Cell::new(inside(usize::from(blank))? as u32), homes).ok()?;
    Some(construct::at_once(&homes))
}

/// Leads the blank to a cell, along its row's column first; the slides made.
fn lead(here: &mut Waypoint, to: usize, columns: usize) -> Option<Vec<Direction>> {
    let mut slides = Vec::new();
    while here.blank != to {
        let ((row, column), (to_row, to_column)) =
            ((here.blank / columns, here.blank % columns), (to / columns, to % columns));
        let slide = if row < to_row {
            Direction::Up
        } else if row > to_row {
            Direction::Down
        } else if column < to_column {
            Direction::Left
        } else {
            Direction::Right
        };
        here.slide(slide).then_some(())?;
        slides.push(slide);
    }
    Some(slides)
}

/// The knots between two positions with the blank on the same cell; `None` where there is more than that.
fn knots(here: &Waypoint, wanted: &Waypoint, rows: usize, columns: usize) -> Option<Vec<Knot>> {
    let astray: Vec<usize> =
        (0..here.labels.len()).filter(|&cell| here.labels[cell] != wanted.labels[cell]).collect();
    if astray.len() > MOST_ASTRAY || here.blank != wanted.blank {
        return None;
    }
    // Which of them each one leads to: the cell where its tile is wanted.
    let place = |label: u16| astray.iter().position(|&cell| wanted.labels[cell] == label);
    let next: Vec<usize> = astray.iter().map(|&cell| place(here.labels[cell])).collect::<Option<_>>()?;
    let at = |index: usize| (astray[index] / columns, astray[index] % columns);
    let mut knot: Vec<usize> = (0..astray.len()).collect();
    let unite = |knot: &mut Vec<usize>, a: usize, b: usize| {
        let (old, new) = (knot[a].max(knot[b]), knot[a].min(knot[b]));
        knot.iter_mut().filter(|k| **k == old).for_each(|k| *k = new);
    };
    for a in 0..astray.len() {
        unite(&mut knot, a, next[a]);
        for b in 0..a {
            let ((ra, ca), (rb, cb)) = (at(a), at(b));
            if knot[a] != knot[b] && ra.abs_diff(rb) <= NEAR && ca.abs_diff(cb) <= NEAR {
                unite(&mut knot, a, b);
            }
        }
    }
    let mut names = knot.clone();
    names.sort_unstable();
    names.dedup();
    let one = |name: usize| {
        let members: Vec<usize> = (0..astray.len()).filter(|&index| knot[index] == name).collect();
        let cells: Vec<usize> = members.iter().map(|&index| astray[index]).collect();
        // A permutation is odd when members less cycles is.
        let mut seen = vec![false; astray.len()];
        let mut cycles = 0;
        for &member in &members {
            if !seen[member] {
                cycles += 1;
                let mut index = member;
                while !std::mem::replace(&mut seen[index], true) {
                    index = next[index];
                }
            }
        }
        Knot { room: around(&cells, rows, columns), odd: (members.len() - cycles) % 2 == 1, cells }
    };
    Some(names.into_iter().map(one).collect())
}

/// The room around some cells, with a margin.
fn around(cells: &[usize], rows: usize, columns: usize) -> Room {
    let by_rows = || cells.iter().map(|cell| cell / columns);
    let by_columns = || cells.iter().map(|cell| cell % columns);
    Room {
        top: by_rows().min().unwrap_or(0).saturating_sub(MARGIN),
        left: by_columns().min().unwrap_or(0).saturating_sub(MARGIN),
        bottom: (by_rows().max().unwrap_or(0) + 1 + MARGIN).min(rows),
        right: (by_columns().max().unwrap_or(0) + 1 + MARGIN).min(columns),
    }
}

/// What comes next, the smallest first: an even knot by itself, or a pair of odd ones with the way between them.
fn next(knots: &[Knot]) -> Option<Tangle<'_>> {
    let (odd, even): (Vec<&Knot>, Vec<&Knot>) = knots.iter().partition(|knot| knot.odd);
    let alone = even.iter().map(|&knot| Tangle { knots: [knot; 2], rooms: [knot.room; 2] });
    let pairs = odd.iter().enumerate().flat_map(|(index, &a)| odd[..index].iter().map(move |&b| [a, b]));
    let together = pairs.flat_map(|[a, b]| {
        [between(a.room, b.room), between(b.room, a.room)].map(|rooms| Tangle { knots: [a, b], rooms })
    });
    alone.chain(together).min_by_key(Tangle::area)
}

/// Two rooms that hold both of these and meet at a corner: from the first along its columns, to the second along its rows.
fn between(a: Room, b: Room) -> [Room; 2] {
    let (top, bottom) = (a.top.min(b.top), a.bottom.max(b.bottom));
    let (left, right) = (a.left.min(b.left), a.right.max(b.right));
    [Room { top, bottom, ..a }, Room { left, right, ..b }]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::evaluate::Evaluation;
    use super::super::weights::Weights;
    use super::*;
    use crate::{Effort, Unlimited};

    /// Tiles on these cells moved on by one, each to the next cell.
    fn turn(here: &mut Waypoint, cells: &[usize]) {
        let first = here.labels[cells[0]];
        for pair in cells.windows(2) {
            here.labels[pair[0]] = here.labels[pair[1]];
        }
        here.labels[cells[cells.len() - 1]] = first;
    }

    #[test]
    fn knots_are_told_apart_and_untied_alone_or_in_pairs() {
        let shape = Shape::new(18, 17).unwrap();
        let (rows, columns) = (18, 17);
        let weights = Weights::learned(&Unlimited).unwrap();
        let evaluation = Evaluation::new(shape, Arc::new(weights), &Unlimited).unwrap();
        let ring = |row: usize, column: usize| {
            [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (1, 0)].map(|(r, c)| (row + r) * columns + column + c)
        };
        for home in [305, 0, 150] {
            let to = Waypoint::new(&Homes::solved(shape, Cell::new(home))).unwrap();
            let mut here = to.clone();
            turn(&mut here, &ring(2, 3));
            turn(&mut here, &ring(11, 10));
            turn(&mut here, &[16, 15, 33]);
            let mut odd: Vec<bool> =
                knots(&here, &to, rows, columns).unwrap().iter().map(|knot| knot.odd).collect();
            odd.sort_unstable();
            assert_eq!(odd, [false, true, true]);
            // Wherever the blank has gone to in the meantime.
            for blank in [home as usize, 200, 20] {
                let mut start = here.clone();
                lead(&mut start, blank, columns).unwrap();
                let effort = Effort { threads: 1, memory_bytes: 1 << 28 };
                let report = |_: &[Direction]| ();
                let known = vec![Direction::Up; 1 << 20];
                let run = Run::new(shape, &evaluation, start.clone(), known, 0, effort, &Unlimited, &report);
                let mut end = start.clone();
                // With all the time there is, and with none.
                let quick = untie(&run, &mut end.clone(), &to, Some(0.0)).expect("construction always can");
                let way = untie(&run, &mut end, &to, None).expect("so can a beam");
                assert!(way.len() < 1000, "{} slides, {} by construction", way.len(), quick.len());
                for way in [way, quick] {
                    let mut start = start.clone();
                    assert!(way.iter().all(|&slide| start.slide(slide)));
                    assert_eq!(start, to, "home {home}, blank {blank}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_knot_is_left_alone() {
        let shape = Shape::new(36, 34).unwrap();
        let to = Waypoint::new(&Homes::solved(shape, Cell::new(36 * 34 - 1))).unwrap();
        let mut here = to.clone();
        here.labels[..MOST_ASTRAY + 2].reverse();
        assert!(knots(&here, &to, 36, 34).is_none());
        assert!(knots(&to, &to, 36, 34).is_some_and(|knots| next(&knots).is_none()));
    }
}
