//! Lookups of all lanes of a warp at once, of the most common kind: in two dimensions of one level.
//!
//! The loops are over lanes and without branches, so that they become vector instructions. Results are those of
//! [`Texture::look`].
#![allow(
    clippy::needless_range_loop,
    reason = "a loop over lanes or corners is over the elements of several arrays"
)]

use crate::texture::texel::TexelKind;
use crate::texture::{AddressMode, Geometry, Texture};

/// A word for each lane.
type Lanes<T> = [T; 32];

/// The lanes that need [`Texture::look`].
type SlowLanes = u32;

/// The indices before and after positions, the weights of the ones after in 256ths, and all ones where an index isn't the
/// border's.
struct Axis {
    index: [Lanes<u32>; 2],
    inside: [Lanes<u32>; 2],
    weight: Lanes<u32>,
}

/// Returns what `f` returns for each lane.
#[inline(always)]
fn each<A: Copy, B: Copy + Default>(lanes: &Lanes<A>, f: impl Fn(A) -> B) -> Lanes<B> {
    let mut found = [B::default(); 32];
    for lane in 0..32 {
        found[lane] = f(lanes[lane]);
    }
    found
}

/// The largest size for which normalized coordinates have 21 fraction bits.
const LARGEST: u64 = 8192;

/// How a coordinate becomes an index.
#[derive(Clone, Copy)]
struct Rule {
    size: f64,
    mode: AddressMode,
    normalized: bool,
    linear: bool,
}

impl Rule {
    /// Returns positions in 256ths of texels from a center for linear filtering, otherwise in texels.
    #[inline(always)]
    fn positions(self, coordinates: &Lanes<f32>) -> Lanes<i32> {
        let mut at = each(coordinates, f64::from);
        if self.normalized {
            let unit = f64::from(1 << 21);
            let fixed = each(&at, |at| (at * unit).floor());
            let fixed = match self.mode {
                AddressMode::Wrap => each(&fixed, |at| at - (at / unit).floor() * unit),
                AddressMode::Mirror => {
                    each(&fixed, |at| at - (at / (2.0 * unit)).floor() * (2.0 * unit))
                }
                _ => each(&fixed, |at| at.clamp(-unit, 3.0 * unit)),
            };
            let texels = self.size / unit;
            at = each(&fixed, |at| at * texels);
        }
        let (steps, half, center) = if self.linear { (256.0, 0.5, 128) } else { (1.0, 0.0, 0) };
        each(&at, |at| {
            let position = (at * steps + half).floor();
            // That of a NaN is as of 0.
            let position = if position.is_nan() { 0.0 } else { position };
            let position = position.clamp(-1e9, 1e9);
            // SAFETY: it is a number between these.
            unsafe { position.to_int_unchecked::<i32>() - center }
        })
    }

    /// Returns the indices of texels, and all ones unless they are the border's.
    #[inline(always)]
    fn indices(self, texels: &Lanes<i32>) -> [Lanes<u32>; 2] {
        let size = self.size as i32;
        let within = |texel: i32| texel.clamp(0, size - 1) as u32;
        let found = match self.mode {
            AddressMode::Wrap if self.normalized => each(texels, |texel| {
                let texel = if texel < 0 { texel + size } else { texel };
                within(if texel >= size { texel - size } else { texel })
            }),
            AddressMode::Mirror if self.normalized => each(texels, |texel| {
                let texel = if texel < 0 { texel + 2 * size } else { texel };
                let texel = if texel >= 2 * size { texel - 2 * size } else { texel };
                within(texel.min(2 * size - 1 - texel))
            }),
            _ => each(texels, within),
        };
        let inside = match self.mode {
            AddressMode::Border => {
                each(texels, |texel| 0u32.wrapping_sub(u32::from((texel >= 0) & (texel < size))))
            }
            _ => [u32::MAX; 32],
        };
        [found, inside]
    }

    #[inline(always)]
    fn axis(self, coordinates: &Lanes<f32>) -> Axis {
        let positions = self.positions(coordinates);
        let [texels, weight] = if self.linear {
            [
                each(&positions, |position| position >> 8),
                each(&positions, |position| position & 0xff),
            ]
        } else {
            [positions, [0; 32]]
        };
        let [first, first_inside] = self.indices(&texels);
        let [second, second_inside] = if self.linear {
            self.indices(&each(&texels, |texel| texel + 1))
        } else {
            [first, first_inside]
        };
        Axis {
            index: [first, second],
            inside: [first_inside, second_inside],
            weight: each(&weight, |weight| weight as u32),
        }
    }
}

/// The float that a sum of numbers with their weights is, and whether it isn't the result.
#[inline(always)]
fn sum_of_floats(bits: [u32; 4], weights: [u32; 4]) -> (u32, bool) {
    let exponent = |bits: u32| (bits >> 23 & 0xff).max(1);
    let mut highest = 1;
    let mut is_special = false;
    for corner in 0..4 {
        let exponent = exponent(bits[corner]);
        highest = highest.max(if weights[corner] > 0 { exponent } else { 1 });
        is_special |= exponent == 0xff;
    }
    let mut sum = 0.0f64;
    for corner in 0..4 {
        let bits = bits[corner];
        let is_normal = bits >> 23 & 0xff != 0;
        let significand = if is_normal { bits & 0x007f_ffff | 0x0080_0000 } else { 0 };
        let shift = highest.saturating_sub(exponent(bits)).min(31);
        let number = (significand << 4 >> shift) as i32;
        let number = if bits >> 31 == 1 { -number } else { number };
        // Both are exact, and so is the sum.
        sum += f64::from(number) * f64::from(weights[corner] as i32);
    }
    // Half of the last bit is rounded away from zero.
    let nudge = if sum.abs() >= f64::from(1 << 24) { 0.25f64.copysign(sum) } else { 0.0 };
    // 2 to the power of what the sum is a multiple of.
    let unit = f64::from_bits(u64::from(highest + 1023 - 127 - 23 - 4 - 8) << 52);
    let float = ((sum + nudge) * unit) as f32;
    // Zeros have signs, and small numbers are zeros.
    (float.to_bits(), is_special || float.abs() < f32::MIN_POSITIVE)
}

/// [`blend::weights`](crate::texture::blend::weights) in two dimensions.
#[inline(always)]
fn weights(x: u32, y: u32) -> [u32; 4] {
    let both = (x * y + 128) >> 8;
    [256 + both - x - y, x - both, y - both, both]
}

impl Texture {
    /// Returns `true` if [`Texture::look_all`] can look up coordinates of two dimensions.
    pub fn is_common(&self) -> bool {
        let plane = &self.levels[0];
        self.geometry == Geometry::D2
            && !self.is_surface
            && !self.layered
            && self.levels.len() == 1
            && plane.extent[..2].iter().all(|size| (1..=LARGEST).contains(size))
            && match self.kind(0) {
                TexelKind::Unsigned8 | TexelKind::Unsigned16 | TexelKind::Single => true,
                TexelKind::Integer(bytes, _) => bytes < 4 || !self.sampler.linear,
                _ => false,
            }
    }

    /// Performs the lookup of each lane in a texture that [is common](Texture::is_common). Returns the lanes whose
    /// results are wrong, and need [`Texture::look`].
    ///
    /// # Safety
    /// The memory of its level is readable.
    #[inline(always)]
    pub unsafe fn look_all(&self, at: &[Lanes<f32>; 2], found: &mut [Lanes<u32>; 4]) -> SlowLanes {
        let sampler = &self.sampler;
        let plane = &self.levels[0];
        let rule = |dimension: usize| Rule {
            size: plane.extent[dimension] as f64,
            mode: sampler.address[dimension],
            normalized: sampler.normalized,
            linear: sampler.linear,
        };
        let (x, y) = (rule(0).axis(&at[0]), rule(1).axis(&at[1]));
        let corners = if sampler.linear { 4 } else { 1 };
        let border = self.border();
        let size = self.texel() as u32;
        // A row has at most 2³² bytes, and an index 13 bits.
        let pitch = plane.pitch & 0xffff_ffff;
        let mut places: [Lanes<u64>; 4] = [[0; 32]; 4];
        for corner in 0..corners {
            let (left, top) = (corner & 1, corner >> 1);
            for lane in 0..32 {
                let row = u64::from(y.index[top][lane]) * pitch;
                places[corner][lane] = plane.address + row + u64::from(x.index[left][lane] * size);
            }
        }
        let has_border = sampler.address[..2].contains(&AddressMode::Border);
        let kind = self.kind(0);
        let mut slow = 0;
        for channel in 0..self.channels as usize {
            let to = &mut found[channel];
            let mut bits: [Lanes<u32>; 4] = [[0; 32]; 4];
            let first = channel as u64 * self.channel.size();
            for corner in 0..corners {
                let (to, place) = (&mut bits[corner], &places[corner]);
                // SAFETY: the caller's promise; each index is within the extents.
                unsafe {
                    match self.channel.size() {
                        1 => read::<u8>(to, place, first),
                        2 => read::<u16>(to, place, first),
                        _ => read::<u32>(to, place, first),
                    }
                }
                let (left, top) = (corner & 1, corner >> 1);
                if has_border {
                    for lane in 0..32 {
                        let inside = x.inside[left][lane] & y.inside[top][lane];
                        to[lane] = to[lane] & inside | border[channel] & !inside;
                    }
                }
            }
            match kind {
                TexelKind::Single if sampler.linear => {
                    let mut wrong = [0u32; 32];
                    for lane in 0..32 {
                        let weights = weights(x.weight[lane], y.weight[lane]);
                        let texels = [0, 1, 2, 3].map(|corner: usize| bits[corner][lane]);
                        let (sum, is_wrong) = sum_of_floats(texels, weights);
                        to[lane] = sum;
                        // A sum of zeros without a sign is right.
                        let are_zeros = texels[0] | texels[1] | texels[2] | texels[3] == 0;
                        wrong[lane] = u32::from(is_wrong & !are_zeros) << lane;
                    }
                    slow |= wrong.iter().fold(0, |all, lane| all | lane);
                }
                TexelKind::Unsigned8 | TexelKind::Unsigned16 if sampler.linear => {
                    let scale = if kind == TexelKind::Unsigned8 { 257 } else { 1 };
                    for lane in 0..32 {
                        let weights = weights(x.weight[lane], y.weight[lane]);
                        let mut sum = 0;
                        for corner in 0..4 {
                            sum += bits[corner][lane] * weights[corner];
                        }
                        let sum = ((sum * scale + 128) >> 8) as i32;
                        to[lane] = (sum as f32 / 65535.0).to_bits();
                    }
                }
                TexelKind::Integer(bytes, is_signed) if sampler.linear => {
                    let unused = 32 - 8 * bytes;
                    for corner in &mut bits {
                        let wide = |bits: u32| ((bits << unused) as i32 >> unused) as u32;
                        *corner = if is_signed { each(corner, wide) } else { *corner };
                    }
                    for lane in 0..32 {
                        let weights = weights(x.weight[lane], y.weight[lane]);
                        let mut sum = 0;
                        for corner in 0..4 {
                            // The sum of 16-bit numbers by weights of 256ths has 24 bits.
                            sum += bits[corner][lane] as i32 * weights[corner] as i32;
                        }
                        to[lane] = ((sum + 128) >> 8) as u32;
                    }
                }
                TexelKind::Unsigned8 => {
                    *to = each(&bits[0], |bits| (bits as i32 as f32 / 255.0).to_bits());
                }
                TexelKind::Unsigned16 => {
                    *to = each(&bits[0], |bits| (bits as i32 as f32 / 65535.0).to_bits());
                }
                TexelKind::Integer(1, true) => *to = each(&bits[0], |bits| bits as i8 as u32),
                TexelKind::Integer(2, true) => *to = each(&bits[0], |bits| bits as i16 as u32),
                // Other numbers are their bits.
                _ => *to = bits[0],
            }
        }
        for absent in &mut found[self.channels as usize..] {
            *absent = [0; 32];
        }
        slow
    }
}

/// Reads a value at `first` bytes after each place.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn read<T: Into<u32>>(to: &mut Lanes<u32>, place: &Lanes<u64>, first: u64) {
    for lane in 0..32 {
        // SAFETY: the caller's promise.
        to[lane] = unsafe { ((place[lane] + first) as *const T).read_unaligned() }.into();
    }
}
