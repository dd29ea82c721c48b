// Definitions for all kernels of this crate: names of types, indexes of any width, and searches for lists.
#pragma once

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

// An index: integers in memory, or `a + b * i` if `p` is null.
struct Ix {
    const void *p;
    i64 a, b;
    i32 kind, unused;
};

__device__ inline i64 at(const Ix &x, i64 i)
{
    switch (x.kind) {
    case 1: return static_cast<const i8 *>(x.p)[i];
    case 2: return static_cast<const u8 *>(x.p)[i];
    case 3: return static_cast<const i16 *>(x.p)[i];
    case 4: return static_cast<const u16 *>(x.p)[i];
    case 5: return static_cast<const i32 *>(x.p)[i];
    case 6: return static_cast<const u32 *>(x.p)[i];
    case 7: return static_cast<const i64 *>(x.p)[i];
    // Bits from position `a` on, beginning with the least significant one of a byte (`b` 0) or the most significant one.
    case 8: {
        i64 bit = x.a + i;
        u8 byte = static_cast<const u8 *>(x.p)[bit >> 3];
        return byte >> (x.b ? 7 - (bit & 7) : bit & 7) & 1;
    }
    default: return x.a + x.b * i;
    }
}

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

// Reports an error at a position. The lowest position is kept.
__device__ inline void wrong(const Args &x, i64 position)
{
    atomicMax(x.report, ~static_cast<u64>(position));
}

__device__ inline void wrong_in(const Args &x, int word, i64 position)
{
    atomicMax(x.report + word, ~static_cast<u64>(position));
}

constexpr int THREADS = 256;
// The number of elements of each thread, THREADS apart.
constexpr int ITEMS = 4;
constexpr int TILE = THREADS * ITEMS;

// The list of an element: the last one from `lo` to `hi` that doesn't begin after it.
__device__ inline i64 list_within(const Ix &offsets, i64 lo, i64 hi, i64 element)
{
    while (lo < hi) {
        i64 middle = lo + (hi - lo + 1) / 2;
        if (at(offsets, middle) <= element) lo = middle;
        else hi = middle - 1;
    }
    return lo;
}

// The partition point of the positions from `lo` to `hi`: the first for which the test fails, as it does for all after it. The lanes
// of a warp search together: each step reads 32 positions at once and leaves one part of 33.
template <class F> __device__ inline i64 warp_partition(i64 lo, i64 hi, F is_before)
{
    while (lo < hi) {
        i64 step = (hi - lo + 31) >> 5;
        i64 probe = lo + ((threadIdx.x & 31) + 1) * step - 1;
        int passed = __popc(__ballot_sync(0xffffffffu, probe < hi && is_before(probe)));
        i64 rest = lo + (passed + 1) * step - 1;
        lo += passed * step;
        hi = min(hi, rest);
    }
    return lo;
}

// The lists of a tile of elements: the first, the last, and the starts of those after the first, relative to the beginning of the
// tile. If there are more lists than fit into shared memory, the starts are read from global memory.
constexpr int LISTS = 4096;
struct Tile {
    i64 begin, end, first, last;
    const Ix *offsets;
    const i32 *starts;
    bool is_near;

    // The start of a list after the first, relative to the beginning of the tile.
    __device__ i64 start(i64 list) const { return is_near ? starts[list - first] : at(*offsets, list) - begin; }

    // The list of an element; for one outside of all lists, the nearest one in the tile.
    __device__ i64 list_of(i64 element) const
    {
        i64 lo = first, hi = last;
        element -= begin;
        while (lo < hi) {
            i64 middle = lo + (hi - lo + 1) / 2;
            if (start(middle) <= element) lo = middle;
            else hi = middle - 1;
        }
        return lo;
    }

    // The same for an element after one whose list is known.
    __device__ i64 list_after(i64 list, i64 element) const
    {
        while (list < last && start(list + 1) <= element - begin) list++;
        return list;
    }
};

// Finds the lists of the elements from `begin` to `end` among `n` lists, of which there must be at least one. All threads of the
// block call it.
__device__ inline Tile tile_of(const Ix &offsets, i64 n, i64 begin, i64 end)
{
    __shared__ i64 bounds[2];
    __shared__ i32 starts[LISTS];
    int warp = threadIdx.x >> 5;
    if (warp < 2) {
        i64 element = warp ? end - 1 : begin;
        i64 list = warp_partition(1, n, [&](i64 i) { return at(offsets, i) <= element; }) - 1;
        if ((threadIdx.x & 31) == 0) bounds[warp] = list;
    }
    __syncthreads();
    Tile tile = {begin, end, bounds[0], bounds[1], &offsets, starts, bounds[1] - bounds[0] < LISTS};
    if (tile.is_near) {
        int count = static_cast<int>(tile.last - tile.first);
        for (int i = threadIdx.x + 1; i <= count; i += THREADS) starts[i] = static_cast<i32>(at(offsets, tile.first + i) - begin);
    }
    __syncthreads();
    return tile;
}

// The number of elements of each thread in kernels that search for lists.
constexpr int SPREAD_ITEMS = 8;
constexpr int SPREAD_TILE = THREADS * SPREAD_ITEMS;

// Calls f(element, list, position in the list) for each element of the block's tile; the list is -1 for elements outside of all.
template <class F> __device__ inline void each_in_lists(const Ix &offsets, i64 n, i64 total, F f)
{
    // The list of each element, relative to the first one. A thread finds the lists of adjacent elements, but calls `f` for elements
    // that are THREADS apart.
    __shared__ u32 lists[SPREAD_TILE + SPREAD_TILE / 32];
    i64 begin = static_cast<i64>(blockIdx.x) * SPREAD_TILE, end = min(begin + SPREAD_TILE, total);
    if (n == 0) {
        for (i64 k = begin + threadIdx.x; k < end; k += THREADS) f(k, static_cast<i64>(-1), static_cast<i64>(0));
        return;
    }
    Tile tile = tile_of(offsets, n, begin, end);
    bool is_one = tile.first == tile.last;
    bool is_small = tile.last - tile.first < 0xffffffffll;
    if (!is_one && is_small) {
        i64 own = begin + threadIdx.x * SPREAD_ITEMS;
        i64 list = own < end ? tile.list_of(own) : tile.last;
        for (int item = 0; item < SPREAD_ITEMS; item++) {
            list = tile.list_after(list, min(own + item, end - 1));
            int place = threadIdx.x * SPREAD_ITEMS + item;
            // One unused word after every 32, so that neither writes nor reads have bank conflicts.
            lists[place + place / 32] = static_cast<u32>(list - tile.first);
        }
        __syncthreads();
    }
    i64 first_start = at(offsets, tile.first), last_stop = at(offsets, tile.last + 1);
    for (int item = 0; item < SPREAD_ITEMS; item++) {
        int own = item * THREADS + threadIdx.x;
        i64 k = begin + own;
        if (k >= end) return;
        i64 list = tile.first;
        if (!is_one) list = is_small ? tile.first + lists[own + own / 32] : tile.list_of(k);
        i64 position = list == tile.first ? k - first_start : own - tile.start(list);
        bool is_outside = position < 0 || (list == tile.last && k >= last_stop);
        if (is_outside) f(k, static_cast<i64>(-1), position);
        else f(k, list, position);
    }
}

template <class T> __device__ inline T shuffle_up(T value, int by)
{
    return __shfl_up_sync(0xffffffffu, value, by);
}

// The exclusive prefix sum of each thread's value; `all` is set to the sum of all values.
__device__ inline i64 block_exclusive_sum(i64 value, i64 &all)
{
    __shared__ i64 sums[THREADS / 32 + 1];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    i64 sum = value;
    for (int by = 1; by < 32; by *= 2) {
        i64 other = shuffle_up(sum, by);
        if (lane >= by) sum += other;
    }
    __syncthreads();
    if (lane == 31) sums[warp] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        i64 before = 0;
        for (int i = 0; i < THREADS / 32; i++) {
            i64 own = sums[i];
            sums[i] = before;
            before += own;
        }
        sums[THREADS / 32] = before;
    }
    __syncthreads();
    all = sums[THREADS / 32];
    return sums[warp] + sum - value;
}
