use core::ffi::c_int;
use core::fmt;
use std::env;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use cuda_driver::debug_as_display;
use parking_lot::Mutex;

use crate::visible_devices::VisibleDevices;

/// The default CUDA version of the driver, as returned by `cuDriverGetVersion`.
pub const VERSION: c_int = 13000;

/// The settings from the environment, read once, with defaults for unset and invalid ones.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub compute_capability: (u32, u32),
    /// The size of each device's memory in bytes, if given.
    pub memory: Option<u64>,
    /// The devices' name, if given.
    pub name: Option<String>,
    /// The number of devices of the machine.
    pub devices: usize,
    /// Those that the process has, if a variable says so.
    pub visible: Option<VisibleDevices>,
    /// As returned by `cuDriverGetVersion`.
    pub driver_version: c_int,
    /// The newest PTX that a driver of that version accepts.
    pub ptx_version: (u32, u32),
    pub run: RunSettings,
    /// The kernels that checks leave out, or don't.
    pub leave_out: String,
    /// Whether destroying a context lists its living objects.
    pub leaks: bool,
    /// The first variable with an invalid value.
    pub invalid: Option<WrongSetting>,
}

/// Returns the CUDA version of this process's driver, as returned by `cuDriverGetVersion`.
pub(crate) fn version() -> c_int {
    Settings::get().driver_version
}

/// How kernels are run from the next launch on. Take those [of the environment](Self::from_environment), or the default, and set
/// fields.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RunSettings {
    /// The maximum number of warp instructions of a launch; a kernel that executes more is stopped with
    /// `CUDA_ERROR_LAUNCH_TIMEOUT`. `None` for no limit.
    pub instruction_limit: Option<u64>,
    /// Runs warps and blocks in another order for each number, to find races; `None` for the usual one. With
    /// [`schedules`](Self::schedules), it is the number of the schedule that each launch runs in.
    pub schedule_seed: Option<u64>,
    /// Stops a kernel that reads device memory that no kernel, copy or fill has written, or shared memory that no thread of
    /// its cluster has, with `CUDA_ERROR_LAUNCH_FAILED`. This checks allocations that are made while it is set, except pinned,
    /// registered and managed memory, which the host may write unseen. Kernels are many times slower.
    pub uninitialized_reads: bool,
    /// Finds races of kernels: accesses that no barrier, fence, atomic operation or launch orders, whether or not they did
    /// harm. [`races`](crate::races) returns them, and each is printed. Kernels are several times slower, and run on one core.
    pub races: bool,
    /// Stops a kernel whose lanes use barriers wrongly, with `CUDA_ERROR_LAUNCH_FAILED`: lanes of a warp that wait for a barrier
    /// of the block at different instructions, and a lane that isn't in the mask of a `.sync` instruction that it executes.
    pub barriers: bool,
    /// In how many schedules each launch runs besides the usual one, to find results that depend on the order of threads; 0 for none.
    /// Before an access of memory, another warp goes on, or other lanes; each schedule begins with the same memory, and the usual
    /// one's result stays. [`explored`](crate::explored) returns what was found, and differences are printed.
    ///
    /// With [`schedule_seed`](Self::schedule_seed), each launch runs once, in the schedule of that number: from 1 on a random one,
    /// from 2³² on one that was found. All blocks run on one core.
    pub schedules: u32,
    /// Lets a kernel continue that accesses memory beyond an allocation where a GPU has memory, too: up to the next
    /// multiple of 512 bytes. The first such access of each instruction is printed. Kernels are slower.
    pub tolerant: bool,
    /// Gives addresses of freed memory, and handles of destroyed objects, to the next owner at once, as a GPU's driver
    /// does. Without it, the device reuses them late, or never, so that it can tell what uses memory after it was freed.
    pub reuse: bool,
    /// Delays work of streams, and steps of calls, at random: other ones, and for other times, with each number. A delay
    /// ends when something waits for the work, so that only a program that doesn't wait notices it. `None` for no delays.
    pub delay_seed: Option<u64>,
    /// Makes each launch wait for its end, and return its fault, as `CUDA_LAUNCH_BLOCKING=1` does.
    pub launch_blocking: bool,
}

impl RunSettings {
    /// Returns those that the environment's variables say, for a test that turns one more on: the default forgets a seed of
    /// `CUDA_SIM_DELAY_SEED`, for example.
    #[must_use]
    pub fn from_environment() -> Self {
        Settings::get().run
    }
}

/// An environment variable with an invalid value.
///
/// [`driver`](crate::driver) returns it; `cuInit` returns `CUDA_ERROR_INVALID_VALUE` and prints it to standard error.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongSetting {
    /// The variable, such as `CUDA_SIM_MEMORY`.
    pub variable: &'static str,
    /// Its value.
    pub value: String,
    /// The valid values.
    pub expected: &'static str,
}

debug_as_display!(WrongSetting);

impl fmt::Display for WrongSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variable, value, expected } = self;
        write!(f, "{variable} is {value:?}; it can be {expected}")
    }
}

impl std::error::Error for WrongSetting {}

/// An error from setting the driver's version.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum VersionError {
    /// The version doesn't exist, or the software device doesn't support it.
    Unknown {
        /// The requested major version.
        major: u32,
        /// The requested minor version.
        minor: u32,
    },
    /// The driver is already in use, with this version.
    InUse {
        /// As returned by `cuDriverGetVersion`.
        version: c_int,
    },
}

debug_as_display!(VersionError);

impl fmt::Display for VersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { major, minor } => write!(
                f,
                "the software device can't be a driver of CUDA {major}.{minor}; it can be {VERSIONS}"
            ),
            Self::InUse { version } => write!(
                f,
                "the software device is already in use, as a driver of CUDA {}.{}: set its version before the first call",
                version / 1000,
                version % 1000 / 10
            ),
        }
    }
}

impl std::error::Error for VersionError {}

/// The newest version that the driver can have.
pub(crate) const NEWEST: &str = "13.5";

/// The source of the settings.
type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Whether the software device is a shared library that takes the driver's place.
static IS_LIBRARY: AtomicBool = AtomicBool::new(false);

/// Notes that the software device takes the driver's place, before its first call.
pub(crate) fn set_library() {
    IS_LIBRARY.store(true, Ordering::Relaxed);
}

/// Returns the UUID of a device of the machine.
pub(crate) fn uuid(device: usize) -> [u8; 16] {
    let mut bytes = *b"cuda-sim device0";
    // There are at most sixteen devices.
    bytes[15] += device as u8;
    bytes
}

/// Returns the UUID of a device of the machine, as `CUDA_VISIBLE_DEVICES` writes it.
pub(crate) fn uuid_text(device: usize) -> String {
    let mut text: String = uuid(device).iter().map(|byte| format!("{byte:02x}")).collect();
    for at in [20, 16, 12, 8] {
        text.insert(at, '-');
    }
    text
}

static SETTINGS: OnceLock<Settings> = OnceLock::new();

/// The version that the program set, which overrides the environment.
static REQUESTED: Mutex<Option<(u32, u32)>> = Mutex::new(None);

impl Settings {
    /// Returns the settings of this process.
    pub(crate) fn get() -> &'static Self {
        SETTINGS.get_or_init(|| {
            let mut settings = Self::read(&|name| {
                env::var_os(name).map(|value| value.to_string_lossy().into_owned())
            });
            if let Some((major, minor)) = *REQUESTED.lock()
                && let Some(ptx_version) = ptx_version(major, minor)
            {
                settings.driver_version = number(major, minor);
                settings.ptx_version = ptx_version;
            }
            settings
        })
    }

    fn read(lookup: Lookup) -> Self {
        let mut invalid = None;
        let mut reader = Reader { lookup, invalid: &mut invalid };
        let (driver_version, ptx_version) = reader
            .take("CUDA_SIM_DRIVER_VERSION", VERSIONS, driver_version)
            .unwrap_or((VERSION, (9, 0)));
        let checks = reader.take("CUDA_SIM_CHECK", LIST, checks).unwrap_or_default();
        let devices = reader
            .take("CUDA_SIM_DEVICES", "a number of devices from 1 to 16", devices)
            .unwrap_or(1);
        // Of a driver's variables, a program that chooses the software device itself doesn't mean this one: it may hide the
        // GPUs for that.
        let visible =
            (lookup)("CUDA_VISIBLE_DEVICES").filter(|_| IS_LIBRARY.load(Ordering::Relaxed));
        Self {
            compute_capability: reader
                .take(
                    "CUDA_SIM_COMPUTE_CAPABILITY",
                    "a compute capability that GPUs have, from 5.0 to 12.1, such as 9.0 or 90",
                    capability,
                )
                .unwrap_or((9, 0)),
            memory: reader.take(
                "CUDA_SIM_MEMORY",
                "a number of bytes above 0, optionally followed by K, M, G or T, such as 8G",
                bytes,
            ),
            name: (lookup)("CUDA_SIM_NAME").filter(|name| !name.is_empty()),
            devices,
            visible: visible.map(|value| VisibleDevices::read(&value, devices, uuid_text)),
            driver_version,
            ptx_version,
            run: RunSettings {
                instruction_limit: reader.number("CUDA_SIM_INSTRUCTION_LIMIT"),
                schedule_seed: reader.number("CUDA_SIM_SCHEDULE_SEED"),
                tolerant: reader.switch("CUDA_SIM_TOLERANT"),
                reuse: reader.switch("CUDA_SIM_REUSE"),
                delay_seed: reader.number("CUDA_SIM_DELAY_SEED"),
                launch_blocking: (lookup)("CUDA_LAUNCH_BLOCKING")
                    .is_some_and(|value| value.trim() != "0" && !value.trim().is_empty()),
                ..checks
            },
            leave_out: (lookup)("CUDA_SIM_LEAVE_OUT").unwrap_or_default(),
            leaks: reader.switch("CUDA_SIM_LEAKS"),
            invalid,
        }
    }
}

/// A check: its name, whether `all` has it, and what turns it on.
type Check = (&'static str, bool, fn(&mut RunSettings));

/// The checks that `CUDA_SIM_CHECK` lists.
const CHECKS: [Check; 4] = [
    ("races", true, |run| run.races = true),
    ("uninitialized", true, |run| run.uninitialized_reads = true),
    ("barriers", true, |run| run.barriers = true),
    ("schedules", false, |run| run.schedules = SCHEDULES),
];

const LIST: &str = "a list of races, uninitialized, barriers and schedules, with commas, or all, which is the first three";

/// The schedules of each launch, unless a program says how many.
const SCHEDULES: u32 = 1000;

fn checks(text: &str) -> Option<RunSettings> {
    let mut run = RunSettings::default();
    for word in text.split(',').map(str::trim) {
        let is_named = |(name, is_in_all, _): &&Check| *name == word || *is_in_all && word == "all";
        let mut named = CHECKS.iter().filter(is_named).peekable();
        named.peek()?;
        named.for_each(|(.., turn_on)| turn_on(&mut run));
    }
    Some(run)
}

/// Reads variables, and records the first invalid one.
struct Reader<'a> {
    lookup: Lookup<'a>,
    invalid: &'a mut Option<WrongSetting>,
}

impl Reader<'_> {
    /// Returns the value of a variable; `None` if it is unset, empty or invalid.
    fn take<T>(
        &mut self,
        variable: &'static str,
        expected: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let value = (self.lookup)(variable).filter(|value| !value.is_empty())?;
        let parsed = parse(value.trim());
        if parsed.is_none() && self.invalid.is_none() {
            *self.invalid = Some(WrongSetting { variable, value, expected });
        }
        parsed
    }

    fn number(&mut self, variable: &'static str) -> Option<u64> {
        self.take(variable, "a number from 0 to 18446744073709551615", |text| text.parse().ok())
    }

    fn switch(&mut self, variable: &'static str) -> bool {
        let parse = |text: &str| match text {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        };
        self.take(variable, "0 or 1", parse).unwrap_or(false)
    }
}

/// Sets the driver's CUDA version, overriding `CUDA_SIM_DRIVER_VERSION`: `(13, 5)` accepts PTX up to 9.5.
///
/// It is meant for tests and tools; users of a program set the variable. Call it before anything else in this crate.
///
/// # Errors
/// [`VersionError`] if the version isn't supported, or the driver is already in use with another one.
pub fn set_driver_version(major: u32, minor: u32) -> Result<(), VersionError> {
    if ptx_version(major, minor).is_none() {
        return Err(VersionError::Unknown { major, minor });
    }
    *REQUESTED.lock() = Some((major, minor));
    match Settings::get().driver_version {
        version if version == number(major, minor) => Ok(()),
        version => Err(VersionError::InUse { version }),
    }
}

const VERSIONS: &str =
    "a CUDA version from 11.4 to 11.8, 12.0 to 12.9 or 13.0 to 13.5, such as 13.5";

fn number(major: u32, minor: u32) -> c_int {
    c_int::try_from(major * 1000 + minor * 10).unwrap_or(VERSION)
}

/// Returns the newest PTX that a driver of a CUDA version accepts, by the release notes of the PTX ISA.
fn ptx_version(major: u32, minor: u32) -> Option<(u32, u32)> {
    match (major, minor) {
        (11, 4..=8) => Some((7, minor)),
        (12, 0..=5) => Some((8, minor)),
        // 12.6 has the PTX version of 12.5.
        (12, 6..=9) => Some((8, minor - 1)),
        (13, 0..=5) => Some((9, minor)),
        _ => None,
    }
}

/// Parses `13.0` to the version as a number, and the newest PTX.
fn driver_version(text: &str) -> Option<(c_int, (u32, u32))> {
    let (major, minor) = text.split_once('.')?;
    let (major, minor) = (major.parse().ok()?, minor.parse().ok()?);
    Some((number(major, minor), ptx_version(major, minor)?))
}

fn devices(text: &str) -> Option<usize> {
    text.parse().ok().filter(|count| (1..=16).contains(count))
}

/// Parses `9.0`, or `90` as in names of architectures, of GPUs that there are.
fn capability(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = match text.split_once('.') {
        Some(parts) => parts,
        None => text.split_at_checked(text.len().checked_sub(1)?)?,
    };
    let (major, minor): (u32, u32) = (major.parse().ok()?, minor.parse().ok()?);
    let exists = major < 100 && minor < 10 && cuda_sim_engine::is_architecture(major * 10 + minor);
    (exists && major >= 5).then_some((major, minor))
}

/// Parses `1000`, `512M` or `8G`.
fn bytes(text: &str) -> Option<u64> {
    let shift = match text.chars().last()?.to_ascii_uppercase() {
        'K' => 10,
        'M' => 20,
        'G' => 30,
        'T' => 40,
        _ => 0,
    };
    let digits = if shift == 0 { text } else { text.get(..text.len() - 1)? };
    let count: u64 = digits.trim().parse().ok()?;
    count.checked_mul(1 << shift).filter(|bytes| *bytes > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variable: &str, value: &str) -> Settings {
        Settings::read(&|name| (name == variable).then(|| value.to_owned()))
    }

    #[test]
    fn unset_and_empty_variables_have_defaults() {
        for value in [None, Some(String::new())] {
            let settings = Settings::read(&|_| value.clone());
            assert_eq!(settings.invalid, None);
            assert_eq!(settings.driver_version, VERSION);
            assert_eq!(settings.ptx_version, (9, 0));
            assert_eq!(settings.compute_capability, (9, 0));
        }
    }

    #[test]
    fn an_invalid_value_is_an_error_that_names_the_variable_and_the_valid_values() {
        for (variable, value, expected) in [
            ("CUDA_SIM_COMPUTE_CAPABILITY", "banana", "9.0"),
            ("CUDA_SIM_MEMORY", "8 gigs", "8G"),
            ("CUDA_SIM_INSTRUCTION_LIMIT", "-1", "a number"),
            ("CUDA_SIM_SCHEDULE_SEED", "one", "a number"),
            ("CUDA_SIM_CHECK", "race", "races"),
            ("CUDA_SIM_TOLERANT", "on", "0 or 1"),
            ("CUDA_SIM_REUSE", "yes", "0 or 1"),
            ("CUDA_SIM_DELAY_SEED", "one", "a number"),
            ("CUDA_SIM_LEAKS", "2", "0 or 1"),
            ("CUDA_SIM_DEVICES", "0", "1 to 16"),
            ("CUDA_SIM_DRIVER_VERSION", "14.0", "13.5"),
        ] {
            let text = read(variable, value).invalid.unwrap().to_string();
            let named = text.contains(variable) && text.contains(&format!("{value:?}"));
            assert!(named && text.contains(expected), "{text}");
        }
    }

    #[test]
    fn checks_are_a_list() {
        let checks_of = |text: &str| {
            checks(text).map(|checks| (checks.races, checks.uninitialized_reads, checks.barriers))
        };
        assert_eq!(checks_of("races"), Some((true, false, false)));
        assert_eq!(checks_of("uninitialized, barriers"), Some((false, true, true)));
        assert_eq!(checks_of("all"), Some((true, true, true)));
        assert!(CHECKS.iter().all(|(name, ..)| LIST.contains(name)));
        for invalid in ["1", "races;uninitialized", "races,"] {
            assert_eq!(checks_of(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn a_driver_accepts_the_ptx_of_its_version() {
        for (text, version, ptx) in [
            ("11.4", 11040, (7, 4)),
            ("12.5", 12050, (8, 5)),
            ("12.6", 12060, (8, 5)),
            ("12.9", 12090, (8, 8)),
            ("13.5", 13050, (9, 5)),
        ] {
            assert_eq!(driver_version(text), Some((version, ptx)), "{text}");
        }
        for invalid in ["", "13", "11.3", "12.10", "13.6", "13.0.1", "x.y"] {
            assert_eq!(driver_version(invalid), None, "{invalid:?}");
        }
    }

    #[test]
    fn a_compute_capability_is_parsed_with_and_without_a_point() {
        assert_eq!(capability("9.0"), Some((9, 0)));
        assert_eq!(capability("120"), Some((12, 0)));
        for invalid in ["", "9", "x.y", "sm_90", "9.", "1.0", "9.10", "9.1", "99.9", "é"] {
            assert_eq!(capability(invalid), None, "{invalid:?}");
        }
    }

    #[test]
    fn a_size_is_parsed_with_and_without_a_unit() {
        assert_eq!(bytes("1000"), Some(1000));
        assert_eq!(bytes("512M"), Some(512 << 20));
        assert_eq!(bytes("8g"), Some(8 << 30));
        for invalid in ["", "M", "-1", "0", "1.5G", "99999999999T", "8é"] {
            assert_eq!(bytes(invalid), None, "{invalid:?}");
        }
    }
}
