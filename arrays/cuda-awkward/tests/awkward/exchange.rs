//! Exchange with Arrow and with rectangular arrays.

use std::sync::Arc;

use cuda_arrow::MemoryManager;
use cuda_arrow::arrow_array::{
    Array as _, ArrayRef, BinaryArray, BooleanArray, Date32Array, DictionaryArray,
    DurationSecondArray, FixedSizeBinaryArray, FixedSizeListArray, Float16Array, Float32Array,
    Float64Array, Int8Array, Int16Array, Int32Array, Int64Array, LargeListArray, ListArray,
    ListViewArray, NullArray, StringArray, StructArray, Time32MillisecondArray, Time32SecondArray,
    Time64NanosecondArray, TimestampMicrosecondArray, TimestampMillisecondArray, UInt8Array,
    UInt16Array, UInt32Array, UInt64Array, UnionArray, types::Int32Type,
};
use cuda_arrow::arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use cuda_arrow::arrow_schema::{DataType, Field, TimeUnit, UnionFields};
use cuda_awkward::{Backend, Dtype, Entry, Error, Pick};
use cuda_ndarray::dlpack::{ConsumerStream, ExportOptions};
use cuda_ndarray::ndarray::{Array1, Array2, Array3, s};
use cuda_ndarray::{MakeArrays, num_complex::Complex};

use crate::{backend, text, up};

fn list(offsets: &[i32], nulls: Option<Vec<bool>>, items: ArrayRef) -> ArrayRef {
    let field = Arc::new(Field::new("item", items.data_type().clone(), items.null_count() > 0));
    let offsets = OffsetBuffer::new(offsets.to_vec().into());
    Arc::new(ListArray::new(field, offsets, items, nulls.map(NullBuffer::from)))
}

/// Arrays, what they are here, and whether they come back as the same type.
fn samples() -> Vec<(ArrayRef, &'static str, &'static str)> {
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1, 2, 3, 4, 5, 6]));
    let optional: ArrayRef =
        Arc::new(Float32Array::from(vec![Some(1.5), None, Some(3.5), None, Some(5.5), Some(6.5)]));
    let texts: ArrayRef = Arc::new(StringArray::from(vec![
        Some("one"),
        None,
        Some(""),
        Some("vier"),
        None,
        Some("six"),
    ]));
    let items = Arc::new(Field::new("item", DataType::Int32, false));
    let fixed: ArrayRef =
        Arc::new(FixedSizeListArray::new(items.clone(), 2, numbers.clone(), None));
    let large: ArrayRef = Arc::new(LargeListArray::new(
        items,
        OffsetBuffer::new(vec![0i64, 2, 2, 6].into()),
        numbers.clone(),
        None,
    ));
    let fields =
        vec![Field::new("n", DataType::Int32, false), Field::new("s", DataType::Utf8, true)];
    let records: ArrayRef = Arc::new(StructArray::new(
        fields.into(),
        vec![numbers.clone(), texts.clone()],
        Some(vec![true, true, false, true, true, true].into()),
    ));
    let keys = Int32Array::from(vec![Some(1), None, Some(0), Some(1), Some(1), None]);
    let dictionary: ArrayRef = Arc::new(DictionaryArray::<Int32Type>::new(
        keys,
        Arc::new(StringArray::from(vec!["a", "bc"])),
    ));
    let union = UnionFields::try_new(
        [5, 7],
        [Field::new("0", DataType::Int32, false), Field::new("1", DataType::Utf8, true)],
    )
    .unwrap();
    let ids: ScalarBuffer<i8> = vec![5i8, 7, 7, 5, 7, 5].into();
    let sparse: ArrayRef = Arc::new(
        UnionArray::try_new(union.clone(), ids.clone(), None, vec![numbers.clone(), texts.clone()])
            .unwrap(),
    );
    let places: ScalarBuffer<i32> = vec![5, 0, 1, 0, 3, 1].into();
    let dense: ArrayRef = Arc::new(
        UnionArray::try_new(union, ids, Some(places), vec![numbers.clone(), texts.clone()])
            .unwrap(),
    );
    vec![
        (numbers.clone(), "6 * int32", "[1, 2, 3, 4, 5, 6]"),
        (
            Arc::new(BooleanArray::from(vec![Some(true), Some(false), None])),
            "3 * ?bool",
            "[true, false, None]",
        ),
        (optional.clone(), "6 * ?float32", "[1.5, None, 3.5, None, 5.5, 6.5]"),
        (texts, "6 * ?string", r#"["one", None, "", "vier", None, "six"]"#),
        (Arc::new(BinaryArray::from(vec![&b"a"[..], b"bc"])), "2 * bytes", r#"[b"a", b"bc"]"#),
        (
            list(&[0, 2, 2, 6], None, numbers.clone()),
            "3 * var * int32",
            "[[1, 2], [], [3, 4, 5, 6]]",
        ),
        (
            list(&[1, 2, 4], Some(vec![true, false]), optional),
            "2 * option[var * ?float32]",
            "[[None], None]",
        ),
        (fixed, "3 * 2 * int32", "[[1, 2], [3, 4], [5, 6]]"),
        (large, "3 * var * int32", "[[1, 2], [], [3, 4, 5, 6]]"),
        (
            list(&[0, 1, 4], None, records.slice(1, 4)),
            "2 * var * ?{n: int32, s: ?string}",
            r#"[[{n: 2, s: None}], [None, {n: 4, s: "vier"}, {n: 5, s: None}]]"#,
        ),
        (dictionary, "6 * ?categorical[type=string]", r#"["bc", None, "a", "bc", "bc", None]"#),
        (sparse, "6 * union[int32, ?string]", r#"[1, None, "", 4, None, 6]"#),
        (dense, "6 * union[int32, ?string]", r#"[6, "one", None, 1, "vier", 2]"#),
        (Arc::new(NullArray::new(2)), "2 * ?unknown", "[None, None]"),
    ]
}

fn is_same(gpu: &Backend, array: &ArrayRef, ty: &str, value: &str) {
    let device = gpu.manager().upload_array(array).unwrap();
    let here = gpu.from_arrow(&device).unwrap();
    assert_eq!(here.type_text(), ty, "{array:?}");
    assert_eq!(text(&here), value);
    let back = here.to_arrow().unwrap().to_host().unwrap();
    let again = gpu.from_arrow(&gpu.manager().upload_array(&back).unwrap()).unwrap();
    assert_eq!((again.type_text(), text(&again)), (ty.to_owned(), value.to_owned()), "{back:?}");
    // Keys of entries that may be missing come back as 64 bits, and unions as dense ones.
    if !matches!(array.data_type(), DataType::Union(_, _) | DataType::Dictionary(_, _))
        && ty != "2 * ?unknown"
    {
        assert_eq!(back.len(), array.len());
        assert_eq!(back.data_type(), array.data_type());
        assert_eq!(&back, array);
    }
}

on_the_device! {
    fn a_union_has_positions_that_increase_in_arrow(device) {
        let gpu = backend(device);
        let union = up(&gpu, r#"[1, "a", 2, "b", [3], "c", 4, [], 5]"#);
        let flags = up(&gpu, "[true, true, false, true, true, true, false, true, true]");
        for array in [
            union.clone(), union.get_array([Pick::Slice(None, None, Some(-1))]).unwrap(), union.get_array([&flags]).unwrap(),
            union.get_array([&up(&gpu, "[8, 0, 8, 1, 5, 3, 0, 4]")]).unwrap(), union.slice(..0).unwrap(),
            gpu.concatenate([&union, &union.get_array([Pick::Slice(None, None, Some(-2))]).unwrap()], 0).unwrap(),
        ] {
            let arrow = array.to_arrow().unwrap();
            let host = arrow.to_host().unwrap();
            let host = host.as_any().downcast_ref::<UnionArray>().unwrap();
            let offsets = host.offsets().unwrap();
            let mut last = [-1; 3];
            for (id, offset) in host.type_ids().iter().zip(offsets.iter()) {
                let last = &mut last[*id as usize];
                assert!(*offset >= *last, "{offsets:?}");
                *last = *offset;
            }
            let back = gpu.from_arrow(&arrow).unwrap();
            assert_eq!(text(&back), text(&array));
        }
    }

    fn arrow_arrays_survive_a_round_trip(device) {
        let gpu = backend(device);
        for (array, ty, value) in samples() {
            is_same(&gpu, &array, ty, value);
        }
    }

    fn numbers_of_all_types_are_imported_and_exported(device) {
        let gpu = backend(device);
        macro_rules! check {
            ($($array:ident $ty:ty, $name:literal;)*) => { $(
                let numbers: Vec<$ty> = vec![1u8.into(), 2u8.into()];
                let array: ArrayRef = Arc::new($array::from(numbers));
                let value = if $name.starts_with("float") { "[1.0, 2.0]" } else { "[1, 2]" };
                is_same(&gpu, &array, concat!("2 * ", $name), value);
            )* };
        }
        check! {
            Int16Array i16, "int16"; Int32Array i32, "int32"; Int64Array i64, "int64"; UInt8Array u8, "uint8";
            UInt16Array u16, "uint16"; UInt32Array u32, "uint32"; UInt64Array u64, "uint64";
            Float16Array half::f16, "float16"; Float32Array f32, "float32"; Float64Array f64, "float64";
        }
        let array: ArrayRef = Arc::new(Int8Array::from(vec![1, 2]));
        is_same(&gpu, &array, "2 * int8", "[1, 2]");
    }

    fn slices_of_arrow_arrays_have_the_same_entries(device) {
        let gpu = backend(device);
        for (array, _, _) in samples() {
            let all = gpu.manager().upload_array(&array).unwrap();
            let all = gpu.from_arrow(&all).unwrap();
            for start in 0..array.len() {
                let len = (array.len() - start).min(2);
                let expected = text(&all.slice(start as i64..(start + len) as i64).unwrap());
                let device = gpu.manager().upload_array(&array).unwrap().slice(start, len).unwrap();
                let here = gpu.from_arrow(&device).unwrap();
                assert_eq!(text(&here), expected, "{start} {array:?}");
                let back = here.to_arrow().unwrap().to_host().unwrap();
                back.to_data().validate_full().unwrap();
                let again = gpu.from_arrow(&gpu.manager().upload_array(&back).unwrap()).unwrap();
                assert_eq!(text(&again), expected, "{start} {back:?}");
            }
        }
    }

    fn buffers_are_shared_where_layouts_agree(device) {
        let gpu = backend(device);
        let array = list(&[0, 2, 2, 6], None, Arc::new(Float32Array::from(vec![Some(1.5), None, Some(3.5), None, Some(5.5), Some(6.5)])));
        let device = gpu.manager().upload_array(&array).unwrap();
        let here = gpu.from_arrow(&device).unwrap();
        let back = here.to_arrow().unwrap();
        let child = |array: &cuda_arrow::DeviceArray| array.child(0).unwrap();
        assert_eq!(back.buffers()[0].as_raw(), device.buffers()[0].as_raw());
        assert_eq!(child(&back).buffers()[0].as_raw(), child(&device).buffers()[0].as_raw());
        assert_eq!(child(&back).validity().unwrap().bytes.as_raw(), child(&device).validity().unwrap().bytes.as_raw());
        // One wait, for the check of the offsets, and its launch.
        let (waits, launches) = (gpu.waits(), gpu.launches());
        gpu.from_arrow(&device).unwrap();
        assert_eq!((gpu.waits() - waits, gpu.launches() - launches), (1, 1));
        here.to_arrow().unwrap();
        assert_eq!((gpu.waits() - waits, gpu.launches() - launches), (1, 1));
    }

    fn results_of_operations_are_exported_to_arrow(device) {
        let gpu = backend(device);
        let array = up(&gpu, r#"[[{"x": 1, "y": "a"}, {"x": 2, "y": null}], [], null, [{"x": 3, "y": "c"}]]"#);
        let Entry::Array(picked) = array.get([Pick::Array(up(&gpu, "[3, 0, 0]"))]).unwrap() else {
            panic!("an array of positions gives an array");
        };
        for array in [
            array.clone(),
            array.slice(1..).unwrap(),
            picked,
            array.combinations(2).fields(&["a", "b"]).run().unwrap(),
            array.field("x").unwrap().is_none(1).unwrap(),
            array.field("x").unwrap().pad_none(2, 1, true).unwrap(),
        ] {
            let arrow = array.to_arrow().unwrap();
            arrow.to_host().unwrap().to_data().validate_full().unwrap();
            let again = gpu.from_arrow(&arrow).unwrap();
            assert_eq!(text(&again), text(&array), "{array:?}");
        }
    }

    fn wrong_offsets_and_keys_are_detected(device) {
        let gpu = backend(device);
        let lie = |array: &ArrayRef, buffer: Vec<i32>| {
            let mut parts = gpu.manager().upload_array(array).unwrap().into_parts();
            parts.buffers[0] = gpu.manager().copy_from_host(Buffer::from_vec(buffer).as_slice()).unwrap();
            let array = cuda_arrow::DeviceArray::try_new(parts).unwrap();
            match gpu.from_arrow(&array) {
                Err(Error::Buffers { reason, .. }) => reason,
                other => panic!("{other:?}"),
            }
        };
        let lists = list(&[0, 2, 2, 6], None, Arc::new(Int64Array::from(vec![1; 6])));
        assert!(lie(&lists, vec![0, 2, 2, 7]).contains("there are 6 entries, and 7 are needed"));
        assert!(lie(&lists, vec![0, 3, 2, 6]).contains("list 1"));
        assert!(lie(&lists, vec![-1, 2, 2, 6]).contains("list 0"));
        let keys = Int32Array::from(vec![1, 0]);
        let dictionary: ArrayRef = Arc::new(DictionaryArray::<Int32Type>::new(keys, Arc::new(StringArray::from(vec!["a", "bc"]))));
        assert!(lie(&dictionary, vec![0, 2]).contains("there are 2 entries, and 3 are needed"));
        assert!(lie(&dictionary, vec![0, -2]).contains("position 1 is negative"));
    }

    fn numbers_that_are_not_aligned_are_rejected(device) {
        use cuda_ndarray::{SharedDeviceArray, ndarray::Ix1};
        let gpu = backend(device);
        let bytes = gpu.manager().copy_from_host(&[0; 64]).unwrap();
        // Three entries each, of which buffer `number` begins at an odd address.
        let rejected = |array: &dyn cuda_arrow::arrow_array::Array, number: usize| {
            let mut parts = gpu.manager().upload_array(array).unwrap().into_parts();
            let len = parts.buffers[number].len();
            parts.buffers[number] = bytes.slice(1..1 + len).unwrap();
            let array = cuda_arrow::DeviceArray::try_new(parts).unwrap();
            let message = gpu.from_arrow(&array).unwrap_err().to_string();
            let address = format!("buffer {number} of {} is at {:#x}", array.data_type(), bytes.as_raw() + 1);
            assert!(message.contains(&address) && message.contains("Buffer::copy_to"), "{message}");
        };
        rejected(&Float32Array::from(vec![1.0; 3]), 0);
        rejected(&Int64Array::from(vec![1; 3]), 0);
        let field = Arc::new(Field::new_list_field(DataType::Int64, false));
        let (starts, sizes) = (ScalarBuffer::from(vec![0, 1, 2]), ScalarBuffer::from(vec![1, 1, 1]));
        let views = ListViewArray::new(field, starts, sizes, Arc::new(Int64Array::from(vec![1; 3])), None);
        rejected(&views, 0);
        rejected(&views, 1);
        let names = Arc::new(StringArray::from(vec!["a", "b"]));
        rejected(&DictionaryArray::<Int32Type>::new(Int32Array::from(vec![1, 0, 1]), names), 0);

        // Rust aligns complex numbers to their parts.
        let floats = gpu.stream().to_device(&Array1::<f32>::zeros(9)).unwrap().into_shared();
        let mut interface = floats.cuda_array_interface();
        interface.data.0 += 4;
        (interface.typestr, interface.shape, interface.descr) = ("<c8".to_owned(), vec![4], None);
        // SAFETY: there are eight floats after the first, which nothing writes.
        let odd: SharedDeviceArray<Complex<f32>, Ix1> = unsafe { interface.into_shared(floats, gpu.stream()) }.unwrap();
        let message = gpu.from_ndarray(odd.clone()).unwrap_err().to_string();
        assert!(message.contains("must be aligned to 8 bytes: copy it with `to_owned` before"), "{message}");
        let copy = odd.to_owned().unwrap().into_shared();
        assert_eq!(gpu.from_ndarray(copy).unwrap().len(), 4);
    }

    fn dates_and_durations_share_the_memory_of_arrow(device) {
        let gpu = backend(device);
        let dates = Arc::new(TimestampMillisecondArray::from(vec![Some(1500), None, Some(-1)]));
        let spans = Arc::new(DurationSecondArray::from(vec![1, 2, 3]));
        let days = Arc::new(Date32Array::from(vec![1, -1, 20_000]));
        let fields = [("date", dates as ArrayRef), ("span", spans), ("day", days)];
        let table = StructArray::try_from(fields.to_vec()).unwrap();
        let array = gpu.from_arrow(&gpu.manager().upload_array(&table).unwrap()).unwrap();
        let ty = "3 * {date: ?datetime64[ms], span: timedelta64[s], day: datetime64[D]}";
        assert_eq!(array.type_text(), ty);
        let day = array.field("day").unwrap();
        assert_eq!(text(&day), "[1970-01-02, 1969-12-31, 2024-10-04]");
        assert_eq!(text(&array.field("date").unwrap()), "[1970-01-01T00:00:01.500, None, 1969-12-31T23:59:59.999]");
        let later = day.plus(array.field("span").unwrap()).unwrap();
        assert_eq!(text(&later), "[1970-01-02T00:00:01, 1969-12-31T00:00:02, 2024-10-04T00:00:03]");
        let back = later.to_arrow().unwrap().to_host().unwrap();
        assert_eq!(back.data_type(), &DataType::Timestamp(TimeUnit::Second, None));
        let hours = day.values_astype(Dtype::DateTime64(cuda_awkward::TimeUnit::Hour)).unwrap();
        let error = hours.to_arrow().unwrap_err();
        assert!(matches!(error, Error::Unsupported(_)) && error.to_string().contains("values_astype"), "{error}");
    }

    fn days_zones_times_and_bytes_of_a_fixed_size_come_from_arrow_and_go_back(device) {
        let gpu = backend(device);
        let days: ArrayRef = Arc::new(Date32Array::from(vec![Some(0), None, Some(-1), Some(i32::MAX), Some(i32::MIN)]));
        let some = [Some(0), None, Some(86_399), Some(1), Some(2)];
        let bytes = [Some(*b"abc"), None, Some(*b"d\0f"), Some([0; 3]), Some([255; 3])];
        let bytes: ArrayRef = Arc::new(FixedSizeBinaryArray::try_from_sparse_iter_with_size(bytes.into_iter(), 3).unwrap());
        let micros = || TimestampMicrosecondArray::from(some.map(|number| number.map(i64::from)).to_vec());
        let zoned: ArrayRef = Arc::new(micros().with_timezone("UTC"));
        let fixed: ArrayRef = Arc::new(micros().with_timezone("+02:00"));
        let stamps: ArrayRef = Arc::new(micros());
        let seconds: ArrayRef = Arc::new(Time32SecondArray::from(some.to_vec()));
        let millis: ArrayRef = Arc::new(Time32MillisecondArray::from(some.to_vec()));
        let nanos: ArrayRef = Arc::new(Time64NanosecondArray::from(some.map(|number| number.map(i64::from)).to_vec()));
        let back = |unit| DataType::Timestamp(unit, None);
        for (host, ty, returned) in [
            (&days, "?datetime64[D]", DataType::Date32),
            (&zoned, "?datetime64[us]", back(TimeUnit::Microsecond)),
            (&fixed, "?datetime64[us]", back(TimeUnit::Microsecond)),
            (&seconds, "?datetime64[s]", back(TimeUnit::Second)),
            (&millis, "?datetime64[ms]", back(TimeUnit::Millisecond)),
            (&nanos, "?datetime64[ns]", back(TimeUnit::Nanosecond)),
            (&bytes, "?bytes[3]", DataType::FixedSizeBinary(3)),
        ] {
            let there = gpu.manager().upload_array(host).unwrap();
            let array = gpu.from_arrow(&there).unwrap();
            assert_eq!(array.type_text(), format!("5 * {ty}"));
            let again = array.to_arrow().unwrap().to_host().unwrap();
            assert_eq!(again.data_type(), &returned);
            if host.data_type() == &returned {
                assert_eq!(again.as_ref(), host.as_ref());
            }
            // Slices begin anywhere, and nested ones are the same.
            let part = gpu.from_arrow(&there.slice(2, 3).unwrap()).unwrap();
            assert_eq!(text(&part), text(&array.slice(2..).unwrap()), "{ty}");
            let back = part.to_arrow().unwrap().to_host().unwrap();
            assert_eq!(back.as_ref(), again.slice(2, 3).as_ref());
            let field = Arc::new(Field::new("x", host.data_type().clone(), true));
            let record = StructArray::new(vec![field].into(), vec![host.clone()], None);
            let record = gpu.from_arrow(&gpu.manager().upload_array(&record).unwrap()).unwrap();
            assert_eq!(record.type_text(), format!("5 * {{x: {ty}}}"));
            assert_eq!(text(&record.field("x").unwrap()), text(&array));
        }
        let imported = |host: &ArrayRef| gpu.from_arrow(&gpu.manager().upload_array(host).unwrap()).unwrap();
        assert_eq!(text(&imported(&zoned)), text(&imported(&stamps)));
        assert_eq!(text(&imported(&seconds).slice(2..3).unwrap()), "[1970-01-01T23:59:59]");
        // NaT becomes null, also next to missing entries; days that Arrow doesn't have are an error.
        let days = Dtype::DateTime64(cuda_awkward::TimeUnit::Day);
        for (json, expected) in [
            ("[1, -9223372036854775808]", [Some(1), None, None]),
            ("[1, -9223372036854775808, null]", [Some(1), None, None]),
            ("[null, -9223372036854775808, 5]", [None, None, Some(5)]),
        ] {
            let array = up(&gpu, json).values_astype(days).unwrap();
            let exported = array.to_arrow().unwrap().to_host().unwrap();
            assert_eq!(exported.as_ref(), &Date32Array::from(expected[..array.len()].to_vec()) as &dyn cuda_arrow::arrow_array::Array);
        }
        let far = up(&gpu, "[0, 2147483648]").values_astype(days).unwrap();
        let error = far.to_arrow().unwrap_err().to_string();
        assert!(error.contains("entry 1 of datetime64[D] is out of the range"), "{error}");
    }

    fn unsupported_types_are_rejected(device) {
        let gpu = backend(device);
        let numbers = Int64Array::from(vec![1, 2]);
        let decimals = cuda_arrow::arrow_array::Decimal128Array::from(vec![1, 2]);
        let decimals = gpu.manager().upload_array(&decimals).unwrap();
        let message = gpu.from_arrow(&decimals).unwrap_err().to_string();
        assert!(message.contains("Decimal128") && message.contains("cast it to a type of integers or floats"), "{message}");
        let other = MemoryManager::new(&gpu.stream().context().stream().unwrap());
        let elsewhere = other.upload_array(&numbers).unwrap();
        assert!(matches!(gpu.from_arrow(&elsewhere), Err(Error::Backend { .. })));
        let mixed = up(&gpu, r#"[1, "two", null]"#);
        let message = mixed.to_arrow().unwrap_err().to_string();
        assert!(message.contains("missing values of a union"), "{message}");
    }

    fn rectangular_arrays_are_shared_with_cuda_ndarray(device) {
        let gpu = backend(device);
        let host = Array3::from_shape_fn((2, 3, 2), |(i, j, k)| (i * 6 + j * 2 + k) as f32);
        let there = gpu.stream().to_device(&host).unwrap().into_shared();
        let address = there.cuda_array_interface().data.0;
        let array = gpu.from_ndarray(there.clone()).unwrap();
        assert_eq!(array.type_text(), "2 * 3 * 2 * float32");
        assert_eq!(text(&array), "[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]], [[6.0, 7.0], [8.0, 9.0], [10.0, 11.0]]]");
        // The round trip keeps the memory.
        let back = array.to_ndarray::<f32>().unwrap();
        assert_eq!((back.shape(), back.cuda_array_interface().data.0), (&[2, 3, 2][..], address));
        assert_eq!(back.to_host().unwrap(), host.clone().into_dyn());
        let rows = array.slice(1..).unwrap().to_ndarray::<f32>().unwrap();
        assert_eq!(rows.to_host().unwrap(), host.slice(s![1.., .., ..]).into_dyn());
        // Shared memory stays after all other references are dropped.
        drop((there, array));
        assert_eq!(back.to_host().unwrap(), host.clone().into_dyn());
        // SAFETY: no handle is given.
        let tensor = unsafe { back.into_dlpack(ExportOptions::new(ConsumerStream::Unordered)) }.unwrap();
        assert!(tensor.is_read_only());
        let empty = gpu.stream().to_device(&Array3::<f32>::zeros((2, 0, 3))).unwrap().into_shared();
        assert_eq!(text(&gpu.from_ndarray(empty).unwrap()), "[[], []]");
    }

    fn arrays_that_are_not_rectangular_are_rejected(device) {
        let gpu = backend(device);
        for (json, because) in [
            ("[[1], []]", "var * int64"),
            ("[1, null]", "?int64"),
            (r#"[{"x": 1}]"#, "{x: int64}"),
            (r#"["one"]"#, "string"),
        ] {
            let message = up(&gpu, json).to_ndarray::<i64>().unwrap_err().to_string();
            assert!(message.contains(&format!("because of {because}")), "{message}");
        }
        let message = up(&gpu, "[1, 2]").to_ndarray::<f32>().unwrap_err().to_string();
        assert!(message.contains("cannot make an array of <f4 of 2 * int64"), "{message}");
        // As for ak.to_numpy, var lists of equal lengths must be made regular first.
        let lists = up(&gpu, "[[1, 2], [3, 4]]");
        assert!(lists.to_ndarray::<i64>().is_err());
        let regular = lists.to_regular(1).unwrap().to_ndarray::<i64>().unwrap();
        assert_eq!(regular.shape(), [2, 2]);
        let host = Array2::<i32>::zeros((2, 3));
        let turned = gpu.stream().to_device(&host).unwrap().into_shared().reversed_axes();
        let message = gpu.from_ndarray(turned).unwrap_err().to_string();
        assert!(message.contains("shape [3, 2] doesn't lie together in C order"), "{message}");
    }
}
