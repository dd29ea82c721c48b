// softmax(x + bias) along rows, and its gradients. Numbers are added as floats. No header is included, so that NVRTC
// alone compiles it.
struct f16 { unsigned short bits; };
struct bf16 { unsigned short bits; };

__device__ float wide(float value) { return value; }
__device__ float wide(f16 value) {
    float wide;
    asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(value.bits));
    return wide;
}
__device__ float wide(bf16 value) { return __uint_as_float((unsigned)value.bits << 16); }

__device__ void store(float *to, float value) { *to = value; }
__device__ void store(f16 *to, float value) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(to->bits) : "f"(value)); }
__device__ void store(bf16 *to, float value) {
    unsigned bits = __float_as_uint(value);
    to->bits = value == value ? (bits + 0x7fff + (bits >> 16 & 1)) >> 16 : 0x7fc0;
}

// Combines the numbers of a row's threads: those of a warp in a block of several rows, or else those of the block.
template <typename F> __device__ float combine(float value, F with) {
    for (int far = 16; far > 0; far /= 2) value = with(value, __shfl_xor_sync(~0u, value, far));
    if (blockDim.y > 1) return value;
    __shared__ float warps[32];
    __syncthreads();  // those of the last call were read
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;
    __syncthreads();
    value = warps[0];
    for (unsigned warp = 1; warp < blockDim.x / 32; ++warp) value = with(value, warps[warp]);
    return value;
}
__device__ float larger(float a, float b) { return fmaxf(a, b); }
__device__ float sum(float a, float b) { return a + b; }

// A thread has 8 numbers of a part of its row, which begins at `start`: one beside the other if they are aligned, and else
// those of neighbors between them. It keeps those of the first part, and reads others again.
struct eight {
    float at[8];

    // Reads them; what is beyond the row is `beyond`.
    template <typename T> __device__ eight(const T *row, size_t start, size_t n, bool is_aligned, float beyond) {
        size_t i = start + 8 * threadIdx.x;
        if (is_aligned && i < n) {
            struct alignas(16) { T at[8]; } all = *(const decltype(all) *)(row + i);
            for (int k = 0; k < 8; ++k) at[k] = wide(all.at[k]);
            return;
        }
        for (int k = 0; k < 8; ++k) {
            i = start + threadIdx.x + k * blockDim.x;
            at[k] = !is_aligned && i < n ? wide(row[i]) : beyond;
        }
    }
    template <typename T> __device__ void write(T *row, size_t start, size_t n, bool is_aligned) const {
        size_t i = start + 8 * threadIdx.x;
        if (is_aligned && i < n) {
            struct alignas(16) { T at[8]; } all;
            for (int k = 0; k < 8; ++k) store(all.at + k, at[k]);
            *(decltype(all) *)(row + i) = all;
            return;
        }
        for (int k = 0; k < 8; ++k) {
            i = start + threadIdx.x + k * blockDim.x;
            if (!is_aligned && i < n) store(row + i, at[k]);
        }
    }
};

// Whether rows of n numbers can be read 16 bytes at a time.
template <typename T> __device__ bool is_aligned(size_t n, const T *a, const T *b, const T *c) {
    return n % 8 == 0 && ((size_t)a | (size_t)b | (size_t)c) % 16 == 0;
}

#define ROWS(row) \
    for (size_t row = (size_t)blockIdx.x * blockDim.y + threadIdx.y; row < rows; row += (size_t)gridDim.x * blockDim.y)
// The parts after the first.
#define OTHERS(start) for (size_t start = 8 * blockDim.x; start < n; start += 8 * blockDim.x)

// out = softmax(x + bias): rows of n numbers.
template <typename T> __device__ void softmax_bias(const T *x, const T *bias, T *out, size_t rows, size_t n) {
    const float none = __int_as_float(0xff800000);  // -infinity
    bool aligned = is_aligned(n, x, bias, out);
    ROWS(row) {
        const T *from = x + row * n;
        T *to = out + row * n;
        auto sums = [&](size_t i) {
            eight a(from, i, n, aligned, none), b(bias, i, n, aligned, 0);
            for (int k = 0; k < 8; ++k) a.at[k] += b.at[k];
            return a;
        };
        eight kept = sums(0);
        float most = none, total = 0;
        auto compare = [&](const eight &a) { for (int k = 0; k < 8; ++k) most = fmaxf(most, a.at[k]); };
        compare(kept);
        OTHERS(i) compare(sums(i));
        most = combine(most, larger);
        auto powers = [&](eight a) {
            for (int k = 0; k < 8; ++k) a.at[k] = expf(a.at[k] - most);
            return a;
        };
        auto add = [&](const eight &a) { for (int k = 0; k < 8; ++k) total += a.at[k]; };
        kept = powers(kept);
        add(kept);
        OTHERS(i) add(powers(sums(i)));
        total = 1 / combine(total, sum);
        auto write = [&](eight a, size_t i) {
            for (int k = 0; k < 8; ++k) a.at[k] *= total;
            a.write(to, i, n, aligned);
        };
        write(kept, 0);
        OTHERS(i) write(powers(sums(i)), i);
    }
}

// dx = y (g - the sum of g y along the row), where y is the result and g its gradient.
template <typename T> __device__ void backward(const T *y, const T *g, T *dx, size_t rows, size_t n) {
    bool aligned = is_aligned(n, y, g, dx);
    ROWS(row) {
        const T *ys = y + row * n, *gs = g + row * n;
        T *to = dx + row * n;
        float total = 0;
        auto add = [&](const eight &a, const eight &b) { for (int k = 0; k < 8; ++k) total += a.at[k] * b.at[k]; };
        eight a(ys, 0, n, aligned, 0), b(gs, 0, n, aligned, 0);
        add(a, b);
        OTHERS(i) add(eight(ys, i, n, aligned, 0), eight(gs, i, n, aligned, 0));
        total = combine(total, sum);
        auto write = [&](eight a, const eight &b, size_t i) {
            for (int k = 0; k < 8; ++k) a.at[k] *= b.at[k] - total;
            a.write(to, i, n, aligned);
        };
        write(a, b, 0);
        OTHERS(i) write(eight(ys, i, n, aligned, 0), eight(gs, i, n, aligned, 0), i);
    }
}

// Adds up columns, in blocks of 32 columns by 8 rows: blockIdx.y's part of the rows to row blockIdx.y of `out`.
template <typename T, typename U> __device__ void columns(const T *x, U *out, size_t rows, size_t n) {
    __shared__ float parts[8][32];
    size_t column = (size_t)blockIdx.x * 32 + threadIdx.x;
    float total = 0;
    if (column < n)
        for (size_t row = blockIdx.y * 8 + threadIdx.y; row < rows; row += gridDim.y * 8)
            total += wide(x[row * n + column]);
    parts[threadIdx.y][threadIdx.x] = total;
    __syncthreads();
    if (threadIdx.y > 0 || column >= n) return;
    for (int part = 1; part < 8; ++part) total += parts[part][threadIdx.x];
    store(out + blockIdx.y * n + column, total);
}

#define KERNELS(T, name)                                                                                   \
    extern "C" __global__ void __launch_bounds__(1024)                                                     \
    softmax_bias_##name(const T *x, const T *bias, T *out, size_t rows, size_t n) {                        \
        softmax_bias(x, bias, out, rows, n);                                                               \
    }                                                                                                      \
    extern "C" __global__ void __launch_bounds__(1024)                                                     \
    backward_##name(const T *y, const T *g, T *dx, size_t rows, size_t n) { backward(y, g, dx, rows, n); } \
    extern "C" __global__ void columns_##name(const T *x, float *out, size_t rows, size_t n) {             \
        columns(x, out, rows, n);                                                                          \
    }                                                                                                      \
    extern "C" __global__ void total_##name(const float *x, T *out, size_t rows, size_t n) {               \
        columns(x, out, rows, n);                                                                          \
    }

KERNELS(float, f32)
KERNELS(f16, f16)
KERNELS(bf16, bf16)
