//! More ways to make a cache return something other than NVRTC's output, each tested on a cache with manifests.

use std::fs;
use std::os::unix::fs::symlink;

use nvrtc::{Arch, Program};
use nvrtc_cache::{Bypass, Cache};

use crate::bench::{Bench, has_nvrtc};

tricks! {
    fn a_dangling_link_that_becomes_valid_is_noticed(bench) {
        bench.write("later/n.h", "#define N 1").write("h/x.h", "");
        symlink(bench.path("target.h"), bench.path("h/n.h")).unwrap();
        let program = bench.program("#include <n.h>", &["h", "later"]);
        // There is no manifest, because no watched folder would change.
        for _ in 0..20 {
            assert_eq!(bench.n(&program), Ok(1));
        }
        bench.write("target.h", "#define N 2");
        assert_eq!(bench.n(&program), Ok(2));
    }

    fn a_folder_created_behind_a_dangling_link_is_noticed(bench) {
        bench.write("later/sub/n.h", "#define N 1").write("h/x.h", "");
        symlink(bench.path("elsewhere"), bench.path("h/sub")).unwrap();
        let program = bench.program("#include <sub/n.h>", &["h", "later"]);
        for _ in 0..20 {
            assert_eq!(bench.n(&program), Ok(1));
        }
        bench.write("elsewhere/n.h", "#define N 2");
        assert_eq!(bench.n(&program), Ok(2));
    }

    fn a_name_without_an_extension_may_match_a_file_ending_in_stdh(bench) {
        bench.write("h/x", "").write("g/n", "#define N 1");
        let program = bench.program("#include <n>", &["h", "g"]);
        let has_stdh = {
            let other = Bench::new();
            other.write("h/n.stdh", "#define N 2").write("g/n", "#define N 1");
            other.n(&other.program("#include <n>", &["h", "g"])).unwrap()
        };
        bench.changes(&program, 1, || _ = bench.write("h/n.stdh", "#define N 2"), has_stdh);
        let only = Bench::new();
        only.write("h/m.stdh", "#define N 3");
        let program = only.program("#include <m>", &["h"]);
        only.changes(&program, 3, || _ = only.write("h/m.stdh", "#define N 4"), 4);
    }

    fn a_name_that_ends_in_a_slash_may_match_a_file_named_stdh(bench) {
        bench.write("h/sub/.stdh", "#define N 1");
        let program = bench.program("#include <sub/>", &["h"]);
        if program.compile_ptx().is_err() {
            return cuda_rust::skip("this NVRTC includes no such file");
        }
        bench.changes(&program, 1, || _ = bench.write("h/sub/.stdh", "#define N 2"), 2);
    }

    fn a_question_mark_that_ends_a_comment_hides_no_include(bench) {
        bench.write("h/n.h", "#define N 1");
        let program = bench.program("// really??/\n#include <n.h>", &["h"]).option("--std=c++17");
        bench.changes(&program, 1, || _ = bench.write("h/n.h", "#define N 2"), 2);
    }

    fn a_quotation_mark_in_a_character_opens_no_string(bench) {
        bench.write("h/n.h", "#define N 1");
        let source = "__device__ char c = u8'\"'; /* \"\n*/ #include <n.h>";
        let program = bench.program(source, &["h"]).option("--std=c++17");
        bench.changes(&program, 1, || _ = bench.write("h/n.h", "#define N 2"), 2);
    }

    fn an_include_after_unusual_white_space_is_seen(bench) {
        bench.write("h/n.h", "#define N 1");
        let program = bench.program("#define E\n\x0c#\x0binclude E E <n.h>E", &["h"]);
        bench.changes(&program, 1, || _ = bench.write("h/n.h", "#define N 2"), 2);
    }

    fn an_include_built_by_token_pasting_is_not_cached(bench) {
        bench.write("h/n.h", "#define N 1");
        for source in ["#define H <n##.h>\n#include H", "#define \\u00e9 <n.h>\n#include \\u00e9"] {
            let cache = Cache::at(bench.cache.path());
            cache.compile_ptx(&bench.program(source, &["h"])).unwrap();
            assert!(matches!(cache.last_bypass(), Some(Bypass::Computed { .. })), "{source}");
        }
    }

    fn the_time_pasted_from_four_tokens_is_not_cached(bench) {
        let source = "#define C(a, b, c, d) a##b##c##d\n#define N sizeof(C(__, TIM, E, __))";
        let cache = Cache::at(bench.cache.path());
        cache.compile_ptx(&bench.program(source, &[])).unwrap();
        assert_eq!(cache.last_bypass(), Some(Bypass::Time));
    }

    fn a_folder_replaced_by_a_header_is_noticed(bench) {
        bench.write("h/n.h/inside", "").write("g/n.h", "#define N 1");
        let program = bench.program("#include <n.h>", &["h", "g"]);
        bench.changes(&program, 1, || {
            fs::remove_dir_all(bench.path("h/n.h")).unwrap();
            bench.write("h/n.h", "#define N 2");
        }, 2);
    }

    fn a_parent_folder_is_resolved_through_links(bench) {
        bench.write("h/n.h", "#define N 9").write("away/deep/a.h", "#include \"../n.h\"").write("away/n.h", "#define N 1");
        symlink(bench.path("away/deep"), bench.path("h/link")).unwrap();
        let program = bench.program("#include <link/a.h>", &["h"]);
        bench.changes(&program, 1, || _ = bench.write("away/n.h", "#define N 2"), 2);
    }

    fn a_duplicate_include_folder_hides_nothing(bench) {
        bench.write("h/a.h", "#include_next <a.h>").write("g/a.h", "#define N 1");
        symlink(bench.path("h"), bench.path("same")).unwrap();
        let program = bench.program("#include <a.h>", &["h", "same", "g"]);
        if program.compile_ptx().is_err() {
            // This NVRTC includes the same file repeatedly.
            return;
        }
        bench.changes(&program, 1, || _ = bench.write("g/a.h", "#define N 2"), 2);
    }

    fn two_programs_that_differ_only_in_a_memory_header_have_two_entries(bench) {
        let program = |n: i32| bench.program("#include \"n.h\"", &[]).header("n.h", format!("#define N {n}"));
        assert_eq!([bench.n(&program(1)), bench.n(&program(2)), bench.n(&program(1))], [Ok(1), Ok(2), Ok(1)]);
        // The boundary between a name and a text moves.
        let odd = bench.program("#define N 3", &[]).header("n.h#define N", " 1");
        assert_eq!(bench.n(&odd), Ok(3));
    }

    fn two_paths_of_one_file_are_not_two_files(bench) {
        bench.write("h/a.h", ONCE).write("h/x.h", "");
        let (first, second) = (bench.path("h/a.h"), bench.path("h/b.h"));
        let source = format!("#include <a.h>\n#include <b.h>\n{COUNTED}");
        let program = bench.program(&source, &["h"]);
        fs::hard_link(&first, &second).unwrap();
        let replace = |by: &dyn Fn()| {
            fs::remove_file(&second).unwrap();
            by();
        };
        bench.changes(&program, 1, || replace(&|| _ = fs::copy(&first, &second).unwrap()), 2);
        bench.changes(&program, 2, || replace(&|| symlink(&first, &second).unwrap()), 1);
        bench.changes(&program, 1, || replace(&|| fs::write(&second, ONCE).unwrap()), 2);
        bench.changes(&program, 2, || replace(&|| fs::hard_link(&first, &second).unwrap()), 1);
    }

    fn two_paths_of_one_folder_are_not_two_folders(bench) {
        bench.write("h/one/a.h", ONCE).write("h/two/a.h", ONCE);
        symlink(bench.path("h/one"), bench.path("h/also")).unwrap();
        let source = format!("#include <one/a.h>\n#include <also/a.h>\n{COUNTED}");
        let program = bench.program(&source, &["h"]);
        bench.changes(&program, 1, || {
            fs::remove_file(bench.path("h/also")).unwrap();
            symlink(bench.path("h/two"), bench.path("h/also")).unwrap();
        }, 2);
    }

    fn a_link_to_another_folder_with_the_same_file_is_noticed(bench) {
        bench.write("h/one/a.h", "#include \"b.h\"\n").write("h/one/b.h", "").write("h/two/b.h", "#define N 2");
        fs::hard_link(bench.path("h/one/a.h"), bench.path("h/two/a.h")).unwrap();
        symlink(bench.path("h/one"), bench.path("also")).unwrap();
        let link = bench.path("also/a.h").display().to_string();
        let source = format!("#include <one/a.h>\n#include \"{link}\"\n#ifndef N\n#define N 1\n#endif");
        let program = bench.program(&source, &["h"]);
        // What is found next to this file is another one, but the file is the same.
        bench.changes(&program, 1, || {
            fs::remove_file(bench.path("also")).unwrap();
            symlink(bench.path("h/two"), bench.path("also")).unwrap();
        }, 2);
    }

    fn a_file_with_the_name_of_a_header_in_memory_counts_as_it(bench) {
        bench.write("h/a.h", ONCE).write("other/x.h", "");
        let name = bench.path("other/m.h").display().to_string();
        let source = format!("#include \"{name}\"\n#include <a.h>\n{COUNTED}");
        let program = bench.program(&source, &["h"]).header(name, ONCE);
        let link = || fs::hard_link(bench.path("h/a.h"), bench.path("other/m.h")).unwrap();
        bench.changes(&program, 2, link, 1);
    }

    fn a_folder_that_makes_its_parent_reachable_is_noticed(bench) {
        bench.write("a/x/n.h", "#define N 2").write("later/n.h", "#define N 1");
        let program = bench.program("#include <n.h>", &["a/new/../x", "later"]);
        bench.changes(&program, 1, || fs::create_dir(bench.path("a/new")).unwrap(), 2);
        let program = bench.program("#include <n.h>", &["a/b/c/../../x", "later"]);
        bench.changes(&program, 1, || fs::create_dir_all(bench.path("a/b/c")).unwrap(), 2);
    }

    fn a_program_that_is_named_as_a_folder_includes_from_it(bench) {
        bench.write("h/n.h", "#define N 1").write("n.h", "#define N 3");
        for end in ["/", "/."] {
            let name = format!("{}{end}", bench.path("h").display());
            let program = Program::new(name, "#include \"n.h\"\n__device__ int n = N;");
            let program = program.arch(Arch::compute(7, 5));
            bench.changes(&program, 1, || _ = bench.write("h/n.h", "#define N 2"), 2);
            bench.write("h/n.h", "#define N 1");
        }
    }

    fn a_folder_with_the_name_of_a_header_is_not_one(bench) {
        bench.write("later/n.h", "#define N 1").write("h/x.h", "");
        let program = bench.program("#include <n.h>", &["h", "later"]);
        bench.changes(&program, 1, || fs::create_dir(bench.path("h/n.h")).unwrap(), 1);
    }

    fn files_that_the_system_makes_up_are_not_cached(bench) {
        if !std::path::Path::new("/proc/self/comm").exists() {
            return cuda_rust::skip("there is no /proc");
        }
        let names = ["/proc/self/comm", "/proc/version", "/proc/self/timerslack_ns"];
        let includes = names.map(|name| format!("#include \"{name}\""));
        let computed = ["#define NAME \"/proc/self/comm\"\n#include NAME".to_owned()];
        for include in includes.into_iter().chain(computed) {
            let source = format!("#if 0\n{include}\n#endif\n#define N 1");
            let program = bench.program(&source, &[]);
            let cache = Cache::at(bench.cache.path());
            cache.compile_ptx(&program).unwrap();
            assert_eq!((cache.bypassed(), cache.misses()), (1, 0), "{include}");
            assert!(matches!(cache.last_bypass(), Some(Bypass::Special { .. })), "{include}");
        }
    }
}

/// A header that counts how often it is included.
const ONCE: &str = "#pragma once\n#ifdef FIRST\n#define SECOND\n#else\n#define FIRST\n#endif\n";
/// The number of times.
const COUNTED: &str = "#ifdef SECOND\n#define N 2\n#else\n#define N 1\n#endif";
