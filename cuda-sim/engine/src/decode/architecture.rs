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
        88 | 103 | 121 => (8, 8),
        110 => (9, 0),
        _ => return None,
    })
}

/// Returns `true` if there is such an architecture, 90 for `sm_90`.
pub fn is_architecture(number: u32) -> bool {
    since(number).is_some()
}

/// Returns `true` if there is such a version of PTX, or may be one day.
pub fn is_version((major, minor): (u32, u32)) -> bool {
    let last = match major {
        1 => 5,
        2 | 4 => 3,
        3 => 2,
        5 => 1,
        6 => 5,
        7 | 8 => 8,
        0 => return false,
        _ => return true,
    };
    minor <= last
}

/// Returns `true` if architecture `number` has features of its own (`a`) or of its family (`f`).
pub fn has_letter(number: u32, letter: char) -> bool {
    match letter {
        'a' => number == 90 || number >= 100,
        'f' => number >= 100,
        // ptxas doesn't read further.
        _ => true,
    }
}
