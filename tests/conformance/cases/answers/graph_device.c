/* Graphs that kernels launch. */
#include "graphs.h"

#define TAIL 0x0100000000000000ull
#define FIRE 0x0200000000000000ull
#define SIBLING 0x0300000000000000ull

/* fire(list, n, out, flag, own): launches n pairs of an executable graph and a stream, the own graph for a 0, writes the results, and sets the
   flag. again(count, until): counts, and launches its own graph afterwards. hold(flag): waits for the flag. note(log, value): appends a value. */
static const char DL[] = ".version 8.0\n.target sm_75\n.address_size 64\n"
  ".extern .func (.param .b32 r) cudaGraphLaunch (.param .b64 g, .param .b64 s);\n"
  ".visible .entry fire(.param .u64 list, .param .u32 n, .param .u64 out, .param .u64 flag) {\n"
  " .reg .u64 %l, %o, %f, %g, %s, %own; .reg .u32 %n, %r; .reg .pred %p, %q;\n"
  " ld.param.u64 %l, [list]; ld.param.u32 %n, [n]; ld.param.u64 %o, [out]; ld.param.u64 %f, [flag]; mov.u64 %own, %current_graph_exec;\n"
  "LOOP: setp.eq.u32 %p, %n, 0; @%p bra DONE; ld.global.u64 %g, [%l]; ld.global.u64 %s, [%l+8]; setp.eq.u64 %q, %g, 0; @%q mov.u64 %g, %own;\n"
  " { .param .b64 a; .param .b64 b; .param .b32 v; st.param.b64 [a], %g; st.param.b64 [b], %s; call.uni (v), cudaGraphLaunch, (a, b); ld.param.b32 %r, [v]; }\n"
  " st.global.u32 [%o], %r; add.u64 %l, %l, 16; add.u64 %o, %o, 4; sub.u32 %n, %n, 1; bra LOOP;\n"
  "DONE: membar.gl; mov.u32 %r, 1; st.volatile.global.u32 [%f], %r; ret; }\n"
  ".visible .entry again(.param .u64 count, .param .u32 until) {\n"
  " .reg .u64 %c, %g, %s; .reg .u32 %n, %m, %r; .reg .pred %p;\n"
  " ld.param.u64 %c, [count]; ld.param.u32 %m, [until]; mov.u64 %g, %current_graph_exec; mov.u64 %s, 0x0100000000000000; ld.global.u32 %n, [%c]; add.u32 %n, %n, 1; st.global.u32 [%c], %n;\n"
  " setp.ge.u32 %p, %n, %m; @%p bra DONE; { .param .b64 a; .param .b64 b; .param .b32 v; st.param.b64 [a], %g; st.param.b64 [b], %s; call.uni (v), cudaGraphLaunch, (a, b); ld.param.b32 %r, [v]; }\n"
  "DONE: ret; }\n"
  ".visible .entry own(.param .u64 out) { .reg .u64 %o, %g; ld.param.u64 %o, [out]; mov.u64 %g, %current_graph_exec; st.global.u64 [%o], %g; ret; }\n"
  ".visible .entry hold(.param .u64 flag) { .reg .u64 %f; .reg .u32 %r; .reg .pred %p; ld.param.u64 %f, [flag]; L: ld.volatile.global.u32 %r, [%f]; setp.eq.u32 %p, %r, 0; @%p bra L; ret; }\n"
  ".visible .entry note(.param .u64 log, .param .u32 value) { .reg .u64 %l, %a; .reg .u32 %v, %i; ld.param.u64 %l, [log]; ld.param.u32 %v, [value]; atom.global.add.u32 %i, [%l], 1; mul.wide.u32 %a, %i, 4; add.u64 %a, %a, %l; st.global.u32 [%a+4], %v; ret; }\n";

static CUmodule dl_mod; static CUfunction dl_fire, dl_again, dl_own, dl_hold, dl_note; static CUdeviceptr dl_list, dl_out, dl_flag, dl_log; static CUstream dl_s;
static void dl0(void) {
  graphs0(); const char *file = getenv("CUDA_CONFORMANCE_DEVRT"); CUlinkState s; void *image; size_t size; CK(d.cuLinkCreate(0, 0, 0, &s)); CK(d.cuLinkAddData(s, CU_JIT_INPUT_PTX, (void *)DL, sizeof DL, "dl", 0, 0, 0));
  /* An empty archive, if there is no other: enough for a device that has its own functions. */
  if (file) CK(d.cuLinkAddFile(s, CU_JIT_INPUT_LIBRARY, file, 0, 0, 0)); else CK(d.cuLinkAddData(s, CU_JIT_INPUT_LIBRARY, "!<arch>\n", 8, "libcudadevrt.a", 0, 0, 0));
  CK(d.cuLinkComplete(s, &image, &size)); CK(d.cuModuleLoadData(&dl_mod, image)); CK(d.cuLinkDestroy(s));
  dl_fire = kfn(dl_mod, "fire"); dl_again = kfn(dl_mod, "again"); dl_own = kfn(dl_mod, "own"); dl_hold = kfn(dl_mod, "hold"); dl_note = kfn(dl_mod, "note");
  dl_list = dnew(65536); dl_out = dnew(65536); dl_flag = dnew(64); dl_log = dnew(65536); CK(d.cuStreamCreate(&dl_s, 1)); CK(d.cuCtxSynchronize());
}
static CUgraphNode dl_node(CUgraph g, CUgraphNode *after, CUfunction f, void **args) { CUDA_KERNEL_NODE_PARAMS k = gr_kernel(); k.func = f; k.kernelParams = args; CUgraphNode n; CK(d.cuGraphAddKernelNode(&n, g, after, after ? 1 : 0, &k)); return n; }
static CUgraphExec dl_exec(CUgraph g, unsigned flags, int upload) { CUgraphExec e; CK(d.cuGraphInstantiate(&e, g, flags)); if (upload) { CK(d.cuGraphUpload(e, dl_s)); CK(d.cuStreamSynchronize(dl_s)); } return e; }
/* A graph that appends a value to the log. */
static CUgraph dl_noting(unsigned value) { CUgraph g = gr_new(); void *a[] = { &dl_log, &value }; dl_node(g, 0, dl_note, a); return g; }
/* A graph of one kernel that launches a list. */
static CUgraph dl_firing(unsigned n) { CUgraph g = gr_new(); void *a[] = { &dl_list, &n, &dl_out, &dl_flag }; dl_node(g, 0, dl_fire, a); return g; }
static void dl_set(int n, u64 (*pairs)[2]) { CK(d.cuMemcpyHtoD(dl_list, pairs, n * 16)); CK(d.cuMemsetD32(dl_out, 7777, n)); CK(d.cuMemsetD32(dl_flag, 0, 1)); CK(d.cuMemsetD32(dl_log, 0, 64)); CK(d.cuCtxSynchronize()); }
static void dl_show(const char *key, int n) {
  u32 *r = down(dl_out, n * 4), *l = down(dl_log, 64); char b[600], *q = b; for (int i = 0; i < n && i < 16; i++) q += sprintf(q, "%u ", r[i]); q += sprintf(q, "| %u:", l[0]); for (unsigned i = 0; i < l[0] && i < 12; i++) q += sprintf(q, " %u", l[i + 1]); out(key, "%s", b);
}
/* Launches the list from a graph, and shows the results and the log. */
static void dl_run(const char *key, CUgraphExec e, int n, u64 (*pairs)[2]) { dl_set(n, pairs); CUresult r = d.cuGraphLaunch(e, dl_s); if (r) { RC(gr_key(key, "launch"), r); return; } r = d.cuStreamSynchronize(dl_s); if (r) { RC(gr_key(key, "synchronize"), r); return; } dl_show(key, n); }
#define RUN(key, e, ...) do { u64 p_[][2] = { __VA_ARGS__ }; dl_run(key, e, NEL(p_), p_); } while (0)

CASE(device_graph_launches) {
  dl0(); CUgraph a = dl_noting(1), b = dl_noting(2); CUgraphExec ea = dl_exec(a, 4, 1), eb = dl_exec(b, 4, 1), e1 = dl_exec(dl_firing(1), 4, 0), e2 = dl_exec(dl_firing(2), 4, 0);
  RUN("fire", e1, { (u64)ea, FIRE }); RUN("again", e1, { (u64)ea, FIRE }); RUN("tail", e1, { (u64)ea, TAIL }); RUN("sibling", e1, { (u64)ea, SIBLING }); RUN("tails", e2, { (u64)ea, TAIL }, { (u64)eb, TAIL }); RUN("tails_reversed", e2, { (u64)eb, TAIL }, { (u64)ea, TAIL });
  RUN("fire_and_tail", e2, { (u64)ea, FIRE }, { (u64)eb, TAIL }); RUN("tail_and_fire", e2, { (u64)eb, TAIL }, { (u64)ea, FIRE }); RUN("same_tail_twice", e2, { (u64)ea, TAIL }, { (u64)ea, TAIL });
  RUN("stream_null", e1, { (u64)ea, 0 }); RUN("stream_1", e1, { (u64)ea, 1 }); RUN("stream_2", e1, { (u64)ea, 2 }); RUN("stream_4", e1, { (u64)ea, 0x0400000000000000ull }); RUN("stream_tail_1", e1, { (u64)ea, TAIL + 1 });
  RUN("own_fire", e1, { 0, FIRE }); RUN("own_sibling", e1, { 0, SIBLING });
  CUgraphExec host = dl_exec(a, 0, 1); RC("upload_host", d.cuGraphUpload(host, dl_s)); 
}
CASE(device_graph_uploads) {
  dl0(); CUgraph a = dl_noting(1); CUgraphExec e1 = dl_exec(dl_firing(1), 4, 0), ea = dl_exec(a, 4, 0); RUN("never_uploaded", e1, { (u64)ea, FIRE }); RC("launch", d.cuGraphLaunch(ea, dl_s)); CK(d.cuStreamSynchronize(dl_s)); RUN("launched_by_host", e1, { (u64)ea, FIRE });
  CUgraphExec up; CUDA_GRAPH_INSTANTIATE_PARAMS ip; memset(&ip, 0, sizeof ip); ip.flags = 4 | 2; ip.hUploadStream = dl_s; RC("with_upload", d.cuGraphInstantiateWithParams(&up, a, &ip)); CK(d.cuStreamSynchronize(dl_s)); RUN("uploaded_at_once", e1, { (u64)up, FIRE });
  CUgraphNode n; size_t c = 1; CK(d.cuGraphGetNodes(a, &n, &c)); CUDA_KERNEL_NODE_PARAMS k = gr_kernel(); unsigned v = 5; void *args[] = { &dl_log, &v }; k.func = dl_note; k.kernelParams = args; RC("set", d.cuGraphExecKernelNodeSetParams(ea, n, &k)); RUN("set_not_uploaded", e1, { (u64)ea, FIRE }); RC("upload", d.cuGraphUpload(ea, dl_s)); CK(d.cuStreamSynchronize(dl_s)); RUN("set_uploaded", e1, { (u64)ea, FIRE });
  CUgraph empty = gr_new(); CUgraphExec x; RC("empty", d.cuGraphInstantiate(&x, empty, 4)); 
}
CASE(device_graph_own) {
  dl0(); unsigned until = 5; CUgraph g = gr_new(); void *args[] = { &dl_out, &until }; dl_node(g, 0, dl_again, args); CUgraphExec e = dl_exec(g, 4, 0); CK(d.cuMemsetD32(dl_out, 0, 4)); CK(d.cuCtxSynchronize()); RC("launch", d.cuGraphLaunch(e, dl_s)); RC("synchronize", d.cuStreamSynchronize(dl_s)); show_u32("count", dl_out, 1);
  void *oa[] = { &dl_out }; CUgraph o = gr_new(); dl_node(o, 0, dl_own, oa); for (int flags = 0; flags <= 4; flags += 4) { CUgraphExec x = dl_exec(o, flags, 0); CK(d.cuMemsetD32(dl_out, 0xff, 2)); CK(d.cuCtxSynchronize()); CK(d.cuGraphLaunch(x, dl_s)); CK(d.cuStreamSynchronize(dl_s)); u64 *r = down(dl_out, 8); out(gr_keyn("own", flags), "%s", *r == 0 ? "null" : *r == (u64)x ? "handle" : "other"); CK(d.cuGraphExecDestroy(x)); }
  CK(d.cuMemsetD32(dl_out, 0xff, 2)); CK(d.cuCtxSynchronize()); CK(d.cuLaunchKernel(dl_own, 1, 1, 1, 1, 1, 1, 0, dl_s, oa, 0)); CK(d.cuStreamSynchronize(dl_s)); u64 *r = down(dl_out, 8); out("own.no_graph", "%s", *r == 0 ? "null" : "other");
}
CASE(device_graph_from_host_graph) { dl0(); CUgraph a = dl_noting(1); CUgraphExec ea = dl_exec(a, 4, 1), e = dl_exec(dl_firing(1), 0, 0); RUN("fire", e, { (u64)ea, FIRE }); RUN("tail", e, { (u64)ea, TAIL }); RUN("sibling", e, { (u64)ea, SIBLING }); }
CASE(device_graph_from_kernel) { dl0(); CUgraph a = dl_noting(1); CUgraphExec ea = dl_exec(a, 4, 1); u64 p[][2] = { { (u64)ea, FIRE } }; dl_set(1, p); unsigned n = 1; void *args[] = { &dl_list, &n, &dl_out, &dl_flag }; RC("launch", d.cuLaunchKernel(dl_fire, 1, 1, 1, 1, 1, 1, 0, dl_s, args, 0)); RC("synchronize", d.cuStreamSynchronize(dl_s)); dl_show("fire", 1); }
CASE(device_graph_of_host) { dl0(); CUgraph a = dl_noting(1); CUgraphExec ea = dl_exec(a, 0, 1), e = dl_exec(dl_firing(1), 4, 0); RUN("fire", e, { (u64)ea, FIRE }); }
CASE(device_graph_running) {
  dl0(); CUgraph h = gr_new(); void *ha[] = { &dl_flag }; dl_node(h, 0, dl_hold, ha); CUgraphExec eh = dl_exec(h, 4, 1), e2 = dl_exec(dl_firing(2), 4, 0); RUN("twice", e2, { (u64)eh, FIRE }, { (u64)eh, FIRE }); RUN("fire_tail", e2, { (u64)eh, FIRE }, { (u64)eh, TAIL }); RUN("tail_fire", e2, { (u64)eh, TAIL }, { (u64)eh, FIRE });
}
CASE(device_graph_limits) {
  dl0(); CUgraph a = dl_noting(1); enum { N = 140 }; u64 p[N][2]; for (int i = 0; i < N; i++) { p[i][0] = (u64)dl_exec(a, 4, 1); p[i][1] = FIRE; } CUgraphExec e = dl_exec(dl_firing(N), 4, 0); dl_set(N, p); RC("launch", d.cuGraphLaunch(e, dl_s)); RC("synchronize", d.cuStreamSynchronize(dl_s));
  u32 *r = down(dl_out, N * 4); int first = -1; for (int i = 0; i < N && first < 0; i++) if (r[i]) first = i; OI("fire.first", first); OI("fire.code", first < 0 ? 0 : r[first]); show_u32("fire.log", dl_log, 1);
}
CASE(device_graph_limits_tail) {
  dl0(); CUgraph a = dl_noting(1); enum { N = 270 }; u64 p[N][2]; for (int i = 0; i < N; i++) { p[i][0] = (u64)dl_exec(a, 4, 1); p[i][1] = TAIL; } CUgraphExec e = dl_exec(dl_firing(N), 4, 0); dl_set(N, p); RC("launch", d.cuGraphLaunch(e, dl_s)); RC("synchronize", d.cuStreamSynchronize(dl_s));
  u32 *r = down(dl_out, N * 4); int first = -1; for (int i = 0; i < N && first < 0; i++) if (r[i]) first = i; OI("tail.first", first); OI("tail.code", first < 0 ? 0 : r[first]); show_u32("tail.log", dl_log, 1);
}
/* The order of tails: those of a tail before the other ones of the graph that launched it. */
CASE(device_graph_order) {
  dl0(); CUgraph one = dl_noting(1), two = dl_noting(2), three = dl_noting(3); CUgraphExec e1 = dl_exec(one, 4, 1), e2 = dl_exec(two, 4, 1), e3 = dl_exec(three, 4, 1); CUdeviceptr list = dnew(64), results = dnew(64), flag = dnew(64); u64 inner[2][2] = { { (u64)e3, TAIL }, { (u64)e2, FIRE } }; CK(d.cuMemcpyHtoD(list, inner, sizeof inner));
  CUgraph g = gr_new(); unsigned n = 2; void *args[] = { &list, &n, &results, &flag }; dl_node(g, 0, dl_fire, args); CUgraphExec eg = dl_exec(g, 4, 1), e = dl_exec(dl_firing(2), 4, 0); RUN("tail_of_tail", e, { (u64)eg, TAIL }, { (u64)e1, TAIL }); show_u32("inner", results, 2);
  RUN("tail_of_fired", e, { (u64)eg, FIRE }, { (u64)e1, TAIL }); show_u32("inner_fired", results, 2);
}
/* Copies and fills as nodes, and other nodes after the kernel. */
CASE(device_graph_nodes) {
  dl0(); CUgraph g = gr_new(); CUgraphNode m, k; CUDA_MEMSET_NODE_PARAMS s = { dl_log, 0, 9, 4, 4, 1 }; CK(d.cuGraphAddMemsetNode(&m, g, 0, 0, &s, ctx_primary)); CUDA_MEMCPY3D c = gr_copy(); c.srcDevice = dl_log; c.dstDevice = dl_log + 32; c.WidthInBytes = 16; CK(d.cuGraphAddMemcpyNode(&k, g, &m, 1, &c, ctx_primary));
  CUgraphExec e1 = dl_exec(g, 4, 1), e = dl_exec(dl_firing(1), 4, 0); u64 p[][2] = { { (u64)e1, FIRE } }; dl_set(1, p); RC("launch", d.cuGraphLaunch(e, dl_s)); RC("synchronize", d.cuStreamSynchronize(dl_s)); show_u32("copied", dl_log, 12); show_u32("result", dl_out, 1);
  static const char *const names[] = { "host", "empty", "record", "wait", "alloc", "memop", "if" }; static const int kinds[] = { HOST, EMPTY, RECORD, WAIT, ALLOC, MEMOP, IF }; for (int i = 0; i < NEL(kinds); i++) { CUgraph x = gr_new(); CUgraphNode n; CK(gr_add(KERNEL, &n, x, 0)); if (gr_add(kinds[i], &n, x, 0)) continue; CUgraphExec xe; RC(names[i], d.cuGraphInstantiate(&xe, x, 4)); }
}
