//! The histogram of a census as a scalable picture.

use std::fmt::Write as _;

use taquin_solve::census::Census;

use super::histogram::{amount, grouped, in_words};

const WIDTH: f64 = 880.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 112.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 92.0;
const BOTTOM: f64 = 58.0;

/// Bars over the depths, with the mean and the radius marked. Every bar tells its numbers to a pointer that rests on it.
pub fn histogram(census: &Census, goal: &str) -> String {
    let most = census.counts.iter().copied().max().unwrap_or(1).max(1);
    let (step, top) = ticks(most);
    let slot = (WIDTH - LEFT - RIGHT) / census.counts.len() as f64;
    let base = HEIGHT - BOTTOM;
    let height = |count: f64| count / top as f64 * (base - TOP);
    let middle = |depth: f64| LEFT + slot * (depth + 0.5);
    let mut svg = head(census, goal);
    // Writing to a string cannot fail, here and below.
    for tick in (0..=top).step_by(step as usize) {
        let y = base - height(tick as f64);
        let class = if tick == 0 { "axis" } else { "grid" };
        let _ = writeln!(
            svg,
            r#"<line class="{class}" x1="{LEFT}" x2="{:.1}" y1="{y:.1}" y2="{y:.1}"/><text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">{}</text>"#,
            WIDTH - RIGHT,
            LEFT - 10.0,
            y + 4.0,
            grouped(tick),
        );
    }
    for (depth, &count) in census.counts.iter().enumerate() {
        let x = LEFT + slot * depth as f64 + slot * 0.1;
        // A depth with few positions is still a depth.
        let tall = height(count as f64).max(0.6);
        let _ = writeln!(
            svg,
            r#"<rect class="bar" x="{x:.2}" y="{:.2}" width="{:.2}" height="{tall:.2}"><title>depth {depth}: {}</title></rect>"#,
            base - tall,
            slot * 0.8,
            amount(count, "position"),
        );
    }
    let rounds = std::iter::successors(Some(1), |&step| Some(next_round(step)));
    let every = rounds.take(9).find(|&step| step as f64 * slot >= 34.0).unwrap_or(u64::MAX) as usize;
    for depth in (0..census.counts.len()).step_by(every) {
        let x = middle(depth as f64);
        let _ = writeln!(
            svg,
            r#"<text class="tick" x="{x:.1}" y="{:.1}" text-anchor="middle">{depth}</text>"#,
            base + 20.0
        );
    }
    if census.complete && census.counts.len() > 1 {
        let (x, y) = (middle(census.mean()), TOP - 20.0);
        let _ = writeln!(
            svg,
            r#"<line class="mean" x1="{x:.1}" x2="{x:.1}" y1="{y:.1}" y2="{base:.1}"/><text class="note" x="{:.1}" y="{:.1}" text-anchor="end">mean {:.3}</text>"#,
            x - 8.0,
            y + 11.0,
            census.mean(),
        );
    }
    let _ = writeln!(
        svg,
        r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">moves from the goal</text>"#,
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 14.0,
    );
    svg.push_str("</svg>\n");
    svg
}

fn head(census: &Census, goal: &str) -> String {
    let positions = amount(census.positions(), "position");
    let told = if census.complete {
        let last = amount(census.counts.last().copied().unwrap_or_default(), "position");
        format!("{positions}; the farthest, {last}, {} moves away", census.radius())
    } else {
        format!("{positions} within {} moves", census.radius())
    };
    let rows_columns = census.shape.to_string().replace('x', "×");
    let title = format!("{rows_columns} sliding-tile puzzle, {}", in_words(census.metric));
    let goal = if goal == "blank-last" { String::new() } else { format!(", goal {}", escaped(goal)) };
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{title}{goal}: {told}">
<style>text{{font:13px system-ui,sans-serif;fill:#2b2a27}}.title{{font-size:20px;font-weight:600}}.sub{{font-size:14px;fill:#5d5a53}}.tick{{font-size:12px;fill:#5d5a53;font-variant-numeric:tabular-nums}}.grid{{stroke:#e7e2d9}}.axis{{stroke:#8d887d}}.bar{{fill:#1f6f5c}}.bar:hover{{fill:#d9822b}}.mean{{stroke:#d9822b;stroke-width:1.5;stroke-dasharray:5 4}}.note{{fill:#a85f12}}</style>
<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="#fffdf9"/>
<text class="title" x="28" y="38">{title}{goal}</text>
<text class="sub" x="28" y="60">{told}</text>
"##
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A round step between the lines and the topmost of them, which no bar passes.
fn ticks(most: u64) -> (u64, u64) {
    let mut step = 1u64;
    while most.div_ceil(step) > 6 {
        step = next_round(step);
    }
    (step, step * most.div_ceil(step).max(1))
}

/// 1, 2, 5, 10, 20, 50, …
fn next_round(step: u64) -> u64 {
    let power = 10u64.pow(step.ilog10());
    match step / power {
        1 => 2 * power,
        2 => 5 * power,
        _ => 10 * power,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_round_and_no_bar_passes_the_topmost() {
        for most in (1..5_000).chain([24_047, 2_951_523_620, 2_000_000_000_000]) {
            let (step, top) = ticks(most);
            assert!(top >= most && top - most < step.max(1) && top / step <= 6);
            assert!([1, 2, 5].contains(&(step / 10u64.pow(step.ilog10()))));
        }
    }
}
