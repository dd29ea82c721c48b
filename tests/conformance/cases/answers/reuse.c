/* Which handles and addresses of what was destroyed go to the next owner at once, and what the stale ones do then. */
#include "conf.h"
static CUstream s, t; static CUdeviceptr p; static const char *same(u64 one, u64 two) { return one == two ? "same" : "other"; }
static void re0(void) { ctx0(); CK(d.cuStreamCreate(&s, 1)); CK(d.cuStreamCreate(&t, 1)); p = dnew(4096); CUdeviceptr a; CK(d.cuMemAllocAsync(&a, 4096, s)); CK(d.cuMemFreeAsync(a, s)); CK(d.cuCtxSynchronize()); }

/* Objects are created and destroyed one after the other, until one has the handle of the first. */
#define HANDLE(name, type, rounds, create, destroy) { type x, first; type *at = &x; int round = 0; CK(create); first = x; CK(destroy); do { CK(create); CK(destroy); } while (x != first && ++round < rounds); OI("info." name, round); out(name, "%s", round < rounds ? "reused" : "never"); CK(d.cuCtxSynchronize()); }
static CUgraph one_node(void) { CUgraph g; CUgraphNode n; CK(d.cuGraphCreate(&g, 0)); CK(d.cuGraphAddEmptyNode(&n, g, 0, 0)); return g; }
static CUgraph around; static CUmodule home;
static CUresult node(CUgraphNode *n) { size_t c = 1; around = one_node(); return d.cuGraphGetNodes(around, n, &c); }
static CUresult function(CUfunction *f) { CK(d.cuModuleLoadData(&home, PTX_INC)); return d.cuModuleGetFunction(f, home, "inc"); }
static void gone(void *unused) { (void)unused; }
CASE(reuse_handles) {
  re0(); CUgraph g = one_node(); CUDA_RESOURCE_DESC r = { CU_RESOURCE_TYPE_LINEAR }; r.res.linear.devPtr = p; r.res.linear.format = CU_AD_FORMAT_FLOAT; r.res.linear.numChannels = 1; r.res.linear.sizeInBytes = 256; CUDA_TEXTURE_DESC td = { 0 };
  CUDA_ARRAY_DESCRIPTOR ad = { 64, 64, CU_AD_FORMAT_FLOAT, 1 }; CUDA_ARRAY3D_DESCRIPTOR md = { 64, 64, 0, CU_AD_FORMAT_FLOAT, 1, 0 }; CUmemPoolProps props = { CU_MEM_ALLOCATION_TYPE_PINNED, 0, { CU_MEM_LOCATION_TYPE_DEVICE } };
  HANDLE("stream", CUstream, 1000, d.cuStreamCreate(at, 1), d.cuStreamDestroy(x)) HANDLE("stream.blocking", CUstream, 1000, d.cuStreamCreate(at, 0), d.cuStreamDestroy(x)) HANDLE("event", CUevent, 1000, d.cuEventCreate(at, 2), d.cuEventDestroy(x)) HANDLE("graph", CUgraph, 1000, d.cuGraphCreate(at, 0), d.cuGraphDestroy(x))
  HANDLE("exec", CUgraphExec, 1000, d.cuGraphInstantiate(at, g, 0), d.cuGraphExecDestroy(x)) HANDLE("module", CUmodule, 100, d.cuModuleLoadData(at, PTX_INC), d.cuModuleUnload(x)) HANDLE("library", CUlibrary, 100, d.cuLibraryLoadData(at, PTX_INC, 0, 0, 0, 0, 0, 0), d.cuLibraryUnload(x))
  HANDLE("pool", CUmemoryPool, 1000, d.cuMemPoolCreate(at, &props), d.cuMemPoolDestroy(x)) HANDLE("user_object", CUuserObject, 1000, d.cuUserObjectCreate(at, 0, gone, 1, 1), d.cuUserObjectRelease(x, 1)) HANDLE("array", CUarray, 1000, d.cuArrayCreate(at, &ad), d.cuArrayDestroy(x)) HANDLE("mipmapped", CUmipmappedArray, 1000, d.cuMipmappedArrayCreate(at, &md, 2), d.cuMipmappedArrayDestroy(x))
  HANDLE("texture", CUtexObject, 1000, d.cuTexObjectCreate(at, &r, &td, 0), d.cuTexObjectDestroy(x)) HANDLE("link", CUlinkState, 1000, d.cuLinkCreate(0, 0, 0, at), d.cuLinkDestroy(x))
  HANDLE("node", CUgraphNode, 1000, node(at), d.cuGraphDestroy(around)) HANDLE("function", CUfunction, 100, function(at), d.cuModuleUnload(home)) HANDLE("context", CUcontext, 20, d.cuCtxCreate(at, 0, 0, dev0), d.cuCtxDestroy(x) || d.cuCtxSetCurrent(ctx_primary))
}
/* The same while work uses it, or memory of it lives. */
CASE(reuse_busy) {
  re0(); CUdeviceptr gate = dnew(4), a; CUmemPoolProps props = { CU_MEM_ALLOCATION_TYPE_PINNED, 0, { CU_MEM_LOCATION_TYPE_DEVICE } }; u32 open = 1;
#define BUSY(name, type, create, use, destroy) { type x, first; type *at = &x; int round = 0; CK(create); first = x; CK(use); CK(destroy); do { CK(create); CK(destroy); } while (x != first && ++round < 100); OI("info." name, round); out(name, "%s", round < 100 ? "reused" : "never"); }
  BUSY("stream", CUstream, d.cuStreamCreate(at, 1), d.cuStreamWaitValue32(x, gate, 1, 1), d.cuStreamDestroy(x)) CK(d.cuStreamWaitValue32(s, gate, 1, 1)); BUSY("event", CUevent, d.cuEventCreate(at, 2), d.cuEventRecord(x, s), d.cuEventDestroy(x))
  BUSY("pool", CUmemoryPool, d.cuMemPoolCreate(at, &props), d.cuMemAllocFromPoolAsync(&a, 4096, x, t), d.cuMemPoolDestroy(x))
  CK(d.cuMemcpyHtoDAsync(gate, &open, 4, t)); CK(d.cuCtxSynchronize());
}
/* Memory is freed, and then as much is allocated. */
static CUdeviceptr host(size_t n) { void *h; CK(d.cuMemAllocHost(&h, n)); return (CUdeviceptr)h; }
static CUdeviceptr managed(size_t n) { CUdeviceptr m; CK(d.cuMemAllocManaged(&m, n, 1)); return m; }
static CUdeviceptr device(size_t n) { CUdeviceptr m; CK(d.cuMemAlloc(&m, n)); return m; }
static CUdeviceptr range(size_t n) { CUdeviceptr m; CK(d.cuMemAddressReserve(&m, n, 0, 0, 0)); return m; }
static CUdeviceptr on(CUstream stream, size_t n) { CUdeviceptr m; CK(d.cuMemAllocAsync(&m, n, stream)); return m; }
CASE(reuse_addresses) {
  re0(); static const size_t sizes[] = { 64, 4096, 1 << 20, 4 << 20, 64 << 20 };
  for (int i = 0; i < NEL(sizes); i++) {
    size_t n = sizes[i]; CUdeviceptr x; char key[40];
#define AGAIN(name, make, free, then) x = make; CK(free); then; snprintf(key, 40, "%s.%zu", name, n); out(key, "%s", same(x, make));
    AGAIN("device", device(n), d.cuMemFree(x), ) AGAIN("pinned", host(n), d.cuMemFreeHost((void *)x), ) AGAIN("managed", managed(n), d.cuMemFree(x), ) if (n >= 2 << 20) { AGAIN("reserved", range(n), d.cuMemAddressFree(x, n), ) }
    AGAIN("stream", on(s, n), d.cuMemFreeAsync(x, s), ) AGAIN("stream.synchronized", on(s, n), d.cuMemFreeAsync(x, s), CK(d.cuStreamSynchronize(s)))
    x = on(s, n); CK(d.cuMemFreeAsync(x, s)); CK(d.cuStreamSynchronize(s)); snprintf(key, 40, "another_stream.synchronized.%zu", n); out(key, "%s", same(x, on(t, n)));
  }
}
/* A graph's allocation, after an earlier graph with one; what became of that. */
enum { ALIVE, DESTROYED, FAILED, INSTANTIATED, LAUNCHED, KEPT, FATES };
static const char *const fates[] = { "alive", "destroyed", "failed", "instantiated", "launched", "kept" };
static CUgraph captured(CUdeviceptr *a, size_t n, int frees, int fails) { CUgraph g = 0; CK(d.cuStreamBeginCapture(s, 2)); CK(d.cuMemAllocAsync(a, n, s)); CK(d.cuMemsetD8Async(*a, 7, n, s)); if (frees) CK(d.cuMemFreeAsync(*a, s)); if (fails) d.cuStreamSynchronize(s); d.cuStreamEndCapture(s, &g); return g; }
CASE(reuse_graph_memory) {
  for (int fate = 0; fate < FATES; fate++) {
    re0(); char key[40]; CUdeviceptr x, y; CUgraphExec one = 0, two; u8 byte = 1; CUgraph g = captured(&x, 4096, fate == LAUNCHED, fate == FAILED);
    if (fate >= INSTANTIATED) CK(d.cuGraphInstantiate(&one, g, 0));
    if (fate >= LAUNCHED) { CK(d.cuGraphLaunch(one, s)); CK(d.cuStreamSynchronize(s)); }
    if (one && fate != KEPT) CK(d.cuGraphExecDestroy(one));
    if (g && fate != ALIVE) CK(d.cuGraphDestroy(g));
#define K(what) (snprintf(key, 40, "%s.%s", fates[fate], what), key)
    if (fate != KEPT) RC(K("free_before"), d.cuMemFreeAsync(x, s));
    CUgraph h = captured(&y, 4096, 0, 0); out(K("address"), "%s", same(x, y)); CK(d.cuGraphInstantiate(&two, h, 0));
    if (fate != KEPT) RC(K("free_instantiated"), d.cuMemFreeAsync(x, s));
    CK(d.cuGraphLaunch(two, s)); CK(d.cuStreamSynchronize(s));
    RC(K("free_launched"), d.cuMemFreeAsync(x, s)); CK(d.cuStreamSynchronize(s)); RC(K("read"), d.cuMemcpyDtoH(&byte, y, 1)); OI(K("byte"), byte); RC(K("free"), d.cuMemFreeAsync(y, s)); d.cuCtxSynchronize();
    d.cuCtxSetCurrent(0); d.cuDevicePrimaryCtxReset(dev0);
  }
}
/* What an event answers that was recorded in a capture, while it goes on, once a query has ended it, and when it is recorded again. */
CASE(reuse_captured_event) {
  re0(); CUevent e; CK(d.cuEventCreate(&e, 2)); static const char *const modes[] = { "global", "local", "relaxed" };
  for (int mode = 0; mode < 3; mode++) for (int asks = 0; asks < 2; asks++) {
    char key[40]; CUgraph g = 0;
#define M(what) (snprintf(key, 40, "%s.%s.%s", modes[mode], asks ? "asked" : "unasked", what), key)
    CK(d.cuStreamBeginCapture(s, mode)); CK(d.cuEventRecord(e, s)); if (asks) RC(M("query"), d.cuEventQuery(e)); RC(M("end"), d.cuStreamEndCapture(s, &g));
    RC(M("later"), d.cuEventQuery(e)); RC(M("again"), d.cuEventQuery(e)); RC(M("sync"), d.cuEventSynchronize(e)); if (g) CK(d.cuGraphDestroy(g)); RC(M("destroyed"), d.cuEventQuery(e));
    RC(M("record"), d.cuEventRecord(e, s)); CK(d.cuStreamSynchronize(s)); RC(M("recorded"), d.cuEventQuery(e));
  }
}
