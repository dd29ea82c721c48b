//! The device and the cuBLAS of the tests: on a GPU the machine's, and otherwise the software device's.

use std::ffi::{c_int, c_longlong, c_void};
use std::ptr::null;
use std::sync::OnceLock;

use cublas::Cublas;
use cublas::sys::{
    CublasTable, Symbol, cublasComputeType_t, cublasGemmAlgo_t, cublasHandle_t, cublasOperation_t,
    cublasStatus_t,
};
use cuda_driver::{Context, Driver};
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::choice::{self, Chosen};

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

/// The software device's, without the functions for 64-bit sizes, as of 12.4.5.
pub(crate) fn stand_in() -> Cublas {
    static TABLE: OnceLock<CublasTable> = OnceLock::new();
    Cublas::from_table(TABLE.get_or_init(|| table(None)))
}

/// The same, whose products fail.
pub(crate) fn failing() -> Cublas {
    static TABLE: OnceLock<CublasTable> = OnceLock::new();
    Cublas::from_table(TABLE.get_or_init(|| table(Some(fail as *const c_void))))
}

fn table(product: Option<*const c_void>) -> CublasTable {
    let functions = cuda_sim_libraries::cublas::table();
    let resolve = |symbol: Symbol| match (symbol, product) {
        (Symbol::cublasGemmStridedBatchedEx, Some(product)) => product,
        _ if symbol.function().name.ends_with("_64") => null(),
        _ => functions
            .get(symbol)
            .map_or(null(), |function| function.as_ptr().cast_const()),
    };
    // SAFETY: each function has the signature of its slot.
    unsafe { CublasTable::from_fn(120_405, resolve) }
}

/// Returns whether a handle lives.
pub(crate) fn lives(handle: cublasHandle_t) -> bool {
    let mut stream = std::ptr::null_mut();
    let get = cuda_sim_libraries::cublas::table().cublasGetStream_v2;
    // SAFETY: handles are looked up, and the pointer is to a live stream.
    let status = get.map(|get| unsafe { get(handle, &raw mut stream) });
    status == Some(cublasStatus_t::CUBLAS_STATUS_SUCCESS)
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
