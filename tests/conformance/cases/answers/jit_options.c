/* What options of the compiler and the linker write back. */
#include <time.h>
#include "questions.h"
#define HEAD ".version 6.0\n.target sm_70\n.address_size 64\n"
#define KERNEL ".visible .entry k(.param .u64 p){ .reg .u64 %a; .reg .u32 %r; ld.param.u64 %a,[p]; ld.global.u32 %r,[%a]; add.u32 %r,%r,1; st.global.u32 [%a],%r; ret; }\n"
static const char GOOD[] = HEAD KERNEL, BAD[] = HEAD ".visible .entry k(){ foo; ret; }\n", UNDEFINED[] = HEAD ".extern .func f();\n.visible .entry k(){ call f; ret; }\n", GARBAGE[] = "garbage", NEWER[] = ".version 9.9\n.target sm_70\n.address_size 64\n" KERNEL, TARGET[] = ".version 9.0\n.target sm_120\n.address_size 64\n" KERNEL, UNUSED[] = HEAD ".visible .entry k(){ .reg .u32 %r; mov.u32 %r, 1; ret; }\n";
static char info[4096], error[4096]; static CUjit_option keys[9]; static void *values[9]; static int count, time_at, info_at, error_at, threads_at;
#define UNTOUCHED 0xdeadbeef12345678ull
enum { INFO = 1, ERROR = 2, TIME = 4, VERBOSE = 8, THREADS = 16, LEVEL = 32 };
static void options(int of, size_t size) {
  memset(info, 0xcc, sizeof info); memset(error, 0xcc, sizeof error); count = 0; time_at = info_at = error_at = threads_at = -1;
#define O(key, value) (keys[count] = key, values[count++] = (void *)(value))
  if (of & INFO) { O(CU_JIT_INFO_LOG_BUFFER, info); info_at = count; O(CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, size); }
  if (of & ERROR) { O(CU_JIT_ERROR_LOG_BUFFER, error); error_at = count; O(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, size); }
  if (of & TIME) { time_at = count; O(CU_JIT_WALL_TIME, UNTOUCHED); }
  if (of & VERBOSE) O(CU_JIT_LOG_VERBOSE, 1);
  if (of & THREADS) { threads_at = count; O(CU_JIT_THREADS_PER_BLOCK, 256ul); }
  if (of & LEVEL) O(CU_JIT_OPTIMIZATION_LEVEL, 3ul);
}
/* A log's size as 0, 1, the given one, or more; whether text is there, ends at the size, and is untouched. */
static void log_of(const char *name, int at, const char *text, size_t given) {
  if (at < 0) return;
  size_t size = (size_t)values[at]; int end = -1; for (int i = 0; i < 4096; i++) if (!text[i]) { end = i; break; }
  say("%s %s%s ", name, size == 0 ? "0" : size == given ? "as given" : size < given ? "some" : "more", (u8)text[0] == 0xcc ? " untouched" : end < 0 ? " open" : end == 0 ? " empty" : size == (size_t)end + 1 ? " with NUL" : size == (size_t)end ? " without NUL" : " other");
}
static void written(const char *when, CUresult r, size_t given) {
  say("| %s %d ", when, r); log_of("info", info_at, info, given); log_of("error", error_at, error, given);
  if (time_at >= 0) { u64 word = (u64)values[time_at]; float ms; u32 low = word; memcpy(&ms, &low, 4); say("time %s%s ", word == UNTOUCHED ? "untouched" : word >> 32 == UNTOUCHED >> 32 ? "" : "all eight bytes ", word == UNTOUCHED ? "" : ms == 0 ? "0" : ms > 0 && ms < 60000 ? "some" : "other"); }
  if (threads_at >= 0) say("threads %llu ", (unsigned long long)values[threads_at]);
}
static const struct { const char *name, *text; int of; size_t size; } questions[] = {
#define Q(name, text, of, size) { name, text, of, size }
#define FOR(text) Q(#text " all", text, 63, 4096), Q(#text " quiet", text, INFO | ERROR | TIME | THREADS | LEVEL, 4096), Q(#text " without threads", text, INFO | ERROR | TIME, 4096), Q(#text " verbose", text, INFO | ERROR | TIME | VERBOSE, 4096), Q(#text " time", text, TIME, 4096), Q(#text " time and info", text, TIME | INFO, 4096), Q(#text " time and error", text, TIME | ERROR, 4096), Q(#text " 0", text, INFO | ERROR | TIME, 0), Q(#text " 1", text, INFO | ERROR | TIME, 1), Q(#text " 2", text, INFO | ERROR | TIME, 2), Q(#text " 16", text, INFO | ERROR | TIME, 16), Q(#text " 0 verbose", text, 63, 0), Q(#text " 1 verbose", text, 63, 1), Q(#text " 2 verbose", text, 63, 2), Q(#text " 16 verbose", text, 63, 16)
  FOR(GOOD), FOR(BAD), FOR(UNDEFINED), FOR(GARBAGE), FOR(NEWER), FOR(TARGET), FOR(UNUSED),
};
static const char *name_of(int i) { return questions[i].name; }
/* A text of its own, which no cache has. */
static char *own(const char *text, const char *call) { static int n; char *copy = malloc(strlen(text) + 200); sprintf(copy, "%s// %d %ld %d %s\n", text, getpid(), (long)time(0), n++, call); return copy; }
static void asked(int i) {
  ctx0(); const char *t = questions[i].text; int of = questions[i].of; size_t size = questions[i].size; CUmodule m; CUlibrary l; CUkernel k; CUlinkState s; void *image; size_t got; char *text = own(t, "load");
  options(of, size); written("load", d.cuModuleLoadDataEx(&m, text, count, keys, values), size); options(of, size); written("again", d.cuModuleLoadDataEx(&m, text, count, keys, values), size);
  text = own(t, "library"); options(of, size); CUresult r = d.cuLibraryLoadData(&l, text, keys, values, count, 0, 0, 0); written("library", r, size); if (!r) { written("kernel", d.cuLibraryGetKernel(&k, l, "k"), size); CUmodule lm; written("module", d.cuLibraryGetModule(&lm, l), size); }
  text = own(t, "link"); options(of, size); r = d.cuLinkCreate(count, keys, values, &s); written("create", r, size); if (r) return;
  r = d.cuLinkAddData(s, CU_JIT_INPUT_PTX, text, strlen(text) + 1, "x", 0, 0, 0); written("add", r, size); r = d.cuLinkComplete(s, &image, &got); written("complete", r, size); if (!r) { options(of, size); written("image", d.cuModuleLoadDataEx(&m, image, count, keys, values), size); } written("destroy", d.cuLinkDestroy(s), size);
}
CASE(jit_written) { ask_each(NEL(questions), name_of, asked); }
/* Each option alone at each addition to a link; and some that are refused. */
static const char *number_of(int i) { static char name[20]; sprintf(name, "option.%d", i - 1); return name; }
static void added(int i) {
  ctx0(); static const u64 given[] = { 0, 1, 3, 90, 256, 0xffffffff }; int id = i - 1;
  for (int v = 0; v < NEL(given); v++) {
    char buffer[64]; memset(buffer, 0, 64); CUjit_option o = id; u64 value = id == CU_JIT_INFO_LOG_BUFFER || id == CU_JIT_ERROR_LOG_BUFFER || id == 17 || id == 18 ? (u64)buffer : given[v]; void *vv = (void *)value; CUlinkState s; CK(d.cuLinkCreate(0, 0, 0, &s)); CUresult a = d.cuLinkAddData(s, CU_JIT_INPUT_PTX, (void *)GOOD, sizeof GOOD, "x", 1, &o, &vv); void *image; size_t size; CUresult e = d.cuLinkComplete(s, &image, &size); d.cuLinkDestroy(s);
    say("%d %s %d, ", a, (u64)vv == value ? "same" : "written", e);
  }
}
CASE(jit_added) { ask_each(36, number_of, added); }
static int pair(CUjit_option a, u64 v, CUjit_option b, u64 w) { CUmodule m; CUjit_option o[] = { a, b }; void *vv[] = { (void *)v, (void *)w }; CUresult r = d.cuModuleLoadDataEx(&m, GOOD, 2, o, vv); CUlinkState s = 0; vv[0] = (void *)v; vv[1] = (void *)w; CUresult l = d.cuLinkCreate(2, o, vv, &s); if (!l) d.cuLinkDestroy(s); return r * 1000 + l; }
CASE(jit_pairs) {
  ctx0(); static const struct { int id; u64 value; } some[] = { { 0, 32 }, { 1, 256 }, { 2, 0 }, { 7, 3 }, { 8, 0 }, { 9, 90 }, { 9, 60 }, { 10, 0 }, { 11, 1 }, { 12, 1 }, { 13, 1 }, { 14, 1 }, { 15, 0 }, { 16, 1 } };
  for (int i = 0; i < NEL(some); i++) { char b[400], *q = b, k[40]; for (int j = 0; j < NEL(some); j++) q += sprintf(q, j ? " %d" : "%d", pair(some[i].id, some[i].value, some[j].id, some[j].value)); snprintf(k, 40, "with.%d.%d", some[i].id, (int)some[i].value); out(k, "%s", b); }
  static const int targets[] = { 0, 9, 10, 20, 30, 35, 50, 52, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 91, 99, 100, 101, 103, 110, 120, 121, 130, 999, 65536 + 90, 65536 + 100, 131072 + 100 };
  for (int i = 0; i < NEL(targets); i++) { char k[40]; CUjit_option o = CU_JIT_TARGET; void *v = (void *)(u64)targets[i]; CUmodule m; CUresult r = d.cuModuleLoadDataEx(&m, GOOD, 1, &o, &v); CUlinkState s; CUresult c = d.cuLinkCreate(1, &o, &v, &s), a = 9999, e = 9999, load = 9999; void *image; size_t size; if (!c) { a = d.cuLinkAddData(s, CU_JIT_INPUT_PTX, (void *)GOOD, sizeof GOOD, "x", 0, 0, 0); if (!a && !(e = d.cuLinkComplete(s, &image, &size))) load = d.cuModuleLoadData(&m, image); d.cuLinkDestroy(s); } CUlibrary l; CUresult lr = d.cuLibraryLoadData(&l, GOOD, &o, &v, 1, 0, 0, 0); CUmodule lm; CUresult lk = lr ? 9999 : d.cuLibraryGetModule(&lm, l); snprintf(k, 40, "target.%d", targets[i]); out(k, "%d link %d %d %d %d library %d %d", r, c, a, e, load, lr, lk); }
  CUjit_option o[] = { 2, 2 }; void *v[] = { (void *)UNTOUCHED, (void *)UNTOUCHED }; CUmodule m; RC("time_twice", d.cuModuleLoadDataEx(&m, GOOD, 2, o, v)); OI("time_twice.first", v[0] != (void *)UNTOUCHED); OI("time_twice.second", v[1] != (void *)UNTOUCHED);
}
