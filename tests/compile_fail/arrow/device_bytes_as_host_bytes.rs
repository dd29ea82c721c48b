//! The host can't read device memory directly.
use cuda_arrow::Buffer;

fn sum(buffer: &Buffer) -> u64 {
    let bytes: &[u8] = buffer;
    bytes.iter().map(|byte| u64::from(*byte)).sum()
}

fn main() {}
