//! Chooses the release whose fields two structures have, and writes what CUPTI's callbacks get: a structure of each
//! function's parameters, from the lists of functions that the `-sys` crates have. Macros can't, because they make no names.
#![allow(clippy::expect_used, clippy::panic, reason = "a build that can't go on")]

use std::cmp::Reverse;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Parameters that have another name in the structure: CUPTI's header has those of an earlier declaration.
const RENAMED: [(&str, &str, &str); 12] = [
    ("cuGraphLaunch", "hGraphExec", "hGraph"),
    ("cuGraphUpload", "hGraphExec", "hGraph"),
    ("cuStreamCopyAttributes", "dst", "dstStream"),
    ("cuStreamCopyAttributes", "src", "srcStream"),
    ("cuStreamGetAttribute", "value_out", "value"),
    ("cuStreamSetAttribute", "value", "param"),
    ("cudaStreamCopyAttributes_v11000", "dst", "dstStream"),
    ("cudaStreamCopyAttributes_v11000", "src", "srcStream"),
    ("cudaStreamGetAttribute_v11000", "hStream", "stream"),
    ("cudaStreamGetAttribute_v11000", "value_out", "value"),
    ("cudaStreamSetAttribute_v11000", "hStream", "stream"),
    ("cudaStreamSetAttribute_v11000", "value", "param"),
];

/// Releases in which the two structures got another shape, with the number that features and the variable have.
const SHAPES: [(u32, &str); 4] =
    [(12020, "12.2"), (12060, "12.6"), (13020, "13.2"), (13040, "13.4")];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(since, values(\"12.2\", \"12.6\", \"13.2\", \"13.4\"))");
    let release = release();
    for (_, since) in SHAPES.iter().filter(|shape| shape.0 <= release) {
        println!("cargo::rustc-cfg=since={since:?}");
    }
    if env::var_os("CARGO_FEATURE_CUPTI").is_none() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |file: &str| {
        let file = root.join(file);
        println!("cargo::rerun-if-changed={}", file.display());
        fs::read_to_string(&file).expect("the generated file can be read")
    };
    let folder = env::var_os("OUT_DIR").expect("Cargo sets it");
    let write = |name: &str, text: String| {
        fs::write(Path::new(&folder).join(name), text).expect("the file can be written");
    };

    let driver = read("cuda-driver-sys/src/generated/entry_points.rs");
    let mut text = String::new();
    for (symbol, rest, parameters) in functions(&driver) {
        text += &structure(symbol, parameters);
        // The variant with the thread's own default stream: `("cuMemcpy_ptds" 7000)`.
        if let Some((_, variant)) = rest.split_once(", (\"") {
            text += &structure(variant.split('"').next().unwrap_or_default(), parameters);
        }
    }
    write("driver_params.rs", format!("params! {{\n{text}}}\n"));

    let runtime = read("cuda-libraries-sys/src/generated/cudart/functions.rs");
    // Callbacks have the functions' names with the release that declared them so: `cudaMalloc_v3020`.
    let callbacks = read("cuda-libraries-sys/src/generated/cupti/enums.rs");
    let callbacks = callbacks.split("CUPTI_RUNTIME_TRACE_CBID_").skip(1).filter_map(|rest| {
        let (function, release) = rest.split(' ').next()?.rsplit_once("_v")?;
        Some((function, release.parse::<u32>().ok()?))
    });
    let mut callbacks: Vec<_> = callbacks.collect();
    callbacks.sort_by_key(|&(function, release)| (function, Reverse(release)));
    let mut text = String::new();
    for releases in callbacks.chunk_by(|one, other| one.0 == other.0) {
        let function = releases[0].0;
        let plain = function.trim_end_matches("_ptsz").trim_end_matches("_ptds");
        // The newest first: `cudaMemAdvise`, then `cudaMemAdvise_12_9`.
        let is_older = |end: &str| {
            end.strip_prefix('_').is_some_and(|end| end.starts_with(|c: char| c.is_ascii_digit()))
        };
        let is_form = |name: &str| {
            name.strip_prefix(plain).is_some_and(|end| end.is_empty() || is_older(end))
        };
        let forms: Vec<_> = functions(&runtime).filter(|function| is_form(function.0)).collect();
        for (index, (_, release)) in releases.iter().enumerate() {
            if let Some((_, _, parameters)) = forms.get(index).or(forms.last()) {
                text += &structure(&format!("{function}_v{release}"), parameters);
            }
        }
    }
    write("runtime_params.rs", format!("params! {{\n{text}}}\n"));

    let types = read("cuda-libraries-sys/src/generated/cupti/types.rs");
    let sizes = types.split("pub struct CUpti_").skip(1).filter_map(size);
    write("struct_sizes.rs", sizes.collect());
}

/// Returns the release that the program is built for, in cudarc's order: the variable's, the newest of the features', nvcc's
/// if it is asked for, or the newest.
fn release() -> u32 {
    println!("cargo::rerun-if-env-changed=CUDARC_CUDA_VERSION");
    if let Ok(version) = env::var("CUDARC_CUDA_VERSION") {
        return version.parse().unwrap_or_else(|_| {
            panic!("CUDARC_CUDA_VERSION is {version:?}, which isn't a version such as 13000")
        });
    }
    let chosen =
        env::vars().filter_map(|(name, _)| name.strip_prefix("CARGO_FEATURE_CUDA_")?.parse().ok());
    let of_nvcc = || {
        env::var_os("CARGO_FEATURE_CUDA_VERSION_FROM_BUILD_SYSTEM")?;
        println!("cargo::rerun-if-env-changed=PATH");
        let output = Command::new("nvcc").arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let (major, minor) = text.split_once("release ")?.1.split_once(',')?.0.split_once('.')?;
        Some(major.parse::<u32>().ok()? * 1000 + minor.parse::<u32>().ok()? * 10)
    };
    chosen.max().or_else(of_nvcc).unwrap_or(u32::MAX)
}

/// Returns each function of a list: its name, what is between, and its parameters.
fn functions(list: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    list.lines().filter_map(|line| {
        let (name, rest) = line.trim().split_once(": ")?;
        let (rest, parameters) = rest.rsplit_once('(')?;
        name.starts_with("cu").then_some((name, rest, parameters.split(')').next()?))
    })
}

/// Returns a function's structure, if it has parameters: its two names, and its fields.
fn structure(function: &str, parameters: &str) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let mut fields = String::new();
    for parameter in parameters.split(", ") {
        let (name, ty) = parameter.split_once(": ").expect("a parameter has a type");
        let renamed = RENAMED.iter().find(|renamed| renamed.0 == function && renamed.1 == name);
        fields += &format!("{}: {ty}, ", renamed.map_or(name, |renamed| renamed.2));
    }
    format!("    {function}_params {function}_params_st {{ {fields}}}\n")
}

/// Returns the constant with a structure's size up to the end of its last field, which CUPTI asks for.
fn size(declaration: &str) -> Option<String> {
    let (name, rest) = declaration.split_once(" {")?;
    let end = match name {
        _ if name.ends_with("_Params") => "_STRUCT_SIZE",
        _ if name.ends_with("Params") && name != "SubscriberParams" => "Size",
        "ActivityConfig"
        | "SubscriberParams"
        | "SassMetrics_InstanceValue"
        | "Profiler_CounterDataImageOptions" => "_STRUCT_SIZE",
        _ => return None,
    };
    let fields = rest.split('}').next()?.split("pub ").skip(1);
    // CUPTI's header takes another field for the last one of `CUpti_SassMetricsFlushData_Params`.
    let fields = fields
        .filter(|field| !field.starts_with("_padding") && !field.starts_with("pMetricsData:"));
    let (field, ty) = fields.last()?.split_once(": ")?;
    let ty = ty.trim().trim_end_matches("#[doc(hidden)]");
    let ty = ty.trim().trim_end_matches(',');
    Some(format!(
        "pub const {name}{end}: c_uint = (core::mem::offset_of!(CUpti_{name}, {field}) + size_of::<{ty}>()) as c_uint;\n"
    ))
}
