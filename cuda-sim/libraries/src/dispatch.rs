//! From the number of a type to the type.

/// Does something for the type of elements in memory.
macro_rules! with_element {
    ($call:expr, $data:expr, $E:ident => $do:expr) => {
        with_element!(@match $call, $data, $E => $do,
            f64, f32, half::f16, half::bf16, i8, u8, i32, i64,
            crate::float8::E4m3, crate::float8::E5m2,
            num_complex::Complex<f64>, num_complex::Complex<f32>, num_complex::Complex<i8>)
    };
    (@match $call:expr, $data:expr, $E:ident => $do:expr, $($ty:ty),*) => {
        match $data {
            $(<$ty as crate::element::Element>::DATA => {
                type $E = $ty;
                $do
            })*
            other => Err($call.trap(format_args!("elements of the type {other:?} aren't supported"))),
        }
    };
}
pub(crate) use with_element;

/// Does something for the type of a computation: integers are exact as `f64`.
macro_rules! with_scalar {
    ($call:expr, $data:expr, $S:ident => $do:expr) => {
        match $data {
            cudaDataType::CUDA_R_64F | cudaDataType::CUDA_R_32I => {
                type $S = f64;
                $do
            }
            cudaDataType::CUDA_R_32F | cudaDataType::CUDA_R_16F => {
                type $S = f32;
                $do
            }
            cudaDataType::CUDA_C_32F => {
                type $S = num_complex::Complex<f32>;
                $do
            }
            cudaDataType::CUDA_C_64F => {
                type $S = num_complex::Complex<f64>;
                $do
            }
            other => Err($call.trap(format_args!("computations in {other:?} aren't supported"))),
        }
    };
}
pub(crate) use with_scalar;
