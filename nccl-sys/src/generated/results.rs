// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::ncclResult_t;

/// Every result code: its number, what it means, and the NCCL version whose headers first name it (0: 2.18.3 or before).
pub(crate) static RESULTS: [(ncclResult_t, &str, u16); 10] = [
    (ncclResult_t::ncclSuccess, "success", 0),
    (ncclResult_t::ncclUnhandledCudaError, "a CUDA call failed", 0),
    (ncclResult_t::ncclSystemError, "a system call failed", 0),
    (ncclResult_t::ncclInternalError, "internal error", 0),
    (ncclResult_t::ncclInvalidArgument, "invalid argument", 0),
    (ncclResult_t::ncclInvalidUsage, "invalid usage", 0),
    (ncclResult_t::ncclRemoteError, "another rank is gone, or the network failed", 0),
    (ncclResult_t::ncclInProgress, "under way", 0),
    (ncclResult_t::ncclTimeout, "out of time", 23007),
    (ncclResult_t::ncclNumResults, "the number of result codes, and none itself", 0),
];
