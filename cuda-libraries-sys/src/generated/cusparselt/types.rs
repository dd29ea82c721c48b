// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;
use crate::cusparse::*;

structs! {
    "https://docs.nvidia.com/cuda/cusparselt/index.html"
    #[repr(align(16))] #[derive(Debug)] pub struct cusparseLtHandle_t { pub data: [u8; 512usize] }
    #[repr(align(16))] #[derive(Debug)] pub struct cusparseLtMatDescriptor_t { pub data: [u8; 512usize] }
    #[repr(align(16))] #[derive(Debug)] pub struct cusparseLtMatmulDescriptor_t { pub data: [u8; 512usize] }
    #[repr(align(16))] #[derive(Debug)] pub struct cusparseLtMatmulAlgSelection_t { pub data: [u8; 512usize] }
    #[repr(align(16))] #[derive(Debug)] pub struct cusparseLtMatmulPlan_t { pub data: [u8; 512usize] }
    #[derive(Debug)] pub struct cusparseLtHandle_t_0_7_1 { pub data: [u8; 1024usize] }
    #[derive(Debug)] pub struct cusparseLtMatDescriptor_t_0_7_1 { pub data: [u8; 1024usize] }
    #[derive(Debug)] pub struct cusparseLtMatmulDescriptor_t_0_7_1 { pub data: [u8; 1024usize] }
    #[derive(Debug)] pub struct cusparseLtMatmulAlgSelection_t_0_7_1 { pub data: [u8; 1024usize] }
    #[derive(Debug)] pub struct cusparseLtMatmulPlan_t_0_7_1 { pub data: [u8; 1024usize] }
    #[derive(Debug)] pub struct cusparseLtHandle_t_0_6_2 { pub data: [u8; 13072usize] }
    #[derive(Debug)] pub struct cusparseLtMatDescriptor_t_0_6_2 { pub data: [u8; 13072usize] }
    #[derive(Debug)] pub struct cusparseLtMatmulDescriptor_t_0_6_2 { pub data: [u8; 13072usize] }
    #[derive(Debug)] pub struct cusparseLtMatmulAlgSelection_t_0_6_2 { pub data: [u8; 13072usize] }
    #[derive(Debug)] pub struct cusparseLtMatmulPlan_t_0_6_2 { pub data: [u8; 13072usize] }
}
