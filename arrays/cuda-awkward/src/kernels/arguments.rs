// Written by cuda-build, out of arguments.cuh.

::cuda_driver::built_constants! { arguments_constants of "arguments.cuh" {
    "THREADS" => pub const THREADS: u32 = 256;
    "TILE" => pub const TILE: usize = 1024;
    "SPREAD_TILE" => pub const SPREAD_TILE: usize = 2048;
    "BITS_TILE" => pub const BITS_TILE: usize = 8192;
    "BLOCK_LISTS" => pub const BLOCK_LISTS: usize = 2048;
    "WARP_LIMIT" => pub const WARP_LIMIT: usize = 256;
    "LIMIT" => pub const LIMIT: usize = 2048;
    "DIRECT_ITEMS" => pub const DIRECT_ITEMS: usize = 16;
    "KEYED_ITEMS" => pub const KEYED_ITEMS: usize = 8;
    "MOST_LEVELS" => pub const MOST_LEVELS: usize = 64;
    "OPERANDS" => pub const OPERANDS: usize = 16;
    "Form::AFFINE" => pub const AFFINE: i32 = 0;
    "Form::INT_8" => pub const INT_8: i32 = 1;
    "Form::UINT_8" => pub const UINT_8: i32 = 2;
    "Form::INT_16" => pub const INT_16: i32 = 3;
    "Form::UINT_16" => pub const UINT_16: i32 = 4;
    "Form::INT_32" => pub const INT_32: i32 = 5;
    "Form::UINT_32" => pub const UINT_32: i32 = 6;
    "Form::INT_64" => pub const INT_64: i32 = 7;
    "Form::BIT" => pub const BIT: i32 = 8;
} }

const _: () = {
    assert!(::core::mem::size_of::<i32>() == 4, "i32 doesn't have the 4 bytes of Form");
    assert!(::core::mem::align_of::<i32>() == 4, "i32 is not aligned to 4 bytes as Form is");
};

::cuda_driver::built_structure! { "Ix" of "arguments.cuh", 32 bytes aligned to 8:
#[repr(C)]
pub struct Ix {
    p: u64 = 0, a: i64 = 8, b: i64 = 16, kind: i32 = 24, unused: i32 = 28,
} }

::cuda_driver::built_structure! { "Args" of "arguments.cuh", 312 bytes aligned to 8:
#[repr(C)]
pub struct Args {
    a: Ix = 0, b: Ix = 32, c: Ix = 64, d: Ix = 96, e: Ix = 128, f: Ix = 160, p: i64 = 192, q: i64 = 200, r: i64 = 208,
    s: i64 = 216, o0: u64 = 224, o1: u64 = 232, o2: u64 = 240, o3: u64 = 248, report: u64 = 256, n: i64 = 264,
    total: i64 = 272, offsets: Ix = 280,
} }

::cuda_driver::built_structure! { "Tiles" of "arguments.cuh", 24 bytes aligned to 8:
#[repr(C)]
pub struct Tiles {
    words: u64 = 0, epoch: u64 = 8, host: u64 = 16,
} }

::cuda_driver::built_structure! { "Check" of "arguments.cuh", 120 bytes aligned to 8:
#[repr(C)]
pub struct Check {
    a: Ix = 0, b: Ix = 32, tags: u64 = 64, word: u64 = 72, report: u64 = 80, there: i64 = 88, fixed: i64 = 96,
    times: i64 = 104, contents: i64 = 112,
} }

::cuda_driver::built_structure! { "Level" of "arguments.cuh", 40 bytes aligned to 8:
#[repr(C)]
pub struct Level {
    a: u64 = 0, b: u64 = 8, n: i64 = 16, kind_a: i32 = 24, kind_b: i32 = 28, block: i64 = 32,
} }

::cuda_driver::built_structure! { "Levels" of "arguments.cuh", 2576 bytes aligned to 8:
#[repr(C)]
pub struct Levels {
    levels: [Level; 64] = 0, report: u64 = 2560, count: i64 = 2568,
} }

::cuda_driver::built_structure! { "Parse" of "arguments.cuh", 120 bytes aligned to 8:
#[repr(C)]
pub struct Parse {
    starts: Ix = 0, stops: Ix = 32, bytes: Ix = 64, n: i64 = 96, out: u64 = 104, report: u64 = 112,
} }

::cuda_driver::built_structure! { "Pass" of "arguments.cuh", 56 bytes aligned to 8:
#[repr(C)]
pub struct Pass {
    keys: u64 = 0, positions: u64 = 8, to_keys: u64 = 16, to_positions: u64 = 24, counts: u64 = 32, n: i64 = 40,
    shift: i32 = 48, unused: i32 = 52,
} }

::cuda_driver::built_structure! { "Reduce" of "arguments.cuh", 168 bytes aligned to 8:
#[repr(C)]
pub struct Reduce {
    data: u64 = 0, index: Ix = 8, place: Ix = 40, offsets: Ix = 72, n: i64 = 104, total: i64 = 112, out: u64 = 120,
    filled: u64 = 128, carry: u64 = 136, head: u64 = 144, carry_list: u64 = 152, blocks: i64 = 160,
} }

::cuda_driver::built_structure! { "Sort" of "arguments.cuh", 176 bytes aligned to 8:
#[repr(C)]
pub struct Sort {
    data: u64 = 0, index: Ix = 8, offsets: Ix = 40, n: i64 = 72, total: i64 = 80, order: u64 = 88, report: u64 = 96,
    rest: u64 = 104, tile_list: u64 = 112, tile_first: u64 = 120, from: u64 = 128, to: u64 = 136, counts: u64 = 144,
    places: u64 = 152, descending: i32 = 160, lists_a_warp: i32 = 164, shift: i32 = 168, unused: i32 = 172,
} }

::cuda_driver::built_structure! { "Inputs" of "arguments.cuh", 448 bytes aligned to 8:
#[repr(C)]
pub struct Inputs {
    p: [u64; 16] = 0, s: [[u64; 2]; 16] = 128, offsets: Ix = 384, lists: i64 = 416, n: i64 = 424, out: u64 = 432,
    tile: i32 = 440, is_aligned: i32 = 444,
} }


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
