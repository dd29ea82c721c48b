/* Pools, prefetches and advice, and copies with attributes, one or many. */

static struct cudaMemLocation any_location(void) {
  struct cudaMemLocation location = {.type = once_in(4) ? below(6) : 1, .id = once_in(8) ? -1 : (int)below(3)};
  say(" location=%d,%d", location.type, location.id);
  return location;
}

static cudaError_t pool(void) {
  cudaMemPool_t pool = NULL;
  struct cudaMemPoolProps props = {.allocType = once_in(8) ? below(4) : 1, .handleTypes = once_in(4) ? below(6) : 0, .location = any_location(),
    .maxSize = any_count("maxSize", 3) << 20};
  say(" type=%d handles=%d", props.allocType, props.handleTypes);
  cudaError_t error = cudaMemPoolCreate(once_in(40) ? NULL : &pool, once_in(40) ? NULL : &props);
  if (error || !pool) return error;
  for (int round = 0; round < 3; round++) {
    enum cudaMemPoolAttr attribute = number("attribute", below(10));
    uint64_t value = once_in(2) ? 0 : below(3), is = 0x5555555555555555;
    say(" set %d", cudaMemPoolSetAttribute(pool, attribute, &value));
    say(" get %d", cudaMemPoolGetAttribute(pool, attribute, &is));
    say(" %llx", (unsigned long long)is);
    struct cudaMemAccessDesc access = {any_location(), once_in(3) ? below(4) : 3};
    enum cudaMemAccessFlags flags = 9;
    struct cudaMemLocation location = any_location();
    say(" flags=%d access %d", access.flags, cudaMemPoolSetAccess(pool, &access, below(3) ? 1 : 0));
    say(" get %d", cudaMemPoolGetAccess(&flags, pool, &location));
    say(" %d", flags);
  }
  void *memory = own[0];
  cudaStream_t stream = any_stream();
  size_t size = any_count("size", 1000);
  cudaError_t taken = cudaMallocFromPoolAsync(once_in(30) ? NULL : &memory, size, pool, stream);
  say(" taken %d", taken);
  say_address("is", memory);
  if (!taken && memory != own[0]) {
    struct cudaMemPoolPtrExportData data;
    struct cudaPointerAttributes is = {0};
    MUST(cuCtxSynchronize());
    say(" export %d", cudaMemPoolExportPointer(&data, memory));
    say(" attributes %d", cudaPointerGetAttributes(&is, memory));
    say(" %d,%d", is.type, is.device);
    say(" free %d", cudaFreeAsync(memory, any_stream()));
  }
  say(" trim %d", cudaMemPoolTrimTo(pool, any_count("keep", 100)));
  return cudaMemPoolDestroy(pool);
}

static cudaError_t allocate_in_stream(void) {
  void *memory = own[0];
  size_t size = any_count("size", 1000);
  cudaStream_t stream = any_stream();
  cudaError_t error = cudaMallocAsync(once_in(30) ? NULL : &memory, size, stream);
  say_address("is", memory);
  if (!error && memory != own[0]) {
    say(" fill %d", cudaMemsetAsync(memory, 7, size > 65536 ? 5 : size, stream));
    /* The next stream may be another. */
    MUST(cuCtxSynchronize());
    say(" free %d", cudaFreeAsync(memory, any_stream()));
    if (once_in(3)) say(" again %d", cudaFreeAsync(memory, stream));
  }
  return error;
}

static cudaError_t device_pools(void) {
  cudaMemPool_t usual = NULL, is = NULL, none = NULL;
  int device = any_device("device");
  say(" default %d", cudaDeviceGetDefaultMemPool(&usual, device));
  say(" set %d", cudaDeviceSetMemPool(any_device("of"), once_in(5) ? none : usual));
  say(" get %d", cudaDeviceGetMemPool(&is, device));
  say(" %s", is ? is == usual ? "same" : "other" : "null");
  say(" destroy %d", cudaMemPoolDestroy(once_in(2) ? usual : none));
  uint64_t value = 0x5555;
  enum cudaGraphMemAttributeType attribute = number("attribute", below(5));
  say(" graph get %d", cudaDeviceGetGraphMemAttribute(device, attribute, &value));
  say(" %llu set %d", (unsigned long long)value, cudaDeviceSetGraphMemAttribute(device, attribute, &value));
  return cudaDeviceGraphMemTrim(device);
}

static cudaError_t attach(void) {
  void *address = address_in("address", any_memory());
  size_t length = any_count("length", 100);
  unsigned flags = number("flags", below(6));
  return cudaStreamAttachMemAsync(any_stream(), once_in(2) ? memories[5].start : address, length, flags);
}

static cudaError_t range_attributes(void) {
  static const int all[] = {1, 2, 3, 4, 5, 6, 7, 8, 0, 99};
  int attribute = number("attribute", all[below(10)]);
  int data[4] = {-77, -77, -77, -77}, other[4] = {-77, -77, -77, -77};
  size_t bytes = once_in(3) ? any_number("bytes", 16) : 4;
  void *start = once_in(4) ? address_in("start", any_memory()) : memories[5].start;
  size_t count = any_count("count", 4096);
  if (bytes > 16) bytes = 16;
  cudaError_t error = cudaMemRangeGetAttribute(data, bytes, attribute, start, count);
  void *results[] = {other, data};
  size_t sizes[] = {4, bytes};
  enum cudaMemRangeAttribute attributes[] = {cudaMemRangeAttributeReadMostly, attribute};
  say(" %d,%d both %d", data[0], data[1], cudaMemRangeGetAttributes(results, sizes, attributes, below(3), start, count));
  say(" %d,%d", other[0], data[0]);
  return error;
}

#if CUDART_VERSION >= 13000
static cudaError_t advise(void) {
  void *start = once_in(4) ? address_in("start", any_memory()) : memories[5].start;
  size_t count = any_count("count", 5000);
  enum cudaMemoryAdvise advice = number("advice", below(8));
  return cudaMemAdvise(start, count, advice, any_location());
}

static cudaError_t prefetch(void) {
  void *start = once_in(4) ? address_in("start", any_memory()) : memories[5].start;
  size_t count = any_count("count", 5000);
  struct cudaMemLocation location = any_location();
  return cudaMemPrefetchAsync(start, count, location, once_in(8), any_stream());
}

static cudaError_t prefetch_batch(void) {
  void *starts[] = {memories[5].start, once_in(4) ? address_in("start", any_memory()) : memories[5].start + 4096};
  size_t sizes[] = {any_number("size", 5000), any_number("size", 5000)}, indexes[] = {number("first", once_in(9)), below(3)};
  struct cudaMemLocation locations[] = {any_location(), any_location()};
  size_t count = number("count", below(3)), all = number("locations", below(3));
  unsigned long long flags = once_in(9);
  switch (below(3)) {
    case 0: return cudaMemPrefetchBatchAsync(starts, sizes, count, locations, indexes, all, flags, any_stream());
    case 1: return cudaMemDiscardBatchAsync(starts, sizes, count, flags, any_stream());
    default: return cudaMemDiscardAndPrefetchBatchAsync(starts, sizes, count, locations, indexes, all, flags, any_stream());
  }
}

static struct cudaMemcpyAttributes any_attributes(void) {
  struct cudaMemcpyAttributes attributes = {.srcAccessOrder = once_in(6) ? below(5) : 1, .srcLocHint = any_location(), .dstLocHint = any_location(), .flags = below(3)};
  say(" order=%d flags=%u", attributes.srcAccessOrder, attributes.flags);
  return attributes;
}

static cudaError_t copy_batch(void) {
  void *targets[3];
  const void *sources[3];
  size_t sizes[3], indexes[] = {number("index", once_in(9)), number("index", below(4)), 2};
  for (int i = 0; i < 3; i++) {
    targets[i] = once_in(40) ? NULL : address_in("dst", any_memory());
    sources[i] = once_in(40) ? NULL : address_in("src", any_memory());
    sizes[i] = any_number("size", 100);
  }
  struct cudaMemcpyAttributes attributes[] = {any_attributes(), any_attributes(), any_attributes()};
  size_t count = number("count", below(4)), all = number("attributes", below(4));
  return cudaMemcpyBatchAsync(targets, sources, sizes, count, attributes, indexes, all, any_stream());
}

static struct cudaMemcpy3DOperand any_operand(const char *name, const Array **of) {
  struct cudaMemcpy3DOperand operand = {.type = once_in(30) ? below(4) : 1 + below(2)};
  say(" [%s type=%d", name, operand.type);
  if (operand.type == cudaMemcpyOperandTypeArray) {
    operand.op.array.array = (cudaArray_t)any_array("array", of);
    if (once_in(3)) operand.op.array.offset = (struct cudaOffset3D){number("x", below(4)), number("y", below(3)), number("z", below(3))};
  } else {
    operand.op.ptr.ptr = address_in("ptr", any_memory());
    operand.op.ptr.rowLength = once_in(2) ? 0 : below(24);
    operand.op.ptr.layerHeight = once_in(2) ? 0 : below(8);
    say(" row=%zu layer=%zu", operand.op.ptr.rowLength, operand.op.ptr.layerHeight);
    operand.op.ptr.locHint = any_location();
  }
  say("]");
  return operand;
}

static struct cudaMemcpy3DBatchOp any_operation(void) {
  const Array *of = NULL;
  struct cudaMemcpy3DBatchOp operation = {.src = any_operand("src", &of), .srcAccessOrder = once_in(8) ? below(5) : 1, .flags = below(3)};
  operation.dst = any_operand("dst", &of);
  operation.extent = (struct cudaExtent){below(of ? (unsigned)(of->width / of->element) + 1 : 20), below(of ? (unsigned)of->height + 1 : 4), 1 + below(of ? (unsigned)of->depth : 3)};
  say(" extent=%zu,%zu,%zu order=%d flags=%u", operation.extent.width, operation.extent.height, operation.extent.depth, operation.srcAccessOrder, operation.flags);
  return operation;
}

static cudaError_t block_batch(void) {
  struct cudaMemcpy3DBatchOp operations[] = {any_operation(), any_operation()};
  size_t count = number("count", below(3));
  unsigned long long flags = once_in(9);
  return cudaMemcpy3DBatchAsync(count, operations, flags, any_stream());
}
#endif

#if CUDART_VERSION >= 13020
static cudaError_t copy_with_attributes(void) {
  void *dst = address_in("dst", any_memory()), *src = address_in("src", any_memory());
  size_t size = any_number("size", 300);
  struct cudaMemcpyAttributes attributes = any_attributes();
  return cudaMemcpyWithAttributesAsync(dst, src, size, once_in(20) ? NULL : &attributes, any_stream());
}

static cudaError_t block_with_attributes(void) {
  struct cudaMemcpy3DBatchOp operation = any_operation();
  return cudaMemcpy3DWithAttributesAsync(once_in(40) ? NULL : &operation, once_in(9), any_stream());
}
#endif
