// Multiplies numbers by a factor. It is compiled to `scale.ptx`: see `tests/kernels`.

#define THREADS 256

template <typename T>
__device__ __forceinline__ void scale(T *numbers, unsigned long long len, T factor) {
    unsigned long long step = (unsigned long long)gridDim.x * THREADS;
    for (unsigned long long i = (unsigned long long)blockIdx.x * THREADS + threadIdx.x; i < len; i += step) numbers[i] *= factor;
}

extern "C" __global__ void __launch_bounds__(THREADS) ndarray_scale_f32(float *numbers, unsigned long long len, float factor) {
    scale(numbers, len, factor);
}

extern "C" __global__ void __launch_bounds__(THREADS) ndarray_scale_f64(double *numbers, unsigned long long len, double factor) {
    scale(numbers, len, factor);
}
