//! The text of a graph in Graphviz's language, as a driver writes it.

use core::fmt::Write;
use std::collections::BTreeMap;

use cuda_driver_sys::{
    CUDA_MEMCPY3D, CUgraphConditionalNodeType, CUgraphDebugDot_flags as F, CUlaunchAttributeID,
    CUmemorytype, CUstreamBatchMemOpType,
};

use crate::state::devices::Devices;
use crate::state::graph::node::{Allocation, Batch, Conditional, CopyNode, FillNode, NodeKind};
use crate::state::graph::plan::GraphPlan;
use crate::state::graph::{Graph, Node};
use crate::state::work::KernelLaunch;

/// What the text says beyond names.
#[derive(Clone, Copy)]
struct Options<'a> {
    devices: &'a Devices,
    flags: u32,
}

impl Options<'_> {
    /// Returns `true` for what was requested, by itself or with everything.
    fn has(&self, flag: F) -> bool {
        self.flags & (flag.0 | F::CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE.0) != 0
    }

    /// Returns `true` for memory of copies as the runtime describes it, which isn't part of everything.
    fn has_runtime_types(&self) -> bool {
        self.flags & F::CU_GRAPH_DEBUG_DOT_FLAGS_RUNTIME_TYPES.0 != 0
    }

    fn handles(&self) -> bool {
        self.has(F::CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES)
    }

    fn order(&self) -> bool {
        self.has(F::CU_GRAPH_DEBUG_DOT_FLAGS_EXTRA_TOPO_INFO)
    }
}

/// A node to describe.
struct DotNode<'a> {
    options: Options<'a>,
    handle: usize,
    /// Its number, and if requested its place in the order of execution, counted from the end.
    id: String,
    node: &'a Node,
}

impl Graph {
    /// Describes the graph, and the graphs in it.
    pub(crate) fn dot(&self, devices: &Devices, flags: u32) -> String {
        let mut text = "digraph dot {\n".to_owned();
        self.dot_clusters(&mut text, Options { devices, flags });
        text += "}\n";
        text
    }

    fn dot_clusters(&self, text: &mut String, options: Options<'_>) {
        let graph = self.id;
        let order = self.reverse_order();
        let place = |handle: &usize| order.get(handle).copied().unwrap_or_default();
        let _ = write!(
            text,
            "subgraph cluster_{graph} {{\nlabel=\"graph_{graph}\" graph[style=\"dashed\"];\n"
        );
        self.with(|nodes| {
            for (handle, node) in &nodes.all {
                let id = if options.order() {
                    format!("{} (topoId: {})", node.id, place(handle))
                } else {
                    node.id.to_string()
                };
                let described = DotNode { options, handle: *handle, id, node };
                let _ = write!(
                    text,
                    "\"graph_{graph}_node_{}\"[{}];\n\n",
                    node.id,
                    described.style_and_label()
                );
            }
            for (handle, node) in &nodes.all {
                for edge in &node.before {
                    let Some(to) = nodes.all.get(&edge.node) else {
                        continue;
                    };
                    let _ = write!(
                        text,
                        "\"graph_{graph}_node_{}\" -> \"graph_{graph}_node_{}\"",
                        node.id, to.id
                    );
                    if options.order() {
                        let index = to.after.iter().position(|edge| edge.node == *handle);
                        let _ = write!(text, " [headlabel={}]", index.unwrap_or_default());
                    }
                    *text += ";\n";
                }
            }
        });
        *text += "}\n";
        for inner in self.inner() {
            inner.dot_clusters(text, options);
        }
    }

    /// Returns how many nodes come after each one in the order of execution; nothing for a graph with a cycle.
    fn reverse_order(&self) -> BTreeMap<usize, usize> {
        let plan = GraphPlan::new(self).unwrap_or_default();
        let steps = plan.steps.iter().rev().enumerate();
        steps.map(|(place, step)| (step.node, place)).collect()
    }
}

impl DotNode<'_> {
    fn style_and_label(&self) -> String {
        let options = self.options;
        match &self.node.kind {
            NodeKind::Kernel(launch) => self.kernel(launch),
            NodeKind::Copy(copy) => self.copy(copy),
            NodeKind::Fill(fill) => self.fill(fill),
            NodeKind::Host { function, argument } => {
                let details = format!("fn: {:#x}\nuserData: {argument:#x}\n", *function as usize);
                let flag = F::CU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS;
                self.rectangle("HOST", if options.has(flag) { &details } else { "" })
            }
            NodeKind::Child(child) => self.rectangle(&format!("graph_{}", child.0.id), ""),
            NodeKind::Empty | NodeKind::Other(_) => self.rectangle("EMPTY", ""),
            NodeKind::Record(event) => self.event("EVENT_RECORD", event.handle()),
            NodeKind::Wait(event) => self.event("EVENT_WAIT", event.handle()),
            NodeKind::Semaphores(list) if list.is_wait() => self.rectangle("EXT_SEMAS_WAIT", ""),
            NodeKind::Semaphores(_) => self.rectangle("EXT_SEMAS_SIGNAL", ""),
            NodeKind::Allocate(allocation) => self.allocation(allocation),
            NodeKind::Free(address) => {
                if options.has(F::CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS) {
                    self.record("MEM_FREE", &format!("| {{{{dptr}} | {{{address:#x}}}}}\n"))
                } else {
                    self.rectangle("MEM_FREE", "")
                }
            }
            NodeKind::Batch(batch) => self.batch(batch),
            NodeKind::Conditional(node) => self.conditional(node),
        }
    }

    /// The line with the node's handle, if it was requested.
    fn handle_line(&self) -> String {
        if self.options.handles() {
            format!("node handle: {:#x}\n", self.handle)
        } else {
            String::new()
        }
    }

    fn rectangle(&self, name: &str, details: &str) -> String {
        let (id, handle) = (&self.id, self.handle_line());
        format!("style=\"solid\" shape=\"rectangle\" label=\"{id}\n{name}\n{handle}{details}\"")
    }

    fn event(&self, name: &str, event: usize) -> String {
        let details = format!("event: {event:#x}\n");
        let flag = F::CU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS;
        self.rectangle(name, if self.options.has(flag) { &details } else { "" })
    }

    /// A table of details.
    fn record(&self, name: &str, details: &str) -> String {
        let (names, values) = self.identity();
        format!(
            "style=\"solid\" shape=\"record\" label=\"{{\n{name}\n| {{{{{names}}} | {{{values}}}}}\n{details}}}\""
        )
    }

    /// The names and the values of what identifies the node.
    fn identity(&self) -> (&'static str, String) {
        if self.options.handles() {
            ("ID | node handle", format!("{} | {:#x}", self.id, self.handle))
        } else {
            ("ID", self.id.clone())
        }
    }

    fn kernel(&self, launch: &KernelLaunch) -> String {
        let options = self.options;
        let kernel = launch.image.program().kernels().nth(launch.kernel);
        let name = kernel.map_or("", |kernel| kernel.name.as_str());
        let count = |shape: [u32; 3]| -> u64 { shape.iter().map(|n| u64::from(*n)).product() };
        let shape = if options.has(F::CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS) {
            format!(
                "\\<\\<\\<{},{},{}\\>\\>\\>",
                count(launch.grid),
                count(launch.block),
                launch.dynamic_shared
            )
        } else {
            String::new()
        };
        let (id, handle, function) = (&self.id, self.handle, launch.function);
        if options.has(F::CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES) {
            let handles = if options.handles() {
                format!("| {{{{node handle | func handle}} | {{{handle:#x} | {function:#x}}}}}\n")
            } else {
                String::new()
            };
            let priority = launch.number(CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PRIORITY);
            let (cooperative, priority) = (u32::from(launch.cooperative), priority as i32);
            return format!(
                "style=\"bold\" shape=\"record\" label=\"{{KERNEL\n| {{ID | {id} | {name}{shape}}}\n{handles}\
                 | {{accessPolicyWindow | {{base_ptr | num_bytes | hitRatio | hitProp | missProp}} | {}}}\n\
                 | {{cooperative | {cooperative}}}\n| {{priority | {priority}}}\n}}\"",
                window(launch)
            );
        }
        let handles = if options.handles() {
            format!("node handle: {handle:#x}\nfunc handle: {function:#x}\n")
        } else {
            String::new()
        };
        format!("style=\"bold\" shape=\"octagon\" label=\"{id}\n{name}\n{handles}{shape}\"")
    }

    fn copy(&self, node: &CopyNode) -> String {
        let options = self.options;
        let copy = &node.described.0;
        let (from, to) = (
            self.memory(copy.srcMemoryType, copy.srcHost as u64, copy.srcDevice),
            self.memory(copy.dstMemoryType, copy.dstHost as u64, copy.dstDevice),
        );
        let kind = format!("{}to{}", initial(from.1), initial(to.1));
        if !options.has(F::CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS) {
            let bytes = node.copy.bytes();
            let (id, handle) = (&self.id, self.handle_line());
            return format!(
                "style=\"solid\" shape=\"trapezium\"label=\"{id}\nMEMCPY\n{handle}({kind},{bytes})\n\""
            );
        }
        let details = if options.has_runtime_types() {
            format!("| {{kind | {kind} ({} to {})}}\n{}", from.1, to.1, runtime_copy(copy))
        } else {
            driver_copy(copy, from, to)
        };
        self.record("MEMCPY", &details)
    }

    /// Returns the kind of memory that the program named, and the kind that it is.
    fn memory(&self, kind: CUmemorytype, host: u64, device: u64) -> (&'static str, &'static str) {
        let memory = &self.options.devices.memory;
        let allocation = |address| memory.allocated(address);
        let host_kind = |address| match allocation(address) {
            Some(allocation) if allocation.kind.is_host() => "HOST PINNED",
            _ => "HOST",
        };
        match kind {
            CUmemorytype::CU_MEMORYTYPE_HOST => ("HOST", host_kind(host)),
            CUmemorytype::CU_MEMORYTYPE_DEVICE => ("DEVICE", "DEVICE"),
            CUmemorytype::CU_MEMORYTYPE_ARRAY => ("ARRAY", "ARRAY"),
            _ if memory.is_ours(device) => ("UNIFIED", "DEVICE"),
            _ => ("UNIFIED", host_kind(device)),
        }
    }

    fn fill(&self, node: &FillNode) -> String {
        let fill = &node.fill;
        if !self.options.has(F::CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS) {
            let (id, handle) = (&self.id, self.handle_line());
            return format!(
                "style=\"solid\" shape=\"invtrapezium\"label=\"{id}\nMEMSET\n{handle}({},{})\n\"",
                fill.value,
                fill.bytes()
            );
        }
        let (names, values) = self.identity();
        format!(
            "style=\"solid\" style=\"solid\" shape=\"record\" label=\"{{MEMSET\n| {{{{{names} | dptr | pitch | value \
             | elementSize | width | height}} | {{{values} | {:#x} | {} | {} | {} | {} | {}}}}}}}\"",
            fill.address, fill.pitch, fill.value, fill.element, fill.width, fill.height
        )
    }

    fn allocation(&self, allocation: &Allocation) -> String {
        if !self.options.has(F::CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS) {
            return self.rectangle("MEM_ALLOC", "");
        }
        // SAFETY: every bit pattern is a valid number.
        let device = unsafe { allocation.properties.0.location.id.id };
        let (bytes, address) = (allocation.bytes, allocation.address);
        self.record(
            "MEM_ALLOC",
            &format!(
                "| {{{{{{poolProps | {{allocType | handleTypes | {{location | {{type | id}}}}}} | {{PINNED | NONE | DEVICE \
                 | {device}}}}}}}}}\n| {{{{bytesize | dptr}} | {{{bytes} | {address:#x}}}}}\n"
            ),
        )
    }

    fn batch(&self, batch: &Batch) -> String {
        if !self.options.has(F::CU_GRAPH_DEBUG_DOT_FLAGS_BATCH_MEM_OP_NODE_PARAMS) {
            return self.rectangle("BATCH_MEM_OP", "");
        }
        let (names, values) = self.identity();
        let mut text = format!(
            "style=\"solid\" shape=\"record\" label=\"{{\nBATCH_MEM_OP\n| {{{{{names} | count | flags }} | {{{values} | {} \
             | {:#x} }}}}\n",
            batch.operations.len(),
            batch.flags
        );
        for (index, operation) in batch.operations.iter().enumerate() {
            use CUstreamBatchMemOpType as T;
            // SAFETY: writes and waits have their numbers in the same places, and other operations as many bytes.
            let (kind, write) = unsafe { (operation.0.operation, operation.0.writeValue) };
            let name = match kind {
                T::CU_STREAM_MEM_OP_WAIT_VALUE_32 => "WAIT_VALUE_32",
                T::CU_STREAM_MEM_OP_WRITE_VALUE_32 => "WRITE_VALUE_32",
                T::CU_STREAM_MEM_OP_WAIT_VALUE_64 => "WAIT_VALUE_64",
                T::CU_STREAM_MEM_OP_WRITE_VALUE_64 => "WRITE_VALUE_64",
                T::CU_STREAM_MEM_OP_BARRIER => "BARRIER",
                _ => "FLUSH_REMOTE_WRITES",
            };
            // SAFETY: every bit pattern is a valid number.
            let value = unsafe { write.value.value64 };
            let flags = match write.flags {
                0 => "DEFAULT".to_owned(),
                flags => format!("{flags:#x}"),
            };
            let _ = write!(
                text,
                "| {{{{{{paramArray[{index}] | {{op | addr | val | flags }}}}}}\n| {{{name} | {:#x} | {value:#x} | {flags}}}}}\n",
                write.address
            );
        }
        text + "}\""
    }

    fn conditional(&self, node: &Conditional) -> String {
        use CUgraphConditionalNodeType as T;
        let options = self.options;
        let mut text = format!(
            "style=\"bold\" shape=\"record\" label=\"{{\nCONDITIONAL\n| {{ID | {}}}\n",
            self.id
        );
        if options.handles() {
            let _ = writeln!(text, "| {{node handle| {:#x}}}", self.handle);
        }
        if options.flags & F::CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE.0 != 0 {
            let _ = writeln!(text, "| {{Conditional Handle|{}}}", node.condition.handle);
        }
        let name = match node.kind {
            T::CU_GRAPH_COND_TYPE_IF => "IF",
            T::CU_GRAPH_COND_TYPE_WHILE => "WHILE",
            _ => "SWITCH",
        };
        let _ = writeln!(text, "| {{Conditional Type| {name}}}");
        for (index, body) in node.bodies.iter().enumerate() {
            let when = match (node.kind, index) {
                (T::CU_GRAPH_COND_TYPE_IF, 1) => "False".to_owned(),
                (T::CU_GRAPH_COND_TYPE_IF | T::CU_GRAPH_COND_TYPE_WHILE, _) => "True".to_owned(),
                _ => index.to_string(),
            };
            let _ = writeln!(text, "| {{{when}|graph_{}}}", body.0.id);
        }
        text + "}\n\""
    }
}

/// The letter for a kind of memory.
fn initial(kind: &str) -> &str {
    kind.get(..1).unwrap_or_default()
}

/// The access-policy window of a kernel.
fn window(launch: &KernelLaunch) -> String {
    let id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW;
    let bytes = launch.attributes.get(&id.0).copied().unwrap_or([0; 64]);
    let word = |at: usize| {
        let word = bytes.get(at..at + 4).and_then(|byte| byte.try_into().ok());
        u32::from_ne_bytes(word.unwrap_or_default())
    };
    let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
    let property = |value: u32| match value {
        1 => "S",
        2 => "P",
        _ => "N",
    };
    format!(
        "{{{:#x} | {} | {:.6} | {} | {}}}",
        long(0),
        long(8),
        f32::from_bits(word(16)),
        property(word(20)),
        property(word(24))
    )
}

/// The parameters of a copy in the driver's words.
fn driver_copy(copy: &CUDA_MEMCPY3D, from: (&str, &str), to: (&str, &str)) -> String {
    const SIDE: &str =
        "MemoryType | Array | Host | Device | XInBytes | Y | Z | Pitch | Height | LOD";
    format!(
        "| {{{{src | dst}} | {{ {SIDE} | {SIDE}}} | {{{} ({}) | {:#x} | {:#x} | {:#x} | {} | {} | {} | {} | {} | {} | {} ({}) \
         | {:#x} | {:#x} | {:#x} | {} | {} | {} | {} | {} | {}}}}}\n\
         | {{Extent | {{WidthInBytes | Height | Depth}} | {{{} | {} | {}}}}}\n",
        from.0,
        from.1,
        copy.srcArray as usize,
        copy.srcHost as usize,
        copy.srcDevice,
        copy.srcXInBytes,
        copy.srcY,
        copy.srcZ,
        copy.srcPitch,
        copy.srcHeight,
        copy.srcLOD,
        to.0,
        to.1,
        copy.dstArray as usize,
        copy.dstHost as usize,
        copy.dstDevice,
        copy.dstXInBytes,
        copy.dstY,
        copy.dstZ,
        copy.dstPitch,
        copy.dstHeight,
        copy.dstLOD,
        copy.WidthInBytes,
        copy.Height,
        copy.Depth,
    )
}

/// The parameters of a copy in the runtime's words.
fn runtime_copy(copy: &CUDA_MEMCPY3D) -> String {
    let address = |kind, host: usize, device: u64, array: usize| match kind {
        CUmemorytype::CU_MEMORYTYPE_HOST => host as u64,
        CUmemorytype::CU_MEMORYTYPE_ARRAY => array as u64,
        _ => device,
    };
    let from = (copy.srcHost as usize, copy.srcDevice, copy.srcArray as usize);
    let to = (copy.dstHost as usize, copy.dstDevice, copy.dstArray as usize);
    let position = |name: &str, x: usize, y: usize, z: usize| {
        format!("{{{name} | {{{{x | {x}}} | {{y | {y}}} | {{z | {z}}}}}}}")
    };
    format!(
        "| {{{{srcPtr | dstPtr}} | {{pitch | ptr | xsize | ysize | pitch | ptr | xsize | ysize}} \
         | {{{} | {:#x} | 0 | {} | {} | {:#x} | 0 | {}}}}}\n\
         | {{{} | {} | {{Extent | {{{{Width | {}}} | {{Height | {}}} | {{Depth | {}}}}}}}}}\n",
        copy.srcPitch,
        address(copy.srcMemoryType, from.0, from.1, from.2),
        copy.srcHeight,
        copy.dstPitch,
        address(copy.dstMemoryType, to.0, to.1, to.2),
        copy.dstHeight,
        position("srcPos", copy.srcXInBytes, copy.srcY, copy.srcZ),
        position("dstPos", copy.dstXInBytes, copy.dstY, copy.dstZ),
        copy.WidthInBytes,
        copy.Height,
        copy.Depth,
    )
}
