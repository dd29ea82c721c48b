//! A pinned array can't be given other memory, which would free what the driver has pinned.
use cuda_driver::Context;
use cuda_ndarray::HostArrays;
use cuda_ndarray::ndarray::{ArcArray1, Array1};

fn assigned(context: &Context, mut array: Array1<f32>, other: Array1<f32>) {
    context
        .with_pinned(&mut array, |array| {
            *array = other;
            Ok(())
        })
        .unwrap();
}

fn swapped_in_a_list(context: &Context, mut arrays: [Array1<f32>; 2]) {
    let [one, two] = &mut arrays;
    let mut other = Array1::<f32>::zeros(10);
    context
        .with_pinned((one, two), |(one, _)| {
            core::mem::swap(one, &mut other);
            Ok(())
        })
        .unwrap();
}

fn shared(context: &Context, mut array: ArcArray1<f32>) -> ArcArray1<f32> {
    context.with_pinned(&mut array, |array| Ok(array.clone())).unwrap()
}

fn used_otherwise(context: &Context, mut array: Array1<f32>) {
    context
        .with_pinned(&mut array, |_| {
            array = Array1::zeros(10);
            Ok(())
        })
        .unwrap();
}

fn main() {}
