//! Exchange of arrays by DLPack.

pub mod abi;
