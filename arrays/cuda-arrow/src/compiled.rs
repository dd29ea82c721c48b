//! Kernels that NVRTC compiles at run time.

use core::hash::Hash;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use cuda_driver::{Function, Stream};
use nvrtc::{Program, Target};
use nvrtc_cache::Cache;

use crate::error::Error;

/// Kernels that NVRTC compiles when they are first needed, for one context; a [`Cache`] keeps what was compiled.
///
/// `K` names a kernel: equal keys are the same kernel.
#[derive(Debug)]
pub struct CompiledKernels<K> {
    target: Target,
    cache: Cache,
    functions: Mutex<HashMap<K, Function>>,
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
        Ok(Self { target, cache, functions: Mutex::default() })
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
        lock().insert(key.clone(), function.clone());
        Ok(function)
    }
}
