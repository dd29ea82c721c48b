//! Kernels that NVRTC compiles at run time.

use core::hash::Hash;
use std::sync::{Mutex, PoisonError};

use cuda_driver::{Function, Stream};
use nvrtc::{Program, Target};
use nvrtc_cache::Cache;

use crate::error::Error;
use crate::recent::RecentMap;

/// The default number of kernels that stay loaded.
const MAX_KERNELS: usize = 256;

/// Kernels that NVRTC compiles when they are first needed, for one context; a [`Cache`] keeps what was compiled.
///
/// `K` names a kernel: equal keys are the same kernel. The 256 kernels that were used last stay loaded, or as many as
/// [`limit`](Self::limit) says: programs whose expressions come from their users have any number of them. Another one is then
/// loaded in place of the least recently used, whose module is unloaded once no [`Function`] of it is left, for which the
/// driver waits for the context's work.
#[derive(Debug)]
pub struct CompiledKernels<K> {
    target: Target,
    cache: Cache,
    functions: Mutex<RecentMap<K, Function>>,
}

impl<K: Clone + Eq + Hash> CompiledKernels<K> {
    /// Has no kernels yet, and compiles them for the device of `stream`.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn new(stream: &Stream, cache: Cache) -> Result<Self, Error> {
        let device = stream.context().device();
        let capability = device.compute_capability()?;
        let target = Target::of_device(capability, device.driver().version(), &device.name()?);
        Ok(Self { target, cache, functions: Mutex::new(RecentMap::new(MAX_KERNELS)) })
    }

    /// Sets the number of kernels that stay loaded, at least one; those that there are already aren't kept.
    #[must_use]
    pub fn limit(mut self, kernels: usize) -> Self {
        self.functions = Mutex::new(RecentMap::new(kernels));
        self
    }

    /// Returns the number of kernels that are loaded.
    #[must_use]
    pub fn loaded(&self) -> usize {
        self.functions.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns the cache.
    #[must_use]
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Returns what is compiled for.
    #[must_use]
    pub fn target(&self) -> Target {
        self.target
    }

    /// Returns the kernel `name` of a program, which is made and compiled if no kernel has this key yet.
    ///
    /// # Errors
    /// [`Error::Compile`] with NVRTC's log, or [`Error::Driver`].
    pub fn function(
        &self,
        stream: &Stream,
        key: &K,
        name: &str,
        program: impl FnOnce() -> Program<'static>,
    ) -> Result<Function, Error> {
        let lock = || self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(function) = lock().get(key) {
            return Ok(function.clone());
        }
        // No lock is held during compilation: at worst, two threads compile the same program.
        let image = self.cache.compile_for(&program(), self.target)?;
        let function = stream.context().load(&image)?.function(name)?;
        // Without the lock: unloading a module waits for the context's work.
        let evicted = lock().insert(key.clone(), function.clone());
        drop(evicted);
        Ok(function)
    }
}
