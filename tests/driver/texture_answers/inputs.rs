//! What the recorded cases read, and where: numbers that only depend on their place.

/// The formats, in the order of the record.
pub const FORMATS: [(&str, i32, usize); 8] = [
    ("u8", 1, 1),
    ("s8", 8, 1),
    ("u16", 2, 2),
    ("s16", 9, 2),
    ("u32", 3, 4),
    ("s32", 10, 4),
    ("f16", 16, 2),
    ("f32", 32, 4),
];

/// Lookups in a case.
pub const LOOKUPS: usize = 96;

/// Accesses to a surface in a case.
pub const ACCESSES: usize = 24;

/// Mixes a number's bits.
pub fn hash(number: u32) -> u32 {
    let mut x = number.wrapping_mul(0x9E37_79B1);
    x ^= x >> 16;
    x = x.wrapping_mul(0x85eb_ca6b);
    x ^= x >> 13;
    x = x.wrapping_mul(0xc2b2_ae35);
    x ^ x >> 16
}

/// Returns the bytes of `count` channels: floats are finite.
pub fn contents(format: &str, size: usize, count: usize) -> Vec<u8> {
    let channel = |number: u32| {
        let bits = hash(number);
        let word = match format {
            "f16" => bits & 0xbfff,
            "f32" => bits & 0x807f_ffff | (120 + (bits >> 23 & 15)) << 23,
            _ => bits,
        };
        word.to_le_bytes().into_iter().take(size)
    };
    (1..=count as u32).flat_map(channel).collect()
}

/// Special floats: not a number, infinite, large, small, and those around them.
const SPECIAL: [u32; 12] = [
    0x7fc0_0000,
    0x7f80_0000,
    0xff80_0000,
    0x5015_02f9,
    0xd015_02f9,
    0x7f7f_ffff,
    0x8000_0000,
    0x0da2_4260,
    0x0000_0001,
    0xff7f_ffff,
    0x4b80_0001,
    0xcf00_0000,
];

/// Fractions of a texel in 4096ths: at its edges and center, and around steps of a 256th.
const FRACTIONS: [i32; 19] =
    [0, 8, 7, 9, 16, 15, 17, 24, 2048, 2040, 2056, 2047, 2049, 4095, 4088, 4087, 1, 2052, 100];

/// Returns a place in `size` texels or around them: often at an edge.
fn cell(random: u32, size: i32) -> i32 {
    match random >> 28 & 1 {
        1 => (random % (4 * size as u32 + 3)) as i32 - 2 * size - 1,
        _ => [-1, 0, size - 1, size][random as usize >> 8 & 3],
    }
}

/// Returns the bits of a coordinate, exact or the next float.
fn coordinate(random: u32, size: i32, normalized: bool) -> u32 {
    let fraction = match (random >> 12) % 20 {
        19 => 4080,
        index => FRACTIONS[index as usize],
    };
    let mut at = (cell(random, size) * 4096 + fraction) as f32 / 4096.0;
    if normalized {
        at /= size as f32;
    }
    let nudge = if at == 0.0 { 0 } else { [0, 0, 1, u32::MAX][random as usize >> 26 & 3] };
    at.to_bits().wrapping_add(nudge)
}

/// Returns the bits of one of a direction's coordinates.
fn direction(random: u32) -> u32 {
    match [-8, -7, -4, -1, 0, 1, 3, 5, 8, 8][random as usize % 10] {
        0 => (random >> 20 & 1) << 31,
        eighths => (eighths as f32 / 8.0).to_bits(),
    }
}

/// Returns three coordinates and a layer for each lookup.
pub fn coordinates(
    sizes: &[i32],
    layers: u32,
    (normalized, integer, cube): (bool, bool, bool),
) -> Vec<u32> {
    let mut all = Vec::new();
    for lookup in 0..LOOKUPS {
        for dimension in 0..3 {
            let random = hash((7000 + lookup * 4 + dimension) as u32);
            let size = sizes.get(dimension).copied().unwrap_or(1);
            let special = lookup.wrapping_sub(12 * dimension);
            all.push(match special {
                0..4 if integer => [0x8000_0000, 0x7fff_ffff, 0x4000_0000, u32::MAX][special],
                _ if integer => cell(random, size) as u32,
                0..12 if !cube || special % 3 != 1 => SPECIAL[special],
                _ if cube => direction(random),
                _ => coordinate(random, size, normalized),
            });
        }
        all.push((hash(9000 + lookup as u32) % (layers + 4)).wrapping_sub(2));
    }
    all
}

/// Returns three coordinates and a layer for each access to a surface, the first in steps of `step` bytes or texels from
/// `seed`; all within it if `inside`.
pub fn accesses(sizes: &[i32], layers: u32, step: i32, seed: u32, inside: bool) -> Vec<u32> {
    let mut all = Vec::new();
    for access in 0..ACCESSES as u32 {
        let seed = if inside { seed + 1000 } else { seed };
        for dimension in 0..3 {
            let random = hash(seed + access * 4 + dimension);
            let size = sizes.get(dimension as usize).copied().unwrap_or(1);
            let place = match (random >> 28) % 3 {
                0 if !inside => {
                    let edges = [-1, 0, size - 1, size, size + 1, -size, 2 * size, 1000];
                    edges[random as usize >> 8 & 7]
                }
                _ => (random % size as u32) as i32,
            };
            all.push((place * if dimension == 0 { step } else { 1 }) as u32);
        }
        let seed = if inside { seed - 1000 } else { seed };
        let layer = [0, 1, 2, 3, u32::MAX, 2][hash(seed + 500 + access) as usize % 6];
        all.push(if inside { layer % layers } else { layer });
    }
    all
}

/// Words around the limits of formats.
const WORDS: [u32; 38] = [
    0x5a5a_5a5a,
    0x1234_5678,
    0x477f_f000,
    0x4780_0000,
    0x3300_0000,
    0xbf80_0000,
    300,
    0xffff_fed4,
    0x7fc0_0000,
    0x7f80_0000,
    0xff80_0000,
    127,
    128,
    255,
    256,
    32767,
    32768,
    65535,
    65536,
    0xffff_ff80,
    0xffff_ff7f,
    0xffff_8000,
    0xffff_7fff,
    0x8000_0000,
    0x7fff_ffff,
    0x3f80_0000,
    0x3f00_0000,
    0x3380_0000,
    0x3380_0001,
    0x387f_c000,
    0x477f_efff,
    0x477f_e000,
    1,
    0x3880_0000,
    0x3f80_1000,
    0x3f80_3000,
    0x4049_0fdb,
    0x7f80_0001,
];

/// Returns the four values that each access stores.
pub fn values(formatted: bool) -> Vec<u64> {
    let value = |index: u32| {
        if formatted {
            WORDS[index as usize % WORDS.len()].into()
        } else {
            u64::from(hash(3000 + index)) | u64::from(hash(5000 + index)) << 32
        }
    };
    (0..4 * ACCESSES as u32).map(value).collect()
}

/// Returns the checksum in the record.
pub fn checksum(words: impl IntoIterator<Item = u32>) -> String {
    let mix = |sum: u32, word: u32| (sum ^ word).wrapping_mul(0x0100_0193);
    let sum = words.into_iter().fold(0x811c_9dc5, mix);
    format!("{:04x}", (sum >> 16 ^ sum) & 0xffff)
}
