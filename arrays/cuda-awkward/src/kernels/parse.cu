// Reads numbers from texts. What isn't certain, or isn't a number, is counted, and left to the host.
#include "numbers.cuh"

struct Parse {
    Ix starts, stops, bytes;
    i64 n;
    RESULT *out;
    u64 *report;
};

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

// Reads an optional sign, and digits with a point and an exponent if the result has them.
__device__ inline bool parsed(const u8 *text, i64 at_byte, i64 stop, RESULT &result)
{
    auto byte = [&](i64 k) { return k < stop ? static_cast<int>(text[k]) : -1; };
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
    if (at_byte != stop) return false;
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
    for (int item = 0; item < ITEMS; item++) {
        i64 i = static_cast<i64>(blockIdx.x) * TILE + item * THREADS + threadIdx.x;
        if (i >= x.n) return;
        RESULT result = as<RESULT>(0);
        if (!parsed(bytes(x.bytes), at(x.starts, i), at(x.stops, i), result)) atomicAdd(x.report, 1ull);
        x.out[i] = result;
    }
}
