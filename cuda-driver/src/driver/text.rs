use std::borrow::Cow;
use std::ffi::{CStr, CString};

use crate::error::driver::InvalidName;

/// Text to pass to C, such as a name to look up, or PTX: a `&CStr`, or a `&str`, which is copied.
pub trait ToCStr {
    /// Returns the text as a C string.
    ///
    /// # Errors
    /// [`InvalidName`] for a string with a null byte inside.
    fn to_c_str(&self) -> Result<Cow<'_, CStr>, InvalidName>;
}

impl ToCStr for CStr {
    fn to_c_str(&self) -> Result<Cow<'_, CStr>, InvalidName> {
        Ok(Cow::Borrowed(self))
    }
}

impl ToCStr for str {
    fn to_c_str(&self) -> Result<Cow<'_, CStr>, InvalidName> {
        match CString::new(self) {
            Ok(name) => Ok(Cow::Owned(name)),
            Err(error) => {
                Err(InvalidName { name: self.to_string(), position: error.nul_position() })
            }
        }
    }
}

impl ToCStr for String {
    fn to_c_str(&self) -> Result<Cow<'_, CStr>, InvalidName> {
        self.as_str().to_c_str()
    }
}

impl ToCStr for CString {
    fn to_c_str(&self) -> Result<Cow<'_, CStr>, InvalidName> {
        self.as_c_str().to_c_str()
    }
}
