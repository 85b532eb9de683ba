//! Files that are whole or not there.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::LazyLock;

/// Writes a file beside its place and renames it: whoever sees the name sees all of it, whatever happens meanwhile.
/// Several may write the same one; the last to finish stays.
pub(crate) fn write_aside(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("file");
    let beside = folder.join(format!(".{name}.{}", ending()));
    let written = File::create(&beside).and_then(|file| {
        let mut out = BufWriter::with_capacity(1 << 20, file);
        write(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        // The name is lasting when the folder is.
        File::open(folder).and_then(|folder| folder.sync_all()).or(Ok(()))
    });
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// How the name of a file that is being written ends: the system that writes it, a number drawn for this file, and the process.
/// Folders are shared by machines and by containers, whose processes have the same numbers.
fn ending() -> String {
    let drawn = RandomState::new().hash_one("a file") as u32;
    format!("{}.{drawn:08x}.{}.part", system(), std::process::id())
}

/// What tells this system, and this boot of it, from others that see the same folder; the processes it can see are named by the
/// same numbers to all of them. `none` where nobody can say.
fn system() -> &'static str {
    static SYSTEM: LazyLock<String> = LazyLock::new(|| {
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok();
        let inside = fs::read_link("/proc/self/ns/pid").ok();
        match boot.zip(inside) {
            Some((boot, inside)) => {
                format!("{:08x}", crc32fast::hash(format!("{boot}{inside:?}").as_bytes()))
            }
            None => "none".into(),
        }
    });
    &SYSTEM
}

/// Removes what was left beside files by work of this system that was killed. What others left stays: nobody here can say
/// whether they are at it still.
pub(crate) fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_str().is_some_and(is_left_over) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a name is that of a file which a process of this system was writing, and the process is gone.
fn is_left_over(name: &str) -> bool {
    let Some(rest) = name.strip_prefix('.').and_then(|name| name.strip_suffix(".part")) else { return false };
    let mut endings = rest.rsplit('.');
    let (process, _, of) = (endings.next(), endings.next(), endings.next());
    of == Some(system())
        && system() != "none"
        && process.and_then(|id| id.parse().ok()).is_some_and(|id| !is_alive(id))
}

/// Whether a process may still be there; where nobody can say, it is.
fn is_alive(id: u32) -> bool {
    let all = Path::new("/proc/self");
    !all.exists() || Path::new(&format!("/proc/{id}")).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that has ended.
    fn gone() -> u32 {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        child.id()
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn only_what_this_system_left_is_swept_away() {
        let folder = tempfile::tempdir().unwrap();
        let (own, gone, here) = (system(), gone(), std::process::id());
        let names = [
            (format!(".a.parquet.{own}.00c0ffee.{gone}.part"), false),
            (format!(".b.parquet.{own}.00c0ffee.{here}.part"), true),
            (format!(".c.parquet.0ddba115.00c0ffee.{gone}.part"), true),
            // As names were before: nobody knows whose.
            (format!(".d.parquet.{gone}.part"), true),
            (format!("e.parquet.{own}.00c0ffee.{gone}.part"), true),
        ];
        for (name, _) in &names {
            fs::write(folder.path().join(name), "half").unwrap();
        }
        sweep(folder.path());
        for (name, stays) in &names {
            assert_eq!(folder.path().join(name).exists(), *stays, "{name}");
        }
    }

    #[test]
    fn what_is_written_aside_has_a_name_of_its_own_and_leaves_nothing_beside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shard");
        let mut beside: Vec<std::ffi::OsString> = Vec::new();
        write_aside(&path, |out| {
            beside = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            out.write_all(b"whole")
        })
        .unwrap();
        let [beside] = &beside[..] else { panic!("one file beside: {beside:?}") };
        let beside = beside.to_str().unwrap();
        assert!(beside.starts_with(&format!(".shard.{}.", system())), "{beside}");
        assert!(beside.ends_with(&format!(".{}.part", std::process::id())), "{beside}");
        assert!(!is_left_over(beside));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let refused = write_aside(&path, |_| Err(io::Error::other("no")));
        assert!(refused.is_err() && fs::read(&path).unwrap() == b"whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
