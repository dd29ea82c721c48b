//! The GPU architectures that PTX can target.

/// Returns the PTX version, major and minor, that introduced architecture `number` (90 for `sm_90`); `None` if there is
/// no such architecture.
pub fn since(number: u32) -> Option<(u32, u32)> {
    Some(match number {
        10 | 11 => (1, 0),
        12 | 13 => (1, 2),
        20 => (2, 0),
        21 | 30 => (3, 0),
        35 => (3, 1),
        32 | 50 => (4, 0),
        37 | 52 => (4, 1),
        53 => (4, 2),
        60..=62 => (5, 0),
        70 => (6, 0),
        72 => (6, 1),
        75 => (6, 3),
        80 => (7, 0),
        86 => (7, 1),
        87 => (7, 4),
        89 | 90 => (7, 8),
        100 | 101 => (8, 6),
        120 => (8, 7),
        103 | 121 => (8, 8),
        88 | 110 => (9, 0),
        _ => return None,
    })
}
