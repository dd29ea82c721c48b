#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>

constexpr int THREADS = 64;
constexpr int EACH = 4;

// Sorts each tile of 256 numbers, and adds it up.
__global__ void __launch_bounds__(THREADS) sort_tiles(unsigned int *numbers, unsigned long long *sums) {
    using Sort = cub::BlockRadixSort<unsigned int, THREADS, EACH>;
    using Reduce = cub::BlockReduce<unsigned long long, THREADS>;
    __shared__ union {
        typename Sort::TempStorage sort;
        typename Reduce::TempStorage reduce;
    } storage;
    unsigned int own[EACH];
    unsigned int *tile = numbers + blockIdx.x * THREADS * EACH + threadIdx.x * EACH;
    unsigned long long sum = 0;
    for (int at = 0; at < EACH; at++) {
        own[at] = tile[at];
        sum += own[at];
    }
    sum = Reduce(storage.reduce).Sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
    __syncthreads();
    Sort(storage.sort).Sort(own);
    for (int at = 0; at < EACH; at++) tile[at] = own[at];
}
