// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

pub use self::{
    cudaDataType as cudaDataType_t, cudaEmulationMantissaControl as cudaEmulationMantissaControl_t,
    cudaEmulationSpecialValuesSupport as cudaEmulationSpecialValuesSupport_t,
    cudaEmulationStrategy as cudaEmulationStrategy_t, cuDoubleComplex as double2, cuFloatComplex as float2,
    libraryPropertyType as libraryPropertyType_t,
};
