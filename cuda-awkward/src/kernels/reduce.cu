// Reductions of lists, by work and not by list: each block takes as many elements and ends of lists as any other, found by a
// merge of the two; what it has of the list that goes on behind it meets the rest in a second pass, in order.
//
// A number VALUE and an accumulator ACC, `identity()`, `load(position)`, `single(value, place)`, `combine(before, behind)` and
// `store(list, acc)` come with the text. INDEXED says whether elements are elsewhere or missing, PLACED whether positions are.
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
template <class T, class P> struct Best {
    T value;
    P position, first;
};

// The best of complex numbers and the first of all: bits tell whether there is any, any that is compared, and a NaN.
template <class T> struct Leading {
    T value, first;
    u32 any;
};

// A number, and whether it is of any.
template <class T> struct Counted {
    T value;
    u32 any;
};

OPERATION

constexpr int PATH = THREADS * WORK;

// How many list ends are before the `diagonal`-th of (elements and list ends), where ends come behind their elements. A warp
// looks for it.
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

// What is in an element's place in shared memory. A missing one has no number.
struct Loaded {
    VALUE value;
#if INDEXED
    bool there;
#endif
};

extern "C" __global__ void __launch_bounds__(THREADS) reduce(Reduce x)
{
    // The ends of lists, and behind them the elements: there are PATH of both together.
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
    // All that a thread reads is under way at once.
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
    int end = list < lists ? ends[list] : count;
    ACC sum = identity();
    // The first end needs what comes from the threads before: it is stored last.
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

// Stores anew each list that began in an earlier block, with what it had there. Each thread has a block behind which there is
// another list: it adds up those blocks before that have the same. Runs of many blocks are left to all threads.
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
        // The first block that has the list.
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
