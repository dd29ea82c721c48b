/* Streams, events, modules, functions, contexts, devices. */
#include "during.h"
static int n, n2; static unsigned un; static size_t sz; static CUstream sq; static CUevent ev; static unsigned long long id; static float ms;
static void CUDA_CB host(void *u) {}
static void CUDA_CB callback(CUstream s, CUresult r, void *u) {}
static void *args[2]; static CUdeviceptr pa; static unsigned pn;
static void **arguments(void) { pa = p; pn = 1; args[0] = &pa; args[1] = &pn; return args; }

/* A stream that doesn't capture. */
GROUP(streams)
ROW(streams, cuStreamCreate) { DURING(d.cuStreamCreate(&sq, 1)); if (!result) d.cuStreamDestroy(sq); }
ROW(streams, cuStreamCreate.blocking) { DURING(d.cuStreamCreate(&sq, 0)); if (!result) d.cuStreamDestroy(sq); }
ROW(streams, cuStreamCreateWithPriority) { DURING(d.cuStreamCreateWithPriority(&sq, 1, -1)); if (!result) d.cuStreamDestroy(sq); }
ROW(streams, cuStreamDestroy) { PREP(d.cuStreamCreate(&sq, 1)); DURING(d.cuStreamDestroy(sq)); if (result) d.cuStreamDestroy(sq); }
CALL(streams, cuStreamQuery, d.cuStreamQuery(o))
CALL(streams, cuStreamSynchronize, d.cuStreamSynchronize(o))
CALL(streams, cuStreamGetPriority, d.cuStreamGetPriority(o, &n))
CALL(streams, cuStreamGetFlags, d.cuStreamGetFlags(o, &un))
CALL(streams, cuStreamGetId, d.cuStreamGetId(o, &id))
CALL(streams, cuStreamGetDevice, d.cuStreamGetDevice(o, &n))
ROW(streams, cuStreamGetCtx) { CUcontext c; DURING(d.cuStreamGetCtx(o, &c)); }
ROW(streams, cuStreamGetAttribute) { CUstreamAttrValue v; DURING(d.cuStreamGetAttribute(o, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &v)); }
ROW(streams, cuStreamSetAttribute) { CUstreamAttrValue v = { 0 }; v.syncPolicy = 1; DURING(d.cuStreamSetAttribute(o, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &v)); }
ROW(streams, cuStreamCopyAttributes) { PREP(d.cuStreamCreate(&sq, 1)); DURING(d.cuStreamCopyAttributes(sq, o)); d.cuStreamDestroy(sq); }
CALL(streams, cuStreamWaitEvent, d.cuStreamWaitEvent(o, e, 0))
CALL(streams, cuStreamWaitEvent.unrecorded, d.cuStreamWaitEvent(o, fresh, 0))
ROW(streams, cuStreamIsCapturing) { CUstreamCaptureStatus s; DURING(d.cuStreamIsCapturing(o, &s)); }
ROW(streams, cuStreamGetCaptureInfo) { CUstreamCaptureStatus s; DURING(d.cuStreamGetCaptureInfo(o, &s, 0, 0, 0, 0, 0)); }
ROW(streams, cuStreamBeginCapture) { PREP(d.cuStreamCreate(&sq, 1)); DURING(d.cuStreamBeginCapture(sq, 0)); CUgraph g = 0; if (!result) d.cuStreamEndCapture(sq, &g); if (g) d.cuGraphDestroy(g); d.cuStreamDestroy(sq); }
ROW(streams, cuStreamEndCapture.none) { CUgraph g; DURING(d.cuStreamEndCapture(o, &g)); }
CALL(streams, cuStreamAddCallback, d.cuStreamAddCallback(o, callback, 0, 0))
CALL(streams, cuLaunchHostFunc, d.cuLaunchHostFunc(o, host, 0))
CALL(streams, cuLaunchKernel, d.cuLaunchKernel(fn, 1, 1, 1, 1, 1, 1, 0, o, arguments(), 0))
CALL(streams, cuMemcpyHtoDAsync, d.cuMemcpyHtoDAsync(p, hp, 64, o))
CALL(streams, cuMemcpyHtoDAsync.pageable, d.cuMemcpyHtoDAsync(p, pages, 64, o))
CALL(streams, cuMemcpyDtoHAsync, d.cuMemcpyDtoHAsync(hp, p, 64, o))
CALL(streams, cuMemcpyDtoHAsync.pageable, d.cuMemcpyDtoHAsync(pages, p, 64, o))
CALL(streams, cuMemcpyDtoDAsync, d.cuMemcpyDtoDAsync(p, p + 1024, 64, o))
CALL(streams, cuMemsetD8Async, d.cuMemsetD8Async(p, 0, 64, o))
CALL(streams, cuStreamWriteValue32, d.cuStreamWriteValue32(o, p, 1, 0))
CALL(streams, cuStreamWaitValue32, d.cuStreamWaitValue32(o, p, 0, 0))
CALL(streams, cuThreadExchangeStreamCaptureMode, ({ CUstreamCaptureMode m = 1; CUresult r = d.cuThreadExchangeStreamCaptureMode(&m); d.cuThreadExchangeStreamCaptureMode(&m); r; }))

/* The capturing stream itself. */
GROUP(captured)
CALL(captured, cuStreamQuery, d.cuStreamQuery(S))
CALL(captured, cuStreamSynchronize, d.cuStreamSynchronize(S))
CALL(captured, cuStreamGetPriority, d.cuStreamGetPriority(S, &n))
CALL(captured, cuStreamGetFlags, d.cuStreamGetFlags(S, &un))
CALL(captured, cuStreamGetId, d.cuStreamGetId(S, &id))
CALL(captured, cuStreamGetDevice, d.cuStreamGetDevice(S, &n))
ROW(captured, cuStreamGetCtx) { CUcontext c; DURING(d.cuStreamGetCtx(S, &c)); }
ROW(captured, cuStreamGetGreenCtx) { CUgreenCtx c; DURING(d.cuStreamGetGreenCtx(S, &c)); }
ROW(captured, cuStreamGetAttribute) { CUstreamAttrValue v; DURING(d.cuStreamGetAttribute(S, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &v)); }
ROW(captured, cuStreamGetAttribute.priority) { CUstreamAttrValue v; DURING(d.cuStreamGetAttribute(S, CU_STREAM_ATTRIBUTE_PRIORITY, &v)); }
ROW(captured, cuStreamSetAttribute) { CUstreamAttrValue v = { 0 }; v.syncPolicy = 1; DURING(d.cuStreamSetAttribute(S, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &v)); }
ROW(captured, cuStreamSetAttribute.priority) { CUstreamAttrValue v = { 0 }; v.priority = -1; DURING(d.cuStreamSetAttribute(S, CU_STREAM_ATTRIBUTE_PRIORITY, &v)); }
ROW(captured, cuStreamSetAttribute.window) { CUstreamAttrValue v = { 0 }; v.accessPolicyWindow.base_ptr = (void *)p; v.accessPolicyWindow.num_bytes = 1024; v.accessPolicyWindow.hitRatio = 1; v.accessPolicyWindow.hitProp = CU_ACCESS_PROPERTY_PERSISTING; DURING(d.cuStreamSetAttribute(S, CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW, &v)); }
CALL(captured, cuStreamCopyAttributes.to, d.cuStreamCopyAttributes(S, o))
CALL(captured, cuStreamCopyAttributes.from, d.cuStreamCopyAttributes(o, S))
CALL(captured, cuStreamBeginCapture, d.cuStreamBeginCapture(S, 0))
ROW(captured, cuStreamIsCapturing) { CUstreamCaptureStatus s; DURING(d.cuStreamIsCapturing(S, &s)); }
ROW(captured, cuStreamGetCaptureInfo) { CUstreamCaptureStatus s; DURING(d.cuStreamGetCaptureInfo(S, &s, 0, 0, 0, 0, 0)); }
ROW(captured, cuStreamUpdateCaptureDependencies) { DURING(d.cuStreamUpdateCaptureDependencies(S, 0, 0, 0, CU_STREAM_SET_CAPTURE_DEPENDENCIES)); }
ROW(captured, cuStreamUpdateCaptureDependencies.bad) { DURING(d.cuStreamUpdateCaptureDependencies(S, 0, 0, 0, 7)); }
CALL(captured, cuStreamWaitEvent, d.cuStreamWaitEvent(S, e, 0))
CALL(captured, cuStreamWaitEvent.external, d.cuStreamWaitEvent(S, e, 1))
CALL(captured, cuStreamWaitEvent.unrecorded, d.cuStreamWaitEvent(S, fresh, 0))
CALL(captured, cuStreamWaitEvent.bad_flags, d.cuStreamWaitEvent(S, e, 8))
#define EV(flags) PREP(d.cuEventCreate(&ev, flags))
#define EVX d.cuEventDestroy(ev)
ROW(captured, cuEventRecord) { EV(2); DURING(d.cuEventRecord(ev, S)); EVX; }
ROW(captured, cuEventRecord.timing) { EV(0); DURING(d.cuEventRecord(ev, S)); EVX; }
ROW(captured, cuEventRecord.interprocess) { EV(6); DURING(d.cuEventRecord(ev, S)); EVX; }
ROW(captured, cuEventRecordWithFlags.external) { EV(2); DURING(d.cuEventRecordWithFlags(ev, S, 1)); EVX; }
ROW(captured, cuEventRecordWithFlags.bad) { EV(2); DURING(d.cuEventRecordWithFlags(ev, S, 8)); EVX; }
CALL(captured, cuStreamAddCallback, d.cuStreamAddCallback(S, callback, 0, 0))
CALL(captured, cuLaunchHostFunc, d.cuLaunchHostFunc(S, host, 0))
CALL(captured, cuLaunchHostFunc.null, d.cuLaunchHostFunc(S, 0, 0))
CALL(captured, cuLaunchKernel, d.cuLaunchKernel(fn, 1, 1, 1, 1, 1, 1, 0, S, arguments(), 0))
CALL(captured, cuLaunchKernel.bad_block, d.cuLaunchKernel(fn, 1, 1, 1, 4096, 1, 1, 0, S, arguments(), 0))
CALL(captured, cuLaunchKernel.no_arguments, d.cuLaunchKernel(fn, 1, 1, 1, 1, 1, 1, 0, S, 0, 0))
CALL(captured, cuLaunchCooperativeKernel, d.cuLaunchCooperativeKernel(fn, 1, 1, 1, 1, 1, 1, 0, S, arguments()))
CALL(captured, cuLaunchCooperativeKernel.too_large, d.cuLaunchCooperativeKernel(fn, 1 << 20, 1, 1, 1024, 1, 1, 0, S, arguments()))
CALL(captured, cuMemcpyAsync, d.cuMemcpyAsync(p, p + 1024, 64, S))
CALL(captured, cuMemcpyHtoDAsync, d.cuMemcpyHtoDAsync(p, hp, 64, S))
CALL(captured, cuMemcpyHtoDAsync.pageable, d.cuMemcpyHtoDAsync(p, pages, 64, S))
CALL(captured, cuMemcpyHtoDAsync.zero, d.cuMemcpyHtoDAsync(p, hp, 0, S))
CALL(captured, cuMemcpyHtoDAsync.bad, d.cuMemcpyHtoDAsync(p, hp, 1 << 30, S))
CALL(captured, cuMemcpyDtoHAsync, d.cuMemcpyDtoHAsync(hp, p, 64, S))
CALL(captured, cuMemcpyDtoHAsync.pageable, d.cuMemcpyDtoHAsync(pages, p, 64, S))
CALL(captured, cuMemcpyDtoDAsync, d.cuMemcpyDtoDAsync(p, p + 1024, 64, S))
CALL(captured, cuMemcpyPeerAsync, d.cuMemcpyPeerAsync(p, ctx_primary, p + 1024, ctx_primary, 64, S))
ROW(captured, cuMemcpy3DPeerAsync) { CUDA_MEMCPY3D_PEER c = { 0 }; c.srcMemoryType = CU_MEMORYTYPE_DEVICE; c.srcDevice = p; c.srcPitch = 64; c.srcHeight = 4; c.dstMemoryType = CU_MEMORYTYPE_DEVICE; c.dstDevice = p + 4096; c.dstPitch = 64; c.dstHeight = 4; c.WidthInBytes = 32; c.Height = 4; c.Depth = 2; c.srcContext = c.dstContext = ctx_primary; DURING(d.cuMemcpy3DPeerAsync(&c, S)); }
ROW(captured, cuMemcpy3DBatchAsync.none) { DURING(d.cuMemcpy3DBatchAsync(0, 0, 0, S)); }
CALL(captured, cuMemcpyHtoAAsync, d.cuMemcpyHtoAAsync(arr, 0, hp, 64, S))
CALL(captured, cuMemcpyAtoHAsync, d.cuMemcpyAtoHAsync(hp, arr, 0, 64, S))
#define C2 CUDA_MEMCPY2D c = { 0 }; c.srcMemoryType = CU_MEMORYTYPE_DEVICE; c.srcDevice = p; c.srcPitch = 64; c.dstMemoryType = CU_MEMORYTYPE_HOST; c.dstHost = hp; c.dstPitch = 64; c.WidthInBytes = 32; c.Height = 4
#define C3 CUDA_MEMCPY3D c = { 0 }; c.srcMemoryType = CU_MEMORYTYPE_DEVICE; c.srcDevice = p; c.srcPitch = 64; c.srcHeight = 4; c.dstMemoryType = CU_MEMORYTYPE_HOST; c.dstHost = hp; c.dstPitch = 64; c.dstHeight = 4; c.WidthInBytes = 32; c.Height = 4; c.Depth = 2
ROW(captured, cuMemcpy2DAsync) { C2; DURING(d.cuMemcpy2DAsync(&c, S)); }
ROW(captured, cuMemcpy3DAsync) { C3; DURING(d.cuMemcpy3DAsync(&c, S)); }
ROW(captured, cuMemcpyBatchAsync) { CUdeviceptr to = p, from = p + 1024; size_t n1 = 64, ix = 0; CUmemcpyAttributes a; memset(&a, 0, sizeof a); a.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM; DURING(d.cuMemcpyBatchAsync(&to, &from, &n1, 1, &a, &ix, 1, S)); }
CALL(captured, cuMemsetD8Async, d.cuMemsetD8Async(p, 0, 64, S))
CALL(captured, cuMemsetD8Async.zero, d.cuMemsetD8Async(p, 0, 0, S))
CALL(captured, cuMemsetD16Async, d.cuMemsetD16Async(p, 0, 64, S))
CALL(captured, cuMemsetD32Async, d.cuMemsetD32Async(p, 0, 64, S))
CALL(captured, cuMemsetD2D8Async, d.cuMemsetD2D8Async(p, 64, 0, 32, 4, S))
CALL(captured, cuMemsetD2D32Async, d.cuMemsetD2D32Async(p, 64, 0, 8, 4, S))
CALL(captured, cuStreamWriteValue32, d.cuStreamWriteValue32(S, p, 1, 0))
CALL(captured, cuStreamWriteValue64, d.cuStreamWriteValue64(S, p, 1, 0))
CALL(captured, cuStreamWaitValue32, d.cuStreamWaitValue32(S, p, 0, 0))
CALL(captured, cuStreamWriteValue32.unaligned, d.cuStreamWriteValue32(S, p + 1, 1, 0))
ROW(captured, cuStreamBatchMemOp) { CUstreamBatchMemOpParams b; memset(&b, 0, sizeof b); b.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32; b.writeValue.address = p; b.writeValue.value = 1; DURING(d.cuStreamBatchMemOp(S, 1, &b, 0)); }
CALL(captured, cuSignalExternalSemaphoresAsync.none, d.cuSignalExternalSemaphoresAsync(0, 0, 0, S))
CALL(captured, cuWaitExternalSemaphoresAsync.none, d.cuWaitExternalSemaphoresAsync(0, 0, 0, S))
CALL(captured, cuMemMapArrayAsync.none, d.cuMemMapArrayAsync(0, 0, S))
ROW(captured, cuGraphLaunch) { CUgraph g; CUgraphExec x; PREP(d.cuGraphCreate(&g, 0)); PREP(d.cuGraphInstantiate(&x, g, 0)); DURING(d.cuGraphLaunch(x, S)); d.cuGraphExecDestroy(x); d.cuGraphDestroy(g); }
ROW(captured, cuGraphUpload) { CUgraph g; CUgraphExec x; PREP(d.cuGraphCreate(&g, 0)); PREP(d.cuGraphInstantiate(&x, g, 0)); DURING(d.cuGraphUpload(x, S)); d.cuGraphExecDestroy(x); d.cuGraphDestroy(g); }

/* The legacy and the per-thread default stream. */
GROUP(defaults)
#define BOTH(k, ...) \
  ROW2(defaults, #k ".legacy", CAT(l_, __LINE__)) { const CUstream L = CU_STREAM_LEGACY; DURING(__VA_ARGS__); } \
  ROW2(defaults, #k ".per_thread", CAT(t_, __LINE__)) { const CUstream L = CU_STREAM_PER_THREAD; DURING(__VA_ARGS__); }
BOTH(cuStreamQuery, d.cuStreamQuery(L))
BOTH(cuStreamSynchronize, d.cuStreamSynchronize(L))
BOTH(cuStreamGetFlags, d.cuStreamGetFlags(L, &un))
BOTH(cuStreamGetPriority, d.cuStreamGetPriority(L, &n))
BOTH(cuStreamGetId, d.cuStreamGetId(L, &id))
BOTH(cuStreamGetCtx, ({ CUcontext c; d.cuStreamGetCtx(L, &c); }))
BOTH(cuStreamGetAttribute, ({ CUstreamAttrValue v; d.cuStreamGetAttribute(L, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &v); }))
BOTH(cuStreamIsCapturing, ({ CUstreamCaptureStatus s; d.cuStreamIsCapturing(L, &s); }))
BOTH(cuStreamGetCaptureInfo, ({ CUstreamCaptureStatus s; d.cuStreamGetCaptureInfo(L, &s, 0, 0, 0, 0, 0); }))
BOTH(cuStreamWaitEvent, d.cuStreamWaitEvent(L, e, 0))
BOTH(cuEventRecord, ({ CUresult r = d.cuEventCreate(&ev, 2); r = d.cuEventRecord(ev, L); d.cuEventDestroy(ev); r; }))
BOTH(cuLaunchKernel, d.cuLaunchKernel(fn, 1, 1, 1, 1, 1, 1, 0, L, arguments(), 0))
BOTH(cuLaunchHostFunc, d.cuLaunchHostFunc(L, host, 0))
BOTH(cuMemcpyDtoDAsync, d.cuMemcpyDtoDAsync(p, p + 1024, 64, L))
BOTH(cuMemsetD8Async, d.cuMemsetD8Async(p, 0, 64, L))
BOTH(cuStreamWriteValue32, d.cuStreamWriteValue32(L, p, 1, 0))
ROW(defaults, cuStreamBeginCapture.legacy) { DURING(d.cuStreamBeginCapture(CU_STREAM_LEGACY, 0)); }

/* Events recorded on a stream that doesn't capture, and in the capture (recorded by the row's call, before the one asked). */
GROUP(events)
ROW(events, cuEventCreate) { DURING(d.cuEventCreate(&ev, 2)); if (!result) EVX; }
ROW(events, cuEventDestroy) { EV(2); DURING(d.cuEventDestroy(ev)); if (result) EVX; }
ROW(events, cuEventDestroy.recorded) { EV(2); PREP(d.cuEventRecord(ev, o)); DURING(d.cuEventDestroy(ev)); if (result) EVX; }
CALL(events, cuEventQuery, d.cuEventQuery(e))
CALL(events, cuEventQuery.unrecorded, d.cuEventQuery(fresh))
CALL(events, cuEventQuery.null, d.cuEventQuery(0))
CALL(events, cuEventSynchronize, d.cuEventSynchronize(e))
CALL(events, cuEventSynchronize.unrecorded, d.cuEventSynchronize(fresh))
ROW(events, cuEventRecord) { EV(2); DURING(d.cuEventRecord(ev, o)); EVX; }
ROW(events, cuEventRecordWithFlags.external) { EV(2); DURING(d.cuEventRecordWithFlags(ev, o, 1)); EVX; }
ROW(events, cuEventElapsedTime) { CUevent a, b; PREP(d.cuEventCreate(&a, 0)); PREP(d.cuEventCreate(&b, 0)); PREP(d.cuEventRecord(a, o)); PREP(d.cuEventRecord(b, o)); PREP(d.cuStreamSynchronize(o)); DURING(d.cuEventElapsedTime(&ms, a, b)); d.cuEventDestroy(a); d.cuEventDestroy(b); }
ROW(events, cuEventElapsedTime.unrecorded) { CUevent a, b; PREP(d.cuEventCreate(&a, 0)); PREP(d.cuEventCreate(&b, 0)); DURING(d.cuEventElapsedTime(&ms, a, b)); d.cuEventDestroy(a); d.cuEventDestroy(b); }
ROW(events, cuCtxRecordEvent) { EV(2); DURING(d.cuCtxRecordEvent(ctx_primary, ev)); EVX; }
CALL(events, cuCtxWaitEvent, d.cuCtxWaitEvent(ctx_primary, e))
#define IN(k, ...) ROW2(events, #k ".captured", CAT(c_, __LINE__)) { EV(0); DURING((d.cuEventRecord(ev, S), __VA_ARGS__)); EVX; }
IN(cuEventQuery, d.cuEventQuery(ev))
IN(cuEventSynchronize, d.cuEventSynchronize(ev))
IN(cuEventElapsedTime, d.cuEventElapsedTime(&ms, ev, ev))
IN(cuEventRecord.again, d.cuEventRecord(ev, S))
IN(cuEventRecord.elsewhere, d.cuEventRecord(ev, o))
IN(cuStreamWaitEvent, d.cuStreamWaitEvent(S, ev, 0))
IN(cuStreamWaitEvent.external, d.cuStreamWaitEvent(S, ev, 1))
IN(cuStreamWaitEvent.legacy, d.cuStreamWaitEvent(0, ev, 0))
IN(cuCtxWaitEvent, d.cuCtxWaitEvent(ctx_primary, ev))
IN(cuEventQuery.after_record_elsewhere, (d.cuEventRecord(ev, o), d.cuStreamSynchronize(o), d.cuEventQuery(ev)))

/* Modules, libraries, links. */
GROUP(modules)
static CUmodule mq; static CUlibrary lib, lq; static CUkernel kern, kq; static CUfunction fq; static CUdeviceptr q; static CUlinkState ls; static void *cubin;
static CUresult a_lib(void) { CUresult r = 0; if (!lib) { r = d.cuLibraryLoadData(&lib, PTX_INC, 0, 0, 0, 0, 0, 0); if (!r) r = d.cuLibraryGetKernel(&kern, lib, "inc"); CUfunction f; if (!r) r = d.cuKernelGetFunction(&f, kern); } return r; }
#define LIB(k, ...) ROW2(modules, #k, CAT(lib_, __LINE__)) { PREP(a_lib()); DURING(__VA_ARGS__); }
#define NEWLIB PREP(d.cuLibraryLoadData(&lq, PTX_INC, 0, 0, 0, 0, 0, 0))
#define ENDLIB d.cuLibraryUnload(lq)
ROW(modules, cuModuleLoadData) { DURING(d.cuModuleLoadData(&mq, PTX_NOP)); if (!result) d.cuModuleUnload(mq); }
ROW(modules, cuModuleLoadData.bad) { DURING(d.cuModuleLoadData(&mq, "nonsense")); }
ROW(modules, cuModuleLoadDataEx) { DURING(d.cuModuleLoadDataEx(&mq, PTX_NOP, 0, 0, 0)); if (!result) d.cuModuleUnload(mq); }
ROW(modules, cuModuleLoad.missing) { DURING(d.cuModuleLoad(&mq, "/nonexistent")); }
ROW(modules, cuModuleUnload) { PREP(d.cuModuleLoadData(&mq, PTX_NOP)); DURING(d.cuModuleUnload(mq)); if (result) d.cuModuleUnload(mq); }
CALL(modules, cuModuleUnload.null, d.cuModuleUnload(0))
CALL(modules, cuLibraryUnload.null, d.cuLibraryUnload(0))
ROW(modules, cuModuleGetFunction) { PREP(d.cuModuleLoadData(&mq, PTX_NOP)); DURING(d.cuModuleGetFunction(&fq, mq, "nop")); d.cuModuleUnload(mq); }
CALL(modules, cuModuleGetFunction.missing, d.cuModuleGetFunction(&fq, mod, "none"))
CALL(modules, cuModuleGetFunctionCount, d.cuModuleGetFunctionCount(&un, mod))
CALL(modules, cuModuleEnumerateFunctions, d.cuModuleEnumerateFunctions(&fq, 1, mod))
ROW(modules, cuModuleGetGlobal) { PREP(d.cuModuleLoadData(&mq, PTX_INC)); DURING(d.cuModuleGetGlobal(&q, &sz, mq, "gvar")); d.cuModuleUnload(mq); }
ROW(modules, cuModuleGetLoadingMode) { CUmoduleLoadingMode m; DURING(d.cuModuleGetLoadingMode(&m)); }
ROW(modules, cuModuleGetTexRef.missing) { CUtexref t; DURING(d.cuModuleGetTexRef(&t, mod, "none")); }
ROW(modules, cuLinkCreate) { DURING(d.cuLinkCreate(0, 0, 0, &ls)); if (!result) d.cuLinkDestroy(ls); }
ROW(modules, cuLinkAddData) { PREP(d.cuLinkCreate(0, 0, 0, &ls)); DURING(d.cuLinkAddData(ls, CU_JIT_INPUT_PTX, (void *)PTX_NOP, strlen(PTX_NOP) + 1, "a", 0, 0, 0)); d.cuLinkDestroy(ls); }
ROW(modules, cuLinkComplete) { PREP(d.cuLinkCreate(0, 0, 0, &ls)); PREP(d.cuLinkAddData(ls, CU_JIT_INPUT_PTX, (void *)PTX_NOP, strlen(PTX_NOP) + 1, "a", 0, 0, 0)); DURING(d.cuLinkComplete(ls, &cubin, &sz)); d.cuLinkDestroy(ls); }
ROW(modules, cuLinkDestroy) { PREP(d.cuLinkCreate(0, 0, 0, &ls)); DURING(d.cuLinkDestroy(ls)); }
ROW(modules, cuLibraryLoadData) { DURING(d.cuLibraryLoadData(&lq, PTX_INC, 0, 0, 0, 0, 0, 0)); if (!result) ENDLIB; }
ROW(modules, cuLibraryLoadFromFile.missing) { DURING(d.cuLibraryLoadFromFile(&lq, "/nonexistent", 0, 0, 0, 0, 0, 0)); }
ROW(modules, cuLibraryUnload) { NEWLIB; DURING(d.cuLibraryUnload(lq)); if (result) ENDLIB; }
ROW(modules, cuLibraryUnload.loaded) { NEWLIB; PREP(d.cuLibraryGetKernel(&kq, lq, "inc")); PREP(d.cuKernelGetFunction(&fq, kq)); DURING(d.cuLibraryUnload(lq)); if (result) ENDLIB; }
ROW(modules, cuLibraryGetKernel) { NEWLIB; DURING(d.cuLibraryGetKernel(&kq, lq, "inc")); ENDLIB; }
ROW(modules, cuLibraryGetModule) { NEWLIB; DURING(d.cuLibraryGetModule(&mq, lq)); ENDLIB; }
ROW(modules, cuKernelGetFunction) { NEWLIB; PREP(d.cuLibraryGetKernel(&kq, lq, "inc")); DURING(d.cuKernelGetFunction(&fq, kq)); ENDLIB; }
ROW(modules, cuLibraryGetGlobal) { NEWLIB; DURING(d.cuLibraryGetGlobal(&q, &sz, lq, "gvar")); ENDLIB; }
ROW(modules, cuLibraryGetManaged.missing) { NEWLIB; DURING(d.cuLibraryGetManaged(&q, &sz, lq, "gvar")); ENDLIB; }
ROW(modules, cuLibraryGetUnifiedFunction.missing) { NEWLIB; void *f; DURING(d.cuLibraryGetUnifiedFunction(&f, lq, "inc")); ENDLIB; }
LIB(cuLibraryGetKernelCount, d.cuLibraryGetKernelCount(&un, lib))
LIB(cuLibraryEnumerateKernels, d.cuLibraryEnumerateKernels(&kq, 1, lib))
LIB(cuLibraryGetGlobal.again, d.cuLibraryGetGlobal(&q, &sz, lib, "gvar"))
LIB(cuLibraryGetModule.loaded, d.cuLibraryGetModule(&mq, lib))
LIB(cuKernelGetFunction.loaded, d.cuKernelGetFunction(&fq, kern))
LIB(cuKernelGetLibrary, d.cuKernelGetLibrary(&lq, kern))
LIB(cuKernelGetAttribute, d.cuKernelGetAttribute(&n, CU_FUNC_ATTRIBUTE_NUM_REGS, kern, 0))
LIB(cuKernelSetAttribute, d.cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024, kern, 0))
LIB(cuKernelSetCacheConfig, d.cuKernelSetCacheConfig(kern, 0, 0))
LIB(cuKernelGetName, ({ const char *s; d.cuKernelGetName(&s, kern); }))
LIB(cuKernelGetParamInfo, d.cuKernelGetParamInfo(kern, 0, &sz, 0))
LIB(cuLaunchKernel.kernel_captured, d.cuLaunchKernel((CUfunction)kern, 1, 1, 1, 1, 1, 1, 0, S, arguments(), 0))
ROW(modules, cuLaunchKernel.unloaded_captured) { NEWLIB; PREP(d.cuLibraryGetKernel(&kq, lq, "inc")); DURING(d.cuLaunchKernel((CUfunction)kq, 1, 1, 1, 1, 1, 1, 0, S, arguments(), 0)); ENDLIB; }
CALL(modules, cuFuncGetAttribute, d.cuFuncGetAttribute(&n, CU_FUNC_ATTRIBUTE_NUM_REGS, fn))
CALL(modules, cuFuncSetAttribute, d.cuFuncSetAttribute(fn, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024))
CALL(modules, cuFuncSetCacheConfig, d.cuFuncSetCacheConfig(fn, 0))
CALL(modules, cuFuncSetSharedMemConfig, d.cuFuncSetSharedMemConfig(fn, 0))
CALL(modules, cuFuncGetModule, d.cuFuncGetModule(&mq, fn))
CALL(modules, cuFuncGetName, ({ const char *s; d.cuFuncGetName(&s, fn); }))
CALL(modules, cuFuncGetParamInfo, d.cuFuncGetParamInfo(fn, 0, &sz, 0))
CALL(modules, cuFuncIsLoaded, ({ CUfunctionLoadingState s; d.cuFuncIsLoaded(&s, fn); }))
CALL(modules, cuFuncLoad, d.cuFuncLoad(fn))
ROW(modules, cuFuncLoad.unloaded) { PREP(d.cuModuleLoadData(&mq, PTX_NOP)); PREP(d.cuModuleGetFunction(&fq, mq, "nop")); DURING(d.cuFuncLoad(fq)); d.cuModuleUnload(mq); }
CALL(modules, cuOccupancyMaxActiveBlocksPerMultiprocessor, d.cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, fn, 32, 0))
CALL(modules, cuOccupancyMaxPotentialBlockSize, d.cuOccupancyMaxPotentialBlockSize(&n, &n2, fn, 0, 0, 0))
CALL(modules, cuOccupancyAvailableDynamicSMemPerBlock, d.cuOccupancyAvailableDynamicSMemPerBlock(&sz, fn, 1, 32))
ROW(modules, cuOccupancyMaxActiveClusters) { CUlaunchConfig c; memset(&c, 0, sizeof c); CUlaunchAttribute a; memset(&a, 0, sizeof a); a.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION; a.value.clusterDim.x = 2; a.value.clusterDim.y = a.value.clusterDim.z = 1; c.gridDimX = 4; c.gridDimY = c.gridDimZ = 1; c.blockDimX = 32; c.blockDimY = c.blockDimZ = 1; c.attrs = &a; c.numAttrs = 1; DURING(d.cuOccupancyMaxActiveClusters(&n, fn, &c)); }
ROW(modules, cuOccupancyMaxPotentialClusterSize) { CUlaunchConfig c; memset(&c, 0, sizeof c); c.gridDimX = 4; c.gridDimY = c.gridDimZ = 1; c.blockDimX = 32; c.blockDimY = c.blockDimZ = 1; DURING(d.cuOccupancyMaxPotentialClusterSize(&n, fn, &c)); }

/* Contexts and devices. */
GROUP(contexts)
static CUcontext cq; static CUgreenCtx gq;
CALL(contexts, cuCtxSynchronize, d.cuCtxSynchronize())
CALL(contexts, cuCtxGetCurrent, d.cuCtxGetCurrent(&cq))
CALL(contexts, cuCtxSetCurrent, d.cuCtxSetCurrent(ctx_primary))
CALL(contexts, cuCtxPushCurrent, ({ CUresult r = d.cuCtxPushCurrent(ctx_primary); if (!r) d.cuCtxPopCurrent(&cq); r; }))
CALL(contexts, cuCtxGetDevice, d.cuCtxGetDevice(&n))
CALL(contexts, cuCtxGetFlags, d.cuCtxGetFlags(&un))
CALL(contexts, cuCtxSetFlags, d.cuCtxSetFlags(8))
CALL(contexts, cuCtxGetId, d.cuCtxGetId(ctx_primary, &id))
CALL(contexts, cuCtxGetApiVersion, d.cuCtxGetApiVersion(ctx_primary, &un))
CALL(contexts, cuCtxGetStreamPriorityRange, d.cuCtxGetStreamPriorityRange(&n, &n2))
CALL(contexts, cuCtxGetCacheConfig, ({ CUfunc_cache c; d.cuCtxGetCacheConfig(&c); }))
CALL(contexts, cuCtxSetCacheConfig, d.cuCtxSetCacheConfig(0))
CALL(contexts, cuCtxGetSharedMemConfig, ({ CUsharedconfig c; d.cuCtxGetSharedMemConfig(&c); }))
CALL(contexts, cuCtxSetSharedMemConfig, d.cuCtxSetSharedMemConfig(0))
CALL(contexts, cuCtxResetPersistingL2Cache, d.cuCtxResetPersistingL2Cache())
CALL(contexts, cuCtxGetExecAffinity, ({ CUexecAffinityParam x; d.cuCtxGetExecAffinity(&x, 0); }))
#define LIMIT(k, which) ROW2(contexts, "cuCtxGetLimit." #k, CAT(g_, __LINE__)) { DURING(d.cuCtxGetLimit(&sz, which)); } \
  ROW2(contexts, "cuCtxSetLimit." #k, CAT(s_, __LINE__)) { size_t was; PREP(d.cuCtxGetLimit(&was, which)); DURING(d.cuCtxSetLimit(which, was)); }
LIMIT(stack, CU_LIMIT_STACK_SIZE)
LIMIT(printf, CU_LIMIT_PRINTF_FIFO_SIZE)
LIMIT(heap, CU_LIMIT_MALLOC_HEAP_SIZE)
LIMIT(pending, CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT)
LIMIT(l2_fetch, CU_LIMIT_MAX_L2_FETCH_GRANULARITY)
LIMIT(persisting, CU_LIMIT_PERSISTING_L2_CACHE_SIZE)
ROW(contexts, cuCtxSetLimit.stack_larger) { size_t was; PREP(d.cuCtxGetLimit(&was, 0)); DURING(d.cuCtxSetLimit(0, was + 4096)); d.cuCtxSetLimit(0, was); }
ROW(contexts, cuCtxCreate) { DURING(d.cuCtxCreate(&cq, 0, 0, 0)); if (!result) d.cuCtxDestroy(cq); }
ROW(contexts, cuCtxDestroy) { PREP(d.cuCtxCreate(&cq, 0, 0, 0)); PREP(d.cuCtxPopCurrent(&cq)); DURING(d.cuCtxDestroy(cq)); if (result) d.cuCtxDestroy(cq); }
ROW(contexts, cuDevicePrimaryCtxRetain) { DURING(d.cuDevicePrimaryCtxRetain(&cq, 0)); if (!result) d.cuDevicePrimaryCtxRelease(0); }
ROW(contexts, cuDevicePrimaryCtxRelease) { PREP(d.cuDevicePrimaryCtxRetain(&cq, 0)); DURING(d.cuDevicePrimaryCtxRelease(0)); if (result) d.cuDevicePrimaryCtxRelease(0); }
CALL(contexts, cuDevicePrimaryCtxGetState, d.cuDevicePrimaryCtxGetState(0, &un, &n))
CALL(contexts, cuDevicePrimaryCtxSetFlags, d.cuDevicePrimaryCtxSetFlags(0, 0))
CALL(contexts, cuDeviceGet, d.cuDeviceGet(&n, 0))
CALL(contexts, cuDeviceGetCount, d.cuDeviceGetCount(&n))
CALL(contexts, cuDeviceGetName, ({ char b[99]; d.cuDeviceGetName(b, 99, 0); }))
CALL(contexts, cuDeviceGetUuid, ({ CUuuid u; d.cuDeviceGetUuid(&u, 0); }))
CALL(contexts, cuDeviceTotalMem, d.cuDeviceTotalMem(&sz, 0))
CALL(contexts, cuDeviceGetAttribute, d.cuDeviceGetAttribute(&n, 1, 0))
CALL(contexts, cuDeviceGetPCIBusId, ({ char b[99]; d.cuDeviceGetPCIBusId(b, 99, 0); }))
CALL(contexts, cuDeviceGetTexture1DLinearMaxWidth, d.cuDeviceGetTexture1DLinearMaxWidth(&sz, CU_AD_FORMAT_FLOAT, 1, 0))
CALL(contexts, cuDeviceGetExecAffinitySupport, d.cuDeviceGetExecAffinitySupport(&n, 0, 0))
CALL(contexts, cuDeviceCanAccessPeer, d.cuDeviceCanAccessPeer(&n, 0, 0))
CALL(contexts, cuDeviceGetP2PAttribute, d.cuDeviceGetP2PAttribute(&n, 1, 0, 0))
CALL(contexts, cuCtxEnablePeerAccess.self, d.cuCtxEnablePeerAccess(ctx_primary, 0))
CALL(contexts, cuCtxDisablePeerAccess.self, d.cuCtxDisablePeerAccess(ctx_primary))
CALL(contexts, cuCtxSetLimit.bad, d.cuCtxSetLimit(99, 0))
CALL(contexts, cuCtxSynchronize.no_context, ({ d.cuCtxSetCurrent(0); CUresult r = d.cuCtxSynchronize(); d.cuCtxSetCurrent(ctx_primary); r; }))
CALL(contexts, cuCoredumpGetAttributeGlobal, ({ int v; size_t z = sizeof v; d.cuCoredumpGetAttributeGlobal(1, &v, &z); }))
CALL(contexts, cuFlushGPUDirectRDMAWrites, d.cuFlushGPUDirectRDMAWrites(0, 100))
CALL(contexts, cuDriverGetVersion, d.cuDriverGetVersion(&n))
CALL(contexts, cuInit, d.cuInit(0))
CALL(contexts, cuGetErrorName, ({ const char *s; d.cuGetErrorName(1, &s); }))
CALL(contexts, cuGetProcAddress, ({ void *f; CUdriverProcAddressQueryResult st; d.cuGetProcAddress("cuInit", &f, 13000, 0, &st); }))
CALL(contexts, cuProfilerStart, d.cuProfilerStart())
CALL(contexts, cuProfilerStop, d.cuProfilerStop())
CALL(contexts, cuLogsCurrent, ({ CUlogIterator i; d.cuLogsCurrent(&i, 0); }))
CALL(contexts, cuDeviceGetDevResource, ({ CUdevResource r; d.cuDeviceGetDevResource(0, &r, CU_DEV_RESOURCE_TYPE_SM); }))
CALL(contexts, cuCtxGetDevResource, ({ CUdevResource r; d.cuCtxGetDevResource(ctx_primary, &r, CU_DEV_RESOURCE_TYPE_SM); }))
static CUresult green_desc(CUdevResourceDesc *to) { CUdevResource r, half, rest; unsigned k = 1; CUresult c = d.cuDeviceGetDevResource(0, &r, CU_DEV_RESOURCE_TYPE_SM); if (!c) c = d.cuDevSmResourceSplitByCount(&half, &k, &r, &rest, 0, 16); if (!c) c = d.cuDevResourceGenerateDesc(to, &half, 1); return c; }
CALL(contexts, cuDevResourceGenerateDesc, ({ CUdevResourceDesc x; green_desc(&x); }))
ROW(contexts, cuGreenCtxCreate) { CUdevResourceDesc x; PREP(green_desc(&x)); DURING(d.cuGreenCtxCreate(&gq, x, 0, 1)); if (!result) d.cuGreenCtxDestroy(gq); }
ROW(contexts, cuGreenCtxDestroy) { CUdevResourceDesc x; PREP(green_desc(&x)); PREP(d.cuGreenCtxCreate(&gq, x, 0, 1)); DURING(d.cuGreenCtxDestroy(gq)); if (result) d.cuGreenCtxDestroy(gq); }
ROW(contexts, cuCtxFromGreenCtx) { CUdevResourceDesc x; PREP(green_desc(&x)); PREP(d.cuGreenCtxCreate(&gq, x, 0, 1)); DURING(d.cuCtxFromGreenCtx(&cq, gq)); d.cuGreenCtxDestroy(gq); }
ROW(contexts, cuGreenCtxStreamCreate) { CUdevResourceDesc x; PREP(green_desc(&x)); PREP(d.cuGreenCtxCreate(&gq, x, 0, 1)); CUstream s; DURING(d.cuGreenCtxStreamCreate(&s, gq, 1, 0)); if (!result) d.cuStreamDestroy(s); d.cuGreenCtxDestroy(gq); }
ROW(contexts, cuGreenCtxRecordEvent) { CUdevResourceDesc x; PREP(green_desc(&x)); PREP(d.cuGreenCtxCreate(&gq, x, 0, 1)); EV(2); DURING(d.cuGreenCtxRecordEvent(gq, ev)); EVX; d.cuGreenCtxDestroy(gq); }
ROW(contexts, cuGreenCtxWaitEvent) { CUdevResourceDesc x; PREP(green_desc(&x)); PREP(d.cuGreenCtxCreate(&gq, x, 0, 1)); DURING(d.cuGreenCtxWaitEvent(gq, e)); d.cuGreenCtxDestroy(gq); }
ROW(contexts, cuDeviceRegisterAsyncNotification) { CUasyncCallbackHandle h; DURING(d.cuDeviceRegisterAsyncNotification(0, (CUasyncCallback)host, 0, &h)); if (!result) d.cuDeviceUnregisterAsyncNotification(0, h); }
/* From another context: allocation and synchronization of it. */
ROW(contexts, cuMemAlloc.other_context) { PREP(d.cuCtxCreate(&cq, 0, 0, 0)); PREP(d.cuCtxSetCurrent(ctx_primary)); DURING(({ d.cuCtxSetCurrent(cq); CUresult r = d.cuMemAlloc(&q, 64); d.cuCtxSetCurrent(ctx_primary); r; })); d.cuCtxDestroy(cq); }
ROW(contexts, cuCtxSynchronize.other_context) { PREP(d.cuCtxCreate(&cq, 0, 0, 0)); PREP(d.cuCtxSetCurrent(ctx_primary)); DURING(({ d.cuCtxSetCurrent(cq); CUresult r = d.cuCtxSynchronize(); d.cuCtxSetCurrent(ctx_primary); r; })); d.cuCtxDestroy(cq); }

/* Graphs. */
GROUP(graphs)
static CUgraph g, gg; static CUgraphNode nq, nodes[8]; static CUgraphExec x, xq; static CUuserObject uo; static size_t count;
static CUDA_MEMSET_NODE_PARAMS ms_(void) { CUDA_MEMSET_NODE_PARAMS m = { p, 0, 0, 1, 64, 1 }; return m; }
static CUresult a_graph(void) { if (g) return 0; CUDA_MEMSET_NODE_PARAMS m = ms_(); CUresult r = d.cuGraphCreate(&g, 0); if (!r) r = d.cuGraphAddMemsetNode(&nodes[0], g, 0, 0, &m, ctx_primary); if (!r) r = d.cuGraphInstantiate(&x, g, 0); return r; }
#define GR(k, ...) ROW2(graphs, #k, CAT(gr_, __LINE__)) { PREP(a_graph()); DURING(__VA_ARGS__); }
ROW(graphs, cuGraphCreate) { DURING(d.cuGraphCreate(&gg, 0)); if (!result) d.cuGraphDestroy(gg); }
ROW(graphs, cuGraphDestroy) { PREP(d.cuGraphCreate(&gg, 0)); DURING(d.cuGraphDestroy(gg)); if (result) d.cuGraphDestroy(gg); }
ROW(graphs, cuGraphAddEmptyNode) { PREP(d.cuGraphCreate(&gg, 0)); DURING(d.cuGraphAddEmptyNode(&nq, gg, 0, 0)); d.cuGraphDestroy(gg); }
ROW(graphs, cuGraphAddKernelNode) { PREP(d.cuGraphCreate(&gg, 0)); CUDA_KERNEL_NODE_PARAMS k; memset(&k, 0, sizeof k); k.func = fn; k.gridDimX = k.gridDimY = k.gridDimZ = k.blockDimX = k.blockDimY = k.blockDimZ = 1; k.kernelParams = arguments(); DURING(d.cuGraphAddKernelNode(&nq, gg, 0, 0, &k)); d.cuGraphDestroy(gg); }
ROW(graphs, cuGraphAddMemsetNode) { PREP(d.cuGraphCreate(&gg, 0)); CUDA_MEMSET_NODE_PARAMS m = ms_(); DURING(d.cuGraphAddMemsetNode(&nq, gg, 0, 0, &m, ctx_primary)); d.cuGraphDestroy(gg); }
ROW(graphs, cuGraphAddMemcpyNode) { PREP(d.cuGraphCreate(&gg, 0)); C3; DURING(d.cuGraphAddMemcpyNode(&nq, gg, 0, 0, &c, ctx_primary)); d.cuGraphDestroy(gg); }
ROW(graphs, cuGraphAddHostNode) { PREP(d.cuGraphCreate(&gg, 0)); CUDA_HOST_NODE_PARAMS h = { host, 0 }; DURING(d.cuGraphAddHostNode(&nq, gg, 0, 0, &h)); d.cuGraphDestroy(gg); }
ROW(graphs, cuGraphAddEventRecordNode) { PREP(d.cuGraphCreate(&gg, 0)); DURING(d.cuGraphAddEventRecordNode(&nq, gg, 0, 0, fresh)); d.cuGraphDestroy(gg); }
ROW(graphs, cuGraphAddChildGraphNode) { PREP(a_graph()); PREP(d.cuGraphCreate(&gg, 0)); DURING(d.cuGraphAddChildGraphNode(&nq, gg, 0, 0, g)); d.cuGraphDestroy(gg); }
ROW(graphs, cuGraphAddMemAllocNode) { PREP(d.cuGraphCreate(&gg, 0)); CUDA_MEM_ALLOC_NODE_PARAMS a; memset(&a, 0, sizeof a); a.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED; a.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE; a.bytesize = 64; DURING(d.cuGraphAddMemAllocNode(&nq, gg, 0, 0, &a)); d.cuGraphDestroy(gg); }
ROW(graphs, cuGraphConditionalHandleCreate) { PREP(d.cuGraphCreate(&gg, 0)); CUgraphConditionalHandle h; DURING(d.cuGraphConditionalHandleCreate(&h, gg, ctx_primary, 0, 0)); d.cuGraphDestroy(gg); }
GR(cuGraphInstantiate, ({ CUresult r = d.cuGraphInstantiate(&xq, g, 0); if (!r) r = d.cuGraphExecDestroy(xq); r; }))
ROW(graphs, cuGraphInstantiate.alone) { PREP(a_graph()); DURING(d.cuGraphInstantiate(&xq, g, 0)); if (!result) d.cuGraphExecDestroy(xq); }
ROW(graphs, cuGraphInstantiate.empty) { PREP(d.cuGraphCreate(&gg, 0)); DURING(d.cuGraphInstantiate(&xq, gg, 0)); if (!result) d.cuGraphExecDestroy(xq); d.cuGraphDestroy(gg); }
ROW(graphs, cuGraphInstantiateWithParams) { PREP(a_graph()); CUDA_GRAPH_INSTANTIATE_PARAMS ip; memset(&ip, 0, sizeof ip); DURING(d.cuGraphInstantiateWithParams(&xq, g, &ip)); if (!result) d.cuGraphExecDestroy(xq); }
CALL(graphs, cuGraphInstantiate.null, d.cuGraphInstantiate(&xq, 0, 0))
CALL(graphs, cuGraphExecDestroy.null, d.cuGraphExecDestroy(0))
ROW(graphs, cuGraphExecDestroy) { PREP(a_graph()); PREP(d.cuGraphInstantiate(&xq, g, 0)); DURING(d.cuGraphExecDestroy(xq)); if (result) d.cuGraphExecDestroy(xq); }
ROW(graphs, cuGraphExecDestroy.launched) { PREP(a_graph()); PREP(d.cuGraphInstantiate(&xq, g, 0)); PREP(d.cuGraphLaunch(xq, o)); PREP(d.cuStreamSynchronize(o)); DURING(d.cuGraphExecDestroy(xq)); if (result) d.cuGraphExecDestroy(xq); }
GR(cuGraphLaunch.other, d.cuGraphLaunch(x, o))
GR(cuGraphLaunch.captured, d.cuGraphLaunch(x, S))
GR(cuGraphLaunch.legacy, d.cuGraphLaunch(x, 0))
GR(cuGraphUpload.other, d.cuGraphUpload(x, o))
GR(cuGraphUpload.captured, d.cuGraphUpload(x, S))
GR(cuGraphExecUpdate, ({ CUgraphExecUpdateResultInfo i; d.cuGraphExecUpdate(x, g, &i); }))
GR(cuGraphExecMemsetNodeSetParams, ({ CUDA_MEMSET_NODE_PARAMS m = ms_(); d.cuGraphExecMemsetNodeSetParams(x, nodes[0], &m, ctx_primary); }))
GR(cuGraphExecGetFlags, ({ cuuint64_t f; d.cuGraphExecGetFlags(x, &f); }))
GR(cuGraphNodeSetEnabled, ({ CUresult r = d.cuGraphNodeSetEnabled(x, nodes[0], 0); d.cuGraphNodeSetEnabled(x, nodes[0], 1); r; }))
GR(cuGraphNodeGetEnabled, d.cuGraphNodeGetEnabled(x, nodes[0], &un))
GR(cuGraphMemsetNodeGetParams, ({ CUDA_MEMSET_NODE_PARAMS m; d.cuGraphMemsetNodeGetParams(nodes[0], &m); }))
GR(cuGraphMemsetNodeSetParams, ({ CUDA_MEMSET_NODE_PARAMS m = ms_(); d.cuGraphMemsetNodeSetParams(nodes[0], &m); }))
GR(cuGraphGetNodes, d.cuGraphGetNodes(g, 0, &count))
GR(cuGraphGetRootNodes, d.cuGraphGetRootNodes(g, 0, &count))
GR(cuGraphGetEdges, d.cuGraphGetEdges(g, 0, 0, 0, &count))
GR(cuGraphNodeGetType, ({ CUgraphNodeType t; d.cuGraphNodeGetType(nodes[0], &t); }))
GR(cuGraphNodeGetDependencies, d.cuGraphNodeGetDependencies(nodes[0], 0, 0, &count))
GR(cuGraphDebugDotPrint, d.cuGraphDebugDotPrint(g, "/dev/null", 0))
ROW(graphs, cuGraphClone) { PREP(a_graph()); DURING(d.cuGraphClone(&gg, g)); if (!result) d.cuGraphDestroy(gg); }
ROW(graphs, cuGraphDestroyNode) { PREP(d.cuGraphCreate(&gg, 0)); PREP(d.cuGraphAddEmptyNode(&nq, gg, 0, 0)); DURING(d.cuGraphDestroyNode(nq)); d.cuGraphDestroy(gg); }
ROW(graphs, cuUserObjectCreate) { DURING(d.cuUserObjectCreate(&uo, 0, host, 1, 1)); if (!result) d.cuUserObjectRelease(uo, 1); }
ROW(graphs, cuUserObjectRelease) { PREP(d.cuUserObjectCreate(&uo, 0, host, 1, 1)); DURING(d.cuUserObjectRelease(uo, 1)); }
ROW(graphs, cuGraphRetainUserObject) { PREP(a_graph()); PREP(d.cuUserObjectCreate(&uo, 0, host, 1, 1)); DURING(d.cuGraphRetainUserObject(g, uo, 1, 0)); d.cuUserObjectRelease(uo, 1); }
/* The graph that the capture builds. */
static CUgraph mine(void) { CUgraph c = 0; CUstreamCaptureStatus s; d.cuStreamGetCaptureInfo(S, &s, 0, &c, 0, 0, 0); return c; }
ROW(graphs, own.cuGraphAddEmptyNode) { DURING(d.cuGraphAddEmptyNode(&nq, mine(), 0, 0)); }
ROW(graphs, own.cuGraphInstantiate) { DURING(d.cuGraphInstantiate(&xq, mine(), 0)); if (!result) d.cuGraphExecDestroy(xq); }
ROW(graphs, own.cuGraphClone) { DURING(d.cuGraphClone(&gg, mine())); if (!result) d.cuGraphDestroy(gg); }
ROW(graphs, own.cuGraphGetNodes) { DURING(d.cuGraphGetNodes(mine(), 0, &count)); }
ROW(graphs, own.cuGraphRetainUserObject) { PREP(d.cuUserObjectCreate(&uo, 0, host, 1, 1)); DURING(d.cuGraphRetainUserObject(mine(), uo, 1, 0)); d.cuUserObjectRelease(uo, 1); }
ROW(graphs, own.cuStreamUpdateCaptureDependencies) { DURING(({ CUresult r = d.cuGraphAddEmptyNode(&nq, mine(), 0, 0); if (!r) r = d.cuStreamUpdateCaptureDependencies(S, &nq, 0, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES); r; })); }
