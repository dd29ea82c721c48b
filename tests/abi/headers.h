/* What the bindings are made from. */
#include <cuda.h>
#include <cudaTypedefs.h>
#if __has_include(<cudaProfiler.h>) /* the newest set */
#include <cudaProfiler.h>
#include <cudaProfilerTypedefs.h>
#endif
#include <nvrtc.h>
