// Compares texts at the same places. TEXTS is the kind of the starts and stops of the texts, and OTHERS that of those which they are
// compared with: one text, if ONE_TEXT, or as many.
#include "primitives.cuh"

extern "C" __global__ void __launch_bounds__(THREADS) texts_equal(Args x)
{
    i64 first = static_cast<i64>(blockIdx.x) * TILE + threadIdx.x;
    i64 start[ITEMS], other[ITEMS], len[ITEMS], other_len[ITEMS];
    u64 word[ITEMS], other_word[ITEMS], the_word = 0;
    if (ONE_TEXT) the_word = first_bytes(bytes(x.f) + at<OTHERS>(x.c, 0), at<OTHERS>(x.d, 0) - at<OTHERS>(x.c, 0));
    // All are read before the first are compared; after the last text, the last one.
#pragma unroll
    for (int item = 0; item < ITEMS; item++) {
        i64 i = min(first + item * THREADS, x.n - 1), k = ONE_TEXT ? 0 : i;
        start[item] = at<TEXTS>(x.a, i), len[item] = at<TEXTS>(x.b, i) - start[item];
        other[item] = at<OTHERS>(x.c, k), other_len[item] = at<OTHERS>(x.d, k) - other[item];
    }
#pragma unroll
    for (int item = 0; item < ITEMS; item++) {
        i64 common = len[item] == other_len[item] ? len[item] : 0;
        word[item] = first_bytes(bytes(x.e) + start[item], common);
        other_word[item] = ONE_TEXT ? the_word : first_bytes(bytes(x.f) + other[item], common);
    }
#pragma unroll
    for (int item = 0; item < ITEMS; item++) {
        i64 i = first + item * THREADS, rest = len[item] - 8;
        bool is_equal = len[item] == other_len[item] && word[item] == other_word[item];
        if (is_equal && rest > 0) is_equal = same_bytes(bytes(x.e) + start[item] + 8, bytes(x.f) + other[item] + 8, rest);
        if (i < x.n) reinterpret_cast<u8 *>(x.o0)[i] = is_equal == (x.p != 0);
    }
}
