// Written by cuda-build, out of arguments.cuh.

#[allow(unused_imports)]
pub use self::arguments_constants::*;

#[allow(non_upper_case_globals, dead_code, unused_imports)]
mod arguments_constants {
    use super::*;

    /// `THREADS` of `arguments.cuh`.
    pub const THREADS: u32 = 256;
    /// `TILE` of `arguments.cuh`.
    pub const TILE: usize = 1024;
    /// `SPREAD_TILE` of `arguments.cuh`.
    pub const SPREAD_TILE: usize = 2048;
    /// `BITS_TILE` of `arguments.cuh`.
    pub const BITS_TILE: usize = 8192;
    /// `BLOCK_LISTS` of `arguments.cuh`.
    pub const BLOCK_LISTS: usize = 2048;
    /// `WARP_LIMIT` of `arguments.cuh`.
    pub const WARP_LIMIT: usize = 256;
    /// `LIMIT` of `arguments.cuh`.
    pub const LIMIT: usize = 2048;
    /// `DIRECT_ITEMS` of `arguments.cuh`.
    pub const DIRECT_ITEMS: usize = 16;
    /// `KEYED_ITEMS` of `arguments.cuh`.
    pub const KEYED_ITEMS: usize = 8;
    /// `MOST_LEVELS` of `arguments.cuh`.
    pub const MOST_LEVELS: usize = 64;
    /// `OPERANDS` of `arguments.cuh`.
    pub const OPERANDS: usize = 16;
    /// `Form::AFFINE` of `arguments.cuh`.
    pub const AFFINE: i32 = 0;
    /// `Form::INT_8` of `arguments.cuh`.
    pub const INT_8: i32 = 1;
    /// `Form::UINT_8` of `arguments.cuh`.
    pub const UINT_8: i32 = 2;
    /// `Form::INT_16` of `arguments.cuh`.
    pub const INT_16: i32 = 3;
    /// `Form::UINT_16` of `arguments.cuh`.
    pub const UINT_16: i32 = 4;
    /// `Form::INT_32` of `arguments.cuh`.
    pub const INT_32: i32 = 5;
    /// `Form::UINT_32` of `arguments.cuh`.
    pub const UINT_32: i32 = 6;
    /// `Form::INT_64` of `arguments.cuh`.
    pub const INT_64: i32 = 7;
    /// `Form::BIT` of `arguments.cuh`.
    pub const BIT: i32 = 8;
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

const _: () = {
    assert!(::core::mem::size_of::<i32>() == 4, "i32 doesn't have the 4 bytes of Form");
    assert!(::core::mem::align_of::<i32>() == 4, "i32 is not aligned to 4 bytes as Form is");
};

/// `Ix` of `arguments.cuh`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Ix {
    pub p: u64,
    pub a: i64,
    pub b: i64,
    pub kind: i32,
    pub unused: i32,
}

cuda_build_structure!(Ix is "Ix", 32 aligned to 8, {
    p: u64 = 0, a: i64 = 8, b: i64 = 16, kind: i32 = 24, unused: i32 = 28,
}, [1 * u64, 2 * i64, 2 * i32]);

/// `Args` of `arguments.cuh`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Args {
    pub a: Ix,
    pub b: Ix,
    pub c: Ix,
    pub d: Ix,
    pub e: Ix,
    pub f: Ix,
    pub p: i64,
    pub q: i64,
    pub r: i64,
    pub s: i64,
    pub o0: u64,
    pub o1: u64,
    pub o2: u64,
    pub o3: u64,
    pub report: u64,
    pub n: i64,
    pub total: i64,
    pub offsets: Ix,
}

cuda_build_structure!(Args is "Args", 312 aligned to 8, {
    a: Ix = 0, b: Ix = 32, c: Ix = 64, d: Ix = 96, e: Ix = 128, f: Ix = 160, p: i64 = 192, q: i64 = 200, r: i64 = 208,
    s: i64 = 216, o0: u64 = 224, o1: u64 = 232, o2: u64 = 240, o3: u64 = 248, report: u64 = 256, n: i64 = 264,
    total: i64 = 272, offsets: Ix = 280,
}, [7 * Ix, 6 * i64, 5 * u64]);

/// `Tiles` of `arguments.cuh`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Tiles {
    pub words: u64,
    pub epoch: u64,
    pub host: u64,
}

cuda_build_structure!(Tiles is "Tiles", 24 aligned to 8, {
    words: u64 = 0, epoch: u64 = 8, host: u64 = 16,
}, [3 * u64]);

/// `Check` of `arguments.cuh`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Check {
    pub a: Ix,
    pub b: Ix,
    pub tags: u64,
    pub word: u64,
    pub report: u64,
    pub there: i64,
    pub fixed: i64,
    pub times: i64,
    pub contents: i64,
}

cuda_build_structure!(Check is "Check", 120 aligned to 8, {
    a: Ix = 0, b: Ix = 32, tags: u64 = 64, word: u64 = 72, report: u64 = 80, there: i64 = 88, fixed: i64 = 96,
    times: i64 = 104, contents: i64 = 112,
}, [2 * Ix, 3 * u64, 4 * i64]);

/// `Level` of `arguments.cuh`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Level {
    pub a: u64,
    pub b: u64,
    pub n: i64,
    pub kind_a: i32,
    pub kind_b: i32,
    pub block: i64,
}

cuda_build_structure!(Level is "Level", 40 aligned to 8, {
    a: u64 = 0, b: u64 = 8, n: i64 = 16, kind_a: i32 = 24, kind_b: i32 = 28, block: i64 = 32,
}, [2 * u64, 2 * i64, 2 * i32]);

/// `Levels` of `arguments.cuh`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Levels {
    pub levels: [Level; 64],
    pub report: u64,
    pub count: i64,
}

cuda_build_structure!(Levels is "Levels", 2576 aligned to 8, {
    levels: [Level; 64] = 0, report: u64 = 2560, count: i64 = 2568,
}, [64 * Level, 1 * u64, 1 * i64]);

/// `Parse` of `arguments.cuh`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Parse {
    pub starts: Ix,
    pub stops: Ix,
    pub bytes: Ix,
    pub n: i64,
    pub out: u64,
    pub report: u64,
}

cuda_build_structure!(Parse is "Parse", 120 aligned to 8, {
    starts: Ix = 0, stops: Ix = 32, bytes: Ix = 64, n: i64 = 96, out: u64 = 104, report: u64 = 112,
}, [3 * Ix, 1 * i64, 2 * u64]);

/// `Pass` of `arguments.cuh`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Pass {
    pub keys: u64,
    pub positions: u64,
    pub to_keys: u64,
    pub to_positions: u64,
    pub counts: u64,
    pub n: i64,
    pub shift: i32,
    pub unused: i32,
}

cuda_build_structure!(Pass is "Pass", 56 aligned to 8, {
    keys: u64 = 0, positions: u64 = 8, to_keys: u64 = 16, to_positions: u64 = 24, counts: u64 = 32, n: i64 = 40,
    shift: i32 = 48, unused: i32 = 52,
}, [5 * u64, 1 * i64, 2 * i32]);

/// `Reduce` of `arguments.cuh`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Reduce {
    pub data: u64,
    pub index: Ix,
    pub place: Ix,
    pub offsets: Ix,
    pub n: i64,
    pub total: i64,
    pub out: u64,
    pub filled: u64,
    pub carry: u64,
    pub head: u64,
    pub carry_list: u64,
    pub blocks: i64,
}

cuda_build_structure!(Reduce is "Reduce", 168 aligned to 8, {
    data: u64 = 0, index: Ix = 8, place: Ix = 40, offsets: Ix = 72, n: i64 = 104, total: i64 = 112, out: u64 = 120,
    filled: u64 = 128, carry: u64 = 136, head: u64 = 144, carry_list: u64 = 152, blocks: i64 = 160,
}, [6 * u64, 3 * Ix, 3 * i64]);

/// `Sort` of `arguments.cuh`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Sort {
    pub data: u64,
    pub index: Ix,
    pub offsets: Ix,
    pub n: i64,
    pub total: i64,
    pub order: u64,
    pub report: u64,
    pub rest: u64,
    pub tile_list: u64,
    pub tile_first: u64,
    pub from: u64,
    pub to: u64,
    pub counts: u64,
    pub places: u64,
    pub descending: i32,
    pub lists_a_warp: i32,
    pub shift: i32,
    pub unused: i32,
}

cuda_build_structure!(Sort is "Sort", 176 aligned to 8, {
    data: u64 = 0, index: Ix = 8, offsets: Ix = 40, n: i64 = 72, total: i64 = 80, order: u64 = 88, report: u64 = 96,
    rest: u64 = 104, tile_list: u64 = 112, tile_first: u64 = 120, from: u64 = 128, to: u64 = 136, counts: u64 = 144,
    places: u64 = 152, descending: i32 = 160, lists_a_warp: i32 = 164, shift: i32 = 168, unused: i32 = 172,
}, [10 * u64, 2 * Ix, 2 * i64, 4 * i32]);

/// `Inputs` of `arguments.cuh`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Inputs {
    pub p: [u64; 16],
    pub s: [[u64; 2]; 16],
    pub offsets: Ix,
    pub lists: i64,
    pub n: i64,
    pub out: u64,
    pub tile: i32,
    pub is_aligned: i32,
}

cuda_build_structure!(Inputs is "Inputs", 448 aligned to 8, {
    p: [u64; 16] = 0, s: [[u64; 2]; 16] = 128, offsets: Ix = 384, lists: i64 = 416, n: i64 = 424, out: u64 = 432,
    tile: i32 = 440, is_aligned: i32 = 444,
}, [49 * u64, 1 * Ix, 2 * i64, 2 * i32]);


/// Assertions in C++ that structures have the layouts of this code, and constants the values: append them to a
/// source that something else compiles by C++11 or newer, such as NVRTC at run time.
#[allow(dead_code)]
pub const ASSERTIONS: &str = r#"
#ifdef __CUDACC_RTC__
#define CUDA_BUILD_OFFSET(field, ...) (unsigned long long)__INTADDR__(&((__VA_ARGS__ *)0)->field)
#else
#define CUDA_BUILD_OFFSET(field, ...) __builtin_offsetof(__VA_ARGS__, field)
#endif
#define CUDA_BUILD_VALUE(value, ...) static_assert((unsigned long long)(__VA_ARGS__) == value, #__VA_ARGS__);
#define CUDA_BUILD_CLASS(size, alignment, ...) static_assert(sizeof(__VA_ARGS__) == size && alignof(__VA_ARGS__) == alignment, #__VA_ARGS__);
#define CUDA_BUILD_FIELD(field, offset, ...) static_assert(CUDA_BUILD_OFFSET(field, __VA_ARGS__) == offset, #__VA_ARGS__ "::" #field);
CUDA_BUILD_VALUE(256ull, THREADS) CUDA_BUILD_VALUE(1024ull, TILE) CUDA_BUILD_VALUE(2048ull, SPREAD_TILE)
CUDA_BUILD_VALUE(8192ull, BITS_TILE) CUDA_BUILD_VALUE(2048ull, BLOCK_LISTS) CUDA_BUILD_VALUE(256ull, WARP_LIMIT)
CUDA_BUILD_VALUE(2048ull, LIMIT) CUDA_BUILD_VALUE(16ull, DIRECT_ITEMS) CUDA_BUILD_VALUE(8ull, KEYED_ITEMS)
CUDA_BUILD_VALUE(64ull, MOST_LEVELS) CUDA_BUILD_VALUE(16ull, OPERANDS) CUDA_BUILD_VALUE(0ull, Form::AFFINE)
CUDA_BUILD_VALUE(1ull, Form::INT_8) CUDA_BUILD_VALUE(2ull, Form::UINT_8) CUDA_BUILD_VALUE(3ull, Form::INT_16)
CUDA_BUILD_VALUE(4ull, Form::UINT_16) CUDA_BUILD_VALUE(5ull, Form::INT_32) CUDA_BUILD_VALUE(6ull, Form::UINT_32)
CUDA_BUILD_VALUE(7ull, Form::INT_64) CUDA_BUILD_VALUE(8ull, Form::BIT)
CUDA_BUILD_CLASS(4, 4, Form)
CUDA_BUILD_CLASS(32, 8, Ix) CUDA_BUILD_FIELD(p, 0, Ix) CUDA_BUILD_FIELD(a, 8, Ix) CUDA_BUILD_FIELD(b, 16, Ix)
CUDA_BUILD_FIELD(kind, 24, Ix) CUDA_BUILD_FIELD(unused, 28, Ix)
CUDA_BUILD_CLASS(312, 8, Args) CUDA_BUILD_FIELD(a, 0, Args) CUDA_BUILD_FIELD(b, 32, Args) CUDA_BUILD_FIELD(c, 64, Args)
CUDA_BUILD_FIELD(d, 96, Args) CUDA_BUILD_FIELD(e, 128, Args) CUDA_BUILD_FIELD(f, 160, Args)
CUDA_BUILD_FIELD(p, 192, Args) CUDA_BUILD_FIELD(q, 200, Args) CUDA_BUILD_FIELD(r, 208, Args)
CUDA_BUILD_FIELD(s, 216, Args) CUDA_BUILD_FIELD(o0, 224, Args) CUDA_BUILD_FIELD(o1, 232, Args)
CUDA_BUILD_FIELD(o2, 240, Args) CUDA_BUILD_FIELD(o3, 248, Args) CUDA_BUILD_FIELD(report, 256, Args)
CUDA_BUILD_FIELD(n, 264, Args) CUDA_BUILD_FIELD(total, 272, Args) CUDA_BUILD_FIELD(offsets, 280, Args)
CUDA_BUILD_CLASS(24, 8, Tiles) CUDA_BUILD_FIELD(words, 0, Tiles) CUDA_BUILD_FIELD(epoch, 8, Tiles)
CUDA_BUILD_FIELD(host, 16, Tiles)
CUDA_BUILD_CLASS(120, 8, Check) CUDA_BUILD_FIELD(a, 0, Check) CUDA_BUILD_FIELD(b, 32, Check)
CUDA_BUILD_FIELD(tags, 64, Check) CUDA_BUILD_FIELD(word, 72, Check) CUDA_BUILD_FIELD(report, 80, Check)
CUDA_BUILD_FIELD(there, 88, Check) CUDA_BUILD_FIELD(fixed, 96, Check) CUDA_BUILD_FIELD(times, 104, Check)
CUDA_BUILD_FIELD(contents, 112, Check)
CUDA_BUILD_CLASS(40, 8, Level) CUDA_BUILD_FIELD(a, 0, Level) CUDA_BUILD_FIELD(b, 8, Level)
CUDA_BUILD_FIELD(n, 16, Level) CUDA_BUILD_FIELD(kind_a, 24, Level) CUDA_BUILD_FIELD(kind_b, 28, Level)
CUDA_BUILD_FIELD(block, 32, Level)
CUDA_BUILD_CLASS(2576, 8, Levels) CUDA_BUILD_FIELD(levels, 0, Levels) CUDA_BUILD_FIELD(report, 2560, Levels)
CUDA_BUILD_FIELD(count, 2568, Levels)
CUDA_BUILD_CLASS(120, 8, Parse) CUDA_BUILD_FIELD(starts, 0, Parse) CUDA_BUILD_FIELD(stops, 32, Parse)
CUDA_BUILD_FIELD(bytes, 64, Parse) CUDA_BUILD_FIELD(n, 96, Parse) CUDA_BUILD_FIELD(out, 104, Parse)
CUDA_BUILD_FIELD(report, 112, Parse)
CUDA_BUILD_CLASS(56, 8, Pass) CUDA_BUILD_FIELD(keys, 0, Pass) CUDA_BUILD_FIELD(positions, 8, Pass)
CUDA_BUILD_FIELD(to_keys, 16, Pass) CUDA_BUILD_FIELD(to_positions, 24, Pass) CUDA_BUILD_FIELD(counts, 32, Pass)
CUDA_BUILD_FIELD(n, 40, Pass) CUDA_BUILD_FIELD(shift, 48, Pass) CUDA_BUILD_FIELD(unused, 52, Pass)
CUDA_BUILD_CLASS(168, 8, Reduce) CUDA_BUILD_FIELD(data, 0, Reduce) CUDA_BUILD_FIELD(index, 8, Reduce)
CUDA_BUILD_FIELD(place, 40, Reduce) CUDA_BUILD_FIELD(offsets, 72, Reduce) CUDA_BUILD_FIELD(n, 104, Reduce)
CUDA_BUILD_FIELD(total, 112, Reduce) CUDA_BUILD_FIELD(out, 120, Reduce) CUDA_BUILD_FIELD(filled, 128, Reduce)
CUDA_BUILD_FIELD(carry, 136, Reduce) CUDA_BUILD_FIELD(head, 144, Reduce) CUDA_BUILD_FIELD(carry_list, 152, Reduce)
CUDA_BUILD_FIELD(blocks, 160, Reduce)
CUDA_BUILD_CLASS(176, 8, Sort) CUDA_BUILD_FIELD(data, 0, Sort) CUDA_BUILD_FIELD(index, 8, Sort)
CUDA_BUILD_FIELD(offsets, 40, Sort) CUDA_BUILD_FIELD(n, 72, Sort) CUDA_BUILD_FIELD(total, 80, Sort)
CUDA_BUILD_FIELD(order, 88, Sort) CUDA_BUILD_FIELD(report, 96, Sort) CUDA_BUILD_FIELD(rest, 104, Sort)
CUDA_BUILD_FIELD(tile_list, 112, Sort) CUDA_BUILD_FIELD(tile_first, 120, Sort) CUDA_BUILD_FIELD(from, 128, Sort)
CUDA_BUILD_FIELD(to, 136, Sort) CUDA_BUILD_FIELD(counts, 144, Sort) CUDA_BUILD_FIELD(places, 152, Sort)
CUDA_BUILD_FIELD(descending, 160, Sort) CUDA_BUILD_FIELD(lists_a_warp, 164, Sort) CUDA_BUILD_FIELD(shift, 168, Sort)
CUDA_BUILD_FIELD(unused, 172, Sort)
CUDA_BUILD_CLASS(448, 8, Inputs) CUDA_BUILD_FIELD(p, 0, Inputs) CUDA_BUILD_FIELD(s, 128, Inputs)
CUDA_BUILD_FIELD(offsets, 384, Inputs) CUDA_BUILD_FIELD(lists, 416, Inputs) CUDA_BUILD_FIELD(n, 424, Inputs)
CUDA_BUILD_FIELD(out, 432, Inputs) CUDA_BUILD_FIELD(tile, 440, Inputs) CUDA_BUILD_FIELD(is_aligned, 444, Inputs)
"#;
