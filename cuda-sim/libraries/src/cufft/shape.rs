//! What a plan transforms: sizes, layouts in memory, and the type of numbers.

use core::ffi::c_int;

use cuda_libraries_sys::cufft::{cufftResult as Status, cufftType};
use cuda_libraries_sys::shared::cudaDataType;

/// The numbers in memory. Those of 16 bits are computed with 32.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number(pub u32);

impl Number {
    pub(crate) const F16: Self = Self(0);
    pub(crate) const BF16: Self = Self(1);
    pub(crate) const F32: Self = Self(2);
    pub(crate) const F64: Self = Self(3);

    /// Returns the size of a real one in bytes.
    pub(crate) fn size(self) -> u32 {
        match self {
            Self::F16 | Self::BF16 => 2,
            Self::F32 => 4,
            _ => 8,
        }
    }
}

/// What is transformed into what.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TransformKind(pub u32);

impl TransformKind {
    pub(crate) const COMPLEX: Self = Self(0);
    pub(crate) const REAL_TO_COMPLEX: Self = Self(1);
    pub(crate) const COMPLEX_TO_REAL: Self = Self(2);
}

/// Returns what a type of `cufftPlan1d` and the like means.
pub(crate) fn of_type(kind: cufftType) -> Result<(TransformKind, Number), Status> {
    Ok(match kind {
        cufftType::CUFFT_C2C => (TransformKind::COMPLEX, Number::F32),
        cufftType::CUFFT_R2C => (TransformKind::REAL_TO_COMPLEX, Number::F32),
        cufftType::CUFFT_C2R => (TransformKind::COMPLEX_TO_REAL, Number::F32),
        cufftType::CUFFT_Z2Z => (TransformKind::COMPLEX, Number::F64),
        cufftType::CUFFT_D2Z => (TransformKind::REAL_TO_COMPLEX, Number::F64),
        cufftType::CUFFT_Z2D => (TransformKind::COMPLEX_TO_REAL, Number::F64),
        _ => return Err(Status::CUFFT_INVALID_TYPE),
    })
}

/// Returns what the types of `cufftXtMakePlanMany` mean: of input, output and computation. The last may be real or complex.
pub(crate) fn of_types(types: [cudaDataType; 3]) -> Result<(TransformKind, Number), Status> {
    let [input, output, computation] = types.map(number);
    let (number, input) = input.ok_or(INVALID_TYPE)?;
    let (output_number, output) = output.ok_or(INVALID_TYPE)?;
    let (computed, _) = computation.ok_or(INVALID_TYPE)?;
    if number != output_number || number != computed {
        return Err(INVALID_TYPE);
    }
    let kind = match (input, output) {
        (true, true) => TransformKind::COMPLEX,
        (false, true) => TransformKind::REAL_TO_COMPLEX,
        (true, false) => TransformKind::COMPLEX_TO_REAL,
        (false, false) => return Err(INVALID_TYPE),
    };
    Ok((kind, number))
}

const INVALID_TYPE: Status = Status::CUFFT_INVALID_TYPE;

/// Returns a type's number, and whether it is complex.
fn number(data: cudaDataType) -> Option<(Number, bool)> {
    Some(match data {
        cudaDataType::CUDA_R_16F => (Number::F16, false),
        cudaDataType::CUDA_C_16F => (Number::F16, true),
        cudaDataType::CUDA_R_16BF => (Number::BF16, false),
        cudaDataType::CUDA_C_16BF => (Number::BF16, true),
        cudaDataType::CUDA_R_32F => (Number::F32, false),
        cudaDataType::CUDA_C_32F => (Number::F32, true),
        cudaDataType::CUDA_R_64F => (Number::F64, false),
        cudaDataType::CUDA_C_64F => (Number::F64, true),
        _ => return None,
    })
}

/// Where numbers are: that of a batch at `(x, y, z)` is at `batch * distance + ((x * rows + y) * columns + z) * stride`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub rows: u64,
    pub columns: u64,
    pub stride: u64,
    pub distance: u64,
}

impl Layout {
    /// All numbers of all batches, one after the other.
    fn packed([planes, rows, columns]: [u64; 3]) -> Self {
        Self { rows, columns, stride: 1, distance: planes.wrapping_mul(rows).wrapping_mul(columns) }
    }

    /// Returns the place of the first number of a row.
    pub(crate) fn row(&self, batch: u64, plane: u64, row: u64) -> u64 {
        let row = plane.wrapping_mul(self.rows).wrapping_add(row);
        let inner = row.wrapping_mul(self.columns).wrapping_mul(self.stride);
        batch.wrapping_mul(self.distance).wrapping_add(inner)
    }
}

/// What a plan transforms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub kind: TransformKind,
    pub number: Number,
    /// How many of `sizes` a program gave: the last ones.
    pub rank: usize,
    pub sizes: [u64; 3],
    pub batch: u64,
    /// Those that a program gave, of input and output; without them, numbers are packed.
    pub layouts: Option<[Layout; 2]>,
}

/// A layout that a program gives: the sizes of the array that contains the numbers, or null, the stride and the distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayoutArguments<N> {
    pub embed: *const N,
    pub stride: N,
    pub distance: N,
}

impl Shape {
    /// One that is packed.
    pub(crate) fn packed(
        sizes: &[c_int],
        (kind, number): (TransformKind, Number),
        batch: c_int,
    ) -> Result<Self, Status> {
        let mut shape = Self {
            kind,
            number,
            rank: sizes.len(),
            sizes: [1; 3],
            batch: u64::try_from(batch).map_err(|_| INVALID_SIZE)?,
            layouts: None,
        };
        for (place, size) in shape.sizes[3 - sizes.len()..].iter_mut().zip(sizes) {
            *place = u64::try_from(*size).map_err(|_| INVALID_SIZE)?;
        }
        shape.checked()
    }

    /// One with layouts, unless both lack the sizes of the array.
    ///
    /// # Safety
    /// `sizes` and those of the layouts that aren't null are readable for `rank` numbers.
    pub(crate) unsafe fn many<N: Copy + Into<i64>>(
        rank: c_int,
        sizes: *const N,
        requested: [LayoutArguments<N>; 2],
        (kind, number): (TransformKind, Number),
        batch: N,
    ) -> Result<Self, Status> {
        let rank = match usize::try_from(rank) {
            Ok(rank @ 1..=3) if !sizes.is_null() => rank,
            _ => return Err(INVALID_VALUE),
        };
        let last = |from: *const N| -> Result<[u64; 3], Status> {
            let mut all = [1; 3];
            for (index, place) in all[3 - rank..].iter_mut().enumerate() {
                // SAFETY: the caller guarantees so many.
                let size: i64 = unsafe { from.add(index).read() }.into();
                *place = u64::try_from(size).map_err(|_| INVALID_SIZE)?;
            }
            Ok(all)
        };
        let layout = |requested: LayoutArguments<N>| {
            let [stride, distance] = [requested.stride, requested.distance].map(|number| {
                let positive = u64::try_from(number.into()).ok().filter(|number| *number > 0);
                positive.ok_or(INVALID_VALUE)
            });
            let [_, rows, columns] = last(requested.embed)?;
            Ok(Layout { rows, columns, stride: stride?, distance: distance? })
        };
        let batch: i64 = batch.into();
        let [input, output] = requested;
        let layouts = match [input, output].map(|side| side.embed.is_null()) {
            [true, true] => None,
            [false, false] => Some([layout(input)?, layout(output)?]),
            _ => return Err(INVALID_VALUE),
        };
        let shape = Self {
            kind,
            number,
            rank,
            sizes: last(sizes)?,
            batch: u64::try_from(batch).map_err(|_| INVALID_SIZE)?,
            layouts,
        };
        shape.checked()
    }

    /// Refuses sizes that the library refuses. It takes a 0 for any but the first, and transforms nothing then.
    fn checked(self) -> Result<Self, Status> {
        if self.batch == 0 || self.sizes[3 - self.rank] == 0 {
            return Err(INVALID_SIZE);
        }
        let is_half = self.number.size() == 2;
        if is_half && self.sizes.iter().any(|size| !size.is_power_of_two()) {
            return Err(Status::CUFFT_NOT_SUPPORTED);
        }
        // What no memory could hold.
        match self.numbers() {
            Some(_) => Ok(self),
            None => Err(INVALID_SIZE),
        }
    }

    /// Returns how many complex numbers all batches have, with those of real ones that are stored.
    fn numbers(&self) -> Option<u64> {
        let [planes, rows, _] = self.sizes;
        let all = [planes, rows, self.stored(), self.batch];
        let count = all.into_iter().try_fold(1_u64, u64::checked_mul)?;
        let bytes = count.checked_mul(16)?;
        (bytes < 1 << 48).then_some(count)
    }

    /// Returns how many complex numbers a row has: of those of real ones, the second half follows from the first.
    pub(crate) fn stored(&self) -> u64 {
        match self.kind {
            TransformKind::COMPLEX => self.sizes[2],
            _ => self.sizes[2] / 2 + 1,
        }
    }

    /// Returns the layouts of a transform. Without those of a program, real numbers have room for their complex ones if
    /// both have the same memory.
    pub(crate) fn layouts(&self, is_in_place: bool) -> [Layout; 2] {
        if let Some(layouts) = self.layouts {
            return layouts;
        }
        let [planes, rows, columns] = self.sizes;
        let complex = Layout::packed([planes, rows, self.stored()]);
        let real = if is_in_place {
            Layout::packed([planes, rows, 2 * self.stored()])
        } else {
            Layout::packed([planes, rows, columns])
        };
        match self.kind {
            TransformKind::REAL_TO_COMPLEX => [real, complex],
            TransformKind::COMPLEX_TO_REAL => [complex, real],
            _ => [complex; 2],
        }
    }

    /// Returns the size of the work area, in bytes. As for NVIDIA's, none is needed for sizes that one kernel transforms,
    /// and otherwise as much as the complex numbers have.
    pub(crate) fn work(&self) -> usize {
        let needs_none = |size: &u64| {
            let mut rest = *size;
            for prime in [2, 3, 5, 7, 11, 13] {
                while rest > 0 && rest.is_multiple_of(prime) {
                    rest /= prime;
                }
            }
            rest <= 1 && *size < 1 << 18
        };
        let numbers = self.numbers().unwrap_or(0);
        if self.sizes.iter().all(needs_none) {
            0
        } else {
            // `checked` limits it.
            (numbers * 2 * u64::from(self.number.size())) as usize
        }
    }
}

const INVALID_SIZE: Status = Status::CUFFT_INVALID_SIZE;
const INVALID_VALUE: Status = Status::CUFFT_INVALID_VALUE;
