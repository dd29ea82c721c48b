#!/usr/bin/env bash
# Runs a test program under the tools of compute-sanitizer: each module of its tests in a process of its own, because the
# tools hang on all of them together. Prints a line for each tool and module, and fails if a run fails that isn't known to.
#
# usage: CUDA_NVRTC=… tests/sanitizers.sh PROGRAM >FILE, in the folder of the program's package
#
# PROGRAM is what `cargo test --no-run --test driver` prints. JOBS (4) runs are made at a time, of LIMIT (180) seconds
# at most. TOOLS (all four) and MODULES (all) select some. `-` is the module of the tests that are in none.
set -uo pipefail
: "${1:?a test program is needed}"
program=$(realpath -e "$1") || exit
export CUDA_TEST_DEVICE=hardware program

# What is known to fail, and why.
known() { # tool module
    case "$1 $2" in
        *" stress") echo "the tools hang in cuStreamDestroy while other calls run" ;;
        "memcheck graph_nodes") echo "a body of a conditional node fails, without an error of the tool" ;;
        "initcheck graph_nodes" | "initcheck random_graphs") echo "it hangs on loops of conditional nodes" ;;
        "initcheck ipc") echo "it may not see what another process wrote" ;;
        "initcheck sharing") echo "as ipc, and copies wait for the stream that a test blocks" ;;
        *" diagnostics") echo "a process that the tools watch can't be checkpointed" ;;
        "initcheck batches" | "initcheck dlpack" | "initcheck exchange" | "initcheck interface" | "initcheck mem_ops")
            echo "copies wait for the stream that a test blocks" ;;
        "initcheck attacks") echo "without other tests at the same time, no test fails" ;;
        *" pyarrow" | *" thrift" | *" window") echo "the tools fail if no GPU is used" ;;
        "initcheck virtual_memory") echo "the device faults on a copy of imported memory" ;;
        "initcheck green_contexts" | "initcheck green_memory") echo "it crashes on cuMemAllocAsync in a green context" ;;
    esac
}

run() { # tool module
    local threads=2 start=$SECONDS filter="$2::" reason="" output code result module
    # The tools hang when a stream and an array are destroyed at the same time, and racecheck on two cooperative launches.
    case "$1 $2" in *" arrays" | "racecheck messages") threads=1 ;; esac
    # The first are the tests that simulate older drivers; the examples fail as `green_contexts` and `ipc` do.
    local skip=(--skip ::as_1)
    [ "$1 $2" = "initcheck examples" ] && skip+=(--skip ::green_context --skip two_processes)
    # A program also selects modules whose names end with this one's.
    for module in $all; do
        case $module in ?*"$2") skip+=(--skip "$module::") ;; esac
    done
    [ "$2" = - ] && filter="" skip=(--skip ::)
    output=$(timeout -k 5 "${LIMIT:-180}" compute-sanitizer --tool "$1" --report-api-errors no --print-limit 3 \
        "$program" $filter "${skip[@]}" --test-threads=$threads 2>&1)
    code=$?
    if [ $code = 0 ] && grep -q 'SUMMARY: 0 ' <<<"$output"; then
        result=passed
    else
        result="failed ($code)"
        reason=$(known "$1" "$2")
        { echo "##### $1 $2: exit status $code"; grep -E '^=|FAILED|panicked|running for' <<<"$output"; } >&2
    fi
    printf '%s\t%s\t%s\t%s\t%ss\t%s\n' "$1" "$2" "$(grep -Eo '[0-9]+ passed' <<<"$output" | tail -1)" "$result" \
        $((SECONDS - start)) "$reason"
}
export -f known run

tests=$("$program" --list | grep ': test$') || { echo "$program lists no tests" >&2; exit 1; }
all=$(sed 's/^[^:]*: test$/-/; s/::.*//' <<<"$tests" | sort -u)
export all
for tool in ${TOOLS:-memcheck racecheck initcheck synccheck}; do
    for module in ${MODULES:-$all}; do echo "$tool $module"; done
done | xargs -P "${JOBS:-4}" -L 1 bash -c 'run "$0" "$1"' | awk -F '\t' '
    { print; fflush() }
    $4 == "passed" { passed++; tests += $3 }
    $4 != "passed" && $6 != "" { known++ }
    $4 != "passed" && $6 == "" { failed++ }
    END {
        printf "%d runs of %d tests without an error, %d failed as known, %d failed\n", passed, tests, known, failed
        exit failed > 0
    }'
