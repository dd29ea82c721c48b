//! Checks that no type keeps a stream without a reason that the owner of a borrowed one knows of: such a stream may be
//! destroyed once the values that were made with it are gone.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::Path;

use cuda_rust::sources::below;

const WORKSPACE: &str = env!("CARGO_MANIFEST_DIR");

const CRATES: [&str; 18] = [
    "compat/cudarc",
    "libraries/cublas",
    "arrays/cuda-arrow",
    "arrays/cuda-awkward",
    "compilers/cuda-build",
    "cuda-driver",
    "arrays/cuda-ndarray",
    "libraries/cudnn",
    "libraries/cudss",
    "cuda-libraries-sys",
    "libraries/cufft",
    "libraries/support",
    "libraries/cusolver",
    "libraries/cusparse",
    "libraries/curand",
    "libraries/nccl",
    "libraries/nvcomp",
    "compilers/nvrtc-cache",
];

/// The types with fields that keep a stream, and why they may. `Stream::borrow_raw` says that the stream outlives the values
/// made with it.
const KEEP: [(&str, &str); 56] = [
    ("ArgumentList", "it only compares it, and is filled for a launch"),
    ("Arithmetic", "expressions without arrays are computed on the stream"),
    ("ArrayKind", "an array is of the stream"),
    ("Branches", "it ends with the fork"),
    ("Buffer", "memory is of the stream"),
    ("CallMemory", "it is part of a call"),
    ("Comm", "the work of a rank is of the stream"),
    ("CudaBlas", "cudarc's is created for a stream"),
    ("CudaBlasLT", "cudarc's is created for a stream"),
    ("CudaFft", "the work of a plan is of the stream"),
    ("CudaGraph", "cudarc's is launched on its stream"),
    ("CudaRng", "cudarc's is created for a stream"),
    ("CudaSlice", "memory is of the stream"),
    ("CudaStream", "it is the stream"),
    ("Cudnn", "cudarc's is created for a stream"),
    ("DeviceArray", "memory is of the stream"),
    ("DeviceBuffer", "memory is of the stream"),
    ("DnHandle", "cudarc's is created for a stream"),
    ("ForeignFree", "it ends with the capture that the stream takes part in"),
    ("GraphKind", "it ends with `Recorder::edit`"),
    ("Groups", "it ends with the groups that are open"),
    ("GrowingBuffer", "memory is of the stream"),
    ("Inner", "a memory manager is of the stream"),
    ("ManagedArray", "memory is of the stream"),
    ("ManagedBuffer", "memory is of the stream"),
    ("MappedMemory", "memory is of the stream"),
    ("MappedArray", "memory is of the stream"),
    ("MappedBuffer", "memory is of the stream"),
    ("MappedKind", "the resource is of the stream"),
    ("Memory", "the memory of a texture is of the stream"),
    ("MipmappedKind", "an array is of the stream"),
    ("MutableBuffer", "memory is of the stream"),
    ("NcclBuffer", "memory is of the stream"),
    ("OpenedArray", "memory is of the stream"),
    ("Pattern", "memory is of the stream"),
    ("PitchedBuffer", "memory is of the stream"),
    ("Pivots", "memory is of the stream"),
    ("Pointers", "it is part of a call, or of what a batch is made with"),
    ("Reader", "shared memory is of each stream that reads it"),
    ("Recorder", "a capture is of the stream"),
    ("SharedDeviceArray", "shared memory is of each stream that reads it"),
    ("SpHandle", "cudarc's is created for a stream"),
    ("SparseMatrix", "memory is of the stream"),
    ("SparseProduct", "memory is of the stream"),
    ("SurfaceKind", "the array is of the stream"),
    ("TensorMap", "the memory is of the stream"),
    ("TextureKind", "the array or the memory is of the stream"),
    ("Triangular", "memory is of the stream"),
    ("UnifiedSlice", "memory is of the stream that it is attached to"),
    ("View", "memory is of the stream"),
    ("Workspace", "memory is of the stream"),
    ("Batch", "memory is of the stream"),
    ("CompressedChunks", "memory is of the stream"),
    ("Decompression", "memory is of the stream"),
    ("PendingCompression", "memory is of the stream"),
    ("PendingDecompression", "memory is of the stream"),
];

/// The types that own a stream.
const OWNERS: [&str; 7] = [
    "CudaStream",
    "DeviceBuffer",
    "ManagedBuffer",
    "PitchedBuffer",
    "SharedBuffer",
    "Stream",
    "StreamOfArgument",
];

/// Returns whether a type has a part that owns a stream, not behind a reference.
fn keeps_a_stream(ty: &str) -> bool {
    let words = ty.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'');
    let mut is_borrowed = false;
    for word in words.filter(|word| !word.is_empty()) {
        is_borrowed |= word.starts_with('\'');
        if OWNERS.contains(&word) && !is_borrowed {
            return true;
        }
    }
    false
}

/// Returns the names of the structs and enums in a file whose fields keep a stream.
fn keepers(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut current: Option<String> = None;
    for line in text.lines() {
        let code = line.trim();
        let rest = code.strip_prefix("pub ").unwrap_or(code);
        let rest = match rest.strip_prefix("pub(") {
            Some(rest) => rest.split_once(") ").map_or("", |(_, rest)| rest),
            None => rest,
        };
        let declared = ["struct ", "enum "].iter().find_map(|word| rest.strip_prefix(word));
        if let Some(declared) = declared {
            let end = declared.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
            let name = &declared[..end.unwrap_or(declared.len())];
            if code.ends_with('{') {
                current = Some(name.to_owned());
            } else if let Some((_, fields)) = declared.split_once('(')
                && keeps_a_stream(fields)
            {
                found.insert(name.to_owned());
            }
            continue;
        }
        if code == "}" {
            current = None;
        } else if let Some(name) = &current
            && !code.starts_with(['/', '#', '"'])
            && let Some((_, ty)) = code.split_once(": ")
            && keeps_a_stream(ty)
        {
            found.insert(name.clone());
        }
    }
    found
}

#[test]
fn types_that_keep_a_stream_have_a_reason() {
    let mut found = BTreeSet::new();
    for name in CRATES {
        for path in below(&Path::new(WORKSPACE).join(name).join("src")).unwrap() {
            found.extend(keepers(&std::fs::read_to_string(&path).unwrap()));
        }
    }
    let names: BTreeSet<_> = KEEP.iter().map(|(name, _)| (*name).to_owned()).collect();
    let new: Vec<_> = found.difference(&names).collect();
    assert!(
        new.is_empty(),
        "{new:?} keep a stream: keep a `StreamIdentity` and an `Event`, or give the reason here"
    );
    let gone: Vec<_> = names.difference(&found).collect();
    assert!(gone.is_empty(), "{gone:?} no longer keep a stream");
}

#[test]
fn a_kept_stream_is_found() {
    let text = "pub(crate) struct Generator<K: Kind> {\n    /// The stream.\n    last: Option<Stream>,\n}\nstruct B<'a> {\n    \
                stream: &'a Stream,\n}\nstruct C(Mutex<Vec<Stream>>);\n";
    assert_eq!(keepers(text), ["C".to_owned(), "Generator".to_owned()].into());
}
