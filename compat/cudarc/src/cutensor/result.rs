//! Unsafe calls that return a `Result`.
#![allow(clippy::too_many_arguments, reason = "the functions of C have as many")]

use core::ffi::c_void;

use super::sys;
use crate::library::value;

crate::library::error!(CutensorError of cutensor cutensorStatus_t, CUTENSOR_STATUS_SUCCESS);

pub fn create_handle() -> Result<sys::cutensorHandle_t, CutensorError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|to| sys::cutensorCreate(to).result()) }
}

/// Returns the release in three parts; zeros, if there is no cuTENSOR.
pub fn get_version() -> (usize, usize, usize) {
    // SAFETY: it takes nothing.
    let version = unsafe { sys::cutensorGetVersion() };
    (version / 10000, version / 100 % 100, version % 100)
}

pub unsafe fn destroy_handle(handle: sys::cutensorHandle_t) -> Result<(), CutensorError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cutensorDestroy(handle) }.result()
}

pub unsafe fn destroy_tensor_descriptor(
    desc: sys::cutensorTensorDescriptor_t,
) -> Result<(), CutensorError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cutensorDestroyTensorDescriptor(desc) }.result()
}

pub unsafe fn destroy_operation_descriptor(
    desc: sys::cutensorOperationDescriptor_t,
) -> Result<(), CutensorError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cutensorDestroyOperationDescriptor(desc) }.result()
}

pub unsafe fn destroy_plan_preference(
    pref: sys::cutensorPlanPreference_t,
) -> Result<(), CutensorError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cutensorDestroyPlanPreference(pref) }.result()
}

pub unsafe fn destroy_plan(plan: sys::cutensorPlan_t) -> Result<(), CutensorError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cutensorDestroyPlan(plan) }.result()
}

pub unsafe fn contract(
    handle: sys::cutensorHandle_t,
    plan: sys::cutensorPlan_t,
    alpha: *const c_void,
    a: *const c_void,
    b: *const c_void,
    beta: *const c_void,
    c: *const c_void,
    d: *mut c_void,
    workspace: *mut c_void,
    workspace_size: u64,
    stream: sys::cudaStream_t,
) -> Result<(), CutensorError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cutensorContract(
            handle,
            plan,
            alpha,
            a,
            b,
            beta,
            c,
            d,
            workspace,
            workspace_size,
            stream,
        )
    }
    .result()
}

pub unsafe fn reduce(
    handle: sys::cutensorHandle_t,
    plan: sys::cutensorPlan_t,
    alpha: *const c_void,
    a: *const c_void,
    beta: *const c_void,
    c: *const c_void,
    d: *mut c_void,
    workspace: *mut c_void,
    workspace_size: u64,
    stream: sys::cudaStream_t,
) -> Result<(), CutensorError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cutensorReduce(handle, plan, alpha, a, beta, c, d, workspace, workspace_size, stream)
    }
    .result()
}

pub unsafe fn create_tensor_descriptor(
    handle: sys::cutensorHandle_t,
    num_modes: u32,
    extent: *const i64,
    stride: *const i64,
    data_type: sys::cudaDataType_t,
    alignment_requirement: u32,
) -> Result<sys::cutensorTensorDescriptor_t, CutensorError> {
    // SAFETY: the caller keeps to the function's contract; it stores what it creates.
    unsafe {
        value(|to| {
            sys::cutensorCreateTensorDescriptor(
                handle,
                to,
                num_modes,
                extent,
                stride,
                data_type,
                alignment_requirement,
            )
            .result()
        })
    }
}

pub unsafe fn create_contraction(
    handle: sys::cutensorHandle_t,
    desc_a: sys::cutensorTensorDescriptor_t,
    mode_a: *const i32,
    op_a: sys::cutensorOperator_t,
    desc_b: sys::cutensorTensorDescriptor_t,
    mode_b: *const i32,
    op_b: sys::cutensorOperator_t,
    desc_c: sys::cutensorTensorDescriptor_t,
    mode_c: *const i32,
    op_c: sys::cutensorOperator_t,
    desc_d: sys::cutensorTensorDescriptor_t,
    mode_d: *const i32,
    compute_desc: sys::cutensorComputeDescriptor_t,
) -> Result<sys::cutensorOperationDescriptor_t, CutensorError> {
    // SAFETY: the caller keeps to the function's contract; it stores what it creates.
    unsafe {
        value(|to| {
            sys::cutensorCreateContraction(
                handle,
                to,
                desc_a,
                mode_a,
                op_a,
                desc_b,
                mode_b,
                op_b,
                desc_c,
                mode_c,
                op_c,
                desc_d,
                mode_d,
                compute_desc,
            )
            .result()
        })
    }
}

pub unsafe fn create_reduction(
    handle: sys::cutensorHandle_t,
    desc_a: sys::cutensorTensorDescriptor_t,
    mode_a: *const i32,
    op_a: sys::cutensorOperator_t,
    desc_c: sys::cutensorTensorDescriptor_t,
    mode_c: *const i32,
    op_c: sys::cutensorOperator_t,
    desc_d: sys::cutensorTensorDescriptor_t,
    mode_d: *const i32,
    op_reduce: sys::cutensorOperator_t,
    compute_desc: sys::cutensorComputeDescriptor_t,
) -> Result<sys::cutensorOperationDescriptor_t, CutensorError> {
    // SAFETY: the caller keeps to the function's contract; it stores what it creates.
    unsafe {
        value(|to| {
            sys::cutensorCreateReduction(
                handle,
                to,
                desc_a,
                mode_a,
                op_a,
                desc_c,
                mode_c,
                op_c,
                desc_d,
                mode_d,
                op_reduce,
                compute_desc,
            )
            .result()
        })
    }
}

pub unsafe fn create_plan_preference(
    handle: sys::cutensorHandle_t,
    algo: sys::cutensorAlgo_t,
    jit_mode: sys::cutensorJitMode_t,
) -> Result<sys::cutensorPlanPreference_t, CutensorError> {
    // SAFETY: the caller keeps to the function's contract; it stores what it creates.
    unsafe { value(|to| sys::cutensorCreatePlanPreference(handle, to, algo, jit_mode).result()) }
}

pub unsafe fn create_plan(
    handle: sys::cutensorHandle_t,
    desc: sys::cutensorOperationDescriptor_t,
    pref: sys::cutensorPlanPreference_t,
    workspace_size: u64,
) -> Result<sys::cutensorPlan_t, CutensorError> {
    // SAFETY: the caller keeps to the function's contract; it stores what it creates.
    unsafe { value(|to| sys::cutensorCreatePlan(handle, to, desc, pref, workspace_size).result()) }
}

pub unsafe fn estimate_workspace_size(
    handle: sys::cutensorHandle_t,
    desc: sys::cutensorOperationDescriptor_t,
    pref: sys::cutensorPlanPreference_t,
    workspace_pref: sys::cutensorWorksizePreference_t,
) -> Result<u64, CutensorError> {
    // SAFETY: the caller guarantees that all are alive; the call stores a number.
    unsafe {
        value(|to| {
            sys::cutensorEstimateWorkspaceSize(handle, desc, pref, workspace_pref, to).result()
        })
    }
}
