use core::ffi::{CStr, c_int, c_uint, c_void};

use cuda_driver::{
    DeviceAttribute, ErrorCode,
    sys::{CUdriverProcAddressQueryResult, CUresult, Symbol},
};

use crate::{TestDevice, run_alone};

/// Returns the function and the status from `cuGetProcAddress`.
fn find(name: &CStr, version: c_int, flags: u64) -> (*mut c_void, c_uint) {
    let (mut function, mut status) = (core::ptr::null_mut(), CUdriverProcAddressQueryResult(9));
    let get = cuda_sim::driver_table().cuGetProcAddress_v2.unwrap();
    // SAFETY: the pointers are to live values.
    let answer = unsafe { get(name.as_ptr(), &raw mut function, version, flags, &raw mut status) };
    assert_eq!(answer, CUresult::CUDA_SUCCESS);
    (function, status.0)
}

/// Returns `true` if a driver of this version has the entry point.
pub fn is_there(symbol: Symbol, version: i32) -> bool {
    // The drivers of Windows and of Tegra alone have these.
    let elsewhere = [Symbol::cuWGLGetDevice, Symbol::cuEventCreateFromEGLSync];
    i32::from(symbol.since()) <= version && !elsewhere.contains(&symbol)
}

#[test]
fn the_table_has_every_entry_point_of_its_version_and_no_newer_one() {
    let table = cuda_sim::driver_table();
    assert_eq!(table.version(), cuda_sim::VERSION);
    for &symbol in Symbol::ALL {
        let is_there = is_there(symbol, cuda_sim::VERSION);
        assert_eq!(table.get(symbol).is_some(), is_there, "{symbol}");
    }
}

#[test]
fn unsupported_functions_return_not_supported_and_others_work() {
    let unsupported = cuda_sim::unsupported();
    assert!(unsupported.contains(&Symbol::cuMulticastUnbind));
    assert!(!unsupported.contains(&Symbol::cuMemAlloc_v2));
    let sim = TestDevice::new();
    let answer = call!(sim.raw, cuMulticastUnbind(0, 0, 0, 0));
    assert_eq!(answer.unwrap_err().code(), ErrorCode::NOT_SUPPORTED);
}

/// `CUDA_TEST_OPTIONS=update cargo test -p cuda-sim --test api documented` updates the list.
#[test]
fn the_documented_list_of_unsupported_functions_is_right() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/table/unsupported.md");
    let unsupported = cuda_sim::unsupported();
    let has_other_form = |symbol: &Symbol| {
        let names = |other: &Symbol| other.name() == symbol.name();
        let mut others = Symbol::ALL
            .iter()
            .copied()
            .filter(|other| names(other) && !unsupported.contains(other));
        others.any(|other| cuda_sim::driver_table().get(other).is_some())
    };
    let (old, missing): (Vec<_>, Vec<_>) =
        unsupported.iter().partition(|symbol| has_other_form(symbol));
    let names = |symbols: Vec<&Symbol>| {
        let names: Vec<String> = symbols.iter().map(|symbol| format!("`{symbol}`")).collect();
        names.join(",\n")
    };
    let list = format!(
        "Unsupported functions:\n{}.\n\nSuperseded ABIs of supported functions, which `cuGetProcAddress` returns for \
         older CUDA versions:\n{}.\n",
        names(missing),
        names(old)
    );
    if crate::options::given("update").is_some() {
        std::fs::write(path, &list).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), list);
}

#[test]
fn an_entry_point_is_that_of_the_requested_version() {
    let table = cuda_sim::driver_table();
    for (version, symbol) in
        [(2000, Symbol::cuCtxSynchronize), (13000, Symbol::cuCtxSynchronize_v2)]
    {
        let (function, _) = find(c"cuCtxSynchronize", version, 0);
        assert_eq!(function, table.get(symbol).unwrap().as_ptr(), "{version}");
    }
}

#[test]
fn an_entry_point_that_is_too_new_or_unknown_is_null_with_the_reason() {
    for (name, version, status) in
        [(c"cuMemAllocAsync", 11010, 2), (c"cuMemAlloc_v2", 13000, 1), (c"nothing", 13000, 1)]
    {
        let (function, found) = find(name, version, 0);
        assert!(function.is_null(), "{name:?}");
        assert_eq!(found, status, "{name:?}");
    }
}

#[test]
fn the_per_thread_variant_is_given_by_flag_and_by_table() {
    let per_thread = cuda_sim::driver_table_per_thread().get(Symbol::cuMemsetD8Async).unwrap();
    assert_ne!(Some(per_thread), cuda_sim::driver_table().get(Symbol::cuMemsetD8Async));
    let (function, _) = find(c"cuMemsetD8Async", 13000, 2);
    assert_eq!(function, per_thread.as_ptr());
}

#[test]
fn the_device_reports_its_name_and_attributes() {
    let sim = TestDevice::new();
    let device = sim.driver.device(0).unwrap();
    assert!(
        device.name().unwrap().starts_with("CUDA software device ("),
        "{}",
        device.name().unwrap()
    );
    // As many as an H200 has, regardless of the machine's cores.
    let multiprocessors = device.attribute(DeviceAttribute::MULTIPROCESSOR_COUNT).unwrap();
    assert_eq!(multiprocessors, 132);
    assert!(sim.driver.device(1).is_err());
}

#[test]
fn the_environment_chooses_compute_capability_and_memory() {
    let variables = [("CUDA_SIM_COMPUTE_CAPABILITY", "7.5"), ("CUDA_SIM_MEMORY", "64M")];
    run_alone("table::alone_with_compute_capability_and_memory", &variables);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_compute_capability_and_memory() {
    let sim = TestDevice::new();
    let device = sim.driver.device(0).unwrap();
    assert_eq!(device.compute_capability().unwrap().to_string(), "7.5");
    assert_eq!(device.total_memory().unwrap(), 64 << 20);
    let cluster = device.attribute(DeviceAttribute::CLUSTER_LAUNCH).unwrap();
    assert_eq!(cluster, 0);
}

#[test]
fn before_init_only_version_error_and_entry_point_queries_work() {
    run_alone("table::alone_before_init", &[]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_before_init() {
    let table = cuda_sim::driver_table();
    let (mut number, mut text) = (0, core::ptr::null());
    // SAFETY: the pointers are to live values.
    unsafe {
        assert_eq!(
            table.cuDeviceGetCount.unwrap()(&raw mut number),
            CUresult::CUDA_ERROR_NOT_INITIALIZED
        );
        assert_eq!(table.cuDriverGetVersion.unwrap()(&raw mut number), CUresult::CUDA_SUCCESS);
        assert_eq!(
            table.cuGetErrorName.unwrap()(CUresult::CUDA_SUCCESS, &raw mut text),
            CUresult::CUDA_SUCCESS
        );
    }
    assert_eq!(number, cuda_sim::VERSION);
}
