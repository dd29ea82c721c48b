/// A type that kernels can be passed, and that memory of the device can hold.
///
/// # Safety
/// It has the same layout on the device.
pub unsafe trait DeviceRepr {}

/// A type of which bytes of 0 are a value.
///
/// # Safety
/// They are.
pub unsafe trait ValidAsZeroBits {}

macro_rules! numbers {
    ($($ty:ty),*) => {$(
        // SAFETY: numbers are the same everywhere.
        unsafe impl DeviceRepr for $ty {}
        // SAFETY: as above.
        unsafe impl ValidAsZeroBits for $ty {}
    )*};
}

numbers!(bool, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64);
#[cfg(feature = "f16")]
numbers!(half::f16, half::bf16);
#[cfg(feature = "f8")]
numbers!(float8::F8E4M3, float8::F8E5M2);
#[cfg(feature = "f4")]
numbers!(float4::F4E2M1, float4::E8M0, float4::F4E2M1x2);
#[cfg(any(feature = "cublas", feature = "cublaslt", feature = "cudnn", feature = "curand"))]
numbers!(crate::shared::float2, crate::shared::double2);

// SAFETY: arrays consist of their elements.
unsafe impl<T: DeviceRepr, const N: usize> DeviceRepr for [T; N] {}
// SAFETY: as above.
unsafe impl<T: ValidAsZeroBits, const N: usize> ValidAsZeroBits for [T; N] {}

macro_rules! tuples {
    ($first:ident $($rest:ident)*) => {
        // SAFETY: a tuple of such values is one, too.
        unsafe impl<$first: ValidAsZeroBits, $($rest: ValidAsZeroBits),*> ValidAsZeroBits for ($first, $($rest,)*) {}
        tuples!($($rest)*);
    };
    () => {};
}

tuples!(A B C D E F G H I J K L);
