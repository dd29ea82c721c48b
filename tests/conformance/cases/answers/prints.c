/* vprintf and assertions with bad pointers: the codes, vprintf's result (-99: not written), what was printed with its
   newlines as dots, and of the assertions how many and the first. */
#include "conf.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
typedef struct { const char *name; u64 format, args, first, second; int threads; } Print;
/* format: 1 "%d\n", 2 "%s\n", 3 "%d %d %d\n", 4 "plain\n", 5 "%", 6 "%q\n", 7 "%5s|\n", 8 "%.3s|\n", 9 "%n\n", 10 "%s %d\n", 11 "", 12 "%p\n", 13 "%c\n";
   args: 1 the thread's own 16 bytes; else the pointer itself */
static const Print prints[] = {
 {"good", 1, 1, 5, 0, 1}, {"format null", 0, 1, 5, 0, 1}, {"format null, args null", 0, 0, 0, 0, 1}, {"format 16", 16, 1, 5, 0, 1}, {"format unmapped", 0x7f0000000000, 1, 5, 0, 1}, {"format all ones", ~0ull, 1, 5, 0, 1},
 {"args null", 1, 0, 0, 0, 1}, {"args null, no conversion", 4, 0, 0, 0, 1}, {"args null, empty", 11, 0, 0, 0, 1}, {"args 16", 1, 16, 0, 0, 1}, {"args misaligned", 1, 0x7f0000000001, 0, 0, 1}, {"args unmapped", 1, 0x7f0000000000, 0, 0, 1}, {"more conversions than arguments", 3, 1, 5, 6, 1},
 {"args misaligned by 4", 1, 0x7f0000000004, 0, 0, 1}, {"args misaligned, text", 2, 0x7f0000000004, 0, 0, 1}, {"args misaligned, no conversion", 4, 0x7f0000000001, 0, 0, 1}, {"args misaligned by 2 of 3", 3, 0x7f0000000002, 0, 0, 1},
 {"text null", 2, 1, 0, 0, 1}, {"text 16", 2, 1, 16, 0, 1}, {"text unmapped", 2, 1, 0x7f0000000000, 0, 1}, {"text null, width", 7, 1, 0, 0, 1}, {"text null, precision", 8, 1, 0, 0, 1}, {"text 16, precision 3", 8, 1, 16, 0, 1}, {"text null and number", 10, 1, 0, 7, 1},
 {"percent alone", 5, 1, 0, 0, 1}, {"unknown conversion", 6, 1, 5, 0, 1}, {"n", 9, 1, 5, 0, 1}, {"n unmapped", 9, 1, 16, 0, 1}, {"empty", 11, 1, 0, 0, 1}, {"pointer null", 12, 1, 0, 0, 1}, {"zero character", 13, 1, 0, 0, 1},
 {"format null by 32 threads", 0, 1, 5, 0, 32}, {"args null by 64 threads", 1, 0, 0, 0, 64},
 {"assert one thread", 100, 0, 0, 0, 1}, {"assert 96 threads", 100, 0, 0, 0, 96}, {"assert 96 threads of 3 blocks", 100, 0, 0, 3, 96}, {"assert null texts", 101, 0, 0, 0, 1}, {"assert unmapped texts", 101, 16, 0, 0, 1}, {"assert, others wait at a barrier", 102, 0, 0, 0, 96},
};
static const char PTX_PRINTS[] =
 ".version 8.0\n.target sm_80\n.address_size 64\n"
 ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
 ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 u, .param .b64 c);\n"
 ".global .align 1 .b8 f1[4] = {37,100,10,0}; .global .align 1 .b8 f2[4] = {37,115,10,0}; .global .align 1 .b8 f3[10] = {37,100,32,37,100,32,37,100,10,0};\n"
 ".global .align 1 .b8 f4[7] = {112,108,97,105,110,10,0}; .global .align 1 .b8 f5[2] = {37,0}; .global .align 1 .b8 f6[4] = {37,113,10,0}; .global .align 1 .b8 f7[6] = {37,53,115,124,10,0};\n"
 ".global .align 1 .b8 f8[7] = {37,46,51,115,124,10,0}; .global .align 1 .b8 f9[4] = {37,110,10,0}; .global .align 1 .b8 f10[7] = {37,115,32,37,100,10,0}; .global .align 1 .b8 f11[1] = {0}; .global .align 1 .b8 f12[4] = {37,112,10,0}; .global .align 1 .b8 f13[4] = {37,99,10,0};\n"
 ".global .u64 table[14] = {0, generic(f1), generic(f2), generic(f3), generic(f4), generic(f5), generic(f6), generic(f7), generic(f8), generic(f9), generic(f10), generic(f11), generic(f12), generic(f13)};\n"
 ".visible .entry k(.param .u64 out, .param .u64 format, .param .u64 args, .param .u64 first, .param .u64 second)\n{\n"
 ".reg .b64 f, a, x, y, o; .reg .b32 r, t; .reg .pred p, q; .local .align 16 .b8 own[16]; .param .b64 F, A; .param .b32 R, L;\n"
 "ld.param.u64 o,[out]; ld.param.u64 x,[first]; ld.param.u64 y,[second]; st.local.u64 [own],x; st.local.u64 [own+8],y; mov.u64 a,own; cvta.local.u64 a,a;\n"
 "ld.param.u64 x,[args]; setp.ne.u64 p,x,1; selp.b64 a,x,a,p; ld.param.u64 f,[format]; mov.u32 t,%tid.x;\n"
 "setp.ge.u64 p,f,100; setp.le.and.u64 p,f,102,p; @p bra ASSERTS;\n"
 "setp.ge.u64 p,f,14; @p bra CALL; setp.eq.u64 p,f,0; @p bra CALL; mov.u64 y,table; mad.lo.u64 y,f,8,y; ld.global.u64 f,[y];\n"
 "CALL: st.param.b64 [F],f; st.param.b64 [A],a; call (R), vprintf, (F, A); ld.param.b32 r,[R]; st.global.u32 [o],r; ret;\n"
 "ASSERTS: setp.eq.u64 q,f,101; mov.u64 x,f1; cvta.global.u64 x,x; selp.b64 x,a,x,q;\n"
 "setp.lt.u32 p,t,32; @p bra GO; setp.eq.u64 q,f,102; @q bar.sync 0;\n"
 "GO: st.param.b64 [F],x; st.param.b32 [L],7; st.param.b64 [A],1; call __assertfail, (F, F, L, F, A); ret;\n}\n";
static void print_(const Print *c, int *result) {
  CUmodule m = pmod(PTX_PRINTS); CUdeviceptr o = 0; int *at; CK(d.cuMemHostAlloc((void **)&at, 4, 0)); *at = -99; o = (CUdeviceptr)at; u64 format = c->format, args = c->args, first = c->first, second = c->second;
  void *a[] = { &o, &format, &args, &first, &second }; int grid = format == 100 && second ? second : 1; result[0] = d.cuLaunchKernel(kfn(m, "k"), grid, 1, 1, c->threads, 1, 1, 0, 0, a, 0); result[1] = d.cuCtxSynchronize(); result[2] = *at; fflush(stdout);
}
/* What a descriptor of a file holds. */
static char *text(int f) { char *b = calloc(1, 1 << 20); if (pread(f, b, (1 << 20) - 1, 0) < 0) *b = 0; close(f); return b; }
CASE(prints) {
  int *result = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < NEL(prints); i++) {
    int o = memfd_create("out", 0), e = memfd_create("err", 0), st; fflush(stdout); pid_t p = fork(); if (!p) { dup2(o, 1); dup2(e, 2); print_(prints + i, result); _exit(0); } waitpid(p, &st, 0);
    char *printed = text(o), *said = text(e), k[99], *first = 0; int n = 0; for (char *s = printed; *s; s++) if (*s == '\n') *s = '.';
    snprintf(k, 99, "%s", prints[i].name); for (char *s = k; *s; s++) if (*s == ' ' || *s == ',') *s = '_'; out(k, st ? "CRASH" : "%d %d %d \"%s\"", result[0], result[1], result[2], printed);
    char *explained = strstr(said, "cuda-sim: "); if (explained) *explained = 0; /* the software device's own words */
    for (char *s = said; (s = strstr(s, " Assertion `")); s++) n++; if (n) { strcat(k, ".assertions"); for (char *s = said; *s; s++) if (*s == '\n') *s = '.'; first = strstr(said, "failed."); first[7] = 0; out(k, prints[i].threads > 32 ? "%d" : "%d %s", n, said); }
  }
}
