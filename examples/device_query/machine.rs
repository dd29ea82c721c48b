//! The machine around CUDA, and this program.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::fs;

use cuda_pathfinder::LIBRARIES;
use serde::Serialize;

/// Variables that affect CUDA's libraries, besides those that name one library.
const VARIABLES: [&str; 13] = [
    "CONDA_PREFIX",
    "CUDA_DEVICE_MAX_CONNECTIONS",
    "CUDA_DEVICE_ORDER",
    "CUDA_HOME",
    "CUDA_LAUNCH_BLOCKING",
    "CUDA_MODULE_LOADING",
    "CUDA_MPS_PIPE_DIRECTORY",
    "CUDA_PATH",
    "CUDA_VISIBLE_DEVICES",
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "NVIDIA_VISIBLE_DEVICES",
    "VIRTUAL_ENV",
];

/// The variable by which `cargo xtask device-query` names the NVRTC that it fetched.
const FETCHED: &str = "CUDA_QUERY_FETCHED_NVRTC";

#[derive(Serialize)]
pub struct Machine {
    os: &'static str,
    arch: &'static str,
    /// The system's name, such as `Ubuntu 24.04.1 LTS`.
    system: Option<String>,
    kernel: Option<String>,
    /// The version of NVIDIA's kernel module, which must be that of the driver library.
    kernel_module: Option<String>,
    crates: &'static str,
    /// The CUDA version of the headers that the bindings come from, 13050 for 13.5.
    bindings: u32,
    environment: BTreeMap<&'static str, String>,
    /// The folder of the NVRTC that `cargo xtask` fetched for its own commands.
    #[serde(skip_serializing_if = "Option::is_none")]
    fetched_nvrtc: Option<String>,
}

impl Machine {
    pub fn collect() -> Self {
        let libraries = LIBRARIES.iter().map(|library| library.variable());
        Self {
            os: env::consts::OS,
            arch: env::consts::ARCH,
            system: system_name(),
            kernel: first_line("/proc/sys/kernel/osrelease"),
            kernel_module: first_line("/sys/module/nvidia/version"),
            crates: env!("CARGO_PKG_VERSION"),
            bindings: cuda_driver::sys::CUDA_VERSION,
            environment: VARIABLES
                .into_iter()
                .chain(libraries)
                .filter_map(|name| Some((name, env::var_os(name)?.to_string_lossy().into_owned())))
                .collect(),
            fetched_nvrtc: env::var_os(FETCHED).map(|path| path.to_string_lossy().into_owned()),
        }
    }
}

/// `PRETTY_NAME` of Linux's `os-release` file.
fn system_name() -> Option<String> {
    let text = fs::read_to_string("/etc/os-release").ok()?;
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches(['"', '\'']).to_string())
}

fn first_line(path: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    text.lines().next().map(str::to_string)
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bindings = cuda_driver::Version::from_number(self.bindings);
        write!(f, "crates         {}, with the bindings of CUDA {bindings}", self.crates)?;
        write!(f, "\nsystem         {} {}", self.os, self.arch)?;
        if let Some(system) = &self.system {
            write!(f, ", {system}")?;
        }
        if let Some(kernel) = &self.kernel {
            write!(f, ", kernel {kernel}")?;
        }
        if let Some(module) = &self.kernel_module {
            write!(f, "\nkernel module  {module}")?;
        }
        for (index, (name, value)) in self.environment.iter().enumerate() {
            let label = if index == 0 { "environment" } else { "" };
            write!(f, "\n{label:<14} {name}={value}")?;
        }
        if let Some(folder) = &self.fetched_nvrtc {
            write!(
                f,
                "\ncargo xtask    has fetched an NVRTC, which only its commands use: {folder}"
            )?;
        }
        Ok(())
    }
}
