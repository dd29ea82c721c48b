// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;

/// Calls the macro `$then` with every function of cuRAND, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_curand_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            curandCreateGenerator: 0 0 "", (generator: *mut curandGenerator_t, rng_type: curandRngType_t) -> curandStatus_t;
            curandCreateGeneratorHost: 0 0 "", (generator: *mut curandGenerator_t, rng_type: curandRngType_t) -> curandStatus_t;
            curandDestroyGenerator: 0 0 "", (generator: curandGenerator_t) -> curandStatus_t;
            curandGetVersion: 0 0 "", (version: *mut c_int) -> curandStatus_t;
            curandGetProperty: 0 0 "", (type_: libraryPropertyType, value: *mut c_int) -> curandStatus_t;
            curandSetStream: 0 0 "", (generator: curandGenerator_t, stream: cudaStream_t) -> curandStatus_t;
            curandSetPseudoRandomGeneratorSeed: 0 0 "", (generator: curandGenerator_t, seed: c_ulonglong) -> curandStatus_t;
            curandSetGeneratorOffset: 0 0 "", (generator: curandGenerator_t, offset: c_ulonglong) -> curandStatus_t;
            curandSetGeneratorOrdering: 0 0 "", (generator: curandGenerator_t, order: curandOrdering_t) -> curandStatus_t;
            curandSetQuasiRandomGeneratorDimensions: 0 0 "", (generator: curandGenerator_t, num_dimensions: c_uint) -> curandStatus_t;
            curandGenerate: 0 0 "", (generator: curandGenerator_t, outputPtr: *mut c_uint, num: usize) -> curandStatus_t;
            curandGenerateLongLong: 0 0 "", (generator: curandGenerator_t, outputPtr: *mut c_ulonglong, num: usize) -> curandStatus_t;
            curandGenerateUniform: 0 0 "", (generator: curandGenerator_t, outputPtr: *mut f32, num: usize) -> curandStatus_t;
            curandGenerateUniformDouble: 0 0 "", (generator: curandGenerator_t, outputPtr: *mut f64, num: usize) -> curandStatus_t;
            curandGenerateNormal: 0 0 "", (generator: curandGenerator_t, outputPtr: *mut f32, n: usize, mean: f32, stddev: f32) -> curandStatus_t;
            curandGenerateNormalDouble: 0 0 "", (generator: curandGenerator_t, outputPtr: *mut f64, n: usize, mean: f64, stddev: f64) -> curandStatus_t;
            curandGenerateLogNormal: 0 0 "", (generator: curandGenerator_t, outputPtr: *mut f32, n: usize, mean: f32, stddev: f32) -> curandStatus_t;
            curandGenerateLogNormalDouble: 0 0 "", (generator: curandGenerator_t, outputPtr: *mut f64, n: usize, mean: f64, stddev: f64) -> curandStatus_t;
            curandCreatePoissonDistribution: 0 0 "", (lambda: f64, discrete_distribution: *mut curandDiscreteDistribution_t) -> curandStatus_t;
            curandDestroyDistribution: 0 0 "", (discrete_distribution: curandDiscreteDistribution_t) -> curandStatus_t;
            curandGeneratePoisson: 0 0 "", (generator: curandGenerator_t, outputPtr: *mut c_uint, n: usize, lambda: f64) -> curandStatus_t;
            curandGeneratePoissonMethod: 0 0 "", (generator: curandGenerator_t, outputPtr: *mut c_uint, n: usize, lambda: f64, method: curandMethod_t) -> curandStatus_t;
            curandGenerateSeeds: 0 0 "", (generator: curandGenerator_t) -> curandStatus_t;
            curandGetDirectionVectors32: 0 0 "", (vectors: *mut *mut curandDirectionVectors32_t, set: curandDirectionVectorSet_t) -> curandStatus_t;
            curandGetScrambleConstants32: 0 0 "", (constants: *mut *mut c_uint) -> curandStatus_t;
            curandGetDirectionVectors64: 0 0 "", (vectors: *mut *mut curandDirectionVectors64_t, set: curandDirectionVectorSet_t) -> curandStatus_t;
            curandGetScrambleConstants64: 0 0 "", (constants: *mut *mut c_ulonglong) -> curandStatus_t;
        }
    };
}

for_each_curand_function! {
    library,
    "cuRAND" CURAND CurandTable curandStatus_t CURAND_STATUS_SUCCESS "https://docs.nvidia.com/cuda/curand/index.html"
    required ["curandCreateGenerator", "curandGetVersion"] numbered [] version written (curandGetVersion)
}
