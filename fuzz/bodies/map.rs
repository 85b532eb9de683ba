//! Any bytes as the file of a complete map, as they are and sealed by a true checksum: a map that can be asked anything
//! and written back, or an error of one line.

use taquin_solve::census::Map;

/// Enough for every board of up to eight cells.
const MEMORY: u64 = 1 << 16;

fn check(bytes: &[u8]) {
    match Map::open(&mut &bytes[..], MEMORY) {
        Ok(map) => {
            let census = map.census(3);
            assert!(census.positions() <= map.ranking().positions());
            let solved: Vec<u8> = (0..map.ranking().shape().cells() as u8).collect();
            let _ = (
                map.distance(&solved),
                map.distance(&[]),
                map.position_at(200, u64::MAX),
                map.position_at(0, 0),
            );
            let mut written = Vec::new();
            map.save(&mut written).expect("memory takes everything");
            assert_eq!(written, bytes);
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
}

pub fn run(bytes: &[u8]) {
    check(bytes);
    check(&[bytes, &crc32fast::hash(bytes).to_le_bytes()].concat());
}
