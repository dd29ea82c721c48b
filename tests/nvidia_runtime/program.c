/* A program as nvcc makes it, without NVIDIA's headers: it registers a kernel and a variable, calls functions of the
   runtime that it is linked with, and prints what they return. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int Error;
typedef struct { unsigned x, y, z; } dim3;
typedef struct { void *function; dim3 grid, block; unsigned shared; void **arguments, **extra; } KernelNode;
typedef struct Handle *Handle;

const char *cudaGetErrorName(Error);
Error cudaDeviceReset(void);
Error cudaDeviceSynchronize(void);
Error cudaEventCreate(Handle *);
Error cudaEventElapsedTime(float *, Handle, Handle);
Error cudaEventRecord(Handle, Handle);
Error cudaEventSynchronize(Handle);
Error cudaFree(void *);
Error cudaFreeAsync(void *, Handle);
Error cudaGetDeviceCount(int *);
Error cudaGetLastError(void);
Error cudaGetSymbolAddress(void **, const void *);
Error cudaGraphGetNodes(Handle, Handle *, size_t *);
Error cudaGraphInstantiateWithFlags(Handle *, Handle, unsigned long long);
Error cudaGraphKernelNodeGetParams(Handle, KernelNode *);
Error cudaGraphLaunch(Handle, Handle);
Error cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t, Handle);
Error cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, Handle);
Error cudaMalloc(void **, size_t);
Error cudaMallocAsync(void **, size_t, Handle);
Error cudaMemcpy(void *, const void *, size_t, int);
Error cudaMemcpyFromSymbol(void *, const void *, size_t, size_t, int);
Error cudaMemcpyToSymbol(const void *, const void *, size_t, size_t, int);
Error cudaPeekAtLastError(void);
Error cudaRuntimeGetVersion(int *);
Error cudaSetDevice(int);
Error cudaStreamBeginCapture(Handle, int);
Error cudaStreamCreate(Handle *);
Error cudaStreamDestroy(Handle);
Error cudaStreamEndCapture(Handle, Handle *);
Error cudaStreamSynchronize(Handle);
void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *, void *, void *, void *, int *);
void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int);
void __cudaUnregisterFatBinary(void **);

enum { COUNT = 100, TO_DEVICE = 1, TO_HOST = 2, MODE_GLOBAL = 0 };

static const char PTX[] =
  ".version 7.5\n.target sm_75\n.address_size 64\n"
  ".visible .global .align 4 .u32 step = 5;\n"
  ".visible .entry add(.param .u64 values, .param .u32 count) {\n"
  "  .reg .pred %p; .reg .b32 %r<5>; .reg .b64 %d<3>;\n"
  "  ld.param.u64 %d1, [values]; ld.param.u32 %r1, [count];\n"
  "  mov.u32 %r2, %tid.x; setp.ge.u32 %p, %r2, %r1; @%p bra done;\n"
  "  mul.wide.u32 %d2, %r2, 4; add.s64 %d1, %d1, %d2;\n"
  "  ld.global.u32 %r3, [%d1]; ld.global.u32 %r4, [step]; add.u32 %r3, %r3, %r4; st.global.u32 [%d1], %r3;\n"
  "done: ret;\n}\n";

/* What nvcc's fatbinary writes: a header, and an entry with PTX. */
static struct {
  uint32_t magic; uint16_t version, header_size; uint64_t size;
  uint16_t kind, entry_version; uint32_t entry_header; uint64_t entry_size;
  uint32_t compressed, options; uint16_t minor, major; uint32_t architecture, name, name_length;
  uint64_t flags, zero, uncompressed;
  char ptx[1024];
} image = { 0xba55ed50, 1, 16, 64 + 1024, 1, 0x101, 64, 1024, 0, 0, 5, 7, 75, 0, 0, 0x11, 0, 0, "" };
static struct { uint32_t magic, version; const void *data, *others; } wrapper = { 0x466243b1, 1, &image, 0 };

/* They stand for the kernel and for the variable. */
static char add;
static int step;
static void **registered;

static void leave(void) { __cudaUnregisterFatBinary(registered); }

__attribute__((constructor)) static void enter(void) {
  strcpy(image.ptx, PTX);
  registered = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(registered, &add, "add", "add", -1, 0, 0, 0, 0, 0);
  __cudaRegisterVar(registered, (char *)&step, "step", "step", 0, sizeof step, 0, 0);
  __cudaRegisterFatBinaryEnd(registered);
  atexit(leave);
}

static const char *name(Error error) { return cudaGetErrorName(error); }
#define SAY(call) (printf("%s: %s\n", #call, name(call)), fflush(stdout))

static void *values;
static int host[COUNT], count = COUNT, five = 5, seven = 7;
static void *arguments[] = { &values, &count };
static const dim3 one = { 1, 1, 1 }, block = { 128, 1, 1 }, too_large = { 5000, 1, 1 };

static void show(void) {
  SAY(cudaMemcpy(host, values, sizeof host, TO_HOST));
  printf("  %d %d\n", host[0], host[COUNT - 1]);
}

static void fill(void) {
  for (int i = 0; i < COUNT; i++) host[i] = i;
  SAY(cudaMalloc(&values, sizeof host));
  SAY(cudaMemcpy(values, host, sizeof host, TO_DEVICE));
}

static void kernels(void) {
  fill();
  SAY(cudaLaunchKernel(&add, one, block, arguments, 0, 0));
  SAY(cudaMemcpyToSymbol(&step, &seven, sizeof seven, 0, TO_DEVICE));
  SAY(cudaLaunchKernel(&add, one, block, arguments, 0, 0));
  SAY(cudaDeviceSynchronize());
  show();
  int is = 0;
  SAY(cudaMemcpyFromSymbol(&is, &step, sizeof is, 0, TO_HOST));
  printf("  %d\n", is);
}

static void streams(void) {
  Handle stream, before, after;
  void *memory;
  float milliseconds = -1;
  SAY(cudaStreamCreate(&stream));
  SAY(cudaEventCreate(&before));
  SAY(cudaEventCreate(&after));
  SAY(cudaEventRecord(before, stream));
  SAY(cudaLaunchCooperativeKernel(&add, one, block, arguments, 0, stream));
  SAY(cudaEventRecord(after, stream));
  SAY(cudaEventSynchronize(after));
  SAY(cudaEventElapsedTime(&milliseconds, before, after));
  printf("  %d\n", milliseconds >= 0);
  SAY(cudaMallocAsync(&memory, 64, stream));
  SAY(cudaFreeAsync(memory, stream));

  Handle graph, node, executable;
  size_t nodes = 1;
  KernelNode kernel;
  SAY(cudaStreamBeginCapture(stream, MODE_GLOBAL));
  SAY(cudaLaunchKernel(&add, one, block, arguments, 0, stream));
  SAY(cudaStreamEndCapture(stream, &graph));
  SAY(cudaGraphGetNodes(graph, &node, &nodes));
  SAY(cudaGraphKernelNodeGetParams(node, &kernel));
  printf("  %d %d %u\n", (int)nodes, kernel.function == &add, kernel.block.x);
  SAY(cudaGraphInstantiateWithFlags(&executable, graph, 0));
  SAY(cudaGraphLaunch(executable, stream));
  SAY(cudaStreamSynchronize(stream));
  SAY(cudaStreamDestroy(stream));
  show();
}

static void errors(void) {
  SAY(cudaLaunchKernel(&add, one, too_large, arguments, 0, 0));
  SAY(cudaPeekAtLastError());
  SAY(cudaGetLastError());
  SAY(cudaGetLastError());
  SAY(cudaLaunchKernel(&five, one, block, arguments, 0, 0));
  SAY(cudaFree(&five));
  SAY(cudaSetDevice(9));
  void *address;
  SAY(cudaGetSymbolAddress(&address, &five));
  SAY(cudaGetLastError());
}

int main(void) {
  int version = 0, devices = 0;
  SAY(cudaRuntimeGetVersion(&version));
  printf("  %d\n", version);
  SAY(cudaGetDeviceCount(&devices));
  printf("  %d\n", devices);
  kernels();
  streams();
  errors();
  /* What the runtime kept in the context is gone, and it makes a new one. */
  SAY(cudaDeviceReset());
  kernels();
  return 0;
}
