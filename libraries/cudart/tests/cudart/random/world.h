/* What random calls are made on: memory of every kind and arrays of several shapes, filled anew before each call, and what
   is printed of them after it. All of this is of the driver, so that the runtime makes the tested calls alone. */
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 32768, MEMORIES = 8, ARRAYS = 12, SYMBOL_BYTES = 512 };

/* A piece of memory. The first two are the program's own. */
typedef struct {
  const char *name;
  unsigned char *start;
  int is_host;
  size_t bytes;
} Memory;

typedef struct {
  const char *name;
  CUarray array;
  CUDA_ARRAY3D_DESCRIPTOR shape;
  size_t element, width, height, depth;
} Array;

static Memory memories[MEMORIES];
static Array arrays[ARRAYS];
static CUmipmappedArray pyramid;
static CUcontext contexts[2];
static CUstream streams[2];
static unsigned char own[2][BYTES] __attribute__((aligned(4096)));
static unsigned char pattern[MEMORIES + ARRAYS][BYTES], found[BYTES];

/* The variable, as nvcc's host code has it. */
static char symbol[SYMBOL_BYTES], not_a_symbol;

/* The random numbers of a case: splitmix64. */
static uint64_t state;

static uint64_t next(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

static unsigned below(unsigned end) { return next() % end; }

static int once_in(unsigned n) { return below(n) == 0; }

/* A call's arguments and results, as they are printed. */
static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}

static void must(CUresult result, const char *what) {
  if (result) {
    printf("\nthe driver's %s: %d\n", what, result);
    fflush(stdout);
    _Exit(4);
  }
}

#define MUST(call) must(call, #call)

/* Prints an address by what it is in. */
static void say_address(const char *name, const void *address) {
  const unsigned char *byte = address;
  if (!address) { say(" %s=null", name); return; }
  if (address == symbol) { say(" %s=symbol", name); return; }
  for (int i = 0; i < MEMORIES; i++)
    if (byte >= memories[i].start && byte <= memories[i].start + memories[i].bytes) {
      say(" %s=%s+%zu", name, memories[i].name, (size_t)(byte - memories[i].start));
      return;
    }
  for (int i = 0; i < ARRAYS; i++)
    if (address == (const void *)arrays[i].array) { say(" %s=%s", name, arrays[i].name); return; }
  say(" %s=%s", name, (uintptr_t)address < 65536 ? "small" : "other");
}

static void describe(Array *array) {
  MUST(cuArray3DGetDescriptor(&array->shape, array->array));
  static const int bytes[] = {[CU_AD_FORMAT_UNSIGNED_INT8] = 1, [CU_AD_FORMAT_UNSIGNED_INT16] = 2, [CU_AD_FORMAT_UNSIGNED_INT32] = 4,
    [CU_AD_FORMAT_SIGNED_INT8] = 1, [CU_AD_FORMAT_SIGNED_INT16] = 2, [CU_AD_FORMAT_SIGNED_INT32] = 4, [CU_AD_FORMAT_HALF] = 2, [CU_AD_FORMAT_FLOAT] = 4};
  array->element = bytes[array->shape.Format] * array->shape.NumChannels;
  array->width = array->shape.Width * array->element;
  array->height = array->shape.Height ? array->shape.Height : 1;
  array->depth = array->shape.Depth ? array->shape.Depth : 1;
  if (array->shape.Flags & CUDA_ARRAY3D_LAYERED && !array->shape.Height) array->height = 1;
}

static void make_world(void) {
  static const struct { const char *name; size_t width, height, depth; CUarray_format format; int channels, flags; } shapes[ARRAYS] = {
    {"line", 16, 0, 0, CU_AD_FORMAT_FLOAT, 1, 0},
    {"bytes", 16, 8, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0},
    {"quads", 8, 6, 0, CU_AD_FORMAT_FLOAT, 4, 0},
    {"floats", 8, 6, 0, CU_AD_FORMAT_FLOAT, 1, 0},
    {"shorts", 8, 6, 0, CU_AD_FORMAT_SIGNED_INT16, 1, 0},
    {"block", 6, 5, 4, CU_AD_FORMAT_FLOAT, 1, 0},
    {"pairs", 6, 4, 3, CU_AD_FORMAT_HALF, 2, CUDA_ARRAY3D_SURFACE_LDST},
    {"longs", 5, 4, 3, CU_AD_FORMAT_UNSIGNED_INT32, 2, 0},
    {"lines", 8, 0, 3, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_LAYERED},
    {"layers", 8, 4, 3, CU_AD_FORMAT_UNSIGNED_INT8, 4, CUDA_ARRAY3D_LAYERED},
    {"cube", 4, 4, 6, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_CUBEMAP},
  };
  CUdeviceptr memory;
  for (int device = 0; device < 2; device++) {
    MUST(cuDevicePrimaryCtxRetain(&contexts[device], device));
  }
  MUST(cuCtxSetCurrent(contexts[1]));
  MUST(cuMemAlloc(&memory, BYTES));
  memories[6] = (Memory){"peer", (void *)memory, 0, BYTES};
  MUST(cuCtxSetCurrent(contexts[0]));
  memories[0] = (Memory){"own", own[0], 1, BYTES};
  memories[1] = (Memory){"other-own", own[1], 1, BYTES};
  void *pinned;
  MUST(cuMemHostAlloc(&pinned, BYTES, 0));
  memories[2] = (Memory){"pinned", pinned, 1, BYTES};
  for (int i = 3; i < 5; i++) {
    MUST(cuMemAlloc(&memory, BYTES));
    memories[i] = (Memory){i == 3 ? "device" : "other-device", (void *)memory, 0, BYTES};
  }
  MUST(cuMemAllocManaged(&memory, BYTES, CU_MEM_ATTACH_GLOBAL));
  memories[5] = (Memory){"managed", (void *)memory, 0, BYTES};
  /* The first call of the runtime: it loads the code. */
  void *variable;
  if (cudaGetSymbolAddress(&variable, symbol)) must(1, "address of the variable");
  memories[7] = (Memory){"variable", variable, 0, SYMBOL_BYTES};
  for (int i = 0; i < ARRAYS - 1; i++) {
    CUDA_ARRAY3D_DESCRIPTOR shape = {shapes[i].width, shapes[i].height, shapes[i].depth, shapes[i].format, shapes[i].channels, shapes[i].flags};
    arrays[i].name = shapes[i].name;
    MUST(cuArray3DCreate(&arrays[i].array, &shape));
  }
  CUDA_ARRAY3D_DESCRIPTOR shape = {16, 8, 0, CU_AD_FORMAT_FLOAT, 1, 0};
  MUST(cuMipmappedArrayCreate(&pyramid, &shape, 3));
  arrays[ARRAYS - 1].name = "level";
  MUST(cuMipmappedArrayGetLevel(&arrays[ARRAYS - 1].array, pyramid, 1));
  for (int i = 0; i < ARRAYS; i++) describe(&arrays[i]);
  for (int i = 0; i < 2; i++) MUST(cuStreamCreate(&streams[i], CU_STREAM_NON_BLOCKING * i));
  uint64_t before = state;
  state = 7;
  for (int i = 0; i < MEMORIES + ARRAYS; i++)
    for (int byte = 0; byte < BYTES; byte++) pattern[i][byte] = next();
  state = before;
}

/* Copies all of an array from or to packed rows. */
static void copy_array(const Array *array, unsigned char *host, int to_array) {
  CUDA_MEMCPY3D copy = {.WidthInBytes = array->width, .Height = array->height, .Depth = array->depth};
  if (to_array) {
    copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = host, copy.srcPitch = array->width, copy.srcHeight = array->height;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array->array;
  } else {
    copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = host, copy.dstPitch = array->width, copy.dstHeight = array->height;
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY, copy.srcArray = array->array;
  }
  MUST(cuMemcpy3D(&copy));
}

static unsigned changed;

/* Fills what the last call changed; at first, everything. */
static void fill_world(void) {
  for (int i = 0; i < MEMORIES; i++) {
    if (!(changed >> i & 1)) continue;
    if (memories[i].is_host) memcpy(memories[i].start, pattern[i], memories[i].bytes);
    else MUST(cuMemcpyHtoD((CUdeviceptr)memories[i].start, pattern[i], memories[i].bytes));
  }
  for (int i = 0; i < ARRAYS; i++)
    if (changed >> (MEMORIES + i) & 1) copy_array(&arrays[i], pattern[MEMORIES + i], 1);
  MUST(cuCtxSynchronize());
}

/* Prints what isn't as it was filled: the first byte, how many, and a hash. */
static void say_change(const char *name, int index, const unsigned char *now, size_t bytes) {
  if (!memcmp(now, pattern[index], bytes)) { changed &= ~(1u << index); return; }
  changed |= 1u << index;
  size_t first = 0, count = 0;
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (size_t i = bytes; i-- > 0;) {
    if (now[i] != pattern[index][i]) first = i, count++;
    hash = (hash ^ now[i]) * 0x100000001b3ULL;
  }
  say(" %s:%zu of %zu, %08x", name, count, first, (unsigned)(hash ^ hash >> 32));
}

static void say_changes(void) {
  for (int i = 0; i < MEMORIES; i++) {
    const unsigned char *now = memories[i].start;
    if (!memories[i].is_host) MUST(cuMemcpyDtoH(found, (CUdeviceptr)now, memories[i].bytes)), now = found;
    say_change(memories[i].name, i, now, memories[i].bytes);
  }
  for (int i = 0; i < ARRAYS; i++) {
    copy_array(&arrays[i], found, 0);
    say_change(arrays[i].name, MEMORIES + i, found, arrays[i].width * arrays[i].height * arrays[i].depth);
  }
}

/* Random arguments, each printed. */

static size_t number(const char *name, size_t value) {
  say(" %s=%zd", name, (ssize_t)value);
  return value;
}

static size_t any_number(const char *name, unsigned usual) {
  static const size_t odd[] = {0, 1, 3, 4096, 16384};
  return number(name, once_in(12) ? odd[below(5)] : below(usual + 1));
}

/* One that no memory has so much of, rarely. */
static size_t any_count(const char *name, unsigned usual) {
  return once_in(40) ? number(name, once_in(2) ? SIZE_MAX : (size_t)1 << 40) : any_number(name, usual);
}

static void *address_in(const char *name, const Memory *memory) {
  size_t most = memory->bytes / 32;
  void *address = memory->start + (once_in(3) ? below(most) : most / 4 * below(4));
  say_address(name, address);
  return address;
}

static const Memory *any_memory(void) { return &memories[below(MEMORIES)]; }

static CUarray any_array(const char *name, const Array **of) {
  const Array *array = &arrays[below(ARRAYS)];
  *of = array;
  CUarray handle = once_in(50) ? NULL : array->array;
  say_address(name, handle);
  return handle;
}

static enum cudaMemcpyKind any_kind(int from_host, int to_host) {
  static const int odd[] = {0, 1, 2, 3, 4, 4, 5, -1, 77};
  int right = from_host ? (to_host ? 0 : 1) : to_host ? 2 : 3;
  int kind = once_in(6) ? odd[below(9)] : once_in(4) ? 4 : right;
  number("kind", kind);
  return kind;
}

/* Whether calls are to be in the stream that is captured. */
static int is_capturing;

static cudaStream_t any_stream(void) {
  static const char *const names[] = {"default", "legacy", "thread", "blocking", "other"};
  int index = is_capturing ? 4 : below(5);
  say(" stream=%s", names[index]);
  return index == 0 ? NULL : index == 1 ? cudaStreamLegacy : index == 2 ? cudaStreamPerThread : (cudaStream_t)streams[index - 3];
}

static int any_device(const char *name) {
  return (int)number(name, once_in(10) ? (size_t)(below(2) ? 2 : -1) : below(2));
}
