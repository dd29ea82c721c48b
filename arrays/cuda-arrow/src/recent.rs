use core::hash::Hash;
use std::collections::HashMap;

/// A map that keeps the most recently used of its values: when there would be more than a number of them, the one that was
/// used least recently is evicted.
#[derive(Debug)]
pub(crate) struct RecentMap<K, V> {
    most: usize,
    /// Each with the time of its last use.
    entries: HashMap<K, (V, u64)>,
    /// The number of uses so far.
    time: u64,
}

impl<K: Clone + Eq + Hash, V> RecentMap<K, V> {
    /// Keeps `most` values, and at least the last one.
    pub(crate) fn new(most: usize) -> Self {
        Self { most: most.max(1), entries: HashMap::new(), time: 0 }
    }

    pub(crate) fn get(&mut self, key: &K) -> Option<&V> {
        self.time += 1;
        let (value, used) = self.entries.get_mut(key)?;
        *used = self.time;
        Some(value)
    }

    /// Inserts a value, and returns those that it replaces or that are evicted, so that the caller drops them without a lock.
    #[must_use = "they may take long to drop"]
    pub(crate) fn insert(&mut self, key: K, value: V) -> Vec<V> {
        self.time += 1;
        let replaced = self.entries.insert(key, (value, self.time));
        let mut evicted: Vec<V> = replaced.map(|(value, _)| value).into_iter().collect();
        while self.entries.len() > self.most {
            let oldest = self.entries.iter().min_by_key(|(_, (_, used))| *used);
            let Some(key) = oldest.map(|(key, _)| key.clone()) else {
                break;
            };
            evicted.extend(self.entries.remove(&key).map(|(value, _)| value));
        }
        evicted
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_value_is_evicted() {
        let mut map = RecentMap::new(2);
        assert!(map.insert('a', 1).is_empty());
        assert!(map.insert('b', 2).is_empty());
        assert_eq!(map.get(&'a'), Some(&1));
        assert_eq!(map.insert('c', 3), [2]);
        assert_eq!((map.get(&'a').copied(), map.get(&'b').copied(), map.len()), (Some(1), None, 2));
        assert_eq!(map.insert('a', 4), [1]);
        assert_eq!(map.len(), 2);
    }
}
