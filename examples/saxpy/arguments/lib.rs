//! The command line of the example SAXPY.

use std::fs::{self, File};
use std::io::Write;
use std::num::IntErrorKind;
use std::path::{Path, PathBuf};

use clap::Parser;
use cuda_arch::Arch;

/// Runs SAXPY on the GPU, or on the software device if there is none, checks every element and
/// measures each step.
#[derive(Parser, Debug)]
#[command(
    name = "saxpy",
    max_term_width = 80,
    after_help = "Environment:\n  \
        CUDA_NVRTC        the NVRTC to compile with: its file, or its folder\n  \
        CUDA_TEST_DEVICE  hardware, software or auto: the device to run on\n  \
        CUDA_RUST_CACHE   the folder where `cargo xtask` keeps what it fetched"
)]
pub struct Arguments {
    /// Number of elements.
    #[arg(long, default_value_t = 16_777_216, value_parser = size, allow_negative_numbers = true)]
    pub size: usize,
    /// Number of threads per block.
    #[arg(long, default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub block: u32,
    /// Number of launches for the median time [default: 100, or 5 on the software device].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    /// The GPU to use, counted from 0.
    #[arg(long, default_value_t = 0)]
    pub device: usize,
    /// Splits the vectors over this number of GPUs, or `all`, with a thread for each.
    #[arg(long, value_name = "all|NUMBER", conflicts_with_all = ["device", "json"])]
    pub devices: Option<Devices>,
    /// Also writes the speed of all devices together, as a line of JSON.
    #[arg(long, requires = "devices")]
    pub line: bool,
    /// Architecture to compile for, such as compute_90, or native for the device's own.
    #[arg(long, default_value = "compute_75", value_parser = arch)]
    pub arch: String,
    /// Lets the compiler compute a * x + y with one rounding; the result is then compared with a tolerance of one rounding.
    #[arg(long)]
    pub fmad: bool,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Also writes the report as JSON; `-` writes it to standard output, instead of the tables.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Also prints what the device and the driver did, as CUPTI records it: kernels, copies, calls and their times.
    #[arg(long, conflicts_with = "json")]
    pub profile: bool,
}

/// The vectors of the example: x, y and the result.
pub const VECTORS: usize = 3;

/// A number of elements whose vectors an address space can hold.
fn size(text: &str) -> Result<usize, String> {
    let most = isize::MAX as usize / (VECTORS * size_of::<f32>());
    match text.parse() {
        Ok(size) if size <= most => Ok(size),
        Err(error) if *error.kind() != IntErrorKind::PosOverflow => {
            Err("expected a number of elements, such as 16777216".to_owned())
        }
        _ => Err(format!(
            "three vectors of {text} floats are more than any memory holds; at most {most}"
        )),
    }
}

/// An architecture that NVRTC may know, or `native`.
fn arch(text: &str) -> Result<String, String> {
    match text {
        "native" => {}
        _ => drop(text.parse::<Arch>().map_err(|error| error.to_string())?),
    }
    Ok(text.to_owned())
}

/// The number of devices to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Devices {
    /// All devices.
    All,
    /// The first ones.
    First(usize),
}

impl std::str::FromStr for Devices {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("all", _) => Ok(Self::All),
            (_, Ok(count @ 1..)) => Ok(Self::First(count)),
            _ => Err(format!("`{text}` is neither `all` nor a number of devices")),
        }
    }
}

impl Arguments {
    /// Returns `true` if `--json` is for standard output, which then has nothing else.
    #[must_use]
    pub fn prints_json(&self) -> bool {
        self.json.as_deref() == Some(Path::new(STDOUT))
    }

    /// Opens the file for `--json`, before the example runs.
    ///
    /// # Errors
    /// A sentence that names the file, if it can't be written.
    pub fn open_json(&self) -> Result<Option<JsonFile>, String> {
        self.json.as_deref().map(JsonFile::open).transpose()
    }
}

/// The name of standard output as a file.
const STDOUT: &str = "-";

/// A file that is written later, or standard output. If it was created and stays empty, it is removed when this is dropped.
#[derive(Debug)]
pub struct JsonFile {
    path: PathBuf,
    /// `None` for standard output.
    file: Option<File>,
    is_new: bool,
}

impl JsonFile {
    fn open(path: &Path) -> Result<Self, String> {
        if path == Path::new(STDOUT) {
            return Ok(Self { path: path.to_path_buf(), file: None, is_new: false });
        }
        let is_new = !path.exists();
        let mut options = File::options();
        options.write(true).create(true).truncate(false);
        Ok(Self {
            path: path.to_path_buf(),
            file: Some(options.open(path).map_err(|error| unwritable(path, &error))?),
            is_new,
        })
    }

    /// Replaces the file's content.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub fn write(mut self, text: &str) -> Result<(), String> {
        let Some(file) = &mut self.file else {
            return xtask_print::print(text).map_err(|error| error.to_string());
        };
        let regular = file.metadata().is_ok_and(|metadata| metadata.is_file());
        // A device or a pipe has no length.
        let emptied = if regular { file.set_len(0) } else { Ok(()) };
        let written = emptied.and_then(|()| file.write_all(text.as_bytes()));
        written.map_err(|error| unwritable(&self.path, &error))?;
        self.is_new = false;
        Ok(())
    }
}

impl Drop for JsonFile {
    fn drop(&mut self) {
        if self.is_new {
            // If it can't be removed, an empty file remains.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Arguments, String> {
        let all = ["saxpy"].iter().chain(arguments);
        Arguments::try_parse_from(all).map_err(|error| error.to_string())
    }

    #[test]
    fn devices_are_all_or_a_number() {
        assert_eq!("all".parse(), Ok(Devices::All));
        assert_eq!("3".parse(), Ok(Devices::First(3)));
        for wrong in ["0", "some", "-1", ""] {
            let error = wrong.parse::<Devices>().unwrap_err();
            assert!(error.contains(&format!("`{wrong}`")), "{error}");
        }
    }

    #[test]
    fn a_size_whose_bytes_overflow_is_an_error_that_names_it() {
        for size in ["18446744073709551615", "18446744073709551616"] {
            let error = parse(&["--size", size]).unwrap_err();
            let reason = format!("{size} floats are more than any memory holds");
            assert!(error.contains(&reason), "{error}");
        }
        assert_eq!(parse(&["--size", "0"]).unwrap().size, 0);
        for wrong in ["-1", "1e6", "16M"] {
            let error = parse(&["--size", wrong]).unwrap_err();
            assert!(error.contains("a number of elements"), "{error}");
        }
    }

    #[test]
    fn an_invalid_architecture_is_an_error_that_quotes_it() {
        for valid in ["native", "compute_75", "sm_90a"] {
            assert_eq!(parse(&["--arch", valid]).unwrap().arch, valid);
        }
        let error = parse(&["--arch", "foo"]).unwrap_err();
        assert!(error.contains("foo"), "{error}");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_an_error_that_names_it() {
        let arguments = parse(&["--json", "/nowhere/saxpy.json"]).unwrap();
        let error = arguments.open_json().unwrap_err();
        assert!(error.contains("/nowhere/saxpy.json"), "{error}");
    }

    #[test]
    fn a_file_is_created_only_for_a_report() {
        let path = std::env::temp_dir().join(format!("saxpy-{}.json", std::process::id()));
        let arguments = parse(&["--json", path.to_str().unwrap()]).unwrap();
        drop(arguments.open_json().unwrap());
        assert!(!path.exists());
        let file = arguments.open_json().unwrap().unwrap();
        file.write("the first, and longer").unwrap();
        let file = arguments.open_json().unwrap().unwrap();
        file.write("the second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "the second");
        fs::remove_file(path).unwrap();
    }
}
