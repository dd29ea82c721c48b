use core::ffi::c_int;
use core::ptr;
use std::sync::Arc;

use super::{result, result::CublasError, sys};
use crate::driver::safe::any_memory::{read, write};
use crate::driver::sys::{CUdevice_attribute, CUdeviceptr};
use crate::driver::{CudaSlice, CudaStream, DevicePtr, DevicePtrMut, DriverError};

/// cuBLASLt's state with a workspace, whose calls go to a stream.
#[derive(Debug)]
pub struct CudaBlasLT {
    handle: sys::cublasLtHandle_t,
    workspace: Workspace,
    stream: Arc<CudaStream>,
}

// SAFETY: a handle may be used by any thread.
unsafe impl Send for CudaBlasLT {}
// SAFETY: calls of a handle may run on several threads at once.
unsafe impl Sync for CudaBlasLT {}

impl CudaBlasLT {
    pub fn new(stream: Arc<CudaStream>) -> Result<Self, CublasError> {
        let alloc_failed = CublasError(sys::cublasStatus_t::CUBLAS_STATUS_ALLOC_FAILED);
        let workspace = Workspace::new(stream.clone()).map_err(|_| alloc_failed)?;
        let handle = result::create_handle()?;
        Ok(Self { handle, workspace, stream })
    }
}

impl Drop for CudaBlasLT {
    fn drop(&mut self) {
        let context = self.stream.context();
        context.record_err(context.bind_to_thread());
        // Its error can't be returned, and cudarc panics.
        // SAFETY: the handle isn't used any more.
        let _ = unsafe { result::destroy_handle(self.handle) };
    }
}

/// Memory for the products of a handle.
#[derive(Debug, Clone)]
pub struct Workspace {
    pub(crate) buffer: CudaSlice<u8>,
    pub(crate) size: usize,
}

impl Workspace {
    /// Allocates 32 MiB, or 4 MiB before compute capability 9.0.
    pub fn new(stream: Arc<CudaStream>) -> Result<Self, DriverError> {
        stream.context().bind_to_thread()?;
        let major = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
        let size = match stream.context().attribute(major)? {
            9.. => 32 << 20,
            _ => 4 << 20,
        };
        // SAFETY: it is written before it is read.
        let buffer = unsafe { stream.alloc::<u8>(size) }?;
        Ok(Self { buffer, size })
    }
}

/// A function of each element of a product.
#[derive(Debug, Clone)]
pub enum Activation {
    Relu,
    Gelu,
}

/// An object of cuBLASLt, which is destroyed when dropped.
struct OwnedObject<T: Copy>(T, unsafe fn(T) -> Result<(), CublasError>);

impl<T: Copy> Drop for OwnedObject<T> {
    fn drop(&mut self) {
        // SAFETY: the object isn't used any more.
        let _ = unsafe { (self.1)(self.0) };
    }
}

type Layout = OwnedObject<sys::cublasLtMatrixLayout_t>;

fn layout(
    matrix_type: sys::cudaDataType,
    (rows, columns): (u64, u64),
    ld: i64,
    batch: Option<(c_int, i64)>,
) -> Result<Layout, CublasError> {
    use sys::cublasLtMatrixLayoutAttribute_t as A;
    let handle = result::create_matrix_layout(matrix_type, rows, columns, ld)?;
    let layout = OwnedObject(handle, result::destroy_matrix_layout);
    if let Some((count, stride)) = batch {
        let set = |attribute, value, size| {
            // SAFETY: the layout is alive, and the value is of the attribute's type.
            unsafe { result::set_matrix_layout_attribute(layout.0, attribute, value, size) }
        };
        let (count, stride) = (&count, &stride);
        set(
            A::CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
            ptr::from_ref(count).cast(),
            size_of_val(count),
        )?;
        let offset = A::CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET;
        set(offset, ptr::from_ref(stride).cast(), size_of_val(stride))?;
    }
    Ok(layout)
}

type Desc = OwnedObject<sys::cublasLtMatmulDesc_t>;

impl Desc {
    fn set<T>(
        &self,
        attribute: sys::cublasLtMatmulDescAttributes_t,
        value: &T,
    ) -> Result<(), CublasError> {
        let (value, size) = (ptr::from_ref(value).cast(), size_of::<T>());
        // SAFETY: the description is alive; cuBLASLt checks the size.
        unsafe { result::set_matmul_desc_attribute(self.0, attribute, value, size) }
    }

    /// Sets what follows the product.
    fn set_epilogue(
        &self,
        act: Option<&Activation>,
        bias: Option<CUdeviceptr>,
        stride_bias: Option<i64>,
    ) -> Result<(), CublasError> {
        use sys::cublasLtEpilogue_t as E;
        use sys::cublasLtMatmulDescAttributes_t as A;
        let epilogue = match (act, bias) {
            (None, None) => E::CUBLASLT_EPILOGUE_DEFAULT,
            (None, Some(_)) => E::CUBLASLT_EPILOGUE_BIAS,
            (Some(Activation::Relu), None) => E::CUBLASLT_EPILOGUE_RELU,
            (Some(Activation::Relu), Some(_)) => E::CUBLASLT_EPILOGUE_RELU_BIAS,
            (Some(Activation::Gelu), None) => E::CUBLASLT_EPILOGUE_GELU,
            (Some(Activation::Gelu), Some(_)) => E::CUBLASLT_EPILOGUE_GELU_BIAS,
        };
        if let Some(bias) = bias {
            self.set(A::CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias)?;
            if let Some(stride) = stride_bias {
                self.set(A::CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, &stride)?;
            }
        }
        self.set(A::CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue)
    }
}

fn preference(
    workspace: usize,
) -> Result<OwnedObject<sys::cublasLtMatmulPreference_t>, CublasError> {
    use sys::cublasLtMatmulPreferenceAttributes_t as A;
    let preference = OwnedObject(result::create_matmul_pref()?, result::destroy_matmul_pref);
    let (attribute, size) = (A::CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, size_of::<usize>());
    let value = ptr::from_ref(&workspace).cast();
    // SAFETY: the preference is alive, and the value is of the attribute's type.
    unsafe { result::set_matmul_pref_attribute(preference.0, attribute, value, size) }?;
    Ok(preference)
}

/// What the products of all types use.
pub trait MatmulShared {
    fn handle(&self) -> &sys::cublasLtHandle_t;

    fn workspace(&self) -> &Workspace;

    fn stream(&self) -> &Arc<CudaStream>;
}

impl MatmulShared for CudaBlasLT {
    fn handle(&self) -> &sys::cublasLtHandle_t {
        &self.handle
    }

    fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }
}

/// The operands' shapes of a product, and its factors.
#[derive(Debug, Copy, Clone)]
pub struct MatmulConfig {
    pub transa: bool,
    pub transb: bool,
    pub transc: bool,
    pub m: u64,
    pub n: u64,
    pub k: u64,
    pub alpha: f32,
    pub lda: i64,
    pub ldb: i64,
    pub beta: f32,
    pub ldc: i64,
    pub stride_a: Option<i64>,
    pub stride_b: Option<i64>,
    pub stride_c: Option<i64>,
    pub stride_bias: Option<i64>,
    pub batch_size: Option<c_int>,
}

pub trait Matmul<T>: MatmulShared {
    fn matrix_type() -> sys::cudaDataType;

    fn compute_type() -> sys::cublasComputeType_t;

    unsafe fn matmul<I: DevicePtr<T>, O: DevicePtrMut<T>>(
        &self,
        cfg: MatmulConfig,
        a: &I,
        b: &I,
        c: &mut O,
        bias: Option<&I>,
        act: Option<&Activation>,
    ) -> Result<(), CublasError> {
        use sys::cublasLtMatmulDescAttributes_t as A;
        let (stream, workspace) = (self.stream(), self.workspace());
        let batch = |stride: Option<i64>| cfg.batch_size.zip(stride);
        let shape = |is_transposed: bool, rows, columns| {
            if is_transposed { (columns, rows) } else { (rows, columns) }
        };
        let data = Self::matrix_type();
        let a_layout = layout(data, shape(cfg.transa, cfg.m, cfg.k), cfg.lda, batch(cfg.stride_a))?;
        let b_layout = layout(data, shape(cfg.transb, cfg.k, cfg.n), cfg.ldb, batch(cfg.stride_b))?;
        let c_layout = layout(data, (cfg.m, cfg.n), cfg.ldc, batch(cfg.stride_c))?;

        let desc = result::create_matmul_desc(Self::compute_type(), sys::cudaDataType::CUDA_R_32F)?;
        let desc: Desc = OwnedObject(desc, result::destroy_matmul_desc);
        for (attribute, is_transposed) in [
            (A::CUBLASLT_MATMUL_DESC_TRANSA, cfg.transa),
            (A::CUBLASLT_MATMUL_DESC_TRANSB, cfg.transb),
            (A::CUBLASLT_MATMUL_DESC_TRANSC, cfg.transc),
        ] {
            desc.set(attribute, &i32::from(is_transposed))?;
        }
        let (bias, _bias) = bias.map(|bias| read(bias, stream)).unzip();
        desc.set_epilogue(act, bias, cfg.stride_bias)?;
        let preference = preference(workspace.size)?;
        let handle = *self.handle();
        // SAFETY: all objects are alive.
        let found = unsafe {
            result::get_matmul_algo_heuristic(
                handle,
                desc.0,
                a_layout.0,
                b_layout.0,
                c_layout.0,
                c_layout.0,
                preference.0,
            )
        }?;

        let (a, _a) = read(a, stream);
        let (b, _b) = read(b, stream);
        let (c, _c) = write(c, stream);
        let (memory, _memory) = workspace.buffer.device_ptr(stream);
        // SAFETY: the caller guarantees the shapes; the objects and the memory are alive.
        unsafe {
            result::matmul(
                handle,
                desc.0,
                (&raw const cfg.alpha).cast(),
                (&raw const cfg.beta).cast(),
                a as *const _,
                a_layout.0,
                b as *const _,
                b_layout.0,
                c as *const _,
                c_layout.0,
                c as *mut _,
                c_layout.0,
                &raw const found.algo,
                memory as *mut _,
                workspace.size,
                stream.cu_stream().cast(),
            )
        }
    }
}

impl Matmul<f32> for CudaBlasLT {
    fn matrix_type() -> sys::cudaDataType {
        sys::cudaDataType::CUDA_R_32F
    }

    fn compute_type() -> sys::cublasComputeType_t {
        sys::cublasComputeType_t::CUBLAS_COMPUTE_32F_FAST_TF32
    }
}

#[cfg(feature = "f16")]
impl Matmul<half::f16> for CudaBlasLT {
    fn matrix_type() -> sys::cudaDataType {
        sys::cudaDataType::CUDA_R_16F
    }

    fn compute_type() -> sys::cublasComputeType_t {
        sys::cublasComputeType_t::CUBLAS_COMPUTE_32F
    }
}

#[cfg(feature = "f16")]
impl Matmul<half::bf16> for CudaBlasLT {
    fn matrix_type() -> sys::cudaDataType {
        sys::cudaDataType::CUDA_R_16BF
    }

    fn compute_type() -> sys::cublasComputeType_t {
        sys::cublasComputeType_t::CUBLAS_COMPUTE_32F
    }
}
