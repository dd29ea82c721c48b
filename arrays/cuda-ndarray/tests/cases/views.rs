//! `views 1`: the results of slicing and reshaping an array in several steps.

use cuda_driver::Stream;
use cuda_ndarray::ndarray::{Axis, IxDyn, Order, SliceInfoElem};
use cuda_ndarray::{DeviceArray, DeviceArrayView, Error, Layout, infer_shape, python_slice};
use cuda_rust::cases::Outcome;
use serde_json::Value;

use crate::values::{TestValue, integers, lengths, with_dtype};

pub fn run(stream: &Stream, case: &Value) -> Outcome {
    const KEYS: [&str; 10] = [
        "name",
        "tier",
        "shape",
        "dtype",
        "order",
        "elements",
        "steps",
        "expect",
        "note",
        "made_from",
    ];
    for key in case.as_object().expect("a case is an object").keys() {
        if !KEYS.contains(&key.as_str()) && key != "upstream" {
            return Outcome::Failed(format!("unknown key {key}"));
        }
    }
    let unknown = |name: &str| Outcome::Failed(format!("unknown dtype {name}"));
    let dtype = case["dtype"].as_str().expect("a dtype");
    with_dtype!(dtype, with(stream, case), unknown)
}

fn order(name: &Value) -> Order {
    match name.as_str() {
        Some("C") => Order::RowMajor,
        Some("F") => Order::ColumnMajor,
        other => panic!("unknown order {other:?}"),
    }
}

fn with<A: TestValue>(stream: &Stream, case: &Value) -> Outcome {
    let shape = IxDyn(&lengths(&case["shape"]));
    let layout = Layout::contiguous(shape, order(&case["order"])).unwrap();
    let elements: Vec<A> = (0..layout.len()).map(A::of_index).collect();
    let array = DeviceArray::from_buffer(stream.upload(&elements).unwrap(), layout).unwrap();
    let steps = case["steps"].as_array().expect("a list of steps");
    go(array.view(), array.as_buffer().as_raw(), steps, &case["expect"])
}

/// Performs the steps, and compares the results.
fn go<A: TestValue>(
    mut view: DeviceArrayView<'_, A, IxDyn>,
    base: u64,
    steps: &[Value],
    expect: &Value,
) -> Outcome {
    for (at, step) in steps.iter().enumerate() {
        if step[0] == "view" {
            let unknown = |name: &str| Outcome::Failed(format!("unknown dtype {name}"));
            let dtype = step[1].as_str().expect("a dtype");
            let rest = &steps[at + 1..];
            return with_dtype!(dtype, cast(&view, base, rest, expect), unknown);
        }
        match apply(&view, step) {
            Ok(next) => view = next,
            Err(error) => return refused(&error, &steps[at + 1..], expect),
        }
    }
    compare(&view, base, expect)
}

fn cast<B: TestValue>(
    view: &DeviceArrayView<'_, impl TestValue, IxDyn>,
    base: u64,
    steps: &[Value],
    expect: &Value,
) -> Outcome {
    match view.cast::<B>() {
        Ok(view) => go(view, base, steps, expect),
        Err(error) => refused(&error, steps, expect),
    }
}

fn apply<'a, A: TestValue>(
    view: &DeviceArrayView<'a, A, IxDyn>,
    step: &Value,
) -> Result<DeviceArrayView<'a, A, IxDyn>, Error> {
    let (name, argument) = (step[0].as_str().expect("a step has a name"), &step[1]);
    let most = if name == "reshape" { 3 } else { 2 };
    assert!(step.as_array().is_some_and(|step| step.len() == most), "unknown arguments of {step}");
    match name {
        "slice" => slice(view, argument.as_array().expect("a list of indices")),
        "reshape" => {
            let shape = infer_shape(view.len(), &integers(argument))?;
            view.into_shape_with_order(shape, order(&step[2]))
        }
        "ravel" => Ok(view.flatten_view(order(argument))?.into_dyn()),
        "transpose" => match argument {
            Value::Null => Ok(view.reversed_axes()),
            axes => view.permuted_axes(IxDyn(&axes_of(axes, view.ndim())?)),
        },
        "squeeze" => match argument {
            Value::Null => Ok(view.squeeze()),
            axes => squeeze(view, axes),
        },
        "insert_axis" => {
            let axis = axis_of(argument.as_i64().expect("an axis") as isize, view.ndim() + 1)?;
            view.insert_axis(Axis(axis))
        }
        "broadcast" => {
            let shape = integers(argument);
            // Lengths are unsigned in this crate.
            let refused = |_| Error::CannotInfer { size: view.len(), shape: shape.clone() };
            let lengths = shape.iter().map(|len| usize::try_from(*len));
            view.broadcast(IxDyn(&lengths.collect::<Result<Vec<_>, _>>().map_err(refused)?))
        }
        other => panic!("unknown step {other}"),
    }
}

/// An axis that may count from the end.
fn axis_of(axis: isize, ndim: usize) -> Result<usize, Error> {
    let place = if axis < 0 { axis + ndim as isize } else { axis };
    let refused = Error::Axis { axis: axis.unsigned_abs(), ndim };
    usize::try_from(place).ok().filter(|axis| *axis < ndim).ok_or(refused)
}

fn axes_of(axes: &Value, ndim: usize) -> Result<Vec<usize>, Error> {
    let axes = match axes {
        Value::Number(axis) => vec![axis.as_i64().expect("an axis") as isize],
        list => integers(list),
    };
    axes.into_iter().map(|axis| axis_of(axis, ndim)).collect()
}

fn squeeze<'a, A: TestValue>(
    view: &DeviceArrayView<'a, A, IxDyn>,
    axes: &Value,
) -> Result<DeviceArrayView<'a, A, IxDyn>, Error> {
    // NumPy accepts squeezing axis 0 or -1 of an array without axes.
    if view.ndim() == 0 && [0, -1].iter().any(|axis| axes == axis) {
        return Ok(view.clone());
    }
    let mut axes = axes_of(axes, view.ndim())?;
    axes.sort_unstable();
    if axes.windows(2).any(|pair| pair[0] == pair[1]) {
        let ndim = view.ndim();
        return Err(Error::Axes { axes, ndim });
    }
    let mut view = view.clone();
    for axis in axes.into_iter().rev() {
        view = view.squeeze_axis(Axis(axis))?;
    }
    Ok(view)
}

fn slice<'a, A: TestValue>(
    view: &DeviceArrayView<'a, A, IxDyn>,
    items: &[Value],
) -> Result<DeviceArrayView<'a, A, IxDyn>, Error> {
    let mut info = Vec::new();
    if let Some(extra) = items.len().checked_sub(view.ndim()).filter(|extra| *extra > 0) {
        let ndim = view.ndim();
        return Err(Error::ExtraIndices { extra, ndim });
    }
    // One axis after the other, as NumPy does.
    for (axis, item) in items.iter().enumerate() {
        let len = view.shape()[axis];
        info.push(match item {
            Value::Number(index) => {
                let index = index.as_i64().expect("an index") as isize;
                if !(-(len as isize)..len as isize).contains(&index) {
                    return Err(Error::Index { index, axis, len });
                }
                SliceInfoElem::Index(index)
            }
            Value::Array(ends) if ends.len() == 3 => {
                let end = |at: usize| match &ends[at] {
                    Value::Null => None,
                    end => Some(end.as_i64().expect("an end") as isize),
                };
                python_slice(len, end(0), end(1), end(2).unwrap_or(1))?.into()
            }
            other => panic!("unknown index {other}"),
        });
    }
    view.slice(&info[..])
}

/// What the cases call an error.
fn words(error: &Error) -> &'static [&'static str] {
    match error {
        Error::Index { .. } | Error::ExtraIndices { .. } => &["index"],
        Error::Step { .. } => &["step"],
        // In NumPy, an `AxisError` is an `IndexError` and a `ValueError`.
        Error::Axis { .. } => &["index", "shape"],
        Error::Size { .. }
        | Error::UnknownDimensions { .. }
        | Error::CannotInfer { .. }
        | Error::Axes { .. }
        | Error::Squeeze { .. }
        | Error::Broadcast { .. }
        | Error::TooLarge { .. }
        | Error::CastSize { .. } => &["shape"],
        Error::CastScalar { .. } => &["shape", "contiguous"],
        Error::NeedsCopy { .. } => &["copy"],
        Error::CastStride { .. } => &["contiguous"],
        other => panic!("no word for {other}"),
    }
}

fn refused(error: &Error, steps: &[Value], expect: &Value) -> Outcome {
    // Strides that aren't whole elements, which NumPy has, and elements that aren't aligned.
    let is_ours = matches!(error, Error::Stride { .. } | Error::Alignment { .. });
    match expect["error"].as_str() {
        Some(word) if !is_ours && words(error).contains(&word) && steps.is_empty() => {
            Outcome::Passed
        }
        None if is_ours => Outcome::Unsupported(error.to_string()),
        Some(word) => Outcome::Failed(format!("refused with {error}, expected the error {word}")),
        None => Outcome::Failed(format!("refused with {error}, expected {expect}")),
    }
}

fn compare<A: TestValue>(
    view: &DeviceArrayView<'_, A, IxDyn>,
    base: u64,
    expect: &Value,
) -> Outcome {
    if let Some(word) = expect["error"].as_str() {
        return Outcome::Failed(format!("came out as {view:?}, expected the error {word}"));
    }
    let fields = expect.as_object().expect("what is expected is an object");
    for (key, expected) in fields {
        let strides = |size: usize| {
            let found: Vec<_> =
                view.strides().iter().map(|stride| stride * size as isize).collect();
            let expected = integers(expected);
            let axes = found.iter().zip(&expected).zip(view.shape());
            let mut long = axes.filter(|(_, len)| **len > 1);
            found.len() == expected.len() && (view.is_empty() || long.all(|((a, b), _)| a == b))
        };
        let is_right = match key.as_str() {
            "shape" => view.shape() == lengths(expected),
            "strides" => expected.is_null() || strides(1),
            "strides_bytes" => strides(size_of::<A>()),
            "offset_bytes" => match expected.as_u64() {
                Some(offset) => view.device_pointer() - base == offset,
                None => view.is_empty() && view.device_pointer() == 0,
            },
            "dtype" => expected == A::NAME,
            "c_contiguous" => *expected == view.is_c_contiguous(),
            "f_contiguous" => *expected == view.is_f_contiguous(),
            "values" => {
                let host = view.to_host().unwrap();
                let expected = expected.as_array().expect("a list of values");
                let found: Vec<&A> = host.iter().collect();
                let are_equal = found.iter().zip(expected).all(|(found, value)| found.is(value));
                if found.len() != expected.len() || !are_equal {
                    let found: Vec<String> = found.iter().map(|element| element.text()).collect();
                    return Outcome::Failed(format!("values {found:?}, expected {expected:?}"));
                }
                true
            }
            "upstream" | "note" => true,
            other => return Outcome::Failed(format!("unknown key {other} of what is expected")),
        };
        if !is_right {
            return Outcome::Failed(format!("{key} of {view:?}, expected {expected}"));
        }
    }
    Outcome::Passed
}
