// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/curand/index.html"
    curandDirectionVectors32_t = [c_uint; 32usize]; curandDirectionVectors64_t = [c_ulonglong; 64usize];
    curandGenerator_t = *mut curandGenerator_st; curandDistribution_st = f64;
    curandDistribution_t = *mut curandDistribution_st; curandDistributionShift_t = *mut curandDistributionShift_st;
    curandDistributionM2Shift_t = *mut curandDistributionM2Shift_st; curandHistogramM2_t = *mut curandHistogramM2_st;
    curandHistogramM2K_st = c_uint; curandHistogramM2K_t = *mut curandHistogramM2K_st;
    curandHistogramM2V_st = curandDistribution_st; curandHistogramM2V_t = *mut curandHistogramM2V_st;
    curandDiscreteDistribution_t = *mut curandDiscreteDistribution_st;
}

opaque! {
    curandGenerator_st, curandDistributionShift_st, curandDistributionM2Shift_st, curandHistogramM2_st,
    curandDiscreteDistribution_st,
}
