//! Exchange by the CUDA Array Interface.

use cuda_ndarray::interface::{CudaArrayInterface, DescrField, DescrType, InterfaceError};
use cuda_ndarray::ndarray::{Array1, Ix1, Ix2, s};
use cuda_ndarray::{DeviceArray, MakeArrays};

use crate::blocked_stream::BlockedStream;
use crate::device::on_every_driver;
use crate::views::counted;

on_every_driver! {
    fn broadcast_arrays_have_strides_in_their_dictionary(device) {
        let row = Array1::from_iter(0..4i32);
        let wide = device.stream.to_device(&row.broadcast((3, 4)).unwrap()).unwrap();
        assert_eq!(wide.cuda_array_interface().strides, Some(vec![0, 4]));
        let plain = device.stream.zeros::<i32, Ix2>((3, 4)).unwrap();
        assert_eq!(plain.cuda_array_interface().strides, None);
        assert_eq!(plain.t().cuda_array_interface().strides, Some(vec![4, 16]));
    }

    fn a_written_dictionary_is_read_back(device) {
        let array = device.stream.to_device(&counted(3, 4)).unwrap();
        let view = array.slice(s![.., ..;2]).unwrap();
        let text = view.cuda_array_interface().to_string();
        let address = view.device_pointer();
        let stream = device.stream.as_raw() as usize;
        assert_eq!(text, format!(
            "{{'shape': (3, 2), 'typestr': '<f4', 'data': ({address}, True), 'strides': (16, 8), 'stream': {stream}, 'mask': None, 'version': 3}}"
        ));
        let read = CudaArrayInterface::parse(&text).unwrap();
        assert_eq!(read, view.cuda_array_interface());
        // SAFETY: the owner keeps the memory, and nothing writes.
        let back = unsafe { read.into_shared::<f32, Ix2>(array, &device.stream) }.unwrap();
        assert_eq!(back.to_host().unwrap(), counted(3, 4).slice(s![.., ..;2]));
    }

    fn older_dictionaries_are_read_and_wrong_ones_rejected(device) {
        let array = device.stream.from_elem::<i32, Ix1>(4, 5).unwrap();
        let address = array.device_pointer();
        for text in [
            format!("{{'shape': (4,), 'typestr': '<i4', 'data': ({address}, False), 'version': 0}}"),
            format!("{{'shape':(4,),'typestr':\"=i4\",'data':({address},False),'version':2,'strides':None,'descr':[('','<i4')]}}"),
            format!("{{'shape': [4], 'typestr': '<i4', 'data': ({address}, 0), 'version': 3, 'strides': (4,), 'stream': 1}}"),
        ] {
            let read = CudaArrayInterface::parse(&text).unwrap();
            // SAFETY: nothing else uses the array meanwhile.
            let copy: DeviceArray<i32, Ix1> = unsafe { read.into_array((), &device.stream) }.unwrap();
            assert_eq!(copy.to_host().unwrap().to_vec(), [5; 4], "{text}");
        }
        let wrong = |text: &str| CudaArrayInterface::parse(text).unwrap_err().to_string();
        assert_eq!(wrong("{'shape': (4,), 'typestr': '<i4', 'data': (256, False), 'version': 3, 'mask': 5}"), "Masked arrays are not supported");
        assert!(wrong("{'shape': (4,), 'typestr': '<i4', 'data': (256, False), 'version': 4}").contains("version 4"));
        assert!(wrong("{'shape': (4,), 'typestr': '<i4'}").contains("has no 'data'"));
        assert!(wrong("{'shape': (4,}").contains("byte"));
        assert!(wrong("").contains("missing"));
        assert!(wrong(&"[".repeat(10_000)).contains("values within values"));
        let refused = |text: &str| {
            let read = CudaArrayInterface::parse(text).unwrap();
            // SAFETY: it is rejected.
            unsafe { read.into_array::<i32, Ix1>((), &device.stream) }.unwrap_err().to_string()
        };
        let interface = |typestr: &str, rest: &str| format!("{{'shape': (4,), 'typestr': '{typestr}', 'data': ({address}, False), 'version': 3{rest}}}");
        assert!(refused(&interface(">i4", "")).starts_with("incompatible dtype: >i4 vs. <i4"));
        assert!(refused(&interface("|O8", "")).starts_with("incompatible dtype"));
        assert!(refused(&interface("<i4", ", 'strides': (6,)")).contains("not a whole number of elements"));
        assert!(refused(&interface("<i4", ", 'strides': (4, 4)")).contains("strides not match ndim"));
        assert!(refused(&interface("<i4", ", 'strides': (4000000,)")).contains("reaches outside"));
        assert!(refused(&interface("<i4", ", 'strides': (0,)")).contains("cannot be written"));
    }

    fn an_error_names_the_entry_and_its_value(_device) {
        let interface = |shape: &str, typestr: &str, data: &str, rest: &str| {
            let text = format!("{{'shape': {shape}, 'typestr': {typestr}, 'data': {data}, 'version': 3{rest}}}");
            CudaArrayInterface::parse(&text).unwrap_err().to_string()
        };
        let (shape, typestr, data) = ("(4,)", "'<i4'", "(256, False)");
        for (found, expected) in [
            (interface("(-4,)", typestr, data, ""), "'shape' of the CUDA array interface is (-4,), where a tuple of lengths is expected"),
            (interface("4", typestr, data, ""), "'shape' of the CUDA array interface is 4,"),
            (interface("(2, float(2))", typestr, data, ""), "'shape' of the CUDA array interface is (2, float(2)),"),
            (interface(shape, "dtype('int32')", data, ""), "'typestr' of the CUDA array interface is dtype('int32'),"),
            (interface(shape, typestr, "(-256, False)", ""), "'data' of the CUDA array interface is (-256, False),"),
            (interface(shape, typestr, "256", ""), "'data' of the CUDA array interface is 256,"),
            (interface(shape, typestr, data, ", 'strides': [None]"), "'strides' of the CUDA array interface is [None],"),
            (interface(shape, typestr, data, ", 'descr': {}"), "'descr' of the CUDA array interface is {},"),
            (interface(shape, typestr, data, ", 'stream': 'a'"), "'stream' of the CUDA array interface is 'a',"),
            (interface("None", typestr, data, ""), "has no 'shape'"),
        ] {
            assert!(found.contains(expected), "{found}, expected {expected}");
        }
        let long = interface(&format!("({})", "-1, ".repeat(1000)), typestr, data, "");
        assert!(long.len() < 300 && long.contains('…'), "{long}");
    }

    fn numbers_of_numpy_are_numbers(device) {
        let array = device.stream.to_device(&counted(3, 4)).unwrap();
        let address = array.device_pointer();
        for (three, four) in [("np.int64(3)", "np.uint8(4)"), ("numpy.intp(3)", "np.longlong(4)"), ("3", "np.int32( 4 )")] {
            let text = format!(
                "{{'shape': ({three}, {four}), 'typestr': np.str_('<f4'), 'data': (np.uint64({address}), np.False_), 'strides': (np.int64(16), 4),                  'version': np.int64(3)}}"
            );
            let read = CudaArrayInterface::parse(&text).unwrap();
            assert_eq!((&read.shape[..], read.data), (&[3, 4][..], (address, false)));
            // SAFETY: nothing else uses the array meanwhile.
            let copy: DeviceArray<f32, Ix2> = unsafe { read.into_array((), &device.stream) }.unwrap();
            assert_eq!(copy.to_host().unwrap(), counted(3, 4));
        }
        let nested = "np.int64(".repeat(10_000);
        for shape in ["np.int64(3.5)", "np.int64()", "np.int64(3, 4)", "np.float64(3)", "np.array([3])", "int64(3)", &nested] {
            let text = format!("{{'shape': ({shape},), 'typestr': '<f4', 'data': (256, False)}}");
            assert!(CudaArrayInterface::parse(&text).is_err(), "{text}");
        }
    }

    fn an_array_without_elements_needs_no_address(device) {
        for data in ["(None, False)", "(0, True)", "(0, False)", "(None, np.True_)"] {
            let text = format!("{{'shape': (3, 0), 'typestr': '<f4', 'data': {data}, 'version': 3}}");
            let read = CudaArrayInterface::parse(&text).unwrap();
            // SAFETY: there is no memory.
            let empty = unsafe { read.into_shared::<f32, Ix2>((), &device.stream) }.unwrap();
            assert_eq!((empty.shape(), empty.to_host().unwrap().len()), (&[3, 0][..], 0), "{data}");
            let text = text.replace("(3, 0)", "(3, 2)");
            let read = CudaArrayInterface::parse(&text).unwrap();
            // SAFETY: it is rejected.
            let error = unsafe { read.into_shared::<f32, Ix2>((), &device.stream) }.unwrap_err().to_string();
            assert_eq!(error, "'data' has no address, and shape [3, 2] has elements");
        }
    }

    fn a_mask_is_reported_however_python_prints_it(_device) {
        for mask in [
            "5", "<numba.cuda.cudadrv.devicearray.DeviceNDArray object at 0x7f0c2b1d4c10>", "<a <b> c>", "<it's one>",
            "array([ True, False])", "cupy.array(['(', \"'\"], dtype=bool)", "(True,)", "[1]", "numpy.ma.nomask",
        ] {
            let text = format!("{{'shape': (4,), 'typestr': '<i4', 'mask': {mask}, 'data': (256, False), 'version': 3}}");
            assert_eq!(CudaArrayInterface::parse(&text), Err(InterfaceError::Masked), "{text}");
        }
        for mask in ["<", "<<>", ">", "array(", "array([)", "array('", "array)"] {
            let text = format!("{{'shape': (4,), 'typestr': '<i4', 'data': (256, False), 'mask': {mask}");
            assert!(matches!(CudaArrayInterface::parse(&text), Err(InterfaceError::Syntax { .. })), "{text}");
        }
    }

    fn names_with_any_characters_are_read_back(device) {
        let array = device.stream.zeros::<f32, Ix1>(2).unwrap();
        let mut interface = array.cuda_array_interface();
        let names: String = (0..0x180).chain([0x2028, 0xfeff, 0x1f600]).filter_map(char::from_u32).collect();
        let field = |name: &str| DescrField { name: name.to_owned(), dtype: DescrType::Name(names.clone()), shape: Vec::new() };
        interface.descr = Some(vec![field(&names), field("\u{7}\\x41'\"")]);
        interface.typestr = "<\n'".to_owned();
        assert_eq!(CudaArrayInterface::parse(&interface.to_string()), Ok(interface));
        // What Python writes for other characters.
        let named = |name: &str| format!("{{'shape': (), 'typestr': '{name}', 'data': (256, False)}}");
        let read = CudaArrayInterface::parse(&named(r"a\t\r\n\x7f\u200b\U000e0001")).unwrap();
        assert_eq!(read.typestr, "a\t\r\n\u{7f}\u{200b}\u{e0001}");
        for name in [r"\x4", r"\xg0", r"\u12", r"\ud800", r"\U00110000", r"\Uffffffff", r"\x+1", r"\q", r"\x\u00e9"] {
            let found = CudaArrayInterface::parse(&named(name));
            assert!(matches!(found, Err(InterfaceError::Syntax { .. })), "{name}");
        }
    }

    fn stream_zero_is_rejected(device) {
        let array = device.stream.zeros::<f32, Ix1>(2).unwrap();
        let mut interface = array.cuda_array_interface();
        interface.stream = Some(0);
        let parsed = CudaArrayInterface::parse(&interface.to_string());
        assert_eq!(parsed, Err(InterfaceError::AmbiguousStream));
        // SAFETY: it is rejected.
        let error = unsafe { interface.into_shared::<f32, Ix1>(array, &device.stream) }.unwrap_err();
        assert!(error.to_string().contains("the stream 0 is not allowed"), "{error}");
    }

    fn a_dictionary_never_contains_stream_0(device) {
        let default = device.context.default_stream();
        let array = default.zeros::<f32, Ix1>(3).unwrap();
        assert_eq!(array.cuda_array_interface().stream, Some(1));
        let zeros = device.stream.zeros::<f32, Ix1>(3).unwrap();
        assert_eq!(zeros.cuda_array_interface().stream, Some(device.stream.as_raw() as u64));
    }
}

on_every_driver! { alone
    fn a_reader_waits_for_the_stream_of_a_dictionary(device) {
        let producer = device.context.stream().unwrap();
        let mut array = producer.zeros::<u32, Ix1>(1000).unwrap();
        let held = BlockedStream::new(&producer);
        array.fill(9).unwrap();
        let interface = array.cuda_array_interface();
        // SAFETY: the array is kept, and nothing writes it.
        let ours = unsafe { interface.into_shared::<u32, Ix1>(array, &device.stream) }.unwrap();
        let copy = ours.to_owned().unwrap();
        assert!(!device.stream.query().unwrap());
        held.release();
        assert_eq!(copy.to_host().unwrap(), Array1::from_elem(1000, 9));
    }
}
