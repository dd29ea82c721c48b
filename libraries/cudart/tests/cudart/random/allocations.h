/* Allocations of memory and arrays, and what the runtime says of pointers. */

static void say_memory(void *memory, size_t pitch) {
  say(" %s %zu", memory ? ((uintptr_t)memory % 256 ? "unaligned" : "memory") : "null", pitch);
}

static cudaError_t allocate(void) {
  void *memory = own[0];
  size_t size = any_count("size", 1000);
  int none = once_in(30);
  cudaError_t error = cudaMalloc(none ? NULL : &memory, size);
  say_address("is", memory);
  if (!error && !none) say(" free %d", cudaFree(memory));
  return error;
}

static cudaError_t allocate_managed(void) {
  void *memory = own[0];
  size_t size = any_count("size", 1000);
  int none = once_in(30);
  unsigned flags = number("flags", once_in(4) ? below(6) : 1);
  cudaError_t error = cudaMallocManaged(none ? NULL : &memory, size, flags);
  say_address("is", memory);
  if (!error && !none) say(" free %d", cudaFree(memory));
  return error;
}

static cudaError_t allocate_pinned_by(int with_flags) {
  void *memory = own[0];
  size_t size = any_count("size", 1000);
  int none = once_in(30);
  unsigned flags = number("flags", once_in(4) ? 1u << below(6) : below(5));
  cudaError_t error = with_flags ? cudaHostAlloc(none ? NULL : &memory, size, flags) : cudaMallocHost(none ? NULL : &memory, size);
  say_address("is", memory);
  if (!error && !none && memory) {
    unsigned is = 99;
    void *device = own[1];
    say(" flags %d", cudaHostGetFlags(&is, memory));
    say(" %u device %d", is, cudaHostGetDevicePointer(&device, memory, 0));
    say(" %s", device == memory ? "same" : "other");
  }
  if (!error && !none) say(" free %d", cudaFreeHost(memory));
  return error;
}
static cudaError_t allocate_pinned(void) { return allocate_pinned_by(0); }
static cudaError_t allocate_host(void) { return allocate_pinned_by(1); }

static cudaError_t allocate_rows(void) {
  void *memory = own[0];
  size_t pitch = 77, width = any_count("width", 1000), height = any_count("height", 9);
  int none = once_in(30), no_pitch = once_in(30);
  cudaError_t error = cudaMallocPitch(none ? NULL : &memory, no_pitch ? NULL : &pitch, width, height);
  say_memory(memory, pitch);
  if (!error && memory != own[0]) say(" free %d", cudaFree(memory));
  return error;
}

static cudaError_t allocate_layers(void) {
  struct cudaPitchedPtr memory = {own[0], 77, 78, 79};
  struct cudaExtent extent = {any_count("width", 1000), any_count("height", 9), any_count("depth", 5)};
  cudaError_t error = cudaMalloc3D(once_in(30) ? NULL : &memory, extent);
  say_memory(memory.ptr, memory.pitch);
  say(" %zd %zd", (ssize_t)memory.xsize, (ssize_t)memory.ysize);
  if (!error && memory.ptr != own[0]) say(" free %d", cudaFree(memory.ptr));
  return error;
}

static struct cudaChannelFormatDesc any_channels(void) {
  static const int bits[] = {8, 16, 32, 64, 4, 0}, kinds[] = {0, 1, 2, 2, 2, 3, 4};
  int all = bits[below(once_in(6) ? 6 : 3)], count = once_in(6) ? below(5) : 1u << below(3), kind = once_in(6) ? (int)below(17) : kinds[below(once_in(6) ? 7 : 3)];
  if (kind == 2 && all == 8 && !once_in(6)) all = 32;
  struct cudaChannelFormatDesc description = {count > 0 ? all : 0, count > 1 ? all : 0, count > 2 ? all : 0, count > 3 ? all : 0, kind};
  if (once_in(20)) description.w = 8;
  say(" channels=%d,%d,%d,%d,%d", description.x, description.y, description.z, description.w, description.f);
  return description;
}

static unsigned any_flags(void) {
  static const unsigned all[] = {0, cudaArrayLayered, cudaArraySurfaceLoadStore, cudaArrayCubemap, cudaArrayCubemap | cudaArrayLayered,
    cudaArrayTextureGather, cudaArrayColorAttachment, cudaArraySparse, cudaArrayDeferredMapping, 0x100};
  return (unsigned)number("flags", all[below(once_in(3) ? 10 : 2)]);
}

static void say_array(cudaArray_t array) {
  struct cudaChannelFormatDesc is = {9, 9, 9, 9, 9}, again = is;
  struct cudaExtent extent = {9, 9, 9};
  unsigned flags = 9;
  say(" info %d", cudaArrayGetInfo(&is, &extent, &flags, array));
  say(" %d,%d,%d,%d,%d %zu,%zu,%zu %u", is.x, is.y, is.z, is.w, is.f, extent.width, extent.height, extent.depth, flags);
  say(" desc %d", cudaGetChannelDesc(&again, array));
  say(" %s", memcmp(&is, &again, sizeof is) ? "other" : "same");
}

static struct cudaExtent any_array_extent(void) {
  struct cudaExtent extent = {below(20), once_in(3) ? 0 : below(9), once_in(2) ? 0 : below(7)};
  if (once_in(5)) extent.height = extent.width, extent.depth = below(2) ? 6 : 12;
  if (once_in(30)) extent.width = below(2) ? SIZE_MAX : 1 << 20;
  say(" extent=%zd,%zu,%zu", (ssize_t)extent.width, extent.height, extent.depth);
  return extent;
}

static cudaError_t allocate_array_of(int dimensions) {
  cudaArray_t array = (cudaArray_t)own[0];
  struct cudaChannelFormatDesc description = any_channels();
  struct cudaExtent extent = any_array_extent();
  unsigned flags = any_flags();
  const struct cudaChannelFormatDesc *given = once_in(40) ? NULL : &description;
  cudaArray_t *result = once_in(40) ? NULL : &array;
  cudaError_t error = dimensions == 2 ? cudaMallocArray(result, given, extent.width, extent.height, flags) : cudaMalloc3DArray(result, given, extent, flags);
  if (!error && result && array) say_array(array), say(" free %d", cudaFreeArray(array));
  else say_address("is", array);
  return error;
}
static cudaError_t allocate_array(void) { return allocate_array_of(2); }
static cudaError_t allocate_block(void) { return allocate_array_of(3); }

static cudaError_t allocate_mipmapped(void) {
  cudaMipmappedArray_t array = (cudaMipmappedArray_t)own[0];
  struct cudaChannelFormatDesc description = any_channels();
  struct cudaExtent extent = any_array_extent();
  unsigned flags = any_flags(), levels = any_number("levels", 6);
  cudaError_t error = cudaMallocMipmappedArray(once_in(40) ? NULL : &array, once_in(40) ? NULL : &description, extent, levels, flags);
  say_address("is", array);
  if (!error && array) {
    cudaArray_t level = (cudaArray_t)own[0];
    unsigned index = any_number("level", 4);
    cudaError_t got = cudaGetMipmappedArrayLevel(&level, array, index);
    say(" level %d", got);
    if (!got) say_array(level);
    say(" free %d", cudaFreeMipmappedArray(array));
  }
  return error;
}

static cudaError_t array_info(void) {
  const Array *of;
  cudaArray_t array = (cudaArray_t)any_array("array", &of);
  say_array(array);
  struct cudaArrayMemoryRequirements needs = {.size = 9, .alignment = 9};
  struct cudaArraySparseProperties sparse = {0};
  cudaArray_t plane = NULL;
  say(" needs %d", cudaArrayGetMemoryRequirements(&needs, array, any_device("device")));
  say(" %zu %zu sparse %d", needs.size, needs.alignment, cudaArrayGetSparseProperties(&sparse, array));
  say(" plane %d", cudaArrayGetPlane(&plane, array, below(3)));
  return cudaArrayGetInfo(NULL, NULL, NULL, array);
}

/* What wasn't allocated, or not so. */
static cudaError_t free_wrongly(void) {
  const Memory *memory = &memories[below(5)];
  void *address = once_in(4) ? NULL : address_in("address", memory);
  int is_start = address == memory->start;
  switch (below(4)) {
    case 0: return say(" cudaFree"), cudaFree(is_start && !memory->is_host ? NULL : address);
    case 1: return say(" cudaFreeHost"), cudaFreeHost(is_start && memory == &memories[2] ? NULL : address);
    case 2: return say(" cudaFreeAsync"), cudaFreeAsync(is_start && !memory->is_host ? memory->start + 1 : address, any_stream());
    default: return say(" arrays %d", cudaFreeArray(NULL)), cudaFreeMipmappedArray(NULL);
  }
}

static cudaError_t registered_memory(void) {
  static unsigned char pages[16384] __attribute__((aligned(4096)));
  size_t offset = once_in(3) ? below(4096) : 0, size = any_count("size", 9000);
  unsigned flags = number("flags", once_in(3) ? below(32) : 0), is = 99;
  void *start = once_in(20) ? NULL : pages + number("offset", offset), *device = own[1];
  cudaError_t error = cudaHostRegister(start, size > 12288 && size < SIZE_MAX / 2 ? 12288 : size, flags);
  say(" flags %d", cudaHostGetFlags(&is, pages));
  say(" %u device %d", is, cudaHostGetDevicePointer(&device, pages + any_number("part", 5000), below(2)));
  say(" %s again %d", device == own[1] ? "unwritten" : "written", error ? 0 : cudaHostRegister(start, 4096, 0));
  say(" wrong %d", cudaHostUnregister(pages + 1 + below(4000)));
  say(" end %d", cudaHostUnregister(pages + offset));
  return error;
}

static cudaError_t pointer_attributes(void) {
  struct cudaPointerAttributes is;
  memset(&is, 0x55, sizeof is);
  const Memory *memory = any_memory();
  void *address = once_in(10) ? NULL : once_in(10) ? (void *)(uintptr_t)below(65536) : address_in("address", memory);
  if (once_in(20)) address = memory->start + memory->bytes - 1;
  cudaError_t error = cudaPointerGetAttributes(once_in(30) ? NULL : &is, address);
  say(" type %d device %d", is.type, is.device);
  say_address("device", is.devicePointer);
  say_address("host", is.hostPointer);
  return error;
}
