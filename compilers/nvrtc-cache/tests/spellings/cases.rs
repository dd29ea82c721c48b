//! Spellings that a scanner could miss.

/// Sources that include `h.h`, or look so.
pub const INCLUDES: &[(&str, &str)] = &[
    ("plain", "#include <h.h>\n"),
    ("lone CR", "int a;\r#include <h.h>\r"),
    ("CR after CR", "\r\r#include <h.h>\r\n"),
    ("splice with space", "#inc\\ \nlude <h.h>\n"),
    ("splice with tab", "#inc\\\t\nlude <h.h>\n"),
    ("splice with formfeed", "#inc\\\x0c\nlude <h.h>\n"),
    ("comment, splice with space", "/\\ \n* x */ #include <h.h>\n"),
    ("digraph", "%:include <h.h>\n"),
    ("trigraph", "??=include <h.h>\n"),
    ("digraph by splice", "%\\\n:include <h.h>\n"),
    ("trigraph by splice", "?\\\n?=include <h.h>\n"),
    ("comment before", "/**/#/**/include/**/<h.h>\n"),
    ("comment before, after a quote", "#if 0\ndon't\n#endif\n/**/#include <h.h>\n"),
    ("after error with a quote", "#if 0\n#error don't \"\n#endif\n/**/#include <h.h>\n"),
    ("after raw in skipped", "#if 0\nR\"(\n#endif\n/**/#include <h.h>\n/**/ //)\"\n"),
    (
        "after raw prefix by macro",
        "#define R\n#if 0\nxR\"(\n#endif\n/**/#include <h.h>\n#if 0\n)\"\n#endif\n",
    ),
    (
        "raw string with splice in delimiter",
        "const char *s = R\"a\\\nb(x)a\\\nb\"; /**/\n/**/#include <h.h>\nconst char *t = \")a\\\nb\";\n",
    ),
    ("raw with quote", "__device__ const char s[] = R\"(\")\";\n/**/#include <h.h>\n"),
    ("raw with comment", "__device__ const char s[] = R\"(/*)\";\n/**/#include <h.h>\n"),
    ("LR raw", "__device__ const wchar_t s[] = LR\"(\")\";\n/**/#include <h.h>\n"),
    ("number with quotes", "constexpr int a = 0x1'0;\n/**/#include <h.h>\n"),
    ("pp-number", "#if 0\n1.2e+3'4 .5'6 1e'\n#endif\n/**/#include <h.h>\n"),
    ("pp-number dot", "constexpr double a = .5'6;\n/**/#include <h.h>\n"),
    ("identifier before quote", "#define f(x)\nf(a'b'c)\n/**/#include <h.h>\n"),
    ("char of backslash", "constexpr char a = '\\\\', b = '\\'', c = '\"';\n/**/#include <h.h>\n"),
    ("slash star in include", "#if 0\n#include <d//*x>\n#endif\n#include <h.h>\n"),
    ("import", "#import <h.h>\n"),
    ("include_next", "#include_next <h.h>\n"),
    ("macro", "#define H <h.h>\n#include H\n"),
    ("macro in parts", "#define H <H2\n#define H2 h.h>\n#include H\n"),
    ("macro of two", "#define A <h\n#define B .h>\n#include A B\n"),
    ("macro, defined with a splice", "#define H \\\n <h.h>\n#include H\n"),
    ("macro in a comment", "#define H/**/<h.h>\n#include/**/H\n"),
    (
        "pragma push_macro",
        "#define H <h.h>\n#pragma push_macro(\"H\")\n#undef H\n#define H <x.h>\n#pragma pop_macro(\"H\")\n#include H\n",
    ),
    ("a macro of itself", "#define h h\n#define N <h.h>\n#include N\n"),
    ("macros of each other", "#define h q\n#define q h\n#define N <h.h>\n#include N\n"),
    ("a macro that is defined later", "#define N <h.h>\n#include N\n#define h q\n"),
    ("a macro that isn't defined any more", "#define h q\n#define N <h.h>\n#undef h\n#include N\n"),
    (
        "a macro, redefined as itself",
        "#define h q\n#define N <h.h>\n#undef h\n#define h h\n#include N\n",
    ),
    (
        "a macro, redefined through another",
        "#define h q\n#define N <p.h>\n#define p h\n#undef h\n#include N\n",
    ),
    (
        "pragma push_macro of none",
        "#pragma push_macro(\"h\")\n#define h q\n#define N <h.h>\n#pragma pop_macro(\"h\")\n#include N\n",
    ),
    ("variadic", "#define H(...) <h.h>\n#include H(1)\n"),
    ("function to a file", "#define H() <h.h>\n#include H()\n"),
    ("empty macro before", "#define E\n#define H E <h.h>\n#include H\n"),
    ("string", "#define S \"h.h\"\n#include S\n"),
    ("BOM", "\u{feff}#include <h.h>\n"),
    ("vertical tab", "\x0b#\x0binclude\x0b<h.h>\n"),
    ("include in else of elifdef", "#ifdef A\n#elifndef B\n#include <h.h>\n#endif\n"),
    ("after a comment with star", "/***//**/#include <h.h>\n"),
    ("after // with splice", "// x \\\n y\n/**/#include <h.h>\n"),
    ("after // with a splice and space", "// x \\ \n/**/#include <h.h>\n"),
    ("after // with ??/", "// x ??/\n/**/#include <h.h>\n"),
    ("_Pragma once then", "_Pragma(\"once\") /* a\n */ #include <h.h>\n"),
    ("code, comment of lines, include", "int b; /* a\n*/\n/**/#include <h.h>\n"),
    ("define with a comment of lines", "#define X 1 /* a\n*/\n/* b */ #include <h.h>\n"),
    ("stringized", "#define STR(x) #x\n#define P h.h\n#define I STR(h.h)\n#include STR(h.h)\n"),
    ("the file's own name", "#line 1 \"h.h\"\n#include __FILE__\n"),
    ("an empty macro and a name", "#define E\n#include E <h.h>\n"),
    ("more after a macro's name", "#define E <h.h> more\n#include E\n"),
    ("a macro in a macro's name", "#define q h\n#define E <q.h>\n#include E\n"),
    ("two carriage returns", "#inc\\\r\r\nlude <h.h>\n"),
    ("trigraph in the name", "#include <h??/\n.h>\n"),
    ("a quotation mark in skipped text", "#if 0\ndon't /*\n#endif\n#include <h.h>\n//*/\n"),
    (
        "raw string in skipped text, a comment before",
        "#if 0\nR\"(\n#endif\n/* a */ #include <h.h>\n//)\"\n",
    ),
    (
        "macro defined in skipped raw text",
        "#if 0\nR\"(\n#endif\n/**/#define H <h.h>\n//)\"\n#include H\n",
    ),
];

/// The beginning of sources, up to a condition on whether `h.h` exists.
pub const ASKS: &[(&str, &str)] = &[
    ("has_include", "#if __has_include(<h.h>)\n"),
    (
        "has_include in a macro with another",
        "#define HI(x) __has_include(x)\n#define Q(x) <x>\n#if HI(Q(h.h))\n",
    ),
    ("has_include, stringized", "#define HI(x) __has_include(#x)\n#if HI(h.h)\n"),
    ("has_include in brackets by a macro", "#define HI(x) __has_include(<x>)\n#if HI(h.h)\n"),
    ("has_include object macro", "#define X __has_include(<h.h>)\n#if X\n"),
    ("has_include name and parens apart", "#define HI __has_include\n#if HI(<h.h>)\n"),
    (
        "has_include, brackets in macros",
        "#define HI __has_include\n#define L <\n#define N h.h>\n#if HI(L N)\n",
    ),
    (
        "has_include, name by a macro",
        "#define N <h.h>\n#define HI(x) __has_include(x)\n#if HI(N)\n",
    ),
    ("a macro of itself", "#define h h\n#define N <h.h>\n#if __has_include(N)\n"),
    (
        "a macro that isn't defined any more",
        "#define h q\n#define N <h.h>\n#undef h\n#if __has_include(N)\n",
    ),
    (
        "a macro that isn't defined any more, for a macro",
        "#define HI(x) __has_include(x)\n#define h q\n#define N <h.h>\n#undef h\n#if HI(N)\n",
    ),
    (
        "next, a macro that is defined later",
        "#define N <h.h>\n#if __has_include_next(N)\n#define h q\n",
    ),
    ("has_include, over lines", "#if __has_include /* a\n */ (<h.h>)\n"),
    ("has_include in a define for its use", "#if defined(A) || \\\n __has_include(\"h.h\")\n"),
    ("the operator pasted", "#define CAT(a, b) a##b\n#if CAT(__has_, include)(<h.h>)\n"),
    ("the operator pasted in a macro", "#define ASK(a) __has_##a(<h.h>)\n#if ASK(include)\n"),
    (
        "a macro of the operator pasted",
        "#define HAS_FILE(x) __has_include(x)\n#define Q(x) <x>\n#define CAT(a, b) a##b\n#if CAT(HAS_, FILE)(Q(h.h))\n",
    ),
    ("pasted by a digraph", "#define CAT(a, b) a%:%:b\n#if CAT(__has_, include)(<h.h>)\n"),
    ("the brackets by a macro", "#define L (<h.h>)\n#if __has_include L\n"),
    ("one bracket by a macro", "#define L (\n#if __has_include L <h.h>)\n"),
    ("the name pasted", "#define Q(a, b) <a##b.h>\n#if __has_include(Q(, h))\n"),
    (
        "the name expanded in an argument",
        "#define q h\n#define ID(x) x\n#if ID(__has_include(<q.h>))\n",
    ),
    (
        "the name expanded in an argument that a macro begins",
        "#define q h\n#define ID(x) x\n#define A ID(\n#if A __has_include(<q.h>))\n",
    ),
    (
        "the name expanded in an argument that a macro with parameters begins",
        "#define q h\n#define ID(x) x\n#define A(x) ID(\n#if A(1) __has_include(<q.h>))\n",
    ),
    (
        "the name expanded in an argument of a macro that a macro names",
        "#define q h\n#define ID(x) x\n#define A() ID\n#if A() (__has_include(<q.h>))\n",
    ),
    (
        "the operator pasted by a macro of the compiler",
        "#define E\n#if _NV_CONCAT_EVAL(__has_, include)(<h.h>)\n",
    ),
    (
        "the name expanded for a macro",
        "#define q h\n#define HI(x) __has_include(x)\n#if HI(<q.h>)\n",
    ),
    (
        "the name by the file's own",
        "#define HI(x) __has_include(x)\n#line 1 \"h.h\"\n#if HI(__FILE__)\n",
    ),
    (
        "two macros deep",
        "#define A(x) __has_include(x)\n#define B(x) A(x)\n#define Q(x) <x>\n#if B(Q(h.h))\n",
    ),
    (
        "two clear macros deep",
        "#define A(x) __has_include(x)\n#define B( x ) A( x ) // it\n#if B(<h.h>)\n",
    ),
    (
        "the macro by another name",
        "#define A(x) __has_include(x)\n#define B A\n#define Q(x) <x>\n#if B(Q(h.h))\n",
    ),
    (
        "the macro's brackets by another",
        "#define A(x) __has_include(x)\n#define L (<h.h>)\n#if A L\n",
    ),
    ("in a definition over lines", "#define HI /*\n*/ __has_include(<h.h>)\n#if HI\n"),
    (
        "in a definition with a raw string",
        "#define HI(x) (R\"(\n#if )\", __has_include(<x>))\n#if HI(h.h)\n",
    ),
    ("in an argument over lines", "#define ID(x) x\n#if ID( \\\n __has_include(<h.h>))\n"),
    ("next", "#define HI(x) __has_include_next(x)\n#if HI(<h.h>)\n"),
    (
        "defined pasted away",
        "#define D(x) E##x\n#define Edefined(x) x(<h.h>)\n#if D(defined(__has_include))\n",
    ),
    ("after a name with slashes", "#if __has_include(<a//b>) || __has_include(<h.h>)\n"),
    ("splice of a carriage return", "#define HI __has_\\\r\r\ninclude\n#if HI(<h.h>)\n"),
];

/// Options with which `#include <h.h>` could find it in the folder `{}`.
pub const FOLDERS: &[&[&str]] = &[
    &["-I/nowhere,{}"],
    &["--include-path=/nowhere,{}"],
    &["-I/nowhere;{}"],
    &["-I/nowhere:{}"],
    &["-I\"{}\""],
    &["-I'{}'"],
    &["--include-pat={}"],
    &["-include-path={}"],
    &["-isystem={}"],
    &["-isystem", "{}"],
    &["-idirafter={}"],
    &["--sys_include={}"],
    &["--sys-include={}"],
    &["-DX=1 -I{}"],
    &["-I/nowhere -I{}"],
    &["--include-path", "{}"],
    &["--include-path {}"],
    &["-I\t{}"],
    &["-I= {}"],
    &["-I{} "],
    &["-I{}\n"],
    &["-I", "{} "],
    &["-I  {} "],
    &["--include-path={} "],
    &["--include-path={}\t"],
    &[" -I{}"],
    &["-I", "-I{}"],
    &["--std=c++17", "-I{}"],
    &["-Xcudafe=--include_directory={}"],
    &["-Xcudafe", "--include_directory={}"],
    &["-Xptxas", "-v", "-I{}"],
    &["--ftz", "true", "-I{}"],
    &["-I{}/"],
    &["-I{}/../d"],
    &["-Xcompiler=-I{}"],
    &["@{}/o"],
    &["--options-file={}/o"],
];

/// Options that could include `h.h` in the folder `{}`.
pub const FILES: &[&[&str]] = &[
    &["-imacros={}/h.h"],
    &["--pre-include={}/h.h"],
    &["-include={}/h.h"],
    &["-include", "{}/h.h"],
    &["--preinclude={}/h.h"],
    &["--preinclude", "{}/h.h"],
    &["--pre-include={}/none.h,{}/h.h"],
    &["--pre-include={}/e.h,{}/h.h"],
    &["--pre-include {}/h.h"],
    &["--pre-include={}/h.h "],
    &["--pre-include", "{}/h.h\t"],
    &["-Xcudafe=--preinclude={}/h.h"],
    &["-Xcudafe", "--preinclude={}/h.h"],
    &["--pre-inc={}/h.h"],
    &["-DZ=1\n#include \"{}/h.h\""],
];

/// Options that could ask whether `h.h` exists, or name it, with the source.
pub const DEFINITIONS: &[(&[&str], &str)] = &[
    (&["-DH=<h.h>"], "#include H\n"),
    (&["-DH(x)=<x>"], "#include H(h.h)\n"),
    (&["-DA=__has_include"], "#if A(<h.h>)\n#define V 2\n#endif\n"),
    (&["-DA(x)=__has_include(<x>)"], "#if A(h.h)\n#define V 2\n#endif\n"),
    (
        &["--define-macro=A(x)=__has_include(x)"],
        "#define Q(x) <x>\n#if A(Q(h.h))\n#define V 2\n#endif\n",
    ),
    (&["--std=c++20"], "import <h.h>;\n"),
    (&["--std=c++20"], "module;\n#include <h.h>\nexport module m;\n"),
    (&["-Dh=h"], NAMED),
    (&["-Dh=q", "-Uh"], NAMED),
    (&["-Dh=q", "-U", "h"], NAMED),
    (&["-Dh=q", "-U=h"], NAMED),
    (&["-Dh=q", "--undefine-macro=h"], NAMED),
    (&["-Dh=q", "--undefine-macro", "h"], NAMED),
    (&["-D", "q=h", "-Dh=q"], NAMED),
    (&["-Dp=h", "-D=q=p"], "#define N <q.h>\n#if __has_include(N)\n#define V 2\n#endif\n"),
];

/// Asks for `h.h` by a macro.
const NAMED: &str = "#define N <h.h>\n#if __has_include(N)\n#define V 2\n#endif\n";

/// Name expressions that depend on `h.h`, or could.
pub const EXPRESSIONS: &[&str] = &[
    "f<1>\n#include <h.h>\n__device__ int n = W;\n",
    "f<1>\n#if __has_include(<h.h>)\n__device__ int n = 6;\n#endif\n",
    "f<1>\n#define Q(x) <x>\n#include Q(h.h)\n__device__ int n = W;\n",
    "f<__has_include(<h.h>)>",
    "f<\n#include <h.h>\nW>",
];

/// Variables that could name folders or options.
pub const VARIABLES: &[(&str, &str)] = &[
    ("CPATH", "{}"),
    ("CPLUS_INCLUDE_PATH", "{}"),
    ("C_INCLUDE_PATH", "{}"),
    ("INCLUDE", "{}"),
    ("CPPCX_INCLUDE_PATH", "{}"),
    ("EDG_MODULES_PATH", "{}"),
    ("NVRTC_INCLUDE_PATH", "{}"),
    ("NVRTC_PREPEND_FLAGS", "-I{}"),
    ("NVCC_APPEND_FLAGS", "-I{}"),
    ("NVCC_PREPEND_FLAGS", "-I{}"),
];

/// The name of a file, and its text.
type File = (&'static str, &'static str);

/// Options, sources, the files before a change, and the file that changes.
pub const FOUND: &[(&[&str], &str, &[File], File)] = &[
    (
        &[],
        "#include \"d/a/a.h\"\n",
        &[
            ("d/a/a.h", "#include \"../b/b.h\"\n"),
            ("d/b/b.h", "#include \"c.h\"\n"),
            ("d/a/c.h", "#define V 1\n"),
        ],
        ("d/a/c.h", "#define V 2\n"),
    ),
    (
        &[],
        "#include <a/a.h>\n",
        &[
            ("d/a/a.h", "#include <b/b.h>\n"),
            ("d/b/b.h", "#include \"c.h\"\n"),
            ("d/a/c.h", "#define V 1\n"),
        ],
        ("d/a/c.h", "#define V 2\n"),
    ),
    (&[], "#include <h.h>\n", &[("d/h.h", "#define V 1\n")], ("d/h.h.stdh", "#define V 2\n")),
    (&[], "#include <h>\n", &[("d/h.stdh", "#define V 1\n")], ("d/h.stdh", "#define V 2\n")),
    (
        &[],
        "#include <ask.h>\n#if HAS(QUOTED(h.h))\n#define V 2\n#endif\n",
        &[("d/ask.h", "#define HAS(x) __has_include(x)\n#define QUOTED(x) <x>\n")],
        ("d/h.h", ""),
    ),
    (
        &[],
        "#define __has_what(x) x\n#include <ask.h>\n#if CAT(__has_, include)(<h.h>)\n#define V 2\n#endif\n",
        &[("d/ask.h", "#define CAT(a, b) a##b\n")],
        ("d/h.h", ""),
    ),
    (
        &[],
        "#include <use.h>\n",
        &[
            ("d/use.h", "#include <ask.h>\n#define N <h.h>\n#if HAS(N)\n#define V 2\n#endif\n"),
            ("d/ask.h", "#define HAS(x) __has_include(x)\n"),
        ],
        ("d/h.h", ""),
    ),
    (
        &[],
        "const unsigned char bytes[] = {\n#embed <h.h>\n};\n#define V bytes[10]\n",
        &[("d/h.h", "#define V 1\n")],
        ("d/h.h", "#define V 2\n"),
    ),
    (
        &[],
        "#define N <a->b.h>\n#include N\n",
        &[("d/a->b.h", "#define V 1\n"), ("d/a-", "#define V 3\n")],
        ("d/a->b.h", "#define V 2\n"),
    ),
    (
        &[],
        "#define N <a>>b.h>\n#include N\n",
        &[("d/a>>b.h", "#define V 1\n"), ("d/a", "#define V 3\n")],
        ("d/a>>b.h", "#define V 2\n"),
    ),
    (
        &[],
        "#define N <NULL.h>\n#include N\n",
        &[("d/0.h", "#define V 1\n"), ("d/NULL.h", "#define V 3\n")],
        ("d/0.h", "#define V 2\n"),
    ),
    (
        &[],
        "#define N <a/__LP64__.h>\n#include N\n#define __LP64__ 2\n",
        &[("d/a/1.h", "#define V 1\n")],
        ("d/a/1.h", "#define V 2\n"),
    ),
    (
        &[],
        "#define E\n#define N <a E b/h.h>\n#include N\n",
        &[("d/a b/h.h", "#define V 1\n")],
        ("d/a b/h.h", "#define V 2\n"),
    ),
    (
        &["--pre-include={}/a\"b.h"],
        "",
        &[("d/a\"b.h", "#define V 1\n")],
        ("d/a\"b.h", "#define V 2\n"),
    ),
    (
        &["--pre-include={}/a\nb.h"],
        "",
        &[("d/a\nb.h", "#define V 1\n")],
        ("d/a\nb.h", "#define V 2\n"),
    ),
];
