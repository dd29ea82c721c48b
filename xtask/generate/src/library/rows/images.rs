//! Images, and compressed data.

use super::{Library, OWN, Reports};

pub const NVCOMP: Library = Library {
    title: "nvCOMP",
    module: "nvcomp",
    pins: "nvcomp",
    headers: &[
        "nvcomp.h",
        "nvcomp/shared_types.h",
        "nvcomp/ans.h",
        "nvcomp/bitcomp.h",
        "nvcomp/cascaded.h",
        "nvcomp/crc32.h",
        "nvcomp/deflate.h",
        "nvcomp/gdeflate.h",
        "nvcomp/gzip.h",
        "nvcomp/lz4.h",
        "nvcomp/snappy.h",
        "nvcomp/zstd.h",
    ],
    table: "NvcompTable",
    row: "NVCOMP",
    page: "https://docs.nvidia.com/cuda/nvcomp/c_api.html",
    result: ("nvcompStatus_t", "nvcompSuccess"),
    units: [1000, 100, 1],
    reports: Reports::Member("nvcompGetProperties"),
    required: &["nvcompGetProperties", "nvcompBatchedLZ4DecompressAsync"],
    ..OWN
};

pub const NVJPEG: Library = Library {
    title: "nvJPEG",
    module: "nvjpeg",
    pins: "nvjpeg",
    headers: &["nvjpeg.h"],
    table: "NvjpegTable",
    row: "NVJPEG",
    page: "https://docs.nvidia.com/cuda/nvjpeg/index.html",
    result: ("nvjpegStatus_t", "NVJPEG_STATUS_SUCCESS"),
    reports: Reports::Property("nvjpegGetProperty"),
    required: &["nvjpegCreateSimple", "nvjpegDecode", "nvjpegGetProperty"],
    ..OWN
};

pub const NVJPEG2K: Library = Library {
    title: "nvJPEG2000",
    module: "nvjpeg2k",
    pins: "nvjpeg2k",
    headers: &["nvjpeg2k.h"],
    is_cplusplus: true,
    table: "Nvjpeg2kTable",
    row: "NVJPEG2K",
    page: "https://docs.nvidia.com/cuda/nvjpeg2000/index.html",
    result: ("nvjpeg2kStatus_t", "NVJPEG2K_STATUS_SUCCESS"),
    units: [10_000, 100, 1],
    reports: Reports::Property("nvjpeg2kGetProperty"),
    required: &["nvjpeg2kCreateSimple", "nvjpeg2kDecode", "nvjpeg2kGetProperty"],
    ..OWN
};

pub const NVTIFF: Library = Library {
    title: "nvTIFF",
    module: "nvtiff",
    pins: "nvtiff",
    headers: &["nvtiff.h"],
    is_cplusplus: true,
    table: "NvtiffTable",
    row: "NVTIFF",
    page: "https://docs.nvidia.com/cuda/nvtiff/index.html",
    result: ("nvtiffStatus_t", "NVTIFF_STATUS_SUCCESS"),
    units: [10_000, 100, 1],
    reports: Reports::Property("nvtiffGetProperty"),
    required: &["nvtiffDecoderCreate", "nvtiffDecoderDestroy", "nvtiffGetProperty"],
    ..OWN
};
