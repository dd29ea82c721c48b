// Definitions for all kernels of this crate: indexes of any width, and searches for lists.
#pragma once
#include "arguments.cuh"

__device__ inline i64 at(const Ix &x, i64 i)
{
    switch (x.kind) {
    case INT_8: return static_cast<const i8 *>(x.p)[i];
    case UINT_8: return static_cast<const u8 *>(x.p)[i];
    case INT_16: return static_cast<const i16 *>(x.p)[i];
    case UINT_16: return static_cast<const u16 *>(x.p)[i];
    case INT_32: return static_cast<const i32 *>(x.p)[i];
    case UINT_32: return static_cast<const u32 *>(x.p)[i];
    case INT_64: return static_cast<const i64 *>(x.p)[i];
    case BIT: {
        i64 bit = x.a + i;
        u8 byte = static_cast<const u8 *>(x.p)[bit >> 3];
        return byte >> (x.b ? 7 - (bit & 7) : bit & 7) & 1;
    }
    default: return x.a + x.b * i;
    }
}

// The same where the kind is known when the kernel is compiled; -1 if it isn't.
template <int KIND> __device__ inline i64 at(const Ix &x, i64 i)
{
    if constexpr (KIND == AFFINE) return x.a + x.b * i;
    else if constexpr (KIND == INT_32) return static_cast<const i32 *>(x.p)[i];
    else if constexpr (KIND == UINT_32) return static_cast<const u32 *>(x.p)[i];
    else if constexpr (KIND == INT_64) return static_cast<const i64 *>(x.p)[i];
    else return at(x, i);
}

// The bytes of texts, which are in memory.
__device__ inline const u8 *bytes(const Ix &x) { return static_cast<const u8 *>(x.p); }

// The first four bytes of a text as a word, the first byte lowest; zeros where there are fewer. Reading a word once takes half the
// time of reading four bytes.
__device__ inline u32 first_four_bytes(const u8 *text, i64 n)
{
    if (n >= 4) {
        if (reinterpret_cast<u64>(text) % 4 == 0) return *reinterpret_cast<const u32 *>(text);
        return text[0] | text[1] << 8 | text[2] << 16 | static_cast<u32>(text[3]) << 24;
    }
    u32 word = 0;
    for (int k = 0; k < n; k++) word |= text[k] << 8 * k;
    return word;
}

// The first eight bytes.
__device__ inline u64 first_bytes(const u8 *text, i64 n)
{
    u64 word = first_four_bytes(text, n);
    return n > 4 ? word | static_cast<u64>(first_four_bytes(text + 4, n - 4)) << 32 : word;
}

// Whether as many bytes are equal. Four are read before the first are compared.
__device__ inline bool same_bytes(const u8 *a, const u8 *b, i64 n)
{
    for (; n >= 4; a += 4, b += 4, n -= 4) {
        int differ = 0;
#pragma unroll
        for (int k = 0; k < 4; k++) differ |= a[k] ^ b[k];
        if (differ) return false;
    }
    for (; n > 0; a++, b++, n--) {
        if (*a != *b) return false;
    }
    return true;
}

// Reports an error at a position. The lowest position is kept.
__device__ inline void wrong(const Args &x, i64 position)
{
    atomicMax(x.report, ~static_cast<u64>(position));
}

__device__ inline void wrong_in(const Args &x, int word, i64 position)
{
    atomicMax(x.report + word, ~static_cast<u64>(position));
}

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

// The same, for a partition point that is probably close to `guess`.
template <class F> __device__ inline i64 warp_partition_near(i64 lo, i64 hi, i64 guess, F is_before)
{
    constexpr int APART = 32;
    i64 near = guess - 16 * APART, probe = near + static_cast<int>(threadIdx.x & 31) * APART;
    int passed = __popc(__ballot_sync(0xffffffffu, probe < lo || (probe < hi && is_before(probe))));
    if (passed > 0) lo = max(lo, near + (passed - 1) * APART + 1);
    if (passed < 32) hi = min(hi, near + passed * APART);
    return warp_partition(lo, hi, is_before);
}

// The kind of the offsets, if it is known when the kernel is compiled.
#ifndef OFFSETS
#define OFFSETS -1
#endif
__device__ inline i64 offset_at(const Ix &offsets, i64 i) { return at<OFFSETS>(offsets, i); }

// Finds the first and the last list of the elements from `begin` to `end` of `total` among `n` lists, of which there must be at
// least one. All threads of the block call it, and synchronize before they read the bounds.
__device__ inline void bounds_of_tile(const Ix &offsets, i64 n, i64 total, i64 begin, i64 end, i64 *bounds)
{
    int warp = threadIdx.x >> 5;
    if (warp > 1) return;
    i64 element = warp ? end - 1 : begin;
    // That of lists of equal lengths.
    i64 guess = static_cast<i64>(static_cast<float>(element) * (static_cast<float>(n) / static_cast<float>(total)));
    i64 list = warp_partition_near(1, n, guess, [&](i64 i) { return offset_at(offsets, i) <= element; }) - 1;
    if ((threadIdx.x & 31) == 0) bounds[warp] = list;
}

// The lists of a tile of elements: the first, the last, and the starts of those after the first, relative to the beginning of the
// tile. If there are more lists than fit into shared memory, the starts are read from global memory.
constexpr int LISTS = 4096;
struct Tile {
    i64 begin, first, last;
    const Ix *offsets;
    const i32 *starts;
    bool is_near;

    // The start of a list after the first, relative to the beginning of the tile.
    __device__ i64 start(i64 list) const { return is_near ? starts[list - first] : offset_at(*offsets, list) - begin; }

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
};

// Finds the lists of the elements from `begin` to `end` of `total` among `n` lists, of which there must be at least one. All threads
// of the block call it.
__device__ inline Tile tile_of(const Ix &offsets, i64 n, i64 total, i64 begin, i64 end)
{
    __shared__ i64 bounds[2];
    __shared__ i32 starts[LISTS];
    bounds_of_tile(offsets, n, total, begin, end, bounds);
    __syncthreads();
    Tile tile = {begin, bounds[0], bounds[1], &offsets, starts, bounds[1] - bounds[0] < LISTS};
    if (tile.is_near) {
        int count = static_cast<int>(tile.last - tile.first);
        for (int i = threadIdx.x + 1; i <= count; i += THREADS) starts[i] = static_cast<i32>(offset_at(offsets, tile.first + i) - begin);
    }
    __syncthreads();
    return tile;
}

// Calls f(element, list, position in the list) for each element of the block's tile; the list is -1 for elements outside of all.
template <class F> __device__ inline void each_in_lists(const Ix &offsets, i64 n, i64 total, F f)
{
    // The list of each element, relative to the first one. A thread finds the lists of adjacent elements, but calls `f` for elements
    // that are THREADS apart. One unused word after every 32, so that neither writes nor reads have bank conflicts.
    __shared__ u32 lists[SPREAD_TILE + SPREAD_TILE / 32];
    __shared__ i64 bounds[2];
    i64 begin = static_cast<i64>(blockIdx.x) * SPREAD_TILE, end = min(begin + SPREAD_TILE, total);
    if (n == 0) {
        for (i64 k = begin + threadIdx.x; k < end; k += THREADS) f(k, static_cast<i64>(-1), static_cast<i64>(0));
        return;
    }
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    bounds_of_tile(offsets, n, total, begin, end, bounds);
    for (int i = threadIdx.x; i < SPREAD_TILE + SPREAD_TILE / 32; i += THREADS) lists[i] = 0;
    __syncthreads();
    i64 first = bounds[0], last = bounds[1];
    bool is_small = last - first < 0xffffffffll;
    if (first < last && is_small) {
        // The first element of each list is marked; the list of an element is the last one marked.
        constexpr int BATCH = 4;
        for (i64 base = first + 1 + threadIdx.x; base <= last; base += BATCH * THREADS) {
            i64 starts[BATCH], stops[BATCH];
#pragma unroll
            for (int item = 0; item < BATCH; item++) {
                i64 list = base + item * THREADS;
                starts[item] = stops[item] = 0;
                if (list <= last) starts[item] = offset_at(offsets, list), stops[item] = offset_at(offsets, list + 1);
            }
#pragma unroll
            for (int item = 0; item < BATCH; item++) {
                int place = static_cast<int>(starts[item] - begin);
                if (starts[item] < stops[item]) lists[place + place / 32] = static_cast<u32>(base + item * THREADS - first);
            }
        }
        __syncthreads();
        u32 own[SPREAD_ITEMS], most = 0;
        int base = threadIdx.x * SPREAD_ITEMS;
        base += base / 32;
#pragma unroll
        for (int item = 0; item < SPREAD_ITEMS; item++) own[item] = most = max(most, lists[base + item]);
        for (int by = 1; by < 32; by *= 2) {
            u32 other = __shfl_up_sync(0xffffffffu, most, by);
            if (lane >= by) most = max(most, other);
        }
        __shared__ u32 of_warps[THREADS / 32];
        if (lane == 31) of_warps[warp] = most;
        u32 before = __shfl_up_sync(0xffffffffu, most, 1);
        if (lane == 0) before = 0;
        __syncthreads();
        for (int other = 0; other < warp; other++) before = max(before, of_warps[other]);
#pragma unroll
        for (int item = 0; item < SPREAD_ITEMS; item++) lists[base + item] = max(own[item], before);
        __syncthreads();
    }
    i64 last_stop = offset_at(offsets, last + 1);
#pragma unroll 4
    for (int item = 0; item < SPREAD_ITEMS; item++) {
        int own = item * THREADS + threadIdx.x;
        i64 k = begin + own;
        if (k >= end) return;
        i64 list = is_small ? first + lists[own + own / 32] : list_within(offsets, first, last, k);
        i64 position = k - offset_at(offsets, list);
        bool is_outside = position < 0 || k >= last_stop;
        f(k, is_outside ? static_cast<i64>(-1) : list, position);
    }
}

template <class T> __device__ inline T shuffle_up(T value, int by)
{
    return __shfl_up_sync(0xffffffffu, value, by);
}

// The exclusive prefix sum of each thread's value; `all` is set to the sum of all values.
__device__ inline i64 block_exclusive_sum(i64 value, i64 &all)
{
    __shared__ i64 sums[THREADS / 32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    i64 sum = value;
    for (int by = 1; by < 32; by *= 2) {
        i64 other = shuffle_up(sum, by);
        if (lane >= by) sum += other;
    }
    // The sums of an earlier call may still be read.
    __syncthreads();
    if (lane == 31) sums[warp] = sum;
    __syncthreads();
    i64 before = 0;
    all = 0;
#pragma unroll
    for (int i = 0; i < THREADS / 32; i++) {
        i64 own = sums[i];
        if (i < warp) before += own;
        all += own;
    }
    return before + sum - value;
}
