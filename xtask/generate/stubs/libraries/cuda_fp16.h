/* The bits of the types of <cuda_fp16.h>. */
#pragma once
typedef struct { unsigned short x; } __half;
