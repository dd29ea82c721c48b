/* What calls that look names up in modules answer about variables, references of textures and surfaces, functions and constants. */
#include "questions.h"
#include <dlfcn.h>
static const char PTX[] = ".version 6.0\n.target sm_60\n.address_size 64\n.visible .global .texref t;\n.visible .global .surfref s;\n.visible .global .u32 v;\n.visible .global .align 8 .b8 a[24];\n.visible .const .u32 c = 5;\n.global .u32 hidden;\n.weak .global .u64 w;\n.visible .global .attribute(.managed) .align 4 .u32 g;\n.extern .shared .u32 sh[];\n.global .texref hidden_t;\n"
  ".visible .func f() { ret; }\n.visible .entry k(.param .u64 p) {\n.reg .u64 %d; .reg .u32 %r<5>; .reg .f32 %f<2>;\ntex.2d.v4.u32.f32 {%r0,%r1,%r2,%r3}, [t, {%f0,%f1}]; suld.b.2d.b32.trap %r4, [s, {%r0,%r1}]; add.u32 %r0, %r0, %r4; ld.global.u32 %r1, [hidden]; add.u32 %r0, %r0, %r1; ld.param.u64 %d, [p]; st.global.u32 [%d], %r0; tex.2d.v4.u32.f32 {%r0,%r1,%r2,%r3}, [hidden_t, {%f0,%f1}]; st.global.u32 [%d], %r0; ret; }\n";
static const char PTX_INDEPENDENT[] = ".version 6.0\n.target sm_60, texmode_independent\n.address_size 64\n.visible .global .texref t;\n.visible .global .samplerref p;\n.visible .global .samplerref q = { addr_mode_0 = wrap, filter_mode = linear };\n.visible .global .texref n = { width = 5 };\n.visible .global .surfref s;\n.visible .entry k() { ret; }\n";
static const char PTX_DECLARED[] = ".version 6.0\n.target sm_60\n.address_size 64\n.extern .global .texref t;\n.extern .global .surfref s;\n.visible .entry k() { ret; }\n";
static const char PTX_OLD[] = ".version 6.0\n.target sm_60\n.address_size 64\n.tex .u32 old;\n.tex .u64 v;\n.visible .entry k() { ret; }\n";
static const char *const texts[] = { PTX, PTX_INDEPENDENT, PTX_DECLARED, PTX_OLD };
static const char *const names[] = { "t", "s", "v", "a", "c", "hidden", "w", "g", "sh", "f", "k", "p", "q", "n", "hidden_t", "old", "none", "" };
static const char *yes(CUdeviceptr p) { return p == 7 ? "-" : p ? "some" : "0"; }
static void asked(int which) {
  ctx0(); CUmodule m; CUresult load = d.cuModuleLoadData(&m, texts[which]); say("load %d ", load); if (load) return;
  CUlibrary l; CK(d.cuLibraryLoadData(&l, texts[which], 0, 0, 0, 0, 0, 0)); CUresult (*v1)(unsigned *, unsigned *, CUmodule, const char *) = (void *)dlsym(drv_handle, "cuModuleGetGlobal");
  for (int i = 0; i < NEL(names); i++) {
    CUdeviceptr p = 7, lp = 7, mp = 7; size_t z = 7, lz = 7, mz = 7; unsigned p1 = 7, z1 = 7; CUtexref t = (void *)7; CUsurfref s = (void *)7; CUfunction f; CUkernel k; void *u = (void *)7;
    CUresult r = d.cuModuleGetGlobal(&p, &z, m, names[i]), r1 = v1 ? v1(&p1, &z1, m, names[i]) : 9999, rt = d.cuModuleGetTexRef(&t, m, names[i]), rs = d.cuModuleGetSurfRef(&s, m, names[i]), rf = d.cuModuleGetFunction(&f, m, names[i]), rl = d.cuLibraryGetGlobal(&lp, &lz, l, names[i]), rm = d.cuLibraryGetManaged(&mp, &mz, l, names[i]), ru = d.cuLibraryGetUnifiedFunction(&u, l, names[i]), rk = d.cuLibraryGetKernel(&k, l, names[i]);
    say("| %s: %d %s %zu v1 %d %u tex %d %s surf %d %s function %d library %d %s %zu managed %d %s %zu unified %d kernel %d ", names[i], r, yes(p), z, r1, z1, rt, yes((CUdeviceptr)t), rs, yes((CUdeviceptr)s), rf, rl, yes(lp), lz, rm, yes(mp), mz, ru, rk);
  }
}
static const char *name_of(int i) { static const char *const of[] = { "unified", "independent", "declared", "old" }; return of[i]; }
CASE(references) { ask_each(NEL(texts), name_of, asked); }
CASE(references_nulls) {
  ctx0(); CUmodule m; CK(d.cuModuleLoadData(&m, PTX)); CUlibrary l; CK(d.cuLibraryLoadData(&l, PTX, 0, 0, 0, 0, 0, 0)); CUdeviceptr p; size_t z; CUtexref t; CUsurfref s; CUfunction f; static const char *const some[] = { "t", "s", "v", "g", "none" };
  for (int i = 0; i < NEL(some); i++) { char k[64]; const char *n = some[i]; snprintf(k, 64, "global.%s", n); out(k, "%d %d %d %d %d", d.cuModuleGetGlobal(&p, 0, m, n), d.cuModuleGetGlobal(0, &z, m, n), d.cuModuleGetGlobal(0, 0, m, n), d.cuModuleGetGlobal(&p, &z, 0, n), d.cuModuleGetGlobal(0, 0, 0, n)); snprintf(k, 64, "library.%s", n); out(k, "%d %d %d %d %d", d.cuLibraryGetGlobal(&p, 0, l, n), d.cuLibraryGetGlobal(0, &z, l, n), d.cuLibraryGetGlobal(0, 0, l, n), d.cuLibraryGetGlobal(&p, &z, 0, n), d.cuLibraryGetGlobal(0, 0, 0, n)); snprintf(k, 64, "managed.%s", n); out(k, "%d %d %d %d", d.cuLibraryGetManaged(&p, 0, l, n), d.cuLibraryGetManaged(0, &z, l, n), d.cuLibraryGetManaged(0, 0, l, n), d.cuLibraryGetManaged(&p, &z, 0, n)); snprintf(k, 64, "references.%s", n); out(k, "%d %d %d %d %d %d", d.cuModuleGetTexRef(0, m, n), d.cuModuleGetTexRef(&t, 0, n), d.cuModuleGetSurfRef(0, m, n), d.cuModuleGetSurfRef(&s, 0, n), d.cuModuleGetFunction(0, m, n), d.cuModuleGetFunction(&f, 0, n)); }
  out("names", "%d %d %d %d %d %d", d.cuModuleGetGlobal(&p, &z, m, 0), d.cuModuleGetTexRef(&t, m, 0), d.cuModuleGetSurfRef(&s, m, 0), d.cuModuleGetFunction(&f, m, 0), d.cuLibraryGetGlobal(&p, &z, l, 0), d.cuLibraryGetManaged(&p, &z, l, 0));
}
