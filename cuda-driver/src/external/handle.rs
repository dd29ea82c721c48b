use core::ffi::c_void;
use core::ptr;
#[cfg(unix)]
use std::os::fd::{AsRawFd, BorrowedFd, IntoRawFd, OwnedFd};

use cuda_driver_sys::{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC, CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1_handle_win32,
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC, CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1_handle_win32,
};

use super::{ExternalMemoryHandleType, ExternalSemaphoreHandleType};
use crate::driver::InvalidName;
use crate::error::Error;

/// A handle of memory that another API exports:
/// [`Context::import_external_memory`](crate::context::Context::import_external_memory).
///
/// A variant is named as its [`ExternalMemoryHandleType`], and has what NVIDIA documents for that. Handles of Windows
/// stay the caller's, who closes them.
#[derive(Debug)]
#[non_exhaustive]
#[doc(alias = "CUDA_EXTERNAL_MEMORY_HANDLE_DESC")]
pub enum ExternalMemoryHandle<'a> {
    /// An opaque descriptor, such as Vulkan's `VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT`. The driver owns it once the
    /// memory is imported; if that fails, it is closed.
    #[cfg(unix)]
    OpaqueFd(OwnedFd),
    /// A descriptor of a DMA buffer, which devices of Tegra import. It stays the caller's.
    #[cfg(unix)]
    DmaBufFd(BorrowedFd<'a>),
    /// An opaque shared handle of Windows, such as Vulkan's `VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_BIT`.
    OpaqueWin32(Win32Handle<'a>),
    /// An opaque, globally shared handle of Windows.
    OpaqueWin32Kmt(*mut c_void),
    /// A shared handle of an `ID3D12Heap`.
    D3d12Heap(Win32Handle<'a>),
    /// A shared handle of an `ID3D12Resource`.
    D3d12Resource(Win32Handle<'a>),
    /// A shared handle of an `ID3D11Resource`.
    D3d11Resource(Win32Handle<'a>),
    /// A globally shared handle of an `ID3D11Resource`.
    D3d11ResourceKmt(*mut c_void),
    /// An `NvSciBufObj`.
    NvSciBuf(*const c_void),
}

/// A handle of a semaphore that another API exports:
/// [`Context::import_external_semaphore`](crate::context::Context::import_external_semaphore).
///
/// A variant is named as its [`ExternalSemaphoreHandleType`]. Handles of Windows stay the caller's, who closes them.
#[derive(Debug)]
#[non_exhaustive]
#[doc(alias = "CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC")]
pub enum ExternalSemaphoreHandle<'a> {
    /// An opaque descriptor of a binary semaphore, such as Vulkan's. The driver owns it once the semaphore is imported;
    /// if that fails, it is closed.
    #[cfg(unix)]
    OpaqueFd(OwnedFd),
    /// An opaque descriptor of a timeline semaphore of Vulkan. The driver owns it once the semaphore is imported; if that
    /// fails, it is closed.
    #[cfg(unix)]
    TimelineSemaphoreFd(OwnedFd),
    /// An opaque shared handle of Windows.
    OpaqueWin32(Win32Handle<'a>),
    /// An opaque, globally shared handle of Windows.
    OpaqueWin32Kmt(*mut c_void),
    /// A shared handle of a timeline semaphore of Vulkan on Windows.
    TimelineSemaphoreWin32(Win32Handle<'a>),
    /// A shared handle of an `ID3D12Fence`.
    D3d12Fence(Win32Handle<'a>),
    /// A shared handle of an `ID3D11Fence`.
    D3d11Fence(Win32Handle<'a>),
    /// A shared handle of an `IDXGIKeyedMutex`.
    D3d11KeyedMutex(Win32Handle<'a>),
    /// A globally shared handle of an `IDXGIKeyedMutex`.
    D3d11KeyedMutexKmt(*mut c_void),
    /// An `NvSciSyncObj`.
    NvSciSync(*const c_void),
}

/// A handle of Windows, or the name of what it would be of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Win32Handle<'a> {
    /// An NT handle.
    Handle(*mut c_void),
    /// The name of a shared object.
    Name(&'a str),
}

/// What the driver is passed of a handle.
enum HandleValue {
    #[cfg(unix)]
    Descriptor(i32),
    /// A handle, or a name in UTF-16 that ends with a null.
    Win32(*mut c_void, Option<Vec<u16>>),
    Object(*const c_void),
}

impl Win32Handle<'_> {
    fn value(self) -> Result<HandleValue, InvalidName> {
        match self {
            Self::Handle(handle) => Ok(HandleValue::Win32(handle, None)),
            Self::Name(name) => match name.find('\0') {
                None => {
                    let name = name.encode_utf16().chain([0]).collect();
                    Ok(HandleValue::Win32(ptr::null_mut(), Some(name)))
                }
                Some(position) => Err(InvalidName { name: name.to_owned(), position }),
            },
        }
    }
}

/// Returns the address of a name; null if there is none.
fn address(name: Option<&Vec<u16>>) -> *const c_void {
    name.map_or(ptr::null(), |name| name.as_ptr().cast())
}

impl ExternalMemoryHandle<'_> {
    /// Returns the type of the handle.
    #[must_use]
    pub fn handle_type(&self) -> ExternalMemoryHandleType {
        use ExternalMemoryHandleType as T;
        match self {
            #[cfg(unix)]
            Self::OpaqueFd(_) => T::OPAQUE_FD,
            #[cfg(unix)]
            Self::DmaBufFd(_) => T::DMABUF_FD,
            Self::OpaqueWin32(_) => T::OPAQUE_WIN32,
            Self::OpaqueWin32Kmt(_) => T::OPAQUE_WIN32_KMT,
            Self::D3d12Heap(_) => T::D3D12_HEAP,
            Self::D3d12Resource(_) => T::D3D12_RESOURCE,
            Self::D3d11Resource(_) => T::D3D11_RESOURCE,
            Self::D3d11ResourceKmt(_) => T::D3D11_RESOURCE_KMT,
            Self::NvSciBuf(_) => T::NVSCIBUF,
        }
    }

    fn value(&self) -> Result<HandleValue, InvalidName> {
        match self {
            #[cfg(unix)]
            Self::OpaqueFd(fd) => Ok(HandleValue::Descriptor(fd.as_raw_fd())),
            #[cfg(unix)]
            Self::DmaBufFd(fd) => Ok(HandleValue::Descriptor(fd.as_raw_fd())),
            Self::OpaqueWin32(handle)
            | Self::D3d12Heap(handle)
            | Self::D3d12Resource(handle)
            | Self::D3d11Resource(handle) => handle.value(),
            Self::OpaqueWin32Kmt(handle) | Self::D3d11ResourceKmt(handle) => {
                Ok(HandleValue::Win32(*handle, None))
            }
            Self::NvSciBuf(object) => Ok(HandleValue::Object(*object)),
        }
    }

    /// Calls `import` with the description of the handle, to which it adds the size and flags of the memory. An opaque
    /// descriptor is the driver's if that succeeds, and closed otherwise.
    pub(super) fn import<T>(
        self,
        import: impl FnOnce(CUDA_EXTERNAL_MEMORY_HANDLE_DESC) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let value = self.value()?;
        let mut description = CUDA_EXTERNAL_MEMORY_HANDLE_DESC {
            type_: self.handle_type().as_raw(),
            ..CUDA_EXTERNAL_MEMORY_HANDLE_DESC::default()
        };
        match &value {
            #[cfg(unix)]
            HandleValue::Descriptor(fd) => description.handle.fd = *fd,
            HandleValue::Win32(handle, name) => {
                description.handle.win32 = CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1_handle_win32 {
                    handle: *handle,
                    name: address(name.as_ref()),
                };
            }
            HandleValue::Object(object) => description.handle.nvSciBufObject = *object,
        }
        let imported = import(description);
        #[cfg(unix)]
        if let Self::OpaqueFd(fd) = self
            && is_gone(imported.as_ref().err())
        {
            let _ = fd.into_raw_fd();
        }
        imported
    }
}

/// Returns `true` if the driver owns or has closed a descriptor of memory, after an import with this error.
///
/// It closes one that turns out not to be of memory (`CUDA_ERROR_UNKNOWN`), as recorded from driver 580.159, though not if it
/// rejects the arguments before. After other errors the descriptor is left alone: closing it twice could close another
/// thread's.
#[cfg(unix)]
fn is_gone(error: Option<&Error>) -> bool {
    use crate::error::ErrorCode;
    let Some(error) = error else {
        return true;
    };
    let Some(result) = error.result() else {
        return false;
    };
    let is_early = matches!(
        result.code(),
        ErrorCode::INVALID_VALUE
            | ErrorCode::INVALID_CONTEXT
            | ErrorCode::NOT_SUPPORTED
            | ErrorCode::STREAM_CAPTURE_UNSUPPORTED
    );
    !is_early && !result.is_absent()
}

impl ExternalSemaphoreHandle<'_> {
    /// Returns the type of the handle.
    #[must_use]
    pub fn handle_type(&self) -> ExternalSemaphoreHandleType {
        use ExternalSemaphoreHandleType as T;
        match self {
            #[cfg(unix)]
            Self::OpaqueFd(_) => T::OPAQUE_FD,
            #[cfg(unix)]
            Self::TimelineSemaphoreFd(_) => T::TIMELINE_SEMAPHORE_FD,
            Self::OpaqueWin32(_) => T::OPAQUE_WIN32,
            Self::OpaqueWin32Kmt(_) => T::OPAQUE_WIN32_KMT,
            Self::TimelineSemaphoreWin32(_) => T::TIMELINE_SEMAPHORE_WIN32,
            Self::D3d12Fence(_) => T::D3D12_FENCE,
            Self::D3d11Fence(_) => T::D3D11_FENCE,
            Self::D3d11KeyedMutex(_) => T::D3D11_KEYED_MUTEX,
            Self::D3d11KeyedMutexKmt(_) => T::D3D11_KEYED_MUTEX_KMT,
            Self::NvSciSync(_) => T::NVSCISYNC,
        }
    }

    fn value(&self) -> Result<HandleValue, InvalidName> {
        match self {
            #[cfg(unix)]
            Self::OpaqueFd(fd) | Self::TimelineSemaphoreFd(fd) => {
                Ok(HandleValue::Descriptor(fd.as_raw_fd()))
            }
            Self::OpaqueWin32(handle)
            | Self::TimelineSemaphoreWin32(handle)
            | Self::D3d12Fence(handle)
            | Self::D3d11Fence(handle)
            | Self::D3d11KeyedMutex(handle) => handle.value(),
            Self::OpaqueWin32Kmt(handle) | Self::D3d11KeyedMutexKmt(handle) => {
                Ok(HandleValue::Win32(*handle, None))
            }
            Self::NvSciSync(object) => Ok(HandleValue::Object(*object)),
        }
    }

    /// Calls `import` with the description of the handle. The descriptor is the driver's if that succeeds, and closed
    /// otherwise.
    pub(super) fn import<T>(
        self,
        import: impl FnOnce(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let value = self.value()?;
        let mut description = CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC {
            type_: self.handle_type().as_raw(),
            ..CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC::default()
        };
        match &value {
            #[cfg(unix)]
            HandleValue::Descriptor(fd) => description.handle.fd = *fd,
            HandleValue::Win32(handle, name) => {
                description.handle.win32 = CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1_handle_win32 {
                    handle: *handle,
                    name: address(name.as_ref()),
                };
            }
            HandleValue::Object(object) => description.handle.nvSciSyncObj = *object,
        }
        let imported = import(description)?;
        #[cfg(unix)]
        if let Self::OpaqueFd(fd) | Self::TimelineSemaphoreFd(fd) = self {
            let _ = fd.into_raw_fd();
        }
        Ok(imported)
    }
}
