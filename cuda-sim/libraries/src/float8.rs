//! Floating-point numbers of eight bits.

mod format;

use cuda_libraries_sys::shared::cudaDataType;

use crate::element::{Element, Wide};
use format::{E4M3_FORMAT, E5M2_FORMAT};

macro_rules! elements {
    ($($(#[$doc:meta])* $name:ident $data:ident $format:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct $name(u8);

        impl Element for $name {
            const DATA: cudaDataType = cudaDataType::$data;

            fn wide(self) -> Wide {
                $format.decode(self.0).into()
            }

            fn of_wide(value: Wide) -> Self {
                Self($format.encode(value.re))
            }
        }
    )*};
}

elements! {
    /// Four bits of exponent, without infinity.
    E4m3 CUDA_R_8F_E4M3 E4M3_FORMAT;
    /// Five bits of exponent.
    E5m2 CUDA_R_8F_E5M2 E5M2_FORMAT;
}
