//! Programs, and what they are compiled to.

use core::ffi::c_char;
use core::fmt;
use std::ffi::{CStr, CString};
use std::path::PathBuf;

use super::{result, sys};

/// What a module is loaded from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ptx(pub(crate) PtxKind);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum PtxKind {
    /// PTX, maybe with a 0 at its end, or a cubin.
    Image(Vec<u8>),
    Text(String),
    File(PathBuf),
}

impl Ptx {
    /// A file of PTX, or a cubin.
    pub fn from_file<P: Into<PathBuf>>(path: P) -> Self {
        Self(PtxKind::File(path.into()))
    }

    pub fn from_src<S: Into<String>>(src: S) -> Self {
        Self(PtxKind::Text(src.into()))
    }

    /// A cubin.
    pub fn from_binary(data: Vec<u8>) -> Self {
        Self(PtxKind::Image(data))
    }

    /// Returns the text.
    ///
    /// # Panics
    /// If it is a cubin or an unreadable file, as cudarc does.
    pub fn to_src(&self) -> String {
        match &self.0 {
            PtxKind::Image(image) => {
                let text = image.strip_suffix(&[0]).unwrap_or(image);
                String::from_utf8(text.to_vec()).expect("the image is PTX")
            }
            PtxKind::Text(text) => text.clone(),
            PtxKind::File(path) => std::fs::read_to_string(path).expect("the file can be read"),
        }
    }

    /// Returns the bytes of what was compiled, or of a cubin.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match &self.0 {
            PtxKind::Image(image) => Some(image),
            PtxKind::Text(_) | PtxKind::File(_) => None,
        }
    }
}

impl<S: Into<String>> From<S> for Ptx {
    fn from(value: S) -> Self {
        Self::from_src(value)
    }
}

/// Options of a compilation; `None` is NVRTC's default.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompileOptions {
    pub ftz: Option<bool>,
    pub prec_sqrt: Option<bool>,
    pub prec_div: Option<bool>,
    pub fmad: Option<bool>,
    /// Options as NVRTC takes them.
    pub options: Vec<String>,
    pub use_fast_math: Option<bool>,
    pub maxrregcount: Option<usize>,
    pub include_paths: Vec<String>,
    pub arch: Option<&'static str>,
    pub name: Option<String>,
}

impl CompileOptions {
    fn build(self) -> Vec<String> {
        let flag = |name: &str, value: Option<bool>| value.map(|value| format!("--{name}={value}"));
        let mut options = Vec::new();
        options.extend(flag("ftz", self.ftz));
        options.extend(flag("prec-sqrt", self.prec_sqrt));
        options.extend(flag("prec-div", self.prec_div));
        options.extend(flag("fmad", self.fmad));
        options.extend((self.use_fast_math == Some(true)).then(|| "--use_fast_math".to_owned()));
        options.extend(self.maxrregcount.map(|count| format!("--maxrregcount={count}")));
        options.extend(self.include_paths.iter().map(|path| format!("--include-path={path}")));
        options.extend(self.arch.map(|arch| format!("--gpu-architecture={arch}")));
        options.extend(self.options);
        options
    }
}

/// Why a program couldn't be compiled.
#[derive(Clone, PartialEq, Eq)]
pub enum CompileError {
    CreationError(result::NvrtcError),
    CompileError { nvrtc: result::NvrtcError, options: Vec<String>, log: CString },
    GetLogError(result::NvrtcError),
    GetPtxError(result::NvrtcError),
    DestroyError(result::NvrtcError),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CompileError { nvrtc, log, .. } => {
                write!(f, "{nvrtc}: {}", log.to_string_lossy())
            }
            Self::CreationError(error) => write!(f, "the program can't be created: {error}"),
            Self::GetLogError(error) => write!(f, "there is no log: {error}"),
            Self::GetPtxError(error) => write!(f, "there is no PTX: {error}"),
            Self::DestroyError(error) => write!(f, "the program can't be destroyed: {error}"),
        }
    }
}

impl fmt::Debug for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for CompileError {}

/// Compiles CUDA C++ to PTX.
pub fn compile_ptx<S: AsRef<str>>(src: S) -> Result<Ptx, CompileError> {
    compile_ptx_with_opts(src, CompileOptions::default())
}

/// Compiles CUDA C++ to PTX.
pub fn compile_ptx_with_opts<S: AsRef<str>>(
    src: S,
    opts: CompileOptions,
) -> Result<Ptx, CompileError> {
    struct Program(sys::nvrtcProgram);

    impl Drop for Program {
        fn drop(&mut self) {
            // SAFETY: the value owns the program.
            let _ = unsafe { result::destroy_program(self.0) };
        }
    }

    let invalid = |_| {
        CompileError::CreationError(result::NvrtcError(sys::nvrtcResult::NVRTC_ERROR_INVALID_INPUT))
    };
    let source = CString::new(src.as_ref()).map_err(invalid)?;
    let name = opts.name.clone().map(CString::new).transpose().map_err(invalid)?;
    let program =
        result::create_program(&source, name.as_deref()).map_err(CompileError::CreationError)?;
    let program = Program(program);
    let options = opts.build();
    // SAFETY: the program is alive, here and below.
    if let Err(nvrtc) = unsafe { result::compile_program(program.0, &options) } {
        // SAFETY: as above.
        let log =
            unsafe { result::get_program_log(program.0) }.map_err(CompileError::GetLogError)?;
        let log = bytes(log);
        let log = CStr::from_bytes_until_nul(&log).map(CStr::to_owned).unwrap_or_default();
        return Err(CompileError::CompileError { nvrtc, options, log });
    }
    // SAFETY: as above.
    let ptx = unsafe { result::get_ptx(program.0) }.map_err(CompileError::GetPtxError)?;
    Ok(Ptx(PtxKind::Image(bytes(ptx))))
}

fn bytes(text: Vec<c_char>) -> Vec<u8> {
    text.into_iter().map(|byte| byte as u8).collect()
}
