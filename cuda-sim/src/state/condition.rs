use litemap::LiteMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::{Mutex, RwLock};

/// The conditions of all graphs, by their handles, which no others of the process have.
static ALL: RwLock<LiteMap<u64, Weak<Condition>>> = RwLock::new(LiteMap::new_vec());

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
    pub(crate) fn new(handle: u64, default: u32, is_reset: bool) -> Arc<Self> {
        let condition = Arc::new(Self {
            handle,
            default,
            is_reset,
            value: AtomicU32::new(default),
            used: AtomicBool::new(false),
        });
        ALL.write().insert(handle, Arc::downgrade(&condition));
        condition
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
        all.iter().find(|condition| condition.handle == handle).cloned()
    }
}

/// Returns the condition of any graph with this handle, as kernels find it.
pub(crate) fn find(handle: u64) -> Option<Arc<Condition>> {
    ALL.read().get(&handle)?.upgrade()
}

impl Drop for Condition {
    fn drop(&mut self) {
        ALL.write().remove(&self.handle);
    }
}
