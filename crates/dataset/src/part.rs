//! The rows of a part, and their Parquet file.

use std::{fs::File, io, path::Path, sync::Arc};

use parquet::{
    basic::{Compression, ZstdLevel},
    column::writer::ColumnWriter,
    data_type::ByteArray,
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::{WriterProperties, WriterPropertiesPtr},
        writer::SerializedFileWriter,
    },
    schema::parser::parse_message_type,
};

use crate::{Column, ColumnKind, schema::message_type};

/// Prefix of the names of unfinished files, which readers of datasets skip.
pub(crate) const UNFINISHED_PREFIX: &str = ".part-";

/// The values of a column.
#[derive(Debug)]
pub(crate) enum Values {
    Text(Vec<ByteArray>),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Float(Vec<f32>),
    Bool(Vec<bool>),
}

/// A value of a row; `None` if it is missing.
#[derive(Debug)]
pub(crate) enum ColumnValue {
    None,
    Text(String),
    Int(i64),
    Float(f32),
    Bool(bool),
}

impl From<String> for ColumnValue {
    fn from(text: String) -> ColumnValue {
        ColumnValue::Text(text)
    }
}

impl From<&str> for ColumnValue {
    fn from(text: &str) -> ColumnValue {
        ColumnValue::Text(text.to_owned())
    }
}

impl From<i64> for ColumnValue {
    fn from(number: i64) -> ColumnValue {
        ColumnValue::Int(number)
    }
}

impl From<bool> for ColumnValue {
    fn from(flag: bool) -> ColumnValue {
        ColumnValue::Bool(flag)
    }
}

impl<T: Into<ColumnValue>> From<Option<T>> for ColumnValue {
    fn from(value: Option<T>) -> ColumnValue {
        value.map_or(ColumnValue::None, Into::into)
    }
}

/// The rows of one part, column by column.
#[derive(Debug)]
pub(crate) struct Rows {
    columns: &'static [Column],
    values: Vec<Values>,
    /// For each column, 1 for a value and 0 for a missing one.
    present: Vec<Vec<i16>>,
    count: usize,
}

impl Rows {
    pub(crate) fn new(columns: &'static [Column]) -> Rows {
        let values = columns.iter().map(|column| match column.kind {
            ColumnKind::Text => Values::Text(Vec::new()),
            ColumnKind::Int8 | ColumnKind::Int16 | ColumnKind::Int32 => Values::Int32(Vec::new()),
            ColumnKind::Int64 => Values::Int64(Vec::new()),
            ColumnKind::Float => Values::Float(Vec::new()),
            ColumnKind::Bool => Values::Bool(Vec::new()),
        });
        Rows { columns, values: values.collect(), present: vec![Vec::new(); columns.len()], count: 0 }
    }

    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// Appends a row with a value per column.
    ///
    /// # Panics
    /// If a value does not have the type of its column, or is missing where it may not be.
    pub(crate) fn push<const N: usize>(&mut self, row: [ColumnValue; N]) {
        assert_eq!(N, self.columns.len(), "a value per column");
        for (index, value) in row.into_iter().enumerate() {
            let column = &self.columns[index];
            let present = !matches!(value, ColumnValue::None);
            assert!(present || column.optional, "{} is missing", column.name);
            self.present[index].push(present.into());
            match (&mut self.values[index], value) {
                (_, ColumnValue::None) => {}
                (Values::Text(values), ColumnValue::Text(text)) => values.push(text.into_bytes().into()),
                (Values::Int32(values), ColumnValue::Int(number)) => {
                    values.push(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
                }
                (Values::Int64(values), ColumnValue::Int(number)) => values.push(number),
                (Values::Float(values), ColumnValue::Float(number)) => values.push(number),
                (Values::Bool(values), ColumnValue::Bool(flag)) => values.push(flag),
                (_, value) => panic!("{} cannot hold {value:?}", column.name),
            }
        }
        self.count += 1;
    }

    /// Writes a Parquet file completely or not at all.
    pub(crate) fn write(&self, path: &Path, settings: &str) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(UNFINISHED_PREFIX);
        // The usual permissions of new files; the default of temporary files is the owner only.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder)?;
        self.write_file(file.as_file(), settings).map_err(io_error)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }

    fn write_file(&self, file: &File, settings: &str) -> Result<(), ParquetError> {
        let schema = Arc::new(parse_message_type(&message_type(self.columns))?);
        let mut writer = SerializedFileWriter::new(file, schema, properties(settings)?)?;
        let mut group = writer.next_row_group()?;
        let mut index = 0;
        while let Some(mut column) = group.next_column()? {
            let levels = self.columns[index].optional.then_some(self.present[index].as_slice());
            match (column.untyped(), &self.values[index]) {
                (ColumnWriter::ByteArrayColumnWriter(writer), Values::Text(values)) => {
                    writer.write_batch(values, levels, None)?
                }
                (ColumnWriter::Int32ColumnWriter(writer), Values::Int32(values)) => {
                    writer.write_batch(values, levels, None)?
                }
                (ColumnWriter::Int64ColumnWriter(writer), Values::Int64(values)) => {
                    writer.write_batch(values, levels, None)?
                }
                (ColumnWriter::FloatColumnWriter(writer), Values::Float(values)) => {
                    writer.write_batch(values, levels, None)?
                }
                (ColumnWriter::BoolColumnWriter(writer), Values::Bool(values)) => {
                    writer.write_batch(values, levels, None)?
                }
                _ => {
                    return Err(ParquetError::General(
                        "a column does not have the type of its schema".into(),
                    ));
                }
            };
            column.close()?;
            index += 1;
        }
        group.close()?;
        writer.close()?;
        Ok(())
    }
}

fn properties(settings: &str) -> Result<WriterPropertiesPtr, ParquetError> {
    let settings = KeyValue::new("mekong".to_owned(), settings.to_owned());
    let builder = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_created_by(concat!("mekong ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(vec![settings]));
    Ok(Arc::new(builder.build()))
}

/// The I/O error in an error of Parquet.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
