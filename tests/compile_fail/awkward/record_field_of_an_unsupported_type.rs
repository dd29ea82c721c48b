//! Kernels have no `String`: a text is a `List<u8>`.
cuda_awkward::record! {
    struct Muon { name: String }
}

fn main() {}
