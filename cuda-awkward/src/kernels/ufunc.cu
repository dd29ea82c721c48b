// One number of as many others, for each position: of ELEMENTS, which EXPRESSION computes with, a RESULT is made. Operands are
// read at the position, at the one of the list that has it, or are the same everywhere. A thread has WIDE neighbours at once,
// whose numbers PACKS reads in one access each where memory is aligned; else LOADS reads each.
#include "numbers.cuh"

struct Inputs {
    const void *p[16];
    u64 s[16][2];
    Ix offsets;
    i64 lists, n;
    void *out;
    // Elements of a block, and whether memory is aligned.
    i32 tile, is_aligned;
};

template <class T> struct alignas(sizeof(T) * WIDE) Pack {
    T v[WIDE];
};

template <class T> __device__ inline T read(const void *p, i64 k) { return static_cast<const T *>(p)[k]; }

template <class T> __device__ inline Pack<T> pack(const void *p, i64 k)
{
    return *reinterpret_cast<const Pack<T> *>(static_cast<const T *>(p) + k);
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

// The list of each element, one behind the other.
struct Walk {
    const Tile *tile;
    i64 list, begin, end;

    __device__ i64 at_element(i64 k)
    {
        list = tile->list_behind(list, k);
        return k >= begin && k < end ? list : -1;
    }
};

// Without lists, an element is its own.
struct Stay {
    __device__ i64 at_element(i64 k) { return k; }
};

template <class W> __device__ inline void compute_pack(const Inputs &x, i64 first, W walk)
{
    Pack<RESULT> out;
    PACKS
#pragma unroll
    for (int e = 0; e < WIDE; e++) {
        const i64 k = first + e, i = walk.at_element(k);
        ELEMENTS
        out.v[e] = EXPRESSION;
    }
    *reinterpret_cast<Pack<RESULT> *>(static_cast<RESULT *>(x.out) + first) = out;
}

template <class W> __device__ inline void compute_some(const Inputs &x, i64 k, i64 end, W walk)
{
    if (x.is_aligned && k + WIDE <= end) compute_pack(x, k, walk);
    else for (i64 stop = min(k + WIDE, end); k < stop; k++) compute(x, k, walk.at_element(k));
}

extern "C" __global__ void __launch_bounds__(THREADS) ufunc(const Inputs x)
{
    i64 begin = static_cast<i64>(blockIdx.x) * x.tile, end = min(begin + x.tile, x.n);
#if SPREAD
    if (x.lists == 0) {
        for (i64 k = begin + threadIdx.x; k < end; k += THREADS) compute(x, k, -1);
        return;
    }
    Tile tile = tile_of(x.offsets, x.lists, begin, end);
    i64 first = at(x.offsets, 0), last = at(x.offsets, x.lists);
    for (i64 k = begin + threadIdx.x * WIDE; k < end; k += THREADS * WIDE) compute_some(x, k, end, Walk{&tile, tile.list_of(k), first, last});
#else
    for (i64 k = begin + threadIdx.x * WIDE; k < end; k += THREADS * WIDE) compute_some(x, k, end, Stay{});
#endif
}
