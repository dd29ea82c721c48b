/* Launches one of its kernels, on 64 threads, unless it is asked for none, and ends with an exit status: `program KERNEL STATUS`.
 * It knows nothing of the software device. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long pointer;
int cuInit(unsigned);
int cuDeviceGet(int *, int);
int cuCtxCreate_v2(void **, unsigned, int);
int cuModuleLoadData(void **, const void *);
int cuModuleGetFunction(void **, void *, const char *);
int cuMemAlloc_v2(pointer *, size_t);
int cuMemsetD32_v2(pointer, unsigned, size_t);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
int cuCtxSynchronize(void);
int cuMemcpyDtoH_v2(void *, pointer, size_t);

#define KERNEL(name, body) \
    ".visible .entry " name "(.param .u64 out) {\n.reg .b32 %r<4>;\n.reg .b64 %a<4>;\n.shared .b32 all[64];\n" \
    "ld.param.u64 %a1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %a2, %r1, 4;\nadd.u64 %a1, %a1, %a2;\n" body "ret;\n}\n"

static const char *const ptx =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    KERNEL("right", "st.global.u32 [%a1], %r1;\n")
    /* Each writes where another does. */
    KERNEL("race", "st.shared.u32 [all], %r1;\nst.global.u32 [%a1], %r1;\n")
    KERNEL("beyond", "st.global.u32 [%a1 + 4096], %r1;\n")
    KERNEL("unwritten", "ld.global.u32 %r2, [%a1 + 256];\nst.global.u32 [%a1], %r2;\n");

static void *function(const char *kernel) {
    void *context, *module, *function = NULL;
    int device;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuCtxCreate_v2(&context, 0, device)
        || cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&function, module, kernel)) {
        fprintf(stderr, "no such kernel: %s\n", kernel);
        exit(3);
    }
    return function;
}

int main(int count, char **words) {
    unsigned values[64];
    pointer out;
    void *parameters[] = {&out};
    if (count != 3) return 2;
    if (!strcmp(words[1], "killed")) raise(SIGKILL);
    if (strcmp(words[1], "none")) {
        void *kernel = function(words[1]);
        cuMemAlloc_v2(&out, 512);
        cuMemsetD32_v2(out, 7, 64);
        cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL);
        if (!cuCtxSynchronize() && !cuMemcpyDtoH_v2(values, out, sizeof values)) printf("%u\n", values[63]);
    }
    return atoi(words[2]);
}
