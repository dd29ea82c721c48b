//! Tests of the command's output and exit status.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "the functions here that aren't tests only serve tests")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Runs the command with only `variables` in its environment.
fn run(arguments: &[&str], variables: &[(&str, &Path)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cuda-pathfinder"))
        .args(arguments)
        .env_clear()
        .envs(variables.iter().copied())
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A toolkit with `cuda.h` and CCCL.
fn toolkit() -> TempDir {
    let toolkit = TempDir::new().unwrap();
    let cccl = toolkit.path().join("include/cccl/cuda/std");
    fs::create_dir_all(&cccl).unwrap();
    fs::write(cccl.join("version"), "").unwrap();
    fs::write(toolkit.path().join("include/cuda.h"), "").unwrap();
    toolkit
}

#[test]
fn list_shows_every_library_and_every_set_of_headers() {
    let output = run(&["list", "--json"], &[]);
    assert_eq!(output.status.code(), Some(0));
    let list: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(list["libraries"].as_array().unwrap().len(), 54);
    assert_eq!(list["headers"].as_array().unwrap().len(), 32);
    let text = stdout(&run(&["list"], &[]));
    for name in ["nvrtc", "CUDA_CUBLASLT", "cuda/std/version", "nvidia-cublas==13.*"] {
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn headers_accepts_the_names_of_sets_and_of_headers() {
    let toolkit = toolkit();
    let variables = [("CUDA_PATH", toolkit.path())];
    let output = run(&["headers", "cudart", "cuda/std/atomic"], &variables);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let include = toolkit.path().join("include");
    let expected = format!("{}\n{}\n", include.display(), include.join("cccl").display());
    assert_eq!(stdout(&output), expected);
}

#[test]
fn a_missing_library_exits_with_1_and_a_remedy() {
    let nowhere = Path::new("/not/here");
    let variables = [("CUDA_CUSTABILIZER", nowhere)];
    let output = run(&["find", "custabilizer"], &variables);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "");
    let text = stderr(&output);
    assert!(text.contains("/not/here: no such file or folder"), "{text}");
    assert!(text.contains("correct CUDA_CUSTABILIZER"), "{text}");
}

#[test]
fn one_missing_library_exits_with_1_and_the_others_are_printed() {
    let toolkit = toolkit();
    let variables = [("CUDA_PATH", toolkit.path())];
    let output = run(&["headers", "cudart", "custabilizer"], &variables);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output).lines().count(), 1);
    assert!(stderr(&output).contains("pip install 'cuquantum-cu13'"));
}

#[test]
fn an_unknown_name_exits_with_2() {
    for arguments in [
        &["find", "nvrtcc"][..],
        &["explain", "libnvrtc.so"],
        &["headers", "my_kernels.h"],
        &["find"],
        &["look"],
        &[],
    ] {
        let output = run(arguments, &[]);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
    let text = stderr(&run(&["find", "nvrtcc"], &[]));
    assert!(text.contains("nvrtcc") && text.contains("cuda-pathfinder list"), "{text}");
}

#[test]
fn explain_lists_every_place() {
    let toolkit = TempDir::new().unwrap();
    let output = run(&["explain", "NVRTC"], &[("CUDA_HOME", toolkit.path())]);
    let text = stdout(&output);
    for place in
        ["already loaded", "CUDA_NVRTC", "Python wheels", "conda", "system loader", "usual folders"]
    {
        assert!(text.contains(place), "{text}");
    }
    assert!(text.contains(&format!("{}: no lib64", toolkit.path().display())), "{text}");
}

#[test]
fn json_contains_the_places_and_the_results() {
    let toolkit = toolkit();
    let variables = [("CUDA_PATH", toolkit.path())];
    for arguments in
        [&["headers", "cudart", "--json"][..], &["--json", "headers", "cudart", "--explain"]]
    {
        let output = run(arguments, &variables);
        assert_eq!(output.status.code(), Some(0));
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let include = toolkit.path().join("include");
        assert_eq!(found[0]["name"], "cudart");
        assert_eq!(found[0]["path"], include.to_str().unwrap());
        assert_eq!(found[0]["place"], "CUDA_PATH, CUDA_HOME");
        assert!(found[0]["help"].is_null());
        assert!(found[0]["places"].as_array().unwrap().len() > 1);
    }
}

#[test]
fn a_given_folder_is_searched_and_a_newer_version_is_skipped() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("cuda.h"), "#define CUDA_VERSION 13000\n").unwrap();
    let given = folder.path().to_str().unwrap();
    let output = run(&["headers", "cudart", "--folder", given], &[]);
    assert_eq!(stdout(&output), format!("{given}\n"));
    let output = run(&["headers", "cudart", "--folder", given, "--newest", "12", "--explain"], &[]);
    assert!(stdout(&output).contains("cuda.h: newer than CUDA 12"));
}

#[test]
fn find_prints_the_file_that_can_be_loaded() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let source = folder.join("empty.c");
    fs::write(&source, "int answer(void) { return 42; }\n").unwrap();
    let library = folder.join("libcustabilizer.so.0");
    let mut cc = Command::new("cc");
    let cc = cc.args(["-shared", "-fPIC", "-o"]).args([&library, &source]);
    assert!(cc.status().unwrap().success());
    let output = run(&["find", "custabilizer"], &[("CUDA_CUSTABILIZER", &folder)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output), format!("{}\n", library.display()));
}

#[test]
fn a_path_that_is_not_utf8_is_printed_unchanged() {
    use std::os::unix::ffi::OsStrExt;
    let folder = TempDir::new().unwrap();
    let odd = folder.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir_all(odd.join("include")).unwrap();
    fs::create_dir_all(odd.join("bin")).unwrap();
    fs::write(odd.join("include/cuda.h"), "").unwrap();
    fs::write(odd.join("bin/nvcc"), "").unwrap();
    for (arguments, file) in [(["headers", "cuda.h"], "include"), (["tools", "nvcc"], "bin/nvcc")] {
        let output = run(&arguments, &[("CUDA_PATH", &odd)]);
        let expected_output = [odd.join(file).as_os_str().as_bytes(), b"\n"].concat();
        assert_eq!(output.stdout, expected_output, "{}", stderr(&output));
    }
}

#[test]
fn a_missing_tool_is_reported_with_the_searched_places() {
    let output = run(&["tools", "nvcc"], &[]);
    // A machine may have one in a usual folder.
    let is_reported = stderr(&output).starts_with("no usable nvcc was found");
    assert!(output.status.success() != is_reported, "{}", stderr(&output));
    let unknown = stderr(&run(&["tools", "nvc"], &[]));
    assert!(unknown.contains("these are known: nvcc, ptxas"), "{unknown}");
}

#[test]
fn completions_and_manual_pages_are_written() {
    let completions = run(&["completions", "bash"], &[]);
    assert!(completions.status.success(), "{}", stderr(&completions));
    assert!(stdout(&completions).contains("explain"));

    let folder = TempDir::new().unwrap();
    let pages = run(&["man", folder.path().to_str().unwrap()], &[]);
    assert!(pages.status.success(), "{}", stderr(&pages));
    let page = fs::read_to_string(folder.path().join("cuda-pathfinder-explain.1")).unwrap();
    assert!(page.contains(".TH cuda-pathfinder-explain 1"), "{page}");

    let nowhere = run(&["man", "/nowhere/man1"], &[]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(stderr(&nowhere).contains("/nowhere/man1"));
}

#[test]
fn bash_completes_options_after_a_subcommand() {
    let completions = run(&["completions", "bash"], &[]);
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("completions");
    fs::write(&file, &completions.stdout).unwrap();
    // Bash calls this when the user presses Tab after `words`.
    let complete = |words: &str| {
        let script = format!(
            r#"source "$0"; spec=$(complete -p cuda-pathfinder); name=${{spec#*-F }}; name=${{name%% *}}
            COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); COMPREPLY=()
            $name cuda-pathfinder "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD - 1]}}"
            echo "${{COMPREPLY[*]}}""#
        );
        let output = Command::new("bash").arg("-c").arg(script).arg(&file).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    assert_eq!(complete("cuda-pathfinder fi"), "find\n");
    assert_eq!(complete("cuda-pathfinder headers --ex"), "--explain\n");
    assert_eq!(complete("cuda-pathfinder find nvrtc --js"), "--json\n");
    assert_eq!(complete("cuda-pathfinder completions zs"), "zsh\n");
}

#[test]
fn a_full_disk_is_an_error_and_a_closed_pipe_is_not() {
    let toolkit = toolkit();
    for arguments in [
        &["list"][..],
        &["list", "--json"],
        &["headers", "cudart"],
        &["headers", "cudart", "--explain"],
        &["headers", "cudart", "--json"],
        &["completions", "bash"],
    ] {
        let write_to = |stdout: Stdio| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_cuda-pathfinder"));
            let command = command.args(arguments).env_clear();
            let command = command.env("CUDA_PATH", toolkit.path()).stdout(stdout);
            command.stderr(Stdio::piped()).output().unwrap()
        };
        let full = write_to(fs::File::create("/dev/full").unwrap().into());
        assert_eq!(full.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&full).contains("No space left"), "{}", stderr(&full));

        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let closed = write_to(writer.into());
        assert_eq!(closed.status.code(), Some(0), "{arguments:?}");
        assert_eq!(stderr(&closed), "", "{arguments:?}");
    }
}

#[test]
fn the_exit_status_needs_no_standard_error() {
    for arguments in [&["find", "cublas"][..], &["tools", "nvcc"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cuda-pathfinder"));
        command.args(arguments).env_clear().env("CUDA_CUBLAS", "/nowhere");
        command.env("CUDA_PATH", "/nowhere").stdout(Stdio::null());
        command.stderr(fs::File::create("/dev/full").unwrap());
        assert_eq!(command.status().unwrap().code(), Some(1), "{arguments:?}");
    }
}
