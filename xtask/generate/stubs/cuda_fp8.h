/* nccl.h numbers 8-bit floats where <cuda_fp8.h> has them. */
#pragma once
#define __CUDA_FP8_TYPES_EXIST__
