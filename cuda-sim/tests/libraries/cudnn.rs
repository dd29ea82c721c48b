//! The stand-in for cuDNN: what only it does. `cuda-cudnn` has the tests of what it computes.

use core::ffi::{CStr, c_void};
use core::ptr::{null, null_mut};

use cuda_driver::graph::CaptureMode;
use cuda_driver::{Context, Stream};
use cuda_libraries_sys::cudnn::*;
use cuda_sim_libraries::cudnn;

use crate::run_alone;

type Status = cudnnStatus_t;

const SUCCESS: Status = Status::CUDNN_STATUS_SUCCESS;

/// Calls a function of the table.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let function = cudnn::table().$name.unwrap();
        // SAFETY: tests pass pointers to live values of the right types; the rest is looked up or checked.
        unsafe { function($($argument),*) }
    }};
}

mod rnn;

fn context() -> Context {
    let driver = cuda_sim::driver().unwrap();
    driver.device(0).unwrap().primary_context().unwrap()
}

/// A handle with a stream of its own.
struct TestHandle {
    stream: Stream,
    raw: cudnnHandle_t,
}

impl TestHandle {
    fn new() -> Self {
        let stream = context().stream().unwrap();
        let mut raw = null_mut();
        assert_eq!(call!(cudnnCreate(&raw mut raw)), SUCCESS);
        let status = call!(cudnnSetStream(raw, stream.as_raw().cast()));
        assert_eq!(status, SUCCESS);
        Self { stream, raw }
    }
}

impl Drop for TestHandle {
    fn drop(&mut self) {
        assert_eq!(call!(cudnnDestroy(self.raw)), SUCCESS);
    }
}

fn tensor(dims: [i32; 4]) -> cudnnTensorDescriptor_t {
    let mut raw = null_mut();
    assert_eq!(call!(cudnnCreateTensorDescriptor(&raw mut raw)), SUCCESS);
    let (format, data) =
        (cudnnTensorFormat_t::CUDNN_TENSOR_NCHW, cudnnDataType_t::CUDNN_DATA_FLOAT);
    let [n, c, h, w] = dims;
    let status = call!(cudnnSetTensor4dDescriptor(raw, format, data, n, c, h, w));
    assert_eq!(status, SUCCESS);
    raw
}

/// What the library has to say about the last error.
fn message() -> String {
    let mut text = [0_u8; 200];
    call!(cudnnGetLastErrorString(text.as_mut_ptr().cast(), text.len()));
    CStr::from_bytes_until_nul(&text).unwrap().to_str().unwrap().to_owned()
}

/// Multiplies a tensor by 2, in its place.
fn double(test: &TestHandle, description: cudnnTensorDescriptor_t, address: u64) -> Status {
    let factor = 2.0_f32;
    let factor: *const c_void = (&raw const factor).cast();
    call!(cudnnScaleTensor(test.raw, description, address as usize as *mut c_void, factor))
}

#[test]
fn a_null_pointer_has_a_status_whose_text_is_its_name() {
    let status = call!(cudnnCreateTensorDescriptor(null_mut()));
    let text = call!(cudnnGetErrorString(status));
    // SAFETY: the texts are constants.
    let text = unsafe { CStr::from_ptr(text) };
    assert_eq!(text, c"CUDNN_STATUS_BAD_PARAM_NULL_POINTER");
}

#[test]
fn a_function_that_it_lacks_prints_a_line_and_is_not_supported() {
    let output = run_alone("cudnn::lacking", &[]);
    let text = String::from_utf8(output.stderr).unwrap();
    let line = "cuda-sim: cudnnCTCLoss was called, which the stand-in for cuDNN doesn't support (CUDNN_STATUS_NOT_SUPPORTED)";
    assert_eq!(text.matches(line).count(), 1, "{text}");
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn lacking() {
    let test = TestHandle::new();
    assert!(cudnn::unsupported().contains(&Symbol::cudnnCTCLoss));
    for _ in 0..2 {
        let status = call!(cudnnCTCLoss(
            test.raw,
            null_mut(),
            null(),
            null(),
            null(),
            null(),
            null_mut(),
            null_mut(),
            null_mut(),
            cudnnCTCLossAlgo_t(0),
            null_mut(),
            null_mut(),
            0
        ));
        assert_eq!(status, Status::CUDNN_STATUS_NOT_SUPPORTED);
    }
}

#[test]
fn what_is_no_handle_and_no_description_is_refused() {
    let test = TestHandle::new();
    let x = context().stream().unwrap().upload(&[1.0_f32; 4]).unwrap();
    let description = tensor([1, 1, 2, 2]);
    let nobody = TestHandle { stream: test.stream.clone(), raw: 0x10 as cudnnHandle_t };
    let status = double(&nobody, description, x.as_raw());
    assert_eq!(status, Status::CUDNN_STATUS_NOT_INITIALIZED);
    core::mem::forget(nobody);
    assert_eq!(call!(cudnnDestroyTensorDescriptor(description)), SUCCESS);
    assert_ne!(double(&test, description, x.as_raw()), SUCCESS);
    assert_ne!(call!(cudnnDestroyTensorDescriptor(description)), SUCCESS);
    // One of another kind.
    let mut filter = null_mut();
    assert_eq!(call!(cudnnCreateFilterDescriptor(&raw mut filter)), SUCCESS);
    assert_ne!(double(&test, filter.cast(), x.as_raw()), SUCCESS);
    assert_eq!(call!(cudnnDestroyFilterDescriptor(filter)), SUCCESS);
}

#[test]
fn calls_are_captured_into_graphs() {
    let test = TestHandle::new();
    let x = test.stream.upload(&[1.0_f32, 2.0, 3.0, 4.0]).unwrap();
    let description = tensor([1, 1, 2, 2]);
    // SAFETY: the memory lives longer than the graph, and nothing else uses it meanwhile.
    let capture = unsafe { test.stream.capture(CaptureMode::RELAXED) }.unwrap();
    assert_eq!(double(&test, description, x.as_raw()), SUCCESS);
    let graph = capture.finish().unwrap().instantiate().unwrap();
    for _ in 0..3 {
        // SAFETY: as above.
        unsafe { graph.launch(&test.stream) }.unwrap();
    }
    assert_eq!(x.to_vec().unwrap(), [8.0, 16.0, 24.0, 32.0]);
    assert_eq!(call!(cudnnDestroyTensorDescriptor(description)), SUCCESS);
}

#[test]
fn an_access_beyond_the_memory_is_a_fault_that_names_the_kernel() {
    let output = run_alone("cudnn::faulting", &[]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("cudnn::tensors"), "{text}");
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn faulting() {
    let test = TestHandle::new();
    let x = test.stream.upload(&[1.0_f32; 4]).unwrap();
    let description = tensor([1, 1, 2048, 2048]);
    assert_eq!(double(&test, description, x.as_raw()), SUCCESS);
    let error = test.stream.synchronize().unwrap_err();
    assert!(error.to_string().contains("700"), "{error}");
    core::mem::forget((test, x));
}

type Descriptor = cudnnBackendDescriptor_t;
type Kind = cudnnBackendDescriptorType_t;
type Name = cudnnBackendAttributeName_t;
type Type = cudnnBackendAttributeType_t;

fn describe(kind: Kind) -> Descriptor {
    let mut raw = null_mut();
    let status = call!(cudnnBackendCreateDescriptor(kind, &raw mut raw));
    assert_eq!(status, SUCCESS);
    raw
}

fn set<T>(descriptor: Descriptor, name: Name, ty: Type, values: &[T]) -> Status {
    let len = values.len() as i64;
    call!(cudnnBackendSetAttribute(descriptor, name, ty, len, values.as_ptr().cast()))
}

#[test]
fn graphs_refuse_what_is_incomplete_final_or_not_supported() {
    let tensor = describe(Kind::CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    assert_eq!(call!(cudnnBackendFinalize(tensor)), Status::CUDNN_STATUS_BAD_PARAM);
    assert_eq!(message(), "an attribute wasn't set");
    let numbers = [
        (Name::CUDNN_ATTR_TENSOR_DIMENSIONS, vec![1_i64, 2, 3]),
        (Name::CUDNN_ATTR_TENSOR_STRIDES, vec![6, 3, 1]),
        (Name::CUDNN_ATTR_TENSOR_UNIQUE_ID, vec![1]),
        (Name::CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, vec![16]),
    ];
    for (name, values) in &numbers {
        assert_eq!(set(tensor, *name, Type::CUDNN_TYPE_INT64, values), SUCCESS);
    }
    let (name, data) = (Name::CUDNN_ATTR_TENSOR_DATA_TYPE, [cudnnDataType_t::CUDNN_DATA_FLOAT]);
    // Of the wrong type.
    assert_eq!(set(tensor, name, Type::CUDNN_TYPE_INT64, &[0_i64]), SUCCESS);
    let status = call!(cudnnBackendFinalize(tensor));
    assert_eq!(status, Status::CUDNN_STATUS_BAD_PARAM_ATTRIBUTE_TYPE);
    assert_eq!(set(tensor, name, Type::CUDNN_TYPE_DATA_TYPE, &data), SUCCESS);
    assert_eq!(call!(cudnnBackendFinalize(tensor)), SUCCESS);
    assert_ne!(set(tensor, name, Type::CUDNN_TYPE_DATA_TYPE, &data), SUCCESS);
    assert_eq!(message(), "the description is final");

    let test = describe(Kind::CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    let (name, ty) = (Name::CUDNN_ATTR_OPERATIONGRAPH_OPS, Type::CUDNN_TYPE_BACKEND_DESCRIPTOR);
    assert_eq!(set(test, name, ty, &[test]), Status::CUDNN_STATUS_BAD_PARAM);
    assert_eq!(message(), "a description refers to itself");
    assert_eq!(call!(cudnnBackendDestroyDescriptor(test)), SUCCESS);

    let random = describe(Kind::CUDNN_BACKEND_OPERATION_RNG_DESCRIPTOR);
    let status = call!(cudnnBackendFinalize(random));
    assert_eq!(status, Status::CUDNN_STATUS_NOT_SUPPORTED_GRAPH_PATTERN);
    assert_eq!(message(), "this operation isn't supported");
    for descriptor in [tensor, random] {
        assert_eq!(call!(cudnnBackendDestroyDescriptor(descriptor)), SUCCESS);
        assert_ne!(call!(cudnnBackendDestroyDescriptor(descriptor)), SUCCESS);
        assert_ne!(call!(cudnnBackendFinalize(descriptor)), SUCCESS);
    }
}

/// A description with attributes, which is final: numbers, and other descriptions.
fn made(kind: Kind, numbers: &[(Name, &[i64])], others: &[(Name, Descriptor)]) -> Descriptor {
    let descriptor = describe(kind);
    with(descriptor, numbers, others);
    assert_eq!(call!(cudnnBackendFinalize(descriptor)), SUCCESS, "{kind:?}: {}", message());
    descriptor
}

fn with(descriptor: Descriptor, numbers: &[(Name, &[i64])], others: &[(Name, Descriptor)]) {
    for (name, values) in numbers {
        assert_eq!(set(descriptor, *name, Type::CUDNN_TYPE_INT64, values), SUCCESS);
    }
    for (name, other) in others {
        let ty = Type::CUDNN_TYPE_BACKEND_DESCRIPTOR;
        assert_eq!(set(descriptor, *name, ty, &[*other]), SUCCESS);
    }
}

/// A tensor of a graph, which isn't final.
fn graph_tensor(
    uid: i64,
    dims: &[i64],
    strides: &[i64],
    data: cudnnDataType_t,
    is_virtual: bool,
) -> Descriptor {
    let tensor = describe(Kind::CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    let numbers: [(Name, &[i64]); 4] = [
        (Name::CUDNN_ATTR_TENSOR_DIMENSIONS, dims),
        (Name::CUDNN_ATTR_TENSOR_STRIDES, strides),
        (Name::CUDNN_ATTR_TENSOR_UNIQUE_ID, &[uid]),
        (Name::CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, &[16]),
    ];
    with(tensor, &numbers, &[]);
    set(tensor, Name::CUDNN_ATTR_TENSOR_DATA_TYPE, Type::CUDNN_TYPE_DATA_TYPE, &[data]);
    set(tensor, Name::CUDNN_ATTR_TENSOR_IS_VIRTUAL, Type::CUDNN_TYPE_BOOLEAN, &[is_virtual]);
    tensor
}

/// A square of floats of a graph.
fn square(uid: i64, width: i64, is_virtual: bool) -> Descriptor {
    let strides = [width * width, width * width, width, 1];
    let data = cudnnDataType_t::CUDNN_DATA_FLOAT;
    let tensor = graph_tensor(uid, &[1, 1, width, width], &strides, data, is_virtual);
    assert_eq!(call!(cudnnBackendFinalize(tensor)), SUCCESS);
    tensor
}

/// Asks for numbers, of which there is one at most, and returns how many there are, and it.
fn number(descriptor: Descriptor, name: Name) -> (i64, i64) {
    let (mut count, mut value) = (-1, -1_i64);
    let to = (&raw mut value).cast();
    let ty = Type::CUDNN_TYPE_INT64;
    let status = call!(cudnnBackendGetAttribute(descriptor, name, ty, 1, &raw mut count, to));
    assert_eq!(status, SUCCESS, "{name:?}: {}", message());
    (count, value)
}

/// Asks for another description.
fn other(descriptor: Descriptor, name: Name, kind: Kind) -> Descriptor {
    let mut found = describe(kind);
    let ty = Type::CUDNN_TYPE_BACKEND_DESCRIPTOR;
    let (mut count, to) = (-1, (&raw mut found).cast());
    let status = call!(cudnnBackendGetAttribute(descriptor, name, ty, 1, &raw mut count, to));
    assert_eq!((status, count), (SUCCESS, 1), "{name:?}: {}", message());
    found
}

/// Executes the graph of operations, with the numbers of tensors and where they are.
fn executed(test: &TestHandle, operations: &[Descriptor], tensors: &[(i64, u64)]) {
    let graph = describe(Kind::CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    let ty = Type::CUDNN_TYPE_BACKEND_DESCRIPTOR;
    set(graph, Name::CUDNN_ATTR_OPERATIONGRAPH_OPS, ty, operations);
    assert_eq!(call!(cudnnBackendFinalize(graph)), SUCCESS, "{}", message());
    assert_eq!(number(graph, Name::CUDNN_ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT), (1, 1));
    let of_graph = [(Name::CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph)];
    let heuristics = made(Kind::CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR, &[], &of_graph);
    let kind = Kind::CUDNN_BACKEND_ENGINECFG_DESCRIPTOR;
    let found = other(heuristics, Name::CUDNN_ATTR_ENGINEHEUR_RESULTS, kind);
    let of_plan = [(Name::CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, found)];
    let plan = made(Kind::CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR, &[], &of_plan);
    // As XLA and PyTorch read a plan back.
    let found = other(plan, Name::CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, kind);
    assert_eq!(number(found, Name::CUDNN_ATTR_ENGINECFG_KNOB_CHOICES).0, 0);
    assert_eq!(number(found, Name::CUDNN_ATTR_ENGINECFG_WORKSPACE_SIZE), (1, 16));
    let kind = Kind::CUDNN_BACKEND_ENGINE_DESCRIPTOR;
    let engine = other(found, Name::CUDNN_ATTR_ENGINECFG_ENGINE, kind);
    assert_eq!(number(engine, Name::CUDNN_ATTR_ENGINE_GLOBAL_INDEX), (1, 0));

    // As XLA stores a plan: it reads how long the text is, then the text.
    let (name, ty) = (Name::CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, Type::CUDNN_TYPE_CHAR);
    let mut count = -1;
    let status = call!(cudnnBackendGetAttribute(plan, name, ty, 0, &raw mut count, null_mut()));
    assert_eq!(status, SUCCESS, "{}", message());
    let mut text = vec![0_u8; count as usize];
    let to = text.as_mut_ptr().cast();
    let status = call!(cudnnBackendGetAttribute(plan, name, ty, count, &raw mut count, to));
    assert_eq!((status, count), (SUCCESS, text.len() as i64), "{}", message());
    let plan = describe(Kind::CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    text[13] ^= 1;
    assert_eq!(set(plan, name, ty, &text), SUCCESS);
    assert_eq!(call!(cudnnBackendFinalize(plan)), Status::CUDNN_STATUS_NOT_SUPPORTED);
    text[13] ^= 1;
    assert_eq!(set(plan, name, ty, &text), SUCCESS);
    assert_eq!(call!(cudnnBackendFinalize(plan)), SUCCESS, "{}", message());

    let (uids, pointers): (Vec<i64>, Vec<u64>) = tensors.iter().copied().unzip();
    let pack = describe(Kind::CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    with(pack, &[(Name::CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, &uids)], &[]);
    let ty = Type::CUDNN_TYPE_VOID_PTR;
    set(pack, Name::CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, ty, &pointers);
    set(pack, Name::CUDNN_ATTR_VARIANT_PACK_WORKSPACE, ty, &pointers[..1]);
    assert_eq!(call!(cudnnBackendFinalize(pack)), SUCCESS);
    assert_eq!(call!(cudnnBackendExecute(test.raw, plan, pack)), SUCCESS, "{}", message());
}

/// Executes the graph of one of the three convolutions, of the tensors 1 and 2, times a half, and then times 4.
fn convolved(kind: Kind, names: [Name; 5], widths: [i64; 3], operands: [&[f32]; 2]) -> Vec<f32> {
    let test = TestHandle::new();
    let ones: &[i64] = &[1, 1];
    let convolution = describe(Kind::CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
    with(
        convolution,
        &[
            (Name::CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, &[2]),
            (Name::CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, &[0, 0]),
            (Name::CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, &[0, 0]),
            (Name::CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, ones),
            (Name::CUDNN_ATTR_CONVOLUTION_DILATIONS, ones),
        ],
        &[],
    );
    let mode = [cudnnConvolutionMode_t::CUDNN_CROSS_CORRELATION];
    let (name, ty) = (Name::CUDNN_ATTR_CONVOLUTION_CONV_MODE, Type::CUDNN_TYPE_CONVOLUTION_MODE);
    set(convolution, name, ty, &mode);
    assert_eq!(call!(cudnnBackendFinalize(convolution)), SUCCESS);
    let [first, second] = [square(1, widths[0], false), square(2, widths[1], false)];
    let (inner, result) = (square(3, widths[2], true), square(4, widths[2], false));
    let operands_of =
        [(names[0], first), (names[1], second), (names[2], inner), (names[3], convolution)];
    let convolve = describe(kind);
    with(convolve, &[], &operands_of);
    set(convolve, names[4], Type::CUDNN_TYPE_DOUBLE, &[0.5_f64]);
    assert_eq!(call!(cudnnBackendFinalize(convolve)), SUCCESS, "{}", message());
    let how = describe(Kind::CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
    let mode = [cudnnPointwiseMode_t::CUDNN_POINTWISE_IDENTITY];
    set(how, Name::CUDNN_ATTR_POINTWISE_MODE, Type::CUDNN_TYPE_POINTWISE_MODE, &mode);
    assert_eq!(call!(cudnnBackendFinalize(how)), SUCCESS);
    let double = describe(Kind::CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
    let factor = Name::CUDNN_ATTR_OPERATION_POINTWISE_ALPHA1;
    set(double, factor, Type::CUDNN_TYPE_FLOAT, &[4.0_f32]);
    let of_double = [
        (Name::CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, how),
        (Name::CUDNN_ATTR_OPERATION_POINTWISE_XDESC, inner),
        (Name::CUDNN_ATTR_OPERATION_POINTWISE_YDESC, result),
    ];
    with(double, &[], &of_double);
    assert_eq!(call!(cudnnBackendFinalize(double)), SUCCESS);
    let [a, b] = operands.map(|values| test.stream.upload(values).unwrap());
    let out = test.stream.alloc::<f32>((widths[2] * widths[2]) as usize).unwrap();
    let pointers = [(1, a.as_raw()), (2, b.as_raw()), (4, out.as_raw())];
    executed(&test, &[convolve, double], &pointers);
    out.to_vec().unwrap()
}

#[test]
fn graphs_have_a_convolution_and_its_gradients_with_the_factors_of_what_follows() {
    use Name as N;
    let images: Vec<f32> = (1..10_u8).map(f32::from).collect();
    let (filters, gradient) = ([1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 0.0, 1.0]);
    let forward = [
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
    ];
    let data = [
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY,
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
    ];
    let filter = [
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY,
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
        N::CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
    ];
    let kind = Kind::CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR;
    let y = convolved(kind, forward, [3, 2, 2], [&images, &filters]);
    assert_eq!(y, [74.0, 94.0, 134.0, 154.0]);
    let kind = Kind::CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR;
    let dx = convolved(kind, data, [2, 2, 3], [&filters, &gradient]);
    assert_eq!(dx, [2.0, 4.0, 0.0, 6.0, 10.0, 4.0, 0.0, 6.0, 8.0]);
    let kind = Kind::CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR;
    let dw = convolved(kind, filter, [3, 2, 2], [&images, &gradient]);
    assert_eq!(dw, [12.0, 16.0, 24.0, 28.0]);
}

#[test]
fn an_operand_of_a_graph_with_the_factor_zero_is_not_read() {
    let test = TestHandle::new();
    let how = describe(Kind::CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
    let mode = [cudnnPointwiseMode_t::CUDNN_POINTWISE_ADD];
    set(how, Name::CUDNN_ATTR_POINTWISE_MODE, Type::CUDNN_TYPE_POINTWISE_MODE, &mode);
    assert_eq!(call!(cudnnBackendFinalize(how)), SUCCESS);
    let [x, b, y] = [1, 2, 3].map(|uid| square(uid, 2, false));
    let values = [1.0_f32, -2.0, 3.0, -4.0];
    let gradient = test.stream.upload(&values).unwrap();
    for factors in [[2.0_f32, 0.0], [0.0, 2.0]] {
        let add = describe(Kind::CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
        for (name, factor) in [
            (Name::CUDNN_ATTR_OPERATION_POINTWISE_ALPHA1, factors[0]),
            (Name::CUDNN_ATTR_OPERATION_POINTWISE_ALPHA2, factors[1]),
        ] {
            set(add, name, Type::CUDNN_TYPE_FLOAT, &[factor]);
        }
        let operands = [
            (Name::CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, how),
            (Name::CUDNN_ATTR_OPERATION_POINTWISE_XDESC, x),
            (Name::CUDNN_ATTR_OPERATION_POINTWISE_BDESC, b),
            (Name::CUDNN_ATTR_OPERATION_POINTWISE_YDESC, y),
        ];
        with(add, &[], &operands);
        assert_eq!(call!(cudnnBackendFinalize(add)), SUCCESS, "{}", message());
        let out = test.stream.alloc::<f32>(4).unwrap();
        let address = |factor: f32| if factor == 0.0 { 0 } else { gradient.as_raw() };
        let pointers = [(3, out.as_raw()), (1, address(factors[0])), (2, address(factors[1]))];
        executed(&test, &[add], &pointers);
        assert_eq!(out.to_vec().unwrap(), values.map(|value| 2.0 * value), "{factors:?}");
    }
}

#[test]
fn graphs_multiply_blocks_of_small_floats_with_scales_in_tiles() {
    use cudnnDataType_t as D;
    let test = TestHandle::new();
    let (rows, columns, scales) = (70, 160, [128, 8]);
    let shape = [1, rows, columns];
    let x = graph_tensor(1, &shape, &[rows * columns, columns, 1], D::CUDNN_DATA_FP8_E4M3, false);
    let (scale, strides) = ([1, scales[0], scales[1]], [scales[0] * scales[1], scales[1], 1]);
    let scale = graph_tensor(2, &scale, &strides, D::CUDNN_DATA_FP8_E8M0, false);
    let (name, ty) =
        (Name::CUDNN_ATTR_TENSOR_REORDERING_MODE, Type::CUDNN_TYPE_TENSOR_REORDERING_MODE);
    let tiles = [cudnnBackendTensorReordering_t::CUDNN_TENSOR_REORDERING_F8_128x4];
    assert_eq!(set(scale, name, ty, &tiles), SUCCESS);
    let y = graph_tensor(3, &shape, &[rows * columns, columns, 1], D::CUDNN_DATA_FLOAT, false);
    for descriptor in [x, scale, y] {
        assert_eq!(call!(cudnnBackendFinalize(descriptor)), SUCCESS, "{}", message());
    }
    let multiply = describe(Kind::CUDNN_BACKEND_OPERATION_BLOCK_SCALE_DEQUANTIZE_DESCRIPTOR);
    let of_multiply = [
        (Name::CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_XDESC, x),
        (Name::CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_SCALE_DESC, scale),
        (Name::CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_YDESC, y),
    ];
    with(multiply, &[], &of_multiply);
    let name = Name::CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_BLOCK_SIZE;
    // Blocks of 8 columns would need more scales than there are.
    set(multiply, name, Type::CUDNN_TYPE_INT32, &[8]);
    assert_eq!(call!(cudnnBackendFinalize(multiply)), Status::CUDNN_STATUS_BAD_PARAM);
    set(multiply, name, Type::CUDNN_TYPE_INT32, &[32]);
    assert_eq!(call!(cudnnBackendFinalize(multiply)), SUCCESS, "{}", message());

    // The scale of a block is two to the power of its row, modulo 16, less its column.
    let mut exponents = vec![255_u8; 1024];
    for (row, column) in (0..70_usize).flat_map(|row| (0..5).map(move |column| (row, column))) {
        let place = column / 4 * 512 + row % 32 * 16 + row / 32 * 4 + column % 4;
        exponents[place] = (127 + row % 16 - column) as u8;
    }
    // 1.5 and -2.
    let elements: Vec<u8> = [0x3c, 0xc0].repeat((rows * columns / 2) as usize);
    let [x, scale] = [&elements, &exponents].map(|values| test.stream.upload(values).unwrap());
    let out = test.stream.alloc::<f32>((rows * columns) as usize).unwrap();
    executed(&test, &[multiply], &[(1, x.as_raw()), (2, scale.as_raw()), (3, out.as_raw())]);
    let expected = |index: usize| {
        let (row, column) = (index / 160, index % 160);
        let scale = ((row % 16) as f32 - (column / 32) as f32).exp2();
        if column % 2 == 0 { 1.5 * scale } else { -2.0 * scale }
    };
    assert_eq!(out.to_vec().unwrap(), (0..elements.len()).map(expected).collect::<Vec<_>>());
}

#[test]
fn a_description_in_the_wrong_place_and_a_convolution_that_does_not_move_are_errors() {
    let how = describe(Kind::CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
    let mode = [cudnnPointwiseMode_t::CUDNN_POINTWISE_IDENTITY];
    set(how, Name::CUDNN_ATTR_POINTWISE_MODE, Type::CUDNN_TYPE_POINTWISE_MODE, &mode);
    assert_eq!(call!(cudnnBackendFinalize(how)), SUCCESS);
    let operation = describe(Kind::CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
    let others = [
        (Name::CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, how),
        (Name::CUDNN_ATTR_OPERATION_POINTWISE_XDESC, how),
        (Name::CUDNN_ATTR_OPERATION_POINTWISE_YDESC, how),
    ];
    with(operation, &[], &others);
    assert_eq!(call!(cudnnBackendFinalize(operation)), cudnnStatus_t::CUDNN_STATUS_BAD_PARAM);

    for (strides, dilations) in [([0, 1], [1, 1]), ([1, 1], [-1, 1]), ([1, 1], [i64::MAX, 1])] {
        let convolution = describe(Kind::CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
        let numbers: [(Name, &[i64]); 4] = [
            (Name::CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, &[0, 0]),
            (Name::CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, &[0, 0]),
            (Name::CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, &strides),
            (Name::CUDNN_ATTR_CONVOLUTION_DILATIONS, &dilations),
        ];
        with(convolution, &numbers, &[]);
        let mode = [cudnnConvolutionMode_t::CUDNN_CROSS_CORRELATION];
        let name = Name::CUDNN_ATTR_CONVOLUTION_CONV_MODE;
        set(convolution, name, Type::CUDNN_TYPE_CONVOLUTION_MODE, &mode);
        assert_eq!(call!(cudnnBackendFinalize(convolution)), SUCCESS);
        let operation = describe(Kind::CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR);
        let others = [
            (Name::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X, square(1, 3, false)),
            (Name::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W, square(2, 2, false)),
            (Name::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y, square(3, 2, false)),
            (Name::CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC, convolution),
        ];
        with(operation, &[], &others);
        let status = call!(cudnnBackendFinalize(operation));
        assert_eq!(status, cudnnStatus_t::CUDNN_STATUS_BAD_PARAM, "{strides:?} {dilations:?}");
    }
}
