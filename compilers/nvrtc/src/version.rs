use std::fmt;

use cuda_arch::Version;

/// A version of the PTX instruction set, `.version` in a PTX text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PtxVersion {
    /// The major version: 8 in 8.4.
    pub major: u32,
    /// The minor version: 4 in 8.4.
    pub minor: u32,
}

/// The first CUDA version of each PTX version, from NVIDIA's
/// [release history](https://docs.nvidia.com/cuda/parallel-thread-execution/index.html#release-notes).
const RELEASES: [((u32, u32), (u32, u32)); 31] = [
    ((5, 0), (8, 0)),
    ((6, 0), (9, 0)),
    ((6, 1), (9, 1)),
    ((6, 2), (9, 2)),
    ((6, 3), (10, 0)),
    ((6, 4), (10, 1)),
    ((6, 5), (10, 2)),
    ((7, 0), (11, 0)),
    ((7, 1), (11, 1)),
    ((7, 2), (11, 2)),
    ((7, 3), (11, 3)),
    ((7, 4), (11, 4)),
    ((7, 5), (11, 5)),
    ((7, 6), (11, 6)),
    ((7, 7), (11, 7)),
    ((7, 8), (11, 8)),
    ((8, 0), (12, 0)),
    ((8, 1), (12, 1)),
    ((8, 2), (12, 2)),
    ((8, 3), (12, 3)),
    ((8, 4), (12, 4)),
    // CUDA 12.6 still had PTX 8.5. PTX 8.6 came with the drivers of 12.7, for which there was no toolkit.
    ((8, 5), (12, 5)),
    ((8, 6), (12, 7)),
    ((8, 7), (12, 8)),
    ((8, 8), (12, 9)),
    ((9, 0), (13, 0)),
    ((9, 1), (13, 1)),
    ((9, 2), (13, 2)),
    ((9, 3), (13, 3)),
    ((9, 4), (13, 4)),
    ((9, 5), (13, 5)),
];

impl PtxVersion {
    /// Creates the version `major.minor`.
    #[must_use]
    #[inline]
    pub const fn new(major: u32, minor: u32) -> Self {
        Self { major, minor }
    }

    /// Returns the CUDA version that a driver must have to load PTX of this version; `None` for one that
    /// this crate doesn't know: older than 5.0, or newer than 9.5.
    #[must_use]
    #[inline]
    pub fn cuda_version(self) -> Option<Version> {
        let ptx = (self.major, self.minor);
        let (_, (major, minor)) = RELEASES.iter().find(|(known, _)| *known == ptx)?;
        Some(Version::new(*major, *minor))
    }
}

impl fmt::Display for PtxVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_written_as_in_ptx() {
        assert_eq!(PtxVersion::new(7, 8).to_string(), "7.8");
        assert_eq!(PtxVersion::new(12, 10).to_string(), "12.10");
    }

    #[test]
    fn versions_are_ordered_as_numbers() {
        assert!(PtxVersion::new(8, 8) < PtxVersion::new(9, 0));
    }

    #[test]
    fn a_ptx_version_has_the_cuda_version_that_loads_it() {
        let cuda = |major, minor| PtxVersion::new(major, minor).cuda_version();
        assert_eq!(cuda(6, 0), Some(Version::new(9, 0)));
        assert_eq!(cuda(7, 5), Some(Version::new(11, 5)));
        assert_eq!(cuda(8, 6), Some(Version::new(12, 7)));
        assert_eq!(cuda(9, 0), Some(Version::new(13, 0)));
    }

    #[test]
    fn an_unknown_ptx_version_has_no_cuda_version() {
        assert_eq!(PtxVersion::new(99, 0).cuda_version(), None);
    }

    #[test]
    fn newer_ptx_never_needs_an_older_cuda_version() {
        assert!(RELEASES.is_sorted());
        assert!(RELEASES.iter().map(|(_, cuda)| cuda).is_sorted());
    }
}
