// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::ncclResult_t;

results! {
    "NCCL" ncclResult_t {
        ncclSuccess 0 "success",
        ncclUnhandledCudaError 0 "a CUDA call failed",
        ncclSystemError 0 "a system call failed",
        ncclInternalError 0 "internal error",
        ncclInvalidArgument 0 "invalid argument",
        ncclInvalidUsage 0 "invalid usage",
        ncclRemoteError 0 "another rank is gone, or the network failed",
        ncclInProgress 0 "under way",
        ncclTimeout 23007 "out of time",
        ncclNumResults 0 "the number of result codes, and none itself",
    }
}
