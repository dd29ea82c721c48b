//! Linking PTX.

use core::ffi::{c_char, c_uint, c_void};
use std::ffi::CString;
use std::sync::Arc;
use std::time::Instant;

use cuda_driver_sys::*;
use parking_lot::Mutex;

use crate::calls::Call;
use crate::calls::module::read_file;
use crate::state::module::jit::JitOptions;
use crate::state::{
    error::*,
    module::{
        compile::compile,
        fat_binary,
        image::ptx_of_bytes,
        information,
        jit_output::Report,
        link::{Link, Part},
        load_error::LoadError,
    },
    outcome::{In, Out, Outcome},
};

/// The first bytes of an archive, and how long its first member's header is.
const ARCHIVE: (&[u8], usize) = (b"!<arch>\n", 60);

/// How the result of a link begins, to tell PTX that stands for machine code from other PTX.
pub(in crate::calls) const LINKED: &str = "// Linked by the software device.\n";

/// What follows if it was linked for devices of another compute capability, which alone can load it.
pub(in crate::calls) const FOR_ANOTHER: &str = "// For another target.\n";

/// Returns `true` for an archive of machine code, such as `libcudadevrt.a`, or one without members.
fn is_archive(type_: CUjitInputType, bytes: &[u8]) -> bool {
    let (magic, header) = ARCHIVE;
    let is_whole = bytes.len() == magic.len() || bytes.len() >= magic.len() + header;
    type_ == CUjitInputType::CU_JIT_INPUT_LIBRARY && is_whole && bytes.starts_with(magic)
}

/// Returns the PTX of an input that is no archive, or an H200's code for it.
fn ptx_of_input(type_: CUjitInputType, bytes: &[u8]) -> Result<String, LoadError> {
    let is_machine_code = bytes.starts_with(b"\x7fELF");
    if bytes.starts_with(LINKED.as_bytes()) {
        return ptx_of_bytes(bytes);
    }
    match type_ {
        CUjitInputType::CU_JIT_INPUT_CUBIN if is_machine_code => {
            ptx_of_bytes(bytes).map_err(|error| LoadError { code: NO_BINARY_FOR_GPU, ..error })
        }
        CUjitInputType::CU_JIT_INPUT_CUBIN => Err(INVALID_IMAGE.into()),
        CUjitInputType::CU_JIT_INPUT_OBJECT if !is_machine_code => Err(UNKNOWN.into()),
        CUjitInputType::CU_JIT_INPUT_LIBRARY if !is_machine_code => {
            // What has no room for the beginning of an archive and more isn't looked at.
            Err(if bytes.len() > ARCHIVE.0.len() { UNKNOWN } else { INVALID_IMAGE }.into())
        }
        // It needs a part of a driver that the software device doesn't have.
        CUjitInputType::CU_JIT_INPUT_NVVM => Err(JIT_COMPILER_NOT_FOUND.into()),
        _ => ptx_of_bytes(bytes),
    }
}

/// Returns `true` for what a link answers when it gets a part, rather than at its end.
fn is_of_part(code: CUresult) -> bool {
    matches!(code, UNSUPPORTED_PTX_VERSION | INVALID_PTX | UNSUPPORTED_DEVSIDE_SYNC)
}

/// Returns `true` for inputs after whose failure a link ends with the same code.
fn is_final(type_: CUjitInputType) -> bool {
    matches!(type_, CUjitInputType::CU_JIT_INPUT_CUBIN | CUjitInputType::CU_JIT_INPUT_NVVM)
}

impl Call {
    pub(crate) unsafe fn cuLinkCreate_v2(
        &self,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
        stateOut: Out<CUlinkState>,
    ) -> Outcome {
        let started = Instant::now();
        let context = self.usable_context()?;
        // SAFETY: the program's arrays have that many elements.
        let options = unsafe { JitOptions::read(numOptions, options, optionValues)? };
        if stateOut.is_null() || options.has_fallback {
            return Err(INVALID_VALUE);
        }
        let link = self.system.links.insert(|handle| Link {
            handle,
            context: context.handle,
            parts: Mutex::default(),
            linked: Mutex::default(),
            failed: Mutex::default(),
            completed: Mutex::new(false),
            options,
            said: Mutex::new((options.output, Report::default())),
        });
        // SAFETY: the program keeps its arrays and buffers until it destroys the link.
        unsafe { link.say(Report { time: started.elapsed(), ..Report::default() }) };
        stateOut.store(link.handle as CUlinkState)
    }

    pub(crate) unsafe fn cuLinkCreate(
        &self,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
        stateOut: Out<CUlinkState>,
    ) -> Outcome {
        // SAFETY: the arguments are those of that call.
        unsafe { self.cuLinkCreate_v2(numOptions, options, optionValues, stateOut) }
    }

    /// Adds an input that can be linked with the existing parts.
    fn add_part(
        &self,
        link: &Arc<Link>,
        name: String,
        type_: CUjitInputType,
        bytes: &[u8],
        options: &JitOptions,
    ) -> Outcome {
        let started = Instant::now();
        if let Some(code) = *link.failed.lock() {
            return Err(code);
        }
        if is_archive(type_, bytes) {
            link.use_device_runtime();
            return Ok(());
        }
        let ptx = ptx_of_input(type_, bytes).inspect_err(|error| {
            if is_final(type_) {
                *link.failed.lock() = Some(error.code);
            }
        });
        let mut infos = String::new();
        let model = &self.system.model.engine;
        let added =
            link.options.accept(ptx).and_then(|ptx| options.accept(Ok(ptx))).and_then(|ptx| {
                // Undefined symbols may still be added; other errors are final.
                match compile(model, ptx.clone(), None) {
                    Err(error) if error.code == INVALID_PTX && error.is_unresolved => {}
                    Err(error) if is_of_part(error.code) => return Err(error),
                    Ok(program) if link.options.verbose => {
                        infos = information::of_compiler(&program, model, &link.options);
                    }
                    _ => {}
                }
                link.parts.lock().push(Part { name, ptx });
                let Some((code, log)) = link.conflicts() else {
                    return Ok(());
                };
                *link.failed.lock() = Some(code);
                Err(LoadError::new(code, log))
            });
        let errors = added.as_ref().err().map_or_else(String::new, |error| error.log.clone());
        let time = started.elapsed();
        // SAFETY: the code that created the link keeps its arrays and buffers until it is destroyed.
        unsafe { link.say(Report { infos, errors, time }) };
        added.map_err(|error| error.code)
    }

    pub(crate) unsafe fn cuLinkAddData_v2(
        &self,
        state: CUlinkState,
        type_: CUjitInputType,
        data: *mut c_void,
        size: usize,
        name: In<c_char>,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    ) -> Outcome {
        let link = self.system.links.get(state)?;
        // SAFETY: the program's arrays have that many elements.
        let options = unsafe { JitOptions::read_of_part(numOptions, options, optionValues)? };
        if *link.completed.lock() {
            return Err(INVALID_VALUE);
        }
        if data.is_null() || size == 0 || type_ >= CUjitInputType::CU_JIT_NUM_INPUT_TYPES {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the program passes that many bytes.
        let mut bytes = unsafe { core::slice::from_raw_parts(data.cast::<u8>(), size) };
        let is_text = !fat_binary::is_one(bytes) && !bytes.starts_with(b"\x7fELF");
        if type_ == CUjitInputType::CU_JIT_INPUT_PTX && is_text {
            // What follows the zero byte isn't a part of the text, as on an H200, which looks for it even beyond the size.
            bytes = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        }
        let name =
            name.text().map_or("<input>".to_owned(), |name| name.to_string_lossy().into_owned());
        self.add_part(&link, name, type_, bytes, &options)
    }

    pub(crate) unsafe fn cuLinkAddData(
        &self,
        state: CUlinkState,
        type_: CUjitInputType,
        data: *mut c_void,
        size: usize,
        name: In<c_char>,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    ) -> Outcome {
        // SAFETY: the arguments are those of that call.
        unsafe {
            self.cuLinkAddData_v2(state, type_, data, size, name, numOptions, options, optionValues)
        }
    }

    pub(crate) unsafe fn cuLinkAddFile_v2(
        &self,
        state: CUlinkState,
        type_: CUjitInputType,
        path: In<c_char>,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    ) -> Outcome {
        let link = self.system.links.get(state)?;
        // SAFETY: the program's arrays have that many elements.
        let options = unsafe { JitOptions::read_of_part(numOptions, options, optionValues)? };
        if *link.completed.lock() {
            return Err(INVALID_VALUE);
        }
        // The file comes first.
        let bytes = read_file(path)?;
        if type_ >= CUjitInputType::CU_JIT_NUM_INPUT_TYPES {
            return Err(INVALID_VALUE);
        }
        let name = path.text().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
        self.add_part(&link, name, type_, &bytes, &options)
    }

    pub(crate) unsafe fn cuLinkAddFile(
        &self,
        state: CUlinkState,
        type_: CUjitInputType,
        path: In<c_char>,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    ) -> Outcome {
        // SAFETY: the arguments are those of that call.
        unsafe { self.cuLinkAddFile_v2(state, type_, path, numOptions, options, optionValues) }
    }

    // Returns PTX instead of a cubin, which this driver can load.
    pub(crate) fn cuLinkComplete(
        &self,
        state: CUlinkState,
        cubinOut: Out<*mut c_void>,
        sizeOut: Out<usize>,
    ) -> Outcome {
        let link = self.system.links.get(state)?;
        cubinOut.not_null()?;
        if std::mem::replace(&mut *link.completed.lock(), true) {
            return Err(INVALID_HANDLE);
        }
        if let Some(code) = *link.failed.lock() {
            return Err(code);
        }
        let started = Instant::now();
        let missing = link.missing();
        let text = link.text();
        let compiled = if missing.is_empty() {
            compile(&self.system.model.engine, text.clone(), None)
        } else {
            Err(LoadError::new(INVALID_SOURCE, missing))
        };
        let infos = match &compiled {
            Ok(program) if link.options.verbose => information::of_linker(program),
            _ => String::new(),
        };
        let errors = compiled.as_ref().err().map_or_else(String::new, |error| error.log.clone());
        // SAFETY: the program keeps its arrays and buffers until it destroys the link.
        unsafe { link.say(Report { infos, errors, time: started.elapsed() }) };
        if let Err(error) = compiled {
            return Err(if error.code == INVALID_PTX { INVALID_SOURCE } else { error.code });
        }
        let is_for_another =
            link.options.is_for_another(self.system.model.engine.compute_capability);
        let target = if is_for_another { FOR_ANOTHER } else { "" };
        let text = CString::new(format!("{LINKED}{target}{text}")).map_err(|_| INVALID_IMAGE)?;
        let mut linked = link.linked.lock();
        let text = linked.insert(text);
        sizeOut.store_optional(text.as_bytes_with_nul().len());
        cubinOut.store(text.as_ptr().cast_mut().cast())
    }

    pub(crate) fn cuLinkDestroy(&self, state: CUlinkState) -> Outcome {
        self.system.links.remove(state).map(drop)
    }
}
