// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::nvcompStatus_t;

results! {
    "nvCOMP" nvcompStatus_t {
        nvcompSuccess 0 "success",
        nvcompErrorInvalidValue 0 "an argument has a value that isn't allowed",
        nvcompErrorNotSupported 0 "the function isn't supported for these arguments",
        nvcompErrorCannotDecompress 0 "the data can't be decompressed: it is damaged, or of another format",
        nvcompErrorBadChecksum 0 "a checksum is wrong",
        nvcompErrorCannotVerifyChecksums 0 "there are no checksums to verify",
        nvcompErrorOutputBufferTooSmall 0 "the buffer for the output is too small",
        nvcompErrorWrongHeaderLength 0 "the header has a wrong length",
        nvcompErrorAlignment 0 "a pointer is misaligned",
        nvcompErrorChunkSizeTooLarge 0 "a chunk is too large",
        nvcompErrorCannotCompress 0 "the data can't be compressed",
        nvcompErrorWrongInputLength 0 "the input has a wrong length",
        nvcompErrorBatchSizeTooLarge 0 "the batch has too many chunks",
        nvcompErrorSubChunkCountTooLarge 5300 "a chunk has too many parts",
        nvcompErrorSubChunkCountTooSmall 5300 "a chunk has too few parts",
        nvcompErrorOutputBufferAlignmentTooSmall 5300 "the buffer for the output is misaligned",
        nvcompErrorCudaError 0 "CUDA reported an error",
        nvcompErrorInternal 0 "internal error",
    }
}
