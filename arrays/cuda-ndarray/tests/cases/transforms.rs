//! `transforms 1`: Fourier transforms of views, beside NumPy's.

use cuda_driver::{Element, Stream};
use cuda_ndarray::cufft::Cufft;
use cuda_ndarray::ndarray::{Axis, IxDyn, Order, Slice};
use cuda_ndarray::{Along, DeviceArray, DeviceArrayView, Error, FftReal, Layout, Norm};
use cuda_rust::cases::Outcome;
use num_complex::Complex;
use serde_json::Value;

use crate::device::is_software;
use crate::values::{integers, lengths};

/// The shape of a result, and its real numbers in C order.
type CaseOutput = Result<(Vec<usize>, Vec<f64>), Error>;

/// A type of the real numbers, and the error of sums of few.
trait TestReal: FftReal + Into<f64> {
    const ERROR: f64;
    fn of(value: f64) -> Self;
}

impl TestReal for f32 {
    const ERROR: f64 = 2e-5;
    fn of(value: f64) -> Self {
        value as Self
    }
}

impl TestReal for f64 {
    const ERROR: f64 = 1e-11;
    fn of(value: f64) -> Self {
        value
    }
}

pub fn run(stream: &Stream, case: &Value) -> Outcome {
    match case["dtype"].as_str() {
        Some("float32" | "complex64") => with::<f32>(stream, case),
        Some("float64" | "complex128") => with::<f64>(stream, case),
        other => Outcome::Failed(format!("unknown dtype {other:?}")),
    }
}

fn with<T: TestReal>(stream: &Stream, case: &Value) -> Outcome {
    let cufft = if is_software() {
        Cufft::from_table(cuda_sim_libraries::cufft::table())
    } else {
        Cufft::load().unwrap_or_else(|error| panic!("{error}"))
    };
    let plans = &mut cufft.plans(stream.context(), 2);
    let mut along = if case["axes"].is_null() {
        Along::default()
    } else {
        Along::axes(&lengths(&case["axes"]).into_iter().map(Axis).collect::<Vec<_>>())
    };
    if !case["lens"].is_null() {
        along = along.lens(&lengths(&case["lens"]));
    }
    along = match case["norm"].as_str() {
        Some("ortho") => along.norm(Norm::Ortho),
        Some("forward") => along.norm(Norm::Forward),
        _ => along,
    };
    let part = |place: usize, [factor, modulus, zero, scale]: [usize; 4]| {
        T::of(((place * factor % modulus) as f64 - zero as f64) / scale as f64)
    };
    let re = |place| part(place, [37, 101, 50, 64]);
    let complex = |place| Complex::new(re(place), part(place, [53, 89, 44, 32]));
    let function = case["function"].as_str().expect("a function");
    let found = match function {
        "rfft" => transformed(stream, case, re, |view| widened(&view.rfft(along, plans)?)),
        "rfftn" => transformed(stream, case, re, |view| widened(&view.rfftn(along, plans)?)),
        "irfft" => transformed(stream, case, complex, |view| wide(&view.irfft(along, plans)?)),
        "irfftn" => transformed(stream, case, complex, |view| wide(&view.irfftn(along, plans)?)),
        "fft" => transformed(stream, case, complex, |view| widened(&view.fft(along, plans)?)),
        "ifft" => transformed(stream, case, complex, |view| widened(&view.ifft(along, plans)?)),
        "fftn" => transformed(stream, case, complex, |view| widened(&view.fftn(along, plans)?)),
        "ifftn" => transformed(stream, case, complex, |view| widened(&view.ifftn(along, plans)?)),
        other => return Outcome::Failed(format!("unknown function {other}")),
    };
    compare(found, &case["expect"], T::ERROR)
}

/// Transforms the view of a case.
fn transformed<A: Element>(
    stream: &Stream,
    case: &Value,
    element: impl Fn(usize) -> A,
    transform: impl FnOnce(&DeviceArrayView<'_, A, IxDyn>) -> CaseOutput,
) -> CaseOutput {
    let is_c = case["order"] == "C";
    let order = if is_c { Order::RowMajor } else { Order::ColumnMajor };
    let layout = Layout::contiguous(IxDyn(&lengths(&case["shape"])), order).unwrap();
    let elements: Vec<A> = (0..layout.len()).map(element).collect();
    let array = DeviceArray::from_buffer(stream.upload(&elements).unwrap(), layout).unwrap();
    let mut view = array.view();
    for (axis, step) in integers(&case["steps"]).into_iter().enumerate() {
        view = view.slice_axis(Axis(axis), Slice::new(0, None, step)).unwrap();
    }
    transform(&view.permuted_axes(IxDyn(&lengths(&case["permutation"]))).unwrap())
}

fn wide<T: TestReal>(array: &DeviceArray<T, IxDyn>) -> CaseOutput {
    let host = array.to_host()?;
    Ok((host.shape().to_vec(), host.iter().map(|value| (*value).into()).collect()))
}

fn widened<T: TestReal>(array: &DeviceArray<Complex<T>, IxDyn>) -> CaseOutput {
    let host = array.to_host()?;
    let parts = host.iter().flat_map(|value| [value.re.into(), value.im.into()]);
    Ok((host.shape().to_vec(), parts.collect()))
}

fn compare(found: CaseOutput, expect: &Value, error: f64) -> Outcome {
    let (shape, values) = match found {
        Ok(found) => found,
        Err(Error::Fft(_)) if expect["error"] == "length" => return Outcome::Passed,
        Err(error) => return Outcome::Failed(error.to_string()),
    };
    let expected: Option<Vec<f64>> =
        expect["values"].as_array().map(|all| all.iter().filter_map(Value::as_f64).collect());
    let Some(expected) = expected.filter(|expected| expected.len() == values.len()) else {
        return Outcome::Failed(format!("{values:?} instead of {expect}"));
    };
    let most = expected.iter().fold(1.0_f64, |most, value| most.max(value.abs()));
    let wrong = values.iter().zip(&expected).find(|(a, b)| (*a - *b).abs() > error * most);
    match (shape == lengths(&expect["shape"]), wrong) {
        (true, None) => Outcome::Passed,
        _ => Outcome::Failed(format!("{shape:?} {values:?} instead of {expect}: {wrong:?}")),
    }
}
