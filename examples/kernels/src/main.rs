//! Calls the kernels of `kernels.cu`, which the build script compiles.

use cuda_driver::launch::{Parameters, TypedKernel};
use cuda_driver::{Driver, Error, Function, Launch};

mod kernels {
    include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
}
use kernels::{BlockSums, Kernels, Range, Saxpy, SaxpyParameters};

/// A kernel whose launches need no `unsafe`, because each is checked, as a field of a program's structures.
type SafeSaxpy = TypedKernel<SaxpyParameters, Function, Condition>;
type Condition = fn(&Launch<'_>, &Arguments<'_>) -> bool;
type Arguments<'a> = <SaxpyParameters as Parameters>::Arguments<'a>;

fn fits(_: &Launch<'_>, (_, x, y, out, n): &Arguments<'_>) -> bool {
    [x.len(), y.len(), out.len()].iter().all(|len| n <= len)
}

fn main() -> Result<(), Error> {
    let device = Driver::load()?.device(0)?;
    let context = device.primary_context()?;
    let stream = context.stream()?;
    let kernels = Kernels::load(&context)?;
    println!("running on {}", device.name()?);

    let n = 1000;
    let x = stream.upload(&vec![3.0f32; n])?;
    let y = stream.upload(&vec![1.0f32; n])?;
    let mut out = stream.alloc::<f32>(n)?;
    let [threads, ..] = Saxpy::MAX_THREADS.unwrap_or([128, 1, 1]);
    let launch = Launch::elements(n, threads);
    // SAFETY: the three have n elements each.
    unsafe { kernels.saxpy(&stream, launch, 2.0, &x, &y, &mut out, n) }?;
    assert_eq!(out.to_vec()?, vec![7.0; n]);
    assert_eq!(kernels.launches(&stream)?, 1);

    // SAFETY: it reads and writes n elements, in blocks of any shape.
    let saxpy: SafeSaxpy = unsafe { kernels.saxpy_function().clone().typed_if(fits as Condition) }?;
    let arguments = (-2.0, (&x).into(), (&y).into(), (&mut out).into(), n);
    saxpy.launch(&stream, launch, arguments)?;
    assert_eq!(out.to_vec()?, vec![-5.0; n]);
    let too_many = (2.0, (&x).into(), (&y).into(), (&mut out).into(), n + 1);
    assert!(saxpy.launch(&stream, launch, too_many).is_err());
    // SAFETY: as above.
    unsafe { kernels.saxpy(&stream, launch, 2.0, &x, &y, &mut out, n) }?;

    // SAFETY: out has n elements.
    unsafe { kernels.scale_f32(&stream, Launch::elements(n, 128), &mut out, 0.5, n as u32) }?;
    assert_eq!(out.to_vec()?, vec![3.5; n]);

    kernels.set_coefficients(&stream, &[1.0, 2.0, 0.0, 1.0])?;
    assert_eq!(kernels.coefficients(&stream)?, [1.0, 2.0, 0.0, 1.0]);
    let mut points = stream.upload(&[2.0f32; 8])?;
    // Generated from `range.h`.
    let range = Range { begin: 2, end: 6, weight: 0.5 };
    // SAFETY: the range is within the points.
    unsafe { kernels.polynomial(&stream, Launch::elements(4, 32), &mut points, range) }?;
    assert_eq!(points.to_vec()?, [2.0, 2.0, 6.5, 6.5, 6.5, 6.5, 2.0, 2.0]);

    assert_eq!(BlockSums::STATIC_SHARED_MEMORY, 128 * size_of::<f32>());
    let mut sums = stream.alloc::<f32>(n.div_ceil(128))?;
    // SAFETY: a sum for each block of 128 elements of x.
    unsafe { kernels.block_sums(&stream, Launch::elements(n, 128), &x, &mut sums, n as u32) }?;
    assert_eq!(sums.to_vec()?.iter().sum::<f32>(), 3000.0);

    #[cfg(feature = "cub")]
    sort(&context, &stream)?;
    println!("all results are right");
    Ok(())
}

#[cfg(feature = "cub")]
mod sorted {
    include!(concat!(env!("OUT_DIR"), "/sorted.rs"));
}

/// Sorts two tiles by CUB's block primitives.
#[cfg(feature = "cub")]
fn sort(context: &cuda_driver::Context, stream: &cuda_driver::Stream) -> Result<(), Error> {
    let kernels = sorted::Sorted::load(context)?;
    let mut expected: Vec<u32> = (0..512u32).map(|n| n.wrapping_mul(2_654_435_761) >> 8).collect();
    let mut numbers = stream.upload(&expected)?;
    let mut sums = stream.alloc::<u64>(2)?;
    let launch = Launch::grid(2).block(64);
    // SAFETY: two tiles of 256 numbers, and a sum for each.
    unsafe { kernels.sort_tiles(stream, launch, &mut numbers, &mut sums) }?;
    let tiles = expected.chunks_mut(256).map(|tile| {
        tile.sort_unstable();
        tile.iter().map(|n| u64::from(*n)).sum::<u64>()
    });
    assert_eq!(sums.to_vec()?, tiles.collect::<Vec<_>>());
    assert_eq!(numbers.to_vec()?, expected);
    println!("CUB sorted and added up {} numbers", expected.len());
    Ok(())
}
