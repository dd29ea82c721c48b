/// An 8-bit float with 4 bits of exponent and 3 of fraction, by its bits, which libraries compute with: the largest number is
/// 448, and there are no infinities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct F8E4M3(pub u8);

/// An 8-bit float with 5 bits of exponent and 2 of fraction, by its bits, which libraries compute with: the largest number is
/// 57344.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
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

macro_rules! floats_of_8_bits {
    ($($float:ident: $fraction:literal $bias:literal $largest:literal $largest_bits:literal $nan:literal;)*) => {$(
        // SAFETY: it is a transparent byte.
        unsafe impl bytemuck::Zeroable for $float {}
        // SAFETY: as above.
        unsafe impl bytemuck::Pod for $float {}

        impl $float {
            /// Returns the nearest number; for numbers beyond the largest, and infinities, the largest one.
            #[must_use]
            #[inline]
            pub fn from_f32(value: f32) -> Self {
                let sign = u8::from(value.is_sign_negative()) << 7;
                let size = value.abs();
                if size.is_nan() {
                    return Self(sign | $nan);
                }
                let rounded = round(size.min($largest), $fraction, 1 - $bias);
                if rounded >= $largest {
                    return Self(sign | $largest_bits);
                }
                let bits = rounded.to_bits();
                let exponent = (bits >> 23) as i32 - 127 + $bias;
                // Numbers below the normal ones are multiples of the smallest one.
                let magnitude = match exponent {
                    ..=0 => (rounded * f32::from_bits(((127 + $bias - 1 + $fraction) as u32) << 23)) as u8,
                    _ => ((exponent as u8) << $fraction) | ((bits >> (23 - $fraction)) as u8 & ((1 << $fraction) - 1)),
                };
                Self(sign | magnitude)
            }

            /// Returns the same number.
            #[must_use]
            #[inline]
            pub fn to_f32(self) -> f32 {
                let magnitude = self.0 & 0x7f;
                let (exponent, fraction) = (magnitude >> $fraction, magnitude & ((1 << $fraction) - 1));
                let smallest = f32::from_bits(((127 - $bias + 1 - $fraction) as u32) << 23);
                let size = match exponent {
                    _ if magnitude > $largest_bits => match magnitude {
                        0x7c if $fraction == 2 => f32::INFINITY,
                        _ => f32::NAN,
                    },
                    0 => f32::from(fraction) * smallest,
                    _ => f32::from_bits(
                        ((u32::from(exponent) + 127 - $bias) << 23) | (u32::from(fraction) << (23 - $fraction)),
                    ),
                };
                if self.0 & 0x80 == 0 { size } else { -size }
            }
        }

        impl From<$float> for f32 {
            fn from(value: $float) -> Self {
                value.to_f32()
            }
        }
    )*};
}

floats_of_8_bits! {
    F8E4M3: 3 7 448.0 0x7e 0x7f;
    F8E5M2: 2 15 57344.0 0x7b 0x7e;
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! check {
        ($float:ident) => {
            for bits in 0..=255 {
                let value = $float(bits).to_f32();
                if value.is_nan() {
                    assert!($float::from_f32(value).to_f32().is_nan());
                } else if value.is_finite() {
                    assert_eq!($float::from_f32(value), $float(bits), "{value}");
                }
            }
            // What is between two numbers becomes the nearer one, or the even one.
            for bits in 0..=0x7a {
                let (low, high) = ($float(bits).to_f32(), $float(bits + 1).to_f32());
                let middle = (low + high) / 2.0;
                let even = if bits % 2 == 0 { bits } else { bits + 1 };
                assert_eq!($float::from_f32(middle), $float(even), "{low}, {high}");
                assert_eq!($float::from_f32(middle.next_down()), $float(bits));
                assert_eq!($float::from_f32(middle.next_up()), $float(bits + 1));
            }
        };
    }

    #[test]
    fn numbers_of_8_bits_are_rounded_to_the_nearest() {
        check!(F8E4M3);
        check!(F8E5M2);
        assert_eq!(F8E4M3::from_f32(f32::INFINITY).to_f32(), 448.0);
        assert_eq!(F8E5M2::from_f32(-1e9).to_f32(), -57344.0);
        assert_eq!(F8E5M2(0x7c).to_f32(), f32::INFINITY);
        assert_eq!(F8E4M3(0x3c).to_f32(), 1.5);
        assert_eq!(F8E4M3(1).to_f32(), 2.0_f32.powi(-9));
    }
}
