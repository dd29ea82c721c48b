#include "during.h"
#include <stdarg.h>

CUstream S, o; CUevent e, fresh; CUdeviceptr p; char *hp, *pages; CUmodule mod; CUfunction fn; CUarray arr; CUresult result; int unprepared;
static row *all, **last = &all;
void row_add(row *r) { *last = r; last = &r->next; }

/* A column: the capture's mode, whether another thread begins and ends it, the stream's flags, the caller's mode. */
static const struct { CUstreamCaptureMode mode; int elsewhere; unsigned flags; int relaxed; } columns[] = {
  { 0, 0, 1, 0 }, { 1, 0, 1, 0 }, { 2, 0, 1, 0 }, { 0, 1, 1, 0 }, { 1, 1, 1, 0 }, { 2, 1, 1, 0 }, { 0, 0, 0, 0 }, { 2, 0, 0, 0 }, { 0, 0, 1, 1 } };
static int column; static char value[4096]; static CUcontext home;

/* The other thread begins and ends captures on request. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int request; static CUresult answer; static CUgraph ended;
static CUresult act(int what) { return what == 1 ? d.cuStreamBeginCapture(S, columns[column].mode) : d.cuStreamEndCapture(S, &ended); }
static void *other(void *unused) {
  d.cuCtxSetCurrent(home); pthread_mutex_lock(&lock);
  for (;;) { while (!request) pthread_cond_wait(&turn, &lock); answer = act(request); request = 0; pthread_cond_broadcast(&turn); }
  return unused;
}
static CUresult perform(int what) {
  if (!columns[column].elsewhere) return act(what);
  pthread_mutex_lock(&lock); request = what; pthread_cond_broadcast(&turn); while (request) pthread_cond_wait(&turn, &lock);
  pthread_mutex_unlock(&lock); return answer;
}
static void exchange(int mode) { CUstreamCaptureMode m = mode; d.cuThreadExchangeStreamCaptureMode(&m); }
static void say(const char *f, ...) { va_list ap; va_start(ap, f); size_t n = strlen(value); vsnprintf(value + n, sizeof value - n, f, ap); va_end(ap); }

void capture_begin(void) {
  CK(d.cuStreamCreate(&S, columns[column].flags)); CK(perform(1));
  if (columns[column].relaxed) exchange(2);
}
void capture_end(CUresult r) {
  if (columns[column].relaxed) exchange(0);
  CUstreamCaptureStatus status = 7; d.cuStreamIsCapturing(S, &status); ended = 0; CUresult end = perform(2);
  say("%d", r);
  if (status == 2 && end == 901) say("!"); else if (status != 1 || end) say("/%d/%d", status, end);
  size_t n = 0;
  if (ended && !d.cuGraphGetNodes(ended, 0, &n) && n) {
    CUgraphNode nodes[64]; if (n > 64) n = 64; d.cuGraphGetNodes(ended, nodes, &n); say("[");
    for (size_t i = 0; i < n; i++) { CUgraphNodeType t = 99; d.cuGraphNodeGetType(nodes[i], &t); say(i ? ",%d" : "%d", t); }
    say("]");
  }
  if (ended) d.cuGraphDestroy(ended);
  d.cuStreamDestroy(S);
}

void rows(const char *group) {
  ctx0(); home = ctx_primary; pthread_t t; pthread_create(&t, 0, other, 0);
  CK(d.cuStreamCreate(&o, 1)); CK(d.cuEventCreate(&e, 2)); CK(d.cuEventCreate(&fresh, 2)); CK(d.cuEventRecord(e, o)); CK(d.cuStreamSynchronize(o));
  p = dnew(1 << 16); CK(d.cuMemAllocHost((void **)&hp, 1 << 16)); memset(hp, 0, 1 << 16); if (posix_memalign((void **)&pages, 4096, 1 << 16)) exit(1); memset(pages, 0, 1 << 16);
  CK(d.cuModuleLoadData(&mod, PTX_INC)); fn = kfn(mod, "inc"); d.cuFuncLoad(fn);
  CUDA_ARRAY_DESCRIPTOR a = { 64, 64, CU_AD_FORMAT_UNSIGNED_INT8, 4 }; CK(d.cuArrayCreate(&arr, &a));
  CK(d.cuCtxSynchronize());
  for (row *r = all; r; r = r->next) if (!strcmp(r->group, group)) {
    value[0] = 0;
    for (column = 0; column < NEL(columns); column++) {
      unprepared = 0; if (column) say(" "); r->fn(); if (unprepared) say("?%d", unprepared);
      d.cuCtxSetCurrent(home);
    }
    out(r->key, "%s", value);
  }
}
