//! The log of errors.

use core::ffi::{c_char, c_uint, c_void};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::{
    error::INVALID_VALUE,
    outcome::{In, InOut, Out, Outcome, store_text},
};

impl Call {
    pub(crate) fn cuLogsCurrent(
        &self,
        iterator_out: Out<CUlogIterator>,
        _flags: c_uint,
    ) -> Outcome {
        iterator_out.store(self.system.log.position())
    }

    pub(crate) unsafe fn cuLogsDumpToMemory(
        &self,
        iterator: InOut<CUlogIterator>,
        buffer: *mut c_char,
        size: InOut<usize>,
        flags: c_uint,
    ) -> Outcome {
        let capacity = size.input.read()?;
        if buffer.is_null() || flags != 0 || capacity == 0 {
            return Err(INVALID_VALUE);
        }
        let (text, next) = self.system.log.read(iterator.input.get(), capacity - 1);
        let Some(text) = text else {
            size.output.store(0)?;
            return Err(INVALID_VALUE);
        };
        // SAFETY: the buffer has the capacity, which is more than the text's length.
        unsafe { store_text(buffer.cast(), capacity, text.as_bytes())? };
        size.output.store(text.len())?;
        iterator.output.store_optional(next);
        Ok(())
    }

    pub(crate) fn cuLogsDumpToFile(
        &self,
        iterator: InOut<CUlogIterator>,
        pathToFile: In<c_char>,
        flags: c_uint,
    ) -> Outcome {
        let path = pathToFile.text().filter(|_| flags == 0).ok_or(INVALID_VALUE)?;
        let path = path.to_string_lossy();
        let (text, next) = self.system.log.read(iterator.input.get(), usize::MAX);
        std::fs::write(&*path, text.unwrap_or_default()).map_err(|_| INVALID_VALUE)?;
        iterator.output.store_optional(next);
        Ok(())
    }

    pub(crate) unsafe fn cuLogsRegisterCallback(
        &self,
        callbackFunc: CUlogsCallback,
        userData: *mut c_void,
        callback_out: Out<CUlogsCallbackHandle>,
    ) -> Outcome {
        let callback = callbackFunc.ok_or(INVALID_VALUE)?;
        let handle = self.system.log.register(callback, userData as usize);
        callback_out.store_optional(handle as CUlogsCallbackHandle);
        Ok(())
    }

    pub(crate) fn cuLogsUnregisterCallback(&self, callback: CUlogsCallbackHandle) -> Outcome {
        if self.system.log.unregister(callback as usize) { Ok(()) } else { Err(INVALID_VALUE) }
    }
}
