use core::ffi::c_void;
use std::sync::Arc;

use cublas::Scalar;
use cuda_driver::{DeviceBuffer, DeviceSlice, DeviceSliceMut, Stream};
use cuda_libraries_sys::cusparse::{cusparseIndexBase_t, cusparseOrder_t, cusparseSpMatDescr_t};

use crate::descriptor::Descriptor;
use crate::element::{Index, Operation, data};
use crate::error::{Error, ErrorWithValue};
use crate::library::Cusparse;
use cuda_driver::stream::{LibraryCall, Operand};

/// How a sparse matrix is stored. Each part is sorted: the offsets, the indices of each row, column or block row, and rows of COO.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cusparseFormat_t")]
#[non_exhaustive]
pub enum Format {
    /// Rows, one after the other: where each begins, and the column of each value. SciPy's `csr_array`, with its `indptr` and
    /// `indices`.
    Csr,
    /// Columns, one after the other: where each begins, and the row of each value. SciPy's `csc_array`.
    Csc,
    /// The row and the column of each value, by rows. SciPy's `coo_array`, with `coords`.
    Coo,
    /// As [`Csr`](Self::Csr), of square blocks of so many rows, each of them stored by rows. SciPy's `bsr_array`. They are
    /// multiplied by cuSPARSE 12.6, of CUDA 13.
    Bsr {
        /// The rows of a block.
        block: usize,
    },
}

/// What a sparse matrix consists of, in device memory, or, as slices or vectors, in the host's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts<O, V> {
    /// Where rows or columns begin, and the end of the last: one more than there are. Of COO, the row of each value.
    pub offsets: O,
    /// The column of each value or block; of CSC, the row.
    pub indices: O,
    /// The values.
    pub values: V,
}

/// Parts that are only looked at.
type BorrowedParts<'a, T, I> = Parts<&'a DeviceBuffer<I>, &'a DeviceBuffer<T>>;

/// Parts in device memory.
type OwnedParts<T, I> = Parts<DeviceBuffer<I>, DeviceBuffer<T>>;

/// Where the values are: it never changes.
#[derive(Debug)]
pub(crate) struct Pattern<I> {
    pub(crate) offsets: DeviceBuffer<I>,
    pub(crate) indices: DeviceBuffer<I>,
}

/// A sparse matrix in device memory, of values `T`, with indices `I`.
///
/// Its buffers belong to one stream, on which calls use it. It is `Send`, and not `Sync`: it moves to
/// another thread, and one uses it at a time. Where its values are can't be changed, because cuSPARSE trusts the
/// indices; the values can.
///
/// ```no_run
/// use cuda_driver::Driver;
/// use cusparse::{Cusparse, Format, Parts};
///
/// let stream = Driver::load()?.device(0)?.primary_context()?.stream()?;
/// // 1 0 2
/// // 0 0 3
/// let parts = Parts { offsets: &[0, 2, 3][..], indices: &[0, 2, 2], values: &[1.0_f32, 2.0, 3.0][..] };
/// let a = Cusparse::load()?.upload(&stream, Format::Csr, (2, 3), parts)?;
/// assert_eq!(a.nnz(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[doc(alias("csr_matrix", "csr_array", "cusparseSpMatDescr_t"))]
pub struct SparseMatrix<T, I = i32> {
    pub(crate) cusparse: Cusparse,
    format: Format,
    shape: (usize, usize),
    pub(crate) pattern: Arc<Pattern<I>>,
    pub(crate) values: DeviceBuffer<T>,
    descriptor: Descriptor,
    /// What [`prepare`](crate::Sparse::prepare) made.
    pub(crate) prepared: Vec<(Option<Operation>, DeviceBuffer<u8>)>,
}

impl<T: Scalar, I: Index> SparseMatrix<T, I> {
    pub(crate) fn of_pattern(
        cusparse: Cusparse,
        format: Format,
        shape: (usize, usize),
        pattern: Arc<Pattern<I>>,
        values: DeviceBuffer<T>,
    ) -> Result<Self, Error> {
        let Pattern { offsets, indices } = &*pattern;
        let parts = Parts { offsets, indices, values: &values };
        let descriptor = Self::describe(cusparse, format, shape, parts)?;
        Ok(Self::adopt(cusparse, (format, shape), pattern, values, descriptor))
    }

    /// Describes it to cuSPARSE once more, as what attributes are set of.
    pub(crate) fn described_anew(&self) -> Result<Descriptor, Error> {
        Self::describe(self.cusparse, self.format, self.shape, self.parts(&self.values))
    }

    /// Describes a matrix of these parts to cuSPARSE.
    fn describe(
        cusparse: Cusparse,
        format: Format,
        shape: (usize, usize),
        Parts { offsets, indices, values }: BorrowedParts<'_, T, I>,
    ) -> Result<Descriptor, Error> {
        let (rows, columns, nnz) = (shape.0 as i64, shape.1 as i64, indices.len() as i64);
        let [from, at, to] = [offsets.as_raw(), indices.as_raw(), values.as_raw()];
        let [from, at, to] = [from, at, to].map(|address| address as *mut c_void);
        let (base, ty) = (cusparseIndexBase_t::CUSPARSE_INDEX_BASE_ZERO, data::<T>());
        let operands = || text(format, shape, indices.len());
        let context = values.stream().context();
        match format {
            Format::Csr | Format::Csc => {
                let create = match format {
                    Format::Csc => Descriptor::csc,
                    _ => Descriptor::csr,
                };
                let (of_offsets, of_indices) = (I::TYPE, I::TYPE);
                create(
                    cusparse, context, &operands, rows, columns, nnz, from, at, to, of_offsets,
                    of_indices, base, ty,
                )
            }
            Format::Coo => Descriptor::coo(
                cusparse,
                context,
                &operands,
                rows,
                columns,
                nnz,
                from,
                at,
                to,
                I::TYPE,
                base,
                ty,
            ),
            Format::Bsr { block } => {
                let (size, order) = (block as i64, cusparseOrder_t::CUSPARSE_ORDER_ROW);
                let (rows, columns) = (rows / size, columns / size);
                Descriptor::bsr(
                    cusparse,
                    context,
                    &operands,
                    rows,
                    columns,
                    nnz,
                    size,
                    size,
                    from,
                    at,
                    to,
                    I::TYPE,
                    I::TYPE,
                    base,
                    ty,
                    order,
                )
            }
        }
    }

    /// Makes a matrix of what was filled in.
    pub(crate) fn adopt(
        cusparse: Cusparse,
        (format, shape): (Format, (usize, usize)),
        pattern: Arc<Pattern<I>>,
        values: DeviceBuffer<T>,
        descriptor: Descriptor,
    ) -> Self {
        Self { cusparse, format, shape, pattern, values, descriptor, prepared: Vec::new() }
    }

    /// Returns its transpose, of which nothing is moved: rows become columns, CSR becomes CSC, and CSC becomes CSR.
    ///
    /// # Errors
    /// The matrix, with [`Error::Shapes`] for other formats, or cuSPARSE's error.
    pub fn t(self) -> Result<Self, ErrorWithValue<Self>> {
        let shape = (self.shape.1, self.shape.0);
        let described = self.transposed().and_then(|format| {
            let parts = self.parts(&self.values);
            Ok((format, Self::describe(self.cusparse, format, shape, parts)?))
        });
        match described {
            Ok((format, descriptor)) => {
                let Self { cusparse, pattern, values, .. } = self;
                Ok(Self::adopt(cusparse, (format, shape), pattern, values, descriptor))
            }
            Err(error) => Err(ErrorWithValue::new(self, error)),
        }
    }

    /// Returns the format of the transpose.
    fn transposed(&self) -> Result<Format, Error> {
        match self.format {
            Format::Csr => Ok(Format::Csc),
            Format::Csc => Ok(Format::Csr),
            Format::Coo | Format::Bsr { .. } => {
                let rule = "the transpose has the same parts only for CSR and CSC";
                Err(Error::Shapes { call: "t", operands: self.text(), rule })
            }
        }
    }

    fn parts<'a>(&'a self, values: &'a DeviceBuffer<T>) -> BorrowedParts<'a, T, I> {
        Parts { offsets: &self.pattern.offsets, indices: &self.pattern.indices, values }
    }

    /// Creates a matrix with its values at the same places.
    ///
    /// # Errors
    /// The values, with [`Error::Shapes`] for another number of them, [`Error::OtherStream`] or
    /// [`Error::OtherContext`], or cuSPARSE's error.
    pub fn with_values(
        &self,
        values: DeviceBuffer<T>,
    ) -> Result<Self, ErrorWithValue<DeviceBuffer<T>>> {
        let (cusparse, format, shape) = (self.cusparse, self.format, self.shape);
        let described = self
            .check_values(&values)
            .and_then(|()| Self::describe(cusparse, format, shape, self.parts(&values)));
        match described {
            Ok(descriptor) => {
                let pattern = self.pattern.clone();
                Ok(Self::adopt(cusparse, (format, shape), pattern, values, descriptor))
            }
            Err(error) => Err(ErrorWithValue::new(values, error)),
        }
    }

    fn check_values(&self, values: &DeviceBuffer<T>) -> Result<(), Error> {
        let call = "with_values";
        check_stream(call, "values", values.stream(), self.stream())?;
        if values.len() != self.values.len() {
            let operands = format!("{} and {} values", self.text(), values.len());
            return Err(Error::Shapes { call, operands, rule: "there are as many values" });
        }
        Ok(())
    }

    /// Returns it in host memory, after its stream's work: SciPy's `indptr`, `indices` and `data`.
    ///
    /// # Errors
    /// The driver's error.
    pub fn to_host(&self) -> Result<Parts<Vec<I>, Vec<T>>, Error> {
        let Pattern { offsets, indices } = &*self.pattern;
        let (offsets, indices) = (offsets.to_vec()?, indices.to_vec()?);
        Ok(Parts { offsets, indices, values: self.values.to_vec()? })
    }
}

impl<T, I> SparseMatrix<T, I> {
    /// Returns the numbers of rows and columns.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        self.shape
    }

    /// Returns how it is stored.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the number of values that are stored.
    #[must_use]
    pub fn nnz(&self) -> usize {
        self.values.len()
    }

    /// Returns the stream to which its memory belongs.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        self.values.stream()
    }

    /// Returns where rows or columns begin; of COO, the row of each value.
    #[must_use]
    pub fn offsets(&self) -> DeviceSlice<'_, I> {
        self.pattern.offsets.as_slice()
    }

    /// Returns the column of each value or block; of CSC, the row.
    #[must_use]
    pub fn indices(&self) -> DeviceSlice<'_, I> {
        self.pattern.indices.as_slice()
    }

    /// Returns the values.
    #[must_use]
    pub fn values(&self) -> DeviceSlice<'_, T> {
        self.values.as_slice()
    }

    /// Returns the values, to be changed.
    #[must_use]
    pub fn values_mut(&mut self) -> DeviceSliceMut<'_, T> {
        self.values.as_slice_mut()
    }

    /// Returns cuSPARSE's descriptor, for [`Cusparse::raw`].
    #[must_use]
    pub fn as_raw(&mut self) -> cusparseSpMatDescr_t {
        self.descriptor()
    }

    pub(crate) fn descriptor(&self) -> cusparseSpMatDescr_t {
        self.descriptor.raw()
    }

    pub(crate) fn operand(&self, name: &'static str) -> Operand<'_> {
        let (stream, address) = (self.stream(), self.values.as_raw());
        Operand { name, stream, address, alignment: size_of::<T>().max(1) }
    }

    pub(crate) fn text(&self) -> String {
        text(self.format(), self.shape(), self.pattern.indices.len())
    }
}

pub(crate) fn text(format: Format, (rows, columns): (usize, usize), nnz: usize) -> String {
    format!("{format:?} of {rows} × {columns} with {nnz} indices")
}

pub(crate) const TOO_LARGE: &str = "indices of `i32` are for fewer than 2^31 rows, columns and values, and those of `i64` for more";

/// Checks that an operand belongs to the stream of the others.
fn check_stream(
    call: &'static str,
    operand: &'static str,
    stream: &Stream,
    others: &Stream,
) -> Result<(), Error> {
    let place = LibraryCall { stream: others, context: others.context(), is_recorded: false };
    place.check_stream(operand, stream).map_err(|error| Error::of_library_call(call, error))
}

/// Checks the lengths of the parts of a matrix.
fn check_lens<I: Index>(
    call: &'static str,
    format: Format,
    shape: (usize, usize),
    [offsets, indices, values]: [usize; 3],
) -> Result<(), Error> {
    let (rows, columns) = shape;
    let (needed, of_each, is_whole) = match format {
        Format::Csr => (rows.checked_add(1), 1, true),
        Format::Csc => (columns.checked_add(1), 1, true),
        Format::Coo => (Some(indices), 1, true),
        Format::Bsr { block } => {
            let is_whole = block > 0
                && rows.is_multiple_of(block)
                && columns.is_multiple_of(block)
                && block.checked_mul(block).is_some();
            let block = if is_whole { block } else { 1 };
            ((rows / block).checked_add(1), block * block, is_whole)
        }
    };
    let is_right = is_whole
        && Some(offsets) == needed
        && indices.checked_mul(of_each) == Some(values)
        && i64::try_from(values).is_ok();
    // cuSPARSE computes with sizes of this type.
    let is_counted = [rows, columns, indices].into_iter().all(I::counts);
    if is_right && is_counted {
        return Ok(());
    }
    let operands =
        format!("{offsets} offsets and {values} values for {}", text(format, shape, indices));
    let rule = if is_counted {
        "CSR has one more offset than rows, CSC than columns, and COO a row for each value; blocks fill the matrix, and each \
             index has a value or a block of them"
    } else {
        TOO_LARGE
    };
    Err(Error::Shapes { call, operands, rule })
}

/// Checks that offsets and indices are those of a matrix.
fn check_pattern<I: Index>(
    format: Format,
    shape: (usize, usize),
    offsets: &[I],
    indices: &[I],
) -> Result<(), Error> {
    let nnz = indices.len();
    let wrong = |kind, (at, line), value, rule| {
        Err(Error::Structure { kind, at, line, matrix: text(format, shape, nnz), value, rule })
    };
    let bound = match format {
        Format::Csr | Format::Coo => shape.1,
        Format::Csc => shape.0,
        Format::Bsr { block } => shape.1 / block,
    } as i64;
    let is_coo = format == Format::Coo;
    if !is_coo {
        let mut last = 0;
        for (at, offset) in offsets.iter().map(|offset| offset.number()).enumerate() {
            if offset < last || at == 0 && offset != 0 || offset > nnz as i64 {
                let rule = "offsets begin at 0, don't decrease, and end at the number of indices";
                return wrong("offset", (at, None), offset, rule);
            }
            last = offset;
        }
        if last != nnz as i64 {
            let rule = "the last offset is the number of indices";
            return wrong("offset", (offsets.len() - 1, None), last, rule);
        }
    }
    let kind = match format {
        Format::Csc => "row",
        Format::Bsr { .. } => "block column",
        Format::Csr | Format::Coo => "column",
    };
    let mut major = 0;
    for at in 0..nnz {
        let index = indices[at].number();
        let line;
        let is_first = if is_coo {
            let row = offsets[at].number();
            let before = if at == 0 { 0 } else { offsets[at - 1].number() };
            if !(before..shape.0 as i64).contains(&row) {
                let rule = "rows don't decrease, and are those of the matrix";
                return wrong("row", (at, None), row, rule);
            }
            line = row as usize;
            at == 0 || row != before
        } else {
            let begun = major;
            while offsets[major].number() <= at as i64 {
                major += 1;
            }
            line = major - 1;
            major != begun
        };
        let place = (at, Some(line));
        if !(0..bound).contains(&index) {
            return wrong(
                kind,
                place,
                index,
                "indices are from 0 on, below the size of the matrix",
            );
        }
        if !is_first && index <= indices[at - 1].number() {
            let rule = "they increase: sort them, and add values of the same place, as SciPy's `sum_duplicates`";
            return wrong(kind, place, index, rule);
        }
    }
    Ok(())
}

/// Sparse matrices.
impl Cusparse {
    /// Copies a matrix from host memory, whose indices are checked. SciPy's `indptr` are offsets, and `data` values.
    ///
    /// # Errors
    /// [`Error::Shapes`] for wrong lengths, [`Error::Structure`] for wrong indices, cuSPARSE's error, or the driver's.
    #[doc(alias(
        "cusparseCreateCsr",
        "cusparseCreateCsc",
        "cusparseCreateCoo",
        "cusparseCreateBsr",
        "cusparseDestroySpMat"
    ))]
    pub fn upload<T: Scalar, I: Index>(
        self,
        stream: &Stream,
        format: Format,
        shape: (usize, usize),
        parts: Parts<&[I], &[T]>,
    ) -> Result<SparseMatrix<T, I>, Error> {
        let Parts { offsets, indices, values } = parts;
        check_lens::<I>("upload", format, shape, [offsets.len(), indices.len(), values.len()])?;
        check_pattern(format, shape, offsets, indices)?;
        let (offsets, indices) = (stream.upload(offsets)?, stream.upload(indices)?);
        let pattern = Arc::new(Pattern { offsets, indices });
        SparseMatrix::of_pattern(self, format, shape, pattern, stream.upload(values)?)
    }

    /// Makes a matrix of device memory, whose indices are copied to the host to be checked: it waits for the stream.
    ///
    /// # Errors
    /// The parts, with the error of [`upload`](Self::upload), or [`Error::OtherStream`] or
    /// [`Error::OtherContext`] if they belong to several.
    pub fn matrix<T: Scalar, I: Index>(
        self,
        format: Format,
        shape: (usize, usize),
        parts: OwnedParts<T, I>,
    ) -> Result<SparseMatrix<T, I>, ErrorWithValue<OwnedParts<T, I>>> {
        let check = || {
            check_lens::<I>("matrix", format, shape, lens(&parts))?;
            check_pattern(format, shape, &parts.offsets.to_vec()?, &parts.indices.to_vec()?)
        };
        match check() {
            // SAFETY: the indices were just checked.
            Ok(()) => unsafe { self.matrix_unchecked(format, shape, parts) },
            Err(error) => Err(ErrorWithValue::new(parts, error)),
        }
    }

    /// Makes a matrix of device memory, without waiting.
    ///
    /// # Safety
    /// When the stream gets to a call that uses it,
    /// - offsets begin at 0, don't decrease, and end at the number of indices; rows of COO don't decrease, and are below their number;
    /// - the indices of each row, column or block row increase, from 0 on, and are below the number of columns, rows or blocks.
    ///
    /// # Errors
    /// The parts, with [`Error::Shapes`] for wrong lengths, [`Error::OtherStream`] or
    /// [`Error::OtherContext`] if they belong to several, or cuSPARSE's error.
    pub unsafe fn matrix_unchecked<T: Scalar, I: Index>(
        self,
        format: Format,
        shape: (usize, usize),
        parts: OwnedParts<T, I>,
    ) -> Result<SparseMatrix<T, I>, ErrorWithValue<OwnedParts<T, I>>> {
        let describe = || {
            check_lens::<I>("matrix", format, shape, lens(&parts))?;
            let Parts { offsets, indices, values } = &parts;
            for (operand, stream) in [("offsets", offsets.stream()), ("indices", indices.stream())]
            {
                check_stream("matrix", operand, stream, values.stream())?;
            }
            SparseMatrix::describe(self, format, shape, Parts { offsets, indices, values })
        };
        match describe() {
            Ok(descriptor) => {
                let Parts { offsets, indices, values } = parts;
                let pattern = Arc::new(Pattern { offsets, indices });
                Ok(SparseMatrix::adopt(self, (format, shape), pattern, values, descriptor))
            }
            Err(error) => Err(ErrorWithValue::new(parts, error)),
        }
    }
}

fn lens<T, I>(parts: &OwnedParts<T, I>) -> [usize; 3] {
    [parts.offsets.len(), parts.indices.len(), parts.values.len()]
}
