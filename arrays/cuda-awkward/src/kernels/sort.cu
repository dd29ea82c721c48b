// Stable sorts within lists, by key. A warp sorts lists of up to WARP_LIMIT elements in its registers, and records those of up to
// LIMIT, each of which a block sorts, and the tiles of longer lists, which a radix sort moves (`sort_long.cu`).
#include "sort.cuh"

// Lists that each lane of a warp can sort by itself.
constexpr int LANE_LIMIT = 8;

#if IN_A_WORD
// From the highest bit: whether it is missing, 32 bits of a key, the place in the list.
typedef u64 Entry;
__device__ inline Entry entry_of(u64 key, u32 place, bool missing) { return static_cast<u64>(missing) << 63 | key << 31 | place; }
__device__ inline Entry no_entry() { return ~0ull; }
__device__ inline u32 place_of(Entry entry) { return static_cast<u32>(entry) & 0x7fffffffu; }
__device__ inline bool before(Entry a, Entry b) { return a < b; }
__device__ inline Entry across(Entry entry, int by) { return __shfl_xor_sync(0xffffffffu, entry, by); }
#else
struct Entry {
    u64 key;
    // The highest bit is set if it is missing; the others are the place in the list.
    u32 place;
};

__device__ inline Entry entry_of(u64 key, u32 place, bool missing) { return {key, missing ? place | 0x80000000u : place}; }
__device__ inline Entry no_entry() { return {~0ull, 0xffffffffu}; }
__device__ inline u32 place_of(const Entry &entry) { return entry.place & 0x7fffffffu; }
__device__ inline bool before(const Entry &a, const Entry &b)
{
    bool missing_a = a.place >> 31, missing_b = b.place >> 31;
    if (missing_a != missing_b) return missing_b;
    if (a.key != b.key) return a.key < b.key;
    return a.place < b.place;
}
__device__ inline Entry across(const Entry &entry, int by)
{
    return {__shfl_xor_sync(0xffffffffu, entry.key, by), __shfl_xor_sync(0xffffffffu, entry.place, by)};
}
#endif

__device__ inline Entry load_entry(const Sort &x, i64 start, i64 i)
{
#if INDEXED
    i64 position = at<INDEX>(x.index, start + i);
    if (position < 0) return entry_of(0, static_cast<u32>(i), true);
#else
    i64 position = start + i;
#endif
    return entry_of(load_key(x, position), static_cast<u32>(i), false);
}

// Stores an element, or its position, at a place of the result.
__device__ inline void put(const Sort &x, i64 to, i64 from)
{
#if DIRECT
    reinterpret_cast<ELEMENT *>(x.order)[to] = static_cast<const ELEMENT *>(x.data)[from];
#else
    x.order[to] = from;
#endif
}

__device__ inline void exchange(Entry &a, Entry &b, bool ascending)
{
    if (before(b, a) == ascending) {
        Entry entry = a;
        a = b;
        b = entry;
    }
}

// Sorts a list of up to 32 * K elements, of which each lane has K adjacent ones. Unused places come after all elements.
template <int K> __device__ inline void sort_in_warp(const Sort &x, i64 start, int count, u32 *places)
{
    int lane = threadIdx.x & 31;
    Entry entries[K];
#pragma unroll
    for (int k = 0; k < K; k++) {
        int i = k * 32 + lane;
        entries[k] = no_entry();
        if (i < count) entries[k] = load_entry(x, start, i);
    }
#pragma unroll 1
    for (int run = 2; run <= 32 * K; run *= 2) {
#pragma unroll 1
        for (int gap = run / 2; gap >= K; gap /= 2) {
            bool is_low = !(lane * K & gap), is_up = !(lane * K & run);
#pragma unroll
            for (int k = 0; k < K; k++) {
                Entry other = across(entries[k], gap / K);
                if (before(other, entries[k]) == (is_low == is_up)) entries[k] = other;
            }
        }
#pragma unroll
        for (int gap = K / 2; gap > 0; gap /= 2) {
            if (gap >= run) continue;
#pragma unroll
            for (int k = 0; k < K; k++) {
                if (!(k & gap)) exchange(entries[k], entries[k | gap], !((lane * K + k) & run));
            }
        }
    }
#pragma unroll
    for (int k = 0; k < K; k++) places[lane * K + k] = place_of(entries[k]);
    __syncwarp();
    for (int i = lane; i < count; i += 32) put(x, start + i, start + places[i]);
    __syncwarp();
}

// Sorts a list of up to LANE_LIMIT elements in one lane.
__device__ inline void sort_in_lane(const Sort &x, i64 start, int count)
{
    Entry entries[LANE_LIMIT];
#pragma unroll
    for (int i = 0; i < LANE_LIMIT; i++) {
        entries[i] = no_entry();
        if (i < count) entries[i] = load_entry(x, start, i);
    }
#pragma unroll
    for (int round = 0; round < LANE_LIMIT; round++) {
#pragma unroll
        for (int i = round & 1; i + 1 < LANE_LIMIT; i += 2) exchange(entries[i], entries[i + 1], true);
    }
#pragma unroll
    for (int i = 0; i < LANE_LIMIT; i++) {
        if (i < count) put(x, start + i, start + place_of(entries[i]));
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) sort_warps(Sort x)
{
    __shared__ u32 places[THREADS / 32][WARP_LIMIT];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    i64 thread = static_cast<i64>(blockIdx.x) * THREADS + threadIdx.x;
    // Elements outside of all lists stay in place.
    i64 threads = static_cast<i64>(gridDim.x) * THREADS, first = at(x.offsets, 0), last = at(x.offsets, x.n);
    for (i64 k = thread; k < first; k += threads) put(x, k, k);
    for (i64 k = last + thread; k < x.total; k += threads) put(x, k, k);
    i64 list = (thread >> 5) * x.lists_a_warp + lane, start = 0, count = 0;
    if (lane < x.lists_a_warp && list < x.n) {
        start = at(x.offsets, list);
        count = at(x.offsets, list + 1) - start;
    }
    if (count > WARP_LIMIT && count <= LIMIT) x.rest[atomicAdd(x.report, 1ull)] = list;
    for (u32 left = __ballot_sync(0xffffffffu, count > LIMIT); left; left &= left - 1) {
        int other = __ffs(left) - 1;
        i64 tiles = (__shfl_sync(0xffffffffu, count, other) + LONG_TILE - 1) / LONG_TILE, base = 0;
        if (lane == 0) base = static_cast<i64>(atomicAdd(x.report + 1, static_cast<u64>(tiles)));
        base = __shfl_sync(0xffffffffu, base, 0);
        i64 own = __shfl_sync(0xffffffffu, list, other);
        for (i64 tile = base + lane; tile < base + tiles; tile += 32) x.tile_list[tile] = own, x.tile_first[tile] = base;
    }
    if (__all_sync(0xffffffffu, count <= LANE_LIMIT)) {
        sort_in_lane(x, start, static_cast<int>(count));
        return;
    }
    for (int other = 0; other < x.lists_a_warp; other++) {
        i64 own = __shfl_sync(0xffffffffu, start, other);
        i64 all = __shfl_sync(0xffffffffu, count, other);
        int size = static_cast<int>(min(all, static_cast<i64>(WARP_LIMIT + 1)));
        if (size == 0 || size > WARP_LIMIT) continue;
        if (size <= 32) sort_in_warp<1>(x, own, size, places[warp]);
        else if (size <= 64) sort_in_warp<2>(x, own, size, places[warp]);
        else if (size <= 128) sort_in_warp<4>(x, own, size, places[warp]);
        else sort_in_warp<8>(x, own, size, places[warp]);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) sort_blocks(Sort x)
{
    __shared__ Entry entries[LIMIT];
    i64 lists = static_cast<i64>(x.report[0]);
    for (i64 own = blockIdx.x; own < lists; own += gridDim.x) {
        i64 list = x.rest[own], start = at(x.offsets, list);
        int count = static_cast<int>(at(x.offsets, list + 1) - start), size = 1;
        while (size < count) size *= 2;
        for (int i = threadIdx.x; i < size; i += THREADS) {
            Entry entry = no_entry();
            if (i < count) entry = load_entry(x, start, i);
            entries[i] = entry;
        }
        __syncthreads();
        for (int run = 2; run <= size; run *= 2) {
            for (int gap = run / 2; gap > 0; gap /= 2) {
                for (int pair = threadIdx.x; pair < size / 2; pair += THREADS) {
                    // The lower index of the pair, in which the bit of the gap is 0.
                    int i = (pair & (gap - 1)) | (pair & ~(gap - 1)) << 1;
                    exchange(entries[i], entries[i | gap], !(i & run));
                }
                __syncthreads();
            }
        }
        for (int i = threadIdx.x; i < count; i += THREADS) put(x, start + i, start + place_of(entries[i]));
        __syncthreads();
    }
}
