//! Bulk copies of tensor tiles, and changes to tensor maps.

use crate::code::Inst;
use crate::code::operands::Reduction;
use crate::device::fault_kind::{Access, FaultKind};
use crate::device::tensor::{MAP_BYTES, TensorMap, TensorType};
use crate::device::windows::RANK_SHIFT;
use crate::ops::mbarrier::complete;
use crate::ops::op::Op;
use crate::ptx::Type;
use crate::state::core::{CONTINUE, Core, Next, STOP};
use crate::state::space::{Generic, Shared};

/// The positions of an instruction's registers in its list; `u32::MAX` if there is none.
pub mod tensor_part {
    /// The address in shared memory.
    pub const SHARED: usize = 0;
    /// The map's address.
    pub const MAP: usize = 1;
    /// The barrier's address.
    pub const BARRIER: usize = 2;
    /// Five coordinates.
    pub const AT: usize = 3;
    /// Three offsets of an im2col copy.
    pub const OFFSET: usize = 8;
    /// The blocks of the cluster that receive the copy.
    pub const BLOCKS: usize = 11;
    /// The length of the list.
    pub const COUNT: usize = 12;
}

/// An instruction's form, packed in [`Inst::y`].
#[derive(Clone, Copy, Debug)]
pub struct TensorForm {
    /// The number of dimensions.
    pub rank: u32,
    /// Whether it is an im2col copy.
    pub im2col: bool,
    /// Whether it copies from shared to global memory.
    pub stores: bool,
    /// Whether it only prefetches.
    pub prefetches: bool,
    /// The number of an atomic operation plus one; 0 for a copy.
    pub operation: u32,
    /// Whether the addresses in shared memory, of the map, and of the barrier have 64 bits.
    pub wide: [bool; 3],
}

impl TensorForm {
    /// Packs it into a word.
    pub fn pack(self) -> u32 {
        let bit = |flag: bool, at: u32| u32::from(flag) << at;
        self.rank
            | bit(self.im2col, 3)
            | bit(self.stores, 4)
            | bit(self.wide[0], 5)
            | bit(self.wide[1], 6)
            | bit(self.wide[2], 7)
            | bit(self.prefetches, 8)
            | self.operation << 9
    }

    fn unpack(word: u32) -> TensorForm {
        let bit = |at: u32| word >> at & 1 != 0;
        TensorForm {
            rank: word & 7,
            im2col: bit(3),
            stores: bit(4),
            wide: [bit(5), bit(6), bit(7)],
            prefetches: bit(8),
            operation: word >> 9,
        }
    }
}

fn bad(core: &mut Core<'_>, lane: usize, message: String) -> Next {
    core.fault_kind(FaultKind::BadOperand { lane: lane as u32, message })
}

fn address(core: &Core<'_>, at: u32, wide: bool, lane: usize) -> u64 {
    if wide { core.lane::<u64>(at, lane) } else { core.lane::<u32>(at, lane).into() }
}

/// Returns the map at an address; otherwise stops the warp.
fn map_at(core: &mut Core<'_>, lane: usize, at: u64) -> Option<TensorMap> {
    // A parameter can be anywhere in host memory, so its alignment isn't checked.
    let place = core.resolve_range(lane, at, MAP_BYTES as u64, Access::Load)?;
    let mut bytes = [0; MAP_BYTES];
    // SAFETY: `resolve_range` found as many bytes readable there.
    unsafe { std::ptr::copy_nonoverlapping(place, bytes.as_mut_ptr(), MAP_BYTES) };
    let Some(map) = TensorMap::unpack(&bytes) else {
        bad(core, lane, format!("address {at:#x} has no tensor map"));
        return None;
    };
    if let Some(dimension) = map.empty_dimension() {
        let message =
            format!("the tensor map at {at:#x} has boxes of 0 elements in dimension {dimension}");
        bad(core, lane, message);
        return None;
    }
    Some(map)
}

fn reduction(operation: u32, ty: TensorType) -> Option<Reduction> {
    use TensorType as T;
    let ty = match ty {
        T::U32 => Type::U32,
        T::S32 => Type::S32,
        T::U64 => Type::U64,
        T::S64 => Type::S64,
        T::F16 => Type::F16,
        T::Bf16 => Type::Bf16,
        T::F32 | T::F32Ftz | T::Tf32 | T::Tf32Ftz => Type::F32,
        T::F64 => Type::F64,
        T::U8 | T::U16 => return None,
    };
    Reduction::by_type(operation, ty)
}

/// `cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor`: the registers of list `z` in the order of [`tensor_part`];
/// `y` is a [`TensorForm`].
pub struct CopyTensor;
impl Op for CopyTensor {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let form = TensorForm::unpack(inst.y);
        let code = core.code;
        let list = &code.lists[inst.z as usize];
        for lane in core.active() {
            let map = address(core, list[tensor_part::MAP], form.wide[1], lane);
            let Some(map) = map_at(core, lane, map) else {
                return STOP;
            };
            if map.rank != form.rank || map.im2col != form.im2col {
                let kind = |im2col| if im2col { "im2col" } else { "tiled" };
                let message = format!(
                    "the map is {} of {} dimensions, and the instruction {} of {}",
                    kind(map.im2col),
                    map.rank,
                    kind(form.im2col),
                    form.rank
                );
                return bad(core, lane, message);
            }
            let word = |core: &Core<'_>, index: usize| match list[index] {
                u32::MAX => 0,
                at => core.lane::<u32>(at, lane) as i32,
            };
            let at: [i32; 5] = std::array::from_fn(|index| word(core, tensor_part::AT + index));
            let offset: [i32; 3] =
                std::array::from_fn(|index| word(core, tensor_part::OFFSET + index));
            if let Some(message) = misplaced(&map, at, form) {
                return bad(core, lane, message);
            }
            if form.prefetches {
                continue;
            }
            let shared = address(core, list[tensor_part::SHARED], form.wide[0], lane);
            if !shared.is_multiple_of(128) {
                let access = if form.stores { Access::Load } else { Access::Store };
                return core.fault_kind(FaultKind::Misaligned {
                    lane: lane as u32,
                    address: shared,
                    size: 128,
                    access,
                    space: "shared",
                });
            }
            let moved = if form.stores {
                store(core, lane, &map, form, shared, at, offset)
            } else {
                load(core, lane, &map, list, form, shared, at, offset)
            };
            if moved.is_none() {
                return STOP;
            }
        }
        CONTINUE
    }
}

/// Returns what is wrong with a tile at `at`: as on an H200, a row must begin at a multiple of 16 bytes, even outside
/// of the tensor, and a written tile can't begin before the tensor.
fn misplaced(map: &TensorMap, at: [i32; 5], form: TensorForm) -> Option<String> {
    let unit = map.unit();
    if i64::from(at[0]) * i64::from(unit) % 16 != 0 {
        return Some(format!(
            "the tile begins at element {} of {unit} bytes, and must begin at a multiple of 16 bytes",
            at[0]
        ));
    }
    let negative = at.iter().position(|&at| at < 0);
    negative.filter(|_| form.stores).map(|dimension| {
        format!(
            "a written tile begins at {} in dimension {dimension}, before the tensor",
            at[dimension]
        )
    })
}

/// Returns the elements of a tile, in order: each one's offset in the tile, and its address in the tensor, or `None`
/// outside of it.
fn elements(
    map: &TensorMap,
    at: [i32; 5],
    offset: [i32; 3],
    mut f: impl FnMut(u64, Option<u64>) -> Option<()>,
) -> Option<()> {
    let size = u64::from(map.ty.size());
    let mut place = 0;
    for row in map.tile_rows(at, offset) {
        for index in 0..map.row() {
            let mut element = row;
            element[0] += i64::from(index * map.row_step());
            let address = map.holds(&element).then(|| map.address_of(&element));
            for part in (0..map.unit().into()).step_by(size as usize) {
                f(place, address.map(|address| address + part))?;
                place += size;
            }
        }
    }
    Some(())
}

#[allow(clippy::too_many_arguments, reason = "they are the instruction's operands")]
fn load(
    core: &mut Core<'_>,
    lane: usize,
    map: &TensorMap,
    list: &[u32],
    form: TensorForm,
    shared: u64,
    at: [i32; 5],
    offset: [i32; 3],
) -> Option<()> {
    let size = map.ty.size();
    let mut tile = Vec::with_capacity(map.tile_bytes() as usize);
    elements(map, at, offset, |_, from| {
        let bits = match from {
            Some(from) => {
                let from = core.resolve::<Generic>(lane, from, size, Access::Load)?;
                let mut bytes = [0; 8];
                // SAFETY: `resolve` found as many bytes readable there.
                unsafe {
                    std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), size as usize);
                }
                map.loaded(u64::from_le_bytes(bytes))
            }
            None => map.outside(),
        };
        tile.extend_from_slice(&bits.to_le_bytes()[..size as usize]);
        Some(())
    })?;
    let barrier = address(core, list[tensor_part::BARRIER], form.wide[2], lane);
    // Each block receives the tile at the same offset, and counts it in a barrier at the same offset.
    let blocks: Vec<u64> = match list[tensor_part::BLOCKS] {
        u32::MAX => vec![0],
        at => {
            let mask = core.lane::<u32>(at, lane) & 0xffff;
            (0..16).filter(|rank| mask >> rank & 1 != 0).map(|rank| rank + 1).collect()
        }
    };
    let in_block = |address: u64, block: u64| match block {
        0 => address,
        block => address & ((1 << RANK_SHIFT) - 1) | block << RANK_SHIFT,
    };
    for block in blocks {
        let shared = in_block(shared, block);
        for (index, chunk) in tile.chunks(16.min(tile.len().max(1))).enumerate() {
            let to = map.swizzled(shared + index as u64 * 16);
            let pieces: &[(u64, &[u8])] = &match chunk.split_at_checked(8) {
                Some((low, high)) => [(to, low), (to ^ 8, high)],
                None => [(to, chunk), (to, &[])],
            };
            for (to, piece) in pieces.iter().filter(|(_, piece)| !piece.is_empty()) {
                let length = piece.len() as u32;
                let to = core.resolve::<Shared>(lane, *to, length, Access::Store)?;
                // SAFETY: `resolve` found as many bytes writable there.
                unsafe { std::ptr::copy_nonoverlapping(piece.as_ptr(), to, piece.len()) };
            }
        }
        complete(core, lane, in_block(barrier, block), tile.len() as u64)?;
    }
    Some(())
}

fn store(
    core: &mut Core<'_>,
    lane: usize,
    map: &TensorMap,
    form: TensorForm,
    shared: u64,
    at: [i32; 5],
    offset: [i32; 3],
) -> Option<()> {
    let size = map.ty.size();
    let reduction = match form.operation {
        0 => None,
        operation => match reduction(operation - 1, map.ty) {
            Some(reduction) => Some(reduction),
            None => {
                bad(core, lane, format!("this reduction isn't available for {:?}", map.ty));
                return None;
            }
        },
    };
    let access = if reduction.is_some() { Access::Atomic } else { Access::Store };
    elements(map, at, offset, |place, to| {
        let Some(to) = to else { return Some(()) };
        let from = map.swizzled(shared + place);
        let from = core.resolve::<Shared>(lane, from, size, Access::Load)?;
        let to = core.resolve::<Generic>(lane, to, size, access)?;
        match reduction {
            // SAFETY: `resolve` found both aligned, and the one in global memory writable.
            Some(reduction) => unsafe { reduction.update(to, from, true) },
            // SAFETY: as above; shared and global memory don't overlap.
            None => unsafe { std::ptr::copy_nonoverlapping(from, to, size as usize) },
        }
        Some(())
    })
}

/// The fields of a map that `tensormap.replace` changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
#[repr(u32)]
pub enum Field {
    Address,
    Rank,
    Tile,
    Extent,
    Stride,
    Step,
    Type,
    Interleave,
    Swizzle,
    Fill,
    Atomicity,
}

const FIELDS: [Field; 11] = [
    Field::Address,
    Field::Rank,
    Field::Tile,
    Field::Extent,
    Field::Stride,
    Field::Step,
    Field::Type,
    Field::Interleave,
    Field::Swizzle,
    Field::Fill,
    Field::Atomicity,
];

/// `tensormap.replace`: the map's address `a`, generic or shared (`y` bit 0), with 64 bits (bit 1); the value `b`, with
/// 64 bits (bit 2); `z` is the [`Field`], `x` its dimension.
pub struct ReplaceInMap;
impl Op for ReplaceInMap {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let field = FIELDS[inst.z as usize % FIELDS.len()];
        let dimension = inst.x as usize;
        for lane in core.active() {
            let at = address(core, inst.a, inst.y & 2 != 0, lane);
            let value = address(core, inst.b, inst.y & 4 != 0, lane);
            let place = if inst.y & 1 != 0 {
                core.resolve::<Shared>(lane, at, MAP_BYTES as u32, Access::Store)
            } else {
                core.resolve::<Generic>(lane, at, MAP_BYTES as u32, Access::Store)
            };
            let Some(place) = place else { return STOP };
            let place = place.cast::<[u8; MAP_BYTES]>();
            // SAFETY: `resolve` found as many bytes there that may be read and written.
            let old = unsafe { place.read() };
            let mut map = TensorMap::unpack_any(&old);
            let word = value as u32;
            match field {
                Field::Address => map.address = value,
                Field::Rank => map.rank = word.saturating_add(1),
                Field::Tile => map.tile[dimension % 5] = word,
                Field::Extent => map.extent[dimension % 5] = u64::from(word),
                Field::Stride => map.stride[dimension % 4] = value,
                Field::Step => map.step[dimension % 5] = word,
                Field::Type => match TensorType::from_ptx_number(word) {
                    Some(ty) => map.ty = ty,
                    None => return bad(core, lane, format!("unknown element type {word}")),
                },
                Field::Interleave => map.interleave = word,
                Field::Swizzle if word > 3 => {
                    return bad(core, lane, format!("unknown swizzle mode {word}"));
                }
                Field::Swizzle => map.swizzle = word,
                Field::Atomicity => map.atomicity = word,
                Field::Fill => map.fills_nan = word != 0,
            }
            // SAFETY: as above.
            unsafe { place.write(map.pack()) };
        }
        CONTINUE
    }
}

/// `tensormap.cp_fenceproxy`: from shared address `b` to global address `a`; `y` bit 0: `b` has 64 bits.
pub struct CopyMap;
impl Op for CopyMap {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        for lane in core.active() {
            let to = core.lane::<u64>(inst.a, lane);
            let from = address(core, inst.b, inst.y & 1 != 0, lane);
            let size = MAP_BYTES as u32;
            let Some(from) = core.resolve::<Shared>(lane, from, size, Access::Load) else {
                return STOP;
            };
            let Some(to) = core.resolve::<Generic>(lane, to, size, Access::Store) else {
                return STOP;
            };
            // SAFETY: `resolve` found as many bytes at both places.
            unsafe { std::ptr::copy_nonoverlapping(from, to, MAP_BYTES) };
        }
        CONTINUE
    }
}
