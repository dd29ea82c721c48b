// Keys of numbers, by which lists are sorted.
#pragma once
#include "numbers.cuh"

// The number of items in a tile of a list that is too long for a block.
constexpr int TILE_ITEMS = DIRECT ? DIRECT_ITEMS : KEYED_ITEMS;
constexpr int LONG_TILE = THREADS * TILE_ITEMS;

// The key of a number in either direction: NaN comes first, missing numbers last, and 0 equals -0. In neither direction, 0 is the
// key of a float.
template <class T> __device__ inline u64 key_of(T value, bool descending)
{
    u64 key;
    if constexpr (is_float<T>::value) {
        if (is_nan(value)) return 0;
        if (value == 0) value = 0;
        if constexpr (sizeof(T) == 4) {
            u32 bits = __float_as_uint(value);
            key = bits >> 31 ? ~bits : bits | 0x80000000u;
            return descending ? key ^ 0xffffffffu : key;
        } else {
            u64 bits = static_cast<u64>(__double_as_longlong(value));
            key = bits >> 63 ? ~bits : bits | 1ull << 63;
            return descending ? ~key : key;
        }
    } else if constexpr (sizeof(T) <= 4) {
        u32 word = static_cast<u32>(value);
        if constexpr (is_signed<T>::value) word ^= 0x80000000u;
        return descending ? ~word : word;
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

