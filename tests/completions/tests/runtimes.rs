//! Work of the device is awaited on several async runtimes.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used)]

use std::future::Future;
use std::sync::mpsc;

use cuda_driver::context::ContextFlags;
use cuda_driver::{Context, CuResult, Stream};
use futures_lite::future;

/// Returns a context for one task: while its stream is held, a driver call of another thread could wait for that, and
/// keep the task from releasing it.
fn context() -> Context {
    let device = cuda_sim::gpu_or_software().unwrap().device(0).unwrap();
    device.create_context(ContextFlags::empty()).unwrap()
}

/// Makes work that ends when the returned value is dropped.
fn hold(stream: &Stream) -> mpsc::Sender<()> {
    let (held, released) = mpsc::channel();
    stream.launch_host_func(move || _ = released.recv()).unwrap();
    held
}

/// Awaits 100 pieces of work of four streams, each after the one before it was released by this task.
async fn awaits(context: Context) -> Result<(), CuResult> {
    let streams = [(); 4].map(|()| context.stream().unwrap());
    for round in 0..25 {
        for stream in &streams {
            let held = hold(stream);
            let mut done = stream.done()?;
            // It isn't ready yet, except if nothing was held.
            assert!(future::poll_once(&mut done).await.is_none());
            drop(held);
            done.await?;
            assert!(stream.query()?);
        }
        // Work that is already done.
        streams[round % 4].done()?.await?;
    }
    let buffer = streams[0].upload(&[1u32; 100]).unwrap();
    let copy = streams[0].download_owned(&buffer, vec![0u32; 100]).unwrap();
    assert_eq!(copy.await.unwrap(), [1; 100]);
    Ok(())
}

/// Runs several such tasks.
async fn all<T: Future<Output = Result<(), CuResult>>>(spawn: impl Fn(Context) -> T) {
    let tasks: Vec<_> = (0..4).map(|_| spawn(context())).collect();
    for task in tasks {
        task.await.unwrap();
    }
}

#[test]
fn work_is_awaited_without_a_runtime() {
    future::block_on(awaits(context())).unwrap();
}

#[test]
fn work_is_awaited_on_the_executor_of_smol() {
    let executor = async_executor::Executor::new();
    future::block_on(executor.run(all(|context| executor.spawn(awaits(context)))));
}

#[test]
fn work_is_awaited_on_one_thread_of_tokio() {
    let runtime = tokio::runtime::Builder::new_current_thread();
    awaits_on_tokio(runtime);
}

#[test]
fn work_is_awaited_on_several_threads_of_tokio() {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(3);
    awaits_on_tokio(runtime);
}

fn awaits_on_tokio(mut builder: tokio::runtime::Builder) {
    let runtime = builder.build().unwrap();
    runtime.block_on(all(|context| {
        let task = tokio::spawn(awaits(context));
        async { task.await.unwrap() }
    }));
}
