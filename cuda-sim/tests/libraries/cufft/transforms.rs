//! Transforms, compared with the sums that define them.

use core::f64::consts::TAU;
use core::ffi::c_void;
use core::ptr::null_mut;

use cuda_libraries_sys::cufft::*;
use cuda_libraries_sys::shared::cudaDataType;
use half::{bf16, f16};
use num_complex::Complex64;

use super::{SUCCESS, TestPlan, call};

/// The numbers in memory: their type in the API, real and complex, and what they can be off by.
trait Number: bytemuck::Pod + core::fmt::Debug + PartialEq {
    const TYPES: [cudaDataType; 2];
    const BOUND: f64;

    fn of(value: f64) -> Self;
    fn wide(self) -> f64;
}

macro_rules! numbers {
    ($($ty:ty: $real:ident $complex:ident $bound:expr, $of:expr, $wide:expr;)*) => {$(
        impl Number for $ty {
            const TYPES: [cudaDataType; 2] = [cudaDataType::$real, cudaDataType::$complex];
            const BOUND: f64 = $bound;

            fn of(value: f64) -> Self {
                $of(value)
            }
            fn wide(self) -> f64 {
                $wide(self)
            }
        }
    )*};
}
numbers! {
    f16: CUDA_R_16F CUDA_C_16F 4e-3, f16::from_f64, f16::to_f64;
    bf16: CUDA_R_16BF CUDA_C_16BF 3e-2, bf16::from_f64, bf16::to_f64;
    f32: CUDA_R_32F CUDA_C_32F 2e-6, |value| value as f32, f64::from;
    f64: CUDA_R_64F CUDA_C_64F 1e-13, |value| value, |value| value;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Complex,
    Forward,
    Inverse,
}

/// Where numbers are: `embed` is the array that contains them, whose first size doesn't matter.
#[derive(Clone, Debug)]
struct Layout {
    embed: Vec<usize>,
    stride: usize,
    distance: usize,
}

impl Layout {
    fn place(&self, batch: usize, index: &[usize]) -> usize {
        let inner = index.iter().zip(&self.embed).fold(0, |at, (index, size)| at * size + index);
        batch * self.distance + inner * self.stride
    }

    /// One with numbers between those of a batch, and between batches.
    fn spread(sizes: &[usize], extra: usize) -> Self {
        let embed: Vec<usize> = sizes.iter().map(|size| size + extra).collect();
        let stride = 1 + extra;
        Self { distance: embed.iter().product::<usize>() * stride + 3, embed, stride }
    }

    fn packed(sizes: &[usize]) -> Self {
        Self { embed: sizes.to_vec(), stride: 1, distance: sizes.iter().product() }
    }
}

fn indices(sizes: &[usize]) -> Vec<Vec<usize>> {
    sizes.iter().fold(vec![Vec::new()], |all, size| {
        let next = |index: &Vec<usize>| {
            let index = index.clone();
            (0..*size).map(move |at| [index.as_slice(), &[at]].concat())
        };
        all.iter().flat_map(next).collect()
    })
}

/// The sum that defines a transform, at each index of the result.
fn sums(
    sizes: &[usize],
    element: &dyn Fn(&[usize]) -> Complex64,
    sign: f64,
) -> Vec<(Vec<usize>, Complex64)> {
    let all = indices(sizes);
    let values: Vec<Complex64> = all.iter().map(|index| element(index)).collect();
    let sum = |at: &Vec<usize>| -> Complex64 {
        let terms = all.iter().zip(&values).map(|(index, value)| {
            let turns: f64 = (0..sizes.len())
                .map(|axis| (at[axis] * index[axis] % sizes[axis]) as f64 / sizes[axis] as f64)
                .sum();
            value * Complex64::cis(sign * TAU * turns)
        });
        terms.sum()
    };
    all.iter().map(|at| (at.clone(), sum(at))).collect()
}

/// A transform: of which kind and sizes, in how many batches, and where its numbers are.
struct Case {
    kind: Kind,
    sizes: Vec<usize>,
    batch: usize,
    direction: i32,
    /// Without it, `null`.
    layouts: Option<[Layout; 2]>,
    in_place: bool,
}

impl Case {
    fn sizes_of(&self, is_complex: bool) -> Vec<usize> {
        let mut sizes = self.sizes.clone();
        if let (true, Some(last), false) =
            (is_complex, sizes.last_mut(), self.kind == Kind::Complex)
        {
            *last = *last / 2 + 1;
        }
        sizes
    }

    /// Makes numbers those of a real transform: of others in several dimensions, the library promises nothing.
    fn mirror<T: Number>(&self, values: &mut [T], layout: &Layout) {
        let last = self.sizes[self.sizes.len() - 1];
        let is_mirrored = |index: &&Vec<usize>| (2 * index[index.len() - 1]).is_multiple_of(last);
        let all = indices(&self.sizes_of(true));
        for index in all.iter().filter(is_mirrored) {
            let sizes = index.iter().zip(&self.sizes);
            let mirrored: Vec<usize> = sizes.map(|(at, size)| (size - at) % size).collect();
            for batch in 0..self.batch {
                let [from, to] = [index, &mirrored].map(|index| 2 * layout.place(batch, index));
                values[to] = values[from];
                values[to + 1] =
                    if from == to { T::of(0.0) } else { T::of(-values[from + 1].wide()) };
            }
        }
    }

    /// Transforms random numbers, and compares all of the result, and the memory around it.
    fn check<T: Number>(&self) {
        let name = format!(
            "{:?} {:?} × {} {:?} in place: {}, {:?}",
            self.kind,
            self.sizes,
            self.batch,
            self.layouts,
            self.in_place,
            T::TYPES
        );
        let is_complex = [self.kind != Kind::Forward, self.kind != Kind::Inverse];
        let layouts = self.layouts.clone().unwrap_or_else(|| {
            is_complex.map(|is_complex| {
                let mut sizes = self.sizes_of(is_complex);
                if let (Some(last), true) = (sizes.last_mut(), self.in_place && !is_complex) {
                    *last = 2 * (*last / 2 + 1);
                }
                Layout::packed(&sizes)
            })
        });
        let test = TestPlan::new();
        let lengths = [0, 1].map(|side| {
            let last: Vec<usize> = self.sizes_of(is_complex[side]).iter().map(|n| n - 1).collect();
            (layouts[side].place(self.batch - 1, &last) + 1) << u32::from(is_complex[side])
        });
        let len = lengths[0].max(lengths[1]);
        let mut random = fastrand::Rng::with_seed(len as u64);
        let mut values: Vec<T> = (0..len).map(|_| T::of(random.f64() - 0.5)).collect();
        if self.kind == Kind::Inverse && self.sizes.len() > 1 {
            self.mirror(&mut values, &layouts[0]);
        }
        let value = |place: usize, is_complex: bool| {
            if is_complex {
                Complex64::new(values[2 * place].wide(), values[2 * place + 1].wide())
            } else {
                values[place].wide().into()
            }
        };
        let blank = T::of(99.0);
        let input = test.stream.upload(bytemuck::cast_slice::<T, u8>(&values)).unwrap();
        let output = test.stream.upload(bytemuck::cast_slice::<T, u8>(&vec![blank; len])).unwrap();
        let out = if self.in_place { &input } else { &output };
        self.submit::<T>(&test, input.as_raw(), out.as_raw(), &is_complex);
        let found: Vec<u8> = out.to_vec().unwrap();
        let found: Vec<T> = bytemuck::pod_collect_to_vec(&found);

        let mut expected: Vec<Option<f64>> = vec![None; len];
        for batch in 0..self.batch {
            let expected_at = |index: &[usize]| {
                if self.kind != Kind::Inverse {
                    return value(layouts[0].place(batch, index), is_complex[0]);
                }
                // The second half of the last axis is the first's conjugate.
                let last = self.sizes[self.sizes.len() - 1];
                let is_stored = index[index.len() - 1] <= last / 2;
                let mirrored: Vec<usize> =
                    index.iter().zip(&self.sizes).map(|(at, size)| (size - at) % size).collect();
                if is_stored {
                    value(layouts[0].place(batch, index), true)
                } else {
                    value(layouts[0].place(batch, &mirrored), true).conj()
                }
            };
            let sign = match self.kind {
                Kind::Complex => f64::from(self.direction),
                Kind::Forward => -1.0,
                Kind::Inverse => 1.0,
            };
            let stored = self.sizes_of(is_complex[1]);
            for (at, sum) in sums(&self.sizes, &expected_at, sign) {
                if at.iter().zip(&stored).any(|(at, size)| at >= size) {
                    continue;
                }
                let place = layouts[1].place(batch, &at);
                if is_complex[1] {
                    expected[2 * place] = Some(sum.re);
                    expected[2 * place + 1] = Some(sum.im);
                } else {
                    // That of numbers whose first half isn't a real one's: the real part.
                    expected[place] = Some(sum.re)
                }
            }
        }
        let count: usize = self.sizes.iter().product();
        let bound = T::BOUND * (count as f64).sqrt().max(1.0) * 2.0;
        for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
            match expected {
                Some(expected) => {
                    let difference = (found.wide() - expected).abs();
                    assert!(difference <= bound, "{name}: {at}: {found:?} {expected}");
                }
                // Between complex numbers in place, nothing is promised.
                None if self.in_place => {}
                None => assert_eq!(*found, blank, "{name}: {at}"),
            }
        }
    }

    fn submit<T: Number>(&self, test: &TestPlan, input: u64, output: u64, is_complex: &[bool; 2]) {
        let widened =
            |sizes: &[usize]| -> Vec<i64> { sizes.iter().map(|size| *size as i64).collect() };
        let mut sizes = widened(&self.sizes);
        let mut embeds = self
            .layouts
            .as_ref()
            .map(|layouts| [0, 1].map(|side: usize| widened(&layouts[side].embed)));
        let [from, to] = match &mut embeds {
            Some([from, to]) => [from.as_mut_ptr(), to.as_mut_ptr()],
            None => [null_mut(); 2],
        };
        let numbers = |side: usize| match &self.layouts {
            Some(layouts) => (layouts[side].stride as i64, layouts[side].distance as i64),
            // They don't count without the sizes of an array.
            None => (0, -7),
        };
        let types = is_complex.map(|is_complex| T::TYPES[usize::from(is_complex)]);
        let mut work = 0;
        let status = call!(cufftXtMakePlanMany(
            test.plan,
            sizes.len() as i32,
            sizes.as_mut_ptr(),
            from,
            numbers(0).0,
            numbers(0).1,
            types[0],
            to,
            numbers(1).0,
            numbers(1).1,
            types[1],
            self.batch as i64,
            &raw mut work,
            T::TYPES[1]
        ));
        assert_eq!(status, SUCCESS, "{:?}", self.sizes);
        let direction = match self.kind {
            Kind::Complex => self.direction,
            Kind::Forward => -1,
            Kind::Inverse => 1,
        };
        let (input, output) = (input as *mut c_void, output as *mut c_void);
        assert_eq!(call!(cufftXtExec(test.plan, input, output, direction)), SUCCESS);
    }
}

/// Every kind of transform with a layout, into other memory and in place.
fn check_all<T: Number>(sizes: &[usize]) {
    let batches = [1, 3];
    for (kind, direction) in
        [(Kind::Complex, -1), (Kind::Complex, 1), (Kind::Forward, -1), (Kind::Inverse, 1)]
    {
        for batch in batches {
            for in_place in [false, true] {
                let mut case =
                    Case { kind, sizes: sizes.to_vec(), batch, direction, layouts: None, in_place };
                case.check::<T>();
                if in_place && kind != Kind::Complex {
                    continue;
                }
                let (input, output) = (kind != Kind::Forward, kind != Kind::Inverse);
                let input = Layout::spread(&case.sizes_of(input), 1);
                let output = if in_place {
                    input.clone()
                } else {
                    Layout::spread(&case.sizes_of(output), 2)
                };
                case.layouts = Some([input, output]);
                case.check::<T>();
            }
        }
    }
}

/// Returns the sizes to test: a GPU's library takes a tenth of a second for each plan, of which there are 24 a size.
fn chosen<T: Copy>(sizes: &[T]) -> impl Iterator<Item = T> {
    let step = if crate::chosen().is_software() { 1 } else { 4 };
    sizes.iter().copied().step_by(step)
}

#[test]
fn transforms_of_one_dimension_are_their_sums() {
    for size in chosen(&[1, 2, 3, 4, 5, 7, 8, 12, 13, 16, 17, 30, 31, 64, 97, 100]) {
        check_all::<f32>(&[size]);
        check_all::<f64>(&[size]);
    }
}

#[test]
fn transforms_of_two_and_three_dimensions_are_their_sums() {
    for sizes in chosen(&[
        &[1, 1][..],
        &[2, 3],
        &[3, 2],
        &[4, 5],
        &[8, 7],
        &[1, 9],
        &[9, 1],
        &[2, 3, 4],
        &[3, 4, 5],
        &[5, 1, 2],
        &[4, 4, 4],
        &[1, 5, 3],
    ]) {
        check_all::<f32>(sizes);
        check_all::<f64>(sizes);
    }
}

#[test]
fn transforms_of_sixteen_bits_are_rounded_sums() {
    for sizes in chosen(&[&[8][..], &[1], &[2, 4], &[4, 2, 2], &[64]]) {
        check_all::<f16>(sizes);
        check_all::<bf16>(sizes);
    }
}

#[test]
fn large_transforms_come_back() {
    for (size, kind) in [
        (1 << 16, cufftType::CUFFT_C2C),
        (30_011, cufftType::CUFFT_C2C),
        (44_100, cufftType::CUFFT_C2C),
    ] {
        let test = TestPlan::line(size, kind, 2);
        let values: Vec<[f32; 2]> =
            (0..2 * size).map(|i| [(i % 101) as f32 - 50.0, (i % 17) as f32]).collect();
        let memory = test.stream.upload(&values).unwrap();
        let place = memory.as_raw() as *mut cufftComplex;
        for direction in [-1, 1] {
            let done = call!(cufftExecC2C(test.plan, place, place, direction));
            assert_eq!(done, SUCCESS);
        }
        for (found, value) in memory.to_vec().unwrap().iter().zip(&values) {
            for (found, value) in found.iter().zip(value) {
                let found = found / size as f32;
                assert!((found - value).abs() < 2e-3, "{size}: {found} {value}");
            }
        }
    }
}

#[test]
fn inverse_real_transforms_of_several_dimensions_overwrite_their_input() {
    for (sizes, is_kept) in [(vec![6], true), (vec![2, 3], false)] {
        let test = TestPlan::new();
        let mut work = 0;
        let kind = cufftType::CUFFT_C2R;
        let status = match *sizes {
            [x, y] => call!(cufftMakePlan2d(test.plan, x, y, kind, &raw mut work)),
            _ => call!(cufftMakePlan1d(test.plan, 6, kind, 1, &raw mut work)),
        };
        assert_eq!(status, SUCCESS);
        let values: Vec<[f32; 2]> = (1..=4).map(|i| [i as f32, 1.0]).collect();
        let input = test.stream.upload(&values).unwrap();
        let output = test.stream.alloc_zeroed::<f32>(6).unwrap();
        let done =
            call!(cufftExecC2R(test.plan, input.as_raw() as *mut _, output.as_raw() as *mut _));
        assert_eq!(done, SUCCESS);
        assert_eq!(input.to_vec().unwrap() == values, is_kept, "{sizes:?}");
    }
}
