//! Arrays as arguments of kernels.

use cuda_driver::{Error, Launch};
use cuda_ndarray::ndarray::{Array2, Ix2, s};
use cuda_ndarray::{MakeArrays, STRIDED_HEADER, STRIDED_HEADER_NAME, Strided};
use nvrtc::{Arch, Program};

use crate::device::on_every_driver;
use crate::views::counted;

const SOURCE: &str = r#"
#include "cuda_ndarray.cuh"

extern "C" __global__ void twice(strided<const float, 2> in, strided<float, 2> out) {
    size_t i = threadIdx.y, j = threadIdx.x;
    if (i < in.shape[0] && j < in.shape[1] && in.len() == out.len())
        out(i, j) = 2 * in(i, j);
}

extern "C" __global__ void first(const float *in, strided<float, 0> out) {
    out() = in[0];
}
"#;

on_every_driver! {
    fn a_kernel_gets_shape_and_strides(device) {
        if std::env::var_os("CUDA_NVRTC").is_none_or(|value| value.is_empty()) {
            return cuda_rust::skip("CUDA_NVRTC names no NVRTC");
        }
        let program = Program::new("twice.cu", SOURCE).header(STRIDED_HEADER_NAME, STRIDED_HEADER);
        let ptx = program.arch(Arch::compute(7, 5)).compile_ptx().unwrap();
        let module = device.context.load(&ptx).unwrap();
        let (twice, first) = (module.function("twice").unwrap(), module.function("first").unwrap());
        let host = counted(6, 8);
        let input = device.stream.to_device(&host).unwrap();
        let mut output = device.stream.zeros::<f32, Ix2>((8, 6)).unwrap();
        let view = input.slice(s![..;-1, ..;2]).unwrap();
        let mut target = output.slice_mut(s![..4, ..]).unwrap().reversed_axes();
        // SAFETY: twice(strided<const float, 2>, strided<float, 2>), which are of one shape.
        unsafe { device.stream.launch(&twice, Launch::grid(1).block((8, 8)), (view.arg(), target.arg_mut())) }.unwrap();
        let mut expected = Array2::<f32>::zeros((8, 6));
        expected.slice_mut(s![..4, ..]).assign(&host.slice(s![..;-1, ..;2]).t().mapv(|value| 2.0 * value));
        assert_eq!(output.to_host().unwrap(), expected);

        let mut one = device.stream.zeros::<f32, cuda_ndarray::ndarray::Ix0>(()).unwrap();
        let part = input.slice(s![2.., 3..]).unwrap();
        // SAFETY: first(const float *, strided<float, 0>).
        unsafe { device.stream.launch(&first, Launch::grid(1), (&part, one.arg_mut().unwrap())) }.unwrap();
        assert_eq!(one.get(()).unwrap(), host[(2, 3)]);
        let other = device.context.stream().unwrap();
        // SAFETY: it is rejected.
        let error = unsafe { other.launch(&first, Launch::grid(1), (&part, one.arg_mut().unwrap())) }.unwrap_err();
        assert!(matches!(error, Error::ArgumentOfOtherStream { index: 0 }), "{error}");
    }
}

#[test]
fn an_argument_has_8_bytes_and_16_for_each_axis() {
    assert_eq!(size_of::<Strided<0>>(), 8);
    assert_eq!(size_of::<Strided<3>>(), 8 + 16 * 3);
}
