//! Textures and surfaces.

use crate::code::Inst;
#[cfg(target_arch = "x86_64")]
use crate::code::level::Level;
use crate::device::fault_kind::{Access, FaultKind};
use crate::numbers::half::f16;
use crate::numbers::lane::from_fn;
use crate::ops::op::Op;
use crate::state::core::{CONTINUE, Core, Next, STOP};
use crate::texture::{Boundary, Geometry, Lookup, Mode, Query, Texture};
use std::sync::Arc;

/// The positions of an instruction's registers in its list; `u32::MAX` if there is none.
pub mod part {
    /// Four results, or values to write.
    pub const DATA: usize = 0;
    /// The predicate that tells whether there was a texel.
    pub const PRESENT: usize = 4;
    /// Three coordinates.
    pub const AT: usize = 5;
    /// The layer.
    pub const LAYER: usize = 8;
    /// The level.
    pub const LEVEL: usize = 9;
    /// Three derivatives in x.
    pub const DX: usize = 10;
    /// Three derivatives in y.
    pub const DY: usize = 13;
    /// Three offsets.
    pub const OFFSET: usize = 16;
    /// The handle of a texture with another sampler.
    pub const SAMPLER: usize = 19;
    /// The length of the list.
    pub const COUNT: usize = 20;
}

/// An instruction's form, packed in [`Inst::y`].
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The geometry.
    pub geometry: Geometry,
    /// Whether it has a layer.
    pub layered: bool,
    /// Whether coordinates are integers.
    pub integer: bool,
    /// Whether results are pairs of halves.
    pub halves: bool,
    /// 0: `tex`, 1: with a level, 2: with derivatives, 4 to 7: `tld4` of that channel.
    pub mode: u32,
    /// The size of each value of a surface in bytes.
    pub bytes: u32,
    /// The behavior outside of a surface.
    pub boundary: Boundary,
}

const GEOMETRIES: [Geometry; 4] = [Geometry::D1, Geometry::D2, Geometry::D3, Geometry::Cube];
const BOUNDARIES: [Boundary; 3] = [Boundary::Trap, Boundary::Clamp, Boundary::Zero];

impl Form {
    /// Packs it into a word.
    pub fn pack(self) -> u32 {
        self.geometry as u32
            | u32::from(self.layered) << 2
            | u32::from(self.integer) << 3
            | u32::from(self.halves) << 4
            | self.mode << 5
            | self.bytes << 8
            | (self.boundary as u32) << 16
    }

    fn unpack(word: u32) -> Form {
        Form {
            geometry: GEOMETRIES[word as usize & 3],
            layered: word >> 2 & 1 != 0,
            integer: word >> 3 & 1 != 0,
            halves: word >> 4 & 1 != 0,
            mode: word >> 5 & 7,
            bytes: word >> 8 & 0xff,
            boundary: BOUNDARIES[(word >> 16 & 3).min(2) as usize],
        }
    }
}

/// Returns the image of a handle, whose memory can be accessed; otherwise stops the warp.
fn image(core: &mut Core<'_>, lane: usize, handle: u64, access: Access) -> Option<Arc<Texture>> {
    let Some(image) = core.memory().image(handle) else {
        core.fault_kind(FaultKind::BadImage {
            lane: lane as u32,
            message: format!("{handle:#x} is no texture's or surface's handle"),
        });
        return None;
    };
    if image.kept.is_none() {
        for plane in &image.levels {
            let bytes = plane.bytes(image.texel());
            core.resolve_range(lane, plane.address, bytes, access)?;
        }
    }
    Some(image)
}

/// The last image that a lane used, because most lanes use the same.
struct Last(Option<(u64, Arc<Texture>)>);

impl Last {
    fn get(
        &mut self,
        core: &mut Core<'_>,
        lane: usize,
        handle: u64,
        access: Access,
    ) -> Option<Arc<Texture>> {
        match &self.0 {
            Some((known, found)) if *known == handle => Some(found.clone()),
            _ => {
                let found = image(core, lane, handle, access)?;
                self.0 = Some((handle, found.clone()));
                Some(found)
            }
        }
    }
}

fn three<T>(
    core: &Core<'_>,
    list: &[u32],
    first: usize,
    lane: usize,
    f: impl Fn(u32) -> T,
) -> [T; 3] {
    std::array::from_fn(|index| match list[first + index] {
        u32::MAX => f(0),
        at => f(core.lane::<u32>(at, lane)),
    })
}

/// Performs a lookup of the most common kind in all active lanes, with the same handle.
///
/// # Safety
/// The texture [is common](Texture::is_common), and its memory readable.
#[inline(always)]
unsafe fn sample_all(core: &mut Core<'_>, list: &[u32], halves: bool, texture: &Texture) {
    let plane = |at: u32| -> [u32; 32] {
        let chunks = [0, 1, 2, 3].map(|chunk| core.load::<u32>(at, chunk));
        from_fn(|lane| chunks[lane / 8][lane % 8])
    };
    let at =
        [plane(list[part::AT]), plane(list[part::AT + 1])].map(|words| words.map(f32::from_bits));
    let mut found = [[0; 32]; 4];
    // SAFETY: the caller's promise.
    let slow = unsafe { texture.look_all(&at, &mut found) } & core.mask;
    for lane in (0..32).filter(|lane| slow >> lane & 1 == 1) {
        let lookup = Lookup {
            geometry: Geometry::D2,
            layered: false,
            layer: 0,
            at: [at[0][lane], at[1][lane], 0.0],
            integer: None,
            offset: [0; 3],
            mode: Mode::Base,
        };
        // SAFETY: the caller's promise.
        let texel = unsafe { texture.look(&lookup) };
        for (channel, word) in found.iter_mut().zip(texel) {
            channel[lane] = word;
        }
    }
    if halves {
        let half = |index: usize, lane: usize| f16::word_of(f32::from_bits(found[index][lane]));
        let pair = |first: usize| from_fn(|lane| half(first, lane) | half(first + 1, lane) << 16);
        found = [pair(0), pair(2), [0; 32], [0; 32]];
    }
    for (index, words) in found.iter().enumerate() {
        if list[part::DATA + index] != u32::MAX {
            core.merge_plane(list[part::DATA + index], words);
        }
    }
}

/// [`sample_all`] with vectors of eight.
///
/// # Safety
/// The same, and the CPU has AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn sample_all_avx2(core: &mut Core<'_>, list: &[u32], halves: bool, texture: &Texture) {
    // SAFETY: the caller's promise.
    unsafe { sample_all(core, list, halves, texture) };
}

/// `tex`, `tld4`: the handle `a`, the registers of list `z` in the order of [`part`], and `y` a [`Form`].
pub struct Sample;
impl Op for Sample {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let form = Form::unpack(inst.y);
        let code = core.code;
        let list = &code.lists[inst.z as usize];
        let (mut last, mut sampler) = (Last(None), Last(None));
        // With one level, the level doesn't matter.
        let is_common = form.geometry == Geometry::D2
            && !form.layered
            && !form.integer
            && form.mode < 2
            && form.bytes != 2
            && list[part::OFFSET] == u32::MAX
            && list[part::SAMPLER] == u32::MAX;
        for lane in core.active() {
            let handle = core.lane::<u64>(inst.a, lane);
            let Some(texture) = last.get(core, lane, handle, Access::Load) else {
                return STOP;
            };
            if is_common
                && texture.is_common()
                && core.active().all(|lane| core.lane::<u64>(inst.a, lane) == handle)
            {
                #[cfg(target_arch = "x86_64")]
                if core.level == Level::Avx2 {
                    // SAFETY: the texture is common, `image` found its memory alive, and the CPU has AVX2.
                    unsafe { sample_all_avx2(core, list, form.halves, &texture) };
                    break;
                }
                // SAFETY: as above.
                unsafe { sample_all(core, list, form.halves, &texture) };
                break;
            }
            if texture.is_surface {
                return core.fault_kind(FaultKind::BadImage {
                    lane: lane as u32,
                    message: format!(
                        "{handle:#x} is a surface's handle, but a texture's is expected"
                    ),
                });
            }
            let texture = match list[part::SAMPLER] {
                u32::MAX => texture,
                at => {
                    let handle = core.lane::<u64>(at, lane);
                    let Some(other) = sampler.get(core, lane, handle, Access::Load) else {
                        return STOP;
                    };
                    Arc::new(texture.with_sampler(other.sampler))
                }
            };
            let at = three(core, list, part::AT, lane, |word| word);
            let word = |index: usize| match list[index] {
                u32::MAX => 0,
                at => core.lane::<u32>(at, lane),
            };
            let lookup = Lookup {
                geometry: form.geometry,
                layered: form.layered,
                layer: word(part::LAYER),
                at: at.map(f32::from_bits),
                integer: form.integer.then(|| at.map(|word| word as i32)),
                offset: three(core, list, part::OFFSET, lane, |word| word as i32),
                mode: match form.mode {
                    0 => Mode::Base,
                    1 if form.integer => Mode::Level(word(part::LEVEL) as i32 as f32),
                    1 => Mode::Level(f32::from_bits(word(part::LEVEL))),
                    2 => Mode::Gradient(
                        three(core, list, part::DX, lane, f32::from_bits),
                        three(core, list, part::DY, lane, f32::from_bits),
                    ),
                    mode => Mode::Gather(mode & 3),
                },
            };
            // SAFETY: `image` found the texture's memory alive: the texture keeps it alive, or it was checked.
            let texel = unsafe { texture.look(&lookup) };
            let texel = if form.halves {
                let half = |index: usize| f16::word_of(f32::from_bits(texel[index]));
                [half(0) | half(1) << 16, half(2) | half(3) << 16, 0, 0]
            } else if form.bytes == 2 {
                texel.map(|word| f16::word_of(f32::from_bits(word)))
            } else {
                texel
            };
            for (index, word) in texel.into_iter().enumerate() {
                if list[part::DATA + index] != u32::MAX {
                    core.set_lane(list[part::DATA + index], lane, word);
                }
            }
        }
        if list[part::PRESENT] != u32::MAX {
            core.set_pred(list[part::PRESENT], u32::MAX);
        }
        CONTINUE
    }
}

/// Returns the coordinates of an instruction on a surface: the byte, row and slice.
fn place(core: &Core<'_>, list: &[u32], form: Form, lane: usize) -> [i64; 3] {
    let at = three(core, list, part::AT, lane, |word| i64::from(word as i32));
    let layer = match list[part::LAYER] {
        u32::MAX => 0,
        at => i64::from(core.lane::<u32>(at, lane)),
    };
    match (form.geometry, form.layered) {
        (Geometry::D1, true) => [at[0], 0, layer],
        (Geometry::D1, false) => [at[0], 0, 0],
        (Geometry::D2, true) => [at[0], at[1], layer],
        (Geometry::D2, false) => [at[0], at[1], 0],
        _ => at,
    }
}

/// Returns the host address that an instruction on a surface accesses; `None` if it accesses nothing; otherwise stops
/// the warp.
#[allow(clippy::too_many_arguments, reason = "each distinguishes instructions on surfaces")]
fn surface(
    core: &mut Core<'_>,
    last: &mut Last,
    inst: &Inst,
    lane: usize,
    form: Form,
    size: u64,
    scale: bool,
    access: Access,
) -> Result<(Option<u64>, Arc<Texture>), Next> {
    let handle = core.lane::<u64>(inst.a, lane);
    let Some(image) = last.get(core, lane, handle, access) else {
        return Err(STOP);
    };
    let code = core.code;
    let mut at = place(core, &code.lists[inst.z as usize], form, lane);
    if scale {
        at[0] = at[0].saturating_mul(image.texel() as i64);
    }
    let lane_number = lane as u32;
    let size = if size == 0 { image.texel() } else { size };
    if at[0].rem_euclid(size as i64) != 0 {
        return Err(core.fault_kind(FaultKind::Misaligned {
            lane: lane_number,
            address: at[0] as u64,
            size: size as u32,
            access,
            space: "surface",
        }));
    }
    match image.byte_place(at, size, form.boundary) {
        Ok(found) => Ok((found, image)),
        Err(_) => Err(core.fault_kind(FaultKind::BadImage {
            lane: lane_number,
            message: format!(
                "byte {}, row {}, slice {} is outside the surface, and the instruction has .trap",
                at[0], at[1], at[2]
            ),
        })),
    }
}

/// `suld.b`: as [`Sample`]; values wider than a word go to registers of 64 bits.
pub struct LoadSurface;
impl Op for LoadSurface {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let form = Form::unpack(inst.y);
        let code = core.code;
        let list = &code.lists[inst.z as usize];
        let count = form.mode as usize;
        let each = u64::from(form.bytes);
        let mut last = Last(None);
        for lane in core.active() {
            let size = each * count as u64;
            let found = surface(core, &mut last, inst, lane, form, size, false, Access::Load);
            let found = match found {
                Ok((found, _)) => found,
                Err(stop) => return stop,
            };
            for index in 0..count {
                let mut bytes = [0u8; 8];
                if let Some(found) = found {
                    let from = (found + index as u64 * each) as *const u8;
                    // SAFETY: `byte_place` found all values within the image, whose memory is alive.
                    unsafe {
                        std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), each as usize);
                    }
                }
                let value = u64::from_le_bytes(bytes);
                match list[part::DATA + index] {
                    u32::MAX => {}
                    at if each == 8 => core.set_lane::<u64>(at, lane, value),
                    at => core.set_lane::<u32>(at, lane, value as u32),
                }
            }
        }
        CONTINUE
    }
}

/// `sust.b`, and `sust.p`, which has no byte form: as [`LoadSurface`].
pub struct StoreSurface;
impl Op for StoreSurface {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let form = Form::unpack(inst.y);
        let code = core.code;
        let list = &code.lists[inst.z as usize];
        let formatted = form.bytes == 0;
        let count = form.mode as usize;
        let mut last = Last(None);
        for lane in core.active() {
            let size = u64::from(form.bytes) * count as u64;
            let access = Access::Store;
            let (found, image) =
                match surface(core, &mut last, inst, lane, form, size, formatted, access) {
                    Ok((Some(found), image)) => (found, image),
                    Ok(_) => continue,
                    Err(stop) => return stop,
                };
            // A formatted store writes zeros to channels that it has no value for.
            let (each, count) = if formatted {
                (image.channel.size(), image.channels as usize)
            } else {
                (u64::from(form.bytes), count)
            };
            for index in 0..count {
                let at = list[part::DATA + index];
                let value = if at == u32::MAX {
                    0
                } else if form.bytes == 8 {
                    core.lane::<u64>(at, lane)
                } else if formatted {
                    image.formatted(core.lane::<u32>(at, lane)).into()
                } else {
                    core.lane::<u32>(at, lane).into()
                };
                let to = (found + index as u64 * each) as *mut u8;
                // SAFETY: `byte_place` found all values within the image, whose memory is alive and may be written.
                unsafe {
                    std::ptr::copy_nonoverlapping(value.to_le_bytes().as_ptr(), to, each as usize);
                }
            }
        }
        CONTINUE
    }
}

/// `sured`: reduction `x` of [`Code::reductions`](crate::code::Code::reductions) on a surface; with `halves` in the
/// form, coordinates are in texels.
pub struct ReduceSurface;
impl Op for ReduceSurface {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let form = Form::unpack(inst.y);
        let code = core.code;
        let list = &code.lists[inst.z as usize];
        let reduction = code.reductions[inst.x as usize];
        let size = reduction.size;
        let mut last = Last(None);
        for lane in core.active() {
            let access = Access::Atomic;
            let found =
                surface(core, &mut last, inst, lane, form, size.into(), form.halves, access);
            let found = match found {
                Ok((Some(found), _)) => found,
                Ok(_) => continue,
                Err(stop) => return stop,
            };
            let b = match size {
                8 => core.lane::<u64>(list[part::DATA], lane),
                _ => core.lane::<u32>(list[part::DATA], lane).into(),
            };
            // SAFETY: `surface` found the cell, aligned, within the image, whose memory is alive and may be written.
            // The operand's low bytes are its first ones.
            unsafe { reduction.update(found as *mut u8, (&raw const b).cast(), true) };
        }
        CONTINUE
    }
}

const QUERIES: [Query; 15] = [
    Query::Width,
    Query::Height,
    Query::Depth,
    Query::ArraySize,
    Query::Levels,
    Query::Samples,
    Query::Normalized,
    Query::DataType,
    Query::Order,
    Query::Layout,
    Query::Filter,
    Query::Address0,
    Query::Address1,
    Query::Address2,
    Query::Unnormalized,
];

/// `txq`, `suq`: the handle `a`, the result `d`, the level `b` unless `u32::MAX`, `y` the [`Query`].
pub struct QueryImage;
impl Op for QueryImage {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let query = QUERIES[inst.y as usize % QUERIES.len()];
        for lane in core.active() {
            let handle = core.lane::<u64>(inst.a, lane);
            let Some(image) = core.memory().image(handle) else {
                return core.fault_kind(FaultKind::BadImage {
                    lane: lane as u32,
                    message: format!("{handle:#x} is no texture's or surface's handle"),
                });
            };
            let level = match inst.b {
                u32::MAX => 0,
                at => core.lane::<u32>(at, lane) as i32,
            };
            core.set_lane(inst.d, lane, image.query(query, level));
        }
        CONTINUE
    }
}

/// `istypep`: the handle `a`, the predicate `d`, `y` 1 for a surface.
pub struct IsImage;
impl Op for IsImage {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let mut truths = 0;
        for lane in core.active() {
            let found = core.memory().image(core.lane::<u64>(inst.a, lane));
            let holds = found.is_some_and(|image| u32::from(image.is_surface) == inst.y);
            truths |= u32::from(holds) << lane;
        }
        core.set_pred(inst.d, truths);
        CONTINUE
    }
}
