// Sums of what a line of code says for each of `n` positions, before each, and behind the last: offsets of lists. One pass,
// in which the first warp of a block looks back at what the blocks before it have told, 32 of them at once.
#include "primitives.cuh"

constexpr int SCAN_ITEMS = 8;
constexpr int SCAN_TILE = THREADS * SCAN_ITEMS;

// What a block before has told: nothing, its own sum, or all up to its end.
constexpr u64 SUM = 1ull << 62, ALL = 2ull << 62, VALUE = SUM - 1;

// The sum of the tiles before one, of which all have begun. The first warp calls it.
__device__ inline i64 look_back(volatile u64 *told, i64 tile)
{
    int lane = threadIdx.x & 31;
    i64 sum = 0;
    for (i64 behind = tile; behind > 0;) {
        i64 other = behind - 1 - lane;
        u64 word = other < 0 ? ALL : told[other];
        u32 has_all = __ballot_sync(0xffffffffu, word >> 63);
        u32 has_none = __ballot_sync(0xffffffffu, !(word >> 62));
        // Those up to the nearest one that knows all, if none between has nothing to say yet.
        u32 used = has_all ? (has_all & (0u - has_all)) * 2 - 1 : 0xffffffffu;
        if (has_none & used) continue;
        i64 part = used >> lane & 1 ? static_cast<i64>(word & VALUE) : 0;
        for (int by = 16; by > 0; by /= 2) part += __shfl_xor_sync(0xffffffffu, part, by);
        sum += part;
        if (has_all) break;
        behind -= 32;
    }
    return sum;
}

extern "C" __global__ void __launch_bounds__(THREADS) scan(Args x, u64 *tiles)
{
    // A block takes the next tile, so that those before it have begun.
    __shared__ i64 shared_tile, shared_before;
    if (threadIdx.x == 0) shared_tile = static_cast<i64>(atomicAdd(tiles, 1ull));
    __syncthreads();
    i64 tile = shared_tile;
    volatile u64 *told = tiles + 1;
    // Each warp has neighbouring positions, and each step of its lanes too.
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    i64 begin = tile * SCAN_TILE + warp * (32 * SCAN_ITEMS) + lane;
    i64 values[SCAN_ITEMS], own = 0;
#pragma unroll
    for (int item = 0; item < SCAN_ITEMS; item++) {
        i64 i = begin + item * 32;
        i64 value = 0;
        if (i < x.n) { VALUE_OF(i, value); }
        values[item] = value;
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
        if (lane == 0 && tile > 0) told[tile] = SUM | static_cast<u64>(all);
        __syncwarp();
        i64 sum = look_back(told, tile);
        if (lane == 0) {
            told[tile] = ALL | static_cast<u64>(sum + all);
            shared_before = sum;
            if ((tile + 1) * SCAN_TILE >= x.n) {
                x.o0[x.n] = sum + all;
                if (x.report) x.report[1] = static_cast<u64>(sum + all);
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
