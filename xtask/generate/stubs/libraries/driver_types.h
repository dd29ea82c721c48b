/* What the libraries' headers use of <driver_types.h>: streams and events are the driver's. */
#pragma once
#include <stddef.h>
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
