/* What the bindings are made from. */
#include <cuda.h>
#include <cudaTypedefs.h>
#if __has_include(<cudaProfiler.h>) /* the newest set */
#include <cudaProfiler.h>
#include <cudaProfilerTypedefs.h>
#endif
#pragma push_macro("_WIN32") /* also the function for Windows */
#undef _WIN32
#define _WIN32 1
#include <cudaGL.h>
#include <cudaGLTypedefs.h>
#pragma pop_macro("_WIN32")
#include <cudaEGL.h>
#include <cudaEGLTypedefs.h>
#include <cudaVDPAUTypedefs.h>
#include <nvrtc.h>
#if __has_include(<nvJitLink.h>) /* from 12.0 */
#include <nvJitLink.h>
#endif
#if __has_include(<nvFatbin.h>) /* from 12.4 */
#include <nvFatbin.h>
#endif
