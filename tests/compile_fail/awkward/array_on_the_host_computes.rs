//! An array in host memory must be copied to a device before operations use it.
use cuda_awkward::HostArray;

fn lengths(array: &HostArray) {
    let _ = array.num(1);
}

fn main() {}
