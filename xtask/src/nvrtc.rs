//! The NVRTC for compiling kernels, the newest that isn't newer than the driver, and those for tests.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsString, c_int};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use cuda_pathfinder::{LoadedLibrary, NVRTC, Search};
use serde::Deserialize;

use crate::driver;
use crate::version::Version;
use crate::wheel::{PinnedRelease, Platform, Wheel};
use crate::wheels::{WheelPart, Wheels};

/// The environment variable that sets a program's NVRTC.
pub const VARIABLE: &str = NVRTC.variable();

/// The environment variable with the folders of all NVRTCs for tests, a list like `PATH`.
pub const SETS: &str = "CUDA_NVRTC_SETS";

/// The CUDA version of the software device, which is used without a driver.
const SOFTWARE: Version = Version::new(13, 0);

/// Finds an NVRTC that suits this machine's driver, or fetches one, and returns the value for [`VARIABLE`]: its current
/// value, or the library's file, or its folder.
pub fn provision(wheels: &Wheels) -> Result<PathBuf> {
    if let Some(chosen) = env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        return Ok(chosen.into());
    }
    let driver = Some(driver::version().unwrap_or(SOFTWARE));
    match installed(driver) {
        Some(library) => Ok(library),
        None => fetch(wheels, driver),
    }
}

/// Returns the folder of the NVRTC that [`provision`] fetched for this machine's driver, unless another one is set or
/// installed.
pub fn fetched(wheels: &Wheels) -> Option<PathBuf> {
    if env::var_os(VARIABLE).is_some_and(|value| !value.is_empty()) {
        return None;
    }
    let driver = Some(driver::version().unwrap_or(SOFTWARE));
    if installed(driver).is_some() {
        return None;
    }
    let choice = Releases::pinned().ok()?.choose(driver, Platform::of_this_machine().ok()?).ok()?;
    let folder = wheels.cache().root().join(entry(&choice.wheel));
    folder.is_dir().then_some(folder)
}

/// Fetches the NVRTC for `driver` and returns its folder.
pub fn fetch(wheels: &Wheels, driver: Option<Version>) -> Result<PathBuf> {
    let Choice { wheel, note } =
        Releases::pinned()?.choose(driver, Platform::of_this_machine()?)?;
    if let Some(note) = note {
        xtask_print::print_note(format_args!("note: {note}"));
    }
    unpacked(wheels, wheel).with_context(|| {
        format!("no NVRTC is installed, and none could be fetched (set {VARIABLE} to an NVRTC's file or folder to use that)")
    })
}

/// Fetches the releases for tests, and returns the value for [`SETS`]: its current value, or the folder of each.
pub fn provision_sets(wheels: &Wheels) -> Result<OsString> {
    if let Some(chosen) = env::var_os(SETS).filter(|value| !value.is_empty()) {
        return Ok(chosen);
    }
    let tested = Releases::pinned()?.tested(Platform::of_this_machine()?);
    for note in &tested.notes {
        xtask_print::print_note(format_args!("note: {note}"));
    }
    let folders = tested.wheels.into_iter();
    let folders: Vec<PathBuf> =
        folders.map(|wheel| unpacked(wheels, wheel)).collect::<Result<_>>()?;
    env::join_paths(folders).context("listing the folders of the NVRTCs for the tests")
}

fn unpacked(wheels: &Wheels, wheel: Wheel) -> Result<PathBuf> {
    wheels.folder(entry(&wheel), WheelPart::Libraries, &[wheel])
}

/// Returns the name of a release in the cache.
fn entry(wheel: &Wheel) -> String {
    format!("nvrtc/{}-{}", wheel.version, wheel.platform)
}

/// Returns the file of an installed NVRTC whose output `driver` accepts.
fn installed(driver: Option<Version>) -> Option<PathBuf> {
    let search = match driver {
        Some(driver) => Search::new().newest(driver.major),
        None => Search::new(),
    };
    let found = search.load(&NVRTC).ok()?;
    let version = version(&found)?;
    let suits = driver.is_none_or(|driver| version <= driver);
    found.path.filter(|_| suits)
}

fn version(nvrtc: &LoadedLibrary) -> Option<Version> {
    type NvrtcVersion = unsafe extern "system" fn(*mut c_int, *mut c_int) -> c_int;
    // SAFETY: nvrtc.h declares `nvrtcResult nvrtcVersion(int *, int *)` in every version, and `nvrtcResult` is an
    // `int`.
    let nvrtc_version = unsafe { nvrtc.library.get::<NvrtcVersion>("nvrtcVersion") }.ok()?;
    let (mut major, mut minor) = (0, 0);
    // SAFETY: the function writes one `int` through each of its arguments.
    let result = unsafe { nvrtc_version(&mut major, &mut minor) };
    if result != 0 {
        return None;
    }
    Some(Version::new(major.try_into().ok()?, minor.try_into().ok()?))
}

/// The releases of NVRTC that can be fetched.
#[derive(Clone, Debug)]
pub struct Releases {
    releases: BTreeMap<Version, PinnedRelease>,
    /// The versions of the releases for tests.
    tested: Vec<Version>,
}

/// A release of NVRTC for some driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its wheel.
    pub wheel: Wheel,
    /// A note for the user.
    pub note: Option<String>,
}

/// The releases for tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestedReleases {
    /// Their wheels, the oldest first.
    pub wheels: Vec<Wheel>,
    /// Notes for the user about omitted releases.
    pub notes: Vec<String>,
}

impl Releases {
    /// Returns the releases of `xtask/nvrtc.toml`.
    pub fn pinned() -> Result<Self> {
        Releases::parse(include_str!("../nvrtc.toml")).context("xtask/nvrtc.toml")
    }

    fn parse(text: &str) -> Result<Self> {
        let file: ReleasesFile = toml::from_str(text)?;
        let mut releases = BTreeMap::new();
        for release in file.release {
            let version = release.version.parse().map_err(anyhow::Error::msg)?;
            if releases.insert(version, release).is_some() {
                return Err(anyhow!("there are two releases of {version}"));
            }
        }
        let mut tested = file.tested;
        if let Some(version) = tested.iter().find(|&version| !releases.contains_key(version)) {
            return Err(anyhow!("{version} is listed as tested, but has no release"));
        }
        tested.sort_unstable();
        Ok(Releases { releases, tested })
    }

    /// Returns the releases for tests; those without a wheel for `platform` are omitted, with a note.
    pub fn tested(&self, platform: Platform) -> TestedReleases {
        let (mut wheels, mut notes) = (Vec::new(), Vec::new());
        for version in &self.tested {
            match self.releases[version].wheel(platform) {
                Some(wheel) => wheels.push(wheel),
                None => notes
                    .push(format!("NVRTC {version} isn't tested: it has no wheel for {platform}")),
            }
        }
        TestedReleases { wheels, notes }
    }

    /// Returns the newest release that isn't newer than `driver`, or the newest of all without a driver.
    ///
    /// For a driver older than all releases, this is the oldest, with a note.
    pub fn choose(&self, driver: Option<Version>, platform: Platform) -> Result<Choice> {
        let wheels = || {
            let wheel = |(&version, release): (&Version, &PinnedRelease)| {
                Some((version, release.wheel(platform)?))
            };
            self.releases.iter().filter_map(wheel)
        };
        let suits =
            |(version, _): &(Version, Wheel)| driver.is_none_or(|driver| *version <= driver);
        if let Some((_, wheel)) = wheels().rfind(suits) {
            return Ok(Choice { wheel, note: None });
        }
        let (oldest, wheel) = wheels()
            .next()
            .ok_or_else(|| anyhow!("xtask/nvrtc.toml has no NVRTC for {platform}"))?;
        let note = driver.map(|driver| too_new(oldest, driver));
        Ok(Choice { wheel, note })
    }
}

fn too_new(nvrtc: Version, driver: Version) -> String {
    format!(
        "the oldest NVRTC to fetch is {nvrtc}, newer than this driver ({driver}): the driver will reject its PTX, \
         so compile to a cubin for your GPU"
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReleasesFile {
    tested: Vec<Version>,
    release: Vec<PinnedRelease>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(driver: &str, platform: Platform) -> Choice {
        Releases::pinned().unwrap().choose(Some(driver.parse().unwrap()), platform).unwrap()
    }

    #[test]
    fn the_newest_release_that_is_not_newer_than_the_driver_is_chosen() {
        for (driver, expected) in [
            ("14.1", "nvidia-cuda-nvrtc 13.5.37"),
            ("13.5", "nvidia-cuda-nvrtc 13.5.37"),
            ("13.1", "nvidia-cuda-nvrtc 13.1.115"),
            ("13.0", "nvidia-cuda-nvrtc 13.0.88"),
            ("12.9", "nvidia-cuda-nvrtc-cu12 12.9.86"),
            ("12.7", "nvidia-cuda-nvrtc-cu12 12.6.85"),
            ("12.4", "nvidia-cuda-nvrtc-cu12 12.4.127"),
            ("12.0", "nvidia-cuda-nvrtc-cu12 12.0.140"),
            ("11.8", "nvidia-cuda-nvrtc-cu11 11.8.89"),
            ("11.7", "nvidia-cuda-nvrtc-cu11 11.7.99"),
        ] {
            let choice = choose(driver, Platform::LinuxX86_64);
            assert_eq!(
                choice.wheel.to_string(),
                format!("{expected} for linux-x86_64"),
                "driver {driver}"
            );
            assert_eq!(choice.note, None, "driver {driver}");
        }
    }

    #[test]
    fn without_a_driver_the_newest_release_is_chosen() {
        let choice = Releases::pinned().unwrap().choose(None, Platform::WindowsX86_64).unwrap();
        assert_eq!(choice.wheel.version, "13.5.37");
        assert_eq!(choice.note, None);
    }

    #[test]
    fn a_driver_older_than_every_release_gets_the_oldest_with_advice_to_use_cubins() {
        let choice = choose("11.4", Platform::LinuxX86_64);
        assert_eq!(choice.wheel.version, "11.7.99");
        let note = choice.note.unwrap();
        for part in ["11.7", "11.4", "PTX", "cubin"] {
            assert!(note.contains(part), "{note}");
        }
    }

    #[test]
    fn a_release_without_a_wheel_for_the_platform_is_skipped() {
        assert_eq!(choose("12.2", Platform::LinuxAarch64).wheel.version, "11.8.89");
    }

    #[test]
    fn the_tested_releases_exist_for_every_platform() {
        for platform in [Platform::LinuxX86_64, Platform::LinuxAarch64, Platform::WindowsX86_64] {
            let tested = Releases::pinned().unwrap().tested(platform);
            let versions: Vec<&str> = tested.wheels.iter().map(|w| w.version.as_str()).collect();
            assert_eq!(versions, ["11.8.89", "12.9.86", "13.0.88", "13.5.37"]);
            assert_eq!(tested.notes, [""; 0]);
        }
    }

    #[test]
    fn a_tested_release_without_a_wheel_for_the_platform_is_omitted_with_a_note() {
        let text = include_str!("../nvrtc.toml").replace("\"11.8\"", "\"12.0\"");
        let tested = Releases::parse(&text).unwrap().tested(Platform::LinuxAarch64);
        assert_eq!(tested.wheels.len(), 3);
        assert_eq!(tested.notes, ["NVRTC 12.0 isn't tested: it has no wheel for linux-aarch64"]);
    }

    #[test]
    fn a_tested_release_that_is_not_pinned_is_an_error_that_names_it() {
        let text = include_str!("../nvrtc.toml").replace("\"11.8\"", "\"12.7\"");
        let error = Releases::parse(&text).unwrap_err().to_string();
        assert!(error.contains("12.7"), "{error}");
    }

    #[test]
    fn headers_and_nvrtc_are_pinned_to_the_same_files() {
        let releases = Releases::pinned().unwrap();
        let mut compared = 0;
        for wheel in crate::headers::Headers::pinned().unwrap().wheels() {
            if wheel.name.starts_with("nvidia-cuda-nvrtc") {
                let version = wheel.version.parse().unwrap();
                assert_eq!(releases.releases[&version].wheel(wheel.platform), Some(wheel));
                compared += 1;
            }
        }
        assert_eq!(compared, 7);
    }
}
