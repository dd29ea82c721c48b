//! Products as work of the device: in the order of streams, in graphs, with faults.

use core::ptr::null_mut;

use cuda_driver::sys::{CUresult, CUstreamCaptureMode};
use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::cudaStream_t;

use super::{OPERATIONS, SUCCESS, TestHandle, call};
use crate::run_alone;

/// Submits `c = a * b` of square matrices of `f32`.
fn square(test: &TestHandle, size: i32, [a, b, c]: [u64; 3]) -> cublasStatus_t {
    let (one, zero) = (1.0_f32, 0.0_f32);
    call!(cublasSgemm_v2(
        test.handle,
        OPERATIONS[0],
        OPERATIONS[0],
        size,
        size,
        size,
        &raw const one,
        a as *const f32,
        size,
        b as *const f32,
        size,
        &raw const zero,
        c as *mut f32,
        size,
    ))
}

#[test]
fn a_product_is_computed_in_the_order_of_its_stream() {
    let test = TestHandle::new();
    let a = test.stream.upload(&[1.0_f32, 2.0, 3.0, 4.0]).unwrap();
    let mut c = test.stream.alloc::<f32>(4).unwrap();
    let addresses = [a.as_raw(), a.as_raw(), c.as_raw()];
    assert_eq!(square(&test, 2, addresses), SUCCESS);
    // By columns: [[1, 3], [2, 4]] squared.
    assert_eq!(c.to_vec().unwrap(), [7.0, 10.0, 15.0, 22.0]);
    test.stream.fill(&mut c, 0.0).unwrap();
    assert_eq!(c.to_vec().unwrap(), [0.0; 4]);
}

#[test]
fn without_a_stream_it_is_the_default_one_of_either_kind() {
    let test = TestHandle::new();
    let a = test.stream.upload(&[3.0_f32]).unwrap();
    let c = test.stream.upload(&[0.0_f32]).unwrap();
    test.stream.synchronize().unwrap();
    // None, and CUDA's two numbers for the legacy one and that of the thread.
    for stream in [0_usize, 1, 2] {
        let raw = stream as cudaStream_t;
        assert_eq!(call!(cublasSetStream_v2(test.handle, raw)), SUCCESS);
        let addresses = [a.as_raw(), a.as_raw(), c.as_raw()];
        assert_eq!(square(&test, 1, addresses), SUCCESS);
        let mut sum = 0.0_f32;
        let address = c.as_raw() as *const f32;
        let status = call!(cublasSasum_v2(test.handle, 1, address, 1, &raw mut sum));
        assert_eq!((status, sum), (SUCCESS, 9.0));
    }
}

#[test]
fn a_product_waits_for_what_its_stream_waits_for() {
    let test = TestHandle::new();
    let raw = test.context.driver().raw();
    // Streams don't wait for memory of pools.
    // SAFETY: a context is current, and the memory is freed below.
    let flag = unsafe { raw.cuMemAlloc(4) }.unwrap();
    // SAFETY: it was just allocated.
    unsafe { raw.cuMemsetD32(flag, 0, 1) }.unwrap();
    let a = test.stream.upload(&[3.0_f32]).unwrap();
    let c = test.stream.upload(&[0.0_f32]).unwrap();
    // On a GPU, loading the kernel waits for all streams.
    assert_eq!(square(&test, 1, [a.as_raw(), a.as_raw(), c.as_raw()]), SUCCESS);
    test.stream.synchronize().unwrap();
    // SAFETY: the stream is alive, and the memory is allocated until the stream is synchronized.
    unsafe { raw.cuStreamWaitValue32(test.stream.as_raw(), flag, 1, 0) }.unwrap();
    assert_eq!(square(&test, 1, [a.as_raw(), a.as_raw(), c.as_raw()]), SUCCESS);
    // SAFETY: as above.
    let busy = unsafe { raw.cuStreamQuery(test.stream.as_raw()) }.unwrap_err();
    assert_eq!(busy.code().as_raw(), CUresult::CUDA_ERROR_NOT_READY);
    let other = test.context.stream().unwrap();
    // SAFETY: as above.
    unsafe { raw.cuStreamWriteValue32(other.as_raw(), flag, 1, 0) }.unwrap();
    assert_eq!(c.to_vec().unwrap(), [9.0]);
    // SAFETY: nothing uses it any more.
    unsafe { raw.cuMemFree(flag) }.unwrap();
}

#[test]
fn a_captured_product_is_a_kernel_that_computes_with_the_data_at_each_launch() {
    let test = TestHandle::new();
    let raw = test.context.driver().raw();
    let mut a = test.stream.upload(&[1.0_f32, 2.0, 3.0, 4.0]).unwrap();
    let c = test.stream.alloc::<f32>(4).unwrap();
    test.stream.synchronize().unwrap();
    let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
    // SAFETY: the stream is alive, and the graph below uses memory that lives longer.
    unsafe { raw.cuStreamBeginCapture(test.stream.as_raw(), mode) }.unwrap();
    let addresses = [a.as_raw(), a.as_raw(), c.as_raw()];
    assert_eq!(square(&test, 2, addresses), SUCCESS);
    // SAFETY: as above.
    let graph = unsafe { raw.cuStreamEndCapture(test.stream.as_raw()) }.unwrap();
    // SAFETY: as above.
    let exec = unsafe { raw.cuGraphInstantiate(graph, 0) }.unwrap();
    for scale in [1.0, 10.0] {
        test.stream.upload_into(&[scale, 2.0 * scale, 3.0 * scale, 4.0 * scale], &mut a).unwrap();
        // SAFETY: as above.
        unsafe { raw.cuGraphLaunch(exec, test.stream.as_raw()) }.unwrap();
        let expected = [7.0, 10.0, 15.0, 22.0].map(|x| x * scale * scale);
        assert_eq!(c.to_vec().unwrap(), expected);
    }
    // SAFETY: both are alive and used no more.
    unsafe { raw.cuGraphExecDestroy(exec) }.unwrap();
    // SAFETY: as above.
    unsafe { raw.cuGraphDestroy(graph) }.unwrap();
}

#[test]
fn a_result_on_the_host_ends_a_capture() {
    let test = TestHandle::new();
    let raw = test.context.driver().raw();
    let x = test.stream.upload(&[1.0_f32]).unwrap();
    test.stream.synchronize().unwrap();
    let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
    // SAFETY: the stream is alive.
    unsafe { raw.cuStreamBeginCapture(test.stream.as_raw(), mode) }.unwrap();
    let mut norm = 0.0_f32;
    let address = x.as_raw() as *const f32;
    let status = call!(cublasSnrm2_v2(test.handle, 1, address, 1, &raw mut norm));
    assert_eq!(status, cublasStatus_t::CUBLAS_STATUS_INTERNAL_ERROR);
    // SAFETY: as above.
    let ended = unsafe { raw.cuStreamEndCapture(test.stream.as_raw()) }.unwrap_err();
    let invalidated = CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    assert_eq!(ended.code().as_raw(), invalidated);
}

#[test]
fn handles_leave_nothing_behind() {
    if !crate::is_software() {
        return;
    }
    let output = run_alone("cublas::order::leaving_nothing", &[("CUDA_SIM_LEAKS", "1")]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!text.contains("living objects"), "{text}");
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn leaving_nothing() {
    let test = TestHandle::new();
    let c = test.stream.alloc::<f32>(1).unwrap();
    let addresses = [c.as_raw(); 3];
    assert_eq!(square(&test, 1, addresses), SUCCESS);
    drop(c);
    test.stream.synchronize().unwrap();
    let context = test.context.clone();
    drop(test);
    let objects = cuda_sim::live_objects();
    let of_context: Vec<_> = objects.iter().filter(|object| object.kind != "context").collect();
    assert!(of_context.is_empty(), "{of_context:?}");
    drop(context);
}

#[test]
fn a_matrix_that_was_freed_is_a_fault_that_names_the_kernel() {
    if !crate::is_software() {
        return;
    }
    let output = run_alone("cublas::order::freed", &[]);
    let text = String::from_utf8_lossy(&output.stderr);
    for part in ["load of 4 bytes", "which was freed", "kernel cublas::product"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn freed() {
    let test = TestHandle::new();
    let c = test.stream.upload(&[0.0_f32; 4]).unwrap();
    let a = test.stream.upload(&[0.0_f32; 4]).unwrap();
    let gone = a.as_raw();
    drop(a);
    test.stream.synchronize().unwrap();
    assert_eq!(square(&test, 2, [gone, c.as_raw(), c.as_raw()]), SUCCESS);
    let raw = test.context.driver().raw();
    // SAFETY: the stream is alive.
    let code = unsafe { raw.cuStreamSynchronize(test.stream.as_raw()) }.unwrap_err();
    assert_eq!(code.code().as_raw(), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    // From now on, every call fails.
    let status = square(&test, 2, [c.as_raw(); 3]);
    assert_eq!(status, cublasStatus_t::CUBLAS_STATUS_EXECUTION_FAILED);
    cuda_sim::recover();
}

#[test]
fn a_matrix_beyond_its_memory_and_a_misaligned_one_are_faults() {
    if !crate::is_software() {
        return;
    }
    run_alone("cublas::order::beyond", &[]);
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn beyond() {
    let test = TestHandle::new();
    let raw = test.context.driver().raw();
    let c = test.stream.upload(&[0.0_f32; 4]).unwrap();
    let (address, illegal) = (c.as_raw(), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let misaligned = CUresult::CUDA_ERROR_MISALIGNED_ADDRESS;
    for (size, a, expected) in [
        (3, address, illegal),
        (1, address + 16, illegal),
        (1, address + 2, misaligned),
        (1, 0, illegal),
        // Also what would be too large for the host.
        (1 << 30, address, illegal),
    ] {
        assert_eq!(square(&test, size, [a, address, address]), SUCCESS);
        // SAFETY: the stream is alive.
        let code = unsafe { raw.cuStreamSynchronize(test.stream.as_raw()) }.unwrap_err();
        assert_eq!(code.code().as_raw(), expected);
        cuda_sim::recover();
    }
    // A vector of one element may stand for many, but not for more than the host can copy.
    let (one, len) = (1.0_f32, 1_i64 << 60);
    let (x, y) = (address as *const f32, address as *mut f32);
    let status = call!(cublasSaxpy_v2_64(test.handle, len, &raw const one, x, 0, y, 0));
    assert_eq!(status, SUCCESS);
    // SAFETY: the stream is alive.
    let code = unsafe { raw.cuStreamSynchronize(test.stream.as_raw()) }.unwrap_err();
    assert_eq!(code.code().as_raw(), CUresult::CUDA_ERROR_LAUNCH_FAILED);
    cuda_sim::recover();
}

#[test]
fn a_matrix_that_was_not_written_is_found() {
    if !crate::is_software() {
        return;
    }
    run_alone("cublas::order::unwritten", &[("CUDA_SIM_CHECK", "uninitialized")]);
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn unwritten() {
    let test = TestHandle::new();
    let raw = test.context.driver().raw();
    let (a, c) = (test.stream.upload(&[1.0_f32; 4]).unwrap(), test.stream.alloc::<f32>(4).unwrap());
    // The result isn't read, and is written then.
    let (a, c) = (a.as_raw(), c.as_raw());
    assert_eq!(square(&test, 2, [a, a, c]), SUCCESS);
    assert_eq!(square(&test, 2, [c, a, a]), SUCCESS);
    test.stream.synchronize().unwrap();
    let other = test.stream.alloc::<f32>(4).unwrap();
    assert_eq!(square(&test, 2, [other.as_raw(), a, c]), SUCCESS);
    // SAFETY: the stream is alive.
    let code = unsafe { raw.cuStreamSynchronize(test.stream.as_raw()) }.unwrap_err();
    assert_eq!(code.code().as_raw(), CUresult::CUDA_ERROR_LAUNCH_FAILED);
    let report = cuda_sim::last_fault().unwrap();
    assert!(report.contains("reads uninitialized memory"), "{report}");
    cuda_sim::recover();
}

#[test]
fn a_planned_fault_ends_a_product() {
    if !crate::is_software() {
        return;
    }
    run_alone("cublas::order::planned", &[]);
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn planned() {
    let test = TestHandle::new();
    let raw = test.context.driver().raw();
    let c = test.stream.upload(&[0.0_f32; 4]).unwrap();
    let code = CUresult::CUDA_ERROR_ECC_UNCORRECTABLE;
    cuda_sim::plan_fault("cublas::product", [0; 3], code);
    assert_eq!(square(&test, 2, [c.as_raw(); 3]), SUCCESS);
    // SAFETY: the stream is alive.
    let found = unsafe { raw.cuStreamSynchronize(test.stream.as_raw()) }.unwrap_err();
    assert_eq!(found.code().as_raw(), code);
    cuda_sim::recover();
}

#[test]
fn a_handle_without_a_context_uses_the_primary_one() {
    if !crate::is_software() {
        return;
    }
    run_alone("cublas::order::primary", &[]);
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn primary() {
    let mut handle = null_mut();
    assert_eq!(call!(cublasCreate_v2(&raw mut handle)), SUCCESS);
    let driver = cuda_sim::driver().unwrap();
    let primary = driver.device(0).unwrap().primary_context().unwrap();
    // SAFETY: it has no preconditions.
    let current = unsafe { driver.raw().cuCtxGetCurrent() }.unwrap();
    assert_eq!(current, primary.as_raw());
    assert_eq!(call!(cublasDestroy_v2(handle)), SUCCESS);
}
