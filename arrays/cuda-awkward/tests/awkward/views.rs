//! Arrays as arguments of custom kernels.

use cuda_awkward::view::{self, Entry, List};
use cuda_awkward::{Array, Backend, Dtype, Error, Form, HostArray};
use cuda_driver::Launch;

use crate::{backend, text, up};

cuda_awkward::record! {
    struct Hit { time: i64, charge: Option<f64> }

    struct Track { name: List<u8>, hits: List<Hit>, pair: (i64, bool), weight ("the weight"): f64 }
}

const TRACKS: &str = r#"[
    [{"name": "ab", "hits": [{"time": 3, "charge": 0.5}, {"time": 4, "charge": null}], "flag": [1], "the weight": 2.0},
     {"name": "", "hits": [], "flag": [], "the weight": 1.0}],
    [],
    [{"name": "xyz", "hits": [{"time": 7, "charge": 1.5}], "flag": [], "the weight": 4.0}]
]"#;

/// What a kernel writes, a number for each entry of the array.
fn run<T: Entry>(gpu: &Backend, array: &Array, body: &str) -> String {
    let ty = T::cpp_type();
    let records = view::cpp::<T>();
    let source = format!(
        "{records}
        extern \"C\" __global__ void kernel(awkward::List<{ty}> array, double *out) {{
            long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
            if (i < array.size()) {{ {ty} entry = array[i]; double value = 0; {body} out[i] = value; }}
        }}"
    );
    let kernel = gpu.kernel(&source, c"kernel").unwrap();
    let array = array.view::<T>().unwrap();
    let mut out = gpu.manager().allocate(array.len() * 8).unwrap();
    let launch = Launch::elements(array.len(), 64);
    let arguments = (&array, out.typed_mut::<f64>().unwrap());
    // SAFETY: kernel(awkward::List<T>, double *), one number per entry.
    unsafe { gpu.stream().launch(&kernel, launch, arguments) }.unwrap();
    text(&gpu.from_numbers(Dtype::Float64, out.freeze()).unwrap())
}

fn host(form: &str, length: usize, buffers: &[(&str, &[u8])]) -> HostArray {
    let buffers = buffers.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()));
    HostArray::from_buffers(&Form::from_json(form).unwrap(), length, buffers).unwrap()
}

on_the_device! {
    fn a_kernel_iterates_lists_of_records(device) {
        let gpu = backend(device);
        let events = up(&gpu, TRACKS);
        let weights = events.field("the weight").unwrap();
        let pair = gpu.zip([&weights.values_astype(Dtype::Int64).unwrap(), &weights.gt(1.5).unwrap()], None, None).unwrap();
        let events = events.with_field("pair", &pair).unwrap();
        let body = "
            for (Track track : entry) {
                for (unsigned char letter : track.name) value += letter;
                for (Hit hit : track.hits) value += 1000 * hit.time + hit.charge.value_or(100) * track.weight;
                value += awkward::get<1>(track.pair) ? 1e6 * awkward::get<0>(track.pair) : 0;
            }";
        let first = 97.0 + 98.0 + 3000.0 + 1.0 + 4000.0 + 200.0 + 2e6;
        let last = 120.0 + 121.0 + 122.0 + 7000.0 + 6.0 + 4e6;
        assert_eq!(run::<List<Track>>(&gpu, &events, body), format!("[{first:.1}, 0.0, {last:.1}]"));
        // A slice of rows is a view of the same memory.
        let rows = events.slice(1..).unwrap();
        assert_eq!(run::<List<Track>>(&gpu, &rows, body), format!("[0.0, {last:.1}]"));
    }

    fn pairs_of_a_combination_are_read_by_a_kernel(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[[1.5, 2.5, 4], [], [8]]");
        let pairs = array.combinations(2).run().unwrap();
        let body = "for (auto pair : entry) value += awkward::get<0>(pair) * awkward::get<1>(pair);";
        assert_eq!(run::<List<(f64, f64)>>(&gpu, &pairs, body), "[19.75, 0.0, 0.0]");
    }

    fn missing_values_are_detected_in_every_layout(device) {
        let gpu = backend(device);
        let data: Vec<u8> = [1.5f64, 2.5, 3.5].iter().flat_map(|x| x.to_le_bytes()).collect();
        let content = r#""content": {"class": "NumpyArray", "primitive": "float64", "form_key": "c"}, "form_key": "o""#;
        let index: Vec<u8> = [2i64, -1, 0].iter().flat_map(|n| n.to_le_bytes()).collect();
        let indexed = host(&format!(r#"{{"class": "IndexedOptionArray", "index": "i64", {content}}}"#), 3, &[("o-index", &index), ("c-data", &data)]);
        let bytes = host(&format!(r#"{{"class": "ByteMaskedArray", "mask": "i8", "valid_when": false, {content}}}"#), 3, &[("o-mask", &[0, 1, 0]), ("c-data", &data)]);
        let bits = |lsb_order: bool, mask: u8| host(&format!(r#"{{"class": "BitMaskedArray", "mask": "u8", "valid_when": true, "lsb_order": {lsb_order}, {content}}}"#), 3, &[("o-mask", &[mask]), ("c-data", &data)]);
        let unmasked = host(&format!(r#"{{"class": "UnmaskedArray", {content}}}"#), 3, &[("c-data", &data)]);
        let nested = host(&format!(r#"{{"class": "IndexedOptionArray", "index": "i64", "form_key": "n", "content": {{"class": "ByteMaskedArray", "mask": "i8", "valid_when": true, {content}}}}}"#), 3, &[("n-index", &index), ("o-mask", &[1, 1, 0]), ("c-data", &data)]);
        let body = "value = entry ? *entry : -1;";
        for (array, expected) in [
            (indexed, "[3.5, -1.0, 1.5]"),
            (bytes, "[1.5, -1.0, 3.5]"),
            (bits(true, 0b101), "[1.5, -1.0, 3.5]"),
            (bits(false, 0b0110_0000), "[-1.0, 2.5, 3.5]"),
            (unmasked, "[1.5, 2.5, 3.5]"),
            (nested, "[-1.0, -1.0, 1.5]"),
            (HostArray::from_json("[1.5, 2.5]").unwrap(), "[1.5, 2.5]"),
        ] {
            let array = array.to_backend(&gpu).unwrap();
            assert_eq!(run::<Option<f64>>(&gpu, &array, body), expected, "{array:?}");
        }
    }

    fn every_width_and_kind_of_list_is_read(device) {
        let gpu = backend(device);
        let content = r#""content": {"class": "NumpyArray", "primitive": "int16", "form_key": "c"}, "form_key": "l""#;
        let data: Vec<u8> = [1i16, -2, 3, 4].iter().flat_map(|n| n.to_le_bytes()).collect();
        let i32s = |numbers: &[i32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let i64s = |numbers: &[i64]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let list = |ty: &str| format!(r#"{{"class": "ListOffsetArray", "offsets": "{ty}", {content}}}"#);
        let body = "for (short number : entry) value = value * 10 + number;";
        for (array, expected) in [
            (host(&list("i32"), 2, &[("l-offsets", &i32s(&[1, 1, 4])), ("c-data", &data)]), "[0.0, -166.0]"),
            (host(&list("u32"), 2, &[("l-offsets", &i32s(&[0, 2, 3])), ("c-data", &data)]), "[8.0, 3.0]"),
            (host(&list("i64"), 2, &[("l-offsets", &i64s(&[0, 1, 4])), ("c-data", &data)]), "[1.0, -166.0]"),
            (host(&format!(r#"{{"class": "RegularArray", "size": 2, {content}}}"#), 2, &[("c-data", &data)]), "[8.0, 34.0]"),
            (host(&format!(r#"{{"class": "ListArray", "starts": "i64", "stops": "i64", {content}}}"#), 3, &[("l-starts", &i64s(&[3, 0, 1])), ("l-stops", &i64s(&[4, 0, 3])), ("c-data", &data)]), "[4.0, 0.0, -17.0]"),
        ] {
            let array = array.to_backend(&gpu).unwrap();
            assert_eq!(run::<List<i16>>(&gpu, &array, body), expected, "{array:?}");
        }
        let halves = up(&gpu, "[0.5, 65504, null]").values_astype(Dtype::Float16).unwrap();
        assert_eq!(run::<Option<half::f16>>(&gpu, &halves, "value = entry ? float(*entry) : -1;"), "[0.5, 65504.0, -1.0]");
        // An array without entries has any type.
        let nothing = up(&gpu, "[[], []]");
        assert_eq!(run::<List<Track>>(&gpu, &nothing, "value = entry.size();"), "[0.0, 0.0]");
    }

    fn a_wrong_type_is_rejected_before_the_launch(device) {
        let gpu = backend(device);
        let events = up(&gpu, TRACKS);
        let wrong = |result: Result<(), Error>| match result {
            Err(Error::Type(text)) => text,
            other => panic!("{other:?}"),
        };
        let text = wrong(events.view::<List<List<f64>>>().map(drop));
        assert!(text.starts_with("the array's entries[...] are of type {name: string, ") && text.ends_with("requested as awkward::List<double>"), "{text}");
        let text = wrong(events.view::<List<Track>>().map(drop));
        assert!(text.contains("a record with the field 'pair'"), "{text}");
        let weights = events.field("the weight").unwrap();
        let text = wrong(weights.view::<List<f32>>().map(drop));
        assert_eq!(text, "the array's entries[...] are of type float64, and the view was requested as f32, in C++ float");
        // An option isn't a number.
        let text = wrong(up(&gpu, "[1, null]").view::<i64>().map(drop));
        assert!(text.contains("are of type ?int64"), "{text}");
        let text = wrong(up(&gpu, r#"[1, "two"]"#).view::<i64>().map(drop));
        assert!(text.contains("union[int64, string]"), "{text}");
        assert!(matches!(gpu.kernel("no C++", c"kernel"), Err(Error::Compile(_))));
    }

    fn views_have_the_same_size_in_rust_and_cpp(device) {
        let gpu = backend(device);
        fn sizes<T: Entry>(gpu: &Backend) {
            let source = format!("{}extern \"C\" __global__ void kernel(unsigned long long *out) {{ *out = sizeof(awkward::List<{}>); }}", view::cpp::<T>(), T::cpp_type());
            let kernel = gpu.kernel(&source, c"kernel").unwrap();
            let mut out = gpu.manager().allocate(8).unwrap();
            // SAFETY: kernel(unsigned long long *), one number.
            unsafe { gpu.stream().launch(&kernel, Launch::grid(1), (out.typed_mut::<u64>().unwrap(),)) }.unwrap();
            let mut found = [0; 8];
            out.download_into(.., &mut found).unwrap();
            assert_eq!(u64::from_le_bytes(found) as usize, size_of::<view::ListValue<T::Column>>(), "{}", T::cpp_type());
        }
        sizes::<f32>(&gpu);
        sizes::<List<bool>>(&gpu);
        sizes::<Option<List<Option<i8>>>>(&gpu);
        sizes::<(f64, [f32; 2], half::f16)>(&gpu);
        sizes::<List<Track>>(&gpu);
    }

    fn a_view_of_another_stream_is_rejected(device) {
        let gpu = backend(device);
        let array = up(&gpu, "[1.5]");
        let kernel = gpu.kernel("#include <cuda_awkward.cuh>\nextern \"C\" __global__ void kernel(awkward::List<double> array) {}", c"kernel").unwrap();
        let other = gpu.stream().context().stream().unwrap();
        let view = array.view::<f64>().unwrap();
        // SAFETY: kernel(awkward::List<double>)
        let refused = unsafe { other.launch(&kernel, Launch::grid(1), (&view,)) };
        assert!(refused.is_err());
        let shared = array.on(&Backend::with_cache(&other, crate::cache()).unwrap()).unwrap();
        // SAFETY: as above.
        unsafe { other.launch(&kernel, Launch::grid(1), (&shared.view::<f64>().unwrap(),)) }.unwrap();
        other.synchronize().unwrap();
    }

    fn the_header_compiles_without_a_warning(_device) {
        let records = view::cpp::<Track>();
        let source = format!(
            "{records}
            extern \"C\" __global__ void kernel(awkward::List<awkward::List<Track>> events, double *out) {{
                double value = 0;
                for (awkward::List<Track> tracks : events) {{
                    if (tracks.empty() || tracks.size() > 9) continue;
                    for (Track track : tracks) {{
                        for (unsigned char letter : track.name) value += letter;
                        for (Hit hit : track.hits) if (hit.charge) value += *hit.charge + hit.charge.value_or(1);
                        value += static_cast<double>(awkward::get<0>(track.pair));
                    }}
                }}
                *out = value;
            }}"
        );
        // Remarks and diagnostics that are usually off become warnings: changes of sign or width, unused values.
        let numbers = [68, 69, 111, 128, 174, 175, 177, 178, 181, 186, 191, 222, 381, 414, 514, 550, 815, 826, 940];
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let warned = format!("--diag-warn={}", numbers.join(","));
        for standard in ["--std=c++17", "--std=c++20"] {
            let program = nvrtc::Program::new(c"kernel.cu", source.as_str()).header(view::HEADER_NAME, view::HEADER);
            let program = program.option(standard).option(warned.as_str());
            let ptx = program.compile_ptx().unwrap();
            assert_eq!(ptx.log(), "", "{standard}");
        }
        // This source does cause a diagnostic in the log.
        let program = nvrtc::Program::new(c"kernel.cu", "__global__ void kernel() { int unused = 1; }");
        assert_ne!(program.option(warned.as_str()).compile_ptx().unwrap().log(), "");
    }
}
