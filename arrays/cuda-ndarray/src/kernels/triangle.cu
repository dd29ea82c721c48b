// Sets the elements on one side of the diagonal of a matrix to 0. It is compiled to `triangle.ptx`: see `tests/kernels`.

#define THREADS 256

struct alignas(16) Unit16 {
    unsigned long long low, high;
};

// Elements `stride` apart along each axis; those above the diagonal are cleared, or those below it.
template <typename T>
__device__ __forceinline__ void
clear(T *a, unsigned long long rows, unsigned long long columns, long long row_stride, long long column_stride, unsigned above) {
    unsigned long long step = (unsigned long long)gridDim.x * THREADS;
    for (unsigned long long i = (unsigned long long)blockIdx.x * THREADS + threadIdx.x; i < rows * columns; i += step) {
        unsigned long long row = i / columns, column = i % columns;
        if (above ? column > row : column < row) a[(long long)row * row_stride + (long long)column * column_stride] = T{};
    }
}

#define CLEAR(name, type)                                                                                                     \
    extern "C" __global__ void __launch_bounds__(THREADS) name(type *a, unsigned long long rows, unsigned long long columns, \
                                                               long long row_stride, long long column_stride, unsigned above) { \
        clear(a, rows, columns, row_stride, column_stride, above);                                                            \
    }

CLEAR(ndarray_clear_4, unsigned)
CLEAR(ndarray_clear_8, unsigned long long)
CLEAR(ndarray_clear_16, Unit16)
