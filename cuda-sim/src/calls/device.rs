//! The properties of a device.

mod attributes;
mod notification;
mod peer;
pub(in crate::calls) mod questions;

use core::ffi::{c_char, c_int, c_uint, c_void};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::device::attributes::{PCI_DOMAIN, device_attribute};
use crate::state::{
    error::*,
    outcome::{In, Out, Outcome, store_text},
};

/// Returns the PCI address of a device, which isn't real, but unique.
fn pci_bus_id(device: usize) -> String {
    format!("{PCI_DOMAIN:04x}:{device:02x}:00.0")
}

/// Domain, bus, device and function in `ffff:00:00.0`, `00:00.0` or `ffff:00:00`.
fn pci_address(text: &str) -> Option<[u32; 4]> {
    let number = |digits: &str| u32::from_str_radix(digits, 16).ok();
    let (rest, function) = match text.split_once('.') {
        Some((rest, function)) => (rest, number(function)?),
        None => (text, 0),
    };
    let parts: Option<Vec<u32>> = rest.split(':').map(number).collect();
    match parts?.as_slice() {
        [bus, device] => Some([0, *bus, *device, function]),
        [domain, bus, device] => Some([*domain, *bus, *device, function]),
        _ => None,
    }
}

/// Returns a processor's native support for an atomic operation.
fn atomic_capability(operation: CUatomicOperation) -> Option<c_uint> {
    use CUatomicOperation as O;
    use CUatomicOperationCapability as C;
    let reduction = C::CU_ATOMIC_CAPABILITY_REDUCTION.0;
    let scalars = C::CU_ATOMIC_CAPABILITY_SCALAR_32.0 | C::CU_ATOMIC_CAPABILITY_SCALAR_64.0;
    let signs = C::CU_ATOMIC_CAPABILITY_SIGNED.0 | C::CU_ATOMIC_CAPABILITY_UNSIGNED.0;
    Some(match operation {
        O::CU_ATOMIC_OPERATION_INTEGER_ADD
        | O::CU_ATOMIC_OPERATION_INTEGER_MIN
        | O::CU_ATOMIC_OPERATION_INTEGER_MAX => signs | reduction | scalars,
        O::CU_ATOMIC_OPERATION_INTEGER_INCREMENT | O::CU_ATOMIC_OPERATION_INTEGER_DECREMENT => {
            C::CU_ATOMIC_CAPABILITY_UNSIGNED.0 | reduction | C::CU_ATOMIC_CAPABILITY_SCALAR_32.0
        }
        O::CU_ATOMIC_OPERATION_AND | O::CU_ATOMIC_OPERATION_OR | O::CU_ATOMIC_OPERATION_XOR => {
            C::CU_ATOMIC_CAPABILITY_UNSIGNED.0 | reduction | scalars
        }
        O::CU_ATOMIC_OPERATION_EXCHANGE | O::CU_ATOMIC_OPERATION_CAS => {
            C::CU_ATOMIC_CAPABILITY_UNSIGNED.0 | scalars | C::CU_ATOMIC_CAPABILITY_SCALAR_128.0
        }
        O::CU_ATOMIC_OPERATION_FLOAT_ADD => C::CU_ATOMIC_CAPABILITY_SIGNED.0 | reduction | scalars,
        O::CU_ATOMIC_OPERATION_FLOAT_MIN | O::CU_ATOMIC_OPERATION_FLOAT_MAX => 0,
        _ => return None,
    })
}

/// Rejects null pointers and empty queries.
pub(in crate::calls) fn check_atomics(
    capabilities: *mut c_uint,
    operations: *const CUatomicOperation,
    count: c_uint,
) -> Outcome {
    if capabilities.is_null() || operations.is_null() || count == 0 {
        Err(INVALID_VALUE)
    } else {
        Ok(())
    }
}

/// Returns the size of a channel in bytes, for formats of linear textures.
fn channel_bytes(format: CUarray_format) -> Option<usize> {
    use CUarray_format as F;
    match format {
        F::CU_AD_FORMAT_UNSIGNED_INT8 | F::CU_AD_FORMAT_SIGNED_INT8 => Some(1),
        F::CU_AD_FORMAT_UNSIGNED_INT16 | F::CU_AD_FORMAT_SIGNED_INT16 | F::CU_AD_FORMAT_HALF => {
            Some(2)
        }
        F::CU_AD_FORMAT_UNSIGNED_INT32 | F::CU_AD_FORMAT_SIGNED_INT32 | F::CU_AD_FORMAT_FLOAT => {
            Some(4)
        }
        _ => None,
    }
}

impl Call {
    pub(crate) fn cuDeviceGet(&self, device: Out<CUdevice>, ordinal: c_int) -> Outcome {
        device.not_null()?;
        self.device(ordinal)?;
        device.store(ordinal)
    }

    pub(crate) fn cuDeviceGetCount(&self, count: Out<c_int>) -> Outcome {
        count.store(self.system.model.devices as c_int)
    }

    pub(crate) unsafe fn cuDeviceGetName(
        &self,
        name: *mut c_char,
        len: c_int,
        dev: CUdevice,
    ) -> Outcome {
        if name.is_null() {
            return Err(INVALID_VALUE);
        }
        self.device(dev)?;
        let text = self.system.model.name.as_bytes();
        // As on an H200, a negative length is a large one.
        let Ok(length) = usize::try_from(len) else {
            // SAFETY: the caller says that its buffer is as large.
            return unsafe { store_text(name.cast(), text.len() + 1, text) };
        };
        // A caller may print the whole buffer, so the rest is zeroed, as the real driver does.
        // SAFETY: the caller's buffer is of this length.
        unsafe {
            name.write_bytes(0, length);
            store_text(name.cast(), length, text)
        }
    }

    pub(crate) fn cuDeviceGetUuid_v2(&self, uuid: Out<CUuuid>, dev: CUdevice) -> Outcome {
        uuid.not_null()?;
        let device = self.device(dev)?;
        let bytes = crate::settings::uuid(self.system.model.ordinals[device]);
        let bytes = bytes.map(|byte| byte as c_char);
        uuid.store(CUuuid { bytes })
    }

    pub(crate) fn cuDeviceGetUuid(&self, uuid: Out<CUuuid>, dev: CUdevice) -> Outcome {
        self.cuDeviceGetUuid_v2(uuid, dev)
    }

    pub(crate) fn cuDeviceTotalMem_v2(&self, bytes: Out<usize>, dev: CUdevice) -> Outcome {
        bytes.not_null()?;
        self.device(dev)?;
        bytes.store(self.system.memory.total() as usize)
    }

    // Of the time of 32-bit addresses.
    pub(crate) fn cuDeviceTotalMem(&self, bytes: Out<c_uint>, dev: CUdevice) -> Outcome {
        bytes.not_null()?;
        self.device(dev)?;
        bytes.store(c_uint::try_from(self.system.memory.total()).unwrap_or(c_uint::MAX))
    }

    pub(crate) fn cuDeviceGetAttribute(
        &self,
        pi: Out<c_int>,
        attrib: CUdevice_attribute,
        dev: CUdevice,
    ) -> Outcome {
        pi.not_null()?;
        let device = self.device(dev)?;
        let value = match attrib {
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_PCI_BUS_ID => {
                Some(self.system.model.ordinals[device] as c_int)
            }
            attribute => device_attribute(&self.system.model, attribute),
        };
        pi.store(value.ok_or(INVALID_VALUE)?)
    }

    pub(crate) fn cuDeviceComputeCapability(
        &self,
        major: Out<c_int>,
        minor: Out<c_int>,
        dev: CUdevice,
    ) -> Outcome {
        if major.is_null() || minor.is_null() {
            return Err(INVALID_VALUE);
        }
        self.cuDeviceGetAttribute(
            major,
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
            dev,
        )?;
        self.cuDeviceGetAttribute(
            minor,
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
            dev,
        )
    }

    pub(crate) fn cuDeviceGetProperties(&self, prop: Out<CUdevprop>, dev: CUdevice) -> Outcome {
        use CUdevice_attribute as A;
        prop.not_null()?;
        self.device(dev)?;
        let value = |attribute| device_attribute(&self.system.model, attribute).unwrap_or(0);
        let properties = CUdevprop {
            maxThreadsPerBlock: value(A::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
            maxThreadsDim: [
                value(A::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X),
                value(A::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
                value(A::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z),
            ],
            maxGridSize: [
                value(A::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X),
                value(A::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
                value(A::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z),
            ],
            sharedMemPerBlock: value(A::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
            totalConstantMemory: value(A::CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY),
            SIMDWidth: value(A::CU_DEVICE_ATTRIBUTE_WARP_SIZE),
            memPitch: value(A::CU_DEVICE_ATTRIBUTE_MAX_PITCH),
            regsPerBlock: value(A::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK),
            clockRate: value(A::CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
            textureAlign: value(A::CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT),
        };
        prop.store(properties)
    }

    pub(crate) unsafe fn cuDeviceGetPCIBusId(
        &self,
        pciBusId: *mut c_char,
        len: c_int,
        dev: CUdevice,
    ) -> Outcome {
        if pciBusId.is_null() {
            return Err(INVALID_VALUE);
        }
        let address = pci_bus_id(self.system.model.ordinals[self.device(dev)?]);
        if len <= address.len() as c_int {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the caller's buffer is of this length, which isn't negative.
        unsafe { store_text(pciBusId.cast(), len as usize, address.as_bytes()) }
    }

    pub(crate) fn cuDeviceGetByPCIBusId(
        &self,
        dev: Out<CUdevice>,
        pciBusId: In<c_char>,
    ) -> Outcome {
        let address = pciBusId.text().filter(|_| !dev.is_null()).ok_or(INVALID_VALUE)?;
        match address.to_str().ok().and_then(pci_address) {
            Some([PCI_DOMAIN, bus, 0, 0]) => {
                let mut ordinals = self.system.model.ordinals.iter();
                let device = ordinals.position(|ordinal| *ordinal == bus as usize);
                dev.store(device.ok_or(INVALID_DEVICE)? as CUdevice)
            }
            Some(_) => Err(INVALID_DEVICE),
            None => Err(INVALID_VALUE),
        }
    }

    // Only exists on Windows.
    pub(crate) fn cuDeviceGetLuid(
        &self,
        luid: Out<c_char>,
        deviceNodeMask: Out<c_uint>,
        dev: CUdevice,
    ) -> Outcome {
        if luid.is_null() || deviceNodeMask.is_null() {
            return Err(INVALID_VALUE);
        }
        self.device(dev)?;
        Err(NOT_SUPPORTED)
    }

    // The device is the host's processor, which supports all of them.
    pub(crate) unsafe fn cuDeviceGetHostAtomicCapabilities(
        &self,
        capabilities: *mut c_uint,
        operations: *const CUatomicOperation,
        count: c_uint,
        dev: CUdevice,
    ) -> Outcome {
        check_atomics(capabilities, operations, count)?;
        self.device(dev)?;
        // SAFETY: the program's arrays have `count` elements, and aren't null, as was checked.
        unsafe { self.atomic_capabilities(capabilities, operations, count) }
    }

    /// Returns full support for each of the atomic operations.
    ///
    /// # Safety
    /// Both arrays have `count` elements.
    pub(in crate::calls) unsafe fn atomic_capabilities(
        &self,
        capabilities: *mut c_uint,
        operations: *const CUatomicOperation,
        count: c_uint,
    ) -> Outcome {
        // SAFETY: the caller guarantees that there are that many.
        let operations = unsafe { core::slice::from_raw_parts(operations, count as usize) };
        let answers: Option<Vec<c_uint>> =
            operations.iter().map(|o| atomic_capability(*o)).collect();
        for (index, answer) in answers.ok_or(INVALID_VALUE)?.into_iter().enumerate() {
            // SAFETY: there are as many as operations.
            unsafe { capabilities.add(index).write(answer) };
        }
        Ok(())
    }

    pub(crate) unsafe fn cuDeviceGetNvSciSyncAttributes(
        &self,
        nvSciSyncAttrList: *mut c_void,
        dev: CUdevice,
        flags: c_int,
    ) -> Outcome {
        self.device(dev)?;
        if nvSciSyncAttrList.is_null() {
            return Err(INVALID_HANDLE);
        }
        if !(1..=3).contains(&flags) {
            return Err(INVALID_VALUE);
        }
        Err(NOT_SUPPORTED)
    }

    // No other device writes to the device's memory, so there is nothing to flush.
    pub(crate) fn cuFlushGPUDirectRDMAWrites(
        &self,
        target: CUflushGPUDirectRDMAWritesTarget,
        scope: CUflushGPUDirectRDMAWritesScope,
    ) -> Outcome {
        self.current()?;
        if target.0 != 0 || !matches!(scope.0, 100 | 200) {
            return Err(INVALID_VALUE);
        }
        Err(NOT_SUPPORTED)
    }

    pub(crate) fn cuDeviceGetExecAffinitySupport(
        &self,
        pi: Out<c_int>,
        _type: CUexecAffinityType,
        dev: CUdevice,
    ) -> Outcome {
        pi.not_null()?;
        self.device(dev)?;
        pi.store(0)
    }

    pub(crate) fn cuDeviceGetTexture1DLinearMaxWidth(
        &self,
        maxWidthInElements: Out<usize>,
        format: CUarray_format,
        numChannels: c_uint,
        dev: CUdevice,
    ) -> Outcome {
        if maxWidthInElements.is_null() || !matches!(numChannels, 1 | 2 | 4) {
            return Err(INVALID_VALUE);
        }
        let bytes = channel_bytes(format).ok_or(INVALID_VALUE)? * numChannels as usize;
        self.device(dev)?;
        maxWidthInElements.store((1 << 32) / bytes.max(4))
    }
}
