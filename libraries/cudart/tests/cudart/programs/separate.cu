// Code of two files that nvcc compiles with -rdc=true, and links: calls and variables across them.
#include "say.h"

extern __device__ int shared_variable;
extern __device__ int other(int x);
__global__ void kernel(int *p) { p[threadIdx.x] = other(threadIdx.x) + shared_variable; }
void launch_there(int *p);

int main() {
    int *p, host[4];
    MUST(cudaMalloc(&p, sizeof host));
    kernel<<<1, 4>>>(p);
    SAY(cudaGetLastError());
    SAY(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
    int value = 1000;
    SAY(cudaMemcpyToSymbol(shared_variable, &value, 4));
    launch_there(p);
    SAY(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
    return 0;
}
