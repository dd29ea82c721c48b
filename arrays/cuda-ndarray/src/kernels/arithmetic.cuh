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
template <class R> F complex<R> exp_of(complex<R> a)
{
    const R size = exp_of(a.re);
    if (a.im == 0) return {size, a.im};
    return {size * cos_of(a.im), size * sin_of(a.im)};
}
template <class R> F complex<R> ln_of(complex<R> a) { return {ln_of(absolute(a)), angle(a)}; }
template <class R> F complex<R> sqrt_of(complex<R> a)
{
    if (a.re == 0 && a.im == 0) return {(R)0, a.im};
    // It is infinite.
    if (a.im == a.im && a.im - a.im != 0) return {absolute(a.im), a.im};
    // Of numbers whose size would overflow, a quarter, and twice its root.
    const R most = maximum(absolute(a.re), absolute(a.im));
    const bool is_large = most > (sizeof(R) == 4 ? (R)1e37 : (R)4e307) && most - most == 0;
    if (is_large) a = {a.re / 4, a.im / 4};
    const R root = sqrt_of((absolute(a.re) + absolute(a)) / 2);
    complex<R> made = a.re >= 0 ? complex<R>{root, a.im / (2 * root)} : complex<R>{absolute(a.im) / (2 * root), (R)copysign((double)root, (double)a.im)};
    if (is_large) made = {made.re * 2, made.im * 2};
    return made;
}
template <class R> F complex<R> sin_of(complex<R> a) { return {sin_of(a.re) * cosh_of(a.im), cos_of(a.re) * sinh_of(a.im)}; }
template <class R> F complex<R> cos_of(complex<R> a) { return {cos_of(a.re) * cosh_of(a.im), -(sin_of(a.re) * sinh_of(a.im))}; }
template <class R> F complex<R> tanh_of(complex<R> a)
{
    if (absolute(a.re) >= (sizeof(R) == 4 ? (R)11 : (R)22))
        return {(R)copysign(1.0, (double)a.re), 4 * sin_of(a.im) * cos_of(a.im) * exp_of(-2 * absolute(a.re))};
    const R t = tan_of(a.im), beta = 1 + t * t, s = sinh_of(a.re), rho = sqrt_of(1 + s * s), down = 1 + beta * s * s;
    return {beta * rho * s / down, t / down};
}
template <class R> F complex<R> power(complex<R> a, complex<R> b)
{
    if (b.re == 0 && b.im == 0) return {(R)1, (R)0};
    if (a.re == 0 && a.im == 0) return b.re > 0 && b.im == 0 ? complex<R>{(R)0, (R)0} : complex<R>{(R)nan(""), (R)nan("")};
    if (b.im == 0 && b.re == trunc_of(b.re) && absolute(b.re) < 100) {
        complex<R> made = {(R)1, (R)0};
        for (int rest = (int)absolute(b.re); rest; rest >>= 1, a = multiply(a, a))
            if (rest & 1) made = multiply(made, a);
        return b.re < 0 ? divide(complex<R>{(R)1, (R)0}, made) : made;
    }
    return exp_of(multiply(b, ln_of(a)));
}
