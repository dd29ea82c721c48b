//! Verifies the table of costs in `cuda_driver::guide::costs`.

use cuda_driver::{
    Launch,
    context::ContextFlags,
    driver::Symbol,
    graph::{HostNode, KernelNode},
    memory::PinnedPool,
    sys::instrument::Instrument,
};

use crate::costs::instrumented;
use crate::device::{TestDevice, with_device};
use crate::kernels;

const GUIDE: &str = include_str!("../../cuda-driver/src/guide/costs.md");

/// Returns the guide's row for the calls of `work`.
fn row(instrument: &Instrument, operation: &str, work: impl FnOnce()) -> String {
    instrument.reset();
    work();
    let mut called = instrument.called();
    called.sort_by_key(|(symbol, _)| symbol.to_string());
    let total: u64 = called.iter().map(|(_, times)| times).sum();
    let names: Vec<String> = called
        .iter()
        .map(|(symbol, times)| {
            let name = symbol.to_string();
            let name = name.strip_suffix("_v2").unwrap_or(&name);
            match times {
                1 => format!("`{name}`"),
                _ => format!("`{name}` × {times}"),
            }
        })
        .collect();
    let names = if names.is_empty() { "none".to_string() } else { names.join(", ") };
    format!("| {operation} | {total} | {names} |")
}

#[test]
#[expect(clippy::too_many_lines, reason = "a row for each operation")]
fn every_cost_in_the_guide_is_right() {
    with_device(None, |device| {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let Some(nothing) = kernels::kernel(&device.context, "nothing") else {
            return;
        };
        let (context, stream) = (&device.context, &device.stream);
        let other = context.stream().unwrap();
        let elsewhere = context.device().create_context(ContextFlags::empty()).unwrap();
        let elsewhere = elsewhere.stream().unwrap();
        let [mut a, mut b] = [(); 2].map(|()| stream.alloc_zeroed::<u32>(64).unwrap());
        let mut far = other.alloc_zeroed::<u32>(64).unwrap();
        let mut farther = elsewhere.alloc_zeroed::<u32>(64).unwrap();
        let mut host = vec![0u32; 64];
        let pinned = PinnedPool::new(context);
        drop(pinned.alloc::<u32>(64).unwrap());
        // From now on, contexts have events, and pools have memory.
        for stream in [&other, &elsewhere] {
            stream.wait_stream(&device.stream).unwrap();
            device.stream.wait_stream(stream).unwrap();
        }
        let mut shared = None;
        let mut owned = None;
        let mut moved = stream.alloc::<u32>(64).unwrap();
        let mut rows = Vec::new();
        let mut cost =
            |operation, work: &mut dyn FnMut()| rows.push(row(&instrument, operation, work));

        cost("`alloc`", &mut || {
            shared = Some(stream.alloc::<u32>(64).unwrap());
        });
        cost("drop of a buffer", &mut || drop(shared.take()));
        cost("`alloc_unpooled`", &mut || {
            shared = Some(stream.alloc_unpooled::<u32>(64).unwrap());
        });
        cost("`destroy` of an unpooled buffer", &mut || shared.take().unwrap().destroy().unwrap());
        cost("`copy`", &mut || stream.copy(&a, &mut b).unwrap());
        cost("`fill` with equal units", &mut || stream.fill(&mut a, 7).unwrap());
        // The first launch asks for the parameters.
        // SAFETY: nothing()
        unsafe { stream.launch(&nothing, Launch::grid(1), ()) }.unwrap();
        cost("`launch`", &mut || {
            // SAFETY: nothing()
            unsafe { stream.launch(&nothing, Launch::grid(1), ()) }.unwrap()
        });
        cost("`wait_stream`", &mut || stream.wait_stream(&other).unwrap());
        cost("`move_to` another stream", &mut || moved.move_to(&other).unwrap());
        cost("`fork` that shares nothing", &mut || stream.fork(|_| Ok(())).unwrap());
        cost("`fork` with one `share` or `lend`", &mut || {
            stream.fork(|fork| fork.share(&other, &a).map(drop)).unwrap();
        });
        cost("`fork` with two, to one stream", &mut || {
            stream
                .fork(|fork| {
                    fork.share(&other, &a)?;
                    fork.lend(&other, &mut b)?;
                    Ok(())
                })
                .unwrap();
        });
        cost("`copy_peer` within a stream", &mut || stream.copy_peer(&a, &mut b).unwrap());
        cost("`copy_peer` between streams of a context", &mut || {
            other.copy_peer(&a, &mut far).unwrap();
        });
        cost("`copy_peer` between contexts", &mut || {
            elsewhere.copy_peer(&a, &mut farther).unwrap();
        });
        cost("`scope`, besides the work in it", &mut || stream.scope(|_| Ok(())).unwrap());
        cost("`upload_into`", &mut || stream.upload_into(&host, &mut a).unwrap());
        cost("`download`", &mut || stream.download(&a, &mut host).unwrap());
        cost("`PinnedPool::alloc` again, and drop", &mut || {
            drop(pinned.alloc::<u32>(64).unwrap());
        });
        let memory = pinned.alloc::<u32>(64).unwrap();
        let mut memory = Some(memory);
        cost("`upload_owned`", &mut || {
            owned = Some(stream.upload_owned(memory.take().unwrap(), &mut a).unwrap());
        });
        cost("`Transfer::wait`", &mut || drop(owned.take().unwrap().wait().unwrap()));
        let mut capture = None;
        cost("`Context::capture`", &mut || capture = Some(context.capture().unwrap()));
        let mut capture = capture.take().unwrap();
        cost("`Recorder::launch`", &mut || {
            // SAFETY: nothing()
            unsafe { capture.launch(&nothing, Launch::grid(1), ()) }.unwrap()
        });
        let alive = std::sync::Arc::new(());
        capture.keep((nothing.clone(), alive.clone()));
        let (mut capture, mut graph, mut exec) = (Some(capture), None, None);
        cost("`Capture::finish`, one value kept", &mut || {
            graph = Some(capture.take().unwrap().finish().unwrap());
        });
        let graph = graph.unwrap();
        cost("`Graph::instantiate`", &mut || exec = Some(graph.instantiate().unwrap()));
        cost("`GraphExec::launch`", &mut || {
            // SAFETY: nothing()
            unsafe { exec.as_ref().unwrap().launch(stream) }.unwrap()
        });
        cost("`GraphExec::update`", &mut || exec.as_mut().unwrap().update(&graph).unwrap());
        let mut built = context.create_graph().unwrap();
        // SAFETY: nothing()
        let kernel = || unsafe { KernelNode::new(&nothing, Launch::grid(1), ()) };
        let mut node = None;
        cost("`GraphBuilder::add_node` of a `KernelNode`", &mut || {
            node = Some(built.add_node(&[], kernel()).unwrap())
        });
        let mut other = built.instantiate().unwrap();
        cost("`GraphExec::set_node` of a `KernelNode`", &mut || {
            other.set_node(node.unwrap(), kernel()).unwrap()
        });
        cost("`GraphBuilder::add_node` of a `HostNode`", &mut || {
            node = Some(built.add_node(&[], HostNode::new(|| {})).unwrap())
        });
        drop((built, other));
        let missing: Vec<&String> = rows.iter().filter(|row| !GUIDE.contains(*row)).collect();
        assert!(missing.is_empty(), "the guide should say\n{}", rows.join("\n"));
        instrument.reset();
        stream.drop_after(()).unwrap();
        assert_eq!(instrument.calls(Symbol::cuEventRecord), 1);
        // Another test may use this table next.
        drop((exec, graph));
        while std::sync::Arc::strong_count(&alive) > 1 {
            std::thread::yield_now();
        }
        cuda_driver::stream::wait_for_deferred();
    });
}
