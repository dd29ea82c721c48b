//! The enumerations for which this crate has its own names.

use cuda_driver::{
    DeviceAttribute, ErrorCode,
    memory::MemLocationType,
    module::{JitTarget, SharedCarveout},
    sys::{CUdevice_attribute, CUresult, CUshared_carveout},
    tensor_map::TensorMapSwizzle,
};

#[test]
fn constants_have_their_values_in_c() {
    let raw = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
    assert_eq!(DeviceAttribute::MAX_THREADS_PER_BLOCK.as_raw(), raw);
    assert_eq!(DeviceAttribute::from(raw), DeviceAttribute::from_raw(raw));
    assert_eq!(CUdevice_attribute::from(DeviceAttribute::from_raw(raw)), raw);
    let raw = CUshared_carveout::CU_SHAREDMEM_CARVEOUT_DEFAULT;
    assert_eq!(SharedCarveout::DEFAULT.as_raw(), raw);
}

#[test]
fn every_code_of_the_headers_has_a_short_name() {
    for (name, raw) in CUresult::ENUMERATORS {
        let short = name.trim_start_matches("CUDA_").trim_start_matches("ERROR_");
        assert_eq!(ErrorCode::from_raw(*raw).name(), Some(short));
    }
}

#[test]
fn a_value_is_formatted_with_its_short_name() {
    assert_eq!(format!("{:?}", DeviceAttribute::WARP_SIZE), "WARP_SIZE");
    assert_eq!(format!("{:?}", ErrorCode::SUCCESS), "SUCCESS");
    assert_eq!(TensorMapSwizzle::SWIZZLE_128B.name(), Some("SWIZZLE_128B"));
    assert_eq!(JitTarget::COMPUTE_90A.name(), Some("COMPUTE_90A"));
}

#[test]
fn aliases_are_equal_and_formatted_with_the_first_name() {
    assert_eq!(MemLocationType::INVALID, MemLocationType::NONE);
    assert_eq!(MemLocationType::NONE.name(), Some("INVALID"));
}

#[test]
fn an_unknown_value_is_kept_and_has_no_name() {
    let newer = DeviceAttribute::from_raw(CUdevice_attribute(1_000_000));
    assert_eq!(newer.as_raw().0, 1_000_000);
    assert_eq!(newer.name(), None);
    assert_eq!(format!("{newer:?}"), "DeviceAttribute(1000000)");
}

#[test]
fn an_error_code_has_the_description_of_the_headers() {
    let raw = CUresult::CUDA_ERROR_INVALID_VALUE;
    assert_eq!(ErrorCode::INVALID_VALUE.to_string(), raw.to_string());
    assert_eq!(ErrorCode::INVALID_VALUE.description(), raw.description());
    assert!(ErrorCode::ILLEGAL_ADDRESS.is_sticky());
    assert!(!ErrorCode::INVALID_VALUE.is_sticky());
}
