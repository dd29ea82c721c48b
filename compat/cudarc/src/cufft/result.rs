//! Unsafe calls that return a `Result`.
#![allow(clippy::too_many_arguments, reason = "the functions of C have as many")]

use core::ffi::{c_int, c_longlong, c_void};

use super::sys;
use crate::library::value;

crate::library::error!(CufftError of cufft cufftResult, CUFFT_SUCCESS);

/// Functions that store a value after their arguments, or a plan before them.
macro_rules! values {
    ($($(@$safe:ident)? $name:ident $function:ident($($parameter:ident: $ty:ty),* $(,)?) -> $output:ty;)*) => {$(
        values! { [$($safe)?] $name $function($($parameter: $ty),*) -> $output }
    )*};
    ([plan] $name:ident $function:ident($($parameter:ident: $ty:ty),*) -> $output:ty) => {
        pub fn $name($($parameter: $ty),*) -> Result<$output, CufftError> {
            // SAFETY: the call stores a plan.
            unsafe { value(|to| sys::$function(to, $($parameter),*).result()) }
        }
    };
    ([safe] $name:ident $function:ident($($parameter:ident: $ty:ty),*) -> $output:ty) => {
        pub fn $name($($parameter: $ty),*) -> Result<$output, CufftError> {
            // SAFETY: the call stores a number.
            unsafe { value(|to| sys::$function($($parameter,)* to).result()) }
        }
    };
    ([] $name:ident $function:ident($($parameter:ident: $ty:ty),*) -> $output:ty) => {
        pub unsafe fn $name($($parameter: $ty),*) -> Result<$output, CufftError> {
            // SAFETY: the caller keeps to the function's contract; it stores a number.
            unsafe { value(|to| sys::$function($($parameter,)* to).result()) }
        }
    };
}

values! {
    @plan create cufftCreate() -> sys::cufftHandle;
    @plan plan_1d cufftPlan1d(nx: c_int, type_: sys::cufftType, batch: c_int) -> sys::cufftHandle;
    @plan plan_2d cufftPlan2d(nx: c_int, ny: c_int, type_: sys::cufftType) -> sys::cufftHandle;
    @plan plan_3d cufftPlan3d(nx: c_int, ny: c_int, nz: c_int, type_: sys::cufftType) -> sys::cufftHandle;
    @safe estimate_1d cufftEstimate1d(nx: c_int, type_: sys::cufftType, batch: c_int) -> usize;
    @safe estimate_2d cufftEstimate2d(nx: c_int, ny: c_int, type_: sys::cufftType) -> usize;
    @safe estimate_3d cufftEstimate3d(nx: c_int, ny: c_int, nz: c_int, type_: sys::cufftType) -> usize;
    @safe get_property cufftGetProperty(property: sys::libraryPropertyType) -> c_int;
    @safe get_version cufftGetVersion() -> c_int;
    estimate_many cufftEstimateMany(
        rank: c_int, n: *mut c_int, inembed: *mut c_int, istride: c_int, idist: c_int, onembed: *mut c_int, ostride: c_int, odist: c_int, type_: sys::cufftType, batch: c_int,
    ) -> usize;
    get_size cufftGetSize(plan: sys::cufftHandle) -> usize;
    get_size_1d cufftGetSize1d(plan: sys::cufftHandle, nx: c_int, type_: sys::cufftType, batch: c_int) -> usize;
    get_size_2d cufftGetSize2d(plan: sys::cufftHandle, nx: c_int, ny: c_int, type_: sys::cufftType) -> usize;
    get_size_3d cufftGetSize3d(
        plan: sys::cufftHandle, nx: c_int, ny: c_int, nz: c_int, type_: sys::cufftType,
    ) -> usize;
    get_size_many cufftGetSizeMany(
        plan: sys::cufftHandle, rank: c_int, n: *mut c_int, inembed: *mut c_int, istride: c_int, idist: c_int, onembed: *mut c_int, ostride: c_int, odist: c_int, type_: sys::cufftType, batch: c_int,
    ) -> usize;
    get_size_many64 cufftGetSizeMany64(
        plan: sys::cufftHandle, rank: c_int, n: *mut c_longlong, inembed: *mut c_longlong, istride: c_longlong, idist: c_longlong, onembed: *mut c_longlong, ostride: c_longlong, odist: c_longlong, type_: sys::cufftType, batch: c_longlong,
    ) -> usize;
    make_plan_1d cufftMakePlan1d(plan: sys::cufftHandle, nx: c_int, type_: sys::cufftType, batch: c_int) -> usize;
    make_plan_2d cufftMakePlan2d(plan: sys::cufftHandle, nx: c_int, ny: c_int, type_: sys::cufftType) -> usize;
    make_plan_3d cufftMakePlan3d(
        plan: sys::cufftHandle, nx: c_int, ny: c_int, nz: c_int, type_: sys::cufftType,
    ) -> usize;
    make_plan_many cufftMakePlanMany(
        plan: sys::cufftHandle, rank: c_int, n: *mut c_int, inembed: *mut c_int, istride: c_int, idist: c_int, onembed: *mut c_int, ostride: c_int, odist: c_int, type_: sys::cufftType, batch: c_int,
    ) -> usize;
    make_plan_many64 cufftMakePlanMany64(
        plan: sys::cufftHandle, rank: c_int, n: *mut c_longlong, inembed: *mut c_longlong, istride: c_longlong, idist: c_longlong, onembed: *mut c_longlong, ostride: c_longlong, odist: c_longlong, type_: sys::cufftType, batch: c_longlong,
    ) -> usize;
    get_plan_property_i64 cufftGetPlanPropertyInt64(
        plan: sys::cufftHandle, property: sys::cufftProperty,
    ) -> c_longlong;
}

crate::library::calls! {
    -> Result<(), CufftError>;
    destroy cufftDestroy(plan: sys::cufftHandle);
    exec_c2c cufftExecC2C(
        plan: sys::cufftHandle, idata: *mut sys::cufftComplex, odata: *mut sys::cufftComplex, direction: c_int,
    );
    exec_c2r cufftExecC2R(plan: sys::cufftHandle, idata: *mut sys::cufftComplex, odata: *mut sys::cufftReal);
    exec_r2c cufftExecR2C(plan: sys::cufftHandle, idata: *mut sys::cufftReal, odata: *mut sys::cufftComplex);
    exec_d2z cufftExecD2Z(plan: sys::cufftHandle, idata: *mut sys::cufftDoubleReal, odata: *mut sys::cufftDoubleComplex);
    exec_z2d cufftExecZ2D(plan: sys::cufftHandle, idata: *mut sys::cufftDoubleComplex, odata: *mut sys::cufftDoubleReal);
    exec_z2z cufftExecZ2Z(
        plan: sys::cufftHandle, idata: *mut sys::cufftDoubleComplex, odata: *mut sys::cufftDoubleComplex,
        direction: c_int,
    );
    reset_plan_property cufftResetPlanProperty(plan: sys::cufftHandle, property: sys::cufftProperty);
    set_plan_property_i64 cufftSetPlanPropertyInt64(
        plan: sys::cufftHandle, property: sys::cufftProperty, value: c_longlong,
    );
    set_stream cufftSetStream(plan: sys::cufftHandle, stream: sys::cudaStream_t);
    set_work_area cufftSetWorkArea(plan: sys::cufftHandle, work_area: *mut c_void);
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
