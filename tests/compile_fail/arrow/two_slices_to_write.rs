//! A buffer can't have two mutable slices.
use cuda_arrow::MutableBuffer;

fn twice(mut buffer: MutableBuffer) {
    let first = buffer.slice_mut(..2).unwrap();
    let second = buffer.slice_mut(1..).unwrap();
    drop((first, second));
}

fn main() {}
