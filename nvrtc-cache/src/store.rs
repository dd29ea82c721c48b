use std::fmt;

/// A place of the program's own for entries, such as a server of the team's or a database.
///
/// Whoever can write there decides what code is loaded: an entry that is cut off or damaged is refused, one that was made
/// on purpose isn't.
pub trait Store: fmt::Debug + Send + Sync {
    /// The entry of a key, as it was put.
    fn get(&self, key: &[u8; 32]) -> Option<Vec<u8>>;

    /// Keeps an entry, or doesn't.
    fn put(&self, key: &[u8; 32], entry: &[u8]);
}
