//! Tables of Poisson distributions in device memory, as kernels that include `curand_discrete2.h` read them.

use std::collections::HashMap;

use cuda_libraries_sys::curand::{
    curandDiscreteDistribution_t, curandMethod_t, curandStatus_t as Status,
};
use parking_lot::Mutex;

use super::generator::{Outcome, of_driver};
use super::poisson::{Family, Table};
use crate::device;
use crate::memory::DeviceMemory;

/// The live tables, by their addresses.
static LIVE: Mutex<Option<HashMap<usize, DeviceMemory>>> = Mutex::new(None);

/// The sizes of the structs that the table begins with: the distribution, its columns, and their histogram.
const SIZES: [usize; 3] = [48, 32, 40];

/// Creates the table of a mean.
pub(crate) fn create(mean: f64) -> Result<curandDiscreteDistribution_t, Status> {
    device::ensure_context().map_err(|_| Status::CURAND_STATUS_INITIALIZATION_FAILED)?;
    let (shift, borders, others) = match Table::new(mean, Family::PSEUDO) {
        Table::Columns { shift, borders, others } => (shift, borders, others),
        _ => (0, Vec::new(), Vec::new()),
    };
    let columns = SIZES[0];
    let histogram = columns + SIZES[1];
    let first_border = histogram + SIZES[2];
    let first_other = first_border + size_of_val(&*borders);
    let memory = DeviceMemory::new(first_other + size_of_val(&*others)).map_err(of_driver)?;
    let address = |offset: usize| memory.address + offset as u64;
    let (method, deviation, center) = if borders.is_empty() {
        (curandMethod_t::CURAND_DISCRETE_GAUSS, mean.sqrt(), mean)
    } else {
        (curandMethod_t::CURAND_M2, 0.0, 0.0)
    };
    let pair = |low: u32, high: usize| u64::from(low) | (high as u64) << 32;
    // A 0 is the address of a copy on the host, or says that there is none.
    let words = [
        // The distribution: its own address, the columns, the deviation and mean, and the method.
        address(0),
        address(columns),
        0,
        deviation.to_bits(),
        center.to_bits(),
        pair(method.0, 0),
        // The columns: the histogram, the first value, and the number of columns.
        address(histogram),
        0,
        pair(shift, borders.len()),
        0,
        // The histogram.
        address(first_border),
        0,
        address(first_other),
        0,
        0,
    ];
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.extend(borders.iter().flat_map(|border| border.to_le_bytes()));
    bytes.extend(others.iter().flat_map(|other| other.to_le_bytes()));
    memory.upload(&bytes).map_err(of_driver)?;
    let handle = memory.address as usize;
    LIVE.lock().get_or_insert_default().insert(handle, memory);
    Ok(handle as curandDiscreteDistribution_t)
}

/// Frees a table.
pub(crate) fn destroy(table: curandDiscreteDistribution_t) -> Outcome {
    let mut live = LIVE.lock();
    let memory = live.as_mut().and_then(|live| live.remove(&(table as usize)));
    // It is freed without the lock.
    drop(live);
    memory.map(drop).ok_or(Status::CURAND_STATUS_NOT_INITIALIZED)
}
