use std::fmt;

/// An [option](https://docs.nvidia.com/cuda/nvfatbin/index.html#supported-options) of a fat binary.
///
/// It is formatted as nvFatbin reads it. A string converts to [`Raw`](Self::Raw), for options without a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FatbinOption {
    /// 32-bit entries: `-32`.
    Bits32,
    /// 64-bit entries, the default: `-64`.
    Bits64,
    /// For CUDA, which is the default: `-cuda`.
    Cuda,
    /// For OpenCL: `-opencl`.
    OpenCl,
    /// With debug information: `-g`.
    Debug,
    /// Whether large entries are compressed, which is the default: `-compress=true`.
    Compress(bool),
    /// Compress small entries, too: `-compress-all`.
    CompressAll,
    /// What compression optimizes for: `-compress-mode=size`. nvFatbin 12.9 has it, and 12.4 doesn't.
    CompressMode(CompressMode),
    /// Compress entries for several architectures together: `-concat`. nvFatbin 13.4 has it, and older ones may not.
    Concat,
    /// The operating system of the host: `-host=linux`.
    Host(Host),
    /// Any other, as nvFatbin reads it.
    Raw(String),
}

/// What compression optimizes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompressMode {
    /// nvFatbin's choice.
    Default,
    /// Size.
    Size,
    /// Loading time.
    Speed,
    /// A balance of both.
    Balance,
    /// No compression.
    None,
}

/// An operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Host {
    /// Linux.
    Linux,
    /// Windows.
    Windows,
    /// macOS, which NVIDIA has deprecated.
    Mac,
}

impl fmt::Display for FatbinOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bits32 => "-32",
            Self::Bits64 => "-64",
            Self::Cuda => "-cuda",
            Self::OpenCl => "-opencl",
            Self::Debug => "-g",
            Self::Compress(true) => "-compress=true",
            Self::Compress(false) => "-compress=false",
            Self::CompressAll => "-compress-all",
            Self::CompressMode(CompressMode::Default) => "-compress-mode=default",
            Self::CompressMode(CompressMode::Size) => "-compress-mode=size",
            Self::CompressMode(CompressMode::Speed) => "-compress-mode=speed",
            Self::CompressMode(CompressMode::Balance) => "-compress-mode=balance",
            Self::CompressMode(CompressMode::None) => "-compress-mode=none",
            Self::Concat => "-concat",
            Self::Host(Host::Linux) => "-host=linux",
            Self::Host(Host::Windows) => "-host=windows",
            Self::Host(Host::Mac) => "-host=mac",
            Self::Raw(option) => option,
        })
    }
}

impl From<&str> for FatbinOption {
    fn from(option: &str) -> Self {
        Self::Raw(option.to_owned())
    }
}

impl From<String> for FatbinOption {
    fn from(option: String) -> Self {
        Self::Raw(option)
    }
}
