//! Linking PTX.

use core::ffi::CStr;
use std::ffi::CString;
use std::sync::Arc;

use cuda_driver_sys::*;
use parking_lot::Mutex;

use crate::calls::Call;
use crate::calls::module::read_file;
use crate::state::module::jit::JitOptions;
use crate::state::{
    error::*,
    module::{
        compile::compile,
        image::ptx_of_bytes,
        link::{Link, Part},
        load_error::LoadError,
    },
    outcome::{Outcome, store, store_optional},
};

/// The first bytes of an archive, and how long its first member's header is.
const ARCHIVE: (&[u8], usize) = (b"!<arch>\n", 60);

/// How the result of a link begins, to tell PTX that stands for machine code from other PTX.
const LINKED: &str = "// Linked by the software device.\n";

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

/// Returns `true` for inputs after whose failure a link ends with the same code.
fn is_final(type_: CUjitInputType) -> bool {
    matches!(type_, CUjitInputType::CU_JIT_INPUT_CUBIN | CUjitInputType::CU_JIT_INPUT_NVVM)
}

impl Call {
    entry!(cuLinkCreate_v2, |self, numOptions, options, optionValues, stateOut| {
        let context = self.usable_context()?;
        let mut options = JitOptions::read(numOptions, options, optionValues)?;
        options.forget_lengths();
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
        });
        store(stateOut, link.handle as CUlinkState)
    });

    entry!(cuLinkCreate, |self, numOptions, options, optionValues, stateOut| {
        self.cuLinkCreate_v2(numOptions, options, optionValues, stateOut)
    });

    /// Adds an input that can be linked with the existing parts.
    fn add_part(
        &self,
        link: &Arc<Link>,
        name: String,
        type_: CUjitInputType,
        bytes: &[u8],
    ) -> Outcome {
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
        let added = link.options.accept(ptx).and_then(|ptx| {
            // Undefined symbols may still be added; other errors are final.
            match compile(&self.system.model.engine, ptx.clone(), None) {
                Err(error) if error.code == UNSUPPORTED_PTX_VERSION => return Err(error),
                Err(error) if error.code == INVALID_PTX && !error.is_unresolved => {
                    return Err(error);
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
        added.map_err(|error| {
            // SAFETY: the code that created the link keeps its buffers until it is destroyed.
            unsafe { link.options.report(&error.log) };
            error.code
        })
    }

    entry! { cuLinkAddData_v2(
        self, state, type_, data, size, name, numOptions, options, optionValues,
    ) => {
        let link = self.system.links.get(state)?;
        JitOptions::read(numOptions, options, optionValues)?;
        if *link.completed.lock() {
            return Err(INVALID_VALUE);
        }
        if data.is_null() || size == 0 || type_ >= CUjitInputType::CU_JIT_NUM_INPUT_TYPES {
            return Err(INVALID_VALUE);
        }
        let bytes = core::slice::from_raw_parts(data.cast::<u8>(), size);
        let name = match name.is_null() {
            true => "<input>".to_owned(),
            false => CStr::from_ptr(name).to_string_lossy().into_owned(),
        };
        self.add_part(&link, name, type_, bytes)
    } }

    entry! { cuLinkAddData(
        self, state, type_, data, size, name, numOptions, options, optionValues,
    ) => {
        self.cuLinkAddData_v2(state, type_, data, size, name, numOptions, options, optionValues)
    } }

    entry!(cuLinkAddFile_v2, |self, state, type_, path, numOptions, options, optionValues| {
        let link = self.system.links.get(state)?;
        JitOptions::read(numOptions, options, optionValues)?;
        if *link.completed.lock() {
            return Err(INVALID_VALUE);
        }
        // The file comes first.
        let bytes = read_file(path)?;
        if type_ >= CUjitInputType::CU_JIT_NUM_INPUT_TYPES {
            return Err(INVALID_VALUE);
        }
        let name = CStr::from_ptr(path).to_string_lossy().into_owned();
        self.add_part(&link, name, type_, &bytes)
    });

    entry!(cuLinkAddFile, |self, state, type_, path, numOptions, options, optionValues| {
        self.cuLinkAddFile_v2(state, type_, path, numOptions, options, optionValues)
    });

    // Returns PTX instead of a cubin, which this driver can load.
    entry!(cuLinkComplete, |self, state, cubinOut, sizeOut| {
        let link = self.system.links.get(state)?;
        if cubinOut.is_null() {
            return Err(INVALID_VALUE);
        }
        if std::mem::replace(&mut *link.completed.lock(), true) {
            return Err(INVALID_HANDLE);
        }
        if let Some(code) = *link.failed.lock() {
            return Err(code);
        }
        let missing = link.missing();
        if !missing.is_empty() {
            link.options.report(&missing);
            return Err(INVALID_SOURCE);
        }
        let text = link.text();
        if let Err(error) = compile(&self.system.model.engine, text.clone(), None) {
            link.options.report(&error.log);
            return Err(if error.code == INVALID_PTX { INVALID_SOURCE } else { error.code });
        }
        link.options.report("");
        let text = CString::new(format!("{LINKED}{text}")).map_err(|_| INVALID_IMAGE)?;
        let mut linked = link.linked.lock();
        let text = linked.insert(text);
        store_optional(sizeOut, text.as_bytes_with_nul().len());
        store(cubinOut, text.as_ptr().cast_mut().cast())
    });

    entry!(cuLinkDestroy, |self, state| { self.system.links.remove(state).map(drop) });
}
