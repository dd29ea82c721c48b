//! Unsafe calls that return a `Result`.
#![allow(clippy::too_many_arguments, reason = "the functions of C have as many")]

use core::ffi::{c_int, c_longlong, c_void};

use super::sys;
use crate::library::value;

crate::library::error!(CufftError of cufft cufftResult, CUFFT_SUCCESS);

pub fn create() -> Result<sys::cufftHandle, CufftError> {
    // SAFETY: the call stores a plan.
    unsafe { value(|to| sys::cufftCreate(to).result()) }
}

pub fn plan_1d(
    nx: c_int,
    type_: sys::cufftType,
    batch: c_int,
) -> Result<sys::cufftHandle, CufftError> {
    // SAFETY: the call stores a plan.
    unsafe { value(|to| sys::cufftPlan1d(to, nx, type_, batch).result()) }
}

pub fn plan_2d(
    nx: c_int,
    ny: c_int,
    type_: sys::cufftType,
) -> Result<sys::cufftHandle, CufftError> {
    // SAFETY: the call stores a plan.
    unsafe { value(|to| sys::cufftPlan2d(to, nx, ny, type_).result()) }
}

pub fn plan_3d(
    nx: c_int,
    ny: c_int,
    nz: c_int,
    type_: sys::cufftType,
) -> Result<sys::cufftHandle, CufftError> {
    // SAFETY: the call stores a plan.
    unsafe { value(|to| sys::cufftPlan3d(to, nx, ny, nz, type_).result()) }
}

pub fn estimate_1d(nx: c_int, type_: sys::cufftType, batch: c_int) -> Result<usize, CufftError> {
    // SAFETY: the call stores a number.
    unsafe { value(|to| sys::cufftEstimate1d(nx, type_, batch, to).result()) }
}

pub fn estimate_2d(nx: c_int, ny: c_int, type_: sys::cufftType) -> Result<usize, CufftError> {
    // SAFETY: the call stores a number.
    unsafe { value(|to| sys::cufftEstimate2d(nx, ny, type_, to).result()) }
}

pub fn estimate_3d(
    nx: c_int,
    ny: c_int,
    nz: c_int,
    type_: sys::cufftType,
) -> Result<usize, CufftError> {
    // SAFETY: the call stores a number.
    unsafe { value(|to| sys::cufftEstimate3d(nx, ny, nz, type_, to).result()) }
}

pub fn get_property(property: sys::libraryPropertyType) -> Result<c_int, CufftError> {
    // SAFETY: the call stores a number.
    unsafe { value(|to| sys::cufftGetProperty(property, to).result()) }
}

pub fn get_version() -> Result<c_int, CufftError> {
    // SAFETY: the call stores a number.
    unsafe { value(|to| sys::cufftGetVersion(to).result()) }
}

pub unsafe fn estimate_many(
    rank: c_int,
    n: *mut c_int,
    inembed: *mut c_int,
    istride: c_int,
    idist: c_int,
    onembed: *mut c_int,
    ostride: c_int,
    odist: c_int,
    type_: sys::cufftType,
    batch: c_int,
) -> Result<usize, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe {
        value(|to| {
            sys::cufftEstimateMany(
                rank, n, inembed, istride, idist, onembed, ostride, odist, type_, batch, to,
            )
            .result()
        })
    }
}

pub unsafe fn get_size(plan: sys::cufftHandle) -> Result<usize, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe { value(|to| sys::cufftGetSize(plan, to).result()) }
}

pub unsafe fn get_size_1d(
    plan: sys::cufftHandle,
    nx: c_int,
    type_: sys::cufftType,
    batch: c_int,
) -> Result<usize, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe { value(|to| sys::cufftGetSize1d(plan, nx, type_, batch, to).result()) }
}

pub unsafe fn get_size_2d(
    plan: sys::cufftHandle,
    nx: c_int,
    ny: c_int,
    type_: sys::cufftType,
) -> Result<usize, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe { value(|to| sys::cufftGetSize2d(plan, nx, ny, type_, to).result()) }
}

pub unsafe fn get_size_3d(
    plan: sys::cufftHandle,
    nx: c_int,
    ny: c_int,
    nz: c_int,
    type_: sys::cufftType,
) -> Result<usize, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe { value(|to| sys::cufftGetSize3d(plan, nx, ny, nz, type_, to).result()) }
}

pub unsafe fn get_size_many(
    plan: sys::cufftHandle,
    rank: c_int,
    n: *mut c_int,
    inembed: *mut c_int,
    istride: c_int,
    idist: c_int,
    onembed: *mut c_int,
    ostride: c_int,
    odist: c_int,
    type_: sys::cufftType,
    batch: c_int,
) -> Result<usize, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe {
        value(|to| {
            sys::cufftGetSizeMany(
                plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type_, batch, to,
            )
            .result()
        })
    }
}

pub unsafe fn get_size_many64(
    plan: sys::cufftHandle,
    rank: c_int,
    n: *mut c_longlong,
    inembed: *mut c_longlong,
    istride: c_longlong,
    idist: c_longlong,
    onembed: *mut c_longlong,
    ostride: c_longlong,
    odist: c_longlong,
    type_: sys::cufftType,
    batch: c_longlong,
) -> Result<usize, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe {
        value(|to| {
            sys::cufftGetSizeMany64(
                plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type_, batch, to,
            )
            .result()
        })
    }
}

pub unsafe fn make_plan_1d(
    plan: sys::cufftHandle,
    nx: c_int,
    type_: sys::cufftType,
    batch: c_int,
) -> Result<usize, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe { value(|to| sys::cufftMakePlan1d(plan, nx, type_, batch, to).result()) }
}

pub unsafe fn make_plan_2d(
    plan: sys::cufftHandle,
    nx: c_int,
    ny: c_int,
    type_: sys::cufftType,
) -> Result<usize, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe { value(|to| sys::cufftMakePlan2d(plan, nx, ny, type_, to).result()) }
}

pub unsafe fn make_plan_3d(
    plan: sys::cufftHandle,
    nx: c_int,
    ny: c_int,
    nz: c_int,
    type_: sys::cufftType,
) -> Result<usize, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe { value(|to| sys::cufftMakePlan3d(plan, nx, ny, nz, type_, to).result()) }
}

pub unsafe fn make_plan_many(
    plan: sys::cufftHandle,
    rank: c_int,
    n: *mut c_int,
    inembed: *mut c_int,
    istride: c_int,
    idist: c_int,
    onembed: *mut c_int,
    ostride: c_int,
    odist: c_int,
    type_: sys::cufftType,
    batch: c_int,
) -> Result<usize, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe {
        value(|to| {
            sys::cufftMakePlanMany(
                plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type_, batch, to,
            )
            .result()
        })
    }
}

pub unsafe fn make_plan_many64(
    plan: sys::cufftHandle,
    rank: c_int,
    n: *mut c_longlong,
    inembed: *mut c_longlong,
    istride: c_longlong,
    idist: c_longlong,
    onembed: *mut c_longlong,
    ostride: c_longlong,
    odist: c_longlong,
    type_: sys::cufftType,
    batch: c_longlong,
) -> Result<usize, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe {
        value(|to| {
            sys::cufftMakePlanMany64(
                plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type_, batch, to,
            )
            .result()
        })
    }
}

pub unsafe fn get_plan_property_i64(
    plan: sys::cufftHandle,
    property: sys::cufftProperty,
) -> Result<c_longlong, CufftError> {
    // SAFETY: the caller keeps to the function's contract; it stores a number.
    unsafe { value(|to| sys::cufftGetPlanPropertyInt64(plan, property, to).result()) }
}

pub unsafe fn destroy(plan: sys::cufftHandle) -> Result<(), CufftError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cufftDestroy(plan) }.result()
}

pub unsafe fn exec_c2c(
    plan: sys::cufftHandle,
    idata: *mut sys::cufftComplex,
    odata: *mut sys::cufftComplex,
    direction: c_int,
) -> Result<(), CufftError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cufftExecC2C(plan, idata, odata, direction) }.result()
}

pub unsafe fn exec_c2r(
    plan: sys::cufftHandle,
    idata: *mut sys::cufftComplex,
    odata: *mut sys::cufftReal,
) -> Result<(), CufftError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cufftExecC2R(plan, idata, odata) }.result()
}

pub unsafe fn exec_r2c(
    plan: sys::cufftHandle,
    idata: *mut sys::cufftReal,
    odata: *mut sys::cufftComplex,
) -> Result<(), CufftError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cufftExecR2C(plan, idata, odata) }.result()
}

pub unsafe fn exec_d2z(
    plan: sys::cufftHandle,
    idata: *mut sys::cufftDoubleReal,
    odata: *mut sys::cufftDoubleComplex,
) -> Result<(), CufftError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cufftExecD2Z(plan, idata, odata) }.result()
}

pub unsafe fn exec_z2d(
    plan: sys::cufftHandle,
    idata: *mut sys::cufftDoubleComplex,
    odata: *mut sys::cufftDoubleReal,
) -> Result<(), CufftError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cufftExecZ2D(plan, idata, odata) }.result()
}

pub unsafe fn exec_z2z(
    plan: sys::cufftHandle,
    idata: *mut sys::cufftDoubleComplex,
    odata: *mut sys::cufftDoubleComplex,
    direction: c_int,
) -> Result<(), CufftError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cufftExecZ2Z(plan, idata, odata, direction) }.result()
}

pub unsafe fn reset_plan_property(
    plan: sys::cufftHandle,
    property: sys::cufftProperty,
) -> Result<(), CufftError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cufftResetPlanProperty(plan, property) }.result()
}

pub unsafe fn set_plan_property_i64(
    plan: sys::cufftHandle,
    property: sys::cufftProperty,
    value: c_longlong,
) -> Result<(), CufftError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cufftSetPlanPropertyInt64(plan, property, value) }.result()
}

pub unsafe fn set_stream(
    plan: sys::cufftHandle,
    stream: sys::cudaStream_t,
) -> Result<(), CufftError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cufftSetStream(plan, stream) }.result()
}

pub unsafe fn set_work_area(
    plan: sys::cufftHandle,
    work_area: *mut c_void,
) -> Result<(), CufftError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cufftSetWorkArea(plan, work_area) }.result()
}

pub unsafe fn set_auto_allocation(
    plan: sys::cufftHandle,
    auto_allocate: bool,
) -> Result<(), CufftError> {
    // SAFETY: the caller guarantees that the plan is alive.
    unsafe { sys::cufftSetAutoAllocation(plan, c_int::from(auto_allocate)) }.result()
}

pub unsafe fn plan_many(
    rank: c_int,
    n: *mut c_int,
    inembed: *mut c_int,
    istride: c_int,
    idist: c_int,
    onembed: *mut c_int,
    ostride: c_int,
    odist: c_int,
    type_: sys::cufftType,
    batch: c_int,
) -> Result<sys::cufftHandle, CufftError> {
    // SAFETY: the caller guarantees that the lists have `rank` entries; the call stores a plan.
    unsafe {
        value(|to| {
            sys::cufftPlanMany(
                to, rank, n, inembed, istride, idist, onembed, ostride, odist, type_, batch,
            )
            .result()
        })
    }
}
