//! A shared buffer can't be written.
use cuda_arrow::Buffer;

fn write(mut buffer: Buffer) {
    buffer.upload_into(0, &[1]).unwrap();
}

fn main() {}
