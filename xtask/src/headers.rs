//! The pinned CUDA header sets, one for each CUDA version, and the libclang that reads them.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;

use crate::cache::Cache;
use crate::version::Version;
use crate::wheel::{PinnedRelease, Platform, Wheel};
use crate::wheels::{WheelPart, Wheels, name_of};

/// The header sets and the libclang of `xtask/headers.toml`.
#[derive(Clone, Debug)]
pub struct Headers {
    platform: Platform,
    sets: BTreeMap<Version, Vec<WheelPin>>,
    libraries: Vec<LibraryPins>,
    libclang: PinnedRelease,
}

/// A release of a library with its own version numbers, such as 2.30.7 of NCCL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Release {
    major: u32,
    minor: u32,
    patch: u32,
}

impl Release {
    /// Returns major and minor version, and the number after them.
    #[must_use]
    pub fn parts(self) -> [u32; 3] {
        [self.major, self.minor, self.patch]
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl FromStr for Release {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let numbers: Result<Vec<u32>, _> = text.split('.').map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[major, minor, patch]) => Ok(Self { major, minor, patch }),
            _ => bail!("`{text}` isn't a release: expected one like 2.30.7"),
        }
    }
}

impl Headers {
    /// Returns the pinned ones.
    pub fn pinned() -> Result<Self> {
        Headers::parse(include_str!("../headers.toml")).context("xtask/headers.toml")
    }

    fn parse(text: &str) -> Result<Self> {
        let file: HeadersFile = toml::from_str(text)?;
        let mut sets = BTreeMap::new();
        for set in file.set {
            if sets.insert(set.version, set.wheels).is_some() {
                return Err(anyhow!("there are two sets of version {}", set.version));
            }
        }
        Ok(Headers {
            platform: file.platform,
            sets,
            libraries: file.library,
            libclang: file.libclang,
        })
    }

    /// Returns the versions of the sets, the oldest first.
    pub fn versions(&self) -> impl Iterator<Item = Version> {
        self.sets.keys().copied()
    }

    /// Returns the wheels of every set.
    pub fn wheels(&self) -> impl Iterator<Item = Wheel> {
        let pins = self.sets.values().flatten();
        pins.map(|pin| pin.wheel(self.platform))
    }

    /// Fetches every set and returns the include folder of each, which has `cuda.h`, `cudaTypedefs.h`, `nvrtc.h` and
    /// the CUDA headers that they include; from 12.0 on `nvJitLink.h`, from 12.4 on `nvFatbin.h`, and in the newest set
    /// also `cudaProfiler.h`.
    pub fn provision(&self, wheels: &Wheels) -> Result<BTreeMap<Version, PathBuf>> {
        let folder = self.folder(wheels.cache());
        let provision = |(&version, set): (&Version, &Vec<WheelPin>)| {
            let set: Vec<Wheel> = set.iter().map(|pin| pin.wheel(self.platform)).collect();
            let name = folder.join(version.to_string()).join("include");
            let include = wheels
                .folder(name, WheelPart::Headers, &set)
                .with_context(|| format!("the headers of {version}"))?;
            Ok((version, include))
        };
        self.sets.iter().map(provision).collect()
    }

    /// Returns the folders of the NCCL libraries for tests, the oldest and the newest pinned, if they were already
    /// fetched.
    pub fn fetched_nccl_libraries(&self, cache: &Cache) -> Vec<PathBuf> {
        let folders = self.nccl_libraries();
        let folders = folders.map(|pin| cache.root().join(nccl_library(pin)));
        folders.filter(|folder| folder.is_dir()).collect()
    }

    /// Like [`fetched_nccl_libraries`](Self::fetched_nccl_libraries), but fetches missing ones.
    pub fn provision_nccl_libraries(&self, wheels: &Wheels) -> Result<Vec<PathBuf>> {
        let here = Platform::of_this_machine()?;
        if here != self.platform {
            bail!("xtask/headers.toml pins NCCL for {}, but this machine is {here}", self.platform);
        }
        let provision = |pin: &WheelPin| {
            let wheel = pin.wheel(self.platform);
            wheels
                .folder(nccl_library(pin), WheelPart::Libraries, &[wheel])
                .with_context(|| format!("NCCL {}", pin.version))
        };
        self.nccl_libraries().map(provision).collect()
    }

    /// Returns the pinned releases of the library called `name`, the oldest first: none for one without its own pins.
    pub fn releases(&self, name: &str) -> Result<Vec<Release>> {
        let pins = self.pins(name);
        pins.iter().map(|pin| pin.release()).collect()
    }

    /// Fetches the headers of each pinned release of the library called `name`, and returns their include folders.
    pub fn provision_library(
        &self,
        name: &str,
        wheels: &Wheels,
    ) -> Result<BTreeMap<Release, PathBuf>> {
        let provision = |pin| Ok((WheelPin::release(pin)?, self.provision_pin(name, pin, wheels)?));
        self.pins(name).iter().map(provision).collect()
    }

    /// Fetches the headers of the newest pinned release of the library called `name`, and returns their include folder.
    pub fn provision_newest(&self, name: &str, wheels: &Wheels) -> Result<PathBuf> {
        let newest = self.pins(name).last();
        let newest = newest.with_context(|| format!("xtask/headers.toml doesn't pin {name}"))?;
        self.provision_pin(name, newest, wheels)
    }

    fn provision_pin(&self, name: &str, pin: &WheelPin, wheels: &Wheels) -> Result<PathBuf> {
        let wheel = self.library_wheel(name, pin);
        wheels
            .folder(library_folder(name, pin), WheelPart::Headers, &[wheel])
            .with_context(|| format!("the headers of {name} {}", pin.version))
    }

    fn library_wheel(&self, name: &str, pin: &WheelPin) -> Wheel {
        let mut libraries = self.libraries.iter();
        let found = libraries.find(|library| library.name == name);
        pin.wheel(found.and_then(|library| library.platform).unwrap_or(self.platform))
    }

    /// Returns the include folders of each library's newest release, if they were already fetched: tests fetch none,
    /// because a wheel is up to 600 MB.
    pub fn fetched_libraries(&self, cache: &Cache) -> Vec<PathBuf> {
        let newest = self.libraries.iter().filter_map(|library| {
            let pin = library.wheels.last()?;
            Some(cache.root().join(library_folder(&library.name, pin)))
        });
        newest.filter(|folder| folder.is_dir()).collect()
    }

    fn pins(&self, name: &str) -> &[WheelPin] {
        let mut libraries = self.libraries.iter();
        let found = libraries.find(|library| library.name == name);
        found.map_or(&[], |library| &library.wheels)
    }

    fn nccl_libraries(&self) -> impl Iterator<Item = &WheelPin> {
        let all = self.pins("nccl");
        let newest = all.iter().skip(1).last();
        all.first().into_iter().chain(newest)
    }

    /// Returns the cache's folder with one subfolder for each set, such as `13.5/include`.
    ///
    /// Its name depends on the pins, so a changed `headers.toml` never uses old headers.
    pub fn folder(&self, cache: &Cache) -> PathBuf {
        let mut pins = String::new();
        for (version, wheels) in &self.sets {
            pins += &version.to_string();
            wheels.iter().for_each(|wheel| pins += &wheel.sha256);
        }
        cache.root().join("headers").join(name_of(pins.as_bytes()))
    }

    /// Fetches libclang and returns its folder, for `LIBCLANG_PATH`.
    pub fn provision_libclang(&self, wheels: &Wheels) -> Result<PathBuf> {
        let platform = Platform::of_this_machine()?;
        let libclang = &self.libclang;
        let wheel = libclang.wheel(platform).ok_or_else(|| {
            anyhow!(
                "xtask/headers.toml pins no libclang {} for {platform}: add its SHA-256",
                libclang.version
            )
        })?;
        let name = format!("libclang/{}-{platform}", libclang.version);
        wheels.folder(name, WheelPart::Libraries, &[wheel])
    }
}

/// Returns the name of the folder for the headers of a library's release.
fn library_folder(name: &str, pin: &WheelPin) -> String {
    format!("headers/{name}-{}-{}", pin.version, &pin.sha256[..12])
}

/// Returns the name of the folder for an NCCL release.
fn nccl_library(pin: &WheelPin) -> String {
    format!("nccl/{}-{}", pin.version, &pin.sha256[..12])
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadersFile {
    platform: Platform,
    set: Vec<SetPins>,
    library: Vec<LibraryPins>,
    libclang: PinnedRelease,
}

/// The wheels of a library with its own version numbers, the oldest first.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LibraryPins {
    name: String,
    /// The platform of its wheels, if there are none for that of the others.
    platform: Option<Platform>,
    wheels: Vec<WheelPin>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetPins {
    version: Version,
    wheels: Vec<WheelPin>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WheelPin {
    name: String,
    version: String,
    sha256: String,
}

impl WheelPin {
    /// Returns the library's release: the version of the wheel may have a fourth number, that of the build.
    fn release(&self) -> Result<Release> {
        let parts: Vec<&str> = self.version.split('.').take(3).collect();
        parts.join(".").parse()
    }

    fn wheel(&self, platform: Platform) -> Wheel {
        let WheelPin { name, version, sha256 } = self.clone();
        Wheel { name, version, platform, sha256 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_pinned_with_the_runtime_and_nvrtc_of_its_version() {
        let headers = Headers::pinned().unwrap();
        let versions: Vec<_> = headers.versions().map(|version| version.to_string()).collect();
        assert_eq!(versions, ["11.7", "11.8", "12.0", "12.4", "12.9", "13.0", "13.5"]);
        for (set, wheels) in &headers.sets {
            for package in ["nvidia-cuda-runtime", "nvidia-cuda-nvrtc"] {
                let wheel = wheels.iter().find(|wheel| wheel.name.starts_with(package)).unwrap();
                assert_eq!(wheel.version.parse(), Ok(*set));
            }
            for (package, first) in [("nvidia-nvjitlink", "12.0"), ("nvidia-nvfatbin", "12.4")] {
                let is_there = wheels.iter().any(|wheel| wheel.name.starts_with(package));
                assert_eq!(is_there, *set >= first.parse().unwrap(), "{package} in {set}");
            }
        }
    }

    #[test]
    fn the_releases_of_a_library_are_in_order_and_without_the_number_of_the_build() {
        let headers = Headers::pinned().unwrap();
        for library in &headers.libraries {
            let releases = headers.releases(&library.name).unwrap();
            assert!(releases.is_sorted_by(|a, b| a < b), "{}", library.name);
        }
        let cublas = headers.releases("cublas").unwrap();
        assert_eq!(cublas[0].parts(), [11, 11, 3]);
        assert_eq!(headers.releases("cuda").unwrap(), []);
        for wrong in ["2.30", "2.30.7.1", "2.x.7"] {
            assert!(wrong.parse::<Release>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_library_that_is_for_another_platform_alone_is_pinned_for_that() {
        let headers = Headers::pinned().unwrap();
        let platform = |name| headers.library_wheel(name, &headers.pins(name)[0]).platform;
        assert_eq!(platform("cudla"), Platform::LinuxAarch64);
        assert_eq!(platform("nvml"), Platform::LinuxX86_64);
    }

    #[test]
    fn tests_load_the_oldest_and_the_newest_nccl_and_only_what_was_fetched() {
        let headers = Headers::pinned().unwrap();
        let versions: Vec<&str> =
            headers.nccl_libraries().map(|library| &*library.version).collect();
        assert_eq!(versions, ["2.18.3", "2.32.3"]);
        let root = tempfile::tempdir().unwrap();
        let cache = Cache::at(root.path());
        assert_eq!(headers.fetched_nccl_libraries(&cache), [] as [PathBuf; 0]);
        let newest = headers.nccl_libraries().last().unwrap();
        let folder = root.path().join(nccl_library(newest));
        std::fs::create_dir_all(&folder).unwrap();
        assert_eq!(headers.fetched_nccl_libraries(&cache), [folder]);
    }

    #[test]
    fn changed_pins_use_another_folder() {
        let text = include_str!("../headers.toml");
        let changed = text.replace("df2b79a8", "df2b79a9");
        let folder = |text| Headers::parse(text).unwrap().folder(&Cache::at("cache"));
        assert_ne!(folder(text), folder(&changed));
    }

    #[test]
    fn a_version_pinned_twice_is_an_error_that_names_it() {
        let text =
            include_str!("../headers.toml").replace("version = \"13.0\"", "version = \"12.9\"");
        let error = Headers::parse(&text).unwrap_err().to_string();
        assert!(error.contains("12.9"), "{error}");
    }
}
