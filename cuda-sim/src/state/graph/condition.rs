use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::{Mutex, RwLock};

use crate::system::System;

/// The number that decides what a conditional node executes; kernels set it by its handle.
#[derive(Debug)]
pub(crate) struct Condition {
    pub handle: u64,
    default: u32,
    /// Whether each launch begins with the default.
    is_reset: bool,
    value: AtomicU32,
    used: AtomicBool,
}

impl Condition {
    pub(crate) fn new(handle: u64, default: u32, is_reset: bool) -> Self {
        Self {
            handle,
            default,
            is_reset,
            value: AtomicU32::new(default),
            used: AtomicBool::new(false),
        }
    }

    pub(crate) fn value(&self) -> u32 {
        self.value.load(Ordering::Acquire)
    }

    pub(crate) fn set(&self, value: u32) {
        self.value.store(value, Ordering::Release);
    }

    /// Prepares it for a launch.
    pub(crate) fn begin(&self) {
        if self.is_reset {
            self.set(self.default);
        }
    }

    /// Makes it a node's; returns `false` if another node has it.
    pub(crate) fn claim(&self) -> bool {
        !self.used.swap(true, Ordering::AcqRel)
    }

    /// Its node is destroyed.
    pub(crate) fn disclaim(&self) {
        self.used.store(false, Ordering::Release);
    }

    pub(crate) fn is_used(&self) -> bool {
        self.used.load(Ordering::Acquire)
    }
}

/// The conditions of a graph and of the graphs of its conditional nodes.
#[derive(Debug, Default)]
pub(crate) struct Conditions(Mutex<Vec<Arc<Condition>>>);

impl Conditions {
    pub(crate) fn add(&self, condition: Arc<Condition>) {
        self.0.lock().push(condition);
    }

    pub(crate) fn are_used(&self) -> bool {
        self.0.lock().iter().all(|condition| condition.is_used())
    }

    pub(crate) fn find(&self, handle: u64) -> Option<Arc<Condition>> {
        let all = self.0.lock();
        all.iter().find(|it| it.handle == handle).cloned()
    }
}

/// The conditions of all graphs, which kernels find by their handles.
#[derive(Debug, Default)]
pub(crate) struct ConditionTable(RwLock<BTreeMap<u64, Weak<Condition>>>);

impl ConditionTable {
    pub(crate) fn add(&self, condition: &Arc<Condition>) {
        let weak = Arc::downgrade(condition);
        self.0.write().insert(condition.handle, weak);
    }

    pub(crate) fn find(&self, handle: u64) -> Option<Arc<Condition>> {
        self.0.read().get(&handle)?.upgrade()
    }
}

impl Drop for Condition {
    fn drop(&mut self) {
        if let Ok(system) = System::get() {
            system.conditions.0.write().remove(&self.handle);
        }
    }
}
