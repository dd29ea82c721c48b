//! The layouts of types and the values of enumerators as C++ has them, by NVIDIA's newest headers.
//!
//! `CUDA_LIBRARY_HEADERS` names their include folders, a list like `PATH`'s, and `CUDA_HEADERS` the folder of CUDA's
//! header sets.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::real::skip;

/// Makes a module for a library, with what C++ must find true of its headers.
macro_rules! rows {
    ($library:ident [$($header:literal),*]
        types { $($ty:ident {$($c:literal $($field:ident).+,)*})* }
        // Each with the names that the newest headers lack.
        enumerators { $($enum:ident {$($missing:ident),*})* }
    ) => {
        pub(crate) mod $library {
            use std::mem::{align_of, size_of};

            #[allow(unused_imports, reason = "some libraries have no types or enumerators")]
            use cuda_libraries_sys::$library::*;

            pub(crate) const TYPES: &[(&str, usize, usize)] =
                &[$((stringify!($ty), size_of::<$ty>(), align_of::<$ty>()),)*];

            #[test]
            fn types_and_enumerators_are_as_in_the_newest_headers() {
                // A constant, because a function with thousands of statements is more than rustc can nest.
                const FIELDS: &[(&str, &str, usize)] =
                    &[$($((stringify!($ty), $c, std::mem::offset_of!($ty, $($field).+)),)*)*];
                let mut values: Vec<(&str, &str, i64)> = Vec::new();
                $(
                    let declared = $enum::ENUMERATORS.iter();
                    let declared = declared.filter(|(name, _)| ![$(stringify!($missing)),*].contains(name));
                    values.extend(declared.map(|(name, value)| (stringify!($enum), *name, value.0 as i64)));
                )*
                super::check(stringify!($library), &[$($header),*], &super::facts(TYPES, FIELDS, &values));
            }
        }
    };
}

include!("generated/cublas.rs");
include!("generated/cublaslt.rs");
include!("generated/cublasmp.rs");
include!("generated/cudart.rs");
include!("generated/cudensitymat.rs");
include!("generated/cudla.rs");
include!("generated/cudnn.rs");
include!("generated/cudss.rs");
include!("generated/cufft.rs");
include!("generated/cufftmp.rs");
include!("generated/cufile.rs");
include!("generated/cupti.rs");
include!("generated/curand.rs");
include!("generated/cusolver.rs");
include!("generated/cusolvermg.rs");
include!("generated/cusolvermp.rs");
include!("generated/cusparse.rs");
include!("generated/cusparselt.rs");
include!("generated/custatevec.rs");
include!("generated/cutensor.rs");
include!("generated/cutensormg.rs");
include!("generated/cutensornet.rs");
include!("generated/nccl.rs");
include!("generated/nvcomp.rs");
include!("generated/nvfatbin.rs");
include!("generated/nvjitlink.rs");
include!("generated/nvjpeg.rs");
include!("generated/nvjpeg2k.rs");
include!("generated/nvml.rs");
include!("generated/nvrtc.rs");
include!("generated/nvtiff.rs");
include!("generated/nvvm.rs");

/// Returns what C++ must find true, with the name of the type.
fn facts(
    types: &[(&'static str, usize, usize)],
    fields: &[(&'static str, &str, usize)],
    values: &[(&'static str, &str, i64)],
) -> Vec<(&'static str, String)> {
    let types = types.iter().map(|(ty, size, align)| {
        let fact = format!("sizeof({ty}) == {size} && alignof({ty}) == {align}");
        (*ty, fact)
    });
    let fields = fields
        .iter()
        .map(|(ty, field, offset)| (*ty, format!("offsetof({ty}, {field}) == {offset}")));
    let values =
        values.iter().map(|(ty, name, value)| (*ty, format!("(long long){name} == {value}")));
    types.chain(fields).chain(values).collect()
}

/// Compiles the facts as assertions, or notes that the test was skipped.
fn check(library: &str, headers: &[&str], facts: &[(&str, String)]) {
    let test = format!("layout::{library}::types_and_enumerators_are_as_in_the_newest_headers");
    let Some(cuda) = newest_cuda() else {
        return skip(&test, "CUDA_HEADERS is not set");
    };
    let folders = env::var_os("CUDA_LIBRARY_HEADERS").unwrap_or_default();
    let mut folders: Vec<PathBuf> = env::split_paths(&folders).collect();
    // cuFFTMp has a `cufft.h` of its own.
    folders.sort_by_key(|folder| headers.last().is_none_or(|header| !folder.join(header).exists()));
    let is_found = |header: &&&str| {
        let mut all = folders.iter().chain([&cuda]);
        all.any(|folder| folder.join(header).exists())
    };
    if !headers.iter().any(|header| is_found(&header)) {
        return skip(&test, "CUDA_LIBRARY_HEADERS names no folder with the library's headers");
    }
    let mut source = "#include <cstddef>\n#include <cuda_runtime_api.h>\n".to_owned();
    for header in headers.iter().filter(is_found) {
        writeln!(source, "#include <{header}>").unwrap();
    }
    for (name, fact) in facts {
        writeln!(source, "static_assert({fact}, \"{name}\");").unwrap();
    }
    compile(&folders, &cuda, &source);
}

/// Returns the include folder of the newest header set.
fn newest_cuda() -> Option<PathBuf> {
    let sets = fs::read_dir(env::var_os("CUDA_HEADERS")?).unwrap();
    let version = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let parts: Vec<u32> = name.split('.').filter_map(|part| part.parse().ok()).collect();
        parts
    };
    let sets = sets.map(|entry| entry.unwrap().path());
    let newest = sets.filter(|path| path.join("include").exists()).max_by_key(version)?;
    Some(newest.join("include"))
}

fn compile(folders: &[PathBuf], cuda: &Path, source: &str) {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("layout.cpp");
    fs::write(&file, source).unwrap();
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-fsyntax-only", "-w"]);
    for folder in folders {
        compiler.arg("-I").arg(folder);
    }
    let output = compiler.arg("-idirafter").arg(cuda).arg(&file).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    let wrong: Vec<&str> = stderr.lines().filter(|line| line.contains("error")).collect();
    assert!(output.status.success(), "{} errors:\n{}", wrong.len(), wrong.join("\n"));
}
