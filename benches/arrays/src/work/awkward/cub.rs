//! CUB's segmented operations: `programs/segmented.cu`, compiled by this machine's nvcc to a library.

use std::ffi::{OsString, c_int, c_longlong, c_void};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;
use std::{env, fs, ptr};

use anyhow::{Context as _, Result, bail, ensure};
use cuda_driver::sys::CUstream;
use libloading::Library;

use super::CUB;
use super::data::{Arrays, Data};
use crate::work::{Bench, Way, raw::RawMemory};

const SOURCE: &str = include_str!("../../../programs/segmented.cu");

/// An operation: temporary memory and its size, elements, results, their numbers, offsets, stream.
type Operation = unsafe extern "C" fn(
    *mut c_void,
    *mut usize,
    u64,
    u64,
    c_longlong,
    c_longlong,
    u64,
    CUstream,
) -> c_int;

/// The loaded library.
pub struct Cub {
    library: Library,
}

fn nvcc_candidates(bench: &Bench) -> Vec<OsString> {
    if let Some(nvcc) = &bench.nvcc {
        return vec![nvcc.clone().into()];
    }
    let below = |folder: OsString| PathBuf::from(folder).join("bin/nvcc").into_os_string();
    let mut all = vec!["nvcc".into()];
    all.extend(env::var_os("CUDA_PATH").map(below));
    all.push("/usr/local/cuda/bin/nvcc".into());
    all
}

impl Cub {
    /// Compiles it, unless it was compiled before, and loads it.
    pub fn build(bench: &Bench) -> Result<Self> {
        let device = bench.context.device();
        if device.name()?.starts_with(cuda_sim::DEVICE_NAME) {
            bail!("the software device doesn't run programs linked by nvcc");
        }
        let mut version = None;
        for nvcc in nvcc_candidates(bench) {
            match Command::new(&nvcc).arg("--version").output() {
                Ok(output) if output.status.success() => {
                    version = Some((nvcc, output.stdout));
                    break;
                }
                _ => {}
            }
        }
        let Some((nvcc, version)) = version else {
            bail!("there is no nvcc: install the CUDA toolkit, or set nvcc with --nvcc");
        };
        let capability = device.compute_capability()?;
        let (major, minor) = (capability.major, capability.minor);
        let mut hash = DefaultHasher::new();
        (SOURCE, version, major, minor).hash(&mut hash);
        let folder = env::temp_dir().join(format!("arrays-compare-{:016x}", hash.finish()));
        let library = folder.join("libsegmented.so");
        if !library.exists() {
            fs::create_dir_all(&folder)?;
            let source = folder.join("segmented.cu");
            fs::write(&source, SOURCE)?;
            let part = folder.join(format!("part-{}.so", std::process::id()));
            eprintln!("compiling CUB");
            let output = Command::new(&nvcc)
                .args(["-O3", "-std=c++17", "-shared", "-Xcompiler", "-fPIC"])
                .arg(format!("-arch=sm_{major}{minor}"))
                .arg("-o")
                .args([&part, &source])
                .output()
                .context("starting nvcc")?;
            let message = String::from_utf8_lossy(&output.stderr);
            let first = message.lines().next().unwrap_or_default();
            ensure!(output.status.success(), "nvcc ends with {}: {first}", output.status);
            fs::rename(part, &library)?;
        }
        // SAFETY: it was compiled from the source above, and loading it only runs the CUDA runtime's initialization.
        let library = unsafe { Library::new(&library) }?;
        Ok(Self { library })
    }
}

/// A CUB operation on lists, whose results have that many bytes.
pub fn way(bench: &Bench, data: Data, operation: &str, bytes: usize) -> Way {
    match bench.ragged.cub(bench) {
        Ok(cub) => match try_way(bench, data, &cub, operation, bytes) {
            Ok(way) => way,
            Err(error) => Way::skipped(CUB, format!("{error:#}")),
        },
        Err(reason) => Way::skipped(CUB, reason),
    }
}

fn buffer(arrays: &Arrays, name: &str) -> Result<u64> {
    let buffers = arrays.a.buffers();
    let found = buffers.iter().find(|it| it.name == name);
    Ok(found.with_context(|| format!("{name} is missing"))?.data.as_raw())
}

fn try_way(bench: &Bench, data: Data, cub: &Rc<Cub>, operation: &str, bytes: usize) -> Result<Way> {
    let arrays = bench.ragged.arrays(bench, data)?;
    let lists = bench.ragged.lists(bench, data);
    let (elements, count) = (lists.elements as c_longlong, lists.count() as c_longlong);
    let (input, offsets) = (buffer(&arrays, "node1-data")?, buffer(&arrays, "node0-offsets")?);
    let name = format!("segmented_{operation}\0");
    // SAFETY: all operations in the source have this signature.
    let call: Operation = *unsafe { cub.library.get(name.as_bytes()) }?;
    let (stream, out) = (bench.stream.clone(), RawMemory::new(bench, bytes)?);
    let mut needed = 0usize;
    let null = ptr::null_mut();
    // SAFETY: without memory, it only returns how much it needs.
    let code = unsafe {
        call(null, &mut needed, input, out.address(), elements, count, offsets, stream.as_raw())
    };
    ensure!(code == 0, "CUB returns {code} when queried for the memory it needs");
    let memory = RawMemory::new(bench, needed.max(1))?;
    let cub = cub.clone();
    Ok(Way::queued(CUB, &bench.stream.clone(), move || {
        // The closure keeps what the call uses alive.
        let _kept = (&arrays, &cub);
        let (place, mut bytes) = (memory.address() as *mut c_void, needed);
        // SAFETY: the arrays have these sizes, there is as much memory as requested, and room for the results.
        let code = unsafe {
            call(place, &mut bytes, input, out.address(), elements, count, offsets, stream.as_raw())
        };
        ensure!(code == 0, "CUB answers {code}");
        Ok(())
    }))
}
