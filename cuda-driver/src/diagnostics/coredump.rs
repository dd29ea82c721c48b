use core::ffi::{c_int, c_void};
use core::fmt;
use std::path::{Path, PathBuf};

use cuda_driver_sys::{CUcoredumpCallbackHandle, CUcoredumpSettings, CUdevice, CUresult, Symbol};

use super::callbacks::{Callbacks, argument};
use crate::context::Context;
use crate::device::Device;
use crate::driver::{Driver, Raw, ToCStr};
use crate::error::{CuResult, Error};
use crate::fork::is_forked;
use crate::opaque::Opaque;

/// The size of a buffer for a path and its terminator, in bytes.
const PATH: usize = 1024;

flags! {
    /// What a core dump leaves out, and what happens besides: [`Coredump::set_generation_flags`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct CoredumpFlags: u32 {
        /// No code that isn't relocated.
        const SKIP_NONRELOCATED_ELF_IMAGES = 0x1;
        /// No global memory.
        const SKIP_GLOBAL_MEMORY = 0x2;
        /// No shared memory.
        const SKIP_SHARED_MEMORY = 0x4;
        /// No local memory.
        const SKIP_LOCAL_MEMORY = 0x8;
        /// The process doesn't abort after the dump.
        const SKIP_ABORT = 0x10;
        /// No constant memory.
        const SKIP_CONSTBANK_MEMORY = 0x20;
        /// The file is compressed by gzip.
        const GZIP_COMPRESS = 0x40;
        /// Only contexts with an exception.
        const FAULTED_CONTEXTS_ONLY = 0x80;
        /// No tensor memory.
        const SKIP_TENSOR_MEMORY = 0x100;
        /// Warps with a fault may end before the dump, which costs kernels less.
        const NO_ERRBAR_AT_EXIT = 0x4000_0000;
        /// Only entries in the log, no file.
        const LOG_ONLY = 0x8000_0000;
        /// None of the memory, and no code that isn't relocated.
        const LIGHTWEIGHT = 0x12f;
    }
}

/// The settings of core dumps, of a [context](Context::coredump) or of [all](Driver::coredump).
///
/// A core dump is a file with the state of the device after a kernel's exception, for `cuda-gdb`. Environment variables such as
/// `CUDA_ENABLE_COREDUMP_ON_EXCEPTION` take precedence over what is set here.
///
/// ```no_run
/// # let driver = cuda_driver::Driver::load()?;
/// use cuda_driver::diagnostics::CoredumpFlags;
///
/// let coredump = driver.coredump();
/// coredump.set_file("/var/crash/kernel.core")?;
/// coredump.set_generation_flags(CoredumpFlags::SKIP_ABORT | CoredumpFlags::SKIP_GLOBAL_MEMORY)?;
/// coredump.set_enabled_on_exception(true)?;
/// # Ok::<(), cuda_driver::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coredump {
    driver: Driver,
    /// `None` for the settings of all contexts.
    context: Option<Context>,
}

impl Driver {
    /// Returns the settings of core dumps for all contexts that have none of their own.
    #[must_use]
    pub const fn coredump(self) -> Coredump {
        Coredump { driver: self, context: None }
    }

    /// Calls `function` when a core dump begins, before any data is collected, with the id of the process and the
    /// device, until the returned value is dropped.
    ///
    /// The core dump waits for it. It must not call CUDA. Its panics are caught.
    ///
    /// [`cuCoredumpRegisterStartCallback`](crate::driver::Raw::cuCoredumpRegisterStartCallback)
    ///
    /// # Errors
    /// An error if the driver is older than CUDA 13.2.
    #[doc(alias("cuCoredumpRegisterStartCallback", "cuCoredumpDeregisterStartCallback"))]
    pub fn on_coredump_start(
        self,
        function: impl Fn(u32, Device) + Send + Sync + 'static,
    ) -> Result<CoredumpCallback, CuResult> {
        CoredumpCallback::register(self, true, Box::new(function))
    }

    /// Calls `function` when a core dump has been written, as [`on_coredump_start`](Self::on_coredump_start) does when it begins.
    ///
    /// [`cuCoredumpRegisterCompleteCallback`](crate::driver::Raw::cuCoredumpRegisterCompleteCallback)
    ///
    /// # Errors
    /// An error if the driver is older than CUDA 13.2.
    #[doc(alias("cuCoredumpRegisterCompleteCallback", "cuCoredumpDeregisterCompleteCallback"))]
    pub fn on_coredump_complete(
        self,
        function: impl Fn(u32, Device) + Send + Sync + 'static,
    ) -> Result<CoredumpCallback, CuResult> {
        CoredumpCallback::register(self, false, Box::new(function))
    }
}

impl Context {
    /// Returns the settings of core dumps for this context.
    #[must_use]
    pub fn coredump(&self) -> Coredump {
        Coredump { driver: self.driver(), context: Some(self.clone()) }
    }
}

impl Coredump {
    /// Returns whether an exception makes a core dump.
    ///
    /// [`cuCoredumpGetAttribute`](crate::driver::Raw::cuCoredumpGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.1.
    #[doc(alias = "cuCoredumpGetAttribute")]
    pub fn is_enabled_on_exception(&self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is a boolean.
        unsafe { self.switch(CUcoredumpSettings::CU_COREDUMP_ENABLE_ON_EXCEPTION) }
    }

    /// Sets whether an exception makes a core dump.
    ///
    /// [`cuCoredumpSetAttribute`](crate::driver::Raw::cuCoredumpSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.1.
    #[doc(alias = "cuCoredumpSetAttribute")]
    pub fn set_enabled_on_exception(&self, value: bool) -> Result<(), CuResult> {
        // SAFETY: the attribute is a boolean.
        unsafe { self.set_switch(CUcoredumpSettings::CU_COREDUMP_ENABLE_ON_EXCEPTION, value) }
    }

    /// Returns whether the process also aborts, so that the host makes a core dump of its own.
    ///
    /// [`cuCoredumpGetAttribute`](crate::driver::Raw::cuCoredumpGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.1.
    #[doc(alias = "cuCoredumpGetAttribute")]
    pub fn triggers_host(&self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is a boolean.
        unsafe { self.switch(CUcoredumpSettings::CU_COREDUMP_TRIGGER_HOST) }
    }

    /// Sets whether the process also aborts. Since CUDA 12.5, [`CoredumpFlags::SKIP_ABORT`] is for that.
    ///
    /// [`cuCoredumpSetAttribute`](crate::driver::Raw::cuCoredumpSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.1.
    #[doc(alias = "cuCoredumpSetAttribute")]
    pub fn set_triggers_host(&self, value: bool) -> Result<(), CuResult> {
        // SAFETY: the attribute is a boolean.
        unsafe { self.set_switch(CUcoredumpSettings::CU_COREDUMP_TRIGGER_HOST, value) }
    }

    /// Returns whether core dumps leave out memory.
    ///
    /// [`cuCoredumpGetAttribute`](crate::driver::Raw::cuCoredumpGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.1.
    #[doc(alias = "cuCoredumpGetAttribute")]
    pub fn is_lightweight(&self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is a boolean.
        unsafe { self.switch(CUcoredumpSettings::CU_COREDUMP_LIGHTWEIGHT) }
    }

    /// Sets whether core dumps leave out memory. Since CUDA 12.5, [`CoredumpFlags::LIGHTWEIGHT`] is for that.
    ///
    /// [`cuCoredumpSetAttribute`](crate::driver::Raw::cuCoredumpSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.1.
    #[doc(alias = "cuCoredumpSetAttribute")]
    pub fn set_lightweight(&self, value: bool) -> Result<(), CuResult> {
        // SAFETY: the attribute is a boolean.
        unsafe { self.set_switch(CUcoredumpSettings::CU_COREDUMP_LIGHTWEIGHT, value) }
    }

    /// Returns whether writing to the [pipe](Self::pipe) makes a core dump.
    ///
    /// [`cuCoredumpGetAttribute`](crate::driver::Raw::cuCoredumpGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.1.
    #[doc(alias = "cuCoredumpGetAttribute")]
    pub fn is_user_triggered(&self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is a boolean.
        unsafe { self.switch(CUcoredumpSettings::CU_COREDUMP_ENABLE_USER_TRIGGER) }
    }

    /// Sets whether writing to the [pipe](Self::pipe) makes a core dump: for all contexts, not for one.
    ///
    /// [`cuCoredumpSetAttribute`](crate::driver::Raw::cuCoredumpSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.1.
    #[doc(alias = "cuCoredumpSetAttribute")]
    pub fn set_user_triggered(&self, value: bool) -> Result<(), CuResult> {
        // SAFETY: the attribute is a boolean.
        unsafe { self.set_switch(CUcoredumpSettings::CU_COREDUMP_ENABLE_USER_TRIGGER, value) }
    }

    /// # Safety
    /// The attribute is a boolean, of one byte.
    unsafe fn switch(&self, id: CUcoredumpSettings) -> Result<bool, CuResult> {
        let mut value = 0u8;
        // SAFETY: the caller guarantees the size.
        unsafe { self.get(id, (&raw mut value).cast(), 1) }?;
        Ok(value != 0)
    }

    /// # Safety
    /// The attribute is a boolean, of one byte.
    unsafe fn set_switch(&self, id: CUcoredumpSettings, value: bool) -> Result<(), CuResult> {
        let mut value = u8::from(value);
        // SAFETY: the caller guarantees the size.
        unsafe { self.set(id, (&raw mut value).cast(), 1) }
    }
}

impl Coredump {
    /// Returns the file to which core dumps are written. `%h` in it stands for the host's name, and `%p` for the process's id.
    ///
    /// [`cuCoredumpGetAttribute`](crate::driver::Raw::cuCoredumpGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.1.
    #[doc(alias("cuCoredumpGetAttribute", "cuCoredumpGetAttributeGlobal"))]
    pub fn file(&self) -> Result<PathBuf, CuResult> {
        self.path(CUcoredumpSettings::CU_COREDUMP_FILE)
    }

    /// Sets the file to which core dumps are written.
    ///
    /// [`cuCoredumpSetAttribute`](crate::driver::Raw::cuCoredumpSetAttribute)
    ///
    /// # Errors
    /// [`Error::Name`] for a path with a null byte, or the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for one of more than 1023
    /// bytes. Requires a driver of CUDA 12.1.
    #[doc(alias("cuCoredumpSetAttribute", "cuCoredumpSetAttributeGlobal"))]
    pub fn set_file(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        self.set_path(CUcoredumpSettings::CU_COREDUMP_FILE, path.as_ref())
    }

    /// Returns the pipe whose writers [make](Self::is_user_triggered) a core dump.
    ///
    /// [`cuCoredumpGetAttribute`](crate::driver::Raw::cuCoredumpGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.1.
    #[doc(alias("cuCoredumpGetAttribute", "cuCoredumpGetAttributeGlobal"))]
    pub fn pipe(&self) -> Result<PathBuf, CuResult> {
        self.path(CUcoredumpSettings::CU_COREDUMP_PIPE)
    }

    /// Sets the pipe whose writers make a core dump: for all contexts, and before
    /// [`set_user_triggered`](Self::set_user_triggered).
    ///
    /// [`cuCoredumpSetAttribute`](crate::driver::Raw::cuCoredumpSetAttribute)
    ///
    /// # Errors
    /// As [`set_file`](Self::set_file).
    #[doc(alias("cuCoredumpSetAttribute", "cuCoredumpSetAttributeGlobal"))]
    pub fn set_pipe(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        self.set_path(CUcoredumpSettings::CU_COREDUMP_PIPE, path.as_ref())
    }

    /// Returns what core dumps leave out.
    ///
    /// [`cuCoredumpGetAttribute`](crate::driver::Raw::cuCoredumpGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.5.
    #[doc(alias("cuCoredumpGetAttribute", "cuCoredumpGetAttributeGlobal"))]
    pub fn generation_flags(&self) -> Result<CoredumpFlags, CuResult> {
        let mut flags = 0u32;
        let id = CUcoredumpSettings::CU_COREDUMP_GENERATION_FLAGS;
        // SAFETY: this attribute is an integer of four bytes.
        unsafe { self.get(id, (&raw mut flags).cast(), size_of::<u32>()) }?;
        Ok(CoredumpFlags::from_bits_retain(flags))
    }

    /// Sets what core dumps leave out, instead of all that was set before; none of the switches is set besides.
    ///
    /// [`cuCoredumpSetAttribute`](crate::driver::Raw::cuCoredumpSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.5.
    #[doc(alias("cuCoredumpSetAttribute", "cuCoredumpSetAttributeGlobal"))]
    pub fn set_generation_flags(&self, flags: CoredumpFlags) -> Result<(), CuResult> {
        let mut flags = flags.bits();
        let id = CUcoredumpSettings::CU_COREDUMP_GENERATION_FLAGS;
        // SAFETY: this attribute is an integer of four bytes.
        unsafe { self.set(id, (&raw mut flags).cast(), size_of::<u32>()) }
    }

    fn path(&self, id: CUcoredumpSettings) -> Result<PathBuf, CuResult> {
        let mut text = [0u8; PATH];
        // SAFETY: these attributes are texts of less than this size.
        unsafe { self.get(id, text.as_mut_ptr().cast(), PATH) }?;
        let end = text.iter().position(|byte| *byte == 0).unwrap_or(PATH);
        Ok(String::from_utf8_lossy(&text[..end]).into_owned().into())
    }

    fn set_path(&self, id: CUcoredumpSettings, path: &Path) -> Result<(), Error> {
        let path = path.to_string_lossy();
        let path = path.to_c_str()?;
        let bytes = path.to_bytes_with_nul();
        if bytes.len() > PATH {
            let code = CUresult::CUDA_ERROR_INVALID_VALUE;
            self.driver.raw().check(Symbol::cuCoredumpSetAttribute, code)?;
        }
        // SAFETY: these attributes are texts, which the driver only reads.
        unsafe { self.set(id, bytes.as_ptr().cast_mut().cast(), bytes.len()) }?;
        Ok(())
    }

    /// # Safety
    /// `value` is writable for `size` bytes, and a value of the attribute.
    unsafe fn get(
        &self,
        id: CUcoredumpSettings,
        value: *mut c_void,
        mut size: usize,
    ) -> Result<(), CuResult> {
        let raw = self.driver.raw();
        let size = &raw mut size;
        match &self.context {
            // SAFETY: as for this function.
            None => unsafe { raw.cuCoredumpGetAttributeGlobal(id, value, size) },
            Some(context) => {
                let _bound = context.bind()?;
                // SAFETY: as for this function; the context is current.
                unsafe { raw.cuCoredumpGetAttribute(id, value, size) }
            }
        }
    }

    /// # Safety
    /// `value` is readable for `size` bytes, and a value of the attribute.
    unsafe fn set(
        &self,
        id: CUcoredumpSettings,
        value: *mut c_void,
        mut size: usize,
    ) -> Result<(), CuResult> {
        let raw = self.driver.raw();
        let size = &raw mut size;
        match &self.context {
            // SAFETY: as for this function.
            None => unsafe { raw.cuCoredumpSetAttributeGlobal(id, value, size) },
            Some(context) => {
                let _bound = context.bind()?;
                // SAFETY: as for this function; the context is current.
                unsafe { raw.cuCoredumpSetAttribute(id, value, size) }
            }
        }
    }
}

/// A closure that the driver calls when it makes a core dump, until this value is dropped: [`Driver::on_coredump_start`],
/// [`Driver::on_coredump_complete`].
#[must_use = "the closure is called only until the value is dropped"]
pub struct CoredumpCallback {
    raw: Raw,
    number: usize,
    handle: Opaque<CUcoredumpCallbackHandle>,
    is_start: bool,
}

impl fmt::Debug for CoredumpCallback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CoredumpCallback").field("is_start", &self.is_start).finish_non_exhaustive()
    }
}

type Function = Box<dyn Fn(u32, Device) + Send + Sync>;

static CALLBACKS: Callbacks<(Driver, Function)> = Callbacks::new();

impl CoredumpCallback {
    fn register(driver: Driver, is_start: bool, function: Function) -> Result<Self, CuResult> {
        let raw = driver.raw();
        let number = CALLBACKS.add(raw, (driver, function));
        // SAFETY: the function only looks for the number, however late it is called.
        let registered = unsafe {
            if is_start {
                raw.cuCoredumpRegisterStartCallback(Some(dumping), argument(number))
            } else {
                raw.cuCoredumpRegisterCompleteCallback(Some(dumping), argument(number))
            }
        };
        match registered {
            Ok(handle) => Ok(Self { raw, number, handle: Opaque(handle), is_start }),
            Err(error) => {
                CALLBACKS.remove(number);
                Err(error)
            }
        }
    }
}

impl Drop for CoredumpCallback {
    fn drop(&mut self) {
        if is_forked() {
            return;
        }
        // SAFETY: the callback is registered. Errors are ignored; it then finds nothing to call.
        let _ = unsafe {
            if self.is_start {
                self.raw.cuCoredumpDeregisterStartCallback(self.handle.0)
            } else {
                self.raw.cuCoredumpDeregisterCompleteCallback(self.handle.0)
            }
        };
        CALLBACKS.remove(self.number);
    }
}

unsafe extern "C" fn dumping(number: *mut c_void, process: c_int, device: CUdevice) {
    CALLBACKS.call(number.addr(), |(driver, function)| {
        function(process.cast_unsigned(), Device::new(*driver, device));
    });
}
