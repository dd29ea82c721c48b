//! cuFFT.
//!
//! Each function is `unsafe` with the same contract: the pointers are as NVIDIA's documentation of that function
//! requires. Plans are looked up by their numbers, and device memory is accessed only by kernels, which check it. The names
//! and the order of parameters are those of the header; the compiler checks them against its list.
//!
//! # Features and limits
//! - Transforms of one to three dimensions of any size, in batches, with strides and embedded arrays, of `float`, `double`,
//!   and by `cufftXtMakePlanMany` of 16 bits, whose sizes are powers of two, as NVIDIA's. The last bits differ from a GPU's.
//! - What an H200's cuFFT 12.0 refuses is refused, with the same status. As there, `cufftExec…` of another type than the plan
//!   is no error, and runs the plan, but prints a line, once.
//! - A transform to real numbers of two or three dimensions overwrites its input.
//! - Work areas are needed where NVIDIA's mostly needs one: for sizes with a prime factor above 13, or from 262,144 on. Their sizes
//!   differ.
//! - Several GPUs and callbacks return `CUFFT_NOT_SUPPORTED`, with a line that says so.
#![allow(non_snake_case, clippy::too_many_arguments, clippy::useless_conversion)]

mod plan;
mod shape;
mod transform;

use core::ffi::*;
use std::collections::BTreeSet;
use std::io::Write;

use cuda_libraries_sys::cufft::*;
use cuda_libraries_sys::for_each_cufft_function;
use cuda_libraries_sys::shared::*;
use parking_lot::Mutex;

use plan::{Outcome, TransformPlan, status, with};
use shape::{LayoutArguments, Number, Shape, TransformKind, of_type, of_types};

/// The functions, by their names; those that it lacks are in `Unsupported`.
struct Cufft;

/// The newest release that the table knows.
const VERSION: u32 = CUFFT_VERSION;

for_each_cufft_function!(stand_in, "cuFFT" Cufft CufftTable VERSION);

const SUCCESS: cufftResult = cufftResult::CUFFT_SUCCESS;
const INVALID_VALUE: cufftResult = cufftResult::CUFFT_INVALID_VALUE;

/// Writes a value to where a caller wants it.
unsafe fn write<T>(to: *mut T, value: T) -> Outcome {
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: the caller of the function guarantees a pointer to such a value.
    unsafe { to.write(value) };
    Ok(())
}

/// Creates a plan, which is 0 if it can't be made.
unsafe fn plan(plan: *mut cufftHandle, shape: Result<Shape, cufftResult>) -> cufftResult {
    if plan.is_null() {
        return INVALID_VALUE;
    }
    let handle = shape.and_then(|shape| {
        let handle = TransformPlan::create()?;
        let status = with(handle, |plan| plan.make(shape).map(drop));
        if status != SUCCESS {
            TransformPlan::destroy(handle)?;
            return Err(status);
        }
        Ok(handle)
    });
    // SAFETY: the caller of the function guarantees a pointer to a handle.
    unsafe { plan.write(handle.unwrap_or(0)) };
    status(handle.map(drop))
}

/// Makes a plan of one that was created.
unsafe fn make(
    plan: cufftHandle,
    shape: Result<Shape, cufftResult>,
    work: *mut usize,
) -> cufftResult {
    with(plan, |plan| {
        if work.is_null() {
            return Err(INVALID_VALUE);
        }
        let bytes = plan.make(shape?)?;
        // SAFETY: the caller guarantees it.
        unsafe { write(work, bytes) }
    })
}

/// Writes the size of a work area for a plan.
unsafe fn size_of_plan(
    plan: cufftHandle,
    shape: Result<Shape, cufftResult>,
    work: *mut usize,
) -> cufftResult {
    // SAFETY: the caller guarantees it.
    with(plan, |_| unsafe { write(work, shape?.work()) })
}

/// Writes the size of a work area.
unsafe fn estimate(shape: Result<Shape, cufftResult>, work: *mut usize) -> cufftResult {
    // SAFETY: the caller guarantees it.
    status(shape.and_then(|shape| unsafe { write(work, shape.work()) }))
}

/// Runs a plan. As with NVIDIA's, its type counts, and not the function's, which is worth a line.
fn run(
    (function, kind): (&'static str, TransformKind),
    plan: cufftHandle,
    input: *mut c_void,
    output: *mut c_void,
    direction: c_int,
) -> cufftResult {
    with(plan, |plan| {
        if plan.kind().is_some_and(|plan_kind| plan_kind != kind) {
            note_other_type(function);
        }
        plan.submit(input as u64, output as u64, direction)
    })
}

/// Prints that a function isn't that of its plan, once for each function.
fn note_other_type(function: &'static str) {
    static NOTED: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    if NOTED.lock().insert(function) {
        // If standard error is closed or full, there is no other place for the line.
        let _ = writeln!(
            std::io::stderr().lock(),
            "cuda-sim: {function} was called with a plan of another type, which cuFFT runs without an error"
        );
    }
}

fn packed(sizes: &[c_int], kind: cufftType, batch: c_int) -> Result<Shape, cufftResult> {
    Shape::packed(sizes, of_type(kind)?, batch)
}

unsafe fn many<N: Copy + Into<i64>>(
    rank: c_int,
    sizes: *const N,
    layouts: [(*mut N, N, N); 2],
    kind: Result<(TransformKind, Number), cufftResult>,
    batch: N,
) -> Result<Shape, cufftResult> {
    let given = layouts.map(|(embed, stride, distance)| LayoutArguments {
        embed: embed.cast_const(),
        stride,
        distance,
    });
    // SAFETY: the caller of the function guarantees that each array has `rank` numbers.
    unsafe { Shape::many(rank, sizes, given, kind?, batch) }
}

/// Defines the functions of each shape: those that plan it, that make a plan of it, and that write or estimate the size of its
/// work area.
macro_rules! plans {
    ($($parameters:tt => $shape:expr, $($kind:ident $name:ident)*;)*) => {
        impl Cufft {$($(plans!(@$kind $name $parameters $shape);)*)*}
    };
    (@plan $name:ident ($($parameter:ident: $ty:ty),*) $shape:expr) => {
        unsafe fn $name(plan: *mut cufftHandle, $($parameter: $ty),*) -> cufftResult {
            // SAFETY: the caller fulfils the contract of the function.
            unsafe { self::plan(plan, $shape) }
        }
    };
    (@make $name:ident ($($parameter:ident: $ty:ty),*) $shape:expr) => {
        unsafe fn $name(plan: cufftHandle, $($parameter: $ty,)* workSize: *mut usize) -> cufftResult {
            // SAFETY: the caller fulfils the contract of the function.
            unsafe { make(plan, $shape, workSize) }
        }
    };
    (@size $name:ident ($($parameter:ident: $ty:ty),*) $shape:expr) => {
        unsafe fn $name(plan: cufftHandle, $($parameter: $ty,)* workSize: *mut usize) -> cufftResult {
            // SAFETY: the caller fulfils the contract of the function.
            unsafe { size_of_plan(plan, $shape, workSize) }
        }
    };
    (@estimate $name:ident ($($parameter:ident: $ty:ty),*) $shape:expr) => {
        unsafe fn $name($($parameter: $ty,)* workSize: *mut usize) -> cufftResult {
            // SAFETY: the caller fulfils the contract of the function.
            unsafe { estimate($shape, workSize) }
        }
    };
}

plans! {
    (nx: c_int, type_: cufftType, batch: c_int) => packed(&[nx], type_, batch),
        plan cufftPlan1d make cufftMakePlan1d size cufftGetSize1d estimate cufftEstimate1d;
    (nx: c_int, ny: c_int, type_: cufftType) => packed(&[nx, ny], type_, 1),
        plan cufftPlan2d make cufftMakePlan2d size cufftGetSize2d estimate cufftEstimate2d;
    (nx: c_int, ny: c_int, nz: c_int, type_: cufftType) => packed(&[nx, ny, nz], type_, 1),
        plan cufftPlan3d make cufftMakePlan3d size cufftGetSize3d estimate cufftEstimate3d;
    (
        rank: c_int, n: *mut c_int, inembed: *mut c_int, istride: c_int, idist: c_int,
        onembed: *mut c_int, ostride: c_int, odist: c_int, type_: cufftType, batch: c_int
    ) => many(rank, n, [(inembed, istride, idist), (onembed, ostride, odist)], of_type(type_), batch),
        plan cufftPlanMany make cufftMakePlanMany size cufftGetSizeMany estimate cufftEstimateMany;
    (
        rank: c_int, n: *mut c_longlong, inembed: *mut c_longlong, istride: c_longlong, idist: c_longlong,
        onembed: *mut c_longlong, ostride: c_longlong, odist: c_longlong, type_: cufftType, batch: c_longlong
    ) => many(rank, n, [(inembed, istride, idist), (onembed, ostride, odist)], of_type(type_), batch),
        make cufftMakePlanMany64 size cufftGetSizeMany64;
}

function! { Cufft::cufftXtMakePlanMany(
    plan, rank, n, inembed, istride, idist, inputtype, onembed, ostride, odist, outputtype, batch,
    workSize, executiontype,
) => {
    make(
        plan,
        many(
            rank,
            n,
            [(inembed, istride, idist), (onembed, ostride, odist)],
            of_types([inputtype, outputtype, executiontype]),
            batch,
        ),
        workSize,
    )
} }

function! { Cufft::cufftXtGetSizeMany(
    plan, rank, n, inembed, istride, idist, inputtype, onembed, ostride, odist, outputtype, batch,
    workSize, executiontype,
) => {
    size_of_plan(
        plan,
        many(
            rank,
            n,
            [(inembed, istride, idist), (onembed, ostride, odist)],
            of_types([inputtype, outputtype, executiontype]),
            batch,
        ),
        workSize,
    )
} }

function!(Cufft::cufftCreate, |handle| {
    if handle.is_null() {
        return INVALID_VALUE;
    }
    status(TransformPlan::create().and_then(|plan| write(handle, plan)))
});

function!(Cufft::cufftGetSize, |handle, workSize| {
    with(handle, |plan| plan.work_size().and_then(|bytes| write(workSize, bytes)))
});

function!(Cufft::cufftSetWorkArea, |plan, workArea| {
    with(plan, |plan| {
        plan.set_work_area(workArea);
        Ok(())
    })
});

function!(Cufft::cufftSetAutoAllocation, |plan, autoAllocate| {
    with(plan, |plan| {
        plan.allocates = autoAllocate != 0;
        Ok(())
    })
});

function!(Cufft::cufftExecC2C, |plan, idata, odata, direction| {
    run(("cufftExecC2C", TransformKind::COMPLEX), plan, idata.cast(), odata.cast(), direction)
});

function!(Cufft::cufftExecZ2Z, |plan, idata, odata, direction| {
    run(("cufftExecZ2Z", TransformKind::COMPLEX), plan, idata.cast(), odata.cast(), direction)
});

function!(Cufft::cufftExecR2C, |plan, idata, odata| {
    run(("cufftExecR2C", TransformKind::REAL_TO_COMPLEX), plan, idata.cast(), odata.cast(), -1)
});

function!(Cufft::cufftExecD2Z, |plan, idata, odata| {
    run(("cufftExecD2Z", TransformKind::REAL_TO_COMPLEX), plan, idata.cast(), odata.cast(), -1)
});

function!(Cufft::cufftExecC2R, |plan, idata, odata| {
    run(("cufftExecC2R", TransformKind::COMPLEX_TO_REAL), plan, idata.cast(), odata.cast(), 1)
});

function!(Cufft::cufftExecZ2D, |plan, idata, odata| {
    run(("cufftExecZ2D", TransformKind::COMPLEX_TO_REAL), plan, idata.cast(), odata.cast(), 1)
});

function!(Cufft::cufftXtExec, |plan, input, output, direction| {
    with(plan, |plan| {
        // Those of real numbers have one direction.
        let expected = match plan.kind() {
            Some(TransformKind::REAL_TO_COMPLEX) => -1,
            Some(TransformKind::COMPLEX_TO_REAL) => 1,
            _ => direction,
        };
        if direction == expected {
            plan.submit(input as u64, output as u64, direction)
        } else {
            Err(INVALID_VALUE)
        }
    })
});

function!(Cufft::cufftSetStream, |plan, stream| {
    with(plan, |plan| {
        plan.stream = stream as usize;
        Ok(())
    })
});

function!(Cufft::cufftDestroy, |plan| { status(TransformPlan::destroy(plan)) });

function!(Cufft::cufftGetVersion, |version| {
    // The library takes null, too.
    let _ = write(version, VERSION as c_int);
    SUCCESS
});

function!(Cufft::cufftGetProperty, |type_, value| {
    let parts = [CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH];
    match parts.get(type_.0 as usize) {
        Some(part) => status(write(value, *part as c_int)),
        None => cufftResult::CUFFT_INVALID_TYPE,
    }
});

function!(Cufft::cufftSetPlanPropertyInt64, |plan, property, inputValueInt| {
    with(plan, |plan| plan.set_property(property, inputValueInt))
});

function!(Cufft::cufftGetPlanPropertyInt64, |plan, property, returnPtrValue| {
    with(plan, |plan| write(returnPtrValue, plan.property(property)?))
});

function!(Cufft::cufftResetPlanProperty, |plan, property| {
    with(plan, |plan| plan.set_property(property, 0))
});
