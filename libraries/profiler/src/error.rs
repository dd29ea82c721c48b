use cuda_driver::{CuResult, debug_as_display};
use cuda_libraries_sys::cupti::{CUptiResult, Function, LoadError, Symbol};
use thiserror::Error;

use crate::activity::Activity;
use crate::trace::Trace;

/// An error of CUPTI or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No CUPTI could be loaded.
    #[error(transparent)]
    Load(Box<LoadError>),
    /// This CUPTI lacks a function.
    #[error("this CUPTI, of CUDA {}, has no {}: set CUDA_CUPTI to another one", Release(*found), function.name)]
    Absent {
        /// The function.
        function: &'static Function,
        /// The release that is loaded.
        found: u32,
    },
    /// This CUPTI is of an old release, whose records are other ones.
    #[error("this CUPTI is of CUDA {}, and 11.8 or newer is needed: set CUDA_CUPTI to a newer one", Release(*.0))]
    Old(u32),
    /// There is a recording in this process already.
    #[error(
        "there is a recording in this process already: CUPTI has one at a time, so stop that first"
    )]
    Running,
    /// Another profiler records this process.
    #[error(
        "{0}: another profiler, such as Nsight Systems or PyTorch's, records this process, and CUPTI has one at a time. End \
         that first, or run the program without it"
    )]
    OtherProfiler(Box<Failure>),
    /// This process was forked from one that recorded, and can't use its CUPTI.
    #[error(
        "this process was forked from one that recorded, and CUPTI works only there: record there, or in a process that is \
         started anew"
    )]
    Forked,
    /// The user may not profile.
    #[error(
        "{0}. NVIDIA's driver lets only administrators profile (ERR_NVGPUCTRPERM): run the program as root or with \
         CAP_SYS_ADMIN, or load the driver's module with NVreg_RestrictProfilingToAdminUsers=0"
    )]
    NotPermitted(Box<Failure>),
    /// The driver is too old for this CUPTI.
    #[error(
        "{failure}. This CUPTI is of CUDA {}, and the driver must be of that version or newer (nvidia-smi shows it). Set \
         CUDA_CUPTI to one that isn't newer than the driver, for example of `pip install \
         'nvidia-cuda-cupti==13.0.*'`", Release(*release)
    )]
    Unfit {
        /// The call that failed.
        failure: Box<Failure>,
        /// The release that is loaded.
        release: u32,
    },
    /// CUPTI returned another error.
    #[error(transparent)]
    Cupti(Box<Failure>),
    /// The driver returned an error.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// The work made an error on the device, or CUPTI one at the end.
    #[error("{source}. What was recorded until then is in the error: {} kernels, {} copies and {} calls", trace.kernels.len(), trace.copies.len(), trace.calls.len())]
    Failed {
        /// The error of the work's context, or CUPTI's.
        source: Box<Error>,
        /// What was recorded. Work that wasn't done has no times, and may be missing.
        trace: Box<Trace>,
    },
}

/// An error of a function of CUPTI.
#[derive(Error)]
#[non_exhaustive]
#[error("{function} returned {status}{}", Detail(*activity))]
pub struct Failure {
    /// The function, by its name in C.
    pub function: &'static str,
    /// The code.
    pub status: CUptiResult,
    /// The activities that it was called for.
    pub activity: Option<Activity>,
}

struct Detail(Option<Activity>);

impl core::fmt::Display for Detail {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Some(activity) => write!(f, ", for {activity:?}"),
            None => Ok(()),
        }
    }
}

struct Release(u32);

impl core::fmt::Display for Release {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            0 => f.write_str("an unknown version"),
            release => write!(f, "{}.{}", release / 1000, release % 1000 / 10),
        }
    }
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Self {
        Self::Load(Box::new(error))
    }
}

/// Returns a trace, or the error that it isn't all.
pub(crate) fn whole(trace: Trace, ended: Result<(), Error>) -> Result<Trace, Error> {
    match ended {
        Ok(()) => Ok(trace),
        Err(source) => Err(Error::Failed { source: Box::new(source), trace: Box::new(trace) }),
    }
}

/// Returns the error of a status, for a CUPTI of this release.
pub(crate) fn check(
    release: u32,
    symbol: Symbol,
    status: CUptiResult,
    activity: Option<Activity>,
) -> Result<(), Error> {
    let failure = || Box::new(Failure { function: symbol.function().name, status, activity });
    match status {
        CUptiResult::CUPTI_SUCCESS => Ok(()),
        CUptiResult::CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
        | CUptiResult::CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES => {
            Err(Error::NotPermitted(failure()))
        }
        CUptiResult::CUPTI_ERROR_NOT_INITIALIZED => {
            Err(Error::Unfit { failure: failure(), release })
        }
        CUptiResult::CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED
        | CUptiResult::CUPTI_ERROR_DISABLED => Err(Error::OtherProfiler(failure())),
        _ => Err(Error::Cupti(failure())),
    }
}

debug_as_display!(Error, Failure);
