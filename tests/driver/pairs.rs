//! Functions that create and destroy objects, and a check that every created object was destroyed.

use cuda_driver::{driver::Symbol, sys::instrument::Instrument};

/// Functions that create a kind of object, and those that destroy it.
pub struct Pair {
    pub makers: &'static [Symbol],
    pub destroyers: &'static [Symbol],
}

macro_rules! pairs {
    ($($($maker:ident)* => $($destroyer:ident)*;)*) => {
        /// Every kind of object that `cuda-driver` creates and destroys, except pools, which are kept.
        pub const PAIRS: &[Pair] = &[$(Pair {
            makers: &[$(Symbol::$maker),*],
            destroyers: &[$(Symbol::$destroyer),*],
        }),*];
    };
}

pairs! {
    cuDevicePrimaryCtxRetain => cuDevicePrimaryCtxRelease_v2;
    cuCtxCreate_v2 cuCtxCreate_v3 cuCtxCreate_v4 => cuCtxDestroy_v2;
    cuCtxPushCurrent_v2 cuCtxCreate_v2 cuCtxCreate_v3 cuCtxCreate_v4 => cuCtxPopCurrent_v2;
    cuGreenCtxCreate => cuGreenCtxDestroy;
    cuStreamCreate cuStreamCreateWithPriority cuGreenCtxStreamCreate => cuStreamDestroy_v2;
    cuEventCreate cuIpcOpenEventHandle => cuEventDestroy_v2;
    cuMemAlloc_v2 cuMemAllocAsync cuMemAllocFromPoolAsync cuMemAllocManaged cuMemAllocPitch_v2 cuMemPoolImportPointer
        cuExternalMemoryGetMappedBuffer
        => cuMemFree_v2 cuMemFreeAsync;
    cuMemHostAlloc => cuMemFreeHost;
    cuMemHostRegister_v2 => cuMemHostUnregister;
    cuMemPoolImportFromShareableHandle => cuMemPoolDestroy;
    cuIpcOpenMemHandle_v2 => cuIpcCloseMemHandle;
    cuMemAddressReserve => cuMemAddressFree;
    cuMemCreate cuMemImportFromShareableHandle cuMemRetainAllocationHandle => cuMemRelease;
    cuMemMap => cuMemUnmap;
    cuArray3DCreate_v2 => cuArrayDestroy;
    cuMipmappedArrayCreate cuExternalMemoryGetMappedMipmappedArray => cuMipmappedArrayDestroy;
    cuImportExternalMemory => cuDestroyExternalMemory;
    cuImportExternalSemaphore => cuDestroyExternalSemaphore;
    cuTexObjectCreate => cuTexObjectDestroy;
    cuSurfObjectCreate => cuSurfObjectDestroy;
    cuModuleLoadDataEx => cuModuleUnload;
    cuLibraryLoadData cuLibraryLoadFromFile => cuLibraryUnload;
    cuLinkCreate_v2 => cuLinkDestroy;
    cuStreamEndCapture cuGraphCreate cuGraphClone => cuGraphDestroy;
    cuGraphInstantiateWithFlags cuGraphInstantiateWithParams => cuGraphExecDestroy;
    cuLogsRegisterCallback => cuLogsUnregisterCallback;
    cuCoredumpRegisterStartCallback => cuCoredumpDeregisterStartCallback;
    cuCoredumpRegisterCompleteCallback => cuCoredumpDeregisterCompleteCallback;
    cuDeviceRegisterAsyncNotification => cuDeviceUnregisterAsyncNotification;
}

/// Asserts that everything created since the last reset was destroyed once. If a call was made to fail, one object may
/// not have been destroyed, but destroying it must have been attempted.
pub fn all_was_destroyed_once(instrument: &Instrument, case: impl Fn() -> String) {
    if let Some(left) = left(instrument) {
        panic!("{left}: {}", case());
    }
}

/// Returns an object that was created since the last reset and not destroyed, or destroyed twice.
pub fn left(instrument: &Instrument) -> Option<String> {
    let failed = instrument.failed();
    PAIRS.iter().find_map(|Pair { makers, destroyers }| {
        let sum = |symbols: &[Symbol], count: fn(&Instrument, Symbol) -> u64| -> u64 {
            symbols
                .iter()
                .map(|symbol| count(instrument, *symbol))
                .sum()
        };
        let created = sum(makers, Instrument::successes);
        let destroyed = sum(destroyers, Instrument::successes);
        let tried = sum(destroyers, Instrument::calls);
        let left = created.checked_sub(destroyed);
        let most = u64::from(failed.is_some());
        let is_right = tried >= created && left.is_some_and(|left| left <= most);
        (!is_right).then(|| {
            format!(
                "{makers:?} made {created}, and {destroyers:?} destroyed {destroyed} in {tried} calls, where {failed:?} was \
                 made to fail"
            )
        })
    })
}
