/* Memory: device, host, managed, registered; and what is asked about it. */
#include "during.h"
static CUdeviceptr q; static void *hq; static size_t sz, sz2; static int n; static unsigned un;
static CUmemLocation here = { CU_MEM_LOCATION_TYPE_DEVICE, 0 };

GROUP(memory)
ROW(memory, cuMemAlloc) { DURING(d.cuMemAlloc(&q, 64)); if (!result) d.cuMemFree(q); }
ROW(memory, cuMemAlloc.zero) { DURING(d.cuMemAlloc(&q, 0)); }
ROW(memory, cuMemAllocPitch) { DURING(d.cuMemAllocPitch(&q, &sz, 64, 4, 4)); if (!result) d.cuMemFree(q); }
ROW(memory, cuMemFree) { PREP(d.cuMemAlloc(&q, 64)); DURING(d.cuMemFree(q)); if (result) d.cuMemFree(q); }
CALL(memory, cuMemFree.null, d.cuMemFree(0))
CALL(memory, cuMemFree.bad, d.cuMemFree(64))
CALL(memory, cuMemGetInfo, d.cuMemGetInfo(&sz, &sz2))
CALL(memory, cuMemGetAddressRange, d.cuMemGetAddressRange(&q, &sz, p))
ROW(memory, cuMemAllocManaged) { DURING(d.cuMemAllocManaged(&q, 4096, 1)); if (!result) d.cuMemFree(q); }
ROW(memory, cuMemFree.managed) { PREP(d.cuMemAllocManaged(&q, 4096, 1)); DURING(d.cuMemFree(q)); if (result) d.cuMemFree(q); }
ROW(memory, cuMemAdvise) { PREP(d.cuMemAllocManaged(&q, 4096, 1)); DURING(d.cuMemAdvise(q, 4096, 1, here)); d.cuMemFree(q); }
ROW(memory, cuMemPrefetchAsync.other) { PREP(d.cuMemAllocManaged(&q, 4096, 1)); DURING(d.cuMemPrefetchAsync(q, 4096, here, 0, o)); d.cuMemFree(q); }
ROW(memory, cuMemPrefetchAsync.captured) { PREP(d.cuMemAllocManaged(&q, 4096, 1)); DURING(d.cuMemPrefetchAsync(q, 4096, here, 0, S)); d.cuMemFree(q); }
ROW(memory, cuMemRangeGetAttribute) { PREP(d.cuMemAllocManaged(&q, 4096, 1)); DURING(d.cuMemRangeGetAttribute(&n, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, q, 4096)); d.cuMemFree(q); }
ROW(memory, cuStreamAttachMemAsync.other) { PREP(d.cuMemAllocManaged(&q, 4096, 1)); DURING(d.cuStreamAttachMemAsync(o, q, 0, 1)); d.cuMemFree(q); }
ROW(memory, cuStreamAttachMemAsync.captured) { PREP(d.cuMemAllocManaged(&q, 4096, 1)); DURING(d.cuStreamAttachMemAsync(S, q, 0, 1)); d.cuMemFree(q); }
ROW(memory, cuMemAllocHost) { DURING(d.cuMemAllocHost(&hq, 64)); if (!result) d.cuMemFreeHost(hq); }
ROW(memory, cuMemHostAlloc) { DURING(d.cuMemHostAlloc(&hq, 64, 0)); if (!result) d.cuMemFreeHost(hq); }
ROW(memory, cuMemFreeHost) { PREP(d.cuMemHostAlloc(&hq, 64, 0)); DURING(d.cuMemFreeHost(hq)); if (result) d.cuMemFreeHost(hq); }
CALL(memory, cuMemHostGetDevicePointer, d.cuMemHostGetDevicePointer(&q, hp, 0))
CALL(memory, cuMemHostGetFlags, d.cuMemHostGetFlags(&un, hp))
ROW(memory, cuMemHostRegister) { DURING(d.cuMemHostRegister(pages, 4096, 0)); if (!result) d.cuMemHostUnregister(pages); }
ROW(memory, cuMemHostUnregister) { PREP(d.cuMemHostRegister(pages, 4096, 0)); DURING(d.cuMemHostUnregister(pages)); if (result) d.cuMemHostUnregister(pages); }
CALL(memory, cuPointerGetAttribute.memory_type, d.cuPointerGetAttribute(&un, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p))
CALL(memory, cuPointerGetAttribute.is_managed, d.cuPointerGetAttribute(&un, CU_POINTER_ATTRIBUTE_IS_MANAGED, p))
CALL(memory, cuPointerGetAttribute.pool, d.cuPointerGetAttribute(&hq, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, p))
CALL(memory, cuPointerGetAttribute.host, d.cuPointerGetAttribute(&un, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)pages))
ROW(memory, cuPointerGetAttributes) { CUpointer_attribute at[2] = { CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL }; void *to[2] = { &un, &n }; DURING(d.cuPointerGetAttributes(2, at, to, p)); }
ROW(memory, cuPointerSetAttribute) { un = 1; DURING(d.cuPointerSetAttribute(&un, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p)); un = 0; d.cuPointerSetAttribute(&un, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p); }
ROW(memory, cuMemGetHandleForAddressRange) { DURING(d.cuMemGetHandleForAddressRange(&n, p, 1 << 16, 1, 0)); }
ROW(memory, cuMemAlloc.null_out) { DURING(d.cuMemAlloc(0, 64)); }
ROW(memory, cuMemAlloc.no_context) { DURING(({ d.cuCtxSetCurrent(0); CUresult r = d.cuMemAlloc(&q, 64); d.cuCtxSetCurrent(ctx_primary); r; })); }
ROW(memory, cuMemHostRegister.bad) { DURING(d.cuMemHostRegister(0, 0, 0)); }
ROW(memory, cuMemFreeHost.bad) { DURING(d.cuMemFreeHost((void *)64)); }
ROW(memory, cuMemPrefetchAsync.other_unmanaged) { DURING(d.cuMemPrefetchAsync(64, 4096, here, 0, o)); }
ROW(memory, cuMemPrefetchBatchAsync.captured) { PREP(d.cuMemAllocManaged(&q, 4096, 1)); size_t n1 = 4096, ix = 0; DURING(d.cuMemPrefetchBatchAsync(&q, &n1, 1, &here, &ix, 1, 0, S)); d.cuMemFree(q); }
ROW(memory, cuMemPrefetchBatchAsync.other) { PREP(d.cuMemAllocManaged(&q, 4096, 1)); size_t n1 = 4096, ix = 0; DURING(d.cuMemPrefetchBatchAsync(&q, &n1, 1, &here, &ix, 1, 0, o)); d.cuMemFree(q); }
ROW(memory, cuMemDiscardBatchAsync.captured) { PREP(d.cuMemAllocManaged(&q, 4096, 1)); size_t n1 = 4096; DURING(d.cuMemDiscardBatchAsync(&q, &n1, 1, 0, S)); d.cuMemFree(q); }

/* Copies and fills without a stream. */
GROUP(copies)
CALL(copies, cuMemcpy, d.cuMemcpy(p, p + 1024, 64))
CALL(copies, cuMemcpyHtoD, d.cuMemcpyHtoD(p, pages, 64))
CALL(copies, cuMemcpyHtoD.pinned, d.cuMemcpyHtoD(p, hp, 64))
CALL(copies, cuMemcpyHtoD.zero, d.cuMemcpyHtoD(p, pages, 0))
CALL(copies, cuMemcpyDtoH, d.cuMemcpyDtoH(pages, p, 64))
CALL(copies, cuMemcpyDtoD, d.cuMemcpyDtoD(p, p + 1024, 64))
CALL(copies, cuMemcpyPeer, d.cuMemcpyPeer(p, ctx_primary, p + 1024, ctx_primary, 64))
CALL(copies, cuMemcpyDtoA, d.cuMemcpyDtoA(arr, 0, p, 64))
CALL(copies, cuMemcpyAtoD, d.cuMemcpyAtoD(p, arr, 0, 64))
CALL(copies, cuMemcpyHtoA, d.cuMemcpyHtoA(arr, 0, pages, 64))
CALL(copies, cuMemcpyAtoH, d.cuMemcpyAtoH(pages, arr, 0, 64))
CALL(copies, cuMemcpyAtoA, d.cuMemcpyAtoA(arr, 0, arr, 128, 64))
#define C2 CUDA_MEMCPY2D c = { 0 }; c.srcMemoryType = CU_MEMORYTYPE_DEVICE; c.srcDevice = p; c.srcPitch = 64; c.dstMemoryType = CU_MEMORYTYPE_HOST; c.dstHost = pages; c.dstPitch = 64; c.WidthInBytes = 32; c.Height = 4
#define C3 CUDA_MEMCPY3D c = { 0 }; c.srcMemoryType = CU_MEMORYTYPE_DEVICE; c.srcDevice = p; c.srcPitch = 64; c.srcHeight = 4; c.dstMemoryType = CU_MEMORYTYPE_HOST; c.dstHost = pages; c.dstPitch = 64; c.dstHeight = 4; c.WidthInBytes = 32; c.Height = 4; c.Depth = 2
ROW(copies, cuMemcpy2D) { C2; DURING(d.cuMemcpy2D(&c)); }
ROW(copies, cuMemcpy2DUnaligned) { C2; DURING(d.cuMemcpy2DUnaligned(&c)); }
ROW(copies, cuMemcpy3D) { C3; DURING(d.cuMemcpy3D(&c)); }
ROW(copies, cuMemcpy3DPeer) { CUDA_MEMCPY3D_PEER c = { 0 }; c.srcMemoryType = CU_MEMORYTYPE_DEVICE; c.srcDevice = p; c.srcPitch = 64; c.srcHeight = 4; c.dstMemoryType = CU_MEMORYTYPE_DEVICE; c.dstDevice = p + 4096; c.dstPitch = 64; c.dstHeight = 4; c.WidthInBytes = 32; c.Height = 4; c.Depth = 2; c.srcContext = c.dstContext = ctx_primary; DURING(d.cuMemcpy3DPeer(&c)); }
CALL(copies, cuMemsetD8, d.cuMemsetD8(p, 0, 64))
CALL(copies, cuMemsetD16, d.cuMemsetD16(p, 0, 64))
CALL(copies, cuMemsetD32, d.cuMemsetD32(p, 0, 64))
CALL(copies, cuMemsetD2D8, d.cuMemsetD2D8(p, 64, 0, 32, 4))
CALL(copies, cuMemsetD2D32, d.cuMemsetD2D32(p, 64, 0, 8, 4))

/* Pools. */
GROUP(pools)
static CUmemoryPool pool, pq;
static CUresult a_pool(void) { CUmemPoolProps props = { CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_HANDLE_TYPE_NONE, { CU_MEM_LOCATION_TYPE_DEVICE, 0 } }; return pool ? CUDA_SUCCESS : d.cuMemPoolCreate(&pool, &props); }
static u64 v64;
#define POOL(k, call) ROW2(pools, #k, CAT(pools_, __LINE__)) { PREP(a_pool()); DURING(call); }
ROW(pools, cuMemPoolCreate) { CUmemPoolProps props = { CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_HANDLE_TYPE_NONE, { CU_MEM_LOCATION_TYPE_DEVICE, 0 } }; DURING(d.cuMemPoolCreate(&pq, &props)); if (!result) d.cuMemPoolDestroy(pq); }
ROW(pools, cuMemPoolDestroy) { CUmemPoolProps props = { CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_HANDLE_TYPE_NONE, { CU_MEM_LOCATION_TYPE_DEVICE, 0 } }; PREP(d.cuMemPoolCreate(&pq, &props)); DURING(d.cuMemPoolDestroy(pq)); if (result) d.cuMemPoolDestroy(pq); }
POOL(cuMemPoolGetAttribute.threshold, d.cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &v64))
POOL(cuMemPoolGetAttribute.reuse, d.cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, &v64))
POOL(cuMemPoolGetAttribute.reserved, d.cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &v64))
POOL(cuMemPoolGetAttribute.used, d.cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &v64))
POOL(cuMemPoolGetAttribute.bad, d.cuMemPoolGetAttribute(pool, 99, &v64))
POOL(cuMemPoolSetAttribute, (v64 = 0, d.cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &v64)))
POOL(cuMemPoolTrimTo, d.cuMemPoolTrimTo(pool, 0))
ROW(pools, cuMemPoolSetAccess) { PREP(a_pool()); CUmemAccessDesc a = { here, CU_MEM_ACCESS_FLAGS_PROT_READWRITE }; DURING(d.cuMemPoolSetAccess(pool, &a, 1)); }
ROW(pools, cuMemPoolGetAccess) { PREP(a_pool()); CUmemAccess_flags f; DURING(d.cuMemPoolGetAccess(&f, pool, &here)); }
ROW(pools, cuMemPoolExportToShareableHandle) { PREP(a_pool()); int fd = -1; DURING(d.cuMemPoolExportToShareableHandle(&fd, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0)); if (fd >= 0) close(fd); }
CALL(pools, cuDeviceGetDefaultMemPool, d.cuDeviceGetDefaultMemPool(&pq, 0))
CALL(pools, cuDeviceGetMemPool, d.cuDeviceGetMemPool(&pq, 0))
ROW(pools, cuDeviceSetMemPool) { PREP(a_pool()); CUmemoryPool was; PREP(d.cuDeviceGetMemPool(&was, 0)); DURING(d.cuDeviceSetMemPool(0, pool)); d.cuDeviceSetMemPool(0, was); }
CALL(pools, cuMemGetDefaultMemPool, d.cuMemGetDefaultMemPool(&pq, &here, CU_MEM_ALLOCATION_TYPE_PINNED))
CALL(pools, cuMemGetMemPool, d.cuMemGetMemPool(&pq, &here, CU_MEM_ALLOCATION_TYPE_PINNED))
ROW(pools, cuMemAllocAsync.other) { DURING(d.cuMemAllocAsync(&q, 64, o)); if (!result) d.cuMemFreeAsync(q, o); d.cuStreamSynchronize(o); }
ROW(pools, cuMemAllocAsync.captured) { DURING(d.cuMemAllocAsync(&q, 64, S)); }
ROW(pools, cuMemAllocAsync.legacy) { DURING(d.cuMemAllocAsync(&q, 64, 0)); if (!result) d.cuMemFreeAsync(q, 0); }
ROW(pools, cuMemAllocFromPoolAsync.other) { PREP(a_pool()); DURING(d.cuMemAllocFromPoolAsync(&q, 64, pool, o)); if (!result) d.cuMemFreeAsync(q, o); d.cuStreamSynchronize(o); }
ROW(pools, cuMemAllocFromPoolAsync.captured) { PREP(a_pool()); DURING(d.cuMemAllocFromPoolAsync(&q, 64, pool, S)); }
ROW(pools, cuMemFreeAsync.other) { PREP(d.cuMemAllocAsync(&q, 64, o)); PREP(d.cuStreamSynchronize(o)); DURING(d.cuMemFreeAsync(q, o)); if (result) d.cuMemFreeAsync(q, o); d.cuStreamSynchronize(o); }
ROW(pools, cuMemFreeAsync.captured) { PREP(d.cuMemAllocAsync(&q, 64, o)); PREP(d.cuStreamSynchronize(o)); DURING(d.cuMemFreeAsync(q, S)); d.cuMemFreeAsync(q, o); d.cuStreamSynchronize(o); }
ROW(pools, cuMemFreeAsync.plain_captured) { PREP(d.cuMemAlloc(&q, 64)); DURING(d.cuMemFreeAsync(q, S)); d.cuMemFree(q); }
ROW(pools, cuMemFree.pooled) { PREP(d.cuMemAllocAsync(&q, 64, o)); PREP(d.cuStreamSynchronize(o)); DURING(d.cuMemFree(q)); if (result) d.cuMemFree(q); }
ROW(pools, cuMemPoolExportPointer) { PREP(a_pool()); PREP(d.cuMemAllocFromPoolAsync(&q, 64, pool, o)); PREP(d.cuStreamSynchronize(o)); CUmemPoolPtrExportData x; DURING(d.cuMemPoolExportPointer(&x, q)); d.cuMemFreeAsync(q, o); d.cuStreamSynchronize(o); }
ROW(pools, cuMemSetMemPool) { PREP(a_pool()); CUmemoryPool was; PREP(d.cuMemGetMemPool(&was, &here, CU_MEM_ALLOCATION_TYPE_PINNED)); DURING(d.cuMemSetMemPool(&here, CU_MEM_ALLOCATION_TYPE_PINNED, pool)); d.cuMemSetMemPool(&here, CU_MEM_ALLOCATION_TYPE_PINNED, was); }
CALL(pools, cuMemPoolTrimTo.null, d.cuMemPoolTrimTo(0, 0))
ROW(pools, cuMemPoolImportFromShareableHandle.bad) { DURING(d.cuMemPoolImportFromShareableHandle(&pq, (void *)(long)-1, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0)); }
CALL(pools, cuDeviceGraphMemTrim, d.cuDeviceGraphMemTrim(0))
CALL(pools, cuDeviceGetGraphMemAttribute, d.cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &v64))
CALL(pools, cuDeviceSetGraphMemAttribute, (v64 = 0, d.cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &v64)))

/* Virtual memory, sharing, external objects. */
GROUP(virtual)
static CUmemGenericAllocationHandle vh, vh2; static CUdeviceptr vr; static size_t gr = 2 << 20;
static CUmemAllocationProp vp = { .type = CU_MEM_ALLOCATION_TYPE_PINNED, .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
static CUresult vmm(int map) { CUresult r = 0; if (!vr) r = d.cuMemAddressReserve(&vr, gr, 0, 0, 0); if (!r && !vh) r = d.cuMemCreate(&vh, gr, &vp, 0); if (!r && map) r = d.cuMemMap(vr, gr, 0, vh, 0); return r; }
static CUmemAccessDesc rw = { { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
ROW(virtual, cuMemAddressReserve) { DURING(d.cuMemAddressReserve(&q, gr, 0, 0, 0)); if (!result) d.cuMemAddressFree(q, gr); }
ROW(virtual, cuMemAddressFree) { PREP(d.cuMemAddressReserve(&q, gr, 0, 0, 0)); DURING(d.cuMemAddressFree(q, gr)); if (result) d.cuMemAddressFree(q, gr); }
ROW(virtual, cuMemCreate) { DURING(d.cuMemCreate(&vh2, gr, &vp, 0)); if (!result) d.cuMemRelease(vh2); }
ROW(virtual, cuMemRelease) { PREP(d.cuMemCreate(&vh2, gr, &vp, 0)); DURING(d.cuMemRelease(vh2)); if (result) d.cuMemRelease(vh2); }
ROW(virtual, cuMemMap) { PREP(vmm(0)); DURING(d.cuMemMap(vr, gr, 0, vh, 0)); if (!result) d.cuMemUnmap(vr, gr); }
ROW(virtual, cuMemUnmap) { PREP(vmm(1)); DURING(d.cuMemUnmap(vr, gr)); if (result) d.cuMemUnmap(vr, gr); }
ROW(virtual, cuMemSetAccess) { PREP(vmm(1)); DURING(d.cuMemSetAccess(vr, gr, &rw, 1)); d.cuMemUnmap(vr, gr); }
ROW(virtual, cuMemGetAccess) { PREP(vmm(1)); unsigned long long f; DURING(d.cuMemGetAccess(&f, &here, vr)); d.cuMemUnmap(vr, gr); }
ROW(virtual, cuMemExportToShareableHandle) { PREP(vmm(0)); int fd = -1; DURING(d.cuMemExportToShareableHandle(&fd, vh, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0)); if (!result) close(fd); }
ROW(virtual, cuMemImportFromShareableHandle) { PREP(vmm(0)); int fd = -1; PREP(d.cuMemExportToShareableHandle(&fd, vh, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0)); DURING(d.cuMemImportFromShareableHandle(&vh2, (void *)(long)fd, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)); if (!result) d.cuMemRelease(vh2); close(fd); }
CALL(virtual, cuMemGetAllocationGranularity, d.cuMemGetAllocationGranularity(&sz, &vp, 0))
ROW(virtual, cuMemGetAllocationPropertiesFromHandle) { PREP(vmm(0)); CUmemAllocationProp x; DURING(d.cuMemGetAllocationPropertiesFromHandle(&x, vh)); }
ROW(virtual, cuMemRetainAllocationHandle) { PREP(vmm(1)); DURING(d.cuMemRetainAllocationHandle(&vh2, (void *)vr)); if (!result) d.cuMemRelease(vh2); d.cuMemUnmap(vr, gr); }
ROW(virtual, cuIpcGetMemHandle) { PREP(d.cuMemAlloc(&q, 1 << 21)); CUipcMemHandle h; DURING(d.cuIpcGetMemHandle(&h, q)); d.cuMemFree(q); }
ROW(virtual, cuIpcOpenMemHandle.bad) { CUipcMemHandle h; memset(&h, 0, sizeof h); DURING(d.cuIpcOpenMemHandle(&q, h, 1)); }
ROW(virtual, cuIpcOpenEventHandle.bad) { CUipcEventHandle h; CUevent i; memset(&h, 0, sizeof h); DURING(d.cuIpcOpenEventHandle(&i, h)); }
CALL(virtual, cuIpcCloseMemHandle.bad, d.cuIpcCloseMemHandle(64))
ROW(virtual, cuIpcGetEventHandle) { CUevent i; PREP(d.cuEventCreate(&i, 6)); CUipcEventHandle h; DURING(d.cuIpcGetEventHandle(&h, i)); d.cuEventDestroy(i); }
ROW(virtual, cuImportExternalMemory.bad) { CUDA_EXTERNAL_MEMORY_HANDLE_DESC x = { 0 }; CUexternalMemory m; DURING(d.cuImportExternalMemory(&m, &x)); }
ROW(virtual, cuImportExternalSemaphore.bad) { CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC x = { 0 }; CUexternalSemaphore m; DURING(d.cuImportExternalSemaphore(&m, &x)); }

/* Arrays, textures, surfaces, tensor maps. */
GROUP(arrays)
static CUarray aq; static CUmipmappedArray mq; static CUDA_ARRAY_DESCRIPTOR ad = { 64, 64, CU_AD_FORMAT_UNSIGNED_INT8, 4 }; static CUDA_ARRAY3D_DESCRIPTOR a3 = { 64, 64, 0, CU_AD_FORMAT_UNSIGNED_INT8, 4, CUDA_ARRAY3D_SURFACE_LDST };
static CUDA_RESOURCE_DESC rd(void) { CUDA_RESOURCE_DESC r; memset(&r, 0, sizeof r); r.resType = CU_RESOURCE_TYPE_ARRAY; r.res.array.hArray = arr; return r; }
static CUDA_TEXTURE_DESC td; static CUtexObject tq; static CUsurfObject sq;
ROW(arrays, cuArrayCreate) { DURING(d.cuArrayCreate(&aq, &ad)); if (!result) d.cuArrayDestroy(aq); }
ROW(arrays, cuArray3DCreate) { DURING(d.cuArray3DCreate(&aq, &a3)); if (!result) d.cuArrayDestroy(aq); }
ROW(arrays, cuArrayDestroy) { PREP(d.cuArrayCreate(&aq, &ad)); DURING(d.cuArrayDestroy(aq)); if (result) d.cuArrayDestroy(aq); }
ROW(arrays, cuArrayGetDescriptor) { CUDA_ARRAY_DESCRIPTOR x; DURING(d.cuArrayGetDescriptor(&x, arr)); }
ROW(arrays, cuArray3DGetDescriptor) { CUDA_ARRAY3D_DESCRIPTOR x; DURING(d.cuArray3DGetDescriptor(&x, arr)); }
ROW(arrays, cuArrayGetMemoryRequirements) { CUDA_ARRAY_MEMORY_REQUIREMENTS x; DURING(d.cuArrayGetMemoryRequirements(&x, arr, 0)); }
ROW(arrays, cuArrayGetSparseProperties) { CUDA_ARRAY_SPARSE_PROPERTIES x; DURING(d.cuArrayGetSparseProperties(&x, arr)); }
ROW(arrays, cuArrayGetPlane) { DURING(d.cuArrayGetPlane(&aq, arr, 0)); }
ROW(arrays, cuMipmappedArrayCreate) { DURING(d.cuMipmappedArrayCreate(&mq, &a3, 2)); if (!result) d.cuMipmappedArrayDestroy(mq); }
ROW(arrays, cuMipmappedArrayDestroy) { PREP(d.cuMipmappedArrayCreate(&mq, &a3, 2)); DURING(d.cuMipmappedArrayDestroy(mq)); if (result) d.cuMipmappedArrayDestroy(mq); }
ROW(arrays, cuMipmappedArrayGetLevel) { PREP(d.cuMipmappedArrayCreate(&mq, &a3, 2)); DURING(d.cuMipmappedArrayGetLevel(&aq, mq, 1)); d.cuMipmappedArrayDestroy(mq); }
ROW(arrays, cuTexObjectCreate) { CUDA_RESOURCE_DESC r = rd(); DURING(d.cuTexObjectCreate(&tq, &r, &td, 0)); if (!result) d.cuTexObjectDestroy(tq); }
ROW(arrays, cuTexObjectDestroy) { CUDA_RESOURCE_DESC r = rd(); PREP(d.cuTexObjectCreate(&tq, &r, &td, 0)); DURING(d.cuTexObjectDestroy(tq)); if (result) d.cuTexObjectDestroy(tq); }
ROW(arrays, cuTexObjectGetResourceDesc) { CUDA_RESOURCE_DESC r = rd(), x; PREP(d.cuTexObjectCreate(&tq, &r, &td, 0)); DURING(d.cuTexObjectGetResourceDesc(&x, tq)); d.cuTexObjectDestroy(tq); }
ROW(arrays, cuTexObjectGetTextureDesc) { CUDA_RESOURCE_DESC r = rd(); CUDA_TEXTURE_DESC x; PREP(d.cuTexObjectCreate(&tq, &r, &td, 0)); DURING(d.cuTexObjectGetTextureDesc(&x, tq)); d.cuTexObjectDestroy(tq); }
ROW(arrays, cuSurfObjectCreate) { PREP(d.cuArray3DCreate(&aq, &a3)); CUDA_RESOURCE_DESC r = rd(); r.res.array.hArray = aq; DURING(d.cuSurfObjectCreate(&sq, &r)); if (!result) d.cuSurfObjectDestroy(sq); d.cuArrayDestroy(aq); }
ROW(arrays, cuSurfObjectDestroy) { PREP(d.cuArray3DCreate(&aq, &a3)); CUDA_RESOURCE_DESC r = rd(); r.res.array.hArray = aq; PREP(d.cuSurfObjectCreate(&sq, &r)); DURING(d.cuSurfObjectDestroy(sq)); if (result) d.cuSurfObjectDestroy(sq); d.cuArrayDestroy(aq); }
CALL(arrays, cuArrayDestroy.null, d.cuArrayDestroy(0))
ROW(arrays, cuTexRefCreate) { CUtexref t; DURING(d.cuTexRefCreate(&t)); if (!result) d.cuTexRefDestroy(t); }
ROW(arrays, cuTexRefDestroy) { CUtexref t; PREP(d.cuTexRefCreate(&t)); DURING(d.cuTexRefDestroy(t)); }
ROW(arrays, cuTexRefSetAddress) { CUtexref t; PREP(d.cuTexRefCreate(&t)); DURING(({ size_t z; d.cuTexRefSetAddress(&z, t, p, 1024); })); d.cuTexRefDestroy(t); }
ROW(arrays, cuTexRefSetArray) { CUtexref t; PREP(d.cuTexRefCreate(&t)); DURING(d.cuTexRefSetArray(t, arr, 1)); d.cuTexRefDestroy(t); }
ROW(arrays, cuTensorMapEncodeTiled) { CUtensorMap m __attribute__((aligned(64))); cuuint64_t dim[2] = { 64, 64 }, st[1] = { 256 }; cuuint32_t box[2] = { 8, 8 }, es[2] = { 1, 1 }; DURING(d.cuTensorMapEncodeTiled(&m, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, (void *)p, dim, st, box, es, 0, 0, 0, 0)); }
