//! The stand-in for cuBLAS.

mod batches;
mod factors;
mod level1;
mod level2;
mod level3;
mod order;
mod refusals;
mod specials;
mod types;

use core::ptr::null_mut;

use cuda_driver::memory::DeviceBuffer;
use cuda_driver::{Context, Stream};
use cuda_libraries_sys::cublas::*;
use num_complex::Complex64;

use crate::reference::{Matrix, Number};

/// Calls a function of the table.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let function = crate::cublas::table().$name.unwrap();
        // SAFETY: tests pass pointers to live values of the right types; the rest is looked up or checked.
        #[allow(clippy::useless_conversion)]
        unsafe { function($($argument),*) }
    }};
}
pub(crate) use call;

/// Returns the table of the stand-in, or of the cuBLAS for the GPU.
pub(crate) fn table() -> &'static CublasTable {
    if crate::chosen().is_software() {
        cuda_sim_libraries::cublas::table()
    } else {
        cuda_libraries_sys::cublas::load().unwrap_or_else(|error| panic!("{error}"))
    }
}

pub(crate) const SUCCESS: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_SUCCESS;
pub(crate) const OPERATIONS: [cublasOperation_t; 3] = [
    cublasOperation_t::CUBLAS_OP_N,
    cublasOperation_t::CUBLAS_OP_T,
    cublasOperation_t::CUBLAS_OP_C,
];
pub(crate) const FILLS: [cublasFillMode_t; 2] =
    [cublasFillMode_t::CUBLAS_FILL_MODE_LOWER, cublasFillMode_t::CUBLAS_FILL_MODE_UPPER];

/// A handle with a stream of its own.
pub(crate) struct TestHandle {
    pub context: Context,
    pub stream: Stream,
    pub handle: cublasHandle_t,
    _turn: crate::Turn,
}

impl TestHandle {
    pub(crate) fn new() -> Self {
        let turn = crate::Turn::new();
        // Numbers and sizes are other ones each time; a failure prints how to repeat it.
        let seed = cuda_rust::options::number("seed", fastrand::u64(..));
        println!("CUDA_TEST_OPTIONS=seed={seed}");
        fastrand::seed(seed);
        let driver = crate::chosen().driver().unwrap();
        let device = driver.device(0).unwrap();
        let context = if crate::chosen().is_software() {
            device.create_context(Default::default()).unwrap()
        } else {
            // What the libraries load, they load once for each context.
            device.primary_context().unwrap()
        };
        // SAFETY: the context is alive.
        unsafe { driver.raw().cuCtxSetCurrent(context.as_raw()) }.unwrap();
        let stream = context.stream().unwrap();
        let mut handle = null_mut();
        assert_eq!(call!(cublasCreate_v2(&raw mut handle)), SUCCESS);
        let raw = stream.as_raw().cast();
        assert_eq!(call!(cublasSetStream_v2(handle, raw)), SUCCESS);
        Self { context, stream, handle, _turn: turn }
    }

    pub(crate) fn upload<T: Number>(&self, numbers: &[T]) -> Device {
        let mut bytes = vec![0; size_of_val(numbers)];
        // SAFETY: the numbers are as many bytes, without padding.
        unsafe {
            bytes.as_mut_ptr().copy_from_nonoverlapping(numbers.as_ptr().cast(), bytes.len())
        };
        // At least one byte, for an address.
        bytes.resize(bytes.len().max(1), 0);
        Device(self.stream.upload(&bytes).unwrap())
    }

    /// Returns a random matrix on the host and on the device; the rest of the memory is not a number.
    pub(crate) fn matrix<T: Number>(&self, rows: usize, columns: usize) -> StoredMatrix {
        self.stored::<T>(Matrix::new(rows, columns, |_, _| T::random().wide()))
    }

    /// The same, with a real diagonal if it is for a Hermitian matrix.
    pub(crate) fn triangle<T: Number>(&self, order: usize, is_hermitian: bool) -> StoredMatrix {
        let matrix = Matrix::new(order, order, |_, _| T::random().wide());
        self.stored::<T>(if is_hermitian { with_real_diagonal(&matrix) } else { matrix })
    }

    /// The same, with columns that are aligned to 16 elements.
    pub(crate) fn aligned<T: Number>(&self, rows: usize, columns: usize) -> StoredMatrix {
        let matrix = Matrix::new(rows, columns, |_, _| T::random().wide());
        self.stored_at::<T>(matrix, rows.next_multiple_of(16))
    }

    /// Returns a matrix on the device, with a random distance of its columns.
    pub(crate) fn stored<T: Number>(&self, matrix: Matrix) -> StoredMatrix {
        let leading = matrix.rows.max(1) + fastrand::usize(..3);
        self.stored_at::<T>(matrix, leading)
    }

    pub(crate) fn stored_at<T: Number>(&self, matrix: Matrix, leading: usize) -> StoredMatrix {
        let mut all = vec![T::of(f64::NAN.into()); leading * matrix.columns];
        for column in 0..matrix.columns {
            for row in 0..matrix.rows {
                all[column * leading + row] = T::of(matrix.at(row, column));
            }
        }
        StoredMatrix { device: self.upload(&all), matrix, leading }
    }

    /// Returns a random vector, as a matrix of one column.
    pub(crate) fn vector<T: Number>(&self, len: usize) -> Vector {
        let step = fastrand::usize(1..4);
        let matrix = Matrix::new(len, 1, |_, _| T::random().wide());
        let is_reversed = fastrand::bool();
        let mut all = vec![T::of(f64::NAN.into()); len * step];
        for index in 0..len {
            let place = if is_reversed { len - 1 - index } else { index };
            all[place * step] = T::of(matrix.at(index, 0));
        }
        Vector {
            device: self.upload(&all),
            matrix,
            increment: if is_reversed { -(step as i64) } else { step as i64 },
        }
    }
}

impl Drop for TestHandle {
    fn drop(&mut self) {
        assert_eq!(call!(cublasDestroy_v2(self.handle)), SUCCESS);
    }
}

/// Numbers on the device.
pub(crate) struct Device(DeviceBuffer<u8>);

impl Device {
    pub(crate) fn address(&self) -> u64 {
        self.0.as_raw()
    }

    pub(crate) fn c<T>(&self) -> *const T {
        self.address() as *const T
    }

    pub(crate) fn m<T>(&self) -> *mut T {
        self.address() as *mut T
    }

    /// Replaces the numbers.
    pub(crate) fn write<T: Number>(&self, test: &TestHandle, numbers: &[T]) {
        let raw = test.context.driver().raw();
        let bytes = size_of_val(numbers);
        assert!(bytes <= self.0.len());
        // SAFETY: both are at least as large.
        unsafe { raw.cuMemcpyHtoD(self.address(), numbers.as_ptr().cast(), bytes) }.unwrap();
    }

    pub(crate) fn numbers<T: Number>(&self) -> Vec<T> {
        let bytes = self.0.to_vec().unwrap();
        let mut numbers = vec![T::of(0.0.into()); bytes.len() / size_of::<T>()];
        let len = size_of_val(&*numbers);
        // SAFETY: the numbers are as many bytes, and any bytes are numbers.
        unsafe { numbers.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), len) };
        numbers
    }
}

/// A matrix on the device, and what it was at first.
pub(crate) struct StoredMatrix {
    pub device: Device,
    pub matrix: Matrix,
    pub leading: usize,
}

impl StoredMatrix {
    pub(crate) fn ld<I: TryFrom<usize>>(&self) -> I {
        I::try_from(self.leading).ok().unwrap()
    }

    /// Returns what it is now. Memory between its columns must be as it was.
    pub(crate) fn now<T: Number>(&self) -> Matrix {
        let numbers = self.device.numbers::<T>();
        let Matrix { rows, columns, .. } = self.matrix;
        for column in 0..columns {
            for row in rows..self.leading {
                let between = numbers[column * self.leading + row].wide();
                let is_same = between.re.is_nan() || T::EPSILON == 0.0 && between.re == 0.0;
                assert!(is_same, "between columns, {between} was written");
            }
        }
        Matrix::new(rows, columns, |row, column| numbers[column * self.leading + row].wide())
    }
}

/// A vector on the device, and what it was at first.
pub(crate) struct Vector {
    pub device: Device,
    pub matrix: Matrix,
    pub increment: i64,
}

impl Vector {
    pub(crate) fn inc<I: TryFrom<i64>>(&self) -> I {
        I::try_from(self.increment).ok().unwrap()
    }

    pub(crate) fn now<T: Number>(&self) -> Matrix {
        let numbers = self.device.numbers::<T>();
        let (len, step) = (self.matrix.rows, self.increment.unsigned_abs() as usize);
        Matrix::new(len, 1, |index, _| {
            let place = if self.increment < 0 { len - 1 - index } else { index };
            numbers[place * step].wide()
        })
    }
}

/// Returns the matrix that an operation makes.
pub(crate) fn operated(matrix: &Matrix, operation: cublasOperation_t) -> Matrix {
    match operation {
        cublasOperation_t::CUBLAS_OP_N => matrix.clone(),
        cublasOperation_t::CUBLAS_OP_T => matrix.t(),
        _ => matrix.h(),
    }
}

/// Returns the shape of a matrix that has `rows` and `columns` after an operation.
pub(crate) fn shape(operation: cublasOperation_t, rows: usize, columns: usize) -> (usize, usize) {
    match operation {
        cublasOperation_t::CUBLAS_OP_N => (rows, columns),
        _ => (columns, rows),
    }
}

pub(crate) fn is_lower(fill: cublasFillMode_t) -> bool {
    fill == cublasFillMode_t::CUBLAS_FILL_MODE_LOWER
}

/// Returns whether an element is in a triangle.
pub(crate) fn is_in(fill: cublasFillMode_t, row: usize, column: usize) -> bool {
    if is_lower(fill) { row >= column } else { row <= column }
}

/// Returns the symmetric or Hermitian matrix of which `matrix` has a triangle.
pub(crate) fn mirrored(matrix: &Matrix, fill: cublasFillMode_t, is_hermitian: bool) -> Matrix {
    Matrix::new(matrix.rows, matrix.columns, |row, column| {
        match (is_in(fill, row, column), is_hermitian) {
            (true, true) if row == column => matrix.at(row, column).re.into(),
            (true, _) => matrix.at(row, column),
            (false, true) => matrix.at(column, row).conj(),
            (false, false) => matrix.at(column, row),
        }
    })
}

/// Returns the triangular matrix of which `matrix` has the elements.
pub(crate) fn triangular(matrix: &Matrix, fill: cublasFillMode_t, is_unit: bool) -> Matrix {
    Matrix::new(matrix.rows, matrix.columns, |row, column| {
        if !is_in(fill, row, column) {
            0.0.into()
        } else if row == column && is_unit {
            1.0.into()
        } else {
            matrix.at(row, column)
        }
    })
}

pub(crate) fn pick<T: Copy>(list: &[T]) -> T {
    list[fastrand::usize(..list.len())]
}

/// A number on the host, aligned as CUDA's complex numbers are.
#[repr(C, align(16))]
#[derive(Debug, Clone, Copy)]
pub(crate) struct AlignedNumber<T>(pub T);

impl<T> core::ops::Deref for AlignedNumber<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// Returns a random factor, sometimes 0 or 1.
pub(crate) fn factor<T: Number>() -> AlignedNumber<T> {
    AlignedNumber(match fastrand::u8(..4) {
        0 => T::of(0.0.into()),
        1 => T::of(1.0.into()),
        _ => T::random(),
    })
}

/// Returns a matrix with a real diagonal: BLAS doesn't say what becomes of another one in a Hermitian matrix.
pub(crate) fn with_real_diagonal(matrix: &Matrix) -> Matrix {
    Matrix::new(matrix.rows, matrix.columns, |row, column| {
        if row == column { matrix.at(row, column).re.into() } else { matrix.at(row, column) }
    })
}

/// Returns the bound of the relative error of a sum of `k` products.
pub(crate) fn bound<T: Number>(k: usize) -> f64 {
    T::EPSILON * (k + 8) as f64 * 2.0
}

/// Returns `alpha * x + beta * y`; with a factor of 0, what isn't finite doesn't count.
pub(crate) fn combined(alpha: Complex64, x: &Matrix, beta: Complex64, y: &Matrix) -> Matrix {
    let x = x.scaled(alpha);
    if beta == Complex64::ZERO { x } else { x.plus(&y.scaled(beta)) }
}

/// Returns the bound for a type of the computation: a GPU rounds factors or sums to what is fast, and the software device
/// has the precision of `f32` at least.
pub(crate) fn precision<S: Number>(compute: cublasComputeType_t, k: usize) -> f64 {
    use cublasComputeType_t as C;
    let is_software = crate::chosen().is_software();
    match compute {
        C::CUBLAS_COMPUTE_32F_FAST_TF32 if !is_software => 4.0 / 1024.0,
        C::CUBLAS_COMPUTE_16F if !is_software => bound::<S>(k),
        _ => bound::<S>(k).min(bound::<f32>(k)),
    }
}
