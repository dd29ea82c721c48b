/// An 8-bit float with 4 bits of exponent and 3 of fraction, by its bits, which libraries compute with: the largest number is
/// 448, and there are no infinities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct F8E4M3(pub u8);

/// An 8-bit float with 5 bits of exponent and 2 of fraction, by its bits, which libraries compute with: the largest number is
/// 57344.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct F8E5M2(pub u8);

/// Returns the float whose lower bits of fraction are cut off, rounded to the nearest one, and to an even one between two.
#[inline]
fn round(value: f32, fraction: i32, least_exponent: i32) -> f32 {
    let bits = value.to_bits();
    let exponent = ((bits >> 23) & 0xff) as i32 - 127;
    // The distance of two neighbors, whose exponent is within the range of f32.
    let step = f32::from_bits(((exponent.max(least_exponent) - fraction + 127) as u32) << 23);
    (value / step).round_ties_even() * step
}

impl F8E4M3 {
    /// Returns the nearest number; for numbers beyond the largest, and infinities, the largest one.
    #[must_use]
    #[inline]
    pub fn from_f32(value: f32) -> Self {
        Self(E4M3.encode(value))
    }

    /// Returns the same number.
    #[must_use]
    #[inline]
    pub fn to_f32(self) -> f32 {
        E4M3.decode(self.0)
    }
}

impl From<F8E4M3> for f32 {
    fn from(value: F8E4M3) -> Self {
        value.to_f32()
    }
}

// SAFETY: it is a transparent byte.
unsafe impl bytemuck::Zeroable for F8E4M3 {}
// SAFETY: as above.
unsafe impl bytemuck::Pod for F8E4M3 {}

impl F8E5M2 {
    /// Returns the nearest number; for numbers beyond the largest, and infinities, the largest one.
    #[must_use]
    #[inline]
    pub fn from_f32(value: f32) -> Self {
        Self(E5M2.encode(value))
    }

    /// Returns the same number.
    #[must_use]
    #[inline]
    pub fn to_f32(self) -> f32 {
        E5M2.decode(self.0)
    }
}

impl From<F8E5M2> for f32 {
    fn from(value: F8E5M2) -> Self {
        value.to_f32()
    }
}

// SAFETY: it is a transparent byte.
unsafe impl bytemuck::Zeroable for F8E5M2 {}
// SAFETY: as above.
unsafe impl bytemuck::Pod for F8E5M2 {}

/// What the bits of a type mean.
struct Format {
    /// The number of bits of the fraction.
    fraction: u8,
    bias: u8,
    largest: f32,
    largest_bits: u8,
    nan: u8,
}

const E4M3: Format = Format { fraction: 3, bias: 7, largest: 448.0, largest_bits: 0x7e, nan: 0x7f };
const E5M2: Format =
    Format { fraction: 2, bias: 15, largest: 57344.0, largest_bits: 0x7b, nan: 0x7e };

impl Format {
    #[inline]
    fn encode(&self, value: f32) -> u8 {
        let (fraction, bias) = (i32::from(self.fraction), i32::from(self.bias));
        let sign = u8::from(value.is_sign_negative()) << 7;
        let size = value.abs();
        if size.is_nan() {
            return sign | self.nan;
        }
        let rounded = round(size.min(self.largest), fraction, 1 - bias);
        if rounded >= self.largest {
            return sign | self.largest_bits;
        }
        let bits = rounded.to_bits();
        let exponent = (bits >> 23) as i32 - 127 + bias;
        // Numbers below the normal ones are multiples of the smallest one.
        let magnitude = match exponent {
            ..=0 => (rounded * f32::from_bits(((127 + bias - 1 + fraction) as u32) << 23)) as u8,
            _ => {
                ((exponent as u8) << fraction)
                    | ((bits >> (23 - fraction)) as u8 & ((1 << fraction) - 1))
            }
        };
        sign | magnitude
    }

    #[inline]
    fn decode(&self, bits: u8) -> f32 {
        let (width, bias) = (u32::from(self.fraction), u32::from(self.bias));
        let magnitude = bits & 0x7f;
        let (exponent, fraction) = (magnitude >> width, magnitude & ((1 << width) - 1));
        let smallest = f32::from_bits((127 - bias + 1 - width) << 23);
        let size = match exponent {
            _ if magnitude > self.largest_bits => match magnitude {
                0x7c if width == 2 => f32::INFINITY,
                _ => f32::NAN,
            },
            0 => f32::from(fraction) * smallest,
            _ => f32::from_bits(
                ((u32::from(exponent) + 127 - bias) << 23) | (u32::from(fraction) << (23 - width)),
            ),
        };
        if bits & 0x80 == 0 { size } else { -size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(from_f32: fn(f32) -> u8, to_f32: fn(u8) -> f32) {
        for bits in 0..=255 {
            let value = to_f32(bits);
            if value.is_nan() {
                assert!(to_f32(from_f32(value)).is_nan());
            } else if value.is_finite() {
                assert_eq!(from_f32(value), bits, "{value}");
            }
        }
        // What is between two numbers becomes the nearer one, or the even one.
        for bits in 0..=0x7a {
            let (low, high) = (to_f32(bits), to_f32(bits + 1));
            let middle = (low + high) / 2.0;
            let even = if bits % 2 == 0 { bits } else { bits + 1 };
            assert_eq!(from_f32(middle), even, "{low}, {high}");
            assert_eq!(from_f32(middle.next_down()), bits);
            assert_eq!(from_f32(middle.next_up()), bits + 1);
        }
    }

    #[test]
    fn numbers_of_8_bits_are_rounded_to_the_nearest() {
        check(|value| F8E4M3::from_f32(value).0, |bits| F8E4M3(bits).to_f32());
        check(|value| F8E5M2::from_f32(value).0, |bits| F8E5M2(bits).to_f32());
        assert_eq!(F8E4M3::from_f32(f32::INFINITY).to_f32(), 448.0);
        assert_eq!(F8E5M2::from_f32(-1e9).to_f32(), -57344.0);
        assert_eq!(F8E5M2(0x7c).to_f32(), f32::INFINITY);
        assert_eq!(F8E4M3(0x3c).to_f32(), 1.5);
        assert_eq!(F8E4M3(1).to_f32(), 2.0_f32.powi(-9));
    }
}
