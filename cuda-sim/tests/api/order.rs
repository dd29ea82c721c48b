//! Several threads submit work to the same streams at random. All of it is done, in the required order.

use core::ffi::{CStr, c_void};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use cuda_driver::{
    Context, Raw,
    sys::{CUdeviceptr, CUevent, CUfunction, CUstream, CUstreamCaptureMode},
};
use fastrand::Rng;

use crate::TestDevice;
use crate::kernels::{launch, load};

const COUNT: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .entry count(.param .u64 p)
{
    .reg .b64 %d;
    ld.param.u64 %d, [p];
    red.global.add.u32 [%d], 1;
    ret;
}
";

const THREADS: usize = 4;
const STEPS: usize = 600;
const EVENTS: usize = 6;
/// The streams of the first context: the legacy default stream, the thread's own, two blocking and two non-blocking
/// ones. The other context has two more.
const LEGACY: usize = 0;
const BLOCKING: core::ops::Range<usize> = 1..4;
const OF_THE_OTHER: usize = 6;
const STREAMS: usize = 8;

/// The completion of an item of work: 0 until it is done, and then an increasing number.
type Note = AtomicU64;

unsafe extern "C" fn note(data: *mut c_void) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    // SAFETY: the test passes its notes, which live until all work is done.
    let note = unsafe { &*data.cast::<Note>() };
    note.store(NEXT.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
}

/// The state that all threads share.
struct SharedState {
    raw: Raw,
    context: Context,
    streams: Vec<usize>,
    count: usize,
    counter: CUdeviceptr,
}

/// A thread that submits work, and what it knows about the order.
struct Submitter<'a> {
    shared: &'a SharedState,
    random: Rng,
    notes: &'a [Note],
    submitted: usize,
    /// What each stream has completed when it reaches its next item.
    before: [BTreeSet<usize>; STREAMS],
    events: [(CUevent, BTreeSet<usize>); EVENTS],
    /// Pairs of notes, the first of which must come first.
    pairs: Vec<(usize, usize)>,
    launches: u32,
}

impl Submitter<'_> {
    fn step(&mut self) {
        let raw = self.shared.raw;
        let stream = self.random.usize(..STREAMS);
        let event = self.random.usize(..EVENTS);
        let handle = self.shared.streams[stream] as CUstream;
        let (recorded, _) = self.events[event];
        match self.random.u8(..20) {
            0..8 => self.note(stream),
            // An event and a kernel must be of their stream's context.
            8..12 if stream < OF_THE_OTHER => {
                call!(raw, cuEventRecord(recorded, handle)).unwrap();
                self.events[event].1 = self.reached(stream);
            }
            12..16 => {
                call!(raw, cuStreamWaitEvent(handle, recorded, 0)).unwrap();
                let set = self.events[event].1.clone();
                self.before[stream].extend(set);
            }
            16 if stream < OF_THE_OTHER => self.launch(handle),
            8..18 => {
                let _ = call!(raw, cuStreamQuery(handle));
                let _ = call!(raw, cuEventQuery(recorded));
            }
            18 => {
                call!(raw, cuStreamSynchronize(handle)).unwrap();
                // A stream that waits for the legacy stream says nothing of that one's work.
                let done = match stream {
                    LEGACY => self.reached(stream),
                    _ => self.before[stream].clone(),
                };
                self.all_done(&done);
            }
            _ => {
                call!(raw, cuEventSynchronize(recorded)).unwrap();
                self.all_done(&self.events[event].1);
            }
        }
    }

    fn launch(&mut self, stream: CUstream) {
        let SharedState { raw, count, mut counter, .. } = *self.shared;
        launch(raw, count as CUfunction, 1, 1, stream, &mut counter).unwrap();
        self.launches += 1;
    }

    /// Submits a note to the stream.
    fn note(&mut self, stream: usize) {
        let handle = self.shared.streams[stream] as CUstream;
        let this = self.submitted;
        let data = (&raw const self.notes[this]).cast::<c_void>().cast_mut();
        let before = self.reached(stream);
        call!(self.shared.raw, cuLaunchHostFunc(handle, Some(note), data)).unwrap();
        self.pairs.extend(before.iter().map(|first| (*first, this)));
        // Everything before this comes before everything after it.
        self.before[stream] = BTreeSet::from([this]);
        self.submitted += 1;
    }

    /// Returns what is complete before the stream's next item: its own work, and that of streams it waits for.
    fn reached(&self, stream: usize) -> BTreeSet<usize> {
        let others = match stream {
            LEGACY => BLOCKING,
            _ if BLOCKING.contains(&stream) => LEGACY..LEGACY + 1,
            _ => 0..0,
        };
        let streams = others.chain([stream]);
        streams.flat_map(|other| self.before[other].clone()).collect()
    }

    fn all_done(&self, notes: &BTreeSet<usize>) {
        for index in notes {
            assert_ne!(self.notes[*index].load(Ordering::SeqCst), 0, "note {index}");
        }
    }
}

/// Lets captures of other tests neither forbid this thread's calls nor be invalidated by them.
fn ignore_captures(raw: Raw) {
    let mut mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    call!(raw, cuThreadExchangeStreamCaptureMode(&raw mut mode)).unwrap();
}

/// Runs one thread; returns its number of launches.
fn submit(shared: &SharedState, seed: u64) -> u32 {
    ignore_captures(shared.raw);
    call!(shared.raw, cuCtxSetCurrent(shared.context.as_raw())).unwrap();
    let notes: Vec<Note> = (0..STEPS).map(|_| Note::new(0)).collect();
    let mut submitter = Submitter {
        shared,
        random: Rng::with_seed(seed),
        notes: &notes,
        submitted: 0,
        before: Default::default(),
        events: core::array::from_fn(|_| {
            let event = call!(shared.raw, cuEventCreate(0)).unwrap();
            (event, BTreeSet::new())
        }),
        pairs: Vec::new(),
        launches: 0,
    };
    for _ in 0..STEPS {
        submitter.step();
    }
    for stream in &shared.streams {
        call!(shared.raw, cuStreamSynchronize(*stream as CUstream)).unwrap();
    }
    let when = |index: usize| notes[index].load(Ordering::SeqCst);
    assert!((0..submitter.submitted).all(|index| when(index) != 0));
    for (first, then) in &submitter.pairs {
        assert!(when(*first) < when(*then), "seed {seed}: note {first} before {then}");
    }
    for (event, _) in submitter.events {
        call!(shared.raw, cuEventDestroy(event)).unwrap();
    }
    submitter.launches
}

fn run(seed: u64) {
    let (sim, other) = (TestDevice::new(), TestDevice::new());
    ignore_captures(sim.raw);
    let mut streams = vec![0, 2];
    let flags = [0, 0, 1, 1];
    call!(sim.raw, cuCtxSetCurrent(sim.context.as_raw())).unwrap();
    streams.extend(flags.map(|flags| sim.stream(flags) as usize));
    call!(sim.raw, cuCtxSetCurrent(other.context.as_raw())).unwrap();
    streams.extend([1, 1].map(|flags| sim.stream(flags) as usize));
    call!(sim.raw, cuCtxSetCurrent(sim.context.as_raw())).unwrap();
    let module = load(sim.raw, COUNT);
    let count = call!(sim.raw, cuModuleGetFunction(module, c"count")).unwrap();
    let counter = call!(sim.raw, cuMemAlloc(4)).unwrap();
    call!(sim.raw, cuMemsetD32(counter, 0, 1)).unwrap();
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    let shared = SharedState {
        raw: sim.raw,
        context: sim.context.clone(),
        streams,
        count: count as usize,
        counter,
    };
    let launches: u32 = std::thread::scope(|scope| {
        let threads = (0..THREADS as u64).map(|thread| {
            let shared = &shared;
            scope.spawn(move || submit(shared, seed * THREADS as u64 + thread))
        });
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(sim.read(counter), launches);
}

#[test]
fn work_that_threads_submit_at_random_is_done_in_the_order_of_streams_and_events() {
    let rounds = crate::options::number("rounds", 60);
    let (done, is_done) = channel();
    std::thread::spawn(move || {
        (0..rounds).for_each(run);
        let _ = done.send(());
    });
    match is_done.recv_timeout(Duration::from_secs(60 + rounds)) {
        Ok(()) => {}
        Err(RecvTimeoutError::Timeout) => panic!("the streams deadlocked"),
        Err(RecvTimeoutError::Disconnected) => panic!("a thread panicked"),
    }
}
