// Types of numbers, and NumPy's functions for them.
#pragma once
#include "primitives.cuh"

struct boolean {
    u8 byte;
    boolean() = default;
    __device__ boolean(bool value) : byte(value) {}
    __device__ operator bool() const { return byte != 0; }
};

// A half-precision float, which is converted to a float for computations.
struct f16 {
    u16 bits;
    f16() = default;
    __device__ f16(float value) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value)); }
    __device__ operator float() const
    {
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
        return value;
    }
};

template <class T> struct alignas(2 * sizeof(T)) complex {
    T re, im;
    complex() = default;
    __device__ complex(T re, T im = 0) : re(re), im(im) {}
    template <class U> __device__ explicit complex(const complex<U> &z) : re(static_cast<T>(z.re)), im(static_cast<T>(z.im)) {}
};

template <class T> struct is_complex { static constexpr bool value = false; };
template <class T> struct is_complex<complex<T>> { static constexpr bool value = true; };
template <class T> struct is_float { static constexpr bool value = false; };
template <> struct is_float<float> { static constexpr bool value = true; };
template <> struct is_float<double> { static constexpr bool value = true; };
template <class T> struct is_signed { static constexpr bool value = T(-1) < T(0); };

template <class T> struct unsigned_of { typedef T type; };
template <> struct unsigned_of<i8> { typedef u8 type; };
template <> struct unsigned_of<i16> { typedef u16 type; };
template <> struct unsigned_of<i32> { typedef u32 type; };
template <> struct unsigned_of<i64> { typedef u64 type; };

// Converts numbers. Integers that don't fit wrap, as on the CPU.
template <class To, class From> struct converted {
    static __device__ To of(From value) { return static_cast<To>(value); }
};
template <class To, class From> struct converted<complex<To>, complex<From>> {
    static __device__ complex<To> of(complex<From> z) { return complex<To>(z); }
};
template <class To, class From> struct converted<complex<To>, From> {
    static __device__ complex<To> of(From value) { return complex<To>(static_cast<To>(value)); }
};
template <class To, class From> struct converted<To, complex<From>> {
    static __device__ To of(complex<From> z) { return converted<To, From>::of(z.re); }
};
template <class From> struct converted<boolean, complex<From>> {
    static __device__ boolean of(complex<From> z) { return z.re != 0 || z.im != 0; }
};
template <class From> struct converted<boolean, From> {
    static __device__ boolean of(From value) { return value != From(0); }
};
template <> struct converted<boolean, boolean> {
    static __device__ boolean of(boolean value) { return value; }
};
template <class From> struct converted<f16, From> {
    static __device__ f16 of(From value) { return f16(static_cast<float>(value)); }
};
// Not by way of a float, which would round twice.
template <> struct converted<f16, double> {
    static __device__ f16 of(double value)
    {
        f16 half;
        asm("cvt.rn.f16.f64 %0, %1;" : "=h"(half.bits) : "d"(value));
        return half;
    }
};
template <class To> struct converted<To, f16> {
    static __device__ To of(f16 value) { return converted<To, float>::of(static_cast<float>(value)); }
};
template <> struct converted<f16, f16> {
    static __device__ f16 of(f16 value) { return value; }
};
template <> struct converted<boolean, f16> {
    static __device__ boolean of(f16 value) { return static_cast<float>(value) != 0; }
};
template <class To> struct converted<complex<To>, f16> {
    static __device__ complex<To> of(f16 value) { return complex<To>(static_cast<To>(static_cast<float>(value))); }
};
template <class From> struct converted<f16, complex<From>> {
    static __device__ f16 of(complex<From> z) { return converted<f16, From>::of(z.re); }
};
// As on x86, a value that doesn't fit becomes the minimum integer, and narrow integers are truncated from wider ones.
__device__ inline i64 to_i64(double value) { return value >= -9223372036854775808.0 && value < 9223372036854775808.0 ? static_cast<i64>(value) : -9223372036854775807ll - 1; }
__device__ inline i32 to_i32(double value) { return value > -2147483649.0 && value < 2147483648.0 ? static_cast<i32>(value) : -2147483647 - 1; }
__device__ inline u64 to_u64(double value) { return value >= 9223372036854775808.0 ? static_cast<u64>(to_i64(value - 9223372036854775808.0)) ^ 1ull << 63 : static_cast<u64>(to_i64(value)); }
#define WHOLE(to, by) \
    template <> struct converted<to, float> { static __device__ to of(float value) { return static_cast<to>(by(value)); } }; \
    template <> struct converted<to, double> { static __device__ to of(double value) { return static_cast<to>(by(value)); } };
WHOLE(i8, to_i32) WHOLE(u8, to_i32) WHOLE(i16, to_i32) WHOLE(u16, to_i32) WHOLE(i32, to_i32) WHOLE(u32, to_i64) WHOLE(i64, to_i64) WHOLE(u64, to_u64)

template <class To, class From> __device__ inline To as(From value) { return converted<To, From>::of(value); }

// The type with which numbers are computed.
template <class T> struct computed { typedef T type; };
template <> struct computed<f16> { typedef float type; };
template <> struct computed<boolean> { typedef bool type; };

template <class T> __device__ inline bool is_nan(T value) { return value != value; }
// Complex numbers are compared by their real parts first.
template <class T> __device__ inline bool is_nan(complex<T> value) { return value.re != value.re; }

template <class T> __device__ inline T op_add(T a, T b) { typedef typename unsigned_of<T>::type U; return T(U(a) + U(b)); }
template <class T> __device__ inline T op_subtract(T a, T b) { typedef typename unsigned_of<T>::type U; return T(U(a) - U(b)); }
template <class T> __device__ inline T op_multiply(T a, T b)
{
    if constexpr (is_float<T>::value) return a * b;
    else return T(u64(a) * u64(b));
}
template <> __device__ inline bool op_add(bool a, bool b) { return a || b; }
template <> __device__ inline bool op_multiply(bool a, bool b) { return a && b; }
template <class T> __device__ inline complex<T> op_add(complex<T> a, complex<T> b) { return {a.re + b.re, a.im + b.im}; }
template <class T> __device__ inline complex<T> op_subtract(complex<T> a, complex<T> b) { return {a.re - b.re, a.im - b.im}; }
template <class T> __device__ inline complex<T> op_multiply(complex<T> a, complex<T> b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class T> __device__ inline T op_divide(T a, T b) { return a / b; }
// As in NumPy, both are scaled by the larger part of the divisor.
template <class T> __device__ inline complex<T> op_divide(complex<T> a, complex<T> b)
{
    T re = fabs(b.re), im = fabs(b.im);
    if (re >= im) {
        if (re == 0 && im == 0) return {a.re / re, a.im / re};
        T ratio = b.im / b.re, scale = 1 / (b.re + b.im * ratio);
        return {(a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale};
    }
    T ratio = b.re / b.im, scale = 1 / (b.re * ratio + b.im);
    return {(a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale};
}
template <class T> __device__ inline T op_negative(T a)
{
    typedef typename unsigned_of<T>::type U;
    if constexpr (is_float<T>::value) return -a;
    else if constexpr (is_signed<T>::value && sizeof(T) == 2) {
        // Of 32 bits: where the negative of 16 bits is used as a signed number, drivers take that of the least number, which is itself,
        // for 32,768 (580.159.04, of `neg.s16`, `abs.s16`, and `sub.s16` from 0).
        T made;
        asm("{ .reg .b32 wide; cvt.s32.s16 wide, %1; neg.s32 wide, wide; cvt.u16.u32 %0, wide; }" : "=h"(made) : "h"(a));
        return made;
    } else return T(U(0) - U(a));
}
template <class T> __device__ inline complex<T> op_negative(complex<T> a) { return {-a.re, -a.im}; }
template <class T> __device__ inline T op_positive(T a) { return a; }
template <class T> __device__ inline T op_absolute(T a)
{
    if constexpr (is_float<T>::value) return fabs(a);
    else return a < T(0) ? op_negative(a) : a;
}
template <> __device__ inline bool op_absolute(bool a) { return a; }
template <class T> __device__ inline T op_absolute(complex<T> a) { return hypot(a.re, a.im); }
template <class T> __device__ inline T op_square(T a) { return op_multiply(a, a); }
template <class T> __device__ inline T op_reciprocal(T a)
{
    if constexpr (is_float<T>::value) return 1 / a;
    else return as<T>(1.0 / static_cast<double>(a));
}
template <class T> __device__ inline complex<T> op_reciprocal(complex<T> a)
{
    if (fabs(a.im) <= fabs(a.re)) {
        T ratio = a.im / a.re, scale = a.re + a.im * ratio;
        return {1 / scale, -ratio / scale};
    }
    T ratio = a.re / a.im, scale = a.re * ratio + a.im;
    return {ratio / scale, -1 / scale};
}
// The next half-precision float, of numbers that are some.
__device__ inline float op_nextafter_half(float a, float b)
{
    if (is_nan(a) || is_nan(b) || a == b) return is_nan(a) ? a : b;
    f16 next(a);
    // From either zero, the smallest number with the sign of the other.
    if (a == 0) next.bits = b < 0 ? 0x8001 : 1;
    else next.bits += (a < b) == (a > 0) ? 1 : -1;
    return next;
}
template <class T> __device__ inline T op_conjugate(T a) { return a; }
template <class T> __device__ inline complex<T> op_conjugate(complex<T> a) { return {a.re, -a.im}; }
template <class T> __device__ inline T op_sign(T a)
{
    if constexpr (is_float<T>::value) return is_nan(a) ? a : a > 0 ? T(1) : a < 0 ? T(-1) : T(0);
    else return a > T(0) ? T(1) : a < T(0) ? T(-1) : T(0);
}
template <class T> __device__ inline T op_remainder(T a, T b)
{
    if constexpr (is_float<T>::value) {
        T rest = fmod(a, b);
        if (b == 0) return rest;
        if (rest != 0) return (b < 0) != (rest < 0) ? rest + b : rest;
        return copysign(T(0), b);
    } else {
        if (b == T(0)) return 0;
        if constexpr (is_signed<T>::value) {
            if (b == T(-1)) return 0;
            T rest = a % b;
            return rest != 0 && (rest < 0) != (b < 0) ? T(rest + b) : rest;
        } else return a % b;
    }
}
template <class T> __device__ inline T op_floor_divide(T a, T b)
{
    if constexpr (is_float<T>::value) {
        if (b == 0) return a / b;
        T rest = fmod(a, b), quotient = (a - rest) / b;
        if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
        if (quotient == 0) return copysign(T(0), a / b);
        T whole = floor(quotient);
        return quotient - whole > T(0.5) ? whole + 1 : whole;
    } else {
        if (b == T(0)) return 0;
        if constexpr (is_signed<T>::value) {
            if (b == T(-1)) return op_negative(a);
            T quotient = a / b;
            return a % b != 0 && (a < 0) != (b < 0) ? T(quotient - 1) : quotient;
        } else return a / b;
    }
}
template <class T> __device__ inline T op_fmod(T a, T b)
{
    if constexpr (is_float<T>::value) return fmod(a, b);
    else {
        if (b == T(0)) return 0;
        if constexpr (is_signed<T>::value) { if (b == T(-1)) return 0; }
        return a % b;
    }
}
template <class T> __device__ inline T op_power(T a, T b)
{
    if constexpr (is_float<T>::value) return pow(a, b);
    else {
        T result = 1;
        for (u64 left = u64(b); left; left >>= 1) {
            if (left & 1) result = op_multiply(result, a);
            a = op_multiply(a, a);
        }
        return result;
    }
}
template <class T> __device__ inline T op_maximum(T a, T b) { if constexpr (is_float<T>::value) { if (is_nan(a)) return a; if (is_nan(b)) return b; } return a >= b ? a : b; }
template <class T> __device__ inline T op_minimum(T a, T b) { if constexpr (is_float<T>::value) { if (is_nan(a)) return a; if (is_nan(b)) return b; } return a <= b ? a : b; }
template <class T> __device__ inline T op_fmax(T a, T b) { if constexpr (is_float<T>::value) { if (is_nan(a)) return b; if (is_nan(b)) return a; } return a >= b ? a : b; }
template <class T> __device__ inline T op_fmin(T a, T b) { if constexpr (is_float<T>::value) { if (is_nan(a)) return b; if (is_nan(b)) return a; } return a <= b ? a : b; }
// As in NumPy, of unsigned numbers: the absolute value of the least number isn't a signed one.
template <class T> __device__ inline T op_gcd(T a, T b)
{
    typedef typename unsigned_of<T>::type U;
    U more = U(op_absolute(a)), less = U(op_absolute(b));
    while (less != U(0)) { U rest = more % less; more = less; less = rest; }
    return T(more);
}
template <class T> __device__ inline T op_lcm(T a, T b)
{
    typedef typename unsigned_of<T>::type U;
    U divisor = U(op_gcd(a, b));
    return divisor == U(0) ? T(0) : T(op_multiply(U(U(op_absolute(a)) / divisor), U(op_absolute(b))));
}
template <class T> __device__ inline T op_heaviside(T a, T b) { return is_nan(a) ? a : a == 0 ? b : a < 0 ? T(0) : T(1); }
template <class T> __device__ inline T op_logaddexp(T a, T b)
{
    if (a == b) return a + log(T(2));
    T gap = a - b;
    return gap > 0 ? a + log1p(exp(-gap)) : gap <= 0 ? b + log1p(exp(gap)) : gap;
}
template <class T> __device__ inline T op_logaddexp2(T a, T b)
{
    if (a == b) return a + 1;
    T gap = a - b, scale = T(1.442695040888963407359924681001892137);
    return gap > 0 ? a + log1p(exp2(-gap)) * scale : gap <= 0 ? b + log1p(exp2(gap)) * scale : gap;
}
template <class T> __device__ inline T op_shift_left(T a, T b)
{
    typedef typename unsigned_of<T>::type U;
    return u64(U(b)) < sizeof(T) * 8 ? T(U(a) << U(b)) : T(0);
}
template <class T> __device__ inline T op_shift_right(T a, T b)
{
    typedef typename unsigned_of<T>::type U;
    return u64(U(b)) < sizeof(T) * 8 ? T(a >> b) : a < T(0) ? T(-1) : T(0);
}
template <class T> __device__ inline bool op_isnan(T a) { return a != a; }
template <class T> __device__ inline bool op_equal(T a, T b) { return a == b; }
template <class T> __device__ inline bool op_less(T a, T b) { return a < b; }
template <class T> __device__ inline bool op_less_equal(T a, T b) { return a <= b; }
template <class T> __device__ inline bool op_equal(complex<T> a, complex<T> b) { return a.re == b.re && a.im == b.im; }
template <class T> __device__ inline bool op_less(complex<T> a, complex<T> b) { return (a.re < b.re && !op_isnan(a.im) && !op_isnan(b.im)) || (a.re == b.re && a.im < b.im); }
template <class T> __device__ inline bool op_less_equal(complex<T> a, complex<T> b) { return (a.re < b.re && !op_isnan(a.im) && !op_isnan(b.im)) || (a.re == b.re && a.im <= b.im); }
// The order of reductions, for which a part that is NaN decides nothing of the other.
template <class T> __device__ inline bool is_before(T a, T b) { return a < b; }
template <class T> __device__ inline bool is_before(complex<T> a, complex<T> b) { return a.re < b.re || (a.re == b.re && a.im < b.im); }
// Comparisons of signed with unsigned 64-bit numbers, because no integer type holds both.
__device__ inline bool op_equal(i64 a, u64 b) { return a >= 0 && u64(a) == b; }
__device__ inline bool op_less(i64 a, u64 b) { return a < 0 || u64(a) < b; }
__device__ inline bool op_less_equal(i64 a, u64 b) { return a < 0 || u64(a) <= b; }
__device__ inline bool op_equal(u64 a, i64 b) { return op_equal(b, a); }
__device__ inline bool op_less(u64 a, i64 b) { return b >= 0 && a < u64(b); }
__device__ inline bool op_less_equal(u64 a, i64 b) { return b >= 0 && a <= u64(b); }
template <class T> __device__ inline bool truth(T a) { return a != T(0); }
template <class T> __device__ inline bool truth(complex<T> a) { return a.re != 0 || a.im != 0; }
template <class T> __device__ inline bool op_isinf(T a) { if constexpr (is_float<T>::value) return fabs(a) == T(__int_as_float(0x7f800000)); else return false; }
template <class T> __device__ inline bool op_isnan(complex<T> a) { return op_isnan(a.re) || op_isnan(a.im); }
template <class T> __device__ inline bool op_isinf(complex<T> a) { return op_isinf(a.re) || op_isinf(a.im); }
// The number, with 0 for NaN, and the greatest or least number for an infinite one, in each part.
template <class T> __device__ inline T finite(T a, T greatest) { return op_isnan(a) ? T(0) : op_isinf(a) ? (a > 0 ? greatest : -greatest) : a; }
template <class T> __device__ inline complex<T> finite(complex<T> a, T greatest) { return {finite(a.re, greatest), finite(a.im, greatest)}; }
template <class T> __device__ inline bool op_isfinite(T a) { return !op_isnan(a) && !op_isinf(a); }
// Beyond these, exponential functions are larger than all numbers, and than their products with those that are less than 1.
template <class T> constexpr T LARGE = sizeof(T) == 4 ? T(88) : T(709);
template <class T> __device__ inline T infinite() { return T(__int_as_float(0x7f800000)); }
template <class T> __device__ inline complex<T> op_exp(complex<T> a)
{
    if (a.im == 0) return {exp(a.re), a.im};
    if (op_isinf(a.re) && !op_isfinite(a.im)) return a.re > 0 ? complex<T>(a.re, a.im - a.im) : complex<T>(0, copysign(T(0), a.im));
    bool is_large = a.re > LARGE<T>;
    T scale = exp(is_large ? a.re / 2 : a.re), more = is_large ? scale : 1;
    return {scale * cos(a.im) * more, scale * sin(a.im) * more};
}
template <class T> __device__ inline complex<T> op_sqrt(complex<T> a)
{
    if (a.re == 0 && a.im == 0) return {T(0), a.im};
    if (op_isinf(a.im)) return {fabs(a.im), a.im};
    // Halves of the least numbers are rounded to 0, and the modulus of the greatest overflows.
    T most = fmax(fabs(a.re), fabs(a.im));
    bool is_small = most < (sizeof(T) == 4 ? T(1e-36) : T(1e-300)), is_large = most > (sizeof(T) == 4 ? T(1e37) : T(1e307));
    T up = is_small ? T(1ull << 54) : is_large ? T(0.25) : T(1), root = is_small ? T(1) / (1 << 27) : is_large ? T(2) : T(1), re = a.re * up, im = a.im * up;
    T size = sqrt(fabs(re) / 2 + hypot(re / 2, im / 2));
    if (re >= 0) return {size * root, im / (2 * size) * root};
    return {fabs(im) / (2 * size) * root, copysign(size * root, im)};
}
template <class T> __device__ inline complex<T> op_sign(complex<T> a)
{
    // Towards the only infinite part.
    bool re = op_isinf(a.re), im = op_isinf(a.im);
    if (re != im) return {re ? copysign(T(1), a.re) : T(0), im ? copysign(T(1), a.im) : T(0)};
    T size = hypot(a.re, a.im);
    // As in NumPy: if only the modulus overflows, the sign is that of the imaginary part.
    if (op_isinf(size) && !re) return {T(0), copysign(T(1), a.im)};
    return size == 0 ? complex<T>(0, 0) : complex<T>(a.re / size, a.im / size);
}
// The hyperbolic sine or cosine. Parts that aren't finite have the results of C's standard.
template <class T> __device__ inline complex<T> hyperbolic(complex<T> a, bool is_sine)
{
    if (!op_isfinite(a.im)) {
        T nan = a.im - a.im;
        if (a.re == 0) return is_sine ? complex<T>(a.re, nan) : complex<T>(nan, 0);
        return {op_isinf(a.re) ? infinite<T>() : nan, nan};
    }
    bool is_large = fabs(a.re) > LARGE<T>;
    T more = is_large ? exp(fabs(a.re) / 2) : 1;
    T sine = is_large ? copysign(more / 2, a.re) : sinh(a.re), cosine = is_large ? more / 2 : cosh(a.re);
    T re = (is_sine ? sine : cosine) * cos(a.im) * more, im = (is_sine ? cosine : sine) * sin(a.im) * more;
    return {re, a.im != 0 ? im : is_sine ? a.im : a.im * copysign(T(1), a.re)};
}
template <class T> __device__ inline complex<T> op_sinh(complex<T> a) { return hyperbolic(a, true); }
template <class T> __device__ inline complex<T> op_cosh(complex<T> a) { return hyperbolic(a, false); }
template <class T> __device__ inline complex<T> op_cos(complex<T> a) { return op_cosh(complex<T>(-a.im, a.re)); }
template <class T> __device__ inline complex<T> op_sin(complex<T> a)
{
    complex<T> z = op_sinh(complex<T>(-a.im, a.re));
    return {z.im, op_isfinite(a.re) || !op_isinf(z.re) ? -z.re : z.re};
}
template <class T> __device__ inline complex<T> op_tanh(complex<T> a)
{
    if (a.im == 0) return {tanh(a.re), a.im};
    if (!op_isfinite(a.im)) {
        T nan = a.im - a.im;
        if (op_isinf(a.re)) return {copysign(T(1), a.re), copysign(T(0), a.im)};
        return {a.re == 0 ? a.re : nan, nan};
    }
    // Beyond that the tangent is 1 in this precision, and the squares would overflow.
    if (fabs(a.re) > T(sizeof(T) == 4 ? 15 : 44)) return {copysign(T(1), a.re), 4 * sin(a.im) * cos(a.im) * exp(-2 * fabs(a.re))};
    T tangent = tan(a.im), sine = sinh(a.re), secant = 1 + tangent * tangent, square = sqrt(1 + sine * sine);
    T scale = 1 + secant * sine * sine;
    return {secant * square * sine / scale, tangent / scale};
}
template <class T> __device__ inline complex<T> op_tan(complex<T> a)
{
    complex<T> z = op_tanh(complex<T>(-a.im, a.re));
    return {z.im, -z.re};
}
template <class T> __device__ inline complex<T> op_log(complex<T> a)
{
    T size = hypot(a.re, a.im);
    if (op_isinf(size) && op_isfinite(a.re) && op_isfinite(a.im)) return {log(hypot(a.re / 2, a.im / 2)) + T(0.693147180559945309417232121458176568), atan2(a.im, a.re)};
    // Near 1, the logarithm is that of the distance from it.
    T greater = fmax(fabs(a.re), fabs(a.im)), less = fmin(fabs(a.re), fabs(a.im));
    bool is_near = size > T(0.5) && size < T(2);
    return {is_near ? log1p((greater - 1) * (greater + 1) + less * less) / 2 : log(size), atan2(a.im, a.re)};
}
template <class T> __device__ inline complex<T> op_scaled(complex<T> a, T by) { return {a.re * by, a.im * by}; }
template <class T> __device__ inline complex<T> op_log2(complex<T> a) { return op_scaled(op_log(a), T(1.442695040888963407359924681001892137)); }
template <class T> __device__ inline complex<T> op_log10(complex<T> a) { return op_scaled(op_log(a), T(0.434294481903251827651128918916605082)); }
template <class T> __device__ inline complex<T> op_log1p(complex<T> a) { return op_log(complex<T>(a.re + 1, a.im)); }
template <class T> __device__ inline complex<T> op_exp2(complex<T> a) { return op_exp(op_scaled(a, T(0.693147180559945309417232121458176568))); }
template <class T> __device__ inline complex<T> op_expm1(complex<T> a)
{
    T half = sin(a.im / 2);
    return {expm1(a.re) * cos(a.im) - 2 * half * half, exp(a.re) * sin(a.im)};
}
// Inverse functions, which are computed with doubles: by Kahan's formulas of square roots, whose products don't cancel. Parts that
// aren't finite have the results of C's standard, and parts have the signs of the number's.
typedef complex<double> dcomplex;
constexpr double PI = 3.141592653589793238462643383279502884;
__device__ inline dcomplex of_arcsinh(dcomplex a)
{
    if (op_isinf(a.im)) return {copysign(infinite<double>(), a.re), op_isnan(a.re) ? a.re : copysign(op_isinf(a.re) ? PI / 4 : PI / 2, a.im)};
    if (!op_isfinite(a.re)) return {a.re, a.im == 0 || (op_isinf(a.re) && !op_isnan(a.im)) ? copysign(0.0, a.im) : a.re - a.re + a.im};
    if (op_isnan(a.im)) return {a.im, a.im};
    double x = fabs(a.im), y = fabs(a.re);
    if (x > 1e17 || y > 1e17) {
        // That of twice the number, whose products would overflow.
        dcomplex z = op_log(dcomplex(y, x));
        return {copysign(z.re + log(2.0), a.re), copysign(z.im, a.im)};
    }
    dcomplex s = op_sqrt(dcomplex(1 - x, -y)), t = op_sqrt(dcomplex(1 + x, y));
    return {copysign(asinh(s.re * t.im - s.im * t.re), a.re), copysign(atan2(x, s.re * t.re - s.im * t.im), a.im)};
}
__device__ inline dcomplex of_arcsin(dcomplex a)
{
    dcomplex z = of_arcsinh(dcomplex(-a.im, a.re));
    return {z.im, op_isinf(a.re) && op_isnan(a.im) ? fabs(z.re) : -z.re};
}
__device__ inline dcomplex of_arccos(dcomplex a)
{
    dcomplex z = of_arcsin(a);
    if (!op_isfinite(a.re) || !op_isfinite(a.im)) return {PI / 2 - z.re + 0.0, -z.im};
    return {2 * atan2(op_sqrt(dcomplex(1 - a.re, -a.im)).re, op_sqrt(dcomplex(1 + a.re, a.im)).re), -z.im};
}
__device__ inline dcomplex of_arccosh(dcomplex a)
{
    dcomplex z = of_arccos(a);
    return {fabs(z.im), copysign(z.re, a.im)};
}
__device__ inline dcomplex of_arctanh(dcomplex a)
{
    double x = fabs(a.re), y = fabs(a.im), nan = a.re - a.re + (a.im - a.im);
    if (op_isinf(a.im)) return {copysign(0.0, a.re), copysign(PI / 2, a.im)};
    if (op_isinf(a.re) || (a.re == 0 && op_isnan(a.im))) return {copysign(0.0, a.re), op_isnan(a.im) ? a.im : copysign(PI / 2, a.im)};
    if (op_isnan(a.re) || op_isnan(a.im)) return {nan, nan};
    if (x > 1e17 || y > 1e17) {
        double size = hypot(x / 2, y / 2);
        return {copysign(y <= 1 ? 1 / x : x <= 1 ? x / y / y : x / size / size / 4, a.re), copysign(PI / 2, a.im)};
    }
    // Beside 1, squares of less vanish.
    if (x == 1 && y < 1e-30) return {copysign((log(2.0) - log(y)) / 2, a.re), copysign(y == 0 ? 0 : PI / 4, a.im)};
    double square = y < 1e-150 ? 0 : y * y;
    return {copysign(log1p(4 * x / ((1 - x) * (1 - x) + square)) / 4, a.re), atan2(2 * a.im, (1 - x) * (1 + x) - square) / 2};
}
__device__ inline dcomplex of_arctan(dcomplex a)
{
    dcomplex z = of_arctanh(dcomplex(-a.im, a.re));
    return {z.im, -z.re};
}
#define INVERSE(NAME) template <class T> __device__ inline complex<T> op_##NAME(complex<T> a) { return complex<T>(of_##NAME(dcomplex(a))); }
INVERSE(arcsin) INVERSE(arccos) INVERSE(arctan) INVERSE(arcsinh) INVERSE(arccosh) INVERSE(arctanh)
template <class T> __device__ inline complex<T> op_rint(complex<T> a) { return {rint(a.re), rint(a.im)}; }
// A product as in C: it is infinite if a factor is, and the other isn't 0.
template <class T> __device__ inline complex<T> c_product(complex<T> a, complex<T> b)
{
    complex<T> made = op_multiply(a, b);
    if (!op_isnan(made.re) || !op_isnan(made.im)) return made;
    bool is = false;
    complex<T> *of[2] = {&a, &b};
    for (int i = 0; i < 2; i++) {
        complex<T> &x = *of[i], &y = *of[1 - i];
        if (!op_isinf(x)) continue;
        x = {copysign(T(op_isinf(x.re)), x.re), copysign(T(op_isinf(x.im)), x.im)};
        if (op_isnan(y.re)) y.re = copysign(T(0), y.re);
        if (op_isnan(y.im)) y.im = copysign(T(0), y.im);
        is = true;
    }
    return is ? op_scaled(op_multiply(a, b), infinite<T>()) : made;
}
// As in NumPy: products for small whole exponents, and otherwise by the logarithm.
template <class T> __device__ inline complex<T> op_power(complex<T> a, complex<T> b)
{
    T nan = T(__int_as_float(0x7fc00000));
    if (b.re == 0 && b.im == 0) return {1, 0};
    if (a.re == 0 && a.im == 0) return b.re > 0 ? complex<T>(0, 0) : complex<T>(nan, nan);
    if (b.im == 0 && b.re == trunc(b.re) && fabs(b.re) < 100) {
        int exponent = static_cast<int>(b.re);
        if (exponent == 1) return a;
        if (exponent == 2 || exponent == 3) return exponent == 2 ? op_multiply(a, a) : op_multiply(a, op_multiply(a, a));
        complex<T> result(1, 0), base = a;
        for (int left = exponent < 0 ? -exponent : exponent; left; left >>= 1) {
            if (left & 1) result = op_multiply(result, base);
            base = op_multiply(base, base);
        }
        return exponent < 0 ? op_divide(complex<T>(1, 0), result) : result;
    }
    return op_exp(c_product(b, op_log(a)));
}
template <class T> __device__ inline complex<T> op_maximum(complex<T> a, complex<T> b) { return op_isnan(a) ? a : op_isnan(b) ? b : op_less_equal(b, a) ? a : b; }
template <class T> __device__ inline complex<T> op_minimum(complex<T> a, complex<T> b) { return op_isnan(a) ? a : op_isnan(b) ? b : op_less_equal(a, b) ? a : b; }
template <class T> __device__ inline complex<T> op_fmax(complex<T> a, complex<T> b) { return op_isnan(b) ? a : op_isnan(a) ? b : op_less_equal(b, a) ? a : b; }
template <class T> __device__ inline complex<T> op_fmin(complex<T> a, complex<T> b) { return op_isnan(b) ? a : op_isnan(a) ? b : op_less_equal(a, b) ? a : b; }
template <class T> __device__ inline T op_modf_fraction(T a) { return op_isinf(a) ? copysign(T(0), a) : copysign(a - trunc(a), a); }
template <class T> __device__ inline T op_modf_whole(T a) { return trunc(a); }
template <class T> __device__ inline T op_frexp_mantissa(T a) { int exponent = 0; return op_isfinite(a) ? frexp(a, &exponent) : a; }
template <class T> __device__ inline i32 op_frexp_exponent(T a) { int exponent = 0; if (op_isfinite(a)) frexp(a, &exponent); return exponent; }
// Exponents beyond these have the results of these.
__device__ inline double op_ldexp(double a, double exponent) { return ldexp(a, static_cast<int>(fmin(fmax(exponent, -10000.0), 10000.0))); }
template <class T> __device__ inline T op_exp(T a) { return exp(a); }
template <class T> __device__ inline T op_sqrt(T a) { return sqrt(a); }

// Dates and durations, as numbers of a unit. The least number is none: NaT.
constexpr i64 NAT = -9223372036854775807ll - 1;
__device__ inline bool time_are(i64 a, i64 b) { return a != NAT && b != NAT; }
__device__ inline i64 time_add(i64 a, i64 b) { return time_are(a, b) ? op_add(a, b) : NAT; }
__device__ inline i64 time_subtract(i64 a, i64 b) { return time_are(a, b) ? op_subtract(a, b) : NAT; }
__device__ inline i64 time_times(i64 a, i64 b) { return time_are(a, b) ? op_multiply(a, b) : NAT; }
__device__ inline i64 time_product(i64 a, double b) { return a == NAT ? NAT : to_i64(static_cast<double>(a) * b); }
__device__ inline i64 time_product(double a, i64 b) { return time_product(b, a); }
__device__ inline i64 time_over(i64 a, i64 b) { return !time_are(a, b) || b == 0 ? NAT : b == -1 ? op_negative(a) : a / b; }
__device__ inline i64 time_over(i64 a, double b) { return a == NAT ? NAT : to_i64(static_cast<double>(a) / b); }
__device__ inline double time_ratio(i64 a, i64 b) { return time_are(a, b) ? static_cast<double>(a) / static_cast<double>(b) : __longlong_as_double(0x7ff8000000000000ll); }
__device__ inline i64 time_quotient(i64 a, i64 b) { return time_are(a, b) ? op_floor_divide(a, b) : 0; }
__device__ inline i64 time_remainder(i64 a, i64 b) { return time_are(a, b) && b != 0 ? op_remainder(a, b) : NAT; }
// Times a factor, divided and rounded down.
__device__ inline i64 time_scaled(i64 a, i64 by, i64 over) { return a == NAT ? NAT : op_floor_divide(op_multiply(a, by), over); }
// Days from the beginning of 1970 to that of a month, and back. Years begin in March here, so that a leap day is the last.
__device__ inline i64 days_of_months(i64 months)
{
    if (months == NAT) return NAT;
    i64 year = op_floor_divide(months, 12ll) + 1970, month = op_remainder(months, 12ll);
    if (month < 2) year--;
    i64 era = op_floor_divide(year, 400ll), of_era = year - era * 400, shifted = (month + 10) % 12;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * shifted + 2) / 5 - 719468;
}
__device__ inline i64 months_of_days(i64 days)
{
    if (days == NAT) return NAT;
    i64 day = days + 719468, era = op_floor_divide(day, 146097ll), of_era = day - era * 146097;
    i64 year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    i64 of_year = of_era - (365 * year + year / 4 - year / 100), shifted = (5 * of_year + 2) / 153;
    return (year + era * 400 - 1970) * 12 + shifted + 2;
}
