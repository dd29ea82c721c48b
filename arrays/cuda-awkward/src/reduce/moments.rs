//! Reductions composed of others: means, variances, ranges.

use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::elementwise::broadcast::Operand;
use crate::error::{Error, Result};
use crate::layout::axis::Axis;
use crate::layout::dtype::Dtype;
use crate::layout::node::Kind;
use crate::layout::scalar::Scalar;
use crate::reduce::along::{Along, as_float64, as_widest};
use crate::reduce::reducer::Reducer;
use crate::reduce::{ReducerOutput, Reduction};
use crate::slicing::pick::{Entry, Pick};

/// Converts an array, or a number of its type. [`Error::Value`] for a missing number, for which no operand stands.
impl TryFrom<ReducerOutput> for Operand {
    type Error = Error;

    fn try_from(reduced: ReducerOutput) -> Result<Self> {
        match reduced {
            ReducerOutput::Array(array) => Ok(Self::Array(array)),
            ReducerOutput::Scalar(Some(number), _) => Ok(Self::Scalar(number)),
            ReducerOutput::Scalar(None, ty) => Err(Error::Value(format!(
                "a missing number of {ty}, such as the maximum of no elements, can't be an operand"
            ))),
        }
    }
}

/// Applies a NumPy function to two numbers or arrays.
fn both(
    backend: &Backend,
    name: &str,
    a: &ReducerOutput,
    b: &ReducerOutput,
) -> Result<ReducerOutput> {
    if let (ReducerOutput::Scalar(a, _), ReducerOutput::Scalar(b, ty)) = (a, b) {
        let (Some(a), Some(b)) = (a, b) else {
            return Ok(ReducerOutput::Scalar(None, *ty));
        };
        let bytes = a.to_bytes();
        let one = crate::host::HostArray::of_bytes(a.dtype(), bytes).to_backend(backend)?;
        let result = backend.ufunc(name, [Operand::from(&one), Operand::Scalar(*b)])?;
        return scalar(&result);
    }
    let result = backend.ufunc(name, [a.clone().try_into()?, Operand::try_from(b.clone())?])?;
    Ok(ReducerOutput::Array(result))
}

fn scalar(array: &Array) -> Result<ReducerOutput> {
    let (number, ty) = array.backend().scalar(&array.node)?;
    Ok(ReducerOutput::Scalar(number, ty))
}

impl Reduction<'_> {
    /// Returns an error for an option that the reducer doesn't have.
    pub(crate) fn check_options(&self) -> Result<()> {
        let is = |reducers: &[Reducer]| reducers.contains(&self.reducer);
        let name = self.reducer.name();
        let no = |option: &str| Error::Value(format!("ak.{name} has no option '{option}'"));
        match () {
            () if self.weight.is_some() && !is(&[Reducer::Mean, Reducer::Var, Reducer::Std]) => {
                Err(no("weight"))
            }
            () if self.ddof != 0 && !is(&[Reducer::Var, Reducer::Std]) => Err(no("ddof")),
            () if self.initial.is_some() && !is(&[Reducer::Min, Reducer::Max]) => {
                Err(no("initial"))
            }
            () => Ok(()),
        }
    }

    /// Computes a minimum or maximum of the entries and a number.
    pub(crate) fn with_initial(self, initial: Scalar) -> Result<ReducerOutput> {
        let mask = self.mask_identity.unwrap_or(true);
        let along = Along::new(self.array, self.axis, self.keepdims, mask);
        along.check(self.array, self.reducer)?;
        let (name, backend) = match self.reducer {
            Reducer::Min => ("fmin", self.array.backend()),
            _ => ("fmax", self.array.backend()),
        };
        let best = along.best(self.array, self.reducer)?;
        let ty = best.number_type().unwrap_or(Dtype::Float64);
        let one = crate::host::HostArray::of_bytes(initial.dtype(), initial.to_bytes());
        let initial = one.to_backend(backend)?.values_astype(ty)?;
        // NaN wins if all numbers are reduced to one.
        let name = match self.axis {
            Axis::ALL if name == "fmin" => "minimum",
            Axis::ALL => "maximum",
            _ => name,
        };
        along.finished(&backend.ufunc(name, [&best, &initial])?)
    }

    pub(crate) fn of_others(self) -> Result<ReducerOutput> {
        if self.reducer == Reducer::Ptp {
            return self.range(self.array);
        }
        let array = self.array;
        let mask = self.mask_identity.unwrap_or(false);
        let along = Along::new(array, self.axis, self.keepdims, mask);
        along.check(array, self.reducer)?;
        let weight = self.weight.as_ref();
        if self.reducer == Reducer::Mean {
            return along.finished(&along.mean(array, weight, false)?);
        }
        let array = as_float64(array)?;
        let weighted = |squares: Array| match weight {
            Some(weight) => squares.times(weight.clone()),
            None => Ok(squares),
        };
        let weights = along.weights(&array, weight)?;
        let mut variance = match along.centered(&array, weight)? {
            Some(gap) => along.sum(&weighted(squared(&gap)?)?)?.over(&weights)?,
            None => {
                // The mean of the squares, less the square of the mean: both of the same precision.
                let array = as_widest(&array)?;
                let whole = along.sum(&weighted(squared(&array)?)?)?.over(&weights)?;
                whole.minus(&squared(&along.mean(&array, weight, false)?)?)?
            }
        };
        if self.ddof != 0 {
            let factor = weights.over(&weights.minus(self.ddof)?)?;
            variance = variance.times(&factor)?;
        }
        if self.reducer == Reducer::Std {
            variance = variance.sqrt()?;
        }
        along.finished(&variance)
    }
}

/// Returns the squares of numbers, or of the moduli of complex ones, which are real.
fn squared(array: &Array) -> Result<Array> {
    match array.number_type() {
        Some(ty) if ty.is_complex() => array.apply("absolute")?.apply("square"),
        _ => array.apply("square"),
    }
}

impl Reduction<'_> {
    /// Returns the difference between the maximum and the minimum. For an empty list it is 0, unless it is missing.
    fn range(&self, array: &Array) -> Result<ReducerOutput> {
        let fills = self.mask_identity == Some(false);
        let keeps = self.keepdims || fills && self.axis != Axis::ALL;
        let reduced = |reducer: Reducer| {
            let reduction = array.reduce(reducer).axis(self.axis).keepdims(keeps);
            reduction.mask_identity(true).run()
        };
        let (most, least) = (reduced(Reducer::Max)?, reduced(Reducer::Min)?);
        if array.number_type() == Some(Dtype::Bool) {
            return Err(Error::Type("ak.ptp of booleans, which can't be subtracted".to_owned()));
        }
        let gap = both(array.backend(), "subtract", &most, &least)?;
        match gap {
            gap if !fills => Ok(gap),
            ReducerOutput::Scalar(number, ty) => {
                // The 0 is an `int64`.
                let ty = ty.promote(Dtype::Int64);
                if ty.is_complex() {
                    let number = number.unwrap_or(Scalar::Complex128(0.0, 0.0));
                    return Ok(ReducerOutput::Scalar(Some(number), number.dtype()));
                }
                let float = number.and_then(Scalar::as_f64).unwrap_or(0.0);
                let number = match ty {
                    Dtype::Int64 => Scalar::Int64(number.and_then(Scalar::as_i64).unwrap_or(0)),
                    _ => Scalar::Float64(float),
                };
                Ok(ReducerOutput::Scalar(Some(number), number.dtype()))
            }
            ReducerOutput::Array(gap) => {
                let filled = gap.fill_none(0i64, Axis::INNER)?;
                if self.keepdims {
                    return Ok(ReducerOutput::Array(filled));
                }
                let axis = self.axis.number().unwrap_or(0);
                let level = if axis < 0 { axis + filled.node.list_depth() as i64 } else { axis };
                let mut picks = vec![Pick::ALL; usize::try_from(level).unwrap_or(0)];
                picks.push(Pick::At(0));
                match filled.get(picks)? {
                    Entry::Array(array) => Ok(ReducerOutput::Array(array)),
                    Entry::Value(value, _) => {
                        let number = value.as_number();
                        let ty = number.map_or(Dtype::Float64, Scalar::dtype);
                        Ok(ReducerOutput::Scalar(number, ty))
                    }
                }
            }
        }
    }
}

impl Array {
    /// Returns the type of the numbers, if it is the same for all and there are no records.
    pub(crate) fn number_type(&self) -> Option<Dtype> {
        fn below(node: &DeviceNode) -> Option<Dtype> {
            match &node.kind {
                Kind::Numpy { dtype, .. } => Some(*dtype),
                Kind::Empty => Some(Dtype::Float64),
                _ => below(node.content()?),
            }
        }
        below(&self.node)
    }
}
