//! The part of a cache that a process keeps in memory.

use std::collections::HashMap;
use std::sync::Arc;

use crate::bypass::Bypass;
use crate::entry::{Entry, Key};
use crate::key::Contents;
use crate::manifest::Manifest;

/// The limit in memory, in bytes, for the entries and manifests that this process used.
const LIMIT: usize = 64 << 20;

/// The entries and manifests that this process used. If there are too many, the least recently used are dropped.
#[derive(Debug, Default)]
pub struct Memory {
    /// Each with the time of its last use.
    entries: HashMap<Key, (Arc<Entry>, u64)>,
    manifests: HashMap<Contents, (Arc<Manifest>, u64)>,
    /// The number of uses so far.
    time: u64,
    /// The size of all entries and manifests, in bytes.
    bytes: usize,
    /// The reason why the last program bypassed the cache, if any did.
    pub reason: Option<Bypass>,
}

/// One of the entries or manifests.
enum CachedItem {
    Entry(Key),
    Manifest(Contents),
}

impl Memory {
    pub fn entry(&mut self, key: &Key) -> Option<Arc<Entry>> {
        self.time += 1;
        let (entry, used) = self.entries.get_mut(key)?;
        *used = self.time;
        Some(entry.clone())
    }

    pub fn manifest(&mut self, program: &Contents) -> Option<Arc<Manifest>> {
        self.time += 1;
        let (manifest, used) = self.manifests.get_mut(program)?;
        *used = self.time;
        Some(manifest.clone())
    }

    pub fn keep_entry(&mut self, key: Key, entry: Arc<Entry>) {
        let old = self.entries.remove(&key);
        self.bytes -= old.map_or(0, |(old, _)| old.bytes().len());
        self.make_room(entry.bytes().len());
        self.entries.insert(key, (entry, self.time));
    }

    pub fn keep_manifest(&mut self, program: Contents, manifest: Arc<Manifest>) {
        let old = self.manifests.remove(&program);
        self.bytes -= old.map_or(0, |(old, _)| old.as_bytes().len());
        self.make_room(manifest.as_bytes().len());
        self.manifests.insert(program, (manifest, self.time));
    }

    /// Makes room for `bytes` more bytes, and counts them.
    fn make_room(&mut self, bytes: usize) {
        self.time += 1;
        if self.bytes + bytes > LIMIT {
            self.evict(bytes);
        }
        self.bytes += bytes;
    }

    /// Drops the least recently used until there are `bytes` bytes, and an eighth more: so this is done rarely.
    fn evict(&mut self, bytes: usize) {
        let entries = self.entries.iter();
        let entries = entries
            .map(|(key, (entry, used))| (*used, CachedItem::Entry(*key), entry.bytes().len()));
        let manifests = self.manifests.iter().map(|(program, (manifest, used))| {
            (*used, CachedItem::Manifest(program.clone()), manifest.as_bytes().len())
        });
        let mut all: Vec<_> = entries.chain(manifests).collect();
        all.sort_by_key(|(used, ..)| *used);
        for (_, item, size) in all {
            if self.bytes + bytes <= LIMIT - LIMIT / 8 {
                break;
            }
            match item {
                CachedItem::Entry(key) => drop(self.entries.remove(&key)),
                CachedItem::Manifest(program) => drop(self.manifests.remove(&program)),
            }
            self.bytes -= size;
        }
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
        let entries = memory.entries.values().map(|(entry, _)| entry.bytes().len());
        let manifests = memory.manifests.values();
        entries.chain(manifests.map(|(manifest, _)| manifest.as_bytes().len())).sum()
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
            // What is used again and again stays.
            assert!(memory.entry(&Key([0; 32])).is_some(), "after {round}");
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
