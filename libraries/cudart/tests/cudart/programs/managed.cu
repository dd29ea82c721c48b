// Managed variables as symbols; all functions that take one work with them, as on an H200.
#include "say.h"

__managed__ int one = 9;
__managed__ int four[4] = {1, 2, 3, 4};
__global__ void set() { one = 42; }

int main() {
    size_t size = 0;
    void *address = nullptr;
    int value = 7;
    cudaStream_t stream;
    MUST(cudaStreamCreate(&stream));
    set<<<1, 1>>>();
    MUST(cudaDeviceSynchronize());
    SAY(cudaGetSymbolSize(&size, one));
    printf("  %zu\n", size);
    SAY(cudaGetSymbolSize(&size, four));
    printf("  %zu\n", size);
    SAY(cudaGetSymbolAddress(&address, one));
    printf("  its own %d\n", address == &one);
    SAY(cudaMemcpyFromSymbol(&value, one, 4));
    printf("  %d\n", value);
    value = 5;
    SAY(cudaMemcpyToSymbol(one, &value, 4));
    MUST(cudaDeviceSynchronize());
    printf("  %d\n", one);
    value = 6;
    SAY(cudaMemcpyToSymbolAsync(one, &value, 4, 0, cudaMemcpyHostToDevice, stream));
    MUST(cudaStreamSynchronize(stream));
    printf("  %d\n", one);
    SAY(cudaMemcpyFromSymbolAsync(&value, four, 4, 8, cudaMemcpyDeviceToHost, stream));
    MUST(cudaStreamSynchronize(stream));
    printf("  %d\n", value);
    SAY(cudaMemcpyFromSymbol(&value, four, 4, 16));

    cudaGraph_t graph;
    cudaGraphNode_t to, from;
    cudaGraphExec_t exec;
    MUST(cudaGraphCreate(&graph, 0));
    value = 8;
    SAY(cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, four, &value, 4, 4, cudaMemcpyHostToDevice));
    int copy[4];
    SAY(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, copy, four, 16, 0, cudaMemcpyDeviceToHost));
    MUST(cudaGraphInstantiate(&exec, graph, 0));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    printf("  %d %d %d %d\n", copy[0], copy[1], copy[2], copy[3]);
    return 0;
}
