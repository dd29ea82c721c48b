//! Pools whose functions differ from the driver's, which has 64-bit flags.

use core::ffi::{c_uint, c_void};

use cuda_libraries_sys::cudart::{cudaMemAllocationHandleType, cudaMemPool_t};

use crate::api::{Api, Outcome, same};

impl Api {
    pub(crate) unsafe fn cudaMemPoolExportToShareableHandle(
        &self,
        shareableHandle: *mut c_void,
        memPool: cudaMemPool_t,
        handleType: cudaMemAllocationHandleType,
        flags: c_uint,
    ) -> Outcome {
        cu!(
            self,
            cuMemPoolExportToShareableHandle(
                shareableHandle,
                memPool.cast(),
                same(handleType),
                flags.into()
            )
        )
    }

    pub(crate) unsafe fn cudaMemPoolImportFromShareableHandle(
        &self,
        memPool: *mut cudaMemPool_t,
        shareableHandle: *mut c_void,
        handleType: cudaMemAllocationHandleType,
        flags: c_uint,
    ) -> Outcome {
        cu!(
            self,
            cuMemPoolImportFromShareableHandle(
                memPool.cast(),
                shareableHandle,
                same(handleType),
                flags.into()
            )
        )
    }
}
