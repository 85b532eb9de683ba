//! The verdict's proof, in words that a student can follow.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use taquin_core::parity::{Evidence, Parity, Rule};
use taquin_core::{Board, Goal, Grouping, Problem, Tile, Unsolvable};

use crate::{draw, width};

pub const EXISTS: &str = "Solution Exists";
pub const NONE: &str = "No Solution";

/// What would fill the screen is abbreviated: so many tiles and cycles are listed.
const MOST_TILES: usize = 120;
const TILES_PER_LINE: usize = 20;
/// What stands before the numbers of a line.
const MARGIN: usize = 13;
const MOST_CYCLES: usize = 12;
const MOST_IN_CYCLE: usize = 16;

const HEADING: Style = Style::new().bold();
const YES: Style = AnsiColor::Green.on_default().bold();
const NO: Style = AnsiColor::Red.on_default().bold();

/// The whole report of `taquin check`.
pub fn text(problem: &Problem, goal: &Goal, evidence: &Evidence, unsolvable: Option<&Unsolvable>) -> String {
    let mut text = match unsolvable {
        None => format!("{YES}{EXISTS}{YES:#}\n"),
        Some(_) => format!("{NO}{NONE}{NO:#}\n"),
    };
    let shape = problem.start().shape();
    text += &format!("\n{}\n", draw::board(problem.start(), problem.goal()));
    text += &match goal {
        Goal::Board(_) => "The goal is the board that was given.\n".to_string(),
        named => format!("The goal is {named}.\n"),
    };
    let sections = [
        ("Inversions", inversions(problem, evidence)),
        (rule_title(evidence.rule), rule(problem, evidence)),
        ("Permutation", permutation(evidence)),
        ("Checkerboard", checkerboard(problem, evidence)),
    ];
    let corridor = shape.is_corridor();
    for (title, paragraph) in sections.into_iter().take(if corridor { 2 } else { 4 }) {
        text += &format!("\n{HEADING}{title}{HEADING:#}\n{paragraph}");
    }
    text += &format!("\n{HEADING}Verdict{HEADING:#}\n");
    text += &match unsolvable {
        None if corridor => {
            "  The tiles are in the goal's order: slide them along until the blank is home.\n".into()
        }
        None => "  All ways of deciding agree: a solution exists.\n".to_string(),
        Some(unsolvable) => format!(
            "  All ways of deciding agree: no sequence of slides can solve it.\n  To make it solvable: {}.\n",
            unsolvable.repair()
        ),
    };
    text
}

/// The same where tiles are alike; `near` is a board that it can be brought to.
pub fn alike(board: &Board, alike: Grouping, near: Option<&Board>) -> String {
    let mut text = match near {
        Some(_) => format!("{YES}{EXISTS}{YES:#}\n"),
        None => format!("{NO}{NONE}{NO:#}\n"),
    };
    let shape = board.shape();
    let usual = Goal::BlankLast.board(shape).ok();
    text += &format!("\n{}\n", draw::board(board, near.or(usual.as_ref()).unwrap_or(board)));
    let group = match alike {
        Grouping::Rows => "of a row",
        Grouping::Columns => "of a column",
        Grouping::Fringe => {
            "of a fringe (the first row and column, then what is left of the second, and so on)"
        }
        Grouping::Grids => "of a quarter",
        _ => "of cells of one colour",
    };
    text += &format!("The goal is {alike}: tiles {group} are alike, each may end anywhere in its own.\n");
    text += &format!("\n{HEADING}Verdict{HEADING:#}\n");
    let usual_is_solvable =
        || Problem::new(board.clone(), &Goal::BlankLast).is_ok_and(|problem| problem.decide().is_ok());
    text += &match near {
        None if shape.is_corridor() => {
            "  In a corridor the tiles keep their order, and no order that is allowed is theirs.\n"
                .to_string()
        }
        None => "  No two tiles are alike here, and the board is one of the half that cannot be solved.\n"
            .to_string(),
        Some(_) if alike.is_solved(board) => "  It is solved: every tile is in its own.\n".to_string(),
        Some(_) if usual_is_solvable() => {
            "  The board can be brought to the usual goal, which is one of those allowed.\n".to_string()
        }
        Some(near) => format!(
            "  The board cannot be brought to the usual goal. But exchanging two tiles that are alike changes nothing, and moves\n  it to the other half: it can be brought to {near}, say.\n"
        ),
    };
    text
}

fn inversions(problem: &Problem, evidence: &Evidence) -> String {
    let mut text = String::from(
        "  Read row by row, without the blank. Under each tile: how many smaller tiles follow it.\n",
    );
    if *problem.goal() != reading_order_like(problem) {
        text += "  (Smaller means: earlier in the goal's own reading order.)\n";
    }
    let width = evidence.reading.len().to_string().len();
    let shown = evidence.reading.len().min(MOST_TILES);
    let room = width::of_stdout().map_or(usize::MAX, |columns| columns.saturating_sub(MARGIN - 1));
    let per_line = (room / (width + 1)).clamp(1, TILES_PER_LINE);
    for (tiles, counts) in
        evidence.reading[..shown].chunks(per_line).zip(evidence.inversions_by_tile.chunks(per_line))
    {
        let tiles: Vec<String> = tiles.iter().map(|t| format!("{t:>width$}", t = t.number())).collect();
        let counts: Vec<String> = counts.iter().map(|n| format!("{n:>width$}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    tile     {}\n    smaller  {}", tiles.join(" "), counts.join(" "));
    }
    if evidence.reading.len() > shown {
        let _ = writeln!(text, "    … and {} more tiles", evidence.reading.len() - shown);
    }
    let _ =
        writeln!(text, "  Their sum is {}, {}.", evidence.inversions, an(Parity::of(evidence.inversions)));
    text
}

/// The goal in reading order with the blank where this goal has it.
fn reading_order_like(problem: &Problem) -> Board {
    let shape = problem.goal().shape();
    let home = problem.goal().blank();
    Goal::BlankAt(shape.row(home), shape.column(home)).board(shape).unwrap_or_else(|_| problem.goal().clone())
}

fn rule_title(rule: Rule) -> &'static str {
    match rule {
        Rule::Corridor => "Rule for a single line",
        Rule::OddWidth => "Rule for an odd width",
        Rule::EvenWidth => "Rule for an even width",
    }
}

fn rule(problem: &Problem, evidence: &Evidence) -> String {
    let (start, goal) = (problem.start(), problem.goal());
    let shape = start.shape();
    let (columns, inversions) = (shape.columns(), evidence.inversions);
    let row = |board: &Board| shape.row(board.blank()) + 1;
    let blank = format!(
        "  The blank is in row {} from the top (column {}); its home is row {} (column {}).\n",
        row(start),
        shape.column(start.blank()) + 1,
        row(goal),
        shape.column(goal.blank()) + 1
    );
    blank
        + &match evidence.rule {
            Rule::Corridor => format!(
                "  In one line tiles never pass each other, so the inversions can never change.\n  \
                 The goal has none: they must be 0. Here they are {inversions}.\n"
            ),
            Rule::OddWidth => format!(
                "  A sideways slide changes no order. A slide up or down carries a tile past {} others, an even\n  \
                 number, so the inversions stay even or stay odd. The goal has none: they must be even.\n  \
                 Here they are {inversions}, {}.\n",
                columns - 1,
                an(Parity::of(inversions))
            ),
            Rule::EvenWidth => {
                let sum = inversions + u64::from(evidence.blank_rows_from_home);
                format!(
                    "  A sideways slide changes no order. A slide up or down carries a tile past {}, an odd\n  \
                     number, and moves the blank one row: it turns the parity of both. The goal has no\n  \
                     inversions and its blank at home, so inversions + rows between the blank and its home\n  \
                     must be even. Here: {inversions} + {} = {sum}, {}.\n",
                    others(columns - 1),
                    evidence.blank_rows_from_home,
                    an(Parity::of(sum))
                )
            }
        }
}

fn others(number: u32) -> String {
    if number == 1 { "1 other".into() } else { format!("{number} others") }
}

fn permutation(evidence: &Evidence) -> String {
    let mut text = String::from(
        "  Each cycle: what stands on a cell belongs where the next one stands (_ is the blank).\n    ",
    );
    for cycle in evidence.cycles.iter().take(MOST_CYCLES) {
        text += &format!("({})", names(cycle));
    }
    if evidence.cycles.is_empty() {
        text += "everything is at home";
    } else if evidence.cycles.len() > MOST_CYCLES {
        text += &format!(" … and {} more", evidence.cycles.len() - MOST_CYCLES);
    }
    let exchanges: usize = evidence.cycles.iter().map(|cycle| cycle.len() - 1).sum();
    text + &format!(
        "\n  A cycle of k takes k − 1 exchanges; together {exchanges}: the permutation is {}.\n",
        evidence.permutation
    )
}

fn names(cycle: &[Tile]) -> String {
    let name = |tile: &Tile| if tile.is_blank() { "_".to_string() } else { tile.to_string() };
    let mut names: Vec<String> = cycle.iter().take(MOST_IN_CYCLE).map(name).collect();
    if cycle.len() > MOST_IN_CYCLE {
        names.push(format!("… {} more", cycle.len() - MOST_IN_CYCLE));
    }
    names.join(" ")
}

fn checkerboard(problem: &Problem, evidence: &Evidence) -> String {
    let shape = problem.start().shape();
    let colour =
        |cell| if (shape.row(cell) + shape.column(cell)).is_multiple_of(2) { "dark" } else { "light" };
    let distance = evidence.blank_distance;
    let steps = if distance == 1 { "step" } else { "steps" };
    let agree = evidence.solvable_by_permutation();
    format!(
        "  Colour the cells like a checkerboard. The blank stands on a {} cell, its home is {}:\n  \
         {distance} {steps}, {}.\n  \
         Every slide is one exchange and moves the blank to the other colour, so permutation and distance\n  \
         are both even or both odd for ever in a board that can be solved. Here they are {}.\n",
        colour(problem.start().blank()),
        colour(problem.goal().blank()),
        an(Parity::of(u64::from(distance))),
        if agree {
            format!("both {}", evidence.permutation)
        } else {
            format!("{} and {}", evidence.permutation, Parity::of(u64::from(distance)))
        }
    )
}

fn an(parity: Parity) -> String {
    format!("an {parity} number")
}
