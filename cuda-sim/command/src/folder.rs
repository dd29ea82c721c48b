//! The folder of the software device's libraries: the names by which programs find them.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
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
const RUNTIME: [&str; 2] = ["libcudart.so.13", "libcudart.so"];

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

/// Completes a folder that has the device's file, and maybe runtimes: links under the other names,
/// and programs.
pub(crate) fn complete(folder: &Path) -> io::Result<()> {
    for name in names() {
        link(&folder.join(name), FILE)?;
    }
    if folder.join(RUNTIME[0]).exists() {
        link(&folder.join(RUNTIME[1]), RUNTIME[0])?;
    }
    for wheel in WHEELS {
        let wheel = folder.join("python/packages/nvidia").join(wheel);
        fs::create_dir_all(&wheel)?;
        link(&wheel.join("lib"), "../../../..")?;
    }
    replace(&folder.join("python/sitecustomize.py"), PYTHON.as_bytes())?;
    fs::create_dir_all(folder.join("bin"))?;
    for (names, text) in PROGRAMS {
        for name in names {
            replace(&folder.join("bin").join(name), text.as_bytes())?;
        }
    }
    Ok(())
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
    remove(link)?;
    match symlink(target, link) {
        // Another process may do the same.
        Err(_) if is_there() => Ok(()),
        result => result,
    }
}

/// Writes an executable file, at once for those that load it meanwhile; a program that has the old
/// one open keeps it.
pub(crate) fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    let new = file.with_extension(format!("new{}", process::id()));
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
