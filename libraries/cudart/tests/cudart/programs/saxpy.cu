// A program with what nvcc registers: a kernel, a constant, a variable and a managed one.
#include <cstdio>
#include <cuda_runtime.h>
extern "C" cudaError_t cudaGLGetDevices(unsigned *, int *, unsigned, int);
__constant__ float bias[1];
__device__ int count;
__managed__ int total = 5;
__global__ void saxpy(float a, const float *x, const float *y, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { out[i] = a * x[i] + y[i] + bias[0]; atomicAdd(&count, 1); }
    if (i == 0) total += 1;
}
int main() {
    const int n = 10000;
    float *x, *y, *out;
    static float h[n];
    cudaMalloc(&x, n * 4); cudaMalloc(&y, n * 4); cudaMalloc(&out, n * 4);
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMemcpy(x, h, n * 4, cudaMemcpyHostToDevice);
    cudaMemset(y, 0, n * 4);
    float b = 1; cudaMemcpyToSymbol(bias, &b, 4);
    saxpy<<<(n + 255) / 256, 256>>>(2.0f, x, y, out, n);
    printf("launch: %s\n", cudaGetErrorString(cudaGetLastError()));
    printf("sync: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaMemcpy(h, out, n * 4, cudaMemcpyDeviceToHost);
    int wrong = 0; for (int i = 0; i < n; i++) wrong += h[i] != 2.0f * i + 1;
    int c; cudaMemcpyFromSymbol(&c, count, 4);
    cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);
    printf("wrong %d count %d total %d major %d\n", wrong, c, total, p.major);
    saxpy<<<1, 2048>>>(2.0f, x, y, out, n);
    printf("peek: %s\n", cudaGetErrorName(cudaPeekAtLastError()));
    printf("last: %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("again: %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("absent: %s\n", cudaGetErrorName(cudaGLGetDevices(0, 0, 0, 0)));
    return wrong != 0;
}
