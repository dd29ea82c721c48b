// Graphs: captured, built node by node, changed before and after they are instantiated.
#include "say.h"

__device__ int symbol[4];
__global__ void add(int *p, int n) { if (threadIdx.x < n) p[threadIdx.x] += threadIdx.x + 1; }
__global__ void condition(cudaGraphConditionalHandle handle, int *count) { cudaGraphSetConditional(handle, --*count > 0); }

static void show(const char *what, const int *host) { printf("%s: %d %d %d %d\n", what, host[0], host[1], host[2], host[3]); }
static void CUDART_CB increment(void *data) { ++*(int *)data; }

int main() {
    cudaStream_t stream;
    MUST(cudaStreamCreate(&stream));
    int *device, *other, host[4] = {10, 20, 30, 40}, back[4] = {0};
    MUST(cudaMalloc(&device, sizeof host));
    MUST(cudaMalloc(&other, sizeof host));

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(cudaMemcpyAsync(device, host, sizeof host, cudaMemcpyHostToDevice, stream));
    add<<<1, 4, 0, stream>>>(device, 4);
    MUST(cudaMemcpyAsync(back, device, sizeof host, cudaMemcpyDeviceToHost, stream));
    cudaStreamCaptureStatus status;
    SAY(cudaStreamIsCapturing(stream, &status));
    SAY(cudaStreamSynchronize(stream));
    SAY(cudaStreamEndCapture(stream, &graph));
    SAY(cudaGetLastError());
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    MUST(cudaMemcpyAsync(device, host, sizeof host, cudaMemcpyHostToDevice, stream));
    add<<<1, 4, 0, stream>>>(device, 4);
    MUST(cudaMemcpyAsync(back, device, sizeof host, cudaMemcpyDeviceToHost, stream));
    SAY(cudaStreamEndCapture(stream, &graph));
    size_t count = 0;
    MUST(cudaGraphGetNodes(graph, nullptr, &count));
    printf("nodes %zu\n", count);
    cudaGraphNode_t nodes[8];
    MUST(cudaGraphGetNodes(graph, nodes, &count));
    for (size_t i = 0; i < count; i++) {
        cudaGraphNodeType type;
        MUST(cudaGraphNodeGetType(nodes[i], &type));
        printf("  type %d\n", type);
        cudaMemcpy3DParms copy;
        memset(&copy, 0, sizeof copy);
        if (type == cudaGraphNodeTypeMemcpy && SAY(cudaGraphMemcpyNodeGetParams(nodes[i], &copy)) == cudaSuccess)
            printf("  %zu x %zu x %zu kind %d from %d to %d\n", copy.extent.width, copy.extent.height, copy.extent.depth, copy.kind,
                   copy.srcPtr.ptr == host ? 1 : copy.srcPtr.ptr == device ? 2 : 3, copy.dstPtr.ptr == back ? 1 : copy.dstPtr.ptr == device ? 2 : 3);
        if (type == cudaGraphNodeTypeKernel) {
            cudaKernelNodeParams kernel;
            MUST(cudaGraphKernelNodeGetParams(nodes[i], &kernel));
            printf("  add %d blocks %u threads %u argument %d\n", kernel.func == (void *)add, kernel.gridDim.x, kernel.blockDim.x, *(int *)kernel.kernelParams[1]);
        }
    }
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 2; i++) MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    show("captured", back);
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaGraphDestroy(graph));

    cudaGraphNode_t set, to, kernel, from, home, call;
    MUST(cudaGraphCreate(&graph, 0));
    cudaMemsetParams fill;
    memset(&fill, 0, sizeof fill);
    fill.dst = device;
    fill.elementSize = 4;
    fill.width = 4;
    fill.height = 1;
    fill.value = 7;
    SAY(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &fill));
    SAY(cudaGraphAddMemcpyNodeToSymbol(&to, graph, &set, 1, symbol, device, sizeof host, 0, cudaMemcpyDeviceToDevice));
    int *address, n = 4;
    MUST(cudaGetSymbolAddress((void **)&address, symbol));
    void *arguments[] = {&address, &n};
    cudaKernelNodeParams launch;
    memset(&launch, 0, sizeof launch);
    launch.func = (void *)add;
    launch.gridDim = dim3(1);
    launch.blockDim = dim3(4);
    launch.kernelParams = arguments;
    SAY(cudaGraphAddKernelNode(&kernel, graph, &to, 1, &launch));
    SAY(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &kernel, 1, other, symbol, sizeof host, 0, cudaMemcpyDeviceToDevice));
    SAY(cudaGraphAddMemcpyNode1D(&home, graph, &from, 1, back, other, sizeof host, cudaMemcpyDeviceToHost));
    int calls = 0;
    cudaHostNodeParams function;
    memset(&function, 0, sizeof function);
    function.fn = increment;
    function.userData = &calls;
    SAY(cudaGraphAddHostNode(&call, graph, &home, 1, &function));
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    show("built", back);
    printf("calls %d\n", calls);

    fill.value = 100;
    SAY(cudaGraphExecMemsetNodeSetParams(exec, set, &fill));
    n = 2;
    SAY(cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
    SAY(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, symbol, device, 8, 8, cudaMemcpyDeviceToDevice));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    show("changed", back);
    SAY(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, other, symbol, 4, 8, cudaMemcpyDeviceToDevice));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    show("part", back);
    cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof copy);
    copy.srcPtr = make_cudaPitchedPtr(device, 16, 16, 1);
    copy.dstPtr = make_cudaPitchedPtr(back, 16, 16, 1);
    copy.extent = make_cudaExtent(16, 1, 1);
    copy.kind = cudaMemcpyDeviceToHost;
    SAY(cudaGraphExecMemcpyNodeSetParams(exec, home, &copy));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    show("filled", back);
    SAY(cudaGraphMemcpyNodeSetParams(home, &copy));
    SAY(cudaGraphMemcpyNodeSetParamsToSymbol(to, symbol, other, sizeof host, 0, cudaMemcpyDeviceToDevice));
    SAY(cudaGraphMemcpyNodeSetParamsFromSymbol(from, device, symbol, sizeof host, 0, cudaMemcpyDeviceToDevice));
    SAY(cudaGraphMemcpyNodeSetParamsFromSymbol(from, device, symbol, sizeof host, 4, cudaMemcpyDeviceToDevice));
    SAY(cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, host, device, 4, 0, cudaMemcpyDeviceToDevice));
    cudaGraphExecUpdateResultInfo info;
    memset(&info, 0, sizeof info);
    SAY(cudaGraphExecUpdate(exec, graph, &info));
    printf("  result %d\n", info.result);
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    show("updated", back);
    cudaGraph_t clone;
    SAY(cudaGraphClone(&clone, graph));
    MUST(cudaGraphDestroy(clone));
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaGraphDestroy(graph));

    // Nodes by description.
    MUST(cudaGraphCreate(&graph, 0));
    cudaGraphNodeParams params = {cudaGraphNodeTypeEmpty};
    memset(&params, 0, sizeof params);
    params.type = cudaGraphNodeTypeMemset;
    params.memset.dst = device;
    params.memset.elementSize = 4;
    params.memset.width = 4;
    params.memset.height = 1;
    params.memset.value = 3;
    SAY(cudaGraphAddNode(&set, graph, nullptr, nullptr, 0, &params));
    memset(&params, 0, sizeof params);
    params.type = cudaGraphNodeTypeKernel;
    params.kernel.func = (void *)add;
    params.kernel.gridDim = dim3(1);
    params.kernel.blockDim = dim3(4);
    arguments[0] = &device;
    n = 3;
    params.kernel.kernelParams = arguments;
    SAY(cudaGraphAddNode(&kernel, graph, &set, nullptr, 1, &params));
    memset(&params, 0, sizeof params);
    params.type = cudaGraphNodeTypeMemcpy;
    params.memcpy.copyParams = copy;
    SAY(cudaGraphAddNode(&home, graph, &kernel, nullptr, 1, &params));
    memset(&params, 0, sizeof params);
    params.type = cudaGraphNodeTypeHost;
    params.host.fn = increment;
    params.host.userData = &calls;
    SAY(cudaGraphAddNode(&call, graph, &home, nullptr, 1, &params));
    memset(&params, 0, sizeof params);
    params.type = cudaGraphNodeTypeEmpty;
    SAY(cudaGraphAddNode(&to, graph, &call, nullptr, 1, &params));
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    show("described", back);
    printf("calls %d\n", calls);
    memset(&params, 0, sizeof params);
    params.type = cudaGraphNodeTypeMemset;
    params.memset.dst = device;
    params.memset.elementSize = 4;
    params.memset.width = 4;
    params.memset.height = 1;
    params.memset.value = 50;
    SAY(cudaGraphExecNodeSetParams(exec, set, &params));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    show("described again", back);
    SAY(cudaGraphNodeSetParams(set, &params));
    memset(&params, 0, sizeof params);
    params.type = cudaGraphNodeType(99);
    SAY(cudaGraphAddNode(&to, graph, nullptr, nullptr, 0, &params));
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaGraphDestroy(graph));

    // A loop.
    MUST(cudaGraphCreate(&graph, 0));
    cudaGraphConditionalHandle handle;
    SAY(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    memset(&params, 0, sizeof params);
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1;
    SAY(cudaGraphAddNode(&to, graph, nullptr, nullptr, 0, &params));
    cudaGraph_t body = params.conditional.phGraph_out[0];
    memset(&launch, 0, sizeof launch);
    void *of_add[] = {&device, &n}, *of_condition[] = {&handle, &other};
    launch.gridDim = launch.blockDim = dim3(1);
    launch.blockDim.x = 4;
    launch.func = (void *)add;
    launch.kernelParams = of_add;
    SAY(cudaGraphAddKernelNode(&kernel, body, nullptr, 0, &launch));
    launch.blockDim.x = 1;
    launch.func = (void *)condition;
    launch.kernelParams = of_condition;
    SAY(cudaGraphAddKernelNode(&from, body, &kernel, 1, &launch));
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    int times = 5;
    MUST(cudaMemcpy(other, &times, 4, cudaMemcpyHostToDevice));
    MUST(cudaMemset(device, 0, sizeof host));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    MUST(cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost));
    show("loop", back);
    SAY(cudaGetLastError());
    return 0;
}
