#include "graphs.h"
#include <ctype.h>

/* The file's text with its addresses replaced. */
static void print(const char *key, CUgraph g, unsigned flags) {
  char path[] = "/tmp/conformance.XXXXXX"; int fd = mkstemp(path); CUresult r = d.cuGraphDebugDotPrint(g, path, flags);
  char text[20000], *to = text; FILE *f = fdopen(fd, "r"); static char in[60000]; size_t n = fread(in, 1, sizeof in - 1, f); in[n] = 0; fclose(f); unlink(path);
  for (char *q = in; *q && to < text + sizeof text - 8;) {
    if (q[0] == '0' && (q[1] == 'x' || q[1] == 'X') && isxdigit(q[2])) { q += 2; while (isxdigit(*q)) q++; to += sprintf(to, "0x#"); continue; }
    char *z = q; while (isxdigit(*z)) z++;
    if (z - q >= 9 && (q == in || !isalnum(q[-1]))) { q = z; to += sprintf(to, "0x#"); continue; }
    if (z > q) { while (q < z) *to++ = *q++; continue; }
    if (*q == '\n') { *to++ = '\\'; *to++ = 'n'; q++; } else *to++ = *q++;
  }
  *to = 0; out(key, "%d %s", r, text);
}
CASE(dot_kinds) {
  graphs0(); static const unsigned own[] = { 4, 8, 16, 32, 0, 0, 64, 64, 1 << 11, 1 << 13, 1 << 15 };
  for (int k = 0; k < KINDS; k++) { CUgraph g = gr_new(); CUgraphNode n; CUresult r = gr_add(k, &n, g, 0); if (r) { RC(gr_name[k], r); continue; } print(gr_key(gr_name[k], "plain"), g, 0); if (own[k]) print(gr_key(gr_name[k], "own"), g, own[k]); print(gr_key(gr_name[k], "verbose"), g, 1); }
}
CASE(dot_flags) {
  graphs0(); CUgraph g = gr_new(); CUgraphNode a, b, c; print("empty", g, 0); RC("kernel", gr_add(KERNEL, &a, g, 0)); RC("set", gr_add(SET, &b, g, &a)); RC("copy", gr_add(COPY, &c, g, &b)); RC("edge", d.cuGraphAddDependencies(g, &a, &c, 0, 1));
  for (int i = 0; i < 17; i++) print(gr_keyn("bit", i), g, 1u << i);
  print("high", g, 1u << 31); print("all", g, 0xffff); print("topology_handles", g, 1 << 14 | 1 << 10); print("runtime_kernel", g, 2 | 4); print("runtime_verbose", g, 3);
  CUDA_MEMCPY3D m = gr_copy(); m.dstMemoryType = CU_MEMORYTYPE_HOST; m.dstHost = gr_h; m.srcPitch = m.dstPitch = 64; m.srcHeight = m.dstHeight = 2; m.WidthInBytes = 32; m.Height = 2; m.Depth = 2; CUgraph h = gr_new(); RC("copy3", d.cuGraphAddMemcpyNode(&a, h, 0, 0, &m, ctx_primary)); print("copy_3d_to_host", h, 8); print("copy_3d_runtime", h, 10);
  CUDA_MEMSET_NODE_PARAMS s = { gr_p, 256, 9, 4, 8, 4 }; CUgraph t = gr_new(); RC("set2", d.cuGraphAddMemsetNode(&a, t, 0, 0, &s, ctx_primary)); print("set_2d", t, 16);
}
CASE(dot_errors) {
  graphs0(); CUgraph g = gr_new(); RC("null_graph", d.cuGraphDebugDotPrint(0, "/dev/null", 0)); RC("null_path", d.cuGraphDebugDotPrint(g, 0, 0)); RC("no_folder", d.cuGraphDebugDotPrint(g, "/nonexistent/a", 0)); RC("folder", d.cuGraphDebugDotPrint(g, "/tmp", 0)); RC("empty_path", d.cuGraphDebugDotPrint(g, "", 0));
}
CASE(dot_captured) {
  graphs0(); CUgraph g; CK(d.cuStreamBeginCapture(gr_s, 0)); CK(d.cuMemsetD32Async(gr_p, 1, 16, gr_s)); CK(d.cuMemcpyDtoHAsync(gr_h, gr_p, 64, gr_s)); CK(d.cuLaunchKernel(gr_inc, 2, 1, 1, 8, 1, 1, 0, gr_s, gr_args, 0)); CK(d.cuLaunchHostFunc(gr_s, gr_host, 0)); CK(d.cuStreamEndCapture(gr_s, &g)); print("plain", g, 0); print("verbose", g, 1);
}
