//! One compilation, from creating NVRTC's program to destroying it.

use std::borrow::Cow;
use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr::null_mut;

use nvrtc_sys::{Symbol, nvrtcProgram, nvrtcResult};

use crate::error::{NvrtcError, NvrtcErrorKind};
use crate::flow::{Flow, callback};
use crate::library::Nvrtc;
use crate::missing;
use crate::missing::MissingHeader;
use crate::notes::Notes;
use crate::pch::{PchStatus, hold_heap};
use crate::program::{Program, shown};
use crate::text::{text, written};
use cuda_arch::Arch;

type Destroy = unsafe extern "C" fn(*mut nvrtcProgram) -> nvrtcResult;
type Size = unsafe extern "C" fn(nvrtcProgram, *mut usize) -> nvrtcResult;
type Write = unsafe extern "C" fn(nvrtcProgram, *mut c_char) -> nvrtcResult;

/// NVRTC's program. It is used only by the thread and within the call that created it.
struct ProgramHandle {
    nvrtc: Nvrtc,
    raw: nvrtcProgram,
    destroy: Destroy,
}

impl Drop for ProgramHandle {
    fn drop(&mut self) {
        // SAFETY: NVRTC created the program, and it is destroyed only here. The result is ignored: the program can't
        // be used again in either case.
        unsafe { (self.destroy)(&raw mut self.raw) };
    }
}

/// A program that NVRTC has compiled.
pub(crate) struct Compilation {
    handle: ProgramHandle,
    notes: Notes,
}

impl Compilation {
    /// Compiles `program`, with additional options for the output.
    pub(crate) fn new(
        program: &Program<'_>,
        nvrtc: Nvrtc,
        implied: &[&'static CStr],
    ) -> Result<Self, NvrtcError> {
        let mut options = program.nvrtc_options();
        for option in implied {
            if !options.iter().any(|other| **other == **option) {
                options.push((*option).into());
            }
        }
        let held = options.iter().any(|option| uses_pch(option)).then(hold_heap);
        let compilation = Self::once(program, nvrtc, &options)?;
        if compilation.notes.pch != Some(PchStatus::HeapExhausted) {
            return Ok(compilation);
        }
        // Compile again, with a heap of the required size.
        let required = nvrtc.pch_heap_required(compilation.handle.raw)?;
        drop(compilation);
        drop(held);
        nvrtc.set_pch_heap_size(required)?;
        let _held = hold_heap();
        Self::once(program, nvrtc, &options)
    }

    fn once(
        program: &Program<'_>,
        nvrtc: Nvrtc,
        options: &[Cow<'_, CStr>],
    ) -> Result<Self, NvrtcError> {
        let handle = ProgramHandle::create(program, nvrtc)?;
        for expression in &program.name_expressions {
            // SAFETY: the program lives, and the expression is a C string.
            unsafe {
                handle.nvrtc.call(
                    Symbol::nvrtcAddNameExpression,
                    handle.nvrtc.table().nvrtcAddNameExpression,
                    |function| function(handle.raw, expression.as_ptr()),
                )
            }?;
        }
        handle.compile(program, options)?;
        let notes = Notes {
            log: handle.log()?,
            pch: if options.iter().any(|option| makes_pch(option)) {
                nvrtc.pch_status(handle.raw)
            } else {
                None
            },
            lowered_names: handle.lowered_names(program)?,
        };
        Ok(Self { handle, notes })
    }

    pub(crate) fn nvrtc(&self) -> Nvrtc {
        self.handle.nvrtc
    }

    pub(crate) fn ptx(&self) -> Result<CString, NvrtcError> {
        let table = self.handle.nvrtc.table();
        let bytes = self.handle.output(
            (Symbol::nvrtcGetPTXSize, table.nvrtcGetPTXSize),
            (Symbol::nvrtcGetPTX, table.nvrtcGetPTX),
        )?;
        Ok(written(bytes))
    }

    /// Returns the cubin; empty for a virtual architecture.
    #[inline]
    pub(crate) fn cubin(&self) -> Result<Vec<u8>, NvrtcError> {
        let table = self.handle.nvrtc.table();
        self.handle.output(
            (Symbol::nvrtcGetCUBINSize, table.nvrtcGetCUBINSize),
            (Symbol::nvrtcGetCUBIN, table.nvrtcGetCUBIN),
        )
    }

    /// Returns the LTO-IR, or its predecessor, NVVM code.
    #[inline]
    pub(crate) fn lto_ir(&self) -> Result<Vec<u8>, NvrtcError> {
        let table = self.handle.nvrtc.table();
        if table.nvrtcGetLTOIR.is_none() && table.nvrtcGetNVVM.is_some() {
            return self.handle.output(
                (Symbol::nvrtcGetNVVMSize, table.nvrtcGetNVVMSize),
                (Symbol::nvrtcGetNVVM, table.nvrtcGetNVVM),
            );
        }
        self.handle.output(
            (Symbol::nvrtcGetLTOIRSize, table.nvrtcGetLTOIRSize),
            (Symbol::nvrtcGetLTOIR, table.nvrtcGetLTOIR),
        )
    }

    #[inline]
    pub(crate) fn optix_ir(&self) -> Result<Vec<u8>, NvrtcError> {
        let table = self.handle.nvrtc.table();
        self.handle.output(
            (Symbol::nvrtcGetOptiXIRSize, table.nvrtcGetOptiXIRSize),
            (Symbol::nvrtcGetOptiXIR, table.nvrtcGetOptiXIR),
        )
    }

    #[inline]
    pub(crate) fn tile_ir(&self) -> Result<Vec<u8>, NvrtcError> {
        let table = self.handle.nvrtc.table();
        self.handle.output(
            (Symbol::nvrtcGetTileIRSize, table.nvrtcGetTileIRSize),
            (Symbol::nvrtcGetTileIR, table.nvrtcGetTileIR),
        )
    }

    pub(crate) fn into_notes(self) -> Notes {
        self.notes
    }
}

/// Returns `true` if an option concerns precompiled headers, which use their own heap.
fn uses_pch(option: &CStr) -> bool {
    option.to_bytes().windows(3).any(|part| part == b"pch")
}

/// Returns `true` if an option requests the creation of a precompiled header.
fn makes_pch(option: &CStr) -> bool {
    let option = option.to_bytes();
    let option = option.strip_prefix(b"-").unwrap_or(option);
    option == b"-pch"
        || option == b"pch"
        || option.starts_with(b"-create-pch")
        || option.starts_with(b"create-pch")
}

impl ProgramHandle {
    fn create(program: &Program<'_>, nvrtc: Nvrtc) -> Result<Self, NvrtcError> {
        // Look up the destructor first, so that no program is created that can't be destroyed.
        let destroy =
            nvrtc.require(Symbol::nvrtcDestroyProgram, nvrtc.table().nvrtcDestroyProgram)?;
        let headers = pointers(&program.headers);
        let header_names = pointers(&program.header_names);
        let mut raw = null_mut();
        // SAFETY: all strings are C strings that outlive the call, and both arrays contain at least `count` of them:
        // `Program` always pushes to both.
        unsafe {
            nvrtc.call(Symbol::nvrtcCreateProgram, nvrtc.table().nvrtcCreateProgram, |function| {
                function(
                    &raw mut raw,
                    program.source.as_ptr(),
                    program.name.as_ptr(),
                    count(&headers),
                    headers.as_ptr(),
                    header_names.as_ptr(),
                )
            })
        }?;
        Ok(Self { nvrtc, raw, destroy })
    }

    fn compile(&self, program: &Program<'_>, options: &[Cow<'_, CStr>]) -> Result<(), NvrtcError> {
        let nvrtc = self.nvrtc;
        let symbol = Symbol::nvrtcCompileProgram;
        let compile = nvrtc.require(symbol, nvrtc.table().nvrtcCompileProgram)?;
        let flow_state = program.flow.map(Flow::begin);
        if let Some(flow_state) = &flow_state {
            let payload = (&raw const *flow_state).cast_mut().cast();
            // SAFETY: the program lives; the function may be called with the payload, which outlives the compilation,
            // and NVRTC calls it while it compiles and never after.
            unsafe {
                nvrtc.call(
                    Symbol::nvrtcSetFlowCallback,
                    nvrtc.table().nvrtcSetFlowCallback,
                    |function| function(self.raw, Some(callback), payload),
                )
            }?;
        }
        let pointers = pointers(options);
        // SAFETY: the program lives, and the array contains at least as many C strings as the count.
        let result = unsafe { compile(self.raw, count(&pointers), pointers.as_ptr()) };
        if let Some(flow_state) = flow_state {
            flow_state.finish();
        }
        match result {
            nvrtcResult::NVRTC_SUCCESS => Ok(()),
            nvrtcResult::NVRTC_ERROR_CANCELLED => {
                Err(NvrtcErrorKind::Cancelled { program: program.shown_name() }.into())
            }
            result => Err(self.failure(program, options, result)),
        }
    }

    /// Returns the error of a failed compilation.
    fn failure(
        &self,
        program: &Program<'_>,
        options: &[Cow<'_, CStr>],
        result: nvrtcResult,
    ) -> NvrtcError {
        let nvrtc = self.nvrtc.version();
        // The failure is reported even if NVRTC's log is unavailable.
        let log = self.log().unwrap_or_default();
        let folders = missing::folders(options);
        let options = shown(options);
        let program_name = program.shown_name();
        if result != nvrtcResult::NVRTC_ERROR_INVALID_OPTION {
            let help = MissingHeader { log: &log, nvrtc, folders: &folders };
            return NvrtcErrorKind::Compile {
                program: program_name,
                options,
                result,
                help: help.to_string(),
                log,
                nvrtc,
            }
            .into();
        }
        let supported = self.nvrtc.supported_archs().unwrap_or_default();
        let is_known =
            |arch: Arch| supported.iter().any(|other| other.capability() == arch.capability());
        let kind = match program.arch {
            Some(arch) if !supported.is_empty() && !is_known(arch) => {
                NvrtcErrorKind::UnsupportedArch {
                    program: program_name,
                    arch,
                    supported,
                    log,
                    nvrtc,
                }
            }
            _ => NvrtcErrorKind::InvalidOption { program: program_name, options, log, nvrtc },
        };
        kind.into()
    }

    fn log(&self) -> Result<String, NvrtcError> {
        let table = self.nvrtc.table();
        let bytes = self.output(
            (Symbol::nvrtcGetProgramLogSize, table.nvrtcGetProgramLogSize),
            (Symbol::nvrtcGetProgramLog, table.nvrtcGetProgramLog),
        )?;
        Ok(text(written(bytes)))
    }

    fn lowered_names(&self, program: &Program<'_>) -> Result<Vec<(CString, CString)>, NvrtcError> {
        let mut names = Vec::new();
        for expression in &program.name_expressions {
            names.push((expression.clone().into_owned(), self.lowered_name(expression)?));
        }
        Ok(names)
    }

    fn lowered_name(&self, expression: &CStr) -> Result<CString, NvrtcError> {
        let mut lowered = std::ptr::null();
        // SAFETY: the program lives, the expression is a C string, and the pointer is to a live one.
        unsafe {
            self.nvrtc.call(
                Symbol::nvrtcGetLoweredName,
                self.nvrtc.table().nvrtcGetLoweredName,
                |function| function(self.raw, expression.as_ptr(), &raw mut lowered),
            )
        }?;
        if lowered.is_null() {
            return Ok(CString::default());
        }
        // SAFETY: on success NVRTC returns a C string, which lives as long as the program.
        Ok(unsafe { CStr::from_ptr(lowered) }.to_owned())
    }

    /// Allocates a buffer of the size that NVRTC requests, and returns the buffer after NVRTC has filled it.
    fn output(
        &self,
        (size_symbol, size): (Symbol, Option<Size>),
        (write_symbol, write): (Symbol, Option<Write>),
    ) -> Result<Vec<u8>, NvrtcError> {
        let size_of = self.nvrtc.require(size_symbol, size)?;
        let write = self.nvrtc.require(write_symbol, write)?;
        let mut size = 0;
        // SAFETY: the program lives, and the pointer is to a live integer.
        let result = unsafe { size_of(self.raw, &raw mut size) };
        self.nvrtc.check(size_symbol, result)?;
        let mut bytes = Vec::new();
        if bytes.try_reserve_exact(size).is_err() {
            return Err(self.nvrtc.failure(write_symbol, nvrtcResult::NVRTC_ERROR_OUT_OF_MEMORY));
        }
        bytes.resize(size, 0);
        if size > 0 {
            // SAFETY: the program lives, and the buffer has the size that NVRTC requested.
            let result = unsafe { write(self.raw, bytes.as_mut_ptr().cast()) };
            self.nvrtc.check(write_symbol, result)?;
        }
        Ok(bytes)
    }
}

fn pointers(texts: &[impl AsRef<CStr>]) -> Vec<*const c_char> {
    let mut pointers = Vec::new();
    for text in texts {
        pointers.push(text.as_ref().as_ptr());
    }
    pointers
}

/// Returns the length as a C int, saturating.
fn count(pointers: &[*const c_char]) -> c_int {
    c_int::try_from(pointers.len()).unwrap_or(c_int::MAX)
}
