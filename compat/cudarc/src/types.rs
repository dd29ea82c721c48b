//! The names of Rust's types in CUDA C++.

/// A type that has a name in CUDA C++.
pub trait CudaTypeName {
    const NAME: &'static str;
}

macro_rules! names {
    ($($ty:ty: $name:literal),* $(,)?) => {$(
        impl CudaTypeName for $ty {
            const NAME: &'static str = $name;
        }
    )*};
}

names! {
    bool: "bool",
    i8: "char",
    i16: "short",
    i32: "int",
    i64: "long",
    isize: "intptr_t",
    u8: "unsigned char",
    u16: "unsigned short",
    u32: "unsigned int",
    u64: "unsigned long",
    usize: "size_t",
    f32: "float",
    f64: "double",
}
#[cfg(feature = "f16")]
names!(half::f16: "__half", half::bf16: "__nv_bfloat16");
#[cfg(feature = "f8")]
names!(float8::F8E4M3: "__nv_fp8_e4m3", float8::F8E5M2: "__nv_fp8_e5m2");
#[cfg(feature = "f4")]
names!(
    float4::F4E2M1: "__nv_fp4_e2m1",
    float4::F4E2M1x2: "__nv_fp4x2_e2m1",
    float4::E8M0: "__nv_fp8_e8m0",
);
