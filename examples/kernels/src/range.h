#pragma once

// `Range` of main.rs.
struct Range {
    unsigned int begin;
    unsigned long long end;
    float weight;
};
