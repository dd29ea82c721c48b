//! Stream memory operations: numbers in memory that streams write and wait for.

use core::ffi::c_uint;
use core::marker::PhantomData;

use cuda_driver_sys::{
    CUdeviceptr, CUstream, CUstreamAtomicReductionDataType, CUstreamAtomicReductionOpType,
    CUstreamBatchMemOpParams, CUstreamBatchMemOpType, CUstreamMemoryBarrier_flags,
    CUstreamWaitValue_flags,
};

use crate::driver::Raw;
use crate::error::{CuResult, Error};
use crate::memory::{DeviceSlice, DeviceSliceMut, Element};
use crate::stream::Stream;

/// A number that stream memory operations can write and wait for: `u32` or `u64`. Those of 64 bits need
/// [`CAN_USE_64_BIT_STREAM_MEM_OPS`](crate::device::DeviceAttribute::CAN_USE_64_BIT_STREAM_MEM_OPS).
pub trait MemOpValue: Element + sealed::Sealed {}

impl MemOpValue for u32 {}
impl MemOpValue for u64 {}

mod sealed {
    use super::{
        CUdeviceptr, CUstream, CUstreamAtomicReductionDataType, CUstreamBatchMemOpType, CuResult,
        Raw, c_uint,
    };

    /// What differs between the numbers.
    pub trait Sealed {
        const WAIT: CUstreamBatchMemOpType;
        const WRITE: CUstreamBatchMemOpType;
        const REDUCTION: CUstreamAtomicReductionDataType;

        fn widen(self) -> u64;

        /// # Safety
        /// As the raw function.
        unsafe fn write(
            self,
            raw: Raw,
            stream: CUstream,
            address: CUdeviceptr,
        ) -> Result<(), CuResult>;

        /// # Safety
        /// As the raw function.
        unsafe fn wait(
            self,
            raw: Raw,
            stream: CUstream,
            address: CUdeviceptr,
            flags: c_uint,
        ) -> Result<(), CuResult>;
    }
}

impl sealed::Sealed for u32 {
    const WAIT: CUstreamBatchMemOpType = CUstreamBatchMemOpType::CU_STREAM_MEM_OP_WAIT_VALUE_32;
    const WRITE: CUstreamBatchMemOpType = CUstreamBatchMemOpType::CU_STREAM_MEM_OP_WRITE_VALUE_32;
    const REDUCTION: CUstreamAtomicReductionDataType =
        CUstreamAtomicReductionDataType::CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_32;

    fn widen(self) -> u64 {
        self.into()
    }

    #[inline]
    unsafe fn write(
        self,
        raw: Raw,
        stream: CUstream,
        address: CUdeviceptr,
    ) -> Result<(), CuResult> {
        // SAFETY: as for this function.
        unsafe { raw.cuStreamWriteValue32(stream, address, self, 0) }
    }

    #[inline]
    unsafe fn wait(
        self,
        raw: Raw,
        stream: CUstream,
        address: CUdeviceptr,
        flags: c_uint,
    ) -> Result<(), CuResult> {
        // SAFETY: as for this function.
        unsafe { raw.cuStreamWaitValue32(stream, address, self, flags) }
    }
}

impl sealed::Sealed for u64 {
    const WAIT: CUstreamBatchMemOpType = CUstreamBatchMemOpType::CU_STREAM_MEM_OP_WAIT_VALUE_64;
    const WRITE: CUstreamBatchMemOpType = CUstreamBatchMemOpType::CU_STREAM_MEM_OP_WRITE_VALUE_64;
    const REDUCTION: CUstreamAtomicReductionDataType =
        CUstreamAtomicReductionDataType::CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_64;

    fn widen(self) -> u64 {
        self
    }

    #[inline]
    unsafe fn write(
        self,
        raw: Raw,
        stream: CUstream,
        address: CUdeviceptr,
    ) -> Result<(), CuResult> {
        // SAFETY: as for this function.
        unsafe { raw.cuStreamWriteValue64(stream, address, self, 0) }
    }

    #[inline]
    unsafe fn wait(
        self,
        raw: Raw,
        stream: CUstream,
        address: CUdeviceptr,
        flags: c_uint,
    ) -> Result<(), CuResult> {
        // SAFETY: as for this function.
        unsafe { raw.cuStreamWaitValue64(stream, address, self, flags) }
    }
}

/// The condition for which a stream waits, about a number in memory: [`Stream::wait_value`].
///
/// [`CUstreamWaitValue_flags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TYPES.html)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "CUstreamWaitValue_flags")]
pub struct WaitValue<T> {
    value: T,
    flags: c_uint,
}

impl<T: MemOpValue> WaitValue<T> {
    /// The number has reached `value`: their difference, as a signed number, isn't negative. So a counter may wrap around.
    #[must_use]
    #[inline]
    pub const fn geq(value: T) -> Self {
        Self::new(value, CUstreamWaitValue_flags::CU_STREAM_WAIT_VALUE_GEQ)
    }

    /// The number is `value`.
    #[must_use]
    #[inline]
    pub const fn eq(value: T) -> Self {
        Self::new(value, CUstreamWaitValue_flags::CU_STREAM_WAIT_VALUE_EQ)
    }

    /// The number has at least one bit of `value` set.
    #[must_use]
    #[inline]
    pub const fn and(value: T) -> Self {
        Self::new(value, CUstreamWaitValue_flags::CU_STREAM_WAIT_VALUE_AND)
    }

    /// There is at least one bit that is set neither in the number nor in `value`. Requires
    /// [`CAN_USE_STREAM_WAIT_VALUE_NOR`](crate::device::DeviceAttribute::CAN_USE_STREAM_WAIT_VALUE_NOR).
    #[must_use]
    #[inline]
    pub const fn nor(value: T) -> Self {
        Self::new(value, CUstreamWaitValue_flags::CU_STREAM_WAIT_VALUE_NOR)
    }

    /// Also makes writes of other devices that have arrived before visible to the stream's later work. Requires
    /// [`CAN_FLUSH_REMOTE_WRITES`](crate::device::DeviceAttribute::CAN_FLUSH_REMOTE_WRITES).
    #[must_use]
    #[inline]
    pub const fn flush(mut self) -> Self {
        self.flags |= CUstreamWaitValue_flags::CU_STREAM_WAIT_VALUE_FLUSH.0;
        self
    }

    const fn new(value: T, flags: CUstreamWaitValue_flags) -> Self {
        Self { value, flags: flags.0 }
    }
}

/// The scope of a barrier in a [`MemOpBatch`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(alias = "CUstreamMemoryBarrier_flags")]
pub enum MemoryBarrier {
    /// The whole system.
    System,
    /// The device.
    Gpu,
}

/// What a [`MemOpBatch`] does to a number in memory, atomically.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(alias = "CUstreamAtomicReductionOpType")]
pub enum AtomicReduction {
    /// Sets the bits of the value.
    Or,
    /// Clears the bits that aren't in the value.
    And,
    /// Adds the value.
    Add,
}

impl Stream {
    /// Writes a number to memory, in the stream's order: after what earlier work has written is visible to all devices
    /// and to the host.
    ///
    /// ```
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// let mut flags = stream.alloc_unpooled::<u32>(4)?;
    /// stream.fill(&mut flags, 0)?;
    /// stream.write_value(flags.slice_mut(2..3)?, 1)?;
    /// assert_eq!(flags.to_vec()?, [0, 0, 1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuStreamWriteValue32`](Raw::cuStreamWriteValue32), [`cuStreamWriteValue64`](Raw::cuStreamWriteValue64)
    ///
    /// # Errors
    /// [`Error::OtherStream`], [`Error::NotOneElement`], or the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for
    /// managed memory and for memory of a pool ([`Stream::alloc_unpooled`] uses none), `CUDA_ERROR_NOT_SUPPORTED` (801) if
    /// the device or an old driver lacks these operations.
    #[doc(alias("cuStreamWriteValue32", "cuStreamWriteValue32_v2", "cuStreamWriteValue64"))]
    #[doc(alias = "cuStreamWriteValue64_v2")]
    #[inline]
    pub fn write_value<'a, T: MemOpValue>(
        &self,
        target: impl Into<DeviceSliceMut<'a, T>>,
        value: T,
    ) -> Result<(), Error> {
        let target = target.into();
        self.owns(target.stream())?;
        let address = one(target.as_raw(), target.len())?;
        // SAFETY: the memory is one element of the stream's, which no other code accesses.
        Ok(self.submit_copy(move |raw, stream| unsafe { value.write(raw, stream, address) })?)
    }

    /// Makes the work submitted to the stream from now on wait until a number in memory fulfills a condition. The host
    /// doesn't wait.
    ///
    /// Something has to change the number: a kernel, [`write_value`](Self::write_value) of another stream on the same
    /// memory (see [`DeviceSliceMut::assume_on`]), another device, or the host in memory that is mapped. Until then the stream's work
    /// doesn't run, and whoever waits for the stream waits, too: forever, if nothing changes the number. That is also so
    /// if the work that would do so comes later in the order of the streams, or if the device runs it only after this wait,
    /// because it knows nothing of the order that the wait creates. So submit first what changes the number, and express the order also
    /// with [`wait_event`](Self::wait_event) where that is possible.
    ///
    /// ```
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// use cuda_driver::memory::WaitValue;
    ///
    /// let mut counter = stream.alloc_unpooled::<u32>(1)?;
    /// stream.fill(&mut counter, 0)?;
    /// stream.write_value(&mut counter, 3)?;
    /// stream.wait_value(&counter, WaitValue::geq(2))?;
    /// stream.synchronize()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuStreamWaitValue32`](Raw::cuStreamWaitValue32), [`cuStreamWaitValue64`](Raw::cuStreamWaitValue64)
    ///
    /// # Errors
    /// As [`write_value`](Self::write_value).
    #[doc(alias("cuStreamWaitValue32", "cuStreamWaitValue32_v2", "cuStreamWaitValue64"))]
    #[doc(alias = "cuStreamWaitValue64_v2")]
    #[inline]
    pub fn wait_value<'a, T: MemOpValue>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        condition: WaitValue<T>,
    ) -> Result<(), Error> {
        let source = source.into();
        self.owns(source.stream())?;
        let address = one(source.as_raw(), source.len())?;
        let WaitValue { value, flags } = condition;
        // SAFETY: the memory is one element of the stream's, which is freed after the wait.
        Ok(self
            .submit_copy(move |raw, stream| unsafe { value.wait(raw, stream, address, flags) })?)
    }
}

/// A batch of memory operations that is submitted to a stream in one call. They are done in the order in which they were
/// added.
///
/// A batch can be run again; running it allocates nothing. The driver refuses more than 255 operations.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::memory::{MemOpBatch, WaitValue};
///
/// let (mut a, mut b) = (stream.alloc_unpooled::<u32>(1)?, stream.alloc_unpooled::<u64>(1)?);
/// let mut c = stream.alloc_unpooled::<u32>(1)?;
/// stream.fill(&mut c, 7)?;
/// let mut batch = MemOpBatch::new(&stream);
/// batch.wait(&c, WaitValue::eq(7))?.write(&mut a, 1)?.write(&mut b, 2)?;
/// batch.run()?;
/// assert_eq!((a.to_vec()?, b.to_vec()?), (vec![1], vec![2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MemOpBatch<'a> {
    stream: &'a Stream,
    operations: Vec<CUstreamBatchMemOpParams>,
    borrowed: PhantomData<&'a mut ()>,
}

impl core::fmt::Debug for MemOpBatch<'_> {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MemOpBatch").field("len", &self.len()).finish_non_exhaustive()
    }
}

impl<'a> MemOpBatch<'a> {
    /// Creates an empty batch for `stream`.
    #[must_use]
    #[inline]
    pub fn new(stream: &'a Stream) -> Self {
        Self { stream, operations: Vec::new(), borrowed: PhantomData }
    }

    /// Adds a write, as [`Stream::write_value`] makes it.
    ///
    /// # Errors
    /// [`Error::OtherStream`] or [`Error::NotOneElement`]; the batch is then unchanged.
    pub fn write<T: MemOpValue>(
        &mut self,
        target: impl Into<DeviceSliceMut<'a, T>>,
        value: T,
    ) -> Result<&mut Self, Error> {
        let target = target.into();
        self.stream.owns(target.stream())?;
        let address = one(target.as_raw(), target.len())?;
        Ok(self.push(|operation| {
            operation.operation = T::WRITE;
            // SAFETY: this variant of the union has only numbers.
            let write = unsafe { &mut operation.writeValue };
            write.address = address;
            // The driver reads the 32 low bits for 32-bit operations.
            write.value.value64 = value.widen();
        }))
    }

    /// Adds a wait, as [`Stream::wait_value`] makes it.
    ///
    /// # Errors
    /// [`Error::OtherStream`] or [`Error::NotOneElement`]; the batch is then unchanged.
    pub fn wait<T: MemOpValue>(
        &mut self,
        source: impl Into<DeviceSlice<'a, T>>,
        condition: WaitValue<T>,
    ) -> Result<&mut Self, Error> {
        let source = source.into();
        self.stream.owns(source.stream())?;
        let address = one(source.as_raw(), source.len())?;
        Ok(self.push(|operation| {
            operation.operation = T::WAIT;
            // SAFETY: this variant of the union has only numbers.
            let wait = unsafe { &mut operation.waitValue };
            wait.address = address;
            wait.value.value64 = condition.value.widen();
            wait.flags = condition.flags;
        }))
    }

    /// Adds an atomic change of a number. Requires CUDA 13.5.
    ///
    /// # Errors
    /// [`Error::OtherStream`] or [`Error::NotOneElement`]; the batch is then unchanged.
    pub fn reduce<T: MemOpValue>(
        &mut self,
        target: impl Into<DeviceSliceMut<'a, T>>,
        reduction: AtomicReduction,
        value: T,
    ) -> Result<&mut Self, Error> {
        use CUstreamAtomicReductionOpType as R;
        let target = target.into();
        self.stream.owns(target.stream())?;
        let address = one(target.as_raw(), target.len())?;
        Ok(self.push(|operation| {
            operation.operation = CUstreamBatchMemOpType::CU_STREAM_MEM_OP_ATOMIC_REDUCTION;
            // SAFETY: this variant of the union has only numbers.
            let reduce = unsafe { &mut operation.atomicReduction };
            reduce.reductionOp = match reduction {
                AtomicReduction::Or => R::CU_STREAM_ATOMIC_REDUCTION_OP_OR,
                AtomicReduction::And => R::CU_STREAM_ATOMIC_REDUCTION_OP_AND,
                AtomicReduction::Add => R::CU_STREAM_ATOMIC_REDUCTION_OP_ADD,
            };
            reduce.dataType = T::REDUCTION;
            reduce.address = address;
            reduce.value = value.widen();
        }))
    }

    /// Adds a barrier: what was written before it is visible in `scope` before later operations. Requires CUDA 11.7.
    #[inline]
    pub fn barrier(&mut self, scope: MemoryBarrier) -> &mut Self {
        use CUstreamMemoryBarrier_flags as F;
        self.push(|operation| {
            operation.operation = CUstreamBatchMemOpType::CU_STREAM_MEM_OP_BARRIER;
            operation.memoryBarrier.flags = match scope {
                MemoryBarrier::System => F::CU_STREAM_MEMORY_BARRIER_TYPE_SYS.0,
                MemoryBarrier::Gpu => F::CU_STREAM_MEMORY_BARRIER_TYPE_GPU.0,
            };
        })
    }

    /// Makes writes of other devices that have arrived before visible to the stream's later work. Requires
    /// [`CAN_FLUSH_REMOTE_WRITES`](crate::device::DeviceAttribute::CAN_FLUSH_REMOTE_WRITES).
    #[inline]
    pub fn flush_remote_writes(&mut self) -> &mut Self {
        self.push(|operation| {
            operation.operation = CUstreamBatchMemOpType::CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES;
        })
    }

    /// Returns how many operations there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.operations.len()
    }

    /// Returns `true` if there is nothing to do.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// Submits all operations to the stream, in stream order.
    ///
    /// [`cuStreamBatchMemOp`](Raw::cuStreamBatchMemOp)
    ///
    /// # Errors
    /// Returns the driver's error, as for [`Stream::write_value`]; nothing is then submitted.
    #[doc(alias("cuStreamBatchMemOp", "cuStreamBatchMemOp_v2"))]
    #[inline]
    pub fn run(&self) -> Result<(), CuResult> {
        if self.is_empty() {
            return Ok(());
        }
        // SAFETY: each operation is on one element of the stream's memory, which is borrowed, the targets exclusively.
        self.stream.submit_copy(|raw, stream| unsafe {
            raw.cuStreamBatchMemOp(stream, self.operations(), 0)
        })
    }

    /// Returns the operations as C structs.
    #[inline]
    pub(crate) fn operations(&self) -> &[CUstreamBatchMemOpParams] {
        &self.operations
    }

    fn push(&mut self, set: impl FnOnce(&mut CUstreamBatchMemOpParams)) -> &mut Self {
        let mut operation = CUstreamBatchMemOpParams { pad: [0; 6] };
        set(&mut operation);
        self.operations.push(operation);
        self
    }
}

/// Returns the address of memory that has one element.
#[inline]
fn one(address: CUdeviceptr, len: usize) -> Result<CUdeviceptr, Error> {
    match len {
        1 => Ok(address),
        len => Err(Error::NotOneElement { len }),
    }
}
