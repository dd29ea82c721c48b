//! That cudarc's names are here: a missing one doesn't compile. What isn't here is in `docs/dependants.md`.
#![allow(deprecated, unused_imports, reason = "what is imported is the test")]

#[cfg(feature = "cublas")]
mod cublas;
#[cfg(feature = "cublaslt")]
mod cublaslt;
#[cfg(feature = "cudnn")]
mod cudnn;
#[cfg(feature = "cufft")]
mod cufft;
#[cfg(all(feature = "cufile", target_os = "linux"))]
mod cufile;
#[cfg(all(feature = "cupti", target_os = "linux"))]
mod cupti;
#[cfg(feature = "curand")]
mod curand;
#[cfg(feature = "cusolver")]
mod cusolver;
#[cfg(feature = "cusolvermg")]
mod cusolvermg;
#[cfg(feature = "cusparse")]
mod cusparse;
#[cfg(feature = "cutensor")]
mod cutensor;
#[cfg(feature = "driver")]
mod driver;
#[cfg(feature = "nccl")]
mod nccl;
#[cfg(feature = "nvrtc")]
mod nvrtc;
#[cfg(feature = "nvtx")]
mod nvtx;
#[cfg(feature = "runtime")]
mod runtime;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use cudarc::driver::sys::{self, CUfunc_cache_enum, CUmemLocation_st, CUmemPool_attribute_enum};
use cudarc::driver::{DeviceRepr, Profiler, ValidAsZeroBits};
use cudarc::types::CudaTypeName;

#[test]
fn enumerators_are_imported_by_an_enumeration_s_tag() {
    use sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_WARP_SIZE;
    use sys::CUfunc_cache_enum::CU_FUNC_CACHE_PREFER_SHARED;
    use sys::CUmemPool_attribute_enum::*;
    use sys::cudaError_enum::CUDA_SUCCESS;
    use sys::{
        CUctx_flags_enum::*, CUevent_flags_enum::*, CUevent_record_flags_enum::*,
        CUevent_wait_flags_enum::*, CUfunction_attribute_enum::*, CUlimit_enum::*,
        CUmem_advise_enum::*, CUmemAttach_flags_enum::*, CUoccupancy_flags_enum::*,
        CUpointer_attribute_enum::*, CUstream_flags_enum::*, CUstreamCaptureMode_enum::*,
        CUtensorMapDataType_enum::*, CUtensorMapFloatOOBfill_enum::*,
        CUtensorMapIm2ColWideMode_enum::*, CUtensorMapInterleave_enum::*,
        CUtensorMapL2promotion_enum::*, CUtensorMapSwizzle_enum::*,
    };

    assert_eq!(CU_FUNC_CACHE_PREFER_SHARED, sys::CUfunc_cache::CU_FUNC_CACHE_PREFER_SHARED);
    assert_eq!(CU_FUNC_CACHE_PREFER_SHARED, CUfunc_cache_enum::CU_FUNC_CACHE_PREFER_SHARED);
    let threshold: CUmemPool_attribute_enum = CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
    assert_eq!(threshold, sys::CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD);
    assert_eq!(CU_DEVICE_ATTRIBUTE_WARP_SIZE as u32, 10);
    assert_eq!(CUDA_SUCCESS.result(), Ok(()));
    // Those that are open types have them as constants.
    let device = sys::CUmemLocationType_enum::CU_MEM_LOCATION_TYPE_DEVICE;
    assert_eq!(device, sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE);
}

#[test]
fn enumerations_that_no_call_returns_are_matched_and_cast() {
    use sys::CUevent_flags::{CU_EVENT_BLOCKING_SYNC, CU_EVENT_DISABLE_TIMING};
    const fn name(cache: sys::CUjit_cacheMode) -> &'static str {
        match cache {
            sys::CUjit_cacheMode::CU_JIT_CACHE_OPTION_NONE => "none",
            sys::CUjit_cacheMode::CU_JIT_CACHE_OPTION_CG => "global",
            sys::CUjit_cacheMode::CU_JIT_CACHE_OPTION_CA => "all",
        }
    }
    assert_eq!(name(sys::CUjit_cacheMode::CU_JIT_CACHE_OPTION_CG), "global");
    assert_eq!(CU_EVENT_BLOCKING_SYNC as i32 | CU_EVENT_DISABLE_TIMING as i32, 3);
    // The second name of a value.
    let second = sys::CUctx_flags::CU_CTX_BLOCKING_SYNC;
    assert_eq!(second, sys::CUctx_flags::CU_CTX_SCHED_BLOCKING_SYNC);
    // Sets of flags.
    type Handle = sys::CUmemAllocationHandleType;
    let both = Handle::CU_MEM_HANDLE_TYPE_FABRIC | Handle::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    assert_eq!(both.0, 9);
}

/// The compiler checks that they aren't enums of Rust.
#[test]
fn what_calls_write_behind_untyped_pointers_may_have_any_value() {
    assert_eq!(sys::CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS(7).0, 7);
    #[cfg(all(feature = "cupti", target_os = "linux"))]
    {
        use cudarc::cupti::sys;
        // What records and callbacks have.
        assert_eq!(sys::CUpti_ActivityFlag(0x104).0, 0x104);
        assert_eq!(sys::CUpti_ChannelType(99).0, 99);
        assert_eq!(sys::CUgraphNodeType(13).0, 13);
        assert_eq!(sys::CUdevice_attribute(147).0, 147);
    }
    #[cfg(feature = "cudnn")]
    assert_eq!(cudarc::cudnn::sys::cudnnBackendNumericalNote_t(99).0, 99);
}

/// The compiler checks that these fields are all there are.
#[test]
fn structures_have_cudarc_s_fields() {
    let window = sys::CUaccessPolicyWindow {
        base_ptr: core::ptr::null_mut(),
        num_bytes: 0,
        hitRatio: 0.0,
        hitProp: sys::CUaccessProperty::CU_ACCESS_PROPERTY_NORMAL,
        missProp: sys::CUaccessProperty::CU_ACCESS_PROPERTY_NORMAL,
    };
    assert_eq!(size_of_val(&window), 32);
    let type_ = sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    #[cfg(not(since = "13.2"))]
    assert_eq!(CUmemLocation_st { type_, id: 0 }.id, 0);
    #[cfg(since = "13.2")]
    {
        let id = sys::CUmemLocation_st__bindgen_ty_1 { id: 0 };
        assert_eq!(CUmemLocation_st { type_, __bindgen_anon_1: id }.type_, type_);
    }
    assert_eq!(size_of::<cudarc::driver::CudaStream>(), 3 * size_of::<usize>());
    #[cfg(feature = "cudnn")]
    {
        use cudarc::cudnn::sys::{cudnnConvolutionFwdAlgoPerf_t as Perf, cudnnStatus_t};
        let status = |perf: Perf| -> cudnnStatus_t { perf.status };
        // SAFETY: zeros are a success of the first algorithm.
        assert!(status(unsafe { core::mem::zeroed() }).result().is_ok());
    }
    #[cfg(feature = "cublaslt")]
    {
        use cudarc::cublaslt::sys::{cublasLtMatmulHeuristicResult_t as Heuristic, cublasStatus_t};
        let state = |found: Heuristic| -> cublasStatus_t { found.state };
        // SAFETY: zeros are a success.
        assert!(state(unsafe { core::mem::zeroed() }).result().is_ok());
    }
}

#[test]
fn the_candidates_of_a_library_are_the_names_of_its_files() {
    let is_candidate = |(library, file): (&str, &str)| {
        cudarc::get_lib_name_candidates(library).iter().any(|candidate| candidate == file)
    };
    #[cfg(windows)]
    let files =
        [("nvrtc", "nvrtc64_120_0.dll"), ("curand", "curand64_10.dll"), ("cudnn", "cudnn64_9.dll")];
    #[cfg(not(windows))]
    let files =
        [("nvrtc", "libnvrtc.so.12"), ("curand", "libcurand.so.10"), ("cudnn", "libcudnn.so.9")];
    assert!(files.into_iter().all(is_candidate));
}

#[test]
fn types_have_the_names_of_cuda_c() {
    let names = [bool::NAME, i8::NAME, u64::NAME, usize::NAME, f64::NAME];
    let expected = ["bool", "char", "unsigned long", "size_t", "double"];
    assert_eq!(names, expected);
    #[cfg(feature = "f16")]
    assert_eq!([half::f16::NAME, half::bf16::NAME], ["__half", "__nv_bfloat16"]);
}

/// Checks that types implement what cudarc's do, which the compiler does.
#[test]
fn types_have_cudarc_s_traits() {
    const fn is_element<T: DeviceRepr + ValidAsZeroBits>() {}
    const fn has_default<T: Default>() {}
    has_default::<Profiler>();
    #[cfg(feature = "cublas")]
    {
        is_element::<cudarc::cublas::sys::float2>();
        is_element::<cudarc::cublas::sys::double2>();
    }
}

/// Programs match what cudarc's functions return: a list that isn't complete doesn't compile.
#[test]
fn enumerations_that_functions_return_are_matched() {
    use sys::CUstreamCaptureStatus as Status;
    let number = |status| match status {
        Status::CU_STREAM_CAPTURE_STATUS_NONE => 0,
        Status::CU_STREAM_CAPTURE_STATUS_ACTIVE => 1,
        Status::CU_STREAM_CAPTURE_STATUS_INVALIDATED => 2,
    };
    assert_eq!(number(Status::CU_STREAM_CAPTURE_STATUS_ACTIVE), 1);
    #[cfg(feature = "cublas")]
    {
        use cudarc::cublas::sys::cublasPointerMode_t as Mode;
        let is_host = |mode| match mode {
            Mode::CUBLAS_POINTER_MODE_HOST => true,
            Mode::CUBLAS_POINTER_MODE_DEVICE => false,
        };
        assert!(is_host(Mode::CUBLAS_POINTER_MODE_HOST));
    }
    #[cfg(feature = "cusolver")]
    {
        use cudarc::cusolver::sys::cusolverDeterministicMode_t as Mode;
        let is_same = |mode| match mode {
            Mode::CUSOLVER_DETERMINISTIC_RESULTS => true,
            Mode::CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS => false,
        };
        assert!(is_same(Mode::CUSOLVER_DETERMINISTIC_RESULTS));
    }
}

/// Returns what each feature enables, itself included.
fn closures(features: &BTreeMap<String, Vec<String>>) -> BTreeMap<&str, BTreeSet<&str>> {
    let closure = |name: &String| {
        let mut all = BTreeSet::new();
        let mut next = vec![name.as_str()];
        while let Some(name) = next.pop() {
            if let Some((name, enabled)) = features.get_key_value(name)
                && all.insert(name.as_str())
            {
                next.extend(enabled.iter().map(String::as_str));
            }
        }
        all
    };
    features.keys().map(|name| (name.as_str(), closure(name))).collect()
}

#[test]
fn each_feature_enables_what_cudarc_s_does() {
    let ours = include_str!("../../Cargo.toml")
        .split("\n[")
        .find_map(|section| section.strip_prefix("features]"));
    let lines = ours.unwrap().lines().filter(|line| !line.starts_with('#')).collect::<String>();
    let ours = lines.split(']').filter_map(|row| {
        let (name, enabled) = row.split_once(" = [")?;
        let enabled = enabled.split(',').map(|feature| feature.trim().trim_matches('"').to_owned());
        Some((name.trim().to_owned(), enabled.collect()))
    });
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let rows = include_str!("names/features.txt").lines().filter_map(|row| row.split_once(':'));
    let theirs = rows.flat_map(|(names, enabled)| {
        words(names).into_iter().map(move |name| (name, words(enabled)))
    });
    let (ours, theirs) = (ours.collect(), theirs.collect());
    let (ours, theirs) = (closures(&ours), closures(&theirs));
    // A library's release is chosen at run time: its feature is the same for each.
    let is_release = |name: &str| {
        name.rsplit_once('-').is_some_and(|(_, release)| release.parse::<u32>().is_ok())
    };
    let mut missing = Vec::new();
    for (name, enabled) in &theirs {
        let ours = ours.get(name);
        let is_missing = |feature: &&&str| {
            !is_release(feature) && !ours.is_some_and(|ours| ours.contains(**feature))
        };
        missing
            .extend(enabled.iter().filter(is_missing).map(|feature| format!("{name}: {feature}")));
        if ours.is_none() {
            missing.push((*name).to_owned());
        }
    }
    assert_eq!(missing, [""; 0]);
}
