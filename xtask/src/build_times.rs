//! `cargo xtask build-times`: compares the build time of a program that depends on this workspace with one that depends
//! on cudarc.
//!
//! Both programs compile SAXPY, launch it, and copy the result back. Each is a new package outside the workspace, which
//! never depends on cudarc. Builds start from scratch, but with all dependencies fetched. Each is followed by a rebuild with a
//! changed `main.rs`.

use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use tempfile::TempDir;

use crate::cargo;

/// The number of rounds, and the output file.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many times to build each program; the times are medians
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Also write the times as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// A program: its name, dependencies, and source.
struct Program {
    name: &'static str,
    dependencies: String,
    source: &'static str,
}

/// The results, and the machine.
#[derive(Serialize)]
struct Report {
    date: String,
    cores: usize,
    processor: Option<String>,
    rustc: String,
    profile: &'static str,
    programs: Vec<Times>,
}

#[derive(Serialize)]
struct Times {
    program: &'static str,
    dependencies: Vec<String>,
    crates_compiled: usize,
    seconds: Vec<f64>,
    median_seconds: f64,
    /// Of the rebuilds.
    median_rebuild_seconds: f64,
    /// The size of the program, without its symbols.
    program_bytes: u64,
}

/// A package that is ready to be built.
struct Project {
    program: Program,
    folder: TempDir,
    crates_compiled: usize,
    times: Vec<Duration>,
    rebuild_times: Vec<Duration>,
    program_bytes: u64,
}

/// Builds the programs in turn, and prints how long that took.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let mut projects = Vec::new();
    for program in [ours(), cudarc()] {
        projects.push(Project::fetch(program)?);
    }
    for round in 1..=options.rounds {
        for project in &mut projects {
            let time = project.build()?;
            let (name, seconds) = (project.program.name, time.as_secs_f64());
            xtask_print::print_note(format_args!(
                "round {round} of {}: {name} {seconds:.1} s",
                options.rounds
            ));
        }
    }
    let report = Report::new(projects)?;
    xtask_print::print(&report)?;
    if let Some(path) = &options.json {
        let text = serde_json::to_string_pretty(&report)? + "\n";
        fs::write(path, text).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn ours() -> Program {
    let path = |package: &str, folder: &str| {
        // A TOML string in single quotes needs no escapes, not even for the backslashes of Windows paths.
        format!(
            "{package} = {{ path = '{}' }}\n",
            cargo::workspace().join(folder).display()
        )
    };
    Program {
        name: "cuda-driver + nvrtc",
        dependencies: path("cuda-driver", "cuda-driver") + &path("cuda-nvrtc", "nvrtc"),
        source: OURS,
    }
}

fn cudarc() -> Program {
    Program {
        name: "cudarc",
        // Only the features that the program needs, for the newest CUDA release that common drivers support.
        dependencies: "cudarc = { version = \"0.19\", default-features = false, features = [\
                       \"std\", \"driver\", \"nvrtc\", \"dynamic-loading\", \"cuda-13000\"] }\n"
            .to_owned(),
        source: CUDARC,
    }
}

impl Project {
    /// Writes the package and fetches its dependencies.
    fn fetch(program: Program) -> Result<Self> {
        let folder = tempfile::tempdir().context("making a folder for a program to build")?;
        let source = folder.path().join("src");
        fs::create_dir(&source).with_context(|| format!("making {}", source.display()))?;
        let manifest = format!(
            "[package]\nname = \"program\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\n{}\n[workspace]\n\n[profile.release]\nstrip = true\n",
            program.dependencies
        );
        write(&folder.path().join("Cargo.toml"), &manifest)?;
        write(&source.join("main.rs"), program.source)?;
        let project = Self {
            program,
            folder,
            crates_compiled: 0,
            times: Vec::new(),
            rebuild_times: Vec::new(),
            program_bytes: 0,
        };
        project.cargo(&["fetch"], &project.folder.path().join("target"))?;
        Ok(project)
    }

    /// Builds the package from scratch, and again after a change.
    fn build(&mut self) -> Result<Duration> {
        const BUILD: [&str; 4] = ["build", "--release", "--locked", "--offline"];
        let target = tempfile::tempdir().context("making a folder to build in")?;
        let begin = Instant::now();
        let messages = self.cargo(&BUILD, target.path())?;
        let time = begin.elapsed();
        let program = format!("release/program{}", env::consts::EXE_SUFFIX);
        let program = target.path().join(program);
        let metadata = fs::metadata(&program);
        self.program_bytes = metadata
            .with_context(|| format!("reading {}", program.display()))?
            .len();
        let main = self.folder.path().join("src").join("main.rs");
        let changed = format!("{}\n// {}\n", self.program.source, self.times.len());
        write(&main, &changed)?;
        let begin = Instant::now();
        self.cargo(&BUILD, target.path())?;
        self.rebuild_times.push(begin.elapsed());
        // The program itself doesn't count as a dependency.
        let compiled = messages
            .lines()
            .filter(|line| line.trim_start().starts_with("Compiling "))
            .count();
        self.crates_compiled = compiled.saturating_sub(1);
        self.times.push(time);
        Ok(time)
    }

    /// Runs Cargo in the package's folder, and returns its output.
    fn cargo(&self, arguments: &[&str], target: &Path) -> Result<String> {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command
            .args(arguments)
            .args(["--color", "never"])
            .current_dir(self.folder.path())
            .env("CARGO_TARGET_DIR", target)
            // A compiler cache would distort the times.
            .env("RUSTC_WRAPPER", "")
            .env("RUSTC_WORKSPACE_WRAPPER", "");
        let output = command.output().context("starting cargo")?;
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(
            output.status.success(),
            "`cargo {}` failed for the program of {}:\n{messages}",
            arguments.join(" "),
            self.program.name
        );
        Ok(messages)
    }
}

impl Report {
    fn new(projects: Vec<Project>) -> Result<Self> {
        let rustc = Command::new("rustc")
            .arg("--version")
            .output()
            .context("starting rustc")?;
        Ok(Self {
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            cores: thread::available_parallelism().map_or(1, usize::from),
            processor: processor(),
            rustc: String::from_utf8_lossy(&rustc.stdout).trim().to_owned(),
            profile: "release",
            programs: projects.iter().map(Times::of).collect::<Result<_>>()?,
        })
    }
}

impl Times {
    fn of(project: &Project) -> Result<Self> {
        let lock = fs::read_to_string(project.folder.path().join("Cargo.lock"))
            .context("reading Cargo.lock")?;
        let lock: Lock = toml::from_str(&lock).context("reading Cargo.lock")?;
        let seconds =
            |times: &[Duration]| -> Vec<f64> { times.iter().map(Duration::as_secs_f64).collect() };
        let median = |mut seconds: Vec<f64>| {
            seconds.sort_by(f64::total_cmp);
            seconds.get(seconds.len() / 2).copied().unwrap_or(f64::NAN)
        };
        Ok(Self {
            program: project.program.name,
            dependencies: lock.dependencies_of("program"),
            crates_compiled: project.crates_compiled,
            median_seconds: median(seconds(&project.times)),
            median_rebuild_seconds: median(seconds(&project.rebuild_times)),
            seconds: seconds(&project.times),
            program_bytes: project.program_bytes,
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let processor = self.processor.as_deref().unwrap_or("unknown processor");
        writeln!(f, "{}, {} cores ({processor})", self.rustc, self.cores)?;
        writeln!(
            f,
            "cold build, profile {}, everything fetched before, and a rebuild of the program; seconds",
            self.profile
        )?;
        writeln!(
            f,
            "{:<22}{:>8}{:>10}{:>10}{:>10}{:>10}{:>8}",
            "program with", "crates", "fastest", "median", "slowest", "rebuild", "KB"
        )?;
        for times in &self.programs {
            let fastest = times.seconds.iter().copied().fold(f64::INFINITY, f64::min);
            let slowest = times.seconds.iter().copied().fold(0.0, f64::max);
            writeln!(
                f,
                "{:<22}{:>8}{:>10.1}{:>10.1}{:>10.1}{:>10.1}{:>8}",
                times.program,
                times.crates_compiled,
                fastest,
                times.median_seconds,
                slowest,
                times.median_rebuild_seconds,
                times.program_bytes / 1000
            )?;
        }
        Ok(())
    }
}

/// The contents of `Cargo.lock`.
#[derive(serde::Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(serde::Deserialize)]
struct Package {
    name: String,
    version: String,
    #[serde(default)]
    dependencies: Vec<String>,
}

impl Lock {
    /// Returns the direct dependencies of a package, each with its version.
    fn dependencies_of(&self, name: &str) -> Vec<String> {
        let of = |name: &str| self.package.iter().find(|package| package.name == name);
        let named = of(name).map(|package| package.dependencies.as_slice());
        let found = named.unwrap_or_default().iter().filter_map(|name| of(name));
        found
            .map(|package| format!("{} {}", package.name, package.version))
            .collect()
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("writing {}", path.display()))
}

/// Returns the processor's name, if the system reports it.
fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

const OURS: &str = r#"
use cuda_driver::{Driver, Launch};
use nvrtc::{Arch, Nvrtc};

const SAXPY: &str = "extern \"C\" __global__ void saxpy(float a, const float *x, float *y, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let context = Driver::load()?.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let ptx = Nvrtc::load()?.program("saxpy.cu", SAXPY).arch(Arch::compute(7, 5)).compile_ptx()?;
    let saxpy = context.load(&ptx)?.function("saxpy")?;
    let x = stream.upload(&[1f32; 1000])?;
    let mut y = stream.upload(&[2f32; 1000])?;
    // SAFETY: saxpy(float, const float *, float *, size_t), 1000 elements each
    unsafe { stream.launch(&saxpy, Launch::elements(1000, 256), (3f32, &x, &mut y, 1000usize)) }?;
    println!("{:?}", y.to_vec()?);
    Ok(())
}
"#;

const CUDARC: &str = r#"
use cudarc::driver::{CudaContext, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::compile_ptx;

const SAXPY: &str = "extern \"C\" __global__ void saxpy(float a, const float *x, float *y, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let context = CudaContext::new(0)?;
    let stream = context.default_stream();
    let module = context.load_module(compile_ptx(SAXPY)?)?;
    let saxpy = module.load_function("saxpy")?;
    let x = stream.clone_htod(&[1f32; 1000])?;
    let mut y = stream.clone_htod(&[2f32; 1000])?;
    let (a, n) = (3f32, 1000usize);
    let mut launch = stream.launch_builder(&saxpy);
    launch.arg(&a).arg(&x).arg(&mut y).arg(&n);
    // SAFETY: saxpy(float, const float *, float *, size_t), 1000 elements each
    unsafe { launch.launch(LaunchConfig::for_num_elems(1000)) }?;
    println!("{:?}", stream.clone_dtoh(&y)?);
    Ok(())
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_listed_with_their_versions() {
        let lock: Lock = toml::from_str(
            "[[package]]\nname = \"libc\"\nversion = \"0.2.1\"\n\
             [[package]]\nname = \"other\"\nversion = \"1.0.0\"\n\
             [[package]]\nname = \"program\"\nversion = \"0.0.0\"\ndependencies = [\"libc\"]\n",
        )
        .unwrap();
        assert_eq!(lock.dependencies_of("program"), ["libc 0.2.1"]);
        assert!(lock.dependencies_of("libc").is_empty());
    }

    #[test]
    fn a_program_that_does_not_build_is_an_error_with_the_output_of_the_compiler() {
        let program = Program {
            name: "nonsense",
            dependencies: String::new(),
            source: "fn main() { nonsense() }",
        };
        let error = Project::fetch(program).unwrap().build().unwrap_err();
        assert!(
            error
                .to_string()
                .contains("cannot find function `nonsense`"),
            "{error}"
        );
    }
}
