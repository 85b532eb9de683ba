//! Files that are whole or not there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file beside its place and renames it: whoever sees the name sees all of it, whatever happens meanwhile.
/// Several may write the same one; the last to finish stays.
pub(crate) fn write_aside(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("file");
    let beside = folder.join(format!(".{name}.{}.part", std::process::id()));
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

/// Removes what was left beside files by work that was killed.
pub(crate) fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let Some(rest) = name.strip_prefix('.').and_then(|name| name.strip_suffix(".part")) else { continue };
        let alive = rest.rsplit('.').next().and_then(|id| id.parse::<u32>().ok()).is_none_or(is_alive);
        if !alive {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a process may still be there; where nobody can say, it is.
fn is_alive(id: u32) -> bool {
    let all = Path::new("/proc/self");
    !all.exists() || Path::new(&format!("/proc/{id}")).exists()
}
