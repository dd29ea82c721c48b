/* nccl.h includes <cuda_fp8.h> for types that none of its functions take. */
#pragma once
