//! The device and the cuBLAS of the tests: on a GPU the machine's, and otherwise a stand-in that computes on the host.

use std::collections::HashMap;
use std::ffi::{c_int, c_longlong, c_void};
use std::ptr::null;
use std::sync::{Mutex, OnceLock, PoisonError};

use cublas::Cublas;
use cublas::sys::{
    CublasTable, Symbol, cublasComputeType_t, cublasGemmAlgo_t, cublasHandle_t, cublasOperation_t,
    cublasPointerMode_t, cublasStatus_t,
};
use cuda_driver::sys::{CUresult, CUstream, DriverTable};
use cuda_driver::{Context, Driver};
use cuda_libraries_sys::shared::{cudaDataType, cudaStream_t};
use cuda_sim::choice::{self, Chosen};
use half::{bf16, f16};

fn chosen() -> &'static Chosen {
    static CHOSEN: OnceLock<Chosen> = OnceLock::new();
    CHOSEN.get_or_init(|| {
        let chosen = choice::choose().unwrap_or_else(|error| panic!("{error}"));
        if let Some(note) = chosen.note() {
            eprintln!("{note}");
        }
        chosen
    })
}

fn driver_table() -> &'static DriverTable {
    chosen().table()
}

/// Returns a context of the device of the tests.
pub(crate) fn context() -> Context {
    let driver: Driver = chosen().driver().unwrap();
    driver.device(0).unwrap().primary_context().unwrap()
}

/// Returns the cuBLAS of the tests.
pub(crate) fn cublas() -> Cublas {
    match chosen().is_software() {
        true => stand_in(),
        false => Cublas::load().unwrap_or_else(|error| panic!("{error}")),
    }
}

/// A stand-in for cuBLAS 12.4.5, whose products are exact sums in `f64`.
pub(crate) fn stand_in() -> Cublas {
    static TABLE: OnceLock<CublasTable> = OnceLock::new();
    Cublas::from_table(TABLE.get_or_init(|| table(multiply as *const c_void)))
}

/// A stand-in whose products fail.
pub(crate) fn failing() -> Cublas {
    static TABLE: OnceLock<CublasTable> = OnceLock::new();
    Cublas::from_table(TABLE.get_or_init(|| table(fail as *const c_void)))
}

fn table(product: *const c_void) -> CublasTable {
    let resolve = |symbol| match symbol {
        Symbol::cublasCreate_v2 => create as *const c_void,
        Symbol::cublasDestroy_v2 => destroy as *const c_void,
        Symbol::cublasSetStream_v2 => set_stream as *const c_void,
        Symbol::cublasSetPointerMode_v2 => set_pointer_mode as *const c_void,
        Symbol::cublasGemmStridedBatchedEx => product,
        _ => null(),
    };
    // SAFETY: each function below has the signature of its slot.
    unsafe { CublasTable::from_fn(120_405, resolve) }
}

/// The stream of each live handle, by the handle's number.
static HANDLES: Mutex<Option<HashMap<usize, usize>>> = Mutex::new(None);

fn handles<T>(work: impl FnOnce(&mut HashMap<usize, usize>) -> T) -> T {
    let mut handles = HANDLES.lock().unwrap_or_else(PoisonError::into_inner);
    work(handles.get_or_insert_default())
}

/// Returns whether a handle lives.
pub(crate) fn lives(handle: cublasHandle_t) -> bool {
    handles(|handles| handles.contains_key(&(handle as usize)))
}

unsafe extern "C" fn create(handle: *mut cublasHandle_t) -> cublasStatus_t {
    static NEXT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(64);
    let number = NEXT.fetch_add(64, std::sync::atomic::Ordering::Relaxed);
    handles(|handles| handles.insert(number, 0));
    // SAFETY: the caller's pointer is to a live handle.
    unsafe { *handle = std::ptr::without_provenance_mut(number) };
    cublasStatus_t::CUBLAS_STATUS_SUCCESS
}

unsafe extern "C" fn destroy(handle: cublasHandle_t) -> cublasStatus_t {
    match handles(|handles| handles.remove(&(handle as usize))) {
        Some(_) => cublasStatus_t::CUBLAS_STATUS_SUCCESS,
        None => cublasStatus_t::CUBLAS_STATUS_NOT_INITIALIZED,
    }
}

unsafe extern "C" fn set_stream(handle: cublasHandle_t, stream: cudaStream_t) -> cublasStatus_t {
    handles(|handles| handles.insert(handle as usize, stream as usize));
    cublasStatus_t::CUBLAS_STATUS_SUCCESS
}

unsafe extern "C" fn set_pointer_mode(
    _: cublasHandle_t,
    mode: cublasPointerMode_t,
) -> cublasStatus_t {
    assert_eq!(mode, cublasPointerMode_t::CUBLAS_POINTER_MODE_HOST);
    cublasStatus_t::CUBLAS_STATUS_SUCCESS
}

type Data = cudaDataType;

#[allow(clippy::too_many_arguments)]
unsafe extern "C" fn fail(
    _: cublasHandle_t,
    _: cublasOperation_t,
    _: cublasOperation_t,
    _: c_int,
    _: c_int,
    _: c_int,
    _: *const c_void,
    _: *const c_void,
    _: Data,
    _: c_int,
    _: c_longlong,
    _: *const c_void,
    _: Data,
    _: c_int,
    _: c_longlong,
    _: *const c_void,
    _: *mut c_void,
    _: Data,
    _: c_int,
    _: c_longlong,
    _: c_int,
    _: cublasComputeType_t,
    _: cublasGemmAlgo_t,
) -> cublasStatus_t {
    cublasStatus_t::CUBLAS_STATUS_EXECUTION_FAILED
}

/// Elements that were copied from the device.
struct Copied {
    bytes: Vec<u8>,
    data: Data,
}

impl Copied {
    fn size(data: Data) -> usize {
        match data {
            Data::CUDA_R_64F => 8,
            Data::CUDA_R_32F => 4,
            _ => 2,
        }
    }

    fn from_device(address: *const c_void, len: usize, data: Data) -> Self {
        let mut bytes = vec![0; len * Self::size(data)];
        let copy = driver_table().cuMemcpyDtoH_v2.unwrap();
        // SAFETY: the caller of the product guarantees its matrices.
        let result = unsafe { copy(bytes.as_mut_ptr().cast(), address as u64, bytes.len()) };
        assert_eq!(result, CUresult::CUDA_SUCCESS);
        Self { bytes, data }
    }

    fn get(&self, index: usize) -> f64 {
        let size = Self::size(self.data);
        let bytes = &self.bytes[index * size..][..size];
        match self.data {
            Data::CUDA_R_64F => f64::from_ne_bytes(bytes.try_into().unwrap()),
            Data::CUDA_R_32F => f32::from_ne_bytes(bytes.try_into().unwrap()).into(),
            Data::CUDA_R_16F => f16::from_ne_bytes(bytes.try_into().unwrap()).into(),
            Data::CUDA_R_16BF => bf16::from_ne_bytes(bytes.try_into().unwrap()).into(),
            other => panic!("{other:?}"),
        }
    }

    fn set(&mut self, index: usize, value: f64) {
        let size = Self::size(self.data);
        let bytes = match self.data {
            Data::CUDA_R_64F => value.to_ne_bytes().to_vec(),
            Data::CUDA_R_32F => (value as f32).to_ne_bytes().to_vec(),
            Data::CUDA_R_16F => f16::from_f64(value).to_ne_bytes().to_vec(),
            _ => bf16::from_f64(value).to_ne_bytes().to_vec(),
        };
        self.bytes[index * size..][..size].copy_from_slice(&bytes);
    }
}

#[allow(clippy::too_many_arguments)]
unsafe extern "C" fn multiply(
    handle: cublasHandle_t,
    transa: cublasOperation_t,
    transb: cublasOperation_t,
    m: c_int,
    n: c_int,
    k: c_int,
    alpha: *const c_void,
    a: *const c_void,
    a_data: Data,
    lda: c_int,
    stride_a: c_longlong,
    b: *const c_void,
    b_data: Data,
    ldb: c_int,
    stride_b: c_longlong,
    beta: *const c_void,
    c: *mut c_void,
    c_data: Data,
    ldc: c_int,
    stride_c: c_longlong,
    batch: c_int,
    _: cublasComputeType_t,
    _: cublasGemmAlgo_t,
) -> cublasStatus_t {
    let Some(stream) = handles(|handles| handles.get(&(handle as usize)).copied()) else {
        return cublasStatus_t::CUBLAS_STATUS_NOT_INITIALIZED;
    };
    let [m, n, k, lda, ldb, ldc, batch] = [m, n, k, lda, ldb, ldc, batch].map(|it| it as usize);
    let [stride_a, stride_b, stride_c] = [stride_a, stride_b, stride_c].map(|it| it as usize);
    let is_n = |operation| operation == cublasOperation_t::CUBLAS_OP_N;
    // As the real one checks.
    let rows = |operation, plain: usize, other: usize| if is_n(operation) { plain } else { other };
    if lda < rows(transa, m, k).max(1) || ldb < rows(transb, k, n).max(1) || ldc < m.max(1) {
        return cublasStatus_t::CUBLAS_STATUS_INVALID_VALUE;
    }
    let synchronize = driver_table().cuStreamSynchronize.unwrap();
    let stream: CUstream = stream as *mut _;
    // SAFETY: the stream is alive, because its owner calls.
    assert_eq!(unsafe { synchronize(stream) }, CUresult::CUDA_SUCCESS);
    let end = |stride: usize, ld: usize, rows: usize, columns: usize| match rows * columns {
        0 => 0,
        _ => stride * (batch - 1) + ld * (columns - 1) + rows,
    };
    let of = |operation, rows: usize, columns: usize| match is_n(operation) {
        true => (rows, columns),
        false => (columns, rows),
    };
    let ((ra, ca), (rb, cb)) = (of(transa, m, k), of(transb, k, n));
    let x = Copied::from_device(a, end(stride_a, lda, ra, ca), a_data);
    let y = Copied::from_device(b, end(stride_b, ldb, rb, cb), b_data);
    let mut z = Copied::from_device(c, end(stride_c, ldc, m, n), c_data);
    let factor = |pointer: *const c_void| match c_data {
        // SAFETY: the caller's factors are of the type of the computation.
        Data::CUDA_R_64F => unsafe { *pointer.cast::<f64>() },
        // SAFETY: as above.
        _ => unsafe { *pointer.cast::<f32>() }.into(),
    };
    let (alpha, beta) = (factor(alpha), factor(beta));
    let at = |operation, ld: usize, row: usize, column: usize| match is_n(operation) {
        true => column * ld + row,
        false => row * ld + column,
    };
    for index in 0..batch {
        for (row, column) in (0..m).flat_map(|row| (0..n).map(move |column| (row, column))) {
            let terms = (0..k).map(|inner| {
                let left = x.get(index * stride_a + at(transa, lda, row, inner));
                left * y.get(index * stride_b + at(transb, ldb, inner, column))
            });
            let sum: f64 = terms.sum();
            let place = index * stride_c + column * ldc + row;
            let old = if beta == 0.0 {
                0.0
            } else {
                beta * z.get(place)
            };
            z.set(place, alpha * sum + old);
        }
    }
    let copy = driver_table().cuMemcpyHtoD_v2.unwrap();
    // SAFETY: as for the other copies.
    let result = unsafe { copy(c as u64, z.bytes.as_ptr().cast(), z.bytes.len()) };
    assert_eq!(result, CUresult::CUDA_SUCCESS);
    cublasStatus_t::CUBLAS_STATUS_SUCCESS
}
