// Written by cuda-build, out of arrow.cu.

::cuda_driver::built_constants! { kernels_constants of "arrow.cu" {
    "CHUNK" => pub const CHUNK: u64 = 16384;
    "THREADS" => pub const THREADS: u32 = 256;
    "Kind::BYTES" => pub const BYTES: u32 = 0;
    "Kind::BITS" => pub const BITS: u32 = 1;
    "Kind::OFFSETS_32" => pub const OFFSETS_32: u32 = 2;
    "Kind::OFFSETS_64" => pub const OFFSETS_64: u32 = 3;
    "Step::ROOT" => pub const ROOT: u32 = 0;
    "Step::LIST_32" => pub const LIST_32: u32 = 1;
    "Step::LIST_64" => pub const LIST_64: u32 = 2;
    "Step::FIXED" => pub const FIXED: u32 = 3;
    "Step::NUMBER" => pub const NUMBER: u32 = 4;
} }

::cuda_driver::built_structure! { "Job" of "arrow.cu", 32 bytes aligned to 8:
#[repr(C)]
pub struct Job {
    to: u64 = 0, from: u64 = 8, count: u64 = 16, first_block: u32 = 24, kind: u8 = 28, bit: u8 = 29, padding: u16 = 30,
} }

::cuda_driver::built_structure! { "Node" of "arrow.cu", 32 bytes aligned to 8:
#[repr(C)]
pub struct Node {
    offsets: u64 = 0, len: i64 = 8, offset: i64 = 16, parent: u32 = 24, step: u32 = 28,
} }

::cuda_driver::built_structure! { "Range" of "arrow.cu", 16 bytes aligned to 8:
#[repr(C)]
pub struct Range {
    start: i64 = 0, end: i64 = 8,
} }

const _: () = {
    assert!(::core::mem::size_of::<u32>() == 4, "u32 doesn't have the 4 bytes of Kind");
    assert!(::core::mem::align_of::<u32>() == 4, "u32 is not aligned to 4 bytes as Kind is");
};

const _: () = {
    assert!(::core::mem::size_of::<u32>() == 4, "u32 doesn't have the 4 bytes of Step");
    assert!(::core::mem::align_of::<u32>() == 4, "u32 is not aligned to 4 bytes as Step is");
};

::cuda_driver::built_structure! { "Jobs" of "arrow.cu", 16 bytes aligned to 8:
#[repr(C)]
pub struct Jobs {
    job: u64 = 0, count: u64 = 8,
} }

::cuda_driver::built_structure! { "Equal" of "arrow.cu", 32 bytes aligned to 8:
#[repr(C)]
pub struct Equal {
    a: u64 = 0, b: u64 = 8, count: u64 = 16, differ: u64 = 24,
} }

::cuda_driver::built_structure! { "Resolve" of "arrow.cu", 32 bytes aligned to 8:
#[repr(C)]
pub struct Resolve {
    node: u64 = 0, first: u64 = 8, range: u64 = 16, columns: u64 = 24,
} }

::cuda_driver::built_kernel! { "arrow_move(Jobs jobs)" of Kernels[0], ArrowMove {
    NAME: c"arrow_move", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type ArrowMoveParameters = (Jobs, );
fn arrow_move(jobs: Jobs) { (jobs, ) }
fn arrow_move_function }

::cuda_driver::built_kernel! { "arrow_count(Jobs jobs)" of Kernels[1], ArrowCount {
    NAME: c"arrow_count", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 32, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type ArrowCountParameters = (Jobs, );
fn arrow_count(jobs: Jobs) { (jobs, ) }
fn arrow_count_function }

::cuda_driver::built_kernel! { "arrow_equal(Equal equal)" of Kernels[2], ArrowEqual {
    NAME: c"arrow_equal", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type ArrowEqualParameters = (Equal, );
fn arrow_equal(equal: Equal) { (equal, ) }
fn arrow_equal_function }

::cuda_driver::built_kernel! { "arrow_resolve(Resolve resolve)" of Kernels[3], ArrowResolve {
    NAME: c"arrow_resolve", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type ArrowResolveParameters = (Resolve, );
fn arrow_resolve(resolve: Resolve) { (resolve, ) }
fn arrow_resolve_function }

/// The kernels of `arrow.cu`, which each driver loads when one is launched first.
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
    pub const IMAGE: &'static str = include_str!("arrow.ptx");

    /// The kernels, in the order of the image.
    #[inline]
    pub fn embedded() -> &'static ::cuda_driver::launch::EmbeddedKernels<4> {
        static KERNELS: ::cuda_driver::launch::EmbeddedKernels<4> =
            ::cuda_driver::launch::EmbeddedKernels::new(Kernels::IMAGE, [
                ArrowMove::NAME,
                ArrowCount::NAME,
                ArrowEqual::NAME,
                ArrowResolve::NAME,
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
CUDA_BUILD_VALUE(16384ull, CHUNK) CUDA_BUILD_VALUE(256ull, THREADS) CUDA_BUILD_VALUE(0ull, Kind::BYTES)
CUDA_BUILD_VALUE(1ull, Kind::BITS) CUDA_BUILD_VALUE(2ull, Kind::OFFSETS_32) CUDA_BUILD_VALUE(3ull, Kind::OFFSETS_64)
CUDA_BUILD_VALUE(0ull, Step::ROOT) CUDA_BUILD_VALUE(1ull, Step::LIST_32) CUDA_BUILD_VALUE(2ull, Step::LIST_64)
CUDA_BUILD_VALUE(3ull, Step::FIXED) CUDA_BUILD_VALUE(4ull, Step::NUMBER)
CUDA_BUILD_CLASS(32, 8, Job) CUDA_BUILD_FIELD(to, 0, Job) CUDA_BUILD_FIELD(from, 8, Job)
CUDA_BUILD_FIELD(count, 16, Job) CUDA_BUILD_FIELD(first_block, 24, Job) CUDA_BUILD_FIELD(kind, 28, Job)
CUDA_BUILD_FIELD(bit, 29, Job) CUDA_BUILD_FIELD(padding, 30, Job)
CUDA_BUILD_CLASS(32, 8, Node) CUDA_BUILD_FIELD(offsets, 0, Node) CUDA_BUILD_FIELD(len, 8, Node)
CUDA_BUILD_FIELD(offset, 16, Node) CUDA_BUILD_FIELD(parent, 24, Node) CUDA_BUILD_FIELD(step, 28, Node)
CUDA_BUILD_CLASS(16, 8, Range) CUDA_BUILD_FIELD(start, 0, Range) CUDA_BUILD_FIELD(end, 8, Range)
CUDA_BUILD_CLASS(4, 4, Kind)
CUDA_BUILD_CLASS(4, 4, Step)
CUDA_BUILD_CLASS(16, 8, Jobs) CUDA_BUILD_FIELD(job, 0, Jobs) CUDA_BUILD_FIELD(count, 8, Jobs)
CUDA_BUILD_CLASS(32, 8, Equal) CUDA_BUILD_FIELD(a, 0, Equal) CUDA_BUILD_FIELD(b, 8, Equal)
CUDA_BUILD_FIELD(count, 16, Equal) CUDA_BUILD_FIELD(differ, 24, Equal)
CUDA_BUILD_CLASS(32, 8, Resolve) CUDA_BUILD_FIELD(node, 0, Resolve) CUDA_BUILD_FIELD(first, 8, Resolve)
CUDA_BUILD_FIELD(range, 16, Resolve) CUDA_BUILD_FIELD(columns, 24, Resolve)
"#;
}
