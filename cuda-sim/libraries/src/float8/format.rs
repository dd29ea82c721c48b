//! How numbers of eight bits are read and rounded.

/// The format of a number: its bits besides the sign.
pub(crate) struct Format {
    mantissa: u32,
    bias: i32,
    /// The largest number.
    largest: f64,
    not_a_number: u8,
    /// Whether the largest exponent is for infinity and what isn't a number.
    has_infinity: bool,
}

pub(crate) const E4M3_FORMAT: Format =
    Format { mantissa: 3, bias: 7, largest: 448.0, not_a_number: 0x7f, has_infinity: false };

pub(crate) const E5M2_FORMAT: Format =
    Format { mantissa: 2, bias: 15, largest: 57_344.0, not_a_number: 0x7f, has_infinity: true };

impl Format {
    pub(crate) fn decode(&self, bits: u8) -> f64 {
        let magnitude = bits & 0x7f;
        let sign = if bits & 0x80 != 0 { -1.0 } else { 1.0 };
        let fraction = f64::from(magnitude & ((1 << self.mantissa) - 1));
        let exponent = i32::from(magnitude >> self.mantissa);
        let one = f64::from(1 << self.mantissa);
        let all_ones = exponent == 0x7f >> self.mantissa;
        sign * match exponent {
            _ if self.has_infinity && all_ones && fraction == 0.0 => f64::INFINITY,
            _ if self.has_infinity && all_ones => f64::NAN,
            _ if magnitude == self.not_a_number => f64::NAN,
            0 => fraction / one * 2_f64.powi(1 - self.bias),
            _ => (1.0 + fraction / one) * 2_f64.powi(exponent - self.bias),
        }
    }

    /// Rounds to the nearest, at most to the largest number.
    pub(crate) fn encode(&self, value: f64) -> u8 {
        if value.is_nan() {
            return self.not_a_number;
        }
        let sign = if value.is_sign_negative() { 0x80 } else { 0 };
        let magnitude = value.abs().min(self.largest);
        let exponent =
            if magnitude.is_normal() { (magnitude.to_bits() >> 52) as i32 - 1023 } else { -1022 };
        let exponent = exponent.max(1 - self.bias);
        let quantum = 2_f64.powi(exponent - self.mantissa as i32);
        let steps = (magnitude / quantum).round_ties_even().min(255.0) as i32;
        // A number that was rounded up to the next power of two carries into the exponent.
        let bits = ((exponent + self.bias - 1) << self.mantissa) + steps;
        sign | (bits as u8).min(self.largest_bits())
    }

    fn largest_bits(&self) -> u8 {
        if self.has_infinity { (0x7f >> self.mantissa << self.mantissa) - 1 } else { 0x7e }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_rounded_to_itself() {
        for format in [E4M3_FORMAT, E5M2_FORMAT] {
            for bits in 0..=u8::MAX {
                let value = format.decode(bits);
                if value.is_finite() {
                    assert_eq!(format.encode(value), bits, "{value}");
                }
            }
        }
    }

    #[test]
    fn numbers_between_two_are_rounded_to_the_nearest_or_the_even_one() {
        for format in [E4M3_FORMAT, E5M2_FORMAT] {
            for bits in 0..format.largest_bits() {
                let (low, high) = (format.decode(bits), format.decode(bits + 1));
                let middle = (low + high) / 2.0;
                assert_eq!(format.encode(middle), (bits + 1) & !1, "{middle}");
                assert_eq!(format.encode((low + middle) / 2.0), bits);
                assert_eq!(format.encode((high + middle) / 2.0), bits + 1);
            }
        }
    }

    #[test]
    fn numbers_beyond_the_largest_become_the_largest() {
        for format in [E4M3_FORMAT, E5M2_FORMAT] {
            assert_eq!(format.decode(format.largest_bits()), format.largest);
            for value in [format.largest * 1.01, 1e300, f64::INFINITY] {
                assert_eq!(format.encode(value), format.largest_bits());
                assert_eq!(format.encode(-value), format.largest_bits() | 0x80);
            }
        }
        assert!(E4M3_FORMAT.decode(E4M3_FORMAT.encode(f64::NAN)).is_nan());
        assert!(E5M2_FORMAT.decode(0x7c).is_infinite());
    }
}
