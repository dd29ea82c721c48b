// Ragged arrays for custom kernels, for NVRTC and nvcc, C++17: lists, records and missing values, accessed by position or in loops.
//
// A kernel takes an array by value, as a list of the type of its entries:
//
//     AWKWARD_RECORD(Muon, float, pt, float, eta)
//
//     extern "C" __global__ void highest(awkward::List<awkward::List<Muon>> events, float *out)
//     {
//         long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
//         if (i >= events.size()) return;
//         float most = 0;
//         for (Muon muon : events[i]) most = fmaxf(most, muon.pt);
//         out[i] = most;
//     }
//
// The program passes `array.view::<List<Muon>>()?`, which has checked the array's type. Positions aren't checked. Of a record, only
// the fields that the kernel uses are read.
#pragma once

namespace awkward {

// Integers of any width in memory, or `a + b * i` without memory.
struct Positions {
    const void *p;
    long long a, b;
    int kind, unused;

    __device__ __forceinline__ long long operator[](long long i) const
    {
        switch (kind) {
        case 1: return static_cast<const signed char *>(p)[i];
        case 2: return static_cast<const unsigned char *>(p)[i];
        case 3: return static_cast<const short *>(p)[i];
        case 4: return static_cast<const unsigned short *>(p)[i];
        case 5: return static_cast<const int *>(p)[i];
        case 6: return static_cast<const unsigned int *>(p)[i];
        case 7: return static_cast<const long long *>(p)[i];
        // Bits from position `a` on, beginning with the least significant one of a byte (`b` is 0) or the most significant one.
        case 8: {
            long long bit = a + i;
            unsigned char byte = static_cast<const unsigned char *>(p)[bit >> 3];
            return byte >> (b ? 7 - (bit & 7) : bit & 7) & 1;
        }
        default: return a + b * i;
        }
    }
};

// The addresses of entries of a type; the primary template is for numbers.
template <class T> struct Column {
    const T *p;

    __device__ __forceinline__ T operator[](long long i) const { return p[i]; }
};

// A byte that isn't 0 is true.
template <> struct Column<bool> {
    const unsigned char *p;

    __device__ __forceinline__ bool operator[](long long i) const { return p[i] != 0; }
};

// A list, or a whole array.
template <class T> struct List {
    Column<T> column;
    long long first, last;

    struct Iterator {
        Column<T> column;
        long long at;

        __device__ __forceinline__ T operator*() const { return column[at]; }
        __device__ __forceinline__ Iterator &operator++()
        {
            ++at;
            return *this;
        }
        __device__ __forceinline__ bool operator!=(const Iterator &other) const { return at != other.at; }
    };

    __device__ __forceinline__ long long size() const { return last - first; }
    __device__ __forceinline__ bool empty() const { return last == first; }
    // The entry at a position from 0 on, which must exist.
    __device__ __forceinline__ T operator[](long long i) const { return column[first + i]; }
    __device__ __forceinline__ Iterator begin() const { return {column, first}; }
    __device__ __forceinline__ Iterator end() const { return {column, last}; }
};

template <class T> struct Column<List<T>> {
    Positions starts, stops;
    Column<T> content;

    __device__ __forceinline__ List<T> operator[](long long i) const { return {content, starts[i], stops[i]}; }
};

// A text: its bytes in UTF-8.
typedef List<unsigned char> Text;

// A value that may be missing. It is read only when it is accessed, and must exist then.
template <class T> struct Option {
    Column<T> column;
    long long at;

    __device__ __forceinline__ bool has_value() const { return at >= 0; }
    __device__ __forceinline__ explicit operator bool() const { return at >= 0; }
    __device__ __forceinline__ T value() const { return column[at]; }
    __device__ __forceinline__ T operator*() const { return column[at]; }
    __device__ __forceinline__ T value_or(T other) const { return at >= 0 ? column[at] : other; }
};

template <class T> struct Column<Option<T>> {
    Positions places, mask;
    long long valid_when;
    Column<T> content;

    __device__ __forceinline__ Option<T> operator[](long long i) const
    {
        return {content, (mask[i] != 0) == (valid_when != 0) ? places[i] : -1};
    }
};

// A half-precision number, read-only.
struct Half {
    unsigned short bits;

    __device__ __forceinline__ operator float() const
    {
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
        return value;
    }
};

template <class T> struct Complex {
    T re, im;
};

// A tuple: `get<0>(entry)`, and so on.
template <class First, class... Rest> struct Record {
    First first;
    Record<Rest...> rest;
};

template <class First> struct Record<First> {
    First first;
};

template <int I, class First, class... Rest> __device__ __forceinline__ auto get(const Record<First, Rest...> &record)
{
    if constexpr (I == 0) return record.first;
    else return get<I - 1>(record.rest);
}

template <class First, class... Rest> struct Column<Record<First, Rest...>> {
    Column<First> first;
    Column<Record<Rest...>> rest;

    __device__ __forceinline__ Record<First, Rest...> operator[](long long i) const { return {first[i], rest[i]}; }
};

template <class First> struct Column<Record<First>> {
    Column<First> first;

    __device__ __forceinline__ Record<First> operator[](long long i) const { return {first[i]}; }
};

} // namespace awkward

// AWKWARD_RECORD(Name, type, field, type, field, ...): a structure of up to 16 fields, outside of all namespaces. A type with a
// comma in it needs an alias, by `using`.
#define AWKWARD_RECORD(Name, ...)                                                                                       \
    struct Name {                                                                                                       \
        AWKWARD_EACH(AWKWARD_MEMBER, __VA_ARGS__)                                                                       \
    };                                                                                                                  \
    template <> struct awkward::Column<Name> {                                                                          \
        AWKWARD_EACH(AWKWARD_COLUMN, __VA_ARGS__)                                                                       \
        __device__ __forceinline__ Name operator[](long long i) const                                                   \
        {                                                                                                               \
            return {AWKWARD_EACH(AWKWARD_ENTRY, __VA_ARGS__)};                                                          \
        }                                                                                                               \
    };

#define AWKWARD_MEMBER(T, name) T name;
#define AWKWARD_COLUMN(T, name) awkward::Column<T> name;
#define AWKWARD_ENTRY(T, name) name[i],

// Some preprocessors treat all arguments as one unless they are expanded again.
#define AWKWARD_AGAIN(x) x
#define AWKWARD_PICK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af, it, \
                     ...)                                                                                               \
    it
#define AWKWARD_EACH(M, ...)                                                                                            \
    AWKWARD_AGAIN(AWKWARD_PICK(__VA_ARGS__, AWKWARD_16, _, AWKWARD_15, _, AWKWARD_14, _, AWKWARD_13, _, AWKWARD_12, _,  \
                               AWKWARD_11, _, AWKWARD_10, _, AWKWARD_9, _, AWKWARD_8, _, AWKWARD_7, _, AWKWARD_6, _,    \
                               AWKWARD_5, _, AWKWARD_4, _, AWKWARD_3, _, AWKWARD_2, _, AWKWARD_1, _)(M, __VA_ARGS__))
#define AWKWARD_1(M, T, name) M(T, name)
#define AWKWARD_2(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_1(M, __VA_ARGS__))
#define AWKWARD_3(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_2(M, __VA_ARGS__))
#define AWKWARD_4(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_3(M, __VA_ARGS__))
#define AWKWARD_5(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_4(M, __VA_ARGS__))
#define AWKWARD_6(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_5(M, __VA_ARGS__))
#define AWKWARD_7(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_6(M, __VA_ARGS__))
#define AWKWARD_8(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_7(M, __VA_ARGS__))
#define AWKWARD_9(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_8(M, __VA_ARGS__))
#define AWKWARD_10(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_9(M, __VA_ARGS__))
#define AWKWARD_11(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_10(M, __VA_ARGS__))
#define AWKWARD_12(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_11(M, __VA_ARGS__))
#define AWKWARD_13(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_12(M, __VA_ARGS__))
#define AWKWARD_14(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_13(M, __VA_ARGS__))
#define AWKWARD_15(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_14(M, __VA_ARGS__))
#define AWKWARD_16(M, T, name, ...) M(T, name) AWKWARD_AGAIN(AWKWARD_15(M, __VA_ARGS__))
