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
