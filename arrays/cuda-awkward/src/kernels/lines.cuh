// Functions that the lines of code of `each`, `expand` and `scan` call, where a line is more than a line. Lists are from `x.a` to `x.b`.
#pragma once
#include "primitives.cuh"

// A missing position, where -1 counts from the end.
constexpr i64 NOWHERE = -9223372036854775807ll - 1;

__device__ inline i64 length(const Args &x, i64 list) { return at(x.b, list) - at(x.a, list); }

// The place of a position in a list, which counts from the end if it is negative; -1 if it isn't in the list, reported of `culprit`.
__device__ inline i64 place_in(const Args &x, i64 list, i64 position, i64 culprit)
{
    i64 len = length(x, list);
    if (position < 0) position += len;
    if (position >= 0 && position < len) return at(x.a, list) + position;
    wrong(x, culprit);
    return -1;
}

// The part of a list that a slice selects: its start in the list, and its length.
struct Slice {
    i64 from, count;
};

// The parameters are the start (p), the stop (q), the step (r), and which of the first two are given (bits of s).
__device__ inline Slice slice_of(const Args &x, i64 list)
{
    i64 len = length(x, list), step = x.r;
    i64 low = step > 0 ? 0 : -1, high = step > 0 ? len : len - 1;
    i64 from = step > 0 ? low : high, to = step > 0 ? high : low;
    if (x.s & 1) from = x.p < 0 ? x.p + len : x.p;
    if (x.s & 2) to = x.q < 0 ? x.q + len : x.q;
    from = min(max(from, low), high);
    to = min(max(to, low), high);
    i64 gap = step > 0 ? to - from : from - to, by = step > 0 ? step : -step;
    return {from, gap > 0 ? (gap - 1) / by + 1 : 0};
}

// Reports a list that is shorter than its booleans, which begin at `x.offsets`, and whether it begins where these do (words 2 and 3 of
// the report).
__device__ inline void compare_with_booleans(const Args &x, i64 list)
{
    i64 first = at(x.offsets, list), gap = at(x.a, list) - first, count = at(x.offsets, list + 1) - first;
    if (count > length(x, list)) wrong(x, list);
    if (count > 0 && gap != at(x.a, 0) - at(x.offsets, 0)) atomicMax(x.report + 2, 1ull);
    if (list == 0) x.report[3] = static_cast<u64>(gap);
}

// What boolean `k` of a list, the `j`th of it, picks: `k`, plus `total` if the boolean (in `x.d`, at `x.c`) is missing; -1 if it is
// false or the list has no such entry, which is reported.
__device__ inline i64 picked_by_boolean(const Args &x, i64 list, i64 j, i64 k)
{
    i64 len = length(x, list);
    if (j >= len && at(x.offsets, list + 1) - at(x.offsets, list) > len) {
        wrong(x, list);
        return -1;
    }
    i64 place = at(x.c, k);
    if (place < 0) return k + x.total;
    return at(x.d, place) ? k : -1;
}

// The last of `last` + 1 groups that doesn't begin (`x.b`) after the end of a list (`x.a`), which must be the beginning of a group.
__device__ inline i64 group_at(const Args &x, i64 list, i64 last)
{
    i64 want = at(x.a, list), group = list_within(x.b, 0, last, want);
    if (at(x.b, group) != want) wrong(x, list);
    return group;
}

// The number of ways to choose `k` of `n`, at most 2^61.
__device__ inline i64 choose(i64 n, i64 k)
{
    constexpr i64 MOST_WAYS = 1ll << 61;
    if (n < k || n < 0) return 0;
    if (k > n - k) k = n - k;
    i64 ways = 1;
    for (i64 t = 0; t < k; t++) {
        if (ways > MOST_WAYS / (n - t > 0 ? n - t : 1)) return MOST_WAYS;
        ways = ways * (n - t) / (t + 1);
    }
    return ways;
}

// Writes the positions of combination `j` of a list, of `x.p` entries, as element `k` of `total`. With replacement (q), there are as
// many as of `len + p - 1` entries without; from these, each position is reduced by its place in the combination.
__device__ inline void combine(const Args &x, i64 list, i64 j, i64 k)
{
    i64 start = at(x.a, list), len = length(x, list), from = 0;
    if (x.q) len += x.p - 1;
    // Each place takes the largest entry before which there are at most as many combinations as are left.
    for (i64 t = 0; t < x.p; t++) {
        i64 of = x.p - t, all = choose(len - from, of), low = from, high = len - of;
        while (low < high) {
            i64 middle = (low + high + 1) / 2;
            if (all - choose(len - middle, of) <= j) low = middle;
            else high = middle - 1;
        }
        j -= all - choose(len - low, of);
        x.o0[t * x.total + k] = start + low - (x.q ? t : 0);
        from = low + 1;
    }
}

// The first of the places of a hash table where a text is or may be: FNV-1a, of 64 bits, with its upper bits mixed in.
__device__ inline u64 first_place(const Args &x, i64 text)
{
    i64 start = at(x.a, text), len = length(x, text);
    u64 hash = 14695981039346656037ull;
    for (i64 j = 0; j < len; j++) hash = (hash ^ bytes(x.c)[start + j]) * 1099511628211ull;
    return (hash ^ hash >> 32) & u64(x.p);
}

__device__ inline bool are_same_texts(const Args &x, i64 a, i64 b)
{
    i64 len = length(x, a);
    return length(x, b) == len && same_bytes(bytes(x.c) + at(x.a, a), bytes(x.c) + at(x.a, b), len);
}

// Puts a text into the table of owners (`o1`), where each text is once, and keeps the least number of those that are equal (`o2`).
__device__ inline void insert_text(const Args &x, i64 text)
{
    for (u64 place = first_place(x, text);; place = (place + 1) & u64(x.p)) {
        u64 before = atomicCAS(reinterpret_cast<u64 *>(x.o1) + place, ~0ull, u64(text));
        if (before != ~0ull && !are_same_texts(x, text, i64(before))) continue;
        atomicMin(reinterpret_cast<u64 *>(x.o2) + place, u64(text));
        return;
    }
}

// The least number of the texts that are equal to this one, which is in the table.
__device__ inline i64 find_text(const Args &x, i64 text)
{
    u64 place = first_place(x, text);
    while (!are_same_texts(x, text, x.o1[place])) place = (place + 1) & u64(x.p);
    return x.o2[place];
}

// Writes days of 64 bits as those of 32 bits; reports the first out of range, and in word 1 the first that is no time.
__device__ inline void narrow_day(const Args &x, i64 i)
{
    i64 day = at(x.a, i);
    i32 narrow = static_cast<i32>(day);
    if (day == NOWHERE) {
        narrow = 0;
        wrong_in(x, 1, i);
    } else if (day != narrow) {
        wrong(x, i);
    }
    reinterpret_cast<i32 *>(x.o0)[i] = narrow;
}

// Writes the start and the stop of list `x.c` as entry `i`; an empty list where there is none.
template <typename Word>
__device__ inline void carry_list(const Args &x, i64 i)
{
    i64 list = at(x.c, i);
    reinterpret_cast<Word *>(x.o0)[i] = list >= 0 ? at(x.a, list) : 0;
    reinterpret_cast<Word *>(x.o1)[i] = list >= 0 ? at(x.b, list) : 0;
}

// Writes the position (`x.c`) and the tag (`x.b`) of entry `x.a` of a union; a missing one is entry `x.p` of the first type.
__device__ inline void carry_entry_of_union(const Args &x, i64 i)
{
    i64 entry = at(x.a, i);
    x.o0[i] = entry < 0 ? x.p : at(x.c, entry);
    reinterpret_cast<i8 *>(x.o1)[i] = entry < 0 ? 0 : i8(at(x.b, entry));
}

// Writes the position of an entry of type `x.p` among those of the merged union, `x.q` entries on, and its tag there, `x.r`.
__device__ inline void merge_entry(const Args &x, i64 i)
{
    if (at(x.a, i) != x.p) return;
    x.o0[x.q + i] = at(x.b, i) + x.s;
    reinterpret_cast<i8 *>(x.o1)[x.q + i] = i8(x.r);
}

// Writes the position and the tag (`x.p`) of an entry that is of this type; a negative tag is none, which is reported.
__device__ inline void retag_entry(const Args &x, i64 i)
{
    if (at(x.a, i) < 0) return;
    x.o0[i] = at(x.b, i);
    reinterpret_cast<i8 *>(x.o1)[i] = i8(x.p);
    if (x.p < 0) wrong(x, i);
}

// Writes the start and the stop of an entry of this type, whose lists have the offsets `x.c` and begin at `x.p`.
__device__ inline void list_of_type(const Args &x, i64 i)
{
    if (at(x.a, i) < 0) return;
    i64 list = at(x.b, i);
    x.o0[i] = x.p + at(x.c, list);
    x.o1[i] = x.p + at(x.c, list + 1);
}

// Writes the start and the stop of the part of a list that a slice selects.
__device__ inline void slice_list(const Args &x, i64 i)
{
    Slice slice = slice_of(x, i);
    i64 start = at(x.a, i) + (slice.count ? slice.from : 0);
    x.o0[i] = start;
    x.o1[i] = start + slice.count;
}

// Whether two options are equal: both are missing, or neither is, and their values are equal (`x.c`).
__device__ inline void compare_options(const Args &x, i64 i)
{
    bool missing = at(x.a, i) < 0;
    reinterpret_cast<u8 *>(x.o0)[i] = missing == (at(x.b, i) < 0) && (missing || at(x.c, i) != 0);
}

// Reports a list, by its offsets, that isn't as long as the first one, whose length is word 1 of the report.
__device__ inline void compare_with_first_list(const Args &x, i64 i)
{
    i64 size = at(x.a, 1) - at(x.a, 0);
    if (i == 0) x.report[1] = size;
    if (at(x.a, i + 1) - at(x.a, i) != size) wrong(x, i);
}

// The product of a list's length and `x.c`; more than `x.r` is reported.
__device__ inline i64 product_of_lengths(const Args &x, i64 i)
{
    i64 len = length(x, i), others = at(x.c, i);
    if (len <= 0 || others <= x.r / len) return len * others;
    wrong(x, i);
    return 0;
}

// Lets the width of an item's group, `x.b`, be at least the item's length.
__device__ inline void widen_group(const Args &x, i64 i)
{
    i64 group = at(x.b, i), count = at(x.a, i + 1) - at(x.a, i);
    if (group >= 0 && count > 0) atomicMax(reinterpret_cast<u64 *>(x.o0) + group, static_cast<u64>(count));
}

// The number of the `x.p` sorted keys that are at most `key`.
__device__ inline i64 keys_up_to(const Args &x, i64 key)
{
    i64 low = 0, high = x.p;
    while (low < high) {
        i64 middle = (low + high) / 2;
        if (at(x.a, middle) <= key) low = middle + 1;
        else high = middle;
    }
    return low;
}

// Writes the rank of the element at place `i` of the order within its group (`x.c`), which begins at `x.b`; -1 without a group.
__device__ inline void rank_in_group(const Args &x, i64 i)
{
    i64 element = at(x.a, i), group = at(x.c, element);
    x.o0[element] = group < 0 ? -1 : i - at(x.b, group);
}

// Eight bytes of a text, the `x.p`th, as a number that is ordered as they are; zeros beyond its end.
__device__ inline i64 chunk_of_text(const Args &x, i64 start, i64 len)
{
    u64 key = 0;
    for (i64 t = x.p * 8; t < x.p * 8 + 8; t++) key = key << 8 | (t < len ? u64(at(x.d, start + t)) & 255 : 0);
    return i64(key);
}

// The sorted position of an element within the lists, from offset 0 to offset `x.p`; an element outside of all stays where it is.
__device__ inline i64 sorted_within_lists(const Args &x, i64 i)
{
    i64 first = at(x.b, 0), last = at(x.b, x.p);
    return i < first || i >= last ? i : at(x.a, i - first + (x.q - (last - first)));
}
