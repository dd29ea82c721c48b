use core::ffi::c_void;
use core::fmt;
use core::marker::PhantomData;

use cuda_driver::DeviceSlice;
use cuda_libraries_sys::nccl::{Symbol, ncclDataType_t, ncclRedOp_t, ncclScalarResidence_t};

use crate::communicator::Communicator;
use crate::element::{DataType, NcclType};
use crate::error::Error;

mod sealed {
    pub trait Sealed {}
}

/// How elements of several ranks are combined into one.
///
/// Sums and products of integers wrap. Sums of floats may differ in the last bits with the number of ranks, but are the
/// same on all ranks of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "ncclRedOp_t")]
#[non_exhaustive]
pub enum Reduce {
    /// Their sum.
    Sum,
    /// Their product.
    Prod,
    /// The largest.
    Max,
    /// The smallest.
    Min,
    /// Their average: the sum of integers is divided, rounding toward zero; floats are scaled before they are summed.
    Avg,
}

/// An operator that reduces elements of `T`: [`Reduce`], or a reference to a [`PreMulSum`]; for bytes whose type is
/// known at run time [`ReduceAs`].
pub trait Operator<T: NcclType>: sealed::Sealed {
    #[doc(hidden)]
    fn code(&self, comm: &Communicator) -> Result<ncclRedOp_t, Error>;

    #[doc(hidden)]
    #[inline]
    fn data_type(&self) -> ncclDataType_t {
        T::CODE
    }
}

/// An operator that reduces bytes as elements of a type that is chosen at run time: [`Reduce::of`].
///
/// The buffers are slices of bytes, and their lengths are multiples of the element's size. Operations that only move
/// elements take bytes as they are.
///
/// ```
/// use cuda_driver::{DeviceBuffer, Stream};
/// use nccl::{Communicator, DataType, Reduce};
///
/// # #[expect(dead_code)]
/// fn sum(comm: &Communicator, stream: &Stream, tensor: &mut DeviceBuffer<u8>, ty: DataType) -> Result<(), nccl::Error> {
///     // SAFETY: all ranks do this.
///     unsafe { comm.all_reduce_in_place(stream, tensor, Reduce::Sum.of(ty)) }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReduceAs {
    reduce: Reduce,
    data_type: DataType,
}

impl Reduce {
    /// Returns the operator for bytes that are elements of `data_type`.
    #[must_use]
    #[inline]
    pub const fn of(self, data_type: DataType) -> ReduceAs {
        ReduceAs { reduce: self, data_type }
    }
}

impl sealed::Sealed for ReduceAs {}

impl Operator<u8> for ReduceAs {
    #[inline]
    fn code(&self, comm: &Communicator) -> Result<ncclRedOp_t, Error> {
        Operator::<u8>::code(&self.reduce, comm)
    }

    #[inline]
    fn data_type(&self) -> ncclDataType_t {
        self.data_type.code()
    }
}

impl sealed::Sealed for Reduce {}

impl<T: NcclType> Operator<T> for Reduce {
    fn code(&self, _: &Communicator) -> Result<ncclRedOp_t, Error> {
        Ok(match self {
            Self::Sum => ncclRedOp_t::ncclSum,
            Self::Prod => ncclRedOp_t::ncclProd,
            Self::Max => ncclRedOp_t::ncclMax,
            Self::Min => ncclRedOp_t::ncclMin,
            Self::Avg => ncclRedOp_t::ncclAvg,
        })
    }
}

/// A sum of elements that are multiplied by a scalar first, with a separate scalar on each rank. It belongs to the
/// communicator that created it: [`Communicator::pre_mul_sum`].
///
/// ```compile_fail,E0505
/// # fn outlives(comm: nccl::Communicator) -> Result<(), nccl::Error> {
/// let scaled = comm.pre_mul_sum(0.5_f32)?;
/// comm.destroy()?;
/// drop(scaled);
/// # Ok(())
/// # }
/// ```
#[doc(alias = "ncclRedOpDestroy")]
pub struct PreMulSum<'c, T> {
    comm: &'c Communicator,
    code: ncclRedOp_t,
    scalar: PhantomData<DeviceSlice<'c, T>>,
}

impl<T> sealed::Sealed for &PreMulSum<'_, T> {}

impl<T: NcclType> Operator<T> for &PreMulSum<'_, T> {
    fn code(&self, comm: &Communicator) -> Result<ncclRedOp_t, Error> {
        if core::ptr::eq(self.comm, comm) {
            return Ok(self.code);
        }
        Err(Error::OtherCommunicator { object: "scaled sum" })
    }
}

impl Communicator {
    /// Creates an operator that sums elements multiplied by `scalar`.
    ///
    /// # Errors
    /// NCCL's error.
    #[doc(alias = "ncclRedOpCreatePreMulSum")]
    pub fn pre_mul_sum<T: NcclType>(&self, scalar: T) -> Result<PreMulSum<'_, T>, Error> {
        let mut scalar = scalar;
        let pointer = (&raw mut scalar).cast();
        // SAFETY: the scalar is read before the call returns.
        unsafe { self.create_pre_mul_sum(pointer, ncclScalarResidence_t::ncclScalarHostImmediate) }
    }

    /// Like [`pre_mul_sum`](Self::pre_mul_sum), with a scalar in device memory, the first element of `scalar`, which is
    /// read when the operation runs.
    ///
    /// # Errors
    /// [`Error::Length`] without an element, or NCCL's error.
    ///
    /// # Safety
    /// Until the operations that use it have run, no work writes to the scalar or frees it.
    #[doc(alias = "ncclRedOpCreatePreMulSum")]
    pub unsafe fn pre_mul_sum_from_device<'c, T: NcclType>(
        &'c self,
        scalar: DeviceSlice<'c, T>,
    ) -> Result<PreMulSum<'c, T>, Error> {
        if scalar.is_empty() {
            return Err(Error::Length { buffer: "scalar", expected: 1, found: 0 });
        }
        let pointer = scalar.as_raw() as *mut c_void;
        // SAFETY: the memory is borrowed as long as the value, and the caller guarantees that nothing
        // writes to it until it was read.
        unsafe { self.create_pre_mul_sum(pointer, ncclScalarResidence_t::ncclScalarDevice) }
    }

    /// # Safety
    /// `scalar` points to a `T` in that kind of memory, which lives as long as the value and its operations.
    unsafe fn create_pre_mul_sum<T: NcclType>(
        &self,
        scalar: *mut c_void,
        residence: ncclScalarResidence_t,
    ) -> Result<PreMulSum<'_, T>, Error> {
        let symbol = Symbol::ncclRedOpCreatePreMulSum;
        let function = self.nccl().require(symbol, self.nccl().raw().ncclRedOpCreatePreMulSum)?;
        let mut code = ncclRedOp_t::ncclSum;
        // SAFETY: the communicator is alive; the caller guarantees the scalar.
        self.call(symbol, |comm| unsafe {
            function(&raw mut code, scalar, T::CODE, residence, comm)
        })?;
        Ok(PreMulSum { comm: self, code, scalar: PhantomData })
    }
}

impl<T> Drop for PreMulSum<'_, T> {
    fn drop(&mut self) {
        let Some(function) = self.comm.nccl().raw().ncclRedOpDestroy else {
            return;
        };
        // SAFETY: the operator is this communicator's, which is alive, and destroyed once.
        let _ =
            self.comm.call(Symbol::ncclRedOpDestroy, |comm| unsafe { function(self.code, comm) });
    }
}

impl<T> fmt::Debug for PreMulSum<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PreMulSum").field("code", &self.code.0).finish_non_exhaustive()
    }
}
