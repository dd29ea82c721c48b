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

// How many numbers of its row a thread keeps; it reads others again.
const int KEPT = 8;
// Calls `body` with a place in `kept` for the first numbers of a thread, and without one for the others.
#define EACH(body)                                                                                        \
    _Pragma("unroll") for (int k = 0; k < KEPT; ++k) {                                                    \
        size_t i = threadIdx.x + (size_t)k * blockDim.x;                                                  \
        if (i < n) { body(i, k < KEPT, k) }                                                               \
    }                                                                                                     \
    for (size_t i = threadIdx.x + (size_t)KEPT * blockDim.x; i < n; i += blockDim.x) { body(i, false, 0) }

#define ROWS(row) \
    for (size_t row = (size_t)blockIdx.x * blockDim.y + threadIdx.y; row < rows; row += (size_t)gridDim.x * blockDim.y)

// out = softmax(x + bias): rows of n numbers.
template <typename T> __device__ void softmax_bias(const T *x, const T *bias, T *out, size_t rows, size_t n) {
    ROWS(row) {
        const T *from = x + row * n;
        T *to = out + row * n;
        float kept[KEPT], most = __int_as_float(0xff800000), total = 0;  // -infinity
#define LARGEST(i, keep, k) { float v = wide(from[i]) + wide(bias[i]); if (keep) kept[k] = v; most = fmaxf(most, v); }
        EACH(LARGEST)
        most = combine(most, larger);
#define POWER(i, keep, k) { float v = expf((keep ? kept[k] : wide(from[i]) + wide(bias[i])) - most); if (keep) kept[k] = v; total += v; }
        EACH(POWER)
        total = combine(total, sum);
#define QUOTIENT(i, keep, k) store(to + i, (keep ? kept[k] : expf(wide(from[i]) + wide(bias[i]) - most)) / total);
        EACH(QUOTIENT)
    }
}

// dx = y (g - the sum of g y along the row), where y is the result and g its gradient.
template <typename T> __device__ void backward(const T *y, const T *g, T *dx, size_t rows, size_t n) {
    ROWS(row) {
        const T *ys = y + row * n, *gs = g + row * n;
        T *to = dx + row * n;
        float kept[KEPT], other[KEPT], total = 0;
#define PRODUCT(i, keep, k) { float a = wide(ys[i]), b = wide(gs[i]); if (keep) { kept[k] = a; other[k] = b; } total += a * b; }
        EACH(PRODUCT)
        total = combine(total, sum);
#define GRADIENT(i, keep, k) store(to + i, (keep ? kept[k] : wide(ys[i])) * ((keep ? other[k] : wide(gs[i])) - total));
        EACH(GRADIENT)
    }
}

// Adds up columns, in blocks of 32 columns by 8 rows: blockIdx.y's part of the rows to row blockIdx.y of `out`.
template <typename T, typename U> __device__ void columns(const T *x, U *out, size_t rows, size_t n) {
    __shared__ float parts[8][32];
    size_t column = (size_t)blockIdx.x * 32 + threadIdx.x;
    float total = 0;
    if (column < n)
        for (size_t row = blockIdx.y * 8 + threadIdx.y; row < rows; row += gridDim.y * 8) total += wide(x[row * n + column]);
    parts[threadIdx.y][threadIdx.x] = total;
    __syncthreads();
    if (threadIdx.y > 0 || column >= n) return;
    for (int part = 1; part < 8; ++part) total += parts[part][threadIdx.x];
    store(out + blockIdx.y * n + column, total);
}

#define KERNELS(T, name)                                                                                             \
    extern "C" __global__ void softmax_bias_##name(const T *x, const T *bias, T *out, size_t rows, size_t n) {       \
        softmax_bias(x, bias, out, rows, n);                                                                         \
    }                                                                                                                \
    extern "C" __global__ void backward_##name(const T *y, const T *g, T *dx, size_t rows, size_t n) {               \
        backward(y, g, dx, rows, n);                                                                                 \
    }                                                                                                                \
    extern "C" __global__ void columns_##name(const T *x, float *out, size_t rows, size_t n) {                       \
        columns(x, out, rows, n);                                                                                    \
    }                                                                                                                \
    extern "C" __global__ void total_##name(const float *x, T *out, size_t rows, size_t n) { columns(x, out, rows, n); }

KERNELS(float, f32)
KERNELS(f16, f16)
KERNELS(bf16, bf16)
