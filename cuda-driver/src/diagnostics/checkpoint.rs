use core::ffi::{c_char, c_int, c_uint};
use core::ptr;
use core::time::Duration;

use cuda_driver_sys::{CUcheckpointGpuPair, CUcheckpointLockArgs, CUcheckpointRestoreArgs, CUuuid};

use crate::device::Uuid;
use crate::diagnostics::ProcessState;
use crate::driver::Driver;
use crate::error::CuResult;

/// A process that uses CUDA, and whose use of the devices can be interrupted: [`Driver::process`].
///
/// A process that was [locked](Self::lock) and [checkpointed](Self::checkpoint) has no memory on a device and no handle of one,
/// so that tools such as CRIU can save it, or others can have the device, until it is [restored](Self::restore) and
/// [unlocked](Self::unlock). The caller needs the rights to debug it. Drivers can do so since CUDA 12.8, on Linux.
///
/// ```no_run
/// # let (driver, id) = (cuda_driver::Driver::load()?, 1);
/// use std::time::Duration;
/// use cuda_driver::diagnostics::ProcessState;
///
/// let process = driver.process(id);
/// process.lock(Some(Duration::from_secs(10)))?;
/// // SAFETY: it isn't this process.
/// unsafe { process.checkpoint() }?;
/// assert_eq!(process.state()?, ProcessState::CHECKPOINTED);
/// // … others use the device …
/// // SAFETY: as above.
/// unsafe { process.restore(&[]) }?;
/// process.unlock()?;
/// # Ok::<(), cuda_driver::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Process {
    driver: Driver,
    id: u32,
}

/// A device that a process used before its checkpoint, and the one that it uses after it was restored: of the same model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GpuPair {
    /// The device before.
    pub old: Uuid,
    /// The device from then on.
    pub new: Uuid,
}

impl Driver {
    /// Returns the process with this id.
    #[must_use]
    pub const fn process(self, id: u32) -> Process {
        Process { driver: self, id }
    }
}

impl Process {
    /// Returns the process's id.
    #[must_use]
    pub const fn id(self) -> u32 {
        self.id
    }

    /// Returns whether the process runs, is locked, or is checkpointed.
    ///
    /// [`cuCheckpointProcessGetState`](crate::driver::Raw::cuCheckpointProcessGetState)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) if it isn't a process that uses CUDA, and an error if the driver is older than CUDA 12.8.
    #[doc(alias = "cuCheckpointProcessGetState")]
    pub fn state(self) -> Result<ProcessState, CuResult> {
        // SAFETY: any number may be passed.
        unsafe { self.driver.raw().cuCheckpointProcessGetState(self.raw_id()) }
            .map(ProcessState::from_raw)
    }

    /// Blocks further calls of CUDA in the process, after waiting until work that was already submitted is done, for at most
    /// `timeout` if there is one. It is counted in milliseconds.
    ///
    /// A process that locks itself must not make other calls until it has unlocked itself.
    ///
    /// [`cuCheckpointProcessLock`](crate::driver::Raw::cuCheckpointProcessLock)
    ///
    /// # Errors
    /// `CUDA_ERROR_NOT_READY` (600) if the time is over, and the process runs on; `CUDA_ERROR_ILLEGAL_STATE` (401) if it doesn't
    /// run; or as [`state`](Self::state).
    #[doc(alias = "cuCheckpointProcessLock")]
    pub fn lock(self, timeout: Option<Duration>) -> Result<(), CuResult> {
        let milliseconds = timeout.map_or(0, |timeout| {
            // Zero would mean no limit.
            let rounded = timeout.as_nanos().div_ceil(1_000_000).max(1);
            c_uint::try_from(rounded).unwrap_or(c_uint::MAX)
        });
        let mut arguments =
            CUcheckpointLockArgs { timeoutMs: milliseconds, reserved0: 0, reserved1: [0; 7] };
        // SAFETY: any number may be passed, and the pointer is to a live value.
        unsafe { self.driver.raw().cuCheckpointProcessLock(self.raw_id(), &raw mut arguments) }
    }

    /// Copies the process's device memory to the host, and releases its devices. It must be locked.
    ///
    /// [`cuCheckpointProcessCheckpoint`](crate::driver::Raw::cuCheckpointProcessCheckpoint)
    ///
    /// # Errors
    /// `CUDA_ERROR_ILLEGAL_STATE` (401) if it isn't locked; `CUDA_ERROR_NOT_SUPPORTED` (801) if it uses what can't be
    /// checkpointed, such as memory of other processes; or as [`state`](Self::state).
    ///
    /// # Safety
    /// If it is this process, no thread accesses memory of the driver (pinned, mapped or managed) until it has been restored.
    #[doc(alias = "cuCheckpointProcessCheckpoint")]
    pub unsafe fn checkpoint(self) -> Result<(), CuResult> {
        // SAFETY: any number may be passed, and no arguments; the caller guarantees the rest.
        unsafe { self.driver.raw().cuCheckpointProcessCheckpoint(self.raw_id(), ptr::null_mut()) }
    }

    /// Gives the process devices and copies its memory back. It must be checkpointed, and is locked afterwards.
    ///
    /// `devices` has the new device for each that it used, or is empty if they are the same.
    ///
    /// [`cuCheckpointProcessRestore`](crate::driver::Raw::cuCheckpointProcessRestore)
    ///
    /// # Errors
    /// `CUDA_ERROR_ILLEGAL_STATE` (401) if it isn't checkpointed, `CUDA_ERROR_INVALID_VALUE` (1) if a device is missing from
    /// the list or can't replace the old one; or as [`state`](Self::state).
    ///
    /// # Safety
    /// As [`checkpoint`](Self::checkpoint).
    #[doc(alias = "cuCheckpointProcessRestore")]
    pub unsafe fn restore(self, devices: &[GpuPair]) -> Result<(), CuResult> {
        let mut pairs: Vec<_> = devices.iter().map(|pair| pair.to_raw()).collect();
        let mut arguments = CUcheckpointRestoreArgs {
            gpuPairs: pairs.as_mut_ptr(),
            gpuPairsCount: c_uint::try_from(pairs.len()).unwrap_or(c_uint::MAX),
            padding0: 0,
            customStorageInfo_out: ptr::null_mut(),
            reserved: [0; 40],
        };
        let arguments = match devices {
            [] => ptr::null_mut(),
            _ => &raw mut arguments,
        };
        // SAFETY: any number may be passed, and the pointers are to live values; the caller guarantees the rest.
        unsafe { self.driver.raw().cuCheckpointProcessRestore(self.raw_id(), arguments) }
    }

    /// Lets the process make calls of CUDA again. It must be locked.
    ///
    /// [`cuCheckpointProcessUnlock`](crate::driver::Raw::cuCheckpointProcessUnlock)
    ///
    /// # Errors
    /// `CUDA_ERROR_ILLEGAL_STATE` (401) if it isn't locked, or as [`state`](Self::state).
    #[doc(alias = "cuCheckpointProcessUnlock")]
    pub fn unlock(self) -> Result<(), CuResult> {
        // SAFETY: any number may be passed, and no arguments.
        unsafe { self.driver.raw().cuCheckpointProcessUnlock(self.raw_id(), ptr::null_mut()) }
    }

    /// Returns the id of the thread by which the process restores itself: tools that stop its other threads let this one run.
    ///
    /// [`cuCheckpointProcessGetRestoreThreadId`](crate::driver::Raw::cuCheckpointProcessGetRestoreThreadId)
    ///
    /// # Errors
    /// As [`state`](Self::state).
    #[doc(alias = "cuCheckpointProcessGetRestoreThreadId")]
    pub fn restore_thread_id(self) -> Result<u32, CuResult> {
        // SAFETY: any number may be passed.
        let thread =
            unsafe { self.driver.raw().cuCheckpointProcessGetRestoreThreadId(self.raw_id()) };
        Ok(thread?.cast_unsigned())
    }

    const fn raw_id(self) -> c_int {
        self.id.cast_signed()
    }
}

impl GpuPair {
    fn to_raw(self) -> CUcheckpointGpuPair {
        let [old, new] = [self.old, self.new]
            .map(|uuid| CUuuid { bytes: uuid.0.map(|byte| c_char::from_ne_bytes([byte])) });
        CUcheckpointGpuPair { oldUuid: old, newUuid: new }
    }
}
