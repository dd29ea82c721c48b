// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { nvfatbin ["nvFatbin.h"]
    types {
        nvFatbinHandle {} nvFatbinResult {}
    }
    enumerators {
        nvFatbinResult {}
    }
}
