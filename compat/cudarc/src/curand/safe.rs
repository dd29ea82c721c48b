use std::sync::Arc;

use super::{result, result::CurandError, sys};
use crate::driver::safe::any_memory::write;
use crate::driver::{CudaStream, DevicePtrMut};

/// A generator of pseudo-random numbers, whose calls go to a stream.
pub struct CudaRng {
    generator: sys::curandGenerator_t,
    stream: Arc<CudaStream>,
}

impl CudaRng {
    pub fn new(seed: u64, stream: Arc<CudaStream>) -> Result<Self, CurandError> {
        let context = stream.context();
        context.record_err(context.bind_to_thread());
        let generator = result::create_generator()?;
        let mut rng = Self { generator, stream };
        // SAFETY: both are alive.
        unsafe { result::set_stream(rng.generator, rng.stream.cu_stream().cast()) }?;
        rng.set_seed(seed)?;
        Ok(rng)
    }

    pub unsafe fn set_stream(&mut self, stream: Arc<CudaStream>) -> Result<(), CurandError> {
        self.stream = stream;
        // SAFETY: both are alive.
        unsafe { result::set_stream(self.generator, self.stream.cu_stream().cast()) }
    }

    pub fn set_seed(&mut self, seed: u64) -> Result<(), CurandError> {
        // SAFETY: the generator is alive.
        unsafe { result::set_seed(self.generator, seed) }
    }

    pub fn set_offset(&mut self, offset: u64) -> Result<(), CurandError> {
        // SAFETY: the generator is alive.
        unsafe { result::set_offset(self.generator, offset) }
    }

    /// Fills `dst` with uniform numbers, greater than 0 and at most 1, or with all values of integers.
    pub fn fill_with_uniform<T, Dst: DevicePtrMut<T>>(
        &self,
        dst: &mut Dst,
    ) -> Result<(), CurandError>
    where
        sys::curandGenerator_t: result::UniformFill<T>,
    {
        let num = dst.len();
        let (dst, _dst) = write(dst, &self.stream);
        // SAFETY: the generator and the memory are alive, and it has this length.
        unsafe { result::UniformFill::fill(self.generator, dst as *mut T, num) }
    }

    /// Fills `dst`, of an even length, with normally distributed numbers.
    pub fn fill_with_normal<T, Dst: DevicePtrMut<T>>(
        &self,
        dst: &mut Dst,
        mean: T,
        std: T,
    ) -> Result<(), CurandError>
    where
        sys::curandGenerator_t: result::NormalFill<T>,
    {
        let num = dst.len();
        let (dst, _dst) = write(dst, &self.stream);
        // SAFETY: as above.
        unsafe { result::NormalFill::fill(self.generator, dst as *mut T, num, mean, std) }
    }

    /// Fills `dst`, of an even length, with log-normally distributed numbers.
    pub fn fill_with_log_normal<T, Dst: DevicePtrMut<T>>(
        &self,
        dst: &mut Dst,
        mean: T,
        std: T,
    ) -> Result<(), CurandError>
    where
        sys::curandGenerator_t: result::LogNormalFill<T>,
    {
        let num = dst.len();
        let (dst, _dst) = write(dst, &self.stream);
        // SAFETY: as above.
        unsafe { result::LogNormalFill::fill(self.generator, dst as *mut T, num, mean, std) }
    }
}

impl Drop for CudaRng {
    fn drop(&mut self) {
        let context = self.stream.context();
        context.record_err(context.bind_to_thread());
        // Its error can't be returned, and cudarc panics.
        // SAFETY: the generator isn't used any more.
        let _ = unsafe { result::destroy_generator(self.generator) };
    }
}
