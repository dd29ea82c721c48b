//! Neural networks and tensors.

use crate::libraries::algebra::CUBLAS_LT;
use crate::libraries::communication::NCCL;
use crate::libraries::compilers::NVRTC;
use crate::libraries::runtime::CUDART;
use crate::libraries::{TOOLKIT, any, on_linux, pip};
use crate::library::{Help, Library, PerOs};

/// cuDNN.
pub static CUDNN: Library = Library {
    name: "cudnn",
    title: "cuDNN",
    sonames: PerOs { linux: &[any("libcudnn.so.9")], windows: &[any("cudnn64_9.dll")] },
    variable: "CUDA_CUDNN",
    roots: &["CUDNN_PATH"],
    wheels: PerOs { linux: &["nvidia/cudnn/lib"], windows: &["nvidia/cudnn/bin"] },
    program_files: &["NVIDIA/CUDNN/v9.*"],
    needs: &[&CUBLAS_LT, &NVRTC],
    help: pip!("nvidia-cudnn", 13, 12),
    ..TOOLKIT
};

/// cuTENSOR.
pub static CUTENSOR: Library = Library {
    name: "cutensor",
    title: "cuTENSOR",
    sonames: PerOs { linux: &[any("libcutensor.so.2")], windows: &[any("cutensor.dll")] },
    variable: "CUDA_CUTENSOR",
    wheels: PerOs { linux: &["cutensor/lib"], windows: &["cutensor/bin"] },
    needs: &[&CUBLAS_LT],
    help: CUTENSOR_PIP,
    ..TOOLKIT
};

/// cuTENSORMg, on several GPUs.
pub static CUTENSOR_MG: Library = Library {
    name: "cutensorMg",
    title: "cuTENSORMg",
    sonames: PerOs { linux: &[any("libcutensorMg.so.2")], windows: &[any("cutensorMg.dll")] },
    variable: "CUDA_CUTENSORMG",
    wheels: PerOs { linux: &["cutensor/lib"], windows: &["cutensor/bin"] },
    needs: &[&CUTENSOR, &CUBLAS_LT],
    help: CUTENSOR_PIP,
    ..TOOLKIT
};

/// cuTENSORMp, on many processes; there is none for Windows.
pub static CUTENSOR_MP: Library = Library {
    name: "cutensorMp",
    title: "cuTENSORMp",
    sonames: on_linux(&[any("libcutensorMp.so.2")]),
    variable: "CUDA_CUTENSORMP",
    wheels: on_linux(&["cutensor/lib"]),
    needs: &[&CUTENSOR, &CUBLAS_LT, &CUDART, &NCCL],
    help: CUTENSOR_PIP,
    ..TOOLKIT
};

const CUTENSOR_PIP: Help = pip!("cutensor", 13, 12);
