//! Statistics of two arrays: correlations, covariances, linear fits; moments; and softmax.

use crate::array::Array;
use crate::elementwise::broadcast::Operand;
use crate::error::{Error, Result};
use crate::layout::axis::Axis;
use crate::layout::dtype::Dtype;
use crate::layout::node::{Kind, Node};
use crate::layout::scalar::Scalar;
use crate::layout::value::Value;
use crate::reduce::ReducerOutput;
use crate::reduce::along::{Along, as_float64, as_widest, with_float_integers};
use crate::reduce::reducer::Reducer;

/// The four numbers of a linear fit.
const FIT: [&str; 4] = ["intercept", "slope", "intercept_error", "slope_error"];

#[derive(Debug, Clone, Copy, PartialEq)]
enum StatisticKind {
    Corr,
    Covar,
    Fit,
    Moment(i64),
    Softmax,
}

/// A builder of a statistic: see [`Array::corr`], [`Array::covar`], [`Array::linear_fit`], [`Array::moment`] and
/// [`Array::softmax`].
#[derive(Debug, Clone)]
#[must_use]
pub struct Statistic<'a> {
    kind: StatisticKind,
    x: &'a Array,
    y: &'a Array,
    weight: Option<Operand>,
    axis: Axis,
    keepdims: bool,
    mask_identity: bool,
}

/// The result of [`Statistic::run`].
#[derive(Debug, Clone)]
pub enum StatisticOutput {
    /// An array.
    Array(Array),
    /// A number, or `None` if it is missing, and its type.
    Scalar(Option<Scalar>, Dtype),
    /// A linear fit of all numbers, as a record, and the text of its type.
    Record(Value, String),
}

impl From<ReducerOutput> for StatisticOutput {
    fn from(reduced: ReducerOutput) -> Self {
        match reduced {
            ReducerOutput::Array(array) => Self::Array(array),
            ReducerOutput::Scalar(number, ty) => Self::Scalar(number, ty),
        }
    }
}

impl Statistic<'_> {
    /// Sets the axis; [`Axis::ALL`] by default, or the innermost for softmax, which has no other.
    pub fn axis(mut self, axis: impl Into<Axis>) -> Self {
        self.axis = axis.into();
        self
    }

    /// Sets the weights: numbers that are broadcast with the array.
    pub fn weight(mut self, weight: impl Into<Operand>) -> Self {
        self.weight = Some(weight.into());
        self
    }

    /// Sets whether the reduced axis is kept, with length one.
    pub fn keepdims(mut self, keepdims: bool) -> Self {
        self.keepdims = keepdims;
        self
    }

    /// Sets whether the result for an empty list is missing, instead of what follows from sums of 0. It isn't by
    /// default.
    pub fn mask_identity(mut self, mask: bool) -> Self {
        self.mask_identity = mask;
        self
    }

    /// Computes the statistic. It waits once if the result is one number, besides the waits of lists that must be
    /// compared.
    ///
    /// # Errors
    /// As [`Reduction::run`](crate::reduce::Reduction::run); [`Error::Broadcast`] for arrays that don't fit each other, and
    /// [`Error::Value`] for softmax along another axis than the innermost.
    pub fn run(self) -> Result<StatisticOutput> {
        let along = Along::new(self.x, self.axis, self.keepdims, self.mask_identity);
        along.check(self.x, Reducer::Sum)?;
        match self.kind {
            StatisticKind::Corr => self.corr(&along).map(StatisticOutput::from),
            StatisticKind::Covar => self.covar(&along).map(StatisticOutput::from),
            StatisticKind::Fit => self.fit(&along),
            StatisticKind::Moment(n) => self.moment(&along, n).map(StatisticOutput::from),
            StatisticKind::Softmax => self.softmax(along).map(StatisticOutput::from),
        }
    }

    fn weighted(&self, array: Array) -> Result<Array> {
        match &self.weight {
            Some(weight) => array.times(weight.clone()),
            None => Ok(array),
        }
    }

    /// Returns the distances of both arrays from their means, if these can be broadcast.
    fn centered(&self, along: &Along) -> Result<Option<(Array, Array)>> {
        let weight = self.weight.as_ref();
        match (along.centered(self.x, weight)?, along.centered(self.y, weight)?) {
            (Some(x), Some(y)) => Ok(Some((x, y))),
            _ => Ok(None),
        }
    }

    fn covar(&self, along: &Along) -> Result<ReducerOutput> {
        let weight = self.weight.as_ref();
        let weights = along.weights(self.x, weight)?;
        let covariance = match self.centered(along)? {
            Some((x, y)) => along.sum(&self.weighted(x.times(&y)?)?)?.over(&weights)?,
            None => {
                let (x, y) = (as_widest(self.x)?, as_widest(self.y)?);
                let whole = along.sum(&self.weighted(x.times(&y)?)?)?.over(&weights)?;
                let means = along.mean(&x, weight, false)?;
                whole.minus(&means.times(&along.mean(&y, weight, false)?)?)?
            }
        };
        along.finished(&covariance)
    }

    fn corr(&self, along: &Along) -> Result<ReducerOutput> {
        let weight = self.weight.as_ref();
        let product = |a: &Array, b: &Array| along.sum(&self.weighted(a.times(b)?)?);
        let [xx, yy, xy] = match self.centered(along)? {
            Some((x, y)) => {
                let square = |a: &Array| along.sum(&self.weighted(a.apply("square")?)?);
                [square(&x)?, square(&y)?, product(&x, &y)?]
            }
            None => {
                let weights = along.weights(self.x, weight)?;
                let mean = |array: &Array| along.mean(array, weight, false);
                let (x, y) = (as_widest(self.x)?, as_widest(self.y)?);
                let (x_mean, y_mean) = (mean(&x)?, mean(&y)?);
                let part = |a: &Array, b: &Array, a_mean: &Array, b_mean: &Array| {
                    product(a, b)?.minus(&weights.times(a_mean)?.times(b_mean)?)
                };
                [
                    part(&x, &x, &x_mean, &x_mean)?,
                    part(&y, &y, &y_mean, &y_mean)?,
                    part(&x, &y, &x_mean, &y_mean)?,
                ]
            }
        };
        along.finished(&xy.over(&xx.times(&yy)?.sqrt()?)?)
    }

    fn moment(&self, along: &Along, n: i64) -> Result<ReducerOutput> {
        let is_complex = self.x.number_type().is_some_and(Dtype::is_complex);
        let x = match self.weight {
            None if !is_complex => as_float64(self.x)?,
            None => self.x.clone(),
            Some(_) => with_float_integers(self.x)?,
        };
        let sum = along.sum(&self.weighted(x.power(n)?)?)?;
        let weights = along.weights(&x, self.weight.as_ref())?;
        along.finished(&sum.over(&weights)?)
    }

    fn softmax(&self, along: Along) -> Result<ReducerOutput> {
        let axis = self.axis.number();
        let axis = axis.ok_or_else(|| {
            Error::Value(
                "softmax needs an axis: it is defined along the innermost alone".to_owned(),
            )
        })?;
        let depth = self.x.node.list_depth() as i64;
        if axis != -1 && axis != depth - 1 {
            return Err(Error::Value(format!(
                "softmax is defined along the innermost axis alone, and not along axis={axis}"
            )));
        }
        let exponentials = self.x.apply("exp")?;
        // An empty list is missing if its sum is one of the entries, and not if that is in a list.
        let keepdims = along.keepdims || !along.mask;
        let mask = along.mask && (along.keepdims || depth > 1);
        let sums = Along { keepdims, mask, ..along }.sum(&exponentials)?;
        exponentials.over(&sums).map(ReducerOutput::Array)
    }

    fn fit(&self, along: &Along) -> Result<StatisticOutput> {
        let (x, y) = (with_float_integers(self.x)?, with_float_integers(self.y)?);
        let sum = |array: &Array| along.sum(&self.weighted(array.clone())?);
        let w = along.weights(&x, self.weight.as_ref())?;
        let (wx, wy) = (sum(&x)?, sum(&y)?);
        let (wxx, wxy) = (sum(&x.times(&x)?)?, sum(&x.times(&y)?)?);
        // One pass over the sums for each number.
        let [w, wx, wy, wxx, wxy] = [&w, &wx, &wy, &wxx, &wxy].map(Array::expression);
        let delta = &w * &wxx - &wx * &wx;
        let numbers = [
            (&wxx * &wy - &wx * &wxy) / delta.clone(),
            (&w * &wxy - &wx * &wy) / delta.clone(),
            (wxx.clone() / delta.clone()).sqrt(),
            (w.clone() / delta).sqrt(),
        ];
        let numbers = numbers.iter().map(|number| number.compute());
        let contents: Vec<Array> = numbers.collect::<Result<_>>()?;
        let len = contents.first().map_or(0, Array::len);
        let is_one = self.axis == Axis::ALL && !self.keepdims;
        let contents: Result<Vec<_>> = match self.axis {
            Axis::ALL if !is_one => contents
                .iter()
                .map(|content| match along.finished(content)? {
                    ReducerOutput::Array(array) => Ok((*array.node).clone()),
                    ReducerOutput::Scalar(..) => Err(crate::error::internal()),
                })
                .collect(),
            _ => Ok(contents.iter().map(|content| (*content.node).clone()).collect()),
        };
        let kind = Kind::Record {
            fields: Some(FIT.iter().map(|name| (*name).to_owned()).collect()),
            contents: contents?.into(),
        };
        let mut records = Array::new(self.x.backend(), Node::new(len, kind));
        records = records.with_name(Some("LinearFit"))?;
        if is_one {
            let value = records.to_host()?.get(0)?.unwrap_or(Value::Missing);
            let ty = one_type(&value, &records);
            return Ok(StatisticOutput::Record(value, ty));
        }
        match (self.axis.number(), self.keepdims) {
            (Some(_), false) if along.is_outer() => match records.fields().len() {
                _ if records.node.contains(&|node| node.is_list()) => {
                    let contents = records.unzip()?;
                    let finished =
                        contents.iter().map(|content| match along.finished(content)? {
                            ReducerOutput::Array(array) => Ok(array),
                            ReducerOutput::Scalar(..) => Err(crate::error::internal()),
                        });
                    let finished: Vec<Array> = finished.collect::<Result<_>>()?;
                    let zipped = records.backend().zip(&finished, Some(&FIT), Some(1))?;
                    zipped.with_name(Some("LinearFit")).map(StatisticOutput::Array)
                }
                _ => {
                    let value = records.to_host()?.get(0)?.unwrap_or(Value::Missing);
                    let ty = one_type(&value, &records);
                    Ok(StatisticOutput::Record(value, ty))
                }
            },
            _ => Ok(StatisticOutput::Array(records)),
        }
    }
}

/// Returns the type of a record, whose numbers are no options if none is missing.
fn one_type(value: &Value, records: &Array) -> String {
    let text = records.form().type_text();
    let missing = FIT.iter().any(|name| value.field(name) == Some(&Value::Missing));
    if missing { text } else { text.replace('?', "") }
}

impl Array {
    fn statistic<'a>(&'a self, kind: StatisticKind, y: &'a Self) -> Statistic<'a> {
        Statistic {
            kind,
            x: self,
            y,
            weight: None,
            axis: Axis::ALL,
            keepdims: false,
            mask_identity: false,
        }
    }

    /// Returns a builder of the correlation coefficients of two arrays, in `[-1, 1]`:
    /// [`ak.corr`](https://awkward-array.org/doc/main/reference/generated/ak.corr.html).
    pub fn corr<'a>(&'a self, y: &'a Self) -> Statistic<'a> {
        self.statistic(StatisticKind::Corr, y)
    }

    /// Returns a builder of the covariances of two arrays:
    /// [`ak.covar`](https://awkward-array.org/doc/main/reference/generated/ak.covar.html).
    ///
    /// ```
    /// use cuda_awkward::{Axis, Backend, HostArray, StatisticOutput};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let x = HostArray::from_json("[[1, 2, 3], [1, 5]]")?.to_backend(&gpu)?;
    /// let y = HostArray::from_json("[[2, 4, 6], [3, 3]]")?.to_backend(&gpu)?;
    /// let StatisticOutput::Array(covariances) = x.covar(&y).axis(Axis::INNER).run()? else { panic!() };
    /// assert_eq!(covariances.to_host()?.value()?.to_string(), "[1.3333333333333333, 0.0]");
    /// # Ok(()) }
    /// ```
    pub fn covar<'a>(&'a self, y: &'a Self) -> Statistic<'a> {
        self.statistic(StatisticKind::Covar, y)
    }

    /// Returns a builder of linear fits of `y` to this array, as records with intercept, slope, and the errors of both:
    /// [`ak.linear_fit`](https://awkward-array.org/doc/main/reference/generated/ak.linear_fit.html).
    pub fn linear_fit<'a>(&'a self, y: &'a Self) -> Statistic<'a> {
        self.statistic(StatisticKind::Fit, y)
    }

    /// Returns a builder of the `n`th moments, the means of the `n`th powers:
    /// [`ak.moment`](https://awkward-array.org/doc/main/reference/generated/ak.moment.html).
    pub fn moment(&self, n: i64) -> Statistic<'_> {
        self.statistic(StatisticKind::Moment(n), self)
    }

    /// Returns a builder of the exponentials of the numbers, divided by their sum in each innermost list:
    /// [`ak.softmax`](https://awkward-array.org/doc/main/reference/generated/ak.softmax.html).
    pub fn softmax(&self) -> Statistic<'_> {
        self.statistic(StatisticKind::Softmax, self).axis(-1)
    }
}
