//! Formats numbers with their units.

/// 1024 is `1 KiB`, 150754820096 is `140.4 GiB`.
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    let mut unit = "bytes";
    let mut value = count as f64;
    for larger in UNITS {
        if value < 1024.0 {
            break;
        }
        (unit, value) = (larger, value / 1024.0);
    }
    if value.fract() == 0.0 { format!("{value} {unit}") } else { format!("{value:.1} {unit}") }
}

/// Formats kilohertz, the driver's unit of clocks, as `1980 MHz`.
pub fn megahertz(kilohertz: i32) -> String {
    format!("{} MHz", f64::from(kilohertz) / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_shown_in_the_largest_unit_that_they_fill() {
        assert_eq!(bytes(0), "0 bytes");
        assert_eq!(bytes(1023), "1023 bytes");
        assert_eq!(bytes(1024), "1 KiB");
        assert_eq!(bytes(227 << 10), "227 KiB");
        assert_eq!(bytes(150_754_820_096), "140.4 GiB");
        assert_eq!(bytes(u64::MAX), "16777216 TiB");
    }
}
