//! A driver as on Jetson, where the GPU shares the CPU's memory: functions for memory of several devices or processes are
//! missing or unsupported, and so are pools on some.

use cuda_driver::sys::{CUdeviceptr, CUresult, CUstream, DriverTable};
use cuda_driver::{Driver, ErrorCode};

use crate::device::{TestDevice, on_every_driver};
use crate::kernels;
use crate::saxpy::saxpy;

unsafe extern "C" fn no_pools(_: *mut CUdeviceptr, _: usize, _: CUstream) -> CUresult {
    CUresult::CUDA_ERROR_NOT_SUPPORTED
}

/// Returns the driver of `device` without these functions.
fn like_jetson(device: &TestDevice) -> Driver {
    let mut table: DriverTable = device.driver.raw().table().capped(99_000);
    if table.cuMemAllocAsync.is_some() {
        table.cuMemAllocAsync = Some(no_pools);
    }
    macro_rules! without {
        ($($name:ident)*) => {
            $(table.$name = None;)*
        };
    }
    without! {
        cuIpcGetMemHandle cuIpcOpenMemHandle_v2 cuIpcCloseMemHandle cuIpcGetEventHandle cuIpcOpenEventHandle
        cuDeviceCanAccessPeer cuDeviceGetP2PAttribute cuCtxEnablePeerAccess cuCtxDisablePeerAccess
        cuMulticastCreate cuMulticastAddDevice cuMulticastBindMem cuMulticastUnbind
    }
    // SAFETY: the table is that of a driver, with less in it.
    unsafe { Driver::from_table(Box::leak(Box::new(table))) }.unwrap()
}

on_every_driver! {
    fn a_program_works_on_a_driver_that_lacks_pools_ipc_and_peer_access(device) {
        if kernels::ptx().is_none() { return }
        let driver = like_jetson(device);
        let result = saxpy(driver, 1000).unwrap();
        assert_eq!(result, saxpy(device.driver, 1000).unwrap());
    }

    fn what_jetson_lacks_is_an_error_that_names_the_function(device) {
        let driver = like_jetson(device);
        let context = driver.device(0).unwrap().primary_context().unwrap();
        let stream = context.stream().unwrap();
        let buffer = stream.alloc::<u32>(10).unwrap();
        let error = buffer.ipc_handle().unwrap_err();
        assert!(error.to_string().contains("cuIpcGetMemHandle"), "{error}");
        let error = driver.device(0).unwrap().can_access_peer(driver.device(0).unwrap()).unwrap_err();
        assert!(error.is_absent() || error.code() == ErrorCode::NOT_SUPPORTED, "{error}");
        assert!(error.to_string().contains("cuDeviceCanAccessPeer"), "{error}");
        assert_eq!(buffer.to_vec().unwrap().len(), 10);
    }
}
