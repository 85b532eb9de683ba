//! A beam in a room that moves over the board.
//!
//! When all tiles are near home, a beam need not see the whole board: the blank stays in a square room as long as slides gain
//! enough there, then the room moves on by three fifths of its side, row by row. So the width that a beam needs follows the
//! room, not the board. What is left behind at last are knots that no room can untie by itself.

use taquin_core::Direction;

use super::beam::{Missed, Orders};
use super::large::BEAM_END;
use super::run::Run;
use super::way::Waypoint;
use super::weights::SLIDE;
use crate::position::Room;

/// Sides of rooms, the best first.
pub(super) const SIDES: [usize; 5] = [48, 32, 24, 16, 12];
/// The side for tidying up what a beam over the whole board has left behind.
const TIDY_SIDE: usize = 24;
/// Levels of beams in rooms for each level of a beam over the whole board, about: each room ends with some that gain nothing.
pub(super) const LEVELS: f64 = 1.25;
/// Passes over the board.
const PASSES: usize = 2;
/// The share of the beams' time by which the first pass ends: with none left for the second, 50×50 in 2 s left 300 tiles astray.
const FIRST_PASS: f64 = 0.85;
/// What a slide in a room must gain in the first pass: what takes more is done better in a later room, or in the next pass.
const PRICE: i32 = SLIDE * 3 / 8;
/// What it costs more, in slides, that a tile is not home in a part of the board that no later room covers: what is left
/// behind there is dear to fetch.
const DEAR: i32 = SLIDE;

/// How far tiles may be from home on average for rooms of this side.
pub(super) fn distance(side: usize) -> f64 {
    side as f64 / 8.0
}

/// How wide a beam in a room of this side must be: a position and a half for each region.
pub(super) fn least_width(side: usize) -> usize {
    side * side * 3 / 8
}

/// Tidies up the board in rooms; what slides were made, the position changing with them.
///
/// With a side the rooms share the time in `orders`; without one they are for what was left behind.
pub(super) fn tidy(
    run: &Run,
    here: &mut Waypoint,
    to: &Waypoint,
    orders: Orders,
    side: Option<usize>,
) -> Vec<Direction> {
    let (rows, columns) = (run.evaluation.rows, run.evaluation.columns);
    let tidy_side = side.unwrap_or(TIDY_SIDE).min(rows.min(columns)).max(2);
    let mut way = Vec::new();
    let mut orders = Orders { patience: 30 + 8 * tidy_side, levels: 0, ..orders };
    let until = orders.until.take();
    orders.end = until.map(|_| BEAM_END);
    let rooms = rooms(rows, columns, tidy_side, to.blank);
    let (begun, mut kept) = (run.spent(), 0);
    for pass in 0..PASSES {
        let before = way.len();
        for (number, &room) in rooms.iter().enumerate() {
            if run.is_over() || orders.end.is_some_and(|end| run.spent() >= end) {
                return way;
            }
            if is_tidy(here, to, columns, room) {
                continue;
            }
            // As wide as the pace so far allows, if all rooms take as long.
            if let (Some(until), 0, true) = (until, pass, number > 0 && side.is_some()) {
                let now = run.spent();
                let affordable = (FIRST_PASS * until - now).max(0.0) / (now - begun).max(1e-9) * kept as f64;
                let levels =
                    kept as f64 / orders.width as f64 * (rooms.len() - number) as f64 / number as f64;
                orders.width = ((affordable / levels.max(1.0)) as usize)
                    .clamp(orders.width / 2, orders.width * 2)
                    .max(64);
            }
            orders.width = orders.width.min(run.most());
            orders.rooms = Some([with_blank(room, here.blank, columns); 2]);
            orders.below = usize::MAX;
            orders.price = if pass == 0 && side.is_some() { PRICE } else { 0 };
            // The first pass leaves nothing behind if it can; the others go only where something is left.
            let later = if pass == 0 { &rooms[number + 1..] } else { &[] };
            let dear = dear(rows, columns, later);
            let (found, count) = run.counted_beam(here, to, orders, Some(&dear));
            kept += count;
            let (part, solved) = match found {
                Ok(part) => (part, true),
                Err(Missed::Nothing(part) | Missed::Stopped(part)) => (part, false),
            };
            if !part.iter().all(|&slide| here.slide(slide)) {
                return way;
            }
            way.extend(part);
            if solved {
                return way;
            }
        }
        if way.len() == before {
            break;
        }
    }
    way
}

/// The rooms of a board in order, row by row to and fro, those with the blank's home towards the end.
fn rooms(rows: usize, columns: usize, side: usize, home: usize) -> Vec<Room> {
    let starts = |length: usize| -> Vec<usize> {
        let last = length.saturating_sub(side);
        (0..last).step_by((side * 3 / 5).max(1)).chain([last]).collect()
    };
    let (mut tops, mut lefts) = (starts(rows), starts(columns));
    if home / columns < rows / 2 {
        tops.reverse();
    }
    let mut rooms = Vec::new();
    for top in tops {
        for &left in &lefts {
            rooms.push(Room { top, left, bottom: (top + side).min(rows), right: (left + side).min(columns) });
        }
        lefts.reverse();
    }
    rooms
}

/// What tiles that are not home cost more: those of cells that no later room covers.
fn dear(rows: usize, columns: usize, later: &[Room]) -> Vec<i32> {
    let mut dear = vec![DEAR; rows * columns];
    for room in later {
        for row in room.top..room.bottom {
            dear[row * columns + room.left..row * columns + room.right].fill(0);
        }
    }
    dear
}

/// The room with the blank in it.
fn with_blank(room: Room, blank: usize, columns: usize) -> Room {
    let (row, column) = (blank / columns, blank % columns);
    Room {
        top: room.top.min(row),
        left: room.left.min(column),
        bottom: room.bottom.max(row + 1),
        right: room.right.max(column + 1),
    }
}

/// Whether everything in the room stands where it stands in `to`.
fn is_tidy(here: &Waypoint, to: &Waypoint, columns: usize, room: Room) -> bool {
    let mut cells =
        (room.top..room.bottom).flat_map(|r| (room.left..room.right).map(move |c| r * columns + c));
    cells.all(|cell| here.labels[cell] == to.labels[cell])
}
