// A pass of a stable radix sort of long lists, each by itself, by a digit of 8 bits. A list consists of tiles. One kernel counts
// each digit in each tile, from which a scan computes places; another moves the items there, in the order of digits, so that
// adjacent threads write adjacent items. The first pass reads the elements; the last one writes the result.
#include "sort.cuh"

// What is moved: an element, of which the key is computed again; or a key with a position, which is complemented if the element is
// missing.
#if DIRECT
typedef ELEMENT Item;
__device__ inline Item load_item(const Sort &x, i64 element) { return static_cast<const ELEMENT *>(x.data)[element]; }
__device__ inline u32 digit_of(const Sort &x, const Item &item)
{
    typedef typename computed<ELEMENT>::type T;
    return key_of<T>(as<T>(item), x.descending) >> x.shift & 255;
}
__device__ inline void put_item(const Sort &x, i64 to, const Item &item) { reinterpret_cast<ELEMENT *>(x.order)[to] = item; }
#else
struct alignas(16) Item {
    u64 key;
    i64 position;
};
__device__ inline Item load_item(const Sort &x, i64 element)
{
    i64 position = at<INDEX>(x.index, element);
    if (position < 0) return {0, ~element};
    return {load_key(x, position), element};
}
// The digit after those of the key is whether the element is missing.
__device__ inline u32 digit_of(const Sort &x, const Item &item)
{
    return x.shift == 64 ? item.position < 0 : item.key >> x.shift & 255;
}
__device__ inline void put_item(const Sort &x, i64 to, const Item &item)
{
    x.order[to] = item.position < 0 ? ~item.position : item.position;
}
#endif

struct Place {
    i64 start, first, own;
    int count;
};

// The elements of this block's tile.
__device__ inline Place place_of_tile(const Sort &x)
{
    i64 tile = blockIdx.x, list = x.tile_list[tile], first = x.tile_first[tile];
    i64 start = at(x.offsets, list), own = (tile - first) * LONG_TILE, left = at(x.offsets, list + 1) - start - own;
    return {start, first, own, static_cast<int>(min(left, static_cast<i64>(LONG_TILE)))};
}

// The items of this thread: those of a warp are adjacent, and so are those of its lanes in each step.
__device__ inline int place_in_tile(int item) { return (threadIdx.x >> 5) * (32 * TILE_ITEMS) + item * 32 + (threadIdx.x & 31); }

template <class F> __device__ inline void load_items(const Sort &x, const Place &tile, F f)
{
    if (x.from) {
        const Item *from = static_cast<const Item *>(x.from) + static_cast<i64>(blockIdx.x) * LONG_TILE;
#pragma unroll
        for (int item = 0; item < TILE_ITEMS; item++) {
            int i = place_in_tile(item);
            if (i < tile.count) f(item, from[i]);
        }
    } else {
#pragma unroll
        for (int item = 0; item < TILE_ITEMS; item++) {
            int i = place_in_tile(item);
            if (i < tile.count) f(item, load_item(x, tile.start + tile.own + i));
        }
    }
}

// The counts of a list are adjacent: those of all its tiles for each digit.
__device__ inline i64 count_place(const Sort &x, const Place &tile, u32 digit)
{
    i64 list = x.tile_list[blockIdx.x];
    i64 tiles = (at(x.offsets, list + 1) - tile.start + LONG_TILE - 1) / LONG_TILE;
    return tile.first * 256 + digit * tiles + blockIdx.x - tile.first;
}

constexpr int WARPS = THREADS / 32;

extern "C" __global__ void __launch_bounds__(THREADS) sort_count(Sort x)
{
    // For each warp, because many items of a list often have the same digit.
    __shared__ u32 counts[WARPS][256];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    for (int other = 0; other < WARPS; other++) counts[other][threadIdx.x] = 0;
    Place tile = place_of_tile(x);
    Item items[TILE_ITEMS];
    load_items(x, tile, [&](int item, const Item &it) { items[item] = it; });
    __syncthreads();
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        u32 digit = place_in_tile(item) < tile.count ? digit_of(x, items[item]) : 256;
        if (__all_sync(0xffffffffu, digit == __shfl_sync(0xffffffffu, digit, 0))) {
            if (lane == 0 && digit < 256) counts[warp][digit] += 32;
        } else if (digit < 256) atomicAdd(&counts[warp][digit], 1u);
        __syncwarp();
    }
    __syncthreads();
    u32 sum = 0;
    for (int other = 0; other < WARPS; other++) sum += counts[other][threadIdx.x];
    x.counts[count_place(x, tile, threadIdx.x)] = sum;
}

extern "C" __global__ void __launch_bounds__(THREADS) sort_move(Sort x)
{
    __shared__ u32 counts[WARPS][256];
    __shared__ i64 to[256];
    __shared__ alignas(16) unsigned char memory[LONG_TILE * sizeof(Item)];
    Item *sorted = reinterpret_cast<Item *>(memory);
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    for (int other = 0; other < WARPS; other++) counts[other][threadIdx.x] = 0;
    Place tile = place_of_tile(x);
    i64 before = x.places[count_place(x, tile, threadIdx.x)] - x.places[tile.first * 256];
    Item items[TILE_ITEMS];
    load_items(x, tile, [&](int item, const Item &it) { items[item] = it; });
    __syncthreads();
    // The place of each item among those of its warp that have the same digit.
    u16 ranks[TILE_ITEMS];
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        bool there = place_in_tile(item) < tile.count;
        u32 digit = there ? digit_of(x, items[item]) : 0;
        u32 same = __ballot_sync(0xffffffffu, there);
#pragma unroll
        for (int bit = 0; bit < 8; bit++) {
            u32 set = __ballot_sync(0xffffffffu, digit >> bit & 1);
            same &= digit >> bit & 1 ? set : ~set;
        }
        u32 earlier = same & ((1u << lane) - 1), base = 0;
        if (there) base = counts[warp][digit];
        __syncwarp();
        if (there && earlier == 0) counts[warp][digit] = base + __popc(same);
        __syncwarp();
        ranks[item] = static_cast<u16>(base + __popc(earlier));
    }
    __syncthreads();
    // The place of each digit's first item in the tile, and of those of each warp.
    u32 sum = 0;
    for (int other = 0; other < WARPS; other++) sum += counts[other][threadIdx.x];
    i64 all;
    u32 start = static_cast<u32>(block_exclusive_sum(sum, all));
    to[threadIdx.x] = before - start;
    for (int other = 0; other < WARPS; other++) {
        u32 own = counts[other][threadIdx.x];
        counts[other][threadIdx.x] = start;
        start += own;
    }
    __syncthreads();
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        if (place_in_tile(item) < tile.count) sorted[counts[warp][digit_of(x, items[item])] + ranks[item]] = items[item];
    }
    __syncthreads();
#pragma unroll 4
    for (int i = threadIdx.x; i < tile.count; i += THREADS) {
        Item item = sorted[i];
        i64 place = to[digit_of(x, item)] + i;
        if (x.to) static_cast<Item *>(x.to)[tile.first * LONG_TILE + place] = item;
        else put_item(x, tile.start + place, item);
    }
}
