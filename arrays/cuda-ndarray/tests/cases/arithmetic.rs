//! `arithmetic 1`: expressions of views, beside NumPy's.

use cuda_driver::Stream;
use cuda_ndarray::arithmetic::{
    Arithmetic, Bits, ComplexNumber, Expr, Float, Integer, Numeric, Ordered, Real, Scalar,
};
use cuda_ndarray::ndarray::{Axis, IxDyn, Order, Slice};
use cuda_ndarray::{Bool, DeviceArray, DeviceArrayView, Error, Layout};
use cuda_rust::cases::Outcome;
use half::f16;
use num_complex::Complex;
use serde_json::Value;

use crate::values::{integers, lengths};

type CaseOutput = Result<(Vec<usize>, Vec<u8>), Error>;

/// Expressions of the operands, by the names in a case.
type Tree<'a, A> = Expr<'a, A, IxDyn>;

pub fn run(stream: &Stream, case: &Value) -> Outcome {
    match case["dtype"].as_str().expect("a dtype") {
        "bool" => with::<Bool>(stream, case, &bits),
        "int8" => with::<i8>(stream, case, &integer),
        "int16" => with::<i16>(stream, case, &integer),
        "int32" => with::<i32>(stream, case, &integer),
        "int64" => with::<i64>(stream, case, &integer),
        "uint8" => with::<u8>(stream, case, &integer),
        "uint16" => with::<u16>(stream, case, &integer),
        "uint32" => with::<u32>(stream, case, &integer),
        "uint64" => with::<u64>(stream, case, &integer),
        "float16" => with::<f16>(stream, case, &real),
        "float32" => with::<f32>(stream, case, &real),
        "float64" => with::<f64>(stream, case, &real),
        "complex64" => with::<Complex<f32>>(stream, case, &complex),
        "complex128" => with::<Complex<f64>>(stream, case, &complex),
        other => Outcome::Failed(format!("unknown dtype {other}")),
    }
}

/// What a function makes of its operands: an array of the type, of another one, or nothing, if it isn't known.
enum FunctionResult<'a, A> {
    Same(Tree<'a, A>),
    Other(Box<dyn FnOnce(&Arithmetic) -> CaseOutput + 'a>),
    Unknown,
}

/// Applies a function, by its name, to operands, and to what its description names.
type Function<A> = dyn for<'a> Fn(
    &str,
    &[Tree<'a, A>],
    &dyn Fn(&Value) -> Tree<'a, A>,
    &Value,
) -> FunctionResult<'a, A>;

fn with<A: Scalar + Copy>(stream: &Stream, case: &Value, function: &Function<A>) -> Outcome {
    let operands = case["operands"].as_array().expect("operands");
    let arrays: Vec<DeviceArray<A, IxDyn>> =
        operands.iter().map(|operand| uploaded(stream, operand)).collect();
    let views: Vec<DeviceArrayView<'_, A, IxDyn>> =
        arrays.iter().zip(operands).map(|(array, made)| viewed(array, made)).collect();
    let arithmetic = ARITHMETIC.get_or_init(|| Arithmetic::new(stream).unwrap());
    let tree = &case["tree"];
    let build = Build { views: &views, function };
    let found = match build.of(tree) {
        FunctionResult::Same(made) => computed(&made, arithmetic),
        FunctionResult::Other(compute) => compute(arithmetic),
        FunctionResult::Unknown => return Outcome::Failed(format!("unknown function {tree}")),
    };
    compare(found, case)
}

static ARITHMETIC: std::sync::OnceLock<Arithmetic> = std::sync::OnceLock::new();

struct Build<'a, 'b, A> {
    views: &'b [DeviceArrayView<'a, A, IxDyn>],
    function: &'b Function<A>,
}

impl<'a, A: Scalar> Build<'a, '_, A> {
    fn same(&self, tree: &Value) -> Tree<'a, A> {
        match self.of(tree) {
            FunctionResult::Same(made) => made,
            _ => panic!("{tree} has another type"),
        }
    }

    fn of(&self, tree: &Value) -> FunctionResult<'a, A> {
        if let Some(at) = tree.as_u64() {
            return FunctionResult::Same(self.views[at as usize].expr());
        }
        let name = tree[0].as_str().expect("a function");
        let is_select = name == "select";
        let operands = tree.as_array().expect("operands").iter().skip(1 + usize::from(is_select));
        let operands: Vec<_> = operands.map(|operand| self.same(operand)).collect();
        (self.function)(name, &operands, &|operand| self.same(operand), tree)
    }
}

fn computed<A: Scalar>(expression: &Expr<'_, A, IxDyn>, arithmetic: &Arithmetic) -> CaseOutput {
    let output = expression.compute(arithmetic)?;
    let host = output.to_host()?;
    let bytes = host.iter().flat_map(|value| bytemuck::bytes_of(value).to_vec()).collect();
    Ok((host.shape().to_vec(), bytes))
}

fn other<'a, A: 'a, B: Scalar + 'a>(expression: Tree<'a, B>) -> FunctionResult<'a, A> {
    FunctionResult::Other(Box::new(move |arithmetic| computed(&expression, arithmetic)))
}

fn bits<'a, A: Bits>(
    name: &str,
    operands: &[Tree<'a, A>],
    _: &dyn Fn(&Value) -> Tree<'a, A>,
    _: &Value,
) -> FunctionResult<'a, A> {
    match (name, operands) {
        ("bit_and", [a, b]) => FunctionResult::Same(a & b),
        ("bit_or", [a, b]) => FunctionResult::Same(a | b),
        ("bit_xor", [a, b]) => FunctionResult::Same(a ^ b),
        ("bit_not", [a]) => FunctionResult::Same(!a),
        ("eq", [a, b]) => other(a.eq(b)),
        ("ne", [a, b]) => other(a.ne(b)),
        _ => FunctionResult::Unknown,
    }
}

fn numeric<'a, A: Numeric>(name: &str, operands: &[Tree<'a, A>]) -> FunctionResult<'a, A> {
    match (name, operands) {
        ("add", [a, b]) => FunctionResult::Same(a + b),
        ("sub", [a, b]) => FunctionResult::Same(a - b),
        ("mul", [a, b]) => FunctionResult::Same(a * b),
        ("div", [a, b]) => FunctionResult::Same(a / b),
        ("pow", [a, b]) => FunctionResult::Same(a.pow(b)),
        ("neg", [a]) => FunctionResult::Same(-a),
        ("abs", [a]) => other(a.abs()),
        _ => FunctionResult::Unknown,
    }
}

fn ordered<'a, A: Ordered<Abs = A>>(
    name: &str,
    operands: &[Tree<'a, A>],
    build: &dyn Fn(&Value) -> Tree<'a, A>,
    tree: &Value,
) -> FunctionResult<'a, A> {
    match (name, operands) {
        ("abs", [a]) => FunctionResult::Same(a.abs()),
        ("rem", [a, b]) => FunctionResult::Same(a % b),
        ("minimum", [a, b]) => FunctionResult::Same(a.minimum(b)),
        ("maximum", [a, b]) => FunctionResult::Same(a.maximum(b)),
        ("select", [a, b]) => {
            let (x, y) = (build(&tree[1][1]), build(&tree[1][2]));
            let condition = match tree[1][0].as_str().unwrap_or_default() {
                "lt" => x.lt(y),
                "le" => x.le(y),
                "gt" => x.gt(y),
                "ge" => x.ge(y),
                "eq" => x.eq(y),
                _ => x.ne(y),
            };
            FunctionResult::Same(condition.select(a, b))
        }
        _ => numeric(name, operands),
    }
}

fn integer<'a, A: Integer<Abs = A>>(
    name: &str,
    operands: &[Tree<'a, A>],
    build: &dyn Fn(&Value) -> Tree<'a, A>,
    tree: &Value,
) -> FunctionResult<'a, A> {
    match (name, operands) {
        ("shl", [a, b]) => FunctionResult::Same(a << b),
        ("shr", [a, b]) => FunctionResult::Same(a >> b),
        _ => match ordered(name, operands, build, tree) {
            FunctionResult::Unknown => bits(name, operands, build, tree),
            made => made,
        },
    }
}

fn float<'a, A: Float>(name: &str, operands: &[Tree<'a, A>]) -> FunctionResult<'a, A> {
    let [a] = operands else { return numeric(name, operands) };
    FunctionResult::Same(match name {
        "sqrt" => a.sqrt(),
        "exp" => a.exp(),
        "ln" => a.ln(),
        "sin" => a.sin(),
        "cos" => a.cos(),
        "tanh" => a.tanh(),
        _ => return numeric(name, operands),
    })
}

fn real<'a, A: Real<Abs = A>>(
    name: &str,
    operands: &[Tree<'a, A>],
    build: &dyn Fn(&Value) -> Tree<'a, A>,
    tree: &Value,
) -> FunctionResult<'a, A> {
    let function = match name {
        "floor" => Expr::floor,
        "ceil" => Expr::ceil,
        "trunc" => Expr::trunc,
        "round" => Expr::round,
        "cbrt" => Expr::cbrt,
        "exp2" => Expr::exp2,
        "exp_m1" => Expr::exp_m1,
        "log2" => Expr::log2,
        "log10" => Expr::log10,
        "ln_1p" => Expr::ln_1p,
        "tan" => Expr::tan,
        "asin" => Expr::asin,
        "acos" => Expr::acos,
        "atan" => Expr::atan,
        "sinh" => Expr::sinh,
        "cosh" => Expr::cosh,
        "atan2" => return FunctionResult::Same(operands[0].atan2(&operands[1])),
        "hypot" => return FunctionResult::Same(operands[0].hypot(&operands[1])),
        _ => {
            return match ordered(name, operands, build, tree) {
                FunctionResult::Unknown => float(name, operands),
                made => made,
            };
        }
    };
    FunctionResult::Same(function(&operands[0]))
}

fn complex<'a, A: ComplexNumber>(
    name: &str,
    operands: &[Tree<'a, A>],
    _: &dyn Fn(&Value) -> Tree<'a, A>,
    _: &Value,
) -> FunctionResult<'a, A> {
    match (name, operands) {
        ("conj", [a]) => FunctionResult::Same(a.conj()),
        ("angle", [a]) => other(a.angle()),
        _ => float(name, operands),
    }
}

fn bytes(hex: &Value) -> Vec<u8> {
    let text = hex.as_str().expect("bytes").as_bytes();
    let digit = |byte: u8| (byte as char).to_digit(16).expect("a digit") as u8;
    text.chunks(2).map(|chunk| digit(chunk[0]) << 4 | digit(chunk[1])).collect()
}

fn uploaded<A: Scalar>(stream: &Stream, description: &Value) -> DeviceArray<A, IxDyn> {
    let shape = IxDyn(&lengths(&description["shape"]));
    let elements: Vec<A> = bytemuck::pod_collect_to_vec(&bytes(&description["bytes"]));
    let layout = Layout::contiguous(shape, Order::RowMajor).unwrap();
    DeviceArray::from_buffer(stream.upload(&elements).unwrap(), layout).unwrap()
}

fn viewed<'a, A: Scalar>(
    array: &'a DeviceArray<A, IxDyn>,
    description: &Value,
) -> DeviceArrayView<'a, A, IxDyn> {
    let mut view = array.view();
    for (axis, step) in integers(&description["steps"]).into_iter().enumerate() {
        view = view.slice_axis(Axis(axis), Slice::new(0, None, step)).unwrap();
    }
    view.permuted_axes(IxDyn(&lengths(&description["permutation"]))).unwrap()
}

/// Returns the numbers of elements.
fn numbers(bytes: &[u8], dtype: &str) -> Vec<f64> {
    match dtype {
        "float16" => bytemuck::pod_collect_to_vec::<u8, f16>(bytes)
            .iter()
            .map(|value| value.to_f64())
            .collect(),
        "float32" | "complex64" => bytemuck::pod_collect_to_vec::<u8, f32>(bytes)
            .iter()
            .map(|value| f64::from(*value))
            .collect(),
        _ => bytemuck::pod_collect_to_vec::<u8, f64>(bytes),
    }
}

fn compare(found: CaseOutput, case: &Value) -> Outcome {
    let expect = &case["expect"];
    let (shape, found) = match found {
        Ok(found) => found,
        Err(Error::Broadcast { .. }) if expect["error"] == "shape" => return Outcome::Passed,
        Err(error) => return Outcome::Failed(error.to_string()),
    };
    if shape != lengths(&expect["shape"]) {
        return Outcome::Failed(format!("{shape:?} instead of {expect}"));
    }
    let expected = bytes(&expect["bytes"]);
    let dtype = expect["dtype"].as_str().expect("a dtype");
    if !dtype.starts_with(['f', 'c']) {
        return if found == expected {
            Outcome::Passed
        } else {
            Outcome::Failed(format!("{found:?} instead of {expected:?}"))
        };
    }
    let (found, expected) = (numbers(&found, dtype), numbers(&expected, dtype));
    let is_near = case["near"] == true;
    let error = match dtype {
        "float16" => 2e-3,
        "float32" | "complex64" => 2e-6,
        _ => 1e-14,
    };
    let parts = if dtype.starts_with('c') { 2 } else { 1 };
    let pairs = || found.chunks(parts).zip(expected.chunks(parts));
    let is_same = |(a, b): (&[f64], &[f64])| {
        let size = b.iter().fold(0.0f64, |most, value| most.max(value.abs()));
        a.iter().zip(b).all(|(a, b)| {
            a.is_nan() && b.is_nan()
                || a == b
                || is_near && (a - b).abs() <= error * size.max(error)
        })
    };
    if found.len() == expected.len() && pairs().all(is_same) {
        Outcome::Passed
    } else {
        Outcome::Failed(format!("{found:?} instead of {expected:?}"))
    }
}
