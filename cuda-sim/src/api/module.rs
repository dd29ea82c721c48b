//! Programs that are loaded: modules, libraries, and what is being linked.

use core::ffi::{CStr, c_char, c_void};
use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::{Arc, OnceLock};

use cuda_driver_sys::{
    CUfunc_st, CUkern_st, CUlib_st, CUlinkState_st, CUmod_st, CUmodule, CUresult,
};
use parking_lot::Mutex;

use super::calls::JitOptions;
use super::context::Context;
use super::error::*;
use super::handles::Object;
use super::system::System;
use super::transfer::Copy;
use crate::engine::{CompileErrorKind, Image, Kernel, Program, Space};
use crate::memory::Kind;

/// A program that can't be loaded: the code, and the log for the caller.
#[derive(Debug, Clone)]
pub(super) struct LoadError {
    pub code: CUresult,
    pub log: String,
}

impl From<CUresult> for LoadError {
    fn from(code: CUresult) -> Self {
        Self {
            code,
            log: String::new(),
        }
    }
}

impl LoadError {
    /// Whether something is only missing, which linking may still bring.
    pub(super) fn is_unresolved(&self) -> bool {
        let log = self.log.to_ascii_lowercase();
        ["unresolved", "undefined", "extern"]
            .iter()
            .any(|word| log.contains(word))
    }
}

/// The PTX of an image as C hands it over.
///
/// # Safety
/// `image` is null, or points to what `cuModuleLoadData` takes: PTX with a zero after it, a cubin or a
/// fat binary.
pub(super) unsafe fn ptx_of_image(image: *const c_void) -> Result<String, LoadError> {
    if image.is_null() {
        return Err(INVALID_VALUE.into());
    }
    // SAFETY: whatever it is, it ends no sooner than at its first zero byte.
    let bytes = unsafe { CStr::from_ptr(image.cast::<c_char>()) }.to_bytes();
    ptx_of_bytes(bytes)
}

/// The PTX that `bytes` are.
pub(super) fn ptx_of_bytes(bytes: &[u8]) -> Result<String, LoadError> {
    const FAT_BINARY: [&[u8]; 2] = [
        &0xBA55_ED50_u32.to_le_bytes(),
        &0x4662_43B1_u32.to_le_bytes(),
    ];
    let machine_code = |code| LoadError {
        code,
        log: "the software device executes PTX, and this is machine code: compile to PTX instead"
            .to_owned(),
    };
    if bytes.starts_with(b"\x7fELF") {
        return Err(machine_code(INVALID_IMAGE));
    }
    if FAT_BINARY.iter().any(|magic| bytes.starts_with(magic)) {
        return Err(machine_code(NO_BINARY_FOR_GPU));
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_end_matches('\0');
    if !text.contains(".version") {
        return Err(INVALID_IMAGE.into());
    }
    Ok(text.to_owned())
}

/// A program, and what it was written for.
#[derive(Debug, Clone)]
pub(super) struct Compiled {
    pub program: Arc<Program>,
    /// The architecture that the PTX names, 75 for `sm_75`.
    pub target: u32,
}

/// Compiles for the device.
pub(super) fn compile(system: &System, ptx: &str) -> Result<Compiled, LoadError> {
    let compiled = |program| Compiled {
        program: Arc::new(program),
        target: target(ptx),
    };
    Program::compile(ptx, &system.model.engine)
        .map(compiled)
        .map_err(|error| {
            if error.kind == CompileErrorKind::Unsupported {
                // A real driver would have taken it, so that few programs ask for a log.
                eprintln!("cuda-sim: {}", error.log);
            }
            let code = match error.kind {
                CompileErrorKind::InvalidPtx => INVALID_PTX,
                CompileErrorKind::UnsupportedPtxVersion => UNSUPPORTED_PTX_VERSION,
                CompileErrorKind::UnsupportedTarget => NO_BINARY_FOR_GPU,
                CompileErrorKind::Unsupported => NOT_SUPPORTED,
            };
            LoadError {
                code,
                log: as_ptxas_says(&error.log),
            }
        })
}

/// The number in `.target sm_75`.
fn target(ptx: &str) -> u32 {
    let names = ptx
        .lines()
        .find_map(|line| line.trim_start().strip_prefix(".target"));
    let number = names.and_then(|names| names.trim_start().strip_prefix("sm_"));
    let digits: String = number
        .unwrap_or_default()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().unwrap_or(0)
}

/// Writes `line:column: text` as the driver's own assembler would, which tools look for.
fn as_ptxas_says(log: &str) -> String {
    let mut out = String::new();
    for line in log.lines() {
        let place = line.split_once(':').and_then(|(number, rest)| {
            let (column, text) = rest.split_once(':')?;
            Some((
                number.trim().parse::<u32>().ok()?,
                column.trim().parse::<u32>().ok()?,
                text.trim(),
            ))
        });
        match place {
            Some((number, column, text)) => {
                out += &format!(
                    "ptxas application ptx input, line {number}; error   : {text} (column {column})\n"
                );
            }
            None => out += &format!("ptxas error   : {line}\n"),
        }
    }
    out + "ptxas fatal   : Ptx assembly aborted due to errors\n"
}

/// A program in a context: its variables have addresses.
#[derive(Debug)]
pub(super) struct Module {
    pub handle: usize,
    context: usize,
    target: u32,
    pub image: Arc<Image>,
    /// The handles of the kernels that were asked for, by their place.
    pub functions: Mutex<BTreeMap<usize, usize>>,
}

impl Object for Module {
    type Raw = CUmod_st;
    const KIND: &'static str = "module";

    fn context(&self) -> usize {
        self.context
    }
}

impl Module {
    /// Gives the variables of a program their places and first values.
    pub(super) fn load(
        system: &System,
        context: &Context,
        compiled: Compiled,
    ) -> Result<Arc<Self>, LoadError> {
        let Compiled { program, target } = compiled;
        let mut addresses = Vec::with_capacity(program.globals().len());
        for global in program.globals() {
            let kind = if global.space == Space::Const {
                Kind::Constant
            } else {
                Kind::Global
            };
            if global.external {
                free_all(system, &addresses);
                let log = format!(
                    "ptxas fatal   : Unresolved extern variable '{}'\n",
                    global.name
                );
                return Err(LoadError {
                    code: INVALID_PTX,
                    log,
                });
            }
            match system
                .memory
                .allocate(global.size, global.align, kind, context.handle)
            {
                Some(address) => addresses.push(address),
                None => {
                    free_all(system, &addresses);
                    return Err(OUT_OF_MEMORY.into());
                }
            }
        }
        let image = Arc::new(Image::new(program, addresses));
        for (index, address) in image.addresses().iter().enumerate() {
            let contents = image.initial_contents(index);
            // SAFETY: the variable has just been allocated, of at least as many bytes.
            unsafe {
                Copy::linear(*address, contents.as_ptr() as u64, contents.len() as u64).run()
            };
        }
        let context = context.handle;
        Ok(system.modules.insert(|handle| Self {
            handle,
            context,
            target,
            image,
            functions: Mutex::default(),
        }))
    }

    pub(super) fn raw(&self) -> CUmodule {
        self.handle as CUmodule
    }

    /// The function of the kernel at a place.
    pub(super) fn function(&self, system: &System, kernel: usize) -> Result<usize, CUresult> {
        let mut functions = self.functions.lock();
        if let Some(handle) = functions.get(&kernel) {
            return Ok(*handle);
        }
        let name = self
            .image
            .program()
            .kernels()
            .nth(kernel)
            .map(|kernel| kernel.name.clone())
            .ok_or(NOT_FOUND)?;
        let function = system.functions.insert(|handle| Function {
            handle,
            context: self.context,
            module: self.handle,
            target: self.target,
            image: self.image.clone(),
            kernel,
            name: CString::new(name).unwrap_or_default(),
            settings: Mutex::default(),
        });
        functions.insert(kernel, function.handle);
        Ok(function.handle)
    }

    /// Ends the module's functions and variables.
    pub(super) fn unload(&self, system: &System) {
        for handle in self.functions.lock().values() {
            let _ = system.functions.remove(*handle as *mut CUfunc_st);
        }
        free_all(system, self.image.addresses());
    }

    /// Address and size of a variable.
    pub(super) fn global(&self, name: &str) -> Option<(u64, u64)> {
        let globals = self.image.program().globals();
        let index = globals.iter().position(|global| global.name == name)?;
        Some((
            *self.image.addresses().get(index)?,
            globals.get(index)?.size,
        ))
    }
}

fn free_all(system: &System, addresses: &[u64]) {
    for address in addresses {
        let _ = system.memory.end(*address);
    }
}

/// The place of the kernel with this name.
pub(super) fn kernel_named(program: &Program, name: &str) -> Option<usize> {
    program.kernels().position(|kernel| kernel.name == name)
}

/// A kernel of a module.
#[derive(Debug)]
pub(super) struct Function {
    pub handle: usize,
    context: usize,
    pub module: usize,
    /// The architecture that the PTX names, 75 for `sm_75`.
    pub target: u32,
    pub image: Arc<Image>,
    /// Which kernel of the program.
    pub kernel: usize,
    pub name: CString,
    pub settings: Mutex<Settings>,
}

/// What `cuFuncSetAttribute` sets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
    /// `None` until it is set: as much as fits into the 48 KiB that every device has.
    pub max_dynamic_shared: Option<u32>,
    pub carveout: i32,
    pub non_portable_cluster: bool,
    pub cluster_must_be_set: bool,
    pub required_cluster: [i32; 3],
    pub cluster_policy: i32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_dynamic_shared: None,
            carveout: -1,
            non_portable_cluster: false,
            cluster_must_be_set: false,
            required_cluster: [0; 3],
            cluster_policy: 0,
        }
    }
}

impl Settings {
    /// Most bytes of dynamic shared memory that a launch may ask for.
    pub(super) fn max_dynamic_shared(&self, kernel: &Kernel) -> u32 {
        self.max_dynamic_shared
            .unwrap_or(DEFAULT_SHARED.saturating_sub(kernel.shared_static))
    }
}

/// Shared memory that a kernel may have without asking for more.
pub(super) const DEFAULT_SHARED: u32 = 48 << 10;

impl Object for Function {
    type Raw = CUfunc_st;
    const KIND: &'static str = "function";

    fn context(&self) -> usize {
        self.context
    }
}

impl Function {
    pub(super) fn kernel(&self) -> Result<&Kernel, CUresult> {
        self.image
            .program()
            .kernels()
            .nth(self.kernel)
            .ok_or(INVALID_HANDLE)
    }
}

/// A program in no context: each context that uses it loads it then.
#[derive(Debug)]
pub(super) struct Library {
    pub handle: usize,
    /// What it was made from, or why that is no PTX.
    source: Result<String, LoadError>,
    compiled: OnceLock<Result<Compiled, LoadError>>,
    /// The modules, by context.
    modules: Mutex<BTreeMap<usize, usize>>,
    /// The handles of the kernels that were asked for, by their place.
    kernels: Mutex<BTreeMap<usize, usize>>,
}

impl Object for Library {
    type Raw = CUlib_st;
    const KIND: &'static str = "library";

    fn context(&self) -> usize {
        0
    }
}

/// A kernel of a library.
#[derive(Debug)]
pub(super) struct LibraryKernel {
    pub library: Arc<Library>,
    pub kernel: usize,
    pub name: CString,
    /// What its functions begin with.
    pub settings: Mutex<Settings>,
}

impl Object for LibraryKernel {
    type Raw = CUkern_st;
    const KIND: &'static str = "kernel";

    fn context(&self) -> usize {
        0
    }
}

impl Library {
    pub(super) fn new(handle: usize, source: Result<String, LoadError>) -> Self {
        Self {
            handle,
            source,
            compiled: OnceLock::new(),
            modules: Mutex::default(),
            kernels: Mutex::default(),
        }
    }

    /// The program, compiled when it is first needed.
    pub(super) fn compiled(&self, system: &System) -> Result<&Compiled, LoadError> {
        let compile = || {
            self.source
                .as_deref()
                .map_err(Clone::clone)
                .and_then(|ptx| compile(system, ptx))
        };
        self.compiled
            .get_or_init(compile)
            .as_ref()
            .map_err(Clone::clone)
    }

    /// The library's module in a context.
    pub(super) fn module(
        &self,
        system: &System,
        context: &Context,
    ) -> Result<Arc<Module>, LoadError> {
        let compiled = self.compiled(system)?;
        let mut modules = self.modules.lock();
        if let Some(handle) = modules.get(&context.handle)
            && let Ok(module) = system.modules.get(*handle as CUmodule)
        {
            return Ok(module);
        }
        let module = Module::load(system, context, compiled.clone())?;
        modules.insert(context.handle, module.handle);
        Ok(module)
    }

    /// The handle of the kernel at a place.
    pub(super) fn kernel(
        self: &Arc<Self>,
        system: &System,
        kernel: usize,
    ) -> Result<usize, CUresult> {
        let mut kernels = self.kernels.lock();
        if let Some(handle) = kernels.get(&kernel) {
            return Ok(*handle);
        }
        let program = &self.compiled(system).map_err(|error| error.code)?.program;
        let name = program
            .kernels()
            .nth(kernel)
            .map(|kernel| kernel.name.clone())
            .ok_or(NOT_FOUND)?;
        let name = CString::new(name).unwrap_or_default();
        let mut handle = 0;
        system.kernels.insert(|given| {
            handle = given;
            LibraryKernel {
                library: self.clone(),
                kernel,
                name,
                settings: Mutex::default(),
            }
        });
        kernels.insert(kernel, handle);
        Ok(handle)
    }

    /// Ends the library's kernels and modules.
    pub(super) fn unload(&self, system: &System) {
        for handle in std::mem::take(&mut *self.kernels.lock()).values() {
            let _ = system.kernels.remove(*handle as *mut CUkern_st);
        }
        for handle in std::mem::take(&mut *self.modules.lock()).values() {
            if let Ok(module) = system.modules.remove(*handle as CUmodule) {
                module.unload(system);
            }
        }
    }
}

impl LibraryKernel {
    /// The function in a context.
    pub(super) fn function(
        &self,
        system: &System,
        context: &Context,
    ) -> Result<Arc<Function>, CUresult> {
        let module = self
            .library
            .module(system, context)
            .map_err(|error| error.code)?;
        let handle = module.function(system, self.kernel)?;
        let function = system.functions.get(handle as *mut CUfunc_st)?;
        *function.settings.lock() = *self.settings.lock();
        Ok(function)
    }
}

/// PTX that is being put together.
#[derive(Debug)]
pub(super) struct Link {
    pub handle: usize,
    pub context: usize,
    pub parts: Mutex<Vec<String>>,
    /// What was put together; it lives as long as the link.
    pub linked: Mutex<Option<CString>>,
    pub failed: Mutex<bool>,
    /// Where the caller wants the logs.
    pub options: JitOptions,
}

impl Object for Link {
    type Raw = CUlinkState_st;
    const KIND: &'static str = "link";

    fn context(&self) -> usize {
        self.context
    }
}

impl Link {
    /// All parts as one module: the first header counts, and the newest version.
    pub(super) fn text(&self) -> String {
        let parts = self.parts.lock();
        if parts.is_empty() {
            return ".version 6.0\n.target sm_50\n.address_size 64\n".to_owned();
        }
        let is_header = |line: &str| {
            let line = line.trim_start();
            line.starts_with(".version")
                || line.starts_with(".target")
                || line.starts_with(".address_size")
        };
        let newest = |directive: &str| {
            let lines = parts.iter().flat_map(|part| part.lines());
            let number = |line: &str| -> Option<u32> {
                let digits: String = line.chars().filter(char::is_ascii_digit).collect();
                digits.parse().ok()
            };
            lines
                .filter(|line| line.trim_start().starts_with(directive))
                .max_by_key(|line| number(line))
        };
        let header = [".version", ".target", ".address_size"]
            .into_iter()
            .filter_map(newest);
        let body = parts
            .iter()
            .flat_map(|part| part.lines())
            .filter(|line| !is_header(line));
        header.chain(body).flat_map(|line| [line, "\n"]).collect()
    }
}
