//! Numbers, one by one.

use cuda_awkward::{Dtype, Scalar};

#[test]
fn a_number_has_as_many_bytes_as_its_type() {
    let types = [
        (Dtype::Bool, 1),
        (Dtype::Int8, 1),
        (Dtype::UInt16, 2),
        (Dtype::Float16, 2),
        (Dtype::Int32, 4),
        (Dtype::Float64, 8),
        (Dtype::Complex64, 8),
        (Dtype::Complex128, 16),
    ];
    for (dtype, size) in types {
        for len in 0..40 {
            let number = Scalar::from_bytes(dtype, &vec![1; len]);
            assert_eq!(number.is_some(), len == size, "{len} bytes of {dtype}");
            if let Some(number) = number {
                assert_eq!(number.to_bytes(), vec![1; size], "{dtype}");
            }
        }
    }
}
