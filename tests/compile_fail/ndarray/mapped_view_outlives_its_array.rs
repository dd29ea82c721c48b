//! A view of a mapped array can't be used after the array was unpinned.
use cuda_driver::Stream;
use cuda_ndarray::ndarray::Array1;
use cuda_ndarray::{Error, MapArrays};

fn keep(stream: &Stream, mut array: Array1<f32>) -> Result<(), Error> {
    let mut kept = None;
    stream.with_mapped(&mut [&mut array], |views| {
        kept = Some(views[0].view());
        Ok(())
    })?;
    drop(kept);
    Ok(())
}

fn main() {}
