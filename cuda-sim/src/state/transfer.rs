//! Copies and fills of every shape.

use crate::memory::Memory;

/// What copies have in place of the old contents of memory that was unmapped.
const STALE: u8 = 0xA5;

/// A copy of `depth` slices of `height` rows of `width` bytes; addresses are the host's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Copy {
    pub from: PitchedPlace,
    pub to: PitchedPlace,
    pub width: u64,
    pub height: u64,
    pub depth: u64,
}

/// The address of the first byte, and the distances between rows and slices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PitchedPlace {
    pub address: u64,
    pub pitch: u64,
    pub slice: u64,
}

impl PitchedPlace {
    /// Contiguous bytes.
    pub(crate) fn linear(address: u64) -> Self {
        Self { address, pitch: 0, slice: 0 }
    }

    /// Returns the number of bytes from the first to the last of a shape; `None` on overflow.
    pub(crate) fn extent(&self, width: u64, height: u64, depth: u64) -> Option<u64> {
        if width == 0 || height == 0 || depth == 0 {
            return Some(0);
        }
        let slices = (depth - 1).checked_mul(self.slice)?;
        let rows = (height - 1).checked_mul(self.pitch)?;
        slices.checked_add(rows)?.checked_add(width)
    }
}

impl Copy {
    /// A copy of contiguous bytes.
    pub(crate) fn linear(to: u64, from: u64, bytes: u64) -> Self {
        Self {
            from: PitchedPlace::linear(from),
            to: PitchedPlace::linear(to),
            width: bytes,
            height: 1,
            depth: 1,
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.width.saturating_mul(self.height).saturating_mul(self.depth)
    }

    /// Returns the same copy from contiguous bytes.
    pub(crate) fn of_packed(&self, address: u64) -> Self {
        let (pitch, slice) = (self.width, self.width * self.height);
        let from = PitchedPlace { address, pitch, slice };
        Self { from, ..*self }
    }

    /// Returns the copy of the same source to contiguous bytes.
    pub(crate) fn packed(&self, address: u64) -> Self {
        let to = self.of_packed(address).from;
        Self { to, ..*self }
    }

    /// Returns the addresses from which and to which each row is copied.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (u64, u64)> {
        let Self { from, to, height, .. } = *self;
        let at = |place: PitchedPlace, y, z| place.address + z * place.slice + y * place.pitch;
        (0..self.depth).flat_map(move |z| (0..height).map(move |y| (at(from, y, z), at(to, y, z))))
    }

    /// Returns the address of each row that it writes.
    pub(crate) fn rows_written(&self) -> impl Iterator<Item = u64> {
        self.rows().map(|(_, to)| to)
    }

    /// Performs the copy as a GPU does if registered memory was unmapped: what comes from there isn't what the program has at
    /// its address now, and what goes there doesn't reach the program.
    ///
    /// # Safety
    /// As for [`run`](Self::run).
    pub(crate) unsafe fn run_in(&self, memory: &Memory) {
        let is_replaced = |place: &PitchedPlace| {
            let bytes = place.extent(self.width, self.height, self.depth);
            memory.is_replaced(place.address, bytes.unwrap_or(0))
        };
        if is_replaced(&self.to) {
            return;
        }
        if is_replaced(&self.from) {
            for row in self.rows_written() {
                // SAFETY: the row is part of the target, which the caller guarantees.
                unsafe { (row as *mut u8).write_bytes(STALE, self.width as usize) };
            }
            return;
        }
        // SAFETY: as for this function.
        unsafe { self.run() };
    }

    /// Performs the copy; source and destination may overlap.
    ///
    /// # Safety
    /// Both shapes are in mapped memory, readable and writable.
    pub(crate) unsafe fn run(&self) {
        for (from, to) in self.rows() {
            // SAFETY: the row is part of the shapes, which the caller guarantees.
            unsafe { (to as *mut u8).copy_from(from as *const u8, self.width as usize) };
        }
    }
}

/// `height` rows of `width` elements, each set to the same value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fill {
    pub address: u64,
    pub pitch: u64,
    pub value: u32,
    /// The size of an element in bytes: 1, 2 or 4.
    pub element: u64,
    pub width: u64,
    pub height: u64,
}

impl Fill {
    /// A fill of `width` elements of the same type as `value`.
    pub(crate) fn row<T: Into<u32>>(address: u64, value: T, width: usize) -> Self {
        Self::rows(address, 0, value, width, 1)
    }

    /// A fill of `height` rows of `width` elements of the same type as `value`, with rows `pitch` bytes apart.
    pub(crate) fn rows<T: Into<u32>>(
        address: u64,
        pitch: usize,
        value: T,
        width: usize,
        height: usize,
    ) -> Self {
        Self {
            address,
            pitch: pitch as u64,
            value: value.into(),
            element: size_of::<T>() as u64,
            width: width as u64,
            height: height as u64,
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.width.saturating_mul(self.element).saturating_mul(self.height)
    }

    /// Returns the number of bytes from the first to the last; `None` on overflow.
    pub(crate) fn extent(&self) -> Option<u64> {
        PitchedPlace { address: self.address, pitch: self.pitch, slice: 0 }.extent(
            self.width.checked_mul(self.element)?,
            self.height,
            1,
        )
    }

    /// Returns whether another fill differs in nothing but its address and value.
    pub(crate) fn has_shape_of(&self, other: &Self) -> bool {
        let (address, value) = (self.address, self.value);
        *self == Self { address, value, ..*other }
    }

    /// Returns the address of each row that it writes.
    pub(crate) fn rows_written(&self) -> impl Iterator<Item = u64> {
        let (address, pitch) = (self.address, self.pitch);
        (0..self.height).map(move |y| address + y * pitch)
    }

    /// Performs the fill, unless it is of registered memory that was unmapped: see [`Copy::run_in`].
    ///
    /// # Safety
    /// As for [`run`](Self::run).
    pub(crate) unsafe fn run_in(&self, memory: &Memory) {
        if !memory.is_replaced(self.address, self.extent().unwrap_or(0)) {
            // SAFETY: as for this function.
            unsafe { self.run() };
        }
    }

    /// Performs the fill.
    ///
    /// # Safety
    /// The shape is in mapped, writable memory, aligned to the element's size.
    pub(crate) unsafe fn run(&self) {
        for y in 0..self.height {
            let (row, width) = (self.address + y * self.pitch, self.width as usize);
            // SAFETY: the caller guarantees that the memory is valid and aligned.
            unsafe {
                match self.element {
                    1 => (row as *mut u8).write_bytes(self.value as u8, width),
                    2 => core::slice::from_raw_parts_mut(row as *mut u16, width)
                        .fill(self.value as u16),
                    _ => core::slice::from_raw_parts_mut(row as *mut u32, width).fill(self.value),
                }
            }
        }
    }
}
