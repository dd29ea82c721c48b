//! Compiles the C code with which tests and benchmarks compare Rust.
//!
//! Without CUDA's headers or a C compiler, nothing is compiled, and the build succeeds: what needs the C code reports
//! that it was skipped. The headers are those of the environment variable `CUDA_HEADERS`, a folder with one subfolder
//! for each set, such as `13.5/include`; `cargo xtask test` sets it.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[rustfmt::skip]
#[path = "tests/abi/generated/sets.rs"]
mod sets;

const HEADERS: &str = "CUDA_HEADERS";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={HEADERS}");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("Cargo sets no OUT_DIR")?);
    abi(&out)?;
    c_twin(&out);
    Ok(())
}

/// Compiles the C code for benchmarks, always optimized, and sets `cfg(c_twin)` if that succeeds, and `cfg(c_programs)`
/// if it includes benches/software/programs.c.
fn c_twin(out: &Path) {
    const SOURCES: [&str; 5] = [
        "benches/compile/twin.c",
        "benches/launch/calls.c",
        "benches/launch/twin.c",
        "benches/software/programs.c",
        "benches/software/twin.c",
    ];
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    println!("cargo::rustc-check-cfg=cfg(c_twin, c_programs)");
    // Microsoft's compiler doesn't support their atomic operations.
    let has_programs = env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|compiler| compiler != "msvc");
    let sources = SOURCES.iter().filter(|source| has_programs || !source.ends_with("programs.c"));
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let rust = version(Command::new(rustc)).unwrap_or_else(|| "an unknown rustc".to_owned());
    println!("cargo::rustc-env=RUST_COMPILER={rust}");

    let mut twin = cc::Build::new();
    twin.files(sources).opt_level(2).debug(false).cargo_output(false);
    let Ok(compiler) = twin.try_get_compiler() else {
        return;
    };
    let Some(c) = version(compiler.to_command()) else {
        return;
    };
    match twin.try_compile("c_twin") {
        Ok(()) => {
            println!("cargo::rustc-cfg=c_twin");
            if has_programs {
                println!("cargo::rustc-cfg=c_programs");
            }
            println!("cargo::rustc-env=C_COMPILER={c}");
            let library = out.join("libc_twin.a");
            println!("cargo::rustc-link-arg-benches={}", library.display());
        }
        Err(error) => {
            println!("cargo::warning=the C versions of the benchmarks weren't built: {error}")
        }
    }
}

/// Returns a compiler's description of itself.
fn version(mut compiler: Command) -> Option<String> {
    let output = compiler.arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.lines().next()?.trim().to_owned())
}

/// Compiles the layout of each header set, and writes `abi.rs`, which lists the results for `tests/abi`.
fn abi(out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=tests/abi");
    let mut statics = String::new();
    let mut arms = String::new();
    for set in sets::SETS {
        match include_folder(set) {
            Ok(include) => {
                let layout = format!("layout_{}", set.replace('.', "_"));
                compile_layout(&include, &layout, out)?;
                let current = preprocess(&include, &[], out.join(format!("{set}-current.i")))?;
                let all = preprocess(
                    &include,
                    &["__CUDA_API_VERSION_INTERNAL"],
                    out.join(format!("{set}-all.i")),
                )?;
                writeln!(statics, "    static {layout}: Row;")?;
                writeln!(
                    arms,
                    "        {set:?} => Ok(Headers {{ layout: &raw const {layout}, current: include_str!({current:?}), all: include_str!({all:?}) }}),"
                )?;
            }
            Err(reason) => writeln!(arms, "        {set:?} => Err({reason:?}),")?,
        }
    }
    let externs = if statics.is_empty() {
        String::new()
    } else {
        format!("unsafe extern \"C\" {{\n{statics}}}\n\n")
    };
    let text = format!(
        "{externs}fn headers(set: &str) -> Result<Headers, &'static str> {{\n    match set {{\n{arms}        \
         _ => Err(\"there is no such header set\"),\n    }}\n}}\n"
    );
    Ok(fs::write(out.join("abi.rs"), text)?)
}

/// Returns the folder of a set's headers, or the reason why there is none.
fn include_folder(set: &str) -> Result<PathBuf, String> {
    let headers = env::var_os(HEADERS)
        .ok_or_else(|| format!("{HEADERS} is not set (`cargo xtask test` sets it)"))?;
    let include = Path::new(&headers).join(set).join("include");
    let header = include.join("cuda.h");
    println!("cargo::rerun-if-changed={}", header.display());
    if !header.exists() {
        return Err(format!("there is no {}", header.display()));
    }
    has_c_compiler().map_err(|error| format!("there is no C compiler: {error}"))?;
    Ok(include)
}

/// Starts the C compiler, because `cc` doesn't check that it exists.
fn has_c_compiler() -> Result<(), Box<dyn Error>> {
    let compiler = cc::Build::new().cargo_output(false).try_get_compiler()?;
    compiler.to_command().output()?;
    Ok(())
}

/// Compiles `layout.c` against a header set, to an array named `layout` that tests link.
fn compile_layout(include: &Path, layout: &str, out: &Path) -> Result<(), Box<dyn Error>> {
    compiler(include)
        .file("tests/abi/generated/layout.c")
        .define("LAYOUT", layout)
        .try_compile(layout)?;
    println!("cargo::rustc-link-arg-tests={}", out.join(format!("lib{layout}.a")).display());
    Ok(())
}

/// Writes the preprocessed headers.
fn preprocess(include: &Path, defines: &[&str], to: PathBuf) -> Result<PathBuf, Box<dyn Error>> {
    let mut compiler = compiler(include);
    for define in defines {
        compiler.define(define, None);
    }
    let text = compiler.file("tests/abi/headers.h").flag("-P").try_expand()?;
    fs::write(&to, text)?;
    Ok(to)
}

fn compiler(include: &Path) -> cc::Build {
    let mut compiler = cc::Build::new();
    compiler
        .include(include)
        .include("xtask/generate/stubs/graphics")
        .opt_level(0)
        .warnings(false)
        .cargo_output(false);
    compiler
}
