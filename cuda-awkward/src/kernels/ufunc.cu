// Computes EXPRESSION, of type RESULT, for each position. Operands are read at the position, at that of the list that contains it,
// or are constants. A thread computes WIDE adjacent positions at once: if memory is aligned, LOAD_PACKS reads their numbers, each
// operand in one access, into PACKS, of which ELEMENTS takes the numbers of a position; otherwise, LOADS reads each number.
#include "numbers.cuh"

struct Inputs {
    const void *p[16];
    u64 s[16][2];
    Ix offsets;
    i64 lists, n;
    void *out;
    // The number of elements that a block computes, and whether memory is aligned.
    i32 tile, is_aligned;
};

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

// Computes a pack of results. `list_of` returns the list of an element by its place in the pack.
template <class L> __device__ inline void compute_pack(const Inputs &x, const Packs &y, i64 first, L list_of)
{
    Pack<RESULT> out;
#pragma unroll
    for (int e = 0; e < WIDE; e++) {
        const i64 k = first + e, i = list_of(e);
        ELEMENTS
        out.v[e] = EXPRESSION;
    }
    *reinterpret_cast<Pack<RESULT> *>(static_cast<RESULT *>(x.out) + first) = out;
}

// The number of packs that a thread reads at once.
constexpr int BATCH = SPREAD ? 2 : 1;
constexpr int STEP = THREADS * WIDE;

extern "C" __global__ void __launch_bounds__(THREADS) ufunc(const Inputs x)
{
    i64 begin = static_cast<i64>(blockIdx.x) * x.tile, end = min(begin + x.tile, x.n);
    int count = static_cast<int>(end - begin), own = threadIdx.x * WIDE;
#if SPREAD
    if (x.lists == 0) {
        for (i64 k = begin + threadIdx.x; k < end; k += THREADS) compute(x, k, -1);
        return;
    }
    Tile tile = tile_of(x.offsets, x.lists, begin, end);
    i64 first = at(x.offsets, 0), last = at(x.offsets, x.lists);
    bool is_inside = begin >= first && end <= last && tile.is_near;
    int lists = static_cast<int>(tile.last - tile.first);
#else
    bool is_inside = true;
#endif
    int packed = x.is_aligned && is_inside ? count / WIDE * WIDE : 0;
    for (int base = own; base < packed; base += STEP * BATCH) {
        Packs packs[BATCH];
#pragma unroll
        for (int item = 0; item < BATCH; item++) {
            i64 k = begin + base + item * STEP;
            if (base + item * STEP < packed) packs[item] = Packs{LOAD_PACKS};
        }
#pragma unroll
        for (int item = 0; item < BATCH; item++) {
            int element = base + item * STEP;
            if (element >= packed) break;
            i64 k = begin + element;
#if SPREAD
            // The list of the first element; the others mostly belong to the same list.
            int lo = 0, hi = lists;
            while (lo < hi) {
                int middle = (lo + hi + 1) / 2;
                if (tile.starts[middle] <= element) lo = middle;
                else hi = middle - 1;
            }
            if (lo == lists || tile.starts[lo + 1] >= element + WIDE) {
                compute_pack(x, packs[item], k, [&](int) { return tile.first + lo; });
            } else {
                compute_pack(x, packs[item], k, [&](int e) {
                    while (lo < lists && tile.starts[lo + 1] <= element + e) lo++;
                    return tile.first + lo;
                });
            }
#else
            compute_pack(x, packs[item], k, [&](int e) { return k + e; });
#endif
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
