//! Random graphs do what doing their work in the order in which it was added does, also after nodes were changed, disabled
//! or updated from another graph. The host's result is the reference, so the test is the same for all devices.
//!
//! The option `rounds` sets how many graphs are tried, and `seed` the first.

use cuda_driver::{
    DeviceBuffer, DeviceSlice, DeviceSliceMut, Error, Function, Launch, Stream,
    graph::{
        BatchMemOpNode, ChildNode, CopyNode, EmptyNode, EventRecordNode, EventWaitNode, FreeNode,
        Graph, GraphBuilder, GraphExec, GraphNode, KernelNode, MemsetNode,
    },
    memory::MemOpBatch,
};
use cuda_rust::options;
use fastrand::Rng;

use crate::device::{TestDevice, with_device};
use crate::graph_nodes::one_loop_at_a_time;

/// Numbers that the graphs' nodes read and write.
const CELLS: usize = 16;

/// What a node, or several that belong together, does with the cells.
#[derive(Debug, Clone)]
enum Op {
    Set {
        to: usize,
        value: u32,
    },
    Add {
        to: usize,
        value: u32,
    },
    Affine {
        to: usize,
        from: usize,
        by: [u32; 2],
    },
    Copy {
        to: usize,
        from: usize,
    },
    /// The same through memory that the graph allocates.
    Scratch {
        to: usize,
        from: usize,
    },
    Batch {
        to: [usize; 2],
        values: [u32; 2],
    },
    Event,
    Empty,
    Child(Vec<Op>),
    If {
        from: usize,
        then: Vec<Op>,
        otherwise: Vec<Op>,
    },
    Switch {
        from: usize,
        bodies: Vec<Vec<Op>>,
    },
    /// `count` is set to `times`, and counted down by each run.
    While {
        count: usize,
        times: u32,
        body: Vec<Op>,
    },
}

/// Where an operation is: some nodes can't be everywhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Graph,
    Child,
    Body,
}

impl Op {
    fn random(rng: &mut Rng, place: Place, depth: u32) -> Self {
        let cell = |rng: &mut Rng| rng.usize(..CELLS);
        // Small numbers often choose a body.
        let value = |rng: &mut Rng| if rng.bool() { rng.u32(..4) } else { rng.u32(..) };
        let ops = |rng: &mut Rng, place| {
            let count = rng.usize(1..4);
            Vec::from_iter((0..count).map(|_| Self::random(rng, place, depth + 1)))
        };
        let last = if depth < 2 { 12 } else { 5 };
        loop {
            return match rng.u32(..last) {
                0 => Self::Set { to: cell(rng), value: value(rng) },
                1 => Self::Add { to: cell(rng), value: value(rng) },
                2 => Self::Affine { to: cell(rng), from: cell(rng), by: [value(rng), value(rng)] },
                3 => Self::Copy { to: cell(rng), from: cell(rng) },
                4 => Self::Empty,
                5 if place == Place::Graph => Self::Scratch { to: cell(rng), from: cell(rng) },
                6 if place != Place::Body => {
                    Self::Batch { to: [cell(rng), cell(rng)], values: [value(rng), value(rng)] }
                }
                7 if place != Place::Body => Self::Event,
                8 => Self::Child(ops(rng, if place == Place::Body { place } else { Place::Child })),
                // A child graph with a condition can't be copied.
                9 if place != Place::Child => Self::If {
                    from: cell(rng),
                    then: ops(rng, Place::Body),
                    otherwise: ops(rng, Place::Body),
                },
                10 if place != Place::Child => Self::Switch {
                    from: cell(rng),
                    bodies: (0..3).map(|_| ops(rng, Place::Body)).collect(),
                },
                11 if place == Place::Graph => {
                    let (body, count) = (ops(rng, Place::Body), cell(rng));
                    Self::while_loop(rng, body, count)
                }
                _ => continue,
            };
        }
    }

    /// A loop whose body doesn't change the counter.
    fn while_loop(rng: &mut Rng, mut body: Vec<Self>, count: usize) -> Self {
        body.retain(|op| !op.cells().0.contains(&count));
        Self::While { count, times: rng.u32(1..4), body }
    }

    /// Returns the cells that it writes, and those that it reads.
    fn cells(&self) -> (Vec<usize>, Vec<usize>) {
        let all = |lists: &[&Vec<Self>], mut writes: Vec<usize>, mut reads: Vec<usize>| {
            for (more, read) in lists.iter().copied().flatten().map(Self::cells) {
                writes.extend(more);
                reads.extend(read);
            }
            (writes, reads)
        };
        match self {
            Self::Set { to, .. } => (vec![*to], vec![]),
            Self::Add { to, .. } => (vec![*to], vec![*to]),
            Self::Affine { to, from, .. }
            | Self::Copy { to, from }
            | Self::Scratch { to, from } => (vec![*to], vec![*from]),
            Self::Batch { to, .. } => (to.to_vec(), vec![]),
            Self::Event | Self::Empty => (vec![], vec![]),
            Self::Child(ops) => all(&[ops], vec![], vec![]),
            Self::If { from, then, otherwise } => all(&[then, otherwise], vec![], vec![*from]),
            Self::Switch { from, bodies } => all(&Vec::from_iter(bodies), vec![], vec![*from]),
            Self::While { count, body, .. } => all(&[body], vec![*count], vec![]),
        }
    }

    /// Returns `true` if a conditional node is needed.
    fn is_conditional(&self) -> bool {
        match self {
            Self::If { .. } | Self::Switch { .. } | Self::While { .. } => true,
            Self::Child(ops) => ops.iter().any(Self::is_conditional),
            _ => false,
        }
    }

    fn conflicts(&self, other: &Self) -> bool {
        // Conditional nodes that run at the same time fail on an H100 if some of them are loops
        // (`GraphBuilder::while_loop`), and so do, rarely, loops within other conditional nodes.
        if self.is_conditional() && other.is_conditional() {
            return true;
        }
        let ((writes, reads), (others, read)) = (self.cells(), other.cells());
        writes.iter().any(|cell| others.contains(cell) || read.contains(cell))
            || reads.iter().any(|cell| others.contains(cell))
    }

    /// Does it on the host.
    fn run(&self, cells: &mut [u32; CELLS]) {
        let run = |ops: &[Self], cells: &mut _| ops.iter().for_each(|op| op.run(cells));
        match self {
            Self::Set { to, value } => cells[*to] = *value,
            Self::Add { to, value } => cells[*to] = cells[*to].wrapping_add(*value),
            Self::Affine { to, from, by } => {
                cells[*to] = cells[*from].wrapping_mul(by[0]).wrapping_add(by[1]);
            }
            Self::Copy { to, from } | Self::Scratch { to, from } => cells[*to] = cells[*from],
            Self::Batch { to, values } => {
                // The operations of a batch run in order.
                cells[to[0]] = values[0];
                cells[to[1]] = values[1];
            }
            Self::Event | Self::Empty => {}
            Self::Child(ops) => run(ops, cells),
            Self::If { from, then, otherwise } => match cells[*from] {
                0 => run(otherwise, cells),
                _ => run(then, cells),
            },
            Self::Switch { from, bodies } => {
                if let Some(body) = bodies.get(cells[*from] as usize) {
                    run(body, cells);
                }
            }
            Self::While { count, times, body } => {
                cells[*count] = *times;
                for left in (0..*times).rev() {
                    run(body, cells);
                    cells[*count] = left;
                }
            }
        }
    }
}

struct Device<'a> {
    device: &'a TestDevice,
    stream: &'a Stream,
    cells: DeviceBuffer<u32>,
    add: Function,
    affine: Function,
    choose: Function,
    count_down: Function,
}

fn once() -> Launch<'static> {
    Launch::grid(1).block(1)
}

impl<'a> Device<'a> {
    /// Adds nodes that do the operations; each runs after those that it conflicts with. Returns the nodes of each.
    fn build(&self, graph: &mut GraphBuilder<'_>, ops: &[Op]) -> Result<Vec<GraphNode>, Error> {
        let mut nodes: Vec<GraphNode> = Vec::new();
        for (index, op) in ops.iter().enumerate() {
            let before = ops.iter().zip(&nodes).take(index);
            let after: Vec<_> =
                before.filter(|(other, _)| op.conflicts(other)).map(|(_, node)| *node).collect();
            nodes.push(self.add(graph, &after, op)?);
        }
        Ok(nodes)
    }

    /// A cell, for parameters of nodes.
    ///
    /// # Safety
    /// As for the nodes that use it.
    unsafe fn cell(&self, index: usize) -> DeviceSliceMut<'a, u32> {
        let address = self.cells.as_raw() + 4 * index as u64;
        // SAFETY: there is such a cell; the caller guarantees the rest.
        unsafe { DeviceSliceMut::from_raw_parts(self.stream, address, 1) }
    }

    /// As [`cell`](Self::cell), to be read.
    ///
    /// # Safety
    /// As for the nodes that use it.
    unsafe fn read(&self, index: usize) -> DeviceSlice<'a, u32> {
        let address = self.cells.as_raw() + 4 * index as u64;
        // SAFETY: as above.
        unsafe { DeviceSlice::from_raw_parts(self.stream, address, 1) }
    }

    /// Adds the nodes of an operation, and returns the last one.
    fn add(
        &self,
        graph: &mut GraphBuilder<'_>,
        after: &[GraphNode],
        op: &Op,
    ) -> Result<GraphNode, Error> {
        let stream = self.stream;
        // SAFETY: the cells outlive the graphs, whose launches alone use them, one at a time, and nodes that conflict are
        // ordered. All kernels are as declared below.
        unsafe {
            match op {
                Op::Set { to, value } => {
                    let node = MemsetNode::new(self.cell(*to), *value)?;
                    graph.add_node(after, node)
                }
                Op::Add { to, value } => graph
                    .add_node(after, KernelNode::new(&self.add, once(), (self.cell(*to), *value))),
                Op::Affine { to, from, by } => {
                    let from = self.read(*from);
                    let arguments = (self.cell(*to), from, by[0], by[1]);
                    graph.add_node(after, KernelNode::new(&self.affine, once(), arguments))
                }
                Op::Copy { to, from } if to == from => graph.add_node(after, EmptyNode),
                Op::Copy { to, from } => {
                    let node = CopyNode::new(self.read(*from), self.cell(*to), 1)?;
                    graph.add_node(after, node)
                }
                Op::Scratch { to, from } => {
                    let (alloc, memory) = graph.alloc::<u32>(after, 1)?;
                    let node = CopyNode::new(self.read(*from), memory.slice_mut(stream), 1)?;
                    let into = graph.add_node(&[alloc], node)?;
                    let node = CopyNode::new(memory.slice(stream), self.cell(*to), 1)?;
                    let out = graph.add_node(&[into], node)?;
                    graph.add_node(&[out], FreeNode::new(memory))
                }
                Op::Batch { to, values } => {
                    let mut batch = MemOpBatch::new(stream);
                    for (to, value) in to.iter().zip(values) {
                        batch.write(self.cell(*to), *value)?;
                    }
                    graph.add_node(after, BatchMemOpNode::new(&batch))
                }
                Op::Event => {
                    let event = self.device.context.event()?;
                    let node = graph.add_node(after, EventRecordNode::new(&event))?;
                    graph.add_node(&[node], EventWaitNode::new(&event))
                }
                Op::Empty => graph.add_node(after, EmptyNode),
                Op::Child(ops) => {
                    let mut child = self.device.context.create_graph()?;
                    self.build(&mut child, ops)?;
                    graph.add_node(after, ChildNode::new(&child))
                }
                Op::If { from, then, otherwise } => {
                    let condition = graph.condition(None)?;
                    let node = KernelNode::new(&self.choose, once(), (self.read(*from), condition));
                    let chosen = graph.add_node(after, node)?;
                    let build =
                        |graph: &mut GraphBuilder<'_>, ops: &[Op]| self.build(graph, ops).map(drop);
                    let (then, otherwise) = (then.as_slice(), otherwise.as_slice());
                    graph.if_else(
                        &[chosen],
                        condition,
                        |body| build(body, then),
                        |body| build(body, otherwise),
                    )
                }
                Op::Switch { from, bodies } => {
                    let condition = graph.condition(None)?;
                    let node = KernelNode::new(&self.choose, once(), (self.read(*from), condition));
                    let chosen = graph.add_node(after, node)?;
                    graph.switch(&[chosen], condition, bodies.len() as u32, |index, body| {
                        self.build(body, &bodies[index as usize]).map(drop)
                    })
                }
                Op::While { count, times, body } => {
                    let condition = graph.condition(None)?;
                    let node = MemsetNode::new(self.cell(*count), *times)?;
                    let set = graph.add_node(after, node)?;
                    let node =
                        KernelNode::new(&self.choose, once(), (self.cell(*count), condition));
                    let set = graph.add_node(&[set], node)?;
                    graph.while_loop(&[set], condition, |graph| {
                        let nodes = self.build(graph, body)?;
                        let node = KernelNode::new(
                            &self.count_down,
                            once(),
                            (self.cell(*count), condition),
                        );
                        graph.add_node(&nodes, node).map(drop)
                    })
                }
            }
        }
    }

    /// Returns what a launch makes of numbers.
    fn launch(&mut self, exec: &GraphExec, cells: &[u32; CELLS]) -> Result<Vec<u32>, Error> {
        self.stream.upload_into(cells, &mut self.cells)?;
        // SAFETY: only this launch uses the cells.
        unsafe { exec.launch(self.stream) }?;
        self.cells.to_vec()
    }
}

#[test]
fn random_graphs_do_what_their_operations_do_in_order() {
    let count = options::number("rounds", 40);
    let first = options::number("seed", fastrand::u64(..u64::MAX / 2));
    let _one = one_loop_at_a_time();
    with_device(None, |device| {
        let module = device
            .context
            .load_ptx(include_str!("../../cuda-driver/tests/conditions.ptx"))
            .unwrap();
        let affine = device.context.load_ptx(AFFINE).unwrap().function("affine").unwrap();
        let mut on_device = Device {
            device,
            stream: &device.stream,
            cells: device.stream.alloc_unpooled(CELLS).unwrap(),
            add: module.function("add").unwrap(),
            affine,
            choose: module.function("choose").unwrap(),
            count_down: module.function("count_down").unwrap(),
        };
        for seed in first..first + count {
            one(&mut on_device, seed);
        }
    });
}

fn one(on_device: &mut Device<'_>, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let count = rng.usize(1..24);
    let mut ops = Vec::from_iter((0..count).map(|_| Op::random(&mut rng, Place::Graph, 0)));
    let mut graph = on_device.device.context.create_graph().unwrap();
    let nodes = on_device
        .build(&mut graph, &ops)
        .unwrap_or_else(|error| panic!("seed {seed}: {error}: {ops:?}"));
    let mut exec =
        graph.instantiate().unwrap_or_else(|error| panic!("seed {seed}: {error}: {ops:?}"));
    for _ in 0..4 {
        let cells = [(); CELLS].map(|()| rng.u32(..6));
        let mut expected = cells;
        ops.iter().for_each(|op| op.run(&mut expected));
        let result = on_device.launch(&exec, &cells);
        let result = result.unwrap_or_else(|error| panic!("seed {seed}: {error}: {ops:?}"));
        assert_eq!(result, expected, "seed {seed}: {ops:?}");
        change(on_device, &mut rng, &mut graph, &mut exec, &mut ops, &nodes);
    }
}

/// Changes some of the operations, in one of the ways in which executable graphs are changed.
fn change(
    on_device: &mut Device<'_>,
    rng: &mut Rng,
    graph: &mut Graph,
    exec: &mut GraphExec,
    ops: &mut [Op],
    nodes: &[GraphNode],
) {
    let way = rng.u32(..3);
    for (op, node) in ops.iter_mut().zip(nodes) {
        if rng.bool() {
            continue;
        }
        // SAFETY: as in `build`.
        unsafe {
            match op {
                Op::Set { to, value } => {
                    *value = rng.u32(..6);
                    let params = MemsetNode::new(on_device.cell(*to), *value).unwrap();
                    if way == 0 {
                        exec.set_node(*node, params).unwrap();
                    }
                    // So that the graph is right for a later update.
                    graph.set_node(*node, params).unwrap();
                }
                Op::Add { to, value } => {
                    *value = rng.u32(..6);
                    let params =
                        || KernelNode::new(&on_device.add, once(), (on_device.cell(*to), *value));
                    if way == 0 {
                        exec.set_node(*node, params()).unwrap();
                    }
                    // So that the graph is right for a later update.
                    graph.set_node(*node, params()).unwrap();
                }
                _ => {}
            }
        }
    }
    match way {
        0 => {}
        1 => exec.update(graph).unwrap(),
        _ => {
            // Some graphs are instantiated once at a time.
            let nothing = on_device.device.context.create_graph().unwrap().instantiate().unwrap();
            drop(core::mem::replace(exec, nothing));
            *exec = graph.instantiate().unwrap();
        }
    }
}

const AFFINE: &str = "
.version 7.0
.target sm_75
.address_size 64
// affine(unsigned *to, const unsigned *from, unsigned factor, unsigned summand): *to = *from * factor + summand
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
";
