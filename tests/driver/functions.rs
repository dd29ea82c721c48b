//! Properties and settings of a function: attributes, parameters, loading, occupancy.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cuda_driver::{
    CuResult, DeviceAttribute, Driver, ErrorCode, Function, Launch, LaunchAttribute, Version,
    context::{FuncCache, SharedConfig},
    launch::OccupancyFlags,
    module::{FunctionAttribute, FunctionLoadingState, ModuleLoadingMode},
};

use crate::device::{TestDevice, on_every_driver};

const CODE: &str = "
.version 7.0
.target sm_52
.address_size 64
.visible .entry bounded(.param .u8 a, .param .u64 b, .param .align 4 .b8 c[12]) .maxntid 128, 1, 1
{
    .shared .align 4 .b8 tile[400];
    ret;
}";

fn bounded(device: &TestDevice) -> Function {
    let module = device.context.load_ptx(CODE).unwrap();
    module.function(c"bounded").unwrap()
}

/// Returns a result that needs a newer driver; on an older one, checks the error.
fn since<T>(driver: Driver, minor: u32, result: Result<T, CuResult>) -> Option<T> {
    if driver.version() >= Version::new(12, minor) {
        return Some(result.unwrap());
    }
    assert!(result.is_err_and(CuResult::is_absent));
    None
}

on_every_driver! {
    fn a_function_reports_its_name_and_parameters(device) {
        let bounded = bounded(device);
        if let Some(name) = since(device.driver, 3, bounded.name()) {
            assert_eq!(name, "bounded");
        }
        let Some(parameters) = since(device.driver, 4, bounded.parameters()) else { return };
        let places = parameters.iter().map(|parameter| (parameter.offset, parameter.size)).collect::<Vec<_>>();
        assert_eq!(places, [(0, 1), (8, 8), (16, 12)]);
        let functions = bounded.module().unwrap().functions().unwrap();
        assert_eq!(functions.iter().map(Function::as_raw).collect::<Vec<_>>(), [bounded.as_raw()]);
    }

    fn attributes_are_read_and_some_are_set(device) {
        use FunctionAttribute as A;
        let bounded = bounded(device);
        assert_eq!(bounded.attribute(A::MAX_THREADS_PER_BLOCK).unwrap(), 128);
        assert_eq!(bounded.attribute(A::SHARED_SIZE_BYTES).unwrap(), 400);
        assert_eq!(bounded.attribute(A::PTX_VERSION).unwrap(), 52);
        let most = device.context.device().attribute(DeviceAttribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN).unwrap();
        for (attribute, right, wrong) in [
            (A::MAX_DYNAMIC_SHARED_SIZE_BYTES, most - 400, most - 399),
            (A::PREFERRED_SHARED_MEMORY_CARVEOUT, 50, 101),
        ] {
            bounded.set_attribute(attribute, right).unwrap();
            let refused = bounded.set_attribute(attribute, wrong).unwrap_err();
            assert_eq!(refused.code(), ErrorCode::INVALID_VALUE);
            let text = refused.to_string();
            assert!(text.contains(&format!("; {wrong} isn't ")), "{text}");
            assert_eq!(bounded.attribute(attribute).unwrap(), right);
        }
        assert_eq!(bounded.set_attribute(A::NUM_REGS, 32).unwrap_err().code(), ErrorCode::INVALID_VALUE);
        bounded.set_cache_config(FuncCache::PREFER_SHARED).unwrap();
        bounded.set_shared_memory_config(SharedConfig::DEFAULT_BANK_SIZE).unwrap();
    }

    fn static_shared_memory_is_limited_to_that_of_a_block(device) {
        use FunctionAttribute as A;
        let most = device.context.device().attribute(DeviceAttribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN).unwrap();
        let load = |bytes: i32| device.context.load_ptx(&CODE.replace("tile[400]", &format!("tile[{bytes}]")));
        let refused = load(most + 1).unwrap_err();
        assert_eq!(refused.result().map(CuResult::code), Some(ErrorCode::INVALID_PTX));
        assert!(refused.to_string().contains("shared"), "{refused}");
        // From 13.0 on, a kernel may have more than 48 KiB without dynamic shared memory.
        if device.driver.version() < Version::new(13, 0) {
            return;
        }
        for (bytes, dynamic) in [(48 << 10, 0), ((48 << 10) + 4, most - (48 << 10) - 4), (most, 0)] {
            let function = load(bytes).unwrap().function(c"bounded").unwrap();
            assert_eq!(function.attribute(A::SHARED_SIZE_BYTES).unwrap(), bytes);
            assert_eq!(function.attribute(A::MAX_DYNAMIC_SHARED_SIZE_BYTES).unwrap(), dynamic);
        }
    }

    fn a_function_is_loaded_on_request(device) {
        let bounded = bounded(device);
        if since(device.driver, 4, bounded.load()).is_some() {
            assert_eq!(bounded.loading_state().unwrap(), FunctionLoadingState::LOADED);
        }
        if device.driver.version() >= Version::new(12, 0) {
            let mode = device.driver.module_loading_mode().unwrap();
            assert!([ModuleLoadingMode::EAGER_LOADING, ModuleLoadingMode::LAZY_LOADING].contains(&mode));
        }
    }

    fn occupancy_depends_on_the_block_size(device) {
        let bounded = bounded(device);
        let blocks = bounded.max_active_blocks(128, 0).unwrap();
        assert!(blocks > 0);
        let flags = OccupancyFlags::DISABLE_CACHING_OVERRIDE;
        assert_eq!(bounded.max_active_blocks_with_flags(128, 0, flags).unwrap(), blocks);
        assert_eq!(bounded.max_active_blocks(0, 0).unwrap_err().code(), ErrorCode::INVALID_VALUE);
        let best = bounded.max_potential_block_size(0, 0).unwrap();
        assert!(best.threads == 128 && best.min_grid >= blocks, "{best:?}");
        assert!(bounded.max_potential_block_size(0, 64).unwrap().threads <= 64);
        let shared = bounded.available_dynamic_shared_memory(2, 128).unwrap();
        assert!(shared > bounded.available_dynamic_shared_memory(blocks, 128).unwrap());
        assert!(bounded.max_active_blocks(128, shared).unwrap() >= 2);
        for error in [
            bounded.max_active_blocks(u32::MAX, 0).unwrap_err(),
            bounded.max_active_blocks_with_flags(u32::MAX, 0, flags).unwrap_err(),
            bounded.max_potential_block_size(0, u32::MAX).unwrap_err(),
            bounded.max_potential_block_size_with(|_| 0, u32::MAX, OccupancyFlags::empty()).unwrap_err(),
            bounded.available_dynamic_shared_memory(u32::MAX, 128).unwrap_err(),
            bounded.available_dynamic_shared_memory(2, u32::MAX).unwrap_err(),
        ] {
            assert_eq!(error.code(), ErrorCode::INVALID_VALUE);
        }
    }

    fn a_launch_takes_the_best_block_size(device) {
        let bounded = bounded(device);
        let best = bounded.max_potential_block_size(0, 0).unwrap();
        let launch = Launch::elements(best.threads as usize * 3, best.threads);
        assert_eq!(format!("{launch:?}"), format!("{:?}", Launch::grid(3).block(best.threads)));
    }

    fn a_closure_computes_the_shared_memory_of_a_block(device) {
        let bounded = bounded(device);
        let calls = std::cell::Cell::new(0);
        // Blocks of 64 threads and more don't fit.
        let shared = |threads: u32| {
            calls.set(calls.get() + 1);
            if threads < 64 { 0 } else { 1 << 30 }
        };
        let best = bounded.max_potential_block_size_with(shared, 0, OccupancyFlags::empty()).unwrap();
        assert_eq!(best.threads, 32);
        assert!(calls.get() > 0);
        let ask = || bounded.max_potential_block_size_with(|_| panic!("of the closure"), 0, OccupancyFlags::empty());
        let panic = catch_unwind(AssertUnwindSafe(ask)).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"of the closure"));
        // A panic in a drop below the driver would abort the process.
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("of the bomb");
            }
        }
        let ask = || bounded.max_potential_block_size_with(|_| std::panic::panic_any(Bomb), 0, OccupancyFlags::empty());
        std::mem::forget(catch_unwind(AssertUnwindSafe(ask)).unwrap_err());
        bounded.max_potential_block_size(0, 0).unwrap();
    }

    fn occupancy_of_clusters_is_reported(device) {
        if device.driver.version() < Version::new(12, 0) || device.context.device().compute_capability().unwrap().major < 9 {
            return;
        }
        let bounded = bounded(device);
        let launch = Launch::grid(64).block(128);
        let limit = bounded.max_potential_cluster_size(launch).unwrap();
        assert!(limit >= 8);
        assert_eq!(bounded.max_active_clusters(launch).unwrap(), 0);
        let cluster = |blocks| [LaunchAttribute::cluster(blocks)];
        let pairs = cluster(2);
        assert_eq!(bounded.max_potential_cluster_size(launch.attributes(&pairs)).unwrap(), limit);
        assert!(bounded.max_active_clusters(launch.attributes(&pairs)).unwrap() > 0);
        let too_large = cluster(64);
        let error = bounded.max_potential_cluster_size(launch.attributes(&too_large)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::INVALID_CLUSTER_SIZE);
        let error = bounded.max_active_clusters(launch.attributes(&too_large)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::INVALID_CLUSTER_SIZE);
        bounded.set_attribute(FunctionAttribute::NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1).unwrap();
        let larger = bounded.max_potential_cluster_size(launch).unwrap();
        assert!(larger >= limit);
        assert_eq!(bounded.max_potential_cluster_size(launch.attributes(&too_large)).unwrap(), larger);
    }
}
