// The codes of mistakes, where NVIDIA's runtime decides: what it looks at first, and what it leaves to the driver.
#include "say.h"

__device__ int variable[16];
__global__ void kernel(int *p) { if (p) *p = 1; }
static void host() {}

// Not a kernel, though a pointer to code.
static const void *other = (const void *)host;

static void launch(dim3 grid, dim3 block, size_t shared) {
    int *p = nullptr;
    void *arguments[] = {&p};
    printf("%u %u %u, %u %u %u, %zu\n", grid.x, grid.y, grid.z, block.x, block.y, block.z, shared);
    SAY(cudaLaunchKernel((void *)kernel, grid, block, arguments, shared, nullptr));
    cudaLaunchConfig_t config = {};
    config.gridDim = grid, config.blockDim = block, config.dynamicSmemBytes = shared;
    SAY(cudaLaunchKernelExC(&config, (void *)kernel, arguments));
}

int main() {
    int *p, host_memory[64], number;
    MUST(cudaMalloc(&p, 256));
    for (dim3 grid : {dim3(0, 1, 1), dim3(1, 0, 1), dim3(0x80000000u, 1, 1), dim3(1, 65536, 1), dim3(1, 1, 65536)}) launch(grid, 32, 0);
    for (dim3 block : {dim3(0, 1, 1), dim3(1025, 1, 1), dim3(1, 1025, 1), dim3(1, 1, 65), dim3(32, 33, 1)}) launch(1, block, 0);
    launch(1, 32, 300000);
    // Only the lower half counts.
    launch(1, 32, (size_t)1 << 33);

    cudaFuncAttributes attributes;
    for (const void *function : {other, (const void *)nullptr}) {
        SAY(cudaLaunchKernel(function, 1, 1, nullptr, 0, nullptr));
        SAY(cudaLaunchCooperativeKernel(function, 1, 1, nullptr, 0, nullptr));
        SAY(cudaFuncGetAttributes(&attributes, function));
        SAY(cudaFuncGetAttributes(nullptr, function));
        SAY(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
        SAY(cudaFuncSetAttribute(function, (cudaFuncAttribute)3, 1024));
        SAY(cudaFuncSetCacheConfig(function, cudaFuncCachePreferL1));
        SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&number, function, 32, 0));
        SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&number, function, 32, 0, 2));
    }

    // Of nothing, nothing is checked.
    auto wrong = (cudaMemcpyKind)17;
    SAY(cudaMemcpy(p, nullptr, 0, wrong));
    SAY(cudaMemcpy(p, p, 4, wrong));
    SAY(cudaMemcpyAsync(p, nullptr, 0, wrong, nullptr));
    SAY(cudaMemcpy2D(p, 0, p, 0, 8, 0, wrong));
    SAY(cudaMemset2D((void *)16, 16, 0, 8, 0));
    SAY(cudaMemcpy2DToArray(nullptr, 4, 0, p, 64, 8, 0, wrong));
    SAY(cudaMemcpyToSymbol(host_memory, host_memory, 0, 0, wrong));
    SAY(cudaMemcpyFromSymbol(host_memory, variable, 0, 1000, wrong));
    // The symbol, the range, the direction; the direction, the array.
    SAY(cudaMemcpyToSymbol(host_memory, host_memory, 1000, 0, wrong));
    SAY(cudaMemcpyToSymbol(variable, host_memory, 65, 0, wrong));
    SAY(cudaMemcpyToSymbol(variable, host_memory, 4, 0, cudaMemcpyDeviceToHost));
    SAY(cudaMemcpyToSymbol(variable, host_memory, 4, 0, cudaMemcpyHostToHost));
    SAY(cudaMemcpyFromSymbol(host_memory, variable, 4, 0, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2DToArray(nullptr, 0, 0, host_memory, 64, 8, 1, cudaMemcpyDeviceToHost));
    SAY(cudaMemcpy2DToArray(nullptr, 0, 0, host_memory, 64, 8, 1, cudaMemcpyHostToDevice));
    cudaGraph_t graph;
    cudaGraphNode_t node;
    MUST(cudaGraphCreate(&graph, 0));
    SAY(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, p, host_memory, 0, wrong));
    SAY(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, p, host_memory, 4, wrong));

    // The shape of an array before its format.
    auto format = cudaCreateChannelDesc(7, 0, 0, 0, cudaChannelFormatKindSigned);
    cudaArray_t array;
    SAY(cudaMallocArray(&array, &format, 0, 1, 0));
    SAY(cudaMallocArray(&array, &format, 16, 1, cudaArrayLayered));
    SAY(cudaMallocArray(&array, &format, 16, 1, 0));
    SAY(cudaMalloc3DArray(&array, &format, make_cudaExtent(16, 0, 4), 0));
    SAY(cudaMalloc3DArray(&array, &format, make_cudaExtent(16, 8, 6), cudaArrayCubemap));
    SAY(cudaMalloc3DArray(&array, &format, make_cudaExtent(16, 0, 4), cudaArrayLayered));

    cudaTextureObject_t texture;
    cudaResourceDesc resource = {};
    cudaTextureDesc sampling = {};
    SAY(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
    SAY(cudaCreateSurfaceObject(&texture, &resource));
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {p, cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat), 64};
    sampling.readMode = cudaReadModeNormalizedFloat;
    SAY(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));

    // Null before everything else.
    void *memory = &number;
    cudaEvent_t event = nullptr;
    SAY(cudaMalloc(nullptr, (size_t)1 << 60));
    SAY(cudaGetDeviceProperties((cudaDeviceProp *)nullptr, 1000));
    SAY(cudaEventElapsedTime(nullptr, event, event));
    SAY(cudaMallocManaged(&memory, 0, 77));
    printf("  null %d\n", memory == nullptr);
    int devices[2] = {-1, 0};
    SAY(cudaSetValidDevices(devices, -1));
    SAY(cudaSetValidDevices(devices, 1000));
    SAY(cudaSetValidDevices(devices, 1));
    SAY(cudaSetDeviceFlags(cudaDeviceMapHost));

    // That work hasn't ended isn't an error.
    cudaGetLastError();
    kernel<<<1, 1>>>(p);
    while (cudaStreamQuery(nullptr) == cudaErrorNotReady) {}
    SAY(cudaPeekAtLastError());
    return 0;
}
