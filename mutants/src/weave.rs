//! All mutants of a file in one text: each stands beside what it replaces, and a number chosen at run time says which one counts.
//!
//! Only one counts at a time. So what stands in a mutant's place is the text as it was, with this one change, and others are woven
//! into the unchanged place alone: the text grows with the depth of nesting and no faster.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// One change that cargo-mutants names.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// From 1; 0 is the program as it is.
    pub number: u32,
    pub name: String,
    pub file: String,
    pub genre: String,
    /// The bytes of the file that it replaces.
    pub range: Range<usize>,
    pub replacement: String,
}

/// A file with its mutants.
#[derive(Default)]
pub struct Woven {
    pub text: String,
    /// What of the text is whose, for the compiler's complaints.
    pub parts: Vec<(Range<usize>, u32)>,
    /// Those for which no place was found.
    pub left: Vec<u32>,
}

/// Asked for at run time, and not before.
const ACTIVE: &str = "crate::active_mutant()";

/// What [`ACTIVE`] calls; it stands at the end of the crate's root.
pub const SWITCH: &str = r#"
#[doc(hidden)]
#[inline]
pub fn active_mutant() -> u32 {
    extern crate std;
    use core::sync::atomic::{AtomicU32, Ordering};
    static ACTIVE: AtomicU32 = AtomicU32::new(u32::MAX);
    #[cold]
    fn read() -> u32 {
        let number = std::env::var("ACTIVE_MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        ACTIVE.store(number, Ordering::Relaxed);
        number
    }
    match ACTIVE.load(Ordering::Relaxed) {
        u32::MAX => read(),
        number => number,
    }
}
"#;

/// A place where something is put, or a choice is made.
struct Site {
    range: Range<usize>,
    /// Text put before the place, and whose it is.
    before: Vec<(u32, String)>,
    /// What may stand in the place.
    instead: Vec<(u32, String)>,
}

/// Weaves the mutants of one file into its source.
pub fn weave(source: &str, mutants: &[&Mutant]) -> syn::Result<Woven> {
    let file = syn::parse_file(source)?;
    let mut finder = Finder { source, mutants, sites: Vec::new(), found: Vec::new(), chain: None };
    finder.visit_file(&file);
    let Finder { mut sites, found, .. } = finder;
    // What encloses comes before what is enclosed.
    sites.sort_by_key(|site| (site.range.start, !site.range.is_empty(), usize::MAX - site.range.end));
    let left = mutants.iter().map(|mutant| mutant.number).filter(|number| !found.contains(number)).collect();
    let mut woven = Woven { left, ..Woven::default() };
    render(source, 0..source.len(), &sites, &mut woven);
    Ok(woven)
}

fn render(source: &str, range: Range<usize>, mut sites: &[Site], woven: &mut Woven) {
    let mut at = range.start;
    while let Some((site, rest)) = sites.split_first() {
        let inner = rest
            .iter()
            .take_while(|other| other.range.end <= site.range.end && !site.range.is_empty())
            .count();
        woven.text += &source[at..site.range.start];
        let begin = woven.text.len();
        for (number, text) in &site.before {
            let from = woven.text.len();
            woven.text += text;
            woven.parts.push((from..woven.text.len(), *number));
        }
        if !site.instead.is_empty() {
            woven.text += &format!("(match {ACTIVE} {{ ");
            for (number, text) in &site.instead {
                let from = woven.text.len();
                woven.text += &format!("{number} => ({text}), ");
                woven.parts.push((from..woven.text.len(), *number));
            }
            woven.text += "_ => (";
        }
        render(source, site.range.clone(), &rest[..inner], woven);
        if !site.instead.is_empty() {
            woven.text += ") })";
            // A complaint about the choice as a whole is about each of them.
            woven.parts.extend(site.instead.iter().map(|(number, _)| (begin..woven.text.len(), *number)));
        }
        at = site.range.end;
        sites = &rest[inner..];
    }
    woven.text += &source[at..range.end];
}

struct Finder<'a> {
    source: &'a str,
    mutants: &'a [&'a Mutant],
    sites: Vec<Site>,
    found: Vec<u32>,
    /// The outermost of the operations that the next one is an operand of: a changed operator can bind otherwise.
    chain: Option<Range<usize>>,
}

impl Finder<'_> {
    fn at(&self, range: &Range<usize>, genre: &str) -> Vec<Mutant> {
        let here = |mutant: &&&Mutant| mutant.range == *range && mutant.genre == genre;
        self.mutants.iter().filter(here).map(|mutant| (*mutant).clone()).collect()
    }

    fn site(&mut self, range: Range<usize>) -> &mut Site {
        let place = self.sites.iter().position(|site| site.range == range);
        let place = place.unwrap_or_else(|| {
            self.sites.push(Site { range, before: Vec::new(), instead: Vec::new() });
            self.sites.len() - 1
        });
        &mut self.sites[place]
    }

    /// These mutants change a part of `whole`; the whole is what a choice is made of.
    fn choose(&mut self, whole: &Range<usize>, mutants: Vec<Mutant>) {
        for Mutant { number, range, replacement, .. } in mutants {
            let (before, after) =
                (&self.source[whole.start..range.start], &self.source[range.end..whole.end]);
            let text = format!("{before}{replacement}{after}");
            self.found.push(number);
            self.site(whole.clone()).instead.push((number, text));
        }
    }

    fn body(&mut self, block: &syn::Block) {
        let (Some(first), Some(last)) = (block.stmts.first(), block.stmts.last()) else { return };
        let range = first.span().byte_range().start..last.span().byte_range().end;
        for Mutant { number, replacement, .. } in self.at(&range, "FnValue") {
            let text = format!("if {ACTIVE} == {number} {{ return {replacement}; }} ");
            self.found.push(number);
            self.site(range.start..range.start).before.push((number, text));
        }
    }
}

/// Whether `let` is one of the conditions: such a chain is no value.
fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.body(&function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.body(&function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        function.default.iter().for_each(|block| self.body(block));
        visit::visit_trait_item_fn(self, function);
    }

    fn visit_expr(&mut self, expression: &'ast syn::Expr) {
        let chain = self.chain.take();
        match expression {
            syn::Expr::Binary(binary) => {
                let whole = chain.unwrap_or_else(|| binary.span().byte_range());
                let whole = (!has_let(expression)).then_some(whole);
                if let Some(whole) = &whole {
                    let mutants = self.at(&binary.op.span().byte_range(), "BinaryOperator");
                    self.choose(whole, mutants);
                }
                for operand in [&binary.left, &binary.right] {
                    self.chain = whole.clone().filter(|_| matches!(**operand, syn::Expr::Binary(_)));
                    self.visit_expr(operand);
                }
            }
            syn::Expr::Unary(unary) => {
                let mutants = self.at(&unary.op.span().byte_range(), "UnaryOperator");
                self.choose(&unary.span().byte_range(), mutants);
                visit::visit_expr(self, expression);
            }
            _ => visit::visit_expr(self, expression),
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let gone = self.at(&arm.span().byte_range(), "MatchArm");
        if let Some((_, guard)) = &arm.guard {
            let range = guard.span().byte_range();
            let mutants = self.at(&range, "MatchArmGuard");
            self.choose(&range, mutants);
            for mutant in gone {
                self.found.push(mutant.number);
                self.site(range.clone()).instead.push((mutant.number, "false".into()));
            }
        } else {
            let end = arm.pat.span().byte_range().end;
            for mutant in gone {
                self.found.push(mutant.number);
                let text = format!(" if {ACTIVE} != {} ", mutant.number);
                self.site(end..end).before.push((mutant.number, text));
            }
        }
        visit::visit_arm(self, arm);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(number: u32, source: &str, genre: &str, what: &str, replacement: &str) -> Mutant {
        let start = source.find(what).expect("it is there");
        let range = start..start + what.len();
        let (name, file) = (String::new(), String::new());
        Mutant { number, name, file, genre: genre.into(), range, replacement: replacement.into() }
    }

    fn woven(source: &str, mutants: &[Mutant]) -> String {
        let woven = weave(source, &mutants.iter().collect::<Vec<_>>()).expect("it is Rust");
        assert!(woven.left.is_empty(), "{:?}", woven.left);
        syn::parse_file(&woven.text).expect("it is still Rust");
        for (part, number) in &woven.parts {
            assert!(woven.text[part.clone()].contains(&number.to_string()));
        }
        woven.text.replace(ACTIVE, "m()")
    }

    #[test]
    fn an_operator_is_changed_in_the_whole_that_it_binds_in() {
        let source = "fn f(a: u32) -> bool { a * 2 < 7 }";
        let times = mutant(1, source, "BinaryOperator", "*", "+");
        let less = mutant(2, source, "BinaryOperator", "<", "==");
        assert_eq!(
            woven(source, &[times, less]),
            "fn f(a: u32) -> bool { (match m() { 2 => (a * 2 == 7), 1 => (a + 2 < 7), _ => (a * 2 < 7) }) }"
        );
    }

    #[test]
    fn an_answer_is_given_before_anything_is_done() {
        let source = "fn f() -> u32 { g() + 1 }";
        let answer = mutant(1, source, "FnValue", "g() + 1", "0");
        let plus = mutant(2, source, "BinaryOperator", "+", "-");
        assert_eq!(
            woven(source, &[answer, plus]),
            "fn f() -> u32 { if m() == 1 { return 0; } (match m() { 2 => (g() - 1), _ => (g() + 1) }) }"
        );
    }

    #[test]
    fn an_arm_that_is_gone_is_one_that_never_fits() {
        let source = "fn f(a: u32) { match a { 1 => (), 2 if !g() => (), _ => () } }";
        let first = mutant(1, source, "MatchArm", "1 => (),", "");
        let second = mutant(2, source, "MatchArm", "2 if !g() => (),", "");
        let guard = mutant(3, source, "MatchArmGuard", "!g()", "true");
        let not = mutant(4, source, "UnaryOperator", "!", "");
        assert_eq!(
            woven(source, &[first, second, guard, not]),
            "fn f(a: u32) { match a { 1 if m() != 1  => (), \
             2 if (match m() { 3 => (true), 2 => (false), 4 => (g()), _ => (!g()) }) => (), _ => () } }"
        );
    }

    #[test]
    fn what_is_no_value_is_left() {
        let source = "fn f(a: Option<u32>) -> bool { if let Some(b) = a && b == 1 { true } else { false } }";
        let and = mutant(1, source, "BinaryOperator", "&&", "||");
        let equal = mutant(2, source, "BinaryOperator", "==", "!=");
        let woven = weave(source, &[&and, &equal]).expect("it is Rust");
        assert_eq!(woven.left, [1]);
        assert!(woven.text.contains("&& (match crate::active_mutant() { 2 => (b != 1), _ => (b == 1) })"));
    }
}
