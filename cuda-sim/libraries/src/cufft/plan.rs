//! Plans, by their numbers.

use std::collections::HashMap;
use std::sync::Arc;

use core::ffi::{c_int, c_longlong, c_void};

use cuda_driver_sys::{CUresult, CUstream};
use cuda_libraries_sys::cufft::{cufftHandle, cufftProperty, cufftResult as Status};
use parking_lot::Mutex;

use super::shape::{Shape, TransformKind};
use super::transform::Transform;
use crate::device;
use crate::memory::DeviceMemory;
use crate::operation::Operation;

/// The result of a call: nothing, or its status.
pub(crate) type Outcome = Result<(), Status>;

/// What a handle holds.
#[derive(Debug)]
pub(crate) struct TransformPlan {
    pub stream: usize,
    /// Whether making it allocates its work area.
    pub allocates: bool,
    work: Work,
    shape: Option<Shape>,
    properties: HashMap<u32, c_longlong>,
}

#[derive(Debug)]
enum Work {
    Nothing,
    Own(DeviceMemory),
    Given(u64),
}

/// The live plans. Handles are looked up here.
static LIVE: Mutex<Option<HashMap<cufftHandle, Arc<Mutex<TransformPlan>>>>> = Mutex::new(None);

/// Returns the status of an outcome.
pub(crate) fn status(outcome: Outcome) -> Status {
    match outcome {
        Ok(()) => Status::CUFFT_SUCCESS,
        Err(status) => status,
    }
}

/// Returns the status for an error of the driver.
fn of_driver(code: CUresult) -> Status {
    match code {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => Status::CUFFT_ALLOC_FAILED,
        _ => Status::CUFFT_EXEC_FAILED,
    }
}

/// Runs a call on a plan.
pub(crate) fn with(
    handle: cufftHandle,
    call: impl FnOnce(&mut TransformPlan) -> Outcome,
) -> Status {
    let plan = {
        let live = LIVE.lock();
        live.as_ref().and_then(|live| live.get(&handle)).map(Arc::clone)
    };
    match plan {
        Some(plan) => status(call(&mut plan.lock())),
        None => Status::CUFFT_INVALID_PLAN,
    }
}

impl TransformPlan {
    /// Creates one that transforms nothing yet.
    pub(crate) fn create() -> Result<cufftHandle, Status> {
        static NEXT: Mutex<cufftHandle> = Mutex::new(0);
        device::ensure_context().map_err(|_| Status::CUFFT_SETUP_FAILED)?;
        let plan = Self {
            stream: 0,
            allocates: true,
            work: Work::Nothing,
            shape: None,
            properties: HashMap::new(),
        };
        let mut next = NEXT.lock();
        *next = next.checked_add(1).ok_or(Status::CUFFT_ALLOC_FAILED)?;
        LIVE.lock().get_or_insert_default().insert(*next, Arc::new(Mutex::new(plan)));
        Ok(*next)
    }

    pub(crate) fn destroy(handle: cufftHandle) -> Outcome {
        let mut live = LIVE.lock();
        let plan = live.as_mut().and_then(|live| live.remove(&handle));
        // Its memory is freed without the lock.
        drop(live);
        plan.map(drop).ok_or(Status::CUFFT_INVALID_PLAN)
    }

    /// Makes it one for a shape, and returns the size of the work area in bytes.
    pub(crate) fn make(&mut self, shape: Shape) -> Result<usize, Status> {
        if self.shape.is_some() {
            return Err(Status::CUFFT_INVALID_PLAN);
        }
        device::ensure_context().map_err(|_| Status::CUFFT_SETUP_FAILED)?;
        let bytes = shape.work();
        if self.allocates && bytes > 0 {
            self.work = Work::Own(DeviceMemory::new(bytes).map_err(of_driver)?);
        }
        self.shape = Some(shape);
        Ok(bytes)
    }

    pub(crate) fn work_size(&self) -> Result<usize, Status> {
        self.shape.map(|shape| shape.work()).ok_or(Status::CUFFT_INVALID_PLAN)
    }

    pub(crate) fn set_work_area(&mut self, address: *mut c_void) {
        // One of its own is freed, as NVIDIA's is.
        self.work = match address as u64 {
            0 => Work::Nothing,
            address => Work::Given(address),
        };
    }

    pub(crate) fn set_property(&mut self, property: cufftProperty, value: c_longlong) -> Outcome {
        if !(1..=4).contains(&property.0) {
            return Err(Status::CUFFT_INVALID_VALUE);
        }
        self.properties.insert(property.0, value);
        Ok(())
    }

    pub(crate) fn property(&self, property: cufftProperty) -> Result<c_longlong, Status> {
        match property.0 {
            1..=4 => Ok(self.properties.get(&property.0).copied().unwrap_or(0)),
            _ => Err(Status::CUFFT_INVALID_VALUE),
        }
    }

    /// Returns what the plan transforms.
    pub(crate) fn kind(&self) -> Option<TransformKind> {
        self.shape.map(|shape| shape.kind)
    }

    /// Submits the transform to the stream. `direction` is −1 or 1, and counts for complex numbers alone.
    pub(crate) fn submit(&self, input: u64, output: u64, direction: c_int) -> Outcome {
        let shape = self.shape.ok_or(Status::CUFFT_INVALID_PLAN)?;
        if direction != -1 && direction != 1 {
            return Err(Status::CUFFT_INVALID_VALUE);
        }
        let work = match &self.work {
            Work::Own(memory) => memory.address,
            Work::Given(address) => *address,
            Work::Nothing if shape.work() == 0 => 0,
            Work::Nothing => return Err(Status::CUFFT_NO_WORKSPACE),
        };
        let size = u64::from(shape.number.size());
        let complex = 2 * size;
        let [of_input, of_output] = match shape.kind {
            TransformKind::REAL_TO_COMPLEX => [size, complex],
            TransformKind::COMPLEX_TO_REAL => [complex, size],
            _ => [complex; 2],
        };
        if !input.is_multiple_of(of_input) || !output.is_multiple_of(of_output) {
            return Err(Status::CUFFT_INVALID_VALUE);
        }
        let is_inverse = match shape.kind {
            TransformKind::COMPLEX => direction == 1,
            kind => kind == TransformKind::COMPLEX_TO_REAL,
        };
        let [from, to] = shape.layouts(input == output);
        let transform = Transform {
            kind: shape.kind,
            number: shape.number,
            is_inverse: u32::from(is_inverse),
            // NVIDIA's overwrites the input of these.
            overwrites: u32::from(shape.kind == TransformKind::COMPLEX_TO_REAL && shape.rank > 1),
            sizes: shape.sizes,
            batch: shape.batch,
            input,
            output,
            from,
            to,
            work,
            work_bytes: shape.work() as u64,
        };
        transform.submit(self.stream as CUstream).map_err(of_driver)
    }
}
