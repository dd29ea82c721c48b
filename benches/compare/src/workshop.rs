use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use cuda_pathfinder::{CUDA_HEADERS, DRIVER, NVRTC, Search};
use cuda_rust::measured::Setup;
use tempfile::TempDir;

use crate::Options;
use crate::program::{Maker, Program};

/// This machine's tools for building programs.
pub struct Workshop {
    sources: PathBuf,
    /// The folder with Cargo's outputs.
    built: PathBuf,
    /// A temporary folder for programs built here.
    scratch: TempDir,
    nvcc: Option<PathBuf>,
    cxx: Option<PathBuf>,
    python: OsString,
    nvrtc: Option<PathBuf>,
    software_driver: Option<PathBuf>,
    /// A folder in which every program finds the driver that `CUDA_DRIVER` names, if it is set.
    named_driver: Option<PathBuf>,
    without_launches: Option<String>,
}

/// What a program lacks on this machine, and how to get it.
pub struct MissingTool {
    pub cause: String,
    pub help: String,
}

impl MissingTool {
    fn new(cause: impl Into<String>, help: impl Into<String>) -> Self {
        Self { cause: cause.into(), help: help.into() }
    }
}

impl Workshop {
    pub fn new(options: &Options) -> Result<Self> {
        let this = env::current_exe().context("asking for the path of this program")?;
        let folder = this.parent().unwrap_or(Path::new("."));
        let named = env::var_os("CUDA_TEST_PYTHON").filter(|python| !python.is_empty());
        let python = options.python.clone().map(PathBuf::into_os_string);
        let scratch = tempfile::tempdir().context("making a folder to build in")?;
        Ok(Self {
            sources: options.sources.clone(),
            built: absolute(options.programs.as_deref().unwrap_or(folder))?,
            named_driver: named_driver(options, scratch.path())?,
            scratch,
            nvcc: first_that_runs(nvcc_candidates(options)),
            cxx: first_that_runs(["g++", "c++", "clang++"].map(PathBuf::from)),
            python: python.or(named).unwrap_or_else(|| "python3".into()),
            nvrtc: Search::new().explain(&NVRTC).chosen().map(Path::to_owned),
            software_driver: options.software_driver.as_deref().map(absolute).transpose()?,
            without_launches: options.without_launches.clone(),
        })
    }

    /// Builds a program, and returns the command that runs it.
    pub fn build(&self, program: &Program) -> Result<Command, MissingTool> {
        let source = self.sources.join(program.file);
        if !source.is_file() {
            let cause = format!("{} isn't there", source.display());
            return Err(MissingTool::new(cause, "name the programs' folder by --sources"));
        }
        let mut command = match program.maker {
            Maker::Nvcc => self.with_nvcc(&source)?,
            Maker::Cxx => self.with_cxx(&source)?,
            Maker::Cargo(name) => self.with_cargo(name)?,
            Maker::CargoCached(name) => {
                let mut command = self.with_cargo(name)?;
                command.env("SAXPY_CACHE", self.scratch.path().join("cache"));
                command
            }
            Maker::Python(module) => self.with_python(&source, module)?,
        };
        self.set_libraries(&mut command);
        Ok(command)
    }

    /// Returns the benchmark of launches, and the file to which it writes its figures.
    pub fn launches(&self) -> Result<(Command, PathBuf), MissingTool> {
        if let Some(reason) = &self.without_launches {
            let help = "read Cargo's error, and try again; `cargo bench --bench launch -- --device gpu` measures everything except cudarc";
            return Err(MissingTool::new(reason, help));
        }
        let how = "run `cargo build --release --manifest-path benches/cudarc/Cargo.toml --target-dir target`";
        let mut command = self.built("cudarc-compare", how)?;
        let figures = self.scratch.path().join("launches.json");
        command.arg("--json").arg(&figures);
        if self.software_driver.is_some() {
            command.args(["--rounds", "3"]);
        }
        self.set_libraries(&mut command);
        Ok((command, figures))
    }

    /// Returns the names and versions of the compilers.
    pub fn compilers(&self) -> Vec<String> {
        let release = self.nvcc.as_deref().and_then(|nvcc| version(nvcc, 3));
        let nvcc = release.map(|release| format!("nvcc: {release}"));
        let cxx = self.cxx.as_deref().and_then(|cxx| version(cxx, 0));
        let python = version(Path::new(&self.python), 0);
        let rust = Some(Setup::now().rust.to_owned());
        [rust, cxx, nvcc, python].into_iter().flatten().collect()
    }

    pub fn sources(&self) -> &Path {
        &self.sources
    }

    /// Returns the file that programs load as the driver.
    pub fn driver(&self) -> Option<PathBuf> {
        match &self.software_driver {
            Some(folder) => Some(folder.join("libcuda.so.1")),
            None => Search::new().explain(&DRIVER).chosen().map(Path::to_owned),
        }
    }

    /// Returns the file that programs load as NVRTC.
    pub fn nvrtc_file(&self) -> Option<&Path> {
        self.nvrtc.as_deref()
    }

    fn with_nvcc(&self, source: &Path) -> Result<Command, MissingTool> {
        const HELP: &str = "install the CUDA toolkit (developer.nvidia.com/cuda-downloads) or set nvcc with --nvcc";
        if self.software_driver.is_some() {
            let cause = "programs that use the runtime library don't run on the software device";
            return Err(MissingTool::new(cause, "run this on a machine with a GPU"));
        }
        let Some(nvcc) = &self.nvcc else {
            return Err(MissingTool::new("there is no nvcc", HELP));
        };
        let target = self.target(source);
        let mut compile = Command::new(nvcc);
        compile.args(["-O3", "-std=c++17", "-arch=native", "-fmad=false"]);
        compile.args(["-Xcompiler", "-ffp-contract=off,-pthread"]);
        run(compile.arg(source).arg("-o").arg(&target))
            .map_err(|cause| MissingTool::new(cause, "read nvcc's error"))?;
        Ok(Command::new(target))
    }

    fn with_cxx(&self, source: &Path) -> Result<Command, MissingTool> {
        let Some(cxx) = &self.cxx else {
            return Err(MissingTool::new("there is no C++ compiler", "install g++"));
        };
        let nvrtc = self.nvrtc()?;
        let include = self.include_folder().ok_or_else(|| {
            MissingTool::new(
                "cuda.h and nvrtc.h aren't found in one folder",
                "install the CUDA toolkit, or run `cargo xtask provision` and set CUDA_HEADERS to the folder that it prints",
            )
        })?;
        let driver = self
            .driver()
            .ok_or_else(|| MissingTool::new("there is no CUDA driver", "install NVIDIA's"))?;
        let target = self.target(source);
        let mut compile = Command::new(cxx);
        compile.args(["-O3", "-std=c++17", "-ffp-contract=off", "-pthread", "-I"]);
        compile.arg(include).arg(source).args([&driver, nvrtc]);
        run(compile.arg("-o").arg(&target))
            .map_err(|cause| MissingTool::new(cause, "read the compiler's error"))?;
        Ok(Command::new(target))
    }

    /// Returns the file for the program of a source.
    fn target(&self, source: &Path) -> PathBuf {
        let name = source.file_stem().unwrap_or(source.as_os_str());
        self.scratch.path().join(name)
    }

    fn with_cargo(&self, name: &str) -> Result<Command, MissingTool> {
        self.nvrtc()?;
        self.built(name, "run `cargo build --release --package saxpy-compare`")
    }

    /// Returns a program that Cargo built; `how` tells the user how to build it.
    fn built(&self, name: &str, how: &str) -> Result<Command, MissingTool> {
        let name = format!("{name}{}", env::consts::EXE_SUFFIX);
        let program = self.built.join(name);
        if !program.is_file() {
            let cause = format!("{} isn't there", program.display());
            let help = format!("{how}, or set its folder with --programs");
            return Err(MissingTool::new(cause, help));
        }
        Ok(Command::new(program))
    }

    fn with_python(&self, source: &Path, module: &str) -> Result<Command, MissingTool> {
        let mut import = Command::new(&self.python);
        import.args(["-c", &format!("import numpy, {module}")]);
        run(&mut import).map_err(|error| {
            let last = error.lines().last().unwrap_or_default();
            let help =
                "run `pip install cuda-python numpy`, or set a Python that has them with --python";
            MissingTool::new(last, help)
        })?;
        let mut command = Command::new(&self.python);
        command.arg(source);
        // Compiled Python modules are kept, but not in the folder of the sources.
        command.env("PYTHONPYCACHEPREFIX", self.scratch.path());
        command.env_remove("PYTHONDONTWRITEBYTECODE");
        // Otherwise numpy's linear algebra, which isn't used here, would keep a thread on every core busy for a while.
        command.env("OPENBLAS_NUM_THREADS", "1");
        Ok(command)
    }

    fn nvrtc(&self) -> Result<&PathBuf, MissingTool> {
        self.nvrtc.as_ref().ok_or_else(|| {
            let help = "run `cargo xtask compare`, which brings one, or `pip install 'nvidia-cuda-nvrtc==13.0.*'` and set CUDA_NVRTC";
            MissingTool::new("there is no NVRTC", help)
        })
    }

    /// Makes all programs load the same NVRTC and the same driver. (Python's packages look for their own NVRTC first;
    /// the table shows each program's.)
    fn set_libraries(&self, command: &mut Command) {
        let nvrtc = self.nvrtc.as_deref();
        if let Some(library) = nvrtc {
            command.env(NVRTC.variable(), library);
        }
        if self.software_driver.is_some() {
            // It would take precedence over the folder below.
            command.env_remove(DRIVER.variable());
        }
        let folders = [
            self.software_driver.clone(),
            self.named_driver.clone(),
            nvrtc.and_then(Path::parent).map(Path::to_owned),
        ];
        let inherited = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let inherited = env::split_paths(&inherited).filter(|path| !path.as_os_str().is_empty());
        let folders = folders.into_iter().flatten().chain(inherited);
        if let Ok(folders) = env::join_paths(folders) {
            command.env("LD_LIBRARY_PATH", folders);
        }
    }

    /// Returns a folder with the headers of the driver and of NVRTC: from nvcc's toolkit, from the workspace's header
    /// sets, or wherever headers are found.
    fn include_folder(&self) -> Option<PathBuf> {
        let toolkit = self.nvcc.as_deref().and_then(toolkit);
        let toolkit = toolkit.map(|folder| folder.join("include"));
        let mut folders: Vec<_> = toolkit.into_iter().collect();
        if let Some(sets) = env::var_os("CUDA_HEADERS") {
            folders.push(Path::new(&sets).join("13.0/include"));
        }
        let found = Search::new().headers(&CUDA_HEADERS);
        folders.extend(found.ok().map(|found| found.folder));
        let has_both = |folder: &PathBuf| {
            ["cuda.h", "nvrtc.h"].iter().all(|header| folder.join(header).is_file())
        };
        folders.into_iter().find(has_both)
    }
}

/// Rust uses `CUDA_DRIVER` to find the driver, and other programs the loader, which gets a folder with links to that
/// file.
fn named_driver(options: &Options, scratch: &Path) -> Result<Option<PathBuf>> {
    let is_named = env::var_os(DRIVER.variable()).is_some_and(|file| !file.is_empty());
    if options.software_driver.is_some() || !is_named {
        return Ok(None);
    }
    let search = Search::new().explain(&DRIVER);
    let Some(file) = search.chosen() else {
        return Ok(None);
    };
    let folder = scratch.join("driver");
    fs::create_dir(&folder).with_context(|| format!("making {}", folder.display()))?;
    for name in ["libcuda.so.1", "libcuda.so"] {
        link(&absolute(file)?, &folder.join(name))?;
    }
    Ok(Some(folder))
}

fn link(file: &Path, link: &Path) -> Result<()> {
    #[cfg(unix)]
    std::os::unix::fs::symlink(file, link).with_context(|| format!("making {}", link.display()))?;
    #[cfg(not(unix))]
    let _ = (file, link); // the loader has no variable for it
    Ok(())
}

fn absolute(path: &Path) -> Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("the folder {}", path.display()))
}

fn nvcc_candidates(options: &Options) -> Vec<PathBuf> {
    if let Some(chosen) = &options.nvcc {
        return vec![chosen.clone()];
    }
    let mut candidates = vec![PathBuf::from("nvcc")];
    let toolkits = ["CUDA_PATH", "CUDA_HOME"].map(env::var_os);
    let toolkits = toolkits.into_iter().flatten().map(PathBuf::from);
    candidates.extend(toolkits.map(|toolkit| toolkit.join("bin/nvcc")));
    candidates.push("/usr/local/cuda/bin/nvcc".into());
    candidates
}

/// Returns nvcc's toolkit, if its path identifies it.
fn toolkit(nvcc: &Path) -> Option<PathBuf> {
    let found = if nvcc.components().count() > 1 {
        nvcc.to_owned()
    } else {
        let folders = env::var_os("PATH")?;
        env::split_paths(&folders).map(|folder| folder.join(nvcc)).find(|file| file.is_file())?
    };
    Some(fs::canonicalize(found).ok()?.parent()?.parent()?.to_owned())
}

fn first_that_runs(candidates: impl IntoIterator<Item = PathBuf>) -> Option<PathBuf> {
    candidates.into_iter().find(|candidate| version(candidate, 0).is_some())
}

/// Returns a line of a compiler's version output.
fn version(program: &Path, line: usize) -> Option<String> {
    let text = run(Command::new(program).arg("--version")).ok()?;
    Some(text.lines().nth(line)?.trim().to_owned())
}

/// Returns a command's output; its error output if it fails.
fn run(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| failed(&program, &error.to_string()))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(failed(&program, message.trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn failed(program: &OsStr, why: &str) -> String {
    format!("{} failed: {why}", program.display())
}
