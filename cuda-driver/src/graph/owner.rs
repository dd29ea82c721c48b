//! What a graph keeps alive: for itself, or for one of its nodes.

use core::any::Any;
use core::ffi::c_void;

use cuda_driver_sys::{CUuserObject, CUuserObject_flags, CUuserObjectRetain_flags, Symbol};

use crate::background::drop_elsewhere;
use crate::driver::Raw;
use crate::error::CuResult;
use crate::graph::nodes::Nodes;
use crate::graph::{Graph, GraphBuilder, GraphGuard, NodeParams};

impl Graph {
    /// Moves `owner` into the graph. It is dropped, on one of this crate's threads, once the graph and all executable
    /// graphs instantiated from it are destroyed and their launches have completed.
    ///
    /// [`cuGraphRetainUserObject`](Raw::cuGraphRetainUserObject)
    ///
    /// # Errors
    /// Returns the driver's error; `owner` is then dropped there, too.
    #[doc(alias("cuUserObjectCreate", "cuGraphRetainUserObject"))]
    pub fn keep(&mut self, owner: impl Any + Send) -> Result<(), CuResult> {
        self.keep_boxed(Box::new(owner))
    }

    pub(crate) fn keep_boxed(&mut self, owner: Box<dyn Any + Send>) -> Result<(), CuResult> {
        let mut nodes = self.lock(Symbol::cuGraphRetainUserObject)?;
        self.retain(&mut nodes, owner).map(drop)
    }
}

impl GraphBuilder<'_> {
    /// Keeps what a node needs, and returns it if the node alone does. The graph is locked.
    pub(super) fn keep_for(
        &self,
        locked: &mut GraphGuard<'_>,
        params: &impl NodeParams,
    ) -> Result<Option<CUuserObject>, CuResult> {
        // The driver copies what another graph keeps.
        if params.other_graph().is_some() && locked.other().is_keeping() {
            locked.set_keeping();
        }
        let owner = params.owner();
        owner.map(|owner| self.retain(locked, owner)).transpose()
    }

    /// Moves `owner` into the graph that the program has, which is locked. If it can't be, it is dropped on another thread,
    /// because dropping it may use the graph.
    pub(super) fn retain(
        &self,
        nodes: &mut Nodes,
        owner: Box<dyn Any + Send>,
    ) -> Result<CUuserObject, CuResult> {
        /// An owner, and the driver that it may call when it is dropped.
        type OwnerBox = (Raw, Box<dyn Any + Send>);

        /// Drops an owner on another thread, because a callback of the driver must not call the driver.
        unsafe extern "C" fn release(owner: *mut c_void) {
            // SAFETY: `retain` passed the pointer, and the driver calls this once.
            let (raw, owner) = *unsafe { Box::from_raw(owner.cast::<OwnerBox>()) };
            drop_elsewhere(raw, owner);
        }

        let raw = self.context().raw();
        let boxed: OwnerBox = (raw, owner);
        let pointer = Box::into_raw(Box::new(boxed)).cast::<c_void>();
        let flags = CUuserObject_flags::CU_USER_OBJECT_NO_DESTRUCTOR_SYNC.0;
        // SAFETY: the destructor takes such a pointer, which is to a live value until then.
        let object = unsafe { raw.cuUserObjectCreate(pointer, Some(release), 1, flags) };
        let object = object.inspect_err(|_| {
            // SAFETY: there is no object that would release it.
            unsafe { release(pointer) };
        })?;
        let flags = CUuserObjectRetain_flags::CU_GRAPH_USER_OBJECT_MOVE.0;
        let root = self.object.root.0;
        // SAFETY: the caller has locked the graph; both are alive, and this function owns the reference that it moves.
        unsafe { raw.cuGraphRetainUserObject(root, object, 1, flags) }.inspect_err(|_| {
            // SAFETY: the reference was not moved.
            let _ = unsafe { raw.cuUserObjectRelease(object, 1) };
        })?;
        nodes.set_keeping();
        Ok(object)
    }

    /// Gives up what the graph keeps. Executable graphs that exist keep it all the same.
    ///
    /// # Safety
    /// The graph, which is locked, keeps each for one node that no longer uses it.
    pub(super) unsafe fn release(&self, owners: impl IntoIterator<Item = CUuserObject>) {
        for object in owners {
            let (raw, root) = (self.context().raw(), self.object.root.0);
            // What the driver doesn't release lives as long as the graph.
            // SAFETY: the graph has a reference to the object, and the caller no longer needs it.
            let _ = unsafe { raw.cuGraphReleaseUserObject(root, object, 1) };
        }
    }
}
