//! Formatting of numbers and tables.

use mekong_core::{Lang, say};
use mekong_terminal::render::wrap;

/// A number with thousands separators: commas in English, narrow no-break spaces in French.
pub(super) fn number(value: u64, lang: Lang) -> String {
    let separator = match lang {
        Lang::En => ',',
        Lang::Fr => '\u{202f}',
    };
    let digits = value.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(separator);
        }
        out.push(digit);
    }
    out
}

/// A percentage with one decimal, or more for small values.
pub(super) fn percent(part: u64, whole: u64, lang: Lang) -> String {
    let share = 100.0 * part as f64 / whole as f64;
    let decimals = if share >= 1.0 {
        1
    } else if share >= 0.01 {
        2
    } else {
        3
    };
    let text = lang.decimal(share, decimals);
    say!(lang, "{text}%", "{text}\u{202f}%")
}

/// A paragraph, wrapped.
pub(super) fn paragraph(text: &str) -> String {
    wrap(&text.replace('\n', " "), 118).join("\n") + "\n"
}

pub(super) fn code(text: &str) -> String {
    format!("`{text}`")
}

/// A table; columns whose heading begins with `>` are right-aligned.
pub(super) fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let titles: Vec<String> = head.iter().map(|title| title.trim_start_matches('>').to_owned()).collect();
    let rule = head.iter().map(|title| if title.starts_with('>') { "---:|" } else { "---|" });
    let mut out = line(&titles);
    out.push('|');
    out.extend(rule);
    out.push('\n');
    out.extend(rows.into_iter().map(|row| line(&row)));
    out
}

#[cfg(test)]
mod tests {
    use mekong_core::Lang;

    use super::{number, percent, table};

    #[test]
    fn numbers_are_formatted_by_language() {
        assert_eq!(number(23_442_594, Lang::En), "23,442,594");
        assert_eq!(number(23_442_594, Lang::Fr), "23\u{202f}442\u{202f}594");
        assert_eq!(number(999, Lang::En), "999");
        assert_eq!(percent(1, 3, Lang::En), "33.3%");
        assert_eq!(percent(1, 800, Lang::Fr), "0,12\u{202f}%");
        assert_eq!(percent(1, 100_000, Lang::En), "0.001%");
    }

    #[test]
    fn tables_have_a_separator_below_the_header() {
        let row = ["a", "1"].map(str::to_owned).to_vec();
        assert_eq!(table(&["name", ">count"], [row]), "| name | count |\n|---|---:|\n| a | 1 |\n");
    }
}
