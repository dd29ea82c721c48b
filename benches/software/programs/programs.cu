// The kernels of benches/software/programs.rs. Their PTX from NVRTC 13.0 for compute_90 is in programs.ptx,
// without the variables that nothing uses.
//
// All have the same parameters: input, output, and the number of input words.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

typedef unsigned char byte;
typedef unsigned int word;
typedef unsigned long long wide;

#define KERNEL extern "C" __global__ void

constexpr word LENGTH = 256;

// The best local alignment of two texts of 256 letters, for each block, along the diagonals.
KERNEL smith_waterman(const word *in, word *out, word)
{
    const byte *texts = reinterpret_cast<const byte *>(in) + 2 * LENGTH * blockIdx.x;
    const byte *down = texts, *across = texts + LENGTH;
    __shared__ int scores[3][LENGTH + 1];
    __shared__ int best;
    word row = threadIdx.x + 1;
    for (word each = threadIdx.x; each <= LENGTH; each += blockDim.x)
        scores[0][each] = scores[1][each] = scores[2][each] = 0;
    if (threadIdx.x == 0) best = 0;
    __syncthreads();
    for (word diagonal = 2; diagonal <= 2 * LENGTH; diagonal++) {
        int *now = scores[diagonal % 3];
        const int *last = scores[(diagonal + 2) % 3], *before = scores[(diagonal + 1) % 3];
        int column = int(diagonal) - int(row), score = 0;
        if (column >= 1 && column <= int(LENGTH)) {
            score = max(0, before[row - 1] + (down[row - 1] == across[column - 1] ? 3 : -2));
            score = max(score, max(last[row - 1], last[row]) - 4);
            if (score > best) atomicMax(&best, score);
        }
        now[row] = score;
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = best;
}

// The frequency of each byte: counted by blocks in shared memory, and added up.
KERNEL histogram(const word *in, word *out, word n)
{
    const byte *bytes = reinterpret_cast<const byte *>(in);
    __shared__ word counts[256];
    for (word each = threadIdx.x; each < 256; each += blockDim.x) counts[each] = 0;
    __syncthreads();
    for (word each = blockIdx.x * blockDim.x + threadIdx.x; each < 4 * n; each += gridDim.x * blockDim.x)
        atomicAdd(&counts[bytes[each]], 1);
    __syncthreads();
    for (word each = threadIdx.x; each < 256; each += blockDim.x) atomicAdd(&out[each], counts[each]);
}

// The same for 11 bits of each word, in the combined shared memory of four blocks.
KERNEL __cluster_dims__(4, 1, 1) cluster_histogram(const word *in, word *out, word n)
{
    constexpr word SHARE = 512;
    __shared__ word counts[SHARE];
    cg::cluster_group cluster = cg::this_cluster();
    for (word each = threadIdx.x; each < SHARE; each += blockDim.x) counts[each] = 0;
    cluster.sync();
    for (word each = blockIdx.x * blockDim.x + threadIdx.x; each < n; each += gridDim.x * blockDim.x) {
        word bin = in[each] % (4 * SHARE);
        atomicAdd(cluster.map_shared_rank(counts, bin / SHARE) + bin % SHARE, 1);
    }
    cluster.sync();
    for (word each = threadIdx.x; each < SHARE; each += blockDim.x)
        atomicAdd(&out[cluster.block_rank() * SHARE + each], counts[each]);
}

struct Node {
    Node *next;
    word value;
};

// Each thread makes a list of eight allocations, and frees them.
KERNEL device_malloc(const word *in, word *out, word)
{
    word thread = blockIdx.x * blockDim.x + threadIdx.x;
    Node *list = nullptr;
    for (word each = 0; each < 8; each++) {
        Node *node = static_cast<Node *>(malloc(sizeof(Node)));
        if (!node) return;
        node->next = list;
        node->value = in[thread] + each;
        list = node;
    }
    word sum = 0;
    while (list) {
        sum = sum * 33 + list->value;
        Node *next = list->next;
        free(list);
        list = next;
    }
    out[thread] = sum;
}

constexpr word TILE = 256, TILES = 16;

// Transposed tiles, of which one is read while the next is fetched.
KERNEL pipeline(const word *in, word *out, word)
{
    __shared__ word tiles[2][TILE];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    cg::thread_block block = cg::this_thread_block();
    auto stages = cuda::make_pipeline(block, &state);
    word first = blockIdx.x * TILES * TILE, fetched = 0;
    for (word tile = 0; tile < TILES; tile++) {
        for (; fetched < TILES && fetched < tile + 2; fetched++) {
            stages.producer_acquire();
            cuda::memcpy_async(block, tiles[fetched % 2], in + first + fetched * TILE, sizeof(word) * TILE, stages);
            stages.producer_commit();
        }
        stages.consumer_wait();
        out[first + tile * TILE + threadIdx.x] = tiles[tile % 2][TILE - 1 - threadIdx.x] * 3;
        block.sync();
        stages.consumer_release();
    }
}

// Sums of neighbours, from tiles for which all threads wait at a barrier in shared memory.
KERNEL barrier_copy(const word *in, word *out, word)
{
    using Barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ word tile[TILE];
    __shared__ Barrier barrier;
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    for (word each = 0; each < TILES; each++) {
        word at = (blockIdx.x * TILES + each) * TILE + threadIdx.x;
        cuda::memcpy_async(tile + threadIdx.x, in + at, sizeof(word), barrier);
        barrier.arrive_and_wait();
        word sum = tile[threadIdx.x] + tile[(threadIdx.x + 1) % TILE];
        barrier.arrive_and_wait();
        out[at] = sum;
    }
}

// CUB's histogram of a block's 1,024 bytes, which sorts them.
KERNEL cub_histogram(const word *in, word *out, word)
{
    using Histogram = cub::BlockHistogram<byte, 128, 8, 256, cub::BLOCK_HISTO_SORT>;
    __shared__ typename Histogram::TempStorage storage;
    __shared__ word counts[256];
    byte own[8];
    cub::LoadDirectBlocked(threadIdx.x, reinterpret_cast<const byte *>(in) + blockIdx.x * 1024, own);
    Histogram(storage).Histogram(own, counts);
    __syncthreads();
    for (word each = threadIdx.x; each < 256; each += blockDim.x) out[blockIdx.x * 256 + each] = counts[each];
}

struct Larger {
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

// CUB's reduction of 192 numbers: the maximum, and the sum.
KERNEL cub_reduce(const word *in, word *out, word)
{
    using Reduce = cub::BlockReduce<int, 192>;
    __shared__ typename Reduce::TempStorage storage;
    int own = int(in[blockIdx.x * 192 + threadIdx.x]);
    int most = Reduce(storage).Reduce(own, Larger());
    __syncthreads();
    int sum = Reduce(storage).Sum(own);
    if (threadIdx.x == 0) {
        out[2 * blockIdx.x] = most;
        out[2 * blockIdx.x + 1] = sum;
    }
}

// Three atomic operations for each word, all at the same addresses.
KERNEL atomic_ref(const word *in, word *out, word n)
{
    cuda::atomic_ref<word, cuda::thread_scope_device> sum(out[0]), odd(out[4]);
    cuda::atomic_ref<wide, cuda::thread_scope_device> most(*reinterpret_cast<wide *>(out + 2));
    for (word each = blockIdx.x * blockDim.x + threadIdx.x; each < n; each += gridDim.x * blockDim.x) {
        word own = in[each];
        sum.fetch_add(own, cuda::memory_order_relaxed);
        most.fetch_max(wide(own) << 8 | 1);
        word seen = odd.load(cuda::memory_order_relaxed);
        while (!odd.compare_exchange_weak(seen, seen ^ own)) {
        }
    }
}

__device__ word locked;

// Every eighth thread adds its word to a sum that a lock protects.
KERNEL mutex(const word *in, word *out, word)
{
    word thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread % 8) return;
    while (atomicCAS(&locked, 0, 1)) {
    }
    __threadfence();
    volatile word *sum = out;
    sum[0] = sum[0] + in[thread];
    sum[1] = sum[1] + 1;
    __threadfence();
    atomicExch(&locked, 0);
}

constexpr word MANY = 1024;

// Hillis and Steele's inclusive sums of each block's words: ten steps, in each of which every thread adds.
KERNEL scan_hillis_steele(const word *in, word *out, word)
{
    __shared__ word sums[2][MANY];
    word at = blockIdx.x * MANY + threadIdx.x, now = 0;
    sums[0][threadIdx.x] = in[at];
    __syncthreads();
    for (word apart = 1; apart < MANY; apart *= 2, now = 1 - now) {
        word before = threadIdx.x >= apart ? sums[now][threadIdx.x - apart] : 0;
        sums[1 - now][threadIdx.x] = sums[now][threadIdx.x] + before;
        __syncthreads();
    }
    out[at] = sums[now][threadIdx.x];
}

// Blelloch's exclusive sums of all words: the trees of the blocks, whose sums follow the results.
KERNEL scan_blelloch(const word *in, word *out, word n)
{
    __shared__ word sums[MANY];
    word first = blockIdx.x * MANY, thread = threadIdx.x, apart = 1;
    sums[2 * thread] = in[first + 2 * thread];
    sums[2 * thread + 1] = in[first + 2 * thread + 1];
    for (word adding = MANY / 2; adding > 0; adding /= 2, apart *= 2) {
        __syncthreads();
        if (thread < adding) sums[apart * (2 * thread + 2) - 1] += sums[apart * (2 * thread + 1) - 1];
    }
    if (thread == 0) {
        out[n + blockIdx.x] = sums[MANY - 1];
        sums[MANY - 1] = 0;
    }
    for (word adding = 1; adding < MANY; adding *= 2) {
        apart /= 2;
        __syncthreads();
        if (thread < adding) {
            word left = apart * (2 * thread + 1) - 1, right = apart * (2 * thread + 2) - 1, sum = sums[left];
            sums[left] = sums[right];
            sums[right] += sum;
        }
    }
    __syncthreads();
    out[first + 2 * thread] = sums[2 * thread];
    out[first + 2 * thread + 1] = sums[2 * thread + 1];
}

// Its second part: each thread adds up the sums of all earlier blocks.
KERNEL scan_blelloch_add(const word *, word *out, word n)
{
    word before = 0;
    for (word block = 0; block < blockIdx.x; block++) before += out[n + block];
    out[blockIdx.x * MANY + 2 * threadIdx.x] += before;
    out[blockIdx.x * MANY + 2 * threadIdx.x + 1] += before;
}

__device__ word parts[MANY];

// The sum of all words in one launch: of each thread, warp and block, and after all have met, of the grid.
KERNEL coop_reduce(const word *in, word *out, word n)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    __shared__ word sums[32];
    word sum = 0;
    for (word each = grid.thread_rank(); each < n; each += grid.size()) sum += in[each];
    sum = cg::reduce(warp, sum, cg::plus<word>());
    if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
    block.sync();
    if (block.thread_rank() == 0) {
        sum = 0;
        for (word each = 0; each < warp.meta_group_size(); each++) sum += sums[each];
        parts[blockIdx.x] = sum;
    }
    grid.sync();
    if (grid.thread_rank() == 0) {
        sum = 0;
        for (word each = 0; each < gridDim.x; each++) sum += parts[each];
        *out = sum;
    }
}
