//! A pipeline of an upload, two kernels and a download, which is declared and checked once, and run many times, on any
//! stream, as a future. A run is two driver calls, whatever the pipeline consists of: one launch, and one event for the
//! future.

use std::error::Error;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context as Task, Poll, Wake, Waker, ready};
use std::thread::Thread;

use cuda_driver::graph::{CopyNode, Graph, GraphExec, GraphNode, KernelNode};
use cuda_driver::memory::PinnedBuffer;
use cuda_driver::stream::Done;
use cuda_driver::{Context, CuResult, DeviceBuffer, Driver, Function, Launch, Stream};

/// Multiplies each of `n` numbers by another.
const PTX: &str = "
.version 7.0
.target sm_52
.address_size 64
.visible .entry scale(.param .u64 x, .param .f32 by, .param .u32 n) {
    .reg .u32 %r<6>; .reg .u64 %a<4>; .reg .f32 %f<3>; .reg .pred %p;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r4, %r1, %r2, %r3;
    ld.param.u32 %r5, [n];
    setp.ge.u32 %p, %r4, %r5;
    @%p ret;
    ld.param.u64 %a1, [x];
    ld.param.f32 %f2, [by];
    mul.wide.u32 %a2, %r4, 4;
    add.u64 %a3, %a1, %a2;
    ld.global.f32 %f1, [%a3];
    mul.f32 %f1, %f1, %f2;
    st.global.f32 [%a3], %f1;
    ret;
}
";

/// Work on `n` numbers, with all the memory that it uses. Nothing of it runs while a program has the value: a run takes it,
/// and gives it back.
pub struct Pipeline {
    exec: GraphExec,
    graph: Graph,
    /// The first kernel, whose factor can be changed.
    first: GraphNode,
    scale: Function,
    x: DeviceBuffer<f32>,
    input: PinnedBuffer<f32>,
    output: PinnedBuffer<f32>,
}

impl Pipeline {
    /// Declares the work: what the kernels' arguments are is checked here, and not by each run.
    pub fn new(context: &Context, n: usize) -> Result<Self, cuda_driver::Error> {
        let stream = context.stream()?;
        let scale = context.load_ptx(PTX)?.function("scale")?;
        let (mut x, mut output) = (stream.alloc(n)?, context.pinned(n)?);
        let input = context.pinned(n)?;
        stream.synchronize()?; // `x` is there for all streams

        let mut graph = context.create_graph()?;
        let all = Launch::elements(n, 256);
        // SAFETY: scale(float *, float, unsigned), here and below. The graph's launches alone use the memory, one after the
        // other, and it is dropped after the graph, which has ended.
        let (first, exec) = unsafe {
            let upload = CopyNode::upload(&input[..], &mut x, n)?;
            let upload = graph.add_node(&[], upload)?;
            let arguments = (&mut x, 1.0f32, n as u32);
            let first = graph.add_node(&[upload], KernelNode::new(&scale, all, arguments))?;
            let arguments = (&mut x, 0.5f32, n as u32);
            let second = graph.add_node(&[first], KernelNode::new(&scale, all, arguments))?;
            graph.add_node(&[second], CopyNode::download(&x, &mut output[..], n)?)?;
            (first, graph.instantiate()?)
        };
        Ok(Self { exec, graph, first, scale, x, input, output })
    }

    /// Returns the numbers that the next run reads.
    pub fn input(&mut self) -> &mut [f32] {
        &mut self.input
    }

    /// Returns the numbers that the last run wrote.
    pub fn output(&self) -> &[f32] {
        &self.output
    }

    /// Sets by what the next runs multiply.
    pub fn set_factor(&mut self, factor: f32) -> Result<(), cuda_driver::Error> {
        let n = self.x.len();
        let arguments = (&mut self.x, factor, n as u32);
        // SAFETY: as in `new`.
        let node = unsafe { KernelNode::new(&self.scale, Launch::elements(n, 256), arguments) };
        self.exec.set_node(self.first, node)
    }

    /// Runs it in the order of `stream`. The future is the pipeline, once the run is over.
    pub fn run(self, stream: &Stream) -> Result<Run, Box<dyn Error>> {
        if !self.graph.context().shares_memory_with(stream.context()) {
            return Err("the stream is of another context than the pipeline".into());
        }
        // SAFETY: nothing else uses the memory, which `Run` keeps until the launch has completed.
        unsafe { self.exec.launch(stream) }?;
        let mut run = Run { done: None, pipeline: Some(self), stream: stream.clone() };
        run.done = Some(stream.done()?);
        Ok(run)
    }
}

/// A run of a pipeline. If it is dropped, the pipeline is dropped after the run.
pub struct Run {
    done: Option<Done>,
    pipeline: Option<Pipeline>,
    stream: Stream,
}

impl Future for Run {
    type Output = Result<Pipeline, CuResult>;

    fn poll(mut self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<Self::Output> {
        if let Some(done) = &mut self.done {
            ready!(Pin::new(done).poll(task))?;
        }
        // It is polled only until it is ready.
        self.pipeline.take().map_or(Poll::Pending, |pipeline| Poll::Ready(Ok(pipeline)))
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if let Some(pipeline) = self.pipeline.take() {
            // On an error, nothing of the context runs any more.
            let _ = self.stream.drop_after(pipeline);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Runs two pipelines at once, each time on the other's stream.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let streams = [context.stream()?, context.stream()?];
    let mut pipelines = [Pipeline::new(&context, 1000)?, Pipeline::new(&context, 1000)?];
    for turn in 0..4 {
        for (pipeline, number) in pipelines.iter_mut().zip([1.0, 2.0]) {
            pipeline.input().fill(number);
            pipeline.set_factor(turn as f32)?;
        }
        let [a, b] = pipelines;
        let (a, b) = (a.run(&streams[turn % 2])?, b.run(&streams[1 - turn % 2])?);
        pipelines = [block_on(a)?, block_on(b)?]; // `a.await?` in an async function
        for (pipeline, number) in pipelines.iter().zip([1.0, 2.0]) {
            let expected = number * turn as f32 * 0.5;
            if pipeline.output().iter().any(|value| *value != expected) {
                return Err(format!("turn {turn} isn't {expected}").into());
            }
        }
    }
    drop(pipelines);
    println!("two pipelines, each run 4 times on two streams");
    Ok(())
}

/// An async runtime of a few lines.
pub fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Task::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => std::thread::park(),
        }
    }
}
