//! The libraries that host code needs when it is linked.

use std::env;
use std::path::PathBuf;

use cuda_pathfinder::{BuildScript, CUDART, CUDART_STATIC, NotFound, Tool};

use crate::error::Error;
use crate::toolchain::Toolchain;

/// How a [`StaticLibrary`](crate::static_library::StaticLibrary) links the CUDA runtime.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Runtime {
    /// `libcudart_static`, which becomes a part of the program.
    #[default]
    Static,
    /// `libcudart`, which must be where the loader finds it when the program runs.
    Shared,
    /// None: the build script links one itself, or the code doesn't call it.
    None,
}

/// The library with which Windows' linker links the shared runtime.
static CUDART_IMPORT: Tool = Tool::of_file("cudart.lib", &["lib/x64", "lib"])
    .in_wheels(&["nvidia/cu13/lib/x64", "nvidia/cuda_runtime/lib/x64"]);

/// The file with which Linux' linker links it, for another platform.
static CUDART_SHARED: Tool = Tool::of_file("libcudart.so", &[]);

impl Runtime {
    /// Finds the runtime for a library, and returns the lines that link it and what it and C++ need, which follow those
    /// of `script`.
    pub(crate) fn link(
        self,
        toolchain: &Toolchain<'_>,
        script: &mut BuildScript,
    ) -> Result<Vec<String>, Error> {
        let mut names = Vec::new();
        let mut lines = Vec::new();
        match self {
            Self::Static => {
                let file = link_static(script, &CUDART_STATIC, toolchain)?;
                toolchain.check_runtime(&file)?;
                names.extend(["rt", "dl", "pthread"].map(str::to_owned));
            }
            Self::Shared => {
                let (file, name) =
                    shared(toolchain).map_err(|error| toolchain.no_runtime(error))?;
                toolchain.check_runtime(&file)?;
                if let Some(folder) = file.parent().filter(|folder| folder.is_absolute()) {
                    let folder = folder.display();
                    lines.push(format!("cargo::rustc-link-search=native={folder}"));
                }
                lines.push(format!("cargo::rustc-link-lib={name}"));
            }
            Self::None => {}
        }
        // On Windows, the objects themselves name these.
        if !is_windows() {
            names.insert(0, env::var("CXXSTDLIB").unwrap_or_else(|_| "stdc++".to_owned()));
            names.retain(|name| !name.is_empty());
            let names = names.iter();
            lines.extend(names.map(|name| format!("cargo::rustc-link-lib=dylib={name}")));
        }
        Ok(lines)
    }
}

/// Finds the shared runtime, and returns it, or what Windows links in its place, and how Cargo calls it.
fn shared(toolchain: &Toolchain<'_>) -> Result<(PathBuf, String), NotFound> {
    if is_windows() {
        let file = toolchain.libraries.tool(&CUDART_IMPORT)?;
        return Ok((file, "dylib=cudart".to_owned()));
    }
    if toolchain.foreign.is_some() {
        // A toolkit for another platform has the name without the version.
        let file = toolchain.libraries.tool(&CUDART_SHARED)?;
        return Ok((file, "dylib=cudart".to_owned()));
    }
    let found = toolchain.libraries.load(&CUDART)?;
    // Wheels don't have the name without the version, which `dylib=cudart` would need.
    let name = format!("dylib:+verbatim={}", found.soname);
    Ok((found.path.unwrap_or_default(), name))
}

/// Makes Cargo link a static library of the toolkit, and returns its path.
pub(crate) fn link_static(
    script: &mut BuildScript,
    file: &Tool,
    toolchain: &Toolchain<'_>,
) -> Result<PathBuf, Error> {
    let found = script.link_static(file);
    found.map_err(|error| toolchain.no_runtime(error))
}

/// Returns `true` if the crate is compiled for Windows.
pub(crate) fn is_windows() -> bool {
    match env::var("CARGO_CFG_TARGET_OS") {
        Ok(os) => os == "windows",
        Err(_) => cfg!(windows),
    }
}
