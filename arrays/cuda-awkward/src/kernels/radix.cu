// A pass of a stable sort of (key, position) by a digit of 8 bits: one kernel counts each digit in each tile, from which a scan
// computes places; another moves the pairs there.
#include "primitives.cuh"

extern "C" __global__ void __launch_bounds__(THREADS) radix_count(Pass x)
{
    __shared__ u32 counts[256];
    counts[threadIdx.x] = 0;
    __syncthreads();
    for (int item = 0; item < ITEMS; item++) {
        i64 i = static_cast<i64>(blockIdx.x) * TILE + item * THREADS + threadIdx.x;
        if (i < x.n) atomicAdd(&counts[x.keys[i] >> x.shift & 255], 1u);
    }
    __syncthreads();
    x.counts[static_cast<i64>(threadIdx.x) * gridDim.x + blockIdx.x] = counts[threadIdx.x];
}

extern "C" __global__ void __launch_bounds__(THREADS) radix_move(Pass x)
{
    constexpr int WARPS = THREADS / 32;
    __shared__ i64 places[256];
    __shared__ u32 of_warps[WARPS][256];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    places[threadIdx.x] = x.counts[static_cast<i64>(threadIdx.x) * gridDim.x + blockIdx.x];
    for (int item = 0; item < ITEMS; item++) {
        i64 i = static_cast<i64>(blockIdx.x) * TILE + item * THREADS + threadIdx.x;
        bool there = i < x.n;
        u64 key = there ? x.keys[i] : 0;
        u32 digit = key >> x.shift & 255;
        for (int other = 0; other < WARPS; other++) of_warps[other][threadIdx.x] = 0;
        __syncthreads();
        // The lanes that have the same digit.
        u32 same = __ballot_sync(0xffffffffu, there);
        for (int bit = 0; bit < 8; bit++) {
            u32 set = __ballot_sync(0xffffffffu, digit >> bit & 1);
            same &= digit >> bit & 1 ? set : ~set;
        }
        u32 before = __popc(same & ((1u << lane) - 1));
        if (there && before == 0) of_warps[warp][digit] = __popc(same);
        __syncthreads();
        // For each digit, the number of times that it occurs in earlier warps.
        u32 sum = 0;
        for (int other = 0; other < WARPS; other++) {
            u32 own = of_warps[other][threadIdx.x];
            of_warps[other][threadIdx.x] = sum;
            sum += own;
        }
        __syncthreads();
        if (there) {
            i64 to = places[digit] + of_warps[warp][digit] + before;
            x.to_keys[to] = key;
            x.to_positions[to] = x.positions[i];
        }
        __syncthreads();
        places[threadIdx.x] += sum;
        __syncthreads();
    }
}
