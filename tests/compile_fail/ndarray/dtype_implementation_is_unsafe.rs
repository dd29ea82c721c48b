//! An implementation of `Dtype` could claim to be another type, whose name others read.
use cuda_ndarray::{Dtype, DtypeInfo, Kind};

#[derive(Clone, Copy)]
#[repr(transparent)]
struct Byte(u8);

unsafe impl bytemuck::Zeroable for Byte {}
unsafe impl bytemuck::Pod for Byte {}

impl Dtype for Byte {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Float, 8)
    }
}

fn main() {}
