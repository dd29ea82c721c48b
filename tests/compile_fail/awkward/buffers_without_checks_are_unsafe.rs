//! Buffers that aren't checked may have offsets out of bounds.
use cuda_awkward::{Backend, Form};

fn believe(gpu: &Backend, form: &Form) {
    let _ = gpu.from_buffers_unchecked(form, 3, []);
}

fn main() {}
