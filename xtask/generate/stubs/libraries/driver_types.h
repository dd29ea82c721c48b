/* What the libraries' headers use of <driver_types.h>: streams, events and graphs are the driver's. */
#pragma once
#include <stddef.h>
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
