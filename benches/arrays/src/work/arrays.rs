//! Arrays of `cuda-ndarray`, compared with CuPy and Numba.

mod calls;
mod device;
mod host;

use super::raw::RAW;
use super::{GIGABYTES, Group, Picture, Shows, Suite};

const SUBJECT: &str = "cuda-ndarray";
const FLOOR: &str = "cuda-driver";
const NDARRAY: &str = "ndarray";
const CUPY: &str = "CuPy";

pub static SUITE: Suite = Suite {
    name: "arrays",
    title: "Arrays",
    subject: SUBJECT,
    ways: &[
        (RAW, "#bab0ac"),
        (FLOOR, "#8cd17d"),
        (NDARRAY, "#b6992d"),
        (SUBJECT, "#4e79a7"),
        (CUPY, "#f28e2b"),
        ("Numba", "#e15759"),
    ],
    libraries: &[CUPY, "Numba"],
    pictures: &[
        Picture {
            group: Group::Host,
            name: "host",
            title: "Copies from and to the host",
            shows: GIGABYTES,
        },
        Picture {
            group: Group::Device,
            name: "device",
            title: "Copies on the device, of bytes read and written",
            shows: GIGABYTES,
        },
        Picture {
            group: Group::Calls,
            name: "calls",
            title: "Host time per call",
            shows: Shows::Ratio,
        },
    ],
    works: &[
        &host::TO_DEVICE_PINNED,
        &host::TO_HOST_PINNED,
        &host::TO_DEVICE_PAGEABLE,
        &host::TO_HOST_PAGEABLE,
        &host::TO_HOST_NEW,
        &host::COLUMNS_TO_HOST,
        &device::TRANSPOSE,
        &device::EVERY_SECOND,
        &device::PERMUTE,
        &device::PERMUTE_ALL,
        &calls::SLICE,
        &calls::EXPORT,
        &calls::IMPORT,
        &calls::EXCHANGE,
        &calls::SMALL,
        &calls::SMALL_LIVE,
        &calls::SMALL_COPY,
    ],
};
