// Checks offsets and positions of buffers from elsewhere. No value is trusted: of each node, only entries that exist, and
// that the nodes before it need, are read.
#include "primitives.cuh"

__device__ i64 count_of(const Check &x)
{
    i64 need = x.fixed;
    if (x.word) {
        i64 word = static_cast<i64>(*x.word);
        if (word < 0) word = 0;
        need = x.times && word > x.there ? x.there : word * x.times;
    }
    return need < 0 || need > x.there ? x.there : need;
}

__device__ void need(const Check &x, int content, i64 count)
{
    if (count > 0) atomicMax(x.report + 2 + content, static_cast<u64>(count));
}

// The number of entries needed for a position; saturates.
__device__ i64 entries_for(i64 position) { return position < 9223372036854775807ll ? position + 1 : position; }

extern "C" __global__ void __launch_bounds__(THREADS) check_offsets(Check x)
{
    i64 n = count_of(x);
    for (int item = 0; item < ITEMS; item++) {
        i64 i = static_cast<i64>(blockIdx.x) * TILE + item * THREADS + threadIdx.x;
        if (i == 0) x.report[1] = static_cast<u64>(at(x.a, 0));
        if (i == n) {
            i64 last = at(x.a, n);
            if (last < 0) atomicMax(x.report, ~static_cast<u64>(n));
            else x.report[2] = static_cast<u64>(last);
        }
        if (i >= n) return;
        i64 start = at(x.a, i), stop = at(x.a, i + 1);
        if (start < 0 || start > stop) atomicMax(x.report, ~static_cast<u64>(i));
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) check_lists(Check x)
{
    i64 n = count_of(x), most = 0;
    for (int item = 0; item < ITEMS; item++) {
        i64 i = static_cast<i64>(blockIdx.x) * TILE + item * THREADS + threadIdx.x;
        if (i >= n) break;
        i64 start = at(x.a, i), stop = at(x.b, i);
        if (start < 0 || start > stop) atomicMax(x.report, ~static_cast<u64>(i));
        if (start < stop) most = max(most, stop);
    }
    need(x, 0, most);
}

// Checks positions; negative ones are invalid unless `contents` is 0.
extern "C" __global__ void __launch_bounds__(THREADS) check_index(Check x)
{
    i64 n = count_of(x), most = 0;
    for (int item = 0; item < ITEMS; item++) {
        i64 i = static_cast<i64>(blockIdx.x) * TILE + item * THREADS + threadIdx.x;
        if (i >= n) break;
        i64 position = at(x.a, i);
        if (position < 0 && x.contents) atomicMax(x.report, ~static_cast<u64>(i));
        if (position >= 0) most = max(most, entries_for(position));
    }
    need(x, 0, most);
}

extern "C" __global__ void __launch_bounds__(THREADS) check_union(Check x)
{
    i64 n = count_of(x);
    for (int item = 0; item < ITEMS; item++) {
        i64 i = static_cast<i64>(blockIdx.x) * TILE + item * THREADS + threadIdx.x;
        if (i >= n) return;
        i64 tag = x.tags[i], position = at(x.a, i);
        if (tag >= x.contents || position < 0) atomicMax(x.report, ~static_cast<u64>(i));
        else need(x, static_cast<int>(tag), entries_for(position));
    }
}
