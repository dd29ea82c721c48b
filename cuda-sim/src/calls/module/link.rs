//! Linking PTX.

use core::ffi::{CStr, c_char, c_uint, c_void};
use std::ffi::CString;
use std::sync::Arc;

use cuda_driver_sys::*;
use parking_lot::Mutex;

use crate::calls::Call;
use crate::state::module::jit::JitOptions;
use crate::state::{
    error::*,
    module::{
        image::{compile, ptx_of_bytes},
        link::{Link, Part},
        load_error::LoadError,
    },
    outcome::{Outcome, store, store_optional},
};

/// Returns `true` for an archive of machine code, such as `libcudadevrt.a`.
fn is_archive(type_: CUjitInputType, bytes: &[u8]) -> bool {
    type_ == CUjitInputType::CU_JIT_INPUT_LIBRARY && bytes.starts_with(b"!<arch>\n")
}

impl Call {
    pub(crate) unsafe fn cuLinkCreate_v2(
        &self,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
        stateOut: *mut CUlinkState,
    ) -> Outcome {
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
    }

    pub(crate) unsafe fn cuLinkCreate(
        &self,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
        stateOut: *mut CUlinkState,
    ) -> Outcome {
        self.cuLinkCreate_v2(numOptions, options, optionValues, stateOut)
    }

    /// Adds PTX that can be linked with the existing parts.
    fn add_part(&self, link: &Arc<Link>, name: String, ptx: Result<String, LoadError>) -> Outcome {
        if let Some(code) = *link.failed.lock() {
            return Err(code);
        }
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

    pub(crate) unsafe fn cuLinkAddData_v2(
        &self,
        state: CUlinkState,
        type_: CUjitInputType,
        data: *mut c_void,
        size: usize,
        name: *const c_char,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    ) -> Outcome {
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
        if is_archive(type_, bytes) {
            link.use_device_runtime();
            return Ok(());
        }
        self.add_part(&link, name, ptx_of_bytes(bytes))
    }

    pub(crate) unsafe fn cuLinkAddData(
        &self,
        state: CUlinkState,
        type_: CUjitInputType,
        data: *mut c_void,
        size: usize,
        name: *const c_char,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    ) -> Outcome {
        self.cuLinkAddData_v2(state, type_, data, size, name, numOptions, options, optionValues)
    }

    pub(crate) unsafe fn cuLinkAddFile_v2(
        &self,
        state: CUlinkState,
        type_: CUjitInputType,
        path: *const c_char,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    ) -> Outcome {
        let link = self.system.links.get(state)?;
        JitOptions::read(numOptions, options, optionValues)?;
        if *link.completed.lock() {
            return Err(INVALID_VALUE);
        }
        if path.is_null() || type_ >= CUjitInputType::CU_JIT_NUM_INPUT_TYPES {
            return Err(INVALID_VALUE);
        }
        let name = CStr::from_ptr(path).to_string_lossy().into_owned();
        let bytes = std::fs::read(&name).map_err(|_| INVALID_VALUE);
        let bytes = match bytes {
            Ok(bytes) if is_archive(type_, &bytes) => {
                link.use_device_runtime();
                return Ok(());
            }
            bytes => bytes.map_err(LoadError::from),
        };
        self.add_part(&link, name, bytes.and_then(|bytes| ptx_of_bytes(&bytes)))
    }

    pub(crate) unsafe fn cuLinkAddFile(
        &self,
        state: CUlinkState,
        type_: CUjitInputType,
        path: *const c_char,
        numOptions: c_uint,
        options: *mut CUjit_option,
        optionValues: *mut *mut c_void,
    ) -> Outcome {
        self.cuLinkAddFile_v2(state, type_, path, numOptions, options, optionValues)
    }

    /// Returns PTX instead of a cubin, which this driver can load.
    pub(crate) unsafe fn cuLinkComplete(
        &self,
        state: CUlinkState,
        cubinOut: *mut *mut c_void,
        sizeOut: *mut usize,
    ) -> Outcome {
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
        let text = CString::new(text).map_err(|_| INVALID_IMAGE)?;
        let mut linked = link.linked.lock();
        let text = linked.insert(text);
        store_optional(sizeOut, text.as_bytes_with_nul().len());
        store(cubinOut, text.as_ptr().cast_mut().cast())
    }

    pub(crate) unsafe fn cuLinkDestroy(&self, state: CUlinkState) -> Outcome {
        self.system.links.remove(state).map(drop)
    }
}
