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
    pub reserved: u32,
    pub re: f64,
    pub im: f64,
}

impl Factor {
    pub(crate) fn new(value: Wide) -> Self {
        Self { address: 0, data: cudaDataType::CUDA_C_64F, reserved: 0, re: value.re, im: value.im }
    }

    pub(crate) fn on_device(address: u64, data: cudaDataType) -> Self {
        Self { address, data, ..Self::new(Wide::ZERO) }
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
        value.ok().map(Self::new)
    }

    /// Returns the number.
    pub(crate) fn get<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<S, Fault> {
        if self.address == 0 {
            return Ok(S::of_wide(Wide::new(self.re, self.im)));
        }
        let number = Matrix::new(self.address, self.data, 1).load::<S>(call, 0, 1, 1)?;
        Ok(number.get(0, 0))
    }
}
