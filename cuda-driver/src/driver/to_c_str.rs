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

    /// Calls a function with the text as a C string. A short `&str` is copied to the stack.
    ///
    /// # Errors
    /// As [`to_c_str`](Self::to_c_str); the function isn't called.
    #[inline]
    fn with_c_str<T>(&self, call: impl FnOnce(&CStr) -> T) -> Result<T, InvalidName> {
        self.to_c_str().map(|text| call(&text))
    }
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

    #[inline]
    fn with_c_str<T>(&self, call: impl FnOnce(&CStr) -> T) -> Result<T, InvalidName> {
        let mut short = [0; 128];
        if let Some((text, rest)) = short.split_at_mut_checked(self.len())
            && !rest.is_empty()
        {
            text.copy_from_slice(self.as_bytes());
            if let Ok(text) = CStr::from_bytes_with_nul(&short[..=self.len()]) {
                return Ok(call(text));
            }
        }
        self.to_c_str().map(|text| call(&text))
    }
}

impl ToCStr for String {
    fn to_c_str(&self) -> Result<Cow<'_, CStr>, InvalidName> {
        self.as_str().to_c_str()
    }

    #[inline]
    fn with_c_str<T>(&self, call: impl FnOnce(&CStr) -> T) -> Result<T, InvalidName> {
        self.as_str().with_c_str(call)
    }
}

impl ToCStr for CString {
    fn to_c_str(&self) -> Result<Cow<'_, CStr>, InvalidName> {
        self.as_c_str().to_c_str()
    }
}
