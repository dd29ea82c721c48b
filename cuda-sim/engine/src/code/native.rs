//! Kernels whose bodies are Rust, for stand-ins of libraries.

use crate::device::DeviceMemory;
use crate::device::error::ErrorCode;
use crate::device::fault::Fault;
use crate::device::fault_kind::{Access, FaultKind};
use crate::races::Operation;
use parking_lot::Mutex;
use std::fmt::Display;

/// The body of a native kernel.
pub type NativeBody = fn(&NativeCall<'_>) -> Result<(), Fault>;

/// One launch of a native kernel: its parameters, and its access to the device's memory.
pub struct NativeCall<'l> {
    /// The name of the kernel.
    pub(crate) name: &'l str,
    pub(crate) parameters: &'l [u8],
    pub(crate) memory: &'l dyn DeviceMemory,
    /// Whether reads of what wasn't written are nothing to report.
    pub(crate) is_left_out: bool,
    /// What a detector of races is told, if there is one.
    pub(crate) operation: Option<Mutex<Operation<'l, 'l>>>,
}

/// Elements in device memory: `runs` times `len` of them, whose starts are `stride` elements apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements {
    /// The address of the first one.
    pub address: u64,
    /// The size of an element in bytes, to which its address is aligned.
    pub size: u32,
    /// The number of elements of a run.
    pub len: u64,
    /// The number of runs.
    pub runs: u64,
    /// The distance of the starts of two runs, in elements.
    pub stride: u64,
}

impl Elements {
    /// `len` elements, one after the other.
    #[must_use]
    pub fn new(address: u64, size: u32, len: u64) -> Self {
        Self { address, size, len, runs: 1, stride: 0 }
    }

    fn run(&self, index: u64) -> Option<u64> {
        let distance = index.checked_mul(self.stride)?.checked_mul(self.size.into())?;
        self.address.checked_add(distance)
    }
}

impl<'l> NativeCall<'l> {
    /// Returns the bytes of the parameters.
    #[must_use]
    pub fn parameters(&self) -> &'l [u8] {
        self.parameters
    }

    /// Checks that the kernel may read elements, and returns the address of the first one.
    ///
    /// The memory is valid until the kernel ends, and each element is aligned. Other kernels and the host may change it
    /// meanwhile, as on a GPU.
    ///
    /// # Errors
    /// The fault that ends the kernel: what it read is out of bounds, misaligned, or uninitialized where that is watched.
    pub fn read(&self, elements: Elements) -> Result<*const u8, Fault> {
        self.access(elements, Access::Load).map(<*mut u8>::cast_const)
    }

    /// Checks that the kernel may write elements, and returns the address of the first one. They count as written.
    ///
    /// Everything else is as for [`read`](Self::read).
    ///
    /// # Errors
    /// The fault that ends the kernel: what it wrote is out of bounds, misaligned, or read-only.
    pub fn write(&self, elements: Elements) -> Result<*mut u8, Fault> {
        self.access(elements, Access::Store)
    }

    /// Returns the fault of a kernel that stops itself, as by `trap`, for this reason.
    #[must_use]
    pub fn trap(&self, reason: impl Display) -> Fault {
        Fault {
            code: ErrorCode::CUDA_ERROR_LAUNCH_FAILED,
            report: format!("trap: {reason}\n  kernel {}", self.name),
        }
    }

    fn access(&self, mut elements: Elements, access: Access) -> Result<*mut u8, Fault> {
        if elements.stride == 0 {
            // All are the same.
            elements.runs = elements.runs.min(1);
        }
        let Elements { address, size, len, runs, .. } = elements;
        let place = address as *mut u8;
        if len == 0 || runs == 0 || size == 0 {
            return Ok(place);
        }
        if !address.is_multiple_of(size.into()) {
            return Err(self.fault(&FaultKind::Misaligned {
                lane: 0,
                address,
                size,
                access,
                space: "global",
            }));
        }
        // All runs are usually in one allocation, which has no holes.
        let last = elements.run(runs - 1);
        let bytes = len.checked_mul(size.into());
        let end = last.zip(bytes).and_then(|(last, len)| last.checked_add(len));
        if !end.is_some_and(|end| self.holds(address, end, access)) {
            for index in 0..runs {
                let start = elements.run(index).unwrap_or(u64::MAX);
                self.check(start, bytes.unwrap_or(u64::MAX), size, access)?;
            }
        }
        if self.memory.watches_writes() {
            self.note(&elements, access)?;
        }
        if let Some(operation) = &self.operation {
            let mut operation = operation.lock();
            let bytes = bytes.unwrap_or(0);
            for start in (0..runs).filter_map(|index| elements.run(index)) {
                match access {
                    Access::Load => operation.read(start, bytes),
                    _ => operation.write(start, bytes),
                }
            }
        }
        Ok(place)
    }

    /// Returns `true` if an allocation contains `address..end`.
    fn holds(&self, address: u64, end: u64, access: Access) -> bool {
        let range = self.memory.find(address);
        range.is_some_and(|range| end <= range.end && (range.writable || access == Access::Load))
    }

    /// Checks a run of elements that may begin in one allocation and continue in the next.
    fn check(&self, start: u64, bytes: u64, size: u32, access: Access) -> Result<(), Fault> {
        let end = start.saturating_add(bytes);
        let mut at = start;
        while at < end {
            let range = self.memory.find(at);
            let Some(range) = range.filter(|range| range.writable || access == Access::Load) else {
                // The element that begins before it isn't whole.
                let address = at - (at - start) % u64::from(size);
                return Err(self.fault(&FaultKind::OutOfBounds {
                    lane: 0,
                    address,
                    size,
                    access,
                    space: "global",
                }));
            };
            at = range.end;
        }
        Ok(())
    }

    /// Notes writes, and looks for reads of what wasn't written.
    fn note(&self, elements: &Elements, access: Access) -> Result<(), Fault> {
        let size = u64::from(elements.size);
        for start in (0..elements.runs).filter_map(|index| elements.run(index)) {
            let bytes = elements.len.saturating_mul(size);
            if access != Access::Load {
                self.memory.note_write(start, bytes);
            } else if !self.is_left_out && !self.memory.is_written(start, bytes) {
                let mut all = (0..elements.len).map(|index| start + index * size);
                let first = all.find(|address| !self.memory.is_written(*address, size));
                return Err(self.fault(&FaultKind::Unwritten {
                    lane: 0,
                    address: first.unwrap_or(start),
                    size: elements.size,
                    access,
                }));
            }
        }
        Ok(())
    }

    #[cold]
    fn fault(&self, kind: &FaultKind) -> Fault {
        Fault {
            code: kind.code(),
            report: format!("{}\n  kernel {}", kind.sentence(self.memory, 0, 0), self.name),
        }
    }
}
