//! cuQuantum, the simulation of quantum computers; there is none for Windows.

use crate::libraries::algebra::{CUBLAS, CUBLAS_LT, CUSOLVER, CUSPARSE};
use crate::libraries::compilers::NVJITLINK;
use crate::libraries::math::CURAND;
use crate::libraries::tensors::CUTENSOR;
use crate::libraries::{TOOLKIT, any, on_linux, pip};
use crate::library::Library;

/// The common parts of the rows below.
const CUQUANTUM: Library =
    Library { wheels: on_linux(&["cuquantum/lib"]), help: pip!("cuquantum", 13, 12), ..TOOLKIT };

/// cuDensityMat, which simulates with density matrices.
pub static CUDENSITYMAT: Library = Library {
    name: "cudensitymat",
    title: "cuDensityMat",
    sonames: on_linux(&[any("libcudensitymat.so.0")]),
    variable: "CUDA_CUDENSITYMAT",
    needs: &[
        &CUTENSORNET,
        &CUTENSOR,
        &CUSOLVER,
        &CUBLAS_LT,
        &CUBLAS,
        &CURAND,
        &CUSPARSE,
        &NVJITLINK,
    ],
    ..CUQUANTUM
};

/// cuPauliProp, which propagates Pauli operators.
pub static CUPAULIPROP: Library = Library {
    name: "cupauliprop",
    title: "cuPauliProp",
    sonames: on_linux(&[any("libcupauliprop.so.0")]),
    variable: "CUDA_CUPAULIPROP",
    ..CUQUANTUM
};

/// cuTensorNet, which simulates with tensor networks.
pub static CUTENSORNET: Library = Library {
    name: "cutensornet",
    title: "cuTensorNet",
    sonames: on_linux(&[any("libcutensornet.so.2")]),
    variable: "CUDA_CUTENSORNET",
    needs: &[&CUTENSOR, &CUBLAS, &CUSOLVER],
    ..CUQUANTUM
};

/// cuStabilizer, which simulates stabilizer circuits.
pub static CUSTABILIZER: Library = Library {
    name: "custabilizer",
    title: "cuStabilizer",
    sonames: on_linux(&[any("libcustabilizer.so.0")]),
    variable: "CUDA_CUSTABILIZER",
    ..CUQUANTUM
};

/// cuStateVec, which simulates with state vectors.
pub static CUSTATEVEC: Library = Library {
    name: "custatevec",
    title: "cuStateVec",
    sonames: on_linux(&[any("libcustatevec.so.1")]),
    variable: "CUDA_CUSTATEVEC",
    needs: &[&CUBLAS, &CUBLAS_LT],
    ..CUQUANTUM
};
