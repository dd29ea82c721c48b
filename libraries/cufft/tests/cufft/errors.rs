//! Shapes, layouts and memory that are refused before cuFFT is called.

use cufft::{Axes, CallError, Complex, Error, Layout, Shape, Workspace};
use half::f16;

use crate::device::{context_and_stream, cufft};

#[test]
fn shapes_that_cannot_be_are_refused_with_the_rule() {
    let (context, _) = context_and_stream();
    let far = Layout::of(8).distance(usize::MAX);
    let cases = [
        (Shape::new(0), "at least one element"),
        (Shape::new([4, 0]), "0: axes"),
        (Shape::new(4).batch(0), "0 times 4"),
        (Shape::new(8).input(Layout::of([8, 8])), "as many axes"),
        (Shape::new([4, 8]).output(Layout::of([4, 7])), "at least as large"),
        (Shape::new(8).input(Layout::of(8).stride(0)), "stride 0"),
        (Shape::new(8).batch(2).output(Layout::of(8).distance(7)), "are apart"),
        (Shape::new(8).batch(2).input(Layout::of(8).distance(0)), "are apart"),
        (Shape::new(8).batch(2).output(Layout::of(8).stride(2).distance(2)), "distance 2"),
        (Shape::new(8).batch(2).input(far), "address space"),
        (Shape::new([1 << 40, 1 << 40]), "address space"),
        (Shape::new(1 << 60), "address space"),
    ];
    for (shape, part) in cases {
        let error = cufft().plan::<Complex<f32>, Complex<f32>>(&context, shape).unwrap_err();
        assert!(matches!(error, Error::Shape { .. }), "{error}");
        assert!(error.to_string().contains(part), "{part}: {error}");
    }
    // What is only read may overlap.
    let shape = Shape::new(8).batch(4).input(Layout::of(8).distance(1));
    cufft().plan::<Complex<f32>, Complex<f32>>(&context, shape).unwrap();
    let error = cufft().plan::<Complex<f32>, f32>(&context, [4, 1]).unwrap_err();
    assert!(error.to_string().contains("the last has two"), "{error}");
    // But complex numbers that become real are overwritten.
    let shape = Shape::new(8).batch(4).input(Layout::of(5).distance(1));
    assert!(cufft().plan::<Complex<f32>, f32>(&context, shape).is_err());
    let error = Axes::try_from(&[2, 2, 2, 2][..]).unwrap_err().to_string();
    assert!(error.contains("one to three axes"), "{error}");
}

#[test]
fn numbers_of_16_bits_have_the_shapes_that_cufft_transforms() {
    let (context, _) = context_and_stream();
    let error = cufft().plan::<f16, Complex<f16>>(&context, 12).unwrap_err();
    assert!(error.to_string().contains("axes of powers of two"), "{error}");
    let shape = Shape::new(16).input(Layout::of(16).stride(2));
    cufft().plan::<Complex<f16>, Complex<f16>>(&context, shape).unwrap();
    for shape in [shape, Shape::new(16).output(Layout::of(9).stride(2))] {
        let error = cufft().plan::<f16, Complex<f16>>(&context, shape).unwrap_err();
        assert!(error.to_string().contains("only without a layout"), "{error}");
    }
}

#[test]
fn memory_that_does_not_fit_is_refused() {
    let (context, stream) = context_and_stream();
    let other = context.stream().unwrap();
    let mut plan = cufft().plan::<f32, Complex<f32>>(&context, [4, 6]).unwrap();
    let x = stream.upload(&[1.0_f32; 25]).unwrap();
    let mut y = stream.alloc::<Complex<f32>>(16).unwrap();
    let error = plan.on(&stream).forward(x.slice(..23).unwrap(), &mut y).unwrap_err();
    assert_eq!(error.to_string(), "forward's x has 23 elements, and 4 × 6 needs 24");
    let error = plan.on(&stream).forward(&x, y.slice_mut(..15).unwrap()).unwrap_err();
    assert!(
        matches!(error, Error::NotInBounds { operand: "y", needed: 16, found: 15, .. }),
        "{error}"
    );
    let error = plan.on(&stream).forward_in_place(&mut y).unwrap_err();
    assert!(matches!(error, Error::NotInPlace { .. }), "{error}");
    // Real numbers begin where complex ones could.
    let error = plan.on(&stream).forward(x.slice(1..).unwrap(), &mut y).unwrap_err();
    assert!(
        matches!(error, Error::Call(CallError::Misaligned { operand: "x", alignment: 8, .. })),
        "{error}"
    );
    let error = plan.on(&other).forward(&x, &mut y).unwrap_err();
    assert!(
        matches!(error, Error::Call(CallError::OtherStream { call: "forward", operand: "x" })),
        "{error}"
    );
    let elsewhere = context.driver().device(0).unwrap().create_context(Default::default()).unwrap();
    let foreign = elsewhere.stream().unwrap();
    let there = foreign.upload(&[1.0_f32; 24]).unwrap();
    let mut to = foreign.alloc::<Complex<f32>>(16).unwrap();
    let error = plan.on(&foreign).forward(&there, &mut to).unwrap_err();
    assert!(matches!(error, Error::Call(CallError::OtherContext { .. })), "{error}");

    let mut plan = cufft().plan::<Complex<f16>, Complex<f16>>(&context, 8).unwrap();
    let numbers = stream.alloc_zeroed::<f16>(32).unwrap();
    let mut to = stream.alloc_zeroed::<Complex<f16>>(8).unwrap();
    // SAFETY: so many numbers follow, and nothing else uses them.
    let odd = unsafe { cuda_driver::DeviceSlice::from_raw_parts(&stream, numbers.as_raw() + 2, 8) };
    let error = plan.on(&stream).forward(odd, &mut to).unwrap_err();
    assert!(
        matches!(error, Error::Call(CallError::Misaligned { operand: "x", alignment: 4, .. })),
        "{error}"
    );

    let mut plan = cufft().plan::<Complex<f64>, Complex<f64>>(&context, 5003).unwrap();
    let mut x = stream.alloc_zeroed::<Complex<f64>>(5003).unwrap();
    let mut small = Workspace::new(&stream, 16).unwrap();
    let mut fft = plan.on(&stream).workspace(&mut small).unwrap();
    let error = fft.forward_in_place(&mut x).unwrap_err();
    assert!(matches!(error, Error::Call(CallError::Workspace { found: 16, .. })), "{error}");
    let mut workspace = Workspace::new(&other, 1 << 20).unwrap();
    let error = plan.on(&stream).workspace(&mut workspace).unwrap_err();
    assert!(
        matches!(error, Error::Call(CallError::OtherStream { operand: "memory", .. })),
        "{error}"
    );
}
