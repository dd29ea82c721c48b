//! A view's type describes what a kernel reads; `String` doesn't.
use cuda_awkward::Array;

struct Muon {
    pt: f32,
}

fn view(array: &Array) {
    let _ = array.view::<Muon>();
}

fn main() {}
