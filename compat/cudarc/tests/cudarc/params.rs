//! The structures of functions' parameters, which CUPTI's callbacks get, and the sizes that CUPTI asks for are those of its newest
//! headers.
//!
//! `CUDA_LIBRARY_HEADERS` names include folders, a list like `PATH`'s, of which one has CUPTI's, and `CUDA_HEADERS` the folder of
//! CUDA's header sets.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use cudarc::cupti::sys;

/// A structure's name and size, and its fields' names and offsets.
type Layout = (&'static str, usize, &'static [(&'static str, usize)]);

macro_rules! params {
    ($($name:ident $tag:ident $fields:tt)*) => { [$(params!(@ $name $fields)),*] };
    (@ $name:ident { $($field:ident: $ty:ty,)* }) => {
        (stringify!($name), size_of::<sys::$name>(),
            &[$((stringify!($field), core::mem::offset_of!(sys::$name, $field)),)*])
    };
}

const DRIVER: &[Layout] = &include!(concat!(env!("OUT_DIR"), "/driver_params.rs"));
const RUNTIME: &[Layout] = &include!(concat!(env!("OUT_DIR"), "/runtime_params.rs"));
/// A constant each: `pub const NAME: … offset_of!(STRUCTURE, FIELD) …`.
const SIZES: &str = include_str!(concat!(env!("OUT_DIR"), "/struct_sizes.rs"));
const HEADERS: [&str; 2] = ["generated_cuda_meta.h", "generated_cuda_runtime_api_meta.h"];

#[test]
fn arguments_are_laid_out_as_in_cupti_s_headers() {
    let folders = env::var_os("CUDA_LIBRARY_HEADERS").unwrap_or_default();
    let folder = env::split_paths(&folders).find(|folder| folder.join(HEADERS[0]).exists());
    let cuda = env::var_os("CUDA_HEADERS").and_then(newest);
    let (Some(folder), Some(cuda)) = (folder, cuda) else {
        return cuda_rust::skip(
            "CUDA_LIBRARY_HEADERS or CUDA_HEADERS doesn't name CUPTI's headers",
        );
    };
    let text = HEADERS.map(|header| fs::read_to_string(folder.join(header)).unwrap()).concat();
    let declared = text.lines().filter_map(|line| line.strip_prefix("} ")?.strip_suffix(';'));
    let declared: BTreeSet<&str> = declared.filter(|name| name.ends_with("_params")).collect();
    let names: BTreeSet<&str> = DRIVER.iter().chain(RUNTIME).map(|shape| shape.0).collect();
    let missing: Vec<_> = declared.difference(&names).collect();
    assert!(missing.is_empty() && declared.len() > 1000, "{missing:?}");

    let mut source =
        "#include <cstddef>\n#include <cuda_runtime_api.h>\n#include <cupti.h>\n".to_owned();
    for header in
        ["pcsampling", "pmsampling", "profiler_host", "range_profiler", "sass_metrics", "target"]
    {
        writeln!(source, "#include <cupti_{header}.h>").unwrap();
    }
    for line in SIZES.lines() {
        let name = line.trim_start_matches("pub const ").split(':').next().unwrap();
        let last = line.split_once("offset_of!(").unwrap().1.split(')').next().unwrap();
        let (structure, field) = last.split_once(", ").unwrap();
        writeln!(
            source,
            "static_assert(CUpti_{name} == offsetof({last}) + sizeof({structure}::{field}), \"{name}\");"
        )
        .unwrap();
    }
    for (name, size, fields) in
        DRIVER.iter().chain(RUNTIME).filter(|shape| declared.contains(shape.0))
    {
        writeln!(source, "static_assert(sizeof({name}) == {size}, \"{name}\");").unwrap();
        for (field, offset) in *fields {
            let field = field.trim_end_matches('_');
            writeln!(source, "static_assert(offsetof({name}, {field}) == {offset}, \"{name}\");")
                .unwrap();
        }
    }
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("params.cpp");
    fs::write(&file, source).unwrap();
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-fsyntax-only", "-w", "-I"]).arg(folder);
    let output = compiler.arg("-idirafter").arg(cuda).arg(&file).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}

/// Returns the include folder of the newest header set.
fn newest(sets: std::ffi::OsString) -> Option<PathBuf> {
    let sets = fs::read_dir(sets).unwrap().map(|entry| entry.unwrap().path());
    let version = |set: &PathBuf| -> Vec<u32> {
        let name = set.file_name().unwrap().to_string_lossy().into_owned();
        name.split('.').filter_map(|part| part.parse().ok()).collect()
    };
    Some(sets.filter(|set| set.join("include").exists()).max_by_key(version)?.join("include"))
}
