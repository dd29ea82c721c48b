// The arguments of kernels, and the numbers that they and the host know. `arguments.rs` is generated from them: see `tests/kernels.rs`.
#pragma once

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

constexpr int THREADS = 256;
// The number of elements of each thread, THREADS apart, and of a block.
constexpr int ITEMS = 4;
constexpr int TILE = THREADS * ITEMS;
// The same in kernels that search for lists, or sum.
constexpr int SPREAD_ITEMS = 8;
constexpr int SPREAD_TILE = THREADS * SPREAD_ITEMS;
// The number of booleans of a block, and of lists whose pairs a block counts and writes.
constexpr int BITS_TILE = THREADS * 32;
constexpr int PAIR_ITEMS = 8;
constexpr int BLOCK_LISTS = THREADS * PAIR_ITEMS;
// The maximum lengths of lists that are sorted by one warp, and by one block; and for longer ones, the number of items of a thread in
// a tile: elements, or keys with positions.
constexpr int WARP_LIMIT = 256;
constexpr int LIMIT = 2048;
constexpr int DIRECT_ITEMS = 16;
constexpr int KEYED_ITEMS = 8;

// What an index is.
enum Form { AFFINE = 0, INT_8 = 1, UINT_8 = 2, INT_16 = 3, UINT_16 = 4, INT_32 = 5, UINT_32 = 6, INT_64 = 7, BIT = 8 };

// An index: integers in memory, or `a + b * i`; or bits from position `a` on, beginning with the least significant one of a byte (`b`
// 0) or the most significant one.
struct Ix {
    const void *p;
    i64 a, b;
    i32 kind, unused;
};

// The arguments of most kernels that change structure.
struct Args {
    Ix a, b, c, d, e, f;
    i64 p, q, r, s;
    i64 *o0, *o1, *o2, *o3;
    // Words that the host reads: the complement of the first invalid position (0: none), then sizes.
    u64 *report;
    i64 n, total;
    Ix offsets;
};

// What the blocks of a launch publish. Every launch of a stream uses the same memory, and nothing is reset in between: a word counts
// only if it has the epoch of its launch.
struct Tiles {
    // Two words for `add_to_all`, then one for each tile.
    u64 *words;
    u64 epoch;
    // A word of host memory that receives the result, or null.
    u64 *host;
};

// The report of a node has the complement of the first invalid position, the first offset, and the number of entries needed
// of each content. The node has `there` entries; `fixed` of them are needed, or `times` times `word`.
struct Check {
    Ix a, b;
    const u8 *tags;
    const u64 *word;
    u64 *report;
    i64 there, fixed, times, contents;
};

// The offsets of a level in both arrays, their number, and the first block for them.
struct Level {
    const void *a, *b;
    i64 n;
    i32 kind_a, kind_b;
    i64 block;
};

// The maximum number of levels that a kernel compares: the bits of its report.
constexpr int MOST_LEVELS = 64;

struct Levels {
    Level levels[MOST_LEVELS];
    u64 *report;
    i64 count;
};

struct Parse {
    Ix starts, stops, bytes;
    i64 n;
    void *out;
    u64 *report;
};

struct Pass {
    const u64 *keys;
    const i64 *positions;
    u64 *to_keys;
    i64 *to_positions;
    i64 *counts;
    i64 n;
    i32 shift, unused;
};

struct Reduce {
    const void *data;
    // The position of each element in the data, negative for a missing one; and the position that results contain for it.
    Ix index, place;
    Ix offsets;
    i64 n, total;
    void *out;
    u8 *filled;
    // For each block: the sum of the list that continues after it (`carry`). If there is a second kernel, also that list
    // (`carry_list`), and the sum of the block's part of the first list that ends in it (`head`).
    void *carry;
    void *head;
    i64 *carry_list;
    i64 blocks;
};

struct Sort {
    const void *data;
    Ix index;
    Ix offsets;
    i64 n, total;
    // The order, or the elements in it.
    i64 *order;
    // The number of lists that blocks sort, which are in `rest`, and of tiles of longer lists.
    u64 *report;
    i64 *rest;
    // For each tile of a longer list: the list, and its first tile.
    i64 *tile_list, *tile_first;
    // The items of tiles before and after a pass, the counts of digits, and the sums of those before.
    const void *from;
    void *to;
    u32 *counts;
    const i64 *places;
    i32 descending, lists_a_warp, shift, unused;
};

// The maximum number of operands of a function.
constexpr int OPERANDS = 16;

// The inputs of a function: addresses, or the bits of constants.
struct Inputs {
    const void *p[OPERANDS];
    u64 s[OPERANDS][2];
    Ix offsets;
    i64 lists, n;
    void *out;
    // The number of elements that a block computes, and whether memory is aligned.
    i32 tile, is_aligned;
};
