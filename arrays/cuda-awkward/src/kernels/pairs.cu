// The positions of all pairs of entries of lists, in order: a thread finds each pair by its list and its place in it.
// STARTS is the kind of the starts of lists, and POSITION the type of positions.
#include "look_back.cuh"

// The first entry of pair `j` of `len` entries: the largest before which there are at most `j` pairs. It is computed with a square
// root, and rounding errors are corrected.
template <class I, class F> __device__ inline I first_of_pair(I len, I j)
{
    F side = static_cast<F>(2 * len - 1);
    I a = static_cast<I>((side - sqrt(max(side * side - 8 * static_cast<F>(j), F(0)))) / 2);
    a = max(I(0), min(a, len - 2));
    while (a > 0 && a * (2 * len - a - 1) / 2 > j) a--;
    while ((a + 1) * (2 * len - a - 2) / 2 <= j) a++;
    return a;
}

// The longest list whose pairs are counted by 32-bit numbers.
constexpr i64 SMALL = 1 << 12;

extern "C" __global__ void __launch_bounds__(THREADS) pairs(Args x)
{
    each_in_lists(x.offsets, x.n, x.total, [&](i64 k, i64 i, i64 j) {
        if (i < 0) return;
        // With replacement, there are as many pairs as of one more entry without.
        i64 start = at<STARTS>(x.a, i), len = at<STARTS>(x.b, i) - start + x.q, a, rest;
        if (len <= SMALL) {
            i32 small = static_cast<i32>(len), place = static_cast<i32>(j), own = first_of_pair<i32, float>(small, place);
            a = own;
            rest = place - own * (2 * small - own - 1) / 2;
        } else {
            a = first_of_pair<i64, double>(len, j);
            rest = j - a * (2 * len - a - 1) / 2;
        }
        POSITION *first = reinterpret_cast<POSITION *>(x.o0);
        first[k] = static_cast<POSITION>(start + a);
        first[x.total + k] = static_cast<POSITION>(start + a + 1 + rest - x.q);
    });
}

// The lists of a thread, a warp and a block that write the pairs when they have counted them.
constexpr int PAIR_WARPS = THREADS / 32, WARP_LISTS = 32 * PAIR_ITEMS;
// The pairs that a warp writes at a time, those whose lists a lane finds, and the most that a block writes.
constexpr int WINDOW = 512, RUN = WINDOW / 32;
constexpr i64 PAIR_MOST = 1 << 16;
// The longest list of which it writes pairs: the sums of a block fit into 32 bits, and `triangle` is exact.
constexpr i64 LONG = 1 << 10;

// The place in shared memory of the list of a pair, so that there are no bank conflicts.
__device__ inline int found_at(int i) { return i + i / RUN * 4; }

// The largest `g` with `g * (g + 1) / 2 <= i`, for `i` below 2^19: then the sum under the root is that far from the next square that
// its rounding errors don't matter.
__device__ inline int triangle(int i)
{
    float root;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(static_cast<float>(8 * i + 4)));
    return static_cast<int>((root - 1) * 0.5f);
}

// Counts the pairs of each list, and writes offsets and pairs in the same pass, if there is room for `total` pairs. The flag is raised
// if there are long lists, or so many pairs in a block that others would wait for it: then nothing of that block is written. The last
// warp finds the place of the block, while the others find the lists of their pairs.
extern "C" __global__ void __launch_bounds__(THREADS + 32, 5) pairs_at_once(Args x, Tiles tiles)
{
    // Of each list, the end, and that of its pairs.
    __shared__ POSITION stops[BLOCK_LISTS];
    __shared__ u32 ends[BLOCK_LISTS];
    // The list of each pair of a window, plus one.
    __shared__ alignas(16) u32 lists[PAIR_WARPS][WINDOW + WINDOW / RUN * 4];
    __shared__ u32 sums[PAIR_WARPS];
    __shared__ i64 shared_before;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    i64 tile = blockIdx.x, begin = tile * BLOCK_LISTS + warp * WARP_LISTS + lane;
    bool is_long = false;
    // The number of pairs of each list of a lane.
    u32 counts[PAIR_ITEMS];
    if (warp < PAIR_WARPS) {
        POSITION from[PAIR_ITEMS], to[PAIR_ITEMS];
#pragma unroll
        for (int item = 0; item < PAIR_ITEMS; item++) {
            i64 i = begin + item * 32;
            from[item] = to[item] = 0;
            // With replacement, there are as many pairs as of one more entry without.
            if (i < x.n) {
                from[item] = static_cast<POSITION>(at<STARTS>(x.a, i));
                to[item] = static_cast<POSITION>(at<STARTS>(x.b, i) + x.q);
            }
        }
        u32 own = 0;
#pragma unroll
        for (int item = 0; item < PAIR_ITEMS; item++) {
            POSITION len = to[item] - from[item];
            is_long |= len < 0 || len > LONG;
            u32 small = static_cast<u32>(len);
            own += counts[item] = small > 1 ? small * (small - 1) / 2 : 0;
            stops[warp * WARP_LISTS + item * 32 + lane] = to[item];
        }
        for (int by = 16; by > 0; by /= 2) own += __shfl_xor_sync(0xffffffffu, own, by);
        if (lane == 0) sums[warp] = own;
    }
    is_long = __syncthreads_or(is_long);
    u32 earlier = 0, all = 0, pairs = 0;
#pragma unroll
    for (int other = 0; other < PAIR_WARPS; other++) {
        if (other < warp) earlier += sums[other];
        if (other == warp) pairs = sums[other];
        all += sums[other];
    }
    bool is_left = is_long || all > PAIR_MOST;
    if (threadIdx.x == 0 && !is_left) add_to_all(tiles, all);
    u32 last = 0, *own_ends = ends + warp * WARP_LISTS;
    auto start_of = [&](int list) { return list == 0 ? 0 : own_ends[list - 1]; };
    // Finds the lists of the warp's pairs in the window that begins at `from`.
    auto find = [&](u32 from) {
        uint4 *wide = reinterpret_cast<uint4 *>(lists[warp] + found_at(lane * RUN));
#pragma unroll
        for (int i = 0; i < RUN / 4; i++) wide[i] = make_uint4(0, 0, 0, 0);
        __syncwarp();
        // The first pair of each list is marked; the list of a pair is the last one marked.
#pragma unroll
        for (int item = 0; item < PAIR_ITEMS; item++) {
            u32 place = start_of(item * 32 + lane);
            bool is_empty = place == own_ends[item * 32 + lane];
            place -= from;
            if (!is_empty && place < WINDOW) lists[warp][found_at(static_cast<int>(place))] = static_cast<u32>(item * 32 + lane + 1);
        }
        __syncwarp();
        uint4 own[RUN / 4];
        u32 most = 0;
#pragma unroll
        for (int i = 0; i < RUN / 4; i++) {
            own[i] = wide[i];
            own[i].x = most = max(most, own[i].x), own[i].y = most = max(most, own[i].y);
            own[i].z = most = max(most, own[i].z), own[i].w = most = max(most, own[i].w);
        }
        for (int by = 1; by < 32; by *= 2) {
            u32 other = __shfl_up_sync(0xffffffffu, most, by);
            if (lane >= by) most = max(most, other);
        }
        u32 other = __shfl_up_sync(0xffffffffu, most, 1), least = lane == 0 ? last : max(other, last);
        last = max(last, __shfl_sync(0xffffffffu, most, 31));
#pragma unroll
        for (int i = 0; i < RUN / 4; i++)
            wide[i] = make_uint4(max(own[i].x, least), max(own[i].y, least), max(own[i].z, least), max(own[i].w, least));
        __syncwarp();
    };
    if (warp == PAIR_WARPS) {
        Before before = look_back(tiles, tile, is_left ? 0 : all, is_left);
        if (lane == 0) {
            shared_before = before.sum;
            if (tile + 1 == gridDim.x) {
                i64 end = plus(before.sum, all);
                if (before.flag || is_left) tell_host(tiles, end, true);
                x.o0[x.n] = end;
            }
        }
    } else if (!is_left) {
        u32 before = 0;
#pragma unroll
        for (int item = 0; item < PAIR_ITEMS; item++) {
            u32 end = counts[item];
            for (int by = 1; by < 32; by *= 2) {
                u32 other = __shfl_up_sync(0xffffffffu, end, by);
                if (lane >= by) end += other;
            }
            own_ends[item * 32 + lane] = before + end;
            before += __shfl_sync(0xffffffffu, end, 31);
        }
        __syncwarp();
        find(0);
    }
    __syncthreads();
    if (warp == PAIR_WARPS || is_left) return;
    i64 base = shared_before + earlier;
#pragma unroll
    for (int item = 0; item < PAIR_ITEMS; item++) {
        i64 i = begin + item * 32;
        if (i < x.n) x.o0[i] = base + start_of(item * 32 + lane);
    }
    POSITION *first = reinterpret_cast<POSITION *>(x.o1) + base, *second = first + x.total;
    int count = static_cast<int>(max(min(static_cast<i64>(pairs), x.total - base), static_cast<i64>(0)));
    for (int from = 0; from < count; from += WINDOW) {
        if (from > 0) find(from);
#pragma unroll 4
        for (int at = lane; at < WINDOW; at += 32) {
            int k = from + at;
            if (k >= count) break;
            int list = warp * WARP_LISTS + static_cast<int>(lists[warp][found_at(at)]) - 1;
            // From the last pair on: one with the last entry but one, two with that before, and so on.
            int rest = static_cast<int>(ends[list]) - 1 - k;
            int group = triangle(rest);
            POSITION stop = stops[list];
            first[k] = stop - 2 - group;
            second[k] = stop - 1 - (rest - group * (group + 1) / 2) - static_cast<POSITION>(x.q);
        }
        __syncwarp();
    }
}
