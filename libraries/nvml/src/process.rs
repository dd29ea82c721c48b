use core::ffi::c_uint;

use cuda_libraries_sys::nvml::{Symbol, nvmlDevice_t, nvmlProcessInfo_v2_t, nvmlReturn_t};

use crate::device::Device;
use crate::error::Error;

/// A process that uses a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[doc(alias = "nvmlProcessInfo_t")]
#[non_exhaustive]
pub struct Process {
    /// Its number, of which [`Nvml::process_name`](crate::Nvml::process_name) is the name; in a container, the host's.
    pub pid: u32,
    /// The bytes of the device's memory that it uses; `None` where the system doesn't say, as on Windows.
    pub used_memory: Option<u64>,
    /// The GPU instance, of a divided device.
    pub gpu_instance_id: Option<u32>,
    /// The compute instance, of a divided device.
    pub compute_instance_id: Option<u32>,
}

type Function =
    unsafe extern "C" fn(nvmlDevice_t, *mut c_uint, *mut nvmlProcessInfo_v2_t) -> nvmlReturn_t;

impl Device {
    /// Returns the processes with a context on the device.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias(
        "nvmlDeviceGetComputeRunningProcesses",
        "nvmlDeviceGetComputeRunningProcesses_v2"
    ))]
    pub fn compute_processes(&self) -> Result<Vec<Process>, Error> {
        let table = self.table();
        self.processes(
            Symbol::nvmlDeviceGetComputeRunningProcesses_v2,
            table.nvmlDeviceGetComputeRunningProcesses_v2,
        )
    }

    /// Returns the processes that draw on the device.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias(
        "nvmlDeviceGetGraphicsRunningProcesses",
        "nvmlDeviceGetGraphicsRunningProcesses_v2"
    ))]
    pub fn graphics_processes(&self) -> Result<Vec<Process>, Error> {
        let table = self.table();
        self.processes(
            Symbol::nvmlDeviceGetGraphicsRunningProcesses_v2,
            table.nvmlDeviceGetGraphicsRunningProcesses_v2,
        )
    }

    /// Returns what a function lists. Not its third version: drivers from 535.43 to 535.86 write larger structs by that name.
    fn processes(&self, symbol: Symbol, slot: Option<Function>) -> Result<Vec<Process>, Error> {
        let function = self.nvml().require(symbol, slot)?;
        let mut processes: Vec<nvmlProcessInfo_v2_t> = Vec::new();
        loop {
            let mut count = processes.len() as c_uint;
            // SAFETY: the device is alive, and there is room for `count` processes.
            let status = unsafe { function(self.as_raw(), &raw mut count, processes.as_mut_ptr()) };
            match status {
                // Between two calls, there may be more.
                nvmlReturn_t::NVML_ERROR_INSUFFICIENT_SIZE if count as usize > processes.len() => {
                    processes.resize_with(count as usize + 8, Default::default);
                }
                status => {
                    self.check(symbol, status)?;
                    processes.truncate(count as usize);
                    return Ok(processes.into_iter().map(Process::from).collect());
                }
            }
        }
    }
}

impl From<nvmlProcessInfo_v2_t> for Process {
    fn from(raw: nvmlProcessInfo_v2_t) -> Self {
        let id = |id| (id != c_uint::MAX).then_some(id);
        Self {
            pid: raw.pid,
            used_memory: (raw.usedGpuMemory != u64::MAX).then_some(raw.usedGpuMemory),
            gpu_instance_id: id(raw.gpuInstanceId),
            compute_instance_id: id(raw.computeInstanceId),
        }
    }
}
