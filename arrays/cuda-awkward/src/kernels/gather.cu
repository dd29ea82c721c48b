// Copies elements of type ELEMENT at positions; 0 where a position is negative.
#include "primitives.cuh"

struct alignas(16) Wide { u64 words[2]; };

extern "C" __global__ void __launch_bounds__(THREADS) gather(const ELEMENT *from, Ix index, i64 n, ELEMENT *to)
{
    for (int item = 0; item < ITEMS; item++) {
        i64 i = static_cast<i64>(blockIdx.x) * TILE + item * THREADS + threadIdx.x;
        if (i >= n) return;
        i64 position = at(index, i);
        ELEMENT value = {};
        if (position >= 0) value = from[position];
        to[i] = value;
    }
}
