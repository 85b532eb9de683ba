//! Bringing all tiles nearer home at once, before any of them is placed.
//!
//! The blank crosses the board again and again, in straight *legs* of random direction and length, and every tile it meets
//! moves by one cell. Along a leg it is free to step aside, and takes the way on which the sum of the **squares** of all row
//! and column distances falls most: a dynamic programme over the next columns of the leg finds it exactly, because a way that
//! never turns back meets every tile once. A tile gains twice its distance less one, so that far tiles are served first and
//! near ones give way; with plain distances the tiles jam, with squares the sum falls almost evenly until little is left.
//! The legs must be forced: a blank that goes where most is gained stays where it is.

use super::Failure;
use super::field::{Field, Step};
use crate::position::Room;
use crate::random::Random;

/// What a step costs when the ways of a leg are compared, in tenths of the mean distance of a tile from home: the gain of a
/// tile grows with its distance, and so must the price.
const PRICE_TENTHS: u64 = 9;

/// Sweeping ends when, over a whole stretch after the first two, fewer than this many tenths of a cell were gained per
/// slide.
const LEAST_TENTHS: i64 = 3;

/// Such a stretch is this part of cells x (rows + columns).
const REVIEWS: usize = 40;

/// Hears after every leg how far all tiles are from home.
pub(super) type AfterLeg<'t> = dyn FnMut(&mut Field, u64) -> Result<(), Failure> + 't;

/// Sweeps the room until a sweep no longer pays.
pub(super) fn sweep(field: &mut Field, room: Room, seed: u64, told: &mut AfterLeg) -> Result<(), Failure> {
    sweep_with::<20, 13, 12>(field, room, seed, told)
}

/// The same with farther plans on more lanes, made anew more often: at 100x100 it takes five times as long and a twentieth
/// fewer slides. Taking the best of several legs, by what they gain a step, makes it worse: some parts are left behind.
pub(super) fn careful(field: &mut Field, room: Room, seed: u64, told: &mut AfterLeg) -> Result<(), Failure> {
    sweep_with::<30, 21, 8>(field, room, seed, told)
}

/// Plans are made `AHEAD` columns at a time, on `LANES` lanes with the blank's in the middle; `CARRIED_OUT` columns of each are
/// carried out before the next is made.
fn sweep_with<const AHEAD: usize, const LANES: usize, const CARRIED_OUT: usize>(
    field: &mut Field,
    room: Room,
    seed: u64,
    told: &mut AfterLeg,
) -> Result<(), Failure> {
    let (rows, columns) = (room.bottom - room.top, room.right - room.left);
    let tiles = rows * columns;
    let mut random = Random(seed);
    let mut plan = LegPlan::<AHEAD, LANES>::new();
    let mut astray = field.astray(room);
    let review = (tiles * (rows + columns) / REVIEWS).max(40) as u64;
    for stretch in 0.. {
        let (before, start) = (astray as i64, field.made_in_all());
        while field.made_in_all() < start + review {
            let Some((step, mut left)) = leg(field, room, &mut random) else { continue };
            while left > 0 {
                let price = (PRICE_TENTHS * astray / (10 * tiles as u64)) as i32;
                let columns = left.min(AHEAD);
                let carried_out = left.min(CARRIED_OUT);
                plan.make(field, room, step, columns, price);
                if left > AHEAD {
                    look_ahead(field, step, AHEAD..=AHEAD + CARRIED_OUT, LANES / 2);
                }
                astray = astray.wrapping_add_signed(plan.carry_out(field, step, carried_out)?);
                left -= carried_out;
            }
            told(field, astray)?;
        }
        let made = (field.made_in_all() - start) as i64;
        if stretch > 1 && 10 * (before - astray as i64) < LEAST_TENTHS * made {
            break;
        }
    }
    field.find_places();
    Ok(())
}

/// A leg of random direction and length, if there is room for it.
fn leg(field: &Field, room: Room, random: &mut Random) -> Option<(Step, usize)> {
    let (rows, columns) = (room.bottom - room.top, room.right - room.left);
    // Legs along the longer side are as much more frequent as it is longer.
    let vertical = random.below(rows + columns) < rows;
    let step = Step::ALL[random.below(2) + if vertical { 0 } else { 2 }];
    let (row, column) = (field.row(field.blank), field.column(field.blank));
    let ahead = match step {
        Step::UP => row - room.top,
        Step::DOWN => room.bottom - 1 - row,
        Step::LEFT => column - room.left,
        _ => room.right - 1 - column,
    };
    (ahead > 0).then(|| (step, 1 + random.below(ahead)))
}

/// Asks memory for what the next plan of a leg will look at beyond this one: boards may be larger than the cache.
fn look_ahead(field: &Field, forward: Step, columns: std::ops::RangeInclusive<usize>, aside: usize) {
    let vertical = forward == Step::UP || forward == Step::DOWN;
    let (along, across) = (field.pace(vertical), field.pace(!vertical));
    let at = |steps: usize| {
        let far = steps * along;
        if forward == Step::UP || forward == Step::LEFT {
            field.blank.wrapping_sub(far)
        } else {
            field.blank + far
        }
    };
    if vertical {
        for steps in *columns.start() + 1..=*columns.end() {
            field.bring_near(at(steps).wrapping_sub(aside));
            field.bring_near(at(steps).wrapping_add(aside));
        }
    } else {
        for lane in 0..=2 * aside {
            let there = at(*columns.end()).wrapping_add(lane * across);
            field.bring_near(there.wrapping_sub(aside * across));
        }
    }
}

const UNREACHED: i32 = i32::MIN / 2;

/// The best way along a leg: for each column of it, how far the blank steps aside before it goes on.
///
/// The *lanes* of a leg are the lines along it, the blank's own in the middle. For every column: the best value with which
/// each lane is reached by a step forward, and after steps towards higher or lower lanes.
struct LegPlan<const AHEAD: usize, const LANES: usize> {
    reached: [[i32; LANES]; AHEAD],
    rising: [[i32; LANES]; AHEAD],
    falling: [[i32; LANES]; AHEAD],
    asides: [i8; AHEAD],
}

impl<const AHEAD: usize, const LANES: usize> LegPlan<AHEAD, LANES> {
    /// How far to each side of its lane the blank may step within a plan.
    const ASIDE: usize = LANES / 2;

    fn new() -> LegPlan<AHEAD, LANES> {
        let nothing = [[0; LANES]; AHEAD];
        LegPlan { reached: nothing, rising: nothing, falling: nothing, asides: [0; AHEAD] }
    }

    /// Plans `columns` steps towards `forward`; each step of the blank costs `price`.
    fn make(&mut self, field: &Field, room: Room, forward: Step, columns: usize, price: i32) {
        match forward {
            Step::UP => self.make_along::<true, false>(field, room, columns, price),
            Step::DOWN => self.make_along::<true, true>(field, room, columns, price),
            Step::LEFT => self.make_along::<false, false>(field, room, columns, price),
            _ => self.make_along::<false, true>(field, room, columns, price),
        }
    }

    /// One column of the leg after another. A tile gains `2x - 1` when it gives way to the blank and was `x` beyond its home
    /// in the direction of the blank's step; so the opposite step gains `-2x - 1`, and one look at a label serves both ways
    /// aside and the step forward.
    fn make_along<const VERTICAL: bool, const GROWING: bool>(
        &mut self,
        field: &Field,
        room: Room,
        columns: usize,
        price: i32,
    ) {
        let (row, column) = (field.row(field.blank), field.column(field.blank));
        let (mut at, lane_at, first, end) = if VERTICAL {
            (row as i32, column, room.left, room.right)
        } else {
            (column as i32, row, room.top, room.bottom)
        };
        let low = Self::ASIDE - Self::ASIDE.min(lane_at - first);
        let high = Self::ASIDE + Self::ASIDE.min(end - 1 - lane_at);
        let (pace, stride) = (field.pace(!VERTICAL), field.pace(VERTICAL));
        let mut spot = field.blank - (Self::ASIDE - low) * pace;
        let first_lane = (lane_at + low - Self::ASIDE) as i32;
        let cost = 1 + price;

        let mut arrive = [UNREACHED; LANES];
        arrive[Self::ASIDE] = 0;
        let (mut beyond, mut ahead) = ([0; LANES], [0; LANES]);
        let see = |spot: usize, at: i32, index: usize| {
            let (home_row, home_column) = field.home_of(spot + index * pace);
            let (home_across, home_along) =
                if VERTICAL { (home_column, home_row) } else { (home_row, home_column) };
            let ahead = if GROWING { at - home_along } else { home_along - at };
            (2 * (first_lane + index as i32 - home_across), 2 * ahead)
        };
        let look = |spot: usize, at: i32, beyond: &mut [i32; LANES], ahead: &mut [i32; LANES]| {
            if high - low == LANES - 1 {
                for index in 0..LANES {
                    (beyond[index], ahead[index]) = see(spot, at, index);
                }
            } else {
                for index in 0..=high - low {
                    (beyond[low + index], ahead[low + index]) = see(spot, at, index);
                }
            }
        };
        look(spot, at, &mut beyond, &mut ahead);
        for index in 0..columns {
            let (up, down) = (&mut self.rising[index], &mut self.falling[index]);
            self.reached[index] = arrive;
            let (mut rise, mut fall) = (arrive[0], arrive[LANES - 1]);
            (up[0], down[LANES - 1]) = (rise, fall);
            for lane in 1..LANES {
                rise = arrive[lane].max(rise + beyond[lane] - cost);
                up[lane] = rise;
                let lane = LANES - 1 - lane;
                fall = arrive[lane].max(fall - beyond[lane] - cost);
                down[lane] = fall;
            }
            (spot, at) = if GROWING { (spot + stride, at + 1) } else { (spot - stride, at - 1) };
            look(spot, at, &mut beyond, &mut ahead);
            for lane in 0..LANES {
                let value = up[lane].max(down[lane]) + ahead[lane] - cost;
                arrive[lane] = if low <= lane && lane <= high { value } else { UNREACHED };
            }
        }
        let mut lane = (low..=high).max_by_key(|&lane| arrive[lane]).unwrap_or(Self::ASIDE);
        for index in (0..columns).rev() {
            let end = lane;
            let (reached, up, down) = (&self.reached[index], &self.rising[index], &self.falling[index]);
            if up[lane] >= down[lane] {
                while up[lane] > reached[lane] {
                    lane -= 1;
                }
            } else {
                while down[lane] > reached[lane] {
                    lane += 1;
                }
            }
            self.asides[index] = (end as isize - lane as isize) as i8;
        }
    }

    /// Carries out the first columns of the plan; by how much the distance of all tiles from home changed.
    fn carry_out(&self, field: &mut Field, forward: Step, columns: usize) -> Result<i64, Failure> {
        let across = if forward == Step::UP || forward == Step::DOWN { Step::RIGHT } else { Step::DOWN };
        let (mut row, mut column) = (field.row(field.blank) as i32, field.column(field.blank) as i32);
        let mut change = 0;
        for &run in &self.asides[..columns] {
            let step = if run > 0 { across } else { across.back() };
            for _ in 0..run.unsigned_abs() {
                change -= field.go_gaining(step, &mut row, &mut column);
            }
            change -= field.go_gaining(forward, &mut row, &mut column);
        }
        field.flush_if_full()?;
        Ok(change)
    }
}
