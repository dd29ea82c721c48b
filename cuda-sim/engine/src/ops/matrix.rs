//! Matrix instructions: `mma`, `wmma`, `ldmatrix`, `stmatrix`, `movmatrix`.

use crate::code::Inst;
use crate::code::operands::Element;
use crate::code::operands::MatrixShape;
use crate::code::operands::Sparse;
use crate::device::fault_kind::Access;
use crate::numbers::half::{bf16, f16};
use crate::numbers::lane::{Elem, Word, from_fn};
use crate::numbers::rounding::{Rounding, fma_double};
use crate::ops::convert::from_eight_bits;
use crate::ops::float::Real;
use crate::ops::op::Op;
use crate::ops::warp::gather_warp;
use crate::state::allocations::Span;
use crate::state::core::{CONTINUE, Core, Next, STOP};
use crate::state::space::{Generic, Shared};
use std::marker::PhantomData;

impl Element {
    /// Returns the width of an element in bits.
    pub fn bits(self) -> u32 {
        match self {
            Element::F16 | Element::Bf16 => 16,
            Element::Tf32 | Element::F32 | Element::S32 => 32,
            Element::F64 => 64,
            Element::S8 | Element::U8 | Element::E4m3 | Element::E5m2 => 8,
            Element::S4 | Element::U4 => 4,
            Element::B1 => 1,
        }
    }

    /// Returns the number of elements in a register.
    fn per_register(self) -> u32 {
        (32 / self.bits()).max(1)
    }

    /// Returns element `index` of a register.
    pub fn element(self, register: u64, index: u32) -> f64 {
        let bits = self.bits();
        let raw = register >> (index * bits) & (u64::MAX >> (64 - bits));
        match self {
            Element::F16 => f16::from_bits(raw as u16).to_f64(),
            Element::Bf16 => bf16::from_bits(raw as u16).to_f64(),
            // The hardware ignores the digits that the format doesn't have.
            Element::Tf32 => f64::from(f32::from_bits(raw as u32 & 0xffff_e000)),
            Element::F32 => f64::from(f32::from_bits(raw as u32)),
            Element::F64 => f64::from_bits(raw),
            Element::S8 => f64::from(raw as u8 as i8),
            Element::S4 => f64::from((raw as u8 as i8) << 4 >> 4),
            Element::U8 | Element::U4 | Element::B1 => raw as f64,
            Element::S32 => f64::from(raw as u32 as i32),
            Element::E4m3 => from_eight_bits(raw as u8, false),
            Element::E5m2 => from_eight_bits(raw as u8, true),
        }
    }

    /// An element's bits.
    pub fn bits_of(self, value: f64) -> u64 {
        match self {
            Element::F16 => f16::narrow(value, Rounding::Nearest).canonical().to_bits().into(),
            Element::Bf16 => bf16::narrow(value, Rounding::Nearest).canonical().to_bits().into(),
            Element::F64 => value.to_bits(),
            Element::S32 => value as i64 as u32 as u64,
            _ => (value as f32).canonical().to_bits().into(),
        }
    }
}

/// One of the matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Part {
    A,
    B,
    C,
    D,
}

impl MatrixShape {
    fn size(&self, part: Part) -> (u32, u32) {
        match part {
            // Half of a sparse matrix's elements are stored.
            Part::A => (self.m, self.k >> u32::from(self.sparse.is_some())),
            Part::B => (self.k, self.n),
            Part::C | Part::D => (self.m, self.n),
        }
    }

    /// Adds a table of positions, for frequent execution.
    pub fn tabulated(mut self) -> MatrixShape {
        for part in [Part::A, Part::B, Part::C, Part::D] {
            let each = self.cells[part as usize].per_register();
            let elements = self.registers[part as usize].len() as u32 * each;
            let lanes = (0..elements).flat_map(|element| (0..32).map(move |lane| (element, lane)));
            let places = lanes.map(|(element, lane)| {
                let (row, column) = self.computed_place(part, lane, element);
                (row as u16, column as u16)
            });
            self.places[part as usize] = places.collect();
        }
        self
    }

    /// Returns the row and column of element `element` of lane `lane`.
    fn place(&self, part: Part, lane: u32, element: u32) -> (u32, u32) {
        match self.places[part as usize].get((element * 32 + lane) as usize) {
            Some(&(row, column)) => (row.into(), column.into()),
            None => self.computed_place(part, lane, element),
        }
    }

    fn computed_place(&self, part: Part, lane: u32, element: u32) -> (u32, u32) {
        if self.fragments {
            return self.fragment_place(part, lane, element);
        }
        let (group, thread) = (lane >> 2, lane & 3);
        let each = self.cells[part as usize].per_register();
        let (register, within) = (element / each, element % each);
        match part {
            Part::A if self.m == 8 => (group, thread * each + within + register * 4 * each),
            Part::A => {
                (group + 8 * (register & 1), thread * each + within + (register >> 1) * 4 * each)
            }
            Part::B => (thread * each + within + register * 4 * each, group),
            _ => (group + 8 * (element >> 1 & 1), 8 * (element >> 2) + thread * 2 + (element & 1)),
        }
    }

    /// Returns the same for a fragment of `wmma`, as recorded from an H200 for every shape and type, because PTX
    /// doesn't specify it. A result with eight rows and 32 columns is computed as one with 32 rows and eight columns,
    /// transposed; registers beyond the matrix repeat it.
    fn fragment_place(&self, part: Part, lane: u32, element: u32) -> (u32, u32) {
        let (group, thread) = (lane >> 2, lane & 3);
        let transposed = self.n == 32;
        if matches!(part, Part::C | Part::D) {
            let (pair, within) = (element >> 1, element & 1);
            if transposed {
                return (thread * 2 + within, group + 8 * (pair % 4));
            }
            // A tile has 16 rows; eight columns are a single tile, regardless of the number of rows.
            let tall = if self.n == 8 { self.m } else { self.m.min(16) } / 8;
            let (down, right) = (pair % tall, pair / tall % (self.n / 8));
            return (group + 8 * down, thread * 2 + within + 8 * right);
        }
        let each = self.cells[part as usize].per_register();
        let (register, within) = (element / each, element % each);
        let deep = (self.k / (4 * each)).max(1);
        let depth = |step: u32| thread * each + within + 4 * each * step;
        if part == Part::B && !transposed {
            let right = register / deep % (self.n / 8);
            return (depth(register % deep), group + 8 * right);
        }
        let rows = if part == Part::A { self.m } else { self.n };
        let halves = rows.min(16) / 8;
        let (half, step) = (register % halves, register / halves % deep);
        let tile = register / (halves * deep) % (rows / 16).max(1);
        let (row, column) = (group + 8 * half + 16 * tile, depth(step));
        if part == Part::A { (row, column) } else { (column, row) }
    }

    /// Returns the matrix in the registers of `part`, row by row.
    pub fn gather(&self, core: &Core<'_>, part: Part) -> Vec<f64> {
        let (rows, columns) = self.size(part);
        let cell = self.cells[part as usize];
        let mut matrix = vec![0.0; (rows * columns) as usize];
        let each = cell.per_register();
        for (index, &register) in self.registers[part as usize].iter().enumerate() {
            for lane in 0..32 {
                let word = if cell == Element::F64 {
                    core.lane::<u64>(register, lane)
                } else {
                    core.lane::<u32>(register, lane).into()
                };
                for within in 0..each {
                    let (row, column) = self.place(part, lane as u32, index as u32 * each + within);
                    if let Some(slot) = matrix.get_mut((row * columns + column) as usize) {
                        *slot = cell.element(word, within);
                    }
                }
            }
        }
        matrix
    }

    /// Expands a sparse `a`: puts its elements at the positions in its metadata, and zeros between them.
    ///
    /// For each group of four elements, four bits select the two that are stored; for single precision (tf32), the one
    /// of two; and for 4-bit elements, the two pairs of four.
    pub fn unpacked(&self, core: &Core<'_>, packed: Vec<f64>) -> Vec<f64> {
        let Some(sparse) = self.sparse else {
            return packed;
        };
        let k = self.k as usize;
        // The number of stored elements of a group, and of those that one index selects.
        let (given, unit) = match self.cells[0].bits() {
            32 => (1, 1),
            4 => (4, 2),
            _ => (2, 1),
        };
        let groups = k / (2 * given);
        let mut matrix = vec![0.0; self.m as usize * k];
        for row in 0..self.m as usize {
            for group in 0..groups {
                let bits = sparse.group(core, row, group, groups, self.cells[0].bits());
                for place in 0..given {
                    let chosen = if given == 1 {
                        bits as usize >> 1 & 1
                    } else {
                        (bits as usize >> (2 * (place / unit)) & 3) * unit + place % unit
                    };
                    matrix[row * k + group * 2 * given + chosen] =
                        packed[(row * groups + group) * given + place];
                }
            }
        }
        matrix
    }

    /// Writes a matrix to the registers of `part`.
    pub fn spread(&self, core: &mut Core<'_>, part: Part, matrix: &[f64]) {
        let (_, columns) = self.size(part);
        let cell = self.cells[part as usize];
        let each = cell.per_register();
        for (index, &register) in self.registers[part as usize].iter().enumerate() {
            for lane in core.active() {
                let mut word = 0;
                for within in 0..each {
                    let (row, column) = self.place(part, lane as u32, index as u32 * each + within);
                    let value =
                        matrix.get((row * columns + column) as usize).copied().unwrap_or(0.0);
                    word |= cell.bits_of(value) << (within * cell.bits());
                }
                if cell == Element::F64 {
                    core.set_lane(register, lane, word)
                } else {
                    core.set_lane(register, lane, word as u32)
                }
            }
        }
    }

    /// Returns `a` times `b` plus `c`.
    #[inline(always)]
    pub fn product(&self, a: &[f64], b: &[f64], c: &[f64]) -> Vec<f64> {
        let mut d = c.to_vec();
        let shape = [self.n as usize, self.k as usize];
        match self.cells[0] {
            Element::F64 if self.rounding != Rounding::Nearest => {
                let rounding = self.rounding;
                add_products(&mut d, a, b, shape, |x, y, sum| fma_double(x, y, sum, rounding))
            }
            Element::F64 => add_products(&mut d, a, b, shape, |x, y, sum| x.mul_add(y, sum)),
            Element::B1 if !self.bit_and => {
                add_products(&mut d, a, b, shape, |x, y, sum| sum + (x - y).abs())
            }
            _ => add_products(&mut d, a, b, shape, |x, y, sum| sum + x * y),
        }
        if self.cells[3] == Element::S32 && self.saturate {
            for sum in &mut d {
                *sum = sum.clamp(f64::from(i32::MIN), f64::from(i32::MAX));
            }
        }
        d
    }
}

/// Adds to `d`, whose rows have `n` elements, the products of the rows of `a`, with `k` elements each, and the columns
/// of `b`, in order.
#[inline(always)]
fn add_products(
    d: &mut [f64],
    a: &[f64],
    b: &[f64],
    [n, k]: [usize; 2],
    add: impl Fn(f64, f64, f64) -> f64,
) {
    for (sums, factors) in d.chunks_exact_mut(n).zip(a.chunks_exact(k)) {
        for (&x, row) in factors.iter().zip(b.chunks_exact(n)) {
            for (sum, &y) in sums.iter_mut().zip(row) {
                *sum = add(x, y, *sum);
            }
        }
    }
}

impl Sparse {
    /// Returns the four bits of group `group` of `groups` in row `row`, for elements of `bits` bits, as an H200 stores
    /// them. The four lanes of group `n` have those of rows `n` and `n + 8`: one of them, two or all, for rows with 16,
    /// 32 or 64 bits.
    fn group(&self, core: &Core<'_>, row: usize, group: usize, groups: usize, bits: u32) -> u32 {
        let (lower, selector) = (row / 8 % 2, self.selector as usize);
        let (thread, shift) = match groups {
            4 => (selector, 16 * lower + 4 * group),
            8 if bits >= 16 => (2 * selector + group / 4, 16 * lower + 4 * (group % 4)),
            8 => (2 * selector + lower, 4 * group),
            _ => (2 * (group / 8) + lower, 4 * (group % 8)),
        };
        core.lane::<u32>(self.register, row % 8 * 4 + thread % 4) >> shift & 15
    }
}

/// `mma` and `wmma.mma`: shape `z`.
pub struct Mma;
impl Op for Mma {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if !gather_warp(core) {
            return STOP;
        }
        let code = core.code;
        let shape = &code.shapes[inst.z as usize];
        let (a, b, c) = (
            shape.unpacked(core, shape.gather(core, Part::A)),
            shape.gather(core, Part::B),
            shape.gather(core, Part::C),
        );
        let d = shape.product(&a, &b, &c);
        shape.spread(core, Part::D, &d);
        CONTINUE
    }
}

/// `wmma.load`, `wmma.store`: address `a` of word `A`, stride register `b`; shape `z`; `y` bits 0 and 1 the
/// part, bit 2 column-major, bit 3 store.
pub struct WmmaMemory<A>(PhantomData<A>);
impl<A: Elem> Op for WmmaMemory<A> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if !gather_warp(core) {
            return STOP;
        }
        let code = core.code;
        let shape = &code.shapes[inst.z as usize];
        let part = [Part::A, Part::B, Part::C, Part::D][(inst.y & 3) as usize];
        let (column_major, store) = (inst.y & 4 != 0, inst.y & 8 != 0);
        let cell = shape.cells[part as usize];
        // Elements of less than a byte are read a register at a time.
        let small = cell.bits() < 8;
        let bits = if small { 32 } else { cell.bits() };
        let size = bits / 8;
        let each = if small { 1 } else { cell.per_register() };
        // The allocation with the matrix, once one element is found.
        let mut known = Span::default();
        for lane in core.active() {
            let base = core.lane::<A::W>(inst.a, lane).wide().wrapping_add(inst.x);
            let stride = u64::from(core.lane::<u32>(inst.b, lane));
            for (index, &register) in shape.registers[part as usize].iter().enumerate() {
                let mut word = if cell == Element::F64 {
                    core.lane::<u64>(register, lane)
                } else {
                    core.lane::<u32>(register, lane).into()
                };
                for within in 0..each {
                    let (row, column) =
                        shape.place(part, lane as u32, index as u32 * cell.per_register() + within);
                    let (row, column) = (u64::from(row), u64::from(column));
                    let at =
                        if column_major { column * stride + row } else { row * stride + column };
                    let address = base.wrapping_add(at * u64::from(cell.bits()) / 8);
                    let aligned = address & u64::from(size - 1) == 0;
                    let inside = address >= known.start
                        && address.saturating_add(size.into()) <= known.end
                        && inst.c != 1;
                    let place = if aligned && inside {
                        address as *mut u8
                    } else {
                        let access = if store { Access::Store } else { Access::Load };
                        let place = if inst.c == 1 {
                            core.resolve::<Shared>(lane, address, size, access)
                        } else {
                            core.resolve::<Generic>(lane, address, size, access)
                        };
                        let Some(place) = place else { return STOP };
                        // Only global addresses are host addresses.
                        if inst.c != 1 && place as u64 == address {
                            let found = core.surroundings(address, size.into(), store);
                            known = found.unwrap_or_default();
                        }
                        place
                    };
                    let shift = within * bits;
                    let bytes = size as usize;
                    if store {
                        let part = (word >> shift).to_le_bytes();
                        // SAFETY: `resolve` found `size` writable bytes, or an allocation around them.
                        unsafe { std::ptr::copy_nonoverlapping(part.as_ptr(), place, bytes) };
                    } else {
                        let mut part = [0u8; 8];
                        // SAFETY: `resolve` found `size` readable bytes, or an allocation around them.
                        unsafe { std::ptr::copy_nonoverlapping(place, part.as_mut_ptr(), bytes) };
                        let mask = (u64::MAX >> (64 - bits)) << shift;
                        word = word & !mask | u64::from_le_bytes(part) << shift & mask;
                    }
                }
                if !store {
                    if cell == Element::F64 {
                        core.set_lane(register, lane, word)
                    } else {
                        core.set_lane(register, lane, word as u32)
                    }
                }
            }
        }
        CONTINUE
    }
}

/// `ldmatrix`, `stmatrix` of 8 by 8 elements of 16 bits: row addresses `a` of word `A`, registers list `z`; `y` bit 0
/// `.trans`, bit 1 store.
pub struct RowMatrix<A>(PhantomData<A>);
impl<A: Elem> Op for RowMatrix<A> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if !gather_warp(core) {
            return STOP;
        }
        let code = core.code;
        let list = &code.lists[inst.z as usize];
        let (transposed, store) = (inst.y & 1 != 0, inst.y & 2 != 0);
        // Read before anything is written: a result may be in the register with the addresses.
        let addresses = core.plane::<A::W>(inst.a);
        for (matrix, &register) in list.iter().enumerate() {
            let mut rows = [std::ptr::null_mut::<u8>(); 8];
            for (row, place) in rows.iter_mut().enumerate() {
                let lane = matrix * 8 + row;
                let address = A::W::cut(addresses[lane].wide().wrapping_add(inst.x)).wide();
                let access = if store { Access::Store } else { Access::Load };
                let found = if inst.c == 1 {
                    core.resolve::<Shared>(lane, address, 16, access)
                } else {
                    core.resolve::<Generic>(lane, address, 16, access)
                };
                let Some(found) = found else { return STOP };
                *place = found;
            }
            for lane in 0..32 {
                let mut word = core.lane::<u32>(register, lane);
                for half in 0..2 {
                    let (row, column) = (lane / 4, lane % 4 * 2 + half);
                    let (row, column) = if transposed { (column, row) } else { (row, column) };
                    // SAFETY: `resolve` found 16 bytes, eight elements, for each row.
                    let place = unsafe { rows[row].cast::<u16>().add(column) };
                    if store {
                        // SAFETY: as above; the row may be written.
                        unsafe { place.write_unaligned((word >> (16 * half)) as u16) };
                    } else {
                        // SAFETY: as above.
                        let value = u32::from(unsafe { place.read_unaligned() });
                        word = word & !(0xffff << (16 * half)) | value << (16 * half);
                    }
                }
                if !store {
                    core.set_lane(register, lane, word);
                }
            }
        }
        CONTINUE
    }
}

/// `ldmatrix` of 16 by 16 elements of 8 bits, transposed: row addresses `a` of word `A`, registers list `z`, of which each matrix
/// has two: four rows of a column, and of the column eight further.
pub struct ByteMatrix<A>(PhantomData<A>);
impl<A: Elem> Op for ByteMatrix<A> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if !gather_warp(core) {
            return STOP;
        }
        let code = core.code;
        let list = &code.lists[inst.z as usize];
        // Read before anything is written: a result may be in the register with the addresses.
        let addresses = core.plane::<A::W>(inst.a);
        for (matrix, registers) in list.chunks_exact(2).enumerate() {
            let mut rows = [std::ptr::null_mut::<u8>(); 16];
            for (row, place) in rows.iter_mut().enumerate() {
                let lane = matrix * 16 + row;
                let address = A::W::cut(addresses[lane].wide().wrapping_add(inst.x)).wide();
                let found = if inst.c == 1 {
                    core.resolve::<Shared>(lane, address, 16, Access::Load)
                } else {
                    core.resolve::<Generic>(lane, address, 16, Access::Load)
                };
                let Some(found) = found else { return STOP };
                *place = found;
            }
            for (half, &register) in registers.iter().enumerate() {
                for lane in 0..32 {
                    let (row, column) = (lane % 4 * 4, lane / 4 + half * 8);
                    // SAFETY: `resolve` found 16 bytes for each row.
                    let bytes = from_fn(|byte| unsafe { rows[row + byte].add(column).read() });
                    core.set_lane(register, lane, u32::from_le_bytes(bytes));
                }
            }
        }
        CONTINUE
    }
}

/// `movmatrix.trans`
pub struct MoveMatrix;
impl Op for MoveMatrix {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if !gather_warp(core) {
            return STOP;
        }
        let source = core.plane::<u32>(inst.a);
        let result: [u32; 32] = from_fn(|lane| {
            let half = |index: usize| {
                let (row, column) = (lane % 4 * 2 + index, lane / 4);
                source[row * 4 + column / 2] >> (16 * (column & 1)) & 0xffff
            };
            half(0) | half(1) << 16
        });
        core.merge_plane(inst.d, &result);
        CONTINUE
    }
}
