//! NVML, `libnvidia-ml.so.1`, for the same devices: what programs ask before they use CUDA, such as
//! XLA, NCCL and PyTorch, and what lists of GPUs show. What a software device has none of, such as
//! a temperature, is `NOT_SUPPORTED`, as on a GPU without a sensor.

mod unsupported;

use core::ffi::*;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_sim::machine::{Device, devices};

/// `nvmlReturn_t`.
type Status = c_uint;

const SUCCESS: Status = 0;
const UNINITIALIZED: Status = 1;
const INVALID_ARGUMENT: Status = 2;
const NOT_SUPPORTED: Status = 3;
const NOT_FOUND: Status = 6;
const INSUFFICIENT_SIZE: Status = 7;
const ARGUMENT_VERSION_MISMATCH: Status = 25;

/// How often NVML was initialized, and not shut down.
static INITIALIZED: AtomicUsize = AtomicUsize::new(0);

/// `nvmlDevice_t`: one above the device's number.
type Handle = usize;

/// `nvmlMemory_t`.
#[repr(C)]
pub struct Memory {
    total: u64,
    free: u64,
    used: u64,
}

/// `nvmlMemory_v2_t`.
#[repr(C)]
pub struct Memory2 {
    version: c_uint,
    total: u64,
    reserved: u64,
    free: u64,
    used: u64,
}

/// The domain of the devices' addresses.
const PCI_DOMAIN: u32 = 0xffff;

/// `nvmlPciInfo_t`.
#[repr(C)]
pub struct PciInfo {
    legacy: [u8; 16],
    domain: c_uint,
    bus: c_uint,
    device: c_uint,
    device_id: c_uint,
    subsystem_id: c_uint,
    bus_id: [u8; 32],
}

/// Writes a result, unless there is no place for it.
unsafe fn store<T>(out: *mut T, value: T) -> Status {
    if out.is_null() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: the caller passes where the result goes.
    unsafe { out.write(value) };
    SUCCESS
}

/// Writes a text with a zero at its end.
unsafe fn store_text(out: *mut c_char, length: c_uint, text: &str) -> Status {
    if out.is_null() {
        return INVALID_ARGUMENT;
    }
    if length as usize <= text.len() {
        return INSUFFICIENT_SIZE;
    }
    // SAFETY: the caller's buffer is of this length.
    unsafe {
        out.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), text.len());
        out.add(text.len()).write(0);
    }
    SUCCESS
}

/// Finds a device by a text, which is read first.
unsafe fn find<T>(
    text: *const c_char,
    out: *mut Handle,
    read: impl Fn(&str) -> Option<T>,
    matches: impl Fn(usize, &Device, &T) -> bool,
) -> Status {
    if text.is_null() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: the caller passes a string.
    let Some(key) = read(&unsafe { CStr::from_ptr(text) }.to_string_lossy()) else {
        return INVALID_ARGUMENT;
    };
    match devices().iter().enumerate().position(|(index, device)| matches(index, device, &key)) {
        // SAFETY: as the caller of this.
        Some(index) => unsafe { store(out, index + 1) },
        None => NOT_FOUND,
    }
}

/// The driver's version as a number.
fn version() -> c_int {
    let mut version = 0;
    let table = cuda_sim::library_table(cuda_driver_sys::DefaultStream::Legacy);
    if let Some(function) = table.cuDriverGetVersion {
        // SAFETY: it writes a number.
        _ = unsafe { function(&raw mut version) };
    }
    version
}

/// Reads a domain, which may be left out, and a bus, of `ffff:01:00.0`, however many digits they
/// have, if the device and its function are 0.
fn read_bus_id(text: &str) -> Option<(u32, u32)> {
    let number = |text| u32::from_str_radix(text, 16).ok();
    let (place, function) = text.rsplit_once('.')?;
    let (place, device) = place.rsplit_once(':')?;
    let (domain, bus) = place.rsplit_once(':').unwrap_or(("0", place));
    ([number(device)?, number(function)?] == [0, 0]).then_some((number(domain)?, number(bus)?))
}

/// `0000FFFF:01:00.0`, in the domain of the device.
fn bus_id(index: usize) -> String {
    format!("{PCI_DOMAIN:08X}:{index:02X}:00.0")
}

/// A text in an array, with zeros after it.
fn padded<const N: usize>(text: &str) -> [u8; N] {
    core::array::from_fn(|at| text.as_bytes().get(at).copied().unwrap_or_default())
}

/// Defines functions, each under its names, which work if NVML was initialized so often at least;
/// `device` gives a device's number and what it is, or returns the error.
macro_rules! functions {
    ($least:literal: $([$($name:ident),+] $parameters:tt $body:expr;)*) => {$($(
        functions!(@one $least $name $parameters $body);
    )+)*};
    (@one $least:literal $name:ident ($($parameter:ident: $ty:ty),*) $body:expr) => {
        #[unsafe(no_mangle)]
        #[allow(unused_variables, unused_unsafe, reason = "some take what they don't need")]
        pub unsafe extern "C" fn $name($($parameter: $ty),*) -> Status {
            let least: usize = $least;
            if INITIALIZED.load(Ordering::Relaxed) < least {
                return UNINITIALIZED;
            }
            // SAFETY: the caller passes what the function of NVML takes.
            unsafe { $body }
        }
    };
}

use functions;

/// The device of a handle.
macro_rules! device {
    ($handle:expr) => {
        match $handle.checked_sub(1).and_then(|index| devices().into_iter().enumerate().nth(index))
        {
            Some(found) => found,
            None => return INVALID_ARGUMENT,
        }
    };
}

use device;

/// Counts an initialization.
fn initialize() -> Status {
    INITIALIZED.fetch_add(1, Ordering::Relaxed);
    SUCCESS
}

/// Counts one less.
fn shut_down() -> Status {
    let order = Ordering::Relaxed;
    match INITIALIZED.fetch_update(order, order, |count| count.checked_sub(1)) {
        Ok(_) => SUCCESS,
        Err(_) => UNINITIALIZED,
    }
}

functions! { 0:
    [nvmlInit, nvmlInit_v2] () initialize();
    [nvmlInitWithFlags] (flags: c_uint) initialize();
    [nvmlShutdown] () shut_down();
    [nvmlSystemGetNVMLVersion] (out: *mut c_char, length: c_uint)
        store_text(out, length, &format!("{}.580.0.0", version() / 1000));
    [nvmlSystemGetCudaDriverVersion, nvmlSystemGetCudaDriverVersion_v2] (out: *mut c_int)
        store(out, version());
}

functions! { 1:
    [nvmlSystemGetDriverVersion] (out: *mut c_char, length: c_uint)
        store_text(out, length, "580.0.0");
    [nvmlDeviceGetCount, nvmlDeviceGetCount_v2] (out: *mut c_uint)
        store(out, devices().len() as c_uint);
    [nvmlDeviceGetHandleByIndex, nvmlDeviceGetHandleByIndex_v2] (index: c_uint, out: *mut Handle)
        if devices().len() > index as usize {
            store(out, index as usize + 1)
        } else {
            INVALID_ARGUMENT
        };
    [nvmlDeviceGetHandleByPciBusId, nvmlDeviceGetHandleByPciBusId_v2] (
        text: *const c_char, out: *mut Handle
    ) find(text, out, read_bus_id, |index, _, place| *place == (PCI_DOMAIN, index as u32));
    [nvmlDeviceGetHandleByUUID] (text: *const c_char, out: *mut Handle)
        find(text, out, |text| Some(text.to_owned()), |_, device, text| device.uuid == *text);
    [nvmlDeviceGetName] (handle: Handle, out: *mut c_char, length: c_uint)
        store_text(out, length, &device!(handle).1.name);
    [nvmlDeviceGetUUID] (handle: Handle, out: *mut c_char, length: c_uint)
        store_text(out, length, &device!(handle).1.uuid);
    [nvmlDeviceGetIndex, nvmlDeviceGetMinorNumber] (handle: Handle, out: *mut c_uint)
        store(out, device!(handle).0 as c_uint);
    [nvmlDeviceGetCudaComputeCapability] (handle: Handle, major: *mut c_int, minor: *mut c_int) {
        let (of_major, of_minor) = device!(handle).1.compute_capability;
        store(major, of_major as c_int).max(store(minor, of_minor as c_int))
    };
    [nvmlDeviceGetMemoryInfo] (handle: Handle, out: *mut Memory) {
        let (total, free) = device!(handle).1.memory;
        store(out, Memory { total, free, used: total - free })
    };
    [nvmlDeviceGetMemoryInfo_v2] (handle: Handle, out: *mut Memory2) {
        let (total, free) = device!(handle).1.memory;
        let version = (size_of::<Memory2>() | 2 << 24) as c_uint;
        if !out.is_null() && (*out).version != version {
            return ARGUMENT_VERSION_MISMATCH;
        }
        store(out, Memory2 { version, total, reserved: 0, free, used: total - free })
    };
    [nvmlDeviceGetPciInfo_v2, nvmlDeviceGetPciInfo_v3] (handle: Handle, out: *mut PciInfo) {
        let index = device!(handle).0;
        let id = bus_id(index);
        store(out, PciInfo {
            legacy: padded(&id[4..]),
            domain: PCI_DOMAIN,
            bus: index as c_uint,
            device: 0,
            // NVIDIA's number of vendors, by which programs know its devices.
            device_id: 0x10de,
            subsystem_id: 0,
            bus_id: padded(&id),
        })
    };
    [nvmlUnitGetCount, nvmlGetExcludedDeviceCount] (out: *mut c_uint) store(out, 0);
    [nvmlDeviceGetComputeMode] (handle: Handle, out: *mut c_uint) {
        device!(handle);
        store(out, 0)
    };
    // Each device's kernels can access the others' memory.
    [nvmlDeviceGetP2PStatus] (handle: Handle, other: Handle, index: c_uint, out: *mut c_uint) {
        device!(handle);
        device!(other);
        store(out, 0)
    };
    [nvmlDeviceGetComputeRunningProcesses, nvmlDeviceGetComputeRunningProcesses_v2,
    nvmlDeviceGetComputeRunningProcesses_v3, nvmlDeviceGetGraphicsRunningProcesses,
    nvmlDeviceGetGraphicsRunningProcesses_v2, nvmlDeviceGetGraphicsRunningProcesses_v3] (
        handle: Handle, count: *mut c_uint, infos: *mut c_void
    ) {
        device!(handle);
        store(count, 0)
    };
    // What the device has none of. C passes what else they take, which isn't looked at.
    [nvmlDeviceGetTemperature, nvmlDeviceGetPowerUsage, nvmlDeviceGetEnforcedPowerLimit,
    nvmlDeviceGetPowerManagementLimit, nvmlDeviceGetFanSpeed, nvmlDeviceGetFanSpeed_v2,
    nvmlDeviceGetUtilizationRates, nvmlDeviceGetEncoderUtilization, nvmlDeviceGetDecoderUtilization,
    nvmlDeviceGetClockInfo, nvmlDeviceGetMaxClockInfo, nvmlDeviceGetPerformanceState,
    nvmlDeviceGetMigMode, nvmlDeviceGetPersistenceMode, nvmlDeviceGetDisplayActive,
    nvmlDeviceGetDisplayMode, nvmlDeviceGetEccMode, nvmlDeviceGetTotalEccErrors,
    nvmlDeviceGetSerial,
    nvmlDeviceGetVbiosVersion, nvmlDeviceGetBrand, nvmlDeviceGetNvLinkState,
    nvmlDeviceGetNvLinkCapability, nvmlDeviceGetNvLinkRemoteDeviceType,
    nvmlDeviceGetNvLinkRemotePciInfo,
    nvmlDeviceGetNvLinkRemotePciInfo_v2, nvmlDeviceGetGpuFabricInfo, nvmlDeviceGetGpuFabricInfoV,
    nvmlDeviceGetFieldValues, nvmlDeviceGetTopologyCommonAncestor, nvmlDeviceGetCpuAffinity,
    nvmlDeviceGetMemoryAffinity, nvmlDeviceGetMaxPcieLinkGeneration, nvmlDeviceGetMaxPcieLinkWidth,
    nvmlDeviceGetCurrPcieLinkGeneration, nvmlDeviceGetCurrPcieLinkWidth,
    nvmlDeviceGetPcieThroughput, nvmlDeviceGetTotalEnergyConsumption, nvmlDeviceGetBAR1MemoryInfo]
    (handle: Handle) {
        device!(handle);
        NOT_SUPPORTED
    };
}

/// What `nvmlErrorString` returns, by code.
const TEXTS: [&CStr; 8] = [
    c"Success",
    c"Uninitialized",
    c"Invalid Argument",
    c"Not Supported",
    c"Insufficient Permissions",
    c"Already Initialized",
    c"Not Found",
    c"Insufficient Size",
];

#[unsafe(no_mangle)]
pub extern "C" fn nvmlErrorString(status: Status) -> *const c_char {
    let text = match status {
        ARGUMENT_VERSION_MISMATCH => c"Argument Version Mismatch",
        _ => TEXTS.get(status as usize).copied().unwrap_or(c"Unknown Error"),
    };
    text.as_ptr()
}
