//! A program's own array can't be used as pinned memory after it was unpinned.
use cuda_driver::Context;
use cuda_ndarray::HostArrays;
use cuda_ndarray::ndarray::{Array1, ArrayRef1, ArrayViewMut1};

fn keep_a_reference(context: &Context, mut array: Array1<f32>) {
    let mut escaped: Option<&mut ArrayRef1<f32>> = None;
    context
        .with_pinned(&mut [&mut array], |arrays| {
            escaped = Some(&mut arrays[0]);
            Ok(())
        })
        .unwrap();
    drop(escaped);
}

fn keep_a_view(context: &Context, mut array: Array1<f32>) {
    let mut escaped: Option<ArrayViewMut1<f32>> = None;
    context
        .with_pinned(&mut [&mut array], |arrays| {
            escaped = arrays.pop();
            Ok(())
        })
        .unwrap();
    drop(escaped);
}

fn return_a_view<'a>(context: &Context, array: &'a mut Array1<f32>) -> ArrayViewMut1<'a, f32> {
    let zeros = |array: &mut ArrayViewMut1<'a, f32>| {
        core::mem::replace(array, ArrayViewMut1::from(&mut []))
    };
    context.with_pinned(array, |array| Ok(zeros(array))).unwrap()
}

fn main() {}
