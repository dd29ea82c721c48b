/* Graph nodes of every kind, for cases about what all kinds do. */
#ifndef GRAPHS_H
#define GRAPHS_H
#include "conf.h"

static void CUDA_CB gr_host(void *u) { if (u) ++*(int *)u; }
static CUdeviceptr gr_p; static char *gr_h; static CUmodule gr_mod; static CUfunction gr_inc; static CUevent gr_event; static CUstream gr_s; static CUgraph gr_child; static int gr_calls;
static CUdeviceptr gr_ap; static unsigned gr_an = 1; static void *gr_args[2] = { &gr_ap, &gr_an };

static void graphs0(void) {
  ctx0(); gr_p = dnew(4096); CK(d.cuMemAllocHost((void **)&gr_h, 4096)); memset(gr_h, 0, 4096); CK(d.cuModuleLoadData(&gr_mod, PTX_INC)); gr_inc = kfn(gr_mod, "inc");
  CK(d.cuEventCreate(&gr_event, 2)); CK(d.cuStreamCreate(&gr_s, 1)); gr_ap = gr_p; CK(d.cuGraphCreate(&gr_child, 0)); CUgraphNode n; CK(d.cuGraphAddEmptyNode(&n, gr_child, 0, 0)); CK(d.cuCtxSynchronize());
}
static CUDA_KERNEL_NODE_PARAMS gr_kernel(void) { CUDA_KERNEL_NODE_PARAMS k; memset(&k, 0, sizeof k); k.func = gr_inc; k.gridDimX = k.gridDimY = k.gridDimZ = k.blockDimX = k.blockDimY = k.blockDimZ = 1; k.kernelParams = gr_args; return k; }
static CUDA_MEMCPY3D gr_copy(void) { CUDA_MEMCPY3D c; memset(&c, 0, sizeof c); c.srcMemoryType = CU_MEMORYTYPE_DEVICE; c.srcDevice = gr_p; c.dstMemoryType = CU_MEMORYTYPE_DEVICE; c.dstDevice = gr_p + 2048; c.WidthInBytes = 64; c.Height = c.Depth = 1; return c; }
static CUDA_MEMSET_NODE_PARAMS gr_set(void) { CUDA_MEMSET_NODE_PARAMS m = { gr_p, 0, 7, 1, 64, 1 }; return m; }
static CUDA_MEM_ALLOC_NODE_PARAMS gr_alloc(size_t bytes) { CUDA_MEM_ALLOC_NODE_PARAMS a; memset(&a, 0, sizeof a); a.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED; a.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE; a.bytesize = bytes; return a; }

enum { KERNEL, COPY, SET, HOST, CHILD, EMPTY, WAIT, RECORD, ALLOC, MEMOP, IF, KINDS };
static const char *const gr_name[] = { "kernel", "copy", "set", "host", "child", "empty", "wait", "record", "alloc", "memop", "if" };
/* Adds a node of a kind after at most one other. */
static CUresult gr_add(int kind, CUgraphNode *n, CUgraph g, CUgraphNode *after) {
  size_t c = after ? 1 : 0;
  switch (kind) {
    case KERNEL: { CUDA_KERNEL_NODE_PARAMS k = gr_kernel(); return d.cuGraphAddKernelNode(n, g, after, c, &k); }
    case COPY: { CUDA_MEMCPY3D k = gr_copy(); return d.cuGraphAddMemcpyNode(n, g, after, c, &k, ctx_primary); }
    case SET: { CUDA_MEMSET_NODE_PARAMS k = gr_set(); return d.cuGraphAddMemsetNode(n, g, after, c, &k, ctx_primary); }
    case HOST: { CUDA_HOST_NODE_PARAMS k = { gr_host, &gr_calls }; return d.cuGraphAddHostNode(n, g, after, c, &k); }
    case CHILD: return d.cuGraphAddChildGraphNode(n, g, after, c, gr_child);
    case EMPTY: return d.cuGraphAddEmptyNode(n, g, after, c);
    case WAIT: return d.cuGraphAddEventWaitNode(n, g, after, c, gr_event);
    case RECORD: return d.cuGraphAddEventRecordNode(n, g, after, c, gr_event);
    case ALLOC: { CUDA_MEM_ALLOC_NODE_PARAMS k = gr_alloc(64); CUresult r = d.cuGraphAddMemAllocNode(n, g, after, c, &k); CUgraphNode f; if (!r) r = d.cuGraphAddMemFreeNode(&f, g, n, 1, k.dptr); return r; }
    case MEMOP: { CUstreamBatchMemOpParams b; memset(&b, 0, sizeof b); b.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32; b.writeValue.address = gr_p; b.writeValue.value = 5; CUDA_BATCH_MEM_OP_NODE_PARAMS k; memset(&k, 0, sizeof k); k.ctx = ctx_primary; k.count = 1; k.paramArray = &b; return d.cuGraphAddBatchMemOpNode(n, g, after, c, &k); }
    case IF: { CUgraphConditionalHandle h; CUresult r = d.cuGraphConditionalHandleCreate(&h, g, ctx_primary, 1, CU_GRAPH_COND_ASSIGN_DEFAULT); if (r) return r;
      CUgraphNodeParams k; memset(&k, 0, sizeof k); k.type = CU_GRAPH_NODE_TYPE_CONDITIONAL; k.conditional.handle = h; k.conditional.type = CU_GRAPH_COND_TYPE_IF; k.conditional.size = 1; k.conditional.ctx = ctx_primary; return d.cuGraphAddNode(n, g, after, 0, c, &k); }
  }
  return 9998;
}
static CUgraph gr_new(void) { CUgraph g; CK(d.cuGraphCreate(&g, 0)); return g; }
static const char *gr_key(const char *a, const char *b) { static char k[4][99]; static int i; i = (i + 1) & 3; snprintf(k[i], 99, "%s.%s", a, b); return k[i]; }
static const char *gr_keyn(const char *a, int n) { static char k[4][99]; static int i; i = (i + 1) & 3; snprintf(k[i], 99, "%s.%d", a, n); return k[i]; }
/* Which of the graph's nodes one is, or -1. */
static int gr_index(CUgraphNode n, const CUgraphNode *all, int count) { if (!n) return -1; for (int i = 0; i < count; i++) if (all[i] == n) return i; return 99; }
#endif
