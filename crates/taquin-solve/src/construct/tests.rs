use super::*;

/// Solves and replays; the number of slides.
fn solved(construct: &mut Construct, position: &[u32]) -> u64 {
    let mut checker = Checker::new(construct.shape, position, construct.home);
    let (shape, home) = (construct.shape, construct.home);
    let count = construct
        .solve(position, &Unlimited, &mut |slides| {
            checker
                .slides(slides)
                .unwrap_or_else(|fault| panic!("{shape} home {home:?} {position:?}: {fault}"));
            ControlFlow::Continue(())
        })
        .unwrap_or_else(|failure| panic!("{shape} home {home:?} {position:?}: {failure}"));
    assert_eq!(checker.finish(), Ok(count), "{shape} home {home:?} {position:?}");
    count
}

/// Whether a position can be solved: its sign must be that of the blank's way home.
pub(super) fn is_solvable(shape: Shape, position: &[u32], home: Cell) -> bool {
    let mut seen = vec![false; position.len()];
    let mut odd = false;
    for start in 0..position.len() {
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            at = position[at] as usize;
            odd ^= at != start;
        }
    }
    let blank = position.iter().position(|&l| l as usize == home.index()).unwrap();
    odd == (shape.distance(Cell::new(blank as u32), home) % 2 == 1)
}

pub(super) fn permutations(n: usize, visit: &mut dyn FnMut(&[u32])) {
    fn go(at: usize, list: &mut Vec<u32>, visit: &mut dyn FnMut(&[u32])) {
        if at == list.len() {
            return visit(list);
        }
        for other in at..list.len() {
            list.swap(at, other);
            go(at + 1, list, visit);
            list.swap(at, other);
        }
    }
    go(0, &mut (0..n as u32).collect(), visit);
}

/// Every board of the shape with every home is solved if it can be, and refused if not; the longest construction.
fn every_board(rows: u32, columns: u32, order: Order) -> u64 {
    let shape = Shape::new(rows, columns).unwrap();
    let mut longest = 0;
    for home in shape.all_cells() {
        let mut construct = Construct::new(shape, home, order);
        permutations(shape.cells(), &mut |position| {
            if is_solvable(shape, position, home) {
                longest = longest.max(solved(&mut construct, position));
            }
        });
    }
    longest
}

/// A small generator: the tests need many boards, not good randomness.
pub(super) struct Random(pub u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    /// A uniform solvable position.
    pub fn position(&mut self, shape: Shape, home: Cell) -> Vec<u32> {
        let mut list: Vec<u32> = (0..shape.cells() as u32).collect();
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
        if !is_solvable(shape, &list, home) {
            let mut tiles = (0..list.len()).filter(|&c| list[c] as usize != home.index());
            if let (Some(a), Some(b)) = (tiles.next(), tiles.next()) {
                list.swap(a, b);
            }
        }
        list
    }
}

#[test]
fn every_2x2_2x3_and_3x2_board_is_solved_with_every_home() {
    for order in [Order::Textbook, Order::Square] {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
            every_board(rows, columns, order);
        }
    }
}

#[test]
fn every_3x3_board_is_solved_with_every_home() {
    for order in [Order::Textbook, Order::Square] {
        every_board(3, 3, order);
    }
}

#[test]
fn boards_of_every_shape_to_12x12_are_solved_with_every_home() {
    let mut random = Random(1);
    for (rows, columns) in (2..=12).flat_map(|r| (2..=12).map(move |c| (r, c))) {
        let shape = Shape::new(rows, columns).unwrap();
        for home in shape.all_cells() {
            for order in [Order::Textbook, Order::Square] {
                let mut construct = Construct::new(shape, home, order);
                for _ in 0..3 {
                    solved(&mut construct, &random.position(shape, home));
                }
            }
        }
    }
}

#[test]
fn an_unsolvable_position_is_refused() {
    let shape = Shape::new(4, 5).unwrap();
    let mut position: Vec<u32> = (0..20).collect();
    position.swap(0, 1);
    assert_eq!(solution(shape, &position, Cell::new(19)), Err(Failure::Unsolvable));
    position[0] = 0;
    assert_eq!(solution(shape, &position, Cell::new(19)), Err(Failure::NotAPosition));
}
