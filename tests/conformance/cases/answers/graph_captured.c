/* Nodes that are added to, and removed from, a graph while it is captured. */
#include "graphs.h"

static CUstream cp_s, cp_t; static CUevent cp_e; static CUgraph cp_g;
static void cp0(void) { graphs0(); CK(d.cuStreamCreate(&cp_s, 1)); CK(d.cuStreamCreate(&cp_t, 1)); CK(d.cuEventCreate(&cp_e, 2)); }
static CUgraph cp_graph(CUstream s) { CUgraph g = 0; CUstreamCaptureStatus st; CK(d.cuStreamGetCaptureInfo(s, &st, 0, &g, 0, 0, 0)); return g; }
static void cp_count(const char *key, CUgraph g) { size_t n = 777, e = 777; d.cuGraphGetNodes(g, 0, &n); d.cuGraphGetEdges(g, 0, 0, 0, &e); out(key, "%zu %zu", n, e); }
static void cp_deps(const char *key, CUstream s) { size_t n = 777; CUstreamCaptureStatus st = 9; CUgraph g; const CUgraphNode *nodes; CUresult r = d.cuStreamGetCaptureInfo(s, &st, 0, &g, &nodes, 0, &n); out(key, "%d %d %zu", r, st, n); }
/* Ends a capture, and unless nodes write the same memory at once, shows what the graph wrote. */
static void cp_end_of(const char *key, CUstream s, int runs) { CUgraph g = 0; RC(key, d.cuStreamEndCapture(s, &g)); if (g) { cp_count(gr_key(key, "nodes"), g); CUgraphExec e = 0; RC(gr_key(key, "instantiate"), d.cuGraphInstantiate(&e, g, 0)); if (e && runs) { CK(d.cuMemsetD32(gr_p, 0, 4)); CK(d.cuCtxSynchronize()); CK(d.cuGraphLaunch(e, cp_s)); CK(d.cuStreamSynchronize(cp_s)); show_u32(gr_key(key, "ran"), gr_p, 1); } } }

static void cp_end(const char *key, CUstream s) { cp_end_of(key, s, 1); }

CASE(captured_destroy_added) {
  cp0(); static const int kinds[] = { KERNEL, SET, EMPTY, HOST, CHILD, IF };
  for (int mode = 0; mode < 3; mode++) for (int i = 0; i < NEL(kinds); i++) {
    const char *k = gr_key(gr_keyn("mode", mode), gr_name[kinds[i]]); char key[99]; snprintf(key, 99, "%s", k); CK(d.cuStreamBeginCapture(cp_s, mode)); CK(d.cuMemsetD32Async(gr_p, 1, 1, cp_s)); CUgraph g = cp_graph(cp_s); CUgraphNode n; CUresult r = gr_add(kinds[i], &n, g, 0); RC(gr_key(key, "add"), r); if (r) { cp_end_of(gr_key(key, "end"), cp_s, 0); continue; }
    RC(gr_key(key, "destroy"), d.cuGraphDestroyNode(n)); cp_count(gr_key(key, "now"), g); CUgraphNodeType t = 99; cp_deps(gr_key(key, "deps"), cp_s); cp_end_of(gr_key(key, "end"), cp_s, 0);
  }
}
CASE(captured_destroy_used) {
  cp0(); CK(d.cuStreamBeginCapture(cp_s, 2)); CK(d.cuMemsetD32Async(gr_p, 1, 1, cp_s)); CUgraph g = cp_graph(cp_s); CUgraphNode n; CK(gr_add(KERNEL, &n, g, 0)); RC("set_dependencies", d.cuStreamUpdateCaptureDependencies(cp_s, &n, 0, 1, 1)); cp_deps("before", cp_s); RC("destroy", d.cuGraphDestroyNode(n)); cp_count("now", g); cp_deps("after", cp_s);
  RC("more", d.cuMemsetD32Async(gr_p + 4, 1, 1, cp_s)); cp_count("more.now", g); cp_end_of("end", cp_s, 0);
}
CASE(captured_destroy_captured) {
  cp0(); CK(d.cuStreamBeginCapture(cp_s, 2)); CK(d.cuMemsetD32Async(gr_p, 1, 1, cp_s)); CUgraph g = cp_graph(cp_s); CUgraphNode n; size_t c = 1; CK(d.cuGraphGetNodes(g, &n, &c)); RC("destroy", d.cuGraphDestroyNode(n)); cp_count("now", g); cp_deps("after", cp_s); RC("more", d.cuMemsetD32Async(gr_p + 4, 1, 1, cp_s)); cp_count("more.now", g); cp_end("end", cp_s);
}
CASE(captured_into_destroy_before) {
  cp0(); CUgraph g = gr_new(); CUgraphNode a, b; CK(gr_add(SET, &a, g, 0)); CK(gr_add(EMPTY, &b, g, &a)); RC("begin", d.cuStreamBeginCaptureToGraph(cp_s, g, &b, 0, 1, 2)); RC("work", d.cuMemsetD32Async(gr_p, 1, 1, cp_s)); cp_count("before", g); RC("destroy", d.cuGraphDestroyNode(a)); cp_count("now", g); RC("destroy_used", d.cuGraphDestroyNode(b)); cp_count("then", g); cp_end("end", cp_s);
}
CASE(captured_remove_edges) {
  cp0(); CK(d.cuStreamBeginCapture(cp_s, 2)); CK(d.cuMemsetD32Async(gr_p, 1, 1, cp_s)); CK(d.cuMemsetD32Async(gr_p + 4, 1, 1, cp_s)); CUgraph g = cp_graph(cp_s); CUgraphNode n[2]; size_t c = 2; CK(d.cuGraphGetNodes(g, n, &c)); RC("remove", d.cuGraphRemoveDependencies(g, &n[0], &n[1], 0, 1)); cp_count("now", g); RC("add", d.cuGraphAddDependencies(g, &n[0], &n[1], 0, 1)); cp_count("then", g); cp_end("end", cp_s);
}
/* A branch of another stream that isn't joined: with work of its own, with none, and with nodes that were added for it. */
static void cp_fork(void) { CK(d.cuStreamBeginCapture(cp_s, 2)); CK(d.cuMemsetD32Async(gr_p, 1, 1, cp_s)); CK(d.cuEventRecord(cp_e, cp_s)); CK(d.cuStreamWaitEvent(cp_t, cp_e, 0)); }
CASE(captured_unjoined) {
  cp0(); cp_fork(); cp_end("nothing", cp_s); cp_fork(); CK(d.cuMemsetD32Async(gr_p + 8, 1, 1, cp_t)); cp_end("work", cp_s);
  CUgraphNode n; CUgraph g; const CUgraphNode *at; size_t c; CUstreamCaptureStatus st; 
#define ADD(first) cp_fork(); CK(d.cuStreamGetCaptureInfo(cp_t, &st, 0, &g, &at, 0, &c)); { CUgraphNode before = at[0]; CK(gr_add(EMPTY, &n, g, first ? &before : 0)); }
  ADD(1) CK(d.cuStreamUpdateCaptureDependencies(cp_t, &n, 0, 1, 1)); cp_end("added_and_set", cp_s); ADD(1) CK(d.cuStreamUpdateCaptureDependencies(cp_t, &n, 0, 1, 0)); cp_end("added_and_more", cp_s); ADD(0) CK(d.cuStreamUpdateCaptureDependencies(cp_t, &n, 0, 1, 1)); cp_end("unrelated_and_set", cp_s); ADD(1) cp_end("added_only", cp_s);
  ADD(1) CK(d.cuStreamUpdateCaptureDependencies(cp_t, &n, 0, 1, 1)); CK(d.cuMemsetD32Async(gr_p + 8, 1, 1, cp_t)); cp_end("added_and_work", cp_s); ADD(1) CK(d.cuMemsetD32Async(gr_p + 8, 1, 1, cp_t)); CK(d.cuStreamUpdateCaptureDependencies(cp_t, &n, 0, 1, 1)); cp_end("work_and_set", cp_s); ADD(1) CK(d.cuMemsetD32Async(gr_p + 8, 1, 1, cp_t)); CK(d.cuStreamUpdateCaptureDependencies(cp_t, 0, 0, 0, 1)); cp_end("work_and_none", cp_s);
  cp_fork(); CK(d.cuMemsetD32Async(gr_p + 8, 1, 1, cp_t)); CK(d.cuStreamGetCaptureInfo(cp_t, &st, 0, &g, &at, 0, &c)); n = at[0]; CK(d.cuStreamUpdateCaptureDependencies(cp_s, &n, 0, 1, 0)); cp_end("joined_by_set", cp_s);
  cp_fork(); CK(d.cuMemsetD32Async(gr_p + 8, 1, 1, cp_t)); CK(d.cuEventRecord(cp_e, cp_t)); cp_end("recorded", cp_s); cp_fork(); CK(d.cuMemsetD32Async(gr_p + 8, 1, 1, cp_t)); CK(d.cuStreamGetCaptureInfo(cp_t, &st, 0, &g, &at, 0, &c)); { CUgraphNode before = at[0]; CK(gr_add(EMPTY, &n, g, &before)); } CK(d.cuStreamUpdateCaptureDependencies(cp_s, &n, 0, 1, 0)); cp_end("joined_by_node", cp_s);
}
