//! Tests of the cache of wheels' files, with a shell script instead of pip, and with pip.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::Result;
use tempfile::TempDir;
use xtask::pip::Pip;
use xtask::wheel::{Platform, Wheel};
use xtask::wheels::WheelPart;
use xtask::{Cache, Wheels};

/// A cache, and a fake pip that installs the same files for every wheel and records its calls.
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
        let mirror = Mirror { folder: tempfile::tempdir().unwrap() };
        let commands = files.iter().map(|name| {
            format!("mkdir -p \"$(dirname \"$target/{name}\")\"; printf %s '{name}' > \"$target/{name}\"\n")
        });
        mirror.run_script(&commands.collect::<String>());
        mirror
    }

    /// Sets the commands that pip runs; `$target` is the target folder.
    fn run_script(&self, commands: &str) {
        let script = format!(
            "echo \"$*\" >> '{}'\nwhile [ $# -gt 0 ]; do\n\
             [ \"$1\" = --target ] && target=$2\n[ \"$1\" = --requirement ] && cat \"$2\" >> '{}'\nshift; done\n{commands}\n",
            self.path("calls").display(),
            self.path("requirements").display()
        );
        fs::write(self.path("pip.sh"), script).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn fetch(&self, part: WheelPart, wheels: &[Wheel]) -> Result<PathBuf> {
        let pip =
            Pip::Program { program: "sh".into(), arguments: vec![self.path("pip.sh").into()] };
        Wheels::new(Cache::at(self.path("cache")), pip).folder("entry", part, wheels)
    }

    fn libraries(&self) -> PathBuf {
        self.fetch(WheelPart::Libraries, &[nvrtc("nvrtc")]).unwrap()
    }

    /// Fetches what can't be fetched, and returns the error message.
    fn failure(&self, part: WheelPart) -> String {
        let error = self.fetch(part, &[nvrtc("nvrtc")]).unwrap_err();
        assert_eq!(self.cached_files(), [] as [PathBuf; 0], "{error:#}");
        format!("{error:#}")
    }

    fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.path("calls")).unwrap_or_default();
        calls.lines().map(str::to_owned).collect()
    }

    /// Returns every file in the cache, complete or not, except for the lists of files.
    fn cached_files(&self) -> Vec<PathBuf> {
        files_below(&self.path("cache"))
    }
}

fn nvrtc(sha256: &str) -> Wheel {
    Wheel {
        name: "nvidia-cuda-nvrtc".into(),
        version: "13.5.37".into(),
        platform: Platform::LinuxX86_64,
        sha256: sha256.into(),
    }
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
fn libraries_are_kept_without_folders_and_without_the_second_build() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let folder = mirror.libraries();
    assert_eq!(files_below(&folder), [folder.join("libnvrtc.so.13")]);
    assert_eq!(files_below(&folder), mirror.cached_files());
}

#[test]
fn headers_keep_their_subfolders() {
    let mirror = Mirror::serving(&["x/include/a.h", "x/include/b/c.hpp", "x/include/__init__.py"]);
    let folder = mirror.fetch(WheelPart::Headers, &[nvrtc("")]).unwrap();
    let expected = [folder.join("a.h"), folder.join("b/c.hpp")];
    assert_eq!(files_below(&folder), expected);
    let contents = fs::read_to_string(&expected[1]).unwrap();
    assert_eq!(contents, "x/include/b/c.hpp");
}

#[test]
fn pip_installs_only_the_pinned_versions_and_hashes_for_the_platform_at_once() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let crt = Wheel { name: "nvidia-cuda-crt".into(), ..nvrtc("c1") };
    mirror.fetch(WheelPart::Libraries, &[nvrtc("a0"), crt]).unwrap();
    let [call] = &mirror.calls()[..] else { panic!("{:?}", mirror.calls()) };
    assert!(call.starts_with("install "), "{call}");
    for option in
        ["--no-deps", "--only-binary=:all:", "--require-hashes", "--platform manylinux2014_x86_64"]
    {
        assert!(call.contains(option), "{call}");
    }
    assert_eq!(
        fs::read_to_string(mirror.path("requirements")).unwrap(),
        "nvidia-cuda-nvrtc==13.5.37 --hash=sha256:a0\nnvidia-cuda-crt==13.5.37 --hash=sha256:c1\n"
    );
}

#[test]
fn a_cached_folder_is_used_without_pip() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let first = mirror.libraries();
    mirror.run_script("exit 1");
    assert_eq!(mirror.libraries(), first);
    assert_eq!(mirror.calls().len(), 1);
}

#[test]
fn truncated_and_removed_files_are_fetched_again() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let folder = mirror.libraries();
    let library = folder.join("libnvrtc.so.13");
    let whole = fs::read(&library).unwrap();

    fs::write(&library, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(mirror.libraries(), folder);
    assert_eq!(fs::read(&library).unwrap(), whole);

    fs::remove_file(&library).unwrap();
    mirror.libraries();
    assert_eq!(fs::read(&library).unwrap(), whole);
    assert_eq!(mirror.calls().len(), 3);
    assert_eq!(mirror.cached_files(), [library]);
}

#[test]
fn pip_refuses_a_wheel_with_another_hash_and_leaves_no_files() {
    let links = tempfile::tempdir().unwrap();
    let file = links.path().join("nvidia_cuda_nvrtc-13.5.37-py3-none-any.whl");
    let make = "import sys, zipfile\n\
        wheel = zipfile.ZipFile(sys.argv[1], 'w')\n\
        info = 'nvidia_cuda_nvrtc-13.5.37.dist-info/'\n\
        wheel.writestr('nvidia/cu13/lib/libnvrtc.so.13', 'library')\n\
        wheel.writestr(info + 'METADATA', 'Metadata-Version: 2.1\\nName: nvidia-cuda-nvrtc\\nVersion: 13.5.37\\n')\n\
        wheel.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')\n\
        wheel.writestr(info + 'RECORD', '')\n\
        wheel.close()\n";
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let status = Command::new(&python).args(["-c", make]).arg(&file).status();
    assert!(status.unwrap().success());

    let links = format!("PIP_FIND_LINKS={}", links.path().display());
    let mut arguments = vec!["PIP_NO_INDEX=1".into(), links.into(), python.clone()];
    arguments.extend(["-m", "pip"].map(Into::into));
    let pip = Pip::Program { program: "env".into(), arguments };
    let cache = tempfile::tempdir().unwrap();
    let wheels = Wheels::new(Cache::at(cache.path()), pip);
    let wrong = nvrtc(&"0".repeat(64));
    let error = wheels.folder("entry", WheelPart::Libraries, &[wrong]).unwrap_err();
    assert!(format!("{error:#}").contains("pip failed"), "{error:#}");
    assert_eq!(files_below(cache.path()), [] as [PathBuf; 0]);

    let print =
        "import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], 'rb').read()).hexdigest())";
    let hash = Command::new(&python).args(["-c", print]).arg(&file).output();
    let pinned = nvrtc(String::from_utf8_lossy(&hash.unwrap().stdout).trim());
    let folder = wheels.folder("entry", WheelPart::Libraries, &[pinned]).unwrap();
    let library = folder.join("libnvrtc.so.13");
    assert_eq!(fs::read_to_string(&library).unwrap(), "library");
    assert_eq!(files_below(cache.path()), [library]);
}

#[test]
fn a_wheel_without_the_requested_part_is_an_error() {
    let mirror = Mirror::serving(&["nvidia/cu13/include/nvrtc.h"]);
    let error = mirror.failure(WheelPart::Libraries);
    assert!(error.contains("no libraries"), "{error}");
}

#[test]
fn a_file_in_two_wheels_is_an_error() {
    let mirror = Mirror::serving(&["a/include/nvrtc.h", "b/include/nvrtc.h"]);
    let error = mirror.failure(WheelPart::Headers);
    assert!(error.contains("two wheels have"), "{error}");
}

#[test]
fn a_failure_of_pip_is_an_error_with_the_wheel_and_remedies() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    mirror.run_script("exit 1");
    let error = mirror.failure(WheelPart::Libraries);
    for part in [
        "nvidia-cuda-nvrtc 13.5.37 for linux-x86_64",
        "exit status: 1",
        "HTTPS_PROXY",
        "PIP_INDEX_URL",
        "install Python with pip",
    ] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn threads_that_fetch_the_same_wheel_all_get_one_complete_folder() {
    let mirror = Mirror::serving(&NVRTC_WHEEL);
    let folders: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| mirror.libraries())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(folders.iter().all(|folder| *folder == folders[0]));
    assert_eq!(mirror.cached_files(), [folders[0].join("libnvrtc.so.13")]);
}
