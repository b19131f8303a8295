/// A column of a dataset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// The name in the files and in Python.
    pub name: &'static str,
    /// The type of its values.
    pub kind: ColumnKind,
    /// Whether values may be missing.
    pub optional: bool,
    /// A description of its values.
    pub description: &'static str,
}

impl Column {
    pub(crate) const fn new(name: &'static str, kind: ColumnKind, description: &'static str) -> Column {
        Column { name, kind, optional: false, description }
    }

    pub(crate) const fn optional(name: &'static str, kind: ColumnKind, description: &'static str) -> Column {
        Column { name, kind, optional: true, description }
    }
}

/// The type of the values of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// Text in UTF-8.
    Text,
    /// A signed integer of 8 bits.
    Int8,
    /// A signed integer of 16 bits.
    Int16,
    /// A signed integer of 32 bits.
    Int32,
    /// A signed integer of 64 bits.
    Int64,
    /// A floating-point number of 32 bits.
    Float,
    /// True or false.
    Bool,
}

impl ColumnKind {
    /// The type in the language of Parquet schemas: the physical type and the annotation.
    const fn parquet(self) -> (&'static str, &'static str) {
        match self {
            ColumnKind::Text => ("BYTE_ARRAY", " (STRING)"),
            ColumnKind::Int8 => ("INT32", " (INTEGER(8,true))"),
            ColumnKind::Int16 => ("INT32", " (INTEGER(16,true))"),
            ColumnKind::Int32 => ("INT32", ""),
            ColumnKind::Int64 => ("INT64", ""),
            ColumnKind::Float => ("FLOAT", ""),
            ColumnKind::Bool => ("BOOLEAN", ""),
        }
    }
}

/// The schema as a message type of Parquet.
pub(crate) fn message_type(columns: &[Column]) -> String {
    let fields = columns.iter().map(|column| {
        let repetition = if column.optional { "OPTIONAL" } else { "REQUIRED" };
        let (physical, annotation) = column.kind.parquet();
        format!("{repetition} {physical} {}{annotation};", column.name)
    });
    format!("message mekong {{ {} }}", fields.collect::<Vec<_>>().join(" "))
}
