// Reads numbers from texts. What isn't certain, or isn't a number, is counted, and left to the host.
#include "numbers.cuh"

// The powers of ten that a double holds.
__constant__ double POWERS[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// The number of `digits` times a power of ten, rounded to the nearest, unless its distance to the next half is too small to be
// known. The product or quotient is computed with twice the precision.
__device__ inline bool rounded(u64 digits, i64 exponent, double &number)
{
    if (digits == 0) { number = 0; return true; }
    if (exponent < -22 || exponent > 22) return false;
    double power = POWERS[exponent < 0 ? -exponent : exponent];
    double high = static_cast<double>(digits >> 32) * 4294967296.0, low = static_cast<double>(digits & 0xffffffffu);
    double sum = high + low, rest = low - (sum - high);
    double lead, more;
    if (exponent < 0) {
        lead = sum / power;
        more = (fma(-lead, power, sum) + rest) / power;
    } else {
        lead = sum * power;
        more = fma(sum, power, -lead) + rest * power;
    }
    double error = lead * 7.888609052210118e-31;
    number = lead + (more + error);
    return number == lead + (more - error);
}

// Reads a text of one to eight digits, which are together in `word`, all at once.
__device__ inline bool parsed_digits(u64 word, int len, u32 &number)
{
    constexpr u64 ZEROS = 0x3030303030303030;
    // Zeros come before them. Each byte has the upper half of a digit, and still if it is 6 more.
    int missing = 64 - 8 * len;
    word = word << missing | (missing ? ZEROS >> 8 * len : 0);
    if ((word & word + 0x0606060606060606 & 0xf0f0f0f0f0f0f0f0) != ZEROS) return false;
    word -= ZEROS;
    word = word * 10 + (word >> 8) & 0x00ff00ff00ff00ff;
    word = word * 100 + (word >> 16) & 0x0000ffff0000ffff;
    number = static_cast<u32>(word) * 10000 + static_cast<u32>(word >> 32);
    return true;
}

// Reads an optional sign, and digits with a point and an exponent if the result has them. `word` has the first bytes.
__device__ inline bool parsed(const u8 *text, u64 word, i64 len, RESULT &result)
{
    u32 few;
    if (len > 0 && len <= 8 && parsed_digits(word, static_cast<int>(len), few)) {
        if constexpr (FLOAT) {
            result = as<RESULT>(static_cast<double>(few));
            return true;
        }
        result = as<RESULT>(static_cast<i64>(few));
        return static_cast<i64>(result) == static_cast<i64>(few);
    }
    i64 at_byte = 0;
    auto byte = [&](i64 k) { return k >= len ? -1 : k < 8 ? static_cast<int>(word >> 8 * k & 0xff) : static_cast<int>(text[k]); };
    auto is_digit = [&](i64 k) { int it = byte(k); return it >= '0' && it <= '9'; };
    bool negative = byte(at_byte) == '-';
    if (negative || byte(at_byte) == '+') at_byte++;
    u64 digits = 0;
    i64 exponent = 0, known = 0, count = 0;
    bool after = false;
    for (;; at_byte++) {
        if (FLOAT && !after && byte(at_byte) == '.') { after = true; continue; }
        if (!is_digit(at_byte)) break;
        count++;
        exponent -= after;
        digits = digits * 10 + (byte(at_byte) - '0');
        known += digits != 0;
    }
    if (count == 0 || known > 18) return false;
    if (FLOAT && (byte(at_byte) == 'e' || byte(at_byte) == 'E')) {
        bool down = byte(++at_byte) == '-';
        if (down || byte(at_byte) == '+') at_byte++;
        i64 own = 0;
        if (!is_digit(at_byte)) return false;
        for (; is_digit(at_byte) && own < 10000; at_byte++) own = own * 10 + (byte(at_byte) - '0');
        exponent += down ? -own : own;
    }
    if (at_byte != len) return false;
    if constexpr (FLOAT) {
        double number;
        if (!rounded(digits, exponent, number)) return false;
        result = as<RESULT>(negative ? -number : number);
        return true;
    } else {
        i64 number = negative ? -static_cast<i64>(digits) : static_cast<i64>(digits);
        result = as<RESULT>(number);
        // Whether the type holds it.
        return static_cast<i64>(result) == number && (number < 0) == (result < RESULT(0));
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) parse(const Parse x)
{
    i64 first = static_cast<i64>(blockIdx.x) * TILE + threadIdx.x;
    i64 start[ITEMS], len[ITEMS];
    u64 word[ITEMS];
    // All are read before the first is parsed; after the last text, the last one.
#pragma unroll
    for (int item = 0; item < ITEMS; item++) {
        i64 i = min(first + item * THREADS, x.n - 1);
        start[item] = at<TEXTS>(x.starts, i), len[item] = at<TEXTS>(x.stops, i) - start[item];
    }
#pragma unroll
    for (int item = 0; item < ITEMS; item++) word[item] = first_bytes(bytes(x.bytes) + start[item], len[item]);
#pragma unroll
    for (int item = 0; item < ITEMS; item++) {
        i64 i = first + item * THREADS;
        if (i >= x.n) return;
        RESULT result = as<RESULT>(0);
        if (!parsed(bytes(x.bytes) + start[item], word[item], len[item], result)) atomicAdd(x.report, 1ull);
        static_cast<RESULT *>(x.out)[i] = result;
    }
}
