// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html"
    ncclComm_t = *mut ncclComm; ncclWindow_t = *mut ncclWindow_vidmem; ncclParamHandle_t = *mut ncclParamHandle;
}

structs! {
    "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html"
    #[derive(Debug)] pub struct ncclUniqueId { pub internal: [c_char; 128usize] }
    #[derive(Debug)] pub struct ncclConfig_t {
        pub size: usize, pub magic: c_uint, pub version: c_uint, pub blocking: c_int, pub cgaClusterSize: c_int,
        pub minCTAs: c_int, pub maxCTAs: c_int, pub netName: *const c_char, pub splitShare: c_int,
        pub trafficClass: c_int, pub commName: *const c_char, pub collnetEnable: c_int, pub CTAPolicy: c_int,
        pub shrinkShare: c_int, pub nvlsCTAs: c_int, pub nChannelsPerNetPeer: c_int, pub nvlinkCentricSched: c_int,
        pub graphUsageMode: c_int, pub numRmaCtx: c_int, pub maxP2pPeers: c_int, pub graphStreamOrdering: c_int,
        pub launchOrderImplicit: c_int, pub numRmaSig: c_int, pub rmaEagerInit: c_int, pub hostCftMode: c_int,
        pub nvlsHostMode: c_int, #[doc(hidden)] pub _padding_after_nvlsHostMode: [u8; 4usize],
    }
    pub struct ncclConfigExt_t {
        pub next: *mut ncclConfigExt_t, pub key: ncclConfigExt_t_key, pub val: ncclConfigExt_t_val,
    }
    #[derive(Debug)] pub struct ncclConfigExt_t_key { pub vendorId: c_int, pub optionId: c_int }
    pub union ncclConfigExt_t_val { pub i: c_int, pub s: *const c_char, pub raw: *mut c_void }
    #[derive(Debug)] pub struct ncclCollConfig_t {
        pub size: usize, pub magic: c_uint, pub version: c_uint, pub ext: *mut ncclConfigExt_t, pub minCTAs: c_int,
        pub maxCTAs: c_int, pub nvlsCTAs: c_int, pub cgaClusterSize: c_int, pub algSelection: *const c_char,
        pub forceAlgSelection: c_int, pub CTAPolicy: c_int, pub userProfilerTag: u64,
        pub launchCompletionEvent: cudaEvent_t,
    }
    #[derive(Debug)] pub struct ncclSimInfo_t {
        pub size: usize, pub magic: c_uint, pub version: c_uint, pub estimatedTime: f32,
        #[doc(hidden)] pub _padding_after_estimatedTime: [u8; 4usize],
    }
    #[derive(Debug)] pub struct ncclWaitSignalDesc_t {
        pub opCnt: c_int, pub peer: c_int, pub sigIdx: c_int, pub ctx: c_int,
    }
    #[derive(Debug)] pub struct ncclEncryptionConfig_t {
        pub size: usize, pub magic: c_uint, pub version: c_uint, pub mode: c_int,
        #[doc(hidden)] pub _padding_after_mode: [u8; 4usize], pub psk: *const c_char,
    }
}

opaque! {
    ncclComm, ncclWindow_vidmem, ncclParamHandle, ncclWindow,
}
