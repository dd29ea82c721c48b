/* What links answer whose parts disagree: of each call, and the first line of the log. */
#include "conf.h"
#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"
#define WITH ".extern .func (.param .b32 r) f(.param .b32 x);\n"
#define KERNEL(name, declared, call) HEAD declared ".visible .entry " name "() { .param .b32 x; .param .b32 r; .param .b64 w; .param .b64 y; st.param.b32 [x], 5; st.param.b64 [y], 5; " call "; ret; }\n"
#define A KERNEL("a", WITH, "call (r), f, (x)")
#define B KERNEL("b", ".extern .func f(.param .b32 x);\n", "call f, (x)")
#define DEFINES HEAD ".visible .func (.param .b32 r) f(.param .b32 x) { st.param.b32 [r], 1; ret; }\n"
#define NOTHING HEAD ".visible .func f(.param .b32 x) { ret; }\n"
static struct { const char *name, *parts[3]; } links[] = {
  { "same", { A, DEFINES } }, { "declared_without_result", { B, DEFINES } }, { "defined_without_result", { A, NOTHING } }, { "definition_first", { DEFINES, B } },
  { "other_result", { KERNEL("a", ".extern .func (.param .b64 r) f(.param .b32 x);\n", "call (w), f, (x)"), DEFINES } }, { "other_parameter", { KERNEL("a", ".extern .func (.param .b32 r) f(.param .b64 x);\n", "call (r), f, (y)"), DEFINES } },
  { "more_parameters", { KERNEL("a", ".extern .func (.param .b32 r) f(.param .b32 x, .param .b32 y);\n", "call (r), f, (x, x)"), DEFINES } }, { "fewer_parameters", { KERNEL("a", ".extern .func (.param .b32 r) f();\n", "call (r), f"), DEFINES } },
  { "two_declarations", { A, B } }, { "two_declarations_then_definition", { A, B, DEFINES } }, { "definition_then_two_declarations", { DEFINES, A, B } },
  { "larger_variable", { HEAD ".extern .global .u32 g;\n.visible .entry k() { .reg .b32 %r; ld.global.u32 %r, [g]; st.global.u32 [g], %r; ret; }\n", HEAD ".visible .global .u64 g = 5;\n" } },
  { "smaller_variable", { HEAD ".extern .global .u64 g;\n.visible .entry k() { .reg .b64 %r; ld.global.u64 %r, [g]; st.global.u64 [g], %r; ret; }\n", HEAD ".visible .global .u32 g = 5;\n" } },
  { "syntax_error", { HEAD ".visible .entry k() { ; ret; }\n" } },
  /* The last: after it, a driver's other errors have another code. */
  { "variable_is_function", { HEAD ".extern .global .u64 f;\n.visible .entry k() { .reg .b64 %r; ld.global.u64 %r, [f]; st.global.u64 [f], %r; ret; }\n", HEAD ".visible .func f() { ret; }\n" } },
};
CASE(link_disagreements) {
  ctx0();
  for (unsigned i = 0; i < sizeof links / sizeof *links; i++) {
    CUlinkState s; char log[2000] = "", answers[64] = ""; CUjit_option o[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES }; void *v[] = { log, (void *)2000 }; CK(d.cuLinkCreate(2, o, v, &s));
    for (int k = 0; k < 3 && links[i].parts[k]; k++) { char name[2] = { 'a' + k, 0 }; sprintf(answers + strlen(answers), "%d ", d.cuLinkAddData(s, CU_JIT_INPUT_PTX, (void *)links[i].parts[k], strlen(links[i].parts[k]) + 1, name, 0, 0, 0)); }
    void *image; size_t size; CUresult end = d.cuLinkComplete(s, &image, &size); log[strcspn(log, "\n")] = 0;
    if (strstr(log, "ptxas")) log[0] = 0; /* its words are another's */
    out(links[i].name, "%s%d%s%s", answers, end, log[0] ? " " : "", log); d.cuLinkDestroy(s);
  }
}
