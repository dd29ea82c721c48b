//! Reductions along one axis whose results are combined with each other, and with the array.

use std::sync::Arc;

use crate::array::{Array, DeviceNode};
use crate::elementwise::broadcast::Operand;
use crate::error::{Error, Result};
use crate::layout::axis::Axis;
use crate::layout::dtype::{Dtype, NumberKind};
use crate::layout::node::{Kind, Node};
use crate::reduce::ReducerOutput;
use crate::reduce::reducer::Reducer;

/// An axis, and how results along it are shaped. Results stay on the device until [`Along::finished`]: those of all
/// numbers are arrays of one number.
pub(crate) struct Along {
    pub(crate) axis: Axis,
    pub(crate) keepdims: bool,
    pub(crate) mask: bool,
    /// The number of axes of the array.
    pub(crate) depth: usize,
    /// The axis, counted from the outermost; `None` for all.
    pub(crate) level: Option<i64>,
}

/// Returns the array with its numbers as those of another type, where `to` has one for theirs.
fn cast_numbers(array: &Array, to: impl Fn(NumberKind) -> Option<Dtype>) -> Result<Array> {
    let backend = array.backend();
    let mut cast = |data: &cuda_arrow::Buffer, dtype: Dtype, n: usize| match to(dtype.kind()) {
        Some(to) => backend.cast(data, dtype, to, n),
        None => Ok(Node::numpy(dtype, data.clone())),
    };
    Ok(array.with(backend.map_numbers(&array.node, &mut cast)?))
}

/// Returns the array with integers and booleans as `float64`, so that products don't overflow.
pub(crate) fn with_float_integers(array: &Array) -> Result<Array> {
    cast_numbers(array, |kind| match kind {
        NumberKind::Float | NumberKind::Complex => None,
        _ => Some(Dtype::Float64),
    })
}

/// Returns the array with its numbers as `float64`, unless they are complex.
pub(crate) fn as_float64(array: &Array) -> Result<Array> {
    cast_numbers(array, |kind| (kind != NumberKind::Complex).then_some(Dtype::Float64))
}

/// Returns the array with its numbers as `float64` or `complex128`.
pub(crate) fn as_widest(array: &Array) -> Result<Array> {
    cast_numbers(array, |kind| match kind {
        NumberKind::Complex => Some(Dtype::Complex128),
        _ => Some(Dtype::Float64),
    })
}

/// Returns `true` if a node has lists of different lengths.
fn is_ragged(node: &DeviceNode) -> bool {
    node.is_list() && !matches!(node.kind, Kind::Regular { .. })
}

impl Along {
    pub(crate) fn new(array: &Array, axis: Axis, keepdims: bool, mask: bool) -> Self {
        let depth = array.node.list_depth();
        let level = axis.number();
        let level = level.map(|axis| if axis < 0 { axis + depth as i64 } else { axis });
        Self { axis, keepdims, mask, depth, level }
    }

    /// Returns `true` if results along the outermost axis, or of all numbers.
    pub(crate) fn is_outer(&self) -> bool {
        self.level.is_none_or(|level| level <= 0)
    }

    /// Returns the distances of numbers from their means. `None` if the means can't be broadcast, as along an outer axis of
    /// lists of different lengths.
    pub(crate) fn centered(
        &self,
        array: &Array,
        weight: Option<&Operand>,
    ) -> Result<Option<Array>> {
        match array.minus(&self.mean(array, weight, true)?) {
            Err(Error::Broadcast(_)) if !self.can_center(array) => Ok(None),
            gap => gap.map(Some),
        }
    }

    /// Returns `true` if the result of a reduction with `keepdims` can be broadcast against the array, whatever lengths its
    /// lists have.
    fn can_center(&self, array: &Array) -> bool {
        let is_inner = self.level.is_none_or(|level| level == self.depth as i64 - 1);
        is_inner || !array.node.contains(&is_ragged)
    }

    fn reduced(&self, array: &Array, reducer: Reducer, keepdims: bool) -> Result<Array> {
        let backend = array.backend();
        if self.axis == Axis::ALL {
            let flat = array.with(backend.flattened(&array.node, true)?);
            return match flat
                .reduce(reducer)
                .axis(0)
                .keepdims(true)
                .mask_identity(self.masks(reducer))
                .run()?
            {
                ReducerOutput::Array(array) => Ok(array),
                ReducerOutput::Scalar(..) => Err(crate::error::internal()),
            };
        }
        let reduction = array.reduce(reducer).axis(self.axis).keepdims(keepdims || self.is_outer());
        match reduction.mask_identity(self.masks(reducer)).run()? {
            ReducerOutput::Array(array) => Ok(array),
            ReducerOutput::Scalar(..) => Err(crate::error::internal()),
        }
    }

    fn masks(&self, reducer: Reducer) -> bool {
        self.mask && reducer != Reducer::Count
    }

    /// Returns sums, shaped as results are combined.
    pub(crate) fn sum(&self, array: &Array) -> Result<Array> {
        self.reduced(array, Reducer::Sum, self.keepdims)
    }

    /// Returns minima or maxima, shaped as results are combined.
    pub(crate) fn best(&self, array: &Array, reducer: Reducer) -> Result<Array> {
        self.reduced(array, reducer, self.keepdims)
    }

    /// Returns the number of entries, or the sums of their weights, shaped as results are combined.
    pub(crate) fn weights(&self, array: &Array, weight: Option<&Operand>) -> Result<Array> {
        self.weights_of(array, weight, self.keepdims)
    }

    fn weights_of(&self, array: &Array, weight: Option<&Operand>, keepdims: bool) -> Result<Array> {
        match weight {
            None => self.reduced(array, Reducer::Count, keepdims),
            Some(weight) => {
                let zeros = array.times(0i64)?;
                self.reduced(&zeros.plus(weight.clone())?, Reducer::Sum, keepdims)
            }
        }
    }

    /// Returns means, in `float64` unless they are complex. `keep_axis` ones can be broadcast against the array.
    pub(crate) fn mean(
        &self,
        array: &Array,
        weight: Option<&Operand>,
        keep_axis: bool,
    ) -> Result<Array> {
        let array = as_float64(array)?;
        let keepdims = keep_axis || self.keepdims;
        let sum = match weight {
            None => array.clone(),
            Some(weight) => array.times(weight.clone())?,
        };
        let sum = self.reduced(&sum, Reducer::Sum, keepdims)?;
        let count = self.weights_of(&array, weight, keepdims)?;
        let mut mean = sum.over(&count)?;
        if keep_axis && self.level.is_none() {
            // One number is broadcast to lists of any lengths, where it is in as many.
            mean = mean.with(self.wrapped((*mean.node).clone()));
        }
        if mean.number_type().is_some_and(Dtype::is_complex) && !self.mask {
            // Without elements, only the real part is NaN.
            let is_some = count.differs(0i64)?;
            let nothing = crate::layout::scalar::Scalar::Complex64(f32::NAN, 0.0);
            return array.backend().choose(&is_some, &mean, nothing);
        }
        Ok(mean)
    }

    /// Returns one number in lists of one, of as many axes as the array has.
    fn wrapped(&self, number: DeviceNode) -> DeviceNode {
        (1..self.depth).fold(number, |content, _| {
            let content = Arc::new(content);
            Node::new(1, Kind::Regular { size: 1, content })
        })
    }

    /// Returns a result as the caller asked for it; waits if it is one number.
    pub(crate) fn finished(&self, array: &Array) -> Result<ReducerOutput> {
        let backend = array.backend();
        let node = (*array.node).clone();
        match self.level {
            None if self.keepdims => Ok(ReducerOutput::Array(array.with(self.wrapped(node)))),
            Some(level) if level > 0 || self.keepdims => Ok(ReducerOutput::Array(array.clone())),
            Some(_) if node.is_list() => {
                let packed = backend.contiguous(&node)?;
                Ok(ReducerOutput::Array(array.with(packed.1)))
            }
            _ => backend.scalar(&node).map(|(number, ty)| ReducerOutput::Scalar(number, ty)),
        }
    }

    /// Returns an error for an axis that the array doesn't have, or lists of different depths don't share.
    pub(crate) fn check(&self, array: &Array, reducer: Reducer) -> Result<()> {
        crate::reduce::check_axis(&array.node, self.axis)?;
        crate::reduce::check_type(&array.node, reducer.name())?;
        match self.axis.number() {
            Some(axis) if !(0..self.depth as i64).contains(&self.level.unwrap_or(0)) => {
                let depth = self.depth;
                Err(Error::Axis { axis, depth })
            }
            _ => Ok(()),
        }
    }
}
