// The positions of all pairs of entries of lists, in order: a thread finds each pair by its list and its place in it.
#include "primitives.cuh"

// The first entry of pair `j` of `len` entries: the largest before which there are at most `j` pairs. It is computed with a square
// root, and rounding errors are corrected.
template <class I, class F> __device__ inline I first_of_pair(I len, I j)
{
    F side = static_cast<F>(2 * len - 1);
    I a = static_cast<I>((side - sqrt(max(side * side - 8 * static_cast<F>(j), F(0)))) / 2);
    a = max(I(0), min(a, len - 2));
    while (a > 0 && a * (2 * len - a - 1) / 2 > j) a--;
    while ((a + 1) * (2 * len - a - 2) / 2 <= j) a++;
    return a;
}

// The longest list whose pairs are counted by 32-bit numbers.
constexpr i64 SMALL = 1 << 12;

extern "C" __global__ void __launch_bounds__(THREADS) pairs(Args x)
{
    each_in_lists(x.offsets, x.n, x.total, [&](i64 k, i64 i, i64 j) {
        if (i < 0) return;
        // With replacement, there are as many pairs as of one more entry without.
        i64 start = at<STARTS>(x.a, i), len = at<STARTS>(x.b, i) - start + x.q, a, rest;
        if (len <= SMALL) {
            i32 small = static_cast<i32>(len), place = static_cast<i32>(j), own = first_of_pair<i32, float>(small, place);
            a = own;
            rest = place - own * (2 * small - own - 1) / 2;
        } else {
            a = first_of_pair<i64, double>(len, j);
            rest = j - a * (2 * len - a - 1) / 2;
        }
        x.o0[k] = start + a;
        x.o0[x.total + k] = start + a + 1 + rest - x.q;
    });
}
