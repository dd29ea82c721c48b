#include "range.h"

__constant__ float coefficients[4];
__device__ unsigned int launches;

// out = a * x + y
extern "C" __global__ void __launch_bounds__(512) saxpy(float a, const float *__restrict__ x, const float *__restrict__ y,
                                                        float *out, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) out[i] = a * x[i] + y[i];
    if (i == 0) atomicAdd(&launches, 1);
}

template <class T> __global__ void scale(T *x, T a, unsigned int n) {
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= a;
}

// c0 + c1 x + c2 x^2 + c3 x^3, in place
extern "C" __global__ void polynomial(float *x, Range range) {
    unsigned long long i = range.begin + (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= range.end) return;
    float sum = 0;
    for (int power = 3; power >= 0; power--) sum = sum * x[i] + coefficients[power];
    x[i] = sum * range.weight;
}

// The sum of each block of 128 elements.
extern "C" __global__ void __launch_bounds__(128) block_sums(const float *x, float *sums, unsigned int n) {
    __shared__ float parts[128];
    unsigned int i = blockIdx.x * 128 + threadIdx.x;
    parts[threadIdx.x] = i < n ? x[i] : 0;
    for (unsigned int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = parts[0];
}
