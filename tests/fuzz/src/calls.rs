//! Sequences of calls on streams, buffers, events, captures and graphs: whether each succeeds, and the data, are those of a
//! model on the host.

use std::sync::{Arc, Mutex};

use arbitrary::{Arbitrary, Unstructured};
use cuda_driver::graph::GraphExec;
use cuda_driver::{DeviceBuffer, Event, Stream};

use crate::device::context;
use crate::graph_calls::Nodes;

const STREAMS: usize = 3;
const BUFFERS: usize = 4;
const EVENTS: usize = 3;

/// The most calls of a sequence.
const CALLS: usize = 128;

/// A call, with indices that are taken modulo the number of what there is.
#[derive(Arbitrary, Debug)]
enum Call {
    Fill {
        stream: u8,
        buffer: u8,
        from: u8,
        to: u8,
        value: u32,
    },
    Upload {
        stream: u8,
        buffer: u8,
        len: u8,
        value: u32,
    },
    Copy {
        stream: u8,
        from: u8,
        to: u8,
        len: u8,
    },
    Read {
        buffer: u8,
    },
    Move {
        buffer: u8,
        stream: u8,
    },
    Replace {
        buffer: u8,
        stream: u8,
        len: u8,
    },
    Record {
        stream: u8,
        event: u8,
    },
    Wait {
        stream: u8,
        event: u8,
    },
    Follow {
        stream: u8,
        other: u8,
    },
    Query {
        event: u8,
    },
    Elapsed {
        from: u8,
        to: u8,
    },
    Host {
        stream: u8,
    },
    Synchronize {
        stream: u8,
    },
    Capture {
        work: Vec<CapturedWork>,
        ending: CaptureEnd,
    },
    Launch {
        stream: u8,
    },
    Graph(crate::graph_calls::Call),
    /// Several, so that graphs grow.
    Graphs([crate::graph_calls::Call; 4]),
}

/// Work that is recorded.
#[derive(Arbitrary, Debug, Clone)]
enum CapturedWork {
    Fill { buffer: u8, value: u32 },
    Copy { from: u8, to: u8 },
}

#[derive(Arbitrary, Debug, PartialEq, Eq)]
enum CaptureEnd {
    Finished,
    Abandoned,
    /// A branch that was joined, and one that wasn't.
    Joined,
    Unjoined,
}

/// A buffer, the stream that it belongs to, and what is in it.
struct Buffer {
    buffer: DeviceBuffer<u32>,
    stream: usize,
    model: Vec<u32>,
}

/// What host functions have done, and should have.
#[derive(Default)]
struct Order {
    done: Arc<Mutex<Vec<u32>>>,
    model: Vec<u32>,
}

struct State {
    // Dropped first: it uses the buffers.
    captured: Option<(GraphExec, Vec<CapturedWork>)>,
    graph: Nodes,
    buffers: Vec<Buffer>,
    events: Vec<(Event, bool)>,
    streams: Vec<Stream>,
    orders: Vec<Order>,
}

/// Makes the calls that the input describes.
pub(crate) fn run(input: &[u8]) {
    let mut input = Unstructured::new(input);
    let mut state = State::new();
    for _ in 0..CALLS {
        if input.is_empty() {
            break;
        }
        let Ok(call) = Call::arbitrary(&mut input) else { break };
        state.call(call);
    }
    state.check();
}

impl State {
    fn new() -> Self {
        let context = context();
        let streams: Vec<_> = (0..STREAMS).map(|_| context.stream().unwrap()).collect();
        let buffer = |index: usize| {
            let (stream, len) = (index % STREAMS, 4);
            let buffer = streams[stream].alloc_zeroed(len).unwrap();
            Buffer { buffer, stream, model: vec![0; len] }
        };
        Self {
            captured: None,
            graph: Nodes::new(context),
            buffers: (0..BUFFERS).map(buffer).collect(),
            events: (0..EVENTS).map(|_| (context.event().unwrap(), false)).collect(),
            orders: (0..STREAMS).map(|_| Order::default()).collect(),
            streams,
        }
    }

    /// Makes a call, and compares it with the model.
    fn call(&mut self, call: Call) {
        let stream_of = |stream: u8| usize::from(stream) % STREAMS;
        let buffer_of = |buffer: u8| usize::from(buffer) % BUFFERS;
        let event_of = |event: u8| usize::from(event) % EVENTS;
        match call {
            Call::Fill { stream, buffer, from, to, value } => {
                let stream = stream_of(stream);
                let to_fill = &mut self.buffers[buffer_of(buffer)];
                let (from, to) = (usize::from(from % 10), usize::from(to % 10));
                let slice = to_fill.buffer.slice_mut(from..to);
                assert_eq!(slice.is_ok(), from <= to && to <= to_fill.model.len(), "{slice:?}");
                let Ok(slice) = slice else { return };
                let filled = self.streams[stream].fill(slice, value);
                assert_eq!(filled.is_ok(), stream == to_fill.stream, "{filled:?}");
                if filled.is_ok() {
                    to_fill.model[from..to].fill(value);
                }
            }
            Call::Upload { stream, buffer, len, value } => {
                let stream = stream_of(stream);
                let target = &mut self.buffers[buffer_of(buffer)];
                let values: Vec<u32> =
                    (0..u32::from(len % 10)).map(|at| value.wrapping_add(at)).collect();
                let done = self.streams[stream].upload_into(&values, &mut target.buffer);
                let fits = stream == target.stream && values.len() == target.model.len();
                assert_eq!(done.is_ok(), fits, "{done:?}");
                if fits {
                    target.model = values;
                }
            }
            Call::Copy { stream, from, to, len } => {
                self.copy(stream_of(stream), buffer_of(from), buffer_of(to), len)
            }
            Call::Read { buffer } => self.buffers[buffer_of(buffer)].check(),
            Call::Move { buffer, stream } => {
                let buffer = &mut self.buffers[buffer_of(buffer)];
                buffer.buffer.move_to(&self.streams[stream_of(stream)]).unwrap();
                buffer.stream = stream_of(stream);
            }
            Call::Replace { buffer, stream, len } => {
                let (stream, len) = (stream_of(stream), usize::from(len % 10));
                let new = self.streams[stream].alloc_zeroed(len).unwrap();
                let index = buffer_of(buffer);
                // What was recorded uses the old one.
                self.drop_captured();
                self.buffers[index] = Buffer { buffer: new, stream, model: vec![0; len] };
            }
            Call::Record { stream, event } => {
                let (event, is_recorded) = &mut self.events[event_of(event)];
                self.streams[stream_of(stream)].record(event).unwrap();
                *is_recorded = true;
            }
            Call::Wait { stream, event } => {
                self.streams[stream_of(stream)]
                    .wait_event(&self.events[event_of(event)].0)
                    .unwrap();
            }
            Call::Follow { stream, other } => {
                self.streams[stream_of(stream)]
                    .wait_stream(&self.streams[stream_of(other)])
                    .unwrap();
            }
            Call::Query { event } => {
                let (event, is_recorded) = &self.events[event_of(event)];
                let is_done = event.query().unwrap();
                assert!(is_done || *is_recorded, "an event that wasn't recorded is done");
                event.synchronize().unwrap();
                assert!(event.query().unwrap());
            }
            Call::Elapsed { from, to } => {
                let [from, to] = [from, to].map(|event| &self.events[event_of(event)]);
                from.0.synchronize().unwrap();
                to.0.synchronize().unwrap();
                let elapsed = from.0.elapsed(&to.0);
                // An event that was recorded before the other one has no time to it, so only this is known.
                assert!(elapsed.is_err() || (from.1 && to.1), "{elapsed:?}");
            }
            Call::Host { stream } => {
                let stream = stream_of(stream);
                let order = &mut self.orders[stream];
                let (done, number) = (order.done.clone(), order.model.len() as u32);
                order.model.push(number);
                let add = move || done.lock().unwrap().push(number);
                self.streams[stream].launch_host_func(add).unwrap();
            }
            Call::Synchronize { stream } => self.synchronize(stream_of(stream)),
            Call::Capture { work, ending } => self.capture(&work[..work.len().min(8)], ending),
            Call::Launch { stream } => self.launch(stream_of(stream)),
            Call::Graph(call) => self.graph.call(call),
            Call::Graphs(calls) => calls.into_iter().for_each(|call| self.graph.call(call)),
        }
    }

    fn copy(&mut self, stream: usize, from: usize, to: usize, len: u8) {
        if from == to {
            return;
        }
        let [source, target] = self.buffers.get_disjoint_mut([from, to]).unwrap();
        let len = usize::from(len % 10).min(source.model.len());
        let slice = source.buffer.slice(..len).unwrap();
        let Ok(part) = target.buffer.slice_mut(..len.min(5)) else {
            assert!(len.min(5) > target.model.len());
            return;
        };
        let copied = self.streams[stream].copy(slice, part);
        let fits = source.stream == stream && target.stream == stream && len <= 5;
        assert_eq!(copied.is_ok(), fits, "{copied:?}");
        if fits {
            target.model[..len].copy_from_slice(&source.model[..len]);
        }
    }

    fn synchronize(&self, stream: usize) {
        self.streams[stream].synchronize().unwrap();
        assert!(self.streams[stream].query().unwrap());
        let order = &self.orders[stream];
        assert_eq!(*order.done.lock().unwrap(), order.model, "the order of host functions");
    }

    /// Records work on the buffers, which is launched later.
    fn capture(&mut self, work: &[CapturedWork], ending: CaptureEnd) {
        self.drop_captured();
        let capture = context().capture().unwrap();
        let mut recorded = Vec::new();
        for captured in work {
            let is_recorded = match captured {
                CapturedWork::Fill { buffer, value } => {
                    let target = &mut self.buffers[usize::from(*buffer) % BUFFERS];
                    // SAFETY: `drop_captured` ends the graph before its buffers, and it is launched on their stream.
                    unsafe { capture.fill(&mut target.buffer, *value) }.unwrap();
                    true
                }
                CapturedWork::Copy { from, to } => {
                    let places = [from, to].map(|index| usize::from(*index) % BUFFERS);
                    let Ok([source, target]) = self.buffers.get_disjoint_mut(places) else {
                        continue;
                    };
                    // SAFETY: as above.
                    let copied = unsafe { capture.copy(&source.buffer, &mut target.buffer) };
                    assert_eq!(copied.is_ok(), source.model.len() == target.model.len());
                    copied.is_ok()
                }
            };
            if is_recorded {
                recorded.push(captured.clone());
            }
        }
        match ending {
            CaptureEnd::Abandoned => return drop(capture),
            CaptureEnd::Joined | CaptureEnd::Unjoined => {
                let branch = capture.branch().unwrap();
                let target = &mut self.buffers[0];
                // SAFETY: as above.
                unsafe { branch.fill(&mut target.buffer, 7) }.unwrap();
                recorded.push(CapturedWork::Fill { buffer: 0, value: 7 });
                if ending == CaptureEnd::Unjoined {
                    let is_empty = self.buffers[0].model.is_empty();
                    let ended = capture.finish();
                    // A branch without work has nothing to join.
                    assert!(ended.is_err() || is_empty, "a branch wasn't joined");
                    return;
                }
                capture.join(branch).unwrap();
            }
            CaptureEnd::Finished => {}
        }
        let graph = capture.finish().unwrap();
        // Work on no elements is none.
        assert!(graph.nodes().unwrap().len() <= recorded.len());
        self.captured = Some((graph.instantiate().unwrap(), recorded));
    }

    /// Launches what was recorded, on a stream to which all its buffers are moved before.
    fn launch(&mut self, stream: usize) {
        let Some((exec, work)) = &self.captured else { return };
        for index in work.iter().flat_map(|captured| match captured {
            CapturedWork::Fill { buffer, .. } => [*buffer; 2],
            CapturedWork::Copy { from, to } => [*from, *to],
        }) {
            let buffer = &mut self.buffers[usize::from(index) % BUFFERS];
            buffer.buffer.move_to(&self.streams[stream]).unwrap();
            buffer.stream = stream;
        }
        // SAFETY: the buffers are alive, and used in the order of this stream alone.
        unsafe { exec.launch(&self.streams[stream]) }.unwrap();
        for captured in work {
            match captured {
                CapturedWork::Fill { buffer, value } => {
                    self.buffers[usize::from(*buffer) % BUFFERS].model.fill(*value);
                }
                CapturedWork::Copy { from, to } => {
                    let places = [from, to].map(|index| usize::from(*index) % BUFFERS);
                    let [source, target] = self.buffers.get_disjoint_mut(places).unwrap();
                    target.model.copy_from_slice(&source.model);
                }
            }
        }
    }

    /// Gives up what was recorded, once it is done.
    fn drop_captured(&mut self) {
        if self.captured.take().is_some() {
            self.streams.iter().for_each(|stream| stream.synchronize().unwrap());
        }
    }

    fn check(mut self) {
        (0..STREAMS).for_each(|stream| self.synchronize(stream));
        self.buffers.iter().for_each(Buffer::check);
        self.graph.check(&self.streams[0]);
        self.drop_captured();
    }
}

impl Buffer {
    fn check(&self) {
        assert_eq!(self.buffer.to_vec().unwrap(), self.model);
    }
}
