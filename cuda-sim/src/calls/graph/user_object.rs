//! User objects, which graphs keep alive.

use core::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::outcome::{Out, Outcome};
use crate::state::{error::*, user_object::UserObject};

/// Checks a number of references, which must fit an `int`.
fn references(count: c_uint) -> Result<c_uint, CUresult> {
    match c_int::try_from(count) {
        Ok(1..) => Ok(count),
        _ => Err(INVALID_VALUE),
    }
}

impl Call {
    fn user_object(&self, object: CUuserObject) -> Result<Arc<UserObject>, CUresult> {
        self.system.user_objects.get(object)
    }

    pub(crate) unsafe fn cuUserObjectCreate(
        &self,
        object_out: Out<CUuserObject>,
        ptr: *mut c_void,
        destroy: CUhostFn,
        initialRefcount: c_uint,
        flags: c_uint,
    ) -> Outcome {
        let destroy = destroy.ok_or(INVALID_VALUE)?;
        // The caller must confirm that destructors aren't ordered with streams.
        let is_known = flags == CUuserObject_flags::CU_USER_OBJECT_NO_DESTRUCTOR_SYNC.0;
        if object_out.is_null() || !is_known {
            return Err(INVALID_VALUE);
        }
        let count = references(initialRefcount)?;
        let table = &self.system.user_objects;
        let object = UserObject::new(table, ptr as usize, destroy, count);
        object_out.store(object.handle as CUuserObject)
    }

    pub(crate) fn cuUserObjectRetain(&self, object: CUuserObject, count: c_uint) -> Outcome {
        self.user_object(object)?.retain(references(count)?);
        Ok(())
    }

    pub(crate) fn cuUserObjectRelease(&self, object: CUuserObject, count: c_uint) -> Outcome {
        if self.user_object(object)?.release(references(count)?) {
            Ok(())
        } else {
            Err(INVALID_VALUE)
        }
    }

    pub(crate) fn cuGraphRetainUserObject(
        &self,
        graph: CUgraph,
        object: CUuserObject,
        count: c_uint,
        flags: c_uint,
    ) -> Outcome {
        let graph = self.system.graphs.get(graph)?;
        let object = self.user_object(object)?;
        let count = references(count)?;
        match CUuserObjectRetain_flags(flags) {
            // The caller's references are moved to the graph.
            CUuserObjectRetain_flags::CU_GRAPH_USER_OBJECT_MOVE => {}
            CUuserObjectRetain_flags(0) => object.retain(count),
            _ => return Err(INVALID_VALUE),
        }
        graph.hold(object, count)
    }

    pub(crate) fn cuGraphReleaseUserObject(
        &self,
        graph: CUgraph,
        object: CUuserObject,
        count: c_uint,
    ) -> Outcome {
        let graph = self.system.graphs.get(graph)?;
        let object = self.user_object(object)?;
        drop(graph.release(&object, references(count)?));
        Ok(())
    }
}
