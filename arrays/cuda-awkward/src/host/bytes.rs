use core::fmt;
use core::ops::Range;
use std::sync::Arc;

use crate::layout::dtype::IndexType;
use crate::layout::node::{Bytes, Index};
use crate::layout::scalar::Scalar;

/// Bytes in the host's memory, which are shared.
#[derive(Clone)]
pub(crate) struct HostBytes {
    all: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl From<Vec<u8>> for HostBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self { range: 0..bytes.len(), all: Arc::new(bytes) }
    }
}

impl HostBytes {
    pub(crate) fn as_slice(&self) -> &[u8] {
        self.all.get(self.range.clone()).unwrap_or_default()
    }

    /// Returns the bytes of numbers, one after the other.
    pub(crate) fn of<const N: usize>(numbers: impl IntoIterator<Item = [u8; N]>) -> Self {
        numbers.into_iter().flatten().collect::<Vec<u8>>().into()
    }
}

impl fmt::Debug for HostBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.range.len())
    }
}

impl Bytes for HostBytes {
    fn len(&self) -> usize {
        self.range.len()
    }

    fn part(&self, start: usize, len: usize) -> Self {
        let start = start.min(self.range.len());
        let len = len.min(self.range.len() - start);
        let start = self.range.start + start;
        Self { all: self.all.clone(), range: start..start + len }
    }
}

impl Index<HostBytes> {
    /// Returns the index at a position, or -1 if there is none.
    pub(crate) fn at(&self, position: usize) -> i64 {
        let size = self.ty.size();
        let bytes = self.data.as_slice();
        let Some(bytes) = bytes.get(position * size..(position + 1) * size) else {
            return -1;
        };
        let number = Scalar::from_bytes(self.ty.dtype(), bytes);
        number.and_then(Scalar::as_i64).unwrap_or(-1)
    }

    pub(crate) fn of(numbers: impl IntoIterator<Item = i64>) -> Self {
        Self { ty: IndexType::I64, data: HostBytes::of(numbers.into_iter().map(i64::to_le_bytes)) }
    }
}
