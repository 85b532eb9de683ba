//! NVRTC, the compiler of kernels: found at run time, called through the eight functions needed.
//!
//! Loaded here and not through a binding, because it may be of any version from 11 to 13 and stand where no loader
//! looks: in a CUDA folder or among Python's packages.

use std::ffi::{CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use libloading::Library;

use crate::error::{GpuError, Result};

type Handle = *mut c_void;
type Compile = unsafe extern "C" fn(Handle, c_int, *const *const c_char) -> c_int;
type Create = unsafe extern "C" fn(
    *mut Handle,
    *const c_char,
    *const c_char,
    c_int,
    *const *const c_char,
    *const *const c_char,
) -> c_int;
type Destroy = unsafe extern "C" fn(*mut Handle) -> c_int;
type SizeOf = unsafe extern "C" fn(Handle, *mut usize) -> c_int;
type Text = unsafe extern "C" fn(Handle, *mut c_char) -> c_int;
type Version = unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int;

/// The compiler, loaded.
pub(crate) struct Nvrtc {
    // The functions below are valid as long as the library is loaded, which is for ever.
    _library: Library,
    create: Create,
    compile: Compile,
    destroy: Destroy,
    log_size: SizeOf,
    log: Text,
    cubin_size: SizeOf,
    cubin: Text,
    /// 12 for 12.8.
    version: c_int,
}

/// The first version that makes no code for cards before [`TURING`].
const WITHOUT_VOLTA: c_int = 13;
const TURING: u32 = 75;

/// Names by which a loader may know it.
const NAMES: [&str; 8] = [
    "libnvrtc.so",
    "libnvrtc.so.13",
    "libnvrtc.so.12",
    "libnvrtc.so.11.2",
    "nvrtc64_130_0.dll",
    "nvrtc64_120_0.dll",
    "nvrtc64_112_0.dll",
    "libnvrtc.dylib",
];

/// Places to look when the loader does not find it: CUDA's folders, Python's packages.
fn candidates() -> Vec<PathBuf> {
    if let Some(named) = std::env::var_os("TAQUIN_NVRTC") {
        let named = PathBuf::from(named);
        return if named.is_dir() { in_folder(&named) } else { vec![named] };
    }
    let mut found: Vec<PathBuf> = NAMES.iter().map(PathBuf::from).collect();
    let mut folders = Vec::new();
    for root in ["CUDA_PATH", "CUDA_HOME"] {
        folders.extend(std::env::var_os(root).map(|root| PathBuf::from(root).join("lib64")));
    }
    folders.push("/usr/local/cuda/lib64".into());
    if let Some(environment) = std::env::var_os("VIRTUAL_ENV") {
        let versions =
            std::fs::read_dir(PathBuf::from(environment).join("lib")).into_iter().flatten().flatten();
        for python in versions {
            let packages = python.path().join("site-packages/nvidia");
            folders.push(packages.join("cuda_nvrtc/lib"));
            folders.push(packages.join("cu13/lib"));
        }
    }
    found.extend(folders.iter().flat_map(|folder| in_folder(folder)));
    found
}

fn in_folder(folder: &Path) -> Vec<PathBuf> {
    NAMES.iter().map(|name| folder.join(name)).filter(|path| path.exists()).collect()
}

/// A compiler for `sm_<arch>`, or why there is none; looked for once.
pub(crate) fn nvrtc(arch: u32) -> Result<&'static Nvrtc> {
    static ANY: OnceLock<Option<Nvrtc>> = OnceLock::new();
    static FOR_OLD: OnceLock<Option<Nvrtc>> = OnceLock::new();
    let find = |suits: &dyn Fn(&Nvrtc) -> bool| {
        candidates().iter().filter_map(|path| Nvrtc::load(path)).find(|found| suits(found))
    };
    let any = ANY.get_or_init(|| find(&|_| true)).as_ref().ok_or(GpuError::NoCompiler)?;
    if any.makes_code_for(arch) {
        return Ok(any);
    }
    let old = FOR_OLD.get_or_init(|| find(&|found| found.makes_code_for(arch))).as_ref();
    old.ok_or_else(|| {
        GpuError::Compile(format!(
            "NVRTC {} makes no code for compute capability {}.{}; `pip install nvidia-cuda-nvrtc-cu12`, or name an older \
             one's library in TAQUIN_NVRTC",
            any.version,
            arch / 10,
            arch % 10
        ))
    })
}

impl Nvrtc {
    fn load(path: &Path) -> Option<Nvrtc> {
        // SAFETY: NVRTC's initialisers have no preconditions. The types are those of nvrtc.h, unchanged since version
        // 11.1, and a symbol that is missing is an error here, not a call into nothing.
        unsafe {
            let library = Library::new(path).ok()?;
            let create = *library.get::<Create>(b"nvrtcCreateProgram").ok()?;
            let compile = *library.get::<Compile>(b"nvrtcCompileProgram").ok()?;
            let destroy = *library.get::<Destroy>(b"nvrtcDestroyProgram").ok()?;
            let log_size = *library.get::<SizeOf>(b"nvrtcGetProgramLogSize").ok()?;
            let log = *library.get::<Text>(b"nvrtcGetProgramLog").ok()?;
            let cubin_size = *library.get::<SizeOf>(b"nvrtcGetCUBINSize").ok()?;
            let cubin = *library.get::<Text>(b"nvrtcGetCUBIN").ok()?;
            let (mut version, mut minor) = (0, 0);
            let status = library.get::<Version>(b"nvrtcVersion").ok()?(&raw mut version, &raw mut minor);
            let found = Nvrtc {
                _library: library,
                create,
                compile,
                destroy,
                log_size,
                log,
                cubin_size,
                cubin,
                version,
            };
            (status == 0).then_some(found)
        }
    }

    /// Whether it knows cards of this generation.
    fn makes_code_for(&self, arch: u32) -> bool {
        arch >= TURING || self.version < WITHOUT_VOLTA
    }

    /// Machine code for `sm_<arch>`, and what the compiler said.
    pub fn machine_code(&self, text: &str, definitions: &[String], arch: u32) -> Result<(Vec<u8>, String)> {
        let fault = |what: &str| GpuError::Compile(what.to_owned());
        let text = CString::new(text).map_err(|_| fault("a zero byte in the text"))?;
        let mut options = vec![format!("--gpu-architecture=sm_{arch}"), "--std=c++17".to_owned()];
        options.extend(definitions.iter().map(|definition| format!("-D{definition}")));
        if std::env::var_os("TAQUIN_PTXAS").is_some() {
            options.push("--ptxas-options=-v".to_owned());
        }
        let options: Vec<CString> = options.into_iter().filter_map(|o| CString::new(o).ok()).collect();
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let mut handle: Handle = std::ptr::null_mut();
        // SAFETY: all pointers are to null-terminated strings or buffers of the size the library asked for, and live
        // until the program is destroyed.
        unsafe {
            let made = (self.create)(
                &raw mut handle,
                text.as_ptr(),
                c"taquin.cu".as_ptr(),
                0,
                std::ptr::null(),
                std::ptr::null(),
            );
            if made != 0 {
                return Err(fault(&format!("NVRTC error {made}")));
            }
            let status = (self.compile)(handle, pointers.len() as c_int, pointers.as_ptr());
            let log = fetch(handle, self.log_size, self.log).unwrap_or_default();
            let log = String::from_utf8_lossy(&log).trim_end_matches(['\0', '\n']).to_owned();
            let code = if status == 0 { fetch(handle, self.cubin_size, self.cubin) } else { None };
            (self.destroy)(&raw mut handle);
            match code {
                Some(code) if !code.is_empty() => Ok((code, log)),
                _ => {
                    let error = log.lines().find(|line| line.contains("error")).unwrap_or("no code was made");
                    Err(fault(error))
                }
            }
        }
    }
}

/// # Safety
/// `handle` is a program of the library that `size` and `text` belong to.
unsafe fn fetch(handle: Handle, size: SizeOf, text: Text) -> Option<Vec<u8>> {
    let mut bytes = 0;
    // SAFETY: by the caller; the buffer has the size that was asked for.
    unsafe {
        if size(handle, &raw mut bytes) != 0 {
            return None;
        }
        let mut buffer = vec![0u8; bytes];
        (text(handle, buffer.as_mut_ptr().cast()) == 0).then_some(buffer)
    }
}
