//! A list of arguments borrows the memory that it refers to.
use cuda_driver::{ArgumentList, DeviceBuffer, Function, Launch, LaunchError, Stream};

fn outlive(stream: &Stream, function: &Function, buffer: DeviceBuffer<f32>) -> Result<(), LaunchError> {
    let mut list = ArgumentList::new();
    list.push(&buffer);
    drop(buffer);
    // SAFETY: none.
    unsafe { stream.launch(function, Launch::grid(1), &list) }
}

fn main() {}
