//! How programs are started: with what the command was started with, and with a line where the libraries don't reach them.

use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_rust::skip;
use serde_json::Value;

use crate::workshop::{Run, Workshop};

/// The ways to start a program.
const WAYS: [&[&str]; 3] = [&["run"], &["run", "--expect-device"], &["check"]];

/// A system call before the command runs; -1 is an error.
type Change = fn() -> i32;

/// Runs a program in one of these ways, after a change of this process's copy.
fn start(workshop: &Workshop, way: &[&str], program: &[&str], change: Change) -> Run {
    let mut command = workshop.command();
    command.args(way).arg("--").args(program);
    // SAFETY: the changes are single system calls.
    unsafe {
        command.pre_exec(move || match change() {
            -1 => Err(std::io::Error::last_os_error()),
            _ => Ok(()),
        });
    }
    Run::of(&mut command)
}

#[test]
fn a_program_is_started_with_the_signals_that_the_command_was_started_with() {
    let workshop = Workshop::new();
    let status = ["cat", "/proc/self/status"];
    let ignored = |run: &Run| {
        let mask = run.out.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        u64::from_str_radix(mask.unwrap().trim(), 16).unwrap()
    };
    // SAFETY: no code runs on the signals.
    let ignore: [(i32, Change); 2] = unsafe {
        [
            (libc::SIGPIPE, || {
                -((libc::signal(libc::SIGPIPE, libc::SIG_IGN) == libc::SIG_ERR) as i32)
            }),
            (libc::SIGCHLD, || {
                -((libc::signal(libc::SIGCHLD, libc::SIG_IGN) == libc::SIG_ERR) as i32)
            }),
        ]
    };
    for way in WAYS {
        for (signal, ignore) in ignore {
            let bit = 1 << (signal - 1);
            let run = start(&workshop, way, &status, ignore);
            assert_ne!(ignored(&run) & bit, 0, "{way:?} {signal}: {}{}", run.out, run.err);
            let run = start(&workshop, way, &status, || 0);
            assert_eq!(ignored(&run) & bit, 0, "{way:?} {signal}: {}{}", run.out, run.err);
        }
    }
}

#[test]
fn a_standard_file_that_is_closed_stays_closed() {
    let workshop = Workshop::new();
    for way in WAYS {
        // SAFETY: the files are those of the process that becomes the command.
        let closes: [(Change, &str); 3] = unsafe {
            [
                (|| libc::close(0), "test -e /proc/self/fd/0 || echo closed"),
                (|| libc::close(1), "test -e /proc/self/fd/1 || echo closed >&2"),
                (|| libc::close(2), "test -e /proc/self/fd/2 || echo closed"),
            ]
        };
        for (close, is_closed) in closes {
            let run = start(&workshop, way, &["sh", "-c", is_closed], close);
            let printed = run.out + &run.err;
            assert!(printed.contains("closed\n"), "{way:?} {is_closed}: {printed}");
        }
    }
}

#[test]
fn the_rest_of_the_environment_is_the_programs() {
    let workshop = Workshop::new();
    let program = workshop.0.path().join("entries");
    // Without a value, and twice: what `Command` can't pass.
    let source = "#include <stdio.h>\n#include <string.h>\n#include <unistd.h>\nextern char **environ;\n\
        int main(int n, char **w) { static char *e[] = {\"NOVALUE\", \"TWICE=1\", \"TWICE=2\", \"=odd\", 0, 0};\
        if (n > 2) { e[4] = w[1]; execve(w[2], w + 2, e); return 9; }\
        for (char **p = environ; *p; p++) if (!strncmp(*p, \"NOV\", 3) || !strncmp(*p, \"TWI\", 3) || **p == '=') puts(*p);\
        return 0; }\n";
    let file = program.with_extension("c");
    fs::write(&file, source).unwrap();
    let compiled = Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()))
        .arg(&file)
        .arg("-o")
        .arg(&program)
        .status();
    assert!(compiled.unwrap().success());
    for way in WAYS {
        let mut command = Command::new(&program);
        let libraries = format!("CUDA_SIM_LIBRARIES={}", workshop.libraries().display());
        command.arg(libraries).arg(env!("CARGO_BIN_EXE_cuda-sim")).args(way).arg(&program);
        let run = Run::of(&mut command);
        assert_eq!(run.out, "NOVALUE\nTWICE=1\nTWICE=2\n=odd\n", "{way:?}: {}", run.err);
    }
}

#[test]
fn programs_are_found_where_a_shell_finds_them() {
    let workshop = Workshop::new();
    let folder = workshop.0.path().join("here");
    fs::create_dir(&folder).unwrap();
    symlink("/bin/echo", folder.join("say-it")).unwrap();
    for (path, words, expected) in [
        (None, &["sh", "-c", "echo $PATH"][..], "/bin:/usr/bin\n"),
        (Some(""), &["say-it", "here"], "here\n"),
    ] {
        let mut command = workshop.command();
        command.current_dir(&folder).args(["run", "--"]).args(words);
        match path {
            Some(path) => command.env("PATH", path),
            None => command.env_remove("PATH"),
        };
        let run = Run::of(&mut command);
        assert!(run.out.ends_with(expected), "{path:?}: {}{}", run.out, run.err);
    }
}

#[test]
fn a_command_that_starts_the_command_changes_nothing_more() {
    let workshop = Workshop::new();
    let lists = "echo $LD_AUDIT $LD_LIBRARY_PATH $PATH $PYTHONPATH $GLIBC_TUNABLES";
    let run = |words: &[&str]| {
        let run = Run::of(workshop.command().args(words).args(["sh", "-c", lists]));
        assert_eq!(run.status, Some(0), "{}", run.err);
        run.out
    };
    let command = env!("CARGO_BIN_EXE_cuda-sim");
    assert_eq!(run(&["run", command, "run"]), run(&["run"]));
}

/// Returns what the command says before it runs a program, if that is run.
fn said_of(workshop: &Workshop, program: &Path) -> String {
    Run::of(workshop.command().args(["run", "--"]).arg(program)).err
}

#[test]
fn a_program_that_loads_no_libraries_is_told() {
    let workshop = Workshop::new();
    let folder = workshop.0.path();
    let source = folder.join("static.c");
    fs::write(&source, "int main(void) { return 0; }").unwrap();
    for option in ["-static", "-static-pie"] {
        let program = folder.join("static");
        let mut compile = Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()));
        let compiled = Run::of(compile.arg(option).arg(&source).arg("-o").arg(&program));
        if compiled.status != Some(0) {
            return skip("the C compiler links nothing statically");
        }
        let said = said_of(&workshop, &program);
        assert!(said.contains("static is linked statically"), "{option}: {said}");
        // Also where a script's first line names it.
        let script = folder.join("script");
        write_program(&script, format!("#!{}\n", program.display()).as_bytes());
        let said = said_of(&workshop, &script);
        assert!(said.contains("static is linked statically"), "{said}");
    }
    assert_eq!(said_of(&workshop, Path::new("true")), "");
    // A loader isn't a program that is linked statically.
    let loader = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"].map(PathBuf::from);
    if let Some(loader) = loader.iter().find(|loader| loader.exists()) {
        assert!(
            !said_of(&workshop, loader).contains("cuda-sim: "),
            "{}",
            said_of(&workshop, loader)
        );
    }
}

fn write_program(file: &Path, content: &[u8]) {
    fs::write(file, content).unwrap();
    fs::set_permissions(file, Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_program_of_another_word_size_or_machine_is_told() {
    let workshop = Workshop::new();
    let program = workshop.0.path().join("other");
    // Headers without segments: of 32 bits, and for a machine that nobody has.
    let mut header = [0_u8; 64];
    header[..7].copy_from_slice(b"\x7fELF\x01\x01\x01");
    header[16] = 2;
    header[18] = if cfg!(target_arch = "x86_64") { 3 } else { 40 };
    write_program(&program, &header);
    let said = said_of(&workshop, &program);
    assert!(said.contains("other has 32 bits"), "{said}");
    (header[4], header[18]) = (2, 99);
    write_program(&program, &header);
    let said = said_of(&workshop, &program);
    assert!(said.contains("other is for another machine"), "{said}");
}

#[test]
fn a_program_with_other_rights_is_told() {
    let workshop = Workshop::new();
    let program = workshop.0.path().join("true");
    let real = fs::canonicalize("/bin/true").unwrap();
    for (mode, text) in [(0o4755, "true is setuid"), (0o2755, "true is setgid")] {
        write_program(&program, &fs::read(&real).unwrap());
        if chown(&program, Some(4711), Some(4711)).is_err() {
            return skip("only root can give a file away");
        }
        fs::set_permissions(&program, Permissions::from_mode(mode)).unwrap();
        let said = said_of(&workshop, &program);
        if said.is_empty() {
            return skip("the folder for temporary files is mounted without setuid");
        }
        assert!(said.contains(text), "{said}");
    }
    chown(&program, Some(0), Some(0)).unwrap();
    fs::set_permissions(&program, Permissions::from_mode(0o4755)).unwrap();
    assert_eq!(said_of(&workshop, &program), "", "it is the user's own");
}

#[test]
fn what_is_missing_of_a_program_that_is_there_is_named() {
    let workshop = Workshop::new();
    let program = workshop.0.path().join("script");
    for (first, expected) in [
        ("#!/no/such/python", "script names `/no/such/python`, which isn't there\n"),
        (
            "#! /bin/sh\r",
            "names `/bin/sh\\r`, which isn't there; the line ends with a carriage return",
        ),
        ("#!/usr/bin/env no-such-python", "names `no-such-python`, which isn't in PATH\n"),
        (
            "#!/usr/bin/env sh\r",
            "names `sh\\r`, which isn't in PATH; the line ends with a carriage return",
        ),
        (
            "#!/usr/bin/env -S A=1 no-such-python -u",
            "names `no-such-python`, which isn't in PATH\n",
        ),
    ] {
        write_program(&program, format!("{first}\nexit 0\n").as_bytes());
        let mut command = workshop.command();
        let run = Run::of(command.args(["run", "--"]).arg(&program));
        assert_eq!(run.status, Some(127), "{first}: {}", run.err);
        assert!(run.err.contains(expected), "{first}: {}", run.err);
    }
    write_program(&program, b"#!/usr/bin/env -S sh -e\nexit 5\n");
    let run = Run::of(workshop.command().args(["check", "--"]).arg(&program));
    assert_eq!((run.status, run.err.as_str()), (Some(5), ""));
}

#[test]
fn a_report_is_there_whatever_became_of_the_program() {
    let workshop = Workshop::new();
    let json = workshop.0.path().join("report.json");
    let report = || -> Value { serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap() };
    fs::write(&json, "something longer than a report ".repeat(100)).unwrap();
    let mut command = workshop.command();
    command.args(["check", "--json"]).arg(&json).args(["--", "/no/such/program"]);
    assert_eq!(Run::of(&mut command).status, Some(127));
    assert_eq!(report()["status"], Value::Null);
    let error = report()["error"].as_str().unwrap().to_owned();
    assert!(error.contains("starting /no/such/program: No such file"), "{error}");
    // Also where the command is ended itself.
    let mut command = workshop.command();
    command.args(["check", "--json"]).arg(&json).args(["--", "sh", "-c", "kill -9 $PPID"]);
    assert_eq!(Run::of(&mut command).status, None);
    assert_eq!(report()["error"], "the program hasn't ended");
}

#[test]
fn a_dev_of_its_own_has_the_machines_shared_memory() {
    let workshop = Workshop::new();
    let marker = tempfile::NamedTempFile::new_in("/dev/shm").unwrap();
    for folder in ["/tmp", "/dev/shm", "/dev", "/no/such/folder"] {
        let mut command = workshop.command();
        command.env("TMPDIR", folder).args(["run", "--dev", "--", "sh", "-c"]);
        command.arg("cat \"$0\" && test -f /dev/nvidiactl && ! test -e /dev/shm/null && ls /proc/self/fd >/dev/null");
        let run = Run::of(command.arg(marker.path()));
        if run.err.contains("allowed to make a namespace") {
            return skip("no namespaces may be made here");
        }
        assert_eq!(run.status, Some(0), "{folder}: {}", run.err);
    }
}

#[test]
fn a_kernel_is_left_out_by_its_name() {
    let workshop = Workshop::new();
    for (kernel, found) in [("race", 66), ("unwritten", 66), ("beyond", 66)] {
        let json = workshop.0.path().join("report.json");
        let path = json.to_str().unwrap();
        let words = ["check", "--json", path];
        assert_eq!(workshop.run(&words, [kernel, "5"]).status, Some(found));
        let left_out = [&words[..], &["--leave-out", kernel]].concat();
        let run = workshop.run(&left_out, [kernel, "5"]);
        // A fault remains one.
        let expected = if kernel == "beyond" { 66 } else { 5 };
        assert_eq!(run.status, Some(expected), "{kernel}: {}", run.err);
        let line = format!("checks left out the kernel {kernel}, by its name; launches: 1\n");
        assert!(run.err.contains(&line), "{}", run.err);
        let report: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
        assert_eq!(report["left_out"][0]["launches"], 1, "{report}");
        // Another one's name changes nothing.
        let other = [&words[..], &["--leave-out", "right"]].concat();
        assert_eq!(workshop.run(&other, [kernel, "5"]).status, Some(found));
    }
    // Without the command, the process says so.
    let mut program = Command::new(workshop.program());
    program.env("LD_LIBRARY_PATH", workshop.libraries()).env("CUDA_SIM_CHECK", "all");
    let run = Run::of(program.env("CUDA_SIM_LEAVE_OUT", "other,race").args(["race", "5"]));
    assert_eq!(run.status, Some(5), "{}", run.err);
    assert!(
        run.err.contains("checks left out the kernel race, by its name; launches: 1"),
        "{}",
        run.err
    );
}

/// Libraries whose functions have versions, as NVIDIA's have, and a program that is linked with them.
#[test]
fn a_program_that_is_linked_with_versions_of_functions_is_loaded_without_a_word() {
    let workshop = Workshop::new();
    let folder = workshop.0.path();
    let device = fs::read(workshop.libraries().join("libcuda.so.1")).unwrap();
    let has = |name: &str| device.windows(name.len()).any(|part| part == name.as_bytes());
    if !has("libcublas.so.12\0") {
        return skip("the linker takes one version script");
    }
    let build = |words: &[&str]| {
        let mut compile = Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()));
        let run = Run::of(compile.current_dir(folder).args(words));
        assert_eq!(run.status, Some(0), "{}", run.err);
    };
    let names = fs::read_dir(workshop.libraries()).unwrap().map(|entry| entry.unwrap().file_name());
    let versioned = names.map(|name| name.into_string().unwrap()).filter(|name| {
        let name = name.strip_prefix("lib").unwrap_or_default();
        ["cublas", "cudnn", "cufft", "cupti", "curand"].iter().any(|start| name.starts_with(start))
            && !name.ends_with(".so")
    });
    let versioned: Vec<String> = versioned.collect();
    assert!(versioned.len() > 10, "{versioned:?}");
    for name in versioned {
        let function = if name.contains("blas") { "cublasCreate_v2" } else { "curandGenerate" };
        fs::write(folder.join("library.c"), format!("int {function}(void *p) {{ return 99; }}\n"))
            .unwrap();
        fs::write(folder.join("map"), format!("{name} {{ global: *; }};\n")).unwrap();
        let soname = format!("-Wl,-soname,{name}");
        build(&["-shared", "-fPIC", "library.c", "-Wl,--version-script=map", &soname, "-o", &name]);
        let program =
            format!("int {function}(void *);\nint main(void) {{ return {function}(0) == 99; }}\n");
        fs::write(folder.join("main.c"), program).unwrap();
        build(&["main.c", &name, "-o", "main"]);
        let run = Run::of(workshop.command().args(["run", "--"]).arg(folder.join("main")));
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{name}");
    }
}
