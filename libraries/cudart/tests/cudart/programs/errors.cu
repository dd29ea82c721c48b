// Last errors, those that stay until the device is reset, and what a reset leaves.
#include "say.h"

__device__ int variable = 5;
__global__ void write(int *p) { *p = variable++; }
__global__ void store(int *p, int value) { p[threadIdx.x] = value; }
__global__ void assertion(int n) { if (n == 3) __trap(); }
extern __shared__ int shared[];
__global__ void much(int *p) { shared[threadIdx.x] = 1; *p = shared[0]; }

int main(int, char **arguments) {
    int *p;
    SAY(cudaPeekAtLastError());
    SAY(cudaMalloc(&p, 4));
    SAY(cudaFree((void *)16));
    SAY(cudaGetLastError());
    SAY(cudaMemcpy(p, nullptr, 4, cudaMemcpyHostToDevice));
    SAY(cudaPeekAtLastError());
    // A call that succeeds doesn't forget it.
    SAY(cudaMemset(p, 0, 4));
    SAY(cudaGetLastError());
    SAY(cudaGetLastError());
    SAY(cudaMemcpy(p, p, 4, (cudaMemcpyKind)17));
    SAY(cudaSetDevice(1000));
    SAY(cudaSetDevice(-1));
    int device = -1;
    SAY(cudaGetDevice(&device));
    printf("  device %d\n", device);
    SAY(cudaMalloc(nullptr, 4));
    SAY(cudaMalloc((void **)&p, (size_t)1 << 60));
    SAY(cudaGetLastError());
    cudaEvent_t event = nullptr;
    SAY(cudaEventCreate(&event));
    float time;
    SAY(cudaEventElapsedTime(&time, event, event));
    SAY(cudaEventQuery(event));
    SAY(cudaGetLastError());
    SAY(cudaMalloc(&p, 64));
    store<<<0, 1>>>(p, 1);
    SAY(cudaGetLastError());
    store<<<1, 1025>>>(p, 1);
    SAY(cudaGetLastError());
    store<<<dim3(1, 65536), 1>>>(p, 1);
    SAY(cudaGetLastError());
    much<<<1, 1, 100000>>>(p);
    SAY(cudaGetLastError());
    SAY(cudaFuncSetAttribute(much, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000));
    much<<<1, 1, 60000>>>(p);
    SAY(cudaDeviceSynchronize());
    SAY(cudaFuncSetAttribute(much, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30));
    SAY(cudaFuncSetAttribute((void *)main, cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
    SAY(cudaGetLastError());
    cudaFuncAttributes found;
    SAY(cudaFuncGetAttributes(&found, (void *)main));
    SAY(cudaLaunchKernel((void *)main, dim3(1), dim3(1), nullptr, 0, nullptr));
    SAY(cudaGetLastError());
    int value = 0;
    SAY(cudaMemcpyFromSymbol(&value, (void *)main, 4));
    SAY(cudaMemcpyFromSymbol(&value, variable, 8));
    SAY(cudaGetLastError());
    SAY(cudaMemcpyFromSymbol(&value, variable, 4));
    printf("  variable %d\n", value);

    // A reset: variables begin anew, memory is gone, and the next call has a context again.
    write<<<1, 1>>>(p);
    SAY(cudaMemcpy(&value, p, 4, cudaMemcpyDeviceToHost));
    printf("  read %d\n", value);
    SAY(cudaMemcpyFromSymbol(&value, variable, 4));
    printf("  variable %d\n", value);
    SAY(cudaDeviceReset());
    SAY(cudaMemcpyFromSymbol(&value, variable, 4));
    printf("  variable %d\n", value);
    SAY(cudaMalloc(&p, 64));
    write<<<1, 1>>>(p);
    SAY(cudaMemcpy(&value, p, 4, cudaMemcpyDeviceToHost));
    printf("  read %d\n", value);

    // An error of a kernel stays.
    cudaStream_t stream;
    SAY(cudaStreamCreate(&stream));
    store<<<1, 1>>>((int *)16, 1);
    SAY(cudaGetLastError());
    SAY(cudaDeviceSynchronize());
    SAY(cudaGetLastError());
    SAY(cudaPeekAtLastError());
    SAY(cudaMalloc(&p, 4));
    SAY(cudaMemcpy(&value, p, 4, cudaMemcpyDeviceToHost));
    SAY(cudaStreamQuery(stream));
    SAY(cudaFree(p));
    int count = 0;
    SAY(cudaGetDeviceCount(&count));
    SAY(cudaGetDevice(&device));
    store<<<1, 1>>>(p, 1);
    SAY(cudaGetLastError());
    SAY(cudaDeviceReset());
    SAY(cudaGetLastError());
    SAY(cudaGetLastError());
    SAY(cudaMalloc(&p, 4));
    SAY(cudaMemset(p, 0, 4));
    store<<<1, 1>>>(p, 8);
    SAY(cudaMemcpy(&value, p, 4, cudaMemcpyDeviceToHost));
    printf("  value %d\n", value);
    assertion<<<1, 1>>>(3);
    SAY(cudaDeviceSynchronize());
    SAY(cudaDeviceSynchronize());
    return 0;
}
