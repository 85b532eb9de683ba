//! An NVIDIA card through the driver's interface, and the cache of compiled kernels.

use std::collections::HashMap;
use std::ffi::{CString, c_void};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use cudarc::driver::result::{self, DriverError, device, function, module, occupancy, primary_ctx};
use cudarc::driver::sys::{self, CUdevice_attribute as Attribute, CUresult};

use crate::card::{Card, Launch, Program, Source};
use crate::error::{GpuError, Result};
use crate::nvrtc::nvrtc;

/// Threads in a block. The kernels were tuned with it.
const THREADS: u32 = 256;

/// An NVIDIA card.
pub(crate) struct Cuda {
    device: sys::CUdevice,
    context: sys::CUcontext,
    name: String,
    /// Compute capability, 90 for 9.0.
    arch: u32,
    processors: u32,
    threads_on_processor: u32,
    /// Where compiled kernels are kept.
    cache: Option<PathBuf>,
    loaded: Mutex<Loaded>,
    narrow: bool,
}

#[derive(Default)]
struct Loaded {
    modules: Vec<sys::CUmodule>,
    by_text: HashMap<u64, Program>,
    functions: HashMap<(usize, &'static str), sys::CUfunction>,
}

// SAFETY: a context may be used from any thread that makes it current, which every call here does first; the handles
// are plain numbers to the driver, which takes its own locks.
unsafe impl Send for Cuda {}
// SAFETY: as above.
unsafe impl Sync for Cuda {}

fn failed(what: &str) -> impl FnOnce(DriverError) -> GpuError + '_ {
    move |error| {
        let code = error.0;
        if code == CUresult::CUDA_ERROR_LAUNCH_TIMEOUT {
            return GpuError::Failed(
                "its watchdog ended the work, as it does on cards that drive a screen; give it another card"
                    .into(),
            );
        }
        let name = error
            .error_string()
            .map_or_else(|_| format!("{code:?}"), |text| text.to_string_lossy().into_owned());
        GpuError::Failed(format!("{name}, {what}"))
    }
}

/// What is called here, by the names that the binding looks up at each first call: it panics where an old driver lacks one.
const FUNCTIONS: [&str; 24] = [
    "cuInit",
    "cuDeviceGetCount",
    "cuDeviceGet",
    "cuDeviceGetName",
    "cuDeviceGetAttribute",
    "cuDevicePrimaryCtxRetain",
    "cuDevicePrimaryCtxRelease_v2",
    "cuCtxSetCurrent",
    "cuCtxSynchronize",
    "cuModuleLoadData",
    "cuModuleGetFunction",
    "cuModuleUnload",
    "cuFuncSetAttribute",
    "cuOccupancyMaxActiveBlocksPerMultiprocessor",
    "cuLaunchKernel",
    "cuMemGetInfo_v2",
    "cuMemAlloc_v2",
    "cuMemFree_v2",
    "cuMemsetD8_v2",
    "cuMemcpyHtoD_v2",
    "cuMemcpyDtoH_v2",
    "cuMemcpyDtoD_v2",
    "cuGetErrorName",
    "cuGetErrorString",
];

impl Cuda {
    /// Whether there is a driver at all.
    pub fn has_driver() -> bool {
        // SAFETY: only asks the loader for the library.
        unsafe { sys::is_culib_present() }
    }

    /// The card of this number. `narrow` keeps to instructions that every card has.
    pub fn open(ordinal: u32, cache: Option<&Path>, narrow: bool) -> Result<Cuda> {
        if !Cuda::has_driver() {
            return Err(GpuError::NoDriver("its library libcuda is missing".into()));
        }
        // SAFETY: the library is there; a symbol is looked for, and not called.
        let lacks = |name: &&&str| unsafe { sys::culib().get::<*const c_void>(name.as_bytes()) }.is_err();
        match FUNCTIONS.iter().find(lacks) {
            Some(name) => Err(GpuError::NoDriver(format!("it is too old: it has no {name}"))),
            None => Cuda::open_present(ordinal, cache.map(Path::to_owned), narrow),
        }
    }

    fn open_present(ordinal: u32, cache: Option<PathBuf>, narrow: bool) -> Result<Cuda> {
        let no_card = |error: DriverError| GpuError::NoCard(format!("{:?}", error.0));
        result::init().map_err(|error| GpuError::NoDriver(format!("{:?}", error.0)))?;
        let count = device::get_count().map_err(no_card)?;
        if i64::from(ordinal) >= i64::from(count) {
            return Err(GpuError::NoCard(format!("it has {count}, number {ordinal} was asked for")));
        }
        let device = device::get(ordinal as i32).map_err(no_card)?;
        let name = device::get_name(device).map_err(no_card)?;
        // SAFETY: `device` is a device that the driver has just named.
        let attribute =
            |attribute| unsafe { device::get_attribute(device, attribute) }.map(|value| value as u32);
        let major = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR).map_err(no_card)?;
        let minor = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR).map_err(no_card)?;
        let processors = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT).map_err(no_card)?;
        let threads_on_processor =
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR).map_err(no_card)?;
        if major < 7 {
            return Err(GpuError::TooOld { name, major, minor });
        }
        // SAFETY: as above; released when this is dropped.
        let context = unsafe { primary_ctx::retain(device) }.map_err(failed("taking the card"))?;
        let cuda = Cuda {
            device,
            context,
            name,
            arch: major * 10 + minor,
            processors,
            threads_on_processor,
            cache,
            loaded: Mutex::default(),
            narrow,
        };
        cuda.enter()?;
        Ok(cuda)
    }

    /// Makes the context this thread's.
    fn enter(&self) -> Result<()> {
        // SAFETY: the context is retained until the drop.
        unsafe { result::ctx::set_current(self.context) }.map_err(failed("taking the card"))
    }

    fn function(&self, program: Program, kernel: &'static str) -> Result<sys::CUfunction> {
        let mut loaded = self.loaded.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(&function) = loaded.functions.get(&(program.0, kernel)) {
            return Ok(function);
        }
        let name = CString::new(kernel).map_err(|_| GpuError::Failed("a kernel's name".into()))?;
        // SAFETY: modules are loaded until the drop.
        let function =
            unsafe { module::get_function(loaded.modules[program.0], name) }.map_err(failed(kernel))?;
        loaded.functions.insert((program.0, kernel), function);
        Ok(function)
    }

    /// The machine code, from the cache or the compiler. What is cached is named by everything it depends on.
    fn machine_code(&self, source: &Source) -> Result<Vec<u8>> {
        let mut hasher = DefaultHasher::new();
        (&source.text, &source.definitions, self.arch, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
        let kept = self
            .cache
            .as_ref()
            .map(|folder| folder.join(format!("{:016x}-sm{}.cubin", hasher.finish(), self.arch)));
        if let Some(code) = kept
            .as_ref()
            .and_then(|path| std::fs::read(path).ok())
            .filter(|code| code.starts_with(b"\x7fELF"))
        {
            return Ok(code);
        }
        let (code, _) = nvrtc(self.arch)?.machine_code(&source.text, &source.definitions, self.arch)?;
        // A cache that cannot be written costs seconds the next time, nothing else.
        if let Some(path) = kept {
            let _ = keep(&path, &code);
        }
        Ok(code)
    }
}

/// Writes a file under another name first: a reader never sees half of one.
fn keep(path: &Path, code: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let unfinished = path.with_extension(format!("{}.tmp", std::process::id()));
    std::fs::write(&unfinished, code)?;
    std::fs::rename(&unfinished, path)
}

impl Card for Cuda {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn threads(&self) -> u32 {
        THREADS
    }

    fn resident_blocks(&self, program: Program, kernel: &'static str, shared_bytes: u32) -> Result<u32> {
        let function = self.function(program, kernel)?;
        self.enter()?;
        // SAFETY: the function's module is loaded.
        let blocks = unsafe {
            let more = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            function::set_function_attribute(function, more, shared_bytes as i32).map_err(failed(kernel))?;
            occupancy::max_active_block_per_multiprocessor(function, THREADS as i32, shared_bytes as usize)
        };
        Ok(self.processors * (blocks.map_err(failed(kernel))?.max(1) as u32))
    }

    fn blocks_wanted(&self, usual: u32) -> u32 {
        usual.min(self.threads_on_processor / THREADS)
    }

    fn wide_exchange(&self) -> bool {
        self.arch >= 90 && !self.narrow
    }

    fn compile(&self, source: &Source) -> Result<Program> {
        self.enter()?;
        let mut hasher = DefaultHasher::new();
        (&source.text, &source.definitions).hash(&mut hasher);
        let key = hasher.finish();
        let mut loaded = self.loaded.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(&program) = loaded.by_text.get(&key) {
            return Ok(program);
        }
        let code = self.machine_code(source)?;
        // SAFETY: a complete image from NVRTC (its beginning was checked where it comes from a file); the driver
        // checks it and copies it.
        let module =
            unsafe { module::load_data(code.as_ptr().cast()) }.map_err(failed("loading the kernels"))?;
        let program = Program(loaded.modules.len());
        loaded.modules.push(module);
        loaded.by_text.insert(key, program);
        Ok(program)
    }

    fn launch(&self, launch: &Launch<'_>) -> Result<()> {
        let function = self.function(launch.program, launch.kernel)?;
        self.enter()?;
        let mut argument = launch.argument.to_vec();
        let mut arguments = [argument.as_mut_ptr().cast::<c_void>()];
        // SAFETY: the kernels take one struct by value, whose bytes these are (the structs here and there are the same,
        // field by field); the driver copies it before the call returns.
        unsafe {
            result::launch_kernel(
                function,
                (launch.grid, 1, 1),
                (THREADS, 1, 1),
                launch.shared_bytes,
                std::ptr::null_mut(),
                &mut arguments,
            )
        }
        .map_err(failed(launch.kernel))?;
        result::ctx::synchronize().map_err(failed(launch.kernel))
    }

    fn free_bytes(&self) -> Result<u64> {
        self.enter()?;
        result::mem_get_info().map(|(free, _)| free as u64).map_err(failed("asking for memory"))
    }

    fn allocate(&self, bytes: u64) -> Result<u64> {
        self.enter()?;
        // SAFETY: the address is only used by this crate, within its length, until `release`.
        unsafe { result::malloc_sync(bytes as usize) }.map_err(|error| {
            if error.0 == CUresult::CUDA_ERROR_OUT_OF_MEMORY {
                GpuError::Memory { needed: bytes, free: self.free_bytes().unwrap_or(0) }
            } else {
                failed("taking memory")(error)
            }
        })
    }

    fn release(&self, address: u64) {
        if self.enter().is_ok() {
            // SAFETY: it came from `allocate` and is released once, by `Memory`. After a failure of the card the driver
            // refuses, and there is nothing left to do.
            let _ = unsafe { result::free_sync(address) };
        }
    }

    fn fill(&self, address: u64, byte: u8, bytes: u64) -> Result<()> {
        self.enter()?;
        // SAFETY: within a `Memory`, which checks.
        unsafe { result::memset_d8_sync(address, byte, bytes as usize) }.map_err(failed("clearing memory"))
    }

    fn upload(&self, address: u64, data: &[u8]) -> Result<()> {
        self.enter()?;
        // SAFETY: within a `Memory`, which checks.
        unsafe { result::memcpy_htod_sync(address, data) }.map_err(failed("copying to the card"))
    }

    fn download(&self, address: u64, data: &mut [u8]) -> Result<()> {
        self.enter()?;
        // SAFETY: within a `Memory`, which checks.
        unsafe { result::memcpy_dtoh_sync(data, address) }.map_err(failed("copying from the card"))
    }

    fn copy(&self, to: u64, from: u64, bytes: u64) -> Result<()> {
        self.enter()?;
        // SAFETY: within two `Memory`s, which check.
        unsafe { result::memcpy_dtod_sync(to, from, bytes as usize) }.map_err(failed("copying on the card"))
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        if self.enter().is_ok() {
            let loaded = self.loaded.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
            for &module in &loaded.modules {
                // SAFETY: loaded here, unloaded once.
                let _ = unsafe { module::unload(module) };
            }
            // SAFETY: retained once, in `open`.
            let _ = unsafe { primary_ctx::release(self.device) };
        }
    }
}
