// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { nvjitlink ["nvJitLink.h"]
    types {
        nvJitLinkHandle {} nvJitLinkResult {} nvJitLinkInputType {}
    }
    enumerators {
        nvJitLinkResult {}
        nvJitLinkInputType {}
    }
}
