//! What a kernel reads is described by a type that says how.
use cuda_awkward::Array;

struct Muon {
    pt: f32,
}

fn view(array: &Array) {
    let _ = array.view::<Muon>();
}

fn main() {}
