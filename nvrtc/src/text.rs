use std::borrow::Cow;
use std::ffi::{CStr, CString, NulError};
use std::fmt;
use std::path::PathBuf;

/// A text that NVRTC reads as a C string: borrowed where it ends in a NUL byte already, else copied
/// once to put one after it.
///
/// A source that is a literal is best written as one that C can read, `c"…"` or `cr#"…"#`.
pub trait IntoText<'a> {
    /// Returns the text as a C string.
    ///
    /// # Errors
    /// The text has a NUL byte inside, where C would end it.
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

/// Which of a program's texts an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Text {
    /// The program's name.
    Name,
    /// The program's source.
    Source,
    /// An option, this one.
    Option(String),
    /// The name of a header, this one.
    HeaderName(String),
    /// The text of the header of this name.
    Header(String),
    /// A name expression, this one.
    NameExpression(String),
    /// A folder, this one.
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
    // SAFETY: the bytes were cut off before the first NUL byte.
    unsafe { CString::from_vec_unchecked(bytes) }
}

/// Returns the text of a C string, with what isn't UTF-8 replaced.
pub(crate) fn text(bytes: CString) -> String {
    bytes
        .into_string()
        .unwrap_or_else(|error| error.into_cstring().to_string_lossy().into_owned())
}
