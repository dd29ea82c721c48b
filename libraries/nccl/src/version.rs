use std::fmt;

/// A release of NCCL, such as 2.28.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// The major version: 2 in 2.28.3.
    pub major: u32,
    /// The minor version: 28 in 2.28.3.
    pub minor: u32,
    /// The patch version: 3 in 2.28.3.
    pub patch: u32,
}

impl Version {
    /// The oldest release that this crate works with: it introduced splits.
    pub const OLDEST: Self = Self::new(2, 18, 0);

    /// Creates the release `major.minor.patch`.
    #[must_use]
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self { major, minor, patch }
    }

    /// Creates a release from NCCL's number: 22803 for 2.28.3. Up to 2.8, the number has one digit less: 2708 for 2.7.8.
    #[must_use]
    pub const fn from_number(number: u32) -> Self {
        match number {
            0..10_000 => Self::new(number / 1000, number % 1000 / 100, number % 100),
            _ => Self::new(number / 10_000, number % 10_000 / 100, number % 100),
        }
    }

    /// Returns NCCL's number: 22803 for 2.28.3.
    #[must_use]
    pub const fn number(self) -> u32 {
        match (self.major, self.minor) {
            (0..=2, 0..=8) => self.major * 1000 + self.minor * 100 + self.patch,
            _ => self.major * 10_000 + self.minor * 100 + self.patch,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_convert_to_nccls_number_and_back() {
        for (number, text) in [(23007, "2.30.7"), (21803, "2.18.3"), (2708, "2.7.8")] {
            let version = Version::from_number(number);
            assert_eq!(version.to_string(), text);
            assert_eq!(version.number(), number);
        }
    }
}
