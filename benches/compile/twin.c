/* A compilation with NVRTC as a C program does it, with NVRTC's functions through pointers. */

#include <stddef.h>
#include <stdlib.h>

typedef int nvrtcResult;
typedef struct program *nvrtcProgram;

/* `Functions` of benches/compile/overhead.rs. */
struct functions {
    nvrtcResult (*create)(nvrtcProgram *, const char *, const char *, int, const char *const *, const char *const *);
    nvrtcResult (*compile)(nvrtcProgram, int, const char *const *);
    nvrtcResult (*log_size)(nvrtcProgram, size_t *);
    nvrtcResult (*log)(nvrtcProgram, char *);
    nvrtcResult (*ptx_size)(nvrtcProgram, size_t *);
    nvrtcResult (*ptx)(nvrtcProgram, char *);
    nvrtcResult (*destroy)(nvrtcProgram *);
};

/* Compiles to PTX and gives its bytes, or 0 where something failed. */
size_t twin_compile(const struct functions *f, const char *source, int count, const char *const *options)
{
    nvrtcProgram program;
    size_t log_size = 0, ptx_size = 0;
    char *log = NULL, *ptx = NULL;
    if (f->create(&program, source, "saxpy.cu", 0, NULL, NULL) != 0) return 0;
    int failed = f->compile(program, count, options) != 0 || f->log_size(program, &log_size) != 0 ||
                 (log = malloc(log_size)) == NULL || f->log(program, log) != 0 ||
                 f->ptx_size(program, &ptx_size) != 0 || (ptx = malloc(ptx_size)) == NULL ||
                 f->ptx(program, ptx) != 0;
    free(log);
    free(ptx);
    f->destroy(&program);
    return failed ? 0 : ptx_size;
}
