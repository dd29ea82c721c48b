//! A view of a mapped array can't be used after the array was unpinned.
use cuda_driver::Stream;
use cuda_ndarray::ndarray::Array1;
use cuda_ndarray::{Error, MapArrays};

fn keep(stream: &Stream, mut array: Array1<f32>) -> Result<(), Error> {
    let mut escaped = None;
    stream.with_mapped(&mut [&mut array], |views| {
        escaped = Some(views[0].view());
        Ok(())
    })?;
    drop(escaped);
    Ok(())
}

fn main() {}
