//! The kernel: transforms each batch, in memory of the host.

use cuda_sim::{Elements, Fault, NativeCall};
use half::{bf16, f16};
use num_complex::Complex;
use parking_lot::Mutex;
use rustfft::{FftDirection, FftNum, FftPlanner};

use super::shape::{Layout, Number, TransformKind};
use crate::operation::Operation;

/// Transforms numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transform {
    pub kind: TransformKind,
    pub number: Number,
    pub is_inverse: u32,
    /// Whether the input is left as the transforms of all dimensions but the last made it.
    pub overwrites: u32,
    pub sizes: [u64; 3],
    pub batch: u64,
    pub input: u64,
    pub output: u64,
    pub from: Layout,
    pub to: Layout,
    pub work: u64,
    pub work_bytes: u64,
}

// SAFETY: it consists of integers and open enumerations, so any bytes are one.
unsafe impl Operation for Transform {
    const NAME: &'static str = "cufft::transform";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        // A GPU's kernels write to it.
        call.write(Elements::new(self.work, 8, self.work_bytes / 8))?;
        match self.number {
            Number::F16 => self.transform::<f32, f16>(call),
            Number::BF16 => self.transform::<f32, bf16>(call),
            Number::F32 => self.transform::<f32, f32>(call),
            Number::F64 => self.transform::<f64, f64>(call),
            Number(other) => Err(call.trap(format_args!("no type of numbers: {other}"))),
        }
    }
}

/// A type of the computation.
trait Float: FftNum {
    /// The transforms that were made before, which know the sizes' factors and roots.
    fn planner() -> &'static Mutex<Option<FftPlanner<Self>>>;
}

impl Float for f32 {
    fn planner() -> &'static Mutex<Option<FftPlanner<Self>>> {
        static PLANNER: Mutex<Option<FftPlanner<f32>>> = Mutex::new(None);
        &PLANNER
    }
}

impl Float for f64 {
    fn planner() -> &'static Mutex<Option<FftPlanner<Self>>> {
        static PLANNER: Mutex<Option<FftPlanner<f64>>> = Mutex::new(None);
        &PLANNER
    }
}

/// A type in memory of numbers that are computed as `T`.
trait StoredNumber<T>: Copy {
    fn load(self) -> T;
    fn store(value: T) -> Self;
}

impl StoredNumber<f32> for f16 {
    fn load(self) -> f32 {
        self.to_f32()
    }

    fn store(value: f32) -> Self {
        f16::from_f32(value)
    }
}

impl StoredNumber<f32> for bf16 {
    fn load(self) -> f32 {
        self.to_f32()
    }

    fn store(value: f32) -> Self {
        bf16::from_f32(value)
    }
}

impl StoredNumber<f32> for f32 {
    fn load(self) -> f32 {
        self
    }

    fn store(value: f32) -> Self {
        value
    }
}

impl StoredNumber<f64> for f64 {
    fn load(self) -> f64 {
        self
    }

    fn store(value: f64) -> Self {
        value
    }
}

/// The most complex numbers of a batch, 2^40, which no host has: those of a plan are fewer.
const MOST: u64 = 1 << 40;

impl Transform {
    fn transform<T: Float, S: StoredNumber<T>>(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let [planes, rows, columns] = self.sizes;
        if self.sizes.contains(&0) {
            return Ok(());
        }
        let stored = match self.kind {
            TransformKind::COMPLEX => columns,
            _ => columns / 2 + 1,
        };
        let numbers =
            planes.checked_mul(rows).and_then(|lines| lines.checked_mul(columns.max(stored)));
        if numbers.is_none_or(|numbers| numbers > MOST) {
            return Err(call.trap(format_args!("sizes of {planes}, {rows} and {columns}")));
        }
        let direction = match self.is_inverse {
            0 => FftDirection::Forward,
            _ => FftDirection::Inverse,
        };
        let sizes = [planes as usize, rows as usize];
        let (columns, stored) = (columns as usize, stored as usize);
        let lines = sizes[0] * sizes[1];
        let mut complex: Vec<Complex<T>> = Vec::new();
        let mut real: Vec<Complex<T>> = Vec::new();
        for batch in 0..self.batch {
            complex.clear();
            real.clear();
            let has_room = complex.try_reserve_exact(lines * stored).is_ok()
                && (self.kind == TransformKind::COMPLEX
                    || real.try_reserve_exact(lines * columns).is_ok());
            if !has_room {
                return Err(call.trap(format_args!("{numbers:?} numbers need more memory")));
            }
            match self.kind {
                TransformKind::REAL_TO_COMPLEX => {
                    self.load::<T, S>(call, batch, columns, false, &mut real)?;
                    along_rows(&mut real, columns, direction);
                    for row in real.chunks_exact(columns) {
                        complex.extend_from_slice(&row[..stored]);
                    }
                    along_others(&mut complex, sizes, stored, direction);
                    self.store::<T, S>(call, self.output, self.to, batch, stored, true, &complex)?;
                }
                TransformKind::COMPLEX_TO_REAL => {
                    self.load::<T, S>(call, batch, stored, true, &mut complex)?;
                    along_others(&mut complex, sizes, stored, direction);
                    if self.overwrites != 0 && self.input != self.output {
                        self.store::<T, S>(
                            call, self.input, self.from, batch, stored, true, &complex,
                        )?;
                    }
                    for row in complex.chunks_exact(stored) {
                        real.extend_from_slice(row);
                        // The others are the conjugates of these.
                        let others = (stored..columns).map(|at| row[columns - at].conj());
                        real.extend(others);
                    }
                    along_rows(&mut real, columns, direction);
                    self.store::<T, S>(call, self.output, self.to, batch, columns, false, &real)?;
                }
                TransformKind::COMPLEX => {
                    self.load::<T, S>(call, batch, stored, true, &mut complex)?;
                    along_rows(&mut complex, columns, direction);
                    along_others(&mut complex, sizes, stored, direction);
                    self.store::<T, S>(call, self.output, self.to, batch, stored, true, &complex)?;
                }
                TransformKind(other) => {
                    return Err(call.trap(format_args!("no transform: {other}")));
                }
            }
        }
        Ok(())
    }

    /// Returns the elements of a row of a batch.
    fn row(&self, start: u64, layout: &Layout, place: [u64; 3], len: usize, size: u32) -> Elements {
        let [batch, plane, row] = place;
        let first = layout.row(batch, plane, row).wrapping_mul(size.into());
        let address = start.wrapping_add(first);
        match layout.stride {
            1 => Elements::new(address, size, len as u64),
            stride => Elements { address, size, len: 1, runs: len as u64, stride },
        }
    }

    fn load<T: Float, S: StoredNumber<T>>(
        &self,
        call: &NativeCall<'_>,
        batch: u64,
        len: usize,
        is_complex: bool,
        to: &mut Vec<Complex<T>>,
    ) -> Result<(), Fault> {
        let size = self.number.size() << u32::from(is_complex);
        for (plane, row) in lines(self.sizes) {
            let elements = self.row(self.input, &self.from, [batch, plane, row], len, size);
            let place = call.read(elements)?;
            let stride = self.from.stride as usize;
            for at in 0..len {
                // SAFETY: the element was just found readable, and aligned.
                let value = unsafe {
                    if is_complex {
                        let Complex { re, im } = place.cast::<Complex<S>>().add(at * stride).read();
                        Complex::new(re.load(), im.load())
                    } else {
                        let re = place.cast::<S>().add(at * stride).read();
                        Complex::new(re.load(), T::zero())
                    }
                };
                to.push(value);
            }
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn store<T: Float, S: StoredNumber<T>>(
        &self,
        call: &NativeCall<'_>,
        start: u64,
        layout: Layout,
        batch: u64,
        len: usize,
        is_complex: bool,
        from: &[Complex<T>],
    ) -> Result<(), Fault> {
        let size = self.number.size() << u32::from(is_complex);
        for ((plane, row), values) in lines(self.sizes).zip(from.chunks_exact(len)) {
            let place = call.write(self.row(start, &layout, [batch, plane, row], len, size))?;
            let stride = layout.stride as usize;
            for (at, value) in values.iter().enumerate() {
                // SAFETY: the element was just found writable, and aligned.
                unsafe {
                    if is_complex {
                        let value = Complex::new(S::store(value.re), S::store(value.im));
                        place.cast::<Complex<S>>().add(at * stride).write(value);
                    } else {
                        place.cast::<S>().add(at * stride).write(S::store(value.re))
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns the planes and rows, in the order of memory.
fn lines([planes, rows, _]: [u64; 3]) -> impl Iterator<Item = (u64, u64)> {
    (0..planes).flat_map(move |plane| (0..rows).map(move |row| (plane, row)))
}

/// Transforms each run of `len` numbers.
fn along_rows<T: Float>(all: &mut [Complex<T>], len: usize, direction: FftDirection) {
    if len > 1 {
        let fft = {
            let mut planner = T::planner().lock();
            let planner = planner.get_or_insert_with(FftPlanner::new);
            planner.plan_fft(len, direction)
        };
        fft.process(all);
    }
}

/// Transforms along the planes' and the rows' numbers, which are `columns` apart, or a plane.
fn along_others<T: Float>(
    all: &mut [Complex<T>],
    [planes, rows]: [usize; 2],
    columns: usize,
    direction: FftDirection,
) {
    for plane in all.chunks_exact_mut(rows * columns) {
        along_columns(plane, columns, rows, direction);
    }
    along_columns(all, rows * columns, planes, direction);
}

/// Transforms the columns of a matrix of `height` rows.
fn along_columns<T: Float>(
    all: &mut [Complex<T>],
    width: usize,
    height: usize,
    direction: FftDirection,
) {
    if height < 2 {
        return;
    }
    let mut turned = Vec::with_capacity(all.len());
    turned.extend((0..width).flat_map(|column| {
        let all = &all;
        (0..height).map(move |row| all[row * width + column])
    }));
    along_rows(&mut turned, height, direction);
    for (column, numbers) in turned.chunks_exact(height).enumerate() {
        for (row, number) in numbers.iter().enumerate() {
            all[row * width + column] = *number;
        }
    }
}
