//! How far an iteration looks ahead.
//!
//! In iteration T ways of T + 2 slides are followed too, once they are near the goal: there are few nodes there, and
//! the goal is usually met one iteration early. T itself is completed all the same, which is the proof that nothing
//! shorter exists; a goal that is not met early costs the next iteration, never a wrong answer.

/// Slides from the goal within which the first iterations look ahead.
pub(super) const FIRST_AHEAD: u32 = 40;

/// An iteration with fewer nodes says nothing.
const TELLING_NODES: u64 = 2000;

/// Slides from the goal within which the next iteration looks ahead, given how many nodes of the last one had so many
/// slides to go: so far that this share of them had no more. Unchanged where too few nodes were seen to tell.
pub fn look_ahead(to_go: &[u64; 128], share: f64, before: u32) -> u32 {
    let all = to_go.iter().fold(0_u64, |all, &count| all.saturating_add(count));
    if all <= TELLING_NODES {
        return before.max(FIRST_AHEAD);
    }
    let share = (all as f64 * share) as u64;
    let mut seen = 0;
    let reached = to_go.iter().position(|&count| {
        seen = count.saturating_add(seen);
        seen > share
    });
    (reached.unwrap_or(127) as u32).saturating_sub(3).max(20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iteration_looks_ahead_where_few_of_the_nodes_before_were() {
        let mut to_go = [0; 128];
        assert_eq!(look_ahead(&to_go, 0.1, 50), 50, "nothing is known");
        assert_eq!(look_ahead(&to_go, 0.1, 0), FIRST_AHEAD);
        (to_go[40], to_go[60]) = (1000, 9000);
        assert_eq!(look_ahead(&to_go, 0.2, 50), 57);
        assert_eq!(look_ahead(&to_go, 0.05, 50), 37);
        to_go[5] = 1000;
        assert_eq!(look_ahead(&to_go, 0.05, 50), 20, "never less");
    }
}
