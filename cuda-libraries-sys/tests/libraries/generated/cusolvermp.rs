// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cusolvermp ["cusolverMp.h"]
    types {
        cusolverMpGrid_t {} cusolverMpMatrixDescriptor_t {} cusolverMpHandle_t {} cusolverMpNewtonSchulzDescriptor_t {}
        cusolverMpPolarDescriptor_t {} cusolverMpGesvdDescriptor_t {} cusolverMpLoggerCallback_t {}
        cusolverMpGridMapping_t {} cusolverMpNewtonSchulzDescriptorAttribute_t {}
        cusolverMpPolarDescriptorAttribute_t {} cusolverMpGesvdDescriptorAttribute_t {} cusolverMpGesvdOutputShape_t {}
    }
    enumerators {
        cusolverMpGridMapping_t {}
        cusolverMpNewtonSchulzDescriptorAttribute_t {}
        cusolverMpPolarDescriptorAttribute_t {}
        cusolverMpGesvdDescriptorAttribute_t {}
        cusolverMpGesvdOutputShape_t {}
    }
}
