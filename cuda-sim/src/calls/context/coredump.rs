//! The settings of core dumps. They can be read, but have no effect: a fault of this device is reported as text.

use core::ffi::c_void;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::{
    error::{INVALID_VALUE, NOT_SUPPORTED},
    handles::next,
    outcome::{InOut, Out, Outcome},
};

/// The size of a text, in bytes.
const TEXT: usize = 1024;

/// Returns the size of a setting's value, in bytes.
fn size(setting: CUcoredumpSettings) -> Result<usize, CUresult> {
    use CUcoredumpSettings as S;
    match setting {
        S::CU_COREDUMP_ENABLE_ON_EXCEPTION
        | S::CU_COREDUMP_TRIGGER_HOST
        | S::CU_COREDUMP_LIGHTWEIGHT
        | S::CU_COREDUMP_ENABLE_USER_TRIGGER => Ok(1),
        S::CU_COREDUMP_FILE | S::CU_COREDUMP_PIPE => Ok(TEXT),
        S::CU_COREDUMP_GENERATION_FLAGS => Ok(4),
        _ => Err(INVALID_VALUE),
    }
}

/// Returns a value that was never set.
fn unset(setting: CUcoredumpSettings) -> Vec<u8> {
    use CUcoredumpSettings as S;
    let name = |kind| format!("{kind}.cuda.localhost.{}", std::process::id()).into_bytes();
    match setting {
        S::CU_COREDUMP_TRIGGER_HOST => vec![1],
        S::CU_COREDUMP_FILE => name("core"),
        S::CU_COREDUMP_PIPE => name("corepipe"),
        S::CU_COREDUMP_GENERATION_FLAGS => vec![0; 4],
        _ => vec![0],
    }
}

/// Writes a setting's value, or its size if there is nowhere to write.
///
/// # Safety
/// `value` is null or has `length` bytes.
unsafe fn read(
    setting_value: Option<Vec<u8>>,
    setting: CUcoredumpSettings,
    value: *mut c_void,
    length: InOut<usize>,
) -> Outcome {
    let size = size(setting)?;
    let capacity = length.input.read()?;
    if value.is_null() {
        return length.output.store(size);
    }
    let mut setting_value = setting_value.unwrap_or_else(|| unset(setting));
    if size == TEXT {
        setting_value.push(0);
    }
    let fits = if size == TEXT { capacity >= setting_value.len() } else { capacity == size };
    if !fits {
        return Err(INVALID_VALUE);
    }
    let value = value.cast::<u8>();
    // SAFETY: there are as many bytes, as was checked.
    unsafe { value.copy_from_nonoverlapping(setting_value.as_ptr(), setting_value.len()) };
    Ok(())
}

/// Reads a new value, or writes its size if there is none.
///
/// # Safety
/// `value` is null or has `length` bytes.
unsafe fn new_value(
    setting: CUcoredumpSettings,
    value: *const c_void,
    length: InOut<usize>,
) -> Result<Option<Vec<u8>>, CUresult> {
    let size = size(setting)?;
    let given = length.input.read()?;
    if value.is_null() {
        length.output.store(size)?;
        return Ok(None);
    }
    let is_text = size == TEXT;
    if is_text && given > TEXT || !is_text && given != size {
        return Err(INVALID_VALUE);
    }
    // SAFETY: the caller guarantees as many bytes.
    let mut bytes = unsafe { core::slice::from_raw_parts(value.cast::<u8>(), given) }.to_vec();
    if is_text {
        let end = bytes.iter().position(|byte| *byte == 0);
        bytes.truncate(end.unwrap_or(TEXT - 1));
    }
    Ok(Some(bytes))
}

impl Call {
    pub(crate) unsafe fn cuCoredumpGetAttribute(
        &self,
        attrib: CUcoredumpSettings,
        value: *mut c_void,
        size: InOut<usize>,
    ) -> Outcome {
        let setting = self.current()?.coredump.lock().get(&attrib.0).cloned();
        let global = || self.system.coredump.lock().get(&attrib.0).cloned();
        // SAFETY: the program's value has its size.
        unsafe { read(setting.or_else(global), attrib, value, size) }
    }

    pub(crate) unsafe fn cuCoredumpGetAttributeGlobal(
        &self,
        attrib: CUcoredumpSettings,
        value: *mut c_void,
        size: InOut<usize>,
    ) -> Outcome {
        let global = self.system.coredump.lock().get(&attrib.0).cloned();
        // SAFETY: the program's value has its size.
        unsafe { read(global, attrib, value, size) }
    }

    pub(crate) unsafe fn cuCoredumpSetAttribute(
        &self,
        attrib: CUcoredumpSettings,
        value: *mut c_void,
        size: InOut<usize>,
    ) -> Outcome {
        use CUcoredumpSettings as S;
        let context = self.current()?;
        if let S::CU_COREDUMP_ENABLE_USER_TRIGGER | S::CU_COREDUMP_PIPE = attrib {
            // These are for the whole process.
            return Err(NOT_SUPPORTED);
        }
        // SAFETY: the program's value has its size.
        if let Some(value) = unsafe { new_value(attrib, value, size)? } {
            context.coredump.lock().insert(attrib.0, value);
        }
        Ok(())
    }

    pub(crate) unsafe fn cuCoredumpSetAttributeGlobal(
        &self,
        attrib: CUcoredumpSettings,
        value: *mut c_void,
        size: InOut<usize>,
    ) -> Outcome {
        // SAFETY: the program's value has its size.
        if let Some(value) = unsafe { new_value(attrib, value, size)? } {
            self.system.coredump.lock().insert(attrib.0, value);
        }
        Ok(())
    }

    pub(crate) unsafe fn cuCoredumpRegisterStartCallback(
        &self,
        callback: CUcoredumpStatusCallback,
        _userData: *mut c_void,
        callbackOut: Out<CUcoredumpCallbackHandle>,
    ) -> Outcome {
        self.register_coredump(callback, callbackOut, true)
    }

    pub(crate) unsafe fn cuCoredumpRegisterCompleteCallback(
        &self,
        callback: CUcoredumpStatusCallback,
        _userData: *mut c_void,
        callbackOut: Out<CUcoredumpCallbackHandle>,
    ) -> Outcome {
        self.register_coredump(callback, callbackOut, false)
    }

    pub(crate) fn cuCoredumpDeregisterStartCallback(
        &self,
        callback: CUcoredumpCallbackHandle,
    ) -> Outcome {
        self.deregister_coredump(callback, true)
    }

    pub(crate) fn cuCoredumpDeregisterCompleteCallback(
        &self,
        callback: CUcoredumpCallbackHandle,
    ) -> Outcome {
        self.deregister_coredump(callback, false)
    }

    /// Notes a callback, which is never called.
    fn register_coredump(
        &self,
        callback: CUcoredumpStatusCallback,
        to: Out<CUcoredumpCallbackHandle>,
        is_start: bool,
    ) -> Outcome {
        callback.ok_or(INVALID_VALUE)?;
        let handle = next();
        let mut callbacks = self.system.coredump_callbacks.lock();
        callbacks.push((is_start, handle));
        to.store_optional(handle as CUcoredumpCallbackHandle);
        Ok(())
    }

    fn deregister_coredump(&self, callback: CUcoredumpCallbackHandle, is_start: bool) -> Outcome {
        let mut callbacks = self.system.coredump_callbacks.lock();
        let mut all = callbacks.iter();
        let place =
            all.position(|value| *value == (is_start, callback as usize)).ok_or(INVALID_VALUE)?;
        callbacks.remove(place);
        Ok(())
    }
}
