//! The header folders that can be searched for, one row each.
//!
//! A new one is a new row in the file of the toolkit or of the other products, and in
//! [`HEADER_SETS`].

use crate::headers::HeaderSet;
use crate::library::Help;

mod products;
mod toolkit;

pub use products::{
    CUDENSITYMAT_HEADERS, CUDNN_HEADERS, CUPAULIPROP_HEADERS, CUSOLVER_MP_HEADERS,
    CUSPARSE_LT_HEADERS, CUSTABILIZER_HEADERS, CUSTATEVEC_HEADERS, CUTE_HEADERS, CUTENSOR_HEADERS,
    CUTENSORNET_HEADERS, CUTLASS_HEADERS, MATHDX_HEADERS, NCCL_HEADERS, NVSHMEM_HEADERS,
};
pub use toolkit::{
    CCCL_HEADERS, CRT_HEADERS, CUBLAS_HEADERS, CUDA_HEADERS, CUDLA_HEADERS, CUFFT_HEADERS,
    CUFILE_HEADERS, CURAND_HEADERS, CUSOLVER_HEADERS, CUSPARSE_HEADERS, NPP_HEADERS, NVCC_HEADERS,
    NVFATBIN_HEADERS, NVJITLINK_HEADERS, NVJPEG_HEADERS, NVRTC_HEADERS, NVVM_HEADERS,
    PROFILER_HEADERS,
};

/// Every row, for a program that reports on a whole machine.
pub static HEADER_SETS: [&HeaderSet; 32] = [
    &CUDA_HEADERS,
    &CRT_HEADERS,
    &CCCL_HEADERS,
    &CUBLAS_HEADERS,
    &CUFFT_HEADERS,
    &CUFILE_HEADERS,
    &CURAND_HEADERS,
    &CUSOLVER_HEADERS,
    &CUSPARSE_HEADERS,
    &NPP_HEADERS,
    &PROFILER_HEADERS,
    &NVCC_HEADERS,
    &NVFATBIN_HEADERS,
    &NVJITLINK_HEADERS,
    &NVJPEG_HEADERS,
    &NVRTC_HEADERS,
    &NVVM_HEADERS,
    &CUDLA_HEADERS,
    &CUDNN_HEADERS,
    &CUSOLVER_MP_HEADERS,
    &CUSPARSE_LT_HEADERS,
    &CUTE_HEADERS,
    &CUTLASS_HEADERS,
    &CUTENSOR_HEADERS,
    &CUDENSITYMAT_HEADERS,
    &CUPAULIPROP_HEADERS,
    &CUTENSORNET_HEADERS,
    &CUSTABILIZER_HEADERS,
    &CUSTATEVEC_HEADERS,
    &MATHDX_HEADERS,
    &NCCL_HEADERS,
    &NVSHMEM_HEADERS,
];

/// The common parts of most rows: a place in the toolkit, in conda and in a distribution's own packages.
const TOOLKIT: HeaderSet = HeaderSet {
    name: "",
    title: "",
    header: "",
    brings: &[],
    version: None,
    roots: &[],
    wheels: &[],
    folders: &["include", "targets/*/include"],
    system: &["usr/include", "usr/include/*-linux-gnu", "usr/local/include"],
    program_files: &[],
    help: Help::Sentence(""),
};

impl HeaderSet {
    /// Returns the row of this name, ignoring case.
    #[inline]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        let is_it = |set: &&&Self| set.name.eq_ignore_ascii_case(name);
        HEADER_SETS.iter().find(is_it).copied()
    }
}

/// Returns the set that contains a header, by its name in `#include`: `cuda/std/atomic` is in
/// [`CCCL_HEADERS`](crate::CCCL_HEADERS).
///
/// If several match, the most specific one is returned: `cusparseLt.h` isn't cuSPARSE's.
///
/// ```
/// let set = cuda_pathfinder::header_set_of("cuda/std/atomic").expect("it is one of CUDA's headers");
/// println!("{}", set.name);
/// ```
pub fn header_set_of(header: &str) -> Option<&'static HeaderSet> {
    let (mut found, mut closeness) = (None, 0);
    for set in HEADER_SETS {
        for pattern in set.brings {
            if fits(pattern, header) && pattern.len() >= closeness {
                (found, closeness) = (Some(set), pattern.len());
            }
        }
    }
    found
}

/// Returns `true` if a header is one of `pattern`, which may end in a `*`.
fn fits(pattern: &str, header: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => header.starts_with(beginning),
        None => header == pattern,
    }
}
