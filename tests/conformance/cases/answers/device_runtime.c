/* What the runtime of kernels answers to them: codes of the launch and its end, and of each call its result, the number that it
   left (-7: none; made: an address or a handle), the last error, and the last error after that. The archive is
   CONF_CUDADEVRT (lib/libcudadevrt.a of CUDA 13.0), which the software device doesn't need. */
#include "conf.h"
#include <sys/wait.h>
/* Names and arguments. V: a local variable; M: global memory (4 KiB); S: shared; K: a kernel; X: no kernel. b: 64 bits, w: 32 bits. */
static const char *calls[][2] = {
 {"RuntimeGetVersion", "bV"}, {"RuntimeGetVersion", "b0"}, {"GetDeviceCount", "bV"}, {"GetDeviceCount", "b0"}, {"GetDevice", "bV"}, {"DeviceGetAttribute", "bV w75 w0"}, {"DeviceGetAttribute", "bV w75 w7"}, {"DeviceGetAttribute", "bV w9999 w0"}, {"DeviceGetAttribute", "bV w0 w0"},
 {"DeviceGetLimit", "bV w0"}, {"DeviceGetLimit", "bV w1"}, {"DeviceGetLimit", "bV w2"}, {"DeviceGetLimit", "bV w3"}, {"DeviceGetLimit", "bV w4"}, {"DeviceGetLimit", "bV w5"}, {"DeviceGetLimit", "bV w6"}, {"DeviceGetLimit", "bV w77"}, {"DeviceGetCacheConfig", "bV"}, {"DeviceGetSharedMemConfig", "bV"},
 {"OccupancyMaxActiveBlocksPerMultiprocessor", "bV bK w128 b0"}, {"OccupancyMaxActiveBlocksPerMultiprocessor", "bV bK w128 b49152"}, {"OccupancyMaxActiveBlocksPerMultiprocessor", "bV bK w128 b49153"}, {"OccupancyMaxActiveBlocksPerMultiprocessor", "bV bK w0 b0"}, {"OccupancyMaxActiveBlocksPerMultiprocessor", "bV bK w2000 b0"}, {"OccupancyMaxActiveBlocksPerMultiprocessor", "bV bX w128 b0"}, {"OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", "bV bK w128 b0 w1"}, {"OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", "bV bK w128 b0 w2"},
 {"FuncGetAttributes", "bM bK"}, {"FuncGetAttributes", "bM bX"}, {"FuncGetAttributes", "b0 bK"},
 {"StreamCreateWithFlags", "bV w1"}, {"StreamCreateWithFlags", "bV w0"}, {"StreamCreateWithFlags", "bV w2"}, {"StreamDestroy", "b4660"}, {"StreamDestroy", "b0"}, {"EventCreateWithFlags", "bV w2"}, {"EventCreateWithFlags", "bV w0"}, {"EventCreateWithFlags", "bV w3"}, {"EventDestroy", "b4660"}, {"EventDestroy", "b0"}, {"EventRecord", "b4660 b0"}, {"EventRecord", "b0 b0"}, {"StreamWaitEvent", "b0 b4660 w0"}, {"StreamWaitEvent", "b0 b0 w0"},
 {"Malloc", "bV b64"}, {"Malloc", "bV b0"}, {"Malloc", "bV b1099511627776"}, {"Free", "b0"},
 {"MemcpyAsync", "bM bM b0 w3 b0"}, {"MemcpyAsync", "bM bM b4 w3 b0"}, {"MemcpyAsync", "bM bM b4 w0 b0"}, {"MemcpyAsync", "bM bM b4 w1 b0"}, {"MemcpyAsync", "bM bM b4 w2 b0"}, {"MemcpyAsync", "bM bM b4 w4 b0"}, {"MemcpyAsync", "bM bM b4 w9 b0"}, {"MemcpyAsync", "bM bM b4 w3 b4660"}, {"MemcpyAsync", "bM bM b4 w3 b3"}, {"MemcpyAsync", "bM bM b4 w3 b4"}, {"MemcpyAsync", "bV bM b4 w3 b0"}, {"MemcpyAsync", "bM bV b4 w3 b0"}, {"MemcpyAsync", "bS bM b4 w3 b0"}, {"MemcpyAsync", "b0 bM b0 w3 b0"},
 {"MemsetAsync", "bM w0 b0 b0"}, {"MemsetAsync", "bM w0 b4 b0"}, {"MemsetAsync", "bV w0 b4 b0"}, {"MemsetAsync", "bS w0 b4 b0"}, {"Memset2DAsync", "bM b4 w0 b8 b2 b0"}, {"Memset2DAsync", "bM b4 w0 b8 b1 b0"}, {"Memset2DAsync", "bM b0 w0 b8 b1 b0"}, {"Memset2DAsync", "bM b8 w0 b0 b2 b0"}, {"Memset2DAsync", "bM b8 w0 b8 b0 b0"}, {"Memset2DAsync", "bM b8 w0 b8 b2 b0"}, {"Memcpy2DAsync", "bM b8 bM b4 b8 b2 w3 b0"}, {"Memcpy2DAsync", "bM b4 bM b8 b8 b2 w3 b0"}, {"Memcpy2DAsync", "bM b4 bM b4 b8 b1 w3 b0"}, {"Memcpy2DAsync", "bM b8 bM b8 b8 b2 w3 b0"}, {"Memcpy2DAsync", "bM b8 bM b8 b8 b0 w3 b0"}, {"Memcpy3DAsync", "b0 b0"},
 {"PeekAtLastError", ""},
 {"GetDevice", "b0"}, {"DeviceGetLimit", "b0 w2"}, {"DeviceGetCacheConfig", "b0"}, {"DeviceGetSharedMemConfig", "b0"}, {"OccupancyMaxActiveBlocksPerMultiprocessor", "b0 bK w128 b0"}, {"OccupancyMaxActiveBlocksPerMultiprocessor", "bV b0 w128 b0"}, {"Malloc", "b0 b64"}, {"StreamCreateWithFlags", "b0 w1"}, {"EventCreateWithFlags", "b0 w2"}, {"EventCreateWithFlags", "bV w6"}, {"EventRecord", "bM b0"}, {"Free", "b4660"}, {"Free", "bM"},
 {"MemcpyAsync", "bM bM b0 w0 b0"}, {"MemcpyAsync", "bV bM b4 w0 b0"}, {"MemcpyAsync", "bV bM b0 w3 b0"}, {"MemcpyAsync", "bV bM b4 w3 b4660"}, {"MemsetAsync", "bM w0 b4 b4660"}, {"MemsetAsync", "bM w0 b4 b3"}, {"Memset2DAsync", "bM b4 w0 b8 b2 b4660"}, {"Memcpy2DAsync", "bM b8 bM b8 b8 b2 w0 b0"}, {"Memcpy2DAsync", "bM b4 bM b8 b8 b2 w0 b0"}, {"Memcpy2DAsync", "bV b4 bM b8 b8 b2 w3 b0"},
};
static char ptx[20000];
static void run(const char *text, const char *what, int list) {
  ctx0(); CUmodule m; CUlinkState s; void *image; size_t size; CUdeviceptr o, mem; static char log_[4096], key[200], value[400]; snprintf(key, 200, "%s", what); for (char *p = key; *p; p++) if (*p == ' ') *p = '_';
  CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES }; void *v[] = { log_, (void *)sizeof log_ }; const char *archive = getenv("CONF_CUDADEVRT");
  CK(d.cuLinkCreate(2, options, v, &s)); CUresult a = d.cuLinkAddData(s, CU_JIT_INPUT_PTX, (void *)text, strlen(text) + 1, "k", 0, 0, 0), b = archive ? d.cuLinkAddFile(s, CU_JIT_INPUT_LIBRARY, archive, 0, 0, 0) : d.cuLinkAddData(s, CU_JIT_INPUT_LIBRARY, "!<arch>\n", 8, "libcudadevrt.a", 0, 0, 0), c = d.cuLinkComplete(s, &image, &size);
  if (a || b || c || (a = d.cuModuleLoadData(&m, image))) { out(key, "link %d %d %d %s", a, b, c, log_); return; }
  CK(d.cuMemAllocManaged(&o, 4096, 1)); CK(d.cuMemAllocManaged(&mem, 4096, 1)); long long *left = (long long *)o; char *bytes = (char *)mem; memset(left, 0, 4096); memset(bytes, 0x5a, 4096); for (int i = 0; i < 32; i++) left[i] = -7;
  void *args[] = { &o, &mem }; CUresult l = d.cuLaunchKernel(kfn(m, "k"), 1, 1, 1, 1, 1, 1, 0, 0, args, 0), y = d.cuCtxSynchronize(); char *q = value + sprintf(value, "%d %d", l, y); int makes = !strncmp(what, "Malloc", 6) || strstr(what, "CreateWith");
  if (!y) for (int i = 0; i < list; i++) q += i == 1 && makes && left[i] != -7 && left[i] ? sprintf(q, " made") : sprintf(q, " %lld", left[i] >> 32 == -1 ? (int)left[i] : left[i]); /* a number of 32 bits leaves the rest of -7 */
  if (!y && !strncmp(what, "text", 4)) sprintf(q, " \"%.100s\"", bytes); out(key, "%s", value);
}
static void call(const char *name, const char *args) {
  char formal[400] = "", actual[200] = "", set[2000] = "", what[200]; int n = 0; const char *p = args;
  while (*p) {
    char kind = *p++, val[64]; int k = 0; while (*p && *p != ' ') val[k++] = *p++; val[k] = 0; if (*p) p++;
    sprintf(formal + strlen(formal), "%s.param .b%s a%d", n ? ", " : "", kind == 'b' ? "64" : "32", n); sprintf(actual + strlen(actual), "%sa%d", n ? ", " : "", n);
    sprintf(set + strlen(set), ".param .b%s a%d; ", kind == 'b' ? "64" : "32", n);
    if (strchr("VMSKX", val[0])) sprintf(set + strlen(set), "st.param.b64 [a%d], %%%c;\n", n, val[0]); else sprintf(set + strlen(set), "mov.u%s %%%s, %s; st.param.b%s [a%d], %%%s;\n", kind == 'b' ? "64" : "32", kind == 'b' ? "q" : "w", val, kind == 'b' ? "64" : "32", n, kind == 'b' ? "q" : "w");
    n++;
  }
  sprintf(ptx, ".version 8.0\n.target sm_90\n.address_size 64\n%s.extern .func (.param .b32 r) __cudaCDP2%s(%s);\n.extern .func (.param .b32 r) __cudaCDP2GetLastError();\n.visible .entry none() { ret; }\n.visible .entry k(.param .u64 out, .param .u64 mem)\n{\n.reg .b64 %%V, %%M, %%S, %%K, %%X, %%q, %%o; .reg .b32 %%w, %%e; .local .align 8 .b8 own[160]; .shared .align 8 .b64 sh; .param .b32 r;\n"
   "ld.param.u64 %%o,[out]; ld.param.u64 %%M,[mem]; mov.u64 %%V,own; cvta.local.u64 %%V,%%V; mov.u64 %%S,sh; cvta.shared.u64 %%S,%%S; mov.u64 %%K,none; mov.u64 %%X,%%M; mov.u64 %%q,-7; st.local.u64 [own],%%q; st.shared.u64 [sh],%%q;\n{ %s\ncall (r), __cudaCDP2%s, (%s); }\nld.param.b32 %%e,[r]; cvt.u64.u32 %%q,%%e; st.global.u64 [%%o],%%q; ld.local.u64 %%q,[own]; st.global.u64 [%%o+8],%%q;\n"
   "call (r), __cudaCDP2GetLastError; ld.param.b32 %%e,[r]; cvt.u64.u32 %%q,%%e; st.global.u64 [%%o+16],%%q; call (r), __cudaCDP2GetLastError; ld.param.b32 %%e,[r]; cvt.u64.u32 %%q,%%e; st.global.u64 [%%o+24],%%q; ret;\n}\n", "", name, formal, set, name, actual);
  sprintf(what, "%s %s", name, args); run(ptx, what, 4);
}
static void text_of(const char *name, int code) {
  char what[100];
  sprintf(ptx, ".version 8.0\n.target sm_90\n.address_size 64\n.extern .func (.param .b64 r) __cudaCDP2%s(.param .b32 c);\n.visible .entry k(.param .u64 out, .param .u64 mem)\n{\n.reg .b64 %%t, %%m; .reg .b32 %%c; .reg .pred %%p; .param .b64 r; .param .b32 c;\nld.param.u64 %%m,[mem]; st.param.b32 [c],%d; call (r), __cudaCDP2%s, (c); ld.param.b64 %%t,[r]; mov.u32 %%c, 0; st.global.u8 [%%m],%%c; setp.eq.u64 %%p,%%t,0; @%%p ret;\nNEXT: ld.u8 %%c,[%%t]; st.global.u8 [%%m],%%c; add.u64 %%t,%%t,1; add.u64 %%m,%%m,1; setp.ne.u32 %%p,%%c,0; @%%p bra NEXT; ret;\n}\n", name, code, name);
  sprintf(what, "text %s %d", name, code); run(ptx, what, 0);
}
/* A launch by a kernel: grid, block, shared memory, stream; what GetParameterBuffer gives (0 or not), LaunchDevice's result, the last error, and whether the child ran (read by the host). */
static void start(const char *what, const char *grid, const char *block, const char *shared, const char *stream, const char *child) {
  sprintf(ptx, ".version 8.0\n.target sm_90\n.address_size 64\n.extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 k, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);\n.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 p, .param .b64 s);\n.extern .func (.param .b32 r) __cudaCDP2GetLastError();\n.extern .shared .b8 dyn[];\n.visible .entry child(.param .u64 out) %s { .reg .b64 o; .reg .b32 w; ld.param.u64 o,[out]; mov.u32 w,1; st.global.u32 [o+24],w; ret; }\n"
   ".visible .entry k(.param .u64 out, .param .u64 mem)\n{\n.reg .b64 %%o, %%q, %%b; .reg .b32 %%e, %%g<3>, %%t<3>, %%s; .reg .pred %%p; .param .b64 K, B, S; .param .align 4 .b8 G[12]; .param .align 4 .b8 T[12]; .param .b32 H, R;\nld.param.u64 %%o,[out]; mov.u64 %%q,0; st.global.u64 [%%o+24],%%q; mov.u64 %%q,child; st.param.b64 [K],%%q; %s %s\nst.param.b32 [G],%%g0; st.param.b32 [G+4],%%g1; st.param.b32 [G+8],%%g2; st.param.b32 [T],%%t0; st.param.b32 [T+4],%%t1; st.param.b32 [T+8],%%t2; mov.u32 %%s,%s; st.param.b32 [H],%%s;\n"
   "call (B), __cudaCDP2GetParameterBufferV2, (K, G, T, H); ld.param.b64 %%b,[B]; setp.ne.u64 %%p,%%b,0; selp.b64 %%q,1,0,%%p; st.global.u64 [%%o],%%q; @!%%p bra LAST; st.u64 [%%b],%%o; st.param.b64 [B],%%b; mov.u64 %%q,%s; st.param.b64 [S],%%q; call (R), __cudaCDP2LaunchDeviceV2, (B, S); ld.param.b32 %%e,[R]; cvt.u64.u32 %%q,%%e; st.global.u64 [%%o+8],%%q;\nLAST: call (R), __cudaCDP2GetLastError; ld.param.b32 %%e,[R]; cvt.u64.u32 %%q,%%e; st.global.u64 [%%o+16],%%q; ret;\n}\n", child, grid, block, shared, stream);
  run(ptx, what, 4);
}
/* Each in a process of its own, for faults. */
#define ALONE(x) { fflush(stdout); pid_t p = fork(); if (!p) { x; fflush(stdout); _exit(0); } int st; waitpid(p, &st, 0); if (st) out("CRASH", "%d", st); }
CASE(device_runtime_calls) { for (int i = 0; i < NEL(calls); i++) ALONE(call(calls[i][0], calls[i][1])) }
CASE(device_runtime_texts) { static const int codes[] = { 0, 1, 2, 9, 69, 98, 400, 700, 801, 12345 }; for (int i = 0; i < NEL(codes); i++) { ALONE(text_of("GetErrorName", codes[i])) ALONE(text_of("GetErrorString", codes[i])) } }
#define G(x, y, z) "mov.u32 %g0," #x "; mov.u32 %g1," #y "; mov.u32 %g2," #z ";"
#define T(x, y, z) "mov.u32 %t0," #x "; mov.u32 %t1," #y "; mov.u32 %t2," #z ";"
CASE(device_runtime_launches) {
  ALONE(start("launch good", G(1,1,1), T(1,1,1), "0", "0", ""))
  ALONE(start("launch grid 0", G(0,1,1), T(1,1,1), "0", "0", ""))
  ALONE(start("launch block 0", G(1,1,1), T(0,1,1), "0", "0", ""))
  ALONE(start("launch block 1025", G(1,1,1), T(1025,1,1), "0", "0", ""))
  ALONE(start("launch block z 65", G(1,1,1), T(1,1,65), "0", "0", ""))
  ALONE(start("launch grid y 65536", G(1,65536,1), T(1,1,1), "0", "0", ""))
  ALONE(start("launch beyond maxntid", G(1,1,1), T(64,1,1), "0", "0", ".maxntid 32"))
  ALONE(start("launch other than reqntid", G(1,1,1), T(64,1,1), "0", "0", ".reqntid 32"))
  ALONE(start("launch shared 49152", G(1,1,1), T(1,1,1), "49152", "0", ""))
  ALONE(start("launch shared 49153", G(1,1,1), T(1,1,1), "49153", "0", ""))
  ALONE(start("launch shared 232448", G(1,1,1), T(1,1,1), "232448", "0", ""))
  ALONE(start("launch grid no multiple of its cluster", G(1,1,1), T(1,1,1), "0", "0", ".reqnctapercluster 2"))
  ALONE(start("stream 1", G(1,1,1), T(1,1,1), "0", "1", ""))
  ALONE(start("stream 2", G(1,1,1), T(1,1,1), "0", "2", ""))
  ALONE(start("stream 3", G(1,1,1), T(1,1,1), "0", "3", ""))
  ALONE(start("stream 4", G(1,1,1), T(1,1,1), "0", "4", ""))
  ALONE(start("stream 5", G(1,1,1), T(1,1,1), "0", "5", ""))
  ALONE(start("stream 0x1234", G(1,1,1), T(1,1,1), "0", "0x1234", ""))
}
