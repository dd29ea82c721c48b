//! Green contexts through raw calls: result codes, and unchanged outputs.

use core::ptr::null_mut;

use cuda_driver::{Raw, sys::*};

use crate::{TestDevice, code};

const SM: CUdevResourceType = CUdevResourceType::CU_DEV_RESOURCE_TYPE_SM;

/// Splits multiprocessors into `groups` parts; also returns the number that the call wrote.
fn split(
    raw: Raw,
    input: &CUdevResource,
    groups: u32,
    count: u32,
) -> (Result<(), CUresult>, u32, Vec<CUdevResource>, CUdevResource) {
    let mut parts = vec![CUdevResource::default(); groups as usize];
    let (mut group_count, mut rest) = (groups, CUdevResource::default());
    let split = call!(
        raw,
        cuDevSmResourceSplitByCount(
            parts.as_mut_ptr(),
            &raw mut group_count,
            input,
            &raw mut rest,
            0,
            count
        )
    );
    (split.map_err(|error| error.code().as_raw()), group_count, parts, rest)
}

fn count(resource: &CUdevResource) -> u32 {
    assert_eq!(resource.type_, SM);
    // SAFETY: it is a resource of multiprocessors.
    unsafe { resource.resource.sm.smCount }
}

/// Creates a green context with the smallest part.
fn green(sim: &TestDevice) -> CUgreenCtx {
    let all = call!(sim.raw, cuDeviceGetDevResource(0, SM)).unwrap();
    let (_, _, parts, _) = split(sim.raw, &all, 1, 1);
    let desc = call!(sim.raw, cuDevResourceGenerateDesc(&parts)).unwrap();
    call!(sim.raw, cuGreenCtxCreate(desc, 0, 1)).unwrap()
}

#[test]
fn parts_have_the_sizes_of_a_gpu() {
    let sim = TestDevice::new();
    let all = call!(sim.raw, cuDeviceGetDevResource(0, SM)).unwrap();
    for (least, size) in [(0, 8), (1, 8), (8, 8), (9, 16)] {
        let (done, groups, parts, rest) = split(sim.raw, &all, 1, least);
        assert_eq!((done, groups, count(&parts[0])), (Ok(()), 1, size));
        let left = if count(&all) == size { 0 } else { count(&rest) };
        assert_eq!(size + left, count(&all));
    }
    for too_many in [count(&all) + 1, u32::MAX] {
        let (done, ..) = split(sim.raw, &all, 1, too_many);
        assert_eq!(done, Err(CUresult::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION));
    }
}

#[test]
fn invalid_resources_are_rejected() {
    let sim = TestDevice::new();
    let nothing = CUdevResource::default();
    let (done, ..) = split(sim.raw, &nothing, 1, 1);
    assert_eq!(done, Err(CUresult::CUDA_ERROR_INVALID_RESOURCE_TYPE));
    let made_up = CUdevResource { type_: SM, ..nothing };
    let (done, ..) = split(sim.raw, &made_up, 1, 1);
    assert!(done.is_err());
    assert_eq!(
        code(call!(sim.raw, cuDevResourceGenerateDesc(&[nothing]))),
        CUresult::CUDA_ERROR_INVALID_RESOURCE_TYPE
    );
    assert!(call!(sim.raw, cuDevResourceGenerateDesc(&[made_up])).is_err());
    assert_eq!(
        code(call!(sim.raw, cuDevResourceGenerateDesc(&[]))),
        CUresult::CUDA_ERROR_INVALID_VALUE
    );
}

#[test]
fn a_green_context_holds_the_primary_context() {
    let sim = TestDevice::new();
    let green = green(&sim);
    let context = call!(sim.raw, cuCtxFromGreenCtx(green)).unwrap();
    assert_eq!(call!(sim.raw, cuCtxFromGreenCtx(green)).unwrap(), context);
    let primary = call!(sim.raw, cuDevicePrimaryCtxRetain(0)).unwrap();
    assert_ne!(context, primary);
    assert_eq!(call!(sim.raw, cuDevicePrimaryCtxGetState(0)).unwrap().1, 1);
    let stream = call!(sim.raw, cuGreenCtxStreamCreate(green, 1, 0)).unwrap();
    assert_eq!(call!(sim.raw, cuStreamGetCtx_v2(stream)).unwrap(), (primary, green));
    assert_eq!(call!(sim.raw, cuStreamGetCtx(stream)).unwrap(), context);
    call!(sim.raw, cuStreamDestroy(stream)).unwrap();
    call!(sim.raw, cuGreenCtxDestroy(green)).unwrap();
    call!(sim.raw, cuDevicePrimaryCtxRelease(0)).unwrap();
}

#[test]
fn memory_of_a_green_context_belongs_to_the_primary_context() {
    let sim = TestDevice::new();
    let green = green(&sim);
    let context = call!(sim.raw, cuCtxFromGreenCtx(green)).unwrap();
    let primary = call!(sim.raw, cuDevicePrimaryCtxRetain(0)).unwrap();
    call!(sim.raw, cuCtxSetCurrent(context)).unwrap();
    let memory = call!(sim.raw, cuMemAlloc(4)).unwrap();
    let event = call!(sim.raw, cuEventCreate(0)).unwrap();
    call!(sim.raw, cuCtxSetCurrent(primary)).unwrap();
    call!(sim.raw, cuGreenCtxDestroy(green)).unwrap();
    call!(sim.raw, cuEventRecord(event, null_mut())).unwrap();
    call!(sim.raw, cuEventDestroy(event)).unwrap();
    call!(sim.raw, cuMemFree(memory)).unwrap();
    call!(sim.raw, cuDevicePrimaryCtxRelease(0)).unwrap();
}

#[test]
fn objects_of_a_destroyed_green_context_return_an_error() {
    let sim = TestDevice::new();
    // Without this, the streams would end with the primary context.
    call!(sim.raw, cuDevicePrimaryCtxRetain(0)).unwrap();
    let green = green(&sim);
    let context = call!(sim.raw, cuCtxFromGreenCtx(green)).unwrap();
    let stream = call!(sim.raw, cuGreenCtxStreamCreate(green, 1, 0)).unwrap();
    assert_eq!(code(call!(sim.raw, cuCtxDestroy(context))), CUresult::CUDA_ERROR_INVALID_CONTEXT);
    call!(sim.raw, cuGreenCtxDestroy(green)).unwrap();
    let destroyed = CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED;
    assert_eq!(code(call!(sim.raw, cuStreamSynchronize(stream))), destroyed);
    assert_eq!(code(call!(sim.raw, cuStreamDestroy(stream))), destroyed);
    assert_eq!(code(call!(sim.raw, cuCtxGetId(context))), destroyed);
    assert_eq!(code(call!(sim.raw, cuGreenCtxDestroy(green))), destroyed);
    for wrong in [null_mut(), 0xdead_beef_usize as _] {
        assert_eq!(
            code(call!(sim.raw, cuGreenCtxDestroy(wrong))),
            CUresult::CUDA_ERROR_INVALID_CONTEXT
        );
    }
    call!(sim.raw, cuDevicePrimaryCtxRelease(0)).unwrap();
}

#[test]
fn green_contexts_only_have_non_blocking_streams() {
    let sim = TestDevice::new();
    let green = green(&sim);
    for flags in [0, 2, 3] {
        assert_eq!(
            code(call!(sim.raw, cuGreenCtxStreamCreate(green, flags, 0))),
            CUresult::CUDA_ERROR_INVALID_VALUE
        );
    }
    let stream = call!(sim.raw, cuGreenCtxStreamCreate(green, 1, -100)).unwrap();
    assert_eq!(call!(sim.raw, cuStreamGetPriority(stream)).unwrap(), -5);
    call!(sim.raw, cuStreamDestroy(stream)).unwrap();
    call!(sim.raw, cuGreenCtxDestroy(green)).unwrap();
}
