//! Words as numbers in double precision, for quotients of many words by one divisor.

/// Doubles near this number are integers: adding a small integer adds it to the lowest bits.
const WHOLE: f64 = 4_503_599_627_370_496.0;

/// Converts a word to a number, where several are converted at a time.
#[inline(always)]
pub fn from_word(word: u32) -> f64 {
    f64::from_bits(WHOLE.to_bits() | u64::from(word)) - WHOLE
}

/// Converts a whole number to a word.
#[inline(always)]
pub fn to_word(whole: f64) -> u32 {
    (whole + WHOLE).to_bits() as u32
}

#[cfg(test)]
mod tests {
    use super::{from_word, to_word};

    #[test]
    fn products_with_the_inverse_are_exact_quotients() {
        let edges = |near: u32| [near.wrapping_sub(1), near, near.wrapping_add(1)];
        let powers = (0..32).flat_map(|bit| edges(1 << bit));
        let some: Vec<u32> = powers.chain([3, 7, 10, 641, 1_000_000, 6_700_417]).collect();
        for &divisor in some.iter().filter(|divisor| **divisor != 0) {
            let inverse = 1.0 / f64::from(divisor);
            let multiples = some.iter().map(|&factor| factor / divisor * divisor);
            let high = u32::MAX / divisor * divisor;
            for a in multiples.chain([high]).flat_map(edges).chain(some.iter().copied()) {
                let quotient = to_word(((from_word(a) + 0.5) * inverse).trunc());
                assert_eq!(quotient, a / divisor, "{a} / {divisor}");
            }
        }
    }
}
