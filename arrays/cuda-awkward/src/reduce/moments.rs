//! Reductions composed of others: means, variances, ranges.

use crate::array::DeviceNode;
use crate::elementwise::broadcast::Operand;
use crate::error::{Error, Result};
use crate::layout::node::Kind;
use crate::reduce::{Reduced, Reduction};
use crate::{Array, Axis, Backend, Dtype, Entry, Pick, Reducer, Scalar};

/// Converts an array, or a number of its type. [`Error::Value`] for a missing number, for which no operand stands.
impl TryFrom<Reduced> for Operand {
    type Error = Error;

    fn try_from(reduced: Reduced) -> Result<Self> {
        match reduced {
            Reduced::Array(array) => Ok(Self::Array(array)),
            Reduced::Scalar(Some(number), _) => Ok(Self::Scalar(number)),
            Reduced::Scalar(None, ty) => Err(Error::Value(format!(
                "a missing number of {ty}, such as the maximum of no elements, can't be an operand"
            ))),
        }
    }
}

/// Returns the operand for a mean, which is NaN if it is missing: then there are no numbers to compute with.
fn mean_operand(mean: Reduced) -> Result<Operand> {
    match mean {
        Reduced::Scalar(None, Dtype::Complex64) => Ok(Scalar::Complex64(f32::NAN, 0.0).into()),
        Reduced::Scalar(None, Dtype::Complex128) => Ok(Scalar::Complex128(f64::NAN, 0.0).into()),
        Reduced::Scalar(None, _) => Ok(f64::NAN.into()),
        mean => mean.try_into(),
    }
}

/// Applies a NumPy function to two numbers or arrays.
fn both(backend: &Backend, name: &str, a: &Reduced, b: &Reduced) -> Result<Reduced> {
    if let (Reduced::Scalar(a, _), Reduced::Scalar(b, ty)) = (a, b) {
        let (Some(a), Some(b)) = (a, b) else {
            return Ok(Reduced::Scalar(None, *ty));
        };
        let bytes = a.to_bytes();
        let one = crate::HostArray::of_bytes(a.dtype(), bytes).to_backend(backend)?;
        let result = backend.ufunc(name, [Operand::from(&one), Operand::Scalar(*b)])?;
        return scalar(&result);
    }
    let result = backend.ufunc(name, [a.clone().try_into()?, Operand::try_from(b.clone())?])?;
    Ok(Reduced::Array(result))
}

fn scalar(array: &Array) -> Result<Reduced> {
    let (number, ty) = array.backend().scalar(&array.node)?;
    Ok(Reduced::Scalar(number, ty))
}

/// Applies a NumPy function to a number or an array.
fn one(backend: &Backend, name: &str, a: &Reduced) -> Result<Reduced> {
    match a {
        Reduced::Array(array) => Ok(Reduced::Array(array.apply(name)?)),
        Reduced::Scalar(None, ty) => Ok(Reduced::Scalar(None, *ty)),
        Reduced::Scalar(Some(a), _) => {
            let host = crate::HostArray::of_bytes(a.dtype(), a.to_bytes());
            scalar(&host.to_backend(backend)?.apply(name)?)
        }
    }
}

/// Returns `true` if a node has lists of different lengths.
fn is_ragged(node: &DeviceNode) -> bool {
    node.is_list() && !matches!(node.kind, Kind::Regular { .. })
}

impl Reduction<'_> {
    pub(crate) fn of_others(self) -> Result<Reduced> {
        let backend = self.array.backend();
        let array = match self.array.number_type() {
            Some(Dtype::Complex64 | Dtype::Complex128) | None => self.array.clone(),
            _ if self.reducer == Reducer::Ptp => self.array.clone(),
            Some(_) => self.array.values_astype(Dtype::Float64)?,
        };
        let of = |array: &Array, reducer: Reducer, keepdims: bool| {
            let reduction = array.reduce(reducer).axis(self.axis).keepdims(keepdims);
            match (reducer, self.mask_identity) {
                (Reducer::Count, _) => reduction,
                (_, Some(mask)) => reduction.mask_identity(mask),
                _ => reduction,
            }
            .run()
        };
        if self.reducer == Reducer::Ptp {
            return self.range(&array);
        }
        let count = of(&array, Reducer::Count, self.keepdims)?;
        if self.reducer == Reducer::Mean {
            let sum = of(&array, Reducer::Sum, self.keepdims)?;
            let mean = both(backend, "divide", &sum, &count)?;
            return match (array.number_type(), mean) {
                // Without elements, only the real part is NaN.
                (Some(ty), Reduced::Array(mean))
                    if ty.is_complex() && self.mask_identity != Some(true) =>
                {
                    let is_some =
                        backend.ufunc("not_equal", [count.try_into()?, Operand::from(0i64)])?;
                    let nothing = Scalar::Complex64(f32::NAN, 0.0);
                    backend.choose(&is_some, &mean, nothing).map(Reduced::Array)
                }
                (_, mean) => Ok(mean),
            };
        }
        let (sum, n) = (
            of(&array, Reducer::Sum, self.axis != Axis::ALL)?,
            of(&array, Reducer::Count, self.axis != Axis::ALL)?,
        );
        let mean = both(backend, "divide", &sum, &n)?;
        let depth = array.node.list_depth() as i64;
        let level = self.axis.number();
        let level = level.map(|axis| if axis < 0 { axis + depth } else { axis });
        if level.is_some_and(|level| level != depth - 1) && array.node.contains(&is_ragged) {
            // The mean of ragged lists at an outer axis can't be broadcast back to them, so the mean of the squares is used.
            let sum = of(&array, Reducer::Sum, self.keepdims)?;
            let is_complex = array.number_type().is_some_and(Dtype::is_complex);
            // The squared distance of a complex number from the mean is real, and so are these.
            let squared = |array: &Array| match is_complex {
                true => array.apply("absolute")?.apply("square"),
                false => array.apply("square"),
            };
            let squares = of(&squared(&array)?, Reducer::Sum, self.keepdims)?;
            let mut mean = both(backend, "divide", &sum, &count)?;
            if is_complex {
                mean = one(backend, "absolute", &mean)?;
            }
            let mean = one(backend, "square", &mean)?;
            let whole = both(backend, "divide", &squares, &count)?;
            let variance = both(backend, "subtract", &whole, &mean)?;
            return match self.reducer {
                Reducer::Std => one(backend, "sqrt", &variance),
                _ => Ok(variance),
            };
        }
        let gap = backend.ufunc("subtract", [Operand::from(&array), mean_operand(mean)?])?;
        // The squared distance of a complex number from the mean is real.
        let squares = match gap.number_type() {
            Some(ty) if ty.is_complex() => gap.apply("absolute")?.apply("square")?,
            _ => gap.apply("square")?,
        };
        let sum = of(&squares, Reducer::Sum, self.keepdims)?;
        let variance = both(backend, "divide", &sum, &count)?;
        match self.reducer {
            Reducer::Std => one(backend, "sqrt", &variance),
            _ => Ok(variance),
        }
    }
}

impl Reduction<'_> {
    /// Returns the difference between the maximum and the minimum. For an empty list it is 0, unless it is missing.
    fn range(&self, array: &Array) -> Result<Reduced> {
        let fills = self.mask_identity == Some(false);
        let keeps = self.keepdims || fills && self.axis != Axis::ALL;
        let of = |reducer: Reducer| {
            let reduction = array.reduce(reducer).axis(self.axis).keepdims(keeps);
            reduction.mask_identity(true).run()
        };
        let (most, least) = (of(Reducer::Max)?, of(Reducer::Min)?);
        if array.number_type() == Some(Dtype::Bool) {
            return Err(Error::Type(
                "ak.ptp of booleans, which can't be subtracted".to_owned(),
            ));
        }
        let gap = both(array.backend(), "subtract", &most, &least)?;
        match gap {
            gap if !fills => Ok(gap),
            Reduced::Scalar(number, ty) => {
                // The 0 is an `int64`.
                let ty = ty.promote(Dtype::Int64);
                if ty.is_complex() {
                    let number = number.unwrap_or(Scalar::Complex128(0.0, 0.0));
                    return Ok(Reduced::Scalar(Some(number), number.dtype()));
                }
                let float = number.and_then(Scalar::as_f64).unwrap_or(0.0);
                let number = match ty {
                    Dtype::Int64 => Scalar::Int64(number.and_then(Scalar::as_i64).unwrap_or(0)),
                    _ => Scalar::Float64(float),
                };
                Ok(Reduced::Scalar(Some(number), number.dtype()))
            }
            Reduced::Array(gap) => {
                let filled = gap.fill_none(0i64, Axis::INNER)?;
                if self.keepdims {
                    return Ok(Reduced::Array(filled));
                }
                let axis = self.axis.number().unwrap_or(0);
                let level = match axis < 0 {
                    true => axis + filled.node.list_depth() as i64,
                    false => axis,
                };
                let mut picks = vec![Pick::ALL; usize::try_from(level).unwrap_or(0)];
                picks.push(Pick::At(0));
                match filled.get(picks)? {
                    Entry::Array(array) => Ok(Reduced::Array(array)),
                    Entry::Value(value, _) => {
                        let number = value.as_number();
                        let ty = number.map_or(Dtype::Float64, Scalar::dtype);
                        Ok(Reduced::Scalar(number, ty))
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
