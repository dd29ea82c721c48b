//! A program's own array can't be used as pinned memory after it was unpinned.
use cuda_driver::Context;
use cuda_ndarray::HostArrays;
use cuda_ndarray::ndarray::{Array1, ArrayRef1};

fn keep(context: &Context, mut array: Array1<f32>) {
    let mut kept: Option<&mut ArrayRef1<f32>> = None;
    context
        .with_pinned(&mut [&mut array], |arrays| {
            kept = Some(arrays[0]);
            Ok(())
        })
        .unwrap();
    drop(kept);
}

fn main() {}
