//! Copies and fills of every shape.

/// A copy of `depth` slices of `height` rows of `width` bytes; addresses are the host's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Copy {
    pub from: Place,
    pub to: Place,
    pub width: u64,
    pub height: u64,
    pub depth: u64,
}

/// Where the first byte is, and how far rows and slices are apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub address: u64,
    pub pitch: u64,
    pub slice: u64,
}

impl Place {
    /// Bytes in one piece.
    pub(super) fn linear(address: u64) -> Self {
        Self {
            address,
            pitch: 0,
            slice: 0,
        }
    }

    /// Bytes from the first to the last that a shape touches here; `None` if there is no such number.
    pub(super) fn extent(&self, width: u64, height: u64, depth: u64) -> Option<u64> {
        if width == 0 || height == 0 || depth == 0 {
            return Some(0);
        }
        let slices = (depth - 1).checked_mul(self.slice)?;
        let rows = (height - 1).checked_mul(self.pitch)?;
        slices.checked_add(rows)?.checked_add(width)
    }
}

impl Copy {
    /// A copy of bytes in one piece.
    pub(super) fn linear(to: u64, from: u64, bytes: u64) -> Self {
        Self {
            from: Place::linear(from),
            to: Place::linear(to),
            width: bytes,
            height: 1,
            depth: 1,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.width
            .saturating_mul(self.height)
            .saturating_mul(self.depth)
    }

    /// Where the rows that it writes begin.
    pub(super) fn rows_written(&self) -> impl Iterator<Item = u64> {
        let to = self.to;
        let height = self.height;
        (0..self.depth)
            .flat_map(move |z| (0..height).map(move |y| to.address + z * to.slice + y * to.pitch))
    }

    /// Copies; rows may overlap their own source.
    ///
    /// # Safety
    /// Both shapes lie in mapped memory that may be read and written.
    pub(super) unsafe fn run(&self) {
        for z in 0..self.depth {
            for y in 0..self.height {
                let from =
                    (self.from.address + z * self.from.slice + y * self.from.pitch) as *const u8;
                let to = (self.to.address + z * self.to.slice + y * self.to.pitch) as *mut u8;
                // SAFETY: the row is part of the shapes that the caller guarantees.
                unsafe { to.copy_from(from, self.width as usize) };
            }
        }
    }
}

/// `height` rows of `width` elements, each set to the same value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fill {
    pub address: u64,
    pub pitch: u64,
    pub value: u32,
    /// Bytes of an element: 1, 2 or 4.
    pub element: u64,
    pub width: u64,
    pub height: u64,
}

impl Fill {
    /// `width` elements, as wide as `value` is.
    pub(super) fn row<T: Into<u32>>(address: u64, value: T, width: usize) -> Self {
        Self::rows(address, 0, value, width, 1)
    }

    /// `height` rows of `width` elements, as wide as `value` is, with `pitch` bytes from row to row.
    pub(super) fn rows<T: Into<u32>>(
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

    pub(super) fn bytes(&self) -> u64 {
        self.width
            .saturating_mul(self.element)
            .saturating_mul(self.height)
    }

    /// Bytes from the first to the last; `None` if there is no such number.
    pub(super) fn extent(&self) -> Option<u64> {
        Place {
            address: self.address,
            pitch: self.pitch,
            slice: 0,
        }
        .extent(self.width.checked_mul(self.element)?, self.height, 1)
    }

    /// Where the rows that it writes begin.
    pub(super) fn rows_written(&self) -> impl Iterator<Item = u64> {
        let (address, pitch) = (self.address, self.pitch);
        (0..self.height).map(move |y| address + y * pitch)
    }

    /// Fills.
    ///
    /// # Safety
    /// The shape lies in mapped memory that may be written, at a multiple of the element's size.
    pub(super) unsafe fn run(&self) {
        for y in 0..self.height {
            let (row, width) = (self.address + y * self.pitch, self.width as usize);
            // SAFETY: the caller guarantees that the memory is valid and its alignment.
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
