//! Nothing is copied to another device unasked.
use cuda_awkward::{Array, HostArray};

fn add(gpu: &Array, cpu: &HostArray) {
    let _ = gpu + cpu;
}

fn main() {}
