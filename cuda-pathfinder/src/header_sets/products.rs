//! Headers of products that are installed separately from the toolkit.

use crate::header_sets::TOOLKIT;
use crate::headers::HeaderSet;
use crate::libraries::pip;
use crate::library::Help;

/// cuDNN.
pub static CUDNN_HEADERS: HeaderSet = HeaderSet {
    name: "cudnn",
    title: "cuDNN headers",
    header: "cudnn.h",
    brings: &["cudnn*"],
    roots: &["CUDNN_PATH"],
    wheels: &["nvidia/cudnn/include"],
    program_files: &["NVIDIA/CUDNN/v9.*"],
    help: pip!("nvidia-cudnn", 13, 12),
    ..TOOLKIT
};

/// cuSOLVERMp.
pub static CUSOLVER_MP_HEADERS: HeaderSet = HeaderSet {
    name: "cusolverMp",
    title: "cuSOLVERMp headers",
    header: "cusolverMp.h",
    brings: &["cusolverMp*"],
    wheels: &["nvidia/cu13/include", "nvidia/cu12/include"],
    help: pip!("nvidia-cusolvermp", 13, 12),
    ..TOOLKIT
};

/// cuSPARSELt.
pub static CUSPARSE_LT_HEADERS: HeaderSet = HeaderSet {
    name: "cusparseLt",
    title: "cuSPARSELt headers",
    header: "cusparseLt.h",
    brings: &["cusparseLt*"],
    wheels: &["nvidia/cu13/include", "nvidia/cusparselt/include"],
    help: pip!("nvidia-cusparselt", 13, 12),
    ..TOOLKIT
};

/// CuTe, the layouts that CUTLASS is built on.
pub static CUTE_HEADERS: HeaderSet = HeaderSet {
    name: "cute",
    title: "CuTe headers",
    header: "cute/tensor.hpp",
    brings: &["cute/*"],
    wheels: &["cutlass_library/source/include"],
    help: CUTLASS_PIP,
    ..TOOLKIT
};

/// CUTLASS.
pub static CUTLASS_HEADERS: HeaderSet = HeaderSet {
    name: "cutlass",
    title: "CUTLASS headers",
    header: "cutlass/cutlass.h",
    brings: &["cutlass/*"],
    wheels: &["cutlass_library/source/include"],
    help: CUTLASS_PIP,
    ..TOOLKIT
};

/// cuTENSOR.
pub static CUTENSOR_HEADERS: HeaderSet = HeaderSet {
    name: "cutensor",
    title: "cuTENSOR headers",
    header: "cutensor.h",
    brings: &["cutensor.h", "cutensor/*", "cutensorMg.h", "cutensorMp.h"],
    wheels: &["cutensor/include"],
    help: pip!("cutensor", 13, 12),
    ..TOOLKIT
};

/// cuDensityMat of cuQuantum.
pub static CUDENSITYMAT_HEADERS: HeaderSet = HeaderSet {
    name: "cudensitymat",
    title: "cuDensityMat headers",
    header: "cudensitymat.h",
    brings: &["cudensitymat*"],
    wheels: &["cuquantum/include"],
    help: pip!("cuquantum", 13, 12),
    ..TOOLKIT
};

/// cuPauliProp of cuQuantum.
pub static CUPAULIPROP_HEADERS: HeaderSet = HeaderSet {
    name: "cupauliprop",
    title: "cuPauliProp headers",
    header: "cupauliprop.h",
    brings: &["cupauliprop*"],
    wheels: &["cuquantum/include"],
    help: pip!("cuquantum", 13, 12),
    ..TOOLKIT
};

/// cuTensorNet of cuQuantum.
pub static CUTENSORNET_HEADERS: HeaderSet = HeaderSet {
    name: "cutensornet",
    title: "cuTensorNet headers",
    header: "cutensornet.h",
    brings: &["cutensornet*"],
    wheels: &["cuquantum/include"],
    help: pip!("cuquantum", 13, 12),
    ..TOOLKIT
};

/// cuStabilizer of cuQuantum.
pub static CUSTABILIZER_HEADERS: HeaderSet = HeaderSet {
    name: "custabilizer",
    title: "cuStabilizer headers",
    header: "custabilizer.h",
    brings: &["custabilizer*"],
    wheels: &["cuquantum/include"],
    help: pip!("cuquantum", 13, 12),
    ..TOOLKIT
};

/// cuStateVec of cuQuantum.
pub static CUSTATEVEC_HEADERS: HeaderSet = HeaderSet {
    name: "custatevec",
    title: "cuStateVec headers",
    header: "custatevec.h",
    brings: &["custatevec*"],
    wheels: &["cuquantum/include"],
    help: pip!("cuquantum", 13, 12),
    ..TOOLKIT
};

/// libmathdx.
pub static MATHDX_HEADERS: HeaderSet = HeaderSet {
    name: "mathdx",
    title: "libmathdx headers",
    header: "libmathdx.h",
    brings: &["libmathdx*"],
    wheels: &["nvidia/cu13/include", "nvidia/cu12/include"],
    help: pip!("nvidia-libmathdx", 13, 12),
    ..TOOLKIT
};

/// NCCL.
pub static NCCL_HEADERS: HeaderSet = HeaderSet {
    name: "nccl",
    title: "NCCL headers",
    header: "nccl.h",
    brings: &["nccl*"],
    roots: &["NCCL_HOME"],
    wheels: &["nvidia/nccl/include"],
    folders: &["include", "build/include", "targets/*/include"],
    help: pip!("nvidia-nccl", 13, 12),
    ..TOOLKIT
};

/// NVSHMEM.
pub static NVSHMEM_HEADERS: HeaderSet = HeaderSet {
    name: "nvshmem",
    title: "NVSHMEM headers",
    header: "nvshmem.h",
    brings: &["nvshmem*"],
    wheels: &["nvidia/nvshmem/include"],
    system: &["usr/include/nvshmem_*", "usr/include"],
    help: pip!("nvidia-nvshmem", 13, 12),
    ..TOOLKIT
};

const CUTLASS_PIP: Help = Help::Sentence("pip install 'nvidia-cutlass'");
