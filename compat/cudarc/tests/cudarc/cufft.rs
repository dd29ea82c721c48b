//! What programs that are written for cudarc do with cuFFT, on the GPU or the software device.

use std::sync::Arc;

use cudarc::cufft::result::CufftError;
use cudarc::cufft::sys::{cufftResult, cufftType, double2, float2};
use cudarc::cufft::{CudaFft, FftDirection};
use cudarc::driver::{CudaContext, CudaStream};

use crate::chosen;

/// Runs the tests below in a process whose driver is the software device, unless the GPU is wanted.
#[test]
fn on_the_chosen_device() {
    chosen::run(module_path!(), 2, |folder| vec![("CUDA_CUFFT", folder.into())]);
}

fn stream() -> Arc<CudaStream> {
    CudaContext::new(0).unwrap().default_stream()
}

#[test]
#[ignore = "run in a separate process"]
fn a_transform_and_its_inverse_are_the_signal() {
    let stream = stream();
    let signal: Vec<f32> = (1..=16).map(|number| number as f32).collect();
    let input = stream.clone_htod(&signal).unwrap();
    let mut half = stream.alloc_zeros::<float2>(10).unwrap();
    let mut back = stream.alloc_zeros::<f32>(16).unwrap();
    let forward = CudaFft::plan_1d(8, cufftType::CUFFT_R2C, 2, stream.clone()).unwrap();
    let backward = CudaFft::plan_1d(8, cufftType::CUFFT_C2R, 2, stream.clone()).unwrap();
    forward.exec_r2c(&input, &mut half).unwrap();
    let sums = stream.clone_dtoh(&half).unwrap();
    assert_eq!((sums[0].x, sums[5].x), (36.0, 100.0));
    backward.exec_c2r(&mut half, &mut back).unwrap();
    for (found, expected) in stream.clone_dtoh(&back).unwrap().iter().zip(&signal) {
        assert!((found - 8.0 * expected).abs() < 1e-3, "{found}");
    }

    // Every second element of rows of five, of two transforms that are 20 apart.
    let sizes = [2, 3];
    let embed = [2, 5];
    let mut plan = CudaFft::plan_many(
        &sizes,
        Some(&embed),
        2,
        20,
        Some(&embed),
        2,
        20,
        cufftType::CUFFT_Z2Z,
        2,
        stream.clone(),
    )
    .unwrap();
    // SAFETY: there is no work yet.
    unsafe { plan.set_stream(stream.clone()) }.unwrap();
    let numbers: Vec<double2> =
        (0..35).map(|number| double2 { x: f64::from(number), y: 1.0 }).collect();
    let mut numbers_there = stream.clone_htod(&numbers).unwrap();
    let mut spectrum = stream.alloc_zeros::<double2>(35).unwrap();
    plan.exec_z2z(&mut numbers_there, &mut spectrum, FftDirection::Forward).unwrap();
    let places = [0, 2, 4, 10, 12, 14];
    let of_second = |list: &[double2]| places.map(|place| list[20 + place].x);
    let found = stream.clone_dtoh(&spectrum).unwrap();
    let sum: f64 = of_second(&numbers).iter().sum();
    assert!((found[20].x - sum).abs() < 1e-9, "{}", found[20].x);
    plan.exec_z2z(&mut spectrum, &mut numbers_there, FftDirection::Inverse).unwrap();
    let found = stream.clone_dtoh(&numbers_there).unwrap();
    for (found, expected) in of_second(&found).iter().zip(of_second(&numbers)) {
        assert!((found - 6.0 * expected).abs() < 1e-9, "{found}");
    }
}

#[test]
#[ignore = "run in a separate process"]
fn memory_without_room_is_refused() {
    let stream = stream();
    let code = |result: Result<(), CufftError>| result.unwrap_err().0;
    let (mut fifteen, mut sixteen) =
        (stream.alloc_zeros::<float2>(15).unwrap(), stream.alloc_zeros::<float2>(16).unwrap());
    let plan = CudaFft::plan_2d(4, 4, cufftType::CUFFT_C2C, stream.clone()).unwrap();
    {
        let (from, to) = (&mut fifteen, &mut sixteen);
        let forward = FftDirection::Forward;
        assert_eq!(code(plan.exec_c2c(from, to, forward)), cufftResult::CUFFT_INVALID_SIZE);
        assert_eq!(code(plan.exec_c2c(to, from, forward)), cufftResult::CUFFT_INVALID_SIZE);
    }
    let reals = stream.alloc_zeros::<f32>(64).unwrap();
    assert_eq!(code(plan.exec_r2c(&reals, &mut sixteen)), cufftResult::CUFFT_INVALID_TYPE);
    // The complex side of real transforms: 4 rows of 3.
    let plan = CudaFft::plan_2d(4, 4, cufftType::CUFFT_R2C, stream.clone()).unwrap();
    let mut twelve = stream.alloc_zeros::<float2>(12).unwrap();
    plan.exec_r2c(&reals, &mut twelve).unwrap();
    assert_eq!(
        code(plan.exec_r2c(&reals, &mut twelve.slice_mut(..11))),
        cufftResult::CUFFT_INVALID_SIZE
    );
    // The last element is number 34.
    let plan = CudaFft::plan_many(
        &[2, 3],
        Some(&[2, 5]),
        2,
        20,
        Some(&[2, 5]),
        2,
        20,
        cufftType::CUFFT_C2C,
        2,
        stream.clone(),
    )
    .unwrap();
    let mut from = stream.alloc_zeros::<float2>(34).unwrap();
    let mut to = stream.alloc_zeros::<float2>(35).unwrap();
    let refused = plan.exec_c2c(&mut from, &mut to, FftDirection::Forward);
    assert_eq!(code(refused), cufftResult::CUFFT_INVALID_SIZE);
    let short = CudaFft::plan_many(
        &[2, 3],
        Some(&[2]),
        1,
        6,
        Some(&[2, 3]),
        1,
        6,
        cufftType::CUFFT_C2C,
        1,
        stream.clone(),
    );
    assert_eq!(short.unwrap_err().0, cufftResult::CUFFT_INVALID_VALUE);
    assert!(CudaFft::plan_1d(0, cufftType::CUFFT_C2C, 1, stream).is_err());
}
