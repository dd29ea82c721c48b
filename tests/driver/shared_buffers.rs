//! Memory that several streams read: no stream is kept or used after its last value, and the memory waits for all.

use cuda_driver::{
    Stream,
    driver::Symbol,
    memory::SharedBuffer,
    stream::wait_for_deferred,
    sys::{CUresult, CUstream, CUstreamCaptureMode, instrument::Instrument},
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};

/// A stream of other code.
struct Foreign<'a> {
    device: &'a TestDevice,
    handle: CUstream,
}

impl<'a> Foreign<'a> {
    fn new(device: &'a TestDevice) -> Self {
        let handle = device.context.stream().unwrap().into_raw().unwrap();
        Self { device, handle }
    }

    fn borrow(&self) -> Stream {
        // SAFETY: the stream is destroyed after the value and its clones are dropped.
        unsafe { Stream::borrow_raw(&self.device.context, self.handle) }
    }

    fn destroy(self) {
        let raw = self.device.driver.raw();
        // SAFETY: nothing uses it any more, as the tests make sure.
        let destroy = || unsafe { raw.cuStreamDestroy(self.handle) };
        self.device.context.with_current(destroy).unwrap().unwrap();
    }
}

fn shared(stream: &Stream) -> SharedBuffer<u32> {
    stream.upload(&[1u32, 2, 3]).unwrap().into_shared()
}

/// Returns how often the memory was freed.
fn freed(instrument: &Instrument) -> u64 {
    instrument.successes(Symbol::cuMemFreeAsync) + instrument.successes(Symbol::cuMemFree_v2)
}

on_every_driver! {
    fn a_borrowed_reader_is_not_called_after_its_last_value(device) {
        let instrument = instrumented(device);
        let device = &TestDevice::new(instrument.table());
        let memory = shared(&device.stream);
        let foreign = Foreign::new(device);
        let there = memory.on(&foreign.borrow()).unwrap();
        let again = there.clone();
        drop(there);
        assert_eq!(again.as_slice().to_vec().unwrap(), [1, 2, 3]);
        drop(again);
        foreign.destroy();
        instrument.reset();
        drop(memory);
        let called = instrument.called();
        assert_eq!(freed(&instrument), 1, "{called:?}");
        assert_eq!(instrument.calls(Symbol::cuStreamWaitEvent), 1, "{called:?}");
        for symbol in [Symbol::cuStreamIsCapturing, Symbol::cuEventRecord, Symbol::cuStreamSynchronize] {
            assert_eq!(instrument.calls(symbol), 0, "{called:?}");
        }
    }

    fn a_borrowed_home_is_not_called_after_its_last_value(device) {
        let instrument = instrumented(device);
        let device = &TestDevice::new(instrument.table());
        let foreign = Foreign::new(device);
        let there = shared(&foreign.borrow()).on(&device.stream).unwrap();
        foreign.destroy();
        instrument.reset();
        assert_eq!(there.as_slice().to_vec().unwrap(), [1, 2, 3]);
        let mut buffer = there.into_buffer().unwrap();
        assert_eq!(*buffer.stream(), device.stream);
        device.stream.fill(&mut buffer, 9).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [9; 3]);
        drop(buffer);
        assert_eq!(freed(&instrument), 1);
        let failed = |(symbol, calls): &(Symbol, u64)| *calls != instrument.successes(*symbol);
        assert!(!instrument.called().iter().any(failed), "{:?}", instrument.called());
    }

    fn eight_thousand_readers_leave_nothing(device) {
        let instrument = instrumented(device);
        let device = &TestDevice::new(instrument.table());
        let memory = shared(&device.stream);
        instrument.reset();
        for _ in 0..8_000 {
            let stream = device.context.stream().unwrap();
            drop(memory.on(&stream).unwrap());
            stream.destroy().unwrap();
        }
        assert_eq!(instrument.calls(Symbol::cuStreamDestroy_v2), 8_000);
        let events = instrument.calls(Symbol::cuEventCreate);
        assert!(events < 1_000, "{events} events were created");
        instrument.reset();
        drop(memory);
        assert_eq!(freed(&instrument), 1);
        assert!(instrument.calls(Symbol::cuStreamWaitEvent) < 1_000);
    }

    fn each_stream_costs_two_calls_and_its_end_two(device) {
        let instrument = instrumented(device);
        let device = &TestDevice::new(instrument.table());
        let other = device.context.stream().unwrap();
        let memory = shared(&device.stream);
        // The context then has an event.
        other.wait_stream(&device.stream).unwrap();
        instrument.reset();
        let there = memory.on(&other).unwrap();
        assert_eq!(instrument.all_calls(), 2);
        drop((there.clone(), there.on(&other).unwrap()));
        assert_eq!(instrument.all_calls(), 2);
        drop(there);
        assert_eq!((instrument.all_calls(), instrument.calls(Symbol::cuEventRecord)), (3, 2));
        instrument.reset();
        drop(memory);
        let called = [Symbol::cuStreamWaitEvent, Symbol::cuMemFreeAsync].map(|symbol| instrument.calls(symbol));
        assert_eq!((called, instrument.calls(Symbol::cuEventRecord)), ([1, 1], 0));
    }

    fn a_value_belongs_to_the_very_stream_that_it_was_given(device) {
        let foreign = Foreign::new(device);
        let memory = shared(&foreign.borrow());
        // SAFETY: the handle is this value's from now on.
        let owned = unsafe { Stream::from_raw(&device.context, foreign.handle) };
        let there = memory.on(&owned).unwrap();
        drop((memory, owned));
        // It keeps the stream.
        assert_eq!(there.as_slice().to_vec().unwrap(), [1, 2, 3]);
        assert!(there.stream().clone().into_raw().is_err());
    }

    fn only_the_last_value_becomes_a_buffer(device) {
        let memory = shared(&device.stream);
        assert!(memory.is_unique());
        let clone = memory.clone();
        assert!(!memory.is_unique() && memory.same_memory(&clone));
        let memory = memory.into_buffer().unwrap_err();
        drop(clone);
        let other = device.context.stream().unwrap();
        let there = memory.on(&other).unwrap();
        assert!(!there.is_unique() && memory.same_memory(&there));
        let there = there.into_buffer().unwrap_err();
        drop(memory);
        assert!(there.is_unique());
        assert_eq!(there.into_buffer().unwrap().to_vec().unwrap(), [1, 2, 3]);
    }

    fn memory_is_freed_though_a_reader_can_record_nothing(device) {
        let instrument = instrumented(device);
        let device = &TestDevice::new(instrument.table());
        for (symbol, drops_reader_first) in [(Symbol::cuEventRecord, true), (Symbol::cuEventRecord, false), (Symbol::cuStreamWaitEvent, true)] {
            let other = device.context.stream().unwrap();
            let memory = shared(&device.stream);
            let there = memory.on(&other).unwrap();
            instrument.reset();
            instrument.fail(symbol, 1, CUresult::CUDA_ERROR_NOT_PERMITTED);
            if drops_reader_first { drop((there, memory)) } else { drop((memory, there)) }
            wait_for_deferred();
            assert_eq!(freed(&instrument), 1, "{symbol:?}");
        }
    }

    fn memory_is_freed_after_the_capture_of_a_reader(device) {
        let instrument = instrumented(device);
        let device = &TestDevice::new(instrument.table());
        let foreign = Foreign::new(device);
        let memory = shared(&device.stream);
        let there = memory.on(&foreign.borrow()).unwrap();
        let raw = device.driver.raw();
        let relaxed = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        // SAFETY: the stream is alive, and no safe call with it is under way.
        unsafe { raw.cuStreamBeginCapture(foreign.handle, relaxed) }.unwrap();
        instrument.reset();
        drop(there);
        drop(memory);
        assert_eq!(freed(&instrument), 0, "the reader may still use it");
        // SAFETY: as above; the graph is destroyed once.
        unsafe { raw.cuGraphDestroy(raw.cuStreamEndCapture(foreign.handle).unwrap()) }.unwrap();
        wait_for_deferred();
        assert_eq!(freed(&instrument), 1);
        foreign.destroy();
    }
}
