use std::ffi::{CStr, CString, c_char, c_int};
use std::fs;
use std::path::{Path, PathBuf};
use std::ptr;

use cuda_arch::{BinaryKind, ObjectCode};
use cuda_libraries_sys::nvvm::{Symbol, nvvmProgram, nvvmResult};
use cuda_pathfinder::{LIBDEVICE, Search};

use crate::error::{NvvmError, NvvmErrorKind};
use crate::library::Nvvm;
use crate::program::{Module, Program};

impl Program<'_> {
    /// Compiles to PTX.
    ///
    /// # Errors
    /// [`NvvmErrorKind::Load`] if there is no libNVVM, [`Libdevice`](NvvmErrorKind::Libdevice) if that is missing,
    /// [`Compile`](NvvmErrorKind::Compile) with libNVVM's log for an error in a module, and
    /// [`InvalidOption`](NvvmErrorKind::InvalidOption) for an option or architecture that it doesn't have.
    #[doc(alias("nvvmCompileProgram", "nvvmGetCompiledResult", "nvvmGetCompiledResultSize"))]
    pub fn compile_ptx(&self) -> Result<ObjectCode, NvvmError> {
        let mut compilation = Compilation::new(self, self.nvvm()?)?;
        let bytes = compilation.compile(&[])?;
        let text =
            CString::from_vec_with_nul(bytes).or_else(|error| CString::new(error.into_bytes()));
        let Ok(text) = text else {
            return Err(NvvmErrorKind::NoPtx.into());
        };
        Ok(ObjectCode::ptx(text).with_log(compilation.into_log()))
    }

    /// Compiles to LTO-IR, which a linker optimizes together with that of other programs. The linker leaves out kernels that
    /// aren't in `@llvm.used`. Requires libNVVM of CUDA 11.5.
    ///
    /// # Errors
    /// As [`compile_ptx`](Self::compile_ptx).
    #[doc(alias = "-gen-lto")]
    pub fn compile_lto_ir(&self) -> Result<ObjectCode, NvvmError> {
        let mut compilation = Compilation::new(self, self.nvvm()?)?;
        let bytes = compilation.compile(&[c"-gen-lto"])?;
        // SAFETY: libNVVM has just written the bytes.
        let code = unsafe { ObjectCode::binary(BinaryKind::LtoIr, bytes) };
        Ok(code.with_log(compilation.into_log()))
    }

    /// Checks that the modules are NVVM IR, without compiling them.
    ///
    /// # Errors
    /// As [`compile_ptx`](Self::compile_ptx).
    #[doc(alias = "nvvmVerifyProgram")]
    pub fn verify(&self) -> Result<(), NvvmError> {
        Compilation::new(self, self.nvvm()?)?.verify()
    }

    fn nvvm(&self) -> Result<Nvvm, NvvmError> {
        self.nvvm.map_or_else(Nvvm::load, Ok)
    }
}

/// A program of libNVVM, destroyed when dropped.
struct Compilation {
    nvvm: Nvvm,
    program: nvvmProgram,
    options: Vec<CString>,
    names: Vec<String>,
}

impl Compilation {
    /// Creates a program with the modules.
    fn new(source_program: &Program<'_>, nvvm: Nvvm) -> Result<Self, NvvmError> {
        let options = source_program.options().map(c_string);
        let options = options.collect::<Result<_, _>>()?;
        let create = nvvm.require(Symbol::nvvmCreateProgram, nvvm.table().nvvmCreateProgram)?;
        let mut program = ptr::null_mut();
        // SAFETY: the pointer is to a live handle.
        let result = unsafe { create(&raw mut program) };
        nvvm.check(Symbol::nvvmCreateProgram, result)?;
        let compilation = Self {
            nvvm,
            program,
            options,
            names: source_program.modules.iter().map(|module| module.name.to_string()).collect(),
        };
        for module in &source_program.modules {
            compilation.add(module)?;
        }
        if source_program.has_libdevice {
            let file = libdevice(nvvm)?;
            let code = fs::read(&file).map_err(|error| {
                NvvmErrorKind::Libdevice(format!("cannot read {}: {error}", file.display()))
            })?;
            compilation.add(&Module {
                name: "libdevice".into(),
                code: code.into(),
                is_lazy: true,
            })?;
        }
        Ok(compilation)
    }

    fn add(&self, module: &Module<'_>) -> Result<(), NvvmError> {
        let table = self.nvvm.table();
        let (symbol, slot) = if module.is_lazy {
            (Symbol::nvvmLazyAddModuleToProgram, table.nvvmLazyAddModuleToProgram)
        } else {
            (Symbol::nvvmAddModuleToProgram, table.nvvmAddModuleToProgram)
        };
        let add = self.nvvm.require(symbol, slot)?;
        let (name, code) = (c_string(&module.name)?, &module.code);
        // SAFETY: the program is alive, and the buffer has this length; libNVVM copies it.
        let result = unsafe { add(self.program, code.as_ptr().cast(), code.len(), name.as_ptr()) };
        self.explain(symbol, result)
    }

    /// Compiles with these options, too, and returns the output.
    fn compile(&mut self, more: &[&CStr]) -> Result<Vec<u8>, NvvmError> {
        let table = self.nvvm.table();
        self.run(Symbol::nvvmCompileProgram, table.nvvmCompileProgram, more)?;
        let symbols = (Symbol::nvvmGetCompiledResultSize, Symbol::nvvmGetCompiledResult);
        let slots = (table.nvvmGetCompiledResultSize, table.nvvmGetCompiledResult);
        self.read(symbols, slots)
    }

    fn verify(&self) -> Result<(), NvvmError> {
        let verify = self.nvvm.table().nvvmVerifyProgram;
        self.run(Symbol::nvvmVerifyProgram, verify, &[])
    }

    fn run(
        &self,
        symbol: Symbol,
        slot: Option<unsafe extern "C" fn(nvvmProgram, c_int, *mut *const c_char) -> nvvmResult>,
        more: &[&CStr],
    ) -> Result<(), NvvmError> {
        let function = self.nvvm.require(symbol, slot)?;
        let options = self.options.iter().map(|option| option.as_ptr());
        let mut options: Vec<_> =
            options.chain(more.iter().map(|option| option.as_ptr())).collect();
        // There are fewer than 2³¹ options in memory that a program can have.
        let length = c_int::try_from(options.len()).unwrap_or(c_int::MAX);
        // SAFETY: the program is alive, and so are the options, which libNVVM only reads.
        let result = unsafe { function(self.program, length, options.as_mut_ptr()) };
        self.explain(symbol, result)
    }

    /// Converts a result to a `Result` with the log.
    fn explain(&self, symbol: Symbol, result: nvvmResult) -> Result<(), NvvmError> {
        use nvvmResult as R;
        let options = || self.options.iter().map(|option| option.to_string_lossy().into_owned());
        let kind = match result {
            R::NVVM_SUCCESS => return Ok(()),
            R::NVVM_ERROR_INVALID_OPTION => {
                NvvmErrorKind::InvalidOption { options: options().collect(), log: self.log() }
            }
            R::NVVM_ERROR_INVALID_INPUT
            | R::NVVM_ERROR_INVALID_IR
            | R::NVVM_ERROR_IR_VERSION_MISMATCH
            | R::NVVM_ERROR_COMPILATION
            | R::NVVM_ERROR_NO_MODULE_IN_PROGRAM => {
                NvvmErrorKind::Compile { modules: self.names.clone(), result, log: self.log() }
            }
            result => NvvmErrorKind::Call { function: symbol.function().name, result },
        };
        Err(kind.into())
    }

    fn into_log(self) -> String {
        self.log()
    }

    /// Returns libNVVM's messages.
    fn log(&self) -> String {
        let table = self.nvvm.table();
        let symbols = (Symbol::nvvmGetProgramLogSize, Symbol::nvvmGetProgramLog);
        let slots = (table.nvvmGetProgramLogSize, table.nvvmGetProgramLog);
        let log = self.read(symbols, slots).unwrap_or_default();
        let text = String::from_utf8_lossy(&log);
        text.trim_matches(['\0', '\n']).to_owned()
    }

    /// Returns what a pair of functions stores: the size, and the bytes.
    fn read(
        &self,
        (size_symbol, symbol): (Symbol, Symbol),
        (size_slot, slot): (
            Option<unsafe extern "C" fn(nvvmProgram, *mut usize) -> nvvmResult>,
            Option<unsafe extern "C" fn(nvvmProgram, *mut c_char) -> nvvmResult>,
        ),
    ) -> Result<Vec<u8>, NvvmError> {
        let (size_function, function) =
            (self.nvvm.require(size_symbol, size_slot)?, self.nvvm.require(symbol, slot)?);
        let mut size = 0;
        // SAFETY: the program is alive, and the pointer is to a live number.
        let result = unsafe { size_function(self.program, &raw mut size) };
        self.nvvm.check(size_symbol, result)?;
        let mut bytes = vec![0; size];
        // SAFETY: the program is alive, and the buffer has the size that libNVVM needs.
        let result = unsafe { function(self.program, bytes.as_mut_ptr().cast()) };
        self.nvvm.check(symbol, result)?;
        Ok(bytes)
    }
}

impl Drop for Compilation {
    fn drop(&mut self) {
        if let Some(destroy) = self.nvvm.table().nvvmDestroyProgram {
            // SAFETY: the program is alive, and isn't used any more.
            let _ = unsafe { destroy(&raw mut self.program) };
        }
    }
}

/// Returns the file of libdevice: that of the same toolkit or wheel if it is there, because its LLVM is that of libNVVM.
fn libdevice(nvvm: Nvvm) -> Result<PathBuf, NvvmError> {
    const BESIDE: [&str; 4] = ["", "../libdevice", "../../libdevice", "../nvvm/libdevice"];
    let folder = nvvm.path().and_then(Path::parent);
    let beside = folder.into_iter().flat_map(|folder| {
        let names = BESIDE.map(|part| folder.join(part).join("libdevice.10.bc"));
        names.into_iter()
    });
    if let Some(found) = beside.into_iter().find(|file| file.is_file()) {
        return Ok(found);
    }
    let found = Search::new().tool(&LIBDEVICE);
    found.map_err(|error| NvvmErrorKind::Libdevice(error.to_string()).into())
}

fn c_string(text: &str) -> Result<CString, NvvmError> {
    CString::new(text).map_err(|error| {
        let at = error.nul_position();
        let text = text.to_owned();
        NvvmErrorKind::InteriorNul { text, at }.into()
    })
}
