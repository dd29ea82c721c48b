//! Calls: what they refuse, as an H200's cuFFT 12.0 does, and how they behave in streams and graphs.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use cuda_driver::graph::CaptureMode;
use cuda_libraries_sys::cufft::cufftResult as Status;
use cuda_libraries_sys::cufft::cufftType as Type;
use cuda_libraries_sys::cufft::*;
use cuda_libraries_sys::shared::{cudaDataType, libraryPropertyType};

use super::{SUCCESS, TestPlan, call};

const INVALID_PLAN: Status = Status::CUFFT_INVALID_PLAN;
const INVALID_TYPE: Status = Status::CUFFT_INVALID_TYPE;
const INVALID_VALUE: Status = Status::CUFFT_INVALID_VALUE;
const INVALID_SIZE: Status = Status::CUFFT_INVALID_SIZE;

/// Destroys a plan if it was made.
fn made(status: Status, plan: cufftHandle) -> Status {
    if status == SUCCESS {
        assert_eq!(call!(cufftDestroy(plan)), SUCCESS);
    } else {
        assert_eq!(plan, 0);
    }
    status
}

#[test]
fn sizes_types_and_batches_are_refused_as_by_the_library() {
    let _test = TestPlan::new();
    for (size, kind, batch, expected) in [
        (0, Type::CUFFT_C2C, 1, INVALID_SIZE),
        (-1, Type::CUFFT_C2C, 1, INVALID_SIZE),
        (1, Type::CUFFT_C2C, 1, SUCCESS),
        (8, Type::CUFFT_C2C, 0, INVALID_SIZE),
        (8, Type::CUFFT_C2C, -1, INVALID_SIZE),
        (8, cufftType(0x30), 1, INVALID_TYPE),
        (0, cufftType(0), 0, INVALID_TYPE),
        (7, Type::CUFFT_R2C, 2, SUCCESS),
        (1, Type::CUFFT_C2R, 1, SUCCESS),
        (8, Type::CUFFT_Z2Z, 1, SUCCESS),
    ] {
        let mut plan = -7;
        let status = call!(cufftPlan1d(&raw mut plan, size, kind, batch));
        assert_eq!(made(status, plan), expected, "{size} {kind:?} {batch}");
        let mut bytes = 77;
        let status = call!(cufftEstimate1d(size, kind, batch, &raw mut bytes));
        assert_eq!(status, expected, "{size} {kind:?} {batch}");
        assert_eq!(bytes == 77, expected != SUCCESS);
    }
    for (sizes, expected) in [([0, 8], INVALID_SIZE), ([8, 0], SUCCESS), ([1, 8], SUCCESS)] {
        let mut plan = -7;
        let [x, y] = sizes;
        let status = call!(cufftPlan2d(&raw mut plan, x, y, Type::CUFFT_C2C));
        assert_eq!(made(status, plan), expected, "{sizes:?}");
    }
    let nothing = null_mut();
    assert_eq!(call!(cufftPlan1d(nothing, 8, Type::CUFFT_C2C, 1)), INVALID_VALUE);
    assert_eq!(call!(cufftCreate(nothing)), INVALID_VALUE);
    let status = call!(cufftEstimate1d(8, Type::CUFFT_C2C, 1, null_mut()));
    assert_eq!(status, INVALID_VALUE);
}

/// A call of `cufftPlanMany`: sizes, and arrays, strides and distances of input and output.
type PlanManyCall<'a> = (&'a [c_int], [(&'a [c_int], c_int, c_int); 2], c_int);

#[test]
fn layouts_are_refused_as_by_the_library() {
    let _test = TestPlan::new();
    let none: &[c_int] = &[];
    let line: (&[c_int], c_int, c_int) = (&[8], 1, 8);
    let plane: (&[c_int], c_int, c_int) = (&[4, 8], 1, 32);
    let cases: [(PlanManyCall<'_>, Status); 17] = [
        ((&[], [(none, 1, 0); 2], 1), INVALID_VALUE),
        ((&[2, 2, 2, 2], [(none, 1, 0); 2], 1), INVALID_VALUE),
        ((&[0], [(none, 1, 0); 2], 1), INVALID_SIZE),
        ((&[8], [(&[8], 0, 8), line], 2), INVALID_VALUE),
        ((&[8], [(&[8], 1, 0), line], 2), INVALID_VALUE),
        ((&[8], [line, (&[8], 1, 0)], 2), INVALID_VALUE),
        ((&[8], [(&[8], -1, 8), line], 2), INVALID_VALUE),
        ((&[8], [(&[8], 1, -8), line], 2), INVALID_VALUE),
        ((&[8], [(none, 1, 8), line], 2), INVALID_VALUE),
        ((&[8], [line, (none, 2, 0)], 2), INVALID_VALUE),
        ((&[4, 8], [(&[-4, -8], 1, 32), plane], 1), INVALID_SIZE),
        ((&[8], [(none, 1, 8); 2], 0), INVALID_SIZE),
        ((&[8], [(&[4], 1, 8), line], 2), SUCCESS),
        ((&[4, 8], [(&[4, 4], 1, 32), plane], 1), SUCCESS),
        ((&[8], [(&[0], 1, 8), (&[0], 1, 8)], 2), SUCCESS),
        ((&[8], [(&[8], 1, 4); 2], 2), SUCCESS),
        ((&[8], [(none, 0, -3), (none, -5, 0)], 2), SUCCESS),
    ];
    for ((sizes, layouts, batch), expected) in cases {
        let rank = sizes.len() as c_int;
        // The library reads the first size of none, too.
        let mut sizes = if sizes.is_empty() { vec![8] } else { sizes.to_vec() };
        let mut embeds = layouts.map(|(embed, ..)| embed.to_vec());
        let [from, to] = embeds
            .each_mut()
            .map(|embed| if embed.is_empty() { null_mut() } else { embed.as_mut_ptr() });
        let [(_, from_stride, from_distance), (_, to_stride, to_distance)] = layouts;
        let mut plan = -7;
        let status = call!(cufftPlanMany(
            &raw mut plan,
            rank,
            sizes.as_mut_ptr(),
            from,
            from_stride,
            from_distance,
            to,
            to_stride,
            to_distance,
            Type::CUFFT_C2C,
            batch
        ));
        assert_eq!(made(status, plan), expected, "{sizes:?} {layouts:?} {batch}");
    }
}

#[test]
fn types_of_numbers_are_refused_as_by_the_library() {
    use cudaDataType as D;
    for (input, output, computation, size, expected) in [
        (D::CUDA_C_32F, D::CUDA_C_32F, D::CUDA_C_32F, 8, SUCCESS),
        (D::CUDA_C_32F, D::CUDA_C_32F, D::CUDA_R_32F, 8, SUCCESS),
        (D::CUDA_R_32F, D::CUDA_C_32F, D::CUDA_R_32F, 8, SUCCESS),
        (D::CUDA_C_64F, D::CUDA_R_64F, D::CUDA_C_64F, 9, SUCCESS),
        (D::CUDA_C_16F, D::CUDA_C_16F, D::CUDA_C_16F, 8, SUCCESS),
        (D::CUDA_C_16BF, D::CUDA_C_16BF, D::CUDA_C_16BF, 8, SUCCESS),
        (D::CUDA_C_16F, D::CUDA_C_16F, D::CUDA_C_16F, 12, Status::CUFFT_NOT_SUPPORTED),
        (D::CUDA_C_32F, D::CUDA_C_64F, D::CUDA_C_32F, 8, INVALID_TYPE),
        (D::CUDA_C_32F, D::CUDA_C_32F, D::CUDA_C_64F, 8, INVALID_TYPE),
        (D::CUDA_R_32F, D::CUDA_R_32F, D::CUDA_R_32F, 8, INVALID_TYPE),
        (D::CUDA_C_16F, D::CUDA_C_32F, D::CUDA_C_32F, 8, INVALID_TYPE),
        (D::CUDA_R_8I, D::CUDA_R_8I, D::CUDA_R_8I, 8, INVALID_TYPE),
    ] {
        let test = TestPlan::new();
        let (mut sizes, mut work) = ([size], 0);
        let nothing = null_mut();
        let status = call!(cufftXtMakePlanMany(
            test.plan,
            1,
            sizes.as_mut_ptr(),
            nothing,
            1,
            0,
            input,
            nothing,
            1,
            0,
            output,
            2,
            &raw mut work,
            computation
        ));
        assert_eq!(status, expected, "{input:?} {output:?} {computation:?}");
    }
}

#[test]
fn plans_that_are_gone_or_not_made_are_refused() {
    let test = TestPlan::new();
    let mut bytes = 5;
    let memory = test.stream.alloc_zeroed::<[f32; 2]>(8).unwrap();
    let place = memory.as_raw() as *mut cufftComplex;
    // It isn't made.
    assert_eq!(call!(cufftExecC2C(test.plan, place, place, -1)), INVALID_PLAN);
    let untyped = place.cast::<c_void>();
    assert_eq!(call!(cufftXtExec(test.plan, untyped, untyped, -1)), INVALID_PLAN);
    assert_eq!(call!(cufftGetSize(test.plan, &raw mut bytes)), INVALID_PLAN);
    assert_eq!(bytes, 5);
    assert_eq!(call!(cufftSetAutoAllocation(test.plan, 5)), SUCCESS);
    let kind = Type::CUFFT_C2C;
    let status = call!(cufftMakePlan1d(test.plan, 8, kind, 1, null_mut()));
    assert_eq!(status, INVALID_VALUE);
    let mut make = || call!(cufftMakePlan1d(test.plan, 8, kind, 1, &raw mut bytes));
    assert_eq!((make(), make()), (SUCCESS, INVALID_PLAN));
    assert_eq!(call!(cufftGetSize(test.plan, null_mut())), INVALID_VALUE);
    let gone = test.plan;
    assert_eq!(call!(cufftDestroy(gone)), SUCCESS);
    for plan in [gone, -1, 999_999] {
        let mut bytes = 5;
        let destroyed = call!(cufftDestroy(plan));
        // An H200's cuFFT 12.0 takes -1 for a plan that is gone already.
        let is_none = plan == -1 && !crate::chosen().is_software();
        assert_eq!(destroyed, if is_none { SUCCESS } else { INVALID_PLAN });
        assert_eq!(call!(cufftSetStream(plan, null_mut())), INVALID_PLAN);
        assert_eq!(call!(cufftGetSize(plan, &raw mut bytes)), INVALID_PLAN);
        assert_eq!(call!(cufftSetWorkArea(plan, null_mut())), INVALID_PLAN);
        assert_eq!(call!(cufftSetAutoAllocation(plan, 1)), INVALID_PLAN);
        assert_eq!(call!(cufftExecC2C(plan, place, place, -1)), INVALID_PLAN);
        let status = call!(cufftMakePlan1d(plan, 8, kind, 1, &raw mut bytes));
        assert_eq!(status, INVALID_PLAN);
        let status = call!(cufftGetSize1d(plan, 8, kind, 1, &raw mut bytes));
        assert_eq!(status, INVALID_PLAN);
    }
}

#[test]
fn directions_and_addresses_are_refused_as_by_the_library() {
    let test = TestPlan::line(8, Type::CUFFT_C2C, 1);
    let memory = test.stream.alloc_zeroed::<[f32; 2]>(16).unwrap();
    let at = |offset: u64| (memory.as_raw() + offset) as *mut cufftComplex;
    for direction in [0, 2, -2, 5] {
        let status = call!(cufftExecC2C(test.plan, at(0), at(0), direction));
        assert_eq!(status, INVALID_VALUE, "{direction}");
    }
    for (from, to) in [(4, 0), (0, 4)] {
        let status = call!(cufftExecC2C(test.plan, at(from), at(to), -1));
        assert_eq!(status, INVALID_VALUE);
    }
    // The plan's type counts, and not the function's.
    let status = call!(cufftExecR2C(test.plan, at(0).cast(), at(0)));
    assert_eq!(status, SUCCESS);
    test.stream.synchronize().unwrap();
    let forward = TestPlan::line(8, Type::CUFFT_R2C, 1);
    let untyped = at(0).cast::<c_void>();
    for (direction, expected) in [(-1, SUCCESS), (1, INVALID_VALUE), (0, INVALID_VALUE)] {
        let status = call!(cufftXtExec(forward.plan, untyped, untyped, direction));
        assert_eq!(status, expected, "{direction}");
    }
    forward.stream.synchronize().unwrap();
}

#[test]
fn a_plan_without_its_work_area_is_refused() {
    let test = TestPlan::new();
    assert_eq!(call!(cufftSetAutoAllocation(test.plan, 0)), SUCCESS);
    let (size, mut bytes, mut same) = (1 << 20, 0, 0);
    let kind = Type::CUFFT_C2C;
    let status = call!(cufftMakePlan1d(test.plan, size, kind, 1, &raw mut bytes));
    assert_eq!((status, bytes), (SUCCESS, 8 << 20));
    assert_eq!(call!(cufftGetSize(test.plan, &raw mut same)), SUCCESS);
    assert_eq!(same, bytes);
    let memory = test.stream.alloc_zeroed::<[f32; 2]>(1 << 20).unwrap();
    let place = memory.as_raw() as *mut cufftComplex;
    let exec = || call!(cufftExecC2C(test.plan, place, place, -1));
    assert_eq!(exec(), Status::CUFFT_NO_WORKSPACE);
    let area = test.stream.alloc_zeroed::<u8>(bytes).unwrap();
    let area = area.as_raw() as *mut c_void;
    assert_eq!(call!(cufftSetWorkArea(test.plan, area)), SUCCESS);
    assert_eq!(exec(), SUCCESS);
    test.stream.synchronize().unwrap();
    assert_eq!(call!(cufftSetWorkArea(test.plan, null_mut())), SUCCESS);
    assert_eq!(exec(), Status::CUFFT_NO_WORKSPACE);
}

#[test]
fn the_version_is_in_three_parts() {
    let mut version = 0;
    assert_eq!(call!(cufftGetVersion(&raw mut version)), SUCCESS);
    let part = |index| {
        let mut value = 0;
        let property = libraryPropertyType(index);
        assert_eq!(call!(cufftGetProperty(property, &raw mut value)), SUCCESS);
        value
    };
    assert_eq!(part(0) * 1000 + part(1) * 100 + part(2), version);
    let mut value = 0;
    let status = call!(cufftGetProperty(libraryPropertyType(3), &raw mut value));
    assert_eq!(status, INVALID_TYPE);
    assert_eq!(call!(cufftGetProperty(libraryPropertyType(0), null_mut())), INVALID_VALUE);
}

#[test]
fn a_transform_waits_for_its_stream_and_is_captured() {
    let test = TestPlan::line(4, Type::CUFFT_C2C, 1);
    let input = test.stream.upload(&[[1.0_f32, 0.0]; 4]).unwrap();
    let output = test.stream.alloc_zeroed::<[f32; 2]>(4).unwrap();
    let (from, to) = (input.as_raw() as *mut cufftComplex, output.as_raw() as *mut cufftComplex);
    // SAFETY: nothing is captured but the transform, whose memory outlives the graph.
    let capture = unsafe { test.stream.capture(CaptureMode::RELAXED) }.unwrap();
    assert_eq!(call!(cufftExecC2C(test.plan, from, to, -1)), SUCCESS);
    let graph = capture.finish().unwrap();
    assert_eq!(output.to_vec().unwrap(), [[0.0; 2]; 4]);
    let graph = graph.instantiate().unwrap();
    // SAFETY: as above.
    unsafe { graph.launch(&test.stream) }.unwrap();
    let expected = [[4.0, 0.0], [0.0; 2], [0.0; 2], [0.0; 2]];
    assert_eq!(output.to_vec().unwrap(), expected);
}

#[test]
fn memory_that_is_too_small_is_a_fault_of_the_kernel() {
    if !crate::is_software() {
        return;
    }
    let output = crate::run_alone("cufft::calls::reading_beyond_the_input", &[]);
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(report.contains("cufft::transform"), "{report}");
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn reading_beyond_the_input() {
    let test = TestPlan::line(8, Type::CUFFT_C2C, 2);
    let memory = test.stream.alloc_zeroed::<[f32; 2]>(12).unwrap();
    let place = memory.as_raw() as *mut cufftComplex;
    assert_eq!(call!(cufftExecC2C(test.plan, place, place, -1)), SUCCESS);
    assert!(test.stream.synchronize().is_err());
}

#[test]
fn several_gpus_and_callbacks_are_what_it_lacks() {
    let names: Vec<&str> = cuda_sim_libraries::cufft::unsupported()
        .into_iter()
        .map(|symbol| symbol.function().name)
        .collect();
    assert!(!names.iter().any(|name| name.starts_with("cufftExec")));
    for name in &names {
        let is_known = ["GPUs", "Descriptor", "Callback", "JIT", "Distribution"]
            .into_iter()
            .chain(["XtMalloc", "XtMemcpy", "XtFree", "XtQueryPlan", "XtSetWorkArea"])
            .any(|part| name.contains(part));
        assert!(is_known, "{name}");
    }
}
