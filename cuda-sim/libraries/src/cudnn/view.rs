//! Tensors in device memory, as kernels take them.

use cuda_libraries_sys::cudnn::cudnnDataType_t;
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Elements, Fault, NativeCall};

use super::{BAD_PARAM, NOT_SUPPORTED, Outcome};
use crate::dispatch::with_element;
use crate::element::{Element, Wide, size_of_data};

/// The most dimensions.
pub(super) const MOST: usize = 8;

/// A tensor as a kernel's parameter; with a rank of 0, none.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct View {
    pub address: u64,
    pub data: cudaDataType,
    pub rank: u32,
    pub dims: [i64; MOST],
    pub strides: [i64; MOST],
}

/// The factors of a result, and of what was there before.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(super) struct Blend {
    pub alpha: f64,
    pub beta: f64,
}

impl Blend {
    pub(super) const WRITE: Self = Self { alpha: 1.0, beta: 0.0 };
}

/// Returns the other libraries' name of a type.
pub(super) fn data_of(data: cudnnDataType_t) -> Outcome<cudaDataType> {
    use cudaDataType as C;
    use cudnnDataType_t as D;
    Ok(match data {
        D::CUDNN_DATA_FLOAT => C::CUDA_R_32F,
        D::CUDNN_DATA_DOUBLE => C::CUDA_R_64F,
        D::CUDNN_DATA_HALF => C::CUDA_R_16F,
        D::CUDNN_DATA_BFLOAT16 => C::CUDA_R_16BF,
        D::CUDNN_DATA_INT8 => C::CUDA_R_8I,
        D::CUDNN_DATA_UINT8 | D::CUDNN_DATA_BOOLEAN => C::CUDA_R_8U,
        D::CUDNN_DATA_INT32 => C::CUDA_R_32I,
        D::CUDNN_DATA_INT64 => C::CUDA_R_64I,
        _ => return Err(NOT_SUPPORTED),
    })
}

impl View {
    pub(super) const NONE: Self = Self {
        address: 0,
        data: cudaDataType::CUDA_R_32F,
        rank: 0,
        dims: [1; MOST],
        strides: [1; MOST],
    };

    pub(super) fn new(data: cudaDataType, dims: &[i64], strides: &[i64]) -> Outcome<Self> {
        let is_wrong = dims.is_empty()
            || dims.len() > MOST
            || dims.len() != strides.len()
            || dims.iter().any(|dim| *dim < 1)
            || strides.iter().any(|stride| *stride < 0);
        if is_wrong {
            return Err(BAD_PARAM);
        }
        let mut view = Self { data, rank: dims.len() as u32, ..Self::NONE };
        view.dims[..dims.len()].copy_from_slice(dims);
        view.strides[..dims.len()].copy_from_slice(strides);
        Ok(view)
    }

    pub(super) fn at(mut self, address: u64) -> Self {
        self.address = address;
        self
    }

    pub(super) fn rank(&self) -> usize {
        (self.rank as usize).min(MOST)
    }

    pub(super) fn shape(&self) -> &[i64] {
        &self.dims[..self.rank()]
    }

    pub(super) fn is_none(&self) -> bool {
        self.rank == 0
    }

    pub(super) fn is_double(&self) -> bool {
        self.data == cudaDataType::CUDA_R_64F
    }

    pub(super) fn len(&self) -> usize {
        self.shape().iter().product::<i64>().max(0) as usize
    }

    /// Returns the number of elements along a dimension, as a number of the host.
    pub(super) fn dim(&self, axis: usize) -> usize {
        self.dims.get(axis).map_or(1, |dim| (*dim).max(0) as usize)
    }

    /// Returns the product of the dimensions after the second.
    pub(super) fn spatial(&self) -> usize {
        (2..self.rank()).map(|axis| self.dim(axis)).product()
    }

    /// Calls `f` with the index and the place of each element, in the order of the shape.
    fn for_each(&self, mut f: impl FnMut(usize, i64)) {
        let rank = self.rank();
        let len = self.len();
        let mut at = [0_i64; MOST];
        let mut place = 0_i64;
        for index in 0..len {
            f(index, place);
            for axis in (0..rank).rev() {
                at[axis] += 1;
                place += self.strides[axis];
                if at[axis] < self.dims[axis] {
                    break;
                }
                place -= at[axis] * self.strides[axis];
                at[axis] = 0;
            }
        }
    }

    /// Checks that all elements may be read, or written.
    fn check(&self, call: &NativeCall<'_>, writes: bool) -> Result<(), Fault> {
        let size = size_of_data(self.data).ok_or_else(|| self.unknown(call))?;
        let mut axes: Vec<(u64, u64)> = (0..self.rank())
            .filter(|axis| self.dims[*axis] > 1)
            .map(|axis| (self.strides[axis].max(0) as u64, self.dim(axis) as u64))
            .collect();
        axes.sort_unstable();
        let mut len = 1;
        let mut rest = axes.into_iter().peekable();
        while let Some((_, dim)) = rest.next_if(|(stride, _)| *stride == len) {
            len *= dim;
        }
        let (stride, runs) = rest.next().unwrap_or((0, 1));
        let outer: Vec<(u64, u64)> = rest.collect();
        let count: u64 = outer.iter().map(|(_, dim)| dim).product();
        for index in 0..count {
            let (mut place, mut left) = (0_u64, index);
            for (stride, dim) in &outer {
                place = place.wrapping_add((left % dim).wrapping_mul(*stride));
                left /= dim;
            }
            let elements = Elements {
                address: self.address.wrapping_add(place.wrapping_mul(u64::from(size))),
                size,
                len,
                runs,
                stride,
            };
            if writes { call.write(elements).map(drop)? } else { call.read(elements).map(drop)? }
        }
        Ok(())
    }

    #[cold]
    fn unknown(&self, call: &NativeCall<'_>) -> Fault {
        call.trap(format_args!("elements of the type {:?} aren't supported", self.data))
    }

    /// Reads all elements, in the order of the shape.
    pub(super) fn load(&self, call: &NativeCall<'_>) -> Result<Vec<f64>, Fault> {
        self.check(call, false)?;
        let mut values = vec![0.0; self.len()];
        with_element!(call, self.data, E => {
            let start = self.address as *const E;
            // SAFETY: each element was just found readable and aligned.
            self.for_each(|index, place| unsafe {
                values[index] = start.wrapping_offset(place as isize).read().wide().re;
            });
            Ok(())
        })?;
        Ok(values)
    }

    /// Reads the elements of a tensor whose dimensions are those of `shape`, or 1, as often as `shape` has them.
    pub(super) fn load_as(&self, call: &NativeCall<'_>, shape: &[i64]) -> Result<Vec<f64>, Fault> {
        let mut spread = *self;
        spread.rank = shape.len() as u32;
        let offset = shape.len().saturating_sub(self.rank());
        for (axis, dim) in shape.iter().enumerate() {
            let own_axis = axis.checked_sub(offset);
            let is_one = own_axis.is_none_or(|own_axis| self.dims[own_axis] == 1);
            spread.dims[axis] = *dim;
            spread.strides[axis] = match own_axis {
                Some(own_axis) if !is_one => self.strides[own_axis],
                _ => 0,
            };
        }
        self.check(call, false)?;
        spread.load_unchecked(call)
    }

    fn load_unchecked(&self, call: &NativeCall<'_>) -> Result<Vec<f64>, Fault> {
        let mut values = vec![0.0; self.len()];
        with_element!(call, self.data, E => {
            let start = self.address as *const E;
            // SAFETY: the elements are those of a tensor that was just found readable and aligned.
            self.for_each(|index, place| unsafe {
                values[index] = start.wrapping_offset(place as isize).read().wide().re;
            });
            Ok(())
        })?;
        Ok(values)
    }

    /// Writes all elements, in the order of the shape.
    pub(super) fn store(
        &self,
        call: &NativeCall<'_>,
        blend: Blend,
        values: &[f64],
    ) -> Result<(), Fault> {
        if values.len() != self.len() {
            return Err(call.trap("the result has another number of elements"));
        }
        let before = if blend.beta == 0.0 { Vec::new() } else { self.load(call)? };
        self.check(call, true)?;
        with_element!(call, self.data, E => {
            let start = self.address as *mut E;
            self.for_each(|index, place| {
                let mut value =
                    if blend.alpha == 1.0 { values[index] } else { blend.alpha * values[index] };
                if let Some(before) = before.get(index) {
                    value += blend.beta * before;
                }
                // SAFETY: each element was just found writable and aligned.
                unsafe { start.wrapping_offset(place as isize).write(E::of_wide(Wide::new(value, 0.0))) };
            });
            Ok(())
        })
    }
}
