//! A divided device, as NVML's documentation and cuda-python's tests describe it: GPU instance 1 with two compute instances, and
//! GPU instance 5 with one. Its second number is free.

use std::ffi::{c_char, c_uint, c_void};

use nvml::sys::{Symbol, nvmlDevice_t, nvmlDeviceAttributes_t, nvmlReturn_t};
use nvml::{Error, Nvml};

use crate::device::table;

const SUCCESS: nvmlReturn_t = nvmlReturn_t::NVML_SUCCESS;
const INVALID: nvmlReturn_t = nvmlReturn_t::NVML_ERROR_INVALID_ARGUMENT;

/// The GPU instance, the compute instance, and the name of each instance, by its handle.
const INSTANCES: [(usize, c_uint, c_uint, &str); 3] = [
    (0x1000, 1, 0, "MIG-11111111-2222-3333-4444-555555555555"),
    (0x1001, 1, 1, "MIG-11111111-2222-3333-4444-666666666666"),
    (0x1003, 5, 0, "MIG-11111111-2222-3333-4444-777777777777"),
];

fn instance(device: nvmlDevice_t) -> Option<(usize, c_uint, c_uint, &'static str)> {
    INSTANCES.into_iter().find(|instance| instance.0 == device.addr())
}

unsafe extern "C" fn mode(_: nvmlDevice_t, now: *mut c_uint, later: *mut c_uint) -> nvmlReturn_t {
    // SAFETY: the caller passes live numbers.
    unsafe {
        now.write(1);
        later.write(0);
    }
    SUCCESS
}

unsafe extern "C" fn count(_: nvmlDevice_t, count: *mut c_uint) -> nvmlReturn_t {
    // SAFETY: the caller passes a live number.
    unsafe { count.write(7) };
    SUCCESS
}

unsafe extern "C" fn by_index(
    _: nvmlDevice_t,
    index: c_uint,
    out: *mut nvmlDevice_t,
) -> nvmlReturn_t {
    let handle = 0x1000 + index as usize;
    if !INSTANCES.iter().any(|instance| instance.0 == handle) {
        return nvmlReturn_t::NVML_ERROR_NOT_FOUND;
    }
    // SAFETY: the caller passes a live handle.
    unsafe { out.write(std::ptr::without_provenance_mut(handle)) };
    SUCCESS
}

unsafe extern "C" fn is_mig(device: nvmlDevice_t, out: *mut c_uint) -> nvmlReturn_t {
    // SAFETY: the caller passes a live number.
    unsafe { out.write(instance(device).is_some().into()) };
    SUCCESS
}

unsafe extern "C" fn parent(device: nvmlDevice_t, out: *mut nvmlDevice_t) -> nvmlReturn_t {
    if instance(device).is_none() {
        return INVALID;
    }
    // SAFETY: the caller passes a live handle.
    unsafe { out.write(std::ptr::without_provenance_mut(1)) };
    SUCCESS
}

unsafe extern "C" fn gpu_instance(device: nvmlDevice_t, out: *mut c_uint) -> nvmlReturn_t {
    let Some((_, id, ..)) = instance(device) else { return INVALID };
    // SAFETY: the caller passes a live number.
    unsafe { out.write(id) };
    SUCCESS
}

unsafe extern "C" fn compute_instance(device: nvmlDevice_t, out: *mut c_uint) -> nvmlReturn_t {
    let Some((_, _, id, _)) = instance(device) else { return INVALID };
    // SAFETY: the caller passes a live number.
    unsafe { out.write(id) };
    SUCCESS
}

unsafe extern "C" fn attributes(
    device: nvmlDevice_t,
    out: *mut nvmlDeviceAttributes_t,
) -> nvmlReturn_t {
    if instance(device).is_none() {
        return INVALID;
    }
    // SAFETY: the caller passes a live struct.
    unsafe {
        out.write(nvmlDeviceAttributes_t {
            multiprocessorCount: 16,
            sharedCopyEngineCount: 1,
            gpuInstanceSliceCount: 1,
            computeInstanceSliceCount: 1,
            memorySizeMB: 16_384,
            ..Default::default()
        });
    }
    SUCCESS
}

unsafe extern "C" fn uuid(device: nvmlDevice_t, out: *mut c_char, len: c_uint) -> nvmlReturn_t {
    let name =
        instance(device).map_or("GPU-99999999-2222-3333-4444-555555555555", |instance| instance.3);
    assert!(name.len() < len as usize);
    // SAFETY: the caller's buffer is that long.
    unsafe {
        out.cast::<u8>().copy_from_nonoverlapping(name.as_ptr(), name.len());
        out.add(name.len()).write(0);
    }
    SUCCESS
}

fn divided() -> Nvml {
    let functions: [(Symbol, *const c_void); 9] = [
        (Symbol::nvmlDeviceGetMigMode, mode as *const _),
        (Symbol::nvmlDeviceGetMaxMigDeviceCount, count as *const _),
        (Symbol::nvmlDeviceGetMigDeviceHandleByIndex, by_index as *const _),
        (Symbol::nvmlDeviceIsMigDeviceHandle, is_mig as *const _),
        (Symbol::nvmlDeviceGetDeviceHandleFromMigDeviceHandle, parent as *const _),
        (Symbol::nvmlDeviceGetGpuInstanceId, gpu_instance as *const _),
        (Symbol::nvmlDeviceGetComputeInstanceId, compute_instance as *const _),
        (Symbol::nvmlDeviceGetAttributes_v2, attributes as *const _),
        (Symbol::nvmlDeviceGetUUID, uuid as *const _),
    ];
    Nvml::from_table(table(&functions)).unwrap()
}

#[test]
fn the_instances_of_a_divided_device_are_devices() {
    let nvml = divided();
    let device = nvml.device(0).unwrap();
    let mode = device.mig_mode().unwrap();
    assert!(mode.is_enabled && !mode.is_pending);
    assert!(!device.is_mig().unwrap());
    let instances = device.mig_devices().unwrap();
    assert_eq!(instances.len(), 3);
    for (instance, (_, gpu, compute, name)) in instances.iter().zip(INSTANCES) {
        assert!(instance.is_mig().unwrap());
        assert_eq!(instance.gpu_instance_id().unwrap(), gpu);
        assert_eq!(instance.compute_instance_id().unwrap(), compute);
        assert_eq!(instance.uuid().unwrap(), name);
        assert_eq!(instance.parent().unwrap(), device);
        let attributes = instance.mig_attributes().unwrap();
        assert_eq!((attributes.multiprocessors, attributes.memory_mib), (16, 16_384));
    }
}

#[test]
fn an_instance_that_cuda_does_not_show_is_an_error_with_its_name() {
    let nvml = divided();
    let instance = nvml.device(0).unwrap().mig_devices().unwrap().remove(2);
    let error = instance.cuda(cuda_sim::driver().unwrap()).unwrap_err();
    assert!(matches!(error, Error::NotVisible { .. }));
    for part in [INSTANCES[2].3, "CUDA_VISIBLE_DEVICES"] {
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn a_device_that_is_not_divided_has_no_instances() {
    let nvml = Nvml::from_table(cuda_sim_libraries::nvml::table()).unwrap();
    let device = nvml.device(0).unwrap();
    assert!(device.mig_mode().unwrap_err().is_not_supported());
    assert!(device.mig_devices().unwrap().is_empty());
}
