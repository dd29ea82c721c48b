//! A CUDA version, such as 13.0.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

/// The major and minor number of a CUDA release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Version {
    /// The major version: 13 in 13.5.
    pub major: u32,
    /// The minor version: 5 in 13.5.
    pub minor: u32,
}

impl Version {
    /// Creates a version from two numbers.
    pub const fn new(major: u32, minor: u32) -> Self {
        Version { major, minor }
    }

    /// Converts CUDA's single number, such as 13000 or 12040; `None` if it is negative.
    pub fn from_cuda(number: i32) -> Option<Self> {
        let number = u32::try_from(number).ok()?;
        Some(Version::new(number / 1000, number % 1000 / 10))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl FromStr for Version {
    type Err = String;

    /// Reads the first two numbers of `text`, so "13.5" and "13.5.37" are both 13.5.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut numbers = text.split('.').map(str::parse);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(major)), Some(Ok(minor))) => Ok(Version::new(major, minor)),
            _ => Err(format!("`{text}` isn't a CUDA version: expected one like 13.0")),
        }
    }
}

impl TryFrom<String> for Version {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_as_numbers() {
        assert!(Version::new(12, 10) > Version::new(12, 9));
        assert!(Version::new(13, 0) > Version::new(12, 9));
    }

    #[test]
    fn the_single_number_of_cuda_is_converted() {
        assert_eq!(Version::from_cuda(13000), Some(Version::new(13, 0)));
        assert_eq!(Version::from_cuda(12090), Some(Version::new(12, 9)));
        assert_eq!(Version::from_cuda(-1), None);
    }

    #[test]
    fn an_invalid_version_is_an_error_that_quotes_it() {
        assert_eq!("13.5.37".parse(), Ok(Version::new(13, 5)));
        for wrong in ["", "13", "13.", "thirteen.five", "-13.0"] {
            let error = wrong.parse::<Version>().unwrap_err();
            assert!(error.contains(&format!("`{wrong}`")), "{error}");
        }
    }
}
