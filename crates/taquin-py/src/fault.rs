//! Our errors as Python's: the sentence stays, the class is one that people catch.

use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use taquin_solve::bulk::BulkError;
use taquin_solve::census::CensusError;
use taquin_solve::{StopReason, Stopped};

/// Whatever is wrong with what was given.
pub fn value(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Work that ended early.
pub fn stopped(why: StopReason) -> PyErr {
    match why {
        StopReason::Memory => PyMemoryError::new_err("the memory given does not suffice"),
        why => PyRuntimeError::new_err(format!("stopped by {why}")),
    }
}

pub fn solving(error: Stopped) -> PyErr {
    match error.why {
        StopReason::Memory => PyMemoryError::new_err(error.to_string()),
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}

pub fn bulk(error: BulkError) -> PyErr {
    match error {
        BulkError::Stopped(why) => stopped(why),
        BulkError::Census(error) => counting(error),
        BulkError::Device(why) => PyRuntimeError::new_err(why),
        other => value(other),
    }
}

pub fn counting(error: CensusError) -> PyErr {
    match error {
        CensusError::Memory { .. } | CensusError::Refused { .. } => PyMemoryError::new_err(error.to_string()),
        CensusError::Stopped { why, .. } => stopped(why),
        other => value(other),
    }
}
