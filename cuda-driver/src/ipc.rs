//! Sharing memory and events with other processes.

mod pool_sharing;

pub use pool_sharing::PoolPointer;

use cuda_driver_sys::{
    CUdeviceptr, CUevent_flags, CUipcEventHandle, CUipcMem_flags, CUipcMemHandle,
};

use crate::context::{Context, capture_mode::relaxed};
use crate::error::{CuResult, Error, ErrorCode};
use crate::event::{Event, EventFlags};
use crate::memory::{DeviceBuffer, Element, KeepAlive, bytes_of};
use crate::object::{Object, ObjectKind, Ownership};
use crate::stream::Stream;

/// The size of a handle, in bytes.
const LENGTH: usize = 64;

impl Error {
    /// Converts the driver's error of opening a handle.
    #[cold]
    fn of_opening(result: CuResult) -> Self {
        match result.code() {
            ErrorCode::INVALID_CONTEXT => Self::OwnProcess(result),
            ErrorCode::INVALID_VALUE | ErrorCode::INVALID_HANDLE | ErrorCode::MAP_FAILED => {
                Self::UnknownHandle(result)
            }
            _ => Self::Driver(result),
        }
    }
}

/// A handle with which another process can use device memory of this one. It is plain bytes.
/// [`DeviceBuffer::ipc_handle`] creates it, [`Stream::open_ipc`] uses it.
///
/// [`CUipcMemHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUipcMemHandle__v1.html)
#[doc(alias = "CUipcMemHandle")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IpcMemHandle([u8; LENGTH]);

impl IpcMemHandle {
    /// Creates a handle from its bytes.
    #[must_use]
    #[inline]
    pub const fn from_bytes(bytes: [u8; LENGTH]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes, which can be sent to another process in any way.
    #[must_use]
    #[inline]
    pub const fn as_bytes(&self) -> &[u8; LENGTH] {
        &self.0
    }

    /// Creates a handle from the driver's.
    #[must_use]
    #[inline]
    pub fn from_raw(raw: CUipcMemHandle) -> Self {
        Self(raw.reserved.map(|byte| u8::from_ne_bytes(byte.to_ne_bytes())))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUipcMemHandle {
        CUipcMemHandle { reserved: self.0.map(|byte| core::ffi::c_char::from_ne_bytes([byte])) }
    }
}

impl TryFrom<&[u8]> for IpcMemHandle {
    type Error = Error;

    /// Creates a handle from its bytes.
    ///
    /// # Errors
    /// [`Error::HandleLength`].
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        match bytes.try_into() {
            Ok(bytes) => Ok(Self(bytes)),
            Err(_) => Err(Error::HandleLength { found: bytes.len() }),
        }
    }
}

/// A handle with which another process can use an event of this one. It is plain bytes. [`Event::ipc_handle`]
/// creates it, [`Context::open_ipc_event`] uses it.
///
/// [`CUipcEventHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUipcEventHandle__v1.html)
#[doc(alias = "CUipcEventHandle")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IpcEventHandle([u8; LENGTH]);

impl IpcEventHandle {
    /// Creates a handle from its bytes.
    #[must_use]
    #[inline]
    pub const fn from_bytes(bytes: [u8; LENGTH]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes, which can be sent to another process in any way.
    #[must_use]
    #[inline]
    pub const fn as_bytes(&self) -> &[u8; LENGTH] {
        &self.0
    }

    /// Creates a handle from the driver's.
    #[must_use]
    #[inline]
    pub fn from_raw(raw: CUipcEventHandle) -> Self {
        Self(raw.reserved.map(|byte| u8::from_ne_bytes(byte.to_ne_bytes())))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUipcEventHandle {
        CUipcEventHandle { reserved: self.0.map(|byte| core::ffi::c_char::from_ne_bytes([byte])) }
    }
}

impl TryFrom<&[u8]> for IpcEventHandle {
    type Error = Error;

    /// Creates a handle from its bytes.
    ///
    /// # Errors
    /// [`Error::HandleLength`].
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        match bytes.try_into() {
            Ok(bytes) => Ok(Self(bytes)),
            Err(_) => Err(Error::HandleLength { found: bytes.len() }),
        }
    }
}

impl<T> DeviceBuffer<T> {
    /// Returns a handle with which other processes of this machine can [open](Stream::open_ipc) the memory. The memory
    /// must come from [`Stream::alloc_unpooled`], or be the beginning of an allocation by `cuMemAlloc`. Memory of a
    /// pool is shared by exporting the [pool](crate::memory::MemoryPool::export_descriptor).
    ///
    /// The buffer must live until the others have closed the memory: until they have dropped what they opened, and the
    /// work submitted to its streams before is complete. The driver may also give them access to adjacent memory.
    ///
    /// [`cuIpcGetMemHandle`](crate::driver::Raw::cuIpcGetMemHandle)
    ///
    /// # Errors
    /// [`Error::NotShareable`] for other memory, or another error of the driver.
    #[doc(alias = "cuIpcGetMemHandle")]
    #[inline]
    pub fn ipc_handle(&self) -> Result<IpcMemHandle, Error> {
        let context = self.stream().context();
        // SAFETY: the driver looks the address up.
        match context.retry(context.raw(), |raw| unsafe { raw.cuIpcGetMemHandle(self.as_raw()) }) {
            Ok(handle) => Ok(IpcMemHandle::from_raw(handle)),
            Err(error) => Err(match error.code() {
                ErrorCode::INVALID_VALUE => Error::NotShareable(error),
                _ => Error::Driver(error),
            }),
        }
    }
}

impl Stream {
    /// Opens device memory of another process, with the handle that [`DeviceBuffer::ipc_handle`] created there. It is
    /// closed once the buffer is dropped and the device has completed the work submitted to the buffer's stream before;
    /// the drop doesn't wait for that.
    ///
    /// Opening a handle again while it is open returns the same address.
    ///
    /// [`cuIpcOpenMemHandle`](crate::driver::Raw::cuIpcOpenMemHandle)
    ///
    /// # Errors
    /// [`Error::OwnProcess`], [`Error::UnknownHandle`], or another error of the driver.
    ///
    /// # Safety
    /// - The memory holds `len` elements, and stays allocated in the other process until it is closed here.
    /// - No other code accesses it in the other process, or through another opened value, while the buffer lives,
    ///   except to read elements that the buffer only reads. Earlier work on it elsewhere is complete or ordered before
    ///   `self`'s, for example by a [shared event](Context::open_ipc_event).
    #[doc(alias("cuIpcCloseMemHandle", "cuIpcOpenMemHandle", "cuIpcOpenMemHandle_v2"))]
    pub unsafe fn open_ipc<T: Element>(
        &self,
        handle: &IpcMemHandle,
        len: usize,
    ) -> Result<DeviceBuffer<T>, Error> {
        if let Err(Error::TooLarge(error)) = bytes_of::<T>(len) {
            return Err(Error::TooLarge(error));
        }
        let context = self.context();
        let _bound = context.bind()?;
        let flags = CUipcMem_flags::CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS.0;
        // SAFETY: the context is current, and the driver checks the handle.
        let pointer = unsafe { context.raw().cuIpcOpenMemHandle(handle.as_raw(), flags) }
            .map_err(Error::of_opening)?;
        let kind = IpcMemoryKind { context: context.clone() };
        let owner = KeepAlive(Object::new(pointer, Ownership::Owned, kind));
        // SAFETY: the caller guarantees that the memory is valid, which stays open until the owner is dropped.
        Ok(unsafe { DeviceBuffer::from_owner(self, pointer, len, owner) })
    }
}

/// Memory of another process, which is closed when dropped.
struct IpcMemoryKind {
    context: Context,
}

impl ObjectKind for IpcMemoryKind {
    type Handle = CUdeviceptr;

    unsafe fn destroy(&mut self, pointer: CUdeviceptr) -> Result<(), CuResult> {
        let raw = self.context.raw();
        let _bound = self.context.bind()?;
        // SAFETY: the caller gives up the memory, which was opened in the context that is current.
        relaxed(raw, || unsafe { raw.cuIpcCloseMemHandle(pointer) })
    }
}

impl Event {
    /// Returns a handle with which other processes of this machine can [open](Context::open_ipc_event) the event, which
    /// must have been created with [`EventFlags::INTERPROCESS`] and [`EventFlags::DISABLE_TIMING`].
    ///
    /// [`cuIpcGetEventHandle`](crate::driver::Raw::cuIpcGetEventHandle)
    ///
    /// # Errors
    /// [`Error::NotInterprocess`], or the driver's error.
    #[doc(alias = "cuIpcGetEventHandle")]
    #[inline]
    pub fn ipc_handle(&self) -> Result<IpcEventHandle, Error> {
        if !self.flags().contains(EventFlags::INTERPROCESS) {
            return Err(Error::NotInterprocess);
        }
        // SAFETY: the event is alive.
        let handle = self
            .context()
            .retry(self.context().raw(), |raw| unsafe { raw.cuIpcGetEventHandle(self.as_raw()) })?;
        Ok(IpcEventHandle::from_raw(handle))
    }
}

impl Context {
    /// Opens an event of another process, with the handle that [`Event::ipc_handle`] created there. Either process can
    /// record it and wait for it.
    ///
    /// [`cuIpcOpenEventHandle`](crate::driver::Raw::cuIpcOpenEventHandle)
    ///
    /// # Errors
    /// [`Error::OwnProcess`], [`Error::UnknownHandle`], or another error of the driver.
    #[doc(alias = "cuIpcOpenEventHandle")]
    #[inline]
    pub fn open_ipc_event(&self, handle: &IpcEventHandle) -> Result<Event, Error> {
        let _bound = self.bind()?;
        // SAFETY: the context is current, and the driver checks the handle.
        let event = unsafe { self.raw().cuIpcOpenEventHandle(handle.as_raw()) }
            .map_err(Error::of_opening)?;
        let flags =
            CUevent_flags::CU_EVENT_INTERPROCESS.0 | CUevent_flags::CU_EVENT_DISABLE_TIMING.0;
        // SAFETY: the event was opened in this context, has these flags, and is destroyed with the value.
        Ok(unsafe { Event::from_raw(self, event, EventFlags::from_bits_retain(flags)) })
    }
}
