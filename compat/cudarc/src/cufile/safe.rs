//! Files whose bytes are copied to and from memory of the device.

use std::fs::File;
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::AsRawFd;
use std::sync::Arc;

pub use super::result::CufileError;
use super::{result, sys};
use crate::driver::safe::any_memory::{read, write};
use crate::driver::sys::CUevent_flags::CU_EVENT_BLOCKING_SYNC;
use crate::driver::{
    CudaEvent, CudaSlice, CudaStream, DevicePtr, DevicePtrMut, DeviceRepr, DriverError,
};

/// cuFile's driver, which stays open until the process ends.
#[derive(Debug)]
pub struct Cufile {}

impl Cufile {
    pub fn new() -> Result<Arc<Self>, CufileError> {
        result::driver_open().map(|()| Arc::new(Self {}))
    }

    pub fn get_properties(&self) -> Result<sys::CUfileDrvProps, CufileError> {
        result::driver_get_properties()
    }

    pub fn set_poll_mode(&self, poll: bool, poll_threshold_size: usize) -> Result<(), CufileError> {
        result::driver_set_poll_mode(poll, poll_threshold_size)
    }

    pub fn set_max_direct_io_size(&self, max_direct_io_size: usize) -> Result<(), CufileError> {
        result::driver_set_max_direct_io_size(max_direct_io_size)
    }

    pub fn set_max_cache_size(&self, max_cache_size: usize) -> Result<(), CufileError> {
        result::driver_set_max_cache_size(max_cache_size)
    }

    pub fn set_max_pinned_mem_size(&self, max_pinned_size: usize) -> Result<(), CufileError> {
        result::driver_set_max_pinned_mem_size(max_pinned_size)
    }

    pub fn stream_register(&self, stream: &CudaStream, flags: u32) -> Result<(), CufileError> {
        stream.context().bind_to_thread().map_err(other)?;
        // SAFETY: the stream is alive.
        unsafe { result::stream_register(stream.cu_stream().cast(), flags) }
    }

    pub fn stream_deregister(&self, stream: &CudaStream) -> Result<(), CufileError> {
        stream.context().bind_to_thread().map_err(other)?;
        // SAFETY: the stream is alive.
        unsafe { result::stream_deregister(stream.cu_stream().cast()) }
    }

    /// Does nothing: registered memory may not be freed, and nothing keeps the slice. cuFile copies without, by buffers of its
    /// own.
    pub fn buf_register<T>(&self, _buf: &CudaSlice<T>) -> Result<(), CufileError> {
        Ok(())
    }

    /// Does nothing, as [`buf_register`](Self::buf_register).
    pub fn buf_deregister<T>(&self, _buf: &CudaSlice<T>) -> Result<(), CufileError> {
        Ok(())
    }

    /// Registers a file.
    pub fn register(self: &Arc<Self>, file: File) -> Result<FileHandle, CufileError> {
        // A descriptor of this value's own stays open while it is registered.
        let clone = file.try_clone().map_err(CufileError::IO)?;
        let descr = sys::CUfileDescr_t {
            type_: sys::CUfileFileHandleType::CU_FILE_HANDLE_TYPE_OPAQUE_FD,
            handle: sys::CUfileDescr_t__bindgen_ty_1 { fd: clone.as_raw_fd() },
            fs_ops: std::ptr::null(),
        };
        let handle = result::handle_register(&descr)?;
        let registered = Arc::new(RegisteredFile { handle, _file: clone, _driver: self.clone() });
        Ok(FileHandle { file, registered })
    }
}

/// A registered file, which copies keep.
#[derive(Debug)]
struct RegisteredFile {
    handle: sys::CUfileHandle_t,
    _file: File,
    _driver: Arc<Cufile>,
}

// SAFETY: cuFile's functions can be called by any thread, also with the same handle.
unsafe impl Send for RegisteredFile {}
// SAFETY: as above.
unsafe impl Sync for RegisteredFile {}

impl Drop for RegisteredFile {
    fn drop(&mut self) {
        // SAFETY: no copy has a clone any more, so that none uses the handle.
        let _ = unsafe { result::handle_deregister(self.handle) };
    }
}

/// A file whose bytes are copied to and from memory of the device.
#[derive(Debug)]
pub struct FileHandle {
    file: File,
    registered: Arc<RegisteredFile>,
}

impl FileHandle {
    pub fn cu(&self) -> sys::CUfileHandle_t {
        self.registered.handle
    }

    pub fn file(&self) -> &File {
        &self.file
    }

    pub fn file_mut(&mut self) -> &mut File {
        &mut self.file
    }

    /// Reads from an offset of the file, in bytes, as many as `dst` has; returns how many there were.
    pub fn sync_read<T: DeviceRepr, Dst: DevicePtrMut<T>>(
        &self,
        file_offset: i64,
        dst: &mut Dst,
    ) -> Result<isize, CufileError> {
        let (stream, bytes) = (dst.stream().clone(), bytes::<T>(dst.len())?);
        let (dst, _until) = write(dst, &stream);
        stream.context().bind_to_thread().and_then(|()| stream.synchronize()).map_err(other)?;
        // SAFETY: the memory has as many bytes, and nothing uses it.
        unsafe { result::read(self.cu(), dst as _, bytes, file_offset, 0) }
    }

    /// Writes the memory to an offset of the file, in bytes; returns how many were written.
    pub fn sync_write<T: DeviceRepr, Src: DevicePtr<T>>(
        &mut self,
        file_offset: i64,
        src: &Src,
    ) -> Result<isize, CufileError> {
        let (stream, bytes) = (src.stream().clone(), bytes::<T>(src.len())?);
        let (src, _until) = read(src, &stream);
        stream.context().bind_to_thread().and_then(|()| stream.synchronize()).map_err(other)?;
        // SAFETY: the memory has as many bytes, and nothing writes to it.
        unsafe { result::write(self.cu(), src as _, bytes, file_offset, 0) }
    }
}

/// Returns the bytes of elements. `num_bytes` of another crate's memory may be another number.
fn bytes<T>(len: usize) -> Result<usize, CufileError> {
    let invalid = || CufileError::IO(io::ErrorKind::InvalidInput.into());
    len.checked_mul(size_of::<T>()).ok_or_else(invalid)
}

/// Returns an error of the driver as one of a copy.
fn other(error: DriverError) -> CufileError {
    CufileError::IO(io::Error::other(error))
}

/// What cuFile reads and writes when the copy runs.
#[derive(Debug)]
struct CopyNumbers {
    bytes: usize,
    file_offset: i64,
    buffer_offset: i64,
    copied: isize,
    _registered: Arc<RegisteredFile>,
}

/// A copy that was submitted.
#[derive(Debug)]
struct Copy {
    event: CudaEvent,
    /// Not freed before the copy has run.
    numbers: ManuallyDrop<Box<CopyNumbers>>,
}

impl Copy {
    /// Submits a copy by `call`.
    ///
    /// # Safety
    /// The memory that `call` passes has `bytes` bytes until the stream's work that was submitted is done.
    unsafe fn submit(
        stream: &Arc<CudaStream>,
        registered: &Arc<RegisteredFile>,
        (bytes, file_offset): (usize, i64),
        call: impl FnOnce(&mut CopyNumbers) -> Result<(), CufileError>,
    ) -> Result<Self, CufileError> {
        let event = stream.context().new_event(Some(CU_EVENT_BLOCKING_SYNC)).map_err(other)?;
        // A default stream is that of the current context.
        stream.context().bind_to_thread().map_err(other)?;
        let numbers = CopyNumbers {
            bytes,
            file_offset,
            buffer_offset: 0,
            copied: 0,
            _registered: registered.clone(),
        };
        // If an error drops it from here on, the event isn't recorded, and the numbers are leaked.
        let mut copy = Self { event, numbers: ManuallyDrop::new(Box::new(numbers)) };
        call(&mut copy.numbers)?;
        copy.event.record(stream).map_err(other)?;
        Ok(copy)
    }

    fn synchronize(mut self) -> Result<isize, DriverError> {
        self.event.synchronize()?;
        // SAFETY: the copy has run; it stored the count.
        let copied = unsafe { (&raw const self.numbers.copied).read_volatile() };
        // SAFETY: it has run, and `self` is forgotten.
        unsafe { ManuallyDrop::drop(&mut self.numbers) };
        Ok(copied)
    }
}

/// A copy to a file; dropping it before it is synchronized leaks some bytes, and keeps the file open.
#[derive(Debug)]
pub struct AsyncFileWrite<'a> {
    #[expect(dead_code, reason = "the file is borrowed")]
    file_handle: &'a FileHandle,
    copy: Copy,
}

impl AsyncFileWrite<'_> {
    /// Waits for the copy, and returns its bytes; a negative number is an error of cuFile.
    pub fn synchronize(self) -> Result<isize, DriverError> {
        self.copy.synchronize()
    }
}

/// A copy from a file; dropping it before it is synchronized leaks some bytes, and keeps the file open.
#[derive(Debug)]
pub struct AsyncFileRead<'a> {
    #[expect(dead_code, reason = "the file is borrowed")]
    file_handle: &'a FileHandle,
    copy: Copy,
}

impl AsyncFileRead<'_> {
    /// Waits for the copy, and returns its bytes; a negative number is an error of cuFile.
    pub fn synchronize(self) -> Result<isize, DriverError> {
        self.copy.synchronize()
    }
}

impl CudaStream {
    /// Copies from an offset of a file, in bytes, as many as `dst` has.
    pub fn memcpy_ftod<'a, T: DeviceRepr, Dst: DevicePtrMut<T>>(
        self: &Arc<Self>,
        fh: &'a FileHandle,
        file_offset: i64,
        dst: &mut Dst,
    ) -> Result<AsyncFileRead<'a>, CufileError> {
        let (handle, stream, bytes) = (fh.cu(), self.cu_stream().cast(), bytes::<T>(dst.len())?);
        let (dst, written) = write(dst, self);
        let call = |numbers: &mut CopyNumbers| {
            let (at, offset) = (&numbers.file_offset, &numbers.buffer_offset);
            // SAFETY: the memory has as many bytes; the numbers live until the copy has run.
            unsafe {
                result::read_async(
                    handle,
                    dst as _,
                    &numbers.bytes,
                    at,
                    offset,
                    &mut numbers.copied,
                    stream,
                )
            }
        };
        // SAFETY: `written` orders what the memory is used for afterwards, and its release.
        let copy = unsafe { Copy::submit(self, &fh.registered, (bytes, file_offset), call) }?;
        written.end().map_err(other)?;
        Ok(AsyncFileRead { file_handle: fh, copy })
    }

    /// Copies memory to an offset of a file, in bytes.
    pub fn memcpy_dtof<'a, T: DeviceRepr, Src: DevicePtr<T>>(
        self: &Arc<Self>,
        src: &Src,
        fh: &'a mut FileHandle,
        file_offset: i64,
    ) -> Result<AsyncFileWrite<'a>, CufileError> {
        let (handle, stream, bytes) = (fh.cu(), self.cu_stream().cast(), bytes::<T>(src.len())?);
        let (src, read) = read(src, self);
        let call = |numbers: &mut CopyNumbers| {
            let (at, offset) = (&numbers.file_offset, &numbers.buffer_offset);
            // SAFETY: the memory has as many bytes; the numbers live until the copy has run.
            unsafe {
                result::write_async(
                    handle,
                    src as _,
                    &numbers.bytes,
                    at,
                    offset,
                    &mut numbers.copied,
                    stream,
                )
            }
        };
        // SAFETY: `read` orders what the memory is used for afterwards, and its release.
        let copy = unsafe { Copy::submit(self, &fh.registered, (bytes, file_offset), call) }?;
        read.end().map_err(other)?;
        Ok(AsyncFileWrite { file_handle: fh, copy })
    }
}
