// Exclusive prefix sums of the values that a line of code computes for each of `n` positions, and the total: offsets of lists. It is
// a single pass with decoupled look-back. Negative values count as 0. Sums saturate: lists may overlap, so their lengths can have any sum,
// and no memory holds that many entries.
#include "look_back.cuh"
#include "lines.cuh"

// The maximum of a value, more than memory holds, so that the sums within a tile need no check.
constexpr i64 MOST = 1ll << 51;

// The place of a value in shared memory, so that neither reading adjacent ones nor those of adjacent threads has bank conflicts.
__device__ inline int staged_at(int i) { return i + i / SPREAD_ITEMS; }

extern "C" __global__ void __launch_bounds__(THREADS) scan(Args x, Tiles tiles)
{
    __shared__ i64 staged[SPREAD_TILE + THREADS];
    __shared__ i64 shared_before;
    i64 tile = blockIdx.x, begin = tile * SPREAD_TILE;
#pragma unroll
    for (int item = 0; item < SPREAD_ITEMS; item++) {
        i64 i = begin + item * THREADS + threadIdx.x;
        i64 value = 0;
        if (i < x.n) { VALUE_OF(i, value); }
        // Who shares the memory of offsets could have changed them since they were checked.
        staged[staged_at(item * THREADS + threadIdx.x)] = min(max(value, static_cast<i64>(0)), MOST);
    }
    __syncthreads();
    // Each thread has adjacent values.
    i64 values[SPREAD_ITEMS], own = 0;
#pragma unroll
    for (int item = 0; item < SPREAD_ITEMS; item++) {
        values[item] = own;
        own += staged[staged_at(threadIdx.x * SPREAD_ITEMS + item)];
    }
    i64 all, place = block_exclusive_sum(own, all);
    all = min(all, static_cast<i64>(TILE_VALUE));
#if REPORTS
    // So that what this block reported is seen by who sees its sum.
    if (threadIdx.x == 0) __threadfence();
#endif
    if (threadIdx.x < 32) {
        i64 before = look_back(tiles, tile, all, false).sum;
        if (threadIdx.x == 0) shared_before = before;
        if ((tile + 1) * SPREAD_TILE >= x.n && threadIdx.x == 0) {
            i64 end = plus(before, all);
            bool is_wrong = false;
#if REPORTS
            __threadfence();
            is_wrong = *static_cast<volatile u64 *>(x.report) != 0;
            x.report[1] = static_cast<u64>(end);
#endif
            tell_host(tiles, end, is_wrong);
            x.o0[x.n] = end;
        }
    }
    __syncthreads();
    place += shared_before;
#pragma unroll
    for (int item = 0; item < SPREAD_ITEMS; item++) staged[staged_at(threadIdx.x * SPREAD_ITEMS + item)] = place + values[item];
    __syncthreads();
#pragma unroll
    for (int item = 0; item < SPREAD_ITEMS; item++) {
        i64 i = begin + item * THREADS + threadIdx.x;
        if (i < x.n) x.o0[i] = staged[staged_at(item * THREADS + threadIdx.x)];
    }
}
