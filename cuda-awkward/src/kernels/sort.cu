// Sorts in lists: the order of elements by key, list by list, stable. Lists of up to LIMIT are sorted by a block each; the
// longest list's length is told, for longer ones are sorted otherwise.
#include "numbers.cuh"

constexpr int LIMIT = 2048;

struct Sort {
    const void *data;
    Ix index;
    Ix offsets;
    i64 n, total;
    i64 *order;
    u64 *keys;
    i64 *positions;
    u64 *report;
    i32 descending, unused;
};

template <class T> struct bits_of { typedef u64 type; };
template <> struct bits_of<float> { typedef u32 type; };

// A number's place in the order, for either direction: NaN first, missing ones last. 0 and -0 are the same. Two words are
// left for these: keys of 64 bits are moved up by one where that is possible, and 64-bit ones that fill all have 65 bits.
template <class T> __device__ inline u64 key_of(T value, bool descending)
{
    u64 key;
    if constexpr (is_float<T>::value) {
        if (is_nan(value)) return 0;
        if (value == 0) value = 0;
        if constexpr (sizeof(T) == 4) {
            u32 bits = __float_as_uint(value);
            key = bits >> 31 ? ~bits : bits | 0x80000000u;
            if (descending) key ^= 0xffffffffu;
            return key + 1;
        } else {
            u64 bits = static_cast<u64>(__double_as_longlong(value));
            key = bits >> 63 ? ~bits : bits | 1ull << 63;
            // NaN has the ends of the range, and leaves the rest to numbers.
            return descending ? ~key : key;
        }
    } else if constexpr (is_signed<T>::value) {
        key = static_cast<u64>(static_cast<i64>(value)) ^ 1ull << 63;
    } else {
        key = static_cast<u64>(value);
    }
    return descending ? ~key : key;
}

__device__ inline u64 load_key(const Sort &x, i64 position)
{
    typedef typename computed<ELEMENT>::type T;
    return key_of<T>(as<T>(static_cast<const ELEMENT *>(x.data)[position]), x.descending);
}

struct Entry {
    u64 key;
    // Above all, whether it is missing; then the position in the list.
    u32 place;
};

__device__ inline bool before(const Entry &a, const Entry &b)
{
    bool missing_a = a.place >> 31, missing_b = b.place >> 31;
    if (missing_a != missing_b) return missing_b;
    if (a.key != b.key) return a.key < b.key;
    return a.place < b.place;
}

extern "C" __global__ void __launch_bounds__(THREADS) sort(Sort x)
{
    __shared__ Entry entries[LIMIT];
    for (i64 list = blockIdx.x; list < x.n; list += gridDim.x) {
        i64 start = at(x.offsets, list), stop = at(x.offsets, list + 1), count = stop - start;
        if (threadIdx.x == 0 && count > LIMIT) atomicMax(x.report, static_cast<u64>(count));
        if (count > LIMIT) continue;
        int size = 1;
        while (size < count) size *= 2;
        for (int i = threadIdx.x; i < size; i += THREADS) {
            Entry entry = {~0ull, 0xffffffffu};
            if (i < count) {
                i64 position = at(x.index, start + i);
                if (position >= 0) entry = {load_key(x, position), static_cast<u32>(i)};
                else entry = {0, static_cast<u32>(i) | 0x80000000u};
            }
            entries[i] = entry;
        }
        __syncthreads();
        for (int run = 2; run <= size; run *= 2) {
            for (int gap = run / 2; gap > 0; gap /= 2) {
                for (int i = threadIdx.x; i < size; i += THREADS) {
                    int other = i ^ gap;
                    if (other > i && before(entries[other], entries[i]) == ((i & run) == 0)) {
                        Entry entry = entries[i];
                        entries[i] = entries[other];
                        entries[other] = entry;
                    }
                }
                __syncthreads();
            }
        }
        for (int i = threadIdx.x; i < count; i += THREADS) x.order[start + i] = start + (entries[i].place & 0x7fffffffu);
        __syncthreads();
    }
}

// Keys of all elements, for a sort of everything by key and then by list.
extern "C" __global__ void __launch_bounds__(THREADS) sort_keys(Sort x)
{
    for (int item = 0; item < ITEMS; item++) {
        i64 i = static_cast<i64>(blockIdx.x) * TILE + item * THREADS + threadIdx.x;
        if (i >= x.total) return;
        i64 position = at(x.index, i);
        x.keys[i] = position < 0 ? 0 : load_key(x, position);
        x.positions[i] = i;
    }
}

// The next key: twice the list, and one more for a missing element. Elements of no list come first.
extern "C" __global__ void __launch_bounds__(THREADS) sort_lists(Sort x)
{
    each_in_lists(x.offsets, x.n, x.total, [&](i64 k, i64 i, i64) { x.keys[k] = 2 * (i + 1) + (at(x.index, k) < 0); });
}
