// Devices, memory, pools, streams, events, occupancy, attributes of kernels, launches of each kind, entry points.
#include "say.h"
#include <cooperative_groups.h>
#include <thread>

__constant__ int constants[4] = {1, 2, 3, 4};
__managed__ int managed = 3;
__device__ float variable[3];
__global__ void scale(int *p) { p[threadIdx.x] = constants[threadIdx.x] * managed; }
__global__ void __launch_bounds__(128, 2) bounded(int *p) { __shared__ int s[32]; s[threadIdx.x] = 1; p[0] = s[threadIdx.x]; }
__global__ void together(int *p) {
    atomicAdd(p, 1);
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) p[1] = p[0];
}
__global__ void second(int *p) { p[1] += 1; }

static void CUDART_CB called(cudaStream_t, cudaError_t status, void *data) { *(int *)data = 10 + status; }
static void CUDART_CB function(void *data) { *(int *)data += 1; }

int main() {
    int count = 0, value = -1;
    SAY(cudaGetDeviceCount(&count));
    cudaDeviceProp prop;
    SAY(cudaGetDeviceProperties(&prop, 0));
    for (auto [attribute, is] : {std::pair<cudaDeviceAttr, int>{cudaDevAttrWarpSize, prop.warpSize},
                                 {cudaDevAttrMaxThreadsPerBlock, prop.maxThreadsPerBlock},
                                 {cudaDevAttrMultiProcessorCount, prop.multiProcessorCount},
                                 {cudaDevAttrComputeCapabilityMajor, prop.major},
                                 {cudaDevAttrL2CacheSize, prop.l2CacheSize},
                                 {cudaDevAttrMaxSharedMemoryPerBlockOptin, (int)prop.sharedMemPerBlockOptin},
                                 {cudaDevAttrMaxTexture2DWidth, prop.maxTexture2D[0]},
                                 {cudaDevAttrMaxGridDimY, prop.maxGridSize[1]},
                                 {cudaDevAttrCooperativeLaunch, prop.cooperativeLaunch},
                                 {cudaDevAttrMemoryPoolsSupported, prop.memoryPoolsSupported},
                                 {cudaDevAttrTotalConstantMemory, (int)prop.totalConstMem}}) {
        MUST(cudaDeviceGetAttribute(&value, attribute, 0));
        printf("  attribute %d same %d\n", attribute, value == is);
    }
    SAY(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)9999, 0));
    SAY(cudaGetDeviceProperties(&prop, 77));
    char id[32];
    SAY(cudaDeviceGetPCIBusId(id, sizeof id, 0));
    SAY(cudaDeviceGetByPCIBusId(&value, id));
    printf("  device %d\n", value);
    size_t limit, available, total;
    SAY(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize));
    SAY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    SAY(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    printf("  limit %zu\n", limit);
    SAY(cudaMemGetInfo(&available, &total));
    printf("  fits %d\n", available <= total);
    unsigned flags = 99;
    SAY(cudaGetDeviceFlags(&flags));
    printf("  flags %u\n", flags);
    SAY(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    SAY(cudaGetDeviceFlags(&flags));
    printf("  flags %u\n", flags);

    // Memory of every kind, and what a pointer to it says.
    int *memory[6], on_stack = 0;
    const char *kinds[] = {"device", "host", "managed", "mapped", "registered", "own"};
    MUST(cudaMalloc(&memory[0], 1024));
    MUST(cudaMallocHost(&memory[1], 1024));
    MUST(cudaMallocManaged(&memory[2], 1024));
    MUST(cudaHostAlloc(&memory[3], 1024, cudaHostAllocMapped | cudaHostAllocPortable));
    memory[4] = (int *)aligned_alloc(4096, 4096);
    SAY(cudaHostRegister(memory[4], 4096, cudaHostRegisterDefault));
    SAY(cudaHostRegister(memory[4], 4096, cudaHostRegisterDefault));
    SAY(cudaGetLastError());
    memory[5] = &on_stack;
    for (int i = 0; i < 6; i++) {
        cudaPointerAttributes a;
        memset(&a, 0, sizeof a);
        cudaError_t error = cudaPointerGetAttributes(&a, memory[i] + (i < 5));
        printf("  %s: %s type %d device %d pointer %d host %d\n", kinds[i], cudaGetErrorName(error), a.type, a.device,
               a.devicePointer == memory[i] + (i < 5), a.hostPointer == memory[i] + (i < 5));
        flags = 77;
        if (i == 1 || i == 3 || i == 4) SAY(cudaHostGetFlags(&flags, memory[i])), printf("  flags %u\n", flags);
        if (i == 3) { void *p; SAY(cudaHostGetDevicePointer(&p, memory[i], 0)); printf("  same %d\n", p == memory[i]); }
    }
    SAY(cudaFreeHost(&on_stack));
    SAY(cudaFree(memory[1]));
    SAY(cudaGetLastError());
    SAY(cudaFree(nullptr));
    SAY(cudaFreeHost(nullptr));
    for (int i = 0; i < 4; i++) memory[3][i] = 1000 + i;
    SAY(cudaMemcpy(memory[0], memory[3], 16, cudaMemcpyDefault));
    SAY(cudaMemcpy(memory[2], memory[0], 16, cudaMemcpyDefault));
    printf("  %d %d\n", memory[2][0], memory[2][3]);
    SAY(cudaMemset2D(memory[0], 64, 0xff, 8, 4));
    SAY(cudaMemcpy2D(memory[1], 8, memory[0], 64, 8, 4, cudaMemcpyDeviceToHost));
    printf("  %d %d\n", memory[1][0], memory[1][7]);
    SAY(cudaMemcpy2D(memory[1], 4, memory[0], 64, 8, 4, cudaMemcpyDeviceToHost));
    SAY(cudaGetLastError());
    cudaPitchedPtr pitched;
    SAY(cudaMalloc3D(&pitched, make_cudaExtent(100, 3, 2)));
    printf("  pitch %zu %zu %zu\n", pitched.pitch % 32, pitched.xsize, pitched.ysize);
    SAY(cudaMemset3D(pitched, 1, make_cudaExtent(100, 3, 2)));
    SAY(cudaFree(pitched.ptr));
    SAY(cudaMemAdvise(memory[2], 1024, cudaMemAdviseSetReadMostly, cudaMemLocation{cudaMemLocationTypeDevice, 0}));
    SAY(cudaMemPrefetchAsync(memory[2], 1024, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, 0));
    SAY(cudaDeviceSynchronize());

    // Variables.
    float floats[3] = {1, 2, 3};
    size_t size = 0;
    SAY(cudaGetSymbolSize(&size, variable));
    printf("  size %zu\n", size);
    SAY(cudaMemcpyToSymbol(variable, floats, 8, 4));
    SAY(cudaMemcpyFromSymbol(floats, variable, 12));
    printf("  %g %g %g\n", floats[0], floats[1], floats[2]);
    int four[4] = {5, 6, 7, 8};
    scale<<<1, 4>>>(memory[2]);
    MUST(cudaDeviceSynchronize());
    printf("  %d %d\n", memory[2][0], memory[2][3]);
    MUST(cudaMemcpyToSymbol(constants, four, 16));
    managed = 2;
    scale<<<1, 4>>>(memory[2]);
    MUST(cudaDeviceSynchronize());
    printf("  %d %d\n", memory[2][0], memory[2][3]);

    // Kernels.
    cudaFuncAttributes a;
    memset(&a, 0, sizeof a);
    SAY(cudaFuncGetAttributes(&a, bounded));
    printf("  shared %zu constant %d local %zu threads %d registers %d dynamic %d carveout %d cluster %d %d\n", a.sharedSizeBytes,
           a.constSizeBytes < 65536, a.localSizeBytes, a.maxThreadsPerBlock, a.numRegs > 0, a.maxDynamicSharedSizeBytes, a.preferredShmemCarveout,
           a.clusterDimMustBeSet, a.requiredClusterWidth);
    SAY(cudaFuncSetAttribute(bounded, cudaFuncAttributeMaxDynamicSharedMemorySize, 70000));
    SAY(cudaFuncSetAttribute(bounded, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    SAY(cudaFuncGetAttributes(&a, bounded));
    printf("  dynamic %d carveout %d\n", a.maxDynamicSharedSizeBytes, a.preferredShmemCarveout);
    SAY(cudaFuncSetCacheConfig(bounded, cudaFuncCachePreferL1));
    const char *name = nullptr;
    SAY(cudaFuncGetName(&name, bounded));
    printf("  %s\n", name);
    size_t offset;
    SAY(cudaFuncGetParamInfo((void *)bounded, 0, &offset, &size));
    printf("  %zu %zu\n", offset, size);
    SAY(cudaFuncGetParamInfo((void *)bounded, 1, &offset, &size));
    int blocks = 0, threads = 0;
    SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 128, 0));
    printf("  %d\n", blocks >= 2);
    SAY(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, bounded, 0, 0));
    printf("  %d\n", threads);
    SAY(cudaGetLastError());
    cudaFunction_t of_driver;
    SAY(cudaGetFuncBySymbol(&of_driver, (void *)scale));
    cudaKernel_t kernel;
    SAY(cudaGetKernel(&kernel, (void *)scale));
    void *arguments[] = {&memory[2]};
    managed = 100;
    SAY(cudaLaunchKernel((void *)kernel, dim3(1), dim3(4), arguments, 0, 0));
    SAY(cudaDeviceSynchronize());
    printf("  %d\n", memory[2][3]);
    memory[2][0] = 0;
    SAY(cudaLaunchCooperativeKernel((void *)together, dim3(3), dim3(8), arguments, 0, 0));
    SAY(cudaDeviceSynchronize());
    printf("  %d\n", memory[2][1]);
    SAY(cudaLaunchCooperativeKernel((void *)together, dim3(1 << 20), dim3(1024), arguments, 0, 0));
    SAY(cudaGetLastError());
    cudaStream_t stream;
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    cudaLaunchConfig_t config;
    memset(&config, 0, sizeof config);
    config.gridDim = dim3(1);
    config.blockDim = dim3(1);
    config.stream = stream;
    cudaLaunchAttribute attribute;
    memset(&attribute, 0, sizeof attribute);
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    SAY(cudaLaunchKernelEx(&config, second, memory[2]));
    SAY(cudaStreamSynchronize(stream));
    printf("  %d\n", memory[2][1]);

    // Streams and events.
    int low = 9, high = 9;
    SAY(cudaDeviceGetStreamPriorityRange(&low, &high));
    printf("  %d %d\n", low, high);
    cudaStream_t important;
    SAY(cudaStreamCreateWithPriority(&important, cudaStreamNonBlocking, high));
    SAY(cudaStreamGetPriority(important, &value));
    SAY(cudaStreamGetFlags(important, &flags));
    printf("  %d %u\n", value, flags);
    cudaEvent_t begin, end;
    SAY(cudaEventCreate(&begin));
    SAY(cudaEventCreateWithFlags(&end, cudaEventBlockingSync));
    SAY(cudaEventRecord(begin, stream));
    SAY(cudaMemsetAsync(memory[0], 0, 1024, stream));
    SAY(cudaEventRecord(end, stream));
    SAY(cudaStreamWaitEvent(important, end, 0));
    SAY(cudaEventSynchronize(end));
    float time = -1;
    SAY(cudaEventElapsedTime(&time, begin, end));
    printf("  %d\n", time >= 0);
    value = 0;
    SAY(cudaStreamAddCallback(stream, called, &value, 0));
    SAY(cudaLaunchHostFunc(stream, function, &value));
    SAY(cudaStreamSynchronize(stream));
    printf("  %d\n", value);
    SAY(cudaStreamQuery(stream));
    SAY(cudaEventDestroy(begin));
    SAY(cudaEventDestroy(end));
    SAY(cudaStreamDestroy(important));

    // Pools.
    cudaMemPool_t pool, own;
    SAY(cudaDeviceGetDefaultMemPool(&pool, 0));
    unsigned long long threshold = 1 << 20;
    SAY(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    int *asynchronous;
    SAY(cudaMallocAsync((void **)&asynchronous, 4096, stream));
    SAY(cudaMemsetAsync(asynchronous, 1, 4096, stream));
    SAY(cudaMemcpyAsync(memory[1], asynchronous, 16, cudaMemcpyDeviceToHost, stream));
    SAY(cudaFreeAsync(asynchronous, stream));
    SAY(cudaStreamSynchronize(stream));
    printf("  %x\n", memory[1][0]);
    unsigned long long used = 9;
    SAY(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    printf("  used %llu\n", used);
    cudaMemPoolProps props;
    memset(&props, 0, sizeof props);
    props.allocType = cudaMemAllocationTypePinned;
    props.location = {cudaMemLocationTypeDevice, 0};
    SAY(cudaMemPoolCreate(&own, &props));
    SAY(cudaMallocFromPoolAsync((void **)&asynchronous, 256, own, stream));
    cudaPointerAttributes of_pool;
    SAY(cudaPointerGetAttributes(&of_pool, asynchronous));
    printf("  type %d\n", of_pool.type);
    SAY(cudaMemPoolTrimTo(own, 0));
    SAY(cudaFree(asynchronous));
    SAY(cudaMemPoolDestroy(own));
    SAY(cudaGetLastError());

    // Another thread has errors and a device of its own.
    SAY(cudaFree((void *)8));
    std::thread([] {
        SAY(cudaPeekAtLastError());
        int *p;
        SAY(cudaMalloc(&p, 4));
        SAY(cudaFree(p));
        SAY(cudaFree((void *)8));
    }).join();
    SAY(cudaGetLastError());
    SAY(cudaGetLastError());

    // The driver's functions.
    void *pointer = nullptr;
    cudaDriverEntryPointQueryResult found;
    SAY(cudaGetDriverEntryPointByVersion("cuMemAlloc", &pointer, 12000, cudaEnableDefault, &found));
    printf("  %d %d\n", pointer != nullptr, found);
    SAY(cudaGetDriverEntryPointByVersion("cuNothing", &pointer, 12000, cudaEnableDefault, &found));
    printf("  %d %d\n", pointer != nullptr, found);
    int version = 0, runtime = 0;
    SAY(cudaDriverGetVersion(&version));
    SAY(cudaRuntimeGetVersion(&runtime));
    printf("  %d %d\n", version >= 12000, runtime);
    SAY(cudaStreamDestroy(stream));
    SAY(cudaGetLastError());
    return 0;
}
