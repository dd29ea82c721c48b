//! The folder of the software device's libraries: the names by which programs find them.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process;

use cuda_pathfinder::{CUBLAS, CUBLAS_LT, CUDNN, CUFFT, CUPTI, CURAND, Library};

/// The file of the device, which has the functions of its libraries, too.
pub(crate) const FILE: &str = "libcuda.so.1";

/// The library that the loader asks.
pub(crate) const AUDIT: &str = "libcuda_sim_audit.so";

/// The libraries that it has besides the driver.
const LIBRARIES: [&Library; 6] = [&CUBLAS, &CUBLAS_LT, &CUDNN, &CUFFT, &CUPTI, &CURAND];

/// Further names of the file. Some programs try the first before `libcuda.so.1`, and would find
/// another driver.
const NAMES: [&str; 2] = ["libcuda.so", "libnvidia-ml.so.1"];

/// The file of the newest runtime, by whose name without a version programs are linked.
pub(crate) const RUNTIME: [&str; 2] = ["libcudart.so.13", "libcudart.so"];

/// What Python runs when it starts: it finds the packages after those that are installed.
const PYTHON: &str = include_str!("../stand_ins/sitecustomize.py");

/// The Python packages of NVIDIA's wheels with these libraries and the runtime: `nvidia.cublas` and
/// so on. Others look for the files in their folders `lib`, and then load them by path.
const WHEELS: [&str; 7] =
    ["cu13", "cublas", "cuda_cupti", "cuda_runtime", "cudnn", "cufft", "curand"];

/// The programs in `bin`, each under the names by which it is started: scripts that stand in for
/// NVIDIA's. Triton has two of its own.
const PROGRAMS: [(&[&str], &str); 2] = [
    (&["ptxas", "ptxas-blackwell"], include_str!("../stand_ins/ptxas")),
    (&["fatbinary"], include_str!("../stand_ins/fatbinary")),
];

/// What is in the folder besides the libraries, under a path.
pub(crate) enum Entry {
    Folder,
    Link(&'static str),
    Program(&'static str),
}

/// Completes a folder that has the device's file, and maybe runtimes: links under the other names,
/// and programs.
pub(crate) fn complete(folder: &Path) -> io::Result<()> {
    for (path, entry) in entries(folder.join(RUNTIME[0]).exists()) {
        let path = folder.join(path);
        match entry {
            Entry::Folder => fs::create_dir_all(path)?,
            Entry::Link(target) => link(&path, target)?,
            Entry::Program(text) => replace(&path, text.as_bytes())?,
        }
    }
    Ok(())
}

/// Returns what completes the folder, each folder before what is in it.
pub(crate) fn entries(has_runtime: bool) -> Vec<(PathBuf, Entry)> {
    let mut entries: Vec<(PathBuf, Entry)> =
        names().into_iter().map(|name| (name.into(), Entry::Link(FILE))).collect();
    if has_runtime {
        entries.push((RUNTIME[1].into(), Entry::Link(RUNTIME[0])));
    }
    let packages = Path::new("python/packages/nvidia");
    let folders = ["python", "python/packages", "python/packages/nvidia"];
    entries.extend(folders.map(|folder| (folder.into(), Entry::Folder)));
    entries.push(("python/sitecustomize.py".into(), Entry::Program(PYTHON)));
    for wheel in WHEELS {
        entries.push((packages.join(wheel), Entry::Folder));
        entries.push((packages.join(wheel).join("lib"), Entry::Link("../../../..")));
    }
    entries.push(("bin".into(), Entry::Folder));
    for (names, text) in PROGRAMS {
        for name in names {
            entries.push((Path::new("bin").join(name), Entry::Program(text)));
        }
    }
    entries
}

/// Returns the other names of the file: of the libraries in all versions, and without one, as a
/// linker looks for it.
fn names() -> Vec<String> {
    let mut names = NAMES.map(str::to_owned).to_vec();
    for library in LIBRARIES {
        let versions = library.sonames().linux.iter().map(|soname| soname.file);
        let plain = versions.clone().filter_map(|file| file.split_once(".so."));
        names.extend(plain.take(1).map(|(name, _)| format!("{name}.so")));
        names.extend(versions.map(str::to_owned));
    }
    names
}

/// Makes a link, unless it is there.
fn link(link: &Path, target: &str) -> io::Result<()> {
    let is_there = || fs::read_link(link).is_ok_and(|is| is == Path::new(target));
    if is_there() {
        return Ok(());
    }
    // At once, because another process may be looking for it, or do the same.
    let new = temporary(link);
    remove(&new)?;
    symlink(target, &new)?;
    fs::rename(new, link)
}

/// Returns a name beside a file, of this process alone.
fn temporary(file: &Path) -> PathBuf {
    file.with_extension(format!("new{}", process::id()))
}

/// Writes an executable file, at once for those that load it meanwhile; a program that has the old
/// one open keeps it.
pub(crate) fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    let new = temporary(file);
    fs::write(&new, content)?;
    fs::set_permissions(&new, PermissionsExt::from_mode(0o755))?;
    fs::rename(new, file)
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
