//! Transforms of random shapes and layouts, beside sums on the host.

use std::f64::consts::TAU;
use std::fmt::Debug;

use bytemuck::{Pod, Zeroable};
use cuda_driver::Stream;
use cufft::{Axes, Complex, Layout, Real, Shape};
use fastrand::Rng;
use half::{bf16, f16};

use crate::device::{context_and_stream, cufft};

/// A real number of the tests, with the error that a sum of few of them may have.
trait Number: Real + Zeroable {
    const ERROR: f64;
    const IS_HALF: bool = false;
    fn from(value: f64) -> Self;
    fn to(self) -> f64;
}

macro_rules! numbers {
    ($($ty:ty: $error:literal $is_half:literal $from:expr, $to:expr;)*) => {$(
        impl Number for $ty {
            const ERROR: f64 = $error;
            const IS_HALF: bool = $is_half;
            fn from(value: f64) -> Self {
                $from(value)
            }
            fn to(self) -> f64 {
                $to(self)
            }
        }
    )*};
}

numbers! {
    f32: 1e-5 false |value| value as f32, |value: f32| value.into();
    f64: 1e-13 false |value| value, |value| value;
    f16: 2e-2 true f16::from_f64, f16::to_f64;
    bf16: 1e-1 true bf16::from_f64, bf16::to_f64;
}

/// What is transformed: a shape with the places of its elements.
struct Case {
    sizes: Vec<usize>,
    batch: usize,
    shape: Shape,
    /// The embedding, stride and distance of input and output.
    places: [(Vec<usize>, usize, usize); 2],
}

impl Case {
    /// Returns the place of an element, whose index is counted along `sizes`.
    fn place(&self, side: usize, sizes: &[usize], batch: usize, index: usize) -> usize {
        let (embed, stride, distance) = &self.places[side];
        let (mut rest, mut at, mut step) = (index, 0, 1);
        for (size, of) in sizes.iter().zip(embed).rev() {
            at += rest % size * step;
            rest /= size;
            step *= of;
        }
        batch * distance + at * stride
    }

    /// Returns the number of elements up to the last one.
    fn len(&self, side: usize, sizes: &[usize]) -> usize {
        let count: usize = sizes.iter().product();
        1 + self.place(side, sizes, self.batch - 1, count - 1)
    }

    /// Chooses sizes and places. In place, those of complex numbers are the same, and real rows have room for them.
    fn random(rng: &mut Rng, is_half: bool, halves: [bool; 2], is_in_place: bool) -> Self {
        let size = |rng: &mut Rng| {
            if is_half {
                1 << rng.usize(..4)
            } else {
                [1, 2, 3, 4, 5, 6, 8, 9, 12, 17][rng.usize(..10)]
            }
        };
        let sizes: Vec<usize> = (0..rng.usize(1..=3)).map(|_| size(rng)).collect();
        let batch = rng.usize(1..=3);
        // To real numbers, cuFFT has no last axis of one element after others.
        let is_refused = halves == [true, false] && sizes.len() > 1 && sizes[sizes.len() - 1] == 1;
        if is_refused {
            return Self::random(rng, is_half, halves, is_in_place);
        }
        let axes = Axes::try_from(&sizes[..]).unwrap();
        let mut shape = Shape::new(axes).batch(batch);
        let half = |is_half: bool| if is_half { halved(&sizes) } else { sizes.clone() };
        let has_real = halves[0] != halves[1];
        let packed = |axes: Vec<usize>| {
            let distance = axes.iter().product();
            (axes, 1, distance)
        };
        let mut places = halves.map(|is_half| packed(half(is_half)));
        if is_in_place && has_real {
            shape = shape.in_place();
            let mut padded = halved(&sizes);
            *padded.last_mut().unwrap() *= 2;
            places[usize::from(halves[0])] = packed(padded);
        } else if rng.bool() && !(is_half && has_real) {
            let mut choose = |is_complex: bool| {
                let is_fixed = is_half && has_real && !is_complex;
                let mut embed = half(is_complex && has_real);
                embed.iter_mut().for_each(|size| *size += rng.usize(..3));
                let stride = if is_fixed { 1 } else { rng.usize(1..=3) };
                let all = embed.iter().product::<usize>() * stride;
                // One after the other, or one beside the other.
                let (stride, distance) = if rng.bool() && !is_fixed {
                    (batch + stride, 1)
                } else {
                    (stride, all + rng.usize(..4))
                };
                (embed, stride, distance)
            };
            places = [choose(halves[0] || !has_real), choose(halves[1] || !has_real)];
            if is_in_place {
                places[1] = places[0].clone();
            }
            let layout = |(embed, stride, distance): &(Vec<usize>, usize, usize)| {
                let axes = Axes::try_from(&embed[..]).unwrap();
                Layout::of(axes).stride(*stride).distance(*distance)
            };
            shape = shape.input(layout(&places[0])).output(layout(&places[1]));
        }
        Self { sizes, batch, shape, places }
    }
}

fn halved(sizes: &[usize]) -> Vec<usize> {
    let mut sizes = sizes.to_vec();
    let last = sizes.last_mut().unwrap();
    *last = *last / 2 + 1;
    sizes
}

/// Returns the sums of a transform of complex numbers.
fn sums(x: &[Complex<f64>], sizes: &[usize], sign: f64) -> Vec<Complex<f64>> {
    let mut all = x.to_vec();
    let mut inner = 1;
    for n in sizes.iter().rev() {
        let before = all.clone();
        for (at, sum) in all.iter_mut().enumerate() {
            let (k, first) = (at / inner % n, at - at / inner % n * inner);
            let term = |j: usize| {
                let angle = sign * TAU * ((j * k) % n) as f64 / *n as f64;
                before[first + j * inner] * Complex::from_polar(1.0, angle)
            };
            *sum = (0..*n).map(term).sum();
        }
        inner *= n;
    }
    all
}

/// Returns all frequencies of real numbers from the first half.
fn completed(half: &[Complex<f64>], sizes: &[usize]) -> Vec<Complex<f64>> {
    let count: usize = sizes.iter().product();
    let stored = halved(sizes);
    let columns = sizes[sizes.len() - 1];
    let at = |mut index: usize, is_mirrored: bool| {
        let (mut place, mut step) = (0, 1);
        for (size, stored) in sizes.iter().zip(&stored).rev() {
            let coordinate = index % size;
            index /= size;
            place += if is_mirrored { (size - coordinate) % size } else { coordinate } * step;
            step *= stored;
        }
        place
    };
    let frequency = |index: usize| {
        if index % columns < columns / 2 + 1 {
            half[at(index, false)]
        } else {
            half[at(index, true)].conj()
        }
    };
    (0..count).map(frequency).collect()
}

fn complex<T: Number>(value: Complex<f64>) -> Complex<T> {
    Complex::new(T::from(value.re), T::from(value.im))
}

fn widened<T: Number>(value: Complex<T>) -> Complex<f64> {
    Complex::new(value.re.to(), value.im.to())
}

fn check<T: Number>(case: &impl Debug, found: Complex<f64>, expected: Complex<f64>, scale: f64) {
    let error = (found - expected).norm();
    let most = T::ERROR * (1.0 + scale);
    assert!(error <= most, "{case:?}: {found} instead of {expected}, of a sum of {scale}");
}

/// Writes values to their places.
fn placed<T: Pod>(case: &Case, side: usize, sizes: &[usize], values: &[T]) -> Vec<T> {
    let mut all = vec![T::zeroed(); case.len(side, sizes)];
    for (index, value) in values.iter().enumerate() {
        let count = values.len() / case.batch;
        all[case.place(side, sizes, index / count, index % count)] = *value;
    }
    all
}

fn random<T: Number>(rng: &mut Rng, count: usize) -> Vec<Complex<f64>> {
    // Rounded, so that both sides have the same.
    let number = |rng: &mut Rng| T::from(rng.f64() * 2.0 - 1.0).to();
    (0..count).map(|_| Complex::new(number(rng), number(rng))).collect()
}

/// Compares what is at the places of a side.
fn compare<T: Number>(
    case: &Case,
    sizes: &[usize],
    found: &[Complex<f64>],
    expected: &[Complex<f64>],
    scale: f64,
) {
    let count = expected.len() / case.batch;
    for (index, expected) in expected.iter().enumerate() {
        let place = case.place(1, sizes, index / count, index % count);
        check::<T>(&(&case.shape, index), found[place], *expected, scale);
    }
}

fn of_complex<T: Number>(stream: &Stream, rng: &mut Rng) {
    let is_in_place = rng.bool();
    let case = Case::random(rng, T::IS_HALF, [false; 2], is_in_place);
    let count: usize = case.sizes.iter().product();
    let x = random::<T>(rng, count * case.batch);
    let values: Vec<Complex<T>> = x.iter().copied().map(complex).collect();
    let mut from = stream.upload(&placed(&case, 0, &case.sizes, &values)).unwrap();
    let mut to = stream.alloc_zeroed::<Complex<T>>(case.len(1, &case.sizes)).unwrap();
    let mut plan = cufft().plan::<Complex<T>, Complex<T>>(stream.context(), case.shape).unwrap();
    assert_eq!(plan.lens(), (from.len(), to.len()));
    let mut fft = plan.on(stream);
    let is_forward = rng.bool();
    match (is_forward, is_in_place) {
        (true, false) => fft.forward(&from, &mut to),
        (false, false) => fft.inverse(&from, &mut to),
        (true, true) => fft.forward_in_place(&mut from),
        (false, true) => fft.inverse_in_place(&mut from),
    }
    .unwrap_or_else(|error| panic!("{:?}: {error}", case.shape));
    let to = if is_in_place { from } else { to };
    let sign = if is_forward { -1.0 } else { 1.0 };
    let expected: Vec<_> =
        x.chunks(count).flat_map(|chunk| sums(chunk, &case.sizes, sign)).collect();
    let found: Vec<_> = to.to_vec().unwrap().into_iter().map(widened).collect();
    compare::<T>(&case, &case.sizes, &found, &expected, count as f64);
}

fn of_real<T: Number>(stream: &Stream, rng: &mut Rng) {
    let (is_in_place, is_forward) = (rng.bool(), rng.bool());
    let case = Case::random(rng, T::IS_HALF, [!is_forward, is_forward], is_in_place);
    let (count, stored) = (case.sizes.iter().product::<usize>(), halved(&case.sizes));
    let x = random::<T>(rng, count * case.batch);
    let real: Vec<T> = x.iter().map(|value| T::from(value.re)).collect();
    let x: Vec<_> = x.iter().map(|value| Complex::new(value.re, 0.0)).collect();
    let spectra: Vec<_> = x
        .chunks(count)
        .flat_map(|chunk| {
            let all = sums(chunk, &case.sizes, -1.0);
            let columns = case.sizes[case.sizes.len() - 1];
            let is_stored = move |index: usize| index % columns <= columns / 2;
            all.into_iter().enumerate().filter(move |chunk| is_stored(chunk.0)).map(|chunk| chunk.1)
        })
        .collect();
    let context = stream.context();
    let scale = count as f64;
    if is_forward {
        let from = placed(&case, 0, &case.sizes, &real);
        let mut plan = cufft().plan::<T, Complex<T>>(context, case.shape).unwrap();
        let found = if plan.is_in_place() {
            let mut both = from;
            both.resize(case.len(1, &stored).max(both.len().div_ceil(2)) * 2, T::zeroed());
            let mut both = stream.upload(bytemuck::cast_slice::<T, Complex<T>>(&both)).unwrap();
            plan.on(stream).forward_in_place(&mut both).unwrap();
            both.to_vec().unwrap()
        } else {
            let from = stream.upload(&from).unwrap();
            let mut to = stream.alloc_zeroed(case.len(1, &stored)).unwrap();
            plan.on(stream).forward(&from, &mut to).unwrap();
            to.to_vec().unwrap()
        };
        let found: Vec<_> = found.into_iter().map(widened).collect();
        return compare::<T>(&case, &stored, &found, &spectra, scale);
    }
    // Rounded, too, and not of real numbers any more: the sums of what was rounded, which is complete by symmetry.
    let half: Vec<Complex<T>> = spectra.iter().map(|value| complex(value / scale)).collect();
    let from = placed(&case, 0, &stored, &half);
    let mut plan = cufft().plan::<Complex<T>, T>(context, case.shape).unwrap();
    let mut both = from.clone();
    both.resize(both.len().max(case.len(1, &case.sizes).div_ceil(2)), Complex::zeroed());
    let mut both = stream.upload(&both).unwrap();
    let found: Vec<T> = if plan.is_in_place() {
        plan.on(stream).inverse_in_place(&mut both).unwrap();
        bytemuck::cast_slice(&both.to_vec().unwrap()).to_vec()
    } else {
        let mut to = stream.alloc_zeroed(case.len(1, &case.sizes)).unwrap();
        let mut from = stream.upload(&from).unwrap();
        plan.on(stream).inverse(&mut from, &mut to).unwrap();
        to.to_vec().unwrap()
    };
    let stored_count = half.len() / case.batch;
    let expected: Vec<_> = half
        .chunks(stored_count)
        .flat_map(|chunk| {
            let half: Vec<_> = chunk.iter().copied().map(widened).collect();
            sums(&completed(&half, &case.sizes), &case.sizes, 1.0)
                .into_iter()
                .map(|sum| Complex::new(sum.re, 0.0))
        })
        .collect();
    let found: Vec<_> = found.into_iter().map(|value| Complex::new(value.to(), 0.0)).collect();
    compare::<T>(&case, &case.sizes, &found, &expected, scale);
}

#[test]
fn transforms_of_random_shapes_and_layouts_are_the_sums() {
    let (_, stream) = context_and_stream();
    let rounds = cuda_rust::options::number("rounds", 60);
    let mut rng = Rng::with_seed(7);
    for _ in 0..rounds {
        of_complex::<f32>(&stream, &mut rng);
        of_complex::<f64>(&stream, &mut rng);
        of_real::<f32>(&stream, &mut rng);
        of_real::<f64>(&stream, &mut rng);
        of_complex::<f16>(&stream, &mut rng);
        of_real::<f16>(&stream, &mut rng);
        of_real::<bf16>(&stream, &mut rng);
    }
}

#[test]
fn a_size_that_needs_a_workspace_uses_the_one_that_is_passed_or_one_of_the_stream() {
    let (context, stream) = context_and_stream();
    let n = 4 * 5003;
    let mut rng = Rng::with_seed(1);
    let x: Vec<Complex<f64>> = random::<f64>(&mut rng, n);
    let mut plan = cufft().plan::<Complex<f64>, Complex<f64>>(&context, n).unwrap();
    assert!(plan.workspace_len() > 0);
    let mut workspace = cufft::Workspace::new(&stream, plan.workspace_len()).unwrap();
    let from = stream.upload(&x).unwrap();
    let mut to = stream.alloc_zeroed(n).unwrap();
    plan.on(&stream).forward(&from, &mut to).unwrap();
    let mut fft = plan.on(&stream).workspace(&mut workspace).unwrap();
    fft.inverse_in_place(&mut to).unwrap();
    for (found, expected) in to.to_vec().unwrap().into_iter().zip(x) {
        assert!((found / n as f64 - expected).norm() < 1e-12);
    }
}
