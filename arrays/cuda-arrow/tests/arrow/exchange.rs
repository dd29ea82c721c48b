//! Exchange of arrays with other libraries of the process.

use core::ffi::c_void;
use std::sync::Arc;

use cuda_arrow::arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray, StringViewArray};
use cuda_arrow::arrow_schema::{DataType, Field, Schema};
use cuda_arrow::ffi::{
    DeviceArrayStream, DeviceType, FFI_ArrowArray, FFI_ArrowDeviceArray,
    FFI_ArrowDeviceArrayStream, FFI_ArrowSchema, export_stream,
};
use cuda_arrow::{DeviceRecordBatch, Error, MemoryManager, arrow_ipc};
use cuda_driver::{driver::Symbol, stream::wait_for_deferred};

use crate::batches::narrow;
use crate::device::on_every_driver;
use crate::{hold, instrumented, samples};

/// `struct ArrowArray`.
#[repr(C)]
pub struct Raw {
    pub length: i64,
    pub null_count: i64,
    pub offset: i64,
    pub n_buffers: i64,
    pub n_children: i64,
    pub buffers: *mut *const c_void,
    pub children: *mut *mut Raw,
    pub dictionary: *mut Raw,
    release: *const c_void,
    private: *const c_void,
}

pub fn raw(array: &mut FFI_ArrowDeviceArray) -> &mut Raw {
    // SAFETY: both are the same structure.
    unsafe { &mut *(&raw mut array.array).cast() }
}

fn strings(columns: usize) -> RecordBatch {
    let column = |at: usize| {
        let texts = (0..50).map(|row| format!("{at} {row}"));
        (format!("{at}"), Arc::new(StringArray::from_iter_values(texts)) as ArrayRef)
    };
    RecordBatch::try_from_iter((0..columns).map(column)).unwrap()
}

fn import(
    manager: &MemoryManager,
    array: FFI_ArrowDeviceArray,
    schema: &FFI_ArrowSchema,
) -> Result<DeviceRecordBatch, Error> {
    // SAFETY: this crate exported the array, and any change to it is detected.
    unsafe { manager.import(array, schema) }
}

on_every_driver! {
    fn a_batch_of_every_type_is_exported_and_imported(device) {
        let manager = MemoryManager::new(&device.stream);
        let other = MemoryManager::new(&device.context.stream().unwrap());
        let host = samples::all_types(100);
        let batch = manager.upload(&host).unwrap();
        for (start, len) in [(0, 100), (13, 40), (100, 0)] {
            let (array, schema) = batch.slice(start, len).unwrap().export().unwrap();
            assert_eq!((array.device_type, array.device_id), (DeviceType::CUDA, 0));
            assert_eq!(array.reserved, [0; 3]);
            let back = import(&other, array, &schema).unwrap();
            assert_eq!(back.schema(), &host.schema());
            assert_eq!(back.to_host().unwrap(), host.slice(start, len));
        }
        for column in batch.columns() {
            let (array, schema) = column.export().unwrap();
            // SAFETY: it was just exported.
            let (back, field) = unsafe { other.import_array(array, &schema) }.unwrap();
            assert_eq!(field.data_type(), column.data_type());
            assert_eq!(&back.to_host().unwrap(), &column.to_host().unwrap());
        }
    }

    fn an_imported_batch_is_kept_until_its_last_buffer_is_dropped(device) {
        let manager = MemoryManager::new(&device.stream);
        let other = MemoryManager::new(&device.context.stream().unwrap());
        let batch = manager.upload(&narrow(3, 100)).unwrap();
        let size = manager.bytes_allocated();
        let (array, schema) = batch.export().unwrap();
        drop(batch);
        assert_eq!(manager.bytes_allocated(), size);
        let back = import(&other, array, &schema).unwrap();
        assert_eq!(other.bytes_allocated(), 0);
        let buffer = back.columns()[1].buffers()[0].clone();
        assert!(buffer.same_allocation(&back.columns()[2].buffers()[0]));
        drop(back);
        assert_eq!(manager.bytes_allocated(), size);
        buffer.clone().into_mutable().unwrap_err();
        drop(buffer);
        other.stream().synchronize().unwrap();
        wait_for_deferred();
        assert_eq!(manager.bytes_allocated(), 0);
    }

    fn a_released_array_is_rejected(device) {
        let manager = MemoryManager::new(&device.stream);
        let batch = manager.upload(&strings(2)).unwrap();
        let refused = |array: FFI_ArrowDeviceArray, schema: &FFI_ArrowSchema, expected: &str| {
            let error = import(&manager, array, schema).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        };
        let (_, schema) = batch.export().unwrap();
        refused(FFI_ArrowDeviceArray::empty(), &schema, "Cannot import released ArrowArray");
        let (array, _) = batch.export().unwrap();
        refused(array, &FFI_ArrowSchema::empty(), "Cannot import released ArrowSchema");
        let (array, _) = batch.export().unwrap();
        let numbers = FFI_ArrowSchema::try_from(&DataType::Int32).unwrap();
        refused(array, &numbers, "ArrowSchema describes non-struct type Int32");

        type Change = fn(&mut FFI_ArrowDeviceArray);
        let changes: [(&str, Change); 9] = [
            ("non-zero null count, cannot be imported as RecordBatch: 1", |array| raw(array).null_count = 1),
            ("non-zero offset, cannot be imported as RecordBatch: 2", |array| raw(array).offset = 2),
            ("Expected 1 buffers for imported type", |array| raw(array).n_buffers = 0),
            ("Expected 2 children for imported type", |array| raw(array).n_children = 1),
            ("a length of -5", |array| raw(array).length = -5),
            ("device type 7", |array| array.device_type = DeviceType(7)),
            ("device 9", |array| array.device_id = 9),
            // SAFETY: there are two children, and three buffers in each.
            ("null data pointer for a buffer with non-zero computed size", |array| unsafe {
                *(**raw(array).children).buffers.add(2) = core::ptr::null();
            }),
            // SAFETY: as above.
            ("Expected 3 buffers for imported type Utf8, ArrowArray struct has 2", |array| unsafe {
                (**raw(array).children).n_buffers = 2;
            }),
        ];
        for (expected, change) in changes {
            let (mut array, schema) = batch.export().unwrap();
            let owned = raw(&mut array).n_children;
            change(&mut array);
            let error = import(&manager, array, &schema).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert_eq!(owned, 2);
        }
        // If the nulls aren't counted, the validity decides.
        for (bits, is_fine) in [(0xff, true), (0xfe, false)] {
            let bits = manager.copy_from_host(&[bits; 7]).unwrap();
            let (mut array, schema) = batch.export().unwrap();
            raw(&mut array).null_count = -1;
            // SAFETY: there is one buffer.
            unsafe { *raw(&mut array).buffers = core::ptr::without_provenance(bits.as_raw() as usize) };
            match import(&manager, array, &schema) {
                Ok(back) => assert!(is_fine && back.num_rows() == 50),
                Err(error) => assert!(!is_fine && error.to_string().contains("RecordBatch: 7"), "{error}"),
            }
        }
        // All were released, imported or not.
        manager.stream().synchronize().unwrap();
        wait_for_deferred();
        let size = manager.bytes_allocated();
        drop(batch);
        assert_eq!(manager.bytes_allocated(), 0, "of {size}");
    }

    fn sixty_five_levels_are_not_imported(device) {
        let manager = MemoryManager::new(&device.stream);
        let (array, schema) = manager.upload_array(&samples::deep(64)).unwrap().export().unwrap();
        // SAFETY: it was just exported.
        let (back, _) = unsafe { manager.import_array(array, &schema) }.unwrap();
        assert_eq!(&back.to_host().unwrap(), &samples::deep(64));
    }

    fn importing_strings_copies_once(device) {
        let (instrument, manager) = instrumented(device);
        for (columns, views) in [(1, false), (200, false), (20, true)] {
            let mut host = strings(columns);
            if views {
                let views = (0..50).map(|row| format!("a text that is too long to be within a view {row}"));
                let views = Arc::new(StringViewArray::from_iter_values(views)) as ArrayRef;
                host = RecordBatch::try_from_iter((0..columns).map(|at| (at.to_string(), views.clone()))).unwrap();
            }
            let (array, schema) = manager.upload(&host).unwrap().export().unwrap();
            let back = device.context.with_current(|| {
                instrument.reset();
                let back = import(&manager, array, &schema).unwrap();
                assert_eq!(instrument.calls(Symbol::cuMemcpyDtoHAsync_v2), 1);
                assert_eq!(instrument.calls(Symbol::cuLaunchKernel), 1);
                assert_eq!(instrument.calls(Symbol::cuStreamWaitEvent), 1);
                back
            }).unwrap();
            assert_eq!(back.to_host().unwrap(), host);
        }
        // The crate's thread asks as often as a release takes, also while this is counted.
        let asked = || {
            let asks = [Symbol::cuEventQuery, Symbol::cuThreadExchangeStreamCaptureMode];
            asks.iter().map(|symbol| instrument.calls(*symbol)).sum::<u64>()
        };
        let calls = || loop {
            let (before, all) = (asked(), instrument.all_calls());
            if asked() == before {
                return all - before;
            }
        };
        // Columns of numbers need none. Earlier values are released first, or else they would be counted here.
        let (array, schema) = manager.upload(&narrow(10_000, 3)).unwrap().export().unwrap();
        wait_for_deferred();
        instrument.reset();
        let back = import(&manager, array, &schema).unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemcpyDtoHAsync_v2) + instrument.calls(Symbol::cuLaunchKernel), 0);
        assert!(calls() < 20, "{:?}", instrument.called());
        wait_for_deferred();
        instrument.reset();
        back.export().unwrap();
        assert!(calls() < 20, "{:?}", instrument.called());
        wait_for_deferred();
        instrument.reset();
        drop(back);
        assert!(calls() < 20, "{:?}", instrument.called());
    }

    fn batches_are_exported_and_imported_as_a_stream(device) {
        let manager = MemoryManager::new(&device.stream);
        let other = MemoryManager::new(&device.context.stream().unwrap());
        let host = samples::all_types(60);
        let batches = [host.clone(), host.slice(5, 20)];
        let there: Vec<_> = batches.iter().map(|batch| manager.upload(batch)).collect();
        let stream = export_stream(host.schema(), there.into_iter());
        // SAFETY: it was just exported.
        let stream = unsafe { DeviceArrayStream::import(&other, stream) }.unwrap();
        assert_eq!(stream.schema(), host.schema());
        let back: Vec<_> = stream.map(|batch| batch.unwrap().to_host().unwrap()).collect();
        assert_eq!(back, batches);

        // An error of the producer ends the stream, and is reported.
        let failing = (0..3).map(move |at| match at {
            0 => manager.upload(&narrow(1, 5)),
            _ => Err(Error::Imported("the disk is gone".to_owned())),
        });
        let stream = export_stream(narrow(1, 5).schema(), failing);
        // SAFETY: it was just exported.
        let mut stream = unsafe { DeviceArrayStream::import(&other, stream) }.unwrap();
        stream.next().unwrap().unwrap();
        let error = stream.next().unwrap().unwrap_err();
        assert!(error.to_string().contains("failed with 5: the disk is gone"), "{error}");
        assert!(stream.next().is_none());
        // SAFETY: it was released, which is detected.
        let released = unsafe { DeviceArrayStream::import(&other, FFI_ArrowDeviceArrayStream::empty()) };
        assert!(matches!(released, Err(Error::Released { .. })));
        let _ = (FFI_ArrowArray::empty(), arrow_ipc::MetadataVersion::V5);
    }

    fn a_stream_exports_no_batch_of_another_schema(device) {
        let manager = MemoryManager::new(&device.stream);
        let other = MemoryManager::new(&device.context.stream().unwrap());
        let batch = |columns: Vec<(&str, ArrayRef)>| manager.upload(&RecordBatch::try_from_iter(columns).unwrap());
        let schema = |fields: Vec<Field>| Arc::new(Schema::new(fields));
        let field = |name: &str, ty: DataType| Field::new(name, ty, false);
        let ints = |numbers: Vec<Option<i32>>| Arc::new(Int32Array::from(numbers)) as ArrayRef;
        let texts = Arc::new(StringArray::from(vec!["a"])) as ArrayRef;
        let two = || vec![("x", ints(vec![Some(1)])), ("s", texts.clone())];
        let two_fields = schema(vec![field("x", DataType::Int32), field("s", DataType::Utf8)]);
        let read = |schema: &Arc<Schema>, columns| {
            let stream = export_stream(schema.clone(), [batch(columns)].into_iter());
            // SAFETY: it was just exported.
            let mut stream = unsafe { DeviceArrayStream::import(&other, stream) }.unwrap();
            stream.next().unwrap()
        };
        for (schema, columns, expected) in [
            (schema(vec![field("x", DataType::Int64), field("s", DataType::Utf8)]), two(),
                "column 0 of the batch, \"x\", is of Int32, and of Int64 in the schema of its stream"),
            (schema(vec![field("x", DataType::Int32), field("s", DataType::LargeUtf8)]), two(),
                "column 1 of the batch, \"s\", is of Utf8, and of LargeUtf8 in the schema of its stream"),
            (schema(vec![field("x", DataType::Int32)]), two(),
                "the batch has 2 columns, and the schema of its stream 1"),
            (schema(vec![field("y", DataType::Int32), field("s", DataType::Utf8)]), two(),
                "column 0 of the batch, \"x\", is \"y\" in the schema of its stream"),
            (schema(vec![field("x", DataType::Int32)]), vec![("x", ints(vec![None]))],
                "column 0 of the batch, \"x\", may have nulls, and none in the schema of its stream"),
        ] {
            let error = read(&schema, columns).unwrap_err().to_string();
            assert!(error.contains(&format!("failed with 22: Schema error: {expected}")), "{error}");
        }
        // What a consumer need not know may differ.
        let metadata = std::collections::HashMap::from([("key".to_owned(), "value".to_owned())]);
        let described = schema(vec![field("x", DataType::Int32).with_metadata(metadata), Field::new("s", DataType::Utf8, true)]);
        for schema in [&two_fields, &described] {
            let found = read(schema, two()).unwrap();
            assert_eq!((found.num_rows(), found.schema()), (1, schema));
        }
    }
}

on_every_driver! {
    alone

    fn an_exported_batch_has_an_event_to_wait_for(device) {
        let manager = MemoryManager::new(&device.stream);
        let other = MemoryManager::new(&device.context.stream().unwrap());
        let host = RecordBatch::try_from_iter([("x", Arc::new(Int32Array::from(vec![7; 1000])) as ArrayRef)]).unwrap();
        drop(manager.upload(&host).unwrap());
        let zeros = manager.copy_from_host(&[0; 4000]).unwrap();
        let right = manager.upload(&host).unwrap().columns()[0].buffers()[0].clone();
        let mut parts = manager.upload(&host).unwrap().columns()[0].clone().into_parts();
        manager.stream().synchronize().unwrap();
        let (release, wait) = std::sync::mpsc::channel();
        let held = hold(manager.stream(), wait);
        // The column is written after the stream is unblocked.
        let mut written = zeros.into_mutable().unwrap();
        written.copy_from(0, &right).unwrap();
        parts.buffers[0] = written.freeze();
        let column = cuda_arrow::DeviceArray::try_new(parts).unwrap();
        let batch = DeviceRecordBatch::try_new(&manager, host.schema(), vec![column], 1000).unwrap();
        let (array, schema) = batch.export().unwrap();
        let back = import(&other, array, &schema).unwrap();
        assert!(!manager.stream().query().unwrap());
        release.send(()).unwrap();
        assert_eq!(back.to_host().unwrap(), host);
        held.join().unwrap();
    }

    fn an_import_waits_before_it_reads_offsets(device) {
        let manager = MemoryManager::new(&device.stream);
        let other = MemoryManager::new(&device.context.stream().unwrap());
        let host = strings(3);
        // This loads the kernels.
        let (array, schema) = manager.upload(&host).unwrap().export().unwrap();
        drop(import(&other, array, &schema).unwrap());
        let batch = manager.upload(&host).unwrap();
        let right: Vec<_> = batch.columns().iter().map(|column| column.buffers()[0].clone()).collect();
        let wrong: Vec<_> = right.iter().map(|right| manager.copy_from_host(&vec![0x7f; right.len()]).unwrap()).collect();
        manager.stream().synchronize().unwrap();
        let (release, wait) = std::sync::mpsc::channel();
        let held = hold(manager.stream(), wait);
        let mut columns = Vec::new();
        for ((column, right), wrong) in batch.columns().iter().zip(&right).zip(wrong) {
            let mut parts = column.clone().into_parts();
            let mut written = wrong.into_mutable().unwrap();
            written.copy_from(0, right).unwrap();
            parts.buffers[0] = written.freeze();
            columns.push(cuda_arrow::DeviceArray::try_new(parts).unwrap());
        }
        let batch = DeviceRecordBatch::try_new(&manager, host.schema(), columns, 50).unwrap();
        let (array, schema) = batch.export().unwrap();
        let thread = std::thread::spawn(move || import(&other, array, &schema).unwrap().to_host().unwrap());
        std::thread::yield_now();
        assert!(!thread.is_finished());
        release.send(()).unwrap();
        assert_eq!(thread.join().unwrap(), host);
        held.join().unwrap();
    }
}
