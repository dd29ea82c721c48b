//! How PTX that a compiler wrote is committed.

/// The length of lines, but for longer statements.
const WIDTH: usize = 120;

/// Returns PTX with its statements side by side, without comments and empty lines: `sed 's/; /;\n/g'` undoes it.
///
/// Functions, variables and labels begin lines.
#[must_use]
pub fn packed(ptx: &str) -> String {
    let (mut text, mut line) = (String::with_capacity(ptx.len()), String::new());
    let (mut depth, mut was_brace) = (0usize, true);
    for piece in ptx.lines().map(tidied).filter(|piece| !piece.is_empty()) {
        let is_brace = (depth, piece.as_str()) == (0, "{") || (depth, piece.as_str()) == (1, "}");
        let begins = match depth {
            0 => piece.starts_with('.') && !piece.starts_with(".param"),
            _ => is_label(&piece),
        };
        let is_close = line.ends_with('(') || piece.starts_with([')', ';']);
        let joint = if is_close { "" } else { " " };
        let is_full = line.len() + joint.len() + piece.len() > WIDTH;
        if was_brace || is_brace || begins || is_full {
            end(&mut text, &mut line);
        } else {
            line += joint;
        }
        line += &piece;
        depth += piece.matches('{').count();
        depth = depth.saturating_sub(piece.matches('}').count());
        was_brace = is_brace;
    }
    end(&mut text, &mut line);
    text
}

fn end(text: &mut String, line: &mut String) {
    if !line.is_empty() {
        text.push_str(line);
        text.push('\n');
        line.clear();
    }
}

/// Returns a line without its comment, and with single spaces.
fn tidied(line: &str) -> String {
    if line.contains('"') {
        return line.trim().to_owned();
    }
    let code = line.split("//").next().unwrap_or_default();
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_label(piece: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '$' | '_');
    piece.trim_start_matches(is_of_name).starts_with(':') && !piece.starts_with(':')
}

#[cfg(test)]
mod tests {
    #[test]
    fn packed_ptx_is_the_same_statements_in_fewer_lines() {
        let ptx = "//\n// NVVM\n.version 7.8\n.target sm_52\n\n.visible .entry f(\n\t.param .u64 f_param_0,\n\t.param .u32 g\n)\n\
            {\n\t.reg .b32 \t%r<9>;\n\n$L__BB0_1:\n\t{ // callseq 0, 0\n\tcall.uni \n\tg, \n\t(\n\t);\n\t} // callseq 0\n\
            \tbra \t$L__BB0_1;\n$L__BB0_2:\n\tret;\n\n}\n";
        let packed = super::packed(ptx);
        let expected = ".version 7.8\n.target sm_52\n.visible .entry f(.param .u64 f_param_0, .param .u32 g)\n{\n.reg .b32 %r<9>;\n\
            $L__BB0_1: { call.uni g, (); } bra $L__BB0_1;\n$L__BB0_2: ret;\n}\n";
        assert_eq!(packed, expected);
        assert_eq!(super::packed(&packed), packed);
    }
}
