use std::io;
use std::mem::size_of;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_driver_sys::{
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS, CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS, CUextMemory_st,
    CUextSemaphore_st, CUexternalSemaphore, CUresult,
};
use memmap2::{MmapOptions, MmapRaw};

use crate::memory::SharedFile;
use crate::state::error::INVALID_VALUE;
use crate::state::handles::Object;
use crate::state::plain::Plain;

use crate::state::devices::Devices;

/// Memory of another API: an anonymous file, which its parts keep when the object is destroyed.
#[derive(Debug)]
pub(crate) struct ExternalMemory {
    pub handle: usize,
    pub context: usize,
    pub file: Arc<SharedFile>,
    /// The size in bytes that the program gave.
    pub bytes: u64,
}

/// A semaphore of another API: an anonymous file that begins with a number.
#[derive(Debug)]
pub(crate) struct ExternalSemaphore {
    pub handle: usize,
    pub context: usize,
    /// Whether the number only grows. Otherwise it is 1 if the semaphore is signaled, and a wait resets it to 0.
    pub is_timeline: bool,
    map: MmapRaw,
}

/// Semaphores that are signaled or waited for together.
#[derive(Debug)]
pub(crate) struct Semaphores {
    semaphores: Vec<Arc<ExternalSemaphore>>,
    /// The handles, which the program may read while a node with them exists.
    handles: Vec<Plain<CUexternalSemaphore>>,
    parameters: Parameters,
}

/// What is done with them, as the program gave it.
#[derive(Debug)]
enum Parameters {
    Signal(Vec<Plain<CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS>>),
    Wait(Vec<Plain<CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS>>),
}

impl Object for ExternalMemory {
    type Raw = CUextMemory_st;
    const KIND: &'static str = "external memory";
    const INVALID: CUresult = INVALID_VALUE;

    fn context(&self) -> usize {
        self.context
    }
}

impl Object for ExternalSemaphore {
    type Raw = CUextSemaphore_st;
    const KIND: &'static str = "external semaphore";
    const INVALID: CUresult = INVALID_VALUE;

    fn context(&self) -> usize {
        self.context
    }
}

impl ExternalSemaphore {
    /// The size of the number in bytes.
    pub(crate) const SIZE: u64 = size_of::<AtomicU64>() as u64;

    /// Maps the number in a file that has at least its size.
    pub(crate) fn map(file: &SharedFile) -> io::Result<MmapRaw> {
        MmapOptions::new().len(size_of::<AtomicU64>()).map_raw(file.as_file())
    }

    pub(crate) fn new(handle: usize, context: usize, is_timeline: bool, map: MmapRaw) -> Self {
        Self { handle, context, is_timeline, map }
    }

    fn number(&self) -> &AtomicU64 {
        // SAFETY: the map is large enough, page-aligned, and lives as long as `self`; all processes access it only with
        // atomic operations.
        unsafe { &*self.map.as_mut_ptr().cast::<AtomicU64>() }
    }

    fn signal(&self, value: u64) {
        if self.is_timeline {
            self.number().fetch_max(value, Ordering::AcqRel);
        } else {
            self.number().store(1, Ordering::Release);
        }
    }

    fn wait(&self, value: u64, devices: &Devices) {
        devices.wait_until(|| {
            if self.is_timeline {
                self.number().load(Ordering::Acquire) >= value
            } else {
                self.number().compare_exchange(1, 0, Ordering::AcqRel, Ordering::Acquire).is_ok()
            }
        });
    }
}

impl Semaphores {
    /// Lists semaphores to signal, with as many parameters.
    pub(crate) fn to_signal(
        semaphores: Vec<Arc<ExternalSemaphore>>,
        parameters: &[CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS],
    ) -> Arc<Self> {
        let parameters = parameters.iter().copied().map(Plain).collect();
        Self::new(semaphores, Parameters::Signal(parameters))
    }

    /// Lists semaphores to wait for, with as many parameters.
    pub(crate) fn to_wait_for(
        semaphores: Vec<Arc<ExternalSemaphore>>,
        parameters: &[CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS],
    ) -> Arc<Self> {
        let parameters = parameters.iter().copied().map(Plain).collect();
        Self::new(semaphores, Parameters::Wait(parameters))
    }

    fn new(semaphores: Vec<Arc<ExternalSemaphore>>, parameters: Parameters) -> Arc<Self> {
        let raw =
            |semaphore: &Arc<ExternalSemaphore>| Plain(semaphore.handle as CUexternalSemaphore);
        Arc::new(Self { handles: semaphores.iter().map(raw).collect(), semaphores, parameters })
    }

    /// Returns `true` if they are waited for.
    pub(crate) fn is_wait(&self) -> bool {
        matches!(self.parameters, Parameters::Wait(_))
    }

    /// Signals all of them, or waits for all of them.
    pub(crate) fn run(&self, devices: &Devices) {
        // SAFETY: every bit pattern is a valid number, here and below.
        let value =
            |params: &Plain<CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS>| params.0.params.fence.value;
        match &self.parameters {
            Parameters::Signal(parameters) => {
                // Who waits for them may tell the host.
                devices.may_release_to_host();
                let pairs = self.semaphores.iter().zip(parameters);
                pairs.for_each(|(semaphore, params)| semaphore.signal(value(params)));
            }
            Parameters::Wait(parameters) => {
                for (semaphore, params) in self.semaphores.iter().zip(parameters) {
                    semaphore.wait(params.0.params.fence.value, devices);
                }
            }
        }
    }

    /// Returns the parameters of a node that signals them; `None` for a wait. They point into the list.
    pub(crate) fn signals(&self) -> Option<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS> {
        let Parameters::Signal(parameters) = &self.parameters else {
            return None;
        };
        Some(CUDA_EXT_SEM_SIGNAL_NODE_PARAMS {
            extSemArray: self.handles.as_ptr().cast_mut().cast(),
            paramsArray: parameters.as_ptr().cast(),
            numExtSems: parameters.len() as u32,
            ..CUDA_EXT_SEM_SIGNAL_NODE_PARAMS::default()
        })
    }

    /// Returns the parameters of a node that waits for them; `None` for a signal. They point into the list.
    pub(crate) fn waits(&self) -> Option<CUDA_EXT_SEM_WAIT_NODE_PARAMS> {
        let Parameters::Wait(parameters) = &self.parameters else {
            return None;
        };
        Some(CUDA_EXT_SEM_WAIT_NODE_PARAMS {
            extSemArray: self.handles.as_ptr().cast_mut().cast(),
            paramsArray: parameters.as_ptr().cast(),
            numExtSems: parameters.len() as u32,
            ..CUDA_EXT_SEM_WAIT_NODE_PARAMS::default()
        })
    }
}
