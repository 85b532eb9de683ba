//! Data sets in files, and censuses by parts: the same two functions that the command line calls.

use std::path::{Path, PathBuf};

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyBytesMethods};
use taquin_data::blocks::{self, BlocksError, Worker};
use taquin_data::{LabelError, Limits, Manifest, Source, Spec, Work, label};
use taquin_solve::census::{FileError, PartError, Share};

use crate::boards::{bytes_of, home_of, metric_of, shape_of};
use crate::fault::{self, value};
use crate::run::{apart_from, oracle, tables};

fn labelling(error: LabelError) -> PyErr {
    match error {
        LabelError::Folder(..) => PyOSError::new_err(error.to_string()),
        LabelError::Bulk(error) => fault::bulk(error),
        LabelError::Stopped(why) => fault::stopped(why),
        other => value(other),
    }
}

fn counting(error: BlocksError) -> PyErr {
    match error {
        BlocksError::Saved(_, FileError::Io(_)) => PyOSError::new_err(error.to_string()),
        BlocksError::Census(error) => fault::counting(error),
        BlocksError::Part(PartError::Stopped(why)) => fault::stopped(why),
        BlocksError::Corridor(_) => value(error),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}

/// What a data set is made with; the boards that are given stand for themselves.
fn read(py: Python<'_>, spec: &str, given: &[u8]) -> PyResult<Spec> {
    let mut spec: Spec = serde_json::from_str(spec).map_err(value)?;
    if let Source::Given { .. } = spec.source {
        let shape = spec.size.parse().map_err(value)?;
        let checked = apart_from(py, None, |monitor| Spec::given(shape, given, monitor))?;
        spec.source = checked.map_err(labelling)?;
    }
    Ok(spec)
}

fn limits(threads: usize, memory_bytes: u64, device: &str) -> PyResult<Limits> {
    Ok(Limits { threads, memory_bytes, tables: tables(), oracle: oracle(device)? })
}

/// How many shards a data set has.
#[pyfunction]
#[pyo3(signature = (spec, given=None))]
pub fn label_count(py: Python<'_>, spec: &str, given: Option<PyReadonlyArray2<'_, u8>>) -> PyResult<u64> {
    let given = given.as_ref().map(bytes_of).transpose()?.unwrap_or_default();
    read(py, spec, given)?.shards().map_err(labelling)
}

/// Makes one shard, and says its file, whether it was there, its boards and those that a limit left open.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "named on the other side of the border")]
pub fn label_shard(
    py: Python<'_>,
    spec: &str,
    given: Option<PyReadonlyArray2<'_, u8>>,
    folder: PathBuf,
    shard: u64,
    threads: usize,
    memory: u64,
    device: &str,
) -> PyResult<(PathBuf, bool, u64, u64)> {
    let given = given.as_ref().map(bytes_of).transpose()?.unwrap_or_default();
    let (spec, limits) = (read(py, spec, given)?, limits(threads, memory, device)?);
    let work = Work { spec: &spec, given, folder: &folder, limits: &limits };
    let made = apart_from(py, None, |monitor| taquin_data::shard(work, shard, monitor))?;
    let made = made.map_err(labelling)?;
    Ok((made.path, made.skipped, made.boards, made.unknown))
}

/// Writes the manifest, if all shards are there; those that are not.
#[pyfunction]
#[pyo3(signature = (spec, given, folder))]
pub fn label_seal(
    py: Python<'_>,
    spec: &str,
    given: Option<PyReadonlyArray2<'_, u8>>,
    folder: PathBuf,
) -> PyResult<Vec<u64>> {
    let given = given.as_ref().map(bytes_of).transpose()?.unwrap_or_default();
    let spec = read(py, spec, given)?;
    apart_from(py, None, |monitor| Manifest::seal(&folder, &spec, monitor))?.map_err(labelling)
}

/// A census by parts in this process.
#[pyfunction]
pub fn census_in_parts<'py>(
    py: Python<'py>,
    size: (u32, u32),
    goal: &str,
    metric: &str,
    parts: usize,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let share = share_of(size, goal, metric, parts, 0)?;
    let counted = apart_from(py, progress, |monitor| {
        blocks::census(share.shape, share.blank_home, share.metric, parts, threads, monitor)
    })?;
    Ok(counted.map_err(counting)?.counts.into_pyarray(py))
}

/// Makes the shards of a data set that are one worker's, and says: which are missing still, how many files were made and how
/// many were there, how many boards were labelled, how many of them a limit left open.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "named on the other side of the border")]
pub fn label_shards(
    py: Python<'_>,
    spec: &str,
    given: Option<PyReadonlyArray2<'_, u8>>,
    folder: PathBuf,
    share: (u64, u64),
    threads: usize,
    memory: u64,
    device: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Vec<u64>, u64, u64, u64, u64)> {
    let given = given.as_ref().map(bytes_of).transpose()?.unwrap_or_default();
    let (spec, limits) = (read(py, spec, given)?, limits(threads, memory, device)?);
    let work = Work { spec: &spec, given, folder: &folder, limits: &limits };
    let (mut made, mut skipped, mut boards, mut unknown) = (0, 0, 0, 0);
    let missing = apart_from(py, progress, |monitor| {
        label::shards(work, share, monitor, |shard| {
            made += u64::from(!shard.skipped);
            skipped += u64::from(shard.skipped);
            boards += if shard.skipped { 0 } else { shard.boards };
            unknown += shard.unknown;
        })
    })?;
    Ok((missing.map_err(labelling)?, made, skipped, boards, unknown))
}

/// A part of a census.
#[pyclass]
pub struct CensusPart(Worker);

fn share_of(size: (u32, u32), goal: &str, metric: &str, parts: usize, index: usize) -> PyResult<Share> {
    let shape = shape_of(size)?;
    let (_, blank_home) = home_of(goal, shape)?;
    Ok(Share { shape, blank_home, metric: metric_of(metric)?, parts, index })
}

#[pymethods]
impl CensusPart {
    #[new]
    #[allow(clippy::too_many_arguments, reason = "named on the other side of the border")]
    fn new(
        py: Python<'_>,
        size: (u32, u32),
        goal: &str,
        metric: &str,
        parts: usize,
        index: usize,
        threads: usize,
        folder: Option<PathBuf>,
    ) -> PyResult<CensusPart> {
        let share = share_of(size, goal, metric, parts, index)?;
        let made = apart_from(py, None, |monitor| Worker::new(share, threads, folder.as_deref(), monitor))?;
        made.map(CensusPart).map_err(counting)
    }

    /// The depth that was counted last.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.part().depth()
    }

    /// Positions of this part at that depth.
    #[getter]
    fn found(&self) -> u64 {
        self.0.part().found()
    }

    /// Positions of the whole board.
    #[getter]
    fn positions(&self) -> u64 {
        self.0.part().positions()
    }

    /// A message to each part.
    fn export<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let worker = &self.0;
        let messages = apart_from(py, None, |monitor| worker.export(monitor))?.map_err(counting)?;
        Ok(messages.iter().map(|message| PyBytes::new(py, message)).collect())
    }

    /// The next depth, from the messages of all others; how many positions this part has there.
    fn advance(&mut self, py: Python<'_>, messages: Vec<Bound<'_, PyBytes>>) -> PyResult<u64> {
        let messages: Vec<&[u8]> = messages.iter().map(PyBytesMethods::as_bytes).collect();
        let worker = &mut self.0;
        apart_from(py, None, |monitor| worker.advance(&messages, monitor))?.map_err(counting)
    }

    fn save(&self, py: Python<'_>) -> PyResult<()> {
        let worker = &self.0;
        apart_from(py, None, |_| worker.save())?.map_err(counting)
    }

    fn forget_before(&self, depth: u32) {
        self.0.forget_before(depth);
    }

    fn resume(&mut self, py: Python<'_>, depth: u32) -> PyResult<()> {
        let worker = &mut self.0;
        apart_from(py, None, |_| worker.resume(depth))?.map_err(counting)
    }
}

/// The deepest depth that all parts have saved.
#[pyfunction]
pub fn saved_depth(
    folder: PathBuf,
    size: (u32, u32),
    goal: &str,
    metric: &str,
    parts: usize,
) -> PyResult<u32> {
    Ok(blocks::saved_depth(Path::new(&folder), &share_of(size, goal, metric, parts, 0)?))
}
