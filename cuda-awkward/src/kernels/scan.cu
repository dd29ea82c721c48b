// Sums of what a line of code says for each of `n` positions, before each, and behind the last: offsets of lists. One pass,
// in which a block looks back at what those before it have told.
#include "primitives.cuh"

extern "C" __global__ void __launch_bounds__(THREADS) scan(Args x, u64 *tiles)
{
    // A block takes the next tile, so that those before it have begun. Of a tile is told 0, its own sum, or all up to it.
    __shared__ i64 shared_tile, shared_before;
    if (threadIdx.x == 0) shared_tile = static_cast<i64>(atomicAdd(tiles, 1ull));
    __syncthreads();
    i64 tile = shared_tile;
    u64 *told = tiles + 1;
    constexpr u64 SUM = 1ull << 62, ALL = 2ull << 62, VALUE = SUM - 1;
    i64 begin = tile * TILE + threadIdx.x * ITEMS;
    i64 values[ITEMS], own = 0;
    for (int item = 0; item < ITEMS; item++) {
        i64 i = begin + item;
        i64 value = 0;
        if (i < x.n) { VALUE_OF(i, value); }
        values[item] = own;
        own += value;
    }
    i64 all;
    i64 before = block_exclusive_sum(own, all);
    if (threadIdx.x == 0) {
        volatile u64 *words = told;
        i64 sum = 0;
        if (tile > 0) {
            words[tile] = SUM | static_cast<u64>(all);
            __threadfence();
            for (i64 other = tile - 1; other >= 0;) {
                u64 word = words[other];
                if (!(word >> 62)) continue;
                sum += static_cast<i64>(word & VALUE);
                if (word & ALL) break;
                other--;
            }
        }
        words[tile] = ALL | static_cast<u64>(sum + all);
        __threadfence();
        shared_before = sum;
        i64 tile_end = min((tile + 1) * TILE, x.n);
        if (tile_end == x.n) {
            x.o0[x.n] = sum + all;
            if (x.report) x.report[1] = static_cast<u64>(sum + all);
        }
    }
    __syncthreads();
    for (int item = 0; item < ITEMS; item++) {
        i64 i = begin + item;
        if (i < x.n) x.o0[i] = shared_before + before + values[item];
    }
}
