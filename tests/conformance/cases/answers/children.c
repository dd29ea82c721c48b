/* What calls answer without cuInit, and in a child of fork() of a process that has called it. */
#include "conf.h"
#include <sys/wait.h>
static CUstream stream; static CUevent event; static CUgraph graph;
static void ask(const char *when) {
  char k[64]; int n; unsigned u; CUstream s; CUevent e; CUgraph g; CUgraphNode node; CUdeviceptr q; CUipcMemHandle h;
#define Q(name, call) snprintf(k, 64, "%s.%s", when, #name); RC(k, call);
  if (!stream) { Q(ctx_destroy_null, d.cuCtxDestroy(0)) Q(stream_destroy_null, d.cuStreamDestroy(0)) Q(stream_query_null, d.cuStreamQuery(0)) Q(event_query_null, d.cuEventQuery(0)) Q(event_sync_null, d.cuEventSynchronize(0)) Q(event_destroy_null, d.cuEventDestroy(0)) Q(event_record_null, d.cuEventRecord(0, 0))
  Q(function_null, d.cuFuncGetAttribute(&n, 0, 0)) Q(empty_node_null, d.cuGraphAddEmptyNode(&node, 0, 0, 0)) Q(graph_destroy_null, d.cuGraphDestroy(0)) Q(ipc_null, d.cuIpcGetMemHandle(&h, 0)) Q(module_unload_null, d.cuModuleUnload(0)) }
  Q(count, d.cuDeviceGetCount(&n)) Q(sync, d.cuCtxSynchronize()) Q(alloc, d.cuMemAlloc(&q, 64)) Q(stream_create, d.cuStreamCreate(&s, 0)) Q(event_create, d.cuEventCreate(&e, 0)) Q(graph_create, d.cuGraphCreate(&g, 0)) Q(flags, d.cuCtxGetFlags(&u)) Q(version, d.cuDriverGetVersion(&n))
  if (!stream) return;
  Q(stream_query, d.cuStreamQuery(stream)) Q(stream_sync, d.cuStreamSynchronize(stream)) Q(wait_event, d.cuStreamWaitEvent(stream, event, 0)) Q(event_record, d.cuEventRecord(event, stream)) Q(event_query, d.cuEventQuery(event)) Q(event_sync, d.cuEventSynchronize(event)) Q(alloc_async, d.cuMemAllocAsync(&q, 64, stream)) Q(empty_node, d.cuGraphAddEmptyNode(&node, graph, 0, 0)) Q(graph_destroy, d.cuGraphDestroy(graph)) Q(event_destroy, d.cuEventDestroy(event))
}
CASE(children) {
  int status; ask("before"); init();
  if (!fork()) { ask("initialized"); fflush(0); _exit(0); }
  wait(&status); ctx0(); CK(d.cuStreamCreate(&stream, 1)); CK(d.cuEventCreate(&event, 0)); CK(d.cuEventRecord(event, stream)); CK(d.cuGraphCreate(&graph, 0)); CK(d.cuCtxSynchronize());
  fflush(0); if (!fork()) { ask("context"); fflush(0); _exit(0); }
  wait(&status); OI("ended", WIFEXITED(status)); int n; RC("parent", d.cuDeviceGetCount(&n)); RC("parent_sync", d.cuStreamSynchronize(stream));
}
