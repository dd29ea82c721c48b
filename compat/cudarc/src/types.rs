//! The names of Rust's types in CUDA C++.

/// A type that has a name in CUDA C++.
pub trait CudaTypeName {
    const NAME: &'static str;
}

impl CudaTypeName for bool {
    const NAME: &'static str = "bool";
}

impl CudaTypeName for i8 {
    const NAME: &'static str = "char";
}

impl CudaTypeName for i16 {
    const NAME: &'static str = "short";
}

impl CudaTypeName for i32 {
    const NAME: &'static str = "int";
}

impl CudaTypeName for i64 {
    const NAME: &'static str = "long";
}

impl CudaTypeName for isize {
    const NAME: &'static str = "intptr_t";
}

impl CudaTypeName for u8 {
    const NAME: &'static str = "unsigned char";
}

impl CudaTypeName for u16 {
    const NAME: &'static str = "unsigned short";
}

impl CudaTypeName for u32 {
    const NAME: &'static str = "unsigned int";
}

impl CudaTypeName for u64 {
    const NAME: &'static str = "unsigned long";
}

impl CudaTypeName for usize {
    const NAME: &'static str = "size_t";
}

impl CudaTypeName for f32 {
    const NAME: &'static str = "float";
}

impl CudaTypeName for f64 {
    const NAME: &'static str = "double";
}

#[cfg(feature = "f16")]
impl CudaTypeName for half::f16 {
    const NAME: &'static str = "__half";
}

#[cfg(feature = "f16")]
impl CudaTypeName for half::bf16 {
    const NAME: &'static str = "__nv_bfloat16";
}

#[cfg(feature = "f8")]
impl CudaTypeName for float8::F8E4M3 {
    const NAME: &'static str = "__nv_fp8_e4m3";
}

#[cfg(feature = "f8")]
impl CudaTypeName for float8::F8E5M2 {
    const NAME: &'static str = "__nv_fp8_e5m2";
}

#[cfg(feature = "f4")]
impl CudaTypeName for float4::F4E2M1 {
    const NAME: &'static str = "__nv_fp4_e2m1";
}

#[cfg(feature = "f4")]
impl CudaTypeName for float4::F4E2M1x2 {
    const NAME: &'static str = "__nv_fp4x2_e2m1";
}

#[cfg(feature = "f4")]
impl CudaTypeName for float4::E8M0 {
    const NAME: &'static str = "__nv_fp8_e8m0";
}
