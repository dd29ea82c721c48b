/* What the libraries' headers use of <cuda_runtime_api.h>. */
#pragma once
#include <driver_types.h>
#include <library_types.h>
#include <cuComplex.h>
#ifdef HAS_INT2
typedef struct __attribute__((aligned(8))) int2 { int x, y; } int2;
#endif
