use core::ffi::{c_char, c_void};
use core::slice;
use std::path::Path;

use cuda_driver_sys::{CUlogIterator, CUlogLevel, CUlogsCallbackHandle};

use super::callbacks::{Callbacks, argument};
use super::log_entry::{LogEntries, LogEntry};
use crate::diagnostics::LogLevel;
use crate::driver::{Driver, ToCStr};
use crate::error::{CuResult, Error};
use crate::fork::is_forked;
use crate::opaque::Opaque;

/// The size of a buffer that holds the whole log and its terminator, in bytes.
const WHOLE: usize = 25_600 + 1;

/// A place in the driver's log, from which it is read on: [`Driver::log`].
///
/// The driver explains errors in more words than a result code, for example which argument is invalid. It keeps the latest
/// 25,600 bytes, of all threads and contexts of the process.
///
/// ```
/// # let driver = cuda_sim::gpu_or_software()?;
/// # let context = driver.device(0)?.primary_context()?;
/// // Drivers have a log since CUDA 12.9.
/// let log = driver.log();
/// if let Err(error) = context.stream()?.alloc::<u8>(1 << 60) {
///     println!("{error}");
///     for entry in log.and_then(|mut log| log.read()).into_iter().flatten() {
///         println!("  {}", entry.message());
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Log {
    driver: Driver,
    /// Where to begin; `None` at the oldest entry.
    position: Option<CUlogIterator>,
}

impl Driver {
    /// Returns the driver's log from now on.
    ///
    /// [`cuLogsCurrent`](crate::driver::Raw::cuLogsCurrent)
    ///
    /// # Errors
    /// An error if the driver is older than CUDA 12.9.
    #[doc(alias = "cuLogsCurrent")]
    pub fn log(self) -> Result<Log, CuResult> {
        // SAFETY: the driver is initialized.
        let position = unsafe { self.raw().cuLogsCurrent(0) }?;
        Ok(Log { driver: self, position: Some(position) })
    }

    /// Returns the driver's log from the oldest entry that it keeps.
    #[must_use]
    pub const fn whole_log(self) -> Log {
        Log { driver: self, position: None }
    }

    /// Calls `function` with each new entry of the log, until the returned value is dropped.
    ///
    /// It is called by the thread that makes the failing call, within that call, so it must not call CUDA. It may still be running,
    /// on another thread, when the value has been dropped. Its panics are caught.
    ///
    /// [`cuLogsRegisterCallback`](crate::driver::Raw::cuLogsRegisterCallback)
    ///
    /// # Errors
    /// An error if the driver is older than CUDA 12.9.
    #[doc(alias = "cuLogsRegisterCallback")]
    pub fn on_log(
        self,
        function: impl Fn(LogEntry) + Send + Sync + 'static,
    ) -> Result<LogCallback, CuResult> {
        let raw = self.raw();
        let number = CALLBACKS.add(raw, Box::new(function));
        // SAFETY: the function only looks for the number, however late it is called.
        match unsafe { raw.cuLogsRegisterCallback(Some(logged), argument(number)) } {
            Ok(handle) => Ok(LogCallback { driver: self, number, handle: Opaque(handle) }),
            Err(error) => {
                CALLBACKS.remove(number);
                Err(error)
            }
        }
    }
}

impl Log {
    /// Reads the entries since the last call, or since the beginning of this log.
    ///
    /// Entries that came too fast may be lost; the driver then says so in the first one.
    ///
    /// [`cuLogsDumpToMemory`](crate::driver::Raw::cuLogsDumpToMemory)
    ///
    /// # Errors
    /// An error if the driver is older than CUDA 12.9.
    #[doc(alias = "cuLogsDumpToMemory")]
    pub fn read(&mut self) -> Result<LogEntries, CuResult> {
        let raw = self.driver.raw();
        let (mut text, mut size) = (vec![0u8; WHOLE], WHOLE);
        let buffer = text.as_mut_ptr().cast::<c_char>();
        self.dump(|position| {
            // SAFETY: the pointers are to live values, and the buffer has this size.
            unsafe { raw.cuLogsDumpToMemory(position, buffer, &raw mut size, 0) }
        })?;
        text.truncate(size.min(WHOLE));
        Ok(LogEntries::new(String::from_utf8_lossy(&text).into_owned()))
    }

    /// Writes these entries to a file instead.
    ///
    /// [`cuLogsDumpToFile`](crate::driver::Raw::cuLogsDumpToFile)
    ///
    /// # Errors
    /// [`Error::Name`] for a path with a null byte; the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if it can't write the file,
    /// and one if it is older than CUDA 12.9.
    #[doc(alias = "cuLogsDumpToFile")]
    pub fn write_to_file(&mut self, path: impl AsRef<Path>) -> Result<(), Error> {
        let (raw, path) = (self.driver.raw(), path.as_ref().to_string_lossy());
        let path = path.to_c_str()?;
        Ok(self.dump(|position| {
            // SAFETY: the pointers are to live values.
            unsafe { raw.cuLogsDumpToFile(position, &path, 0) }
        })?)
    }

    /// Makes a call that is passed where to begin, and advances.
    fn dump(
        &mut self,
        call: impl FnOnce(*mut CUlogIterator) -> Result<(), CuResult>,
    ) -> Result<(), CuResult> {
        match &mut self.position {
            Some(position) => call(position),
            None => {
                // Queried first: what is logged meanwhile is read twice rather than never.
                // SAFETY: the driver is initialized.
                let position = unsafe { self.driver.raw().cuLogsCurrent(0) }?;
                call(core::ptr::null_mut())?;
                self.position = Some(position);
                Ok(())
            }
        }
    }
}

/// A closure that the driver calls with the entries of its log, until this value is dropped: [`Driver::on_log`].
#[derive(Debug)]
#[must_use = "the closure is called only until the value is dropped"]
pub struct LogCallback {
    driver: Driver,
    number: usize,
    handle: Opaque<CUlogsCallbackHandle>,
}

impl Drop for LogCallback {
    #[doc(alias = "cuLogsUnregisterCallback")]
    fn drop(&mut self) {
        if is_forked() {
            return;
        }
        // SAFETY: the callback is registered. Errors are ignored; it then finds nothing to call.
        let _ = unsafe { self.driver.raw().cuLogsUnregisterCallback(self.handle.0) };
        CALLBACKS.remove(self.number);
    }
}

static CALLBACKS: Callbacks<Box<dyn Fn(LogEntry) + Send + Sync>> = Callbacks::new();

/// # Safety
/// `message` is a text of `length` bytes.
unsafe extern "C" fn logged(
    number: *mut c_void,
    level: CUlogLevel,
    message: *mut c_char,
    length: usize,
) {
    CALLBACKS.call(number.addr(), |function| {
        if message.is_null() {
            return;
        }
        // SAFETY: the driver passes a text of this length.
        let text = unsafe { slice::from_raw_parts(message.cast::<u8>(), length) };
        let text = String::from_utf8_lossy(text);
        let text = text.trim_end_matches(['\0', '\n']);
        function(LogEntry::new(text, Some(LogLevel::from_raw(level))));
    });
}
