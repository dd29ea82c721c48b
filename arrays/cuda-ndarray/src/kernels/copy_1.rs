// Written by cuda-build, out of copy.cu.

::cuda_driver::built_constants! { kernels_constants of "copy.cu" {
    "THREADS" => pub const THREADS: u32 = 256;
    "UNITS_OF_A_BLOCK" => pub const UNITS_OF_A_BLOCK: u32 = 1024;
    "KERNEL_AXES" => pub const KERNEL_AXES: usize = 8;
    "TRANSPOSE_AXES" => pub const TRANSPOSE_AXES: usize = 6;
    "TILE_OF_SMALL" => pub const TILE_OF_SMALL: usize = 64;
    "TILE_OF_LARGE" => pub const TILE_OF_LARGE: usize = 32;
    "LARGEST_SMALL" => pub const LARGEST_SMALL: usize = 4;
} }

::cuda_driver::built_structure! { "Copy" of "copy.cu", 280 bytes aligned to 8:
#[repr(C)]
pub struct Copy {
    to: u64 = 0, from: u64 = 8, count: u32 = 16, axes: u32 = 20, axis: [Axis; 8] = 24,
} }

::cuda_driver::built_structure! { "Fill" of "copy.cu", 304 bytes aligned to 16:
#[repr(C)]
pub struct Fill {
    value: Unit16 = 0, copy: Copy = 16, unused: u64 = 296,
} }

::cuda_driver::built_structure! { "Transpose" of "copy.cu", 248 bytes aligned to 8:
#[repr(C)]
pub struct Transpose {
    to: u64 = 0, from: u64 = 8, rows: u32 = 16, columns: u32 = 20, tiles_of_rows: u32 = 24, tiles_of_columns: u32 = 28,
    to_column: i64 = 32, from_row: i64 = 40, axes: u32 = 48, unused: u32 = 52, axis: [Axis; 6] = 56,
} }

::cuda_driver::built_structure! { "Axis" of "copy.cu", 32 bytes aligned to 8:
#[repr(C)]
pub struct Axis {
    len: u32 = 0, magic: u32 = 4, shift: u32 = 8, unused: u32 = 12, to: i64 = 16, from: i64 = 24,
} }

::cuda_driver::built_structure! { "Unit16" of "copy.cu", 16 bytes aligned to 16:
#[repr(C, align(16))]
pub struct Unit16 {
    low: u64 = 0, high: u64 = 8,
} }

::cuda_driver::built_kernel! { "ndarray_copy(Copy copy)" of Kernels[0], NdarrayCopy {
    NAME: c"ndarray_copy", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type NdarrayCopyParameters = (Copy, );
fn ndarray_copy(copy: Copy) { (copy, ) }
fn ndarray_copy_function }

::cuda_driver::built_kernel! { "ndarray_fill(Fill fill)" of Kernels[1], NdarrayFill {
    NAME: c"ndarray_fill", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type NdarrayFillParameters = (Fill, );
fn ndarray_fill(fill: Fill) { (fill, ) }
fn ndarray_fill_function }

::cuda_driver::built_kernel! { "ndarray_transpose(Transpose transpose)" of Kernels[2], NdarrayTranspose {
    NAME: c"ndarray_transpose", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 4160, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type NdarrayTransposeParameters = (Transpose, );
fn ndarray_transpose(transpose: Transpose) { (transpose, ) }
fn ndarray_transpose_function }

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

#[allow(clippy::missing_errors_doc, non_snake_case, dead_code)]
impl Kernels {
    /// The compiled kernels.
    pub const IMAGE: &'static str = include_str!("copy_1.ptx");

    /// The kernels, in the order of the image.
    #[inline]
    pub fn embedded() -> &'static ::cuda_driver::launch::EmbeddedKernels<3> {
        static KERNELS: ::cuda_driver::launch::EmbeddedKernels<3> =
            ::cuda_driver::launch::EmbeddedKernels::new(Kernels::IMAGE, [
                NdarrayCopy::NAME,
                NdarrayFill::NAME,
                NdarrayTranspose::NAME,
            ]);
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
}
