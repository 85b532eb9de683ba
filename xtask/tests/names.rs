//! A name that exists once means one thing, so that whoever reads it anywhere in a crate knows what it is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::{Attribute, Item, ItemType, Meta, Type, Visibility};

/// Crates whose modules share no name.
const CRATES: [&str; 4] = ["taquin-core", "taquin-solve", "taquin-gpu", "taquin-data"];

/// Rooms that are built alike for two sizes of boards: the same name means the same thing in both.
const PARALLEL: [&str; 2] = ["cells16", "cells25"];

/// Where a thing is defined: its modules, from the root of the crate.
type Home = Vec<String>;

/// Who can name a constant: whoever is in the same module, or others too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    Module,
    Others,
}

/// What the modules of a crate define, tests aside. What a trait or an `impl` holds has the name of that before its own.
#[derive(Default)]
struct Names {
    types: BTreeMap<String, BTreeSet<(Home, Reach)>>,
    constants: BTreeMap<String, BTreeSet<(Home, Reach)>>,
}

/// Whether what bears these attributes is in no build but those for tests and for the documentation's examples.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let Meta::List(list) = &attribute.meta else { return false };
        let condition = list.tokens.to_string().replace(' ', "");
        list.path.is_ident("cfg")
            && (matches!(&condition[..], "test" | "doctest") || condition.starts_with("all(test,"))
    })
}

/// Whether a type is only another spelling of one with the same name: `type Layout = numbering::Layout<Geometry>`.
fn is_the_same(alias: &ItemType) -> bool {
    match &*alias.ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|segment| segment.ident == alias.ident),
        _ => false,
    }
}

impl Names {
    /// Takes in a file, that of a module whose own modules are in `folder`.
    fn read(&mut self, file: &Path, module: &Home, folder: &Path) {
        let text = fs::read_to_string(file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        self.take(&parsed.items, module, folder);
    }

    fn take(&mut self, items: &[Item], module: &Home, folder: &Path) {
        for item in items {
            let (attributes, name, constant) = match item {
                Item::Struct(item) => (&item.attrs, &item.ident, None),
                Item::Enum(item) => (&item.attrs, &item.ident, None),
                Item::Union(item) => (&item.attrs, &item.ident, None),
                Item::Trait(item) => (&item.attrs, &item.ident, None),
                Item::TraitAlias(item) => (&item.attrs, &item.ident, None),
                Item::Type(item) if !is_the_same(item) => (&item.attrs, &item.ident, None),
                Item::Const(item) if item.ident != "_" => (&item.attrs, &item.ident, Some(&item.vis)),
                Item::Static(item) => (&item.attrs, &item.ident, Some(&item.vis)),
                Item::Mod(item) if !is_for_tests(&item.attrs) => {
                    let name = item.ident.to_string();
                    let inner: Home = module.iter().chain([&name]).cloned().collect();
                    let folder = folder.join(name);
                    if let Some((_, items)) = &item.content {
                        self.take(items, &inner, &folder);
                    } else {
                        let beside = folder.with_extension("rs");
                        let file = if beside.exists() { beside } else { folder.join("mod.rs") };
                        self.read(&file, &inner, &folder);
                    }
                    continue;
                }
                _ => continue,
            };
            if !is_for_tests(attributes) {
                let reach = match constant {
                    Some(Visibility::Inherited) => Reach::Module,
                    _ => Reach::Others,
                };
                let names = if constant.is_some() { &mut self.constants } else { &mut self.types };
                names.entry(name.to_string()).or_default().insert((module.clone(), reach));
            }
        }
    }
}

/// The names that exist more than once, as lines to read. Between parallel rooms they may, and so may what no other module
/// can name.
fn shared(names: &BTreeMap<String, BTreeSet<(Home, Reach)>>) -> Vec<String> {
    let room = |home: &Home| PARALLEL.into_iter().find(|&room| home.iter().any(|module| module == room));
    let clash = |(one, one_reach): &(Home, Reach), (other, other_reach): &(Home, Reach)| {
        let parallel = room(one).is_some() && room(other).is_some() && room(one) != room(other);
        let apart = *one_reach == Reach::Module && *other_reach == Reach::Module;
        one != other && !parallel && !apart
    };
    let shared = names.iter().filter(|(_, places)| {
        let places: Vec<_> = places.iter().collect();
        places.iter().any(|one| places.iter().any(|other| clash(one, other)))
    });
    shared
        .map(|(name, places)| {
            let homes: Vec<String> = places.iter().map(|(home, _)| home.join("::")).collect();
            format!("{name} in {}", homes.join(" and "))
        })
        .collect()
}

fn names_of(crate_name: &str) -> Names {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates").join(crate_name).join("src");
    let mut names = Names::default();
    names.read(&folder.join("lib.rs"), &vec![crate_name.replace('-', "_")], &folder);
    assert!(names.types.len() > 15, "{crate_name} has {} types: most were missed", names.types.len());
    names
}

#[test]
fn no_two_types_of_a_crate_share_a_name() {
    let shared: Vec<String> = CRATES.iter().flat_map(|name| shared(&names_of(name).types)).collect();
    assert!(
        shared.is_empty(),
        "these names mean more than one thing; call the less known of each by what it is:\n{}",
        shared.join("\n")
    );
}

#[test]
fn no_constant_that_others_read_shares_its_name() {
    let shared: Vec<String> = CRATES.iter().flat_map(|name| shared(&names_of(name).constants)).collect();
    assert!(
        shared.is_empty(),
        "these names mean more than one thing; call the less known of each by what it is:\n{}",
        shared.join("\n")
    );
}

#[test]
fn a_name_is_found_twice_where_it_is_defined_twice() {
    let text = "
        mod cells16 { struct Node; struct Twice; trait Board { type Twice; } const MOST: u8 = 1; }
        mod cells25 { struct Node; const MOST: u8 = 2; pub const LEAST: u8 = 2; type Alias = other::Alias; }
        mod other { enum Twice { A } pub struct Alias; const LEAST: u8 = 1; const MOST: u8 = 3; }
        #[cfg(test)] mod tests { struct Twice; }
    ";
    let mut names = Names::default();
    names.take(&syn::parse_file(text).unwrap().items, &vec!["crate".to_owned()], Path::new(""));
    assert_eq!(shared(&names.types), ["Twice in crate::cells16 and crate::other"]);
    assert_eq!(shared(&names.constants), ["LEAST in crate::cells25 and crate::other"]);
}
