// Reduces lists. Work is divided evenly, regardless of the lists: each block processes the same number of elements and ends of
// lists, which are found by merge path. Each list of a block is reduced by several lanes, of which each has adjacent elements. All is
// combined in order.
//
// The sum of a list that continues in later blocks is completed by the block in which it ends, when the others have published theirs,
// if ONE_PASS is 1: that saves a launch, and makes each block wait. Otherwise it is completed by a second kernel.
//
// ELEMENT is the type of the data, NUMBER that of values, and VALUE_OF(element) its value; READS is 0 if elements only count. INDEXED
// is 1 if elements are accessed by `index`, and may be missing; PLACED is 1 if their places are in `place`; INDEX and PLACE are the
// kinds of these two. OUT is the type of results. ACCUMULATOR is what is kept of values: see below. COMBINED is the expression of two
// values `a` and `b`, IDENTITY that of none, and BETTER whether `b` is better than `a`.
#include "numbers.cuh"
#include "look_back.cuh"

// Complex numbers are compared in order. The first with the best real part is the result if its imaginary part is NaN, because no other
// is better. After a number with this real part, one with such a NaN is passed over. So both are kept: the best number, and whether such
// a NaN leads.

// The best and the first of complex numbers. The bits of `any` are whether there is a number, one to compare, a NaN, and one that leads.
template <class T> struct Leading {
    T value, first;
    u32 any;
};

// The best number and its position, negative if there is none but NaNs. `first` is twice the position of the first number, plus one
// if that is a NaN, which is then the result.
template <class T, class P> struct Best {
    T value;
    P position, first;
};
// `leading` is one more than the position of a NaN that leads, or 0.
template <class T, class P> struct Best<complex<T>, P> {
    complex<T> value;
    P position, first, leading;
};

// Whether both have the same real part, and whether the first then has no imaginary part to compare.
template <class T> __device__ inline bool have_equal_re(T, T) { return false; }
template <class T> __device__ inline bool have_equal_re(complex<T> a, complex<T> b) { return a.re == b.re; }
template <class T> __device__ inline bool is_number_after_nan(T, T) { return false; }
template <class T> __device__ inline bool is_number_after_nan(complex<T> a, complex<T> b) { return a.re == b.re && op_isnan(a.im); }
template <class T> __device__ inline bool can_lead(T) { return false; }
template <class T> __device__ inline bool can_lead(complex<T> a) { return !op_isnan(a.re) && op_isnan(a.im); }

// A number, and whether there was any element.
template <class T> struct Counted {
    T value;
    u32 any;
};

// A product of complex numbers, and the same without the identity.
template <class T> struct Product {
    T value, plain;
    u32 any;
};

// What is kept of values: their combination (ONE); also whether there was any (COUNTED); the least or greatest of complex numbers, and
// the first (LEADING); the best and its position (BEST); the product of complex numbers (PRODUCT).
#define ONE 0
#define COUNTED 1
#define LEADING 2
#define BEST 3
#define PRODUCT 4

typedef NUMBER VALUE;

__device__ inline VALUE value_of(ELEMENT element) { return VALUE(VALUE_OF(element)); }

#if ACCUMULATOR == BEST
__device__ inline bool is_better(const VALUE &a, const VALUE &b) { return BETTER; }

typedef Best<VALUE, POSITION> ACC;

template <class T, class P> __device__ inline void set_leading(Best<T, P> &, P) {}
template <class T, class P> __device__ inline void set_leading(Best<complex<T>, P> &acc, P leading) { acc.leading = leading; }
template <class T, class P> __device__ inline P leading_of(const Best<T, P> &) { return 0; }
template <class T, class P> __device__ inline P leading_of(const Best<complex<T>, P> &acc) { return acc.leading; }

__device__ inline ACC identity() { return {VALUE(0), -1, -1}; }

__device__ inline ACC single(VALUE value, i64 place)
{
    bool nan = is_nan(value);
    POSITION own = static_cast<POSITION>(place);
    ACC acc = {value, nan ? POSITION(-1) : own, 2 * own + nan};
    if (can_lead(value)) set_leading(acc, own + 1);
    return acc;
}

__device__ inline ACC combine(const ACC &a, const ACC &b)
{
    POSITION first = a.first >= 0 ? a.first : b.first;
    bool take = a.position < 0 || (b.position >= 0 && (is_better(a.value, b.value) || is_number_after_nan(a.value, b.value)));
    ACC acc = {take ? b.value : a.value, take ? b.position : a.position, first};
    bool leads = a.position >= 0 && (!take || have_equal_re(a.value, b.value));
    set_leading(acc, leads ? leading_of(a) : leading_of(b));
    return acc;
}

__device__ inline void store(const Reduce &x, i64 list, const ACC &acc)
{
    i64 best = acc.first >= 0 && (acc.first & 1) ? acc.first >> 1 : leading_of(acc) ? leading_of(acc) - 1 : acc.position;
    if (LOCAL && best >= 0) best -= offset_at(x.offsets, list);
    static_cast<i64 *>(x.out)[list] = best;
    if (x.filled) x.filled[list] = best >= 0;
}
#elif ACCUMULATOR == LEADING
// The least or greatest of complex numbers. The result is the first NaN if NAN_WINS, and otherwise a NaN only if it is the first number.
typedef Leading<VALUE> ACC;

__device__ inline ACC identity() { return {VALUE(0), VALUE(0), 0}; }

__device__ inline ACC single(VALUE value, i64)
{
    bool nan = NAN_WINS ? op_isnan(value) : is_nan(value);
    return {value, value, (nan ? 5u : 3u) | (can_lead(value) ? 8u : 0u)};
}

__device__ inline bool is_better(const VALUE &a, const VALUE &b) { return BETTER; }

__device__ inline ACC combine(const ACC &a, const ACC &b)
{
    bool take = !(a.any & 2) || (b.any & 2 && (is_better(a.value, b.value) || is_number_after_nan(a.value, b.value)));
    bool is_first = a.any & (NAN_WINS ? 4 : ~0u);
    bool leads = a.any & 2 && (!take || have_equal_re(a.value, b.value));
    u32 leading = (leads ? a.any : b.any) & 8;
    return {take ? b.value : a.value, is_first ? a.first : b.first, ((a.any | b.any) & 7) | leading};
}

__device__ inline void store(const Reduce &x, i64 list, const ACC &acc)
{
    bool is_first = NAN_WINS ? acc.any & 4 : is_nan(acc.first);
    VALUE best = acc.value;
    if (acc.any & 8) best.im = __int_as_float(0x7fc00000);
    static_cast<OUT *>(x.out)[list] = !acc.any ? IDENTITY : is_first ? acc.first : best;
    if (x.filled) x.filled[list] = acc.any > 0;
}
#else
__device__ inline VALUE both(const VALUE &a, const VALUE &b) { return COMBINED; }

#if ACCUMULATOR == PRODUCT
// The identity isn't exact: 1 + 0i times a number with an infinite part has a NaN, and zeros may get other signs. As in Awkward, it is
// multiplied by the first number, and nothing else.
typedef Product<VALUE> ACC;

__device__ inline ACC identity() { return {IDENTITY, IDENTITY, 0}; }
__device__ inline ACC single(VALUE value, i64) { return {both(IDENTITY, value), value, 1}; }

__device__ inline ACC combine(const ACC &a, const ACC &b)
{
    if (!a.any || !b.any) return a.any ? a : b;
    return {both(a.value, b.plain), both(a.plain, b.plain), 1};
}

__device__ inline void store(const Reduce &x, i64 list, const ACC &acc)
{
    static_cast<OUT *>(x.out)[list] = as<OUT>(acc.value);
    if (x.filled) x.filled[list] = acc.any > 0;
}
#elif ACCUMULATOR == COUNTED
typedef Counted<VALUE> ACC;

__device__ inline ACC identity() { return {IDENTITY, 0}; }
__device__ inline ACC single(VALUE value, i64) { return {value, 1}; }
__device__ inline ACC combine(const ACC &a, const ACC &b) { return {both(a.value, b.value), a.any | b.any}; }

__device__ inline void store(const Reduce &x, i64 list, const ACC &acc)
{
    static_cast<OUT *>(x.out)[list] = as<OUT>(acc.value);
    x.filled[list] = acc.any > 0;
}
#else
typedef VALUE ACC;

__device__ inline ACC identity() { return IDENTITY; }
__device__ inline ACC single(VALUE value, i64) { return value; }
__device__ inline ACC combine(const ACC &a, const ACC &b) { return both(a, b); }

__device__ inline void store(const Reduce &x, i64 list, const ACC &acc) { static_cast<OUT *>(x.out)[list] = as<OUT>(acc); }
#endif
#endif

// The elements of a block are in shared memory as they are in global memory, and in the same places of 16 bytes.
constexpr int WIDE = 16 / sizeof(ELEMENT);
constexpr int PLACES = THREADS * WORK;
// The items of a block: its elements, of which the first may have any place of 16 bytes, and ends of lists.
constexpr int PATH = PLACES - WIDE;
// The most elements that a thread reduces, unless all threads of the block share a list.
constexpr int MOST = 4 * WORK;
// The most elements of a list that a warp reduces.
constexpr int WARP_MOST = 1024;
constexpr int WARPS = THREADS / 32;
// The most parts in earlier blocks that one thread combines.
constexpr int FEW_PARTS = 32;

// The number of list ends among the first `diagonal` items of the merged elements and list ends, where each end comes after the
// elements of its list. The lanes of a warp search together.
__device__ inline i64 merge_path(const Reduce &x, i64 first, i64 total, i64 diagonal)
{
    i64 lo = max(diagonal - total, static_cast<i64>(0)), hi = min(diagonal, x.n);
    // That of lists of equal lengths.
    i64 guess = static_cast<i64>(static_cast<float>(diagonal) * (static_cast<float>(x.n) / static_cast<float>(x.n + total)));
    return warp_partition_near(lo, hi, guess, [&](i64 i) { return offset_at(x.offsets, i + 1) - first <= diagonal - i - 1; });
}

__device__ inline ACC shuffle_down_acc(ACC value, int by)
{
    static_assert(sizeof(ACC) % 4 == 0, "words");
    u32 words[sizeof(ACC) / 4];
    memcpy(words, &value, sizeof value);
    for (int i = 0; i < static_cast<int>(sizeof(ACC) / 4); i++) words[i] = __shfl_down_sync(0xffffffffu, words[i], by);
    memcpy(&value, words, sizeof value);
    return value;
}

// Combines the accumulators of `lanes` adjacent lanes, in order; the result is that of the first.
__device__ inline ACC combine_lanes(ACC sum, int lanes)
{
    for (int by = 1; by < lanes; by *= 2) sum = combine(sum, shuffle_down_acc(sum, by));
    return sum;
}

// Combines the accumulators of all threads, in order; the result is that of the first thread.
__device__ inline ACC combine_threads(ACC sum)
{
    __shared__ alignas(16) unsigned char memory[WARPS * sizeof(ACC)];
    ACC *sums = reinterpret_cast<ACC *>(memory);
    sum = combine_lanes(sum, 32);
    __syncthreads();
    if ((threadIdx.x & 31) == 0) sums[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int other = 1; other < WARPS; other++) sum = combine(sum, sums[other]);
    }
    return sum;
}

// Combines the carries of some blocks, in order.
__device__ inline ACC combine_carries(const ACC *carry, i64 from, i64 to)
{
    ACC sum = identity();
    // All loads of a batch are issued before the first accumulator is used.
    constexpr int BATCH = 16;
    for (i64 first = from; first < to; first += BATCH) {
        ACC own[BATCH];
#pragma unroll
        for (int item = 0; item < BATCH; item++) own[item] = first + item < to ? carry[first + item] : identity();
#pragma unroll
        for (int item = 0; item < BATCH; item++) sum = combine(sum, own[item]);
    }
    return sum;
}

// Copies 16 bytes to shared memory, where they are after `wait_for_copies`.
__device__ inline void copy_wide(ELEMENT *to, const ELEMENT *from)
{
#if __CUDA_ARCH__ >= 800
    u32 place = static_cast<u32>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(from) : "memory");
#else
    *reinterpret_cast<uint4 *>(to) = *reinterpret_cast<const uint4 *>(from);
#endif
}

__device__ inline void wait_for_copies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

// The elements of a block in shared memory, and the position of the first place there.
struct Staged {
    const ELEMENT *elements;
    const u8 *there;
    i64 base;
};

// The position that results contain for an element.
__device__ inline i64 place_of(const Reduce &x, i64 element)
{
#if PLACED
    return at<PLACE>(x.place, element);
#else
    return element;
#endif
}

// Reduces elements in order.
__device__ inline ACC reduce_serially(const Reduce &x, const Staged &y, int from, int to)
{
    ACC sum = identity();
    if (from >= to) return sum;
#if INDEXED
    for (int k = from; k < to; k++) {
        if (y.there[k]) sum = combine(sum, single(value_of(y.elements[k]), place_of(x, y.base + k)));
    }
#elif PLACED || ACCUMULATOR != BEST
    // From the first number on, the compiler knows that there is one.
    sum = combine(sum, single(value_of(y.elements[from]), place_of(x, y.base + from)));
#pragma unroll 4
    for (int k = from + 1; k < to; k++) sum = combine(sum, single(value_of(y.elements[k]), place_of(x, y.base + k)));
#else
    // After the first number that isn't NaN, there are only comparisons, for which a NaN isn't better.
    VALUE best = value_of(y.elements[from]);
    if constexpr (is_complex<VALUE>::value) {
        for (int k = from; k < to; k++) sum = combine(sum, single(value_of(y.elements[k]), y.base + k));
        return sum;
    }
    sum.first = static_cast<POSITION>(2 * (y.base + from)) + is_nan(best);
    while (is_nan(best)) {
        if (++from == to) return sum;
        best = value_of(y.elements[from]);
    }
    int place = from;
#pragma unroll 4
    for (int k = from + 1; k < to; k++) {
        VALUE value = value_of(y.elements[k]);
        if (is_better(best, value)) best = value, place = k;
    }
    sum.value = best;
    sum.position = static_cast<POSITION>(y.base + place);
#endif
    return sum;
}

extern "C" __global__ void __launch_bounds__(THREADS, INDEXED ? 1 : 8) reduce(Reduce x, Tiles tiles)
{
    __shared__ alignas(16) unsigned char memory[PLACES * sizeof(ELEMENT)];
    ELEMENT *elements = reinterpret_cast<ELEMENT *>(memory);
#if INDEXED
    __shared__ u8 there[PLACES];
#else
    constexpr const u8 *there = nullptr;
#endif
    __shared__ i64 bounds[2];
    // Lists that are too long for the lanes that would reduce them.
    __shared__ int long_lists[PLACES / MOST + 2];
    __shared__ int long_count;
    i64 first = offset_at(x.offsets, 0), total = offset_at(x.offsets, x.n) - first;
    i64 work = total + x.n, begin = static_cast<i64>(blockIdx.x) * PATH;
    if (ONE_PASS && blockIdx.x == 0 && threadIdx.x == 0 && x.blocks > 1) prepare_next(tiles);
    if (begin >= work) {
        if (!ONE_PASS && threadIdx.x == 0) {
            reinterpret_cast<ACC *>(x.carry)[blockIdx.x] = identity();
            x.carry_list[blockIdx.x] = x.n;
        }
        return;
    }
    i64 finish = min(begin + PATH, work);
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (warp < 2) {
        i64 bound = merge_path(x, first, total, warp ? finish : begin);
        if (lane == 0) bounds[warp] = bound;
    }
    if (threadIdx.x == 0) long_count = 0;
    __syncthreads();
    i64 list0 = bounds[0], list1 = bounds[1], element0 = first + begin - list0;
    int lists = static_cast<int>(list1 - list0), count = static_cast<int>(finish - list1 + first - element0);
    // The place of the first element.
    int shift = 0;
#if INDEXED
    // All loads of a thread are issued before the first element is used, unless each is one of many kinds.
    ELEMENT staged[WORK];
#pragma unroll(INDEX < 0 ? 1 : WORK)
    for (int item = 0; item < WORK; item++) {
        int i = item * THREADS + threadIdx.x;
        if (i >= count) continue;
        i64 position = at<INDEX>(x.index, element0 + i);
        there[i] = position >= 0;
        if (READS && position >= 0) staged[item] = static_cast<const ELEMENT *>(x.data)[position];
    }
#pragma unroll
    for (int item = 0; item < WORK; item++) {
        int i = item * THREADS + threadIdx.x;
        if (READS && i < count && there[i]) elements[i] = staged[item];
    }
#elif READS
    const ELEMENT *data = static_cast<const ELEMENT *>(x.data) + element0;
    shift = static_cast<int>((reinterpret_cast<u64>(data) & 15) / sizeof(ELEMENT));
    data -= shift;
    int end = shift + count;
#pragma unroll
    for (int item = 0; item < WORK / WIDE; item++) {
        int i = (item * THREADS + threadIdx.x) * WIDE;
        if (i >= shift && i + WIDE <= end) copy_wide(elements + i, data + i);
        else {
            for (int k = max(i, shift); k < min(i + WIDE, end); k++) elements[k] = data[k];
        }
    }
#endif
    // The ends of lists follow the elements, for which there is room, because elements and ends are PATH at most; those of bytes have
    // no room for larger numbers.
    constexpr bool HAS_ROOM = sizeof(ELEMENT) > 1;
    u16 *ends = reinterpret_cast<u16 *>(memory + (shift + count) * sizeof(ELEMENT));
    if constexpr (HAS_ROOM) {
        constexpr int BATCH = 4;
        for (int base = threadIdx.x; base < lists; base += BATCH * THREADS) {
            i64 own[BATCH];
#pragma unroll
            for (int item = 0; item < BATCH; item++) {
                if (base + item * THREADS < lists) own[item] = offset_at(x.offsets, list0 + base + item * THREADS + 1);
            }
#pragma unroll
            for (int item = 0; item < BATCH; item++) {
                if (base + item * THREADS < lists) ends[base + item * THREADS] = static_cast<u16>(own[item] - element0);
            }
        }
    }
    auto start_of = [&](int i) -> int {
        if (i == 0 || i > lists) return i == 0 ? 0 : count;
        if constexpr (HAS_ROOM) return ends[i - 1];
        else return static_cast<int>(offset_at(x.offsets, list0 + i) - element0);
    };
    // So many adjacent lanes reduce a list that each thread has one, if possible. After the lists that end comes the part of the one
    // that continues.
    int levels = 0;
    while (levels < 5 && (2 << levels) * (lists + 1) <= THREADS) levels++;
    int lanes = 1 << levels, own = threadIdx.x & (lanes - 1), i = static_cast<int>(threadIdx.x) >> levels;
#if ONE_PASS
    // The first item of the list that ends first in the block. If it is in an earlier block, the sum is that of a part.
    i64 first_item = offset_at(x.offsets, list0) - first + list0;
    bool is_part = x.blocks > 1 && lists > 0 && first_item < begin;
    __shared__ alignas(16) unsigned char last_part[sizeof(ACC)];
#endif
    ACC *carry = reinterpret_cast<ACC *>(x.carry);
    auto finished = [&](int i, const ACC &sum) {
#if ONE_PASS
        if (i < lists) {
            if (i == 0 && is_part) *reinterpret_cast<ACC *>(last_part) = sum;
            else store(x, list0 + i, sum);
        } else if (x.blocks > 1) {
            carry[blockIdx.x] = sum;
            __threadfence();
            publish(tiles, blockIdx.x, TILE_ALL, 0, false);
        }
#else
        if (i < lists) store(x, list0 + i, sum);
        if (i == 0) reinterpret_cast<ACC *>(x.head)[blockIdx.x] = sum;
        if (i == lists) {
            carry[blockIdx.x] = sum;
            x.carry_list[blockIdx.x] = list1;
        }
#endif
    };
    Staged staging = {elements, there, element0 - shift};
    // The elements of one of several threads: an odd number, to avoid bank conflicts in shared memory.
    auto part = [&](int from, int to, int share, int thread) {
        int begin = min(from + thread * share, to);
        return reduce_serially(x, staging, shift + begin, shift + min(begin + share, to));
    };
    wait_for_copies();
    __syncthreads();
    if (lists == 0 && count > WARP_MOST) {
        // The block is within a list.
        ACC sum = combine_threads(part(0, count, (count + THREADS - 1) / THREADS | 1, threadIdx.x));
        if (threadIdx.x == 0) finished(0, sum);
        return;
    }
    for (int base = 0; base <= lists; base += THREADS >> levels, i += THREADS >> levels) {
        int from = start_of(i), to = start_of(i + 1);
        int share = (to - from + lanes - 1) >> levels | 1;
        bool is_long = share > MOST;
        ACC sum = identity();
        if (!is_long) sum = part(from, to, share, own);
        sum = combine_lanes(sum, lanes);
        if (own > 0 || i > lists) continue;
        if (is_long) long_lists[atomicAdd(&long_count, 1)] = i;
        else finished(i, sum);
    }
    __syncthreads();
    int left = long_count;
    for (int which = warp; which < left; which += WARPS) {
        int i = long_lists[which], from = start_of(i), to = start_of(i + 1);
        if (to - from > WARP_MOST) continue;
        ACC sum = combine_lanes(part(from, to, (to - from + 31) / 32 | 1, lane), 32);
        if (lane == 0) finished(i, sum);
    }
    for (int which = 0; which < left; which++) {
        int i = long_lists[which], from = start_of(i), to = start_of(i + 1);
        if (to - from <= WARP_MOST) continue;
        ACC sum = combine_threads(part(from, to, (to - from + THREADS - 1) / THREADS | 1, threadIdx.x));
        if (threadIdx.x == 0) finished(i, sum);
    }
#if ONE_PASS
    if (!is_part) return;
    // Earlier blocks are running, or over. Their sums are those of the parts before.
    i64 begin_block = first_item / PATH, parts = blockIdx.x - begin_block;
    ACC sum;
    if (parts <= FEW_PARTS) {
        __syncthreads();
        if (threadIdx.x > 0) return;
        for (i64 other = begin_block; other < blockIdx.x; other++) wait_until_published(tiles, other);
        __threadfence();
        sum = carry[begin_block];
        for (i64 other = begin_block + 1; other < blockIdx.x; other++) sum = combine(sum, carry[other]);
    } else {
        i64 share = (parts + THREADS - 1) / THREADS, from = min(begin_block + share * threadIdx.x, static_cast<i64>(blockIdx.x));
        i64 to = min(from + share, static_cast<i64>(blockIdx.x));
        for (i64 other = from; other < to; other++) wait_until_published(tiles, other);
        __threadfence();
        sum = combine_threads(combine_carries(carry, from, to));
        if (threadIdx.x > 0) return;
    }
    store(x, list0, combine(sum, *reinterpret_cast<ACC *>(last_part)));
#endif
}

#if !ONE_PASS
// Stores each list that spans several blocks again, with the sums of the earlier blocks. A thread whose block is the last one
// that a list continues from adds up the blocks of that list. All threads of the block share runs of many blocks.
extern "C" __global__ void __launch_bounds__(THREADS) reduce_carry(Reduce x)
{
    // The lists that continue from the blocks of all threads, from FEW_PARTS blocks before, and from the next block.
    __shared__ i64 lists[FEW_PARTS + THREADS + 1];
    __shared__ i64 long_runs[THREADS / FEW_PARTS + 2];
    __shared__ int long_count;
    const ACC *carry = reinterpret_cast<const ACC *>(x.carry), *head = reinterpret_cast<const ACC *>(x.head);
    i64 base = static_cast<i64>(blockIdx.x) * THREADS - FEW_PARTS;
    for (int i = threadIdx.x; i < FEW_PARTS + THREADS + 1; i += THREADS) {
        i64 block = base + i;
        lists[i] = block < 0 ? -1 : block < x.blocks ? x.carry_list[block] : x.n;
    }
    if (threadIdx.x == 0) long_count = 0;
    __syncthreads();
    int own = FEW_PARTS + threadIdx.x;
    i64 list = lists[own], last = base + own;
    if (list < x.n && last + 1 < x.blocks && lists[own + 1] != list) {
        int run = 1;
        while (run <= FEW_PARTS && lists[own - run] == list) run++;
        if (run <= FEW_PARTS) {
            ACC sum = carry[last - run + 1];
            for (i64 other = last - run + 2; other <= last; other++) sum = combine(sum, carry[other]);
            store(x, list, combine(sum, head[last + 1]));
        } else long_runs[atomicAdd(&long_count, 1)] = last;
    }
    __syncthreads();
    for (int run = 0; run < long_count; run++) {
        last = long_runs[run], list = x.carry_list[last];
        // The first block whose carry is of this list. All warps search.
        i64 begin = warp_partition(0, last, [&](i64 block) { return x.carry_list[block] < list; });
        i64 share = (last + 1 - begin + THREADS - 1) / THREADS;
        i64 from = min(begin + share * threadIdx.x, last + 1), to = min(from + share, last + 1);
        ACC sum = combine_threads(combine_carries(carry, from, to));
        if (threadIdx.x == 0) store(x, list, combine(sum, head[last + 1]));
        __syncthreads();
    }
}
#endif
