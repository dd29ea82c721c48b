/* Nodes of graphs that copy and fill: added, captured, asked for, changed, changed in an executable graph, and launched. */

static cudaGraph_t graph;

static void say_parameters(cudaGraphNode_t node) {
  struct cudaMemcpy3DParms is;
  memset(&is, 0x55, sizeof is);
  cudaError_t error = cudaGraphMemcpyNodeGetParams(node, &is);
  say(" params %d", error);
  if (error) return;
  say_address("srcArray", is.srcArray), say_address("srcPtr", is.srcPtr.ptr);
  say(" %zd,%zu,%zu pitched=%zu,%zu,%zu", (ssize_t)is.srcPos.x, is.srcPos.y, is.srcPos.z, is.srcPtr.pitch, is.srcPtr.xsize, is.srcPtr.ysize);
  say_address("dstArray", is.dstArray), say_address("dstPtr", is.dstPtr.ptr);
  say(" %zd,%zu,%zu pitched=%zu,%zu,%zu", (ssize_t)is.dstPos.x, is.dstPos.y, is.dstPos.z, is.dstPtr.pitch, is.dstPtr.xsize, is.dstPtr.ysize);
  say(" extent=%zu,%zu,%zu kind=%d", is.extent.width, is.extent.height, is.extent.depth, is.kind);
}

static void say_fill(cudaGraphNode_t node) {
  struct cudaMemsetParams is;
  memset(&is, 0x55, sizeof is);
  cudaError_t error = cudaGraphMemsetNodeGetParams(node, &is);
  say(" params %d", error);
  if (error) return;
  say_address("dst", is.dst);
  say(" %zu %x %u %zu %zu", is.pitch, is.value, is.elementSize, is.width, is.height);
}

#if CUDART_VERSION >= 13020
/* By the function for nodes of any type. */
static void say_any(cudaGraphNode_t node) {
  struct cudaGraphNodeParams is;
  memset(&is, 0, sizeof is);
  cudaError_t error = cudaGraphNodeGetParams(node, &is);
  say(" any %d type %d", error, is.type);
  if (!error && is.type == cudaGraphNodeTypeMemcpy) {
    struct cudaMemcpy3DParms copy = is.memcpy.copyParams;
    say_address("srcArray", copy.srcArray), say_address("srcPtr", copy.srcPtr.ptr);
    say_address("dstArray", copy.dstArray), say_address("dstPtr", copy.dstPtr.ptr);
    say(" %zd,%zu,%zu %zd,%zu,%zu", (ssize_t)copy.srcPos.x, copy.srcPos.y, copy.srcPos.z, (ssize_t)copy.dstPos.x, copy.dstPos.y, copy.dstPos.z);
    say(" extent=%zu,%zu,%zu kind=%d flags=%d", copy.extent.width, copy.extent.height, copy.extent.depth, copy.kind, is.memcpy.flags);
  }
  if (!error && is.type == cudaGraphNodeTypeMemset) say(" %zu %u %zu", is.memset.pitch, is.memset.elementSize, is.memset.width);
}
#else
static void say_any(cudaGraphNode_t node) { (void)node; }
#endif

/* Launches what was added, maybe after a change of the executable graph. */
static cudaError_t launch(cudaGraphNode_t node, cudaError_t (*change)(cudaGraphExec_t, cudaGraphNode_t)) {
  cudaGraphExec_t executable = NULL;
  cudaError_t error = cudaGraphInstantiateWithFlags(&executable, graph, 0);
  say(" instantiate %d", error);
  if (error) return error;
  if (change && once_in(2)) say(" [exec"), say("] exec %d", change(executable, node));
  error = cudaGraphLaunch(executable, (cudaStream_t)streams[1]);
  say(" launch %d sync %d", error, cuCtxSynchronize());
  say(" end %d", cudaGraphExecDestroy(executable));
  return error;
}

/* A copy in one of its four forms: added, set (of a node), or set in an executable graph. */
static cudaError_t copy_node(cudaGraphNode_t *added, cudaGraphNode_t node, cudaGraphExec_t executable) {
  struct cudaMemcpy3DParms block = {0};
  const Memory *to = any_memory(), *from = any_memory();
  const void *variable = NULL;
  int form = below(6);
  say(" form=%d", form);
  if (form > 2) {
    block = any_parameters();
    const struct cudaMemcpy3DParms *given = once_in(100) ? NULL : &block;
    if (added) return cudaGraphAddMemcpyNode(added, graph, NULL, 0, given);
    return executable ? cudaGraphExecMemcpyNodeSetParams(executable, node, given) : cudaGraphMemcpyNodeSetParams(node, given);
  }
  void *dst = address_in("dst", to), *src = address_in("src", from);
  if (form) variable = any_symbol();
  size_t count = any_number("count", 200), offset = number("offset", below(600));
  enum cudaMemcpyKind kind = any_kind(form != 2 && from->is_host, form != 1 && to->is_host);
  switch (form) {
    case 0:
      if (added) return cudaGraphAddMemcpyNode1D(added, graph, NULL, 0, dst, src, count, kind);
      return executable ? cudaGraphExecMemcpyNodeSetParams1D(executable, node, dst, src, count, kind) : cudaGraphMemcpyNodeSetParams1D(node, dst, src, count, kind);
    case 1:
      if (added) return cudaGraphAddMemcpyNodeToSymbol(added, graph, NULL, 0, variable, src, count, offset, kind);
      return executable ? cudaGraphExecMemcpyNodeSetParamsToSymbol(executable, node, variable, src, count, offset, kind)
                        : cudaGraphMemcpyNodeSetParamsToSymbol(node, variable, src, count, offset, kind);
    default:
      if (added) return cudaGraphAddMemcpyNodeFromSymbol(added, graph, NULL, 0, dst, variable, count, offset, kind);
      return executable ? cudaGraphExecMemcpyNodeSetParamsFromSymbol(executable, node, dst, variable, count, offset, kind)
                        : cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, variable, count, offset, kind);
  }
}

static cudaError_t change_copy(cudaGraphExec_t executable, cudaGraphNode_t node) { return copy_node(NULL, node, executable); }

static cudaError_t fill_node(cudaGraphNode_t *added, cudaGraphNode_t node, cudaGraphExec_t executable) {
  struct cudaMemsetParams fill = {.dst = address_in("dst", any_memory()), .pitch = any_number("pitch", 64), .value = (unsigned)next(),
    .elementSize = once_in(8) ? below(6) : 1u << below(3), .width = any_number("width", 32), .height = once_in(2) ? 1 : any_number("height", 5)};
  say(" value=%x element=%u height=%zu", fill.value, fill.elementSize, fill.height);
  const struct cudaMemsetParams *given = once_in(100) ? NULL : &fill;
  if (added) return cudaGraphAddMemsetNode(added, graph, NULL, 0, given);
  return executable ? cudaGraphExecMemsetNodeSetParams(executable, node, given) : cudaGraphMemsetNodeSetParams(node, given);
}

static cudaError_t change_fill(cudaGraphExec_t executable, cudaGraphNode_t node) { return fill_node(NULL, node, executable); }

static cudaError_t with_graph(cudaError_t (*body)(void)) {
  say(" create %d", cudaGraphCreate(&graph, 0));
  cudaError_t error = body();
  say(" destroy %d", cudaGraphDestroy(graph));
  return error;
}

static cudaError_t copy_nodes_in(void) {
  cudaGraphNode_t node = NULL;
  cudaError_t error = copy_node(&node, NULL, NULL);
  if (error) return error;
  say_parameters(node);
  if (once_in(2)) {
    say(" [set"), say("] set %d", copy_node(NULL, node, NULL));
    say_parameters(node);
  }
  say_any(node);
  return launch(node, change_copy);
}
static cudaError_t copy_nodes(void) { return with_graph(copy_nodes_in); }

static cudaError_t fill_nodes_in(void) {
  cudaGraphNode_t node = NULL;
  cudaError_t error = fill_node(&node, NULL, NULL);
  if (error) return error;
  say_fill(node);
  if (once_in(2)) say(" [set"), say("] set %d", fill_node(NULL, node, NULL)), say_fill(node);
  say_any(node);
  return launch(node, change_fill);
}
static cudaError_t fill_nodes(void) { return with_graph(fill_nodes_in); }

static cudaError_t allocation_nodes_in(void) {
  struct cudaMemAllocNodeParams params = {.poolProps = {.allocType = once_in(8) ? below(3) : 1, .location = any_location()}, .bytesize = any_count("bytes", 500)};
  struct cudaMemAccessDesc access = {any_location(), 3};
  if (once_in(3)) params.accessDescs = &access, params.accessDescCount = 1;
  cudaGraphNode_t node = NULL, end = NULL;
  cudaError_t error = cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &params);
  say_address("is", params.dptr);
  if (error) return error;
  struct cudaMemAllocNodeParams is = {0};
  say(" get %d", cudaGraphMemAllocNodeGetParams(node, &is));
  say(" %zu %d %zu %d", is.bytesize, is.poolProps.location.id, is.accessDescCount, is.dptr == params.dptr);
  void *freed = once_in(8) ? own[0] : params.dptr, *asked = NULL;
  error = cudaGraphAddMemFreeNode(&end, graph, once_in(8) ? NULL : &node, once_in(8) ? 0 : 1, freed);
  say(" free %d", error);
  if (!error) say(" get %d %d", cudaGraphMemFreeNodeGetParams(end, &asked), asked == freed);
  return launch(node, NULL);
}
static cudaError_t allocation_nodes(void) { return with_graph(allocation_nodes_in); }

/* A call in a stream that is captured, and the node that it became. */
static cudaError_t captured(void) {
  cudaStream_t stream = (cudaStream_t)streams[1];
  cudaError_t (*const calls[])(void) = {copy_async, rows_async, to_symbol_async, from_symbol_async, to_array_async, from_array_async, block_async,
    fill_async, fill_rows_async, fill_layers_async, to_array_linear_async, from_array_linear_async};
  is_capturing = 1;
  say(" begin %d call %u", cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), below(1));
  cudaError_t error = calls[below(12)]();
  is_capturing = 0;
  say(" -> %d", error);
  graph = NULL;
  cudaError_t end = cudaStreamEndCapture(stream, &graph);
  say(" end %d", end);
  if (end || !graph) return error;
  cudaGraphNode_t nodes[8] = {NULL};
  size_t count = 8;
  say(" nodes %d", cudaGraphGetNodes(graph, nodes, &count));
  say(" %zu", count);
  for (size_t i = 0; i < count && i < 8; i++) {
    enum cudaGraphNodeType type = 99;
    cudaGraphNodeGetType(nodes[i], &type);
    say(" type %d", type);
    if (type == cudaGraphNodeTypeMemcpy) say_parameters(nodes[i]);
    if (type == cudaGraphNodeTypeMemset) say_fill(nodes[i]);
  }
  launch(NULL, NULL);
  say(" destroy %d", cudaGraphDestroy(graph));
  return error;
}

#if CUDART_VERSION >= 13000
/* Nodes by a description of any type. */
static cudaError_t described(cudaGraphNode_t *added, cudaGraphNode_t node, cudaGraphExec_t executable) {
  struct cudaGraphNodeParams params;
  memset(&params, 0, sizeof params);
  if (below(2)) {
    params.type = cudaGraphNodeTypeMemcpy;
    params.memcpy.copyParams = any_parameters();
    /* What is said of 0 differs here from the functions for copies alone. */
    struct cudaPitchedPtr *sides[] = {&params.memcpy.copyParams.srcPtr, &params.memcpy.copyParams.dstPtr};
    for (int i = 0; i < 2; i++) sides[i]->pitch += !sides[i]->pitch, sides[i]->ysize += !sides[i]->ysize;
    params.memcpy.flags = once_in(20);
  } else {
    params.type = cudaGraphNodeTypeMemset;
    params.memset.dst = address_in("dst", any_memory()), params.memset.pitch = any_number("pitch", 64), params.memset.value = below(256);
    params.memset.elementSize = 1u << below(3), params.memset.width = any_number("width", 32), params.memset.height = once_in(2) ? 1 : any_number("height", 5);
  }
  if (added) return cudaGraphAddNode(added, graph, NULL, NULL, 0, &params);
  return executable ? cudaGraphExecNodeSetParams(executable, node, &params) : cudaGraphNodeSetParams(node, &params);
}

static cudaError_t change_any(cudaGraphExec_t executable, cudaGraphNode_t node) { return described(NULL, node, executable); }

static cudaError_t any_nodes_in(void) {
  cudaGraphNode_t node = NULL;
  cudaError_t error = described(&node, NULL, NULL);
  if (error) return error;
  enum cudaGraphNodeType type = 99;
  cudaGraphNodeGetType(node, &type);
  if (type == cudaGraphNodeTypeMemcpy) say_parameters(node); else say_fill(node);
  if (once_in(2)) say(" [set"), say("] set %d", described(NULL, node, NULL));
  say_any(node);
  return launch(node, change_any);
}
static cudaError_t any_nodes(void) { return with_graph(any_nodes_in); }
#endif
