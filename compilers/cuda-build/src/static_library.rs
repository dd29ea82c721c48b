//! Host code with kernels, compiled into a static library.

use std::collections::BTreeSet;
use std::env;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use cuda_pathfinder::{BuildScript, CUDADEVRT, VARIABLES};
use nvrtc::{Arch, Standard};
use nvrtc_cache::Dependencies;
use sha2::{Digest, Sha256};

use crate::error::{Error, ErrorKind};
use crate::inputs::{Inputs, beside};
use crate::jobs;
use crate::messages;
use crate::nvcc;
use crate::runtime;
use crate::runtime::{Runtime, is_windows};
use crate::script;
use crate::toolchain::{Toolchain, host_variables, to_host};
use crate::watch;

/// C++ with kernels and host code that launches them, which nvcc compiles into a static library for the crate to link.
///
/// The crate calls its `extern "C"` functions, and passes them streams and addresses of device memory:
/// [`host_code`](crate::host_code) says how the runtime in such code and `cuda-driver` share a process. For kernels
/// without host code, [`Build`](crate::build::Build) needs no nvcc, and generates typed functions.
///
/// ```no_run
/// // build.rs
/// use cuda_build::{Arch, StaticLibrary};
///
/// fn main() -> Result<(), cuda_build::Error> {
///     StaticLibrary::new("sums")
///         .file("cuda/sums.cu")
///         .file("cuda/table.cpp")
///         .include_dir("include")
///         .define("BLOCK", 256)
///         .arch(Arch::sm(8, 0)) // machine code for this GPU
///         .arch(Arch::compute(9, 0)) // and PTX, for newer ones
///         .compile()
/// }
/// ```
///
/// # What is compiled again
/// A file whose options, nvcc, or text changed, or that of a header that it included, also of the toolkit and of the
/// system. Cargo runs the script again if one of these was modified after its last run. It doesn't notice a toolkit whose
/// files are older, as packages may install them: `touch build.rs` makes it run the script, which does.
///
/// Several files are compiled at once, as far as Cargo's jobserver allows. Messages of the compilers and of the linker for
/// the device are passed to Cargo as warnings, also of files that weren't made again.
///
/// A script that goes on after an error runs at the next build, too: what was wrong may be in a header. Only for a missing
/// nvcc, or compiler for another platform, it doesn't, unless a source or one of the variables below changed.
///
/// # What finds the compilers
/// | variable | names |
/// |---|---|
/// | `NVCC` | nvcc. If it isn't set, `cuda-pathfinder` finds one: on `PATH`, in wheels (`pip install nvidia-cuda-nvcc`), of conda, or in a toolkit |
/// | `NVCC_CCBIN`, or else `CXX_<target>` or `CXX` | the host's compiler, which otherwise nvcc chooses: `g++`, or Visual Studio's, which needs no command prompt of its own |
/// | `NVCC_PREPEND_FLAGS`, `NVCC_APPEND_FLAGS` | options that nvcc reads. `-ccbin` there, or of [`option`](Self::option), replaces what the variables above name |
/// | `TARGET_CXX` | if the crate is compiled for another platform, the compiler for it, in place of `CXX` |
/// | `CXXSTDLIB` | the C++ library to link; `stdc++` if it isn't set, none if it is empty |
///
/// A cache of compilations is used if `NVCC` or `CXX` names it first, as in `NVCC="ccache nvcc"`, or if `RUSTC_WRAPPER`
/// is sccache, cachepot or buildcache.
///
/// For another platform, one of these, or `-ccbin`, has to name a compiler. The runtime is that in the toolkit's folder of
/// the platform: `targets/sbsa-linux/lib` for AArch64, `targets/x86_64-linux/lib` for x86-64.
///
/// The optimization of host code, and whether it has debug information, is that of the Cargo profile. Code for the device
/// is always optimized; options such as `-G` and `-lineinfo` change it.
///
/// # Why not with the crate `cc`
/// `cc::Build::cuda` follows the same variables, and is enough for a toolkit on `PATH`. But it compiles each file every
/// time the script runs, and doesn't return the compiler's messages, which an error needs to say what to do about them.
#[derive(Clone, Debug)]
#[must_use = "nothing is compiled until `compile` is called"]
pub struct StaticLibrary {
    name: String,
    files: Vec<PathBuf>,
    archs: Vec<Arch>,
    options: Vec<String>,
    is_relocatable: bool,
    runtime: Runtime,
}

/// A file to compile.
struct Unit {
    source: PathBuf,
    object: PathBuf,
    command: Command,
    inputs: Inputs,
}

/// What compiling a file yields: the files that it read, and the messages.
type CompileResult = Result<(Dependencies, String), Error>;

impl StaticLibrary {
    /// Creates a library with this name, without `lib` and without an extension.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            files: Vec::new(),
            archs: Vec::new(),
            options: Vec::new(),
            is_relocatable: false,
            runtime: Runtime::Static,
        }
    }

    /// Adds a source, with a path relative to the crate's folder: `.cu`, or a file without code for the device, such as
    /// `.cpp`.
    pub fn file(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push(path.into());
        self
    }

    /// Adds several sources.
    pub fn files<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.files.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Compiles for `arch`, and for each further one that is added: to PTX for a virtual architecture, to machine code
    /// for a real one. The default is PTX for `compute_75`.
    pub fn arch(mut self, arch: Arch) -> Self {
        self.archs.push(arch);
        self
    }

    /// Searches `folder` for headers, after the folders that were added before.
    pub fn include_dir(self, folder: impl AsRef<Path>) -> Self {
        self.option(format!("-I{}", folder.as_ref().display()))
    }

    /// Defines the macro `name` as `value`.
    pub fn define(self, name: &str, value: impl Display) -> Self {
        self.option(format!("-D{name}={value}"))
    }

    /// Sets the C++ standard; the default is nvcc's.
    pub fn std(self, standard: Standard) -> Self {
        self.option(format!("-std={standard}"))
    }

    /// Adds an option of nvcc, such as `--use_fast_math`.
    pub fn option(mut self, option: impl Into<String>) -> Self {
        self.options.push(option.into());
        self
    }

    /// Adds several options of nvcc.
    pub fn options<O: Into<String>>(mut self, options: impl IntoIterator<Item = O>) -> Self {
        self.options.extend(options.into_iter().map(Into::into));
        self
    }

    /// Adds an option of the host's compiler, such as `-Wall`.
    pub fn host_option(self, option: &str) -> Self {
        self.option(to_host(option))
    }

    /// Sets whether code for the device may call functions and use variables of other files, which are then linked in a
    /// further step, and whether kernels may launch kernels; off by default. (`-rdc=true`, `-dlink`)
    pub fn relocatable(mut self, enabled: bool) -> Self {
        self.is_relocatable = enabled;
        self
    }

    /// Sets how the CUDA runtime is linked; the default is [`Runtime::Static`].
    pub fn runtime(mut self, runtime: Runtime) -> Self {
        self.runtime = runtime;
        self
    }

    /// Compiles the library in the build script's output folder, and makes Cargo link it, with the runtime and the C++
    /// library.
    ///
    /// # Errors
    /// An [`Error`] that says what is missing and how to install it, or with the compiler's messages.
    pub fn compile(&self) -> Result<(), Error> {
        let folder = env::var_os("OUT_DIR").map(PathBuf::from);
        let folder = folder.ok_or(ErrorKind::NotInBuildScript { variable: "OUT_DIR" })?;
        let lines = match self.compile_to(&folder) {
            Ok(lines) => lines,
            Err(error) => {
                // A script that goes on without the library runs again if this may work then.
                let mut lines = script::error_warnings(&error);
                match error.kind() {
                    // Each further run means that Cargo compiles the crate, too.
                    ErrorKind::NoNvccForLibrary { .. } | ErrorKind::NoTargetCompiler { .. } => {
                        lines.extend(self.files.iter().map(|path| script::changed(path)));
                    }
                    // The cause may be in a header, and which headers a file includes is only known once it is compiled.
                    _ => lines.push(script::always()),
                }
                lines.extend(variables());
                lines.iter().for_each(|line| println!("{line}"));
                return Err(error);
            }
        };
        lines.iter().for_each(|line| println!("{line}"));
        Ok(())
    }

    /// Like [`compile`](Self::compile), in any folder; returns the lines for Cargo.
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn compile_to(&self, folder: &Path) -> Result<Vec<String>, Error> {
        if self.files.is_empty() {
            let library = self.name.clone();
            return Err(ErrorKind::NoSources { library }.into());
        }
        let toolchain = Toolchain::find(&self.name, &self.options)?;
        let mut script = BuildScript::new(toolchain.libraries.clone());
        let objects = folder.join(format!("{}.objects", self.name));
        fs::create_dir_all(&objects)
            .map_err(|error| ErrorKind::Write { path: objects.clone(), error })?;
        let units = self.units(&toolchain, &objects)?;
        let (read, mut logs) = self.compile_units(&toolchain, &units)?;
        let mut parts: Vec<PathBuf> = units.into_iter().map(|unit| unit.object).collect();
        if self.is_relocatable {
            let runtime = runtime::link_static(&mut script, &CUDADEVRT, &toolchain)?;
            let (linked, log) = self.link_device_code(&toolchain, &objects, &parts, &runtime)?;
            parts.push(linked);
            logs.push_str(&log);
        }
        logs.push_str(&self.archive(&toolchain, folder, &parts)?);
        let link = self.runtime.link(&toolchain, &mut script)?;
        let mut lines = watch::lines(&read, &format!("{}.library", self.name));
        lines.extend(variables());
        // Linkers resolve names in this order.
        lines.push(format!("cargo::rustc-link-search=native={}", folder.display()));
        lines.push(format!("cargo::rustc-link-lib=static={}", self.name));
        lines.extend(script.lines().iter().cloned());
        lines.extend(link);
        lines.extend(messages::log_warnings(&logs));
        let mut seen = BTreeSet::new();
        lines.retain(|line| seen.insert(line.clone()));
        Ok(lines)
    }

    /// Returns the commands that compile the files.
    fn units(&self, toolchain: &Toolchain<'_>, folder: &Path) -> Result<Vec<Unit>, Error> {
        let mut names = BTreeSet::new();
        let mut units = Vec::new();
        for source in &self.files {
            if let Err(error) = fs::metadata(source) {
                let path = source.clone();
                return Err(ErrorKind::Read { path, error }.into());
            }
            let mut name = object_name(source);
            while !names.insert(name.clone()) {
                name.push('_');
            }
            let object = folder.join(format!("{name}.{}", if is_windows() { "obj" } else { "o" }));
            let mut command = toolchain.cached_command(&self.options);
            command.arg("-c").args(self.archs().into_iter().map(nvcc::generate_code));
            command.args(self.profile_options());
            if self.is_relocatable {
                command.arg("-rdc=true");
            }
            command.args(&self.options);
            toolchain.add_includes(&mut command);
            command.arg("-MD").arg("-MF").arg(beside(&object, "d"));
            command.arg("-o").arg(&object).arg(source);
            let inputs = Inputs::new(&object, &toolchain.identity(&command));
            units.push(Unit { source: source.clone(), object, command, inputs });
        }
        Ok(units)
    }

    /// Compiles the files that changed, and returns all files that were read, and the messages.
    fn compile_units(
        &self,
        toolchain: &Toolchain<'_>,
        units: &[Unit],
    ) -> Result<(Dependencies, String), Error> {
        let mut results: Vec<CompileResult> = Vec::new();
        let mut changed = Vec::new();
        for unit in units {
            match unit.inputs.unchanged() {
                Some(read) => results.push(Ok((read, messages(&unit.object)))),
                None => changed.push(unit),
            }
        }
        results.extend(jobs::for_each(&changed, |unit| unit.compile(toolchain)));
        // What the script itself writes is always newer than its last run.
        let written = env::var_os("OUT_DIR").map(PathBuf::from);
        let is_input = |path: &&Path| !written.as_ref().is_some_and(|out| path.starts_with(out));
        let (mut read, mut logs) = (Dependencies::default(), String::new());
        let mut failed = Vec::new();
        for result in results {
            match result {
                Ok((files, log)) => {
                    files.files().filter(is_input).for_each(|path| read.add(path));
                    files.absent().filter(is_input).for_each(|path| read.add(path));
                    logs.push_str(&log);
                }
                Err(error) => failed.push(error),
            }
        }
        match failed.into_iter().reduce(Error::and) {
            Some(error) => Err(error),
            None => Ok((read, logs)),
        }
    }

    /// Links the code for the device of all objects, and returns the object with the result, and the messages.
    fn link_device_code(
        &self,
        toolchain: &Toolchain<'_>,
        folder: &Path,
        objects: &[PathBuf],
        runtime: &Path,
    ) -> Result<(PathBuf, String), Error> {
        let linked = folder.join(if is_windows() { "dlink.obj" } else { "dlink.o" });
        let mut command = toolchain.command(&self.options);
        command.arg("-dlink").args(self.archs().into_iter().map(nvcc::generate_code));
        command.args(self.profile_options()).args(&self.options);
        if let Some(folder) = runtime.parent() {
            command.arg("-L").arg(folder);
        }
        command.arg("-o").arg(&linked).args(objects);
        let log = self.make(toolchain, &linked, command, objects)?;
        Ok((linked, log))
    }

    /// Makes the library of the objects, and returns the messages.
    fn archive(
        &self,
        toolchain: &Toolchain<'_>,
        folder: &Path,
        objects: &[PathBuf],
    ) -> Result<String, Error> {
        let archive = folder.join(if is_windows() {
            format!("{}.lib", self.name)
        } else {
            format!("lib{}.a", self.name)
        });
        let mut command = toolchain.command(&[]);
        command.arg("--lib").arg("-o").arg(&archive).args(objects);
        self.make(toolchain, &archive, command, objects)
    }

    /// Makes a file of the library from others, unless it is up to date, and returns the messages of when it was made.
    fn make(
        &self,
        toolchain: &Toolchain<'_>,
        output: &Path,
        command: Command,
        objects: &[PathBuf],
    ) -> Result<String, Error> {
        let inputs = Inputs::new(output, &toolchain.identity(&command));
        if inputs.unchanged().is_some() {
            return Ok(messages(output));
        }
        let begun = SystemTime::now();
        // An archive would keep the members that it has.
        let write = |error| ErrorKind::Write { path: output.to_owned(), error };
        inputs.forget().map_err(write)?;
        if output.exists() {
            fs::remove_file(output).map_err(write)?;
        }
        let log = toolchain.run(&format!("the library {}", self.name), command)?;
        fs::write(beside(output, "log"), &log).map_err(write)?;
        let mut read = Dependencies::default();
        objects.iter().for_each(|object| read.add(object));
        inputs.record(&read, begun).map_err(write)?;
        Ok(log)
    }

    fn archs(&self) -> Vec<Arch> {
        match self.archs.as_slice() {
            [] => vec![Arch::compute(7, 5)],
            archs => archs.to_vec(),
        }
    }

    /// Returns the options that follow from the Cargo profile and the target.
    fn profile_options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let is_set = |start: &str| self.options.iter().any(|option| option.starts_with(start));
        if let Ok(level) = env::var("OPT_LEVEL")
            && !is_set("-O")
            && !is_set("--optimize")
        {
            options.push(match (level.as_str(), is_windows()) {
                ("s" | "z", false) => "-O2".to_owned(),
                (level, false) => format!("-O{level}"),
                ("0", true) => to_host("/Od"),
                ("1" | "s" | "z", true) => to_host("/O1"),
                (_, true) => to_host("/O2"),
            });
        }
        if env::var("DEBUG").is_ok_and(|value| value == "true") {
            // In the object: several processes can't write one file of debug information.
            options.push(if is_windows() { to_host("/Z7") } else { "-g".to_owned() });
        }
        if is_windows() {
            let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
            let is_static = features.split(',').any(|feature| feature == "crt-static");
            options.push(to_host(if is_static { "/MT" } else { "/MD" }));
        } else {
            options.push(to_host("-fPIC"));
        }
        options
    }
}

impl Unit {
    fn compile(&self, toolchain: &Toolchain<'_>) -> CompileResult {
        let write = |error| ErrorKind::Write { path: self.object.clone(), error };
        let begun = SystemTime::now();
        self.inputs.forget().map_err(write)?;
        let mut command = Command::new(self.command.get_program());
        command.args(self.command.get_args());
        command.envs(self.command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let log = toolchain.run(&self.source.display().to_string(), command)?;
        let list = beside(&self.object, "d");
        let rule = fs::read_to_string(&list)
            .map_err(|error| ErrorKind::Read { path: list.clone(), error })?;
        let files = messages::prerequisites(&rule);
        let options: Vec<String> =
            self.command.get_args().map(|arg| arg.to_string_lossy().into_owned()).collect();
        let folders = nvcc::include_folders(&options);
        let mut read = Dependencies::of_files(
            files.iter().map(PathBuf::as_path),
            folders.iter().map(PathBuf::as_path),
        );
        toolchain.nvcc_file.iter().for_each(|path| read.add(path));
        fs::write(beside(&self.object, "log"), &log).map_err(write)?;
        self.inputs.record(&read, begun).map_err(write)?;
        Ok((read, log))
    }
}

/// Returns the name of a source's object, without an extension: its own, after a hash of the path, because archives don't
/// distinguish files of one name in different folders.
fn object_name(source: &Path) -> String {
    let hash = Sha256::digest(source.as_os_str().as_encoded_bytes());
    let hash: String = hash[..4].iter().map(|byte| format!("{byte:02x}")).collect();
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let name = name.replace(|c: char| !c.is_alphanumeric() && c != '.', "_");
    // Names of files may have 255 bytes. The extension is at the end.
    let too_many = name.chars().count().saturating_sub(40);
    let name: String = name.chars().skip(too_many).collect();
    format!("{hash}-{name}")
}

/// Returns the messages of when a file was made.
fn messages(output: &Path) -> String {
    fs::read_to_string(beside(output, "log")).unwrap_or_default()
}

/// Returns the lines that make the script run again when a variable changes.
fn variables() -> impl Iterator<Item = String> {
    let variables = nvcc::VARIABLES.into_iter().chain(nvcc::FOLDER_VARIABLES).chain(VARIABLES);
    let variables = variables.chain(["CXXSTDLIB"]);
    let variables = variables.filter(|name| *name != "PATH").map(script::environment);
    variables
        .chain(host_variables().iter().map(|name| script::environment(name)).collect::<Vec<_>>())
}
