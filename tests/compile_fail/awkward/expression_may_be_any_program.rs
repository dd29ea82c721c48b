//! The text of an expression is compiled as it is, so it could write anywhere.
use cuda_awkward::{Array, Backend};

fn write(gpu: &Backend, array: &Array) {
    let _ = gpu.map("*(int *)16 = a", [("a", array)]);
}

fn main() {}
