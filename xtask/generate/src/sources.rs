//! The text of headers, and how it is included.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xtask::Version;

pub const INTERNAL: &str = "__CUDA_API_VERSION_INTERNAL";

/// The headers whose functions the driver's library exports.
pub const DRIVER_HEADERS: [&str; 5] =
    ["cuda.h", "cudaProfiler.h", "cudaGL.h", "cudaEGL.h", "cudaVDPAU.h"];

pub fn read(folder: &Path, file: &str) -> Result<String> {
    let path = folder.join(file);
    std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

pub fn stubs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("stubs")
}

/// Returns 12040 for 12.4, as CUDA writes it.
pub fn number(version: Version) -> u32 {
    version.major * 1000 + version.minor * 10
}

/// Returns the lines that include a header, and its types of function pointers if asked.
pub fn inclusion(header: &str, with_typedefs: bool) -> String {
    let mut lines = format!("#include <{header}>\n");
    if with_typedefs {
        let stem = header.trim_end_matches(".h");
        lines.push_str(&format!("#include <{stem}Typedefs.h>\n"));
    }
    match header {
        // The function for Windows is an entry point that other systems lack.
        "cudaGL.h" => format!(
            "#pragma push_macro(\"_WIN32\")\n#undef _WIN32\n#define _WIN32 1\n{lines}#pragma pop_macro(\"_WIN32\")\n"
        ),
        // It doesn't include what it uses.
        "cudaVDPAU.h" => format!("#include <vdpau/vdpau.h>\n{lines}"),
        _ => lines,
    }
}
