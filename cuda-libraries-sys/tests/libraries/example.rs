//! The example as a user runs it.

use cuda_rust::{built, skip};

#[test]
fn stripes_are_removed_from_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fft_filter.png");
    let output = built::example("fft_filter").arg(&file).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    for missing in ["no usable cuFFT was found", "no usable NVRTC was found"] {
        if errors.contains(missing) {
            return skip(missing);
        }
    }
    assert!(output.status.success(), "{errors}");
    assert_eq!(std::fs::read(file).unwrap()[1..4], *b"PNG");
}
