//! NVML, for the devices of the software device: what programs ask before they use CUDA, such as XLA, NCCL and PyTorch, and what
//! lists of GPUs show.
//!
//! Each function is `unsafe` with the same contract: the pointers are as NVIDIA's documentation of that function requires. Devices
//! are numbers, never dereferenced.
//!
//! # Features and limits
//! - Devices have names, identifiers, PCI addresses, memory, compute capabilities, and access to each other's memory.
//! - What a software device has none of, such as a temperature, is `NVML_ERROR_NOT_SUPPORTED`, as on a GPU without a sensor; so is
//!   MIG. There are no processes and no events.
#![allow(non_snake_case, clippy::too_many_arguments)]

use core::ffi::*;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_libraries_sys::for_each_nvml_function;
use cuda_libraries_sys::nvml::*;
use cuda_sim::machine::{Device, devices};
use nvmlReturn_t as Status;

/// The functions, by their names; those that it lacks are in `Unsupported`.
struct Nvml;

/// The newest release that the table knows, of CUDA 13.5.
const VERSION: u32 = 13_050;

for_each_nvml_function!(stand_in, "NVML" Nvml NvmlTable VERSION);

/// How often NVML was initialized, and not shut down.
static INITIALIZED: AtomicUsize = AtomicUsize::new(0);

/// The domain of the devices' addresses.
const PCI_DOMAIN: u32 = 0xffff;

/// Returns what a function returns that has nothing to tell.
pub(crate) fn not_supported() -> Status {
    initialized().err().unwrap_or(Status::NVML_ERROR_NOT_SUPPORTED)
}

fn initialized() -> Result<(), Status> {
    match INITIALIZED.load(Ordering::Relaxed) {
        0 => Err(Status::NVML_ERROR_UNINITIALIZED),
        _ => Ok(()),
    }
}

fn status(result: Result<(), Status>) -> Status {
    result.err().unwrap_or(Status::NVML_SUCCESS)
}

/// Returns a device, with its number.
fn device(raw: nvmlDevice_t) -> Result<(usize, Device), Status> {
    initialized()?;
    let index = raw.addr().checked_sub(1);
    index
        .and_then(|index| devices().into_iter().enumerate().nth(index))
        .ok_or(Status::NVML_ERROR_INVALID_ARGUMENT)
}

/// Writes a result, unless there is no place for it.
///
/// # Safety
/// `out` is null, or where the result goes.
unsafe fn store<T>(out: *mut T, value: T) -> Result<(), Status> {
    if out.is_null() {
        return Err(Status::NVML_ERROR_INVALID_ARGUMENT);
    }
    // SAFETY: the caller passes where the result goes.
    unsafe { out.write(value) };
    Ok(())
}

/// Writes a text with a zero at its end.
///
/// # Safety
/// `out` is null, or has `len` bytes.
unsafe fn store_text(out: *mut c_char, len: c_uint, text: &str) -> Result<(), Status> {
    if out.is_null() {
        return Err(Status::NVML_ERROR_INVALID_ARGUMENT);
    }
    if len as usize <= text.len() {
        return Err(Status::NVML_ERROR_INSUFFICIENT_SIZE);
    }
    // SAFETY: the caller's buffer is of this length.
    unsafe {
        out.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), text.len());
        out.add(text.len()).write(0);
    }
    Ok(())
}

/// Finds a device by a text, which is read first.
///
/// # Safety
/// `text` is null or a C string, and `out` null or where a device goes.
unsafe fn find<T>(
    text: *const c_char,
    out: *mut nvmlDevice_t,
    read: impl Fn(&str) -> Option<T>,
    matches: impl Fn(usize, &Device, &T) -> bool,
) -> Result<(), Status> {
    initialized()?;
    if text.is_null() {
        return Err(Status::NVML_ERROR_INVALID_ARGUMENT);
    }
    // SAFETY: the caller passes a string.
    let key = read(&unsafe { CStr::from_ptr(text) }.to_string_lossy())
        .ok_or(Status::NVML_ERROR_INVALID_ARGUMENT)?;
    let mut all = devices().into_iter().enumerate();
    let index = all.position(|(index, device)| matches(index, &device, &key));
    let index = index.ok_or(Status::NVML_ERROR_NOT_FOUND)?;
    // SAFETY: the caller passes where a device goes.
    unsafe { store(out, handle(index)) }
}

/// The handle of a device: one above its number.
fn handle(index: usize) -> nvmlDevice_t {
    core::ptr::without_provenance_mut(index + 1)
}

/// The driver's version as a number.
fn driver_version() -> c_int {
    let mut version = 0;
    let table = cuda_sim::library_table(cuda_driver_sys::DefaultStream::Legacy);
    if let Some(function) = table.cuDriverGetVersion {
        // SAFETY: it writes a number.
        _ = unsafe { function(&raw mut version) };
    }
    version
}

/// Reads a domain, which may be left out, and a bus, of `ffff:01:00.0`, however many digits they have, if the device and its
/// function are 0.
fn read_bus_id(text: &str) -> Option<(u32, u32)> {
    let number = |text| u32::from_str_radix(text, 16).ok();
    let (place, function) = text.rsplit_once('.')?;
    let (place, device) = place.rsplit_once(':')?;
    let (domain, bus) = place.rsplit_once(':').unwrap_or(("0", place));
    ([number(device)?, number(function)?] == [0, 0]).then_some((number(domain)?, number(bus)?))
}

/// A text in an array, with zeros after it.
fn padded<const N: usize>(text: &str) -> [c_char; N] {
    core::array::from_fn(|at| text.as_bytes().get(at).copied().unwrap_or_default() as c_char)
}

/// Returns where a device is: `0000FFFF:01:00.0`.
fn pci_info(index: usize) -> nvmlPciInfo_t {
    let id = format!("{PCI_DOMAIN:08X}:{index:02X}:00.0");
    nvmlPciInfo_t {
        busIdLegacy: padded(&id[4..]),
        domain: PCI_DOMAIN,
        bus: index as c_uint,
        device: 0,
        // NVIDIA's number of vendors, by which programs know its devices.
        pciDeviceId: 0x10de,
        pciSubSystemId: 0,
        busId: padded(&id),
    }
}

fn memory(raw: nvmlDevice_t) -> Result<nvmlMemory_t, Status> {
    let (total, free) = device(raw)?.1.memory;
    Ok(nvmlMemory_t { total, free, used: total - free })
}

fn initialize() -> Result<(), Status> {
    INITIALIZED.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

call!(Nvml::nvmlInit() => { initialize() });
call!(Nvml::nvmlInit_v2() => { initialize() });
call!(Nvml::nvmlInitWithFlags, |_flags| { initialize() });
call!(Nvml::nvmlShutdown() => {
    let order = Ordering::Relaxed;
    let counted = INITIALIZED.fetch_update(order, order, |count| count.checked_sub(1));
    counted.map(drop).map_err(|_| Status::NVML_ERROR_UNINITIALIZED)
});
function!(Nvml::nvmlErrorString, |result| {
    let text = match result {
        Status::NVML_SUCCESS => c"Success",
        Status::NVML_ERROR_UNINITIALIZED => c"Uninitialized",
        Status::NVML_ERROR_INVALID_ARGUMENT => c"Invalid Argument",
        Status::NVML_ERROR_NOT_SUPPORTED => c"Not Supported",
        Status::NVML_ERROR_NOT_FOUND => c"Not Found",
        Status::NVML_ERROR_INSUFFICIENT_SIZE => c"Insufficient Size",
        Status::NVML_ERROR_ARGUMENT_VERSION_MISMATCH => c"Argument Version Mismatch",
        _ => c"Unknown Error",
    };
    text.as_ptr()
});
call!(Nvml::nvmlSystemGetNVMLVersion, |out, len| {
    store_text(out, len, &format!("{}.580.0.0", driver_version() / 1000))
});
call!(Nvml::nvmlSystemGetCudaDriverVersion, |out| { store(out, driver_version()) });
call!(Nvml::nvmlSystemGetCudaDriverVersion_v2, |out| { store(out, driver_version()) });
call!(Nvml::nvmlSystemGetDriverVersion, |out, len| {
    initialized()?;
    store_text(out, len, "580.0.0")
});
call!(Nvml::nvmlDeviceGetCount, |out| {
    initialized()?;
    store(out, devices().len() as c_uint)
});
call!(Nvml::nvmlDeviceGetCount_v2, |out| {
    initialized()?;
    store(out, devices().len() as c_uint)
});
call!(Nvml::nvmlDeviceGetHandleByIndex, |index, out| { by_index(index, out) });
call!(Nvml::nvmlDeviceGetHandleByIndex_v2, |index, out| { by_index(index, out) });
call!(Nvml::nvmlDeviceGetHandleByPciBusId, |text, out| { by_bus_id(text, out) });
call!(Nvml::nvmlDeviceGetHandleByPciBusId_v2, |text, out| { by_bus_id(text, out) });
call!(Nvml::nvmlDeviceGetHandleByUUID, |text, out| {
    find(text, out, |text| Some(text.to_owned()), |_, device, text| device.uuid == *text)
});
call!(Nvml::nvmlDeviceGetName, |raw, out, len| { store_text(out, len, &device(raw)?.1.name) });
call!(Nvml::nvmlDeviceGetUUID, |raw, out, len| { store_text(out, len, &device(raw)?.1.uuid) });
call!(Nvml::nvmlDeviceGetIndex, |raw, out| { store(out, device(raw)?.0 as c_uint) });
call!(Nvml::nvmlDeviceGetMinorNumber, |raw, out| { store(out, device(raw)?.0 as c_uint) });
call!(Nvml::nvmlDeviceGetCudaComputeCapability, |raw, major, minor| {
    let (of_major, of_minor) = device(raw)?.1.compute_capability;
    store(major, of_major as c_int)?;
    store(minor, of_minor as c_int)
});
call!(Nvml::nvmlDeviceGetMemoryInfo, |raw, out| { store(out, memory(raw)?) });
call!(Nvml::nvmlDeviceGetMemoryInfo_v2, |raw, out| {
    let nvmlMemory_t { total, free, used } = memory(raw)?;
    if !out.is_null() && (*out).version != nvmlMemory_v2 {
        return Err(Status::NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
    }
    let version = nvmlMemory_v2;
    store(out, nvmlMemory_v2_t { version, total, free, used, ..Default::default() })
});
call!(Nvml::nvmlDeviceGetPciInfo_v2, |raw, out| { store(out, pci_info(device(raw)?.0)) });
call!(Nvml::nvmlDeviceGetPciInfo_v3, |raw, out| { store(out, pci_info(device(raw)?.0)) });
call!(Nvml::nvmlUnitGetCount, |out| {
    initialized()?;
    store(out, 0)
});
call!(Nvml::nvmlGetExcludedDeviceCount, |out| {
    initialized()?;
    store(out, 0)
});
call!(Nvml::nvmlDeviceGetComputeMode, |raw, out| {
    device(raw)?;
    store(out, nvmlComputeMode_t::NVML_COMPUTEMODE_DEFAULT)
});
// Each device's kernels can access the others' memory.
call!(Nvml::nvmlDeviceGetP2PStatus, |raw, other, _index, out| {
    device(raw)?;
    device(other)?;
    store(out, nvmlGpuP2PStatus_t::NVML_P2P_STATUS_OK)
});
call!(Nvml::nvmlDeviceIsMigDeviceHandle, |raw, out| {
    device(raw)?;
    store(out, 0)
});

/// Defines functions that list processes, of which there are none.
macro_rules! processes {
    ($($name:ident)*) => {
        $(call!(Nvml::$name, |raw, count, _infos| {
            device(raw)?;
            store(count, 0)
        });)*
    };
}

processes! {
    nvmlDeviceGetComputeRunningProcesses nvmlDeviceGetComputeRunningProcesses_v2
    nvmlDeviceGetComputeRunningProcesses_v3 nvmlDeviceGetGraphicsRunningProcesses
    nvmlDeviceGetGraphicsRunningProcesses_v2 nvmlDeviceGetGraphicsRunningProcesses_v3
}

/// # Safety
/// `out` is null, or where a device goes.
unsafe fn by_index(index: c_uint, out: *mut nvmlDevice_t) -> Result<(), Status> {
    initialized()?;
    if devices().len() <= index as usize {
        return Err(Status::NVML_ERROR_INVALID_ARGUMENT);
    }
    // SAFETY: the caller passes where a device goes.
    unsafe { store(out, handle(index as usize)) }
}

/// # Safety
/// As [`find`].
unsafe fn by_bus_id(text: *const c_char, out: *mut nvmlDevice_t) -> Result<(), Status> {
    let matches = |index, _: &Device, place: &(u32, u32)| *place == (PCI_DOMAIN, index as u32);
    // SAFETY: the caller passes what `find` takes.
    unsafe { find(text, out, read_bus_id, matches) }
}
