use std::fmt;

/// A version of CUDA, such as 12.4. Drivers, NVRTC, nvJitLink and nvFatbin have these versions.
///
/// ```
/// use cuda_arch::Version;
///
/// assert_eq!(Version::from_number(12040), Version::new(12, 4));
/// assert!(Version::new(12, 4) < Version::new(13, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// The major version: 13 in 13.0.
    pub major: u32,
    /// The minor version: 0 in 13.0.
    pub minor: u32,
}

impl Version {
    /// Creates the version `major.minor`.
    #[must_use]
    #[inline]
    pub const fn new(major: u32, minor: u32) -> Self {
        Self { major, minor }
    }

    /// Creates a version from the number that CUDA's functions use, such as 12040 for 12.4.
    ///
    /// For a negative number, which isn't a version, pass 0, which is older than all versions.
    #[must_use]
    #[inline]
    pub const fn from_number(number: u32) -> Self {
        Self::new(number / 1000, number % 1000 / 10)
    }

    /// Returns the number that CUDA's functions use, 12040 for 12.4, which is comparable to the result of
    /// `cuDriverGetVersion`.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u32 {
        let major = self.major.saturating_mul(1000);
        major.saturating_add(self.minor.saturating_mul(10))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// Returns the command that installs an NVRTC whose PTX a driver of this CUDA version loads, if NVIDIA has a Python package
/// of it. For the crates of this workspace.
#[doc(hidden)]
#[must_use]
pub fn nvrtc_for_driver(driver: Version) -> Option<String> {
    let Version { major, minor } = driver;
    let suffix = match (major, minor) {
        (13.., _) => "",
        (12, _) => "-cu12",
        // Older ones are not packages.
        (11, 7..) => "-cu11",
        _ => return None,
    };
    // There are drivers of CUDA 12.7, and no toolkit of that version.
    let minor = if (major, minor) == (12, 7) { 6 } else { minor };
    Some(format!("pip install 'nvidia-cuda-nvrtc{suffix}=={major}.{minor}.*'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_convert_to_cudas_number_and_back() {
        let version = Version::from_number(12040);
        assert_eq!(version, Version::new(12, 4));
        assert_eq!(version.number(), 12040);
        assert_eq!(version.to_string(), "12.4");
    }

    #[test]
    fn versions_are_ordered_as_numbers() {
        assert!(Version::new(9, 2) < Version::new(12, 0));
    }

    #[test]
    fn the_package_of_nvrtc_is_not_newer_than_the_driver() {
        let command = |major, minor| nvrtc_for_driver(Version::new(major, minor));
        let rows = [
            ((13, 0), "nvidia-cuda-nvrtc==13.0.*"),
            ((13, 1), "nvidia-cuda-nvrtc==13.1.*"),
            ((12, 4), "nvidia-cuda-nvrtc-cu12==12.4.*"),
            ((12, 7), "nvidia-cuda-nvrtc-cu12==12.6.*"),
            ((11, 8), "nvidia-cuda-nvrtc-cu11==11.8.*"),
        ];
        for ((major, minor), package) in rows {
            assert_eq!(command(major, minor), Some(format!("pip install '{package}'")));
        }
        assert_eq!(command(11, 4), None);
    }
}
