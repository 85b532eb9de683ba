//! Any text as a replay of another program, bare, packed as such links are, and as a packed solve in one of ten items: a
//! replay that reads back as itself, or an error of one line.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use taquin_core::Shape;
use taquin_core::replay::Replay;
use taquin_core::replay::import::{self, Context};

fn pack(bytes: &[u8]) -> String {
    STANDARD.encode(miniz_oxide::deflate::compress_to_vec_zlib(bytes, 1))
}

fn check(text: &str, context: &Context) {
    match import::read(text, context) {
        Ok(replay) => {
            if let Ok(ours) = replay.encode() {
                assert_eq!(Replay::decode(&ours).as_ref(), Ok(&replay));
                assert_eq!(import::read(&ours, context), Ok(replay));
            }
        }
        Err(error) => {
            let line = error.to_string();
            assert!(line.len() < 280 && !line.contains('\n'), "{line}");
        }
    }
}

pub fn run(bytes: &[u8]) {
    let Some((&[sides, solve], text)) = bytes.split_first_chunk::<2>() else { return };
    let (rows, columns) = (u32::from(sides >> 4), u32::from(sides & 15));
    let size = Shape::new(rows, columns).ok();
    let context = Context { size, solve: solve.into(), ..Context::default() };
    check(&pack(text), &context);
    let items =
        format!("[{{\"controls\":\"Mouse\"}},{:?},{{}},1,{columns},{rows},\"\",-1,\"\",true]", pack(text));
    check(&pack(items.as_bytes()), &context);
    if let Ok(text) = std::str::from_utf8(text) {
        check(text, &context);
    }
}
