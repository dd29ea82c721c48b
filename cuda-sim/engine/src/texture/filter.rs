//! Coordinates: fixed-point numbers, of which the address mode makes indices.

use crate::texture::AddressMode;

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

/// The fraction bits of a normalized coordinate: more for large images.
fn fraction_bits(size: u64) -> u32 {
    match size {
        0..=8192 => 21,
        8193..=65_536 => 22,
        _ => 23,
    }
}

/// The largest coordinate that is distinguished from larger ones.
const FAR: f64 = (1u64 << 40) as f64;

/// Returns `value` times 2<sup>`bits`</sup>, rounded down; 0 for a NaN.
fn scaled(value: f32, bits: u32) -> f64 {
    let scaled = (f64::from(value) * f64::from(1 << bits)).floor();
    if scaled.is_nan() { 0.0 } else { scaled }
}

/// Returns a coordinate in texels, with `bits` fraction bits, rounded down.
fn in_texels(coordinate: f32, size: u64, mode: AddressMode, normalized: bool, bits: u32) -> i64 {
    if !normalized {
        return scaled(coordinate, bits).clamp(-FAR, FAR) as i64;
    }
    let fraction = fraction_bits(size);
    let at = scaled(coordinate, fraction);
    // Infinity becomes 0.
    let within = |period: i64| (at % period as f64) as i64 & (period - 1);
    let at = match mode {
        AddressMode::Wrap => within(1 << fraction),
        AddressMode::Mirror => within(2 << fraction),
        _ => at.clamp(-FAR, FAR) as i64,
    };
    (at * size as i64) >> (fraction - bits)
}

/// Returns the position for linear filtering.
pub fn linear(coordinate: f32, size: u64, mode: AddressMode, normalized: bool) -> Position {
    // The nearest multiple of a 256th.
    let fixed = ((in_texels(coordinate, size, mode, normalized, 9) + 1) >> 1) - STEPS / 2;
    Position { texel: fixed.div_euclid(STEPS), weight: fixed.rem_euclid(STEPS) as u32 }
}

/// Returns the index of the nearest texel.
pub fn nearest(coordinate: f32, size: u64, mode: AddressMode, normalized: bool) -> Position {
    Position { texel: in_texels(coordinate, size, mode, normalized, 0), weight: 0 }
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
