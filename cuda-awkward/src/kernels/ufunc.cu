// One number of as many others, for each position: LOADS reads what EXPRESSION computes with, which becomes a RESULT.
// Operands are read at the position, at the one of the list that has it, or are the same everywhere.
#include "numbers.cuh"

struct Inputs {
    const void *p[16];
    u64 s[16][2];
    Ix offsets;
    i64 lists, n;
    void *out;
};

template <class T> __device__ inline T read(const void *p, i64 k) { return static_cast<const T *>(p)[k]; }

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

extern "C" __global__ void __launch_bounds__(THREADS) ufunc(const Inputs x)
{
#if SPREAD
    each_in_lists(x.offsets, x.lists, x.n, [&](i64 k, i64 i, i64) { compute(x, k, i); });
#else
    for (int item = 0; item < ITEMS; item++) {
        i64 k = static_cast<i64>(blockIdx.x) * TILE + item * THREADS + threadIdx.x;
        if (k < x.n) compute(x, k, k);
    }
#endif
}
