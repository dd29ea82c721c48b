//! The checksum of the cache's files.

/// A checksum against accidental damage, such as by a full disk. Programs that write to the folder are trusted.
///
/// Four sums run in parallel, because each step depends on the previous one.
pub fn checksum(bytes: &[u8]) -> u64 {
    let add = |sum: u64, word: u64| {
        let sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^ sum >> 29
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let (rows, words) = words.as_chunks::<4>();
    let mut sums = [1, 2, 3, 4];
    for row in rows {
        for (sum, word) in sums.iter_mut().zip(row) {
            *sum = add(*sum, u64::from_le_bytes(*word));
        }
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().copied().map(u64::from_le_bytes);
    let ends = words.chain([u64::from_le_bytes(last)]);
    sums.into_iter().chain(ends).fold(bytes.len() as u64, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_depends_on_every_byte_and_on_the_length() {
        let bytes: Vec<u8> = (0..100).collect();
        for length in 0..100 {
            let sum = checksum(&bytes[..length]);
            for at in 0..length {
                let mut changed = bytes[..length].to_vec();
                changed[at] ^= 0x80;
                assert_ne!(checksum(&changed), sum, "byte {at} of {length}");
            }
            let longer = [&bytes[..length], &[0]].concat();
            assert_ne!(checksum(&longer), sum, "{length} bytes");
        }
    }
}
