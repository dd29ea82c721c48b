#pragma once

// `kernels::Range` in Rust, which is generated. A structure with padding would be an error.
struct Range {
    unsigned long long end;
    unsigned int begin;
    float weight;
};
