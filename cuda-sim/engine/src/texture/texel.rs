//! Texels: their channels' bits, and the numbers that they are read as.

use crate::numbers::half::f16;
use crate::texture::{Channel, Plane, Texture};

/// A texel's channels, one word each: the bits of a float, or an integer. A channel that the image lacks is 0.
pub type Texel = [u32; 4];

/// The upper halves of the floats that an H200 reads for 8 bits of sRGB; the lower halves are 0.
#[rustfmt::skip]
const LINEAR_OF_SRGB: [u16; 256] = [
    0x0000, 0x39a0, 0x3a20, 0x3a70, 0x3aa0, 0x3ac8, 0x3af0, 0x3b0c, 0x3b20, 0x3b34, 0x3b48,
    0x3b5c, 0x3b70, 0x3b84, 0x3b90, 0x3b9c, 0x3baa, 0x3bb8, 0x3bc6, 0x3bd6, 0x3be6, 0x3bf6,
    0x3c03, 0x3c0c, 0x3c16, 0x3c1f, 0x3c29, 0x3c34, 0x3c3e, 0x3c49, 0x3c55, 0x3c60, 0x3c6c,
    0x3c7a, 0x3c83, 0x3c8a, 0x3c91, 0x3c98, 0x3c9f, 0x3ca6, 0x3cae, 0x3cb6, 0x3cbe, 0x3cc6,
    0x3cce, 0x3cd7, 0x3ce0, 0x3ce9, 0x3cf2, 0x3cfc, 0x3d03, 0x3d08, 0x3d0d, 0x3d12, 0x3d17,
    0x3d1c, 0x3d22, 0x3d28, 0x3d2d, 0x3d33, 0x3d39, 0x3d3f, 0x3d45, 0x3d4c, 0x3d52, 0x3d58,
    0x3d60, 0x3d66, 0x3d6c, 0x3d74, 0x3d7a, 0x3d81, 0x3d85, 0x3d88, 0x3d8c, 0x3d90, 0x3d94,
    0x3d98, 0x3d9c, 0x3da0, 0x3da4, 0x3da9, 0x3dad, 0x3db1, 0x3db6, 0x3dba, 0x3dbf, 0x3dc3,
    0x3dc8, 0x3dcd, 0x3dd1, 0x3dd6, 0x3ddb, 0x3de0, 0x3de5, 0x3dea, 0x3df0, 0x3df4, 0x3dfa,
    0x3e00, 0x3e02, 0x3e05, 0x3e08, 0x3e0b, 0x3e0e, 0x3e11, 0x3e14, 0x3e17, 0x3e1a, 0x3e1d,
    0x3e20, 0x3e23, 0x3e26, 0x3e29, 0x3e2c, 0x3e30, 0x3e33, 0x3e36, 0x3e3a, 0x3e3d, 0x3e40,
    0x3e44, 0x3e47, 0x3e4b, 0x3e4e, 0x3e52, 0x3e56, 0x3e59, 0x3e5d, 0x3e61, 0x3e65, 0x3e68,
    0x3e6c, 0x3e70, 0x3e74, 0x3e78, 0x3e7c, 0x3e80, 0x3e82, 0x3e84, 0x3e86, 0x3e88, 0x3e8a,
    0x3e8d, 0x3e8f, 0x3e91, 0x3e93, 0x3e95, 0x3e98, 0x3e9a, 0x3e9c, 0x3e9e, 0x3ea1, 0x3ea3,
    0x3ea5, 0x3ea8, 0x3eaa, 0x3ead, 0x3eaf, 0x3eb2, 0x3eb4, 0x3eb6, 0x3eb9, 0x3ebc, 0x3ebe,
    0x3ec1, 0x3ec3, 0x3ec6, 0x3ec8, 0x3ecb, 0x3ece, 0x3ed1, 0x3ed3, 0x3ed6, 0x3ed9, 0x3edb,
    0x3ede, 0x3ee1, 0x3ee4, 0x3ee7, 0x3eea, 0x3eed, 0x3ef0, 0x3ef2, 0x3ef6, 0x3ef8, 0x3efc,
    0x3efe, 0x3f01, 0x3f02, 0x3f04, 0x3f05, 0x3f07, 0x3f09, 0x3f0a, 0x3f0c, 0x3f0d, 0x3f0f,
    0x3f11, 0x3f12, 0x3f14, 0x3f16, 0x3f17, 0x3f19, 0x3f1b, 0x3f1c, 0x3f1e, 0x3f20, 0x3f21,
    0x3f23, 0x3f25, 0x3f27, 0x3f29, 0x3f2a, 0x3f2c, 0x3f2e, 0x3f30, 0x3f32, 0x3f33, 0x3f35,
    0x3f37, 0x3f39, 0x3f3b, 0x3f3d, 0x3f3f, 0x3f41, 0x3f43, 0x3f45, 0x3f47, 0x3f49, 0x3f4b,
    0x3f4d, 0x3f4f, 0x3f51, 0x3f53, 0x3f55, 0x3f57, 0x3f59, 0x3f5b, 0x3f5d, 0x3f5f, 0x3f61,
    0x3f63, 0x3f65, 0x3f68, 0x3f6a, 0x3f6c, 0x3f6e, 0x3f70, 0x3f72, 0x3f74, 0x3f76, 0x3f7a,
    0x3f7c, 0x3f7e, 0x3f80,
];

/// The bits that a channel's numbers are made of, and filtered as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TexelKind {
    /// An integer of so many bytes that is read unchanged; a signed one, if `true`, is extended.
    Integer(u32, bool),
    /// 8 or 16 bits from 0 to 1.
    Unsigned8,
    /// As above.
    Unsigned16,
    /// 8 or 16 bits from -1 to 1.
    Signed8,
    /// As above.
    Signed16,
    /// Half precision.
    Half,
    /// Single precision.
    Single,
    /// 8 bits of sRGB.
    Srgb,
}

/// Converts half precision as textures do: a NaN stays as it is.
fn wide(bits: u32) -> f32 {
    match bits & 0x7c00 {
        0x7c00 => f32::from_bits((bits & 0x8000) << 16 | 0x7f80_0000 | (bits & 0x3ff) << 13),
        _ => f16::from_bits(bits as u16).to_f32(),
    }
}

impl TexelKind {
    /// Returns the number of a channel's bits, as the bits of a float if it is one.
    pub fn number(self, bits: u32) -> u32 {
        let float = match self {
            TexelKind::Single => return bits,
            TexelKind::Integer(1, true) => return bits as i8 as u32,
            TexelKind::Integer(2, true) => return bits as i16 as u32,
            TexelKind::Integer(..) => return bits,
            TexelKind::Srgb => return u32::from(LINEAR_OF_SRGB[bits as usize & 0xff]) << 16,
            TexelKind::Half => return wide(bits).to_bits(),
            TexelKind::Unsigned8 => bits as f32 / 255.0,
            TexelKind::Unsigned16 => bits as f32 / 65535.0,
            TexelKind::Signed8 => (f32::from(bits as i8) / 127.0).max(-1.0),
            TexelKind::Signed16 => (f32::from(bits as i16) / 32767.0).max(-1.0),
        };
        float.to_bits()
    }
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

    /// Returns how channel `index` is read.
    pub(super) fn kind(&self, index: usize) -> TexelKind {
        match self.channel {
            Channel::F32 => TexelKind::Single,
            Channel::F16 => TexelKind::Half,
            channel if !self.gives_floats() => {
                let is_signed = matches!(channel, Channel::S8 | Channel::S16 | Channel::S32);
                TexelKind::Integer(channel.size() as u32, is_signed)
            }
            // Alpha isn't a color, nor is the second of two channels.
            Channel::U8 if self.sampler.srgb && index < (self.channels as usize - 1).max(1) => {
                TexelKind::Srgb
            }
            Channel::U8 => TexelKind::Unsigned8,
            Channel::S8 => TexelKind::Signed8,
            Channel::U16 => TexelKind::Unsigned16,
            _ => TexelKind::Signed16,
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

    /// Returns the bits of the texel at `(x, y, z)`, or of the border's color for `None`.
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
        let mut texel = [0; 4];
        for (index, word) in texel.iter_mut().enumerate().take(self.channels as usize) {
            // SAFETY: the caller's promise; the texel is within the plane's extents.
            *word = unsafe { self.raw(address + index as u64 * self.channel.size()) };
        }
        texel
    }

    /// Returns the numbers of a texel's bits.
    pub(super) fn numbers(&self, texel: Texel) -> Texel {
        let mut numbers = [0; 4];
        for index in 0..self.channels as usize {
            numbers[index] = self.kind(index).number(texel[index]);
        }
        numbers
    }

    /// Returns the bits of the border's color in the image's format.
    pub(super) fn border(&self) -> Texel {
        let mut border = [0; 4];
        for (index, bits) in border.iter_mut().enumerate().take(self.channels as usize) {
            let word = self.sampler.border[index];
            let float = f32::from_bits(word);
            // An H200 uses four bits more of the color than the channel has, rounded toward zero.
            let scaled = |low: f64, most: f64| {
                let steps = 16.0 * (most + 1.0);
                let cut = (f64::from(float).clamp(low, 1.0) * steps).trunc() / steps;
                (cut * most).round()
            };
            *bits = match self.kind(index) {
                TexelKind::Integer(bytes, _) => word & (u32::MAX >> (32 - 8 * bytes)),
                TexelKind::Single => word,
                TexelKind::Half => narrow(word),
                TexelKind::Unsigned8 => scaled(0.0, 255.0) as u32,
                TexelKind::Unsigned16 => scaled(0.0, 65535.0) as u32,
                TexelKind::Signed8 => scaled(-1.0, 127.0) as i32 as u32 & 0xff,
                TexelKind::Signed16 => scaled(-1.0, 32767.0) as i32 as u32 & 0xffff,
                TexelKind::Srgb => srgb_of_linear(float),
            };
        }
        border
    }
}

/// Converts to half precision toward zero, also if it is too large, as borders and formatted stores do.
pub(super) fn narrow(word: u32) -> u32 {
    let (sign, rest) = (word >> 16 & 0x8000, word & 0x7fff_ffff);
    let size = match rest {
        0x7f80_0000 => 0x7c00,
        0x7f80_0001.. => 0x7c00 | (rest >> 13 & 0x3ff).max(1),
        0x4780_0000.. => 0x7bff,
        0x3880_0000.. => (rest - 0x3800_0000) >> 13,
        _ => (f32::from_bits(rest) * (1 << 24) as f32) as u32,
    };
    sign | size
}

/// Converts a linear value to 8 bits of sRGB.
fn srgb_of_linear(value: f32) -> u32 {
    let value = f64::from(value).clamp(0.0, 1.0);
    let srgb =
        if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
    (srgb * 255.0).round() as u32
}
