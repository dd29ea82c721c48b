//! Cargo runs the script again whenever the compiler would read something else.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use cuda_build::{Build, Cache};
use cuda_rust::skip;
use tempfile::TempDir;

/// The variable that makes a new process run the script, of the kind that is its value.
const SCRIPT: &str = "CUDA_TEST_SCRIPT";

const SOURCE: &str = "#include <f.cuh>\n#if __has_include(\"opt.cuh\")\n#include \"opt.cuh\"\n#endif\n\
                      extern \"C\" __global__ void k(int *x) { *x = FACTOR; }\n";

/// A crate whose build script is `run` in this program, in a process of its own.
struct Crate {
    folder: TempDir,
    kind: &'static str,
}

impl Crate {
    /// Creates one with the source in `src`, and the header in the later of two include folders.
    fn new(kind: &'static str) -> Self {
        let folder = TempDir::new().unwrap();
        let this = Self { folder, kind };
        let program = std::env::current_exe().unwrap();
        let script = format!(
            "fn main() {{\n    let mut script = std::process::Command::new({program:?});\n    \
             script.args([\"--exact\", \"stale::script\", \"--nocapture\"]).env(\"{SCRIPT}\", {kind:?});\n    \
             let output = script.output().unwrap();\n    assert!(output.status.success(), \"{{output:?}}\");\n    \
             println!(\"{{}}\", String::from_utf8(output.stdout).unwrap());\n}}\n"
        );
        this.write("Cargo.toml", "[package]\nname = \"stale\"\nedition = \"2024\"\n[workspace]\n");
        this.write("build.rs", &script);
        this.write("src/lib.rs", "");
        this.write("src/k.cu", SOURCE);
        this.write("src/second/f.cuh", "#define FACTOR 2\n");
        this
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes a file whose time is long past, as what a package installs or `mv` puts there.
    fn write_old(&self, name: &str, text: &str) {
        self.write(name, text);
        self.age(name);
    }

    fn age(&self, name: &str) {
        let past = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        fs::File::open(self.path(name)).unwrap().set_modified(past).unwrap();
    }

    fn cargo(&self) -> Output {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--offline", "--quiet"]).current_dir(self.folder.path());
        cargo.env("CARGO_TARGET_DIR", self.path("target")).output().unwrap()
    }

    /// Returns whether Cargo ran the script in a build.
    fn runs(&self) -> bool {
        let count = || fs::read(self.path("runs")).unwrap_or_default().len();
        let before = count();
        let output = self.cargo();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        count() > before
    }

    /// Builds it, and checks that a second build finds nothing to do.
    fn build(&self) {
        assert!(self.runs(), "{}", self.kind);
        assert!(!self.runs(), "{} runs although nothing changed", self.kind);
    }

    /// Checks that a change makes the script run, once.
    fn after(&self, change: impl FnOnce()) {
        change();
        self.build();
    }
}

/// The script itself, which counts its runs.
#[test]
fn script() {
    let Ok(kind) = std::env::var(SCRIPT) else { return };
    let runs = fs::read("runs").unwrap_or_default();
    fs::write("runs", [runs.as_slice(), b"."].concat()).unwrap();
    let build = match kind.as_str() {
        "text" => Build::text("k.cu", SOURCE),
        _ => Build::file("src/k.cu"),
    };
    let build = match kind.as_str() {
        "nvcc" => build.nvcc(["-Isrc/first", "-I", "src/second"]),
        "committed" => build.committed("src/k.committed"),
        _ => build,
    };
    let build = build.cache(Cache::in_memory()).cuda_headers(false);
    let build = build.with(|program| program.include_dir("src/first").include_dir("src/second"));
    println!();
    build.write("kernels").unwrap();
}

/// Returns `false`, and says so, if there is no compiler for the crates of these tests.
fn has_nvrtc() -> bool {
    nvrtc::Nvrtc::load().map_err(skip).is_ok()
}

#[test]
fn a_header_that_hides_another_one_makes_cargo_run_the_script() {
    if !has_nvrtc() {
        return;
    }
    let of_file = Crate::new("file");
    of_file.build();
    of_file.after(|| of_file.write("src/first/f.cuh", "#define FACTOR 3\n"));
    of_file.after(|| of_file.write("src/f.cuh", "#define FACTOR 4\n"));
    // Nothing else in these folders matters.
    of_file.write("src/lib.rs", "// changed\n");
    of_file.write("src/first/other.cuh", "");
    assert!(!of_file.runs());
    // A text without a folder includes from that of the crate, in which Cargo itself writes.
    let of_text = Crate::new("text");
    of_text.build();
    of_text.after(|| of_text.write("f.cuh", "#define FACTOR 5\n"));
}

#[test]
fn an_old_header_that_appears_makes_cargo_run_the_script() {
    if !has_nvrtc() {
        return;
    }
    let project = Crate::new("file");
    project.build();
    project.write_old("elsewhere/f.cuh", "#define FACTOR 3\n");
    project.age("elsewhere");
    project.after(|| fs::rename(project.path("elsewhere"), project.path("src/first")).unwrap());
    project.write_old("elsewhere.cuh", "#define OPT\n");
    project
        .after(|| fs::rename(project.path("elsewhere.cuh"), project.path("src/opt.cuh")).unwrap());
}

#[test]
fn an_operand_of_has_include_that_appears_makes_cargo_run_the_script() {
    if !has_nvrtc() {
        return;
    }
    let project = Crate::new("file");
    project.build();
    project.after(|| project.write("src/second/opt.cuh", "#define OPT\n"));
    project.after(|| fs::remove_file(project.path("src/second/opt.cuh")).unwrap());
}

#[test]
fn a_link_that_is_made_to_lead_to_an_older_file_makes_cargo_run_the_script() {
    if !has_nvrtc() {
        return;
    }
    let project = Crate::new("file");
    project.write_old("headers/old/f.cuh", "#define FACTOR 1\n");
    project.write("headers/new/f.cuh", "#define FACTOR 2\n");
    let link = |to: &str, from: &str| {
        let from = project.path(from);
        let _ = fs::remove_file(&from);
        symlink(to, &from).unwrap();
    };
    fs::create_dir_all(project.path("src/first")).unwrap();
    link("../../headers/new/f.cuh", "src/first/f.cuh");
    project.build();
    project.after(|| link("../../headers/old/f.cuh", "src/first/f.cuh"));
    project.after(|| {
        fs::remove_file(project.path("src/first/f.cuh")).unwrap();
        fs::remove_dir(project.path("src/first")).unwrap();
        link("../headers/new", "src/first");
    });
    project.after(|| link("../headers/old", "src/first"));
    // The source itself.
    project.write_old("old.cu", SOURCE);
    project.after(|| link("../old.cu", "src/k.cu"));
}

#[test]
fn a_header_that_appears_for_nvcc_makes_cargo_run_the_script() {
    let project = Crate::new("nvcc");
    fake_nvcc(&project);
    project.build();
    project.after(|| project.write_old("src/first/f.cuh", "#define FACTOR 3\n"));
    project.after(|| project.write("src/opt.cuh", ""));
}

/// Makes an nvcc that reads the source and one header, and compiles to an empty module.
fn fake_nvcc(project: &Crate) {
    let ptx = ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry _Z1kPi(\n.param .u64 _Z1kPi_param_0\n)\n{\nret;\n}\n";
    project.write("out.ptx", ptx);
    let script = "#!/bin/sh\nwhile [ $# -gt 0 ]; do case $1 in -o) cp out.ptx \"$2\";; \
                  -MF) echo 'out : src/second/f.cuh' > \"$2\";; esac; shift; done\n";
    project.write("nvcc", script);
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(project.path("nvcc"), mode).unwrap();
    let build = fs::read_to_string(project.path("build.rs")).unwrap();
    let nvcc = project.path("nvcc");
    project.write(
        "build.rs",
        &build.replace("script.args", &format!("script.env(\"NVCC\", {nvcc:?}).args")),
    );
}

#[test]
fn a_header_that_changes_makes_cargo_run_the_script_also_without_a_compiler() {
    if !has_nvrtc() {
        return;
    }
    let project = Crate::new("committed");
    let script = fs::read_to_string(project.path("build.rs")).unwrap();
    let with = |variable: &str, value: &str| {
        let set = format!("script.env({variable:?}, {value:?}).args");
        project.write("build.rs", &script.replace("script.args", &set));
    };
    with("CUDA_BUILD_UPDATE", "1");
    assert!(project.runs());
    with("CUDA_NVRTC", "/nowhere");
    project.build();
    project.write("src/second/f.cuh", "#define FACTOR 3\n");
    let output = project.cargo();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("changed after it was written"), "{errors}");
}
