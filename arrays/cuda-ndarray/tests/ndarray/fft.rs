//! What Fourier transforms of arrays cost. Their numbers are compared with NumPy's in `tests/cases`.

use cuda_driver::driver::Symbol;
use cuda_ndarray::cufft::Cufft;
use cuda_ndarray::{Along, Error, MakeArrays, Norm};
use ndarray::{Array3, Axis, s};
use num_complex::Complex;

use crate::allocations::cost;
use crate::device::{TestDevice, is_software};

#[test]
fn only_what_cufft_cannot_take_is_copied() {
    let _turn = crate::device::with_others();
    let (instrument, device) = TestDevice::of_tests().instrumented();
    let (context, stream) = (&device.context, &device.stream);
    let cufft = if is_software() {
        Cufft::from_table(cuda_sim_libraries::cufft::table())
    } else {
        Cufft::load().unwrap_or_else(|error| panic!("{error}"))
    };
    let plans = &mut cufft.plans(context, 16);
    let x = stream.to_device(&Array3::<Complex<f32>>::zeros((4, 6, 8))).unwrap();
    let (all, one) = (Along::default(), |axis| Along::axis(Axis(axis)));
    let mut launches =
        |work: &mut dyn FnMut(&mut cuda_ndarray::cufft::Plans) -> Result<(), Error>| {
            // The first one makes the plan.
            work(plans).unwrap();
            let calls = cost(&instrument, || work(plans).unwrap()).0;
            let count =
                |symbol| calls.iter().find(|call| call.0 == symbol).map_or(0, |call| call.1);
            (count(Symbol::cuMemAllocAsync), count(Symbol::cuLaunchKernel))
        };
    // The result.
    assert_eq!(launches(&mut |plans| x.fftn(all.clone(), plans).map(drop)), (1, 0));
    assert_eq!(launches(&mut |plans| x.fft(one(2), plans).map(drop)), (1, 0));
    assert_eq!(launches(&mut |plans| x.fft(one(0), plans).map(drop)), (1, 0));
    let part = x.slice(s![1..3, .., ..;2]).unwrap();
    assert_eq!(launches(&mut |plans| part.fft(Axis(2), plans).map(drop)), (1, 0));
    assert_eq!(launches(&mut |plans| part.fft(one(2).lens(&[2]), plans).map(drop)), (1, 0));
    // And a factor.
    assert_eq!(launches(&mut |plans| x.ifftn(all.clone(), plans).map(drop)), (1, 1));
    assert_eq!(launches(&mut |plans| x.fft(one(0).norm(Norm::Ortho), plans).map(drop)), (1, 1));
    // The middle axis, and one that is reversed, are copied.
    assert_eq!(launches(&mut |plans| x.fft(one(1), plans).map(drop)), (2, 1));
    let reversed = x.slice(s![.., .., ..;-1]).unwrap();
    assert_eq!(launches(&mut |plans| reversed.fft(one(2), plans).map(drop)), (2, 1));
}
