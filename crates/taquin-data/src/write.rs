//! Labels as a Parquet file.
//!
//! Columns: `board` (a list of as many bytes as cells, 0 for the blank), `distance` (null where a limit ended the proof, or there
//! is no solution), `lower_bound` (proven, null where there is no solution), `solvable`, `optimal_moves` (a mask: 1 up, 2 down, 4
//! left, 8 right, as the tile travels; null where unknown), the bounds of the ladder, `split` (0 train, 1 validation, 2 test).
//!
//! Tiles and distances take few different values, so they are kept as numbers into a dictionary, packed in as many bits as those
//! need: a 4×4 board takes about ten bytes, with no codec to compile or to wait for.

use std::io::Write;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, FixedSizeListArray, RecordBatch, UInt8Array, UInt16Array};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use taquin_core::batch::Boards;
use taquin_solve::bulk::{Labels, UNKNOWN, UNSOLVABLE};

use crate::Spec;

/// Boards in a group of rows.
const ROWS: usize = 1 << 17;

/// Everything that is known of the boards of a shard.
pub(crate) struct Table<'a> {
    pub spec: &'a Spec,
    pub shard: u64,
    pub boards: Boards<'a>,
    pub labels: Labels,
    /// Bounds by name, `u32::MAX` where there is no solution.
    pub ladder: Vec<(String, Vec<u32>)>,
    pub splits: Vec<u8>,
}

impl Table<'_> {
    fn batch(&self) -> Result<RecordBatch, parquet::errors::ParquetError> {
        let cells = self.boards.shape().cells() as i32;
        let item = Arc::new(Field::new("item", DataType::UInt8, false));
        let tiles = UInt8Array::from(self.boards.as_bytes().to_vec());
        let boards = FixedSizeListArray::try_new(Arc::clone(&item), cells, Arc::new(tiles), None)?;
        let distances = &self.labels.distances;
        let known = |&distance: &u8| (distance < UNSOLVABLE).then_some(distance);
        let bound = |(&bound, &distance): (&u8, &u8)| (distance != UNSOLVABLE).then_some(bound);
        let distance: UInt8Array = distances.iter().map(known).collect();
        let lower: UInt8Array = self.labels.bounds.iter().zip(distances).map(bound).collect();
        let solvable: BooleanArray = distances.iter().map(|&distance| Some(distance != UNSOLVABLE)).collect();
        let mut fields = vec![
            Field::new("board", DataType::FixedSizeList(item, cells), false),
            Field::new("solvable", DataType::Boolean, false),
            Field::new("distance", DataType::UInt8, true),
            Field::new("lower_bound", DataType::UInt8, true),
        ];
        let mut columns: Vec<ArrayRef> =
            vec![Arc::new(boards), Arc::new(solvable), Arc::new(distance), Arc::new(lower)];
        if self.spec.moves {
            // The goal has no slide to begin with, which is known; a mask of 0 elsewhere was not worked out.
            let mask = |(&mask, &distance): (&u8, &u8)| match distance {
                0 => Some(0),
                UNSOLVABLE | UNKNOWN => None,
                _ => Some(mask).filter(|&mask| mask != 0),
            };
            let masks: UInt8Array = self.labels.moves.iter().zip(distances).map(mask).collect();
            fields.push(Field::new("optimal_moves", DataType::UInt8, true));
            columns.push(Arc::new(masks));
        }
        for (name, bounds) in &self.ladder {
            let column: UInt16Array = bounds.iter().map(|&bound| u16::try_from(bound).ok()).collect();
            fields.push(Field::new(name.replace('-', "_"), DataType::UInt16, true));
            columns.push(Arc::new(column));
        }
        fields.push(Field::new("split", DataType::UInt8, false));
        columns.push(Arc::new(UInt8Array::from(self.splits.clone())));
        Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)?)
    }

    /// Writes the file: the same table, the same bytes.
    pub(crate) fn write(&self, out: &mut (dyn Write + Send)) -> Result<(), parquet::errors::ParquetError> {
        let batch = self.batch()?;
        let about = serde_json::to_string(self.spec).unwrap_or_default();
        let say = |key: &str, value: String| KeyValue::new(format!("taquin.{key}"), value);
        let properties = WriterProperties::builder()
            .set_created_by(format!("taquin {}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::UNCOMPRESSED)
            .set_dictionary_enabled(true)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_max_row_group_row_count(Some(ROWS))
            .set_key_value_metadata(Some(vec![
                say("version", env!("CARGO_PKG_VERSION").into()),
                say("dataset", about),
                say("shard", self.shard.to_string()),
                say("size", self.spec.size.clone()),
                say("goal", self.spec.goal.clone()),
                say("metric", self.spec.metric.clone()),
            ]))
            .build();
        let mut writer = ArrowWriter::try_new(out, batch.schema(), Some(properties))?;
        writer.write(&batch)?;
        writer.close()?;
        Ok(())
    }
}
