//! How many of a kernel's warps fit on a multiprocessor.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use cuda_driver::{CuResult, Device, DeviceAttribute as A, Driver};

use crate::trace::{Kernel, Trace};

/// What a multiprocessor has, and by which units it gives that to warps and blocks.
struct Multiprocessor {
    warps: u32,
    blocks: u32,
    registers: u32,
    shared: u32,
    /// The shared memory that each block has in addition to its own.
    reserved: u32,
    shared_unit: u32,
    /// The parts that have warps and registers of their own.
    parts: u32,
}

/// The threads of a warp, and the unit of its registers, on every GPU.
const WARP: u32 = 32;
const REGISTER_UNIT: u32 = 256;

impl Multiprocessor {
    fn of(device: Device) -> Result<Self, CuResult> {
        let number = |which| Ok(u32::try_from(device.attribute(which)?).unwrap_or(0));
        let capability = device.compute_capability()?;
        Ok(Self {
            warps: number(A::MAX_THREADS_PER_MULTIPROCESSOR)? / WARP,
            blocks: number(A::MAX_BLOCKS_PER_MULTIPROCESSOR)?,
            registers: number(A::MAX_REGISTERS_PER_MULTIPROCESSOR)?,
            shared: number(A::MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)?,
            reserved: number(A::RESERVED_SHARED_MEMORY_PER_BLOCK)?,
            shared_unit: if capability.major < 8 { 256 } else { 128 },
            parts: match (capability.major, capability.minor) {
                (6, 0) => 2,
                _ => 4,
            },
        })
    }

    fn occupancy(&self, kernel: &Kernel) -> f32 {
        let threads = kernel.block.into_iter().fold(1, u32::saturating_mul);
        let warps = threads.div_ceil(WARP).max(1);
        let of_warp = (kernel.registers.clamp(1, 1 << 16) * WARP).next_multiple_of(REGISTER_UNIT);
        let by_registers = self.registers / self.parts / of_warp * self.parts / warps;
        let shared = kernel.shared().saturating_add(self.reserved).max(1);
        let by_shared = self.shared / self.shared_unit / shared.div_ceil(self.shared_unit);
        let blocks = (self.warps / warps).min(self.blocks).min(by_registers).min(by_shared);
        (blocks * warps) as f32 / self.warps.max(1) as f32
    }
}

impl Trace {
    /// Finds the [occupancy](Kernel::occupancy) of each kernel, as
    /// [`cuOccupancyMaxActiveBlocksPerMultiprocessor`](cuda_driver::Raw::cuOccupancyMaxActiveBlocksPerMultiprocessor) does.
    /// [`profile`](crate::profiler::profile) does it already.
    ///
    /// # Errors
    /// Returns the error of `driver`, whose devices ran the kernels. Kernels of a device that it doesn't have are left out.
    pub fn set_occupancy(&mut self, driver: Driver) -> Result<(), CuResult> {
        let mut devices = BTreeMap::new();
        for kernel in &mut self.kernels {
            let ordinal = kernel.place.device;
            if let Entry::Vacant(entry) = devices.entry(ordinal) {
                let device = driver.device(ordinal as usize).ok();
                entry.insert(device.map(Multiprocessor::of).transpose()?);
            }
            let device = devices.get(&ordinal).and_then(Option::as_ref);
            kernel.occupancy = device.map(|device| device.occupancy(kernel));
        }
        Ok(())
    }
}
