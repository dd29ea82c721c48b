//! cuRAND.
//!
//! Each function is `unsafe` with the same contract: the pointers are as NVIDIA's documentation of that function
//! requires. Generators are looked up, never dereferenced, and device memory is accessed only by kernels, which check it.
//! The names and the order of parameters are those of the header; the compiler checks them against its list.
//!
//! # Features and limits
//! - XORWOW, MRG32k3a, Philox4x32-10, MTGP32, MT19937 and Sobol's sequences give the same integers, uniformly distributed and
//!   Poisson-distributed numbers as NVIDIA's, bit for bit, in the orders of its documentation. `CURAND_ORDERING_PSEUDO_DYNAMIC`
//!   is that of `CURAND_ORDERING_PSEUDO_DEFAULT`.
//! - Normally distributed numbers are made of the same integers, but a GPU's logarithm, sine and cosine are approximations:
//!   single ones differ by up to 2⁻²⁰ of the standard deviation, and double ones in the last bits.
//! - Scrambled sequences return `CURAND_STATUS_ARCH_MISMATCH`, with a line that says so: their scrambling is data of
//!   NVIDIA's library.
//! - A seed that is set in a generator that was used begins the sequence at the offset; NVIDIA's continues at places that
//!   depend on the generator.
//! - MT19937's 8192 sequences are started when they are first needed, which takes some seconds for all.
#![allow(non_snake_case, clippy::too_many_arguments, clippy::useless_conversion)]

mod algorithm;
mod distribution;
mod generator;
mod kernel;
mod mrg32k3a;
mod mt19937;
mod mtgp32;
mod out;
mod philox;
mod poisson;
mod sobol;
mod table;
mod threads;
mod xorwow;

use core::ffi::*;

use cuda_libraries_sys::curand::*;
use cuda_libraries_sys::for_each_curand_function;
use cuda_libraries_sys::shared::*;

use distribution::DistributionKind;
use generator::{Generator, with};

/// The functions, by their names; those that it lacks are in `Unsupported`.
struct Curand;

/// The newest release that the table knows, 10.4.5.
const VERSION: u32 = 10_405;

for_each_curand_function!(stand_in, "cuRAND" Curand CurandTable VERSION);

const SUCCESS: curandStatus_t = curandStatus_t::CURAND_STATUS_SUCCESS;
const OUT_OF_RANGE: curandStatus_t = curandStatus_t::CURAND_STATUS_OUT_OF_RANGE;
const TYPE_ERROR: curandStatus_t = curandStatus_t::CURAND_STATUS_TYPE_ERROR;
const NOT_INITIALIZED: curandStatus_t = curandStatus_t::CURAND_STATUS_NOT_INITIALIZED;

/// Prints what the stand-in lacks, once, and returns the status.
fn not_supported(feature: &'static str) -> curandStatus_t {
    crate::stand_in::not_supported("cuRAND", feature)
}

/// The largest mean of a Poisson distribution.
const MOST_LAMBDA: f64 = 400_000.0;

fn is_lambda(lambda: f64) -> bool {
    // The library accepts NaN, too.
    !(lambda <= 0.0 || lambda > MOST_LAMBDA)
}

impl Curand {
    unsafe fn curandGenerateNormal(
        generator: curandGenerator_t,
        outputPtr: *mut f32,
        n: usize,
        mean: f32,
        stddev: f32,
    ) -> curandStatus_t {
        let parameters = [mean.into(), stddev.into()];
        // SAFETY: the caller guarantees the output.
        with(generator, |generator| unsafe {
            generator.generate(DistributionKind::NORMAL, outputPtr.cast(), n, parameters)
        })
    }

    unsafe fn curandGenerateNormalDouble(
        generator: curandGenerator_t,
        outputPtr: *mut f64,
        n: usize,
        mean: f64,
        stddev: f64,
    ) -> curandStatus_t {
        let parameters = [mean.into(), stddev.into()];
        // SAFETY: the caller guarantees the output.
        with(generator, |generator| unsafe {
            generator.generate(DistributionKind::NORMAL_DOUBLE, outputPtr.cast(), n, parameters)
        })
    }

    unsafe fn curandGenerateLogNormal(
        generator: curandGenerator_t,
        outputPtr: *mut f32,
        n: usize,
        mean: f32,
        stddev: f32,
    ) -> curandStatus_t {
        let parameters = [mean.into(), stddev.into()];
        // SAFETY: the caller guarantees the output.
        with(generator, |generator| unsafe {
            generator.generate(DistributionKind::LOG_NORMAL, outputPtr.cast(), n, parameters)
        })
    }

    unsafe fn curandGenerateLogNormalDouble(
        generator: curandGenerator_t,
        outputPtr: *mut f64,
        n: usize,
        mean: f64,
        stddev: f64,
    ) -> curandStatus_t {
        let parameters = [mean.into(), stddev.into()];
        // SAFETY: the caller guarantees the output.
        with(generator, |generator| unsafe {
            generator.generate(DistributionKind::LOG_NORMAL_DOUBLE, outputPtr.cast(), n, parameters)
        })
    }
}

impl Curand {
    unsafe fn create(
        generator: *mut curandGenerator_t,
        rng_type: curandRngType_t,
        is_host: bool,
    ) -> curandStatus_t {
        if generator.is_null() {
            return NOT_INITIALIZED;
        }
        match Generator::create(rng_type, is_host) {
            Ok(handle) => {
                // SAFETY: the caller guarantees a pointer to a handle.
                unsafe { generator.write(handle) };
                SUCCESS
            }
            Err(status) => status,
        }
    }
}

function!(Curand::curandCreateGenerator, |generator, rng_type| {
    Self::create(generator, rng_type, false)
});

function!(Curand::curandCreateGeneratorHost, |generator, rng_type| {
    Self::create(generator, rng_type, true)
});

function!(Curand::curandDestroyGenerator, |generator| {
    generator::status(Generator::destroy(generator))
});

function!(Curand::curandGetVersion, |version| {
    if version.is_null() {
        return OUT_OF_RANGE;
    }
    // SAFETY: the caller guarantees a pointer to a number.
    unsafe { version.write(VERSION as c_int) };
    SUCCESS
});

function!(Curand::curandGetProperty, |type_, value| {
    let parts = [VERSION / 1000, VERSION / 100 % 10, VERSION % 100];
    match parts.get(type_.0 as usize) {
        Some(part) if !value.is_null() => {
            // SAFETY: the caller guarantees a pointer to a number.
            unsafe { value.write(*part as c_int) };
            SUCCESS
        }
        _ => OUT_OF_RANGE,
    }
});

function!(Curand::curandSetStream, |generator, stream| {
    with(generator, |generator| {
        generator.stream = stream as usize;
        Ok(())
    })
});

function!(Curand::curandSetPseudoRandomGeneratorSeed, |generator, seed| {
    with(generator, |generator| generator.set_seed(seed))
});

function!(Curand::curandSetGeneratorOffset, |generator, offset| {
    with(generator, |generator| generator.set_offset(offset))
});

function!(Curand::curandSetGeneratorOrdering, |generator, order| {
    with(generator, |generator| generator.set_order(order))
});

function!(Curand::curandSetQuasiRandomGeneratorDimensions, |generator, num_dimensions| {
    with(generator, |generator| generator.set_dimensions(num_dimensions))
});

function!(Curand::curandGenerateSeeds, |generator| { with(generator, Generator::start) });

function!(Curand::curandGenerate, |generator, outputPtr, num| {
    with(generator, |generator| match generator.bits() {
        // SAFETY: the caller guarantees the output.
        4 => unsafe { generator.generate(DistributionKind::BITS, outputPtr.cast(), num, [0.0; 2]) },
        _ => Err(TYPE_ERROR),
    })
});

function!(Curand::curandGenerateLongLong, |generator, outputPtr, num| {
    with(generator, |generator| match generator.bits() {
        // SAFETY: the caller guarantees the output.
        8 => unsafe { generator.generate(DistributionKind::BITS, outputPtr.cast(), num, [0.0; 2]) },
        _ => Err(TYPE_ERROR),
    })
});

function!(Curand::curandGenerateUniform, |generator, outputPtr, num| {
    // SAFETY: the caller guarantees the output.
    with(generator, |generator| unsafe {
        generator.generate(DistributionKind::UNIFORM, outputPtr.cast(), num, [0.0; 2])
    })
});

function!(Curand::curandGenerateUniformDouble, |generator, outputPtr, num| {
    // SAFETY: the caller guarantees the output.
    with(generator, |generator| unsafe {
        generator.generate(DistributionKind::UNIFORM_DOUBLE, outputPtr.cast(), num, [0.0; 2])
    })
});

function!(Curand::curandGeneratePoisson, |generator, outputPtr, n, lambda| {
    with(generator, |generator| {
        if is_lambda(lambda) {
            // SAFETY: the caller guarantees the output.
            unsafe {
                generator.generate(DistributionKind::POISSON, outputPtr.cast(), n, [lambda, 0.0])
            }
        } else {
            Err(OUT_OF_RANGE)
        }
    })
});

function!(Curand::curandCreatePoissonDistribution, |lambda, discrete_distribution| {
    if discrete_distribution.is_null() {
        return NOT_INITIALIZED;
    }
    if !is_lambda(lambda) {
        return OUT_OF_RANGE;
    }
    match table::create(lambda) {
        Ok(handle) => {
            // SAFETY: the caller guarantees a pointer to a handle.
            unsafe { discrete_distribution.write(handle) };
            SUCCESS
        }
        Err(status) => status,
    }
});

function!(Curand::curandDestroyDistribution, |discrete_distribution| {
    generator::status(table::destroy(discrete_distribution))
});

function!(Curand::curandGetDirectionVectors32, |vectors, set| {
    static TABLE: std::sync::OnceLock<Vec<[u32; 32]>> = std::sync::OnceLock::new();
    match set {
        curandDirectionVectorSet_t::CURAND_DIRECTION_VECTORS_32_JOEKUO6 => {}
        curandDirectionVectorSet_t::CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 => {
            return not_supported("scrambled direction vectors");
        }
        _ => return OUT_OF_RANGE,
    }
    if vectors.is_null() {
        return OUT_OF_RANGE;
    }
    let table = TABLE.get_or_init(sobol::table);
    // SAFETY: the caller guarantees a pointer to a pointer, and only reads the table.
    unsafe { vectors.write(table.as_ptr().cast_mut()) };
    SUCCESS
});

function!(Curand::curandGetDirectionVectors64, |vectors, set| {
    static TABLE: std::sync::OnceLock<Vec<[u64; 64]>> = std::sync::OnceLock::new();
    match set {
        curandDirectionVectorSet_t::CURAND_DIRECTION_VECTORS_64_JOEKUO6 => {}
        curandDirectionVectorSet_t::CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 => {
            return not_supported("scrambled direction vectors");
        }
        _ => return OUT_OF_RANGE,
    }
    if vectors.is_null() {
        return OUT_OF_RANGE;
    }
    let table = TABLE.get_or_init(sobol::table);
    // SAFETY: the caller guarantees a pointer to a pointer, and only reads the table.
    unsafe { vectors.write(table.as_ptr().cast_mut()) };
    SUCCESS
});
