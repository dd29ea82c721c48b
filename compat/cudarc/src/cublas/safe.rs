use core::ffi::{c_int, c_longlong};
use core::ptr;
use std::sync::Arc;

use super::{result, result::CublasError, sys};
use crate::driver::safe::any_memory::{read, write};
use crate::driver::{CudaStream, DevicePtr, DevicePtrMut, DeviceRepr};
use crate::library::value;

/// cuBLAS's state, whose calls go to a stream.
#[derive(Debug)]
pub struct CudaBlas {
    handle: sys::cublasHandle_t,
    stream: Arc<CudaStream>,
}

// SAFETY: a handle may be used by any thread.
unsafe impl Send for CudaBlas {}
// SAFETY: as cudarc: what isn't safe from several threads at once is `unsafe`.
unsafe impl Sync for CudaBlas {}

impl CudaBlas {
    pub fn new(stream: Arc<CudaStream>) -> Result<Self, CublasError> {
        let context = stream.context();
        context.record_err(context.bind_to_thread());
        let handle = result::create_handle()?;
        let blas = Self { handle, stream };
        // SAFETY: both are alive.
        unsafe { result::set_stream(blas.handle, blas.stream.cu_stream().cast()) }?;
        Ok(blas)
    }

    pub fn handle(&self) -> &sys::cublasHandle_t {
        &self.handle
    }

    pub unsafe fn set_stream(&mut self, stream: Arc<CudaStream>) -> Result<(), CublasError> {
        self.stream = stream;
        // SAFETY: both are alive.
        unsafe { result::set_stream(self.handle, self.stream.cu_stream().cast()) }
    }

    pub fn set_pointer_mode(&self, mode: sys::cublasPointerMode_t) -> Result<(), CublasError> {
        // SAFETY: the handle is alive.
        unsafe { sys::cublasSetPointerMode_v2(self.handle, mode) }.result()
    }

    pub fn get_pointer_mode(&self) -> Result<sys::cublasPointerMode_t, CublasError> {
        // SAFETY: the handle is alive, and the call stores the mode.
        let mode = unsafe {
            value(|to: *mut u32| sys::cublasGetPointerMode_v2(self.handle, to.cast()).result())
        }?;
        let checked_mode = sys::cublasPointerMode_t::of(mode.into());
        checked_mode.ok_or(CublasError(sys::cublasStatus_t::CUBLAS_STATUS_INTERNAL_ERROR))
    }
}

impl Drop for CudaBlas {
    fn drop(&mut self) {
        let context = self.stream.context();
        context.record_err(context.bind_to_thread());
        // Its error can't be returned, and cudarc panics.
        // SAFETY: the handle isn't used any more.
        let _ = unsafe { result::destroy_handle(self.handle) };
    }
}

/// The operands' shapes of a product, and its factors.
#[derive(Debug, Copy, Clone)]
pub struct GemmConfig<T> {
    pub transa: sys::cublasOperation_t,
    pub transb: sys::cublasOperation_t,
    pub m: c_int,
    pub n: c_int,
    pub k: c_int,
    pub alpha: T,
    pub lda: c_int,
    pub ldb: c_int,
    pub beta: T,
    pub ldc: c_int,
}

/// Products of matrices that are at equal distances.
#[derive(Debug, Copy, Clone)]
pub struct StridedBatchedConfig<T> {
    pub gemm: GemmConfig<T>,
    pub batch_size: c_int,
    pub stride_a: c_longlong,
    pub stride_b: c_longlong,
    pub stride_c: c_longlong,
}

pub trait Gemm<T> {
    unsafe fn gemm<A: DevicePtr<T>, B: DevicePtr<T>, C: DevicePtrMut<T>>(
        &self,
        cfg: GemmConfig<T>,
        a: &A,
        b: &B,
        c: &mut C,
    ) -> Result<(), CublasError>;

    unsafe fn gemm_strided_batched<A: DevicePtr<T>, B: DevicePtr<T>, C: DevicePtrMut<T>>(
        &self,
        cfg: StridedBatchedConfig<T>,
        a: &A,
        b: &B,
        c: &mut C,
    ) -> Result<(), CublasError>;
}

/// Implements the trait for types of elements, each with its number, that of the computation, and the factors' type.
macro_rules! gemm {
    ($($ty:ty: $data:ident $compute:ident $factor:expr;)*) => {$(
        impl Gemm<$ty> for CudaBlas {
            unsafe fn gemm<A: DevicePtr<$ty>, B: DevicePtr<$ty>, C: DevicePtrMut<$ty>>(
                &self,
                cfg: GemmConfig<$ty>,
                a: &A,
                b: &B,
                c: &mut C,
            ) -> Result<(), CublasError> {
                let (alpha, beta) = ($factor(cfg.alpha), $factor(cfg.beta));
                let (a, _a) = read(a, &self.stream);
                let (b, _b) = read(b, &self.stream);
                let (c, _c) = write(c, &self.stream);
                let data = sys::cudaDataType::$data;
                // SAFETY: the caller guarantees the shapes; the memory is alive.
                unsafe {
                    result::gemm_ex(
                        self.handle, cfg.transa, cfg.transb, cfg.m, cfg.n, cfg.k, ptr::from_ref(&alpha).cast(),
                        a as *const _, data, cfg.lda, b as *const _, data, cfg.ldb, ptr::from_ref(&beta).cast(),
                        c as *mut _, data, cfg.ldc, sys::cublasComputeType_t::$compute,
                        sys::cublasGemmAlgo_t::CUBLAS_GEMM_DEFAULT,
                    )
                }
            }

            unsafe fn gemm_strided_batched<A: DevicePtr<$ty>, B: DevicePtr<$ty>, C: DevicePtrMut<$ty>>(
                &self,
                cfg: StridedBatchedConfig<$ty>,
                a: &A,
                b: &B,
                c: &mut C,
            ) -> Result<(), CublasError> {
                let gemm = cfg.gemm;
                let (alpha, beta) = ($factor(gemm.alpha), $factor(gemm.beta));
                let (a, _a) = read(a, &self.stream);
                let (b, _b) = read(b, &self.stream);
                let (c, _c) = write(c, &self.stream);
                let data = sys::cudaDataType::$data;
                // SAFETY: the caller guarantees the shapes; the memory is alive.
                unsafe {
                    result::gemm_strided_batched_ex(
                        self.handle, gemm.transa, gemm.transb, gemm.m, gemm.n, gemm.k, ptr::from_ref(&alpha).cast(),
                        a as *const _, data, gemm.lda, cfg.stride_a, b as *const _, data, gemm.ldb, cfg.stride_b,
                        ptr::from_ref(&beta).cast(), c as *mut _, data, gemm.ldc, cfg.stride_c, cfg.batch_size,
                        sys::cublasComputeType_t::$compute, sys::cublasGemmAlgo_t::CUBLAS_GEMM_DEFAULT,
                    )
                }
            }
        }
    )*};
}

gemm! {
    f32: CUDA_R_32F CUBLAS_COMPUTE_32F core::convert::identity;
    f64: CUDA_R_64F CUBLAS_COMPUTE_64F core::convert::identity;
}

#[cfg(feature = "f16")]
gemm! {
    half::f16: CUDA_R_16F CUBLAS_COMPUTE_32F half::f16::to_f32;
    half::bf16: CUDA_R_16BF CUBLAS_COMPUTE_32F half::bf16::to_f32;
}

/// The operands' shapes of a product of a matrix and a vector, and its factors.
#[derive(Debug, Copy, Clone)]
pub struct GemvConfig<T> {
    pub trans: sys::cublasOperation_t,
    pub m: c_int,
    pub n: c_int,
    pub alpha: T,
    pub lda: c_int,
    pub incx: c_int,
    pub beta: T,
    pub incy: c_int,
}

pub trait Gemv<T> {
    unsafe fn gemv<A: DevicePtr<T>, X: DevicePtr<T>, Y: DevicePtrMut<T>>(
        &self,
        cfg: GemvConfig<T>,
        a: &A,
        x: &X,
        y: &mut Y,
    ) -> Result<(), CublasError>;
}

/// The length of a vector, and the distance of its elements.
#[derive(Debug, Copy, Clone)]
pub struct AsumConfig {
    pub n: c_int,
    pub incx: c_int,
}

pub trait Asum<T> {
    unsafe fn asum<X: DevicePtr<T>>(
        &self,
        cfg: AsumConfig,
        x: &X,
        result: &mut T,
    ) -> Result<(), CublasError>;
}

impl Gemv<f32> for CudaBlas {
    unsafe fn gemv<A: DevicePtr<f32>, X: DevicePtr<f32>, Y: DevicePtrMut<f32>>(
        &self,
        cfg: GemvConfig<f32>,
        a: &A,
        x: &X,
        y: &mut Y,
    ) -> Result<(), CublasError> {
        let (a, _a) = read(a, &self.stream);
        let (x, _x) = read(x, &self.stream);
        let (y, _y) = write(y, &self.stream);
        // SAFETY: the caller guarantees the shapes; the memory is alive.
        unsafe {
            result::sgemv(
                self.handle,
                cfg.trans,
                cfg.m,
                cfg.n,
                &raw const cfg.alpha,
                a as *const _,
                cfg.lda,
                x as *const _,
                cfg.incx,
                &raw const cfg.beta,
                y as *mut _,
                cfg.incy,
            )
        }
    }
}

impl Asum<f32> for CudaBlas {
    unsafe fn asum<X: DevicePtr<f32>>(
        &self,
        cfg: AsumConfig,
        x: &X,
        result: &mut f32,
    ) -> Result<(), CublasError> {
        let (x, _x) = read(x, &self.stream);
        // SAFETY: the caller guarantees the length; the memory is alive.
        unsafe { result::sasum(self.handle, cfg.n, x as *const _, cfg.incx, result) }
    }
}

impl Gemv<f64> for CudaBlas {
    unsafe fn gemv<A: DevicePtr<f64>, X: DevicePtr<f64>, Y: DevicePtrMut<f64>>(
        &self,
        cfg: GemvConfig<f64>,
        a: &A,
        x: &X,
        y: &mut Y,
    ) -> Result<(), CublasError> {
        let (a, _a) = read(a, &self.stream);
        let (x, _x) = read(x, &self.stream);
        let (y, _y) = write(y, &self.stream);
        // SAFETY: the caller guarantees the shapes; the memory is alive.
        unsafe {
            result::dgemv(
                self.handle,
                cfg.trans,
                cfg.m,
                cfg.n,
                &raw const cfg.alpha,
                a as *const _,
                cfg.lda,
                x as *const _,
                cfg.incx,
                &raw const cfg.beta,
                y as *mut _,
                cfg.incy,
            )
        }
    }
}

impl Asum<f64> for CudaBlas {
    unsafe fn asum<X: DevicePtr<f64>>(
        &self,
        cfg: AsumConfig,
        x: &X,
        result: &mut f64,
    ) -> Result<(), CublasError> {
        let (x, _x) = read(x, &self.stream);
        // SAFETY: the caller guarantees the length; the memory is alive.
        unsafe { result::dasum(self.handle, cfg.n, x as *const _, cfg.incx, result) }
    }
}

/// Elements of grouped products.
pub trait GroupedGemmDtype: DeviceRepr {
    type ComputeType: DeviceRepr + Copy;

    fn data_type() -> sys::cudaDataType_t;
    fn compute_type() -> sys::cublasComputeType_t;
}

#[cfg(feature = "f16")]
impl GroupedGemmDtype for half::f16 {
    type ComputeType = f32;

    fn data_type() -> sys::cudaDataType_t {
        sys::cudaDataType_t::CUDA_R_16F
    }

    fn compute_type() -> sys::cublasComputeType_t {
        sys::cublasComputeType_t::CUBLAS_COMPUTE_32F
    }
}

#[cfg(feature = "f16")]
impl GroupedGemmDtype for half::bf16 {
    type ComputeType = f32;

    fn data_type() -> sys::cudaDataType_t {
        sys::cudaDataType_t::CUDA_R_16BF
    }

    fn compute_type() -> sys::cublasComputeType_t {
        sys::cublasComputeType_t::CUBLAS_COMPUTE_32F
    }
}

/// Groups of products: each list has an entry for each group.
pub struct GroupedGemmConfig<T: GroupedGemmDtype> {
    pub transbs: Vec<sys::cublasOperation_t>,
    pub transas: Vec<sys::cublasOperation_t>,
    pub ms: Vec<usize>,
    pub ns: Vec<usize>,
    pub ks: Vec<usize>,
    pub alphas: Vec<T::ComputeType>,
    pub betas: Vec<T::ComputeType>,
    pub ldas: Vec<usize>,
    pub ldbs: Vec<usize>,
    pub ldcs: Vec<usize>,
    /// The number of products of each group.
    pub problem_sizes: Vec<usize>,
}

impl<T: GroupedGemmDtype> GroupedGemmConfig<T> {
    pub fn problem_count(&self) -> usize {
        self.problem_sizes.iter().sum()
    }

    pub fn group_count(&self) -> usize {
        self.problem_sizes.len()
    }

    /// Panics unless all lists have the same length.
    #[inline]
    pub fn validate(&self) {
        let lengths = [
            self.transas.len(),
            self.transbs.len(),
            self.ms.len(),
            self.ns.len(),
            self.ks.len(),
            self.alphas.len(),
            self.betas.len(),
            self.ldas.len(),
            self.ldbs.len(),
            self.ldcs.len(),
        ];
        assert_eq!(lengths, [self.group_count(); 10]);
    }
}

pub trait GroupedGemm<T: GroupedGemmDtype> {
    unsafe fn grouped_gemm<A: DevicePtr<T>, B: DevicePtr<T>, C: DevicePtrMut<T>>(
        &self,
        config: GroupedGemmConfig<T>,
        a_slices: &[&A],
        b_slices: &[&B],
        c_slices: &mut [&mut C],
    ) -> Result<(), CublasError>;
}

impl<T: GroupedGemmDtype> GroupedGemm<T> for CudaBlas {
    unsafe fn grouped_gemm<A: DevicePtr<T>, B: DevicePtr<T>, C: DevicePtrMut<T>>(
        &self,
        config: GroupedGemmConfig<T>,
        a_slices: &[&A],
        b_slices: &[&B],
        c_slices: &mut [&mut C],
    ) -> Result<(), CublasError> {
        config.validate();
        let lengths = [a_slices.len(), b_slices.len(), c_slices.len()];
        assert_eq!(lengths, [config.problem_count(); 3]);
        let stream = &self.stream;
        let (a, _a): (Vec<_>, Vec<_>) = a_slices.iter().map(|slice| read(*slice, stream)).unzip();
        let (b, _b): (Vec<_>, Vec<_>) = b_slices.iter().map(|slice| read(*slice, stream)).unzip();
        let (mut c, _c): (Vec<_>, Vec<_>) =
            c_slices.iter_mut().map(|slice| write(&mut **slice, stream)).unzip();
        let sizes =
            |all: &[usize]| -> Vec<c_int> { all.iter().map(|&size| size as c_int).collect() };
        let [m, n, k] = [&config.ms, &config.ns, &config.ks].map(|extents| sizes(extents));
        let [lda, ldb, ldc] =
            [&config.ldas, &config.ldbs, &config.ldcs].map(|strides| sizes(strides));
        let data = T::data_type();
        // SAFETY: all lists have the lengths that the call reads, and the caller guarantees the shapes.
        unsafe {
            sys::cublasGemmGroupedBatchedEx(
                self.handle,
                config.transas.as_ptr(),
                config.transbs.as_ptr(),
                m.as_ptr(),
                n.as_ptr(),
                k.as_ptr(),
                config.alphas.as_ptr().cast(),
                a.as_ptr().cast(),
                data,
                lda.as_ptr(),
                b.as_ptr().cast(),
                data,
                ldb.as_ptr(),
                config.betas.as_ptr().cast(),
                c.as_mut_ptr().cast(),
                data,
                ldc.as_ptr(),
                config.group_count() as c_int,
                sizes(&config.problem_sizes).as_ptr(),
                T::compute_type(),
            )
        }
        .result()
    }
}
