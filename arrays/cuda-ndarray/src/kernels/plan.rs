//! The work of the kernels: a copy between layouts, as axes of bytes.

use super::copy_1::{
    Axis, Copy as KernelCopy, KERNEL_AXES, LARGEST_SMALL, TILE_OF_LARGE, TILE_OF_SMALL,
    TRANSPOSE_AXES, Transpose,
};

/// The maximum number of units of one launch, which a kernel counts in 31 bits.
const MOST_UNITS: u64 = (1 << 31) - 4096;

/// The minimum length of a row, in elements, for which tiles are used.
const SHORTEST_ROW: u64 = 8;

/// The maximum number of axes of two elements or more, which no array exceeds.
const MOST_AXES: usize = 64;

/// An axis of both sides: its length, and its strides in bytes in the target and in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Step {
    pub len: u64,
    pub to: i64,
    pub from: i64,
}

/// A copy of elements from one layout to another of the same shape.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The address of the first unit in the target.
    pub to: u64,
    /// The address of the first unit in the source.
    pub from: u64,
    /// The number of bytes that are copied at once.
    pub unit: usize,
    /// The axes, the fastest first. Without axes, there is one unit.
    steps: [Step; MOST_AXES],
    count: usize,
}

/// The way to make a copy.
#[derive(Debug, PartialEq, Eq)]
pub enum Way {
    /// All bytes are contiguous on both sides.
    Bytes(usize),
    /// The kernel that exchanges two axes.
    Transpose,
    /// The kernel for any strides.
    Strided,
}

impl Plan {
    /// Plans a copy of elements of `size` bytes from `from` to `to`, with these axes. Strides are in bytes, and no two
    /// indices of the target refer to the same element. Returns `None` if there is nothing to copy.
    pub fn new(to: u64, from: u64, size: usize, axes: impl Iterator<Item = Step>) -> Option<Self> {
        let mut plan = Self { to, from, unit: size, steps: [Step::default(); MOST_AXES], count: 0 };
        if size == 0 {
            return None;
        }
        for step in axes {
            match step.len {
                0 => return None,
                1 => {}
                _ => plan.push(step),
            }
        }
        plan.arrange(size);
        Some(plan)
    }

    /// Sorts and merges the axes. Not generic, as sorting takes long to compile.
    fn arrange(&mut self, size: usize) {
        self.steps[..self.count].sort_by_key(|step| step.to);
        self.merge();
        self.widen(size);
    }

    /// Adds an axis, which runs upwards in the target.
    fn push(&mut self, mut step: Step) {
        if step.to < 0 {
            let last = (step.len - 1) as i64;
            self.to = self.to.wrapping_add_signed(step.to * last);
            self.from = self.from.wrapping_add_signed(step.from * last);
            (step.to, step.from) = (-step.to, -step.from);
        }
        self.steps[self.count] = step;
        self.count += 1;
    }

    /// Merges two axes into one if the second continues where the first ends, on both sides.
    fn merge(&mut self) {
        let mut merged: usize = 0;
        for at in 0..self.count {
            let step = self.steps[at];
            let last = merged.checked_sub(1).map(|last| self.steps[last]);
            match last {
                Some(last)
                    if step.to == last.to.wrapping_mul(last.len as i64)
                        && step.from == last.from.wrapping_mul(last.len as i64) =>
                {
                    self.steps[merged - 1].len *= step.len;
                }
                _ => {
                    self.steps[merged] = step;
                    merged += 1;
                }
            }
        }
        self.count = merged;
    }

    /// Chooses the largest unit, in bytes, that the addresses, the strides and the contiguous elements allow.
    fn widen(&mut self, size: usize) {
        let together = |step: &Step| step.to == size as i64 && step.from == size as i64;
        let run = match self.steps().first().filter(|step| together(step)) {
            Some(step) => {
                let run = step.len * size as u64;
                self.steps.copy_within(1..self.count, 0);
                self.count -= 1;
                run
            }
            None => size as u64,
        };
        let mut bits = run | self.to | self.from | 16;
        for step in self.steps() {
            bits |= step.to.unsigned_abs() | step.from.unsigned_abs();
        }
        let unit = 1u64 << bits.trailing_zeros();
        self.unit = unit as usize;
        if run > unit {
            self.steps.copy_within(0..self.count, 1);
            self.steps[0] = Step { len: run / unit, to: unit as i64, from: unit as i64 };
            self.count += 1;
        }
    }

    /// Returns the axes, the fastest in the target first.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..self.count]
    }

    /// Returns the best way to make the copy.
    pub fn way(&self) -> Way {
        let unit = self.unit as i64;
        match self.steps() {
            [] => Way::Bytes(self.unit),
            [step] if step.to == unit && step.from == unit => {
                Way::Bytes(step.len as usize * self.unit)
            }
            [rows, others @ ..] => {
                let column = others.iter().find(|step| step.from == unit);
                let is_tiled = rows.to == unit
                    && rows.from != unit
                    && rows.len >= SHORTEST_ROW
                    && column.is_some_and(|column| column.len >= SHORTEST_ROW);
                if is_tiled && others.len() <= TRANSPOSE_AXES + 1 {
                    Way::Transpose
                } else {
                    Way::Strided
                }
            }
        }
    }

    /// Makes the launches of the copy with the kernel for any strides.
    pub fn launches<E>(
        &self,
        mut launch: impl FnMut(KernelCopy) -> Result<(), E>,
    ) -> Result<(), E> {
        self.launch_parts(self.to, self.from, self.count, &mut launch)
    }

    /// Makes the launches of the part at these addresses, by the first `count` axes.
    fn launch_parts<E>(
        &self,
        to: u64,
        from: u64,
        count: usize,
        launch: &mut impl FnMut(KernelCopy) -> Result<(), E>,
    ) -> Result<(), E> {
        let steps = &self.steps[..count];
        let units = steps.iter().fold(1u64, |units, step| units.saturating_mul(step.len));
        if count <= KERNEL_AXES && units <= MOST_UNITS {
            let mut copy = KernelCopy {
                to,
                from,
                count: units as u32,
                axes: count.max(1) as u32,
                axis: [Axis::default(); KERNEL_AXES],
            };
            copy.axis[0] = Axis::new(Step { len: 1, to: 0, from: 0 });
            for (axis, step) in copy.axis.iter_mut().zip(steps) {
                *axis = Axis::new(*step);
            }
            return launch(copy);
        }
        // The slowest axis is split: one index each, or as many as fit into a launch if it is the only axis.
        let last = steps[count - 1];
        if count == 1 {
            let mut done = 0;
            while done < last.len {
                let len = (last.len - done).min(MOST_UNITS);
                let mut part = *self;
                part.steps[0].len = len;
                let (to, from) = (at(to, last.to, done), at(from, last.from, done));
                part.launch_parts(to, from, 1, launch)?;
                done += len;
            }
            return Ok(());
        }
        for index in 0..last.len {
            let (to, from) = (at(to, last.to, index), at(from, last.from, index));
            self.launch_parts(to, from, count - 1, launch)?;
        }
        Ok(())
    }

    /// Returns the argument of the kernel that exchanges two axes, and its number of blocks; `None` if there are too many.
    pub fn transpose(&self) -> Option<(Transpose, u32)> {
        let tile = if self.unit <= LARGEST_SMALL { TILE_OF_SMALL } else { TILE_OF_LARGE } as u64;
        let (rows, others) = self.steps().split_first()?;
        let at = others.iter().position(|step| step.from == self.unit as i64)?;
        let columns = others[at];
        let (tiles_of_rows, tiles_of_columns) =
            (rows.len.div_ceil(tile), columns.len.div_ceil(tile));
        let mut blocks = tiles_of_rows.checked_mul(tiles_of_columns)?;
        let mut axis = [Axis::default(); TRANSPOSE_AXES];
        let rest = others.iter().enumerate().filter(|(other, _)| *other != at);
        for (axis, (_, step)) in axis.iter_mut().zip(rest) {
            *axis = Axis::new(*step);
            blocks = blocks.checked_mul(step.len)?;
        }
        let small = |number: u64| u32::try_from(number).ok().filter(|number| *number < 1 << 31);
        let transpose = Transpose {
            to: self.to,
            from: self.from,
            rows: small(rows.len)?,
            columns: small(columns.len)?,
            tiles_of_rows: small(tiles_of_rows)?,
            tiles_of_columns: small(tiles_of_columns)?,
            to_column: columns.to,
            from_row: rows.from,
            axes: (others.len() - 1) as u32,
            unused: 0,
            axis,
        };
        Some((transpose, small(blocks)?))
    }
}

/// Returns the address of an index.
fn at(address: u64, stride: i64, index: u64) -> u64 {
    address.wrapping_add_signed(stride.wrapping_mul(index as i64))
}

impl Axis {
    /// Creates an axis, with the constants by which a kernel divides by its length. They are exact for dividends below
    /// 2³¹.
    fn new(step: Step) -> Self {
        let len = step.len.min(u64::from(u32::MAX)) as u32;
        let shift = len.next_power_of_two().trailing_zeros();
        let magic = ((1u64 << 32) * ((1u64 << shift) - u64::from(len))) / u64::from(len) + 1;
        Self { len, magic: magic as u32, shift, unused: 0, to: step.to, from: step.from }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_divide_like_the_host() {
        for len in [1u64, 2, 3, 5, 7, 10, 64, 1000, 65_537, 1 << 20, (1 << 31) - 5000] {
            let axis = Axis::new(Step { len, to: 0, from: 0 });
            let near = (0..70u64).flat_map(|i| [i, i * len, (i * len).wrapping_sub(1)]);
            for number in near.filter(|number| *number < 1 << 31) {
                let high = (number * u64::from(axis.magic)) >> 32;
                assert_eq!((high + number) >> axis.shift, number / len, "{number} / {len}");
            }
        }
    }

    #[test]
    fn contiguous_bytes_are_one_copy() {
        let axes = [Step { len: 3, to: 48, from: 48 }, Step { len: 4, to: 12, from: 12 }];
        let plan = Plan::new(0, 16, 12, axes.into_iter()).expect("there are elements");
        assert_eq!(plan.way(), Way::Bytes(144));
    }

    #[test]
    fn a_copy_with_too_many_axes_for_a_kernel_is_split() {
        // 2^10 elements, with axes that can't be merged.
        let axes = (0..10).map(|axis| Step { len: 2, to: 4 << axis, from: 4 << (9 - axis) });
        let plan = Plan::new(0, 0, 4, axes).expect("there are elements");
        let (mut launches, mut units) = (0, 0);
        plan.launches(|copy| {
            launches += 1;
            units += copy.count;
            Ok::<(), ()>(())
        })
        .expect("launching works");
        assert_eq!((launches, units), (4, 1024));
    }
}
