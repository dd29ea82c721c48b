// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

closed_enum! {
    "https://docs.nvidia.com/cuda/cusolver/index.html"
    cusolverMgGridMapping_t: c_uint { CUDALIBMG_GRID_MAPPING_ROW_MAJOR = 1, CUDALIBMG_GRID_MAPPING_COL_MAJOR = 0 }
}

