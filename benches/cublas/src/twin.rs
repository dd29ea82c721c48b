//! The C version of the loop.

use core::ffi::{c_int, c_void};

use anyhow::{Context as _, Result};
use cublas::Cublas;
use cublas::sys::{Symbol, cublasStatus_t};

/// `Twin` of `twin.c`: addresses of cuBLAS's functions.
#[repr(C)]
pub struct Twin([*const c_void; 3]);

/// `Work` of `twin.c`.
#[repr(C)]
pub struct Work {
    pub handle: *mut c_void,
    pub stream: *mut c_void,
    pub x: *const c_void,
    pub y: *mut c_void,
    pub size: c_int,
}

#[cfg(c_twin)]
unsafe extern "C" {
    fn cublas_twin(
        twin: *const Twin,
        work: *const Work,
        is_gemm: c_int,
        sets_stream: c_int,
        iterations: c_int,
    ) -> c_int;
}

impl Twin {
    pub fn new(cublas: Cublas) -> Result<Self> {
        let symbols = [Symbol::cublasSetStream_v2, Symbol::cublasGemmEx, Symbol::cublasAxpyEx];
        let mut addresses = [core::ptr::null(); 3];
        for (address, symbol) in addresses.iter_mut().zip(symbols) {
            let found = cublas.raw().get(symbol);
            let found = found.with_context(|| format!("this cuBLAS has no {symbol}"))?;
            *address = found.as_ptr().cast_const();
        }
        Ok(Self(addresses))
    }

    /// Makes the call `iterations` times.
    ///
    /// # Safety
    /// Handle and stream are alive, and the memory has as many elements as the call uses, until the stream's work is done.
    pub unsafe fn run(
        &self,
        work: &Work,
        is_gemm: bool,
        sets_stream: bool,
        iterations: u32,
    ) -> Result<()> {
        #[cfg(c_twin)]
        {
            let iterations = c_int::try_from(iterations)?;
            // SAFETY: the caller guarantees the work, and the table has cuBLAS's functions in the order of `Twin`.
            let code =
                unsafe { cublas_twin(self, work, is_gemm.into(), sets_stream.into(), iterations) };
            match code {
                0 => Ok(()),
                code => anyhow::bail!("the loop in C: {}", cublasStatus_t(code as u32)),
            }
        }
        #[cfg(not(c_twin))]
        {
            let _ = (work, is_gemm, sets_stream, iterations, cublasStatus_t::CUBLAS_STATUS_SUCCESS);
            anyhow::bail!("there was no C compiler when this was built")
        }
    }
}
