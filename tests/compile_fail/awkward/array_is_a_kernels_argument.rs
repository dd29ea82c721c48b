//! A kernel takes a view, whose type was checked, instead of an array.
use cuda_awkward::Array;
use cuda_driver::{Function, Launch, Stream};

fn launch(stream: &Stream, kernel: &Function, array: &Array) {
    let _ = unsafe { stream.launch(kernel, Launch::grid(1), (array,)) };
}

fn main() {}
