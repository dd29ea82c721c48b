/* Calls functions of the runtime with random arguments, a line each: the arguments, the code, what it left as the last error,
   and what became of all memory. `calls SEED FIRST END [NAME]` runs cases from FIRST to before END. */
#include "world.h"
#include "copies.h"
#include "arrays.h"
#include "allocations.h"
#include "pools.h"
#include "graphs.h"

void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int);

static const char PTX[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .global .align 4 .b8 symbol[512];\n";

/* What nvcc's fatbinary writes: a header, and an entry with PTX. */
static struct {
  uint32_t magic; uint16_t version, header_size; uint64_t size;
  uint16_t kind, entry_version; uint32_t entry_header; uint64_t entry_size;
  uint32_t compressed, options; uint16_t minor, major; uint32_t architecture, name, name_length;
  uint64_t flags, zero, uncompressed;
  char ptx[128];
} image = {0xba55ed50, 1, 16, 64 + 128, 1, 0x101, 64, 128, 0, 0, 5, 7, 75, 0, 0, 0x11, 0, 0, ""};
static struct { uint32_t magic, version; const void *data, *others; } wrapper = {0x466243b1, 1, &image, 0};

static const struct { const char *name; cudaError_t (*call)(void); } CALLS[] = {
  {"cudaMemcpy", copy}, {"cudaMemcpyAsync", copy_async}, {"cudaMemcpy2D", rows}, {"cudaMemcpy2DAsync", rows_async},
  {"cudaMemcpyToSymbol", to_symbol}, {"cudaMemcpyToSymbolAsync", to_symbol_async},
  {"cudaMemcpyFromSymbol", from_symbol}, {"cudaMemcpyFromSymbolAsync", from_symbol_async},
  {"cudaGetSymbolAddress", symbol_address}, {"cudaGetSymbolSize", symbol_size},
  {"cudaMemcpyPeer", peers}, {"cudaMemcpyPeerAsync", peers_async},
  {"cudaMemset", fill}, {"cudaMemsetAsync", fill_async}, {"cudaMemset2D", fill_rows}, {"cudaMemset2DAsync", fill_rows_async},
  {"cudaMemset3D", fill_layers}, {"cudaMemset3DAsync", fill_layers_async},
  {"cudaMemcpy2DToArray", to_array}, {"cudaMemcpy2DToArrayAsync", to_array_async},
  {"cudaMemcpyToArray", to_array_linear}, {"cudaMemcpyToArrayAsync", to_array_linear_async},
  {"cudaMemcpy2DFromArray", from_array}, {"cudaMemcpy2DFromArrayAsync", from_array_async},
  {"cudaMemcpyFromArray", from_array_linear}, {"cudaMemcpyFromArrayAsync", from_array_linear_async},
  {"cudaMemcpy2DArrayToArray", between_arrays}, {"cudaMemcpyArrayToArray", between_arrays_linear},
  {"cudaMemcpy3D", block}, {"cudaMemcpy3DAsync", block_async}, {"cudaMemcpy3D", block}, {"cudaMemcpy3DAsync", block_async},
  {"cudaMemcpy3DPeer", peer_block}, {"cudaMemcpy3DPeerAsync", peer_block_async},
  {"cudaMalloc", allocate}, {"cudaMallocManaged", allocate_managed}, {"cudaMallocHost", allocate_pinned}, {"cudaHostAlloc", allocate_host},
  {"cudaMallocPitch", allocate_rows}, {"cudaMalloc3D", allocate_layers}, {"cudaMallocArray", allocate_array},
  {"cudaMalloc3DArray", allocate_block}, {"cudaMallocMipmappedArray", allocate_mipmapped}, {"cudaArrayGetInfo", array_info},
  {"cudaFree", free_wrongly}, {"cudaHostRegister", registered_memory}, {"cudaPointerGetAttributes", pointer_attributes},
  {"cudaMemPoolCreate", pool}, {"cudaMallocAsync", allocate_in_stream}, {"cudaDeviceGetMemPool", device_pools},
  {"cudaStreamAttachMemAsync", attach}, {"cudaMemRangeGetAttribute", range_attributes},
  {"cudaGraphAddMemcpyNode", copy_nodes}, {"cudaGraphAddMemcpyNode", copy_nodes}, {"cudaGraphAddMemsetNode", fill_nodes},
  {"cudaGraphAddMemAllocNode", allocation_nodes}, {"cudaStreamBeginCapture", captured}, {"cudaStreamBeginCapture", captured},
#if CUDART_VERSION >= 13000
  {"cudaMemAdvise", advise}, {"cudaMemPrefetchAsync", prefetch}, {"cudaMemPrefetchBatchAsync", prefetch_batch},
  {"cudaMemcpyBatchAsync", copy_batch}, {"cudaMemcpy3DBatchAsync", block_batch}, {"cudaGraphAddNode", any_nodes},
#endif
#if CUDART_VERSION >= 13020
  {"cudaMemcpyWithAttributesAsync", copy_with_attributes}, {"cudaMemcpy3DWithAttributesAsync", block_with_attributes},
#endif
};

enum { COUNT = sizeof CALLS / sizeof *CALLS };

int main(int count, char **words) {
  if (count < 4) return 2;
  uint64_t seed = strtoull(words[1], NULL, 10), end = strtoull(words[3], NULL, 10);
  strcpy(image.ptx, PTX);
  void **registered = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterVar(registered, symbol, "symbol", "symbol", 0, sizeof symbol, 0, 0);
  __cudaRegisterFatBinaryEnd(registered);
  MUST(cuInit(0));
  make_world();
  changed = ~0u;
  for (uint64_t number = strtoull(words[2], NULL, 10); number < end; number++) {
    if (count > 4 && strcmp(words[4], CALLS[number % COUNT].name)) continue;
    fill_world();
    state = seed * 1000003 + number;
    next();
    printf("%llu %s", (unsigned long long)number, CALLS[number % COUNT].name);
    fflush(stdout);
    cudaError_t error = CALLS[number % COUNT].call();
    printf(" = %d", error);
    printf(" last %d", cudaGetLastError());
    CUresult done = cuCtxSynchronize();
    printf(" then %d", done);
    if (done) return printf("\n"), fflush(stdout), 3;
    say_changes();
    printf("\n");
    fflush(stdout);
  }
  _Exit(0);
}
