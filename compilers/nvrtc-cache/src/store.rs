use std::fmt;

/// Custom storage for entries, such as a team's server or a database.
///
/// Anyone who can write to it controls which code is loaded: truncated or damaged entries are rejected, but forged ones
/// aren't.
///
/// ```compile_fail,E0200
/// #[derive(Debug)]
/// struct Own;
///
/// impl nvrtc_cache::Store for Own {
///     fn get(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
///         None
///     }
///     fn put(&self, key: &[u8; 32], entry: &[u8]) {}
/// }
/// ```
///
/// # Safety
/// [`get`](Self::get) returns only entries that a cache has [put](Self::put), or accidentally damaged ones, which their
/// hash reveals. Machine code from an entry is loaded without `unsafe`, and drivers follow the offsets in it unchecked.
pub unsafe trait Store: fmt::Debug + Send + Sync {
    /// Returns the entry of a key, as it was put.
    fn get(&self, key: &[u8; 32]) -> Option<Vec<u8>>;

    /// Stores an entry. It may also discard it.
    fn put(&self, key: &[u8; 32], entry: &[u8]);
}
