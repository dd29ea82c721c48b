// Written by cuda-build, out of arrow.cu.

#[allow(unused_imports)]
pub use self::kernels_constants::*;

#[allow(non_upper_case_globals, dead_code, unused_imports)]
mod kernels_constants {
    use super::*;

    /// `CHUNK` of `arrow.cu`.
    pub const CHUNK: u64 = 16384;
    /// `THREADS` of `arrow.cu`.
    pub const THREADS: u32 = 256;
    /// `Kind::BYTES` of `arrow.cu`.
    pub const BYTES: u32 = 0;
    /// `Kind::BITS` of `arrow.cu`.
    pub const BITS: u32 = 1;
    /// `Kind::OFFSETS_32` of `arrow.cu`.
    pub const OFFSETS_32: u32 = 2;
    /// `Kind::OFFSETS_64` of `arrow.cu`.
    pub const OFFSETS_64: u32 = 3;
    /// `Step::ROOT` of `arrow.cu`.
    pub const ROOT: u32 = 0;
    /// `Step::LIST_32` of `arrow.cu`.
    pub const LIST_32: u32 = 1;
    /// `Step::LIST_64` of `arrow.cu`.
    pub const LIST_64: u32 = 2;
    /// `Step::FIXED` of `arrow.cu`.
    pub const FIXED: u32 = 3;
    /// `Step::NUMBER` of `arrow.cu`.
    pub const NUMBER: u32 = 4;
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

/// `Job` of `arrow.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Job {
    pub to: u64,
    pub from: u64,
    pub count: u64,
    pub first_block: u32,
    pub kind: u8,
    pub bit: u8,
    pub padding: u16,
}

cuda_build_structure!(Job is "Job", 32 aligned to 8, {
    to: u64 = 0, from: u64 = 8, count: u64 = 16, first_block: u32 = 24, kind: u8 = 28, bit: u8 = 29, padding: u16 = 30,
}, [3 * u64, 1 * u32, 2 * u8, 1 * u16]);

/// `Node` of `arrow.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Node {
    pub offsets: u64,
    pub limit: i64,
    pub add: i64,
    pub parent: u32,
    pub step: u32,
}

cuda_build_structure!(Node is "Node", 32 aligned to 8, {
    offsets: u64 = 0, limit: i64 = 8, add: i64 = 16, parent: u32 = 24, step: u32 = 28,
}, [1 * u64, 2 * i64, 2 * u32]);

/// `Range` of `arrow.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Range {
    pub start: i64,
    pub end: i64,
}

cuda_build_structure!(Range is "Range", 16 aligned to 8, {
    start: i64 = 0, end: i64 = 8,
}, [2 * i64]);

const _: () = {
    assert!(::core::mem::size_of::<u32>() == 4, "u32 doesn't have the 4 bytes of Kind");
    assert!(::core::mem::align_of::<u32>() == 4, "u32 is not aligned to 4 bytes as Kind is");
};

const _: () = {
    assert!(::core::mem::size_of::<u32>() == 4, "u32 doesn't have the 4 bytes of Step");
    assert!(::core::mem::align_of::<u32>() == 4, "u32 is not aligned to 4 bytes as Step is");
};

/// `Jobs` of `arrow.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Jobs {
    pub job: u64,
    pub count: u64,
}

cuda_build_structure!(Jobs is "Jobs", 16 aligned to 8, {
    job: u64 = 0, count: u64 = 8,
}, [2 * u64]);

/// `Equal` of `arrow.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Equal {
    pub a: u64,
    pub b: u64,
    pub count: u64,
    pub differ: u64,
}

cuda_build_structure!(Equal is "Equal", 32 aligned to 8, {
    a: u64 = 0, b: u64 = 8, count: u64 = 16, differ: u64 = 24,
}, [4 * u64]);

/// `Resolve` of `arrow.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Resolve {
    pub node: u64,
    pub first: u64,
    pub range: u64,
    pub columns: u64,
}

cuda_build_structure!(Resolve is "Resolve", 32 aligned to 8, {
    node: u64 = 0, first: u64 = 8, range: u64 = 16, columns: u64 = 24,
}, [4 * u64]);

/// Properties of the kernel `arrow_move(Jobs jobs)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum ArrowMove {}

#[allow(missing_docs, dead_code)]
impl ArrowMove {
    pub const NAME: &'static ::core::ffi::CStr = c"arrow_move";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `arrow_move(Jobs jobs)`, for `Function::typed`.
#[allow(dead_code)]
pub type ArrowMoveParameters = (Jobs, );

/// Properties of the kernel `arrow_count(Jobs jobs)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum ArrowCount {}

#[allow(missing_docs, dead_code)]
impl ArrowCount {
    pub const NAME: &'static ::core::ffi::CStr = c"arrow_count";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 32;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `arrow_count(Jobs jobs)`, for `Function::typed`.
#[allow(dead_code)]
pub type ArrowCountParameters = (Jobs, );

/// Properties of the kernel `arrow_equal(Equal equal)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum ArrowEqual {}

#[allow(missing_docs, dead_code)]
impl ArrowEqual {
    pub const NAME: &'static ::core::ffi::CStr = c"arrow_equal";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `arrow_equal(Equal equal)`, for `Function::typed`.
#[allow(dead_code)]
pub type ArrowEqualParameters = (Equal, );

/// Properties of the kernel `arrow_resolve(Resolve resolve)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum ArrowResolve {}

#[allow(missing_docs, dead_code)]
impl ArrowResolve {
    pub const NAME: &'static ::core::ffi::CStr = c"arrow_resolve";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `arrow_resolve(Resolve resolve)`, for `Function::typed`.
#[allow(dead_code)]
pub type ArrowResolveParameters = (Resolve, );

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

#[allow(clippy::too_many_arguments, clippy::missing_errors_doc, non_snake_case, dead_code)]
impl Kernels {
    /// The compiled kernels.
    pub const IMAGE: &'static str = include_str!("arrow.ptx");

    /// The kernels, in the order of the image.
    #[inline]
    pub fn embedded() -> &'static ::cuda_driver::launch::EmbeddedKernels<4> {
        static KERNELS: ::cuda_driver::launch::EmbeddedKernels<4> = ::cuda_driver::launch::EmbeddedKernels::new(
            Kernels::IMAGE,
            [
                c"arrow_move",
                c"arrow_count",
                c"arrow_equal",
                c"arrow_resolve",
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
CUDA_BUILD_VALUE(16384ull, CHUNK) CUDA_BUILD_VALUE(256ull, THREADS) CUDA_BUILD_VALUE(0ull, Kind::BYTES)
CUDA_BUILD_VALUE(1ull, Kind::BITS) CUDA_BUILD_VALUE(2ull, Kind::OFFSETS_32) CUDA_BUILD_VALUE(3ull, Kind::OFFSETS_64)
CUDA_BUILD_VALUE(0ull, Step::ROOT) CUDA_BUILD_VALUE(1ull, Step::LIST_32) CUDA_BUILD_VALUE(2ull, Step::LIST_64)
CUDA_BUILD_VALUE(3ull, Step::FIXED) CUDA_BUILD_VALUE(4ull, Step::NUMBER)
CUDA_BUILD_CLASS(32, 8, Job) CUDA_BUILD_FIELD(to, 0, Job) CUDA_BUILD_FIELD(from, 8, Job)
CUDA_BUILD_FIELD(count, 16, Job) CUDA_BUILD_FIELD(first_block, 24, Job) CUDA_BUILD_FIELD(kind, 28, Job)
CUDA_BUILD_FIELD(bit, 29, Job) CUDA_BUILD_FIELD(padding, 30, Job)
CUDA_BUILD_CLASS(32, 8, Node) CUDA_BUILD_FIELD(offsets, 0, Node) CUDA_BUILD_FIELD(limit, 8, Node)
CUDA_BUILD_FIELD(add, 16, Node) CUDA_BUILD_FIELD(parent, 24, Node) CUDA_BUILD_FIELD(step, 28, Node)
CUDA_BUILD_CLASS(16, 8, Range) CUDA_BUILD_FIELD(start, 0, Range) CUDA_BUILD_FIELD(end, 8, Range)
CUDA_BUILD_CLASS(4, 4, Kind)
CUDA_BUILD_CLASS(4, 4, Step)
CUDA_BUILD_CLASS(16, 8, Jobs) CUDA_BUILD_FIELD(job, 0, Jobs) CUDA_BUILD_FIELD(count, 8, Jobs)
CUDA_BUILD_CLASS(32, 8, Equal) CUDA_BUILD_FIELD(a, 0, Equal) CUDA_BUILD_FIELD(b, 8, Equal)
CUDA_BUILD_FIELD(count, 16, Equal) CUDA_BUILD_FIELD(differ, 24, Equal)
CUDA_BUILD_CLASS(32, 8, Resolve) CUDA_BUILD_FIELD(node, 0, Resolve) CUDA_BUILD_FIELD(first, 8, Resolve)
CUDA_BUILD_FIELD(range, 16, Resolve) CUDA_BUILD_FIELD(columns, 24, Resolve)
"#;

    /// Launches `arrow_move(Jobs jobs)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn arrow_move(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, jobs: Jobs) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[0], launch, (jobs, )) }
    }

    /// The function of `arrow_move(Jobs jobs)`, with the errors of `EmbeddedKernels::on`.
    pub fn arrow_move_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[0])
    }

    /// Launches `arrow_count(Jobs jobs)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn arrow_count(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, jobs: Jobs) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[1], launch, (jobs, )) }
    }

    /// The function of `arrow_count(Jobs jobs)`, with the errors of `EmbeddedKernels::on`.
    pub fn arrow_count_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[1])
    }

    /// Launches `arrow_equal(Equal equal)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn arrow_equal(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, equal: Equal) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[2], launch, (equal, )) }
    }

    /// The function of `arrow_equal(Equal equal)`, with the errors of `EmbeddedKernels::on`.
    pub fn arrow_equal_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[2])
    }

    /// Launches `arrow_resolve(Resolve resolve)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn arrow_resolve(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, resolve: Resolve) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[3], launch, (resolve, )) }
    }

    /// The function of `arrow_resolve(Resolve resolve)`, with the errors of `EmbeddedKernels::on`.
    pub fn arrow_resolve_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[3])
    }
}
