// What expressions of arrays are made of; `arithmetic/code.rs` writes the kernel. Each function is one of Rust's or NumPy's.

typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;

#define F __device__ __forceinline__

F float float_of_bits(u32 bits) { return __uint_as_float(bits); }

// Floats of 16 bits, which are computed with as floats: each result is rounded.
struct f16 {
    u16 bits;
    f16() = default;
    F explicit f16(float a) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(a)); }
    F explicit f16(double a) { asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(a)); }
    F operator float() const
    {
        float a;
        asm("cvt.f32.f16 %0, %1;" : "=f"(a) : "h"(bits));
        return a;
    }
};
struct bf16 {
    u16 bits;
    bf16() = default;
    F explicit bf16(float a)
    {
        const u32 whole = __float_as_uint(a);
        bits = a != a ? (u16)(whole >> 16 | 64) : (u16)((whole + 0x7fff + (whole >> 16 & 1)) >> 16);
    }
    // Rounded to odd first, or it would be rounded twice.
    F explicit bf16(double a)
    {
        const float near = __double2float_rz(a);
        *this = bf16((double)near != a && a == a ? float_of_bits(__float_as_uint(near) | 1) : near);
    }
    F operator float() const { return float_of_bits((u32)bits << 16); }
};

template <class R> struct complex {
    R re, im;
};
typedef complex<float> c32;
typedef complex<double> c64;

template <class T> F T load(const char *from) { return *(const T *)from; }
template <> F bool load<bool>(const char *from) { return *(const u8 *)from != 0; }
template <class T> F void store(char *to, T value) { *(T *)to = value; }
template <> F void store<bool>(char *to, bool value) { *(u8 *)to = value; }

// Integers wrap, and quotients and remainders by zero are zero.
template <class T> F T add(T a, T b) { return (T)((u64)a + (u64)b); }
template <class T> F T subtract(T a, T b) { return (T)((u64)a - (u64)b); }
template <class T> F T multiply(T a, T b) { return (T)((u64)a * (u64)b); }
template <class T> F T negate(T a) { return (T)(0 - (u64)a); }
// Of 32 bits: drivers take the negative of the least number of 16 bits, which is itself, for 32,768 where it is used as a signed number.
F i16 negate(i16 a)
{
    i16 made;
    asm("{ .reg .b32 wide; cvt.s32.s16 wide, %1; neg.s32 wide, wide; cvt.u16.u32 %0, wide; }" : "=h"(made) : "h"(a));
    return made;
}
template <class T> F T divide(T a, T b)
{
    if (b == 0) return 0;
    if ((T)-1 < 0 && b == (T)-1) return negate(a);
    return (T)(a / b);
}
template <class T> F T remainder_of(T a, T b) { return b == 0 || ((T)-1 < 0 && b == (T)-1) ? (T)0 : (T)(a % b); }
template <class T> F T absolute(T a) { return a < 0 ? negate(a) : a; }
template <class T> F T minimum(T a, T b) { return b < a ? b : a; }
template <class T> F T maximum(T a, T b) { return a < b ? b : a; }
template <class T> F T power(T a, T b)
{
    // The inverses of other numbers are less than one.
    if (b < 0) return a == (T)1 ? (T)1 : (T)-1 < 0 && a == (T)-1 ? ((u64)b & 1 ? a : (T)1) : (T)0;
    T made = 1;
    for (u64 rest = (u64)b; rest; rest >>= 1, a = multiply(a, a))
        if (rest & 1) made = multiply(made, a);
    return made;
}
template <class T> F T shift_left(T a, T by) { return (u64)by < sizeof(T) * 8 ? (T)((u64)a << (u64)by) : (T)0; }
template <class T> F T shift_right(T a, T by) { return (u64)by < sizeof(T) * 8 ? (T)(a >> by) : a < 0 ? (T)-1 : (T)0; }
template <class T> F T bit_and(T a, T b) { return (T)(a & b); }
template <class T> F T bit_or(T a, T b) { return (T)(a | b); }
template <class T> F T bit_xor(T a, T b) { return (T)(a ^ b); }
template <class T> F T bit_not(T a) { return (T)~a; }
F bool bit_not(bool a) { return !a; }

template <class T> F bool equal(T a, T b) { return a == b; }
template <class T> F bool differ(T a, T b) { return a != b; }
template <class T> F bool less(T a, T b) { return a < b; }
template <class T> F bool less_equal(T a, T b) { return a <= b; }
template <class T> F T select(bool condition, T a, T b) { return condition ? a : b; }

// Functions of a float type, of which C's computing type has the suffix.
#define UNARY(T, C, NAME, CALL) F T NAME(T x) { const C a = (C)x; return T(CALL); }
#define BINARY(T, C, NAME, CALL) F T NAME(T x, T y) { const C a = (C)x, b = (C)y; return T(CALL); }
#define FLOATS(T, C, S)                                                     \
    BINARY(T, C, add, a + b)                                                \
    BINARY(T, C, subtract, a - b)                                           \
    BINARY(T, C, multiply, a * b)                                           \
    BINARY(T, C, divide, a / b)                                             \
    BINARY(T, C, remainder_of, fmod##S(a, b))                               \
    BINARY(T, C, minimum, a != a ? a : b != b ? b : b < a ? b : a)          \
    BINARY(T, C, maximum, a != a ? a : b != b ? b : a < b ? b : a)          \
    BINARY(T, C, power, pow##S(a, b))                                       \
    BINARY(T, C, atan2_of, atan2##S(a, b))                                  \
    BINARY(T, C, hypot_of, hypot##S(a, b))                                  \
    UNARY(T, C, negate, -a)                                                 \
    UNARY(T, C, absolute, fabs##S(a))                                       \
    UNARY(T, C, sqrt_of, sqrt##S(a))                                        \
    UNARY(T, C, cbrt_of, cbrt##S(a))                                        \
    UNARY(T, C, exp_of, exp##S(a))                                          \
    UNARY(T, C, exp2_of, exp2##S(a))                                        \
    UNARY(T, C, expm1_of, expm1##S(a))                                      \
    UNARY(T, C, ln_of, log##S(a))                                           \
    UNARY(T, C, log2_of, log2##S(a))                                        \
    UNARY(T, C, log10_of, log10##S(a))                                      \
    UNARY(T, C, log1p_of, log1p##S(a))                                      \
    UNARY(T, C, sin_of, sin##S(a))                                          \
    UNARY(T, C, cos_of, cos##S(a))                                          \
    UNARY(T, C, tan_of, tan##S(a))                                          \
    UNARY(T, C, asin_of, asin##S(a))                                        \
    UNARY(T, C, acos_of, acos##S(a))                                        \
    UNARY(T, C, atan_of, atan##S(a))                                        \
    UNARY(T, C, sinh_of, sinh##S(a))                                        \
    UNARY(T, C, cosh_of, cosh##S(a))                                        \
    UNARY(T, C, tanh_of, tanh##S(a))                                        \
    UNARY(T, C, floor_of, floor##S(a))                                      \
    UNARY(T, C, ceil_of, ceil##S(a))                                        \
    UNARY(T, C, trunc_of, trunc##S(a))                                      \
    UNARY(T, C, round_of, rint##S(a))                                       \
    F bool is_nan(T a) { return (C)a != (C)a; }                             \
    F bool is_finite(T x) { const C a = (C)x; return a - a == 0; }          \
    F bool equal(T a, T b) { return (C)a == (C)b; }                         \
    F bool differ(T a, T b) { return (C)a != (C)b; }                        \
    F bool less(T a, T b) { return (C)a < (C)b; }                           \
    F bool less_equal(T a, T b) { return (C)a <= (C)b; }
FLOATS(f16, float, f)
FLOATS(bf16, float, f)
FLOATS(float, float, f)
FLOATS(double, double, )

// Conversions: integers wrap, and floats are cut off and kept within the type, as by Rust's `as`.
template <class To, class From> struct Conversion {
    static F To of(From a) { return (To)a; }
};
template <class From> struct Conversion<bool, From> {
    static F bool of(From a) { return a != 0; }
};
template <class To, class C> F To integer_of(C a)
{
    const bool is_signed = (To)-1 < 0;
    const C end = ldexp((C)1, (int)sizeof(To) * 8 - is_signed), begin = is_signed ? -end : (C)0;
    const To most = (To)(~0ull >> (64 - 8 * sizeof(To) + is_signed));
    if (a != a) return 0;
    return a >= end ? most : a <= begin ? (is_signed ? (To)(-most - 1) : (To)0) : (To)a;
}
#define FROM_FLOAT(T, C)                                                                        \
    template <class To> struct Conversion<To, T> {                                              \
        static F To of(T a) { return integer_of<To>((C)a); }                                    \
    };                                                                                          \
    template <> struct Conversion<bool, T> {                                                    \
        static F bool of(T a) { return (C)a != 0; }                                             \
    };
#define TO_FLOAT(T, C)                                                                          \
    template <class From> struct Conversion<T, From> {                                          \
        static F T of(From a) { return T((C)a); }                                               \
    };
FROM_FLOAT(f16, float)
FROM_FLOAT(bf16, float)
FROM_FLOAT(float, float)
FROM_FLOAT(double, double)
TO_FLOAT(f16, double)
TO_FLOAT(bf16, double)
TO_FLOAT(float, float)
TO_FLOAT(double, double)
#define AMONG(TO, FROM, C)                                                                      \
    template <> struct Conversion<TO, FROM> {                                                   \
        static F TO of(FROM a) { return TO((C)a); }                                             \
    };
AMONG(f16, f16, float)
AMONG(f16, bf16, float)
AMONG(f16, float, float)
AMONG(f16, double, double)
AMONG(bf16, f16, float)
AMONG(bf16, bf16, float)
AMONG(bf16, float, float)
AMONG(bf16, double, double)
AMONG(float, f16, float)
AMONG(float, bf16, float)
AMONG(float, float, float)
AMONG(float, double, double)
AMONG(double, f16, float)
AMONG(double, bf16, float)
AMONG(double, float, float)
AMONG(double, double, double)
template <class To, class From> struct Cast {
    static F To of(From a) { return Conversion<To, From>::of(a); }
};
template <class R, class From> struct Cast<complex<R>, From> {
    static F complex<R> of(From a) { return {Conversion<R, From>::of(a), (R)0}; }
};
template <class R, class S> struct Cast<complex<R>, complex<S>> {
    static F complex<R> of(complex<S> a) { return {(R)a.re, (R)a.im}; }
};
template <class To, class From> F To cast(From a) { return Cast<To, From>::of(a); }

// Complex numbers.
template <class R> F complex<R> add(complex<R> a, complex<R> b) { return {a.re + b.re, a.im + b.im}; }
template <class R> F complex<R> subtract(complex<R> a, complex<R> b) { return {a.re - b.re, a.im - b.im}; }
template <class R> F complex<R> multiply(complex<R> a, complex<R> b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
// Smith's algorithm.
template <class R> F complex<R> divide(complex<R> a, complex<R> b)
{
    if (absolute(b.re) >= absolute(b.im)) {
        if (b.re == 0 && b.im == 0) return {a.re / absolute(b.re), a.im / absolute(b.re)};
        const R ratio = b.im / b.re, scale = (R)1 / (b.re + b.im * ratio);
        return {(a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale};
    }
    const R ratio = b.re / b.im, scale = (R)1 / (b.im + b.re * ratio);
    return {(a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale};
}
template <class R> F complex<R> negate(complex<R> a) { return {-a.re, -a.im}; }
template <class R> F R absolute(complex<R> a) { return hypot_of(a.re, a.im); }
template <class R> F R angle(complex<R> a) { return atan2_of(a.im, a.re); }
template <class R> F R real(complex<R> a) { return a.re; }
template <class R> F R imag(complex<R> a) { return a.im; }
template <class R> F complex<R> conj(complex<R> a) { return {a.re, -a.im}; }
template <class R> F bool equal(complex<R> a, complex<R> b) { return a.re == b.re && a.im == b.im; }
template <class R> F bool differ(complex<R> a, complex<R> b) { return !equal(a, b); }
template <class R> F bool is_infinite(R a) { return !is_nan(a) && !is_finite(a); }
template <class R> F R copysign_of(R a, R sign) { return (R)copysign((double)a, (double)sign); }
// Beyond it, an exponential function may overflow where its product with a sine or cosine doesn't.
template <class R> F R large() { return sizeof(R) == 4 ? (R)88 : (R)709; }
template <class R> F complex<R> exp_of(complex<R> a)
{
    if (a.im == 0) return {exp_of(a.re), a.im};
    if (is_infinite(a.re) && !is_finite(a.im)) return a.re > 0 ? complex<R>{a.re, a.im - a.im} : complex<R>{(R)0, copysign_of((R)0, a.im)};
    const bool is_large = a.re > large<R>();
    const R size = exp_of(is_large ? a.re / 2 : a.re), more = is_large ? size : (R)1;
    return {size * cos_of(a.im) * more, size * sin_of(a.im) * more};
}
// x² + y² - 1, of which the squares' rounding errors are parts.
template <class R> F R squares_minus_one(R x, R y)
{
    const R p = x * x, q = y * y, p_error = fma(x, x, -p), q_error = fma(y, y, -q);
    const R from_one = p - 1, sum = from_one + q, part = sum - from_one;
    return sum + ((from_one - (sum - part)) + (q - part) + p_error + q_error);
}
template <class R> F complex<R> ln_of(complex<R> a)
{
    const R x = maximum(absolute(a.re), absolute(a.im)), y = minimum(absolute(a.re), absolute(a.im)), ln_2 = (R)0.693147180559945309417232121458176568;
    const R size = absolute(a);
    if (size > (R)0.7 && size < (R)1.4) return {log1p_of(squares_minus_one(x, y)) / 2, angle(a)};
    // Scaled where the size would overflow, or lose bits.
    if (x > (sizeof(R) == 4 ? (R)1e37 : (R)4e307) && is_finite(x)) return {ln_of(hypot_of(x / 4, y / 4)) + 2 * ln_2, angle(a)};
    if (x > 0 && x < (sizeof(R) == 4 ? (R)1e-36 : (R)1e-300)) return {ln_of(hypot_of(x * (1ull << 54), y * (1ull << 54))) - 54 * ln_2, angle(a)};
    return {ln_of(size), angle(a)};
}
template <class R> F complex<R> sqrt_of(complex<R> a)
{
    if (a.re == 0 && a.im == 0) return {(R)0, a.im};
    if (is_infinite(a.im)) return {absolute(a.im), a.im};
    // Scaled by powers of 4 where the size would overflow, or lose bits.
    const R most = maximum(absolute(a.re), absolute(a.im));
    const bool is_large = most > (sizeof(R) == 4 ? (R)1e37 : (R)4e307) && is_finite(most), is_small = most < (sizeof(R) == 4 ? (R)1e-36 : (R)1e-300);
    const R scale = is_large ? (R)0.25 : is_small ? (R)(1ull << 54) : (R)1, unscale = is_large ? (R)2 : is_small ? (R)1 / (1 << 27) : (R)1;
    a = {a.re * scale, a.im * scale};
    const R root = sqrt_of((absolute(a.re) + absolute(a)) / 2), other = absolute(a.im) / (2 * root);
    const complex<R> made = a.re >= 0 ? complex<R>{root, copysign_of(other, a.im)} : complex<R>{other, copysign_of(root, a.im)};
    return {made.re * unscale, made.im * unscale};
}
// The hyperbolic sine or cosine. Parts that aren't finite have the results of C's standard.
template <class R> F complex<R> hyperbolic(complex<R> a, bool is_sine)
{
    if (!is_finite(a.im)) {
        const R nan = a.im - a.im;
        if (a.re == 0) return is_sine ? complex<R>{a.re, nan} : complex<R>{nan, (R)0};
        return {is_infinite(a.re) ? absolute(a.re) : nan, nan};
    }
    const bool is_large = absolute(a.re) > large<R>();
    const R more = is_large ? exp_of(absolute(a.re) / 2) : (R)1;
    const R sine = is_large ? copysign_of(more / 2, a.re) : sinh_of(a.re), cosine = is_large ? more / 2 : cosh_of(a.re);
    const R re = (is_sine ? sine : cosine) * cos_of(a.im) * more, im = (is_sine ? cosine : sine) * sin_of(a.im) * more;
    return {re, a.im != 0 ? im : is_sine ? a.im : a.im * copysign_of((R)1, a.re)};
}
template <class R> F complex<R> sin_of(complex<R> a)
{
    const complex<R> made = hyperbolic(complex<R>{-a.im, a.re}, true);
    return {made.im, is_finite(a.re) || !is_infinite(made.re) ? -made.re : made.re};
}
template <class R> F complex<R> cos_of(complex<R> a) { return hyperbolic(complex<R>{-a.im, a.re}, false); }
template <class R> F complex<R> tanh_of(complex<R> a)
{
    if (a.im == 0) return {tanh_of(a.re), a.im};
    if (!is_finite(a.im)) {
        const R nan = a.im - a.im;
        if (is_infinite(a.re)) return {copysign_of((R)1, a.re), copysign_of((R)0, a.im)};
        return {a.re == 0 ? a.re : nan, nan};
    }
    if (absolute(a.re) >= (sizeof(R) == 4 ? (R)11 : (R)22))
        return {copysign_of((R)1, a.re), 4 * sin_of(a.im) * cos_of(a.im) * exp_of(-2 * absolute(a.re))};
    const R t = tan_of(a.im), beta = 1 + t * t, s = sinh_of(a.re), rho = sqrt_of(1 + s * s), down = 1 + beta * s * s;
    return {beta * rho * s / down, t / down};
}
// C's product: if a factor is infinite and the other isn't 0, so is the product.
template <class R> F complex<R> c_product(complex<R> a, complex<R> b)
{
    const complex<R> made = multiply(a, b);
    if (!is_nan(made.re) || !is_nan(made.im)) return made;
    const bool is_a = is_infinite(a.re) || is_infinite(a.im), is_b = is_infinite(b.re) || is_infinite(b.im);
    if (!is_a && !is_b) return made;
    // Infinite parts count as 1, finite ones beside them as 0, and NaN as 0.
    if (is_a) a = {copysign_of((R)is_infinite(a.re), a.re), copysign_of((R)is_infinite(a.im), a.im)};
    if (is_b) b = {copysign_of((R)is_infinite(b.re), b.re), copysign_of((R)is_infinite(b.im), b.im)};
    a = {is_nan(a.re) ? (R)0 : a.re, is_nan(a.im) ? (R)0 : a.im}, b = {is_nan(b.re) ? (R)0 : b.re, is_nan(b.im) ? (R)0 : b.im};
    const R infinite = (R)float_of_bits(0x7f800000);
    const complex<R> sign = multiply(a, b);
    return {sign.re * infinite, sign.im * infinite};
}
template <class R> F complex<R> power(complex<R> a, complex<R> b)
{
    if (b.re == 0 && b.im == 0) return {(R)1, (R)0};
    if (a.re == 0 && a.im == 0) return b.re > 0 ? complex<R>{(R)0, (R)0} : complex<R>{(R)nan(""), (R)nan("")};
    if (b.im == 0 && b.re == trunc_of(b.re) && absolute(b.re) < 100) {
        // From the base on: a product with 1 loses signs of zeros, and of infinite numbers is NaN.
        int rest = (int)absolute(b.re);
        for (; !(rest & 1); rest >>= 1) a = multiply(a, a);
        complex<R> made = a;
        while (rest >>= 1) {
            a = multiply(a, a);
            if (rest & 1) made = multiply(made, a);
        }
        return b.re < 0 ? divide(complex<R>{(R)1, (R)0}, made) : made;
    }
    return exp_of(c_product(b, ln_of(a)));
}
