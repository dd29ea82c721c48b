//! The part of a cache that a process keeps in memory.

use std::collections::HashMap;
use std::sync::Arc;

use crate::bypass::Bypass;
use crate::entry::{Entry, Key};
use crate::key::Contents;
use crate::manifest::Manifest;

/// The limit in memory, in bytes, for the entries and manifests that this process used.
const LIMIT: usize = 64 << 20;

/// The entries and manifests that this process used. If there are too many, all are dropped.
#[derive(Debug, Default)]
pub struct Memory {
    entries: HashMap<Key, Arc<Entry>>,
    manifests: HashMap<Contents, Arc<Manifest>>,
    /// The size of all entries and manifests, in bytes.
    bytes: usize,
    /// The reason why the last program bypassed the cache, if any did.
    pub reason: Option<Bypass>,
}

impl Memory {
    pub fn entry(&self, key: &Key) -> Option<Arc<Entry>> {
        self.entries.get(key).cloned()
    }

    pub fn manifest(&self, program: &Contents) -> Option<Arc<Manifest>> {
        self.manifests.get(program).cloned()
    }

    pub fn keep_entry(&mut self, key: Key, entry: Arc<Entry>) {
        let old = self.entries.remove(&key);
        self.bytes -= old.map_or(0, |old| old.bytes().len());
        self.make_room(entry.bytes().len());
        self.entries.insert(key, entry);
    }

    pub fn keep_manifest(&mut self, program: Contents, manifest: Arc<Manifest>) {
        let old = self.manifests.remove(&program);
        self.bytes -= old.map_or(0, |old| old.as_bytes().len());
        self.make_room(manifest.as_bytes().len());
        self.manifests.insert(program, manifest);
    }

    /// Makes room for `bytes` more bytes, and counts them.
    fn make_room(&mut self, bytes: usize) {
        if self.bytes + bytes > LIMIT {
            self.entries.clear();
            self.manifests.clear();
            self.bytes = 0;
        }
        self.bytes += bytes;
    }
}

#[cfg(test)]
mod tests {
    use nvrtc::Ptx;

    use super::*;
    use crate::manifest::tests::of_files;

    fn entry(length: usize) -> Arc<Entry> {
        let text = std::ffi::CString::new(vec![b'a'; length]).unwrap();
        Arc::new(Entry::Ptx(Ptx::restore(text, String::new(), Vec::new())))
    }

    fn size(memory: &Memory) -> usize {
        let entries = memory.entries.values().map(|entry| entry.bytes().len());
        let manifests = memory.manifests.values();
        entries.chain(manifests.map(|manifest| manifest.as_bytes().len())).sum()
    }

    #[test]
    fn entries_and_manifests_together_stay_within_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let files: Vec<_> = (0..100).map(|n| folder.path().join(n.to_string())).collect();
        for file in &files {
            std::fs::write(file, "").unwrap();
        }
        let manifest = Arc::new(of_files(&files));
        let entry = entry(1000);
        let mut memory = Memory { reason: Some(Bypass::Nvrtc), ..Memory::default() };
        let rounds = LIMIT / manifest.as_bytes().len() + 1;
        for round in 0..rounds {
            let mut hash = [0; 32];
            hash[..8].copy_from_slice(&round.to_le_bytes());
            memory.keep_manifest(Contents(hash), manifest.clone());
            memory.keep_entry(Key(hash), entry.clone());
            assert!(memory.bytes <= LIMIT, "after {round}");
            assert!(memory.entry(&Key(hash)).is_some());
        }
        assert_eq!(memory.bytes, size(&memory));
        assert!(memory.manifests.len() < rounds);
        assert!(memory.reason.is_some());
    }

    #[test]
    fn a_replaced_entry_is_counted_once() {
        let mut memory = Memory::default();
        for length in [1000, 10, 500] {
            memory.keep_entry(Key([1; 32]), entry(length));
            assert_eq!((memory.bytes, size(&memory)), (length, length));
        }
    }
}
