/* nccl.h includes <cuda_fp16.h> for types that none of its functions take. */
#pragma once
