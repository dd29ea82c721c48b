// Computes EXPRESSION, of type RESULT, for each position. Operands are read at the position, at that of the list that contains it,
// or are constants. A thread computes WIDE adjacent positions at once: if memory is aligned, LOAD_PACKS reads their numbers, each
// operand in one access, into PACKS, of which ELEMENTS takes the numbers of a position. Of operands with a number for each list,
// LOAD_LISTS reads those of a list, and SET_LISTS moves them to the pack. If memory isn't aligned, LOADS reads each number.
#include "numbers.cuh"

template <class T> struct alignas(sizeof(T) * WIDE) Pack {
    T v[WIDE];
};

template <class T> __device__ inline T read(const void *p, i64 k) { return static_cast<const T *>(p)[k]; }

// The word of the size of a pack. Reads bypass coherence, because the kernel writes nothing that it reads, so they can be moved
// before earlier writes.
template <int SIZE> struct word_of { typedef uint4 type; };
template <> struct word_of<8> { typedef uint2 type; };
template <> struct word_of<4> { typedef u32 type; };
template <> struct word_of<2> { typedef u16 type; };
template <> struct word_of<1> { typedef u8 type; };

template <class T> __device__ inline Pack<T> pack(const void *p, i64 k)
{
    typedef typename word_of<sizeof(Pack<T>)>::type Word;
    Word word = __ldg(reinterpret_cast<const Word *>(static_cast<const T *>(p) + k));
    Pack<T> pack;
    memcpy(&pack, &word, sizeof pack);
    return pack;
}

template <class T> __device__ inline T constant(const u64 *bits)
{
    T value;
    memcpy(&value, bits, sizeof value);
    return value;
}

__device__ inline void compute(const Inputs &x, i64 k, i64 i)
{
    LOADS
    static_cast<RESULT *>(x.out)[k] = EXPRESSION;
}

struct Packs {
    PACKS
};

// The numbers of a list.
struct Lists {
    LISTS_OF
};

// Computes a pack of results.
__device__ inline void compute_pack(const Inputs &x, const Packs &y, i64 first)
{
    Pack<RESULT> out;
#pragma unroll
    for (int e = 0; e < WIDE; e++) {
        [[maybe_unused]] const i64 k = first + e;
        ELEMENTS
        out.v[e] = EXPRESSION;
    }
    *reinterpret_cast<Pack<RESULT> *>(static_cast<RESULT *>(x.out) + first) = out;
}

// The number of packs that a thread reads at once, and of elements that a warp reads at once.
constexpr int BATCH = SPREAD ? 2 : 1;
constexpr int STEP = 32 * WIDE;

extern "C" __global__ void __launch_bounds__(THREADS) ufunc(const Inputs x)
{
    i64 begin = static_cast<i64>(blockIdx.x) * x.tile, end = min(begin + x.tile, x.n);
    int count = static_cast<int>(end - begin);
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#if SPREAD
    if (x.lists == 0) {
        for (i64 k = begin + threadIdx.x; k < end; k += THREADS) compute(x, k, -1);
        return;
    }
    Tile tile = tile_of(x.offsets, x.lists, x.n, begin, end);
    i64 first = offset_at(x.offsets, 0), last = offset_at(x.offsets, x.lists);
    bool is_inside = begin >= first && end <= last && tile.is_near;
    int lists = static_cast<int>(tile.last - tile.first);
    // Whether walking along the lists takes fewer steps than a search.
    bool is_long = lists * 24 < count;
    const i32 *starts = tile.starts;
#else
    bool is_inside = true;
#endif
    int packed = x.is_aligned && is_inside ? count / WIDE * WIDE : 0;
    // Each warp has adjacent elements.
    int share = x.tile / (THREADS / 32);
    int from = warp * share, to = min(from + share, packed);
#if SPREAD
    int current = 0;
    if (from < to) {
        int hi = lists;
        while (current < hi) {
            int middle = (current + hi + 1) / 2;
            if (starts[middle] <= from) current = middle;
            else hi = middle - 1;
        }
    }
#endif
    for (int base = from; base < to; base += STEP * BATCH) {
        Packs packs[BATCH];
#pragma unroll
        for (int item = 0; item < BATCH; item++) {
            int element = base + item * STEP + lane * WIDE;
            [[maybe_unused]] i64 k = begin + element;
            Packs &y = packs[item];
            if (element < to) { LOAD_PACKS }
        }
#if SPREAD
#pragma unroll
        for (int item = 0; item < BATCH; item++) {
            int element = base + item * STEP + lane * WIDE;
            // The lists of the first and of the last element, and the start of the latter.
            int own = current, other = current, edge = 0;
            if (is_long) {
                int step_end = base + (item + 1) * STEP;
                for (; current < lists; current++) {
                    int start = starts[current + 1];
                    if (start >= step_end) break;
                    if (start <= element) own = current + 1;
                    if (start < element + WIDE) other = current + 1, edge = start;
                }
            } else {
                int hi = lists;
                while (own < hi) {
                    int middle = (own + hi + 1) / 2;
                    if (starts[middle] <= element) own = middle;
                    else hi = middle - 1;
                }
                other = own;
                while (other < lists && starts[other + 1] < element + WIDE) edge = starts[++other];
            }
            if (element >= to) continue;
            Packs &y = packs[item];
            if (other - own < 2) {
                Lists own_list, other_list;
                {
                    Lists &z = own_list;
                    i64 i = tile.first + own;
                    LOAD_LISTS
                }
                {
                    Lists &z = other_list;
                    i64 i = tile.first + other;
                    LOAD_LISTS
                }
#pragma unroll
                for (int e = 0; e < WIDE; e++) {
                    const Lists &z = element + e < edge ? own_list : other_list;
                    SET_LISTS
                }
            } else {
#pragma unroll
                for (int e = 0; e < WIDE; e++) {
                    while (own < other && starts[own + 1] <= element + e) own++;
                    Lists z;
                    i64 i = tile.first + own;
                    LOAD_LISTS
                    SET_LISTS
                }
            }
        }
#endif
#pragma unroll
        for (int item = 0; item < BATCH; item++) {
            int element = base + item * STEP + lane * WIDE;
            if (element < to) compute_pack(x, packs[item], begin + element);
        }
    }
    for (int element = packed + threadIdx.x; element < count; element += THREADS) {
        i64 k = begin + element, i = k;
#if SPREAD
        i = k >= first && k < last ? tile.list_of(k) : -1;
#endif
        compute(x, k, i);
    }
}
