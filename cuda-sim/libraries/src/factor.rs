//! Factors of operations.

use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Fault, NativeCall};

use crate::dispatch::with_element;
use crate::element::{Element, Scalar, Wide};
use crate::matrix::Matrix;

/// A factor of an operation: a number, or the address of one in device memory.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Factor {
    /// 0 for the number below.
    pub address: u64,
    pub data: cudaDataType,
    /// Whether it multiplies the parts of a complex number.
    pub is_real: u32,
    pub re: f64,
    pub im: f64,
}

impl Factor {
    /// A real number.
    pub(crate) fn new(value: f64) -> Self {
        Self { is_real: 1, ..Self::of(value.into()) }
    }

    fn of(Wide { re, im }: Wide) -> Self {
        Self { address: 0, data: cudaDataType::CUDA_C_64F, is_real: 0, re, im }
    }

    pub(crate) fn on_device(address: u64, data: cudaDataType) -> Self {
        Self { address, data, is_real: is_real(data).into(), ..Self::of(Wide::ZERO) }
    }

    /// Reads a number in the host's memory; `None` if the type isn't supported.
    ///
    /// # Safety
    /// `pointer` is to a number of the type.
    pub(crate) unsafe fn on_host(
        pointer: *const core::ffi::c_void,
        data: cudaDataType,
    ) -> Option<Self> {
        struct Nothing;
        impl Nothing {
            fn trap(&self, _: core::fmt::Arguments<'_>) {}
        }
        let value: Result<Wide, ()> = with_element!(Nothing, data, E => {
            // SAFETY: the caller guarantees it.
            Ok(unsafe { pointer.cast::<E>().read_unaligned() }.wide())
        });
        let value = value.ok().map(Self::of)?;
        Some(Self { is_real: is_real(data).into(), ..value })
    }

    /// Returns the number.
    pub(crate) fn get<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<Multiplier<S>, Fault> {
        let is_real = self.is_real != 0;
        if self.address == 0 {
            return Ok(Multiplier { value: S::of_wide(Wide::new(self.re, self.im)), is_real });
        }
        let number = Matrix::new(self.address, self.data, 1).load::<S>(call, 0, 1, 1)?;
        Ok(Multiplier { value: number.get(0, 0), is_real })
    }
}

/// A factor of a computation.
#[derive(Clone, Copy)]
pub(crate) struct Multiplier<S> {
    pub value: S,
    is_real: bool,
}

impl<S: Scalar> Multiplier<S> {
    pub(crate) fn is_zero(self) -> bool {
        self.value == S::default()
    }

    /// Returns whether it is a real factor of complex numbers.
    pub(crate) fn is_of_parts(self) -> bool {
        S::IS_COMPLEX && self.is_real
    }

    /// Returns the factor with another value, which is real if this one is.
    pub(crate) fn with(self, value: S) -> Self {
        Self { value, ..self }
    }

    /// Returns a number times the factor: each part of it, if the factor is real.
    pub(crate) fn times(self, value: S) -> S {
        if self.is_of_parts() { value.scaled(self.value.wide().re) } else { self.value * value }
    }
}

fn is_real(data: cudaDataType) -> bool {
    !matches!(data, cudaDataType::CUDA_C_32F | cudaDataType::CUDA_C_64F | cudaDataType::CUDA_C_8I)
}
