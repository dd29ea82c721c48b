//! The arrays of `cuda-awkward`: their C++ types say what they are in Rust.

use crate::types::{number, split};

/// A class that has no name in Rust, as `Structure` names it in C++.
#[derive(Debug)]
pub(crate) struct UnnamedClass(pub(crate) String);

/// Returns the Rust type of a kernel's parameter `awkward::List<…>`; `None` for any other type.
///
/// `record` returns the Rust type of the class whose columns are a given one.
pub(crate) fn view(
    cpp: &str,
    record: &dyn Fn(&str) -> Option<String>,
) -> Option<Result<String, UnnamedClass>> {
    let element = template(cpp, "List")?;
    let view = |element_type| format!("::cuda_awkward::view::View<{element_type}>");
    Some(entry(element, record).map(view))
}

/// Returns the Rust type of a field `awkward::Column<…>`; `None` for any other type.
pub(crate) fn column(cpp: &str, record: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let column = entry(template(cpp, "Column")?, record).ok()?;
    Some(format!("<{column} as ::cuda_awkward::view::Entry>::Column"))
}

/// Returns the Rust type of entries.
fn entry(cpp: &str, record: &dyn Fn(&str) -> Option<String>) -> Result<String, UnnamedClass> {
    if let Some(of) = template(cpp, "List") {
        return Ok(format!("::cuda_awkward::view::List<{}>", entry(of, record)?));
    }
    if let Some(of) = template(cpp, "Option") {
        return Ok(format!("::core::option::Option<{}>", entry(of, record)?));
    }
    if let Some(of) = template(cpp, "Complex") {
        return Ok(format!("[{}; 2]", entry(of, record)?));
    }
    if let Some(of) = template(cpp, "Record") {
        let parts = split(of).into_iter().map(|part| entry(part, record));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        return Ok(format!("({},)", parts.join(", ")));
    }
    match number(cpp) {
        _ if cpp == "awkward::Half" => Ok("::half::f16".to_owned()),
        Some((rust, _)) => Ok(rust.to_owned()),
        None => {
            let column = format!("awkward::Column<{cpp}>");
            record(&column).ok_or(UnnamedClass(column))
        }
    }
}

/// Returns the arguments of a template of the namespace `awkward`.
fn template<'t>(cpp: &'t str, name: &str) -> Option<&'t str> {
    let arguments = cpp.strip_prefix("awkward::")?.strip_prefix(name)?;
    Some(arguments.strip_prefix('<')?.strip_suffix('>')?.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn muon(cpp: &str) -> Option<String> {
        (cpp == "awkward::Column<Muon>").then(|| "crate::Muon".to_owned())
    }

    fn view_of(cpp: &str) -> Option<String> {
        view(cpp, &muon)?.ok()
    }

    #[test]
    fn the_type_of_an_array_in_cpp_is_that_of_its_view_in_rust() {
        for (cpp, rust) in [
            ("float", "f32"),
            ("bool", "bool"),
            ("awkward::Half", "::half::f16"),
            ("awkward::Complex<double>", "[f64; 2]"),
            (
                "awkward::List<awkward::List<long long> >",
                "::cuda_awkward::view::List<::cuda_awkward::view::List<i64>>",
            ),
            (
                "awkward::Record<int, awkward::Option<awkward::Record<float, bool>>>",
                "(i32, ::core::option::Option<(f32, bool,)>,)",
            ),
            ("awkward::List<Muon>", "::cuda_awkward::view::List<crate::Muon>"),
        ] {
            let cpp = format!("awkward::List<{cpp}>");
            let expected = format!("::cuda_awkward::view::View<{rust}>");
            assert_eq!(view_of(&cpp), Some(expected), "{cpp}");
        }
    }

    #[test]
    fn a_record_without_a_name_in_rust_is_an_error_that_says_which_class_to_name() {
        let problem = view("awkward::List<awkward::List<Jet>>", &muon);
        let Some(Err(UnnamedClass(name))) = problem else {
            panic!("it was accepted");
        };
        assert_eq!(name, "awkward::Column<Jet>");
        assert!(view("Muon", &muon).is_none());
        assert!(view("std::List<float>", &muon).is_none());
    }

    #[test]
    fn the_columns_of_a_record_have_the_types_of_its_fields() {
        let column = column("awkward::Column<awkward::List<Muon> >", &muon);
        assert_eq!(
            column.as_deref(),
            Some(
                "<::cuda_awkward::view::List<crate::Muon> as ::cuda_awkward::view::Entry>::Column"
            )
        );
    }
}
