//! Finds CUDA's libraries and headers on this machine, and explains where it looked.
