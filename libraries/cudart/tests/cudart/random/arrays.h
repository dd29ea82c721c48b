/* Copies to, from and between arrays, in two and three dimensions. */

static size_t any_column(const char *name, const Array *array) {
  size_t element = array->element, column = once_in(8) ? below(array->width + 4) : element * below(array->width / element + 1);
  return number(name, once_in(3) ? 0 : column);
}

static size_t any_row(const char *name, const Array *array) {
  return number(name, once_in(2) ? 0 : below(array->height + 1));
}

static cudaError_t to_array_or_async(int async, int linear) {
  const Array *to;
  cudaArray_t dst = (cudaArray_t)any_array("dst", &to);
  size_t column = any_column("wOffset", to), row = any_row("hOffset", to);
  const Memory *from = any_memory();
  void *src = address_in("src", from);
  /* NVIDIA's runtime divides by it. */
  size_t pitch = number("spitch", 1 + below(130)), width = once_in(3) ? any_count("width", 140) : any_column("width", to);
  size_t height = once_in(2) ? number("height", 1) : any_number("height", (unsigned)to->height);
  enum cudaMemcpyKind kind = any_kind(from->is_host, 0);
  switch (linear * 2 + async) {
    case 0: return cudaMemcpy2DToArray(dst, column, row, src, pitch, width, height, kind);
    case 1: return cudaMemcpy2DToArrayAsync(dst, column, row, src, pitch, width, height, kind, any_stream());
    case 2: return cudaMemcpyToArray(dst, column, row, src, width * (height < 100 ? height : 1), kind);
    default: return cudaMemcpyToArrayAsync(dst, column, row, src, width * (height < 100 ? height : 1), kind, any_stream());
  }
}
static cudaError_t to_array(void) { return to_array_or_async(0, 0); }
static cudaError_t to_array_async(void) { return to_array_or_async(1, 0); }
static cudaError_t to_array_linear(void) { return to_array_or_async(0, 1); }
static cudaError_t to_array_linear_async(void) { return to_array_or_async(1, 1); }

static cudaError_t from_array_or_async(int async, int linear) {
  const Array *from;
  const Memory *to = any_memory();
  void *dst = address_in("dst", to);
  cudaArray_t src = (cudaArray_t)any_array("src", &from);
  size_t column = any_column("wOffset", from), row = any_row("hOffset", from);
  size_t pitch = number("dpitch", 1 + below(130)), width = once_in(3) ? any_count("width", 140) : any_column("width", from);
  size_t height = once_in(2) ? number("height", 1) : any_number("height", (unsigned)from->height);
  enum cudaMemcpyKind kind = any_kind(0, to->is_host);
  switch (linear * 2 + async) {
    case 0: return cudaMemcpy2DFromArray(dst, pitch, src, column, row, width, height, kind);
    case 1: return cudaMemcpy2DFromArrayAsync(dst, pitch, src, column, row, width, height, kind, any_stream());
    case 2: return cudaMemcpyFromArray(dst, src, column, row, width * (height < 100 ? height : 1), kind);
    default: return cudaMemcpyFromArrayAsync(dst, src, column, row, width * (height < 100 ? height : 1), kind, any_stream());
  }
}
static cudaError_t from_array(void) { return from_array_or_async(0, 0); }
static cudaError_t from_array_async(void) { return from_array_or_async(1, 0); }
static cudaError_t from_array_linear(void) { return from_array_or_async(0, 1); }
static cudaError_t from_array_linear_async(void) { return from_array_or_async(1, 1); }

static cudaError_t between_arrays_of(int linear) {
  const Array *to, *from;
  cudaArray_t dst = (cudaArray_t)any_array("dst", &to), src = (cudaArray_t)any_array("src", &from);
  /* What is said if there is none depends on what else is wrong. */
  if (!dst || !src) dst = (cudaArray_t)to->array, src = (cudaArray_t)from->array;
  size_t to_column = any_column("wOffsetDst", to), to_row = any_row("hOffsetDst", to);
  size_t from_column = any_column("wOffsetSrc", from), from_row = any_row("hOffsetSrc", from);
  size_t width = once_in(3) ? any_count("width", 140) : any_column("width", from);
  size_t height = once_in(2) ? number("height", 1) : any_number("height", (unsigned)from->height);
  enum cudaMemcpyKind kind = any_kind(0, 0);
  if (linear) return cudaMemcpyArrayToArray(dst, to_column, to_row, src, from_column, from_row, width * (height < 100 ? height : 1), kind);
  return cudaMemcpy2DArrayToArray(dst, to_column, to_row, src, from_column, from_row, width, height, kind);
}
static cudaError_t between_arrays(void) { return between_arrays_of(0); }
static cudaError_t between_arrays_linear(void) { return between_arrays_of(1); }

/* A side of a copy of three dimensions: an array or memory, rarely both or none of them. */
typedef struct {
  cudaArray_t array;
  struct cudaPos position;
  struct cudaPitchedPtr memory;
  int is_host;
  const Array *of;
} Side;

static Side any_side(const char *name) {
  Side side = {.is_host = 0};
  int odd = once_in(30), is_array = below(2);
  say(" [%s", name);
  if (is_array || (odd && once_in(2))) side.array = (cudaArray_t)any_array("array", &side.of);
  if (!is_array || (odd && once_in(2))) {
    const Memory *memory = any_memory();
    void *start = once_in(50) ? NULL : address_in("ptr", memory);
    /* So that all positions and extents are within the program's own memory, whose end nobody checks. */
    static const size_t odd[] = {0, 1, 3, 256};
    size_t pitch = number("pitch", once_in(12) ? odd[below(4)] : below(129)), rows = number("ysize", once_in(12) ? 0 : below(9));
    side.memory = (struct cudaPitchedPtr){start, pitch, any_number("xsize", 128), rows};
    side.is_host = memory->is_host;
  }
  if (once_in(2))
    side.position = (struct cudaPos){number("x", below(5)), number("y", below(3)), number("z", below(3))};
  else if (once_in(20))
    side.position = (struct cudaPos){number("x", SIZE_MAX / (1 + below(9))), number("y", 0), number("z", 0)};
  say("]");
  return side;
}

static struct cudaExtent any_extent(const Side *a, const Side *b) {
  const Array *of = a->of ? a->of : b->of;
  struct cudaExtent extent = {below(24), below(4), below(4)};
  if (of && !once_in(8))
    extent = (struct cudaExtent){below((unsigned)(of->width / of->element) + 1), below((unsigned)of->height + 1), below((unsigned)of->depth + 1)};
  if (once_in(40)) extent.width = SIZE_MAX / 3;
  if (once_in(3)) extent.height = 1;
  if (once_in(2)) extent.depth = 1;
  say(" extent=%zd,%zd,%zd", (ssize_t)extent.width, (ssize_t)extent.height, (ssize_t)extent.depth);
  return extent;
}

static struct cudaMemcpy3DParms any_parameters(void) {
  Side source = any_side("src"), target = any_side("dst");
  struct cudaExtent extent = any_extent(&source, &target);
  enum cudaMemcpyKind kind = any_kind(source.is_host, target.is_host);
  struct cudaMemcpy3DParms copy = {source.array, source.position, source.memory, target.array, target.position, target.memory, extent, kind};
  return copy;
}

static cudaError_t block(void) {
  struct cudaMemcpy3DParms copy = any_parameters();
  return cudaMemcpy3D(once_in(100) ? NULL : &copy);
}

static cudaError_t block_async(void) {
  struct cudaMemcpy3DParms copy = any_parameters();
  return cudaMemcpy3DAsync(once_in(100) ? NULL : &copy, any_stream());
}

static cudaError_t peer_block_or_async(int async) {
  Side source = any_side("src"), target = any_side("dst");
  int from = any_device("srcDevice"), to = any_device("dstDevice");
  struct cudaExtent extent = any_extent(&source, &target);
  struct cudaMemcpy3DPeerParms copy = {source.array, source.position, source.memory, from, target.array, target.position, target.memory, to, extent};
  return async ? cudaMemcpy3DPeerAsync(&copy, any_stream()) : cudaMemcpy3DPeer(&copy);
}
static cudaError_t peer_block(void) { return peer_block_or_async(0); }
static cudaError_t peer_block_async(void) { return peer_block_or_async(1); }
