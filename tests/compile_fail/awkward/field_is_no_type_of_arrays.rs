//! Kernels know no `String`: a text is `List<u8>`.
cuda_awkward::record! {
    struct Muon { name: String }
}

fn main() {}
