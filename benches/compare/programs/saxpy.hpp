// What the C++ programs share, and `saxpy.rs` and `saxpy.py` have alike: the random input, the check, and the line of
// figures that the comparer reads.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

constexpr float A = 2.5f;
// Threads of a block.
constexpr unsigned BLOCK = 512;
// Where the random numbers of `y` begin; those of `x` begin at 0.
constexpr uint32_t Y = 1u << 31;

struct Arguments {
    size_t n;
    int launches;
};

inline Arguments arguments(int argc, char **argv)
{
    return {argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 16777216, argc > 2 ? std::atoi(argv[2]) : 100};
}

// Fills `values` with the random numbers from the `first` on, each in [0, 1): a number is a hash of its index.
inline void generate(uint32_t first, float *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t bits = first + (uint32_t)i;
        bits = (bits ^ (bits >> 16)) * 0x7feb352du;
        bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
        bits ^= bits >> 16;
        values[i] = (float)(int32_t)(bits >> 8) / 16777216.0f;
    }
}

// How many elements of `out` aren't `A * x + y`, rounded twice.
inline size_t wrong_elements(const float *x, const float *y, const float *out, size_t n)
{
    uint32_t wrong = 0; // there are fewer than 2^31; the processor counts twice as many of these at once
    for (size_t i = 0; i < n; i++)
        wrong += A * x[i] + y[i] != out[i];
    return wrong;
}

// The middle of a program's times.
inline float median(std::vector<float> times)
{
    std::sort(times.begin(), times.end());
    return times.empty() ? 0.0f : times[times.size() / 2];
}

// What a program did, one step after the other, in milliseconds.
class Steps {
    using Clock = std::chrono::steady_clock;
    Clock::time_point begin = Clock::now(), last = begin;
    std::vector<std::pair<const char *, double>> steps;

    static double milliseconds(Clock::duration time)
    {
        return std::chrono::duration<double, std::milli>(time).count();
    }

public:
    // The step of this name ends, and the next begins.
    void done(const char *step)
    {
        auto now = Clock::now();
        note(step, milliseconds(now - last));
        last = now;
    }

    // Records a time that isn't a step.
    void note(const char *step, double time) { steps.emplace_back(step, time); }

    double total() const { return milliseconds(Clock::now() - begin); }

    // Prints the line; what `main` returns.
    int print(const char *device, int driver, const std::string &compiler, size_t n, size_t wrong)
    {
        note("total", total());
        std::printf("{\"device\": \"%s\", \"driver\": \"%d.%d\", \"compiler\": \"%s\", \"elements\": %zu, "
                    "\"wrong\": %zu, \"milliseconds\": {",
                    device, driver / 1000, driver % 1000 / 10, compiler.c_str(), n, wrong);
        for (size_t i = 0; i < steps.size(); i++)
            std::printf("%s\"%s\": %.6f", i ? ", " : "", steps[i].first, steps[i].second);
        std::printf("}}\n");
        return wrong != 0;
    }
};

[[noreturn]] inline void fail(const char *call, const char *error)
{
    std::fprintf(stderr, "error: %s: %s\n", call, error);
    std::exit(1);
}
