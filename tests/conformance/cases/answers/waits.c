/* Which calls wait for a stream of their context that waits for a value, each in a process of its own. */
#include "conf.h"
#include <sys/wait.h>
static char *from, *to, *pinned; static CUstream held, other; static CUdeviceptr p, gate, a; static CUmodule mod; static CUfunction fun;
static void nothing(void *unused) { (void)unused; }
static CUmemcpyAttributes in_order = { CU_MEMCPY_SRC_ACCESS_ORDER_STREAM };
/* name, call */
#define QUESTIONS \
  Q(htod_16, d.cuMemcpyHtoDAsync(p, from, 16, held)) Q(htod_64k, d.cuMemcpyHtoDAsync(p, from, 65536, held)) Q(htod_1m, d.cuMemcpyHtoDAsync(p, from, 1 << 20, held)) Q(htod_2m, d.cuMemcpyHtoDAsync(p, from, 2 << 20, held)) Q(htod_4m, d.cuMemcpyHtoDAsync(p, from, 4 << 20, held)) Q(htod_16m, d.cuMemcpyHtoDAsync(p, from, 16 << 20, held)) Q(htod_64m, d.cuMemcpyHtoDAsync(p, from, 64 << 20, held)) Q(htod_256m, d.cuMemcpyHtoDAsync(p, from, 256 << 20, held)) \
  Q(htod_2d, d.cuMemcpy2DAsync(&(CUDA_MEMCPY2D){ .srcMemoryType = 1, .srcHost = from, .srcPitch = 2048, .dstMemoryType = 2, .dstDevice = p, .dstPitch = 2048, .WidthInBytes = 1024, .Height = 64 }, held)) \
  Q(htod_2d_pinned, d.cuMemcpy2DAsync(&(CUDA_MEMCPY2D){ .srcMemoryType = 1, .srcHost = pinned, .srcPitch = 8, .dstMemoryType = 2, .dstDevice = p, .dstPitch = 8, .WidthInBytes = 4, .Height = 2 }, held)) \
  Q(dtoh_4, d.cuMemcpyDtoHAsync(to, p, 4, held)) Q(dtoh_1m, d.cuMemcpyDtoHAsync(to, p, 1 << 20, held)) \
  Q(dtoh_2d, d.cuMemcpy2DAsync(&(CUDA_MEMCPY2D){ .srcMemoryType = 2, .srcDevice = p, .srcPitch = 8, .dstMemoryType = 1, .dstHost = to, .dstPitch = 8, .WidthInBytes = 4, .Height = 2 }, held)) \
  Q(unified_16, d.cuMemcpyAsync(p, (CUdeviceptr)from, 16, held)) Q(unified_1m, d.cuMemcpyAsync(p, (CUdeviceptr)from, 1 << 20, held)) \
  Q(batch_pageable, d.cuMemcpyBatchAsync((CUdeviceptr[]){ p, p + 8 }, (CUdeviceptr[]){ (CUdeviceptr)from, (CUdeviceptr)from + 8 }, (size_t[]){ 8, 8 }, 2, &in_order, (size_t[]){ 0 }, 1, held)) \
  Q(memset, d.cuMemsetD32Async(p, 5, 4, held)) Q(launch, d.cuLaunchKernel(fun, 1, 1, 1, 1, 1, 1, 0, held, 0, 0)) Q(host_func, d.cuLaunchHostFunc(held, nothing, 0)) \
  Q(alloc_async, d.cuMemAllocAsync(&a, 64, held)) Q(free_async, d.cuMemFreeAsync(a, held)) \
  Q(alloc, d.cuMemAlloc(&a, 4 << 20)) Q(free_other, d.cuMemFree(a)) Q(alloc_host, d.cuMemAllocHost((void **)&pinned, 64)) Q(copy_other, d.cuMemcpyHtoD(a, from, 16)) \
  Q(module_load, d.cuModuleLoadData(&mod, PTX_NOP)) Q(func_load, d.cuFuncLoad(fun)) Q(limit_stack, d.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1 << 16)) \
  Q(event_create, d.cuEventCreate(&(CUevent){ 0 }, 0)) Q(stream_create, d.cuStreamCreate(&(CUstream){ 0 }, 0)) Q(stream_destroy, d.cuStreamDestroy(other))
#define Q(name, call) static int ask_##name(void) { return call; }
QUESTIONS
#undef Q
#define Q(name, call) { #name, ask_##name },
static struct { const char *name; int (*ask)(void); pid_t process; int answer; } questions[] = { QUESTIONS };
CASE(waits) {
  int n = sizeof questions / sizeof *questions;
  for (int i = 0; i < n; i++) {
    int ends[2]; if (pipe(ends)) return;
    questions[i].answer = ends[0];
    if ((questions[i].process = fork())) { close(ends[1]); continue; }
    ctx0(); from = calloc(256, 1 << 20); to = calloc(2, 1 << 20); CK(d.cuStreamCreate(&held, 1)); CK(d.cuStreamCreate(&other, 1)); CK(d.cuMemAlloc(&p, 256 << 20)); gate = dnew(4); a = dnew(64); CK(d.cuMemAllocHost((void **)&pinned, 1 << 20));
    CK(d.cuModuleLoadData(&mod, PTX_NOP)); fun = kfn(mod, "nop"); CK(d.cuLaunchKernel(fun, 1, 1, 1, 1, 1, 1, 0, other, 0, 0)); CK(d.cuCtxSynchronize()); CK(d.cuStreamWaitValue32(held, gate, 1, 1));
    alarm(4); char answer[16]; int length = snprintf(answer, 16, "%d", questions[i].ask()); alarm(0); if (write(ends[1], answer, length) < 0) _exit(1); _exit(0);
  }
  for (int i = 0; i < n; i++) {
    char answer[16] = ""; int status; ssize_t length = read(questions[i].answer, answer, 15); waitpid(questions[i].process, &status, 0);
    out(questions[i].name, "%s", length > 0 ? answer : WIFSIGNALED(status) && WTERMSIG(status) == 14 ? "waits" : "no answer");
  }
}
/* Pageable memory that changes after the call returned, while the stream waits: which bytes are copied. */
static CUdeviceptr sg_gate; static CUstream sg_key; static CUcontext sg_home;
static void *sg_open(void *unused) { u32 one = 1; d.cuCtxSetCurrent(sg_home); usleep(400000); d.cuMemsetD32Async(sg_gate, one, 1, sg_key); return unused; }
CASE(waits_staged) {
  ctx0(); sg_home = ctx_primary; CUstream s; CK(d.cuStreamCreate(&s, 1)); CK(d.cuStreamCreate(&sg_key, 1)); size_t most = 64 << 20; CUdeviceptr q; CK(d.cuMemAlloc(&q, most)); char *h = malloc(most), *back = malloc(most); sg_gate = dnew(4); CK(d.cuMemsetD32Async(sg_gate, 1, 1, sg_key));
  static const size_t sizes[] = { 4, 4096, 65536, 65540, 1 << 18, 1 << 20, (1 << 20) + 4, 2 << 20, 4 << 20, 64 << 20 };
  for (int i = 0; i < NEL(sizes); i++) {
    size_t n = sizes[i]; memset(h, 1, n); CK(d.cuMemcpyHtoD(q, h, n)); CK(d.cuMemsetD32(sg_gate, 0, 1)); CK(d.cuCtxSynchronize()); CK(d.cuStreamWaitValue32(s, sg_gate, 1, 1)); pthread_t t; pthread_create(&t, 0, sg_open, 0);
    memset(h, 2, n); CK(d.cuMemcpyHtoDAsync(q, h, n, s)); memset(h, 3, n); pthread_join(t, 0); CK(d.cuCtxSynchronize()); CK(d.cuMemcpyDtoH(back, q, n));
    size_t changed = 0; for (size_t k = 0; k < n; k++) changed += back[k] == 3; char key[40]; snprintf(key, 40, "%zu", n); out(key, "%s", changed ? "changed" : "as it was");
  }
}
