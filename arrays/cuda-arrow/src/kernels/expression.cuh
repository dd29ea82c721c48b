// What expressions are made of; `table.cu` has how columns are read. A function that can fail sets `bad`.

typedef signed char i8;
typedef short i16;
typedef int i32;

#define ITEMS_OF_THREAD 4

struct Text {
    const u8 *bytes;
    i64 len;
};

// Where the results of an expression are written; texts at first as addresses and lengths.
struct Output {
    u64 values;
    u64 valid;
    u64 lengths;
};

struct Inputs {
    const Column *columns;
    const u64 *words;
    const Output *outputs;
    u64 n;
    // The first row that is wrong, and the code of why.
    u64 *wrong;
    u32 *error;
};

__device__ __noinline__ void report(u64 *wrong, u64 row, u64 code)
{
    atomicMax(wrong, (0xffffffffffffull - row) << 16 | code);
}

// A half-precision float, which is computed with as a float.
struct f16 {
    unsigned short bits;
    f16() = default;
    __device__ __forceinline__ explicit f16(float a) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(a)); }
    __device__ __forceinline__ explicit f16(double a) { asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(a)); }
    template <class T> __device__ __forceinline__ explicit f16(T a) : f16((float)a) {}
    __device__ __forceinline__ operator float() const
    {
        float a;
        asm("cvt.f32.f16 %0, %1;" : "=f"(a) : "h"(bits));
        return a;
    }
};

template <class T> __device__ __forceinline__ T of_word(u64 word)
{
    T value;
    memcpy(&value, &word, sizeof value);
    return value;
}
template <> __device__ __forceinline__ bool of_word<bool>(u64 word) { return word != 0; }

template <class T> __device__ __forceinline__ T constant(const u64 *word) { return of_word<T>(*word); }
template <> __device__ __forceinline__ Text constant<Text>(const u64 *word) { return {(const u8 *)word[0], (i64)word[1]}; }

// A number of a column that has nothing but numbers.
template <class T> __device__ __forceinline__ T number(const Column &c, u64 row)
{
    const u64 at = c.values + (c.offset + row) * sizeof(T);
    return at & (sizeof(T) - 1) ? of_word<T>(word_at(at, sizeof(T))) : *(const T *)at;
}
template <> __device__ __forceinline__ bool number<bool>(const Column &c, u64 row) { return bit_at(c.values, c.offset + row); }

template <class T> __device__ __forceinline__ T of_cell(const Cell &cell) { return of_word<T>(cell.word); }
template <> __device__ __forceinline__ Text of_cell<Text>(const Cell &cell) { return {cell.bytes, (i64)cell.len}; }

// All lanes of a warp, which have adjacent rows.
__device__ __forceinline__ void store_bit(u64 to, u64 row, bool bit)
{
    const u32 word = __ballot_sync(0xffffffffu, bit);
    if ((threadIdx.x & 31) == 0) ((u32 *)to)[row / 32] = word;
}

template <class T> __device__ __forceinline__ void store(const Output &to, u64 row, T value) { ((T *)to.values)[row] = value; }
template <> __device__ __forceinline__ void store(const Output &to, u64 row, Text text)
{
    ((const u8 **)to.values)[row] = text.bytes;
    ((u64 *)to.lengths)[row] = text.len;
}

// Numbers: integers wrap.
template <class T> __device__ __forceinline__ T add(T a, T b) { return (T)((u64)a + (u64)b); }
template <class T> __device__ __forceinline__ T subtract(T a, T b) { return (T)((u64)a - (u64)b); }
template <class T> __device__ __forceinline__ T multiply(T a, T b) { return (T)((u64)a * (u64)b); }
// Timestamps and durations don't.
__device__ __forceinline__ i64 add(i64 a, i64 b, bool &bad)
{
    const i64 made = add(a, b);
    bad = ((a ^ made) & (b ^ made)) < 0;
    return made;
}
__device__ __forceinline__ i64 subtract(i64 a, i64 b, bool &bad)
{
    const i64 made = subtract(a, b);
    bad = ((a ^ b) & (a ^ made)) < 0;
    return made;
}
template <class T> __device__ __forceinline__ T negate(T a) { return (T)(0 - (u64)a); }
// Of 32 bits: where the negative of 16 bits is used as a signed number, drivers take that of the least number, which is itself, for
// 32,768 (580.159.04, of `neg.s16`, `abs.s16`, and `sub.s16` from 0).
__device__ __forceinline__ i16 negate(i16 a)
{
    i16 made;
    asm("{ .reg .b32 wide; cvt.s32.s16 wide, %1; neg.s32 wide, wide; cvt.u16.u32 %0, wide; }" : "=h"(made) : "h"(a));
    return made;
}
template <class T> __device__ __forceinline__ T divide(T a, T b, bool &bad)
{
    bad = b == 0;
    if (bad) return 0;
    // The quotient of the least number and -1 doesn't fit; pyarrow's is 0.
    if ((T)-1 < 0 && b == (T)-1) return a == negate(a) ? (T)0 : negate(a);
    return a / b;
}
template <class T> __device__ __forceinline__ T remainder_of(T a, T b, bool &bad)
{
    bad = b == 0;
    return bad || ((T)-1 < 0 && b == (T)-1) ? (T)0 : (T)(a % b);
}
template <class T> __device__ __forceinline__ T absolute(T a) { return a < 0 ? negate(a) : a; }
template <class T> __device__ __forceinline__ T least(T a, T b) { return b < a ? b : a; }
template <class T> __device__ __forceinline__ T greatest(T a, T b) { return a < b ? b : a; }
#define FLOATS(F, SUFFIX)                                                                       \
    __device__ __forceinline__ F add(F a, F b) { return F(a + b); }                             \
    __device__ __forceinline__ F subtract(F a, F b) { return F(a - b); }                        \
    __device__ __forceinline__ F multiply(F a, F b) { return F(a * b); }                        \
    __device__ __forceinline__ F divide(F a, F b, bool &) { return F(a / b); }                  \
    __device__ __forceinline__ F remainder_of(F a, F b, bool &) { return F(fmod##SUFFIX(a, b)); } \
    __device__ __forceinline__ F negate(F a) { return F(-a); }                                  \
    __device__ __forceinline__ F absolute(F a) { return F(fabs##SUFFIX(a)); }                   \
    __device__ __forceinline__ F least(F a, F b) { return F(fmin##SUFFIX(a, b)); }              \
    __device__ __forceinline__ F greatest(F a, F b) { return F(fmax##SUFFIX(a, b)); }
FLOATS(f16, f)
FLOATS(float, f)
FLOATS(double, )
__device__ __forceinline__ short total_order(f16 a) { return (short)(a.bits ^ ((short)a.bits < 0 ? 0x7fff : 0)); }
__device__ __forceinline__ i32 total_order(float a) { const i32 bits = __float_as_int(a); return bits ^ (i32)((u32)(bits >> 31) >> 1); }
__device__ __forceinline__ i64 total_order(double a) { const i64 bits = __double_as_longlong(a); return bits ^ (i64)((u64)(bits >> 63) >> 1); }

// -1, 0 or 1; 2 if there is no order.
template <class T> __device__ __forceinline__ int compare(T a, T b) { return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2; }
__device__ __forceinline__ int compare(i64 a, u64 b) { return a < 0 ? -1 : compare((u64)a, b); }
__device__ __forceinline__ int compare(u64 a, i64 b) { return -compare(b, a); }
__device__ __forceinline__ int compare(Text a, Text b)
{
    const i64 len = a.len < b.len ? a.len : b.len;
    for (i64 i = 0; i < len; i++)
        if (a.bytes[i] != b.bytes[i]) return a.bytes[i] < b.bytes[i] ? -1 : 1;
    return compare(a.len, b.len);
}
__device__ __forceinline__ Text least(Text a, Text b) { return compare(b, a) < 0 ? b : a; }
__device__ __forceinline__ Text greatest(Text a, Text b) { return compare(a, b) < 0 ? b : a; }

__device__ __forceinline__ i64 floor_div(i64 a, i64 by) { return a / by - (a % by < 0); }
// Compares a number of units with one of finer units, of which each has `ratio`.
__device__ __forceinline__ int compare_units(i64 a, i64 ratio, i64 b)
{
    const i64 whole = floor_div(b, ratio);
    return a != whole ? compare(a, whole) : b == whole * ratio ? 0 : -1;
}

// Conversions.
template <class To, class From> struct Conversion {
    static __device__ __forceinline__ To of(From a, bool &bad)
    {
        const To made = (To)a;
        bad = (From)made != a || (made < 0) != (a < 0);
        return made;
    }
};
template <class T> struct Conversion<T, T> {
    static __device__ __forceinline__ T of(T a, bool &) { return a; }
};
template <class From> struct Conversion<bool, From> {
    static __device__ __forceinline__ bool of(From a, bool &) { return a != 0; }
};
template <> struct Conversion<bool, bool> {
    static __device__ __forceinline__ bool of(bool a, bool &) { return a; }
};
#define FLOAT_CONVERSIONS(F, C, MOST)                                                 \
    template <class From> struct Conversion<F, From> {                             \
        static __device__ __forceinline__ F of(From a, bool &bad)                  \
        {                                                                          \
            bad = MOST && sizeof(From) * 8 > sizeof(F) * 6 && ((i64)a > MOST || ((From)-1 < 0 && (i64)a < -MOST) || ((From)-1 > 0 && (u64)a > MOST)); \
            return (F)a;                                                           \
        }                                                                          \
    };                                                                             \
    template <class To> struct Conversion<To, F> {                                 \
        static __device__ __forceinline__ To of(F a, bool &bad)                    \
        {                                                                          \
            const bool is_signed = (To)-1 < 0;                                     \
            const C end = ldexp((C)1, (int)sizeof(To) * 8 - is_signed), c = a;     \
            bad = !(c < end && c >= (is_signed ? -end : (C)0) && trunc(c) == c);   \
            return bad ? (To)0 : (To)c;                                            \
        }                                                                          \
    };                                                                             \
    template <> struct Conversion<F, F> {                                          \
        static __device__ __forceinline__ F of(F a, bool &) { return a; }          \
    };                                                                             \
    template <> struct Conversion<bool, F> {                                       \
        static __device__ __forceinline__ bool of(F a, bool &) { return (C)a != 0; } \
    };                                                                             \
    template <> struct Conversion<F, bool> {                                       \
        static __device__ __forceinline__ F of(bool a, bool &) { return F((int)a); } \
    };
// Integers are rounded to half-precision floats, as pyarrow does.
FLOAT_CONVERSIONS(f16, float, 0)
FLOAT_CONVERSIONS(float, float, (1ll << 24))
FLOAT_CONVERSIONS(double, double, (1ll << 53))
#define AMONG_FLOATS(TO, FROM)                                                         \
    template <> struct Conversion<TO, FROM> {                                          \
        static __device__ __forceinline__ TO of(FROM a, bool &) { return (TO)a; }      \
    };
AMONG_FLOATS(f16, float)
AMONG_FLOATS(f16, double)
AMONG_FLOATS(float, f16)
AMONG_FLOATS(float, double)
AMONG_FLOATS(double, f16)
AMONG_FLOATS(double, float)
template <class To, class From> __device__ __forceinline__ To cast(From a, bool &bad) { return Conversion<To, From>::of(a, bad); }

// Numbers of finer and of coarser units.
__device__ __forceinline__ i64 finer(i64 a, i64 ratio, bool &bad)
{
    const i64 made = multiply(a, ratio);
    bad = __mul64hi(a, ratio) != made >> 63;
    return made;
}
__device__ __forceinline__ i64 coarser(i64 a, i64 ratio, bool &bad)
{
    bad = a % ratio != 0;
    return a / ratio;
}
// Without a fraction.
__device__ __forceinline__ i64 cut(i64 a, i64 ratio, bool &) { return a / ratio; }
// The same number in a type that may not have it.
template <class T> __device__ __forceinline__ T narrow(i64 a, bool &bad)
{
    bad = bad || (T)a != a;
    return (T)a;
}

// Texts.
__device__ __forceinline__ bool is_continuation(u8 byte) { return (byte & 0xc0) == 0x80; }
__device__ __forceinline__ i64 characters(Text a)
{
    i64 count = 0;
    for (i64 i = 0; i < a.len; i++) count += !is_continuation(a.bytes[i]);
    return count;
}
__device__ __forceinline__ bool has_at(Text a, i64 at, Text part)
{
    for (i64 k = 0; k < part.len; k++)
        if (a.bytes[at + k] != part.bytes[k]) return false;
    return true;
}
__device__ __forceinline__ bool starts_with(Text a, Text part) { return a.len >= part.len && has_at(a, 0, part); }
__device__ __forceinline__ bool ends_with(Text a, Text part) { return a.len >= part.len && has_at(a, a.len - part.len, part); }
__device__ __forceinline__ bool contains(Text a, Text part)
{
    for (i64 at = 0; at + part.len <= a.len; at++)
        if (has_at(a, at, part)) return true;
    return false;
}
// The place after `count` characters, from a place on.
__device__ __forceinline__ i64 after(Text a, i64 at, i64 count)
{
    for (; at < a.len && count > 0; count--)
        for (at++; at < a.len && is_continuation(a.bytes[at]); at++) {}
    return at;
}
__device__ __forceinline__ Text substring(Text a, i64 start, i64 count)
{
    if (start < 0) start += characters(a);
    const i64 from = after(a, 0, start < 0 ? 0 : start);
    return {a.bytes + from, after(a, from, count) - from};
}

// Sets are sorted: numbers by their bits, of which NaN has one; texts by their bytes.
__device__ __forceinline__ bool is_in(u64 key, const u64 *set)
{
    const u64 *values = (const u64 *)set[0];
    u64 low = 0, high = set[1];
    while (low < high) {
        const u64 middle = (low + high) / 2;
        if (values[middle] == key) return true;
        if (values[middle] < key) low = middle + 1;
        else high = middle;
    }
    return false;
}
template <class T> __device__ __forceinline__ bool is_in(T value, const u64 *set)
{
    u64 key = 0;
    memcpy(&key, &value, sizeof value);
    return is_in(key, set);
}
__device__ __forceinline__ bool is_in(f16 value, const u64 *set) { return is_in((u64)(value == value ? value.bits : 0x7e00), set); }
__device__ __forceinline__ bool is_in(float value, const u64 *set)
{
    return is_in((u64)(value == value ? __float_as_uint(value) : 0x7fc00000u), set);
}
__device__ __forceinline__ bool is_in(double value, const u64 *set)
{
    return is_in((u64)(value == value ? __double_as_longlong(value) : 0x7ff8000000000000ll), set);
}
__device__ __forceinline__ bool is_in(Text value, const u64 *set)
{
    const u64 *texts = (const u64 *)set[0];
    u64 low = 0, high = set[1];
    while (low < high) {
        const u64 middle = (low + high) / 2;
        const int order = compare(constant<Text>(texts + 2 * middle), value);
        if (order == 0) return true;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return false;
}

// Dates, of the proleptic Gregorian calendar: years begin in March, and eras have 400 of them.
struct Date {
    i64 year;
    i64 month;
    i64 day;
    i64 day_of_year;
};

__device__ __forceinline__ Date date_of(i64 days)
{
    const i64 shifted = days + 719468, era = floor_div(shifted, 146097), day = shifted - era * 146097;
    const i64 year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    const i64 of_year = day - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    Date date;
    date.day = of_year - (153 * month + 2) / 5 + 1;
    date.month = month < 10 ? month + 3 : month - 9;
    date.year = year + era * 400 + (date.month <= 2);
    const bool leaps = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0);
    date.day_of_year = of_year < 306 ? of_year + 60 + leaps : of_year - 305;
    return date;
}

// A day since 1970, and the units of it that have passed: the local time of any number has both.
struct Moment {
    i64 day;
    i64 rest;
};

__device__ __forceinline__ Moment moment_of(i64 time, i64 units)
{
    const i64 rest = time % units;
    return {time / units - (rest < 0), rest < 0 ? rest + units : rest};
}
// The time in a zone, whose set has the seconds from which on it has an offset, and then the offsets.
__device__ __forceinline__ Moment local_of(i64 time, i64 units, const u64 *set)
{
    const i64 per_second = units / 86400, second = floor_div(time, per_second);
    const i64 *begins = (const i64 *)set[0], *offsets = begins + set[1] / 2;
    u64 low = 0, high = set[1] / 2;
    while (high - low > 1) {
        const u64 middle = (low + high) / 2;
        if (begins[middle] <= second) low = middle;
        else high = middle;
    }
    const Moment utc = moment_of(time, units), local = moment_of(utc.rest + offsets[low] * per_second, units);
    return {utc.day + local.day, local.rest};
}

// Decimals.
#ifdef DECIMALS
typedef __int128 i128;
typedef unsigned __int128 u128;

// An integer of 256 bits, of which the first word is the lowest.
struct i256 {
    u64 w[4];
    i256() = default;
    template <class T> __device__ __forceinline__ i256(T a) : w{(u64)a, a < 0 ? ~0ull : 0, a < 0 ? ~0ull : 0, a < 0 ? ~0ull : 0} {}
    __device__ __forceinline__ i256(i128 a) : i256(a < 0 ? -1 : 0) { w[0] = (u64)a, w[1] = (u64)(a >> 64); }
    template <class T> __device__ __forceinline__ explicit operator T() const { return (T)w[0]; }
    __device__ __forceinline__ explicit operator i128() const { return (i128)((u128)w[1] << 64 | w[0]); }
    friend __device__ __forceinline__ bool operator<(const i256 &a, const i256 &b)
    {
        if (a.w[3] != b.w[3]) return (i64)a.w[3] < (i64)b.w[3];
        for (int i = 2; i > 0; i--)
            if (a.w[i] != b.w[i]) return a.w[i] < b.w[i];
        return a.w[0] < b.w[0];
    }
    friend __device__ __forceinline__ bool operator>(const i256 &a, const i256 &b) { return b < a; }
    friend __device__ __forceinline__ bool operator<=(const i256 &a, const i256 &b) { return !(b < a); }
    friend __device__ __forceinline__ bool operator>=(const i256 &a, const i256 &b) { return !(a < b); }
    friend __device__ __forceinline__ bool operator==(const i256 &a, const i256 &b) { return !(a < b) && !(b < a); }
    friend __device__ __forceinline__ bool operator!=(const i256 &a, const i256 &b) { return !(a == b); }
    friend __device__ __forceinline__ i256 operator+(const i256 &a, const i256 &b)
    {
        i256 sum;
        u128 carry = 0;
        for (int i = 0; i < 4; i++, carry >>= 64) sum.w[i] = (u64)(carry += (u128)a.w[i] + b.w[i]);
        return sum;
    }
    friend __device__ __forceinline__ i256 operator-(i256 a)
    {
        for (int i = 0; i < 4; i++) a.w[i] = ~a.w[i];
        return a + i256(1);
    }
    friend __device__ __forceinline__ i256 operator-(const i256 &a, const i256 &b) { return a + -b; }
    friend __device__ __noinline__ i256 operator*(const i256 &a, const i256 &b)
    {
        i256 product(0);
        for (int i = 0; i < 4; i++) {
            u128 carry = 0;
            for (int k = 0; i + k < 4; k++, carry >>= 64) product.w[i + k] = (u64)(carry += (u128)a.w[i] * b.w[k] + product.w[i + k]);
        }
        return product;
    }
    // The quotient is rounded to zero.
    friend __device__ __noinline__ i256 operator/(const i256 &a, const i256 &b)
    {
        const bool negative = (a < 0) != (b < 0);
        const i256 size = a < 0 ? -a : a, by = b < 0 ? -b : b;
        i256 made(0), rest(0);
        if (!(size.w[3] | size.w[2] | by.w[3] | by.w[2])) {
            const u128 quotient = (u128)(i128)size / (u128)(i128)by;
            made.w[0] = (u64)quotient, made.w[1] = (u64)(quotient >> 64);
        } else {
            for (int bit = 255; bit >= 0; bit--) {
                rest = rest + rest;
                rest.w[0] |= size.w[bit / 64] >> bit % 64 & 1;
                if (rest < by) continue;
                rest = rest - by;
                made.w[bit / 64] |= 1ull << bit % 64;
            }
        }
        return negative ? -made : made;
    }
};
__device__ __forceinline__ i256 two_to(int power)
{
    i256 made(0);
    made.w[power / 64] = 1ull << power % 64;
    return made;
}

__device__ __forceinline__ i128 wide_of(u64 low, u64 high) { return (i128)((unsigned __int128)high << 64 | low); }
__device__ __forceinline__ i256 wider_of(u64 at)
{
    i256 made;
    for (int i = 0; i < 4; i++) made.w[i] = word_at(at + 8 * i, 8);
    return made;
}
template <> __device__ __forceinline__ i256 constant<i256>(const u64 *words) { return wider_of(words[0]); }
template <> __device__ __forceinline__ i128 constant<i128>(const u64 *words) { return (i128)wider_of(words[0]); }
template <> __device__ __forceinline__ i128 number<i128>(const Column &c, u64 row)
{
    const u64 at = c.values + (c.offset + row) * 16;
    return wide_of(word_at(at, 8), word_at(at + 8, 8));
}
template <> __device__ __forceinline__ i256 number<i256>(const Column &c, u64 row) { return wider_of(c.values + (c.offset + row) * 32); }
template <> __device__ __forceinline__ i128 of_cell<i128>(const Cell &cell)
{
    return cell.valid ? wide_of(word_at((u64)cell.bytes, 8), word_at((u64)cell.bytes + 8, 8)) : 0;
}
template <> __device__ __forceinline__ i256 of_cell<i256>(const Cell &cell) { return cell.valid ? wider_of((u64)cell.bytes) : i256(0); }
template <class W> struct Digits;
template <> struct Digits<i128> {
    static const int MOST = 38;
};
template <> struct Digits<i256> {
    static const int MOST = 76;
};
template <class W> __device__ W ten_to(int power);
// A number with more digits, or fewer, of which there are at most `precision`.
template <class W> __device__ __forceinline__ W rescaled_of(W a, int by, int precision, bool &bad)
{
    // No other number has so many digits.
    if (by > Digits<W>::MOST || by < -Digits<W>::MOST) {
        bad = a != 0;
        return 0;
    }
    const W unit = ten_to<W>(by < 0 ? -by : by), end = ten_to<W>(precision);
    if (by < 0) {
        const W whole = a / unit;
        bad = whole * unit != a;
        a = whole;
    } else {
        bad = a > end / unit || a < -(end / unit);
        a = a * unit;
    }
    bad = bad || a >= end || a <= -end;
    return a;
}
// A number without its last digits.
template <class W> __device__ __forceinline__ W without(W a, int digits)
{
    return digits > Digits<W>::MOST ? W(0) : a / ten_to<W>(digits);
}
// A decimal as the whole number that is nearest to it in a direction: to zero, downwards, upwards, or to the nearest, and of two to the
// even one.
enum Direction { TO_ZERO, DOWN, UP, NEAREST };
template <class W> __device__ __forceinline__ W whole_decimal(W a, int scale, int precision, Direction direction, bool &bad)
{
    if (scale > Digits<W>::MOST) {
        // No number is as large as half of one.
        bad = (direction == DOWN && a < 0) || (direction == UP && a > 0);
        return 0;
    }
    const W unit = ten_to<W>(scale), end = ten_to<W>(precision);
    W whole = a / unit;
    const W rest = a - whole * unit, size = rest < 0 ? -rest : rest, more = unit - size;
    const bool is_odd = whole - whole / W(2) * W(2) != 0;
    const bool is_away = direction == DOWN ? rest < 0 : direction == UP ? rest > 0 : direction == NEAREST && (more < size || (more == size && is_odd));
    if (is_away) whole = whole + (a < 0 ? W(-1) : W(1));
    // What is added may have one more digit than the type of numbers holds.
    bad = whole > end / unit || whole < -(end / unit);
    if (bad) return 0;
    whole = whole * unit;
    bad = whole >= end || whole <= -end;
    return whole;
}
template <class W> __device__ __forceinline__ int compare_of(W a, int by_a, W b, int by_b)
{
    bool large_a, large_b;
    const W x = rescaled_of(a, by_a, Digits<W>::MOST, large_a), y = rescaled_of(b, by_b, Digits<W>::MOST, large_b);
    if (large_a) return a < 0 ? -1 : 1;
    if (large_b) return b < 0 ? 1 : -1;
    return compare(x, y);
}
// Functions of wide integers are called, because each has many instructions.
#define DECIMALS_OF(W, INLINE)                                                                                             \
    __device__ __forceinline__ W add(W a, W b) { return a + b; }                                                           \
    __device__ __forceinline__ W subtract(W a, W b) { return a - b; }                                                      \
    __device__ __forceinline__ W multiply(W a, W b) { return a * b; }                                                      \
    __device__ __forceinline__ W negate(W a) { return -a; }                                                                \
    __device__ __forceinline__ W absolute(W a) { return a < 0 ? -a : a; }                                                  \
    __device__ __forceinline__ W divide(W a, W b, bool &bad)                                                               \
    {                                                                                                                      \
        bad = b == 0;                                                                                                      \
        return bad ? W(0) : a / b;                                                                                         \
    }                                                                                                                      \
    __device__ __forceinline__ W remainder_of(W a, W b, bool &bad) { return a - divide(a, b, bad) * b; }                   \
    template <> __device__ INLINE W ten_to<W>(int power)                                                                   \
    {                                                                                                                      \
        W made = 1;                                                                                                        \
        for (int i = 0; i < power; i++) made = made * W(10);                                                               \
        return made;                                                                                                       \
    }                                                                                                                      \
    __device__ INLINE W rescaled(W a, int by, int precision, bool &bad) { return rescaled_of(a, by, precision, bad); }     \
    __device__ INLINE W decimal_trunc(W a, int scale, int precision, bool &bad) { return whole_decimal(a, scale, precision, TO_ZERO, bad); } \
    __device__ INLINE W decimal_floor(W a, int scale, int precision, bool &bad) { return whole_decimal(a, scale, precision, DOWN, bad); }    \
    __device__ INLINE W decimal_ceil(W a, int scale, int precision, bool &bad) { return whole_decimal(a, scale, precision, UP, bad); }       \
    __device__ INLINE W decimal_rint(W a, int scale, int precision, bool &bad) { return whole_decimal(a, scale, precision, NEAREST, bad); }  \
    __device__ INLINE int compare_decimals(W a, int by_a, W b, int by_b) { return compare_of(a, by_a, b, by_b); }
DECIMALS_OF(i128, __forceinline__)
DECIMALS_OF(i256, __noinline__)
template <class F, class W> __device__ __noinline__ F whole_of(W a)
{
    const i256 wide(a);
    F made = 0, word = 18446744073709551616.0;
    for (int i = 3; i > 0; i--) {
        F part = (F)wide.w[i];
        for (int k = 0; k < i; k++) part *= word;
        made += part;
    }
    return made + (F)wide.w[0];
}
// As in Arrow: a number with a fraction that has many digits is converted in two parts. `unit` is 10 to the power of `-scale`.
template <class F, class W> __device__ __noinline__ F real_of(W a, int scale, F unit)
{
    const W size = a < 0 ? -a : a;
    F made;
    if (scale <= 0 || size <= W(1ll << (sizeof(F) == 4 ? 24 : 53))) {
        made = whole_of<F>(size) * unit;
    } else {
        const W one = ten_to<W>(scale), whole = size / one;
        made = whole_of<F>(whole) + whole_of<F>(size - whole * one) * unit;
    }
    return a < 0 ? -made : made;
}
// A float with so many digits after the point, rounded to the nearest, and of two to the even one.
__device__ __noinline__ i256 decimal_of(double a, int precision, int scale, bool &bad)
{
    int exponent;
    const i64 bits = (i64)ldexp(frexp(fabs(a), &exponent), 53);
    // The number is `bits`, times 5 to the power of `scale`, times 2 to that of `exponent`.
    exponent += scale - 53;
    bad = !(fabs(a) < 2 * pow(10.0, (double)(precision - scale)));
    if (bad || exponent < (scale < 0 ? -60 : -254)) return 0;
    i256 fives = 1;
    for (int i = scale < 0 ? -scale : scale; i > 0; i--) fives = fives * 5;
    i256 number = bits, by = two_to(exponent < 0 ? -exponent : 0);
    if (scale < 0) by = by * fives;
    else number = number * fives;
    i256 made = number / by, rest = number - made * by;
    for (; exponent > 0; exponent--) {
        made = made + made, rest = rest + rest;
        if (rest >= by) made = made + 1, rest = rest - by;
    }
    const i256 more = by - rest;
    if (more < rest || (more == rest && made.w[0] & 1)) made = made + 1;
    bad = made >= ten_to<i256>(precision);
    return a < 0 ? -made : made;
}
template <class T, class W> __device__ __forceinline__ T integer_of(W a, bool &bad)
{
    const T made = (T)a;
    bad = W(made) != a;
    return made;
}
#endif
