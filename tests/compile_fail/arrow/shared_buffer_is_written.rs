//! A buffer that others may read is written.
use cuda_arrow::Buffer;

fn write(mut buffer: Buffer) {
    buffer.upload_into(0, &[1]).unwrap();
}

fn main() {}
