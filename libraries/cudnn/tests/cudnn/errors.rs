//! Calls that are refused, or fail.

use cuda_driver::DeviceSlice;
use cuda_driver::context::ContextFlags;
use cudnn::{
    Activation, CallError, Convolution, Cudnn, Error, Layout, Pooling, PoolingMode, Reduce, Tensor,
    TensorMut, Workspace,
};

use crate::device::{context, copy_of_table, is_software, stream_and_handle, table};

#[test]
fn a_layout_that_is_not_one_is_an_error_with_the_shape() {
    let stream = context().stream().unwrap();
    let mut buffer = stream.upload(&[0.0_f32; 10]).unwrap();
    let strided = |shape: &[usize], strides: &[usize]| {
        Tensor::with_layout(&buffer, Layout::with_strides(shape, strides)?)
    };
    for (found, expected) in [
        (
            Tensor::new(&buffer, [2, 6]).unwrap_err(),
            "a tensor of 2 × 6 with distances [6, 1] in a slice of 10 isn't possible: the slice must have all of its elements",
        ),
        (
            strided(&[2, 4], &[7, 1]).unwrap_err(),
            "a tensor of 2 × 4 with distances [7, 1] in a slice of 10",
        ),
        (
            Tensor::new(&buffer, [2, 0]).unwrap_err(),
            "cuDNN has no tensors without elements: leave the call out",
        ),
        (
            Tensor::new(&buffer, []).unwrap_err(),
            "a tensor of no dimensions isn't possible: a tensor has 1 to 8 dimensions",
        ),
        (Tensor::new(&buffer, [1; 9]).unwrap_err(), "a tensor has 1 to 8 dimensions"),
        (
            Tensor::channels_last(&buffer, [2, usize::MAX]).unwrap_err(),
            "it exceeds the address space",
        ),
        (strided(&[2, 2], &[usize::MAX, 1]).unwrap_err(), "it exceeds the address space"),
        (strided(&[2, 2], &[1]).unwrap_err(), "there must be a distance for each dimension"),
    ] {
        assert!(matches!(found, Error::Layout(_)), "{found}");
        assert!(found.to_string().contains(expected), "{found}");
    }
    // One element several times can be read, but not written.
    let repeated = Layout::with_strides([4, 2], [0, 1]).unwrap();
    assert!(Tensor::with_layout(&buffer, repeated).is_ok());
    let error = TensorMut::with_layout(&mut buffer, repeated).unwrap_err();
    assert!(error.to_string().ends_with("elements that are written must not overlap"), "{error}");
    let woven = Layout::with_strides([2, 5], [1, 2]).unwrap();
    assert!(TensorMut::with_layout(&mut buffer, woven).is_ok());
}

#[test]
fn shapes_that_do_not_fit_are_an_error_with_all_of_them() {
    let (stream, mut handle) = stream_and_handle();
    let x = stream.upload(&[0.0_f32; 256]).unwrap();
    let mut y = stream.upload(&[0.0_f32; 256]).unwrap();
    let mut dnn = handle.on(&stream);
    let mut convolve =
        |convolution: Convolution<2>, of_x: &[usize], of_w: &[usize], of_y: &[usize]| {
            let (x, w) = (Tensor::new(&x, of_x).unwrap(), Tensor::new(&x, of_w).unwrap());
            let y = TensorMut::new(&mut y, of_y).unwrap();
            let error = dnn.convolution_forward(&convolution, x, w, y).unwrap_err();
            assert!(matches!(error, Error::Shapes(_)), "{error}");
            error.to_string()
        };
    let plain = Convolution::new();
    for (found, expected) in [
        (
            convolve(plain, &[1, 3, 4, 4], &[2, 2, 3, 3], &[1, 2, 2, 2]),
            "x must have 1 times as many channels as a filter",
        ),
        (
            convolve(plain.groups(2), &[1, 4, 4, 4], &[3, 2, 3, 3], &[1, 3, 2, 2]),
            "the number of filters must be a multiple of the groups, 2",
        ),
        (
            convolve(plain, &[1, 2, 4, 4], &[2, 2, 3, 5], &[1, 2, 2, 2]),
            "the filter, with its dilation, must not exceed the image, with its padding, in spatial dimension 1",
        ),
        (
            convolve(plain.padding([1, 1]), &[1, 2, 4, 4], &[2, 2, 3, 3], &[1, 2, 2, 2]),
            "convolution_forward isn't possible with x of 1 × 2 × 4 × 4, w of 2 × 2 × 3 × 3, y of 1 × 2 × 2 × 2, Convolution",
        ),
        (
            convolve(plain.stride([0, 1]), &[1, 2, 4, 4], &[2, 2, 3, 3], &[1, 2, 2, 2]),
            "strides and dilations are 1 or more",
        ),
        (
            convolve(plain, &[2, 4, 4], &[2, 2, 3, 3], &[1, 2, 2, 2]),
            "images and filters must have 4 dimensions, of which 2 are spatial",
        ),
    ] {
        assert!(found.contains(expected), "{found}");
    }

    let (x, y) = (Tensor::new(&x, [2, 8]).unwrap(), TensorMut::new(&mut y, [8, 2]).unwrap());
    let error = dnn.activation_forward(Activation::Relu, x, y).unwrap_err();
    assert_eq!(
        error.to_string(),
        "activation_forward isn't possible with x of 2 × 8, y of 8 × 2: their shapes must be the same"
    );
}

#[test]
fn sums_and_reductions_of_shapes_that_do_not_fit_are_refused() {
    let (stream, mut handle) = stream_and_handle();
    let x = stream.upload(&[0.0_f32; 64]).unwrap();
    let mut y = stream.upload(&[0.0_f32; 64]).unwrap();
    let mut indices = stream.upload(&[0; 4]).unwrap();
    let a = Tensor::new(&x, [2, 3, 2, 2]).unwrap();
    let mut dnn = handle.on(&stream);
    let c = TensorMut::new(&mut y, [2, 4, 2, 2]).unwrap();
    let error = dnn.add_tensor(a, c).unwrap_err();
    assert!(error.to_string().contains("the dimensions of a must be those of c, or 1"), "{error}");
    let c = TensorMut::new(&mut y, [2, 2, 1, 1]).unwrap();
    let error = dnn.reduce_tensor(Reduce::Add, a, c).unwrap_err();
    assert!(error.to_string().contains("the dimensions of c must be those of a, or 1"), "{error}");
    let c = TensorMut::new(&mut y, [2, 3, 2, 2]).unwrap();
    let error = dnn.reduce_tensor(Reduce::Add, a, c).unwrap_err();
    assert!(error.to_string().ends_with("and one must differ"), "{error}");
    let c = TensorMut::new(&mut y, [2, 1, 1, 1]).unwrap();
    let error = dnn.reduce_tensor_indices(Reduce::Max, a, c, &mut indices).unwrap_err();
    assert!(error.to_string().contains("there is space for 4, and Max is wanted"), "{error}");
    let spread = Layout::with_strides([2, 1, 1, 1], [4, 1, 1, 1]).unwrap();
    let c = TensorMut::with_layout(&mut y, spread).unwrap();
    let two = indices.slice_mut(..2).unwrap();
    let error = dnn.reduce_tensor_indices(Reduce::Max, a, c, two).unwrap_err();
    assert!(error.to_string().ends_with("c must be packed, as indices are"), "{error}");
    let flat = Tensor::new(&x, [4]).unwrap();
    let error = dnn.convolution_backward_bias(flat, y.slice_mut(..1).unwrap()).unwrap_err();
    assert!(error.to_string().contains("a batch and channels at least"), "{error}");
    let c = TensorMut::new(&mut y, [2, 1, 1, 1]).unwrap();
    let two = indices.slice_mut(..2).unwrap();
    let error = dnn.reduce_tensor_indices(Reduce::Add, a, c, two).unwrap_err();
    assert!(
        error.to_string().contains("indices are those of a smallest or largest element"),
        "{error}"
    );
}

#[test]
fn operands_of_another_stream_are_refused_by_name() {
    let (stream, mut handle) = stream_and_handle();
    let other = handle.context().stream().unwrap();
    let (x, mut y) = (stream.upload(&[0.0_f32; 8]).unwrap(), other.upload(&[0.0_f32; 8]).unwrap());
    let (x, y) = (Tensor::new(&x, [2, 4]).unwrap(), TensorMut::new(&mut y, [2, 4]).unwrap());
    let error = handle.on(&stream).activation_forward(Activation::Tanh, x, y).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Call(CallError::OtherStream { call: "activation_forward", operand: "y" })
        ),
        "{error}"
    );
    let mut workspace = Workspace::new(&other, 256).unwrap();
    let error = handle.on(&stream).workspace(&mut workspace).unwrap_err();
    assert!(
        matches!(error, Error::Call(CallError::OtherStream { call: "workspace", .. })),
        "{error}"
    );
}

#[test]
fn a_stream_of_another_context_is_refused() {
    let (_, mut handle) = stream_and_handle();
    let other = handle.context().device().create_context(ContextFlags::empty()).unwrap();
    let stream = other.stream().unwrap();
    let mut y = stream.upload(&[0.0_f32; 8]).unwrap();
    let y = TensorMut::new(&mut y, [2, 4]).unwrap();
    let error = handle.on(&stream).scale_tensor(y, 2.0).unwrap_err();
    assert!(
        matches!(error, Error::Call(CallError::OtherContext { call: "scale_tensor" })),
        "{error}"
    );
}

#[test]
fn an_address_that_kernels_would_fault_at_is_refused() {
    let (stream, mut handle) = stream_and_handle();
    let mut x = stream.upload(&[1.0_f32; 32]).unwrap();
    let mut y = stream.upload(&[0.0_f32; 16]).unwrap();
    for begin in [1, 2, 3] {
        let slice = x.slice(begin..).unwrap();
        let (x, y) = (Tensor::new(slice, [2, 8]).unwrap(), TensorMut::new(&mut y, [2, 8]).unwrap());
        let error = handle.on(&stream).activation_forward(Activation::Relu, x, y).unwrap_err();
        assert!(
            matches!(
                error,
                Error::Call(CallError::Misaligned {
                    call: "activation_forward",
                    operand: "x",
                    alignment: 16,
                    ..
                })
            ),
            "{error}"
        );
        assert!(error.to_string().contains("Copy it to a buffer of its own"), "{error}");
    }
    let slice = x.slice_mut(4..).unwrap();
    let (x, y) = (TensorMut::new(slice, [2, 8]).unwrap(), TensorMut::new(&mut y, [2, 8]).unwrap());
    handle.on(&stream).activation_forward(Activation::Relu, x.as_view(), y).unwrap();
}

#[test]
fn numbers_of_more_than_32_bits_are_refused() {
    let (stream, mut handle) = stream_and_handle();
    // SAFETY: nothing reads it: the call is refused.
    let x = unsafe { DeviceSlice::<f32>::from_raw_parts(&stream, 4096, 1 << 33) };
    let mut y = stream.upload(&[0.0_f32; 16]).unwrap();
    let layout = Layout::with_strides([2, 1, 1, 1], [1 << 32, 1, 1, 1]).unwrap();
    let x = Tensor::with_layout(x, layout).unwrap();
    let y = TensorMut::new(&mut y, [2, 1, 1, 1]).unwrap();
    let error = handle.on(&stream).activation_forward(Activation::Relu, x, y).unwrap_err();
    assert!(matches!(error, Error::TooLarge { operand: "x", value: 0x1_0000_0000, .. }), "{error}");
    assert!(error.to_string().contains("cuDNN takes up to 2147483647"), "{error}");
    let pooling = Pooling::new(PoolingMode::Max, [1, 1]).stride([1 << 40, 1]);
    let (x, mut y) = (stream.upload(&[0.0_f32; 4]).unwrap(), stream.upload(&[0.0_f32; 4]).unwrap());
    let (x, y) =
        (Tensor::new(&x, [1, 1, 1, 4]).unwrap(), TensorMut::new(&mut y, [1, 1, 1, 4]).unwrap());
    let error = handle.on(&stream).pooling_forward(&pooling, x, y).unwrap_err();
    assert!(matches!(error, Error::TooLarge { operand: "pooling", .. }), "{error}");
}

#[test]
fn a_filter_with_gaps_is_refused() {
    let (stream, mut handle) = stream_and_handle();
    let x = stream.upload(&[0.0_f32; 256]).unwrap();
    let mut y = stream.upload(&[0.0_f32; 64]).unwrap();
    let w = Layout::with_strides([2, 2, 3, 3], [40, 20, 4, 1]).unwrap();
    let (x, w) = (Tensor::new(&x, [1, 2, 4, 4]).unwrap(), Tensor::with_layout(&x, w).unwrap());
    let y = TensorMut::new(&mut y, [1, 2, 2, 2]).unwrap();
    let error =
        handle.on(&stream).convolution_forward(&Convolution::<2>::new(), x, w, y).unwrap_err();
    let text = "a filter must be packed, or channels last without gaps";
    assert!(error.to_string().ends_with(text), "{error}");
}

#[test]
fn a_workspace_that_is_too_small_is_an_error_with_both_sizes() {
    let (stream, mut handle) = stream_and_handle();
    let x = stream.upload(&[1.0_f32; 1 << 12]).unwrap();
    let mut y = stream.upload(&[0.0_f32]).unwrap();
    let mut workspace = Workspace::new(&stream, 0).unwrap();
    assert!(workspace.is_empty());
    let x = Tensor::new(&x, [1, 1, 64, 64]).unwrap();
    let y = TensorMut::new(&mut y, [1, 1, 1, 1]).unwrap();
    let mut dnn = handle.on(&stream).workspace(&mut workspace).unwrap();
    match dnn.reduce_tensor(Reduce::Add, x, y) {
        // This cuDNN needs none.
        Ok(()) => assert!(!is_software()),
        Err(error) => {
            let is_right = matches!(
                error,
                Error::Call(CallError::Workspace { call: "reduce_tensor", needed: 1.., found: 0 })
            );
            assert!(is_right, "{error}");
        }
    }
}

#[test]
fn a_function_that_cudnn_lacks_is_an_error_with_its_release() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut table = copy_of_table();
    table.cudnnScaleTensor = None;
    let table = Box::leak(Box::new(table));
    let mut handle = Cudnn::from_table(table).handle(&context).unwrap();
    let mut y = stream.upload(&[0.0_f32; 8]).unwrap();
    let y = TensorMut::new(&mut y, [2, 4]).unwrap();
    let error = handle.on(&stream).scale_tensor(y, 2.0).unwrap_err();
    assert!(matches!(error, Error::Absent(_)), "{error}");
    assert!(error.is_not_supported());
    assert!(error.to_string().contains("this cuDNN has no cudnnScaleTensor"), "{error}");
}

#[test]
fn what_cudnn_refuses_is_an_error_with_the_function_and_the_shapes() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut table = copy_of_table();
    crate::faults::fail(&mut table.cudnnActivationForward);
    let table = Box::leak(Box::new(table));
    let mut handle = Cudnn::from_table(table).handle(&context).unwrap();
    let x = stream.upload(&[0.0_f32; 24]).unwrap();
    let mut y = stream.upload(&[0.0_f32; 24]).unwrap();
    let x = Tensor::channels_last(&x, [2, 3, 2, 2]).unwrap();
    let y = TensorMut::new(&mut y, [2, 3, 2, 2]).unwrap();
    let error = handle.on(&stream).activation_forward(Activation::Relu, x, y).unwrap_err();
    for part in [
        "cudnnActivationForward returned CUDNN_STATUS_EXECUTION_FAILED (5000)",
        "for x of 2 × 3 × 2 × 2 (channels last) f32, y of 2 × 3 × 2 × 2 f32",
    ] {
        assert!(error.to_string().contains(part), "{error}");
    }
    assert!(!error.is_not_supported());
}

#[test]
fn the_library_says_what_it_is() {
    let cudnn = Cudnn::from_table(table());
    assert!(cudnn.version() >= 90_000, "{cudnn:?}");
    let (stream, mut handle) = stream_and_handle();
    assert!(!handle.as_raw().is_null());
    assert_eq!(handle.cudnn().version(), cudnn.version());
    assert!(format!("{handle:?}").contains("version"));
    assert!(format!("{:?}", handle.on(&stream)).contains("Deterministic"));
}
