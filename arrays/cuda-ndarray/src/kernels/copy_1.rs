// Written by cuda-build, out of copy.cu.

#[allow(unused_imports)]
pub use self::kernels_constants::*;

#[allow(non_upper_case_globals, dead_code, unused_imports)]
mod kernels_constants {
    use super::*;

    /// `THREADS` of `copy.cu`.
    pub const THREADS: u32 = 256;
    /// `UNITS_OF_A_BLOCK` of `copy.cu`.
    pub const UNITS_OF_A_BLOCK: u32 = 1024;
    /// `KERNEL_AXES` of `copy.cu`.
    pub const KERNEL_AXES: usize = 8;
    /// `TRANSPOSE_AXES` of `copy.cu`.
    pub const TRANSPOSE_AXES: usize = 6;
    /// `TILE_OF_SMALL` of `copy.cu`.
    pub const TILE_OF_SMALL: usize = 64;
    /// `TILE_OF_LARGE` of `copy.cu`.
    pub const TILE_OF_LARGE: usize = 32;
    /// `LARGEST_SMALL` of `copy.cu`.
    pub const LARGEST_SMALL: usize = 4;
}

/// Asserts that a generated structure has the compiler's layout, with these types and offsets of its fields, and makes it plain
/// bytes: `count * type` says how many of which type the fields are in sum.
macro_rules! cuda_build_structure {
    ($rust:ident is $cpp:literal, $size:literal aligned to $alignment:literal,
     { $($field:ident: $kind:ty = $offset:literal,)* }, [$($count:literal * $part:ty),*]) => {
        const _: () = {
            const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
                ::core::mem::size_of::<T>()
            }
            const _: fn($($kind),*) -> $rust = |$($field),*| $rust { $($field),* };
            assert!(::core::mem::size_of::<$rust>() == $size, concat!(stringify!($rust), " doesn't have the ", $size, " bytes of ", $cpp));
            assert!(::core::mem::align_of::<$rust>() == $alignment, concat!(stringify!($rust), " is not aligned to ", $alignment, " bytes as ", $cpp, " is"));
            $(assert!(
                ::core::mem::offset_of!($rust, $field) == $offset,
                concat!(stringify!($rust), "::", stringify!($field), " is not at byte ", $offset, ", where ", $cpp, "::", stringify!($field), " is")
            );)*
            assert!(0 $(+ $count * plain::<$part>())* == $size, concat!(stringify!($rust), " has padding"));
        };

        // SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
        unsafe impl ::cuda_driver::bytemuck::Zeroable for $rust {}

        // SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
        unsafe impl ::cuda_driver::bytemuck::Pod for $rust {}

        impl ::core::default::Default for $rust {
            #[inline]
            fn default() -> Self {
                ::cuda_driver::bytemuck::Zeroable::zeroed()
            }
        }

        ::cuda_driver::kernel_argument!($rust);
    };
}

/// `Copy` of `copy.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Copy {
    pub to: u64,
    pub from: u64,
    pub count: u32,
    pub axes: u32,
    pub axis: [Axis; 8],
}

cuda_build_structure!(Copy is "Copy", 280 aligned to 8, {
    to: u64 = 0, from: u64 = 8, count: u32 = 16, axes: u32 = 20, axis: [Axis; 8] = 24,
}, [2 * u64, 2 * u32, 8 * Axis]);

/// `Fill` of `copy.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Fill {
    pub value: Unit16,
    pub copy: Copy,
    pub unused: u64,
}

cuda_build_structure!(Fill is "Fill", 304 aligned to 16, {
    value: Unit16 = 0, copy: Copy = 16, unused: u64 = 296,
}, [1 * Unit16, 1 * Copy, 1 * u64]);

/// `Transpose` of `copy.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Transpose {
    pub to: u64,
    pub from: u64,
    pub rows: u32,
    pub columns: u32,
    pub tiles_of_rows: u32,
    pub tiles_of_columns: u32,
    pub to_column: i64,
    pub from_row: i64,
    pub axes: u32,
    pub unused: u32,
    pub axis: [Axis; 6],
}

cuda_build_structure!(Transpose is "Transpose", 248 aligned to 8, {
    to: u64 = 0, from: u64 = 8, rows: u32 = 16, columns: u32 = 20, tiles_of_rows: u32 = 24, tiles_of_columns: u32 = 28,
    to_column: i64 = 32, from_row: i64 = 40, axes: u32 = 48, unused: u32 = 52, axis: [Axis; 6] = 56,
}, [2 * u64, 6 * u32, 2 * i64, 6 * Axis]);

/// `Axis` of `copy.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Axis {
    pub len: u32,
    pub magic: u32,
    pub shift: u32,
    pub unused: u32,
    pub to: i64,
    pub from: i64,
}

cuda_build_structure!(Axis is "Axis", 32 aligned to 8, {
    len: u32 = 0, magic: u32 = 4, shift: u32 = 8, unused: u32 = 12, to: i64 = 16, from: i64 = 24,
}, [4 * u32, 2 * i64]);

/// `Unit16` of `copy.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub struct Unit16 {
    pub low: u64,
    pub high: u64,
}

cuda_build_structure!(Unit16 is "Unit16", 16 aligned to 16, {
    low: u64 = 0, high: u64 = 8,
}, [2 * u64]);

/// Properties of the kernel `ndarray_copy(Copy copy)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum NdarrayCopy {}

#[allow(missing_docs, dead_code)]
impl NdarrayCopy {
    pub const NAME: &'static ::core::ffi::CStr = c"ndarray_copy";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `ndarray_copy(Copy copy)`, for `Function::typed`.
#[allow(dead_code)]
pub type NdarrayCopyParameters = (Copy, );

/// Properties of the kernel `ndarray_fill(Fill fill)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum NdarrayFill {}

#[allow(missing_docs, dead_code)]
impl NdarrayFill {
    pub const NAME: &'static ::core::ffi::CStr = c"ndarray_fill";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `ndarray_fill(Fill fill)`, for `Function::typed`.
#[allow(dead_code)]
pub type NdarrayFillParameters = (Fill, );

/// Properties of the kernel `ndarray_transpose(Transpose transpose)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum NdarrayTranspose {}

#[allow(missing_docs, dead_code)]
impl NdarrayTranspose {
    pub const NAME: &'static ::core::ffi::CStr = c"ndarray_transpose";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 4160;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `ndarray_transpose(Transpose transpose)`, for `Function::typed`.
#[allow(dead_code)]
pub type NdarrayTransposeParameters = (Transpose, );

/// The kernels of `copy.cu`, which each driver loads when one is launched first.
///
/// # The duties of a launch
/// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
/// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
/// - The events in `launch` belong to the context of `stream`.
///
/// # The properties of a kernel
/// - `NAME`: its name in the image.
/// - `MAX_THREADS`: the maximum size of a block in each dimension, from `__launch_bounds__`.
/// - `REQUIRED_THREADS`: the required size of a block, from `__block_size__`.
/// - `MIN_BLOCKS`: the minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
/// - `STATIC_SHARED_MEMORY`: the size of the kernel's static shared memory, in bytes.
/// - `HAS_DYNAMIC_SHARED_MEMORY`: whether it uses dynamic shared memory, whose size the launch sets.
#[derive(Clone, Copy, Debug)]
pub enum Kernels {}

#[allow(clippy::too_many_arguments, clippy::missing_errors_doc, non_snake_case, dead_code)]
impl Kernels {
    /// The compiled kernels.
    pub const IMAGE: &'static str = include_str!("copy_1.ptx");

    /// The kernels, in the order of the image.
    #[inline]
    pub fn embedded() -> &'static ::cuda_driver::launch::EmbeddedKernels<3> {
        static KERNELS: ::cuda_driver::launch::EmbeddedKernels<3> = ::cuda_driver::launch::EmbeddedKernels::new(
            Kernels::IMAGE,
            [
                c"ndarray_copy",
                c"ndarray_fill",
                c"ndarray_transpose",
            ],
        );
        &KERNELS
    }

    /// Assertions in C++ that structures have the layouts of this code, and constants the values: append them to a
    /// source that something else compiles by C++11 or newer, such as NVRTC at run time.
    pub const ASSERTIONS: &'static str = r#"
#ifdef __CUDACC_RTC__
#define CUDA_BUILD_OFFSET(field, ...) (unsigned long long)__INTADDR__(&((__VA_ARGS__ *)0)->field)
#else
#define CUDA_BUILD_OFFSET(field, ...) __builtin_offsetof(__VA_ARGS__, field)
#endif
#define CUDA_BUILD_VALUE(value, ...) static_assert((unsigned long long)(__VA_ARGS__) == value, #__VA_ARGS__);
#define CUDA_BUILD_CLASS(size, alignment, ...) static_assert(sizeof(__VA_ARGS__) == size && alignof(__VA_ARGS__) == alignment, #__VA_ARGS__);
#define CUDA_BUILD_FIELD(field, offset, ...) static_assert(CUDA_BUILD_OFFSET(field, __VA_ARGS__) == offset, #__VA_ARGS__ "::" #field);
CUDA_BUILD_VALUE(256ull, THREADS) CUDA_BUILD_VALUE(1024ull, UNITS_OF_A_BLOCK) CUDA_BUILD_VALUE(8ull, KERNEL_AXES)
CUDA_BUILD_VALUE(6ull, TRANSPOSE_AXES) CUDA_BUILD_VALUE(64ull, TILE_OF_SMALL) CUDA_BUILD_VALUE(32ull, TILE_OF_LARGE)
CUDA_BUILD_VALUE(4ull, LARGEST_SMALL)
CUDA_BUILD_CLASS(280, 8, Copy) CUDA_BUILD_FIELD(to, 0, Copy) CUDA_BUILD_FIELD(from, 8, Copy)
CUDA_BUILD_FIELD(count, 16, Copy) CUDA_BUILD_FIELD(axes, 20, Copy) CUDA_BUILD_FIELD(axis, 24, Copy)
CUDA_BUILD_CLASS(304, 16, Fill) CUDA_BUILD_FIELD(value, 0, Fill) CUDA_BUILD_FIELD(copy, 16, Fill)
CUDA_BUILD_FIELD(unused, 296, Fill)
CUDA_BUILD_CLASS(248, 8, Transpose) CUDA_BUILD_FIELD(to, 0, Transpose) CUDA_BUILD_FIELD(from, 8, Transpose)
CUDA_BUILD_FIELD(rows, 16, Transpose) CUDA_BUILD_FIELD(columns, 20, Transpose)
CUDA_BUILD_FIELD(tiles_of_rows, 24, Transpose) CUDA_BUILD_FIELD(tiles_of_columns, 28, Transpose)
CUDA_BUILD_FIELD(to_column, 32, Transpose) CUDA_BUILD_FIELD(from_row, 40, Transpose)
CUDA_BUILD_FIELD(axes, 48, Transpose) CUDA_BUILD_FIELD(unused, 52, Transpose) CUDA_BUILD_FIELD(axis, 56, Transpose)
CUDA_BUILD_CLASS(32, 8, Axis) CUDA_BUILD_FIELD(len, 0, Axis) CUDA_BUILD_FIELD(magic, 4, Axis)
CUDA_BUILD_FIELD(shift, 8, Axis) CUDA_BUILD_FIELD(unused, 12, Axis) CUDA_BUILD_FIELD(to, 16, Axis)
CUDA_BUILD_FIELD(from, 24, Axis)
CUDA_BUILD_CLASS(16, 16, Unit16) CUDA_BUILD_FIELD(low, 0, Unit16) CUDA_BUILD_FIELD(high, 8, Unit16)
"#;

    /// Launches `ndarray_copy(Copy copy)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn ndarray_copy(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, copy: Copy) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[0], launch, (copy, )) }
    }

    /// The function of `ndarray_copy(Copy copy)`, with the errors of `EmbeddedKernels::on`.
    pub fn ndarray_copy_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[0])
    }

    /// Launches `ndarray_fill(Fill fill)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn ndarray_fill(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, fill: Fill) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[1], launch, (fill, )) }
    }

    /// The function of `ndarray_fill(Fill fill)`, with the errors of `EmbeddedKernels::on`.
    pub fn ndarray_fill_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[1])
    }

    /// Launches `ndarray_transpose(Transpose transpose)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn ndarray_transpose(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, transpose: Transpose) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[2], launch, (transpose, )) }
    }

    /// The function of `ndarray_transpose(Transpose transpose)`, with the errors of `EmbeddedKernels::on`.
    pub fn ndarray_transpose_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[2])
    }
}
