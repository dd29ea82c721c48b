/* What cufile.h uses of <cuda.h>. */
#pragma once
#include <stddef.h>
#include <stdint.h>
typedef enum { CUDA_SUCCESS = 0 } CUresult;
typedef struct CUstream_st *CUstream;
