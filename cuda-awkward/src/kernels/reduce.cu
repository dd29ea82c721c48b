// Reductions of lists, by work and not by list: each block takes as many elements and ends of lists as any other, found by a
// merge of the two; what it has of the list that goes on behind it meets the rest in a second pass, in order.
//
// An accumulator ACC, IDENTITY, `load(element, position)`, `combine(before, behind)` and `store(list, acc)` come with the text.
#include "numbers.cuh"

struct Reduce {
    const void *data;
    // Where an element is, negative for a missing one; and what its position counts as.
    Ix index, place;
    Ix offsets;
    i64 n, total;
    void *out;
    u8 *filled;
    // Of each block what goes on behind it, into which list, and what it has of the first list that ends in it.
    void *carry;
    void *head;
    i64 *carry_list;
    i64 blocks;
};

// The best of the numbers, by its position, and the first of all: twice its position, and one more where that is a NaN.
template <class T> struct Best {
    T value;
    i64 position, first;
};

template <class T> struct Counted {
    T value;
    i64 count;
};

OPERATION

constexpr int PATH = THREADS * WORK;

// How many list ends are before the `diagonal`-th of (elements and list ends), where ends come behind their elements.
__device__ inline i64 merge_path(const Ix &offsets, i64 first, i64 n, i64 total, i64 diagonal)
{
    i64 lo = max(diagonal - total, static_cast<i64>(0)), hi = min(diagonal, n);
    while (lo < hi) {
        i64 middle = (lo + hi) / 2;
        if (at(offsets, middle + 1) - first <= diagonal - middle - 1) lo = middle + 1;
        else hi = middle;
    }
    return lo;
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

// What comes into each thread from those before it: of all since the last thread that ended a list. `ends` says whether
// this one did; `value` is what it has behind its last end. `whole` becomes what leaves the block.
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

extern "C" __global__ void __launch_bounds__(THREADS) reduce(Reduce x)
{
    __shared__ alignas(16) unsigned char memory[PATH * sizeof(ACC)];
    __shared__ i32 ends[PATH + 1];
    ACC *elements = reinterpret_cast<ACC *>(memory);
    i64 first = at(x.offsets, 0);
    i64 total = at(x.offsets, x.n) - first;
    i64 work = total + x.n;
    i64 begin = static_cast<i64>(blockIdx.x) * PATH;
    if (begin >= work) {
        if (threadIdx.x == 0) {
            reinterpret_cast<ACC *>(x.carry)[blockIdx.x] = identity();
            x.carry_list[blockIdx.x] = x.n;
        }
        return;
    }
    i64 finish = min(begin + PATH, work);
    __shared__ i64 bounds[2];
    if (threadIdx.x < 2) bounds[threadIdx.x] = merge_path(x.offsets, first, x.n, total, threadIdx.x ? finish : begin);
    __syncthreads();
    i64 list0 = bounds[0], list1 = bounds[1];
    i64 element0 = begin - list0, element1 = finish - list1;
    int lists = static_cast<int>(list1 - list0), count = static_cast<int>(element1 - element0);
    for (int i = threadIdx.x; i < lists; i += THREADS) ends[i] = static_cast<i32>(at(x.offsets, list0 + i + 1) - first - element0);
    for (int i = threadIdx.x; i < count; i += THREADS) {
        i64 element = first + element0 + i;
        i64 position = at(x.index, element);
        elements[i] = position < 0 ? identity() : load(x, position, at(x.place, element));
    }
    __syncthreads();
    // Where this thread begins in the block's work.
    int diagonal = min(static_cast<int>(threadIdx.x) * WORK, lists + count);
    int lo = max(diagonal - count, 0), hi = min(diagonal, lists);
    while (lo < hi) {
        int middle = (lo + hi) / 2;
        if (ends[middle] <= diagonal - middle - 1) lo = middle + 1;
        else hi = middle;
    }
    int list = lo, element = diagonal - lo;
    int steps = min(WORK, lists + count - diagonal);
    ACC sum = identity();
    // The first end needs what comes from the threads before: it is stored last.
    bool ended = false;
    ACC first_sum = identity();
    int first_list = 0;
    for (int step = 0; step < steps; step++) {
        if (list < lists && ends[list] <= element) {
            if (ended) store(x, list0 + list, sum);
            else first_sum = sum, first_list = list, ended = true;
            sum = identity();
            list++;
        } else {
            sum = combine(sum, elements[element]);
            element++;
        }
    }
    ACC whole;
    ACC in = block_carry(ended, sum, whole);
    if (ended) {
        ACC all = combine(in, first_sum);
        store(x, list0 + first_list, all);
        if (first_list == 0) reinterpret_cast<ACC *>(x.head)[blockIdx.x] = all;
    }
    if (threadIdx.x == THREADS - 1) {
        reinterpret_cast<ACC *>(x.carry)[blockIdx.x] = whole;
        x.carry_list[blockIdx.x] = list1;
    }
}

// Stores anew each list that began in an earlier block, with what it had there. One block, in order.
extern "C" __global__ void __launch_bounds__(THREADS) reduce_carry(Reduce x)
{
    const ACC *carry = reinterpret_cast<const ACC *>(x.carry);
    i64 share = (x.blocks + THREADS - 1) / THREADS;
    i64 begin = min(share * threadIdx.x, x.blocks), finish = min(begin + share, x.blocks);
    const ACC *head = reinterpret_cast<const ACC *>(x.head);
    // A run of blocks whose carry goes into one list, which ends in the block behind them.
    ACC sum = identity(), first_sum = identity();
    bool ended = false;
    i64 first_block = 0;
    for (i64 block = begin; block < finish; block++) {
        sum = combine(sum, carry[block]);
        i64 list = x.carry_list[block];
        bool last = block + 1 == x.blocks || x.carry_list[block + 1] != list;
        if (last) {
            if (!ended) first_sum = sum, first_block = block, ended = true;
            else if (list < x.n) store(x, list, combine(sum, head[block + 1]));
            sum = identity();
        }
    }
    ACC whole;
    ACC in = block_carry(ended, sum, whole);
    if (ended) {
        i64 list = x.carry_list[first_block];
        if (list < x.n) store(x, list, combine(combine(in, first_sum), head[first_block + 1]));
    }
}
