// The kernels of this crate for units of SIZE bytes, which are compiled to `copy_1.ptx` to `copy_16.ptx`: see
// `tests/kernels`.

struct alignas(16) Unit16 {
    unsigned long long low, high;
};

#if SIZE == 1
typedef unsigned char Unit;
#define TILE 64
#elif SIZE == 2
typedef unsigned short Unit;
#define TILE 64
#elif SIZE == 4
typedef unsigned Unit;
#define TILE 64
#elif SIZE == 8
typedef unsigned long long Unit;
#define TILE 32
#else
typedef Unit16 Unit;
#define TILE 32
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
    Axis axis[8];
};

struct Fill {
    Unit16 value;
    Copy copy;
};

// For numbers below 2^31.
__device__ __forceinline__ unsigned divide(unsigned number, const Axis &axis) {
    return (__umulhi(number, axis.magic) + number) >> axis.shift;
}

// The addresses of four units, 256 apart. Those of units after the last one are arbitrary, and must not be accessed.
__device__ __forceinline__ void locate(const Copy &copy, unsigned begin, long long (&to)[4], long long (&from)[4]) {
    unsigned index[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        index[i] = begin + i * 256;
        to[i] = 0;
        from[i] = 0;
    }
    const unsigned last = copy.axes - 1;
#pragma unroll 1
    for (unsigned at = 0; at < last; at++) {
        const Axis axis = copy.axis[at];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const unsigned next = divide(index[i], axis);
            const unsigned step = index[i] - next * axis.len;
            to[i] += (long long)step * axis.to;
            from[i] += (long long)step * axis.from;
            index[i] = next;
        }
    }
    const Axis axis = copy.axis[last];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        to[i] += (long long)index[i] * axis.to;
        from[i] += (long long)index[i] * axis.from;
    }
}

// A block copies 1024 units, four per thread.
template <typename T>
__device__ __forceinline__ void copy_units(const Copy &copy) {
    const unsigned begin = blockIdx.x * 1024 + threadIdx.x;
    T value[4];
    long long to[4], from[4];
    locate(copy, begin, to, from);
#pragma unroll
    for (int i = 0; i < 4; i++) {
        if (begin + i * 256 < copy.count)
            value[i] = *(const T *)(copy.from + from[i]);
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        if (begin + i * 256 < copy.count)
            *(T *)(copy.to + to[i]) = value[i];
    }
}

template <typename T>
__device__ __forceinline__ void fill_units(const Copy &copy, T value) {
    const unsigned begin = blockIdx.x * 1024 + threadIdx.x;
    long long to[4], from[4];
    locate(copy, begin, to, from);
#pragma unroll
    for (int i = 0; i < 4; i++) {
        if (begin + i * 256 < copy.count)
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
    Axis axis[6];
};

template <typename T>
__device__ __forceinline__ void transpose_tiles(const Transpose &t) {
    __shared__ T tile[TILE][TILE + 1];
    constexpr int STEP = 256 / TILE;
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

extern "C" __global__ void __launch_bounds__(256) ndarray_copy(const Copy copy) {
    copy_units<Unit>(copy);
}

extern "C" __global__ void __launch_bounds__(256) ndarray_fill(const Fill fill) {
    fill_units<Unit>(fill.copy, *(const Unit *)&fill.value);
}

extern "C" __global__ void __launch_bounds__(256) ndarray_transpose(const Transpose transpose) {
    transpose_tiles<Unit>(transpose);
}
