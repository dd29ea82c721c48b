/* The calls as a C library makes them that is given a stream: it sets the stream, and calls. cuBLAS's functions are given by their
   addresses, for it is loaded at run time. */
#include <stddef.h>

typedef int (*SetStream)(void *, void *);
typedef int (*Gemm)(void *, int, int, int, int, int, const void *, const void *, int, int, const void *, int, int, const void *,
                    void *, int, int, int, int);
typedef int (*Axpy)(void *, int, const void *, int, const void *, int, int, void *, int, int, int);

struct Twin {
    SetStream set_stream;
    Gemm gemm;
    Axpy axpy;
};

struct Work {
    void *handle, *stream;
    const void *x;
    void *y;
    int size;
};

enum { F32 = 0, COMPUTE_32F = 68, DEFAULT = -1 };

/* Multiplies two matrices of `size` rows and columns, or adds vectors of as many elements. The answer is cuBLAS's first error. */
int cublas_twin(const struct Twin *twin, const struct Work *work, int is_gemm, int sets_stream, int iterations) {
    const float alpha = 1, beta = 0;
    const int n = work->size;
    for (int iteration = 0; iteration < iterations; iteration++) {
        int error = 0;
        if (sets_stream || iteration == 0) error = twin->set_stream(work->handle, work->stream);
        if (error) return error;
        if (is_gemm)
            error = twin->gemm(work->handle, 0, 0, n, n, n, &alpha, work->x, F32, n, work->x, F32, n, &beta, work->y, F32, n,
                               COMPUTE_32F, DEFAULT);
        else
            error = twin->axpy(work->handle, n, &alpha, F32, work->x, F32, 1, work->y, F32, 1, F32);
        if (error) return error;
    }
    return 0;
}

typedef int (*SpMV)(void *, int, const void *, const void *, const void *, const void *, void *, int, int, void *);

/* Multiplies a prepared matrix and a vector, whose descriptions are `parts`: the matrix, x, y, and the memory. */
int cusparse_twin(SpMV spmv, void *handle, void *const *parts, int iterations) {
    const float alpha = 1, beta = 0;
    for (int iteration = 0; iteration < iterations; iteration++) {
        int error = spmv(handle, 0, &alpha, parts[0], parts[1], &beta, parts[2], F32, 0, parts[3]);
        if (error) return error;
    }
    return 0;
}
