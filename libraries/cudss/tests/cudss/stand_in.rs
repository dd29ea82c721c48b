//! A cuDSS that computes nothing: its objects are counted, and each function can fail.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr::{null, without_provenance_mut};

use cuda_libraries_sys::shared::{cudaDataType, cudaStream_t};
use cudss::Cudss;
use cudss::sys::{
    CudssTable, Symbol, cudssConfig_t, cudssConfigParam_t, cudssData_t, cudssDataParam_t,
    cudssHandle_t, cudssIndexBase_t, cudssLayout_t, cudssMatrix_t, cudssMatrixType_t,
    cudssMatrixViewType_t, cudssStatus_t,
};

/// What the functions do on this thread.
#[derive(Clone, Copy, Default)]
pub(crate) struct State {
    /// The function that fails.
    pub(crate) fails: Option<Symbol>,
    /// How many objects are alive.
    pub(crate) objects: isize,
    /// What the next factorization gives, as long as it isn't reset.
    pub(crate) info: c_int,
    /// The number of pivots that it replaces.
    pub(crate) pivots: i32,
    /// The last phase.
    pub(crate) phase: c_int,
}

thread_local! {
    static STATE: Cell<State> = Cell::default();
}

/// Returns what the functions did.
pub(crate) fn state() -> State {
    STATE.get()
}

/// Changes what the functions do.
pub(crate) fn change(change: impl FnOnce(&mut State)) {
    let mut state = STATE.get();
    change(&mut state);
    STATE.set(state);
}

/// The functions that this crate calls.
pub(crate) const CALLED: [Symbol; 9] = [
    Symbol::cudssCreate,
    Symbol::cudssSetStream,
    Symbol::cudssConfigCreate,
    Symbol::cudssConfigSet,
    Symbol::cudssDataCreate,
    Symbol::cudssMatrixCreateCsr,
    Symbol::cudssMatrixCreateDn,
    Symbol::cudssExecute,
    Symbol::cudssDataGet,
];

/// Returns a cuDSS of these functions, as if it were of a release.
pub(crate) fn cudss(version: u32) -> Cudss {
    let resolve = |symbol: Symbol| -> *const c_void {
        match symbol {
            Symbol::cudssCreate => create_handle as *const _,
            Symbol::cudssDestroy => destroy_handle as *const _,
            Symbol::cudssSetStream => set_stream as *const _,
            Symbol::cudssConfigCreate => create_config as *const _,
            Symbol::cudssConfigDestroy => destroy_config as *const _,
            Symbol::cudssConfigSet => set_config as *const _,
            Symbol::cudssDataCreate => create_data as *const _,
            Symbol::cudssDataDestroy => destroy_data as *const _,
            Symbol::cudssDataGet => get_data as *const _,
            Symbol::cudssDataSet => set_data as *const _,
            Symbol::cudssMatrixCreateDn => create_dense as *const _,
            Symbol::cudssMatrixCreateCsr if version >= 10_000 => create_csr as *const _,
            // The same numbers, of another type.
            Symbol::cudssMatrixCreateCsr_0_8_0 if version == 800 => create_csr as *const _,
            Symbol::cudssMatrixDestroy => destroy_matrix as *const _,
            Symbol::cudssExecute => execute as *const _,
            _ => null(),
        }
    };
    // SAFETY: each function has the signature of its slot.
    Cudss::from_table(Box::leak(Box::new(unsafe { CudssTable::from_fn(version, resolve) })))
}

fn done(symbol: Symbol) -> cudssStatus_t {
    if STATE.get().fails == Some(symbol) {
        cudssStatus_t::CUDSS_STATUS_INTERNAL_ERROR
    } else {
        cudssStatus_t::CUDSS_STATUS_SUCCESS
    }
}

fn created<T>(symbol: Symbol, object: *mut *mut T) -> cudssStatus_t {
    let status = done(symbol);
    if status == cudssStatus_t::CUDSS_STATUS_SUCCESS {
        change(|state| state.objects += 1);
        // SAFETY: the caller passes a live pointer.
        unsafe { *object = without_provenance_mut(8) };
    }
    status
}

fn destroyed<T>(object: *mut T) -> cudssStatus_t {
    assert!(!object.is_null());
    change(|state| state.objects -= 1);
    cudssStatus_t::CUDSS_STATUS_SUCCESS
}

unsafe extern "C" fn create_handle(handle: *mut cudssHandle_t) -> cudssStatus_t {
    created(Symbol::cudssCreate, handle)
}

unsafe extern "C" fn destroy_handle(handle: cudssHandle_t) -> cudssStatus_t {
    destroyed(handle)
}

unsafe extern "C" fn set_stream(_: cudssHandle_t, _: cudaStream_t) -> cudssStatus_t {
    done(Symbol::cudssSetStream)
}

unsafe extern "C" fn create_config(config: *mut cudssConfig_t) -> cudssStatus_t {
    created(Symbol::cudssConfigCreate, config)
}

unsafe extern "C" fn destroy_config(config: cudssConfig_t) -> cudssStatus_t {
    destroyed(config)
}

unsafe extern "C" fn set_config(
    _: cudssConfig_t,
    _: cudssConfigParam_t,
    _: *const c_void,
    _: usize,
) -> cudssStatus_t {
    done(Symbol::cudssConfigSet)
}

unsafe extern "C" fn create_data(_: cudssHandle_t, data: *mut cudssData_t) -> cudssStatus_t {
    created(Symbol::cudssDataCreate, data)
}

unsafe extern "C" fn destroy_data(_: cudssHandle_t, data: cudssData_t) -> cudssStatus_t {
    destroyed(data)
}

unsafe extern "C" fn get_data(
    _: cudssHandle_t,
    _: cudssData_t,
    parameter: cudssDataParam_t,
    value: *mut c_void,
    size: usize,
    written: *mut usize,
) -> cudssStatus_t {
    let state = STATE.get();
    let number = match parameter {
        cudssDataParam_t::CUDSS_DATA_INFO => state.info,
        cudssDataParam_t::CUDSS_DATA_NPIVOTS => state.pivots,
        _ => 0,
    };
    // SAFETY: the value has that size, of integers.
    unsafe {
        value.cast::<u8>().write_bytes(0, size);
        value.cast::<c_int>().write(number);
        written.write(size);
    }
    done(Symbol::cudssDataGet)
}

unsafe extern "C" fn set_data(
    _: cudssHandle_t,
    _: cudssData_t,
    parameter: cudssDataParam_t,
    value: *const c_void,
    size: usize,
) -> cudssStatus_t {
    assert_eq!((parameter, size), (cudssDataParam_t::CUDSS_DATA_INFO, size_of::<c_int>()));
    // SAFETY: the value has the size of this type.
    change(|state| state.info = unsafe { *value.cast() });
    cudssStatus_t::CUDSS_STATUS_SUCCESS
}

unsafe extern "C" fn create_dense(
    matrix: *mut cudssMatrix_t,
    _: i64,
    _: i64,
    _: i64,
    _: *const c_void,
    _: cudaDataType,
    _: cudssLayout_t,
) -> cudssStatus_t {
    created(Symbol::cudssMatrixCreateDn, matrix)
}

unsafe extern "C" fn create_csr(
    matrix: *mut cudssMatrix_t,
    _: i64,
    _: i64,
    _: i64,
    _: *const c_void,
    _: *const c_void,
    _: *const c_void,
    _: *const c_void,
    _: cudaDataType,
    _: cudaDataType,
    _: cudaDataType,
    _: cudssMatrixType_t,
    _: cudssMatrixViewType_t,
    _: cudssIndexBase_t,
) -> cudssStatus_t {
    created(Symbol::cudssMatrixCreateCsr, matrix)
}

unsafe extern "C" fn destroy_matrix(matrix: cudssMatrix_t) -> cudssStatus_t {
    destroyed(matrix)
}

unsafe extern "C" fn execute(
    _: cudssHandle_t,
    phase: c_int,
    _: cudssConfig_t,
    _: cudssData_t,
    _: cudssMatrix_t,
    _: cudssMatrix_t,
    _: cudssMatrix_t,
) -> cudssStatus_t {
    change(|state| state.phase = phase);
    done(Symbol::cudssExecute)
}
