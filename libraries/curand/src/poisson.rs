use core::fmt;

use cuda_driver::Context;
use cuda_driver::sys::CUdeviceptr;
use cuda_libraries_sys::curand::{Symbol, curandDiscreteDistribution_t};

use crate::error::{Error, check_for};
use crate::generator::check_lambda;
use crate::library::Curand;

/// The table of a Poisson distribution in device memory, which kernels pass to `curand_discrete`:
/// [documentation](https://docs.nvidia.com/cuda/curand/device-api-overview.html#discrete-distributions).
///
/// Dropping it waits until the device is done with all work, because `curandDestroyDistribution` does.
#[doc(alias = "curandDestroyDistribution")]
pub struct PoissonDistribution {
    curand: Curand,
    raw: curandDiscreteDistribution_t,
    context: Context,
    lambda: f64,
}

// SAFETY: cuRAND's table doesn't change, and any thread may destroy it.
unsafe impl Send for PoissonDistribution {}
// SAFETY: a shared reference only reads fields that don't change.
unsafe impl Sync for PoissonDistribution {}

impl PoissonDistribution {
    pub(crate) fn new(curand: Curand, context: &Context, lambda: f64) -> Result<Self, Error> {
        check_lambda(lambda)?;
        let symbol = Symbol::curandCreatePoissonDistribution;
        let create = curand.require(symbol, curand.raw().curandCreatePoissonDistribution)?;
        let mut raw = core::ptr::null_mut();
        // SAFETY: the pointer is to a live handle, and a context is current.
        let status = context.with_current(|| unsafe { create(lambda, &raw mut raw) })?;
        check_for(symbol, status, || format!("lambda {lambda}"))?;
        Ok(Self { curand, raw, context: context.clone(), lambda })
    }

    /// Returns the mean.
    #[must_use]
    pub fn lambda(&self) -> f64 {
        self.lambda
    }

    /// Returns the address of the table in device memory: a kernel's argument of the type `curandDiscreteDistribution_t`.
    /// The table must outlive the kernel's work.
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.raw as CUdeviceptr
    }
}

impl Drop for PoissonDistribution {
    fn drop(&mut self) {
        if let Some(destroy) = self.curand.raw().curandDestroyDistribution {
            let raw = self.raw;
            // SAFETY: the table is alive, and nothing uses it afterwards. If its context is gone, so is the table.
            let _ = self.context.with_current_relaxed(|| unsafe { destroy(raw) });
        }
    }
}

impl fmt::Debug for PoissonDistribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PoissonDistribution").field("lambda", &self.lambda).finish_non_exhaustive()
    }
}

impl Curand {
    /// Creates the table of a Poisson distribution on the device of `context`, for kernels that call `curand_discrete`.
    /// [`Generator::poisson`](crate::Generator::poisson) needs none.
    ///
    /// # Errors
    /// [`Error::Lambda`], cuRAND's error, or the driver's.
    #[doc(alias = "curandCreatePoissonDistribution")]
    pub fn poisson_distribution(
        self,
        context: &Context,
        lambda: f64,
    ) -> Result<PoissonDistribution, Error> {
        PoissonDistribution::new(self, context, lambda)
    }
}
