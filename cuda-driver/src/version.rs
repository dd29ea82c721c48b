use core::ffi::c_int;
use core::fmt;

/// A CUDA version, such as 12.4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// 12 of 12.4.
    pub major: u32,
    /// 4 of 12.4.
    pub minor: u32,
}

impl Version {
    /// The version `major.minor`.
    #[must_use]
    pub const fn new(major: u32, minor: u32) -> Self {
        Self { major, minor }
    }

    /// From CUDA's own form of it: 12040 is 12.4.
    #[must_use]
    pub const fn from_cuda(number: c_int) -> Self {
        let number = if number < 0 { 0 } else { number.unsigned_abs() };
        Self {
            major: number / 1000,
            minor: number % 1000 / 10,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}
