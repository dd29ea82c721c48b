//! Simulation of quantum systems; there is none for Windows.

use super::{Library, OWN, Reports};

pub const CUSTATEVEC: Library = Library {
    title: "cuStateVec",
    module: "custatevec",
    pins: "custatevec",
    headers: &["custatevec.h", "custatevecEx.h"],
    defines: &["HAS_INT2", "double2=cuDoubleComplex"],
    is_for_linux_alone: true,
    table: "CustatevecTable",
    row: "CUSTATEVEC",
    page: "https://docs.nvidia.com/cuda/cuquantum/latest/custatevec/api/index.html",
    result: ("custatevecStatus_t", "CUSTATEVEC_STATUS_SUCCESS"),
    units: [10_000, 100, 1],
    reports: Reports::Property("custatevecGetProperty"),
    required: &["custatevecCreate", "custatevecGetProperty", "custatevecApplyMatrix"],
    ..OWN
};

pub const CUTENSORNET: Library = Library {
    title: "cuTensorNet",
    module: "cutensornet",
    pins: "cutensornet",
    headers: &["cutensornet.h"],
    is_for_linux_alone: true,
    table: "CutensornetTable",
    row: "CUTENSORNET",
    page: "https://docs.nvidia.com/cuda/cuquantum/latest/cutensornet/api/index.html",
    result: ("cutensornetStatus_t", "CUTENSORNET_STATUS_SUCCESS"),
    units: [10_000, 100, 1],
    reports: Reports::Returned("cutensornetGetVersion"),
    required: &["cutensornetCreate", "cutensornetGetVersion", "cutensornetCreateState"],
    ..OWN
};

pub const CUDENSITYMAT: Library = Library {
    title: "cuDensityMat",
    module: "cudensitymat",
    pins: "cudensitymat",
    headers: &["cudensitymat.h"],
    is_for_linux_alone: true,
    table: "CudensitymatTable",
    row: "CUDENSITYMAT",
    page: "https://docs.nvidia.com/cuda/cuquantum/latest/cudensitymat/api/index.html",
    result: ("cudensitymatStatus_t", "CUDENSITYMAT_STATUS_SUCCESS"),
    units: [10_000, 100, 1],
    reports: Reports::Returned("cudensitymatGetVersion"),
    required: &["cudensitymatCreate", "cudensitymatGetVersion", "cudensitymatCreateState"],
    ..OWN
};
