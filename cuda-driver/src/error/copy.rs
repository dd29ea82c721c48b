use core::fmt;

use crate::error::debug_as_display;
use crate::shape::{Extent, Offset};

/// A region of a copy that isn't within one of its sides.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a region of {} x {} x {} elements at ({}, {}, {}) is not within the {}, which {}",
    extent.width, extent.height, extent.depth, offset.x, offset.y, offset.z,
    if *is_target { "target" } else { "source" },
    SideExtent { has: *has, elements: *elements, pitch: *pitch, is_deep: extent.depth > 1 || offset.z > 0 }
)]
#[non_exhaustive]
pub struct RegionOutOfBounds {
    /// Whether the target is too small, not the source.
    pub is_target: bool,
    /// The start of the region.
    pub offset: Offset,
    /// The region.
    pub extent: Extent,
    /// The available extent: of memory, the length of rows, rows of a slice, and slices, the last of which may be
    /// incomplete.
    pub has: Extent,
    /// The number of elements, without padding, if it is memory.
    pub elements: Option<usize>,
    /// The bytes from row to row, if it is a [`PitchedBuffer`](crate::memory::PitchedBuffer).
    pub pitch: Option<usize>,
}

debug_as_display!(RegionOutOfBounds);

/// What a side has, as text.
struct SideExtent {
    has: Extent,
    elements: Option<usize>,
    pitch: Option<usize>,
    is_deep: bool,
}

impl fmt::Display for SideExtent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Extent { width, height, depth } = self.has;
        let Some(elements) = self.elements else {
            return write!(f, "is an array of {width} x {height} x {depth} elements");
        };
        let rows = |count| Count(count, "row");
        let whole = if self.is_deep {
            format!("{} of {}", Count(depth, "slice"), rows(height))
        } else {
            rows(height).to_string()
        };
        let (is_whole, all) = (self.has.len() == elements, Count(elements, "element"));
        let parts =
            if self.is_deep { format!("slices of {}", rows(height)) } else { "rows".to_string() };
        match (self.pitch, is_whole) {
            (Some(pitch), true) => {
                write!(f, "has {whole} of {} (pitch {pitch} bytes)", Count(width, "element"))
            }
            (Some(pitch), false) => {
                write!(f, "has {all}, in {parts} of {width} (pitch {pitch} bytes)")
            }
            (None, true) => write!(f, "has {all}: {whole} of {width}"),
            (None, false) => write!(f, "has {all}, in {parts} of {width}"),
        }
    }
}

/// A number of things, as text.
struct Count(usize, &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0 == 1 { "" } else { "s" };
        write!(f, "{} {}{plural}", self.0, self.1)
    }
}
