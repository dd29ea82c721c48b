use std::borrow::Cow;
use std::ffi::{CStr, CString};

use crate::error::says;

/// A name to look up in a module: a `&CStr` as it is, or a `&str`, which is copied.
pub trait Name {
    /// The name as C wants it.
    ///
    /// # Errors
    /// [`InvalidName`] for a string with a null byte inside.
    fn to_c(&self) -> Result<Cow<'_, CStr>, InvalidName>;
}

/// A string has a null byte inside, where C would end it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidName {
    /// The string.
    pub name: String,
    /// Where its first null byte is, in bytes.
    pub position: usize,
}

says!(InvalidName {
    Self { name, position } =>
        "the name {name:?} has a null byte at position {position}; C names end there, so remove it";
});

impl Name for CStr {
    fn to_c(&self) -> Result<Cow<'_, CStr>, InvalidName> {
        Ok(Cow::Borrowed(self))
    }
}

impl Name for str {
    fn to_c(&self) -> Result<Cow<'_, CStr>, InvalidName> {
        match CString::new(self) {
            Ok(name) => Ok(Cow::Owned(name)),
            Err(error) => Err(InvalidName {
                name: self.to_string(),
                position: error.nul_position(),
            }),
        }
    }
}

impl Name for String {
    fn to_c(&self) -> Result<Cow<'_, CStr>, InvalidName> {
        self.as_str().to_c()
    }
}

impl Name for CString {
    fn to_c(&self) -> Result<Cow<'_, CStr>, InvalidName> {
        self.as_c_str().to_c()
    }
}
