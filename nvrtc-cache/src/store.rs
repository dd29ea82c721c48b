use std::fmt;

/// A place of the program's own for entries, such as a server of the team's or a database.
///
/// Who can write there decides what code is loaded: an entry that is cut off or damaged is refused, one that was made
/// on purpose isn't.
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
/// [`get`](Self::get) gives nothing but what a cache has [put](Self::put), or what became of it by accident, whose hash
/// tells it: machine code out of an entry is loaded without `unsafe`, and drivers follow the offsets in it unchecked.
pub unsafe trait Store: fmt::Debug + Send + Sync {
    /// The entry of a key, as it was put.
    fn get(&self, key: &[u8; 32]) -> Option<Vec<u8>>;

    /// Keeps an entry, or doesn't.
    fn put(&self, key: &[u8; 32], entry: &[u8]);
}
