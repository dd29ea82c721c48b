//! Tests of the wheel cache, with a shell script instead of pip.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::Result;
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use xtask::pip::Pip;
use xtask::wheel::{Platform, Wheel};
use xtask::wheels::Part;
use xtask::{Cache, Wheels};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A cache, a wheel to download, and a fake pip that only knows that wheel and records its calls.
struct Mirror {
    folder: TempDir,
}

const NVRTC_WHEEL: [&str; 4] = [
    "nvidia/cu13/include/nvrtc.h",
    "nvidia/cu13/lib/libnvrtc.so.13",
    "nvidia/cu13/lib/libnvrtc.alt.so.13",
    "nvidia_cuda_nvrtc-13.5.37.dist-info/METADATA",
];

impl Mirror {
    /// Creates a mirror with a wheel of `files`, each of which contains its own name.
    fn serving(files: &[&str]) -> Self {
        let mirror = Mirror {
            folder: tempfile::tempdir().unwrap(),
        };
        let mut wheel = ZipWriter::new(File::create(mirror.wheel_file()).unwrap());
        for name in files {
            wheel
                .start_file(name, SimpleFileOptions::default())
                .unwrap();
            wheel.write_all(name.as_bytes()).unwrap();
        }
        wheel.finish().unwrap();
        mirror.run_script(&format!("cp '{}' \"$dest\"", mirror.wheel_file().display()));
        mirror
    }

    /// Sets the commands that pip runs; `$dest` is the target folder.
    fn run_script(&self, commands: &str) {
        let script = format!(
            "echo \"$*\" >> '{}'\nwhile [ $# -gt 0 ]; do [ \"$1\" = --dest ] && dest=$2; shift; done\n{commands}\n",
            self.calls_file().display()
        );
        fs::write(self.folder.path().join("pip.sh"), script).unwrap();
    }

    fn wheels(&self) -> Wheels {
        let script = self.folder.path().join("pip.sh");
        let pip = Pip::Program {
            program: "sh".into(),
            arguments: vec![script.into()],
        };
        Wheels::new(Cache::at(self.cache_folder()), pip)
    }

    fn pinned(&self) -> Wheel {
        let sha256 = sha256(&self.wheel_file());
        Wheel {
            name: "nvidia-cuda-nvrtc".into(),
            version: "13.5.37".into(),
            platform: Platform::LinuxX86_64,
            sha256,
        }
    }

    /// Fetches the valid wheel.
    fn fetch(&self, part: Part) -> Result<PathBuf> {
        self.wheels().folder("entry", part, &[self.pinned()])
    }

    /// Fetches a wheel that can't be fetched, and returns the error message.
    fn failure(&self, part: Part, wheel: Wheel) -> String {
        let error = self.wheels().folder("entry", part, &[wheel]).unwrap_err();
        assert_eq!(self.cached_files(), [] as [PathBuf; 0], "{error:#}");
        format!("{error:#}")
    }

    fn wheel_file(&self) -> PathBuf {
        self.folder
            .path()
            .join("nvidia_cuda_nvrtc-13.5.37-py3-none-any.whl")
    }

    fn cache_folder(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    fn calls_file(&self) -> PathBuf {
        self.folder.path().join("calls")
    }

    fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.calls_file()).unwrap_or_default();
        calls.lines().map(str::to_owned).collect()
    }

    /// Returns every file in the cache, complete or not, except for the lists of files.
    fn cached_files(&self) -> Vec<PathBuf> {
        files_below(&self.cache_folder())
    }
}

fn sha256(file: &Path) -> String {
    let hash = Sha256::digest(fs::read(file).unwrap());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else if path.file_name().is_none_or(|name| name != ".files") {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn libraries_are_unpacked_without_folders_and_without_the_second_build() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let folder = mirror.fetch(Part::Libraries).unwrap();
    assert_eq!(files_below(&folder), [folder.join("libnvrtc.so.13")]);
}

#[test]
fn headers_keep_their_subfolders() {
    let files = [
        "x/include/a.h",
        "x/include/b/c.hpp",
        "x/include/__init__.py",
    ];
    let mirror = Mirror::serving(&files);
    let folder = mirror.fetch(Part::Headers).unwrap();
    let expected = [folder.join("a.h"), folder.join("b/c.hpp")];
    assert_eq!(files_below(&folder), expected);
    assert_eq!(
        fs::read_to_string(&expected[1]).unwrap(),
        "x/include/b/c.hpp"
    );
}

#[test]
fn pip_downloads_only_the_pinned_version_and_platform() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    mirror.fetch(Part::Libraries).unwrap();
    let [call] = &mirror.calls()[..] else {
        panic!("{:?}", mirror.calls())
    };
    assert!(call.starts_with("download "), "{call}");
    assert!(call.ends_with(" nvidia-cuda-nvrtc==13.5.37"), "{call}");
    for option in [
        "--no-deps",
        "--only-binary=:all:",
        "--platform manylinux2014_x86_64",
    ] {
        assert!(call.contains(option), "{call}");
    }
}

#[test]
fn cached_wheels_are_used_without_pip() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let first = mirror.fetch(Part::Libraries).unwrap();
    mirror.run_script("exit 1");
    assert_eq!(mirror.fetch(Part::Libraries).unwrap(), first);
    assert_eq!(mirror.calls().len(), 1);
}

#[test]
fn the_headers_and_libraries_of_a_wheel_are_downloaded_once() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let (wheels, pinned) = (mirror.wheels(), [mirror.pinned()]);
    let headers = wheels.folder("headers", Part::Headers, &pinned).unwrap();
    let libraries = wheels
        .folder("libraries", Part::Libraries, &pinned)
        .unwrap();
    assert_eq!(mirror.calls().len(), 1);
    drop(wheels);
    let files = [headers.join("nvrtc.h"), libraries.join("libnvrtc.so.13")];
    assert_eq!(mirror.cached_files(), files);
}

#[test]
fn the_wheels_of_a_folder_are_downloaded_together() {
    let mirror = Mirror::serving(&["x/include/nvrtc.h"]);
    let crt = Mirror::serving(&["x/include/crt/host_config.h"]);
    mirror.run_script(&format!(
        "cp '{}' \"$dest\"; cp '{}' \"$dest/nvidia_cuda_crt-13.5.37-py3-none-any.whl\"",
        mirror.wheel_file().display(),
        crt.wheel_file().display(),
    ));
    let crt = Wheel {
        name: "nvidia-cuda-crt".into(),
        ..crt.pinned()
    };
    let wheels = [mirror.pinned(), crt];
    let folder = mirror.wheels().folder("entry", Part::Headers, &wheels);
    let folder = folder.unwrap();
    let files = [folder.join("crt/host_config.h"), folder.join("nvrtc.h")];
    assert_eq!(files_below(&folder), files);
    assert_eq!(mirror.calls().len(), 1);
}

#[test]
fn truncated_and_removed_files_are_fetched_again() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let folder = mirror.fetch(Part::Libraries).unwrap();
    let library = folder.join("libnvrtc.so.13");
    let whole = fs::read(&library).unwrap();

    fs::write(&library, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(mirror.fetch(Part::Libraries).unwrap(), folder);
    assert_eq!(fs::read(&library).unwrap(), whole);

    fs::remove_file(&library).unwrap();
    mirror.fetch(Part::Libraries).unwrap();
    assert_eq!(fs::read(&library).unwrap(), whole);
    assert_eq!(mirror.calls().len(), 3);
    assert_eq!(mirror.cached_files(), [library]);
}

#[test]
fn a_download_reports_its_progress_and_size() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let seen = mirror.folder.path().join("seen");
    // It continues when both numbers have been seen.
    mirror.run_script(&format!(
        "echo 'Downloading x.whl (1.5 kB)'; printf 123 > \"$TMPDIR/part\"\nwhile ! [ -e '{}' ]; do :; done\n\
         cp '{}' \"$dest\"",
        seen.display(),
        mirror.wheel_file().display()
    ));
    let pip = Pip::Program {
        program: "sh".into(),
        arguments: vec![mirror.folder.path().join("pip.sh").into()],
    };
    let into = tempfile::tempdir().unwrap();
    let mut last = None;
    pip.download(&[&mirror.pinned()], into.path(), &mut |progress| {
        last = Some(progress);
        if progress.bytes == 3 && progress.total.is_some() {
            fs::write(&seen, "").unwrap();
        }
    })
    .unwrap();
    assert_eq!(last.unwrap().total, Some(1_500));
}

#[test]
fn a_download_with_another_hash_is_an_error_with_both_hashes_and_leaves_no_files() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let pinned = mirror.pinned();
    let mut bytes = fs::read(mirror.wheel_file()).unwrap();
    bytes[40] ^= 1;
    fs::write(mirror.wheel_file(), bytes).unwrap();

    let error = mirror.failure(Part::Libraries, pinned.clone());

    let name = "nvidia_cuda_nvrtc-13.5.37-py3-none-any.whl";
    for part in [name, &pinned.sha256, &sha256(&mirror.wheel_file())] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_truncated_wheel_is_an_error_even_with_the_pinned_hash() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let whole = fs::read(mirror.wheel_file()).unwrap();
    fs::write(mirror.wheel_file(), &whole[..whole.len() / 2]).unwrap();
    let error = mirror.failure(Part::Libraries, mirror.pinned());
    assert!(
        error.contains("nvidia_cuda_nvrtc-13.5.37-py3-none-any.whl can't be read"),
        "{error}"
    );
}

#[test]
fn a_file_outside_of_the_folder_is_rejected_and_leaves_no_files() {
    for outside in [
        "x/include/../../../outside.h",
        "/tmp/include/outside.h",
        "x/include//tmp/outside.h",
        "x/include/..\\outside.h",
        "x/include/C:outside.h",
    ] {
        let mirror = Mirror::serving(&["x/include/inside.h", outside]);
        let error = mirror.failure(Part::Headers, mirror.pinned());
        assert!(error.contains(outside), "{error}");
        assert!(!mirror.folder.path().join("outside.h").exists());
    }
}

#[test]
fn a_wheel_without_the_requested_part_is_an_error() {
    let mirror = Mirror::serving(&["nvidia/cu13/include/nvrtc.h"]);
    let error = mirror.failure(Part::Libraries, mirror.pinned());
    assert!(error.contains("no libraries"), "{error}");
}

#[test]
fn threads_that_fetch_the_same_wheel_all_get_one_complete_folder() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let fetch = || mirror.fetch(Part::Libraries).unwrap();
    let folders: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(fetch)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(folders.iter().all(|folder| *folder == folders[0]));
    assert_eq!(mirror.cached_files(), [folders[0].join("libnvrtc.so.13")]);
}

#[test]
fn the_error_contains_the_output_of_pip() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    mirror.run_script("echo 'ERROR: No matching distribution found' >&2; exit 1");
    let error = mirror.failure(Part::Libraries, mirror.pinned());
    assert!(
        error.contains("nvidia-cuda-nvrtc 13.5.37 for linux-x86_64"),
        "{error}"
    );
    assert!(error.contains("No matching distribution found"), "{error}");
    for help in ["HTTPS_PROXY", "PIP_INDEX_URL"] {
        assert!(error.contains(help), "{error}");
    }
}

#[test]
fn a_python_without_pip_is_an_error_with_a_remedy() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    mirror.run_script("echo '/usr/bin/python3: No module named pip' >&2; exit 1");
    let error = mirror.failure(Part::Libraries, mirror.pinned());
    assert!(
        error.contains("has no pip: install Python with pip"),
        "{error}"
    );
}

#[test]
fn a_pip_that_leaves_no_wheel_is_an_error() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    mirror.run_script("true");
    let error = mirror.failure(Part::Libraries, mirror.pinned());
    assert!(error.contains("left no wheel"), "{error}");
}
