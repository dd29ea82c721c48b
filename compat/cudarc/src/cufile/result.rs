//! Unsafe calls that return a `Result`.

use core::ffi::c_void;
use std::io;

use super::sys;
use crate::library::value;

/// The code of a call that failed, or the system's.
pub enum CufileError {
    Cufile(sys::CUfileOpError),
    /// Also that there is no cuFile.
    IO(io::Error),
}

impl core::fmt::Display for CufileError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Cufile(code) => write!(f, "{code:?}"),
            Self::IO(error) => write!(f, "{error}"),
        }
    }
}

/// The message, as `main` and `unwrap` print it.
impl core::fmt::Debug for CufileError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for CufileError {}

impl sys::CUfileOpError {
    /// Converts the code to a `Result`.
    pub fn result(self) -> Result<(), CufileError> {
        match self {
            Self::CU_FILE_SUCCESS => Ok(()),
            Self::CU_FILE_DRIVER_NOT_INITIALIZED => Err(match cuda_libraries_sys::cufile::load() {
                Ok(_) => CufileError::Cufile(self),
                Err(error) => CufileError::IO(io::Error::new(io::ErrorKind::NotFound, error)),
            }),
            code => Err(CufileError::Cufile(code)),
        }
    }
}

impl sys::CUfileError {
    /// Converts the code to a `Result`.
    pub fn result(self) -> Result<(), CufileError> {
        self.err.result()
    }
}

pub fn driver_open() -> Result<(), CufileError> {
    // SAFETY: it takes no pointers to memory.
    unsafe { sys::cuFileDriverOpen() }.result()
}

pub fn driver_close() -> Result<(), CufileError> {
    // SAFETY: it takes no pointers to memory.
    unsafe { sys::cuFileDriverClose() }.result()
}

pub fn driver_set_poll_mode(poll: bool, poll_threshold_size: usize) -> Result<(), CufileError> {
    // SAFETY: it takes no pointers to memory.
    unsafe { sys::cuFileDriverSetPollMode(poll, poll_threshold_size) }.result()
}

pub fn driver_set_max_direct_io_size(max_direct_io_size: usize) -> Result<(), CufileError> {
    // SAFETY: it takes no pointers to memory.
    unsafe { sys::cuFileDriverSetMaxDirectIOSize(max_direct_io_size) }.result()
}

pub fn driver_set_max_cache_size(max_cache_size: usize) -> Result<(), CufileError> {
    // SAFETY: it takes no pointers to memory.
    unsafe { sys::cuFileDriverSetMaxCacheSize(max_cache_size) }.result()
}

pub fn driver_set_max_pinned_mem_size(max_pinned_size: usize) -> Result<(), CufileError> {
    // SAFETY: it takes no pointers to memory.
    unsafe { sys::cuFileDriverSetMaxPinnedMemSize(max_pinned_size) }.result()
}

pub unsafe fn buf_register(
    buf_ptr_base: *const c_void,
    length: usize,
    flags: i32,
) -> Result<(), CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuFileBufRegister(buf_ptr_base, length, flags) }.result()
}

pub unsafe fn buf_deregister(buf_ptr_base: *const c_void) -> Result<(), CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuFileBufDeregister(buf_ptr_base) }.result()
}

pub unsafe fn stream_register(stream: sys::CUstream, flags: u32) -> Result<(), CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuFileStreamRegister(stream, flags) }.result()
}

pub unsafe fn stream_deregister(stream: sys::CUstream) -> Result<(), CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuFileStreamDeregister(stream) }.result()
}

pub unsafe fn batch_io_cancel(handle: sys::CUfileBatchHandle_t) -> Result<(), CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuFileBatchIOCancel(handle) }.result()
}

pub fn driver_get_properties() -> Result<sys::CUfileDrvProps, CufileError> {
    // SAFETY: the call stores them.
    unsafe { value(|to| sys::cuFileDriverGetProperties(to).result()) }
}

pub fn handle_register(descr: &sys::CUfileDescr_t) -> Result<sys::CUfileHandle_t, CufileError> {
    // SAFETY: the call stores a handle; it only reads the description, whose file is the caller's.
    unsafe { value(|to| sys::cuFileHandleRegister(to, (&raw const *descr).cast_mut()).result()) }
}

pub fn batch_io_setup(max_nr: u32) -> Result<sys::CUfileBatchHandle_t, CufileError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|to| sys::cuFileBatchIOSetUp(to, max_nr).result()) }
}

/// Returns a count of bytes; a negative one is a code, or -1 for an error of the system.
fn bytes(count: isize) -> Result<isize, CufileError> {
    match count {
        0.. => Ok(count),
        -1 => Err(CufileError::IO(io::Error::last_os_error())),
        code => {
            let code = u32::try_from(code.unsigned_abs()).unwrap_or(u32::MAX);
            let code = sys::CUfileOpError::from(cuda_libraries_sys::cufile::CUfileOpError(code));
            code.result().map(|()| 0)
        }
    }
}

pub unsafe fn handle_deregister(fh: sys::CUfileHandle_t) -> Result<(), CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cuFileHandleDeregister(fh);
        Ok(())
    }
}

pub unsafe fn read(
    fh: sys::CUfileHandle_t,
    buf_ptr_base: *mut c_void,
    size: usize,
    file_offset: i64,
    buf_ptr_offset: i64,
) -> Result<isize, CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { bytes(sys::cuFileRead(fh, buf_ptr_base, size, file_offset, buf_ptr_offset)) }
}

pub unsafe fn write(
    fh: sys::CUfileHandle_t,
    buf_ptr_base: *mut c_void,
    size: usize,
    file_offset: i64,
    buf_ptr_offset: i64,
) -> Result<isize, CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { bytes(sys::cuFileWrite(fh, buf_ptr_base, size, file_offset, buf_ptr_offset)) }
}

pub unsafe fn read_async(
    fh: sys::CUfileHandle_t,
    buf_ptr_base: *mut c_void,
    size: &usize,
    file_offset: &i64,
    buf_ptr_offset: &i64,
    bytes_read: &mut isize,
    stream: sys::CUstream,
) -> Result<(), CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        let (size, at, offset) = numbers(size, file_offset, buf_ptr_offset);
        sys::cuFileReadAsync(fh, buf_ptr_base, size, at, offset, bytes_read, stream).result()
    }
}

pub unsafe fn write_async(
    fh: sys::CUfileHandle_t,
    buf_ptr_base: *mut c_void,
    size: &usize,
    file_offset: &i64,
    buf_ptr_offset: &i64,
    bytes_written: &mut isize,
    stream: sys::CUstream,
) -> Result<(), CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        let (size, at, offset) = numbers(size, file_offset, buf_ptr_offset);
        sys::cuFileWriteAsync(fh, buf_ptr_base, size, at, offset, bytes_written, stream).result()
    }
}

pub unsafe fn batch_io_submit(
    handle: sys::CUfileBatchHandle_t,
    items: &[sys::CUfileIOParams_t],
    flags: u32,
) -> Result<(), CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        let (count, items) = (items.len() as u32, items.as_ptr().cast_mut());
        sys::cuFileBatchIOSubmit(handle, count, items, flags).result()
    }
}

pub unsafe fn batch_io_get_status(
    handle: sys::CUfileBatchHandle_t,
    min_nr: u32,
    nr: &mut u32,
    events: &mut [sys::CUfileIOEvents_t],
    timeout: &sys::timespec,
) -> Result<(), CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        let timeout = (&raw const *timeout).cast_mut();
        sys::cuFileBatchIOGetStatus(handle, min_nr, nr, events.as_mut_ptr(), timeout).result()
    }
}

pub unsafe fn batch_io_destroy(handle: sys::CUfileBatchHandle_t) -> Result<(), CufileError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cuFileBatchIODestroy(handle);
        Ok(())
    }
}

/// The pointers of a copy's numbers, which cuFile only reads.
fn numbers(size: &usize, file_offset: &i64, offset: &i64) -> (*mut usize, *mut i64, *mut i64) {
    let at = (&raw const *file_offset).cast_mut();
    ((&raw const *size).cast_mut(), at, (&raw const *offset).cast_mut())
}
