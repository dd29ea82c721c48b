//! The log of errors.

use core::ffi::{CStr, c_char, c_uint, c_void};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::outcome::Outcome;
use crate::state::{
    error::INVALID_VALUE,
    outcome::{store, store_optional},
};

impl Call {
    pub(crate) unsafe fn cuLogsCurrent(
        &self,
        iterator_out: *mut CUlogIterator,
        _flags: c_uint,
    ) -> Outcome {
        store(iterator_out, self.system.log.position())
    }

    pub(crate) unsafe fn cuLogsDumpToMemory(
        &self,
        iterator: *mut CUlogIterator,
        buffer: *mut c_char,
        size: *mut usize,
        flags: c_uint,
    ) -> Outcome {
        if buffer.is_null() || size.is_null() || flags != 0 || *size == 0 {
            return Err(INVALID_VALUE);
        }
        let position = iterator.as_ref().copied();
        let (text, next) = self.system.log.read(position, *size - 1);
        let Some(text) = text else {
            size.write(0);
            return Err(INVALID_VALUE);
        };
        buffer.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), text.len());
        buffer.add(text.len()).write(0);
        size.write(text.len());
        store_optional(iterator, next);
        Ok(())
    }

    pub(crate) unsafe fn cuLogsDumpToFile(
        &self,
        iterator: *mut CUlogIterator,
        pathToFile: *const c_char,
        flags: c_uint,
    ) -> Outcome {
        if pathToFile.is_null() || flags != 0 {
            return Err(INVALID_VALUE);
        }
        let path = CStr::from_ptr(pathToFile).to_string_lossy();
        let position = iterator.as_ref().copied();
        let (text, next) = self.system.log.read(position, usize::MAX);
        std::fs::write(&*path, text.unwrap_or_default()).map_err(|_| INVALID_VALUE)?;
        store_optional(iterator, next);
        Ok(())
    }

    pub(crate) unsafe fn cuLogsRegisterCallback(
        &self,
        callbackFunc: CUlogsCallback,
        userData: *mut c_void,
        callback_out: *mut CUlogsCallbackHandle,
    ) -> Outcome {
        let callback = callbackFunc.ok_or(INVALID_VALUE)?;
        let handle = self.system.log.register(callback, userData as usize);
        store_optional(callback_out, handle as CUlogsCallbackHandle);
        Ok(())
    }

    pub(crate) unsafe fn cuLogsUnregisterCallback(
        &self,
        callback: CUlogsCallbackHandle,
    ) -> Outcome {
        if self.system.log.unregister(callback as usize) { Ok(()) } else { Err(INVALID_VALUE) }
    }
}
