//! Extents in up to three dimensions: of grids and blocks, and of memory.

use core::fmt;

/// The extent of a grid in blocks, of a block in threads, or of a cluster in blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dim3 {
    /// The extent in x.
    pub x: u32,
    /// The extent in y.
    pub y: u32,
    /// The extent in z.
    pub z: u32,
}

impl Dim3 {
    /// Returns the total number.
    pub(crate) fn count(self) -> u64 {
        let plane = u64::from(self.x).saturating_mul(self.y.into());
        plane.saturating_mul(self.z.into())
    }

    /// Returns `true` if no extent is greater than that of `limit`.
    pub(crate) fn is_within(self, limit: Self) -> bool {
        self.x <= limit.x && self.y <= limit.y && self.z <= limit.z
    }

    /// Returns `true` if each extent is a multiple of that of `other`.
    #[inline]
    pub(crate) fn is_multiple_of(self, other: Self) -> bool {
        self.x.is_multiple_of(other.x)
            && self.y.is_multiple_of(other.y)
            && self.z.is_multiple_of(other.z)
    }
}

/// `16 x 16 x 1`.
impl fmt::Display for Dim3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {} x {}", self.x, self.y, self.z)
    }
}

impl From<u32> for Dim3 {
    fn from(x: u32) -> Self {
        Self { x, y: 1, z: 1 }
    }
}

impl From<(u32, u32)> for Dim3 {
    fn from((x, y): (u32, u32)) -> Self {
        Self { x, y, z: 1 }
    }
}

impl From<(u32, u32, u32)> for Dim3 {
    fn from((x, y, z): (u32, u32, u32)) -> Self {
        Self { x, y, z }
    }
}

/// A size in elements, rows and slices.
///
/// A number converts to a row, a pair to rows and a triple to slices: `100.into()`, `(640, 480).into()`, `(64, 64,
/// 64).into()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Extent {
    /// The number of elements in a row.
    pub width: usize,
    /// The number of rows in a slice. 0 if there is only one dimension; copies treat it as 1.
    pub height: usize,
    /// The number of slices or layers. 0 if there are at most two dimensions; copies treat it as 1.
    pub depth: usize,
}

impl From<usize> for Extent {
    fn from(width: usize) -> Self {
        Self { width, ..Self::default() }
    }
}

impl From<(usize, usize)> for Extent {
    fn from((width, height): (usize, usize)) -> Self {
        Self { width, height, depth: 0 }
    }
}

impl From<(usize, usize, usize)> for Extent {
    fn from((width, height, depth): (usize, usize, usize)) -> Self {
        Self { width, height, depth }
    }
}

impl Extent {
    /// Returns the number of elements, saturating at `usize::MAX`.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        let rows = self.height.max(1).saturating_mul(self.depth.max(1));
        self.width.saturating_mul(rows)
    }

    /// Returns `true` if there are no elements.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.width == 0
    }

    /// Returns the same extent with at least one row and one slice.
    #[cfg(feature = "copy")]
    pub(crate) fn for_copies(self) -> Self {
        Self { height: self.height.max(1), depth: self.depth.max(1), ..self }
    }
}

/// The position where a region begins: the element in its row, the row in its slice, and the slice. A single number
/// converts to an element, a pair to an element and a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Offset {
    /// The element in the row.
    pub x: usize,
    /// The row in the slice.
    pub y: usize,
    /// The slice, or the layer.
    pub z: usize,
}

impl From<usize> for Offset {
    fn from(x: usize) -> Self {
        Self { x, y: 0, z: 0 }
    }
}

impl From<(usize, usize)> for Offset {
    fn from((x, y): (usize, usize)) -> Self {
        Self { x, y, z: 0 }
    }
}

impl From<(usize, usize, usize)> for Offset {
    fn from((x, y, z): (usize, usize, usize)) -> Self {
        Self { x, y, z }
    }
}
