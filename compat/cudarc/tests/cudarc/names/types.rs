//! Names of cudarc 0.19.10 with all features, from its source.

use cudarc::types::CudaTypeName;
