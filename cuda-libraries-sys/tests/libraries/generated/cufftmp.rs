// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cufftmp ["cufft.h", "cufftXt.h", "cufftMp.h"]
    types {
        cufftReshapeHandle {} cufftMpCommType {}
    }
    enumerators {
        cufftMpCommType {}
    }
}
