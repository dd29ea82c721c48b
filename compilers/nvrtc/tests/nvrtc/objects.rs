//! The outputs of compilation as `ObjectCode`.

use nvrtc::{Arch, ObjectCode, ObjectKind, Program};

use crate::real::with_nvrtc;

with_nvrtc! {
    fn object_code_keeps_its_names_and_lists_its_kernels(nvrtc) {
        let source = "template<class T> __global__ void scale(T *x) { *x *= 2; }\n\
                      extern \"C\" __global__ void plain() {} extern \"C\" __device__ int helper() { return 1; }";
        let program = Program::new("k.cu", source).with_nvrtc(nvrtc).name_expression("scale<float>");
        let archs = nvrtc.supported_archs().unwrap();
        let arch = archs.iter().find(|arch| arch.capability() >= (8, 0)).unwrap();
        let ptx = program.clone().arch(Arch::compute(8, 0)).compile_ptx().unwrap();
        let cubin = program.arch(arch.to_real()).compile_cubin().unwrap();
        for (object, kind) in [(ObjectCode::from(ptx), ObjectKind::Ptx), (cubin, ObjectKind::Cubin)] {
            assert_eq!(object.kind(), kind);
            let scale = object.symbol("scale<float>").unwrap().to_str().unwrap();
            let mut kernels = object.kernels().unwrap();
            kernels.sort();
            let mut expected = ["plain", scale];
            expected.sort_unstable();
            assert_eq!(kernels, expected, "{nvrtc:?}");
        }
    }
}
