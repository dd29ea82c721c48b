// Compares the offsets of lists at several levels at once, of arrays that are nested in the same way: the report has a bit for
// each level.
#include "primitives.cuh"

extern "C" __global__ void __launch_bounds__(THREADS) compare_levels(const Levels x)
{
    int level = 0;
    while (level + 1 < x.count && x.levels[level + 1].block <= blockIdx.x) level++;
    const Level &own = x.levels[level];
    Ix a = {own.a, 0, 0, own.kind_a, 0}, b = {own.b, 0, 0, own.kind_b, 0};
    bool is_different = false;
    for (int item = 0; item < ITEMS; item++) {
        i64 i = (blockIdx.x - own.block) * TILE + item * THREADS + threadIdx.x;
        if (i < own.n && at(a, i) != at(b, i)) is_different = true;
    }
    if (is_different) atomicOr(x.report, 1ull << level);
}
