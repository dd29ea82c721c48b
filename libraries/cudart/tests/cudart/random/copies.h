/* Copies and fills of memory and of variables. */

static cudaError_t copy_or_async(int async) {
  const Memory *to = any_memory(), *from = any_memory();
  void *dst = address_in("dst", to);
  void *src = address_in("src", from);
  size_t count = to->is_host || from->is_host ? any_number("count", 400) : any_count("count", 400);
  enum cudaMemcpyKind kind = any_kind(from->is_host, to->is_host);
  return async ? cudaMemcpyAsync(dst, src, count, kind, any_stream()) : cudaMemcpy(dst, src, count, kind);
}
static cudaError_t copy(void) { return copy_or_async(0); }
static cudaError_t copy_async(void) { return copy_or_async(1); }

static cudaError_t rows_or_async(int async) {
  const Memory *to = any_memory(), *from = any_memory();
  void *dst = address_in("dst", to);
  void *src = address_in("src", from);
  size_t dpitch = any_number("dpitch", 64), spitch = any_number("spitch", 64);
  size_t width = any_number("width", 48), height = once_in(4) ? number("height", 1) : any_number("height", 6);
  if (width * height > 16384 || dpitch * height > 16384 || spitch * height > 16384) height = number("height", 1);
  enum cudaMemcpyKind kind = any_kind(from->is_host, to->is_host);
  if (async) return cudaMemcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, any_stream());
  return cudaMemcpy2D(dst, dpitch, src, spitch, width, height, kind);
}
static cudaError_t rows(void) { return rows_or_async(0); }
static cudaError_t rows_async(void) { return rows_or_async(1); }

static const void *any_symbol(void) {
  const void *address = once_in(20) ? (once_in(2) ? NULL : &not_a_symbol) : symbol;
  say_address("symbol", address);
  return address;
}

static cudaError_t to_symbol_or_async(int async) {
  const void *variable = any_symbol();
  const Memory *from = any_memory();
  void *src = address_in("src", from);
  size_t count = any_count("count", 300), offset = once_in(40) ? number("offset", SIZE_MAX) : number("offset", below(600));
  enum cudaMemcpyKind kind = any_kind(from->is_host, 0);
  if (async) return cudaMemcpyToSymbolAsync(variable, src, count, offset, kind, any_stream());
  return cudaMemcpyToSymbol(variable, src, count, offset, kind);
}
static cudaError_t to_symbol(void) { return to_symbol_or_async(0); }
static cudaError_t to_symbol_async(void) { return to_symbol_or_async(1); }

static cudaError_t from_symbol_or_async(int async) {
  const Memory *to = any_memory();
  void *dst = address_in("dst", to);
  const void *variable = any_symbol();
  size_t count = any_count("count", 300), offset = once_in(40) ? number("offset", SIZE_MAX) : number("offset", below(600));
  enum cudaMemcpyKind kind = any_kind(0, to->is_host);
  if (async) return cudaMemcpyFromSymbolAsync(dst, variable, count, offset, kind, any_stream());
  return cudaMemcpyFromSymbol(dst, variable, count, offset, kind);
}
static cudaError_t from_symbol(void) { return from_symbol_or_async(0); }
static cudaError_t from_symbol_async(void) { return from_symbol_or_async(1); }

static cudaError_t symbol_address(void) {
  void *address = own[0] + 5;
  const void *variable = any_symbol();
  cudaError_t error = cudaGetSymbolAddress(&address, variable);
  say_address("is", address);
  return error;
}

static cudaError_t symbol_size(void) {
  size_t size = 5;
  const void *variable = any_symbol();
  cudaError_t error = cudaGetSymbolSize(&size, variable);
  number("is", size);
  return error;
}

static cudaError_t peers_or_async(int async) {
  const Memory *to = any_memory(), *from = any_memory();
  int to_device = any_device("dstDevice"), from_device = any_device("srcDevice");
  void *dst = address_in("dst", to), *src = address_in("src", from);
  size_t count = to->is_host || from->is_host ? any_number("count", 400) : any_count("count", 400);
  if (async) return cudaMemcpyPeerAsync(dst, to_device, src, from_device, count, any_stream());
  return cudaMemcpyPeer(dst, to_device, src, from_device, count);
}
static cudaError_t peers(void) { return peers_or_async(0); }
static cudaError_t peers_async(void) { return peers_or_async(1); }

/* Fills are of host memory, too, if the driver knows it. */
static cudaError_t fill_or_async(int dimensions, int async) {
  const Memory *memory = any_memory();
  unsigned char *start = address_in("start", memory);
  size_t pitch = any_number("pitch", 64), width = any_count("width", 48);
  size_t height = any_count("height", 6), depth = any_count("depth", 4), rows = any_number("ysize", 6);
  int value = (int)number("value", below(3) ? below(256) : 0x12345678);
  switch (dimensions * 2 + async) {
    case 2: return cudaMemset(start, value, width);
    case 3: return cudaMemsetAsync(start, value, width, any_stream());
    case 4: return cudaMemset2D(start, pitch, value, width, height);
    case 5: return cudaMemset2DAsync(start, pitch, value, width, height, any_stream());
  }
  struct cudaPitchedPtr pitched = {start, pitch, any_number("xsize", 64), once_in(3) ? height : rows};
  struct cudaExtent extent = {width, height, depth};
  if (async) return cudaMemset3DAsync(pitched, value, extent, any_stream());
  return cudaMemset3D(pitched, value, extent);
}
static cudaError_t fill(void) { return fill_or_async(1, 0); }
static cudaError_t fill_async(void) { return fill_or_async(1, 1); }
static cudaError_t fill_rows(void) { return fill_or_async(2, 0); }
static cudaError_t fill_rows_async(void) { return fill_or_async(2, 1); }
static cudaError_t fill_layers(void) { return fill_or_async(3, 0); }
static cudaError_t fill_layers_async(void) { return fill_or_async(3, 1); }
