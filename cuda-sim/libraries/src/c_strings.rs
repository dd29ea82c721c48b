//! Texts that a library returns to C, which live as long as the program.

use core::hash::Hash;
use std::collections::HashMap;
use std::ffi::CString;

/// Texts by what they are of.
pub(crate) type CStrings<K> = HashMap<K, CString>;

/// Collects texts for C, the first one of each key; one with a null byte is left out.
pub(crate) fn c_strings<K: Eq + Hash, T: Into<Vec<u8>>>(
    texts: impl IntoIterator<Item = (K, T)>,
) -> CStrings<K> {
    let mut all = CStrings::new();
    for (key, text) in texts {
        if let Ok(text) = CString::new(text) {
            all.entry(key).or_insert(text);
        }
    }
    all
}
