#include "say.h"

__device__ int shared_variable = 100;
__device__ int other(int x) { return x * x; }
__global__ void there(int *p) { p[threadIdx.x] = other(threadIdx.x + 1) + shared_variable; }

void launch_there(int *p) {
    there<<<1, 4>>>(p);
    SAY(cudaGetLastError());
}
