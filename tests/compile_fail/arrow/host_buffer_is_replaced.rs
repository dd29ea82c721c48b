//! The pinned bytes of a host buffer are lent as a slice, so that no other memory takes their place.
use cuda_arrow::HostBuffer;

fn assigned(buffer: &mut HostBuffer, other: Vec<u8>) {
    **buffer = other;
}

fn grown(buffer: &mut HostBuffer) {
    buffer.push(1);
}

fn main() {}
