// The kernels of this crate for units of SIZE bytes, which are compiled to `copy_1.ptx` to `copy_16.ptx`: see
// `tests/kernels`.

#define THREADS 256
// The number of units of each thread, THREADS apart, and of a block.
#define ITEMS 4
#define UNITS_OF_A_BLOCK (THREADS * ITEMS)
// The maximum number of axes of a copy, and of a transpose in addition to the two that it exchanges.
#define KERNEL_AXES 8
#define TRANSPOSE_AXES 6
// The rows and columns of a tile of a transpose, for units of up to 4 bytes and for larger ones.
#define TILE_OF_SMALL 64
#define TILE_OF_LARGE 32
#define LARGEST_SMALL 4
#define TILE (SIZE <= LARGEST_SMALL ? TILE_OF_SMALL : TILE_OF_LARGE)

struct alignas(16) Unit16 {
    unsigned long long low, high;
};

#if SIZE == 1
typedef unsigned char Unit;
#elif SIZE == 2
typedef unsigned short Unit;
#elif SIZE == 4
typedef unsigned Unit;
#elif SIZE == 8
typedef unsigned long long Unit;
#else
typedef Unit16 Unit;
#endif

// An axis of both sides of a copy: the number of steps, and the size of a step in bytes. `magic` and `shift` divide by `len`.
struct Axis {
    unsigned len;
    unsigned magic;
    unsigned shift;
    unsigned unused;
    long long to;
    long long from;
};

// The elements of a copy, or of a part of it, as units; the first axis varies fastest.
struct Copy {
    char *to;
    const char *from;
    unsigned count;
    unsigned axes;
    Axis axis[KERNEL_AXES];
};

struct Fill {
    Unit16 value;
    Copy copy;
    unsigned long long unused;
};

// For numbers below 2^31.
__device__ __forceinline__ unsigned divide(unsigned number, const Axis &axis) {
    return (__umulhi(number, axis.magic) + number) >> axis.shift;
}

// The addresses of a thread's units. Those of units after the last one are arbitrary, and must not be accessed.
__device__ __forceinline__ void locate(const Copy &copy, unsigned begin, long long (&to)[ITEMS], long long (&from)[ITEMS]) {
    unsigned index[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        index[i] = begin + i * THREADS;
        to[i] = 0;
        from[i] = 0;
    }
    const unsigned last = copy.axes - 1;
#pragma unroll 1
    for (unsigned at = 0; at < last; at++) {
        const Axis axis = copy.axis[at];
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            const unsigned next = divide(index[i], axis);
            const unsigned step = index[i] - next * axis.len;
            to[i] += (long long)step * axis.to;
            from[i] += (long long)step * axis.from;
            index[i] = next;
        }
    }
    const Axis axis = copy.axis[last];
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        to[i] += (long long)index[i] * axis.to;
        from[i] += (long long)index[i] * axis.from;
    }
}

template <typename T>
__device__ __forceinline__ void copy_units(const Copy &copy) {
    const unsigned begin = blockIdx.x * UNITS_OF_A_BLOCK + threadIdx.x;
    T value[ITEMS];
    long long to[ITEMS], from[ITEMS];
    locate(copy, begin, to, from);
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        if (begin + i * THREADS < copy.count)
            value[i] = *(const T *)(copy.from + from[i]);
    }
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        if (begin + i * THREADS < copy.count)
            *(T *)(copy.to + to[i]) = value[i];
    }
}

template <typename T>
__device__ __forceinline__ void fill_units(const Copy &copy, T value) {
    const unsigned begin = blockIdx.x * UNITS_OF_A_BLOCK + threadIdx.x;
    long long to[ITEMS], from[ITEMS];
    locate(copy, begin, to, from);
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        if (begin + i * THREADS < copy.count)
            *(T *)(copy.to + to[i]) = value;
    }
}

// Copies matrices whose rows are contiguous on one side and whose columns are on the other, by tiles in shared memory. `rows`
// is the axis that is contiguous in the target, `columns` the one in the source; further axes count matrices.
struct Transpose {
    char *to;
    const char *from;
    unsigned rows;
    unsigned columns;
    unsigned tiles_of_rows;
    unsigned tiles_of_columns;
    long long to_column;
    long long from_row;
    unsigned axes;
    unsigned unused;
    Axis axis[TRANSPOSE_AXES];
};

template <typename T>
__device__ __forceinline__ void transpose_tiles(const Transpose &t) {
    __shared__ T tile[TILE][TILE + 1];
    constexpr int STEP = THREADS / TILE;
    const unsigned x = threadIdx.x % TILE, y = threadIdx.x / TILE;
    unsigned index = blockIdx.x;
    const unsigned column = index % t.tiles_of_columns * TILE;
    index /= t.tiles_of_columns;
    const unsigned row = index % t.tiles_of_rows * TILE;
    index /= t.tiles_of_rows;
    char *to = t.to;
    const char *from = t.from;
#pragma unroll 1
    for (unsigned at = 0; at < t.axes; at++) {
        const unsigned next = index / t.axis[at].len;
        const unsigned step = index - next * t.axis[at].len;
        to += (long long)step * t.axis[at].to;
        from += (long long)step * t.axis[at].from;
        index = next;
    }
#pragma unroll
    for (int i = 0; i < TILE; i += STEP) {
        if (row + y + i < t.rows && column + x < t.columns)
            tile[y + i][x] = *(const T *)(from + (long long)(row + y + i) * t.from_row + (long long)(column + x) * (int)sizeof(T));
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; i += STEP) {
        if (column + y + i < t.columns && row + x < t.rows)
            *(T *)(to + (long long)(column + y + i) * t.to_column + (long long)(row + x) * (int)sizeof(T)) = tile[x][y + i];
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) ndarray_copy(const Copy copy) {
    copy_units<Unit>(copy);
}

extern "C" __global__ void __launch_bounds__(THREADS) ndarray_fill(const Fill fill) {
    fill_units<Unit>(fill.copy, *(const Unit *)&fill.value);
}

extern "C" __global__ void __launch_bounds__(THREADS) ndarray_transpose(const Transpose transpose) {
    transpose_tiles<Unit>(transpose);
}
