// Written by cuda-build, out of arrow.cu.

/// `CHUNK` of `arrow.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const CHUNK: u64 = 16384;

/// `THREADS` of `arrow.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const THREADS: u32 = 256;

/// `Kind::BYTES` of `arrow.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const BYTES: u32 = 0;

/// `Kind::BITS` of `arrow.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const BITS: u32 = 1;

/// `Kind::OFFSETS_32` of `arrow.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const OFFSETS_32: u32 = 2;

/// `Kind::OFFSETS_64` of `arrow.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const OFFSETS_64: u32 = 3;

/// `Step::ROOT` of `arrow.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const ROOT: u32 = 0;

/// `Step::LIST_32` of `arrow.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const LIST_32: u32 = 1;

/// `Step::LIST_64` of `arrow.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const LIST_64: u32 = 2;

/// `Step::FIXED` of `arrow.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const FIXED: u32 = 3;

/// `Step::NUMBER` of `arrow.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const NUMBER: u32 = 4;

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

const _: () = {
    assert!(::core::mem::size_of::<Job>() == 32, "Job doesn't have the 32 bytes of Job");
    assert!(::core::mem::align_of::<Job>() == 8, "Job is not aligned to 8 bytes as Job is");
    assert!(::core::mem::offset_of!(Job, to) == 0, "Job::to is not at byte 0, where Job::to is");
    const _: fn(&Job) -> *const u64 = |value| &raw const value.to;
    assert!(::core::mem::offset_of!(Job, from) == 8, "Job::from is not at byte 8, where Job::from is");
    const _: fn(&Job) -> *const u64 = |value| &raw const value.from;
    assert!(::core::mem::offset_of!(Job, count) == 16, "Job::count is not at byte 16, where Job::count is");
    const _: fn(&Job) -> *const u64 = |value| &raw const value.count;
    assert!(::core::mem::offset_of!(Job, first_block) == 24, "Job::first_block is not at byte 24, where Job::first_block is");
    const _: fn(&Job) -> *const u32 = |value| &raw const value.first_block;
    assert!(::core::mem::offset_of!(Job, kind) == 28, "Job::kind is not at byte 28, where Job::kind is");
    const _: fn(&Job) -> *const u8 = |value| &raw const value.kind;
    assert!(::core::mem::offset_of!(Job, bit) == 29, "Job::bit is not at byte 29, where Job::bit is");
    const _: fn(&Job) -> *const u8 = |value| &raw const value.bit;
    assert!(::core::mem::offset_of!(Job, padding) == 30, "Job::padding is not at byte 30, where Job::padding is");
    const _: fn(&Job) -> *const u16 = |value| &raw const value.padding;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(3 * plain::<u64>() + plain::<u32>() + 2 * plain::<u8>() + plain::<u16>() == 32, "Job has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Job {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Job {}

impl ::core::default::Default for Job {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Job);

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

const _: () = {
    assert!(::core::mem::size_of::<Node>() == 32, "Node doesn't have the 32 bytes of Node");
    assert!(::core::mem::align_of::<Node>() == 8, "Node is not aligned to 8 bytes as Node is");
    assert!(::core::mem::offset_of!(Node, offsets) == 0, "Node::offsets is not at byte 0, where Node::offsets is");
    const _: fn(&Node) -> *const u64 = |value| &raw const value.offsets;
    assert!(::core::mem::offset_of!(Node, limit) == 8, "Node::limit is not at byte 8, where Node::limit is");
    const _: fn(&Node) -> *const i64 = |value| &raw const value.limit;
    assert!(::core::mem::offset_of!(Node, add) == 16, "Node::add is not at byte 16, where Node::add is");
    const _: fn(&Node) -> *const i64 = |value| &raw const value.add;
    assert!(::core::mem::offset_of!(Node, parent) == 24, "Node::parent is not at byte 24, where Node::parent is");
    const _: fn(&Node) -> *const u32 = |value| &raw const value.parent;
    assert!(::core::mem::offset_of!(Node, step) == 28, "Node::step is not at byte 28, where Node::step is");
    const _: fn(&Node) -> *const u32 = |value| &raw const value.step;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(plain::<u64>() + 2 * plain::<i64>() + 2 * plain::<u32>() == 32, "Node has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Node {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Node {}

impl ::core::default::Default for Node {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Node);

/// `Range` of `arrow.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Range {
    pub start: i64,
    pub end: i64,
}

const _: () = {
    assert!(::core::mem::size_of::<Range>() == 16, "Range doesn't have the 16 bytes of Range");
    assert!(::core::mem::align_of::<Range>() == 8, "Range is not aligned to 8 bytes as Range is");
    assert!(::core::mem::offset_of!(Range, start) == 0, "Range::start is not at byte 0, where Range::start is");
    const _: fn(&Range) -> *const i64 = |value| &raw const value.start;
    assert!(::core::mem::offset_of!(Range, end) == 8, "Range::end is not at byte 8, where Range::end is");
    const _: fn(&Range) -> *const i64 = |value| &raw const value.end;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(2 * plain::<i64>() == 16, "Range has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Range {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Range {}

impl ::core::default::Default for Range {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Range);

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

const _: () = {
    assert!(::core::mem::size_of::<Jobs>() == 16, "Jobs doesn't have the 16 bytes of Jobs");
    assert!(::core::mem::align_of::<Jobs>() == 8, "Jobs is not aligned to 8 bytes as Jobs is");
    assert!(::core::mem::offset_of!(Jobs, job) == 0, "Jobs::job is not at byte 0, where Jobs::job is");
    const _: fn(&Jobs) -> *const u64 = |value| &raw const value.job;
    assert!(::core::mem::offset_of!(Jobs, count) == 8, "Jobs::count is not at byte 8, where Jobs::count is");
    const _: fn(&Jobs) -> *const u64 = |value| &raw const value.count;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(2 * plain::<u64>() == 16, "Jobs has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Jobs {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Jobs {}

impl ::core::default::Default for Jobs {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Jobs);

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

const _: () = {
    assert!(::core::mem::size_of::<Equal>() == 32, "Equal doesn't have the 32 bytes of Equal");
    assert!(::core::mem::align_of::<Equal>() == 8, "Equal is not aligned to 8 bytes as Equal is");
    assert!(::core::mem::offset_of!(Equal, a) == 0, "Equal::a is not at byte 0, where Equal::a is");
    const _: fn(&Equal) -> *const u64 = |value| &raw const value.a;
    assert!(::core::mem::offset_of!(Equal, b) == 8, "Equal::b is not at byte 8, where Equal::b is");
    const _: fn(&Equal) -> *const u64 = |value| &raw const value.b;
    assert!(::core::mem::offset_of!(Equal, count) == 16, "Equal::count is not at byte 16, where Equal::count is");
    const _: fn(&Equal) -> *const u64 = |value| &raw const value.count;
    assert!(::core::mem::offset_of!(Equal, differ) == 24, "Equal::differ is not at byte 24, where Equal::differ is");
    const _: fn(&Equal) -> *const u64 = |value| &raw const value.differ;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(4 * plain::<u64>() == 32, "Equal has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Equal {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Equal {}

impl ::core::default::Default for Equal {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Equal);

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

const _: () = {
    assert!(::core::mem::size_of::<Resolve>() == 32, "Resolve doesn't have the 32 bytes of Resolve");
    assert!(::core::mem::align_of::<Resolve>() == 8, "Resolve is not aligned to 8 bytes as Resolve is");
    assert!(::core::mem::offset_of!(Resolve, node) == 0, "Resolve::node is not at byte 0, where Resolve::node is");
    const _: fn(&Resolve) -> *const u64 = |value| &raw const value.node;
    assert!(::core::mem::offset_of!(Resolve, first) == 8, "Resolve::first is not at byte 8, where Resolve::first is");
    const _: fn(&Resolve) -> *const u64 = |value| &raw const value.first;
    assert!(::core::mem::offset_of!(Resolve, range) == 16, "Resolve::range is not at byte 16, where Resolve::range is");
    const _: fn(&Resolve) -> *const u64 = |value| &raw const value.range;
    assert!(::core::mem::offset_of!(Resolve, columns) == 24, "Resolve::columns is not at byte 24, where Resolve::columns is");
    const _: fn(&Resolve) -> *const u64 = |value| &raw const value.columns;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(4 * plain::<u64>() == 32, "Resolve has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Resolve {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Resolve {}

impl ::core::default::Default for Resolve {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Resolve);

/// Properties of the kernel `arrow_move(Jobs jobs)`.
#[derive(Clone, Copy, Debug)]
pub enum ArrowMove {}

#[allow(dead_code)]
impl ArrowMove {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"arrow_move";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `arrow_move(Jobs jobs)`, for `Function::typed`.
#[allow(dead_code)]
pub type ArrowMoveParameters = (Jobs, );

/// Properties of the kernel `arrow_count(Jobs jobs)`.
#[derive(Clone, Copy, Debug)]
pub enum ArrowCount {}

#[allow(dead_code)]
impl ArrowCount {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"arrow_count";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 32;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `arrow_count(Jobs jobs)`, for `Function::typed`.
#[allow(dead_code)]
pub type ArrowCountParameters = (Jobs, );

/// Properties of the kernel `arrow_equal(Equal equal)`.
#[derive(Clone, Copy, Debug)]
pub enum ArrowEqual {}

#[allow(dead_code)]
impl ArrowEqual {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"arrow_equal";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `arrow_equal(Equal equal)`, for `Function::typed`.
#[allow(dead_code)]
pub type ArrowEqualParameters = (Equal, );

/// Properties of the kernel `arrow_resolve(Resolve resolve)`.
#[derive(Clone, Copy, Debug)]
pub enum ArrowResolve {}

#[allow(dead_code)]
impl ArrowResolve {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"arrow_resolve";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `arrow_resolve(Resolve resolve)`, for `Function::typed`.
#[allow(dead_code)]
pub type ArrowResolveParameters = (Resolve, );

/// The kernels of `arrow.cu`, which each driver loads when one is launched first.
#[derive(Clone, Copy, Debug)]
pub enum Kernels {}

#[allow(clippy::too_many_arguments, clippy::missing_safety_doc, non_snake_case, dead_code)]
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
static_assert((unsigned long long)(CHUNK) == 16384ull, "CHUNK");
static_assert((unsigned long long)(THREADS) == 256ull, "THREADS");
static_assert((unsigned long long)(Kind::BYTES) == 0ull, "Kind::BYTES");
static_assert((unsigned long long)(Kind::BITS) == 1ull, "Kind::BITS");
static_assert((unsigned long long)(Kind::OFFSETS_32) == 2ull, "Kind::OFFSETS_32");
static_assert((unsigned long long)(Kind::OFFSETS_64) == 3ull, "Kind::OFFSETS_64");
static_assert((unsigned long long)(Step::ROOT) == 0ull, "Step::ROOT");
static_assert((unsigned long long)(Step::LIST_32) == 1ull, "Step::LIST_32");
static_assert((unsigned long long)(Step::LIST_64) == 2ull, "Step::LIST_64");
static_assert((unsigned long long)(Step::FIXED) == 3ull, "Step::FIXED");
static_assert((unsigned long long)(Step::NUMBER) == 4ull, "Step::NUMBER");
static_assert(sizeof(Job) == 32 && alignof(Job) == 8, "Job");
static_assert(CUDA_BUILD_OFFSET(to, Job) == 0, "Job::to");
static_assert(CUDA_BUILD_OFFSET(from, Job) == 8, "Job::from");
static_assert(CUDA_BUILD_OFFSET(count, Job) == 16, "Job::count");
static_assert(CUDA_BUILD_OFFSET(first_block, Job) == 24, "Job::first_block");
static_assert(CUDA_BUILD_OFFSET(kind, Job) == 28, "Job::kind");
static_assert(CUDA_BUILD_OFFSET(bit, Job) == 29, "Job::bit");
static_assert(CUDA_BUILD_OFFSET(padding, Job) == 30, "Job::padding");
static_assert(sizeof(Node) == 32 && alignof(Node) == 8, "Node");
static_assert(CUDA_BUILD_OFFSET(offsets, Node) == 0, "Node::offsets");
static_assert(CUDA_BUILD_OFFSET(limit, Node) == 8, "Node::limit");
static_assert(CUDA_BUILD_OFFSET(add, Node) == 16, "Node::add");
static_assert(CUDA_BUILD_OFFSET(parent, Node) == 24, "Node::parent");
static_assert(CUDA_BUILD_OFFSET(step, Node) == 28, "Node::step");
static_assert(sizeof(Range) == 16 && alignof(Range) == 8, "Range");
static_assert(CUDA_BUILD_OFFSET(start, Range) == 0, "Range::start");
static_assert(CUDA_BUILD_OFFSET(end, Range) == 8, "Range::end");
static_assert(sizeof(Kind) == 4 && alignof(Kind) == 4, "Kind");
static_assert(sizeof(Step) == 4 && alignof(Step) == 4, "Step");
static_assert(sizeof(Jobs) == 16 && alignof(Jobs) == 8, "Jobs");
static_assert(CUDA_BUILD_OFFSET(job, Jobs) == 0, "Jobs::job");
static_assert(CUDA_BUILD_OFFSET(count, Jobs) == 8, "Jobs::count");
static_assert(sizeof(Equal) == 32 && alignof(Equal) == 8, "Equal");
static_assert(CUDA_BUILD_OFFSET(a, Equal) == 0, "Equal::a");
static_assert(CUDA_BUILD_OFFSET(b, Equal) == 8, "Equal::b");
static_assert(CUDA_BUILD_OFFSET(count, Equal) == 16, "Equal::count");
static_assert(CUDA_BUILD_OFFSET(differ, Equal) == 24, "Equal::differ");
static_assert(sizeof(Resolve) == 32 && alignof(Resolve) == 8, "Resolve");
static_assert(CUDA_BUILD_OFFSET(node, Resolve) == 0, "Resolve::node");
static_assert(CUDA_BUILD_OFFSET(first, Resolve) == 8, "Resolve::first");
static_assert(CUDA_BUILD_OFFSET(range, Resolve) == 16, "Resolve::range");
static_assert(CUDA_BUILD_OFFSET(columns, Resolve) == 24, "Resolve::columns");
"#;

    /// Launches `arrow_move(Jobs jobs)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn arrow_move(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, jobs: Jobs) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[0], launch, (jobs, )) }
    }

    /// The function of `arrow_move(Jobs jobs)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn arrow_move_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[0])
    }

    /// Launches `arrow_count(Jobs jobs)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn arrow_count(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, jobs: Jobs) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[1], launch, (jobs, )) }
    }

    /// The function of `arrow_count(Jobs jobs)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn arrow_count_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[1])
    }

    /// Launches `arrow_equal(Equal equal)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn arrow_equal(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, equal: Equal) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[2], launch, (equal, )) }
    }

    /// The function of `arrow_equal(Equal equal)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn arrow_equal_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[2])
    }

    /// Launches `arrow_resolve(Resolve resolve)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn arrow_resolve(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, resolve: Resolve) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[3], launch, (resolve, )) }
    }

    /// The function of `arrow_resolve(Resolve resolve)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn arrow_resolve_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[3])
    }
}
