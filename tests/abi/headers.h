/* What the bindings are made from. */
#include <cuda.h>
#include <cudaTypedefs.h>
#if __has_include(<cudaProfiler.h>) /* the newest set */
#include <cudaProfiler.h>
#include <cudaProfilerTypedefs.h>
#endif
#include <nvrtc.h>
#if __has_include(<nvJitLink.h>) /* from 12.0 */
#include <nvJitLink.h>
#endif
#if __has_include(<nvFatbin.h>) /* from 12.4 */
#include <nvFatbin.h>
#endif
