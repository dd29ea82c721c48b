//! Operands aren't copied to another device implicitly.
use cuda_awkward::{Array, HostArray};

fn add(gpu: &Array, cpu: &HostArray) {
    let _ = gpu + cpu;
}

fn main() {}
