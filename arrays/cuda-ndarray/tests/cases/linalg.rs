//! `linalg 1`: linear algebra of matrices in both orders, beside NumPy's.

use cublas::Cublas;
use cuda_driver::Stream;
use cuda_ndarray::cusolver::{Cusolver, SolverType};
use cuda_ndarray::linalg::{self, FromF64};
use cuda_ndarray::ndarray::{Array, Array2, Dimension, Ix2, IxDyn, ShapeBuilder};
use cuda_ndarray::{DeviceArray, Error, MakeArrays};
use cuda_rust::cases::Outcome;
use num_complex::Complex;
use serde_json::Value;

use crate::device::is_software;
use crate::values::{integers, lengths};

type C64 = Complex<f64>;

/// A type of elements, and the error of a result of well-conditioned matrices of few rows.
trait TestElement: SolverType {
    const ERROR: f64;
    fn of(value: C64) -> Self;
    fn wide(self) -> C64;
}

macro_rules! elements {
    ($($ty:ty: $error:literal |$value:ident| $of:expr, $wide:expr;)*) => {$(
        impl TestElement for $ty {
            const ERROR: f64 = $error;
            fn of($value: C64) -> Self {
                $of
            }
            fn wide(self) -> C64 {
                let $value = self;
                $wide
            }
        }
    )*};
}

elements! {
    f32: 2e-4 |value| value.re as f32, C64::new(value.into(), 0.0);
    f64: 1e-10 |value| value.re, C64::new(value, 0.0);
    Complex<f32>: 2e-4 |value| Self::new(value.re as f32, value.im as f32), C64::new(value.re.into(), value.im.into());
    Complex<f64>: 1e-10 |value| value, value;
}

pub fn run(stream: &Stream, case: &Value) -> Outcome {
    let outcome = match case["dtype"].as_str() {
        Some("float32") => with::<f32>(stream, case),
        Some("float64") => with::<f64>(stream, case),
        Some("complex64") => with::<Complex<f32>>(stream, case),
        Some("complex128") => with::<Complex<f64>>(stream, case),
        other => return Outcome::Failed(format!("unknown dtype {other:?}")),
    };
    match outcome {
        Ok(outcome) => outcome,
        Err(Error::Solve(_)) if !case["expect"]["error"].is_null() => Outcome::Passed,
        Err(error) => Outcome::Failed(error.to_string()),
    }
}

/// Returns an array of 64ths, whose parts follow each other.
fn array<A: TestElement, D: Dimension>(
    stream: &Stream,
    case: &Value,
    shape: D,
) -> Result<DeviceArray<A, D>, Error> {
    let parts: Vec<f64> =
        integers(&case["parts"]).iter().map(|integer| *integer as f64 / 64.0).collect();
    let all: Vec<A> = if A::IS_COMPLEX {
        parts.chunks(2).map(|chunk| A::of(C64::new(chunk[0], chunk[1]))).collect()
    } else {
        parts.iter().map(|part| A::of((*part).into())).collect()
    };
    let host = Array::from_shape_vec(shape.set_f(case["order"] == "F"), all).unwrap();
    stream.to_device(&host)
}

fn host<A: TestElement, D: Dimension>(array: &DeviceArray<A, D>) -> Result<Array<C64, D>, Error> {
    Ok(array.to_host()?.mapv(TestElement::wide))
}

fn with<A: TestElement>(stream: &Stream, case: &Value) -> Result<Outcome, Error>
where
    A::Real: Into<f64> + FromF64,
{
    let (cusolver, cublas) = if is_software() {
        (
            Cusolver::from_table(cuda_sim_libraries::cusolver::table()),
            Cublas::from_table(cuda_sim_libraries::cublas::table()),
        )
    } else {
        (Cusolver::load().unwrap(), Cublas::load().unwrap())
    };
    let mut handle = cusolver.handle(stream.context()).unwrap();
    let mut blas = cublas.handle(stream.context()).unwrap();
    let (solver, blas) = (&mut handle.on(stream), &mut blas.on(stream));
    let shape = lengths(&case["a"]["shape"]);
    let a: DeviceArray<A, Ix2> = array(stream, &case["a"], Ix2(shape[0], shape[1]))?;
    let on_host = host(&a)?;
    let b = || array::<A, IxDyn>(stream, &case["b"], IxDyn(&lengths(&case["b"]["shape"])));
    let real = |values: Vec<A::Real>| {
        values.into_iter().map(|value| C64::from(value.into())).collect::<Vec<_>>()
    };
    let (found, product): (Vec<C64>, Option<Array2<C64>>) = match case["function"].as_str() {
        Some("solve") => {
            (host(&linalg::solve(&a, &b()?, solver)?)?.iter().copied().collect(), None)
        }
        Some("inv") => (host(&linalg::inv(&a, solver)?)?.iter().copied().collect(), None),
        Some("cholesky") => (host(&linalg::cholesky(&a, solver)?)?.iter().copied().collect(), None),
        Some("qr") => {
            let (q, r) = linalg::qr(&a, solver)?;
            let r = host(&r)?;
            // Rows of r have any phase.
            (r.iter().map(|value| value.norm().into()).collect(), Some(host(&q)?.dot(&r)))
        }
        Some("eigh") => {
            let (values, v) = linalg::eigh(&a, solver)?;
            let (values, v) = (real(values.to_host()?.to_vec()), host(&v)?);
            let scaled = Array2::from_shape_fn(v.raw_dim(), |(row, column)| {
                v[(row, column)] * values[column]
            });
            (values, Some(scaled.dot(&v.t().mapv(|value| value.conj()))))
        }
        Some("svd") => {
            let svd = linalg::svd(&a, solver)?;
            let (values, u) = (real(svd.values.to_host()?.to_vec()), host(&svd.u)?);
            let scaled = Array2::from_shape_fn(u.raw_dim(), |(row, column)| {
                u[(row, column)] * values[column]
            });
            (values, Some(scaled.dot(&host(&svd.vh)?)))
        }
        Some("lstsq") => {
            let found = linalg::lstsq(&a, &b()?, None, solver, blas)?;
            if Some(found.rank as u64) != case["expect"]["rank"].as_u64() {
                return Ok(Outcome::Failed(format!("rank {} instead of {case}", found.rank)));
            }
            (host(&found.solution)?.iter().copied().collect(), None)
        }
        other => return Ok(Outcome::Failed(format!("unknown function {other:?}"))),
    };
    let parts: Vec<f64> = found.iter().flat_map(|value| [value.re, value.im]).collect();
    let expected: Vec<f64> = case["expect"]["parts"]
        .as_array()
        .map(|all| all.iter().filter_map(Value::as_f64).collect())
        .unwrap_or_default();
    let most = expected.iter().fold(1.0_f64, |most, value| most.max(value.abs())) * A::ERROR;
    let is_same = parts.len() == expected.len()
        && parts.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= most);
    let is_product = product.is_none_or(|product| {
        (&product - &on_host).iter().all(|product| product.norm() <= 8.0 * A::ERROR)
    });
    Ok(if is_same && is_product {
        Outcome::Passed
    } else {
        Outcome::Failed(format!("{parts:?} instead of {case}, product: {is_product}"))
    })
}
