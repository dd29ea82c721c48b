//! Elements that are made of numbers of `f64`, in which the tests compute.

use cuda_driver::{DeviceBuffer, Stream};
use cudnn::half::{bf16, f16};
use cudnn::{DataType, Layout, Tensor, TensorMut};
use fastrand::Rng;

pub(crate) trait Number: DataType + PartialEq {
    /// The relative error of its rounding.
    const ERROR: f64;
    fn of(value: f64) -> Self;
    fn value(self) -> f64;
}

macro_rules! numbers {
    ($($ty:ty: $error:expr, $of:expr, $value:expr;)*) => {$(
        impl Number for $ty {
            const ERROR: f64 = $error;
            fn of(value: f64) -> Self {
                $of(value)
            }
            fn value(self) -> f64 {
                $value(self)
            }
        }
    )*};
}

numbers! {
    f32: f32::EPSILON as f64, |value| value as f32, f64::from;
    f64: f64::EPSILON, |value| value, |value| value;
    f16: 1.0 / 1024.0, f16::from_f64, f16::to_f64;
    bf16: 1.0 / 128.0, bf16::from_f64, bf16::to_f64;
    i8: 0.5, |value: f64| value as i8, f64::from;
}

/// The factors of results, and of what is there before.
pub(crate) const ALPHA: f64 = 0.5;
pub(crate) const BETA: f64 = 2.0;

/// Returns a layout of a shape: packed, channels last, or with gaps.
pub(crate) fn any_layout(rng: &mut Rng, shape: &[usize]) -> Layout {
    match rng.usize(..3) {
        0 => Layout::packed(shape).unwrap(),
        1 => Layout::channels_last(shape).unwrap(),
        _ => {
            let mut strides = vec![1; shape.len()];
            for axis in (0..shape.len() - 1).rev() {
                strides[axis] = strides[axis + 1] * (shape[axis + 1] + rng.usize(..3));
            }
            Layout::with_strides(shape, strides).unwrap()
        }
    }
}

/// Returns a random shape of a tensor of images.
pub(crate) fn any_shape(rng: &mut Rng, rank: usize) -> Vec<usize> {
    let mut shape = vec![rng.usize(1..=3), rng.usize(1..=6)];
    shape.extend((2..rank).map(|_| rng.usize(1..=7)));
    shape
}

/// Values in the order of a shape, and their place in memory.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) layout: Layout,
    pub(crate) values: Vec<f64>,
}

impl Array {
    /// Small numbers, rounded to what the type has.
    pub(crate) fn random<T: Number>(rng: &mut Rng, layout: Layout) -> Self {
        let values = (0..layout.elements()).map(|_| T::of(2.0 * rng.f64() - 1.0).value()).collect();
        Self { layout, values }
    }

    /// The same in any layout.
    pub(crate) fn any<T: Number>(rng: &mut Rng, shape: &[usize]) -> Self {
        let layout = any_layout(rng, shape);
        Self::random::<T>(rng, layout)
    }

    pub(crate) fn map<T: Number>(mut self, f: impl FnMut(f64) -> f64) -> Self {
        self.values = self.values.into_iter().map(f).map(|value| T::of(value).value()).collect();
        self
    }

    /// Returns `ALPHA * values + BETA * before`, and the magnitudes of its terms.
    pub(crate) fn blended(values: &[f64], magnitudes: &[f64], before: &Self) -> (Self, Vec<f64>) {
        let terms = |values: &[f64], f: fn(f64) -> f64| {
            let pairs = values.iter().zip(&before.values);
            pairs.map(|(value, before)| ALPHA * f(*value) + BETA * f(*before)).collect()
        };
        let values = Self { layout: before.layout, values: terms(values, |value| value) };
        (values, terms(magnitudes, f64::abs))
    }

    pub(crate) fn view<'a, T: Number>(&self, buffer: &'a DeviceBuffer<T>) -> Tensor<'a, T> {
        Tensor::with_layout(buffer, self.layout).unwrap()
    }

    pub(crate) fn view_mut<'a, T: Number>(
        &self,
        buffer: &'a mut DeviceBuffer<T>,
    ) -> TensorMut<'a, T> {
        TensorMut::with_layout(buffer, self.layout).unwrap()
    }

    /// Returns the place in memory of each element.
    fn places(&self) -> Vec<usize> {
        let mut places = vec![0];
        for (dim, stride) in self.layout.shape().iter().zip(self.layout.strides()) {
            places = places
                .into_iter()
                .flat_map(|place| (0..*dim).map(move |index| place + index * stride))
                .collect();
        }
        places
    }

    /// Returns the memory, with other numbers in the gaps.
    pub(crate) fn memory<T: Number>(&self) -> Vec<T> {
        let mut memory = vec![T::of(77.0); self.layout.span()];
        for (place, value) in self.places().into_iter().zip(&self.values) {
            memory[place] = T::of(*value);
        }
        memory
    }

    pub(crate) fn upload<T: Number>(&self, stream: &Stream) -> DeviceBuffer<T> {
        stream.upload(&self.memory::<T>()).unwrap()
    }

    /// Compares what is in device memory with these values. `bounds` are the sums of magnitudes that each was computed from.
    #[track_caller]
    pub(crate) fn check<T: Number>(
        &self,
        subject: &str,
        found: &DeviceBuffer<T>,
        bounds: &[f64],
        factor: f64,
    ) {
        let found = found.to_vec().unwrap();
        let places = self.places();
        let mut rest: Vec<bool> = vec![true; found.len()];
        for (index, place) in places.into_iter().enumerate() {
            rest[place] = false;
            let (found, expected) = (found[place].value(), self.values[index]);
            let bound = T::ERROR * (expected.abs() + 1e-30) + factor * bounds[index];
            assert!(
                (found - expected).abs() <= bound || (found.is_nan() && expected.is_nan()),
                "{subject}: element {index} of {:?} is {found} instead of {expected} ± {bound}",
                self.layout
            );
        }
        let untouched = found.iter().zip(rest).filter(|(_, is_gap)| *is_gap);
        for (value, _) in untouched {
            assert_eq!(value.value(), 77.0, "{subject}: a gap was written");
        }
    }
}
