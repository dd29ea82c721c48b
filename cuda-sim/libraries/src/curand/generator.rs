//! Generators: their settings, and their state in device memory or, of those for the host, in the host's.

use std::collections::HashMap;
use std::sync::Arc;

use cuda_driver_sys::{CUresult, CUstream};
use cuda_libraries_sys::curand::{
    curandGenerator_t, curandOrdering_t as Order, curandRngType_t as Type, curandStatus_t as Status,
};
use parking_lot::Mutex;

use super::algorithm::{Algorithm, is_quasi};
use super::distribution::{Distribution, DistributionKind};
use super::kernel::{Generate, Start};
use super::out::Out;
use super::{mrg32k3a, mt19937, mtgp32, philox, sobol, xorwow};
use crate::device;
use crate::memory::DeviceMemory;
use crate::operation::Operation;

/// The result of a call: nothing, or its status.
pub(crate) type Outcome = Result<(), Status>;

/// What a handle holds.
#[derive(Debug)]
pub(crate) struct Generator {
    kind: Type,
    is_host: bool,
    pub stream: usize,
    seed: u64,
    /// The number of the first value, or point, of the next start.
    offset: u64,
    order: Order,
    dimensions: u32,
    /// The number of the next point.
    position: u64,
    state: GeneratorState,
    /// Whether a setting changed since the state was written.
    is_new: bool,
}

#[derive(Debug)]
enum GeneratorState {
    Nothing,
    Device { memory: DeviceMemory, words: usize },
    Host(Vec<u32>),
}

/// The live handles. Handles are looked up here, never dereferenced.
static LIVE: Mutex<Option<HashMap<usize, Arc<Mutex<Generator>>>>> = Mutex::new(None);

/// Returns the status of an outcome.
pub(crate) fn status(outcome: Outcome) -> Status {
    match outcome {
        Ok(()) => Status::CURAND_STATUS_SUCCESS,
        Err(status) => status,
    }
}

/// Returns the status for an error of the driver.
pub(crate) fn of_driver(code: CUresult) -> Status {
    match code {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => Status::CURAND_STATUS_ALLOCATION_FAILED,
        _ => Status::CURAND_STATUS_LAUNCH_FAILURE,
    }
}

/// Runs a call on a generator.
pub(crate) fn with(
    handle: curandGenerator_t,
    call: impl FnOnce(&mut Generator) -> Outcome,
) -> Status {
    let generator = {
        let live = LIVE.lock();
        let found = live.as_ref().and_then(|live| live.get(&(handle as usize)));
        found.cloned()
    };
    match generator {
        Some(generator) => status(call(&mut generator.lock())),
        None => Status::CURAND_STATUS_NOT_INITIALIZED,
    }
}

impl Generator {
    pub(crate) fn create(kind: Type, is_host: bool) -> Result<curandGenerator_t, Status> {
        static NEXT: Mutex<usize> = Mutex::new(0x2000);
        let kind = match kind {
            Type::CURAND_RNG_PSEUDO_DEFAULT => Type::CURAND_RNG_PSEUDO_XORWOW,
            Type::CURAND_RNG_QUASI_DEFAULT => Type::CURAND_RNG_QUASI_SOBOL32,
            kind => kind,
        };
        match kind {
            Type::CURAND_RNG_PSEUDO_XORWOW
            | Type::CURAND_RNG_PSEUDO_MRG32K3A
            | Type::CURAND_RNG_PSEUDO_PHILOX4_32_10
            | Type::CURAND_RNG_PSEUDO_MTGP32
            | Type::CURAND_RNG_PSEUDO_MT19937
            | Type::CURAND_RNG_QUASI_SOBOL32
            | Type::CURAND_RNG_QUASI_SOBOL64 => {}
            Type::CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 | Type::CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 => {
                return Err(super::not_supported("scrambled Sobol sequences"));
            }
            _ => return Err(Status::CURAND_STATUS_TYPE_ERROR),
        }
        if !is_host {
            device::ensure_context().map_err(|_| Status::CURAND_STATUS_INITIALIZATION_FAILED)?;
        }
        let generator = Self {
            kind,
            is_host,
            stream: 0,
            seed: 0,
            offset: 0,
            order: if is_quasi(kind) {
                Order::CURAND_ORDERING_QUASI_DEFAULT
            } else {
                Order::CURAND_ORDERING_PSEUDO_DEFAULT
            },
            dimensions: 1,
            position: 0,
            state: GeneratorState::Nothing,
            is_new: true,
        };
        let mut next = NEXT.lock();
        *next += 64;
        let handle = *next;
        LIVE.lock().get_or_insert_default().insert(handle, Arc::new(Mutex::new(generator)));
        Ok(handle as curandGenerator_t)
    }

    pub(crate) fn destroy(handle: curandGenerator_t) -> Outcome {
        let mut live = LIVE.lock();
        let generator = live.as_mut().and_then(|live| live.remove(&(handle as usize)));
        // Its memory is freed without the lock.
        drop(live);
        generator.map(drop).ok_or(Status::CURAND_STATUS_NOT_INITIALIZED)
    }

    pub(crate) fn set_seed(&mut self, seed: u64) -> Outcome {
        if is_quasi(self.kind) {
            return Err(Status::CURAND_STATUS_TYPE_ERROR);
        }
        self.seed = seed;
        self.is_new = true;
        Ok(())
    }

    pub(crate) fn set_offset(&mut self, offset: u64) -> Outcome {
        if matches!(self.kind, Type::CURAND_RNG_PSEUDO_MTGP32 | Type::CURAND_RNG_PSEUDO_MT19937) {
            return Err(Status::CURAND_STATUS_TYPE_ERROR);
        }
        self.offset = offset;
        self.position = offset;
        self.is_new = true;
        Ok(())
    }

    pub(crate) fn set_order(&mut self, order: Order) -> Outcome {
        let is_allowed = match order {
            Order::CURAND_ORDERING_PSEUDO_DEFAULT | Order::CURAND_ORDERING_PSEUDO_LEGACY => {
                !is_quasi(self.kind)
            }
            Order::CURAND_ORDERING_PSEUDO_BEST => {
                let is_twister = self.kind == Type::CURAND_RNG_PSEUDO_MT19937;
                !is_quasi(self.kind) && (!self.is_host || !is_twister)
            }
            Order::CURAND_ORDERING_PSEUDO_DYNAMIC => {
                !is_quasi(self.kind)
                    && !self.is_host
                    && self.kind != Type::CURAND_RNG_PSEUDO_MT19937
            }
            Order::CURAND_ORDERING_PSEUDO_SEEDED => self.kind == Type::CURAND_RNG_PSEUDO_XORWOW,
            Order::CURAND_ORDERING_QUASI_DEFAULT => is_quasi(self.kind),
            _ => false,
        };
        if !is_allowed {
            return Err(Status::CURAND_STATUS_OUT_OF_RANGE);
        }
        self.order = order;
        self.is_new = true;
        Ok(())
    }

    pub(crate) fn set_dimensions(&mut self, dimensions: u32) -> Outcome {
        if !is_quasi(self.kind) {
            return Err(Status::CURAND_STATUS_TYPE_ERROR);
        }
        if !(1..=sobol::MAX_DIMENSIONS).contains(&dimensions) {
            return Err(Status::CURAND_STATUS_OUT_OF_RANGE);
        }
        self.dimensions = dimensions;
        Ok(())
    }

    fn algorithm(&self) -> Algorithm {
        let is_legacy = self.order == Order::CURAND_ORDERING_PSEUDO_LEGACY;
        let sequences = match self.kind {
            Type::CURAND_RNG_PSEUDO_XORWOW => xorwow::SEQUENCES,
            Type::CURAND_RNG_PSEUDO_MRG32K3A if is_legacy => mrg32k3a::LEGACY_SEQUENCES,
            Type::CURAND_RNG_PSEUDO_MRG32K3A => mrg32k3a::SEQUENCES,
            Type::CURAND_RNG_PSEUDO_PHILOX4_32_10 => philox::SEQUENCES,
            Type::CURAND_RNG_PSEUDO_MTGP32 if is_legacy => mtgp32::LEGACY_SEQUENCES,
            Type::CURAND_RNG_PSEUDO_MTGP32 => mtgp32::SEQUENCES,
            Type::CURAND_RNG_PSEUDO_MT19937 => mt19937::SEQUENCES,
            _ => self.dimensions as usize,
        };
        Algorithm {
            kind: self.kind,
            sequences: sequences as u32,
            is_seeded: u32::from(self.order == Order::CURAND_ORDERING_PSEUDO_SEEDED),
            unused: 0,
        }
    }

    /// Writes the state if a setting changed.
    pub(crate) fn start(&mut self) -> Outcome {
        let algorithm = self.algorithm();
        if !self.is_new || algorithm.words() == 0 {
            return Ok(());
        }
        let len = algorithm.words();
        if self.is_host {
            let mut words = vec![0; len];
            algorithm.start(&mut words, self.seed, self.offset);
            self.state = GeneratorState::Host(words);
        } else {
            if !matches!(self.state, GeneratorState::Device { words, .. } if words == len) {
                let memory = DeviceMemory::new(4 * len).map_err(of_driver)?;
                self.state = GeneratorState::Device { memory, words: len };
            }
            let start =
                Start { algorithm, state: self.address(), seed: self.seed, offset: self.offset };
            start.submit(self.stream as CUstream).map_err(of_driver)?;
        }
        self.is_new = false;
        Ok(())
    }

    fn address(&self) -> u64 {
        match &self.state {
            GeneratorState::Device { memory, .. } => memory.address,
            _ => 0,
        }
    }

    /// Writes numbers, to device memory or the host's.
    ///
    /// # Safety
    /// For a generator of the host, `out` is writable for the distribution's values.
    pub(crate) unsafe fn generate(
        &mut self,
        kind: DistributionKind,
        out: *mut u8,
        len: usize,
        [mean, deviation]: [f64; 2],
    ) -> Outcome {
        let distribution = Distribution { kind, mean, deviation };
        let algorithm = self.algorithm();
        if algorithm.is_quasi() && !len.is_multiple_of(self.dimensions as usize) {
            return Err(Status::CURAND_STATUS_LENGTH_NOT_MULTIPLE);
        }
        if algorithm.is_in_pairs() && kind.is_normal() && !len.is_multiple_of(2) {
            return Err(Status::CURAND_STATUS_LENGTH_NOT_MULTIPLE);
        }
        self.start()?;
        if len == 0 {
            return Ok(());
        }
        let position = self.position;
        match &mut self.state {
            _ if !self.is_host => {
                let generate = Generate {
                    algorithm,
                    state: self.address(),
                    position,
                    distribution,
                    out: out as u64,
                    len: len as u64,
                };
                generate.submit(self.stream as CUstream).map_err(of_driver)?;
            }
            state => {
                let words = match state {
                    GeneratorState::Host(words) => words.as_mut_ptr(),
                    _ => core::ptr::null_mut(),
                };
                // SAFETY: the state has the words of the algorithm, for which it was started, and the caller guarantees
                // the rest.
                unsafe {
                    algorithm.fill(words, position, &distribution, Out { start: out, len });
                }
            }
        }
        if algorithm.is_quasi() {
            let points = len / self.dimensions as usize;
            self.position = self.position.wrapping_add(points as u64);
        }
        Ok(())
    }

    pub(crate) fn bits(&self) -> u32 {
        self.algorithm().bits()
    }
}
