//! What compiles host code: nvcc, the host's compiler, and the parts of the toolkit that nvcc doesn't find itself.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_pathfinder::{
    CCCL_HEADERS, CRT_HEADERS, CUDA_HEADERS, NVCC, NotFound, Search, header_set_of,
};
use nvrtc::Version;

use crate::error::{Error, ErrorKind};
use crate::messages::missing_header;
use crate::nvcc::{Nvcc, VARIABLES, WRAPPERS, is_named, program};
use crate::target::{CrossLibraries, Target};

pub(crate) struct Toolchain<'l> {
    library: &'l str,
    nvcc: Nvcc,
    /// nvcc's file, also if it was found on `PATH`.
    pub(crate) nvcc_file: Option<PathBuf>,
    release: Version,
    /// What nvcc prints as its version.
    version: String,
    /// A cache of compilations that wraps rustc, too.
    rustc_wrapper: Option<OsString>,
    host: Host,
    /// The version of the headers, if it isn't nvcc's.
    other_headers: Option<Version>,
    includes: Vec<PathBuf>,
    /// A search that begins in nvcc's own toolkit.
    search: Search,
    /// The same for libraries, which are of the platform that the library is for.
    pub(crate) libraries: Search,
    /// Where these are if they can't be used here.
    pub(crate) foreign: Option<CrossLibraries>,
}

/// The compiler of code that isn't for the device.
struct Host {
    /// The program, if a variable names one, and the variable.
    program: Option<(OsString, String)>,
    /// Whether that variable has options of nvcc, which nvcc reads itself.
    is_in_flags: bool,
    options: Vec<String>,
    wrapper: Option<OsString>,
    /// What Visual Studio's compiler needs.
    environment: Vec<(OsString, OsString)>,
}

impl<'l> Toolchain<'l> {
    /// Finds what compiles a library with these options of the user.
    pub(crate) fn find(library: &'l str, options: &[String]) -> Result<Self, Error> {
        let nvcc = match Nvcc::named() {
            Some(nvcc) => nvcc,
            None => Nvcc {
                path: Search::new().tool(&NVCC).map_err(|error| {
                    let problem = error.to_string();
                    absent(library, problem)
                })?,
                wrapper: None,
            },
        };
        let (release, version) = release(library, &nvcc.path)?;
        let mut search = Search::new().newest(release.major);
        let nvcc_file = file(&nvcc.path);
        let root = nvcc_file.as_deref().and_then(root);
        for folder in ["lib64", "lib", "lib/x64"] {
            let folder = root.as_ref().map(|root| root.join(folder));
            if let Some(folder) = folder.filter(|folder| folder.is_dir()) {
                search = search.folder(folder);
            }
        }
        let (host, target) = (Host::find(), Target::other());
        if let Some(target) = &target
            && host.program.is_none()
            && !options.iter().any(|option| names_host(option))
        {
            return Err(ErrorKind::NoTargetCompiler {
                library: library.to_owned(),
                target: target.name.clone(),
            }
            .into());
        }
        let foreign = target.and_then(|target| target.foreign(root.as_deref()));
        let libraries = match &foreign {
            Some(foreign) => foreign.search(),
            None => search.clone(),
        };
        let mut toolchain = Self {
            library,
            nvcc,
            nvcc_file,
            release,
            version,
            rustc_wrapper: rustc_wrapper(),
            host,
            other_headers: None,
            includes: Vec::new(),
            search,
            libraries,
            foreign,
        };
        toolchain.find_headers(root.as_deref())?;
        Ok(toolchain)
    }

    /// Finds the headers that aren't in nvcc's toolkit, as those of wheels up to CUDA 12.
    fn find_headers(&mut self, root: Option<&Path>) -> Result<(), Error> {
        let folders = root.map(include_folders).unwrap_or_default();
        for set in [&CUDA_HEADERS, &CRT_HEADERS, &CCCL_HEADERS] {
            let folders = folders.iter().find(|folder| folder.join(set.header).is_file());
            let folder = match folders {
                Some(folder) => folder.clone(),
                None => match self.search.headers(set) {
                    Ok(found) => {
                        // The host's compiler searches this one itself, after its own.
                        if found.folder != Path::new("/usr/include") {
                            self.includes.push(found.folder.clone());
                        }
                        found.folder
                    }
                    // Whoever includes them gets a compiler's error, which is explained.
                    Err(_) => continue,
                },
            };
            let header = folder.join(set.header);
            if let Some(version) = set.version.and_then(|name| defined(&header, name)) {
                self.check_release(&header, version)?;
                self.other_headers = Some(version).filter(|version| *version != self.release);
            }
        }
        Ok(())
    }

    /// Returns the error for a runtime that wasn't found.
    pub(crate) fn no_runtime(&self, error: NotFound) -> Error {
        let library = self.library.to_owned();
        match &self.foreign {
            Some(foreign) => ErrorKind::NoTargetRuntime {
                library,
                target: foreign.target.clone(),
                folders: foreign.folders.clone(),
            },
            None => ErrorKind::NoRuntime { library, error },
        }
        .into()
    }

    /// Checks that the runtime in a folder is of nvcc's major version, by the headers next to it.
    pub(crate) fn check_runtime(&self, file: &Path) -> Result<(), Error> {
        let folders = file.ancestors().skip(2).take(2);
        let mut headers = folders.map(|folder| folder.join("include/cuda_runtime_api.h"));
        match headers.find_map(|header| defined(&header, "CUDART_VERSION")) {
            Some(version) => self.check_release(file, version),
            None => Ok(()),
        }
    }

    fn check_release(&self, file: &Path, version: Version) -> Result<(), Error> {
        if version.major == self.release.major {
            return Ok(());
        }
        Err(ErrorKind::Releases {
            library: self.library.to_owned(),
            nvcc: self.nvcc.path.clone(),
            release: self.release,
            file: file.to_owned(),
            other: version,
        }
        .into())
    }

    /// Returns a command that runs nvcc.
    ///
    /// `options` are the user's, before which this adds what the environment says and they don't.
    pub(crate) fn command(&self, options: &[String]) -> Command {
        self.run_by(None, options)
    }

    /// Returns the same, run by a cache of compilations if there is one.
    pub(crate) fn cached_command(&self, options: &[String]) -> Command {
        let wrappers = [&self.nvcc.wrapper, &self.host.wrapper, &self.rustc_wrapper];
        let wrapper = wrappers.into_iter().find_map(Option::as_deref);
        self.run_by(wrapper, options)
    }

    fn run_by(&self, wrapper: Option<&OsStr>, options: &[String]) -> Command {
        let mut command = match wrapper {
            Some(wrapper) => {
                let mut command = Command::new(wrapper);
                command.arg(&self.nvcc.path);
                command
            }
            None => Command::new(&self.nvcc.path),
        };
        command.envs(self.host.environment.iter().map(|(name, value)| (name, value)));
        // nvcc would take the last of two, with a warning.
        if let Some((program, _)) = &self.host.program
            && !self.host.is_in_flags
            && !options.iter().any(|option| names_host(option))
        {
            let mut option = OsString::from("-ccbin=");
            option.push(program);
            command.arg(option);
            command.args(self.host.options.iter().map(|option| to_host(option)));
        }
        command
    }

    /// Adds the folders of headers that nvcc doesn't know, which are searched last.
    pub(crate) fn add_includes(&self, command: &mut Command) {
        for folder in &self.includes {
            command.arg("-isystem").arg(folder);
        }
    }

    /// Returns everything that determines what a command makes, apart from its inputs.
    pub(crate) fn identity(&self, command: &Command) -> String {
        // `NVCC` itself is in the command.
        let flags = VARIABLES[1..].iter().map(env::var_os);
        let flags: Vec<_> = flags.collect();
        format!("{command:?} {flags:?} {:?}", self.version)
    }

    /// Runs a command, and returns nvcc's messages.
    pub(crate) fn run(&self, source: &str, mut command: Command) -> Result<String, Error> {
        let output = command.output().map_err(|error| {
            let program = Path::new(command.get_program()).display();
            self.failed(source, format!("{program}: {error}"))
        })?;
        let log = [output.stderr, output.stdout].concat();
        let log = String::from_utf8_lossy(&log).into_owned();
        if output.status.success() {
            Ok(log)
        } else {
            Err(self.failed(source, format!("{}\n{log}", output.status)))
        }
    }

    /// Returns the error for a command that failed, with what to do if that is known.
    fn failed(&self, source: &str, log: String) -> Error {
        let has = |texts: &[&str]| texts.iter().any(|text| log.contains(text));
        let compiler = match &self.host.program {
            Some((program, variable)) => format!("{}, which {variable} names", program.display()),
            None if cfg!(windows) => "cl.exe".to_owned(),
            None => "g++".to_owned(),
        };
        let help = if has(&["unsupported GNU version", "unsupported clang version"])
            || has(&["unsupported Microsoft Visual Studio version"])
        {
            format!(
                "nvcc {} doesn't support this version of the host's compiler: let NVCC_CCBIN name an older one, such as g++-12, \
                 or install a newer nvcc",
                self.release
            )
        } else if has(&["Failed to preprocess host compiler properties"])
            || has(&["Cannot find compiler 'cl.exe' in PATH"])
        {
            let variable = generic_variable();
            format!("install it, or let NVCC_CCBIN or {variable} name another one")
        } else {
            let problem = match self.advice(&log) {
                Some(advice) => format!("{}\n  help   {advice}", log.trim_end()),
                None => log,
            };
            let source_name = source.to_owned();
            return ErrorKind::Nvcc { source_name, problem }.into();
        };
        ErrorKind::HostCompiler { source_name: source.to_owned(), compiler, help, log }.into()
    }

    /// Returns what to do about the messages of nvcc, if they have a known cause.
    fn advice(&self, log: &str) -> Option<String> {
        let release = self.release;
        let same = |packages: &[&str]| {
            let packages: Vec<String> =
                packages.iter().map(|package| format!("'{package}=={release}.*'")).collect();
            format!(
                "`pip install {}` installs those of nvcc {release}; or install a toolkit",
                packages.join(" ")
            )
        };
        const PARTS: [&str; 2] = ["nvidia-nvvm", "nvidia-cuda-crt"];
        for line in log.lines() {
            let is_missing = ["not found", "No such file", "not recognized"];
            if line.contains("cicc") && is_missing.iter().any(|text| line.contains(text)) {
                return Some(format!(
                    "nvcc's compiler for the device is missing: {}",
                    same(&PARTS[..1])
                ));
            }
            // The compiler for the device is newer than the assembler, or the headers for what nvcc generates than nvcc.
            let is_newer = line.contains("ptxas") && line.contains("nsupported .version");
            let is_other = line.contains(".cudafe1.") && line.contains(": error: macro \"__cuda");
            if is_newer || is_other {
                return Some(format!("nvcc's own parts are of several releases: {}", same(&PARTS)));
            }
            if line.contains("Unsupported gpu architecture") {
                return Some(format!(
                    "nvcc {release} doesn't compile for it: `nvcc --list-gpu-arch` lists what it does"
                ));
            }
            if let Some(set) = missing_header(line).and_then(header_set_of)
                && let Err(error) = self.search.headers(set)
            {
                return Some(error.to_string());
            }
        }
        let version = self.other_headers?;
        Some(format!(
            "nvcc is of CUDA {release}, and its headers are of {version}, which may be the cause: {}",
            same(&["nvidia-cuda-runtime"])
        ))
    }
}

impl Host {
    /// Finds the host's compiler by the variables of nvcc and of the crate `cc`; otherwise, nvcc finds one.
    fn find() -> Self {
        let named = host_variables().into_iter().find_map(|variable| {
            let (wrapper, path, options) = program(&variable)?;
            Some((wrapper, (path, variable), options))
        });
        let (wrapper, mut program, mut options) = match named {
            Some((wrapper, program, options)) => (wrapper, Some(program), options),
            None => (None, None, Vec::new()),
        };
        let in_flags = FLAGS.into_iter().find_map(named_in_flags);
        let is_in_flags = in_flags.is_some();
        if is_in_flags {
            (program, options) = (in_flags, Vec::new());
        }
        #[cfg(windows)]
        let environment = {
            let target = env::var("TARGET").unwrap_or_else(|_| env::consts::ARCH.to_owned());
            let tool = find_msvc_tools::find_tool(&target, "cl.exe");
            let variables = tool.map(|tool| tool.env().into_iter().cloned().collect());
            variables.unwrap_or_default()
        };
        #[cfg(not(windows))]
        let environment = Vec::new();
        Self { program, is_in_flags, options, wrapper, environment }
    }
}

/// Variables with options of nvcc, the last ones first.
const FLAGS: [&str; 2] = ["NVCC_APPEND_FLAGS", "NVCC_PREPEND_FLAGS"];

/// Returns the host's compiler that options in a variable name, and the variable.
fn named_in_flags(variable: &str) -> Option<(OsString, String)> {
    let flags = env::var(variable).ok()?;
    let mut words = flags.split_whitespace();
    let mut named = None;
    while let Some(word) = words.next() {
        if names_host(word) {
            named = match word.split_once('=') {
                Some((_, program)) => Some(program),
                None => words.next(),
            };
        }
    }
    Some((named?.into(), variable.to_owned()))
}

/// Returns `true` for an option of nvcc that names the host's compiler.
fn names_host(option: &str) -> bool {
    option.starts_with("-ccbin") || option.starts_with("--compiler-bindir")
}

/// Returns the variables that name the host's compiler, the most important first.
pub(crate) fn host_variables() -> Vec<String> {
    let mut names = vec!["NVCC_CCBIN".to_owned()];
    if let Ok(target) = env::var("TARGET") {
        names.push(format!("CXX_{target}"));
        names.push(format!("CXX_{}", target.replace('-', "_")));
    }
    names.push(generic_variable().to_owned());
    names
}

/// Returns the variable that names the compiler for any platform that isn't this one, or for this one.
fn generic_variable() -> &'static str {
    match Target::other() {
        Some(_) => "TARGET_CXX",
        None => "CXX",
    }
}

/// Returns an option that nvcc passes to the host's compiler; nvcc itself separates options by commas.
pub(crate) fn to_host(option: &str) -> String {
    format!("-Xcompiler={}", option.replace(',', "\\,"))
}

fn rustc_wrapper() -> Option<OsString> {
    let wrapper = env::var_os("RUSTC_WRAPPER")?;
    is_named(Path::new(&wrapper), &WRAPPERS[3..]).then_some(wrapper)
}

/// Asks nvcc for its version.
fn release(library: &str, nvcc: &Path) -> Result<(Version, String), Error> {
    let output = Command::new(nvcc).arg("--version").output();
    let output = output.map_err(|error| {
        let problem = format!(
            "{}: {error}; NVCC names it: correct it, or unset it to let nvcc be searched for",
            nvcc.display()
        );
        match error.kind() {
            io::ErrorKind::NotFound => absent(library, problem),
            _ => no_version(problem),
        }
    })?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let release = || {
        let (_, rest) = text.split_once("release ")?;
        let number = rest.split([',', ' ', '\n']).next()?;
        let (major, minor) = number.split_once('.')?;
        Some(Version::new(major.parse().ok()?, minor.parse().ok()?))
    };
    match release() {
        Some(release) => Ok((release, text)),
        None => {
            let (status, errors) = (output.status, String::from_utf8_lossy(&output.stderr));
            Err(no_version(format!(
                "{} prints no release of nvcc ({status}): {text}{errors}",
                nvcc.display()
            )))
        }
    }
}

fn no_version(problem: String) -> Error {
    let source_name = "anything: nvcc --version failed".to_owned();
    ErrorKind::Nvcc { source_name, problem }.into()
}

fn absent(library: &str, problem: String) -> Error {
    let library = library.to_owned();
    ErrorKind::NoNvccForLibrary { library, problem }.into()
}

/// Returns the file of a program, which is searched for on `PATH` if it is a bare name.
fn file(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(program.to_owned()).filter(|file| file.is_file());
    }
    let folders = env::var_os("PATH")?;
    let mut files = env::split_paths(&folders).map(|folder| folder.join(program));
    files.find(|file| file.is_file())
}

/// Returns the folder of the toolkit whose `bin` has this nvcc.
fn root(nvcc: &Path) -> Option<PathBuf> {
    let path = fs::canonicalize(nvcc).ok()?;
    Some(path.parent()?.parent()?.to_owned())
}

/// Returns the folders in which nvcc itself searches for headers.
fn include_folders(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.join("include")];
    for entry in fs::read_dir(root.join("targets")).into_iter().flatten() {
        folders.extend(entry.map(|entry| entry.path().join("include")));
    }
    let cccl: Vec<PathBuf> = folders.iter().map(|folder| folder.join("cccl")).collect();
    folders.extend(cccl);
    folders
}

/// Returns the version that a header defines.
fn defined(header: &Path, name: &str) -> Option<Version> {
    let text = fs::read(header).ok()?;
    let text = String::from_utf8_lossy(&text);
    let number = text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        let is_it = words.next() == Some("#define") && words.next() == Some(name);
        words.next().filter(|_| is_it)?.parse().ok()
    })?;
    Some(Version::from_number(number))
}
