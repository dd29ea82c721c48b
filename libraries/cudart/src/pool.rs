//! Pools whose functions differ from the driver's, which has 64-bit flags.

use crate::api::{Api, same};

impl Api {
    entry!(
        cudaMemPoolExportToShareableHandle,
        |self, shareableHandle, memPool, handleType, flags| {
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
    );

    entry! { cudaMemPoolImportFromShareableHandle(
        self, memPool, shareableHandle, handleType, flags,
    ) => {
        cu!(
            self,
            cuMemPoolImportFromShareableHandle(
                memPool.cast(),
                shareableHandle,
                same(handleType),
                flags.into()
            )
        )
    } }
}
