/* Functions of modules, options of the JIT compiler, and the versions of entry points. */
#include "conf.h"
static const char *key2(const char *a, long long n) { static char k[4][99]; static int i; i = (i + 1) & 3; snprintf(k[i], 99, "%s.%lld", a, n); return k[i]; }

#define HEADER ".version 7.0\n.target sm_52\n.address_size 64\n"
static const char PTX_FIVE[] = HEADER ".global .u32 v; .func f() { ret; }\n.visible .entry zeta() { ret; }\n.visible .entry alpha() { ret; }\n.entry hidden() { ret; }\n.weak .entry weak() { ret; }\n.visible .func g() { ret; }\n.visible .entry Mid() { call f; ret; }\n";
static const char PTX_NONE[] = HEADER ".global .u32 v;\n";

/* The names of functions: all if any was written, in the order in which they are returned. */
static void names(const char *key, CUfunction *f, int n) {
  char b[400] = "", *q = b; for (int i = 0; i < n; i++) { const char *s = 0; if (f[i] == (CUfunction)7) q += sprintf(q, "- "); else if (!f[i]) q += sprintf(q, "null "); else { CUresult r = d.cuFuncGetName(&s, f[i]); q += sprintf(q, "%s ", r ? key2("code", r) : s); } } out(key, "%s", b);
}
CASE(module_functions) {
  ctx0(); CUmodule m, none; CK(d.cuModuleLoadData(&m, PTX_FIVE)); CK(d.cuModuleLoadData(&none, PTX_NONE)); unsigned n = 77;
  RC("count", d.cuModuleGetFunctionCount(&n, m)); OI("count.value", n); n = 77; RC("count_none", d.cuModuleGetFunctionCount(&n, none)); OI("count_none.value", n); RC("count_null", d.cuModuleGetFunctionCount(0, m)); n = 77; RC("count_null_module", d.cuModuleGetFunctionCount(&n, 0)); OI("count_null_module.value", n);
  for (int want = 0; want < 9; want++) { CUfunction f[12]; for (int i = 0; i < 12; i++) f[i] = (CUfunction)7; RC(key2("enumerate", want), d.cuModuleEnumerateFunctions(f, want, m)); names(key2("names", want), f, 9); }
  CUfunction f[9]; RC("null", d.cuModuleEnumerateFunctions(0, 5, m)); RC("null_zero", d.cuModuleEnumerateFunctions(0, 0, m)); RC("null_module", d.cuModuleEnumerateFunctions(f, 5, 0)); RC("none_0", d.cuModuleEnumerateFunctions(f, 0, none)); RC("none_1", d.cuModuleEnumerateFunctions(f, 1, none)); RC("none_null", d.cuModuleEnumerateFunctions(0, 1, none));
  CK(d.cuModuleEnumerateFunctions(f, 5, m)); CUfunction z; CK(d.cuModuleGetFunction(&z, m, "zeta")); int same = -1; for (int i = 0; i < 5; i++) if (f[i] == z) same = i; OI("same_handle", same >= 0); CUmodule owner = 0; RC("owner", d.cuFuncGetModule(&owner, f[0])); OI("owner.same", owner == m);
  CUfunctionLoadingState st = 9; RC("loaded", d.cuFuncIsLoaded(&st, f[0])); OI("loaded.value", st); RC("load", d.cuFuncLoad(f[0])); RC("loaded2", d.cuFuncIsLoaded(&st, f[0])); OI("loaded2.value", st); RC("loaded_null", d.cuFuncIsLoaded(0, f[0])); RC("loaded_null_function", d.cuFuncIsLoaded(&st, 0)); RC("load_null", d.cuFuncLoad(0)); RC("name_null", d.cuFuncGetName(0, f[0])); const char *s = (char *)7; RC("name_null_function", d.cuFuncGetName(&s, 0)); RC("owner_null", d.cuFuncGetModule(0, f[0])); RC("owner_null_function", d.cuFuncGetModule(&owner, 0));
  CUmoduleLoadingMode mode = 9; RC("mode", d.cuModuleGetLoadingMode(&mode)); OI("mode.value", mode);
}
CASE(library_kernels) {
  ctx0(); CUlibrary l, none; CK(d.cuLibraryLoadData(&l, PTX_FIVE, 0, 0, 0, 0, 0, 0)); CK(d.cuLibraryLoadData(&none, PTX_NONE, 0, 0, 0, 0, 0, 0)); unsigned n = 77;
  RC("count", d.cuLibraryGetKernelCount(&n, l)); OI("count.value", n); n = 77; RC("count_none", d.cuLibraryGetKernelCount(&n, none)); OI("count_none.value", n); RC("count_null", d.cuLibraryGetKernelCount(0, l)); n = 77; RC("count_null_library", d.cuLibraryGetKernelCount(&n, 0)); OI("count_null_library.value", n);
  for (int want = 0; want < 9; want++) { CUkernel f[12]; for (int i = 0; i < 12; i++) f[i] = (CUkernel)7; RC(key2("enumerate", want), d.cuLibraryEnumerateKernels(f, want, l)); char b[400] = "", *q = b; for (int i = 0; i < 9; i++) { const char *s = 0; if (f[i] == (CUkernel)7) q += sprintf(q, "- "); else if (!f[i]) q += sprintf(q, "null "); else { CUresult r = d.cuKernelGetName(&s, f[i]); q += sprintf(q, "%s ", r ? key2("code", r) : s); } } out(key2("names", want), "%s", b); }
  CUkernel f[9]; RC("null", d.cuLibraryEnumerateKernels(0, 5, l)); RC("null_zero", d.cuLibraryEnumerateKernels(0, 0, l)); RC("null_library", d.cuLibraryEnumerateKernels(f, 5, 0)); RC("none_0", d.cuLibraryEnumerateKernels(f, 0, none)); RC("none_1", d.cuLibraryEnumerateKernels(f, 1, none)); CK(d.cuLibraryEnumerateKernels(f, 5, l)); CUlibrary owner = 0; RC("owner", d.cuKernelGetLibrary(&owner, f[0])); OI("owner.same", owner == l); RC("owner_null", d.cuKernelGetLibrary(0, f[0])); RC("owner_null_kernel", d.cuKernelGetLibrary(&owner, 0)); CUfunction g = 0; RC("function", d.cuKernelGetFunction(&g, f[0])); CUfunctionLoadingState st = 9; RC("loaded", d.cuFuncIsLoaded(&st, g)); OI("loaded.value", st); RC("unload", d.cuLibraryUnload(l)); RC("unload_none", d.cuLibraryUnload(none)); RC("unload_null", d.cuLibraryUnload(0));
}

static const char PTX_BOUND[] = HEADER ".visible .entry k(.param .u64 p) .maxntid 256, 1, 1 { .reg .u64 %p, %a<40>; ld.param.u64 %p, [p]; ld.global.u64 %a0, [%p]; st.global.u64 [%p+8], %a0; ret; }\n.visible .entry nop() { ret; }\n";
/* One option: its codes, its value afterwards (pointers and times as whether they are there), and the functions' attributes. */
static void option(const char *key, const char *ptx, int id, u64 value) {
  CUmodule m = 0; CUjit_option o[1] = { id }; void *v[1] = { (void *)value }; CUresult r = d.cuModuleLoadDataEx(&m, ptx, 1, o, v); int regs = -1, threads = -1; CUfunction f; if (!r && !d.cuModuleGetFunction(&f, m, "k")) { d.cuFuncGetAttribute(&regs, CU_FUNC_ATTRIBUTE_NUM_REGS, f); d.cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f); }
  u64 after = (u64)v[0]; if (id == CU_JIT_WALL_TIME) after = after != value; out(key, "%d %s %d %d", r, after == value ? "unchanged" : key2("value", after), regs > 0, threads); if (!r) d.cuModuleUnload(m);
}
CASE(jit_values) {
  ctx0(); for (int id = 0; id < 17; id++) { if (id >= CU_JIT_WALL_TIME && id <= CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) continue;
    static const u64 values[] = { 0, 1, 4, 32, 64, 90, 255, 256, 512, 1024, 1025 }; for (int i = id == CU_JIT_THREADS_PER_BLOCK; i < NEL(values); i++) { char k[60]; snprintf(k, 60, "option%d.%lld", id, (long long)(int)values[i]); option(k, PTX_BOUND, id, values[i]); } }
}
CASE(jit_shapes) {
  ctx0(); CUmodule m; CUjit_option o[3] = { CU_JIT_MAX_REGISTERS, CU_JIT_MAX_REGISTERS, CU_JIT_OPTIMIZATION_LEVEL }; void *v[3] = { (void *)32, (void *)64, (void *)4 }; RC("null_both", d.cuModuleLoadDataEx(&m, PTX_NOP, 1, 0, 0)); RC("null_options", d.cuModuleLoadDataEx(&m, PTX_NOP, 1, 0, v)); RC("null_values", d.cuModuleLoadDataEx(&m, PTX_NOP, 1, o, 0)); RC("none", d.cuModuleLoadDataEx(&m, PTX_NOP, 0, 0, 0)); RC("none_given", d.cuModuleLoadDataEx(&m, PTX_NOP, 0, o, v)); RC("twice", d.cuModuleLoadDataEx(&m, PTX_NOP, 2, o, v)); RC("three", d.cuModuleLoadDataEx(&m, PTX_NOP, 3, o, v)); RC("null_image", d.cuModuleLoadDataEx(&m, 0, 1, o, v)); RC("null_module", d.cuModuleLoadDataEx(0, PTX_NOP, 1, o, v));
  /* Logs: sizes and buffers, also alone. */
  for (int bad = 0; bad < 2; bad++) for (int error = 0; error < 2; error++) for (int shape = 0; shape < 7; shape++) {
    char buffer[64]; memset(buffer, 'x', 64); CUjit_option b = error ? CU_JIT_ERROR_LOG_BUFFER : CU_JIT_INFO_LOG_BUFFER, s = b + 1; CUjit_option oo[3]; void *vv[3]; int n = 0; static const int sizes[] = { 0, 1, 2, 16, 64, 64, 64 };
    if (shape != 5) { oo[n] = b; vv[n++] = buffer; } if (shape != 6) { oo[n] = s; vv[n++] = (void *)(u64)sizes[shape]; } CUresult r = d.cuModuleLoadDataEx(&m, bad ? ".version 6.3\n.target sm_52\n.address_size 64\n.visible .entry k() { foo.bar; ret; }\n" : PTX_NOP, n, oo, vv); u64 size = shape == 6 ? 0 : (u64)vv[n - 1]; int end = -1; for (int i = 0; i < 64; i++) if (!buffer[i]) { end = i; break; } char k[60]; snprintf(k, 60, "log%d%d.%d", bad, error, shape); out(k, "%d %llu %d", r, (unsigned long long)size, end);
  }
  static const u64 values[] = { 0, 1, 50, ~0u };
  for (int id = 0; id < 32; id++) for (int i = 0; i < NEL(values); i++) { if (id >= 3 && id <= 6) continue; if (id >= 17 && id <= 19) continue; if (id >= 25 && id <= 28) continue; if (id == CU_JIT_THREADS_PER_BLOCK && !i) continue; CUlinkState l = 0; CUjit_option lo = id; void *lv = (void *)values[i]; CUresult r = d.cuLinkCreate(1, &lo, &lv, &l), a = 9999, c = 9999; if (!r) { a = d.cuLinkAddData(l, CU_JIT_INPUT_PTX, (void *)PTX_NOP, strlen(PTX_NOP) + 1, "n", 0, 0, 0); void *image; size_t size; c = a ? 9999 : d.cuLinkComplete(l, &image, &size); d.cuLinkDestroy(l); } char k[40]; snprintf(k, 40, "link%d.%d", id, (int)values[i]); out(k, "%d %d %d", r, a, c);
    CUlibrary ll = 0; lv = (void *)values[i]; r = d.cuLibraryLoadData(&ll, PTX_NOP, &lo, &lv, 1, 0, 0, 0); CUkernel kk; CUresult g = r ? 9999 : d.cuLibraryGetKernel(&kk, ll, "nop"); snprintf(k, 40, "library%d.%d", id, (int)values[i]); out(k, "%d %d", r, g); }
  for (int id = 1; id < 5; id++) for (int value = 0; value < 3; value++) { CUlibrary l = 0; CUlibraryOption lo = id; void *lv = (void *)(u64)value; char k[40]; snprintf(k, 40, "libopt%d.%d", id, value); RC(k, d.cuLibraryLoadData(&l, PTX_NOP, 0, 0, 0, &lo, &lv, 1)); } CUlibrary l; RC("library_null_jit", d.cuLibraryLoadData(&l, PTX_NOP, 0, 0, 1, 0, 0, 0)); RC("library_null", d.cuLibraryLoadData(0, PTX_NOP, 0, 0, 0, 0, 0, 0)); RC("library_null_code", d.cuLibraryLoadData(&l, 0, 0, 0, 0, 0, 0, 0));
}

/* For each entry point, flag and version from which on they differ: the code, the status, and a letter for each other function. */
CASE(proc_versions) {
  init(); static const char *names[] = {
#define FNV(f, v) FN(f)
#define FN(f) #f,
#include "fns.h"
#undef FN
#undef FNV
  };
  static const int versions[] = { 2000, 3020, 4000, 5000, 6000, 7000, 8000, 9000, 10000, 10020, 11000, 11010, 11020, 11030, 11040, 11060, 11070, 11080, 12000, 12010, 12020, 12030, 12040, 12050, 12060, 12080, 12090, 13000 };
  for (int n = 0; n < NEL(names); n++) {
    char base[80]; snprintf(base, 80, "%s", names[n]); char *v = strstr(base, "_v"); if (v && v[2] >= '0' && v[2] <= '9') *v = 0;
    char b[2000], *q = b, last[60] = ""; void *seen[9]; int known = 0;
    for (int flag = 0; flag < 3; flag++) for (int i = 0; i < NEL(versions); i++) {
      void *p = (void *)7; CUdriverProcAddressQueryResult st = 9; CUresult r = d.cuGetProcAddress(base, &p, versions[i], flag, &st); int at = 0; while (at < known && seen[at] != p) at++; if (p && at == known) seen[known++] = p;
      char now[60]; snprintf(now, 60, "%d/%d/%c", r, st, p ? 'a' + at : '0'); if (strcmp(now, last) || !i) { q += sprintf(q, "%s%d:%d:%s", q == b ? "" : " ", flag, versions[i], now); strcpy(last, now); }
    } out(names[n], "%s", b);
  }
}
