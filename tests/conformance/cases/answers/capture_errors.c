/* What captures refuse: begun twice, ended elsewhere, unjoined, of the wrong streams, dependencies and graphs. */
#include "conf.h"
static CUstream s, t, u; static CUevent e, f; static CUdeviceptr p;
static void ce0(void) { ctx0(); CK(d.cuStreamCreate(&s, 1)); CK(d.cuStreamCreate(&t, 1)); CK(d.cuStreamCreate(&u, 0)); CK(d.cuEventCreate(&e, 2)); CK(d.cuEventCreate(&f, 0)); p = dnew(4096); }
static const char *key2(const char *a, const char *b) { static char k[4][99]; static int i; i = (i + 1) & 3; snprintf(k[i], 99, "%s.%s", a, b); return k[i]; }
static void status(const char *k, CUstream x) { CUstreamCaptureStatus st = 9; CUresult r = d.cuStreamIsCapturing(x, &st); out(key2(k, "status"), "%d %d", r, st); }
static void end(const char *k, CUstream x) { CUgraph g = (CUgraph)7; CUresult r = d.cuStreamEndCapture(x, &g); size_t n = 77; if (g && g != (CUgraph)7) d.cuGraphGetNodes(g, 0, &n); out(key2(k, "end"), "%d %s %zu", r, g == (CUgraph)7 ? "unchanged" : g ? "graph" : "null", n); if (g && g != (CUgraph)7) d.cuGraphDestroy(g); status(k, x); }
#define B(x, m) CK(d.cuStreamBeginCapture(x, m))
static void *end_elsewhere(void *x) { d.cuCtxSetCurrent(ctx_primary); CUgraph g = 0; RC(key2(x, "other_thread"), d.cuStreamEndCapture(s, &g)); return 0; }
CASE(capture_begin_end) {
  ce0(); for (int m = -1; m < 5; m++) { char k[20]; sprintf(k, "mode%d", m); RC(key2(k, "begin"), d.cuStreamBeginCapture(s, m)); status(k, s); if (m >= 0 && m < 3) { RC(key2(k, "again"), d.cuStreamBeginCapture(s, m)); RC(key2(k, "other_mode"), d.cuStreamBeginCapture(s, (m + 1) % 3)); end(k, s); } end(key2(k, "twice"), s); }
  RC("legacy", d.cuStreamBeginCapture(0, 2)); RC("legacy1", d.cuStreamBeginCapture((CUstream)1, 2)); RC("per_thread", d.cuStreamBeginCapture((CUstream)2, 2)); end("per_thread", (CUstream)2); end("legacy", 0); end("none", t); RC("null_graph", (B(s, 2), d.cuStreamEndCapture(s, 0))); status("null_graph", s); end("null_graph", s); RC("null_status", d.cuStreamIsCapturing(s, 0));
  for (int m = 0; m < 3; m++) { char k[20]; sprintf(k, "thread%d", m); B(s, m); pthread_t x; pthread_create(&x, 0, end_elsewhere, k); pthread_join(x, 0); end(k, s); }
  CUstreamCaptureMode mode = 9; RC("exchange_null", d.cuThreadExchangeStreamCaptureMode(0)); RC("exchange_bad", d.cuThreadExchangeStreamCaptureMode(&mode)); OI("exchange_bad.out", mode); mode = 2; RC("exchange", d.cuThreadExchangeStreamCaptureMode(&mode)); OI("exchange.out", mode); mode = 0; RC("exchange2", d.cuThreadExchangeStreamCaptureMode(&mode)); OI("exchange2.out", mode);
}
CASE(capture_joins) {
  ce0();
  B(s, 0); CK(d.cuMemsetD8Async(p, 1, 4, s)); CK(d.cuEventRecord(e, s)); CK(d.cuStreamWaitEvent(t, e, 0)); CK(d.cuMemsetD8Async(p, 2, 4, t)); end("unjoined", s); status("unjoined_other", t); end("unjoined_other", t);
  B(s, 0); CK(d.cuEventRecord(e, s)); CK(d.cuStreamWaitEvent(t, e, 0)); end("unjoined_empty", s);
  B(s, 0); CK(d.cuEventRecord(e, s)); CK(d.cuStreamWaitEvent(t, e, 0)); CK(d.cuMemsetD8Async(p, 2, 4, t)); RC("end_other", d.cuStreamEndCapture(t, (CUgraph[1]){ 0 })); status("end_other", s); end("end_other", s); end("end_other_t", t);
  B(s, 0); CK(d.cuEventRecord(e, s)); CK(d.cuStreamWaitEvent(t, e, 0)); CK(d.cuEventRecord(f, t)); CK(d.cuStreamWaitEvent(s, f, 0)); end("joined", s); status("joined_other", t);
  B(s, 0); B(t, 0); CK(d.cuEventRecord(e, s)); RC("merge", d.cuStreamWaitEvent(t, e, 0)); status("merge_s", s); status("merge_t", t); end("merge_s", s); end("merge_t", t);
  CK(d.cuEventRecord(e, t)); B(s, 0); RC("before", d.cuStreamWaitEvent(s, e, 0)); status("before", s); end("before", s);
  B(s, 0); RC("external_before", d.cuStreamWaitEvent(s, e, 1)); end("external_before", s);
  B(s, 0); RC("external_record", d.cuEventRecordWithFlags(e, s, 1)); end("external_record", s);
  B(s, 0); RC("bad_wait_flags", d.cuStreamWaitEvent(s, e, 2)); RC("bad_record_flags", d.cuEventRecordWithFlags(e, s, 4)); status("bad_flags", s); end("bad_flags", s);
  B(s, 0); CK(d.cuEventRecord(e, s)); RC("legacy_wait", d.cuStreamWaitEvent(0, e, 0)); status("legacy_wait", s); end("legacy_wait", s); RC("legacy_after", d.cuMemsetD8Async(p, 1, 4, 0));
  B(u, 0); RC("legacy_work", d.cuMemsetD8Async(p, 1, 4, 0)); status("legacy_work", u); end("legacy_work", u);
  B(s, 0); RC("legacy_work_nonblocking", d.cuMemsetD8Async(p, 1, 4, 0)); status("legacy_work_nonblocking", s); end("legacy_work_nonblocking", s);
  B(s, 0); CK(d.cuEventRecord(e, s)); RC("event_sync", d.cuEventSynchronize(e)); status("event_sync", s); end("event_sync", s);
  B(s, 0); CK(d.cuEventRecord(e, s)); RC("event_query", d.cuEventQuery(e)); status("event_query", s); end("event_query", s);
  B(s, 0); CK(d.cuEventRecord(f, s)); float ms; RC("event_elapsed", d.cuEventElapsedTime(&ms, f, f)); status("event_elapsed", s); end("event_elapsed", s); RC("event_query_after", d.cuEventQuery(f)); RC("event_sync_after", d.cuEventSynchronize(f));
  B(s, 0); RC("stream_sync", d.cuStreamSynchronize(s)); RC("work_in_invalid", d.cuMemsetD8Async(p, 1, 4, s)); RC("record_in_invalid", d.cuEventRecord(e, s)); RC("wait_in_invalid", d.cuStreamWaitEvent(s, e, 0)); RC("wait_on_invalid", d.cuStreamWaitEvent(t, e, 0)); RC("begin_in_invalid", d.cuStreamBeginCapture(s, 0)); CUstreamCaptureStatus st = 9; CUgraph g = (CUgraph)7; cuuint64_t id = 77; size_t n = 77; const CUgraphNode *deps; RC("info_in_invalid", d.cuStreamGetCaptureInfo(s, &st, &id, &g, &deps, 0, &n)); OI("info_in_invalid.status", st); end("stream_sync", s);
  B(s, 0); RC("destroy", d.cuStreamDestroy(s)); CK(d.cuStreamCreate(&s, 1)); B(s, 0); RC("device_sync", d.cuCtxSynchronize()); status("device_sync", s); end("device_sync", s); B(s, 2); RC("device_sync_relaxed", d.cuCtxSynchronize()); status("device_sync_relaxed", s); end("device_sync_relaxed", s);
}
CASE(capture_dependencies) {
  ce0(); CUgraph g = 0; CUgraphNode n, other; CUgraph og; CK(d.cuGraphCreate(&og, 0)); CK(d.cuGraphAddEmptyNode(&other, og, 0, 0)); CUstreamCaptureStatus st; RC("not_capturing", d.cuStreamUpdateCaptureDependencies(s, 0, 0, 0, 0)); B(s, 0); CK(d.cuStreamGetCaptureInfo(s, &st, 0, &g, 0, 0, 0)); CK(d.cuGraphAddEmptyNode(&n, g, 0, 0));
  for (int flags = 0; flags < 4; flags++) { char k[20]; sprintf(k, "flags%d", flags); RC(k, d.cuStreamUpdateCaptureDependencies(s, &n, 0, 1, flags)); } RC("null_nodes", d.cuStreamUpdateCaptureDependencies(s, 0, 0, 1, 0)); RC("none_add", d.cuStreamUpdateCaptureDependencies(s, 0, 0, 0, 0)); RC("none_set", d.cuStreamUpdateCaptureDependencies(s, 0, 0, 0, 1)); CUgraphNode null = 0, twice[2] = { n, n }; RC("null_node", d.cuStreamUpdateCaptureDependencies(s, &null, 0, 1, 0)); status("null_node", s); RC("twice", d.cuStreamUpdateCaptureDependencies(s, twice, 0, 2, 1)); RC("other_graph", d.cuStreamUpdateCaptureDependencies(s, &other, 0, 1, 0)); status("other_graph", s); end("dependencies", s);
  RC("to_graph_null", d.cuStreamBeginCaptureToGraph(s, 0, 0, 0, 0, 0)); RC("to_graph_bad_mode", d.cuStreamBeginCaptureToGraph(s, og, 0, 0, 0, 7)); RC("to_graph_null_nodes", d.cuStreamBeginCaptureToGraph(s, og, 0, 0, 1, 0)); CUgraph og2; CUgraphNode n2; CK(d.cuGraphCreate(&og2, 0)); CK(d.cuGraphAddEmptyNode(&n2, og2, 0, 0)); RC("to_graph_other_node", d.cuStreamBeginCaptureToGraph(s, og, &n2, 0, 1, 0)); status("to_graph_other_node", s); RC("to_graph", d.cuStreamBeginCaptureToGraph(s, og, &other, 0, 1, 0)); RC("to_graph_second", d.cuStreamBeginCaptureToGraph(t, og, 0, 0, 0, 0)); CUgraph out_ = 0; RC("to_graph_end", d.cuStreamEndCapture(s, &out_)); OI("to_graph_same", out_ == og); end("to_graph_second", t); RC("to_graph_legacy", d.cuStreamBeginCaptureToGraph(0, og, 0, 0, 0, 2)); B(s, 0); RC("to_graph_capturing", d.cuStreamBeginCaptureToGraph(s, og, 0, 0, 0, 0)); end("to_graph_capturing", s);
  B(s, 0); CUgraphExec x; CK(d.cuStreamGetCaptureInfo(s, &st, 0, &g, 0, 0, 0)); RC("instantiate_capturing", d.cuGraphInstantiate(&x, g, 0)); CUgraph c; RC("clone_capturing", d.cuGraphClone(&c, g)); RC("destroy_capturing", d.cuGraphDestroy(g)); status("destroy_capturing", s);
}
