//! The kernel: does a task with sparse matrices, in memory of the host.

use cuda_libraries_sys::cublas::cublasOperation_t;
use cuda_libraries_sys::cusparse::{cusparseFormat_t, cusparseIndexType_t};
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Elements, Fault, NativeCall};

use crate::cublas::product::size;
use crate::dense::{Dense, is_transposed};
use crate::element::{Scalar, Wide};
use crate::matrix::Matrix;
use crate::operation::Operation;

/// What is done.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Task(u32);

impl Task {
    /// `c = alpha * a * x + beta * c`.
    pub const MULTIPLY: Self = Self(0);
    /// The same of dense `x` and `y` at the places of `a`.
    pub const SAMPLE: Self = Self(1);
    /// `y` becomes the solution of `a * y = alpha * x`.
    pub const SOLVE: Self = Self(2);
    /// `y` becomes `a`.
    pub const TO_DENSE: Self = Self(3);
    /// The number of elements of `x` that aren't 0.
    pub const COUNT: Self = Self(4);
    /// `a` becomes these.
    pub const TO_SPARSE: Self = Self(5);
    /// The number of places of `a * b`.
    pub const COUNT_PRODUCT: Self = Self(6);
    /// `c` becomes these.
    pub const PLACE_PRODUCT: Self = Self(7);
    /// The values of `c` become those of `alpha * a * b + beta * c`.
    pub const PRODUCT: Self = Self(8);
    /// `c` becomes `a`, by columns.
    pub const CONVERT: Self = Self(9);
    /// The offsets of `c` become those of `a`, of CSR or COO.
    pub const ROWS: Self = Self(10);
}

/// A sparse matrix as a kernel's parameter.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(super) struct SparseStorage {
    pub format: cusparseFormat_t,
    pub base: u32,
    /// The types of offsets and indices.
    pub types: [cudaDataType; 2],
    pub data: cudaDataType,
    /// Whether the upper triangle counts, the diagonal is 1, and either was said.
    pub flags: [u32; 3],
    pub rows: i64,
    pub columns: i64,
    pub nnz: i64,
    pub block: i64,
    pub offsets: u64,
    pub indices: u64,
    pub values: u64,
}

/// Row, column, and place of a value.
type Entry = (usize, usize, usize);

fn sum<S: Scalar>(terms: impl Iterator<Item = S>) -> S {
    let mut sum = S::default();
    terms.for_each(|term| sum += term);
    sum
}

/// Returns the type of indices as that of numbers.
pub(super) fn of_index(ty: cusparseIndexType_t) -> cudaDataType {
    match ty {
        cusparseIndexType_t::CUSPARSE_INDEX_64I => cudaDataType::CUDA_R_64I,
        _ => cudaDataType::CUDA_R_32I,
    }
}

impl SparseStorage {
    pub(super) const NONE: Self = Self {
        format: cusparseFormat_t::CUSPARSE_FORMAT_CSR,
        base: 0,
        types: [cudaDataType::CUDA_R_32I; 2],
        data: cudaDataType::CUDA_R_32F,
        flags: [0; 3],
        rows: 0,
        columns: 0,
        nnz: 0,
        block: 1,
        offsets: 0,
        indices: 0,
        values: 0,
    };

    fn is_by_columns(&self) -> bool {
        self.format == cusparseFormat_t::CUSPARSE_FORMAT_CSC
    }

    fn is_coo(&self) -> bool {
        self.format == cusparseFormat_t::CUSPARSE_FORMAT_COO
    }

    /// Returns the number of rows, columns or blocks that offsets are of.
    fn majors(&self) -> i64 {
        if self.is_by_columns() { self.columns } else { self.rows / self.block.max(1) }
    }

    fn numbers(
        call: &NativeCall<'_>,
        address: u64,
        data: cudaDataType,
        len: i64,
    ) -> Result<Vec<i64>, Fault> {
        let vector = Matrix::vector(address, data, len, 1);
        let all: Dense<f64> = vector.load(call, 0, size(call, len)?, 1)?;
        Ok(all.elements.into_iter().map(|element| element as i64).collect())
    }

    /// Returns the values.
    fn values<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<Vec<S>, Fault> {
        let len = self.nnz * self.block * self.block;
        let vector = Matrix::vector(self.values, self.data, len, 1);
        Ok(vector.load::<S>(call, 0, size(call, len)?, 1)?.elements)
    }

    /// Returns where the values are. Those outside of the matrix are faults, as what a GPU reads or writes there may be.
    fn entries(&self, call: &NativeCall<'_>) -> Result<Vec<Entry>, Fault> {
        let indices = Self::numbers(call, self.indices, self.types[1], self.nnz)?;
        let base = i64::from(self.base);
        let len = if self.is_coo() { self.nnz } else { self.majors() + 1 };
        let offsets = Self::numbers(call, self.offsets, self.types[0], len)?;
        let mut pairs = Vec::new();
        if self.is_coo() {
            pairs = offsets
                .into_iter()
                .zip(indices)
                .enumerate()
                .map(|(at, pair)| (pair.0, pair.1, at))
                .collect();
        } else {
            for (major, ends) in offsets.windows(2).enumerate() {
                for at in ends[0] - base..ends[1] - base {
                    let index = usize::try_from(at).ok().and_then(|at| indices.get(at));
                    let Some(index) = index else {
                        return Err(call.trap(format_args!("offset {at} of {} indices", self.nnz)));
                    };
                    let major = major as i64 + base;
                    let pair = if self.is_by_columns() { (*index, major) } else { (major, *index) };
                    pairs.push((pair.0, pair.1, at as usize));
                }
            }
        }
        let block = size(call, self.block)?;
        let mut entries = Vec::with_capacity(pairs.len() * block * block);
        for (row, column, at) in pairs {
            let (row, column) = (row - base, column - base);
            let sizes = (self.rows / self.block, self.columns / self.block);
            if !(0..sizes.0).contains(&row) || !(0..sizes.1).contains(&column) {
                let (rows, columns) = sizes;
                return Err(
                    call.trap(format_args!("row {row}, column {column} of {rows} × {columns}"))
                );
            }
            for place in 0..block * block {
                let (down, right) = (place / block, place % block);
                entries.push((
                    row as usize * block + down,
                    column as usize * block + right,
                    at * block * block + place,
                ));
            }
        }
        Ok(entries)
    }

    fn put(
        call: &NativeCall<'_>,
        address: u64,
        data: cudaDataType,
        all: &[i64],
    ) -> Result<(), Fault> {
        let vector = Matrix::vector(address, data, all.len() as i64, 1);
        vector.store::<f64>(call, 0, [all.len(), 1], false, |row, _, _| all[row] as f64)
    }

    fn put_values<S: Scalar>(&self, call: &NativeCall<'_>, all: &[S]) -> Result<(), Fault> {
        let vector = Matrix::vector(self.values, self.data, all.len() as i64, 1);
        vector.store::<S>(call, 0, [all.len(), 1], false, |row, _, _| all[row])
    }

    /// Stores entries and values in the order of the format.
    fn fill<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        mut all: Vec<(usize, usize, S)>,
    ) -> Result<(), Fault> {
        let key = |entry: &(usize, usize, S)| {
            if self.is_by_columns() { (entry.1, entry.0) } else { (entry.0, entry.1) }
        };
        all.sort_by_key(key);
        let base = i64::from(self.base);
        let offsets: Vec<i64> = if self.is_coo() {
            all.iter().map(|entry| entry.0 as i64 + base).collect()
        } else {
            (0..=size(call, self.majors())?)
                .map(|major| all.partition_point(|value| key(value).0 < major) as i64 + base)
                .collect()
        };
        let indices: Vec<i64> = all.iter().map(|value| key(value).1 as i64 + base).collect();
        Self::put(call, self.offsets, self.types[0], &offsets)?;
        Self::put(call, self.indices, self.types[1], &indices)?;
        match self.values {
            0 => Ok(()),
            _ => self.put_values(call, &all.iter().map(|entry| entry.2).collect::<Vec<_>>()),
        }
    }
}

/// A task. What isn't there has the address 0.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(super) struct Job {
    pub task: Task,
    /// Of the sparse matrix.
    pub operation: cublasOperation_t,
    pub factors: [[f64; 2]; 2],
    pub a: SparseStorage,
    pub b: SparseStorage,
    pub c: SparseStorage,
    pub x: Matrix,
    pub y: Matrix,
    pub columns: i64,
    pub work: u64,
    /// Where a number is written.
    pub result: u64,
}

// SAFETY: it consists of numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Job {
    const NAME: &'static str = "cusparse::job";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        if self.work != 0 {
            // A GPU's kernels write to it.
            call.write(Elements::new(self.work, 8, super::WORK as u64 / 8))?;
        }
        // Real numbers are computed with as such: beside the 0 of a complex one, what isn't finite is NaN.
        match self.a.data {
            cudaDataType::CUDA_C_32F | cudaDataType::CUDA_C_64F => self.compute::<Wide>(call),
            _ => self.compute::<f64>(call),
        }
    }
}

impl Job {
    fn compute<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let count = |len: usize| {
            SparseStorage::put(call, self.result, cudaDataType::CUDA_R_64I, &[len as i64])
        };
        match self.task {
            Task::MULTIPLY => self.multiply::<S>(call),
            Task::SAMPLE => self.sample::<S>(call),
            Task::SOLVE => self.solve::<S>(call),
            Task::TO_DENSE => {
                let (rows, columns) = (size(call, self.a.rows)?, size(call, self.a.columns)?);
                let mut all: Dense<S> = Dense::new(call, rows, columns)?;
                let values = self.a.values(call)?;
                for (row, column, at) in self.a.entries(call)? {
                    all.set(row, column, values[at]);
                }
                self.y.store::<S>(call, 0, [rows, columns], false, |row, column, _| {
                    all.get(row, column)
                })
            }
            Task::COUNT => count(self.filled::<S>(call)?.len()),
            Task::TO_SPARSE => self.a.fill(call, self.filled::<S>(call)?),
            Task::COUNT_PRODUCT => count(self.product::<S>(call)?.len()),
            Task::PLACE_PRODUCT => {
                SparseStorage { values: 0, ..self.c }.fill(call, self.product::<S>(call)?)
            }
            Task::PRODUCT => {
                let [alpha, beta] = self.factors::<S>();
                let sums = self.product::<S>(call)?;
                let old = if beta == S::default() { Vec::new() } else { self.c.values(call)? };
                let mut values = vec![S::default(); size(call, self.c.nnz)?];
                for (row, column, at) in self.c.entries(call)? {
                    let found = sums.binary_search_by_key(&(row, column), |sum| (sum.0, sum.1));
                    let sum = found.map_or(S::default(), |place| sums[place].2);
                    let sum = alpha * sum;
                    values[at] = old.get(at).map_or(sum, |old| sum + beta * *old);
                }
                self.c.put_values(call, &values)
            }
            Task::CONVERT => {
                let values: Vec<S> = self.a.values(call)?;
                let entries = self.a.entries(call)?;
                self.c.fill(
                    call,
                    entries.into_iter().map(|entry| (entry.0, entry.1, values[entry.2])).collect(),
                )
            }
            Task::ROWS => {
                let len = if self.a.is_coo() { self.a.nnz } else { self.a.rows + 1 };
                let base = i64::from(self.a.base);
                let from = SparseStorage::numbers(call, self.a.offsets, self.a.types[0], len)?;
                let all: Vec<i64> = if self.a.is_coo() {
                    (0..=self.a.rows)
                        .map(|row| {
                            from.partition_point(|offset| *offset < row + base) as i64 + base
                        })
                        .collect()
                } else {
                    (0..self.a.nnz)
                        .map(|at| {
                            from.partition_point(|offset| *offset <= at + base) as i64 - 1 + base
                        })
                        .collect()
                };
                SparseStorage::put(call, self.c.offsets, self.c.types[0], &all)
            }
            other => Err(call.trap(format_args!("an unknown {other:?}"))),
        }
    }

    pub(super) fn new(task: Task) -> Self {
        let (none, operation) = (SparseStorage::NONE, cublasOperation_t::CUBLAS_OP_N);
        let dense = Matrix::new(0, cudaDataType::CUDA_R_32I, 1);
        let (a, b, c, x, y) = (none, none, none, dense, dense);
        Self {
            task,
            operation,
            factors: [[0.0; 2]; 2],
            a,
            b,
            c,
            x,
            y,
            columns: 1,
            work: 0,
            result: 0,
        }
    }

    fn factors<S: Scalar>(&self) -> [S; 2] {
        self.factors.map(|[re, im]| S::of_wide(Wide::new(re, im)))
    }

    /// Returns what the operation makes of an entry.
    fn operated(&self, (row, column, at): Entry) -> Entry {
        if is_transposed(self.operation) { (column, row, at) } else { (row, column, at) }
    }

    fn conj<S: Scalar>(&self, value: S) -> S {
        if self.operation == cublasOperation_t::CUBLAS_OP_C { value.conj() } else { value }
    }

    /// Returns the rows and columns of what the operation makes of `a`.
    fn shape(&self, call: &NativeCall<'_>) -> Result<(usize, usize), Fault> {
        let (row, column, _) =
            self.operated((size(call, self.a.rows)?, size(call, self.a.columns)?, 0));
        Ok((row, column))
    }

    fn multiply<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let ((rows, inner), columns) = (self.shape(call)?, size(call, self.columns)?);
        let x: Dense<S> = self.x.load(call, 0, inner, columns)?;
        let mut sums: Dense<S> = Dense::new(call, rows, columns)?;
        let values: Vec<S> = self.a.values(call)?;
        let [alpha, beta] = self.factors::<S>();
        // A factor of 0 leaves the product out, whatever its operands are.
        let entries = if alpha == S::default() { Vec::new() } else { self.a.entries(call)? };
        for entry in entries {
            let (row, at, place) = self.operated(entry);
            for column in 0..columns {
                let product = self.conj(values[place]) * x.get(at, column);
                sums.set(row, column, sums.get(row, column) + product);
            }
        }
        let reads = beta != S::default();
        self.y.store::<S>(call, 0, [rows, columns], reads, |row, column, old| {
            let sum = alpha * sums.get(row, column);
            if reads { sum + beta * old } else { sum }
        })
    }

    fn sample<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let (rows, columns) = (size(call, self.a.rows)?, size(call, self.a.columns)?);
        let inner = size(call, self.columns)?;
        let x: Dense<S> = self.x.load(call, 0, rows, inner)?;
        let y: Dense<S> = self.y.load(call, 0, inner, columns)?;
        let [alpha, beta] = self.factors::<S>();
        let reads = beta != S::default();
        let mut values: Vec<S> =
            if reads { self.a.values(call)? } else { vec![S::default(); size(call, self.a.nnz)?] };
        for (row, column, at) in self.a.entries(call)? {
            let sum = sum((0..inner).map(|i| x.get(row, i) * y.get(i, column)));
            values[at] = if reads { alpha * sum + beta * values[at] } else { alpha * sum };
        }
        self.a.put_values(call, &values)
    }

    fn solve<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let (n, columns) = (size(call, self.a.rows)?, size(call, self.columns)?);
        let [is_upper, is_unit, _] = self.a.flags.map(|flag| flag != 0);
        let mut x: Dense<S> = self.x.load(call, 0, n, columns)?;
        let values = self.a.values(call)?;
        let mut rows = vec![Vec::new(); n];
        let mut diagonal = vec![if is_unit { S::one() } else { S::default() }; n];
        for entry in self.a.entries(call)? {
            let (row, column, at) = self.operated(entry);
            let value = self.conj(values[at]);
            if entry.0 == entry.1 {
                if !is_unit {
                    diagonal[row] = value;
                }
            } else if (entry.1 > entry.0) == is_upper {
                rows[row].push((column, value));
            }
        }
        let [alpha, _] = self.factors::<S>();
        let ascends = is_upper == is_transposed(self.operation);
        for step in 0..n {
            let row = if ascends { step } else { n - 1 - step };
            for column in 0..columns {
                let sum = sum(rows[row].iter().map(|(at, value)| *value * x.get(*at, column)));
                let rest = alpha * x.get(row, column) - sum;
                x.set(row, column, if is_unit { rest } else { rest.over(diagonal[row]) });
            }
        }
        self.y.store::<S>(call, 0, [n, columns], false, |row, column, _| x.get(row, column))
    }

    /// Returns the elements of `x` that aren't 0.
    fn filled<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<Vec<(usize, usize, S)>, Fault> {
        let (rows, columns) = (size(call, self.a.rows)?, size(call, self.a.columns)?);
        let x: Dense<S> = self.x.load(call, 0, rows, columns)?;
        let all = (0..rows * columns).map(|at| (at / columns, at % columns));
        let all = all.map(|(row, column)| (row, column, x.get(row, column)));
        Ok(all.filter(|entry| entry.2 != S::default()).collect())
    }

    /// Returns the sums of `a * b`, by rows.
    fn product<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<Vec<(usize, usize, S)>, Fault> {
        let (of_a, of_b) = (self.a.values::<S>(call)?, self.b.values::<S>(call)?);
        let mut rows = vec![Vec::new(); size(call, self.b.rows)?];
        for (row, column, at) in self.b.entries(call)? {
            rows[row].push((column, of_b[at]));
        }
        let mut sums = std::collections::BTreeMap::new();
        for (row, inner, at) in self.a.entries(call)? {
            for (column, value) in &rows[inner] {
                *sums.entry((row, *column)).or_insert(S::default()) += of_a[at] * *value;
            }
        }
        Ok(sums.into_iter().map(|((row, column), sum)| (row, column, sum)).collect())
    }
}
