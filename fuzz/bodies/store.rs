//! Any damage to a table's file, for up to 16 cells, up to 25, or lines: refused in one line or whole, and built anew where it is
//! not. First comes which table, with a high bit for true checksums under the damage; then places in two bytes and what
//! stands there in one; a byte that is left over cuts the file.

use taquin_core::{Cell, Metric, Shape};
use taquin_solve::table::{Store, TableKey};

use super::seal::sealed;

fn key(number: u8) -> TableKey {
    let shape = |rows, columns| Shape::new(rows, columns).expect("a shape");
    let slides = |shape, home, tiles: &[u8]| TableKey::new(shape, home, tiles).expect("a key");
    match number % 4 {
        0 => slides(shape(3, 2), 0, &[1, 2, 5]),
        1 => slides(shape(3, 6), 0, &[9]),
        2 => slides(shape(5, 5), 12, &[3, 20]),
        _ => TableKey::big(shape(2, 2), Cell::new(3), Metric::Mtm).remove(0),
    }
}

pub fn run(bytes: &[u8]) {
    let Some((&kind, damage)) = bytes.split_first() else { return };
    let store = Store::at(std::env::temp_dir().join(format!("taquin-store-{}", std::process::id())));
    let (key, own, build) =
        (key(kind), "a folder of its own", |key| store.build(key, 1, &taquin_solve::Unlimited));
    let right = build(&key).expect(own);
    let whole = std::fs::read(store.path(&key)).expect(own);
    let (changes, cut) = damage.as_chunks::<3>();
    let mut file = whole.clone();
    for &[low, high, byte] in changes {
        file[usize::from(u16::from_le_bytes([low, high])) % whole.len()] = byte;
    }
    file.truncate(cut.first().map_or(whole.len(), |&part| whole.len() * usize::from(part) / 256));
    let is_sealed = kind > 127;
    std::fs::write(store.path(&key), if is_sealed { sealed(&file) } else { file.clone() }).expect(own);
    let verified = store.verify(&key).inspect_err(|error| assert!(!error.to_string().contains('\n')));
    assert!(is_sealed || verified.is_err() || file == whole, "damage without true checksums is found");
    let built = build(&key).expect(own);
    assert_eq!((built, store.verify(&key).ok()), (verified.unwrap_or(right), Some(built)));
    assert!(
        store.list().expect(own).iter().all(|listed| listed.header.as_ref().is_ok_and(|it| it.key == key))
    );
    assert!(store.remove(&key).expect(own));
    std::fs::remove_dir(store.directory()).expect("nothing else is left there");
}
