use core::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_driver_sys::{CUresult, CUuserObject_st};

use crate::state::error::INVALID_VALUE;
use crate::state::handles::{Handles, Object};
use crate::state::host_function::in_host_function;

/// A user object that graphs keep alive: its destructor runs when no references are left.
#[derive(Debug)]
pub(crate) struct UserObject {
    pub handle: usize,
    object: usize,
    destroy: unsafe extern "C" fn(*mut c_void),
    /// The table that it is in while there are references.
    table: &'static Handles<UserObject>,
    /// References of the program, graphs, executable graphs and launches.
    references: AtomicU64,
}

impl Object for UserObject {
    type Raw = CUuserObject_st;
    const KIND: &'static str = "user object";
    const INVALID: CUresult = INVALID_VALUE;

    fn context(&self) -> usize {
        0
    }
}

impl UserObject {
    pub(crate) fn new(
        table: &'static Handles<Self>,
        object: usize,
        destroy: unsafe extern "C" fn(*mut c_void),
        references: u32,
    ) -> Arc<Self> {
        table.insert(|handle| Self {
            handle,
            object,
            destroy,
            table,
            references: AtomicU64::new(references.into()),
        })
    }

    pub(crate) fn retain(&self, count: u32) {
        self.references.fetch_add(count.into(), Ordering::Relaxed);
    }

    /// Releases references; releasing the last one destroys the object, on the calling thread. Returns whether there
    /// were that many.
    ///
    /// No lock may be held, because the destructor is the program's.
    pub(crate) fn release(&self, count: u32) -> bool {
        let count = u64::from(count);
        let less = |references: u64| references.checked_sub(count);
        match self.references.fetch_update(Ordering::AcqRel, Ordering::Relaxed, less) {
            Ok(references) => {
                if references == count {
                    // SAFETY: the code that created the object guaranteed that its destructor is valid.
                    in_host_function(|| unsafe { (self.destroy)(self.object as *mut c_void) });
                    let _ = self.table.remove(self.handle as *mut CUuserObject_st);
                }
                true
            }
            Err(_) => false,
        }
    }
}

/// A graph's references to an object, released when the graph is destroyed.
#[derive(Debug)]
pub(crate) struct ObjectReference {
    pub object: Arc<UserObject>,
    pub count: u32,
}

impl Clone for ObjectReference {
    /// Retains as many for another graph.
    fn clone(&self) -> Self {
        self.object.retain(self.count);
        Self { object: self.object.clone(), count: self.count }
    }
}

impl Drop for ObjectReference {
    fn drop(&mut self) {
        self.object.release(self.count);
    }
}
