use std::fmt;

/// A release of NCCL, such as 2.28.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// 2 of 2.28.3.
    pub major: u32,
    /// 28 of 2.28.3.
    pub minor: u32,
    /// 3 of 2.28.3.
    pub patch: u32,
}

impl Version {
    /// The oldest release that this crate works with: configurations and splits came with it.
    pub const OLDEST: Self = Self::new(2, 18, 0);

    /// The release `major.minor.patch`.
    #[must_use]
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self {
            major,
            minor,
            patch,
        }
    }

    /// The release that NCCL writes as one number: 22803 for 2.28.3. Up to 2.8 the number had a digit less, 2708 for 2.7.8.
    #[must_use]
    pub const fn from_number(number: u32) -> Self {
        match number {
            0..10_000 => Self::new(number / 1000, number % 1000 / 100, number % 100),
            _ => Self::new(number / 10_000, number % 10_000 / 100, number % 100),
        }
    }

    /// As NCCL writes it: 22803 for 2.28.3.
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
    fn a_release_goes_through_nccls_number_and_back() {
        for (number, text) in [(23007, "2.30.7"), (21803, "2.18.3"), (2708, "2.7.8")] {
            let version = Version::from_number(number);
            assert_eq!(version.to_string(), text);
            assert_eq!(version.number(), number);
        }
    }
}
