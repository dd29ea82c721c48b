//! The structures as C has them, by NVIDIA's headers: `CUDA_NCCL_HEADERS` names their folders, a list like `PATH`'s.

use std::fmt::Write;
use std::fs;
use std::mem::{align_of, offset_of, size_of};
use std::path::Path;
use std::process::Command;

use nccl_sys::{
    ncclCollConfig_t, ncclConfig_t, ncclConfigExt_t, ncclEncryptionConfig_t, ncclSimInfo_t,
    ncclUniqueId, ncclWaitSignalDesc_t,
};

use crate::real::skip;

struct Layout {
    name: &'static str,
    size: usize,
    align: usize,
    fields: Vec<(&'static str, usize)>,
}

macro_rules! layouts {
    ($($name:ident: $($field:ident),+;)+) => {
        vec![$(Layout {
            name: stringify!($name),
            size: size_of::<$name>(),
            align: align_of::<$name>(),
            fields: vec![$((stringify!($field), offset_of!($name, $field))),+],
        }),+]
    };
}

fn layouts() -> Vec<Layout> {
    layouts! {
        ncclUniqueId: internal;
        ncclConfig_t: size, magic, version, blocking, cgaClusterSize, minCTAs, maxCTAs, netName, splitShare, trafficClass,
            commName, collnetEnable, CTAPolicy, shrinkShare, nvlsCTAs, nChannelsPerNetPeer, nvlinkCentricSched,
            graphUsageMode, numRmaCtx, maxP2pPeers, graphStreamOrdering, launchOrderImplicit, numRmaSig, rmaEagerInit,
            hostCftMode, nvlsHostMode;
        ncclConfigExt_t: next, key, val;
        ncclCollConfig_t: size, magic, version, ext, minCTAs, maxCTAs, nvlsCTAs, cgaClusterSize, algSelection,
            forceAlgSelection, CTAPolicy, userProfilerTag, launchCompletionEvent;
        ncclSimInfo_t: size, magic, version, estimatedTime;
        ncclWaitSignalDesc_t: opCnt, peer, sigIdx, ctx;
        ncclEncryptionConfig_t: size, magic, version, mode, psk;
    }
}

#[test]
fn each_structure_is_laid_out_as_in_c() {
    let test = "layout::each_structure_is_laid_out_as_in_c";
    let Some(folders) = std::env::var_os("CUDA_NCCL_HEADERS") else {
        return skip(test, "CUDA_NCCL_HEADERS is not set");
    };
    let layouts = layouts();
    let all: usize = layouts.iter().map(|it| it.fields.len()).sum();
    let mut whole = 0;
    for folder in std::env::split_paths(&folders) {
        let header = fs::read_to_string(folder.join("nccl.h")).unwrap();
        let source = assertions(&layouts, &header);
        // The newest header has all.
        whole += usize::from(source.matches("offsetof").count() == all);
        compile(&folder, &source);
    }
    assert!(whole > 0, "no header has all structures");
}

/// What C should find true, as far as a header has it.
fn assertions(layouts: &[Layout], header: &str) -> String {
    let mut source = "#include <stddef.h>\n#include <nccl.h>\n".to_owned();
    // Older ones lack the last fields of some.
    let has = |name: &str, end: char| {
        let mut places = header.match_indices(name);
        places.any(|(at, _)| {
            let is_whole = header[..at].ends_with([' ', '*']);
            is_whole && header[at + name.len()..].starts_with([end, '['])
        })
    };
    for Layout {
        name,
        size,
        align,
        fields,
    } in layouts.iter().filter(|it| header.contains(it.name))
    {
        let there: Vec<_> = fields
            .iter()
            .filter(|(field, _)| has(field, ';') || *field == "key" || *field == "val")
            .collect();
        for (field, offset) in &there {
            writeln!(
                source,
                "_Static_assert(offsetof({name}, {field}) == {offset}, \"{field}\");"
            )
            .unwrap();
        }
        if there.len() == fields.len() {
            writeln!(
                source,
                "_Static_assert(sizeof({name}) == {size}, \"size of {name}\");"
            )
            .unwrap();
            writeln!(
                source,
                "_Static_assert(_Alignof({name}) == {align}, \"alignment of {name}\");"
            )
            .unwrap();
        }
    }
    source
}

fn compile(folder: &Path, source: &str) {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("layout.c");
    fs::write(&file, source).unwrap();
    // What the headers include of CUDA's.
    let stubs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../xtask/generate/stubs");
    let output = Command::new("cc")
        .args(["-std=c11", "-fsyntax-only", "-I"])
        .arg(folder)
        .arg("-idirafter")
        .arg(stubs)
        .arg(&file)
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}:\n{stderr}", folder.display());
}
