//! An array in the host's memory must be brought to a device before anything is computed of it.
use cuda_awkward::HostArray;

fn lengths(array: &HostArray) {
    let _ = array.num(1);
}

fn main() {}
