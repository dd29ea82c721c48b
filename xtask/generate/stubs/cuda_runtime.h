/* What nccl.h uses of <cuda_runtime.h>: streams and events are the driver's. */
#pragma once
#include <stddef.h>
#define CUDART_VERSION 13000
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
