// Kernels, and the function that a Rust program calls to launch them.
#include <cuda_runtime.h>

__global__ void triple(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 3;
}

extern "C" int triple_all(int *host, int n) {
    int *x;
    cudaError_t error = cudaMalloc(&x, n * sizeof(int));
    if (error) return error;
    cudaMemcpy(x, host, n * sizeof(int), cudaMemcpyHostToDevice);
    triple<<<(n + 63) / 64, 64>>>(x, n);
    error = cudaMemcpy(host, x, n * sizeof(int), cudaMemcpyDeviceToHost);
    if (error) return error;
    return cudaFree(x);
}
