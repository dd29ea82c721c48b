use core::ffi::c_void;
use core::mem::ManuallyDrop;
use core::ptr::null_mut;

use cuda_driver::{
    Context, DeviceBuffer, DeviceSlice, DeviceSliceMut, Element, Stream, memory::MemoryOwner,
};
use cuda_libraries_sys::nccl::{Symbol, ncclWindow_t};

use crate::communicator::Communicator;
use crate::error::Error;
use crate::library::Nccl;

/// Device memory that NCCL allocated, suitable for registration. It belongs to a stream, as a [`DeviceBuffer`] does.
///
/// Another thread frees it once the work of its stream is done, so dropping never waits.
#[doc(alias = "ncclMemFree")]
#[derive(Debug)]
pub struct NcclBuffer<T> {
    buffer: DeviceBuffer<T>,
}

/// Frees NCCL's memory when it is dropped, which must be after all work on it.
struct Allocation {
    nccl: Nccl,
    context: Context,
    pointer: *mut c_void,
}

// SAFETY: device memory isn't bound to a thread.
unsafe impl Send for Allocation {}

impl Drop for Allocation {
    fn drop(&mut self) {
        let Some(function) = self.nccl.raw().ncclMemFree else {
            return;
        };
        let pointer = self.pointer;
        // SAFETY: this value owns the memory, and frees it once. An error can't be reported.
        let _ = self.context.with_current_relaxed(|| unsafe { function(pointer) });
    }
}

impl MemoryOwner for Allocation {
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), cuda_driver::Error> {
        Ok(stream.drop_after(*self)?)
    }
}

impl Nccl {
    /// Allocates device memory for `len` elements that belongs to `stream`, and that can be registered. Its contents
    /// are unspecified. It isn't allocated in stream order.
    ///
    /// # Errors
    /// [`Error::Absent`] before NCCL 2.19.3, or NCCL's error.
    #[doc(alias = "ncclMemAlloc")]
    pub fn alloc<T: Element>(self, stream: &Stream, len: usize) -> Result<NcclBuffer<T>, Error> {
        let symbol = Symbol::ncclMemAlloc;
        let function = self.require(symbol, self.raw().ncclMemAlloc)?;
        let bytes = len.saturating_mul(size_of::<T>());
        let mut pointer: *mut c_void = null_mut();
        if bytes > 0 {
            // SAFETY: the pointer is to a live value, and the context current.
            let result =
                stream.context().with_current(|| unsafe { function(&raw mut pointer, bytes) })?;
            self.check(symbol, result, null_mut())?;
        }
        let owner = Allocation { nccl: self, context: stream.context().clone(), pointer };
        // SAFETY: the memory was just allocated, and its owner frees it after the work of the stream.
        let buffer = unsafe { DeviceBuffer::from_owner(stream, pointer as u64, len, owner) };
        Ok(NcclBuffer { buffer })
    }
}

impl<T> NcclBuffer<T> {
    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Returns `true` if there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Returns the stream that it belongs to.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        self.buffer.stream()
    }

    /// Returns the whole memory, to read from.
    #[must_use]
    pub fn as_slice(&self) -> DeviceSlice<'_, T> {
        self.buffer.as_slice()
    }

    /// Returns the whole memory, to write to.
    #[must_use]
    pub fn as_slice_mut(&mut self) -> DeviceSliceMut<'_, T> {
        self.buffer.as_slice_mut()
    }

    /// Returns the same memory as a buffer, which can no longer be registered.
    #[must_use]
    pub fn into_buffer(self) -> DeviceBuffer<T> {
        self.buffer
    }

    fn bytes(&self) -> usize {
        self.buffer.len() * size_of::<T>()
    }
}

bitflags::bitflags! {
    /// The properties of a [`Window`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    pub struct WindowFlags: u32 {
        /// All ranks' memory has the same offset, for the symmetric kernels.
        const SYMMETRIC = cuda_libraries_sys::nccl::NCCL_WIN_COLL_SYMMETRIC;
        /// Writes become visible in order. Requires NCCL 2.30.
        const STRICT_ORDERING = cuda_libraries_sys::nccl::NCCL_WIN_STRICT_ORDERING;
    }
}

/// Memory that is registered with a communicator, so that its operations need no internal copies, if every rank
/// uses registered memory at the same offsets.
///
/// ```no_run
/// # use cuda_driver::Stream;
/// # use nccl::{Communicator, Reduce};
/// # fn registered(comm: &Communicator, stream: &Stream) -> Result<(), Box<dyn std::error::Error>> {
/// let mut memory = comm.nccl().alloc::<f32>(stream, 1 << 20)?;
/// stream.fill(memory.as_slice_mut(), 1.0)?;
/// // SAFETY: all ranks register as much memory, and use it in the same operations.
/// let mut registered = unsafe { comm.register(memory) }?;
/// for _ in 0..100 {
///     // SAFETY: as above.
///     unsafe { comm.all_reduce_in_place(stream, registered.as_slice_mut(), Reduce::Avg) }?;
/// }
/// let memory = registered.deregister()?;
/// # drop(memory);
/// # Ok(())
/// # }
/// ```
///
/// It can't outlive its communicator:
///
/// ```compile_fail,E0505
/// # unsafe fn outlives(comm: nccl::Communicator, memory: nccl::NcclBuffer<f32>) -> Result<(), nccl::Error> {
/// let registered = unsafe { comm.register(memory) }?;
/// comm.destroy()?;
/// drop(registered);
/// # Ok(())
/// # }
/// ```
///
/// Dropping it leaks the memory, because deregistering may have to wait. Use [`deregister`](Self::deregister).
#[derive(Debug)]
pub struct RegisteredMemory<'c, T> {
    comm: &'c Communicator,
    handle: *mut c_void,
    memory: ManuallyDrop<NcclBuffer<T>>,
}

impl<T> RegisteredMemory<'_, T> {
    /// Returns the memory, to read from.
    #[must_use]
    pub fn as_slice(&self) -> DeviceSlice<'_, T> {
        self.memory.as_slice()
    }

    /// Returns the memory, to write to.
    #[must_use]
    pub fn as_slice_mut(&mut self) -> DeviceSliceMut<'_, T> {
        self.memory.as_slice_mut()
    }

    /// Returns NCCL's handle.
    #[must_use]
    pub fn as_raw(&self) -> *mut c_void {
        self.handle
    }

    /// Deregisters the memory once the work of its stream is done, and returns the memory.
    ///
    /// # Errors
    /// The error of NCCL or the driver. The memory is then leaked.
    #[doc(alias("ncclCommDeregister", "ncclCommWindowDeregister"))]
    pub fn deregister(self) -> Result<NcclBuffer<T>, Error> {
        let mut this = ManuallyDrop::new(self);
        this.end()?;
        // SAFETY: the value isn't dropped, so the memory is taken once.
        Ok(unsafe { ManuallyDrop::take(&mut this.memory) })
    }

    fn end(&mut self) -> Result<(), Error> {
        let (comm, handle) = (self.comm, self.handle);
        // NCCL must know the memory as long as an operation uses it.
        comm.wait(self.memory.stream())?;
        let symbol = Symbol::ncclCommDeregister;
        let function = comm.nccl().require(symbol, comm.nccl().raw().ncclCommDeregister)?;
        // SAFETY: this value owns the handle, which is of this communicator, and deregisters it once.
        comm.call(symbol, |comm| unsafe { function(comm, handle) })
    }
}

/// Memory that all ranks of a communicator have opened to each other. Operations on it are the same as on other memory,
/// and NCCL may choose faster kernels for them.
///
/// ```no_run
/// # use cuda_driver::Stream;
/// # use nccl::{Communicator, Reduce, WindowFlags};
/// # fn symmetric(comm: &Communicator, stream: &Stream) -> Result<(), Box<dyn std::error::Error>> {
/// let mut memory = comm.nccl().alloc::<f32>(stream, 1 << 20)?;
/// stream.fill(memory.as_slice_mut(), 1.0)?;
/// // SAFETY: all ranks open as much memory.
/// let mut window = unsafe { comm.window(memory, WindowFlags::SYMMETRIC) }?;
/// // SAFETY: all ranks do this, with their whole window.
/// unsafe { comm.all_reduce_in_place(stream, window.as_slice_mut(), Reduce::Sum) }?;
/// let sums = window.deregister()?.into_buffer().to_vec()?;
/// assert_eq!(sums[0], comm.nranks() as f32);
/// # Ok(())
/// # }
/// ```
///
/// Dropping it leaks the memory, because deregistering may have to wait. Use [`deregister`](Self::deregister).
#[derive(Debug)]
pub struct Window<'c, T> {
    comm: &'c Communicator,
    handle: ncclWindow_t,
    memory: ManuallyDrop<NcclBuffer<T>>,
}

impl<T> Window<'_, T> {
    /// Returns the memory, to read from.
    #[must_use]
    pub fn as_slice(&self) -> DeviceSlice<'_, T> {
        self.memory.as_slice()
    }

    /// Returns the memory, to write to.
    #[must_use]
    pub fn as_slice_mut(&mut self) -> DeviceSliceMut<'_, T> {
        self.memory.as_slice_mut()
    }

    /// Returns NCCL's handle.
    #[must_use]
    pub fn as_raw(&self) -> ncclWindow_t {
        self.handle
    }

    /// Deregisters the window once the work of its stream is done, and returns the memory.
    ///
    /// # Errors
    /// The error of NCCL or the driver. The memory is then leaked.
    #[doc(alias("ncclCommDeregister", "ncclCommWindowDeregister"))]
    pub fn deregister(self) -> Result<NcclBuffer<T>, Error> {
        let mut this = ManuallyDrop::new(self);
        this.end()?;
        // SAFETY: the value isn't dropped, so the memory is taken once.
        Ok(unsafe { ManuallyDrop::take(&mut this.memory) })
    }

    fn end(&mut self) -> Result<(), Error> {
        let (comm, handle) = (self.comm, self.handle);
        // NCCL must know the memory as long as an operation uses it.
        comm.wait(self.memory.stream())?;
        let symbol = Symbol::ncclCommWindowDeregister;
        let function = comm.nccl().require(symbol, comm.nccl().raw().ncclCommWindowDeregister)?;
        // SAFETY: this value owns the handle, which is of this communicator, and deregisters it once.
        comm.call(symbol, |comm| unsafe { function(comm, handle) })
    }
}

impl Communicator {
    /// Registers memory, which the returned value owns.
    ///
    /// # Errors
    /// [`Error::OtherContext`], [`Error::Absent`] before NCCL 2.19.3, or NCCL's error. The memory is then freed.
    ///
    /// # Safety
    /// The contract of [operations](Self#what-operations-demand), for operations with this memory: other ranks access it at
    /// the offsets of their own memory.
    #[doc(alias = "ncclCommRegister")]
    pub unsafe fn register<T>(
        &self,
        memory: NcclBuffer<T>,
    ) -> Result<RegisteredMemory<'_, T>, Error> {
        let symbol = Symbol::ncclCommRegister;
        let function = self.nccl().require(symbol, self.nccl().raw().ncclCommRegister)?;
        self.owns(&memory)?;
        let pointer = memory.as_slice().as_raw() as *mut c_void;
        let mut handle = null_mut();
        // SAFETY: the memory is alive for that many bytes.
        self.call(symbol, |comm| unsafe {
            function(comm, pointer, memory.bytes(), &raw mut handle)
        })?;
        Ok(RegisteredMemory { comm: self, handle, memory: ManuallyDrop::new(memory) })
    }

    /// Opens memory to all ranks, each of which makes the same call with the same amount of memory.
    ///
    /// # Errors
    /// [`Error::OtherContext`], [`Error::Absent`] before NCCL 2.27.3, or NCCL's error. The memory is then freed.
    ///
    /// # Safety
    /// The contract of [operations](Self#what-operations-demand): this call is one.
    #[doc(alias = "ncclCommWindowRegister")]
    pub unsafe fn window<T>(
        &self,
        memory: NcclBuffer<T>,
        flags: WindowFlags,
    ) -> Result<Window<'_, T>, Error> {
        let symbol = Symbol::ncclCommWindowRegister;
        let function = self.nccl().require(symbol, self.nccl().raw().ncclCommWindowRegister)?;
        self.owns(&memory)?;
        let pointer = memory.as_slice().as_raw() as *mut c_void;
        let mut handle: ncclWindow_t = null_mut();
        // SAFETY: the memory is alive for that many bytes; the caller guarantees the ranks.
        self.call(symbol, |comm| unsafe {
            function(comm, pointer, memory.bytes(), &raw mut handle, flags.bits() as i32)
        })?;
        Ok(Window { comm: self, handle, memory: ManuallyDrop::new(memory) })
    }

    fn owns<T>(&self, memory: &NcclBuffer<T>) -> Result<(), Error> {
        if memory.stream().context().shares_memory_with(self.context()) {
            Ok(())
        } else {
            Err(Error::OtherContext { device: self.device() })
        }
    }
}
