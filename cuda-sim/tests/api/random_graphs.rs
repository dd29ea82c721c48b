//! Random graphs of all kinds of nodes do what executing their nodes one after the other does, also after nodes were
//! destroyed, parameters changed, graphs cloned, and executable graphs updated.

use core::ffi::{CStr, c_void};
use core::ptr::{null, null_mut};
use std::collections::BTreeSet;

use cuda_driver::Raw;
use cuda_driver::sys::*;
use fastrand::Rng;

use crate::TestDevice;
use crate::kernels::load;

const KERNELS: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.extern .func cudaGraphSetConditional(.param .b64 h, .param .b32 v);
// *to = *from * factor + summand
.visible .entry affine(.param .u64 to, .param .u64 from, .param .u32 factor, .param .u32 summand)
{
    .reg .b64 %t, %f;
    .reg .b32 %a, %b, %v;
    ld.param.u64 %t, [to];
    ld.param.u64 %f, [from];
    ld.param.u32 %a, [factor];
    ld.param.u32 %b, [summand];
    ld.global.u32 %v, [%f];
    mad.lo.u32 %v, %v, %a, %b;
    st.global.u32 [%t], %v;
    ret;
}
// *from -= step; the condition becomes *from % modulus
.visible .entry choose(.param .u64 handle, .param .u64 from, .param .u32 step, .param .u32 modulus)
{
    .reg .b64 %h, %f;
    .reg .b32 %s, %m, %v;
    ld.param.u64 %h, [handle];
    ld.param.u64 %f, [from];
    ld.param.u32 %s, [step];
    ld.param.u32 %m, [modulus];
    ld.global.u32 %v, [%f];
    sub.u32 %v, %v, %s;
    st.global.u32 [%f], %v;
    rem.u32 %v, %v, %m;
    {
        .param .b64 p0;
        .param .b32 p1;
        st.param.b64 [p0], %h;
        st.param.b32 [p1], %v;
        call.uni cudaGraphSetConditional, (p0, p1);
    }
    ret;
}
";

const CELLS: usize = 24;
type Cells = [u32; CELLS];

/// What a node, or two that belong together, does with the cells.
#[derive(Debug, Clone)]
enum Op {
    Affine {
        to: usize,
        from: usize,
        by: [u32; 2],
    },
    /// The same by a function of the program.
    Host {
        to: usize,
        from: usize,
        by: [u32; 2],
    },
    Copy {
        to: usize,
        from: usize,
        count: usize,
    },
    Fill {
        to: usize,
        count: usize,
        value: u32,
    },
    Write {
        to: usize,
        value: u32,
    },
    /// A copy through memory that the graph allocates and frees.
    Scratch {
        to: usize,
        from: usize,
    },
    Child(Vec<Op>),
    If {
        by: usize,
        bodies: [Vec<Op>; 2],
    },
    Switch {
        by: usize,
        bodies: Vec<Vec<Op>>,
    },
    /// Counts a cell down to zero.
    While {
        count: usize,
        times: u32,
        body: Vec<Op>,
    },
    Empty,
    Record,
    Wait,
}

impl Op {
    /// Returns the cells that it reads or writes; the first set is only read.
    fn cells(&self) -> [BTreeSet<usize>; 2] {
        let set = |cells: &[usize]| cells.iter().copied().collect();
        let inner = |ops: &[&Vec<Self>], cell: usize| {
            let mut written = BTreeSet::from([cell]);
            let mut read = BTreeSet::new();
            for op in ops.iter().flat_map(|ops| ops.iter()) {
                let [reads, writes] = op.cells();
                read.extend(reads);
                written.extend(writes);
            }
            [read, written]
        };
        match self {
            Self::Affine { to, from, .. }
            | Self::Host { to, from, .. }
            | Self::Scratch { to, from } => [set(&[*from]), set(&[*to])],
            Self::Copy { to, from, count } => {
                [(*from..from + count).collect(), (*to..to + count).collect()]
            }
            Self::Fill { to, count, .. } => [set(&[]), (*to..to + count).collect()],
            Self::Write { to, .. } => [set(&[]), set(&[*to])],
            Self::Child(ops) => {
                let [read, mut written] = inner(&[ops], 0);
                if !ops.iter().any(|op| op.cells()[1].contains(&0)) {
                    written.remove(&0);
                }
                [read, written]
            }
            Self::If { by, bodies } => inner(&[&bodies[0], &bodies[1]], *by),
            Self::Switch { by, bodies } => inner(&bodies.iter().collect::<Vec<_>>(), *by),
            Self::While { count, body, .. } => inner(&[body], *count),
            Self::Empty | Self::Record | Self::Wait => [set(&[]), set(&[])],
        }
    }

    fn run(&self, cells: &mut Cells) {
        let run_all = |ops: &[Self], cells: &mut Cells| ops.iter().for_each(|op| op.run(cells));
        match self {
            Self::Affine { to, from, by } | Self::Host { to, from, by } => {
                cells[*to] = cells[*from].wrapping_mul(by[0]).wrapping_add(by[1]);
            }
            Self::Copy { to, from, count } => cells.copy_within(*from..from + count, *to),
            Self::Fill { to, count, value } => cells[*to..to + count].fill(*value),
            Self::Write { to, value } => cells[*to] = *value,
            Self::Scratch { to, from } => cells[*to] = cells[*from],
            Self::Child(ops) => run_all(ops, cells),
            Self::If { by, bodies } => {
                run_all(&bodies[usize::from(cells[*by].is_multiple_of(2))], cells);
            }
            Self::Switch { by, bodies } => {
                // One more value than there are bodies.
                let value = cells[*by] as usize % (bodies.len() + 1);
                bodies.get(value).into_iter().for_each(|body| run_all(body, cells));
            }
            Self::While { count, times, body } => {
                cells[*count] = *times;
                while cells[*count] != 0 {
                    run_all(body, cells);
                    cells[*count] -= 1;
                }
            }
            Self::Empty | Self::Record | Self::Wait => {}
        }
    }

    /// Returns `true` if an executable graph's node can be disabled.
    fn can_be_disabled(&self) -> bool {
        matches!(self, Self::Affine { .. } | Self::Copy { .. } | Self::Fill { .. })
    }

    /// Returns `true` if its graph can't be cloned.
    fn is_single(&self) -> bool {
        matches!(
            self,
            Self::Scratch { .. } | Self::If { .. } | Self::Switch { .. } | Self::While { .. }
        ) || matches!(self, Self::Child(ops) if ops.iter().any(Self::is_single))
    }

    /// Changes numbers that an update can change.
    fn change(&mut self, random: &mut Rng) {
        match self {
            Self::Affine { by, .. } | Self::Host { by, .. } => {
                *by = [random.u32(..), random.u32(..)]
            }
            Self::Fill { value, .. } | Self::Write { value, .. } => *value = random.u32(..),
            Self::Child(ops) => ops.iter_mut().for_each(|op| op.change(random)),
            Self::If { bodies, .. } => bodies.iter_mut().flatten().for_each(|op| op.change(random)),
            Self::Switch { bodies, .. } => {
                bodies.iter_mut().flatten().for_each(|op| op.change(random));
            }
            Self::While { times, body, .. } => {
                *times = random.u32(1..4);
                body.iter_mut().for_each(|op| op.change(random));
            }
            _ => {}
        }
    }
}

/// Returns a random operation; those in bodies of conditional nodes are restricted.
fn random_op(random: &mut Rng, depth: u32, place: Place) -> Op {
    let cell = |random: &mut Rng| random.usize(..CELLS);
    let ops = |random: &mut Rng, place| -> Vec<Op> {
        (0..random.usize(1..4)).map(|_| random_op(random, depth + 1, place)).collect()
    };
    loop {
        let (to, from) = (cell(random), cell(random));
        let by = [random.u32(..), random.u32(..)];
        return match random.u32(..15) {
            0..3 => Op::Affine { to, from, by },
            3..5 => {
                let count = random.usize(1..4);
                let (to, from) =
                    (random.usize(..CELLS / 2 - 3), random.usize(CELLS / 2..CELLS - 3));
                Op::Copy { to, from, count }
            }
            5 => {
                Op::Fill { to: random.usize(..CELLS - 4), count: random.usize(1..4), value: by[0] }
            }
            6 => Op::Empty,
            7 if depth < 3 => Op::Child(ops(random, place.inside())),
            8 if depth < 3 && place.may_branch() => {
                Op::If { by: to, bodies: [ops(random, Place::Body), ops(random, Place::Body)] }
            }
            9 if depth < 3 && place.may_branch() => Op::Switch {
                by: to,
                bodies: (0..random.usize(1..4)).map(|_| ops(random, Place::Body)).collect(),
            },
            10 if depth < 3 && place.may_branch() => {
                let body: Vec<Op> = ops(random, Place::Body);
                if body.iter().any(|op| op.cells()[1].contains(&to)) {
                    continue;
                }
                Op::While { count: to, times: random.u32(1..4), body }
            }
            11 if place != Place::Body && place != Place::ChildOfBody => Op::Host { to, from, by },
            12 if place == Place::Top => Op::Scratch { to, from },
            13 if place != Place::Body && place != Place::ChildOfBody => {
                Op::Write { to, value: by[0] }
            }
            14 if place == Place::Top && random.bool() => Op::Record,
            14 if place == Place::Top => Op::Wait,
            _ => continue,
        };
    }
}

/// The kind of graph that a node is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Top,
    Child,
    Body,
    ChildOfBody,
}

impl Place {
    fn may_branch(self) -> bool {
        matches!(self, Self::Top | Self::Body)
    }

    /// A child of such a graph. It is a clone, so it has no conditions.
    fn inside(self) -> Self {
        match self {
            Self::Top | Self::Child => Self::Child,
            Self::Body | Self::ChildOfBody => Self::ChildOfBody,
        }
    }
}

/// The argument of a host function, which is never freed.
struct Argument {
    to: *mut u32,
    from: *const u32,
    by: [u32; 2],
}

unsafe extern "C" fn affine(argument: *mut c_void) {
    // SAFETY: the argument and the cells live until the test ends, and the graph orders accesses to the same cell.
    unsafe {
        let argument = &*argument.cast::<Argument>();
        *argument.to = (*argument.from).wrapping_mul(argument.by[0]).wrapping_add(argument.by[1]);
    }
}

/// The device, and what the graphs work on.
struct Bench {
    raw: Raw,
    context: CUcontext,
    cells: *mut u32,
    affine: CUfunction,
    choose: CUfunction,
    event: CUevent,
}

/// A kernel node's parameters, with their values.
struct KernelNode {
    values: [u64; 4],
    function: CUfunction,
}

impl KernelNode {
    fn with<R>(&mut self, make: impl FnOnce(*const CUDA_KERNEL_NODE_PARAMS) -> R) -> R {
        let mut pointers = self.values.each_mut().map(|value| (&raw mut *value).cast::<c_void>());
        // SAFETY: it is plain data, for which zero is valid.
        let mut node: CUDA_KERNEL_NODE_PARAMS = unsafe { core::mem::zeroed() };
        (node.gridDimX, node.gridDimY, node.gridDimZ) = (1, 1, 1);
        (node.blockDimX, node.blockDimY, node.blockDimZ) = (1, 1, 1);
        node.func = self.function;
        node.kernelParams = pointers.as_mut_ptr();
        make(&raw const node)
    }
}

impl Bench {
    fn cell(&self, index: usize) -> u64 {
        self.cells as u64 + 4 * index as u64
    }

    fn kernel(&self, to: usize, from: usize, by: [u32; 2]) -> KernelNode {
        KernelNode {
            values: [self.cell(to), self.cell(from), by[0].into(), by[1].into()],
            function: self.affine,
        }
    }

    fn copy(to: u64, from: u64, count: usize) -> CUDA_MEMCPY3D {
        // SAFETY: it is plain data, for which zero is valid.
        let mut copy: CUDA_MEMCPY3D = unsafe { core::mem::zeroed() };
        copy.srcMemoryType = CUmemorytype::CU_MEMORYTYPE_UNIFIED;
        copy.dstMemoryType = CUmemorytype::CU_MEMORYTYPE_UNIFIED;
        (copy.srcDevice, copy.dstDevice) = (from, to);
        (copy.WidthInBytes, copy.Height, copy.Depth) = (4 * count, 1, 1);
        copy
    }

    fn fill(&self, to: usize, count: usize, value: u32) -> CUDA_MEMSET_NODE_PARAMS {
        CUDA_MEMSET_NODE_PARAMS {
            dst: self.cell(to),
            pitch: 0,
            value,
            elementSize: 4,
            width: count,
            height: 1,
        }
    }

    fn host(&self, to: usize, from: usize, by: [u32; 2]) -> CUDA_HOST_NODE_PARAMS {
        let argument =
            Argument { to: self.cell(to) as *mut u32, from: self.cell(from) as *const u32, by };
        CUDA_HOST_NODE_PARAMS {
            fn_: Some(affine),
            userData: Box::into_raw(Box::new(argument)).cast(),
        }
    }

    /// Adds an operation to a graph after some nodes; returns its first and last node.
    fn add(&self, graph: CUgraph, op: &Op, after: &[CUgraphNode]) -> [CUgraphNode; 2] {
        let raw = self.raw;
        let one = |node| [node, node];
        match op {
            Op::Affine { to, from, by } => one(self
                .kernel(*to, *from, *by)
                .with(|node| call!(raw, cuGraphAddKernelNode(graph, after, node)))
                .unwrap()),
            Op::Host { to, from, by } => {
                let node = self.host(*to, *from, *by);
                one(call!(raw, cuGraphAddHostNode(graph, after, &raw const node)).unwrap())
            }
            Op::Copy { to, from, count } => {
                let copy = Self::copy(self.cell(*to), self.cell(*from), *count);
                one(call!(raw, cuGraphAddMemcpyNode(graph, after, &raw const copy, self.context))
                    .unwrap())
            }
            Op::Fill { to, count, value } => {
                let fill = self.fill(*to, *count, *value);
                one(call!(raw, cuGraphAddMemsetNode(graph, after, &raw const fill, self.context))
                    .unwrap())
            }
            Op::Write { to, value } => {
                let mut write = self.write(*to, *value);
                let batch = self.batch(&mut write);
                one(call!(raw, cuGraphAddBatchMemOpNode(graph, after, &raw const batch)).unwrap())
            }
            Op::Scratch { to, from } => {
                // SAFETY: it is plain data, for which zero is valid.
                let mut node: CUDA_MEM_ALLOC_NODE_PARAMS = unsafe { core::mem::zeroed() };
                node.poolProps.allocType = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
                node.poolProps.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
                node.bytesize = 4;
                let first =
                    call!(raw, cuGraphAddMemAllocNode(graph, after, &raw mut node)).unwrap();
                let copy = Self::copy(node.dptr, self.cell(*from), 1);
                let there = call!(
                    raw,
                    cuGraphAddMemcpyNode(graph, &[first], &raw const copy, self.context)
                )
                .unwrap();
                let copy = Self::copy(self.cell(*to), node.dptr, 1);
                let back = call!(
                    raw,
                    cuGraphAddMemcpyNode(graph, &[there], &raw const copy, self.context)
                )
                .unwrap();
                let last = call!(raw, cuGraphAddMemFreeNode(graph, &[back], node.dptr)).unwrap();
                [first, last]
            }
            Op::Child(ops) => {
                let child = self.graph(ops, &mut Rng::with_seed(7)).0;
                let node = call!(raw, cuGraphAddChildGraphNode(graph, after, child)).unwrap();
                call!(raw, cuGraphDestroy(child)).unwrap();
                one(node)
            }
            Op::If { by, bodies } => {
                let kind = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_IF;
                self.branch(graph, after, kind, *by, 2, bodies)
            }
            Op::Switch { by, bodies } => {
                let kind = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_SWITCH;
                self.branch(graph, after, kind, *by, bodies.len() as u32 + 1, bodies)
            }
            Op::While { count, times, body } => {
                let fill = self.fill(*count, 1, *times);
                let first =
                    call!(raw, cuGraphAddMemsetNode(graph, after, &raw const fill, self.context))
                        .unwrap();
                let handle =
                    call!(raw, cuGraphConditionalHandleCreate(graph, self.context, 1, 1)).unwrap();
                let begin = self
                    .choose(handle, *count, 0, u32::MAX)
                    .with(|node| call!(raw, cuGraphAddKernelNode(graph, &[first], node)))
                    .unwrap();
                let kind = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_WHILE;
                let (last, graphs) = self.conditional(graph, begin, kind, handle, 1);
                let (_, ends) = self.fill_graph(graphs[0], body, &mut Rng::with_seed(7));
                let ends: Vec<CUgraphNode> = ends.iter().map(|[_, last]| *last).collect();
                self.choose(handle, *count, 1, u32::MAX)
                    .with(|node| call!(raw, cuGraphAddKernelNode(graphs[0], &ends, node)))
                    .unwrap();
                [first, last]
            }
            Op::Empty => one(call!(raw, cuGraphAddEmptyNode(graph, after)).unwrap()),
            Op::Record => {
                one(call!(raw, cuGraphAddEventRecordNode(graph, after, self.event)).unwrap())
            }
            Op::Wait => one(call!(raw, cuGraphAddEventWaitNode(graph, after, self.event)).unwrap()),
        }
    }

    fn choose(&self, handle: u64, from: usize, step: u32, modulus: u32) -> KernelNode {
        KernelNode {
            values: [handle, self.cell(from), step.into(), modulus.into()],
            function: self.choose,
        }
    }

    fn write(&self, to: usize, value: u32) -> CUstreamBatchMemOpParams {
        // SAFETY: it is plain data, for which zero is valid.
        let mut write: CUstreamBatchMemOpParams = unsafe { core::mem::zeroed() };
        write.operation = CUstreamBatchMemOpType::CU_STREAM_MEM_OP_WRITE_VALUE_32;
        // SAFETY: this variant of the union has only numbers.
        let parameters = unsafe { &mut write.writeValue };
        (parameters.address, parameters.value.value64) = (self.cell(to), value.into());
        write
    }

    fn batch(&self, write: &mut CUstreamBatchMemOpParams) -> CUDA_BATCH_MEM_OP_NODE_PARAMS {
        CUDA_BATCH_MEM_OP_NODE_PARAMS {
            ctx: self.context,
            count: 1,
            _padding_after_count: [0; 4],
            paramArray: write,
            flags: 0,
            _padding_after_flags: [0; 4],
        }
    }

    /// A kernel that sets a condition, and the node that executes one of the bodies.
    fn branch(
        &self,
        graph: CUgraph,
        after: &[CUgraphNode],
        kind: CUgraphConditionalNodeType,
        by: usize,
        modulus: u32,
        bodies: &[Vec<Op>],
    ) -> [CUgraphNode; 2] {
        let raw = self.raw;
        let handle = call!(raw, cuGraphConditionalHandleCreate(graph, self.context, 0, 0)).unwrap();
        let first = self
            .choose(handle, by, 0, modulus)
            .with(|node| call!(raw, cuGraphAddKernelNode(graph, after, node)))
            .unwrap();
        let (last, graphs) = self.conditional(graph, first, kind, handle, bodies.len());
        for (graph, body) in graphs.iter().zip(bodies) {
            self.fill_graph(*graph, body, &mut Rng::with_seed(7));
        }
        [first, last]
    }

    fn conditional(
        &self,
        graph: CUgraph,
        after: CUgraphNode,
        kind: CUgraphConditionalNodeType,
        handle: u64,
        count: usize,
    ) -> (CUgraphNode, Vec<CUgraph>) {
        // SAFETY: it is plain data, for which zero is valid.
        let mut node: CUgraphNodeParams = unsafe { core::mem::zeroed() };
        node.type_ = CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL;
        node.params.conditional = CUDA_CONDITIONAL_NODE_PARAMS {
            handle,
            type_: kind,
            size: count as u32,
            phGraph_out: null_mut(),
            ctx: self.context,
        };
        let added =
            call!(self.raw, cuGraphAddNode(graph, &raw const after, null(), 1, &raw mut node));
        // SAFETY: the call returned a list of that many graphs.
        let graphs = unsafe {
            core::slice::from_raw_parts(node.params.conditional.phGraph_out, count).to_vec()
        };
        (added.unwrap(), graphs)
    }

    /// Creates a graph of these operations; returns the nodes of each.
    fn graph(&self, ops: &[Op], random: &mut Rng) -> (CUgraph, Vec<[CUgraphNode; 2]>) {
        let graph = call!(self.raw, cuGraphCreate(0)).unwrap();
        self.fill_graph(graph, ops, random)
    }

    /// Adds the operations, each after those before it with which it shares a cell, and sometimes after others.
    fn fill_graph(
        &self,
        graph: CUgraph,
        ops: &[Op],
        random: &mut Rng,
    ) -> (CUgraph, Vec<[CUgraphNode; 2]>) {
        let mut nodes: Vec<[CUgraphNode; 2]> = Vec::new();
        for (index, op) in ops.iter().enumerate() {
            let [read, written] = op.cells();
            let needs = |other: &Op| {
                let [reads, writes] = other.cells();
                !written.is_disjoint(&writes)
                    || !written.is_disjoint(&reads)
                    || !read.is_disjoint(&writes)
            };
            let before = ops[..index].iter().zip(&nodes);
            let mut after: Vec<CUgraphNode> = before
                .filter(|(other, _)| needs(other) || random.u32(..8) == 0)
                .map(|(_, [_, last])| *last)
                .collect();
            random.shuffle(&mut after);
            nodes.push(self.add(graph, op, &after));
        }
        (graph, nodes)
    }

    /// Sets the parameters of a node, of the graph or of an executable one.
    fn set(&self, exec: Option<CUgraphExec>, node: CUgraphNode, op: &Op) -> bool {
        let raw = self.raw;
        let context = self.context;
        match (op, exec) {
            (Op::Affine { to, from, by }, exec) => self
                .kernel(*to, *from, *by)
                .with(|kernel| match exec {
                    Some(exec) => call!(raw, cuGraphExecKernelNodeSetParams(exec, node, kernel)),
                    None => call!(raw, cuGraphKernelNodeSetParams(node, kernel)),
                })
                .unwrap(),
            (Op::Host { to, from, by }, exec) => {
                let params = self.host(*to, *from, *by);
                match exec {
                    Some(exec) => {
                        call!(raw, cuGraphExecHostNodeSetParams(exec, node, &raw const params))
                    }
                    None => call!(raw, cuGraphHostNodeSetParams(node, &raw const params)),
                }
                .unwrap();
            }
            (Op::Fill { to, count, value }, exec) => {
                let params = self.fill(*to, *count, *value);
                match exec {
                    Some(exec) => call!(
                        raw,
                        cuGraphExecMemsetNodeSetParams(exec, node, &raw const params, context)
                    ),
                    None => call!(raw, cuGraphMemsetNodeSetParams(node, &raw const params)),
                }
                .unwrap();
            }
            (Op::Write { to, value }, exec) => {
                let mut write = self.write(*to, *value);
                let params = self.batch(&mut write);
                match exec {
                    Some(exec) => {
                        call!(
                            raw,
                            cuGraphExecBatchMemOpNodeSetParams(exec, node, &raw const params)
                        )
                    }
                    None => call!(raw, cuGraphBatchMemOpNodeSetParams(node, &raw const params)),
                }
                .unwrap();
            }
            (Op::Child(ops), Some(exec)) => {
                let child = self.graph(ops, &mut Rng::with_seed(7)).0;
                call!(raw, cuGraphExecChildGraphNodeSetParams(exec, node, child)).unwrap();
                call!(raw, cuGraphDestroy(child)).unwrap();
            }
            _ => return false,
        }
        true
    }

    /// Launches an executable graph on cells of random contents, and compares them with those of the interpretation.
    fn check(
        &self,
        exec: CUgraphExec,
        ops: &[Op],
        off: &BTreeSet<usize>,
        random: &mut Rng,
        step: &str,
    ) {
        let mut expected: Cells = [(); CELLS].map(|()| random.u32(..));
        // SAFETY: nothing else uses the cells now.
        let cells = unsafe { &mut *self.cells.cast::<Cells>() };
        *cells = expected;
        for _ in 0..random.u32(1..3) {
            call!(self.raw, cuGraphLaunch(exec, null_mut())).unwrap();
            for (index, op) in ops.iter().enumerate() {
                if !off.contains(&index) {
                    op.run(&mut expected);
                }
            }
        }
        call!(self.raw, cuCtxSynchronize()).unwrap();
        assert_eq!(*cells, expected, "{step}: {ops:?} without {off:?}");
        call!(self.raw, cuEventQuery(self.event)).unwrap();
    }

    /// Destroys the node of an operation, and lets what depends on it depend on what it depended on.
    fn destroy(&self, graph: CUgraph, node: CUgraphNode) {
        let raw = self.raw;
        let (mut before, mut after) = ([null_mut(); 64], [null_mut(); 64]);
        let (mut count, mut dependents) = (64, 64);
        call!(
            raw,
            cuGraphNodeGetDependencies(node, before.as_mut_ptr(), null_mut(), &raw mut count)
        )
        .unwrap();
        call!(
            raw,
            cuGraphNodeGetDependentNodes(node, after.as_mut_ptr(), null_mut(), &raw mut dependents)
        )
        .unwrap();
        for from in &before[..count] {
            for to in &after[..dependents] {
                // It may exist.
                let _ = call!(
                    raw,
                    cuGraphAddDependencies(graph, &raw const *from, &raw const *to, null(), 1)
                );
            }
        }
        call!(raw, cuGraphDestroyNode(node)).unwrap();
    }

    /// Builds, changes and executes a random graph.
    fn case(&self, seed: u64) {
        let raw = self.raw;
        let mut random = Rng::with_seed(seed);
        let is_plain = random.bool();
        let count = random.usize(1..14);
        let mut ops: Vec<Op> = Vec::new();
        while ops.len() < count {
            let op = random_op(&mut random, 0, Place::Top);
            if !(is_plain && op.is_single()) {
                ops.push(op);
            }
        }
        let (mut graph, mut nodes) = self.graph(&ops, &mut random);
        let label = |step: &str| format!("seed {seed}, {step}");
        // From a graph with memory nodes, no node can be removed.
        let has_memory = ops.iter().any(|op| matches!(op, Op::Scratch { .. }));
        if !has_memory && random.bool() {
            for index in (0..ops.len()).rev() {
                if nodes[index][0] == nodes[index][1] && random.u32(..4) == 0 {
                    self.destroy(graph, nodes[index][0]);
                    ops.remove(index);
                    nodes.remove(index);
                }
            }
        }
        if !ops.iter().any(Op::is_single) && random.bool() {
            let clone = call!(raw, cuGraphClone(graph)).unwrap();
            for node in nodes.iter_mut().flatten() {
                *node = call!(raw, cuGraphNodeFindInClone(*node, clone)).unwrap();
            }
            call!(raw, cuGraphDestroy(graph)).unwrap();
            graph = clone;
        }
        for (op, [node, _]) in ops.iter_mut().zip(&nodes) {
            if random.u32(..4) == 0 {
                let mut new = op.clone();
                new.change(&mut random);
                if self.set(None, *node, &new) {
                    *op = new;
                }
            }
        }
        let exec = call!(raw, cuGraphInstantiate(graph, 0)).unwrap();
        let mut off = BTreeSet::new();
        self.check(exec, &ops, &off, &mut random, &label("first"));
        for (index, (op, [node, _])) in ops.iter_mut().zip(&nodes).enumerate() {
            if random.u32(..3) == 0 {
                let mut new = op.clone();
                new.change(&mut random);
                if self.set(Some(exec), *node, &new) {
                    *op = new;
                }
            }
            if op.can_be_disabled() && random.u32(..4) == 0 {
                call!(raw, cuGraphNodeSetEnabled(exec, *node, 0)).unwrap();
                off.insert(index);
            }
        }
        self.check(exec, &ops, &off, &mut random, &label("changed"));
        // The same nodes and dependencies with other numbers.
        if is_plain {
            let update = call!(raw, cuGraphClone(graph)).unwrap();
            for (op, [node, _]) in ops.iter_mut().zip(&nodes) {
                let node = call!(raw, cuGraphNodeFindInClone(*node, update)).unwrap();
                if self.set(None, node, op) {
                    op.change(&mut random);
                    self.set(None, node, op);
                } else if let Op::Child(_) = op {
                    // A child of the graph keeps the numbers that it had there.
                    call!(raw, cuGraphDestroyNode(node)).unwrap();
                }
            }
            let has_child = ops.iter().any(|op| matches!(op, Op::Child(_)));
            // SAFETY: it is plain data, for which zero is valid.
            let mut info: CUgraphExecUpdateResultInfo = unsafe { core::mem::zeroed() };
            let updated = call!(raw, cuGraphExecUpdate(exec, update, &raw mut info));
            assert_eq!(updated.is_ok(), !has_child, "{} {ops:?}", label("update"));
            call!(raw, cuGraphDestroy(update)).unwrap();
            if !has_child {
                self.check(exec, &ops, &off, &mut random, &label("updated"));
            }
        }
        call!(raw, cuGraphExecDestroy(exec)).unwrap();
        call!(raw, cuGraphDestroy(graph)).unwrap();
    }
}

#[test]
fn random_graphs_do_what_their_nodes_do_one_after_the_other() {
    let sim = TestDevice::new();
    let module = load(sim.raw, KERNELS);
    let function = |name: &CStr| call!(sim.raw, cuModuleGetFunction(module, name)).unwrap();
    let bench = Bench {
        raw: sim.raw,
        context: sim.context.as_raw(),
        cells: call!(sim.raw, cuMemAllocHost(size_of::<Cells>())).unwrap().cast(),
        affine: function(c"affine"),
        choose: function(c"choose"),
        event: call!(sim.raw, cuEventCreate(0)).unwrap(),
    };
    (0..crate::options::number("rounds", 300)).for_each(|seed| bench.case(seed));
}
