// Runs a line of code for each of `total` elements of `n` lists: `k` is the element, `i` its list or -1, `j` its place in it.
#include "lines.cuh"

extern "C" __global__ void __launch_bounds__(THREADS) expand(Args x)
{
    each_in_lists(x.offsets, x.n, x.total, [&](i64 k, i64 i, i64 j) { BODY; });
}
