//! A driver of one device whose functions only keep what they are passed.

use core::cell::{Cell, RefCell};
use core::ffi::{c_int, c_uint, c_void};
use core::ptr::{null, null_mut, without_provenance_mut};
use std::sync::LazyLock;

use cuda_driver::Driver;
use cuda_driver::sys::{
    CU_DEV_SM_RESOURCE_GROUP_PARAMS, CUasyncCallback, CUasyncCallbackHandle, CUcontext,
    CUdevResource, CUdevResourceType, CUdevice, CUjit_option, CUlogsCallback, CUlogsCallbackHandle,
    CUmodule, CUresult, DriverTable,
};

thread_local! {
    /// The last that this thread registered, with their arguments.
    pub static LOG_CALLBACK: Cell<(CUlogsCallback, *mut c_void)> = const { Cell::new((None, null_mut())) };
    pub static NOTIFICATION_CALLBACK: Cell<(CUasyncCallback, *mut c_void)> = const { Cell::new((None, null_mut())) };
    /// The options with which this thread last loaded a module, and their values.
    pub static OPTIONS: RefCell<Vec<(CUjit_option, usize)>> = const { RefCell::new(Vec::new()) };
    /// The groups into which this thread last split multiprocessors.
    pub static GROUPS: RefCell<Vec<CU_DEV_SM_RESOURCE_GROUP_PARAMS>> = const { RefCell::new(Vec::new()) };
}

static TABLE: LazyLock<DriverTable> = LazyLock::new(|| {
    const OK: CUresult = CUresult::CUDA_SUCCESS;
    unsafe extern "C" fn init(_: c_uint) -> CUresult {
        OK
    }
    unsafe extern "C" fn device(device: *mut CUdevice, ordinal: c_int) -> CUresult {
        // SAFETY: the caller passes a place to write to, here and below.
        unsafe { device.write(ordinal) };
        OK
    }
    unsafe extern "C" fn retain(context: *mut CUcontext, _: CUdevice) -> CUresult {
        // SAFETY: as above.
        unsafe { context.write(without_provenance_mut(0x1000)) };
        OK
    }
    unsafe extern "C" fn release(_: CUdevice) -> CUresult {
        OK
    }
    unsafe extern "C" fn current(context: *mut CUcontext) -> CUresult {
        // SAFETY: as above.
        unsafe { context.write(without_provenance_mut(0x1000)) };
        OK
    }
    unsafe extern "C" fn resource(
        _: CUdevice,
        resource: *mut CUdevResource,
        _: CUdevResourceType,
    ) -> CUresult {
        // SAFETY: as above.
        unsafe { resource.write(CUdevResource::default()) };
        OK
    }
    unsafe extern "C" fn register_log(
        function: CUlogsCallback,
        argument: *mut c_void,
        _: *mut CUlogsCallbackHandle,
    ) -> CUresult {
        LOG_CALLBACK.set((function, argument));
        OK
    }
    unsafe extern "C" fn unregister_log(_: CUlogsCallbackHandle) -> CUresult {
        OK
    }
    unsafe extern "C" fn register_notification(
        _: CUdevice,
        function: CUasyncCallback,
        argument: *mut c_void,
        _: *mut CUasyncCallbackHandle,
    ) -> CUresult {
        NOTIFICATION_CALLBACK.set((function, argument));
        OK
    }
    unsafe extern "C" fn unregister_notification(
        _: CUdevice,
        _: CUasyncCallbackHandle,
    ) -> CUresult {
        OK
    }
    unsafe extern "C" fn load(
        _: *mut CUmodule,
        _: *const c_void,
        count: c_uint,
        options: *mut CUjit_option,
        values: *mut *mut c_void,
    ) -> CUresult {
        // SAFETY: the caller passes as many of both.
        let all =
            (0..count as usize).map(|at| unsafe { (*options.add(at), (*values.add(at)).addr()) });
        OPTIONS.set(all.collect());
        CUresult::CUDA_ERROR_INVALID_IMAGE
    }
    unsafe extern "C" fn split(
        _: *mut CUdevResource,
        count: c_uint,
        _: *const CUdevResource,
        _: *mut CUdevResource,
        _: c_uint,
        groups: *mut CU_DEV_SM_RESOURCE_GROUP_PARAMS,
    ) -> CUresult {
        // SAFETY: the caller passes as many groups.
        GROUPS.set((0..count as usize).map(|at| unsafe { *groups.add(at) }).collect());
        CUresult::CUDA_ERROR_NOT_SUPPORTED
    }
    // SAFETY: nothing is there but what is put in below, each of its slot's signature.
    let mut table = unsafe { DriverTable::from_fn(13_010, |_| null()) };
    table.cuInit = Some(init);
    table.cuDeviceGet = Some(device);
    table.cuDevicePrimaryCtxRetain = Some(retain);
    table.cuDevicePrimaryCtxRelease_v2 = Some(release);
    table.cuCtxGetCurrent = Some(current);
    table.cuDeviceGetDevResource = Some(resource);
    table.cuLogsRegisterCallback = Some(register_log);
    table.cuLogsUnregisterCallback = Some(unregister_log);
    table.cuDeviceRegisterAsyncNotification = Some(register_notification);
    table.cuDeviceUnregisterAsyncNotification = Some(unregister_notification);
    table.cuModuleLoadDataEx = Some(load);
    table.cuDevSmResourceSplit = Some(split);
    table
});

pub fn driver() -> Driver {
    // SAFETY: nothing here looks at what the driver of these tests doesn't do.
    unsafe { Driver::from_table(&TABLE) }.unwrap()
}
