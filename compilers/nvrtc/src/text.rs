use std::borrow::Cow;
use std::ffi::{CStr, CString, NulError};
use std::fmt;
use std::path::PathBuf;

/// Text that NVRTC reads as a C string: borrowed if it ends in a NUL byte already, otherwise copied once to append one.
///
/// Literal sources are best written as C strings, `c"…"` or `cr#"…"#`.
pub trait IntoText<'a> {
    /// Returns the text as a C string.
    ///
    /// # Errors
    /// The text contains a NUL byte, where C would end it.
    fn into_text(self) -> Result<Cow<'a, CStr>, NulError>;
}

impl<'a> IntoText<'a> for &'a CStr {
    fn into_text(self) -> Result<Cow<'a, CStr>, NulError> {
        Ok(Cow::Borrowed(self))
    }
}

impl<'a> IntoText<'a> for &'a CString {
    fn into_text(self) -> Result<Cow<'a, CStr>, NulError> {
        Ok(Cow::Borrowed(self))
    }
}

impl<'a> IntoText<'a> for CString {
    fn into_text(self) -> Result<Cow<'a, CStr>, NulError> {
        Ok(Cow::Owned(self))
    }
}

impl<'a> IntoText<'a> for &str {
    fn into_text(self) -> Result<Cow<'a, CStr>, NulError> {
        CString::new(self).map(Cow::Owned)
    }
}

impl<'a> IntoText<'a> for &String {
    fn into_text(self) -> Result<Cow<'a, CStr>, NulError> {
        self.as_str().into_text()
    }
}

impl<'a> IntoText<'a> for String {
    fn into_text(self) -> Result<Cow<'a, CStr>, NulError> {
        CString::new(self).map(Cow::Owned)
    }
}

/// The string of a program that an error concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Text {
    /// The program's name.
    Name,
    /// The program's source.
    Source,
    /// This option.
    Option(String),
    /// This name of a header.
    HeaderName(String),
    /// The text of the header with this name.
    Header(String),
    /// This name expression.
    NameExpression(String),
    /// This folder.
    Path(PathBuf),
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str("the program's name"),
            Self::Source => f.write_str("the source"),
            Self::Option(option) => write!(f, "the option {option:?}"),
            Self::HeaderName(name) => write!(f, "the header's name {name:?}"),
            Self::Header(name) => write!(f, "the text of the header {name:?}"),
            Self::NameExpression(expression) => write!(f, "the name expression {expression:?}"),
            Self::Path(path) => write!(f, "the path {path:?}"),
        }
    }
}

/// Returns the C string that NVRTC wrote into a buffer: up to the first NUL byte.
pub(crate) fn written(mut bytes: Vec<u8>) -> CString {
    if let Some(end) = bytes.iter().position(|byte| *byte == 0) {
        bytes.truncate(end);
    }
    // SAFETY: the bytes were truncated before the first NUL byte.
    unsafe { CString::from_vec_unchecked(bytes) }
}

/// Returns the text of a C string, in which invalid UTF-8 is replaced.
pub(crate) fn text(bytes: CString) -> String {
    bytes.into_string().unwrap_or_else(|error| error.into_cstring().to_string_lossy().into_owned())
}
