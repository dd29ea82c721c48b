//! A wheel: its package and platform, pinned by a hash.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Result, bail};
use serde::Deserialize;

/// A system that a wheel's libraries are built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Platform {
    /// Linux on x86-64.
    #[serde(rename = "linux-x86_64")]
    LinuxX86_64,
    /// Linux on 64-bit Arm.
    #[serde(rename = "linux-aarch64")]
    LinuxAarch64,
    /// Windows on x86-64.
    #[serde(rename = "windows-x86_64")]
    WindowsX86_64,
}

impl Platform {
    /// The platform that this program was built for.
    pub fn of_this_machine() -> Result<Self> {
        use std::env::consts::{ARCH, OS};
        match (OS, ARCH) {
            ("linux", "x86_64") => Ok(Platform::LinuxX86_64),
            ("linux", "aarch64") => Ok(Platform::LinuxAarch64),
            ("windows", "x86_64") => Ok(Platform::WindowsX86_64),
            _ => bail!(
                "NVIDIA publishes no CUDA wheels for {OS} on {ARCH}, only for Linux and Windows"
            ),
        }
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Platform::LinuxX86_64 => "linux-x86_64",
            Platform::LinuxAarch64 => "linux-aarch64",
            Platform::WindowsX86_64 => "windows-x86_64",
        })
    }
}

/// A wheel, pinned by the hash of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wheel {
    /// The package's name, such as `nvidia-cuda-nvrtc`.
    pub name: String,
    /// The package's version, such as `13.5.37`.
    pub version: String,
    /// The wheel's platform, which may differ from this machine's.
    pub platform: Platform,
    /// The SHA-256 of the wheel's file, in hexadecimal.
    pub sha256: String,
}

impl fmt::Display for Wheel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} for {}", self.name, self.version, self.platform)
    }
}

/// A release of a package, with the SHA-256 of its wheel for each platform that has one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinnedRelease {
    /// The package's name.
    pub name: String,
    /// The version of the package.
    pub version: String,
    /// The SHA-256 of the wheels.
    pub sha256: BTreeMap<Platform, String>,
}

impl PinnedRelease {
    /// Returns the wheel for `platform`, if there is one.
    pub fn wheel(&self, platform: Platform) -> Option<Wheel> {
        let sha256 = self.sha256.get(&platform)?.clone();
        Some(Wheel { name: self.name.clone(), version: self.version.clone(), platform, sha256 })
    }
}
