// Selects elements by booleans: one kernel counts the selected elements of each tile, from which a scan computes their places;
// another copies them there, and computes the offsets of their lists. Each thread has 32 adjacent booleans as bits of a word.
#include "primitives.cuh"

struct alignas(16) Wide { u64 words[2]; };

// Four bits, each of which is set if the byte in its place isn't 0.
__device__ inline u32 nibble(u32 bytes)
{
    u32 set = (((bytes & 0x7f7f7f7fu) + 0x7f7f7f7fu) | bytes) >> 7 & 0x01010101u;
    return set * 0x10204080u >> 28;
}

// The booleans of this thread from `begin` on, 0 outside of `lo` to `hi`, which are the bounds of the lists.
__device__ inline u32 bits_of(const u8 *mask, i64 begin, i64 lo, i64 hi)
{
    if (begin >= lo && begin + 32 <= hi && (reinterpret_cast<u64>(mask) & 15) == 0) {
        const uint4 *wide = reinterpret_cast<const uint4 *>(mask + begin);
        uint4 a = wide[0], b = wide[1];
        return nibble(a.x) | nibble(a.y) << 4 | nibble(a.z) << 8 | nibble(a.w) << 12 | nibble(b.x) << 16 | nibble(b.y) << 20
            | nibble(b.z) << 24 | nibble(b.w) << 28;
    }
    u32 bits = 0;
    for (int i = 0; i < 32; i++) {
        i64 k = begin + i;
        if (k >= lo && k < hi && mask[k]) bits |= 1u << i;
    }
    return bits;
}

extern "C" __global__ void __launch_bounds__(THREADS) count_true(Args x)
{
    i64 lo = at(x.offsets, 0), hi = min(at(x.offsets, x.n), x.total);
    i64 begin = static_cast<i64>(blockIdx.x) * BITS_TILE + threadIdx.x * 32;
    i64 all;
    block_exclusive_sum(__popc(bits_of(static_cast<const u8 *>(x.d.p), begin, lo, hi)), all);
    if (threadIdx.x == 0) x.o0[blockIdx.x] = all;
}

// `a` has the elements, `d` the booleans, `e` the places of tiles. The element of a boolean is `p` positions after it.
extern "C" __global__ void __launch_bounds__(THREADS) take_true(Args x)
{
    __shared__ u32 words[THREADS];
    __shared__ i32 places[THREADS + 1];
    __shared__ i64 bounds[2];
    i64 lo = at(x.offsets, 0), hi = min(at(x.offsets, x.n), x.total);
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    i64 begin = static_cast<i64>(blockIdx.x) * BITS_TILE;
    u32 own = bits_of(static_cast<const u8 *>(x.d.p), begin + threadIdx.x * 32, lo, hi);
    // The lists that begin in the tile; in the last one also those that begin after all elements.
    if (warp < 2) {
        bool is_last = blockIdx.x + 1 == gridDim.x;
        i64 edge = warp ? begin + BITS_TILE : begin;
        i64 bound = warp && is_last ? x.n + 1 : warp_partition(0, x.n + 1, [&](i64 i) { return at(x.offsets, i) < edge; });
        if (lane == 0) bounds[warp] = bound;
    }
    i64 all;
    i64 place = block_exclusive_sum(__popc(own), all);
    words[threadIdx.x] = own;
    places[threadIdx.x] = static_cast<i32>(place);
    if (threadIdx.x == 0) places[THREADS] = static_cast<i32>(all);
    __syncthreads();
    i64 base = at(x.e, blockIdx.x);
    for (i64 i = bounds[0] + threadIdx.x; i < bounds[1]; i += THREADS) {
        i64 element = min(at(x.offsets, i) - begin, static_cast<i64>(BITS_TILE));
        int word = static_cast<int>(element >> 5);
        i64 before = places[word];
        if (element & 31) before += __popc(words[word] & ((1u << (element & 31)) - 1));
        x.o1[i] = base + before;
    }
    ELEMENT *to = reinterpret_cast<ELEMENT *>(x.o0) + base;
    constexpr int BATCH = 8;
    for (int row = 0; row < 32; row += BATCH) {
        ELEMENT values[BATCH];
#pragma unroll
        for (int item = 0; item < BATCH; item++) {
            int word = warp * 32 + row + item;
            i64 k = begin + word * 32 + lane + x.p;
            if (words[word] >> lane & 1) values[item] = ELEMENT_AT(k);
        }
#pragma unroll
        for (int item = 0; item < BATCH; item++) {
            int word = warp * 32 + row + item;
            u32 bits = words[word];
            if (bits >> lane & 1) to[places[word] + __popc(bits & ((1u << lane) - 1))] = values[item];
        }
    }
}
