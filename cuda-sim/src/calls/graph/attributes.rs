//! Attributes of kernel nodes.

use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::graph::parameters::apply;
use crate::calls::launch::Shape;
use crate::calls::launch::attribute::has_valid_value;
use crate::state::{
    error::*,
    graph::node::NodeKind,
    outcome::Outcome,
    work::{Attributes, KernelLaunch},
};

/// The priorities of streams, and of kernel nodes.
const PRIORITIES: core::ops::RangeInclusive<i32> = -5..=0;

/// Returns the number of bytes of an attribute that a kernel node has, and its default's second byte; some can only be
/// set.
fn size(attribute: CUlaunchAttributeID) -> Option<usize> {
    use CUlaunchAttributeID as A;
    Some(match attribute {
        A::CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW => 28,
        A::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION => 12,
        A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP => 2,
        A::CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE => 16,
        A::CU_LAUNCH_ATTRIBUTE_COOPERATIVE
        | A::CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE
        | A::CU_LAUNCH_ATTRIBUTE_PRIORITY
        | A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN
        | A::CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT => 4,
        _ => return None,
    })
}

impl Call {
    /// Changes the attributes of a kernel node.
    fn change_attributes(
        &self,
        node: CUgraphNode,
        change: impl FnOnce(&mut Attributes),
    ) -> Outcome {
        let launch = self.kernel_of(node)?;
        let mut attributes = launch.attributes.clone();
        change(&mut attributes);
        let mut shape = Shape {
            grid: launch.grid,
            block: launch.block,
            dynamic_shared: launch.dynamic_shared,
            ..Shape::default()
        };
        apply(&mut shape, attributes);
        let function = self.system.functions.get(launch.function as CUfunction)?;
        let kernel = function.kernel()?;
        let cluster = self.check_shape(&function, kernel, &shape)?;
        let changed = KernelLaunch {
            cluster,
            cooperative: shape.cooperative,
            attributes: shape.attributes,
            ..launch.copy()
        };
        let (graph, node) = self.graph_of(node)?;
        graph.with(|nodes| match nodes.all.get_mut(&node) {
            Some(node) if matches!(node.kind, NodeKind::Kernel(_)) => {
                node.kind = NodeKind::Kernel(Arc::new(changed));
                Ok(())
            }
            _ => Err(INVALID_VALUE),
        })
    }

    fn kernel_of(&self, node: CUgraphNode) -> Result<Arc<KernelLaunch>, CUresult> {
        self.read_node(node, |kind| match kind {
            NodeKind::Kernel(launch) => Some(launch.clone()),
            _ => None,
        })
    }

    pub(crate) fn cuGraphKernelNodeCopyAttributes(
        &self,
        dst: CUgraphNode,
        src: CUgraphNode,
    ) -> Outcome {
        let from = self.kernel_of(src)?.attributes.clone();
        self.change_attributes(dst, |attributes| *attributes = from)
    }

    pub(crate) unsafe fn cuGraphKernelNodeGetAttribute(
        &self,
        hNode: CUgraphNode,
        attr: CUkernelNodeAttrID,
        value_out: *mut CUkernelNodeAttrValue,
    ) -> Outcome {
        use CUlaunchAttributeID as A;
        let launch = self.kernel_of(hNode)?;
        let size = size(attr).ok_or(INVALID_VALUE)?;
        if value_out.is_null() {
            return Err(INVALID_VALUE);
        }
        let to = value_out.cast::<u8>();
        if let Some(bytes) = launch.attributes.get(&attr.0) {
            // SAFETY: the program's place has the attribute's size.
            unsafe { to.copy_from(bytes.as_ptr(), size) };
            return Ok(());
        }
        let mut default = [0u8; 64];
        match attr {
            // The default domain is 0, and the remote one 1.
            A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP => default[1] = 1,
            // Its number and its node, without what is between them.
            A::CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE => {
                // SAFETY: this attribute has 16 bytes.
                unsafe {
                    to.write_bytes(0, 4);
                    to.add(8).write_bytes(0, 8);
                }
                return Ok(());
            }
            _ => {}
        }
        // SAFETY: the program's place has the attribute's size.
        unsafe { to.copy_from(default.as_ptr(), size) };
        Ok(())
    }

    pub(crate) unsafe fn cuGraphKernelNodeSetAttribute(
        &self,
        hNode: CUgraphNode,
        attr: CUkernelNodeAttrID,
        value: *const CUkernelNodeAttrValue,
    ) -> Outcome {
        use CUlaunchAttributeID as A;
        self.kernel_of(hNode)?;
        if value.is_null() {
            return Err(INVALID_VALUE);
        }
        let size = match attr {
            A::CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING => 4,
            _ => size(attr).ok_or(INVALID_VALUE)?,
        };
        let mut bytes = [0u8; 64];
        // SAFETY: the program's value has the attribute's size, which is at most 64 bytes.
        unsafe { bytes.as_mut_ptr().copy_from(value.cast(), size) };
        match attr {
            A::CU_LAUNCH_ATTRIBUTE_PRIORITY => {
                // SAFETY: it is the attribute's.
                let priority =
                    unsafe { (*value).priority }.clamp(*PRIORITIES.start(), *PRIORITIES.end());
                bytes[..4].copy_from_slice(&priority.to_ne_bytes());
            }
            // No node here can be updated by kernels.
            A::CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE => {
                // SAFETY: it is the attribute's.
                let wanted = unsafe { (*value).deviceUpdatableKernelNode };
                return match wanted.deviceUpdatable {
                    _ if !wanted.devNode.is_null() => Err(INVALID_VALUE),
                    0 => Ok(()),
                    1 => Err(NOT_SUPPORTED),
                    _ => Err(INVALID_VALUE),
                };
            }
            // SAFETY: the value is that of this attribute.
            _ if !unsafe { has_valid_value(attr, &*value) } => return Err(INVALID_VALUE),
            _ => {}
        }
        self.change_attributes(hNode, |attributes| {
            attributes.insert(attr.0, bytes);
        })
    }
}
