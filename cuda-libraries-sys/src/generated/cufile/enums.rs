// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    /// [`CUresult`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUresult: c_uint {
        CUDA_SUCCESS = 0,
    }
    /// [`CUfileOpError`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUfileOpError: c_uint {
        CU_FILE_SUCCESS = 0, CU_FILE_DRIVER_NOT_INITIALIZED = 5001, CU_FILE_DRIVER_INVALID_PROPS = 5002,
        CU_FILE_DRIVER_UNSUPPORTED_LIMIT = 5003, CU_FILE_DRIVER_VERSION_MISMATCH = 5004,
        CU_FILE_DRIVER_VERSION_READ_ERROR = 5005, CU_FILE_DRIVER_CLOSING = 5006, CU_FILE_PLATFORM_NOT_SUPPORTED = 5007,
        CU_FILE_IO_NOT_SUPPORTED = 5008, CU_FILE_DEVICE_NOT_SUPPORTED = 5009, CU_FILE_NVFS_DRIVER_ERROR = 5010,
        CU_FILE_CUDA_DRIVER_ERROR = 5011, CU_FILE_CUDA_POINTER_INVALID = 5012, CU_FILE_CUDA_MEMORY_TYPE_INVALID = 5013,
        CU_FILE_CUDA_POINTER_RANGE_ERROR = 5014, CU_FILE_CUDA_CONTEXT_MISMATCH = 5015,
        CU_FILE_INVALID_MAPPING_SIZE = 5016, CU_FILE_INVALID_MAPPING_RANGE = 5017, CU_FILE_INVALID_FILE_TYPE = 5018,
        CU_FILE_INVALID_FILE_OPEN_FLAG = 5019, CU_FILE_DIO_NOT_SET = 5020, CU_FILE_INVALID_VALUE = 5022,
        CU_FILE_MEMORY_ALREADY_REGISTERED = 5023, CU_FILE_MEMORY_NOT_REGISTERED = 5024,
        CU_FILE_PERMISSION_DENIED = 5025, CU_FILE_DRIVER_ALREADY_OPEN = 5026, CU_FILE_HANDLE_NOT_REGISTERED = 5027,
        CU_FILE_HANDLE_ALREADY_REGISTERED = 5028, CU_FILE_DEVICE_NOT_FOUND = 5029, CU_FILE_INTERNAL_ERROR = 5030,
        CU_FILE_GETNEWFD_FAILED = 5031, CU_FILE_NVFS_SETUP_ERROR = 5033, CU_FILE_IO_DISABLED = 5034,
        CU_FILE_BATCH_SUBMIT_FAILED = 5035, CU_FILE_GPU_MEMORY_PINNING_FAILED = 5036, CU_FILE_BATCH_FULL = 5037,
        CU_FILE_ASYNC_NOT_SUPPORTED = 5038, CU_FILE_INTERNAL_BATCH_SETUP_ERROR = 5039,
        CU_FILE_INTERNAL_BATCH_SUBMIT_ERROR = 5040, CU_FILE_INTERNAL_BATCH_GETSTATUS_ERROR = 5041,
        CU_FILE_INTERNAL_BATCH_CANCEL_ERROR = 5042, CU_FILE_NOMEM_ERROR = 5043, CU_FILE_IO_ERROR = 5044,
        CU_FILE_INTERNAL_BUF_REGISTER_ERROR = 5045, CU_FILE_HASH_OPR_ERROR = 5046,
        CU_FILE_INVALID_CONTEXT_ERROR = 5047, CU_FILE_NVFS_INTERNAL_DRIVER_ERROR = 5048,
        CU_FILE_BATCH_NOCOMPAT_ERROR = 5049, CU_FILE_IO_MAX_ERROR = 5050,
    }
    /// [`CUfileDriverStatusFlags_t`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUfileDriverStatusFlags_t: c_uint {
        CU_FILE_LUSTRE_SUPPORTED = 0, CU_FILE_WEKAFS_SUPPORTED = 1, CU_FILE_NFS_SUPPORTED = 2,
        CU_FILE_GPFS_SUPPORTED = 3, CU_FILE_NVME_SUPPORTED = 4, CU_FILE_NVMEOF_SUPPORTED = 5,
        CU_FILE_SCSI_SUPPORTED = 6, CU_FILE_SCALEFLUX_CSD_SUPPORTED = 7, CU_FILE_NVMESH_SUPPORTED = 8,
        CU_FILE_BEEGFS_SUPPORTED = 9, CU_FILE_NVME_P2P_SUPPORTED = 11, CU_FILE_SCATEFS_SUPPORTED = 12,
        CU_FILE_VIRTIOFS_SUPPORTED = 13, CU_FILE_PANFS_SUPPORTED = 14, CU_FILE_MAX_TARGET_TYPES = 15,
    }
    /// [`CUfileDriverControlFlags_t`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUfileDriverControlFlags_t: c_uint {
        CU_FILE_USE_POLL_MODE = 0, CU_FILE_ALLOW_COMPAT_MODE = 1, CU_FILE_VANILLA_POSIX_IO_MODE = 2,
        CU_FILE_POSIX_IO_MODE = 2, CU_FILE_FALLBACK_IO_MODE = 4,
    }
    /// [`CUfileFeatureFlags_t`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUfileFeatureFlags_t: c_uint {
        CU_FILE_DYN_ROUTING_SUPPORTED = 0, CU_FILE_BATCH_IO_SUPPORTED = 1, CU_FILE_STREAMS_SUPPORTED = 2,
        CU_FILE_PARALLEL_IO_SUPPORTED = 3, CU_FILE_P2P_SUPPORTED = 4,
    }
    /// [`CUfileP2PFlags_t`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUfileP2PFlags_t: c_uint {
        CUFILE_P2PDMA = 0, CUFILE_NVFS = 1, CUFILE_DMABUF = 2, CUFILE_C2C = 3, CUFILE_NVIDIA_PEERMEM = 4,
    }
    /// [`CUfileOpcode_t`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUfileOpcode_t: c_uint {
        CUFILE_READ = 0, CUFILE_WRITE = 1,
    }
    /// [`CUfileFileHandleType`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUfileFileHandleType: c_uint {
        CU_FILE_HANDLE_TYPE_OPAQUE_FD = 1, CU_FILE_HANDLE_TYPE_OPAQUE_WIN32 = 2, CU_FILE_HANDLE_TYPE_USERSPACE_FS = 3,
    }
    /// [`CUfileStatus_t`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUfileStatus_t: c_uint {
        CUFILE_WAITING = 1, CUFILE_PENDING = 2, CUFILE_INVALID = 4, CUFILE_CANCELED = 8, CUFILE_COMPLETE = 16,
        CUFILE_TIMEOUT = 32, CUFILE_FAILED = 64,
    }
    /// [`CUfileBatchMode_t`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUfileBatchMode_t: c_uint {
        CUFILE_BATCH = 1,
    }
    /// [`CUFileSizeTConfigParameter_t`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUFileSizeTConfigParameter_t: c_uint {
        CUFILE_PARAM_PROFILE_STATS = 0, CUFILE_PARAM_EXECUTION_MAX_IO_QUEUE_DEPTH = 1,
        CUFILE_PARAM_EXECUTION_MAX_IO_THREADS = 2, CUFILE_PARAM_EXECUTION_MIN_IO_THRESHOLD_SIZE_KB = 3,
        CUFILE_PARAM_EXECUTION_MAX_REQUEST_PARALLELISM = 4, CUFILE_PARAM_PROPERTIES_MAX_DIRECT_IO_SIZE_KB = 5,
        CUFILE_PARAM_PROPERTIES_MAX_DEVICE_CACHE_SIZE_KB = 6, CUFILE_PARAM_PROPERTIES_PER_BUFFER_CACHE_SIZE_KB = 7,
        CUFILE_PARAM_PROPERTIES_MAX_DEVICE_PINNED_MEM_SIZE_KB = 8, CUFILE_PARAM_PROPERTIES_IO_BATCHSIZE = 9,
        CUFILE_PARAM_POLLTHRESHOLD_SIZE_KB = 10, CUFILE_PARAM_PROPERTIES_BATCH_IO_TIMEOUT_MS = 11,
    }
    /// [`CUFileBoolConfigParameter_t`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUFileBoolConfigParameter_t: c_uint {
        CUFILE_PARAM_PROPERTIES_USE_POLL_MODE = 0, CUFILE_PARAM_PROPERTIES_ALLOW_COMPAT_MODE = 1,
        CUFILE_PARAM_FORCE_COMPAT_MODE = 2, CUFILE_PARAM_FS_MISC_API_CHECK_AGGRESSIVE = 3,
        CUFILE_PARAM_EXECUTION_PARALLEL_IO = 4, CUFILE_PARAM_PROFILE_NVTX = 5,
        CUFILE_PARAM_PROPERTIES_ALLOW_SYSTEM_MEMORY = 6, CUFILE_PARAM_USE_PCIP2PDMA = 7,
        CUFILE_PARAM_PREFER_IO_URING = 8, CUFILE_PARAM_FORCE_ODIRECT_MODE = 9,
        CUFILE_PARAM_SKIP_TOPOLOGY_DETECTION = 10, CUFILE_PARAM_STREAM_MEMOPS_BYPASS = 11,
        CUFILE_PARAM_PROPERTIES_POSIX_IO_MODE = 12, CUFILE_PARAM_GDS_FALLBACK_IO = 13,
    }
    /// [`CUFileStringConfigParameter_t`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUFileStringConfigParameter_t: c_uint {
        CUFILE_PARAM_LOGGING_LEVEL = 0, CUFILE_PARAM_ENV_LOGFILE_PATH = 1, CUFILE_PARAM_LOG_DIR = 2,
        CUFILE_PARAM_RDMA_TRANSPORT = 3,
    }
    /// [`CUFileArrayConfigParameter_t`](https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html)
    CUFileArrayConfigParameter_t: c_uint {
        CUFILE_PARAM_POSIX_POOL_SLAB_SIZE_KB = 0, CUFILE_PARAM_POSIX_POOL_SLAB_COUNT = 1,
        CUFILE_PARAM_GPU_BOUNCE_BUFFER_SLAB_SIZE_KB = 2, CUFILE_PARAM_GPU_BOUNCE_BUFFER_SLAB_COUNT = 3,
    }
}

