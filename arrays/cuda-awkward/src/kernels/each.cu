// Runs a line of code for each of `n` positions: `i` is the position.
#include "lines.cuh"

extern "C" __global__ void __launch_bounds__(THREADS) each(Args x)
{
    for (int item = 0; item < ITEMS; item++) {
        i64 i = static_cast<i64>(blockIdx.x) * TILE + item * THREADS + threadIdx.x;
        if (i >= x.n) return;
        BODY;
    }
}
