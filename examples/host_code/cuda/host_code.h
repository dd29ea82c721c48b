// The functions that Rust calls: each returns the runtime's error, and 0 if there is none.
#pragma once

#include <cuda_runtime.h>

extern "C" {

// Writes a * x + y to out, of n elements each, in the order of the stream.
cudaError_t saxpy(float a, const float *x, const float *y, float *out, size_t n, cudaStream_t stream);

// Writes the sum of n elements to *out, in the order of the stream. If memory is null, writes the bytes of memory that
// it needs to *bytes, and does nothing else.
cudaError_t sum(void *memory, size_t *bytes, const float *x, float *out, size_t n, cudaStream_t stream);

}
