// Prefix sums over the tiles of a kernel in a single pass: each block publishes the sum of its tile, and adds up what the blocks
// before it published.
#pragma once
#include "primitives.cuh"

// A published word: none before it is published, TILE_SUM for the tile's own sum, TILE_ALL for the sum up to its end; whether any of these
// tiles raised the flag; the epoch; the sum.
constexpr int TILE_BITS = 53;
constexpr u64 TILE_SUM = 1ull << 62, TILE_ALL = 2ull << 62, TILE_FLAG = 1ull << 61, TILE_VALUE = (1ull << TILE_BITS) - 1;

// The sum of all tiles before one, and whether one of them raised the flag.
struct Before {
    i64 sum;
    bool flag;
};

// A sum of two sums, which saturate.
__device__ inline i64 plus(i64 a, i64 b) { return min(a + b, static_cast<i64>(TILE_VALUE)); }

__device__ inline void publish(const Tiles &tiles, i64 tile, u64 kind, i64 sum, bool flag)
{
    volatile u64 *words = tiles.words + 2;
    words[tile] = kind | (flag ? TILE_FLAG : 0) | tiles.epoch << TILE_BITS | static_cast<u64>(sum);
}

// Waits for a tile. The hardware starts blocks in order, so those before a block are running, or over.
__device__ inline void wait_until_published(const Tiles &tiles, i64 tile)
{
    const volatile u64 *words = tiles.words + 2;
    while ((words[tile] >> TILE_BITS & 0xff) != tiles.epoch) {}
}

// Sets the word that the next launch adds to. Each launch must do so.
__device__ inline void prepare_next(const Tiles &tiles) { tiles.words[(tiles.epoch & 1) ^ 1] = 0; }

// Publishes the sum of a tile, and adds up those before it. A warp calls it.
__device__ inline Before look_back(const Tiles &tiles, i64 tile, i64 own, bool flag)
{
    const volatile u64 *words = tiles.words + 2;
    int lane = threadIdx.x & 31;
    if (lane == 0 && tile > 0) publish(tiles, tile, TILE_SUM, own, flag);
    if (lane == 0 && tile == 0) prepare_next(tiles);
    Before before = {0, false};
    bool is_over = tile == 0;
    for (i64 end = tile; !is_over; end -= 32) {
        i64 other = end - 1 - lane;
        u64 word;
        do word = other < 0 ? TILE_ALL | tiles.epoch << TILE_BITS : words[other];
        while (!__all_sync(0xffffffffu, (word >> TILE_BITS & 0xff) == tiles.epoch));
        u32 has_all = __ballot_sync(0xffffffffu, static_cast<u32>(word >> 63));
        // The words down to the nearest TILE_ALL.
        u32 used = has_all ? (has_all & (0u - has_all)) * 2 - 1 : 0xffffffffu;
        bool is_used = used >> lane & 1;
        i64 part = is_used ? static_cast<i64>(word & TILE_VALUE) : 0;
        for (int by = 16; by > 0; by /= 2) part = plus(part, __shfl_xor_sync(0xffffffffu, part, by));
        before.sum = plus(before.sum, part);
        before.flag |= __any_sync(0xffffffffu, is_used && word & TILE_FLAG);
        is_over = has_all != 0;
    }
    if (lane == 0) publish(tiles, tile, TILE_ALL, plus(before.sum, own), before.flag || flag);
    return before;
}

// Tells the host the sum of all tiles: it is there as soon as the word isn't 0, while the kernel goes on.
__device__ inline void tell_host(const Tiles &tiles, i64 sum, bool flag)
{
    if (tiles.host) *static_cast<volatile u64 *>(tiles.host) = TILE_SUM | (flag ? TILE_FLAG : 0) | static_cast<u64>(sum);
}

// Adds the sum of a tile to that of all; the last block tells the host. So the host knows it before blocks look back, unless a tile
// isn't added. Two launches in succession use different words.
__device__ inline void add_to_all(const Tiles &tiles, u32 own)
{
    constexpr int ALL_BITS = 40;
    u64 before = atomicAdd(tiles.words + (tiles.epoch & 1), 1ull << ALL_BITS | own);
    if ((before >> ALL_BITS) + 1 == gridDim.x) tell_host(tiles, static_cast<i64>(before & ((1ull << ALL_BITS) - 1)) + own, false);
}
