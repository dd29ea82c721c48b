use core::ffi::c_void;
use core::fmt;
use core::mem::ManuallyDrop;
use core::ops::{Deref, DerefMut};

use cuda_driver_sys::CUdeviceptr;

use crate::context::{Context, capture_mode::relaxed};
use crate::error::{CuResult, DestroyError, Error};
use crate::fork::is_forked;
use crate::memory::{Element, HostMemory, HostMemoryError};
use crate::object::{Object, ObjectKind, Ownership};

flags! {
    /// The flags of registered memory: [`Context::register`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct RegisterFlags: u32 {
        /// Pinned for every context of the process, not only for this one.
        const PORTABLE = 0x1;
        /// Kernels can access it, at [`RegisteredMemory::device_pointer`].
        const DEVICE_MAP = 0x2;
        /// Memory of a device, mapped into the process, such as another PCIe device's.
        const IO_MEMORY = 0x4;
        /// The device only reads it.
        const READ_ONLY = 0x8;
    }
}

/// Existing host memory, such as a vector or a box, that is pinned as long as the value lives, so that the device
/// copies to and from it at full speed.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// use cuda_driver::memory::RegisterFlags;
///
/// let numbers = context.register(vec![1.0f32; 1000], RegisterFlags::empty())?;
/// let buffer = stream.upload(&numbers)?; // at full speed, straight from the vector
/// let numbers: Vec<f32> = numbers.into_inner()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RegisteredMemory<H: HostMemory> {
    /// Dropped once it is no longer registered.
    memory: ManuallyDrop<H>,
    /// Whether the memory was returned.
    is_taken: bool,
    registration: Object<RegistrationKind>,
}

struct RegistrationKind {
    context: Context,
}

impl Context {
    /// Pins the memory of `memory`, until the returned value is dropped or [unwrapped](RegisteredMemory::into_inner).
    ///
    /// [`cuMemHostRegister`](crate::driver::Raw::cuMemHostRegister)
    ///
    /// # Errors
    /// Returns the driver's error with the memory, for example `CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED` (712).
    #[doc(alias("cuMemHostRegister", "cuMemHostRegister_v2"))]
    pub fn register<H: HostMemory>(
        &self,
        mut memory: H,
        flags: RegisterFlags,
    ) -> Result<RegisteredMemory<H>, HostMemoryError<H>> {
        let bytes = size_of_val(memory.elements());
        let pointer = memory.elements_mut().as_mut_ptr().cast();
        if bytes > 0 {
            // SAFETY: the memory lives and isn't moved as long as it is registered.
            if let Err(error) = unsafe { self.register_raw(pointer, bytes, flags) } {
                return Err(HostMemoryError::new(memory, error));
            }
        }
        let ownership = match bytes {
            0 => Ownership::Borrowed,
            _ => Ownership::Owned,
        };
        let kind = RegistrationKind { context: self.clone() };
        Ok(RegisteredMemory {
            memory: ManuallyDrop::new(memory),
            is_taken: false,
            registration: Object::new(pointer, ownership, kind),
        })
    }

    /// Pins `memory` while `work` runs.
    ///
    /// [`cuMemHostRegister`](crate::driver::Raw::cuMemHostRegister),
    /// [`cuMemHostUnregister`](crate::driver::Raw::cuMemHostUnregister)
    ///
    /// # Errors
    /// The error that `work` returns, or the driver's error; a failure at the end leaves the memory pinned.
    #[doc(alias("cuMemHostRegister", "cuMemHostRegister_v2", "cuMemHostUnregister"))]
    pub fn with_registered<T: Element, R>(
        &self,
        memory: &mut [T],
        flags: RegisterFlags,
        work: impl FnOnce(&mut [T]) -> Result<R, crate::error::Error>,
    ) -> Result<R, crate::error::Error> {
        /// Unregisters also when `work` panics.
        struct UnregisterGuard<'a>(&'a Context, *mut c_void, bool);

        impl UnregisterGuard<'_> {
            fn close(&mut self) -> Result<(), CuResult> {
                if core::mem::take(&mut self.2) {
                    // SAFETY: it was registered once, and is unregistered once.
                    unsafe { self.0.unregister_raw(self.1) }
                } else {
                    Ok(())
                }
            }
        }

        impl Drop for UnregisterGuard<'_> {
            #[inline]
            fn drop(&mut self) {
                let _ = self.close();
            }
        }

        let (pointer, bytes) = (memory.as_mut_ptr().cast::<c_void>(), size_of_val(memory));
        if bytes > 0 {
            // SAFETY: the memory is borrowed until it is unregistered.
            unsafe { self.register_raw(pointer, bytes, flags) }?;
        }
        let mut open = UnregisterGuard(self, pointer, bytes > 0);
        let result = work(memory)?;
        open.close()?;
        Ok(result)
    }

    /// # Safety
    /// The memory lives until it is unregistered.
    #[inline]
    unsafe fn register_raw(
        &self,
        pointer: *mut c_void,
        bytes: usize,
        flags: RegisterFlags,
    ) -> Result<(), Error> {
        let _bound = self.bind()?;
        let raw = self.raw();
        // SAFETY: the context is current, and the caller keeps the memory.
        relaxed(raw, || unsafe { raw.cuMemHostRegister(pointer, bytes, flags.bits()) })
            .map_err(|error| Error::of_allocation(error, bytes, None))
    }

    /// # Safety
    /// The memory was registered in this context, and is unregistered once.
    #[inline]
    unsafe fn unregister_raw(&self, pointer: *mut c_void) -> Result<(), CuResult> {
        // SAFETY: the caller guarantees that the pointer is valid.
        self.retry_despite_captures(|raw| unsafe { raw.cuMemHostUnregister(pointer) })
    }
}

impl<H: HostMemory> RegisteredMemory<H> {
    /// Returns the address at which kernels access the memory, which requires [`RegisterFlags::DEVICE_MAP`].
    ///
    /// [`cuMemHostGetDevicePointer`](crate::driver::Raw::cuMemHostGetDevicePointer)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias("cuMemHostGetDevicePointer", "cuMemHostGetDevicePointer_v2"))]
    #[inline]
    pub fn device_pointer(&self) -> Result<CUdeviceptr, CuResult> {
        let _bound = self.context().bind()?;
        // SAFETY: the memory is alive, and the context current.
        unsafe { self.context().raw().cuMemHostGetDevicePointer(self.registration.handle(), 0) }
    }

    /// Returns the flags that the driver reports: with [`RegisterFlags::DEVICE_MAP`] even if it wasn't requested.
    ///
    /// [`cuMemHostGetFlags`](crate::driver::Raw::cuMemHostGetFlags)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemHostGetFlags")]
    #[inline]
    pub fn flags(&self) -> Result<RegisterFlags, CuResult> {
        let context = self.context();
        // SAFETY: the memory is alive.
        let flags = context.retry(context.raw(), |raw| unsafe {
            raw.cuMemHostGetFlags(self.registration.handle())
        })?;
        Ok(RegisterFlags::from_bits_retain(flags))
    }

    /// Returns the context that the memory is pinned for.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.registration.context
    }

    /// Unpins the memory and returns it.
    ///
    /// [`cuMemHostUnregister`](crate::driver::Raw::cuMemHostUnregister)
    ///
    /// # Errors
    /// Returns the driver's error with the value, which is still pinned.
    #[doc(alias = "cuMemHostUnregister")]
    #[inline]
    pub fn into_inner(mut self) -> Result<H, DestroyError<Self>> {
        match self.registration.release() {
            Err(error) if self.registration.is_owned() => Err(DestroyError::Refused(self, error)),
            // In a lost context, no memory is pinned.
            _ => {
                // SAFETY: the memory is moved out once: the value no longer owns a registration, and `is_taken` records
                // it.
                let memory = unsafe { ManuallyDrop::take(&mut self.memory) };
                self.is_taken = true;
                Ok(memory)
            }
        }
    }
}

impl ObjectKind for RegistrationKind {
    type Handle = *mut c_void;

    #[inline]
    unsafe fn destroy(&mut self, pointer: *mut c_void) -> Result<(), CuResult> {
        // SAFETY: the caller gives up the registration.
        unsafe { self.context.unregister_raw(pointer) }
    }
}

impl<H: HostMemory> Deref for RegisteredMemory<H> {
    type Target = [H::Element];

    fn deref(&self) -> &[H::Element] {
        self.memory.elements()
    }
}

impl<H: HostMemory> DerefMut for RegisteredMemory<H> {
    fn deref_mut(&mut self) -> &mut [H::Element] {
        self.memory.elements_mut()
    }
}

impl<H: HostMemory> Drop for RegisteredMemory<H> {
    fn drop(&mut self) {
        if is_forked() {
            return;
        }
        // `into_inner` returns errors; a drop ignores them. Memory that is still pinned is leaked, because the next
        // allocation there would count as pinned.
        let _ = self.registration.release();
        let is_pinned = self.registration.give_up().is_some();
        if !is_pinned && !self.is_taken {
            // SAFETY: the value is being dropped, and its memory was not taken.
            unsafe { ManuallyDrop::drop(&mut self.memory) };
        }
    }
}

impl<H: HostMemory> fmt::Debug for RegisteredMemory<H>
where
    H::Element: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

// SAFETY: the elements are those of the memory, which can't be replaced while it is registered.
unsafe impl<H: HostMemory> HostMemory for RegisteredMemory<H> {
    type Element = H::Element;

    fn elements(&self) -> &[H::Element] {
        self.memory.elements()
    }

    fn elements_mut(&mut self) -> &mut [H::Element] {
        self.memory.elements_mut()
    }
}
