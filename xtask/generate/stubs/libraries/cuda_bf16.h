/* The bits of the types of <cuda_bf16.h>. */
#pragma once
typedef struct { unsigned short x; } __nv_bfloat16;
