//! The C++ version of the loop.

#[cfg(cpp_twin)]
use core::ffi::c_int;
use core::ffi::c_void;

use anyhow::{Context as _, Result};
use nccl::Nccl;
use nccl::sys::{NcclTable, ncclResult_t};

use crate::work::Work;

/// `TwinTable` of `twin.cpp`: addresses of NCCL's functions.
#[repr(C)]
pub struct Twin([*const c_void; 5]);

/// `TwinRank` of `twin.cpp`.
#[repr(C)]
pub struct Rank {
    pub comm: *mut c_void,
    pub stream: *mut c_void,
    pub from: *const c_void,
    pub to: *mut c_void,
}

#[cfg(cpp_twin)]
unsafe extern "C" {
    fn nccl_twin(
        table: *const Twin,
        work: c_int,
        ranks: *const Rank,
        gpus: c_int,
        count: usize,
        iterations: c_int,
    ) -> c_int;
}

impl Twin {
    pub fn new(nccl: Nccl) -> Result<Self> {
        use nccl::sys::Symbol as S;
        let table: &NcclTable = nccl.raw();
        let symbols = [
            S::ncclGroupStart,
            S::ncclGroupEnd,
            S::ncclAllReduce,
            S::ncclAllGather,
            S::ncclReduceScatter,
        ];
        let mut addresses = [core::ptr::null(); 5];
        for (address, symbol) in addresses.iter_mut().zip(symbols) {
            let found = table.get(symbol).with_context(|| {
                format!("NCCL {} has no {}", nccl.version(), symbol.function().name)
            })?;
            *address = found.as_ptr().cast_const();
        }
        Ok(Self(addresses))
    }

    /// Submits the work `iterations` times to the streams.
    ///
    /// # Safety
    /// All ranks of a communicator are present and alive, with memory for that many elements, which lives until the
    /// streams' work is done.
    pub unsafe fn run(
        &self,
        work: Work,
        ranks: &[Rank],
        count: usize,
        iterations: usize,
    ) -> Result<()> {
        #[cfg(cpp_twin)]
        {
            let (gpus, iterations) = (c_int::try_from(ranks.len())?, c_int::try_from(iterations)?);
            // SAFETY: the caller guarantees the ranks, and the table has NCCL's functions in the order of
            // `TwinTable`.
            let code =
                unsafe { nccl_twin(self, work as c_int, ranks.as_ptr(), gpus, count, iterations) };
            match code {
                0 => Ok(()),
                code => anyhow::bail!("the C++ loop: {}", ncclResult_t(code as u32)),
            }
        }
        #[cfg(not(cpp_twin))]
        {
            let _ = (work, ranks, count, iterations, ncclResult_t::ncclSuccess);
            anyhow::bail!("there was no C++ compiler when this was built")
        }
    }
}
