//! User objects, which graphs keep alive.

use core::ffi::{c_int, c_uint};
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::{error::*, outcome::store, user_object::UserObject};

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

    entry!(cuUserObjectCreate, |self, object_out, ptr, destroy, initialRefcount, flags| {
        let destroy = destroy.ok_or(INVALID_VALUE)?;
        // The caller must confirm that destructors aren't ordered with streams.
        let is_known = flags == CUuserObject_flags::CU_USER_OBJECT_NO_DESTRUCTOR_SYNC.0;
        if object_out.is_null() || !is_known {
            return Err(INVALID_VALUE);
        }
        let count = references(initialRefcount)?;
        let table = &self.system.user_objects;
        let object = UserObject::new(table, ptr as usize, destroy, count);
        store(object_out, object.handle as CUuserObject)
    });

    entry!(cuUserObjectRetain, |self, object, count| {
        self.user_object(object)?.retain(references(count)?);
        Ok(())
    });

    entry!(cuUserObjectRelease, |self, object, count| {
        if self.user_object(object)?.release(references(count)?) {
            Ok(())
        } else {
            Err(INVALID_VALUE)
        }
    });

    entry!(cuGraphRetainUserObject, |self, graph, object, count, flags| {
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
    });

    entry!(cuGraphReleaseUserObject, |self, graph, object, count| {
        let graph = self.system.graphs.get(graph)?;
        let object = self.user_object(object)?;
        drop(graph.release(&object, references(count)?));
        Ok(())
    });
}
