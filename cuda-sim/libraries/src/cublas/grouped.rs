//! Products of matrices in groups, each with its own sizes and factors.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::arguments::{Value, any, check, rows};
use super::context::{Context, NOT_SUPPORTED, Outcome, status};
use super::gemm::{Gemm, Types, same_types, types};
use crate::element::{data_of, size_of_data};
use crate::matrix::Matrix;

/// The groups of a product: arrays in host memory, with an element for each.
struct Groups<'a, I> {
    operations: [*const cublasOperation_t; 2],
    sizes: [*const I; 3],
    leading: [*const I; 3],
    factors: [*const c_void; 2],
    /// The arrays of addresses, of all groups one after the other.
    arrays: [u64; 3],
    data: [cudaDataType; 3],
    lens: *const I,
    count: i64,
    types: &'a Types,
}

impl<I: Copy + Into<i64>> Groups<'_, I> {
    /// Submits a product for each group.
    ///
    /// # Safety
    /// Each array has an element for each group.
    unsafe fn submit(&self, handle: cublasHandle_t) -> Outcome {
        Context::of(handle)?;
        check(self.count >= 0)?;
        let nulls = self.sizes.iter().chain(&self.leading).chain([&self.lens]);
        let are_given = nulls.copied().all(|array| !array.is_null())
            && self.operations.iter().all(|array| !array.is_null())
            && self.factors.iter().all(|array| !array.is_null());
        check(are_given || self.count == 0)?;
        let Some(factor) = size_of_data(self.types.factor) else {
            return Err(NOT_SUPPORTED);
        };
        let mut groups = Vec::new();
        let mut before = 0_u64;
        for index in 0..self.count as usize {
            // SAFETY: the caller guarantees an element for each group.
            let number = |array: *const I| -> i64 { unsafe { *array.add(index) }.into() };
            let factor = |array: *const c_void| {
                let place = array.wrapping_byte_add(index.wrapping_mul(factor as usize));
                // SAFETY: the same.
                unsafe { Value::new(place, self.types.factor) }
            };
            let place = |side: usize| {
                let address = self.arrays[side].wrapping_add(before.wrapping_mul(8));
                Matrix::new(address, self.data[side], number(self.leading[side])).array()
            };
            let gemm = Gemm {
                // SAFETY: the same.
                operations: self.operations.map(|array| unsafe { *array.add(index) }),
                sizes: self.sizes.map(number),
                alpha: factor(self.factors[0]),
                a: place(0),
                b: place(1),
                beta: factor(self.factors[1]),
                c: place(2),
                len: number(self.lens),
                types: *self.types,
            };
            gemm.check()?;
            before = before.wrapping_add(gemm.len as u64);
            groups.push(gemm);
        }
        groups.iter().try_for_each(|gemm| gemm.submit(handle))
    }
}

rows! {
    (handle, transa_array, transb_array, m_array, n_array, k_array, alpha_array, Aarray, lda_array, Barray,
    ldb_array, beta_array, Carray, ldc_array, group_count, group_size) => {
        let groups = Groups {
            operations: [transa_array, transb_array],
            sizes: [m_array, n_array, k_array],
            leading: [lda_array, ldb_array, ldc_array],
            factors: [any(alpha_array), any(beta_array)],
            arrays: [Aarray as u64, Barray as u64, Carray as u64],
            data: [data_of(alpha_array); 3],
            lens: group_size,
            count: group_count.into(),
            types: &same_types(alpha_array),
        };
        status(groups.submit(handle))
    };
    cublasSgemmGroupedBatched cublasSgemmGroupedBatched_64 cublasDgemmGroupedBatched
    cublasDgemmGroupedBatched_64
}

rows! {
    (handle, transa_array, transb_array, m_array, n_array, k_array, alpha_array, Aarray, Atype, lda_array,
    Barray, Btype, ldb_array, beta_array, Carray, Ctype, ldc_array, group_count, group_size, computeType) => {
        let Some(types) = types(computeType, Atype, Btype, Ctype) else {
            return status(Context::of(handle).and(Err(NOT_SUPPORTED)));
        };
        let groups = Groups {
            operations: [transa_array, transb_array],
            sizes: [m_array, n_array, k_array],
            leading: [lda_array, ldb_array, ldc_array],
            factors: [alpha_array, beta_array],
            arrays: [Aarray as u64, Barray as u64, Carray as u64],
            data: [Atype, Btype, Ctype],
            lens: group_size,
            count: group_count.into(),
            types: &types,
        };
        status(groups.submit(handle))
    };
    cublasGemmGroupedBatchedEx cublasGemmGroupedBatchedEx_64
}
