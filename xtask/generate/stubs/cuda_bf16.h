/* nccl.h numbers bfloat16 where <cuda_bf16.h> has it. */
#pragma once
#define __CUDA_BF16_TYPES_EXIST__
