//! Filtering: fixed-point coordinates, and interpolation with weights of eight bits.

use super::{AddressMode, Channel, Plane, Texture};
use crate::half::f16;

/// The number of steps from a texel's center to the next.
pub const STEPS: i64 = 256;

/// A position along a dimension: the texel before, and the distance to the next one in 256ths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The texel's index before the address mode is applied.
    pub texel: i64,
    /// The weight of the next one, in 256ths.
    pub weight: u32,
}

/// The largest coordinate that is distinguished from larger ones.
const FAR: f64 = (1u64 << 40) as f64;

/// Returns a coordinate in texels, with the address mode for normalized coordinates applied.
fn in_texels(coordinate: f32, size: u64, mode: AddressMode, normalized: bool) -> f64 {
    let size = size as f64;
    let at = f64::from(coordinate);
    let texels = match (normalized, mode) {
        (false, _) => at,
        (true, AddressMode::Wrap) => (at - at.floor()) * size,
        (true, AddressMode::Mirror) => {
            let folded = at.rem_euclid(2.0);
            (if folded > 1.0 { 2.0 - folded } else { folded }) * size
        }
        (true, _) => at * size,
    };
    if texels.is_nan() {
        0.0
    } else {
        texels.clamp(-FAR, FAR)
    }
}

/// Returns the position for linear filtering.
pub fn linear(coordinate: f32, size: u64, mode: AddressMode, normalized: bool) -> Position {
    let texels = in_texels(coordinate, size, mode, normalized);
    let fixed = (texels * STEPS as f64 + 0.5).floor() as i64 - STEPS / 2;
    Position {
        texel: fixed.div_euclid(STEPS),
        weight: fixed.rem_euclid(STEPS) as u32,
    }
}

/// Returns the index of the nearest texel.
pub fn nearest(coordinate: f32, size: u64, mode: AddressMode, normalized: bool) -> Position {
    Position {
        texel: in_texels(coordinate, size, mode, normalized).floor() as i64,
        weight: 0,
    }
}

/// Applies the address mode to the index of a texel; `None` for the border.
pub fn apply_address_mode(
    texel: i64,
    size: u64,
    mode: AddressMode,
    normalized: bool,
) -> Option<u64> {
    let size = size as i64;
    let found = match mode {
        AddressMode::Border if (0..size).contains(&texel) => texel,
        AddressMode::Border => return None,
        AddressMode::Wrap if normalized => texel.rem_euclid(size),
        AddressMode::Mirror if normalized => {
            let folded = texel.rem_euclid(2 * size);
            folded.min(2 * size - 1 - folded)
        }
        _ => texel.clamp(0, size - 1),
    };
    Some(found as u64)
}

/// A texel's channels, one word each: the bits of a float, or an integer.
pub type Texel = [u32; 4];

/// Converts 8 bits of sRGB to a linear value.
fn linear_of_srgb(value: f32) -> f32 {
    let value = f64::from(value);
    let linear = if value <= 0.04045 {
        value / 12.92
    } else {
        ((value + 0.055) / 1.055).powf(2.4)
    };
    linear as f32
}

impl Texture {
    /// Returns `true` if results are floats.
    pub(super) fn gives_floats(&self) -> bool {
        match self.channel {
            Channel::F16 | Channel::F32 => true,
            Channel::U32 | Channel::S32 => false,
            _ => !self.sampler.integer,
        }
    }

    /// Returns the bits of a channel at an address.
    ///
    /// # Safety
    /// Its bytes there are readable.
    unsafe fn raw(&self, address: u64) -> u32 {
        let place = address as *const u8;
        // SAFETY: the caller's promise.
        unsafe {
            match self.channel.size() {
                1 => place.read().into(),
                2 => place.cast::<u16>().read_unaligned().into(),
                _ => place.cast::<u32>().read_unaligned(),
            }
        }
    }

    fn value(&self, bits: u32, index: u32) -> u32 {
        let float = match self.channel {
            Channel::F32 | Channel::U32 => return bits,
            Channel::S32 => return bits,
            Channel::F16 => f16::from_bits(bits as u16).to_f32(),
            Channel::U8 | Channel::U16 if self.sampler.integer => return bits,
            Channel::S8 if self.sampler.integer => return bits as i8 as u32,
            Channel::S16 if self.sampler.integer => return bits as i16 as u32,
            Channel::U8 => {
                let value = bits as f32 / 255.0;
                // Alpha isn't a color, nor are images with one or two channels.
                if self.sampler.srgb && index < 3 {
                    linear_of_srgb(value)
                } else {
                    value
                }
            }
            Channel::U16 => bits as f32 / 65535.0,
            Channel::S8 => (f32::from(bits as i8) / 127.0).max(-1.0),
            Channel::S16 => (f32::from(bits as i16) / 32767.0).max(-1.0),
        };
        float.to_bits()
    }

    /// Returns the value of a channel that the image doesn't have.
    fn absent(&self, index: u32) -> u32 {
        match (index == 3, self.gives_floats()) {
            (false, _) => 0,
            (true, true) => 1f32.to_bits(),
            (true, false) => 1,
        }
    }

    /// Returns the border's color, limited to what the image can represent.
    fn border(&self) -> Texel {
        std::array::from_fn(|index| {
            let bits = self.sampler.border[index];
            if index as u32 >= self.channels {
                return self.absent(index as u32);
            }
            let float = f32::from_bits(bits);
            match self.channel {
                _ if !self.gives_floats() => bits,
                Channel::U8 | Channel::U16 => float.clamp(0.0, 1.0).to_bits(),
                Channel::S8 | Channel::S16 => float.clamp(-1.0, 1.0).to_bits(),
                _ => bits,
            }
        })
    }

    /// Returns the texel at `(x, y, z)`, or the border's color for `None`.
    ///
    /// # Safety
    /// The plane's memory is readable.
    pub(super) unsafe fn fetch(&self, plane: &Plane, at: Option<[u64; 3]>) -> Texel {
        let Some([x, y, z]) = at else {
            return self.border();
        };
        let [width, height, depth] = plane.extent;
        debug_assert!(x < width && y < height && z < depth);
        let address = plane.at(x, y, z, self.texel());
        std::array::from_fn(|index| {
            if index as u32 >= self.channels {
                return self.absent(index as u32);
            }
            // SAFETY: the caller's promise; the texel is within the plane's extents.
            let bits = unsafe { self.raw(address + index as u64 * self.channel.size()) };
            self.value(bits, index as u32)
        })
    }
}

/// Returns the average of texels with weights whose sum is `whole`.
pub fn mix(parts: &[(Texel, u64)], whole: u64) -> Texel {
    std::array::from_fn(|channel| {
        let mut sum = 0.0f64;
        for (texel, weight) in parts {
            if *weight > 0 {
                sum += f64::from(f32::from_bits(texel[channel])) * (*weight as f64);
            }
        }
        ((sum / whole as f64) as f32).to_bits()
    })
}
