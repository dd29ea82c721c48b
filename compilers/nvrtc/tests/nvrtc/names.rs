//! Name expressions in a real NVRTC.

use nvrtc::NvrtcErrorKind;

use crate::real::with_nvrtc;

const SCALE: &str =
    "template<class T> __global__ void scale(T* x) { *x *= 2; }\n__constant__ int factor;";

with_nvrtc! {
    fn a_template_is_instantiated_under_its_lowered_name(nvrtc) {
        let program = nvrtc.program("scale.cu", SCALE).name_expression("scale<float>");
        let ptx = program.name_expression("scale<double>").compile_ptx().unwrap();
        for expression in ["scale<float>", "scale<double>"] {
            let name = ptx.lowered_name(expression).unwrap().to_str().unwrap();
            assert!(ptx.entries().any(|entry| entry == name), "{name}: {ptx}");
        }
        assert_ne!(ptx.lowered_name("scale<float>"), ptx.lowered_name("scale<double>"));
    }

    fn an_instance_of_rust_types_has_the_name_of_the_cpp_instance(nvrtc) {
        let source = "template<class T, class U> __global__ void cast(const T *x, U *y) { *y = *x; }";
        let program = nvrtc.program("cast.cu", source).name_expression("cast<unsigned long long, float>");
        let program = program.instance::<(u64, f32)>("cast").instance::<(*const f64, *const f64)>("cast");
        let ptx = program.compile_ptx().unwrap();
        let name = ptx.lowered_instance::<(u64, f32)>("cast").unwrap();
        assert_eq!(Some(name), ptx.lowered_name("cast<unsigned long long, float>"));
        assert!(ptx.entries().any(|entry| entry.as_bytes() == name.to_bytes()));
        assert!(ptx.lowered_instance::<(*const f64, *const f64)>("cast").is_some());
        assert_eq!(ptx.lowered_instance::<(i32, i32)>("cast"), None);
    }

    fn a_variable_has_a_lowered_name_too(nvrtc) {
        let ptx = nvrtc.program("scale.cu", SCALE).name_expression("&factor").compile_ptx().unwrap();
        assert_eq!(ptx.lowered_name("&factor"), Some(c"factor"));
    }

    fn an_expression_that_was_not_requested_has_no_lowered_name(nvrtc) {
        let ptx = nvrtc.program("scale.cu", SCALE).name_expression("scale<float>").compile_ptx().unwrap();
        assert_eq!(ptx.lowered_name("scale<int>"), None);
    }

    fn an_undefined_name_expression_is_an_error_that_quotes_it(nvrtc) {
        let error = nvrtc.program("scale.cu", SCALE).name_expression("shrink<int>").compile_ptx().unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::Compile { .. }), "{error}");
        assert!(error.log().unwrap().contains("shrink"), "{error}");
    }
}
