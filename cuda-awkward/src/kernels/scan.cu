// Exclusive prefix sums of the values that a line of code computes for each of `n` positions, and the total: offsets of lists. It is
// a single pass with decoupled look-back: the first warp of a block reads the words that earlier blocks published, 32 at once.
// Values aren't negative. Sums saturate: lists may overlap, so their lengths can have any sum, and no memory holds that many entries.
#include "primitives.cuh"

constexpr int SCAN_ITEMS = 8;
constexpr int SCAN_TILE = THREADS * SCAN_ITEMS;

// The upper bits of a published word: none before it is published, SUM for the block's own sum, ALL for the sum up to its end.
constexpr u64 SUM = 1ull << 62, ALL = 2ull << 62, VALUE = SUM - 1;

// A sum of two sums.
__device__ inline i64 plus(i64 a, i64 b) { return min(a + b, static_cast<i64>(VALUE)); }

// The maximum of a value, so that the sums within a tile need no check.
constexpr i64 MOST = VALUE / SCAN_TILE;

// The sum of all tiles before a tile; their blocks are already running. The first warp calls it.
__device__ inline i64 look_back(volatile u64 *published, i64 tile)
{
    int lane = threadIdx.x & 31;
    i64 sum = 0;
    for (i64 end = tile; end > 0;) {
        i64 other = end - 1 - lane;
        u64 word = other < 0 ? ALL : published[other];
        u32 has_all = __ballot_sync(0xffffffffu, word >> 63);
        u32 has_none = __ballot_sync(0xffffffffu, !(word >> 62));
        // The words down to the nearest ALL; if one of these isn't published yet, all are read again.
        u32 used = has_all ? (has_all & (0u - has_all)) * 2 - 1 : 0xffffffffu;
        if (has_none & used) continue;
        i64 part = used >> lane & 1 ? static_cast<i64>(word & VALUE) : 0;
        for (int by = 16; by > 0; by /= 2) part = plus(part, __shfl_xor_sync(0xffffffffu, part, by));
        sum = plus(sum, part);
        if (has_all) break;
        end -= 32;
    }
    return sum;
}

// The place of a value in shared memory, so that neither reading adjacent ones nor those of adjacent threads has bank conflicts.
__device__ inline int staged_at(int i) { return i + i / SCAN_ITEMS; }

extern "C" __global__ void __launch_bounds__(THREADS) scan(Args x, u64 *tiles)
{
    __shared__ i64 staged[SCAN_TILE + THREADS];
    // A block takes the next tile, so that the blocks of all tiles before it are running.
    __shared__ i64 shared_tile, shared_before;
    if (threadIdx.x == 0) shared_tile = static_cast<i64>(atomicAdd(tiles, 1ull));
    __syncthreads();
    i64 tile = shared_tile, begin = tile * SCAN_TILE;
    volatile u64 *published = tiles + 1;
#pragma unroll
    for (int item = 0; item < SCAN_ITEMS; item++) {
        i64 i = begin + item * THREADS + threadIdx.x;
        i64 value = 0;
        if (i < x.n) { VALUE_OF(i, value); }
        staged[staged_at(item * THREADS + threadIdx.x)] = min(value, MOST);
    }
    __syncthreads();
    // Each thread has adjacent values.
    i64 values[SCAN_ITEMS], own = 0;
#pragma unroll
    for (int item = 0; item < SCAN_ITEMS; item++) {
        values[item] = own;
        own += staged[staged_at(threadIdx.x * SCAN_ITEMS + item)];
    }
    i64 all, before = block_exclusive_sum(own, all);
    if (threadIdx.x < 32) {
        int lane = threadIdx.x;
        if (lane == 0 && tile > 0) published[tile] = SUM | static_cast<u64>(all);
        __syncwarp();
        i64 sum = look_back(published, tile);
        if (lane == 0) {
            i64 end = plus(sum, all);
            published[tile] = ALL | static_cast<u64>(end);
            shared_before = sum;
            if ((tile + 1) * SCAN_TILE >= x.n) {
                x.o0[x.n] = end;
                if (x.report) x.report[1] = static_cast<u64>(end);
            }
        }
    }
    __syncthreads();
    before += shared_before;
#pragma unroll
    for (int item = 0; item < SCAN_ITEMS; item++) staged[staged_at(threadIdx.x * SCAN_ITEMS + item)] = before + values[item];
    __syncthreads();
#pragma unroll
    for (int item = 0; item < SCAN_ITEMS; item++) {
        i64 i = begin + item * THREADS + threadIdx.x;
        if (i < x.n) x.o0[i] = staged[staged_at(item * THREADS + threadIdx.x)];
    }
}
