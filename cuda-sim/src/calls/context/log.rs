//! The log of errors.

use core::ffi::CStr;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::{
    error::INVALID_VALUE,
    outcome::{store, store_optional},
};

impl Call {
    entry!(cuLogsCurrent, |self, iterator_out, _flags| {
        store(iterator_out, self.system.log.position())
    });

    entry!(cuLogsDumpToMemory, |self, iterator, buffer, size, flags| {
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
    });

    entry!(cuLogsDumpToFile, |self, iterator, pathToFile, flags| {
        if pathToFile.is_null() || flags != 0 {
            return Err(INVALID_VALUE);
        }
        let path = CStr::from_ptr(pathToFile).to_string_lossy();
        let position = iterator.as_ref().copied();
        let (text, next) = self.system.log.read(position, usize::MAX);
        std::fs::write(&*path, text.unwrap_or_default()).map_err(|_| INVALID_VALUE)?;
        store_optional(iterator, next);
        Ok(())
    });

    entry!(cuLogsRegisterCallback, |self, callbackFunc, userData, callback_out| {
        let callback = callbackFunc.ok_or(INVALID_VALUE)?;
        let handle = self.system.log.register(callback, userData as usize);
        store_optional(callback_out, handle as CUlogsCallbackHandle);
        Ok(())
    });

    entry!(cuLogsUnregisterCallback, |self, callback| {
        if self.system.log.unregister(callback as usize) { Ok(()) } else { Err(INVALID_VALUE) }
    });
}
