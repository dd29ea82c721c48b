//! Floating-point numbers of eight bits.

mod format;

use cuda_libraries_sys::shared::cudaDataType;

use crate::element::{Element, Wide};
use format::{E4M3_FORMAT, E5M2_FORMAT};

/// Four bits of exponent, without infinity.
#[derive(Debug, Clone, Copy)]
pub(crate) struct E4m3(u8);

impl Element for E4m3 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_8F_E4M3;

    fn wide(self) -> Wide {
        E4M3_FORMAT.decode(self.0).into()
    }

    fn of_wide(value: Wide) -> Self {
        Self(E4M3_FORMAT.encode(value.re))
    }
}

/// Five bits of exponent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct E5m2(u8);

impl Element for E5m2 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_8F_E5M2;

    fn wide(self) -> Wide {
        E5M2_FORMAT.decode(self.0).into()
    }

    fn of_wide(value: Wide) -> Self {
        Self(E5M2_FORMAT.encode(value.re))
    }
}
