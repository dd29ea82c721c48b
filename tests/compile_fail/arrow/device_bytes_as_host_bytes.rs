//! The host reads device memory as if it were its own.
use cuda_arrow::Buffer;

fn sum(buffer: &Buffer) -> u64 {
    let bytes: &[u8] = buffer;
    bytes.iter().map(|byte| u64::from(*byte)).sum()
}

fn main() {}
