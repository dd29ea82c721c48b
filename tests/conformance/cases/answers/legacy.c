/* What a stream's synchronization, query and events say of a kernel that runs beside it: on the legacy stream while a blocking
   stream is asked, and the other way round; each in a process of its own. */
#include "conf.h"
#include <sys/wait.h>
static const char NAP[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry nap(.param .u64 p)\n{\n.reg .pred %q; .reg .b32 %r<2>; .reg .b64 %d<2>;\nld.param.u64 %d1,[p];\nL: nanosleep.u32 100000; ld.volatile.global.u32 %r1,[%d1]; setp.eq.u32 %q,%r1,0; @%q bra L; ret;\n}\n";
static CUstream legacy = CU_STREAM_LEGACY, own = CU_STREAM_PER_THREAD, blocking, other; static CUdeviceptr gate, p, a, b; static CUevent e, before; static CUfunction nap; static char *page; static CUcontext ctx;
static CUdeviceptr managed; static CUgraphExec exec;
static void nothing(void *unused) { (void)unused; }
static void called(CUstream s, CUresult r, void *u) { (void)s; (void)r; (void)u; }
/* name, the stream of the kernel, what is submitted then (0 for nothing), the call that is asked */
#define QUESTIONS \
  Q(sync, legacy, 0, d.cuStreamSynchronize(blocking)) Q(query, legacy, 0, d.cuStreamQuery(blocking)) \
  Q(sync_own, legacy, 0, d.cuStreamSynchronize(own)) Q(query_own, legacy, 0, d.cuStreamQuery(own)) \
  Q(event, legacy, d.cuEventRecord(e, blocking), d.cuEventQuery(e)) Q(event_sync, legacy, d.cuEventRecord(e, blocking), d.cuEventSynchronize(e)) \
  Q(event_before, legacy, 0, d.cuEventQuery(before)) Q(event_own, legacy, d.cuEventRecord(e, own), d.cuEventQuery(e)) \
  Q(sync_record, legacy, d.cuEventRecord(e, blocking), d.cuStreamSynchronize(blocking)) Q(query_record, legacy, d.cuEventRecord(e, blocking), d.cuStreamQuery(blocking)) \
  Q(sync_wait, legacy, d.cuStreamWaitEvent(blocking, before, 0), d.cuStreamSynchronize(blocking)) Q(query_wait, legacy, d.cuStreamWaitEvent(blocking, before, 0), d.cuStreamQuery(blocking)) \
  Q(sync_alloc, legacy, d.cuMemAllocAsync(&b, 64, blocking), d.cuStreamSynchronize(blocking)) Q(query_alloc, legacy, d.cuMemAllocAsync(&b, 64, blocking), d.cuStreamQuery(blocking)) \
  Q(sync_free, legacy, d.cuMemFreeAsync(a, blocking), d.cuStreamSynchronize(blocking)) Q(query_free, legacy, d.cuMemFreeAsync(a, blocking), d.cuStreamQuery(blocking)) \
  Q(sync_memset, legacy, d.cuMemsetD32Async(p, 1, 1, blocking), d.cuStreamSynchronize(blocking)) Q(query_memset, legacy, d.cuMemsetD32Async(p, 1, 1, blocking), d.cuStreamQuery(blocking)) \
  Q(sync_host_func, legacy, d.cuLaunchHostFunc(blocking, nothing, 0), d.cuStreamSynchronize(blocking)) \
  Q(sync_wait_pending, legacy, d.cuEventRecord(e, legacy) || d.cuStreamWaitEvent(blocking, e, 0), d.cuStreamSynchronize(blocking)) Q(query_wait_pending, legacy, d.cuEventRecord(e, legacy) || d.cuStreamWaitEvent(blocking, e, 0), d.cuStreamQuery(blocking)) \
  Q(sync_record_after, legacy, d.cuEventRecord(e, blocking) || d.cuMemsetD32Async(p, 1, 1, blocking) || d.cuEventRecord(e, blocking), d.cuStreamSynchronize(blocking)) Q(sync_record_own, legacy, d.cuEventRecord(e, own), d.cuStreamSynchronize(own)) \
  Q(sync_write, legacy, d.cuStreamWriteValue32(blocking, p, 1, 0), d.cuStreamSynchronize(blocking)) Q(sync_wait_value, legacy, d.cuStreamWaitValue32(blocking, p, 0, 0), d.cuStreamSynchronize(blocking)) Q(sync_attach, legacy, d.cuStreamAttachMemAsync(blocking, managed, 0, CU_MEM_ATTACH_SINGLE), d.cuStreamSynchronize(blocking)) Q(attach, legacy, 0, d.cuStreamAttachMemAsync(blocking, managed, 0, CU_MEM_ATTACH_SINGLE)) \
  Q(sync_htod, legacy, d.cuMemcpyHtoDAsync(p, page, 16, blocking), d.cuStreamSynchronize(blocking)) Q(sync_htod_2m, legacy, d.cuMemcpyHtoDAsync(p, page, 2 << 20, blocking), d.cuStreamSynchronize(blocking)) Q(sync_graph, legacy, d.cuGraphLaunch(exec, blocking), d.cuStreamSynchronize(blocking)) Q(sync_callback, legacy, d.cuStreamAddCallback(blocking, called, 0, 0), d.cuStreamSynchronize(blocking)) \
  Q(htod, legacy, 0, d.cuMemcpyHtoDAsync(p, page, 16, blocking)) Q(htod_2m, legacy, 0, d.cuMemcpyHtoDAsync(p, page, 2 << 20, blocking)) Q(dtoh, legacy, 0, d.cuMemcpyDtoHAsync(page, p, 16, blocking)) \
  Q(free, legacy, 0, d.cuMemFree(p)) Q(free_sync, legacy, 0, d.cuStreamSynchronize(other)) Q(context, legacy, 0, d.cuCtxSynchronize()) \
  Q(legacy_sync, blocking, 0, d.cuStreamSynchronize(legacy)) Q(legacy_query, blocking, 0, d.cuStreamQuery(legacy)) Q(legacy_event, blocking, d.cuEventRecord(e, legacy), d.cuEventQuery(e)) \
  Q(legacy_sync_own, own, 0, d.cuStreamSynchronize(legacy)) Q(legacy_query_own, own, 0, d.cuStreamQuery(legacy)) Q(legacy_query_other, other, 0, d.cuStreamQuery(legacy)) \
  Q(legacy_sync_record, blocking, d.cuEventRecord(e, legacy), d.cuStreamSynchronize(legacy)) Q(legacy_dtoh, blocking, 0, d.cuMemcpyDtoHAsync(page, p, 16, legacy)) \
  Q(chain_sync, blocking, d.cuMemsetD32Async(p, 1, 1, legacy), d.cuStreamSynchronize(own)) Q(chain_query, blocking, d.cuMemsetD32Async(p, 1, 1, legacy), d.cuStreamQuery(own)) Q(chain_event, blocking, d.cuMemsetD32Async(p, 1, 1, legacy) || d.cuEventRecord(e, own), d.cuEventQuery(e))
#define Q(name, stream, then, call) static int ask_##name(void) { void *args[] = { &gate }; int r = d.cuLaunchKernel(nap, 1, 1, 1, 1, 1, 1, 0, stream, args, 0); if (!r) r = then; if (r) return r + 10000; return call; }
QUESTIONS
#undef Q
#define Q(name, stream, then, call) { #name, ask_##name },
static struct { const char *name; int (*ask)(void); pid_t process; int answer; } questions[] = { QUESTIONS };
CASE(legacy_beside) {
  int n = sizeof questions / sizeof *questions;
  for (int i = 0; i < n; i++) {
    int ends[2]; if (pipe(ends)) return;
    questions[i].answer = ends[0];
    if ((questions[i].process = fork())) { close(ends[1]); continue; }
    ctx0(); CUmodule m; CK(d.cuModuleLoadData(&m, NAP)); nap = kfn(m, "nap"); page = calloc(2, 1 << 20); p = dnew(2 << 20); gate = dnew(4); CK(d.cuStreamCreate(&blocking, 0)); CK(d.cuStreamCreate(&other, 1)); CK(d.cuEventCreate(&e, 2)); CK(d.cuEventCreate(&before, 2));
    CK(d.cuMemAllocManaged(&managed, 4096, 1)); CUgraph g; CUgraphNode n1; CK(d.cuGraphCreate(&g, 0)); CK(d.cuGraphAddEmptyNode(&n1, g, 0, 0)); CK(d.cuGraphInstantiate(&exec, g, 0)); CK(d.cuGraphLaunch(exec, blocking));
    u32 one = 1, zero = 0; void *args[] = { &gate }; CK(d.cuMemcpyHtoD(gate, &one, 4)); CK(d.cuLaunchKernel(nap, 1, 1, 1, 1, 1, 1, 0, blocking, args, 0)); CK(d.cuMemsetD32Async(p, 1, 1, blocking)); CK(d.cuMemsetD32Async(p, 1, 1, own)); CK(d.cuMemsetD32Async(p, 1, 1, legacy)); CK(d.cuMemAllocAsync(&a, 64, blocking)); CK(d.cuMemAllocAsync(&b, 64, blocking)); CK(d.cuMemFreeAsync(b, blocking)); CK(d.cuEventRecord(before, blocking)); CK(d.cuMemcpyHtoD(gate, &zero, 4)); CK(d.cuCtxSynchronize());
    alarm(2); char answer[16]; int length = snprintf(answer, 16, "%d", questions[i].ask()); alarm(0); if (write(ends[1], answer, length) < 0) _exit(1); _exit(0);
  }
  for (int i = 0; i < n; i++) {
    char answer[16] = ""; int status; ssize_t length = read(questions[i].answer, answer, 15); waitpid(questions[i].process, &status, 0);
    out(questions[i].name, "%s", length > 0 ? answer : WIFSIGNALED(status) && WTERMSIG(status) == 14 ? "waits" : "no answer");
  }
}
