//! What cuDSS knows of a matrix and its factors.

use core::ffi::c_int;

use cuda_libraries_sys::cudss::{Symbol, cudssDataParam_t};
use cuda_library_support::StreamCall;
use cusparse::Index;
use cusparse::cublas::BlasType;

use crate::error::Error;
use crate::solver::Solver;

/// The signs of eigenvalues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "cuDSS counts these")]
pub struct Inertia {
    /// How many are positive.
    pub positive: u64,
    /// How many are negative.
    pub negative: u64,
}

/// Estimates of the memory of factors, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MemoryEstimates {
    /// Of the device, between calls.
    pub device: u64,
    /// Of the device, at most.
    pub device_peak: u64,
    /// Of the host, between calls.
    pub host: u64,
    /// Of the host, at most.
    pub host_peak: u64,
    /// Of the device at most, with [`Options::hybrid_memory`](crate::Options::hybrid_memory).
    pub hybrid_device_peak: u64,
    /// Of the host at most, with it.
    pub hybrid_host_peak: u64,
}

/// What is known of the factors. Each call waits for the stream.
impl<T: BlasType, I: Index> Solver<T, I> {
    /// Returns the number of elements that the factors have, which the analysis finds.
    ///
    /// # Errors
    /// cuDSS's error, or [`Error::Call`].
    #[doc(alias("CUDSS_DATA_LU_NNZ", "cudssDataGet"))]
    pub fn factor_nnz(&self) -> Result<u64, Error> {
        self.check_query("factor_nnz", false)?;
        let [nnz] = self.get::<i64, 1>(cudssDataParam_t::CUDSS_DATA_LU_NNZ)?;
        Ok(count(nnz))
    }

    /// Returns estimates of the memory of the factors, which the analysis makes.
    ///
    /// # Errors
    /// As [`factor_nnz`](Self::factor_nnz).
    #[doc(alias("CUDSS_DATA_MEMORY_ESTIMATES", "cudssDataGet"))]
    pub fn memory_estimates(&self) -> Result<MemoryEstimates, Error> {
        self.check_query("memory_estimates", false)?;
        let all = self.get::<i64, 16>(cudssDataParam_t::CUDSS_DATA_MEMORY_ESTIMATES)?.map(count);
        let [device, device_peak, host, host_peak, hybrid_device_peak, hybrid_host_peak, ..] = all;
        Ok(MemoryEstimates {
            device,
            device_peak,
            host,
            host_peak,
            hybrid_device_peak,
            hybrid_host_peak,
        })
    }

    /// Returns the number of pivots that were replaced, as they were smaller than [`pivot_epsilon`](crate::Options::pivot_epsilon).
    ///
    /// # Errors
    /// As [`factor_nnz`](Self::factor_nnz); [`Error::Phase`].
    #[doc(alias("CUDSS_DATA_NPIVOTS", "cudssDataGet"))]
    pub fn perturbed_pivots(&self) -> Result<u64, Error> {
        self.check_query("perturbed_pivots", true)?;
        let [pivots] = self.indices(cudssDataParam_t::CUDSS_DATA_NPIVOTS)?;
        Ok(pivots)
    }

    /// Returns how many eigenvalues of a symmetric or Hermitian matrix are positive, and how many negative.
    ///
    /// # Errors
    /// As [`perturbed_pivots`](Self::perturbed_pivots).
    #[doc(alias("CUDSS_DATA_INERTIA", "cudssDataGet"))]
    pub fn inertia(&self) -> Result<Inertia, Error> {
        self.check_query("inertia", true)?;
        if !self.has_current_factors() {
            return Err(Error::Phase { call: "inertia", needed: "factorize" });
        }
        let [positive, negative] = self.indices(cudssDataParam_t::CUDSS_DATA_INERTIA)?;
        Ok(Inertia { positive, negative })
    }

    fn check_query(&self, call: &'static str, is_of_factors: bool) -> Result<(), Error> {
        if is_of_factors && !self.has_factors() {
            return Err(Error::Phase { call, needed: "factorize" });
        }
        let (stream, context) = (self.stream(), self.state().context());
        StreamCall { name: call, stream, context, is_recorded: false }.check_not_captured()
    }

    /// Returns numbers of the type of indices.
    fn indices<const N: usize>(&self, parameter: cudssDataParam_t) -> Result<[u64; N], Error> {
        if size_of::<I>() == size_of::<i64>() {
            Ok(self.get::<i64, N>(parameter)?.map(count))
        } else {
            Ok(self.get::<i32, N>(parameter)?.map(|number| count(number.into())))
        }
    }

    /// Returns what cuDSS has of a parameter, which consists of integers of this type.
    pub(crate) fn get<V: Copy + From<bool>, const N: usize>(
        &self,
        parameter: cudssDataParam_t,
    ) -> Result<[V; N], Error> {
        let (library, objects) = (self.cudss(), self.state().raw());
        let mut values = [V::from(false); N];
        let (symbol, slot) = (Symbol::cudssDataGet, library.raw().cudssDataGet);
        self.state().context().with_current(|| {
            library.call(
                symbol,
                slot,
                || format!("{parameter:?}"),
                |get| {
                    let (values, mut written) = ((&raw mut values).cast(), 0);
                    // SAFETY: the objects are alive, and this thread has them alone, as a solver isn't `Sync`. The values have this size.
                    unsafe {
                        get(
                            objects.handle,
                            objects.data,
                            parameter,
                            values,
                            size_of::<[V; N]>(),
                            &raw mut written,
                        )
                    }
                },
            )
        })??;
        Ok(values)
    }

    /// Makes cuDSS forget the error of an earlier factorization, which it would return for the next one, too.
    pub(crate) fn forget_info(&self) -> Result<(), Error> {
        let (library, objects) = (self.cudss(), self.state().raw());
        let (symbol, slot) = (Symbol::cudssDataSet, library.raw().cudssDataSet);
        let (info, parameter): (c_int, _) = (0, cudssDataParam_t::CUDSS_DATA_INFO);
        let forgotten = self.state().context().with_current(|| {
            library.call(
                symbol,
                slot,
                || format!("{parameter:?}"),
                |set| {
                    let value = (&raw const info).cast();
                    // SAFETY: as in `get`; the value is copied.
                    unsafe {
                        set(objects.handle, objects.data, parameter, value, size_of::<c_int>())
                    }
                },
            )
        })?;
        // The header of 0.8 has it as a result alone.
        if library.version() < 10_000 { Ok(()) } else { forgotten }
    }
}

/// Returns a number of C, which isn't negative.
fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
