//! Libraries of host code. Most test machines lack nvcc, so a script takes its place, which records its arguments.

use std::env;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use cuda_build::{Arch, Runtime, Standard, StaticLibrary};
use tempfile::TempDir;

/// The variable that makes this test compile a library in the folder that is its value.
const FOLDER: &str = "CUDA_TEST_CHILD";

/// A source's lines that begin with `//!` are what the script does with it, as nvcc's preprocessor and compiler would.
const NVCC: &str = r##"#!/bin/sh
case "$1" in --version) echo "Cuda compilation tools, release 13.0, V13.0.88"; exit;; esac
[ -n "$CACHE" ] && echo cached >> "$TEST/calls"
echo "$*" >> "$TEST/calls"
case "$1" in -dlink) [ -z "$DLINK_LOG" ] || echo "$DLINK_LOG" >&2;; esac
for last; do :; done
is_source=
while [ $# -gt 0 ]; do
  case "$1" in -o) out=$2; shift;; -MF) list=$2; shift;; -c) is_source=yes;; esac; shift
done
if [ $is_source ]; then
  echo "$out : $last \\" > "$list"
  sed -n 's|^#include "\(.*\)"| '"$TEST"'/\1 \\|p' "$last" >> "$list"
  echo " $TEST/every.h" >> "$list"
  sed -n 's|^//!||p' "$last" > "$out.sh"
  . "$out.sh" >&2 || exit 1
fi
echo "made by nvcc" > "$out"
"##;

/// A folder with a toolkit that has no real parts, and with sources.
struct Project(TempDir);

impl Project {
    fn new(sources: &[(&str, &str)]) -> Self {
        let project = Self(TempDir::new().unwrap());
        for (path, text) in [
            ("toolkit/bin/nvcc", NVCC),
            ("toolkit/lib64/libcudart_static.a", ""),
            ("toolkit/lib64/libcudadevrt.a", ""),
            ("toolkit/include/cuda.h", "#define CUDA_VERSION 13000\n"),
            ("toolkit/include/cuda_runtime_api.h", "#define CUDART_VERSION  13000\n"),
            ("every.h", ""),
        ]
        .iter()
        .chain(sources)
        {
            project.write(path, text);
        }
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(project.path("toolkit/bin/nvcc"), executable).unwrap();
        project
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Writes a file as of an hour ago, or later if there was one.
    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let before = fs::metadata(&path).and_then(|metadata| metadata.modified());
        let hour = Duration::from_secs(3600);
        let time = match before {
            Ok(before) => before + Duration::from_secs(1),
            Err(_) => SystemTime::now() - hour,
        };
        fs::write(&path, text).unwrap();
        let file = File::options().append(true).open(&path).unwrap();
        file.set_modified(time).unwrap();
    }

    /// Compiles the library in a new process with these variables, and returns the lines for Cargo or the error.
    fn compile(&self, variables: &[(&str, &str)]) -> String {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "static_library::a_library_in_a_new_process", "--nocapture"]);
        for name in ["CUDA_PATH", "CUDA_HOME", "NVCC_CCBIN", "CXX", "RUSTC_WRAPPER"] {
            command.env_remove(name);
        }
        for name in [
            "CARGO_MAKEFLAGS",
            "MAKEFLAGS",
            "MFLAGS",
            "OPT_LEVEL",
            "DEBUG",
            "NUM_JOBS",
            "HOST",
            "TARGET",
            "TARGET_CXX",
            "NVCC_PREPEND_FLAGS",
            "NVCC_APPEND_FLAGS",
        ] {
            command.env_remove(name);
        }
        command.env("NVCC", self.path("toolkit/bin/nvcc"));
        command.env(FOLDER, self.0.path()).env("TEST", self.0.path());
        command.envs(variables.iter().copied());
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        String::from_utf8(text).unwrap()
    }

    /// Returns the calls of nvcc since this was last asked, without the folder.
    fn calls(&self) -> Vec<String> {
        let file = self.path("calls");
        let calls = fs::read_to_string(&file).unwrap_or_default();
        let _ = fs::remove_file(file);
        let folder = format!("{}/", self.0.path().display());
        calls.lines().map(|line| line.replace(&folder, "")).collect()
    }

    /// Returns the files that were compiled since this was last asked.
    fn compiled(&self) -> Vec<String> {
        let calls = self.calls().into_iter();
        let compiled = calls.filter(|call| call.contains("-c "));
        let mut names: Vec<String> =
            compiled.map(|call| call.rsplit(' ').next().unwrap().to_owned()).collect();
        names.sort();
        names
    }
}

/// Not a test of its own: the library that the others compile.
#[test]
fn a_library_in_a_new_process() {
    let Some(folder) = env::var_os(FOLDER) else {
        return;
    };
    let folder = Path::new(&folder);
    let has = |name| env::var_os(name).is_some();
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension().is_some_and(|extension| extension == "cu" || extension == "cpp")
        })
        .collect();
    files.sort();
    let mut library = StaticLibrary::new("sums").files(files).relocatable(has("RELOCATABLE"));
    if has("OPTIONS") {
        library = library
            .arch(Arch::sm(9, 0).architecture_specific())
            .arch(Arch::compute(8, 0))
            .include_dir("own include")
            .define("BLOCK", 256)
            .std(Standard::Cpp17)
            .option("--use_fast_math")
            .host_option("-Wl,-z");
    }
    if let Some(file) = env::var_os("FILE") {
        library = library.file(file);
    }
    if let Ok(option) = env::var("OPTION") {
        library = library.option(option);
    }
    if has("NO_RUNTIME") {
        library = library.runtime(Runtime::None);
    }
    if has("SHARED_RUNTIME") {
        library = library.runtime(Runtime::Shared);
    }
    if has("IN_SCRIPT") {
        println!();
        let _ = library.compile();
        return;
    }
    match library.compile_to(folder) {
        Ok(lines) => println!("\ncompiled\n{}", lines.join("\n")),
        Err(error) => println!("\nerror: {error}"),
    }
}

#[test]
fn nvcc_gets_the_options_and_cargo_the_libraries() {
    let project = Project::new(&[("a.cu", ""), ("b.cpp", "")]);
    let out = project.compile(&[("OPTIONS", ""), ("OPT_LEVEL", "s"), ("DEBUG", "true")]);
    let options = "-c --generate-code=arch=compute_90a,code=sm_90a --generate-code=arch=compute_80,code=compute_80 \
                   -O2 -g -Xcompiler=-fPIC -Iown include -DBLOCK=256 -std=c++17 --use_fast_math -Xcompiler=-Wl\\,-z";
    let calls = project.calls();
    assert_eq!(calls.len(), 3, "{calls:?} {out}");
    assert!(calls[0].starts_with(options) && calls[0].ends_with("a.cu"), "{calls:?}");
    assert!(calls[1].starts_with(options) && calls[1].ends_with("b.cpp"), "{calls:?}");
    assert!(calls[2].starts_with("--lib -o libsums.a sums.objects/"), "{calls:?}");
    assert!(!calls[2].contains("dlink"), "{calls:?}");
    let at = |line: &str| out.find(line).unwrap_or_else(|| panic!("{line}: {out}"));
    let link = "cargo::rustc-link-lib=";
    let order = ["static=sums", "static=cudart_static", "dylib=stdc++", "dylib=pthread"];
    assert!(order.map(|name| at(&format!("{link}{name}"))).is_sorted(), "{out}");
    let folder = project.path("toolkit/lib64");
    at(&format!("cargo::rustc-link-search=native={}\n", folder.display()));
    for path in ["a.cu", "b.cpp", "every.h", "toolkit/bin/nvcc"] {
        at(&format!("cargo::rerun-if-changed={}\n", project.path(path).display()));
    }
    at("cargo::rerun-if-env-changed=NVCC\n");
    at("cargo::rerun-if-env-changed=CXX\n");
    // Of files in the output folder, which the script writes, Cargo isn't told.
    let out = project.compile(&[("OUT_DIR", project.0.path().to_str().unwrap())]);
    let every = format!("cargo::rerun-if-changed={}", project.path("every.h").display());
    assert!(out.contains("compiled\n") && !out.contains(&every), "{out}");
    let none = project.compile(&[("NO_RUNTIME", ""), ("CXXSTDLIB", "")]);
    let linked: Vec<&str> = none.lines().filter(|line| line.starts_with(link)).collect();
    assert_eq!(linked, ["cargo::rustc-link-lib=static=sums"]);
}

#[test]
fn relocatable_code_is_linked_for_the_device() {
    let project = Project::new(&[("a.cu", ""), ("b.cu", "")]);
    let out = project.compile(&[("RELOCATABLE", "")]);
    let calls = project.calls();
    assert!(calls[..2].iter().all(|call| call.contains("-rdc=true")), "{calls:?}");
    assert!(
        calls[2].starts_with("-dlink --generate-code=arch=compute_75,code=compute_75"),
        "{calls:?}"
    );
    assert!(calls[2].contains("-L toolkit/lib64"), "{calls:?}");
    assert!(calls[3].ends_with("sums.objects/dlink.o"), "{calls:?}");
    let at = |name| out.find(&format!("rustc-link-lib=static={name}")).expect(&out);
    assert!(at("sums") < at("cudadevrt") && at("cudadevrt") < at("cudart_static"));
    // One changed file: it is compiled, and both steps after it are done again.
    project.write("b.cu", "// changed");
    project.compile(&[("RELOCATABLE", "")]);
    assert_eq!(project.calls().len(), 3);
    project.compile(&[("RELOCATABLE", "")]);
    assert_eq!(project.calls(), [""; 0]);
}

#[test]
fn messages_of_the_linker_for_the_device_are_warnings() {
    let project = Project::new(&[("a.cu", "")]);
    let message =
        "nvlink warning : Stack size for entry function 'k' cannot be statically determined";
    // The second time, nothing is linked.
    for calls in [3, 0] {
        let out = project.compile(&[("RELOCATABLE", ""), ("DLINK_LOG", message)]);
        let warning = format!("cargo::warning={message}\n");
        assert!(out.contains(&warning), "{out}");
        assert_eq!(project.calls().len(), calls);
    }
}

#[test]
fn a_changed_header_recompiles_only_what_includes_it() {
    let project = Project::new(&[
        ("a.cu", "#include \"own.h\"\n"),
        ("b.cu", "#include \"other.h\"\n"),
        ("own.h", ""),
        ("other.h", ""),
    ]);
    assert!(project.compile(&[]).contains("compiled"));
    assert_eq!(project.compiled().len(), 2);
    let out = project.compile(&[]);
    assert_eq!(project.calls(), [""; 0], "{out}");
    // Cargo is told of all files nevertheless.
    assert!(out.contains("other.h") && out.contains("static=sums"), "{out}");
    project.write("own.h", "// changed");
    project.compile(&[]);
    assert_eq!(project.compiled(), ["a.cu"]);
    // An older file counts as changed, too.
    let older = SystemTime::now() - Duration::from_secs(36_000);
    let file = File::options().append(true).open(project.path("other.h")).unwrap();
    file.set_modified(older).unwrap();
    project.compile(&[]);
    assert_eq!(project.compiled(), ["b.cu"]);
    project.write("every.h", "// changed");
    project.compile(&[]);
    assert_eq!(project.compiled(), ["a.cu", "b.cu"]);
    fs::remove_file(project.path("sums.objects").join(objects(&project)[0].clone())).unwrap();
    project.compile(&[]);
    assert_eq!(project.compiled().len(), 1);
}

#[test]
fn a_header_that_appears_recompiles_what_would_include_it() {
    let project = Project::new(&[("a.cu", "#include \"own.h\"\n"), ("b.cu", ""), ("own.h", "")]);
    let option = format!("-I{}", project.path("first").display());
    let variables = [("NVCC_PREPEND_FLAGS", option.as_str())];
    project.compile(&variables);
    project.compiled();
    project.write("other/n.h", "");
    project.compile(&variables);
    assert_eq!(project.compiled(), [""; 0]);
    project.write("first/own.h", "");
    project.compile(&variables);
    assert_eq!(project.compiled(), ["a.cu"]);
    project.compile(&variables);
    assert_eq!(project.compiled(), [""; 0]);
}

/// Returns the names of the objects.
fn objects(project: &Project) -> Vec<String> {
    let entries = fs::read_dir(project.path("sums.objects")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".o")).collect()
}

#[test]
fn changed_options_recompile_everything() {
    let project = Project::new(&[("a.cu", ""), ("b.cu", "")]);
    project.compile(&[]);
    project.calls();
    for variables in [
        [("OPTIONS", "")],
        [("OPT_LEVEL", "3")],
        [("NVCC_APPEND_FLAGS", "-lineinfo")],
        [("CXX", "another-compiler")],
    ] {
        project.compile(&variables);
        assert_eq!(project.compiled(), ["a.cu", "b.cu"], "{variables:?}");
        project.compile(&variables);
        assert_eq!(project.compiled(), [""; 0], "{variables:?}");
    }
}

#[test]
fn another_nvcc_in_the_place_of_the_first_recompiles_everything() {
    let project = Project::new(&[("a.cu", ""), ("b.cu", "")]);
    // Also one of the same version, and one that is found on `PATH`.
    let folder = project.path("toolkit/bin").display().to_string();
    let path = format!("{folder}:{}", env::var("PATH").unwrap());
    let on_path = [("NVCC", "nvcc"), ("PATH", path.as_str())];
    for variables in [&[][..], &on_path] {
        let out = project.compile(variables);
        assert!(out.contains(&format!("cargo::rerun-if-changed={folder}/nvcc\n")), "{out}");
        project.compiled();
        project.write("toolkit/bin/nvcc", &format!("{NVCC}# changed\n"));
        project.compile(variables);
        assert_eq!(project.compiled(), ["a.cu", "b.cu"], "{variables:?}");
        project.compile(variables);
        assert_eq!(project.calls(), [""; 0], "{variables:?}");
    }
}

#[test]
fn a_header_that_changes_during_the_compilation_is_read_again() {
    let project =
        Project::new(&[("a.cu", "#include \"own.h\"\n//! touch $TEST/own.h\n"), ("own.h", "")]);
    project.compile(&[]);
    assert_eq!(project.compiled(), ["a.cu"]);
    project.compile(&[]);
    assert_eq!(project.compiled(), ["a.cu"]);
}

#[test]
fn files_are_compiled_at_the_same_time() {
    // Each waits for the other.
    let project = Project::new(&[
        ("a.cu", "//! timeout 60 sh -c 'echo > $TEST/meet'\n"),
        ("b.cu", "//! timeout 60 sh -c 'read x < $TEST/meet'\n"),
    ]);
    let status = Command::new("mkfifo").arg(project.path("meet")).status().unwrap();
    assert!(status.success());
    let out = project.compile(&[("NUM_JOBS", "2")]);
    assert!(out.contains("compiled\n"), "{out}");
}

#[test]
fn one_job_at_a_time_compiles_all() {
    let names: Vec<String> = (0..5).map(|n| format!("{n}.cu")).collect();
    let sources: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    let project = Project::new(&sources);
    for jobs in ["1", "3", "not a number"] {
        project.compile(&[("NUM_JOBS", jobs), ("CXX", jobs)]);
        assert_eq!(project.compiled(), names, "{jobs}");
    }
}

#[test]
fn messages_are_warnings_with_file_and_line() {
    let warns = "//! echo 'a.cu(3): warning #177-D: unused'; echo 'a.cu:4:5: warning: of the host'\n\
                 //! echo 'ptxas warning : of the assembler'\n";
    let fails = "//! echo 'NAME.cu(2): error: identifier \"x\" is undefined'; false\n";
    let project = Project::new(&[("a.cu", warns)]);
    let warnings = [
        "cargo::warning=a.cu:3: warning #177-D: unused",
        "cargo::warning=a.cu:4: warning: of the host",
        "cargo::warning=ptxas warning : of the assembler",
    ];
    // The second time, nothing is compiled.
    for _ in 0..2 {
        let out = project.compile(&[]);
        assert!(warnings.iter().all(|warning| out.contains(warning)), "{out}");
    }
    project.write("b.cu", &fails.replace("NAME", "b"));
    project.write("c.cu", &fails.replace("NAME", "c"));
    let out = project.compile(&[]);
    assert!(out.contains("b.cu and ") && out.contains("c.cu: exit status: 1"), "{out}");
    for file in ["b", "c"] {
        assert!(out.contains(&format!("{file}.cu(2): error: identifier")), "{out}");
    }
    // What was compiled stays so.
    project.calls();
    project.write("b.cu", "");
    project.write("c.cu", "");
    assert!(project.compile(&[]).contains(warnings[0]));
    assert_eq!(project.compiled(), ["b.cu", "c.cu"]);
}

#[test]
fn after_a_failure_cargo_runs_the_script_again_for_whatever_may_be_the_cause() {
    let project = Project::new(&[("a.cu", "//! echo 'own.h(2): error: wrong'; false\n")]);
    let folder = project.0.path().display().to_string();
    let script = [("IN_SCRIPT", ""), ("OUT_DIR", folder.as_str())];
    let out = project.compile(&script);
    assert!(out.contains("cargo::warning=own.h:2: error: wrong"), "{out}");
    // A header may be at fault, of which nvcc returns no list, or one that isn't there yet.
    let changed = |out: &str| -> Vec<String> {
        let paths = out.lines().filter_map(|line| line.strip_prefix("cargo::rerun-if-changed="));
        paths.map(str::to_owned).collect()
    };
    let paths = changed(&out);
    assert!(matches!(paths.as_slice(), [never] if !Path::new(never).exists()), "{out}");
    // Without nvcc, a program that does without the library isn't compiled each time.
    let out = project.compile(&[&script[..], &[("NVCC", "/nowhere/nvcc")]].concat());
    assert_eq!(changed(&out), [format!("{folder}/a.cu")], "{out}");
    assert!(out.contains("cargo::rerun-if-env-changed=NVCC\n"), "{out}");
}

#[test]
fn a_host_compiler_that_is_missing_or_too_new_is_named() {
    let missing =
        "//! echo 'nvcc fatal   : Failed to preprocess host compiler properties.'; false\n";
    let project = Project::new(&[("a.cu", missing)]);
    let out = project.compile(&[]);
    assert!(out.contains("with the host's compiler (g++): install it, or let NVCC_CCBIN"), "{out}");
    let out = project.compile(&[("CXX", "clang++-9 -m64")]);
    assert!(out.contains("(clang++-9, which CXX names)"), "{out}");
    let out = project.compile(&[("CXX", "g++-8"), ("NVCC_CCBIN", "g++-9")]);
    assert!(out.contains("(g++-9, which NVCC_CCBIN names)"), "{out}");
    let out =
        project.compile(&[("CXX", "g++-8"), ("NVCC_PREPEND_FLAGS", "-ccbin g++-7 -ccbin=g++-6")]);
    let expected = "(g++-6, which NVCC_PREPEND_FLAGS names)";
    assert!(out.contains(expected), "{out}");
    let new = "//! echo '#error -- unsupported GNU version! gcc versions later than 15'; false\n";
    project.write("a.cu", new);
    let out = project.compile(&[]);
    let expected = "nvcc 13.0 doesn't support this version of the host's compiler: let NVCC_CCBIN name an older one";
    assert!(out.contains(expected) && out.contains("later than 15"), "{out}");
}

#[test]
fn the_host_compiler_and_a_cache_come_from_variables() {
    let project = Project::new(&[("a.cu", "")]);
    let first = |variables: &[(&str, &str)]| {
        let out = project.compile(variables);
        let mut calls = project.calls();
        assert!(calls.len() > 1, "{out}");
        calls.swap_remove(0)
    };
    assert!(first(&[("CXX", "g++-9 -m64")]).starts_with("-ccbin=g++-9 -Xcompiler=-m64 -c "));
    assert!(first(&[("CXX", "g++-9"), ("NVCC_CCBIN", "g++-8")]).starts_with("-ccbin=g++-8 -c "));
    let target = [
        ("TARGET", "x86_64-unknown-linux-gnu"),
        ("CXX", "g++-9"),
        ("CXX_x86_64_unknown_linux_gnu", "g++-7"),
    ];
    assert!(first(&target).starts_with("-ccbin=g++-7 -c "));
    // What nvcc's own variables name isn't overridden.
    for (variable, value) in [
        ("NVCC_PREPEND_FLAGS", "-lineinfo -ccbin=g++-12"),
        ("NVCC_PREPEND_FLAGS", "--compiler-bindir g++-12"),
        ("NVCC_APPEND_FLAGS", "-ccbin g++-12 -lineinfo"),
    ] {
        let call = first(&[("CXX", "g++-9 -m64"), (variable, value)]);
        assert!(call.starts_with("-c "), "{variable}={value}: {call}");
    }
    assert!(
        first(&[("CXX", "g++-9"), ("NVCC_APPEND_FLAGS", "-lineinfo")]).starts_with("-ccbin=g++-9 ")
    );
    // Each cache runs nvcc, for sources alone.
    let cache = "#!/bin/sh\nCACHE=1 exec \"$@\"\n";
    for name in ["ccache", "sccache", "rustc-wrapper"] {
        project.write(&format!("bin/{name}"), cache);
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(project.path(&format!("bin/{name}")), executable).unwrap();
    }
    let path = |name: &str| project.path(name).display().to_string();
    let nvcc = path("toolkit/bin/nvcc");
    for (variable, value) in [
        ("NVCC", format!("{} {nvcc}", path("bin/ccache"))),
        ("CXX", format!("{} g++", path("bin/ccache"))),
        ("RUSTC_WRAPPER", path("bin/sccache")),
    ] {
        let out = project.compile(&[(variable, &value)]);
        let calls = project.calls();
        assert!(calls[0] == "cached" && calls.len() == 3, "{variable}: {calls:?} {out}");
    }
    // Other wrappers of rustc can't run nvcc.
    project.compile(&[("RUSTC_WRAPPER", &path("bin/rustc-wrapper")), ("OPT_LEVEL", "1")]);
    let calls = project.calls();
    assert!(calls.len() == 2 && calls[0] != "cached", "{calls:?}");
}

const CROSS: [(&str, &str); 3] = [
    ("HOST", "x86_64-unknown-linux-gnu"),
    ("TARGET", "aarch64-unknown-linux-gnu"),
    ("CXX", "g++-9"),
];

#[test]
fn a_library_for_another_platform_needs_a_compiler_for_it() {
    let project =
        Project::new(&[("a.cu", ""), ("toolkit/targets/sbsa-linux/lib/libcudart_static.a", "")]);
    let compile = |variable: (&str, &str)| project.compile(&[&CROSS[..], &[variable]].concat());
    let out = compile(("OPT_LEVEL", "2"));
    let expected = "error: the library sums is for aarch64-unknown-linux-gnu, which nvcc's usual compiler isn't for: let \
                    TARGET_CXX name one for it, such as aarch64-linux-gnu-g++";
    assert!(out.contains(expected), "{out}");
    assert_eq!(project.calls(), [""; 0]);
    for (number, variable) in [
        "TARGET_CXX",
        "CXX_aarch64_unknown_linux_gnu",
        "CXX_aarch64-unknown-linux-gnu",
        "NVCC_CCBIN",
    ]
    .into_iter()
    .enumerate()
    {
        let compiler = format!("aarch64-linux-gnu-g++-{number}");
        let out = compile((variable, &compiler));
        let calls = project.calls();
        let expected = format!("-ccbin={compiler} -c ");
        assert!(out.contains("compiled\n") && calls[0].starts_with(&expected), "{calls:?} {out}");
        let line = format!("cargo::rerun-if-env-changed={variable}\n");
        assert!(out.contains(&line), "{out}");
    }
    let option = "-ccbin=aarch64-linux-gnu-g++";
    for variable in ["NVCC_PREPEND_FLAGS", "OPTION"] {
        let out = compile((variable, option));
        assert!(out.contains("compiled\n"), "{out}");
        assert!(!project.calls()[0].contains("g++-9"), "{out}");
    }
    // The same platform, and what `cc` reads for others.
    let same =
        [("HOST", CROSS[0].1), ("TARGET", CROSS[0].1), ("CXX", "g++-9"), ("TARGET_CXX", "g++-8")];
    let out = project.compile(&same);
    assert!(project.calls()[0].starts_with("-ccbin=g++-9 -c "), "{out}");
}

#[test]
fn a_library_for_another_platform_is_linked_with_the_runtime_for_it() {
    let folder = "toolkit/targets/sbsa-linux/lib";
    let project = Project::new(&[("a.cu", "")]);
    let compile = |variables: &[(&str, &str)]| {
        let compiler = ("TARGET_CXX", "aarch64-linux-gnu-g++");
        let out = project.compile(&[&CROSS[..], &[compiler], variables].concat());
        assert!(!out.contains("native=/usr"), "{out}");
        out
    };
    let search = |folder: &str| {
        let folder = project.path(folder).display().to_string();
        format!("cargo::rustc-link-search=native={folder}\n")
    };
    let host = search("toolkit/lib64");
    // The host's isn't taken in its place.
    for variables in [
        &[][..],
        &[("RELOCATABLE", "")],
        &[("SHARED_RUNTIME", "")],
        &[("CUDA_PATH", project.path("toolkit").to_str().unwrap())],
    ] {
        let out = compile(variables);
        let expected = "can't be linked without the CUDA runtime for aarch64-unknown-linux-gnu";
        let help = "install the toolkit's libraries for it";
        assert!(out.contains(expected) && out.contains(help), "{out}");
        assert!(out.contains(folder), "{out}");
    }
    assert!(compile(&[("NO_RUNTIME", "")]).contains("compiled\n"));
    for file in ["libcudart_static.a", "libcudadevrt.a", "libcudart.so"] {
        project.write(&format!("{folder}/{file}"), "");
    }
    project.calls();
    let out = compile(&[("RELOCATABLE", "")]);
    assert!(out.contains(&search(folder)) && !out.contains(&host), "{out}");
    let calls = project.calls();
    assert!(calls[1].contains(&format!("-L {folder} ")), "{calls:?} {out}");
    let out = compile(&[("SHARED_RUNTIME", "")]);
    assert!(out.contains(&search(folder)) && !out.contains(&host), "{out}");
    assert!(out.contains("cargo::rustc-link-lib=dylib=cudart\n"), "{out}");
    // Another toolkit has them, or the processor's are the host's.
    let moved = project.path("other/targets");
    fs::create_dir(project.path("other")).unwrap();
    fs::rename(project.path("toolkit/targets"), &moved).unwrap();
    let other = project.path("other").display().to_string();
    let out = compile(&[("CUDA_PATH", &other)]);
    assert!(out.contains(&search("other/targets/sbsa-linux/lib")), "{out}");
    let out = compile(&[("TARGET", "x86_64-unknown-linux-musl")]);
    assert!(out.contains(&host), "{out}");
}

#[test]
fn what_is_missing_is_named_with_how_to_install_it() {
    let project = Project::new(&[("a.cu", "")]);
    let out = project.compile(&[("NVCC", "/nowhere/nvcc")]);
    let expected = "error: the library sums has host code, which only nvcc compiles: /nowhere/nvcc: No such file";
    assert!(out.contains(expected), "{out}");
    let nowhere = ["HOME", "VIRTUAL_ENV", "CONDA_PREFIX", "PATH", "LD_LIBRARY_PATH"];
    let nowhere = nowhere.map(|name| (name, "/nowhere"));
    let out = project.compile(&[&nowhere[..], &[("NVCC", "")]].concat());
    if out.contains("no usable nvcc was found") {
        assert!(out.contains("pip install 'nvidia-cuda-nvcc'"), "{out}");
    } else {
        cuda_rust::skip("a toolkit is installed in the usual folders");
    }
    fs::rename(project.path("toolkit/lib64"), project.path("toolkit/moved")).unwrap();
    let out = project.compile(&nowhere[..3]);
    if out.contains("can't be linked without the CUDA runtime") {
        assert!(out.contains("pip install 'nvidia-cuda-runtime'"), "{out}");
    } else {
        cuda_rust::skip("a toolkit is installed in the usual folders");
    }
    let out = project.compile(&[("NVCC", "/bin/true")]);
    assert!(out.contains("/bin/true prints no release of nvcc"), "{out}");
    for (message, help) in [
        ("sh: 1: cicc: not found", "pip install 'nvidia-nvvm==13.0.*'"),
        (
            "ptxas fatal   : Unsupported .version 9.2; current version is '9.0'",
            "parts are of several releases: `pip install 'nvidia-nvvm==13.0.*' 'nvidia-cuda-crt==13.0.*'`",
        ),
        (
            "/tmp/tmpxft_6_a.cudafe1.stub.c:14:4: error: macro \\\"__cudaLaunch\\\" requires 2 arguments",
            "parts are of several releases: ",
        ),
        ("nvcc fatal   : Unsupported gpu architecture 'compute_20'", "nvcc --list-gpu-arch"),
        ("a.cu:1:10: fatal error: cub/cub.cuh: No such file or directory", "nvidia-cuda-cccl"),
    ] {
        project.write("a.cu", &format!("//! echo \"{message}\"; false\n"));
        let out = project.compile(&[("HOME", "/nowhere"), ("VIRTUAL_ENV", "/nowhere")]);
        if help.contains("cccl") && !out.contains(help) {
            cuda_rust::skip("CUB's headers are installed");
            continue;
        }
        let message = message.replace('\\', "");
        assert!(out.contains(&message) && out.contains(help), "{out}");
    }
}

#[test]
fn parts_of_different_major_versions_are_an_error() {
    let project = Project::new(&[("a.cu", "")]);
    project.write("toolkit/include/cuda.h", "#define CUDA_VERSION 12080\n");
    let out = project.compile(&[]);
    let expected = "toolkit/include/cuda.h is of CUDA 12.8: install both from one release";
    assert!(out.contains("would be compiled by nvcc 13.0") && out.contains(expected), "{out}");
    // Other minor ones are only mentioned if something fails.
    project.write("toolkit/include/cuda.h", "#define CUDA_VERSION 13020\n");
    assert!(project.compile(&[]).contains("compiled\n"));
    project.write("a.cu", "//! false\n");
    let out = project.compile(&[]);
    assert!(out.contains("nvcc is of CUDA 13.0, and its headers are of 13.2"), "{out}");
}

#[test]
fn files_of_similar_names_are_different_objects() {
    let project = Project::new(&[("one_k.cu", ""), ("one.k.cu", ""), ("one-k.cu", "")]);
    let out = project.compile(&[]);
    assert!(out.contains("compiled\n"), "{out}");
    assert_eq!(objects(&project).len(), 3);
}

#[test]
fn sources_may_have_long_paths_and_names() {
    let folder = ["a folder with a long name"; 10].join("/");
    let name = format!("{}.cu", "ä".repeat(120));
    let project = Project::new(&[("a.cu", "")]);
    let file = format!("{folder}/{name}");
    project.write(&file, "");
    let out = project.compile(&[("FILE", project.path(&file).to_str().unwrap())]);
    assert!(out.contains("compiled\n"), "{out}");
    // The same name in another folder is another object.
    project.write(&name, "");
    let out =
        project.compile(&[("FILE", project.path(&file).to_str().unwrap()), ("OPT_LEVEL", "1")]);
    assert!(out.contains("compiled\n"), "{out}");
    assert_eq!(objects(&project).len(), 3);
}

#[test]
fn a_missing_source_and_a_library_of_none_are_errors() {
    let folder = TempDir::new().unwrap();
    let error = StaticLibrary::new("sums").compile_to(folder.path()).unwrap_err();
    let expected = "the library sums has no sources: name them by StaticLibrary::file";
    assert_eq!(error.to_string(), expected);
    let error = StaticLibrary::new("sums").file("a.cu").compile().unwrap_err();
    assert!(error.to_string().starts_with("OUT_DIR is not set"), "{error}");
}
