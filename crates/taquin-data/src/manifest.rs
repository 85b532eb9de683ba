//! What a data set's folder says of itself: its description, and every shard with its checksum.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use taquin_solve::Monitor;

use crate::file::write_aside;
use crate::source::look;
use crate::{LabelError, Spec};

/// The name of the description in a data set's folder.
const SPEC: &str = "dataset.json";

/// The name of the list of shards, written when all are there.
const MANIFEST: &str = "manifest.json";

/// What a folder says of itself before all shards are there.
#[derive(Serialize, Deserialize)]
struct Claim {
    /// The version of taquin that makes the shards; folders that were claimed before it was told say nothing.
    version: Option<String>,
    #[serde(flatten)]
    spec: Spec,
}

/// The version of taquin that this is: with it the bytes of a shard may change.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A shard's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Bytes.
    pub bytes: u64,
    /// Checksum of all of them.
    pub crc32: u32,
    /// Boards.
    pub boards: u64,
}

/// Every shard of a data set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of taquin that wrote it.
    pub version: String,
    /// The data set.
    pub dataset: Spec,
    /// Files by their names.
    pub shards: BTreeMap<String, Entry>,
}

impl Manifest {
    /// Claims a folder for a data set. One that holds another is refused, as is one that another version has begun.
    pub(crate) fn claim(folder: &Path, spec: &Spec) -> Result<(), LabelError> {
        fs::create_dir_all(folder).map_err(|why| LabelError::Folder(folder.into(), why))?;
        let path = folder.join(SPEC);
        let io = |why| LabelError::Folder(path.clone(), why);
        match fs::read(&path) {
            Ok(bytes) => {
                let found: Option<Claim> = serde_json::from_slice(&bytes).ok();
                match found {
                    Some(Claim { version, spec: found }) if found == *spec => match version {
                        Some(version) if version != VERSION => {
                            Err(LabelError::Version { folder: folder.into(), found: version, own: VERSION })
                        }
                        _ => Ok(()),
                    },
                    _ => Err(LabelError::Other(folder.into())),
                }
            }
            Err(why) if why.kind() == io::ErrorKind::NotFound => {
                let claim = Claim { version: Some(VERSION.into()), spec: spec.clone() };
                let mut text = serde_json::to_string_pretty(&claim).expect("a description is JSON");
                text.push('\n');
                write_aside(&path, |out| out.write_all(text.as_bytes())).map_err(io)
            }
            Err(why) => Err(io(why)),
        }
    }

    /// The shards that are there; all are read and summed.
    pub fn take(
        folder: &Path,
        spec: &Spec,
        monitor: &dyn Monitor,
    ) -> Result<(Manifest, Vec<u64>), LabelError> {
        let count = spec.count()?;
        let mut manifest =
            Manifest { version: VERSION.into(), dataset: spec.clone(), shards: BTreeMap::new() };
        let mut missing = Vec::new();
        for shard in 0..spec.shards()? {
            let name = spec.file_name(shard)?;
            let path = folder.join(&name);
            match sum(&path, monitor)? {
                Ok((bytes, crc32)) => {
                    let boards = count.saturating_sub(shard * spec.shard_boards).min(spec.shard_boards);
                    manifest.shards.insert(name, Entry { bytes, crc32, boards });
                }
                Err(why) if why.kind() == io::ErrorKind::NotFound => missing.push(shard),
                Err(why) => return Err(LabelError::Folder(path, why)),
            }
        }
        Ok((manifest, missing))
    }

    /// Writes the list of shards, if all are there; the shards that are not.
    pub fn seal(folder: &Path, spec: &Spec, monitor: &dyn Monitor) -> Result<Vec<u64>, LabelError> {
        let (manifest, missing) = Manifest::take(folder, spec, monitor)?;
        if missing.is_empty() {
            let path = folder.join(MANIFEST);
            let mut text = serde_json::to_string_pretty(&manifest).expect("a list is JSON");
            text.push('\n');
            write_aside(&path, |out| out.write_all(text.as_bytes()))
                .map_err(|why| LabelError::Folder(path, why))?;
        }
        Ok(missing)
    }

    /// Reads a data set's list of shards and compares every byte with it: the shards that are missing or differ.
    pub fn check(folder: &Path, monitor: &dyn Monitor) -> Result<(Manifest, Vec<String>), LabelError> {
        let path = folder.join(MANIFEST);
        let read = fs::read(&path).and_then(|bytes| serde_json::from_slice(&bytes).map_err(io::Error::from));
        let manifest: Manifest = read.map_err(|why| LabelError::Folder(path, why))?;
        let mut wrong = Vec::new();
        for (name, entry) in &manifest.shards {
            if sum(&folder.join(name), monitor)?.ok() != Some((entry.bytes, entry.crc32)) {
                wrong.push(name.clone());
            }
        }
        Ok((manifest, wrong))
    }
}

/// Length and checksum of a file, with a look at the monitor after every piece.
fn sum(path: &Path, monitor: &dyn Monitor) -> Result<io::Result<(u64, u32)>, LabelError> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(why) => return Ok(Err(why)),
    };
    let (mut hasher, mut bytes) = (crc32fast::Hasher::new(), 0);
    let mut piece = vec![0; 1 << 20];
    loop {
        look(monitor, "checking files")?;
        match file.read(&mut piece) {
            Ok(0) => return Ok(Ok((bytes, hasher.finalize()))),
            Ok(read) => {
                hasher.update(&piece[..read]);
                bytes += read as u64;
            }
            Err(why) => return Ok(Err(why)),
        }
    }
}
