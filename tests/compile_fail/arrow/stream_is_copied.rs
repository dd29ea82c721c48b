//! The functions of an exported stream can't be copied, which would release it twice.
use cuda_arrow::ffi::FFI_ArrowDeviceArrayStream;

fn twice(stream: &FFI_ArrowDeviceArrayStream) -> FFI_ArrowDeviceArrayStream {
    let mut copy = FFI_ArrowDeviceArrayStream::empty();
    copy.release = stream.release;
    copy.private_data = stream.private_data;
    copy
}

fn main() {}
