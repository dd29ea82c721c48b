// Reduces lists. Work is divided evenly, regardless of the lists: each block processes the same number of elements and ends of
// lists, which are found by merge path. Sums of lists that continue in later blocks are added in a second pass, in order.
//
// OPERATION defines the number VALUE, the accumulator ACC, `identity()`, `load(position)`, `single(value, place)`,
// `combine(left, right)` and `store(list, acc)`. INDEXED is 1 if elements are accessed by `index`, and may be missing; PLACED is 1
// if their places are in `place`.
#include "numbers.cuh"

struct Reduce {
    const void *data;
    // The position of each element in the data, negative for a missing one; and the position that results contain for it.
    Ix index, place;
    Ix offsets;
    i64 n, total;
    void *out;
    u8 *filled;
    // For each block: the sum of the list that continues after it (`carry`), that list (`carry_list`), and the sum of its part
    // of the first list that ends in it (`head`).
    void *carry;
    void *head;
    i64 *carry_list;
    i64 blocks;
};

// The best number and its position. `first` is twice the position of the first number, plus one if that is a NaN.
template <class T, class P> struct Best {
    T value;
    P position, first;
};

// The best and the first of complex numbers. The bits of `any` are whether there is a number, one to compare, and a NaN.
template <class T> struct Leading {
    T value, first;
    u32 any;
};

// A number, and whether there was any element.
template <class T> struct Counted {
    T value;
    u32 any;
};

OPERATION

constexpr int PATH = THREADS * WORK;

// The number of list ends among the first `diagonal` items of the merged elements and list ends, where each end comes after the
// elements of its list. The lanes of a warp search together.
__device__ inline i64 merge_path(const Ix &offsets, i64 first, i64 n, i64 total, i64 diagonal)
{
    i64 lo = max(diagonal - total, static_cast<i64>(0)), hi = min(diagonal, n);
    return warp_partition(lo, hi, [&](i64 i) { return at(offsets, i + 1) - first <= diagonal - i - 1; });
}

__device__ inline ACC shuffle_up_acc(ACC value, int by)
{
    static_assert(sizeof(ACC) % 4 == 0, "words");
    u32 words[sizeof(ACC) / 4];
    memcpy(words, &value, sizeof value);
    for (int i = 0; i < static_cast<int>(sizeof(ACC) / 4); i++) words[i] = __shfl_up_sync(0xffffffffu, words[i], by);
    memcpy(&value, words, sizeof value);
    return value;
}

// Returns the sum that continues into each thread from the threads before it, since the last one in which a list ended. `ends`
// is whether a list ended in this thread; `value` is its sum after the last end. `whole` is set to the sum that leaves the block.
__device__ inline ACC block_carry(bool ends, ACC value, ACC &whole)
{
    constexpr int WARPS = THREADS / 32;
    __shared__ ACC values[WARPS];
    __shared__ bool flags[WARPS];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    ACC sum = value;
    bool flag = ends;
    for (int by = 1; by < 32; by *= 2) {
        ACC other = shuffle_up_acc(sum, by);
        bool other_flag = __shfl_up_sync(0xffffffffu, flag, by);
        if (lane >= by) {
            if (!flag) sum = combine(other, sum);
            flag = flag || other_flag;
        }
    }
    __syncthreads();
    if (lane == 31) values[warp] = sum, flags[warp] = flag;
    __syncthreads();
    ACC before = identity();
    for (int other = 0; other < warp; other++) before = flags[other] ? values[other] : combine(before, values[other]);
    ACC in = shuffle_up_acc(sum, 1);
    bool in_flag = __shfl_up_sync(0xffffffffu, flag, 1);
    if (lane == 0) in = before;
    else if (!in_flag) in = combine(before, in);
    whole = flag ? sum : combine(before, sum);
    return in;
}

// An element in shared memory. The number of a missing one is unspecified.
struct Loaded {
    VALUE value;
#if INDEXED
    bool there;
#endif
};

extern "C" __global__ void __launch_bounds__(THREADS) reduce(Reduce x)
{
    // The ends of lists, followed by the elements: PATH in total.
    constexpr int SLOT = sizeof(Loaded) > 4 ? sizeof(Loaded) : 4;
    __shared__ alignas(16) unsigned char memory[PATH * SLOT + 16];
    __shared__ i64 bounds[2];
    i64 first = at(x.offsets, 0);
    i64 total = at(x.offsets, x.n) - first;
    i64 work = total + x.n;
    i64 begin = static_cast<i64>(blockIdx.x) * PATH;
    if (begin >= work) {
        if (threadIdx.x == 0 && x.blocks > 1) {
            reinterpret_cast<ACC *>(x.carry)[blockIdx.x] = identity();
            x.carry_list[blockIdx.x] = x.n;
        }
        return;
    }
    i64 finish = min(begin + PATH, work);
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (warp < 2) {
        i64 bound = merge_path(x.offsets, first, x.n, total, warp ? finish : begin);
        if (lane == 0) bounds[warp] = bound;
    }
    __syncthreads();
    i64 list0 = bounds[0], list1 = bounds[1];
    i64 element0 = begin - list0, element1 = finish - list1;
    int lists = static_cast<int>(list1 - list0), count = static_cast<int>(element1 - element0);
    i32 *ends = reinterpret_cast<i32 *>(memory);
    Loaded *elements = reinterpret_cast<Loaded *>(memory + (lists * 4 + 15) / 16 * 16);
    // All loads of a thread are issued before the first value is used.
    Loaded staged[WORK];
#pragma unroll
    for (int item = 0; item < WORK; item++) {
        int i = item * THREADS + threadIdx.x;
        if (i < count) {
            i64 element = first + element0 + i;
#if INDEXED
            i64 position = at(x.index, element);
            staged[item].there = position >= 0;
            staged[item].value = position < 0 ? VALUE() : load(x, position);
#else
            staged[item].value = load(x, element);
#endif
        }
    }
    for (int i = threadIdx.x; i < lists; i += THREADS) ends[i] = static_cast<i32>(at(x.offsets, list0 + i + 1) - first - element0);
#pragma unroll
    for (int item = 0; item < WORK; item++) {
        int i = item * THREADS + threadIdx.x;
        if (i < count) elements[i] = staged[item];
    }
    __syncthreads();
    // The beginning of this thread's part of the block's work.
    int diagonal = min(static_cast<int>(threadIdx.x) * WORK, lists + count);
    int lo = max(diagonal - count, 0), hi = min(diagonal, lists);
    while (lo < hi) {
        int middle = (lo + hi) / 2;
        if (ends[middle] <= diagonal - middle - 1) lo = middle + 1;
        else hi = middle;
    }
    int list = lo, element = diagonal - lo;
    int steps = min(WORK, lists + count - diagonal);
    int end = list < lists ? ends[list] : count;
    ACC sum = identity();
    // The first end needs the sum from the threads before, so it is stored last.
    bool ended = false;
    ACC first_sum = identity();
    int first_list = 0;
    for (int step = 0; step < steps; step++) {
        if (list < lists && end <= element) {
            if (ended) store(x, list0 + list, sum);
            else first_sum = sum, first_list = list, ended = true;
            sum = identity();
            list++;
            end = list < lists ? ends[list] : count;
        } else {
            const Loaded it = elements[element];
            i64 place = first + element0 + element;
#if PLACED
            place = at(x.place, place);
#endif
#if INDEXED
            if (it.there)
#endif
                sum = combine(sum, single(it.value, place));
            element++;
        }
    }
    ACC whole;
    ACC in = block_carry(ended, sum, whole);
    if (ended) {
        ACC all = combine(in, first_sum);
        store(x, list0 + first_list, all);
        if (first_list == 0 && x.blocks > 1) reinterpret_cast<ACC *>(x.head)[blockIdx.x] = all;
    }
    if (threadIdx.x == THREADS - 1 && x.blocks > 1) {
        reinterpret_cast<ACC *>(x.carry)[blockIdx.x] = whole;
        x.carry_list[blockIdx.x] = list1;
    }
}

// Stores each list that spans several blocks again, with the sums of the earlier blocks. A thread whose block is the last one
// that a list continues from adds up the blocks of that list. All threads of the block share runs of many blocks.
constexpr i64 LONG_RUN = 32;

extern "C" __global__ void __launch_bounds__(THREADS) reduce_carry(Reduce x)
{
    __shared__ i64 long_runs[THREADS / LONG_RUN + 2];
    __shared__ int long_count;
    const ACC *carry = reinterpret_cast<const ACC *>(x.carry), *head = reinterpret_cast<const ACC *>(x.head);
    if (threadIdx.x == 0) long_count = 0;
    __syncthreads();
    i64 block = static_cast<i64>(blockIdx.x) * THREADS + threadIdx.x;
    i64 list = block < x.blocks ? x.carry_list[block] : x.n;
    if (list < x.n && block + 1 < x.blocks && x.carry_list[block + 1] != list) {
        i64 begin = block;
        while (begin > 0 && block - begin < LONG_RUN && x.carry_list[begin - 1] == list) begin--;
        if (block - begin < LONG_RUN) {
            ACC sum = carry[begin];
            for (i64 other = begin + 1; other <= block; other++) sum = combine(sum, carry[other]);
            store(x, list, combine(sum, head[block + 1]));
        } else long_runs[atomicAdd(&long_count, 1)] = block;
    }
    __syncthreads();
    for (int run = 0; run < long_count; run++) {
        i64 last = long_runs[run], which = x.carry_list[last];
        // The first block whose carry is of this list.
        i64 lo = 0, hi = last;
        while (lo < hi) {
            i64 middle = (lo + hi) / 2;
            if (x.carry_list[middle] < which) lo = middle + 1;
            else hi = middle;
        }
        i64 share = (last + 1 - lo + THREADS - 1) / THREADS;
        i64 from = min(lo + share * threadIdx.x, last + 1), to = min(from + share, last + 1);
        ACC sum = identity();
#pragma unroll 8
        for (i64 other = from; other < to; other++) sum = combine(sum, carry[other]);
        ACC whole;
        block_carry(false, sum, whole);
        if (threadIdx.x == THREADS - 1) store(x, which, combine(whole, head[last + 1]));
        __syncthreads();
    }
}
