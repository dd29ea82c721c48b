// What all kernels of this crate share: names of types, indexes of any width, and the search for lists.
#pragma once

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

// Numbers where they are in memory and their positions. Without memory, `a + b * i`.
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
    // Bits, with a base of position in `a`, from the least significant one (`b` 0) or the most significant one.
    case 8: {
        i64 bit = x.a + i;
        u8 byte = static_cast<const u8 *>(x.p)[bit >> 3];
        return byte >> (x.b ? 7 - (bit & 7) : bit & 7) & 1;
    }
    default: return x.a + x.b * i;
    }
}

// What most kernels of structure take.
struct Args {
    Ix a, b, c, d, e, f;
    i64 p, q, r, s;
    i64 *o0, *o1, *o2, *o3;
    // Words that the host reads: what went wrong first as the complement of a position (0: nothing), then sizes.
    u64 *report;
    i64 n, total;
    Ix offsets;
};

// Tells that something is wrong at a position. The least position is kept.
__device__ inline void wrong(const Args &x, i64 position)
{
    atomicMax(x.report, ~static_cast<u64>(position));
}

__device__ inline void wrong_in(const Args &x, int word, i64 position)
{
    atomicMax(x.report + word, ~static_cast<u64>(position));
}

constexpr int THREADS = 256;
// Elements of each thread, a block apart.
constexpr int ITEMS = 4;
constexpr int TILE = THREADS * ITEMS;

// The list that has an element: the last of those from `lo` to `hi` that doesn't begin behind it.
__device__ inline i64 list_within(const Ix &offsets, i64 lo, i64 hi, i64 element)
{
    while (lo < hi) {
        i64 middle = lo + (hi - lo + 1) / 2;
        if (at(offsets, middle) <= element) lo = middle;
        else hi = middle - 1;
    }
    return lo;
}

// Calls f(element, list, position in the list) for each element of the block's tile; the list is -1 for elements outside of all.
template <class F> __device__ inline void each_in_lists(const Ix &offsets, i64 n, i64 total, F f)
{
    __shared__ i64 bounds[2];
    i64 begin = static_cast<i64>(blockIdx.x) * TILE;
    i64 last = min(begin + TILE, total) - 1;
    if (threadIdx.x < 2 && n > 0) bounds[threadIdx.x] = list_within(offsets, 0, n - 1, threadIdx.x ? last : begin);
    __syncthreads();
    for (int item = 0; item < ITEMS; item++) {
        i64 k = begin + item * THREADS + threadIdx.x;
        if (k > last) return;
        i64 list = -1, position = 0;
        if (n > 0) {
            list = list_within(offsets, bounds[0], bounds[1], k);
            position = k - at(offsets, list);
            if (position < 0 || k >= at(offsets, list + 1)) list = -1;
        }
        f(k, list, position);
    }
}

template <class T> __device__ inline T shuffle_up(T value, int by)
{
    return __shfl_up_sync(0xffffffffu, value, by);
}

// The sums before each thread's value; `all` is the sum of all.
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
