//! A list of arguments borrows the memory that it refers to.
use cuda_driver::{Error, ArgumentList, DeviceBuffer, Function, Launch, Stream};

fn outlive(stream: &Stream, function: &Function, buffer: DeviceBuffer<f32>) -> Result<(), Error> {
    let mut list = ArgumentList::new();
    list.push(&buffer);
    drop(buffer);
    // SAFETY: none.
    unsafe { stream.launch(function, Launch::grid(1), &list) }
}

fn main() {}
