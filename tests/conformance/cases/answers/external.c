/* Memory and semaphores of other APIs, and graphics, as a driver answers that is asked by a program without them. */
#include "conf.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
static const char *key2(const char *a, long long n) { static char k[4][99]; static int i; i = (i + 1) & 3; snprintf(k[i], 99, "%s.%lld", a, n); return k[i]; }
static int is_open(int fd) { return fcntl(fd, F_GETFD) != -1; }
static int other_file(int which) { return which == 0 ? -1 : which == 1 ? open("/dev/null", O_RDWR) : which == 2 ? open("/proc/self/exe", O_RDONLY) : 987; }
static CUDA_EXTERNAL_MEMORY_HANDLE_DESC md(int type, int fd, size_t size) { CUDA_EXTERNAL_MEMORY_HANDLE_DESC x; memset(&x, 0, sizeof x); x.type = type; x.handle.fd = fd; x.size = size; return x; }
static CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC sd(int type, int fd) { CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC x; memset(&x, 0, sizeof x); x.type = type; x.handle.fd = fd; return x; }
/* Memory of the device, as a descriptor. */
static size_t g; static CUmemGenericAllocationHandle own; static CUmemAllocationProp vp;
static int exported(int n) {
  memset(&vp, 0, sizeof vp); vp.type = CU_MEM_ALLOCATION_TYPE_PINNED; vp.location.type = CU_MEM_LOCATION_TYPE_DEVICE; vp.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR; int fd = -1;
  CK(d.cuMemGetAllocationGranularity(&g, &vp, 0)); CK(d.cuMemCreate(&own, n * g, &vp, 0)); CK(d.cuMemExportToShareableHandle(&fd, own, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0)); return fd;
}
/* The same memory, mapped. */
static CUdeviceptr mapped(int n) { CUdeviceptr r; CUmemAccessDesc a = { { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, 3 }; CK(d.cuMemAddressReserve(&r, n * g, 0, 0, 0)); CK(d.cuMemMap(r, n * g, 0, own, 0)); CK(d.cuMemSetAccess(r, n * g, &a, 1)); return r; }
static CUdeviceptr part(CUexternalMemory m, size_t offset, size_t size, int flags, CUresult *r) { CUDA_EXTERNAL_MEMORY_BUFFER_DESC b; memset(&b, 0, sizeof b); b.offset = offset; b.size = size; b.flags = flags; CUdeviceptr p = 7; *r = d.cuExternalMemoryGetMappedBuffer(&p, m, &b); return p; }

CASE(external_memory_bad) {
  ctx0(); CUexternalMemory m; CUDA_EXTERNAL_MEMORY_HANDLE_DESC x;
  for (int f = 0; f < 4; f++) { int fd = other_file(f); x = md(1, fd, 4096); RC(key2("opaque", f), d.cuImportExternalMemory(&m, &x)); if (f == 1) OI("left_open", is_open(fd)); x = md(9, fd, 4096); RC(key2("dmabuf", f), d.cuImportExternalMemory(&m, &x)); }
  int mem = memfd_create("theirs", 0); if (ftruncate(mem, 4096)) return; x = md(1, mem, 4096); x.flags = 9; RC("flags", d.cuImportExternalMemory(&m, &x)); OI("flags.left_open", is_open(mem));
  for (int t = 2; t < 8; t++) { x = md(t, 0, 4096); RC(key2("null", t), d.cuImportExternalMemory(&m, &x)); } for (int t = 10; t < 13; t++) { x = md(t, mem, 4096); RC(key2("type", t), d.cuImportExternalMemory(&m, &x)); } x = md(0, mem, 4096); RC("type0", d.cuImportExternalMemory(&m, &x));
}
CASE(external_memory_nvsci) { ctx0(); CUexternalMemory m; CUDA_EXTERNAL_MEMORY_HANDLE_DESC x = md(8, 0, 4096); RC("null", d.cuImportExternalMemory(&m, &x)); }
CASE(external_memory_null) { ctx0(); CUexternalMemory m; RC("no_description", d.cuImportExternalMemory(&m, 0)); CUDA_EXTERNAL_MEMORY_HANDLE_DESC x = md(1, -1, 4096); RC("no_result", d.cuImportExternalMemory(0, &x)); }
CASE(external_memory_no_context) { init(); CUexternalMemory m; CUDA_EXTERNAL_MEMORY_HANDLE_DESC x = md(1, -1, 4096); RC("import", d.cuImportExternalMemory(&m, &x)); CUexternalSemaphore s; CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC y = sd(1, -1); RC("semaphore", d.cuImportExternalSemaphore(&s, &y)); }
CASE(external_memory_sizes) {
  ctx0(); CUexternalMemory m; CUDA_EXTERNAL_MEMORY_HANDLE_DESC x;
#define I(key, n, size, f) { int fd = exported(n); x = md(1, fd, size); x.flags = f; CUresult r = d.cuImportExternalMemory(&m, &x); out(key, "%d %d", r, is_open(fd)); }
  I("whole", 2, 2 * g, 0) I("half", 2, g, 0) I("odd", 2, 1000, 0) I("none", 2, 0, 0) I("more", 2, 3 * g, 0) I("huge", 2, 1ull << 50, 0) I("dedicated", 2, 2 * g, 1) I("flag2", 2, 2 * g, 2) I("flag4", 2, 2 * g, 4)
}
CASE(external_memory_buffers) {
  ctx0(); int fd = exported(2); CUdeviceptr v = mapped(2); CUDA_EXTERNAL_MEMORY_HANDLE_DESC x = md(1, fd, 2 * g); CUexternalMemory m; CUresult r = d.cuImportExternalMemory(&m, &x); OI("import", r); if (r) return;
  CUdeviceptr p = part(m, 0, 2 * g, 0, &r); OI("whole", r); CK(d.cuMemsetD32(v, 5, 2 * g / 4)); CK(d.cuCtxSynchronize()); show_u32("shared", p, 2); CK(d.cuMemsetD32(p + g, 6, 4)); CK(d.cuCtxSynchronize()); show_u32("shared.back", v + g, 5);
  CUdeviceptr q = part(m, 0, 2 * g, 0, &r); OI("again", r); OI("again.same", p == q); CUdeviceptr h = part(m, g, g, 0, &r); OI("half", r); OI("half.inside", h == p + g); show_u32("half.value", h, 1);
  OI("aligned", p % 4096); static const size_t offsets[] = { 1, 4, 64, 256, 512, 4096, 65536 }; for (int i = 0; i < 7; i++) { CUdeviceptr o = part(m, offsets[i], 64, 0, &r); OI(key2("offset", offsets[i]), r); if (!r) { OI(key2("offset.page", offsets[i]), (o - offsets[i]) % 4096); RC(key2("offset.free", offsets[i]), d.cuMemFree(o)); } }
  part(m, 0, 0, 0, &r); OI("size0", r); part(m, 2 * g, 1, 0, &r); OI("past", r); part(m, g, g + 1, 0, &r); OI("straddle", r); part(m, ~0ull, 2, 0, &r); OI("wraps", r); part(m, 0, 64, 1, &r); OI("flags", r); CUdeviceptr odd = part(m, 0, 1000, 0, &r); OI("odd", r);
  unsigned u = 9; RC("type", d.cuPointerGetAttribute(&u, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p)); OI("type.value", u); u = 9; RC("managed", d.cuPointerGetAttribute(&u, CU_POINTER_ATTRIBUTE_IS_MANAGED, p)); OI("managed.value", u); u = 9; RC("legacy_ipc", d.cuPointerGetAttribute(&u, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, p)); OI("legacy_ipc.value", u); u = 9; RC("handle_types", d.cuPointerGetAttribute(&u, CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, p)); OI("handle_types.value", u);
  CUdeviceptr b; size_t z; RC("range", d.cuMemGetAddressRange(&b, &z, h + 64)); out("range.value", "%lld %zu", (long long)(h - b), z / g); if (odd) { RC("range_odd", d.cuMemGetAddressRange(&b, &z, odd)); out("range_odd.value", "%d %zu", b == odd, z); }
  CUipcMemHandle ih; RC("ipc", d.cuIpcGetMemHandle(&ih, p)); CUmemGenericAllocationHandle ah; RC("retain", d.cuMemRetainAllocationHandle(&ah, (void *)p));
  RC("free_inside", d.cuMemFree(p + 64)); RC("destroy_mapped", d.cuDestroyExternalMemory(m)); show_u32("after_destroy", p, 1); RC("free", d.cuMemFree(p)); RC("free_async", d.cuMemFreeAsync(h, 0)); RC("end", d.cuCtxSynchronize());
}
CASE(external_memory_free_twice) { ctx0(); int fd = exported(1); CUDA_EXTERNAL_MEMORY_HANDLE_DESC x = md(1, fd, g); CUexternalMemory m; CUresult r = d.cuImportExternalMemory(&m, &x); OI("import", r); if (r) return; CUdeviceptr p = part(m, 0, g, 0, &r), q = part(m, 0, g, 0, &r); OI("same", p == q); RC("free", d.cuMemFree(p)); RC("twice", d.cuMemFree(p)); if (p != q) RC("other", d.cuMemFree(q)); RC("destroy", d.cuDestroyExternalMemory(m)); }
CASE(external_memory_arrays) {
  ctx0(); int fd = exported(2); CUDA_EXTERNAL_MEMORY_HANDLE_DESC x = md(1, fd, 2 * g); CUexternalMemory m; CUresult r = d.cuImportExternalMemory(&m, &x); OI("import", r); if (r) return;
#define A(key, w, h, dep, f, fl, lev, off) { CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC a; memset(&a, 0, sizeof a); a.offset = off; a.numLevels = lev; CUDA_ARRAY3D_DESCRIPTOR c = { w, h, dep, CU_AD_FORMAT_FLOAT, f, fl }; a.arrayDesc = c; CUmipmappedArray q = 0; r = d.cuExternalMemoryGetMappedMipmappedArray(&q, m, &a); OI(key, r); if (!r) { CUarray l = 0; CUDA_ARRAY3D_DESCRIPTOR got; RC(key ".level", d.cuMipmappedArrayGetLevel(&l, q, 0)); RC(key ".described", d.cuArray3DGetDescriptor(&got, l)); out(key ".description", "%zu %zu %zu %d %u %u", got.Width, got.Height, got.Depth, got.Format, got.NumChannels, got.Flags); RC(key ".destroy", d.cuMipmappedArrayDestroy(q)); } }
  A("plain", 64, 64, 0, 1, 0, 1, 0) A("surface", 64, 64, 0, 1, 2, 1, 0) A("attachment", 64, 64, 0, 4, 0x20, 1, 0) A("levels7", 64, 64, 0, 1, 0, 7, 0) A("levels8", 64, 64, 0, 1, 0, 8, 0) A("levels0", 64, 64, 0, 1, 0, 0, 0) A("channels3", 64, 64, 0, 3, 0, 1, 0) A("offset", 64, 64, 0, 1, 0, 1, 65536) A("offset_odd", 64, 64, 0, 1, 0, 1, 100) A("line", 64, 0, 0, 1, 0, 1, 0) A("cube", 64, 64, 64, 1, 0, 1, 0) A("too_large", 4096, 4096, 0, 4, 0, 1, 0) A("past", 64, 64, 0, 1, 0, 1, 2 * g) A("empty", 0, 0, 0, 1, 0, 1, 0)
}
CASE(external_memory_destroyed_null) { ctx0(); RC("destroy", d.cuDestroyExternalMemory(0)); }
CASE(external_memory_mapped_null) { ctx0(); CUresult r; part(0, 0, 64, 0, &r); OI("buffer", r); }
CASE(external_semaphore_bad) {
  ctx0(); CUexternalSemaphore s; CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC x;
  for (int f = 0; f < 4; f++) { int fd = other_file(f); x = sd(1, fd); RC(key2("opaque", f), d.cuImportExternalSemaphore(&s, &x)); x = sd(9, fd); RC(key2("timeline", f), d.cuImportExternalSemaphore(&s, &x)); if (f == 1) OI("left_open", is_open(fd)); }
  int fd = exported(1); x = sd(1, fd); RC("memory", d.cuImportExternalSemaphore(&s, &x)); x = sd(9, fd); RC("memory_timeline", d.cuImportExternalSemaphore(&s, &x)); x = sd(1, fd); x.flags = 1; RC("flags", d.cuImportExternalSemaphore(&s, &x));
  for (int t = 2; t < 6; t++) { x = sd(t, 0); RC(key2("null", t), d.cuImportExternalSemaphore(&s, &x)); } for (int t = 7; t < 9; t++) { x = sd(t, 0); RC(key2("null", t), d.cuImportExternalSemaphore(&s, &x)); } for (int t = 10; t < 13; t++) { x = sd(t, 0); RC(key2("type", t), d.cuImportExternalSemaphore(&s, &x)); } x = sd(0, fd); RC("type0", d.cuImportExternalSemaphore(&s, &x));
}
CASE(external_semaphore_nvsci) { ctx0(); CUexternalSemaphore s; CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC x = sd(6, 0); RC("null", d.cuImportExternalSemaphore(&s, &x)); }
CASE(external_semaphore_null) { ctx0(); CUexternalSemaphore s; RC("no_description", d.cuImportExternalSemaphore(&s, 0)); CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC x = sd(1, -1); RC("no_result", d.cuImportExternalSemaphore(0, &x)); }
CASE(external_semaphore_destroyed_null) { ctx0(); RC("destroy", d.cuDestroyExternalSemaphore(0)); }
CASE(external_semaphore_none) { ctx0(); CUstream t; CK(d.cuStreamCreate(&t, 1)); CUexternalSemaphore s = 0; CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS p; CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS w; memset(&p, 0, sizeof p); memset(&w, 0, sizeof w); RC("signal0", d.cuSignalExternalSemaphoresAsync(&s, &p, 0, t)); RC("wait0", d.cuWaitExternalSemaphoresAsync(&s, &w, 0, t)); RC("signal_no_list", d.cuSignalExternalSemaphoresAsync(0, &p, 1, t)); RC("wait_no_list", d.cuWaitExternalSemaphoresAsync(0, &w, 1, t)); RC("signal_no_parameters", d.cuSignalExternalSemaphoresAsync(&s, 0, 1, t)); RC("wait_no_parameters", d.cuWaitExternalSemaphoresAsync(&s, 0, 1, t)); RC("end", d.cuStreamSynchronize(t)); }
CASE(external_semaphore_wait_null) { ctx0(); CUexternalSemaphore s = 0; CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS p; memset(&p, 0, sizeof p); RC("wait", d.cuWaitExternalSemaphoresAsync(&s, &p, 1, 0)); }
CASE(external_semaphore_node_null) { ctx0(); CUgraph gr; CUgraphNode n; CK(d.cuGraphCreate(&gr, 0)); CUexternalSemaphore s = 0; CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS p; memset(&p, 0, sizeof p); CUDA_EXT_SEM_SIGNAL_NODE_PARAMS x = { &s, &p, 1 }; RC("signal", d.cuGraphAddExternalSemaphoresSignalNode(&n, gr, 0, 0, &x)); }
CASE(external_semaphore_node_none) { ctx0(); CUgraph gr; CUgraphNode n, w; CUgraphExec e; CK(d.cuGraphCreate(&gr, 0)); CUDA_EXT_SEM_SIGNAL_NODE_PARAMS x = { 0 }; CUDA_EXT_SEM_WAIT_NODE_PARAMS y = { 0 }; RC("signal", d.cuGraphAddExternalSemaphoresSignalNode(&n, gr, 0, 0, &x)); RC("wait", d.cuGraphAddExternalSemaphoresWaitNode(&w, gr, 0, 0, &y)); RC("get", d.cuGraphExternalSemaphoresSignalNodeGetParams(n, &x)); out("got", "%d %d %u", x.extSemArray != 0, x.paramsArray != 0, x.numExtSems); RC("get_wrong", d.cuGraphExternalSemaphoresWaitNodeGetParams(n, &y)); RC("instantiate", d.cuGraphInstantiate(&e, gr, 0)); RC("launch", d.cuGraphLaunch(e, 0)); RC("end", d.cuCtxSynchronize()); }

/* Graphics, without a graphics context. The functions of their headers are looked up by name. */
CASE(graphics_none) { ctx0(); CUgraphicsResource r = 0; CUdeviceptr p; size_t z; CUarray a; RC("map0", d.cuGraphicsMapResources(0, 0, 0)); RC("map0_list", d.cuGraphicsMapResources(0, &r, 0)); RC("unmap0", d.cuGraphicsUnmapResources(0, 0, 0)); RC("unmap0_list", d.cuGraphicsUnmapResources(0, &r, 0)); RC("map_no_list", d.cuGraphicsMapResources(1, 0, 0)); RC("unmap_no_list", d.cuGraphicsUnmapResources(1, 0, 0)); }
#define NULLS(name, call) CASE(graphics_##name##_null) { ctx0(); CUgraphicsResource r = 0; CUdeviceptr p; size_t z; CUarray a; CUmipmappedArray m; RC("null", call); }
NULLS(map, d.cuGraphicsMapResources(1, &r, 0))
NULLS(unmap, d.cuGraphicsUnmapResources(1, &r, 0))
NULLS(unregister, d.cuGraphicsUnregisterResource(0))
NULLS(pointer, d.cuGraphicsResourceGetMappedPointer(&p, &z, 0))
NULLS(array, d.cuGraphicsSubResourceGetMappedArray(&a, 0, 0, 0))
NULLS(mipmapped, d.cuGraphicsResourceGetMappedMipmappedArray(&m, 0))
NULLS(flags, d.cuGraphicsResourceSetMapFlags(0, 0))
static CUresult look(const char *name, void **f) { CUdriverProcAddressQueryResult st = 9; *f = 0; CUresult r = ((CUresult (*)(const char *, void **, int, cuuint64_t, CUdriverProcAddressQueryResult *))dlsym(drv_handle, "cuGetProcAddress_v2"))(name, f, 13000, 0, &st); out("lookup", "%d %d %d %d", r, *f != 0, st, dlsym(drv_handle, name) != 0); if (!*f) *f = dlsym(drv_handle, name); return r; }
#define GRAPHICS(name, types, ...) CASE(graphics_##name) { ctx0(); void *f; CUgraphicsResource r = 0; CUdeviceptr p = 0; size_t z = 0; unsigned n = 9; CUdevice v = 9; CUcontext c = 0; long long buffer[64] = { 0 }; void *q = 0; CUevent e = 0; look(#name, &f); if (f) { RC("answer", ((CUresult (*) types)f) (__VA_ARGS__)); out("wrote", "%d %u %d %d", r != 0, n, v, c != 0); } }
GRAPHICS(cuGLGetDevices, (unsigned *, CUdevice *, unsigned, int), &n, &v, 1, 1)
GRAPHICS(cuGLCtxCreate, (CUcontext *, unsigned, CUdevice), &c, 0, 0)
GRAPHICS(cuGLInit, (void))
GRAPHICS(cuGLRegisterBufferObject, (unsigned), 1)
GRAPHICS(cuGLUnregisterBufferObject, (unsigned), 1)
GRAPHICS(cuGLMapBufferObject, (CUdeviceptr *, size_t *, unsigned), &p, &z, 1)
GRAPHICS(cuGLMapBufferObjectAsync, (CUdeviceptr *, size_t *, unsigned, CUstream), &p, &z, 1, 0)
GRAPHICS(cuGLUnmapBufferObject, (unsigned), 1)
GRAPHICS(cuGLUnmapBufferObjectAsync, (unsigned, CUstream), 1, 0)
GRAPHICS(cuGLSetBufferObjectMapFlags, (unsigned, unsigned), 1, 0)
GRAPHICS(cuGraphicsGLRegisterBuffer, (CUgraphicsResource *, unsigned, unsigned), &r, 1, 0)
GRAPHICS(cuGraphicsGLRegisterImage, (CUgraphicsResource *, unsigned, unsigned, unsigned), &r, 1, 0x0DE1, 0)
GRAPHICS(cuGraphicsEGLRegisterImage, (CUgraphicsResource *, void *, unsigned), &r, 0, 0)
GRAPHICS(cuGraphicsResourceGetMappedEglFrame, (void *, CUgraphicsResource, unsigned, unsigned), buffer, 0, 0, 0)
GRAPHICS(cuEGLStreamConsumerConnect, (void **, void *), &q, 0)
GRAPHICS(cuEGLStreamConsumerConnectWithFlags, (void **, void *, unsigned), &q, 0, 0)
GRAPHICS(cuEGLStreamConsumerDisconnect, (void **), &q)
GRAPHICS(cuEGLStreamConsumerAcquireFrame, (void **, CUgraphicsResource *, CUstream *, unsigned), &q, &r, (CUstream *)&e, 0)
GRAPHICS(cuEGLStreamConsumerReleaseFrame, (void **, CUgraphicsResource, CUstream *), &q, 0, (CUstream *)&e)
GRAPHICS(cuEGLStreamProducerConnect, (void **, void *, int, int), &q, 0, 64, 64)
GRAPHICS(cuEGLStreamProducerDisconnect, (void **), &q)
GRAPHICS(cuEventCreateFromEGLSync, (CUevent *, void *, unsigned), &e, 0, 0)
GRAPHICS(cuVDPAUGetDevice, (CUdevice *, unsigned, void *), &v, 0, 0)
GRAPHICS(cuGraphicsVDPAURegisterVideoSurface, (CUgraphicsResource *, unsigned, unsigned), &r, 0, 0)
GRAPHICS(cuGraphicsVDPAURegisterOutputSurface, (CUgraphicsResource *, unsigned, unsigned), &r, 0, 0)
