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

extern "C" __global__ void __launch_bounds__(THREADS) scan(Args x, u64 *tiles)
{
    // A block takes the next tile, so that the blocks of all tiles before it are running.
    __shared__ i64 shared_tile, shared_before;
    if (threadIdx.x == 0) shared_tile = static_cast<i64>(atomicAdd(tiles, 1ull));
    __syncthreads();
    i64 tile = shared_tile;
    volatile u64 *published = tiles + 1;
    // The positions of a warp are adjacent, and so are those of its lanes in each step.
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    i64 begin = tile * SCAN_TILE + warp * (32 * SCAN_ITEMS) + lane;
    i64 values[SCAN_ITEMS], own = 0;
#pragma unroll
    for (int item = 0; item < SCAN_ITEMS; item++) {
        i64 i = begin + item * 32;
        i64 value = 0;
        if (i < x.n) { VALUE_OF(i, value); }
        values[item] = min(value, MOST);
    }
#pragma unroll
    for (int item = 0; item < SCAN_ITEMS; item++) {
        i64 value = values[item], sum = value;
        for (int by = 1; by < 32; by *= 2) {
            i64 other = shuffle_up(sum, by);
            if (lane >= by) sum += other;
        }
        values[item] = own + sum - value;
        own += __shfl_sync(0xffffffffu, sum, 31);
    }
    __shared__ i64 sums[THREADS / 32];
    if (lane == 0) sums[warp] = own;
    __syncthreads();
    i64 before = 0, all = 0;
    for (int other = 0; other < THREADS / 32; other++) {
        if (other == warp) before = all;
        all += sums[other];
    }
    if (warp == 0) {
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
    for (int item = 0; item < SCAN_ITEMS; item++) {
        i64 i = begin + item * 32;
        if (i < x.n) x.o0[i] = before + values[item];
    }
}
