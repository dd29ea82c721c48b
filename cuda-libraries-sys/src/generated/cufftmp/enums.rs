// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

closed_enum! {
    "https://docs.nvidia.com/cuda/cufftmp/index.html"
    cufftMpCommType: c_uint { CUFFT_COMM_MPI = 0, CUFFT_COMM_NONE = 1 }
}

