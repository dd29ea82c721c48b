// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { nvvm ["nvvm.h"]
    types {
        nvvmProgram {} nvvmResult {}
    }
    enumerators {
        nvvmResult {}
    }
}
