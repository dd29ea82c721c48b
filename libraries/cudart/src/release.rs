//! [`Release`]: the releases of the runtime whose libraries have different functions.

use cuda_libraries_sys::Function;
use cuda_libraries_sys::cudart::FUNCTIONS;

use crate::export::names;

/// A major release of CUDA, whose runtime is a library of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Release {
    /// `libcudart.so.11.0`
    Cuda11,
    /// `libcudart.so.12`
    Cuda12,
    /// `libcudart.so.13`
    Cuda13,
}

/// Functions whose structs of results have grown, and the one that says which release it is of: in the newest one under
/// this name, and as these forms in those of 12 and 11.
const GROWN: [(&str, &str, &str); 3] = [
    ("cudaFuncGetAttributes", "cudaFuncGetAttributes", "cudaFuncGetAttributes_11_8"),
    ("cudaPointerGetAttributes", "cudaPointerGetAttributes_12_9", "cudaPointerGetAttributes_12_9"),
    ("cudaRuntimeGetVersion", "cudaRuntimeGetVersion_12_9", "cudaRuntimeGetVersion_11_8"),
];

/// Forms of CUDA 11 that the library of CUDA 12 has, too, under the names that they had; those of external semaphores, whose structs
/// were smaller still, are not among them.
const KEPT: [(&str, &str); 3] = [
    ("cudaGetDeviceProperties", "cudaGetDeviceProperties_11_8"),
    ("cudaStreamGetCaptureInfo", "cudaStreamGetCaptureInfo_11_8"),
    ("cudaStreamGetCaptureInfo_ptsz", "cudaStreamGetCaptureInfo_11_8_ptsz"),
];

impl Release {
    /// Every release, the oldest first.
    pub const ALL: [Self; 3] = [Self::Cuda11, Self::Cuda12, Self::Cuda13];

    /// Returns the library's file name, which is also the version of its symbols.
    #[must_use]
    pub fn soname(self) -> &'static str {
        match self {
            Self::Cuda11 => "libcudart.so.11.0",
            Self::Cuda12 => "libcudart.so.12",
            Self::Cuda13 => "libcudart.so.13",
        }
    }

    /// Returns a number above those of this release's versions.
    fn end(self) -> u32 {
        match self {
            Self::Cuda11 => 11_090,
            Self::Cuda12 => 12_100,
            Self::Cuda13 => 13_100,
        }
    }

    /// Returns whether the last library of this release has the function under its exported name.
    fn has(self, function: &Function) -> bool {
        function.since < self.end() && function.until.is_none_or(|until| until >= self.end())
    }

    /// Returns the names that the library exports, each with the function of this crate that it is.
    #[must_use]
    pub fn exports(self) -> Vec<(&'static str, &'static str)> {
        let names = names();
        let mut exports = match self {
            Self::Cuda12 => KEPT.to_vec(),
            _ => Vec::new(),
        };
        for &name in &names {
            let base =
                name.strip_suffix("_ptsz").or_else(|| name.strip_suffix("_ptds")).unwrap_or(name);
            if GROWN
                .iter()
                .any(|(grown, of_12, of_11)| *grown != base && [of_12, of_11].contains(&&base))
            {
                continue;
            }
            let Some(function) = FUNCTIONS.iter().find(|function| function.name == base) else {
                // What the header doesn't declare, such as what nvcc calls.
                exports.push((name, name));
                continue;
            };
            if let Some((_, of_12, of_11)) = GROWN.iter().find(|(grown, ..)| *grown == base) {
                exports.push((
                    name,
                    match self {
                        Self::Cuda11 => of_11,
                        Self::Cuda12 => of_12,
                        Self::Cuda13 => name,
                    },
                ));
            } else if self.has(function) {
                let suffix = name.strip_prefix(base).unwrap_or_default();
                let exported = format!("{}{suffix}", function.symbol());
                exports.extend(
                    names.iter().find(|name| **name == exported).map(|exported| (*exported, name)),
                );
            }
        }
        exports
    }
}
