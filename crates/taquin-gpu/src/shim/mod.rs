//! The processor as a card: the kernels' own text, compiled by the system's C++ compiler, in plain memory.

mod counts;
mod faults;
mod tests;

use std::alloc::{Layout as Piece, alloc_zeroed, dealloc};
use std::collections::HashMap;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use libloading::Library;

use crate::card::{Card, Launch, Program, Source};
use crate::error::{GpuError, Result};

type Launcher = unsafe extern "C" fn(u32, *const u8);

/// The processor, with this many blocks at a time.
pub(crate) struct Shim {
    blocks: u32,
    libraries: Mutex<Vec<Library>>,
    /// What was compiled before, as a card does.
    programs: Mutex<HashMap<(String, Vec<String>), Program>>,
    pieces: Mutex<HashMap<u64, Piece>>,
}

impl Shim {
    pub fn card(blocks: u32) -> Arc<dyn Card> {
        Arc::new(Shim::new(blocks))
    }

    fn new(blocks: u32) -> Shim {
        let (libraries, programs) = (Mutex::default(), Mutex::default());
        Shim { blocks, libraries, programs, pieces: Mutex::default() }
    }
}

/// The kernels that a text has, with the names of their arguments.
fn kernels(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("extern \"C\" __global__ void")) {
        let (name, argument) = line.split_once("(const ").expect("a kernel has one argument");
        let (name, argument) = (name.rsplit(' ').next().unwrap(), argument.split(' ').next().unwrap());
        found.push((name.to_owned(), argument.to_owned()));
    }
    found
}

impl Card for Shim {
    fn name(&self) -> String {
        "the processor".into()
    }

    fn threads(&self) -> u32 {
        1
    }

    fn resident_blocks(&self, _: Program, _: &'static str, _: u32) -> Result<u32> {
        Ok(self.blocks)
    }

    fn blocks_wanted(&self, usual: u32) -> u32 {
        usual
    }

    fn wide_exchange(&self) -> bool {
        false
    }

    fn compile(&self, source: &Source) -> Result<Program> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let mut programs = self.programs.lock().unwrap();
        let key = (source.text.clone(), source.definitions.clone());
        if let Some(&program) = programs.get(&key) {
            return Ok(program);
        }
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let stem = std::env::temp_dir().join(format!("taquin-shim-{}-{number}", std::process::id()));
        let (text, library) = (stem.with_extension("cpp"), stem.with_extension("so"));
        let mut whole = include_str!("host.h").to_owned();
        for definition in &source.definitions {
            whole.push_str(&format!("#define {}\n", definition.replacen('=', " ", 1)));
        }
        whole.push_str(&source.text);
        let levels = source.definitions.iter().find_map(|definition| definition.strip_prefix("LEVELS="));
        for level in levels.into_iter().flat_map(|levels| levels.split(' ')) {
            let size = level.trim_start_matches("LEVEL(").trim_end_matches(')');
            whole.push_str(&format!("LAUNCHER(level_{size}, Level)\n"));
        }
        for (kernel, argument) in kernels(&source.text) {
            whole.push_str(&format!("LAUNCHER({kernel}, {argument})\n"));
        }
        std::fs::write(&text, whole).expect("a temporary file");
        let compiled = Command::new("c++")
            .args(["-std=c++17", "-O2", "-shared", "-fPIC", "-pthread", "-w", "-o"])
            .args([&library, &text])
            .output()
            .expect("the kernels' tests need a C++ compiler: install g++");
        if !compiled.status.success() {
            return Err(GpuError::Compile(String::from_utf8_lossy(&compiled.stderr).into_owned()));
        }
        // SAFETY: the library was made just now; it has no initialisers with preconditions.
        let loaded = unsafe { Library::new(&library) }.expect("the kernels load");
        let _ = (std::fs::remove_file(&text), std::fs::remove_file(&library));
        let mut libraries = self.libraries.lock().unwrap();
        libraries.push(loaded);
        let program = Program(libraries.len() - 1);
        programs.insert(key, program);
        Ok(program)
    }

    fn launch(&self, launch: &Launch<'_>) -> Result<()> {
        let libraries = self.libraries.lock().unwrap();
        let library = &libraries[launch.program.0];
        // SAFETY: the launcher has this type, by the macro that made it; its argument has the size that it says, and
        // addresses of memory that lives.
        unsafe {
            let size =
                library.get::<unsafe extern "C" fn() -> usize>(format!("size_{}", launch.kernel)).unwrap();
            assert_eq!(size(), launch.argument.len(), "the argument of {} is the same there", launch.kernel);
            let run = library.get::<Launcher>(format!("launch_{}", launch.kernel)).unwrap();
            run(launch.grid, launch.argument.as_ptr());
        }
        Ok(())
    }

    fn free_bytes(&self) -> Result<u64> {
        Ok(1 << 24)
    }

    fn allocate(&self, bytes: u64) -> Result<u64> {
        let piece = Piece::from_size_align(bytes as usize, 64).unwrap();
        // SAFETY: its size is not zero.
        let address = unsafe { alloc_zeroed(piece) } as u64;
        self.pieces.lock().unwrap().insert(address, piece);
        Ok(address)
    }

    fn release(&self, address: u64) {
        let piece = self.pieces.lock().unwrap().remove(&address).expect("released once");
        // SAFETY: allocated above with this layout.
        unsafe { dealloc(address as *mut u8, piece) };
    }

    fn fill(&self, address: u64, byte: u8, bytes: u64) -> Result<()> {
        // SAFETY: within a `Memory`, which checks.
        unsafe { std::ptr::write_bytes(address as *mut u8, byte, bytes as usize) };
        Ok(())
    }

    fn upload(&self, address: u64, data: &[u8]) -> Result<()> {
        // SAFETY: within a `Memory`, which checks.
        unsafe { std::ptr::copy_nonoverlapping(data.as_ptr(), address as *mut u8, data.len()) };
        Ok(())
    }

    fn download(&self, address: u64, data: &mut [u8]) -> Result<()> {
        // SAFETY: within a `Memory`, which checks.
        unsafe { std::ptr::copy_nonoverlapping(address as *const u8, data.as_mut_ptr(), data.len()) };
        Ok(())
    }

    fn copy(&self, to: u64, from: u64, bytes: u64) -> Result<()> {
        // SAFETY: within two different `Memory`s, which check.
        unsafe { std::ptr::copy_nonoverlapping(from as *const u8, to as *mut u8, bytes as usize) };
        Ok(())
    }
}
