#include <cub/device/device_reduce.cuh>

#include "host_code.h"

// CUB's algorithms are host code that launches kernels. This one allocates nothing.
cudaError_t sum(void *memory, size_t *bytes, const float *x, float *out, size_t n, cudaStream_t stream) {
  return cub::DeviceReduce::Sum(memory, *bytes, x, out, n, stream);
}
