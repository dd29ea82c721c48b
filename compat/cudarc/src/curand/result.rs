//! Unsafe calls that return a `Result`.

use super::sys;
use crate::library::value;

crate::library::error!(CurandError of curand curandStatus_t, CURAND_STATUS_SUCCESS);

pub fn create_generator() -> Result<sys::curandGenerator_t, CurandError> {
    create_generator_kind(sys::curandRngType_t::CURAND_RNG_PSEUDO_DEFAULT)
}

pub fn create_generator_kind(
    kind: sys::curandRngType_t,
) -> Result<sys::curandGenerator_t, CurandError> {
    // SAFETY: the call stores a generator.
    unsafe { value(|generator| sys::curandCreateGenerator(generator, kind).result()) }
}

pub unsafe fn set_seed(generator: sys::curandGenerator_t, seed: u64) -> Result<(), CurandError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::curandSetPseudoRandomGeneratorSeed(generator, seed) }.result()
}

pub unsafe fn set_offset(
    generator: sys::curandGenerator_t,
    offset: u64,
) -> Result<(), CurandError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::curandSetGeneratorOffset(generator, offset) }.result()
}

pub unsafe fn set_stream(
    generator: sys::curandGenerator_t,
    stream: sys::cudaStream_t,
) -> Result<(), CurandError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::curandSetStream(generator, stream) }.result()
}

pub unsafe fn destroy_generator(generator: sys::curandGenerator_t) -> Result<(), CurandError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::curandDestroyGenerator(generator) }.result()
}

pub trait UniformFill<T> {
    unsafe fn fill(self, out: *mut T, num: usize) -> Result<(), CurandError>;
}

pub trait NormalFill<T> {
    unsafe fn fill(self, o: *mut T, n: usize, m: T, s: T) -> Result<(), CurandError>;
}

pub trait LogNormalFill<T> {
    unsafe fn fill(self, o: *mut T, n: usize, m: T, s: T) -> Result<(), CurandError>;
}

pub mod generate {
    use super::{CurandError, sys};

    pub unsafe fn uniform_f32(
        r#gen: sys::curandGenerator_t,
        out: *mut f32,
        num: usize,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { sys::curandGenerateUniform(r#gen, out, num) }.result()
    }

    pub unsafe fn uniform_f64(
        r#gen: sys::curandGenerator_t,
        out: *mut f64,
        num: usize,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { sys::curandGenerateUniformDouble(r#gen, out, num) }.result()
    }

    pub unsafe fn uniform_u32(
        r#gen: sys::curandGenerator_t,
        out: *mut u32,
        num: usize,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { sys::curandGenerate(r#gen, out, num) }.result()
    }

    pub unsafe fn uniform_u64(
        r#gen: sys::curandGenerator_t,
        out: *mut u64,
        num: usize,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { sys::curandGenerateLongLong(r#gen, out, num) }.result()
    }

    pub unsafe fn normal_f32(
        r#gen: sys::curandGenerator_t,
        out: *mut f32,
        num: usize,
        mean: f32,
        std: f32,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { sys::curandGenerateNormal(r#gen, out, num, mean, std) }.result()
    }

    pub unsafe fn normal_f64(
        r#gen: sys::curandGenerator_t,
        out: *mut f64,
        num: usize,
        mean: f64,
        std: f64,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { sys::curandGenerateNormalDouble(r#gen, out, num, mean, std) }.result()
    }

    pub unsafe fn log_normal_f32(
        r#gen: sys::curandGenerator_t,
        out: *mut f32,
        num: usize,
        mean: f32,
        std: f32,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { sys::curandGenerateLogNormal(r#gen, out, num, mean, std) }.result()
    }

    pub unsafe fn log_normal_f64(
        r#gen: sys::curandGenerator_t,
        out: *mut f64,
        num: usize,
        mean: f64,
        std: f64,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { sys::curandGenerateLogNormalDouble(r#gen, out, num, mean, std) }.result()
    }

    pub unsafe fn poisson_u32(
        r#gen: sys::curandGenerator_t,
        out: *mut u32,
        num: usize,
        lambda: f64,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { sys::curandGeneratePoisson(r#gen, out, num, lambda) }.result()
    }
}

impl UniformFill<f32> for sys::curandGenerator_t {
    unsafe fn fill(self, out: *mut f32, num: usize) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { generate::uniform_f32(self, out, num) }
    }
}

impl UniformFill<f64> for sys::curandGenerator_t {
    unsafe fn fill(self, out: *mut f64, num: usize) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { generate::uniform_f64(self, out, num) }
    }
}

impl UniformFill<u32> for sys::curandGenerator_t {
    unsafe fn fill(self, out: *mut u32, num: usize) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { generate::uniform_u32(self, out, num) }
    }
}

impl UniformFill<u64> for sys::curandGenerator_t {
    unsafe fn fill(self, out: *mut u64, num: usize) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { generate::uniform_u64(self, out, num) }
    }
}

impl NormalFill<f32> for sys::curandGenerator_t {
    unsafe fn fill(
        self,
        out: *mut f32,
        num: usize,
        mean: f32,
        std: f32,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { generate::normal_f32(self, out, num, mean, std) }
    }
}

impl NormalFill<f64> for sys::curandGenerator_t {
    unsafe fn fill(
        self,
        out: *mut f64,
        num: usize,
        mean: f64,
        std: f64,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { generate::normal_f64(self, out, num, mean, std) }
    }
}

impl LogNormalFill<f32> for sys::curandGenerator_t {
    unsafe fn fill(
        self,
        out: *mut f32,
        num: usize,
        mean: f32,
        std: f32,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { generate::log_normal_f32(self, out, num, mean, std) }
    }
}

impl LogNormalFill<f64> for sys::curandGenerator_t {
    unsafe fn fill(
        self,
        out: *mut f64,
        num: usize,
        mean: f64,
        std: f64,
    ) -> Result<(), CurandError> {
        // SAFETY: the caller guarantees that the generator is alive, and the length.
        unsafe { generate::log_normal_f64(self, out, num, mean, std) }
    }
}
