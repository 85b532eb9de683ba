//! Files with a seal: a magic word and a version in front, a checksum of everything behind.
//!
//! ```text
//! 8 bytes   magic word, says what the file is
//! 4 bytes   version of the format, little-endian like all numbers
//! …         contents
//! 4 bytes   CRC-32 of everything before
//! ```

use std::io::{self, Read, Write};

/// Why a file is not what it should be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It begins with something else.
    #[error("this is not a {0}")]
    Foreign(&'static str),
    /// It was written in another format.
    #[error("{what} of format {found}, this program reads format {expected}; make it again")]
    Version {
        /// What the file is.
        what: &'static str,
        /// The version in the file.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// It is shorter or longer than it says, or its checksum is wrong.
    #[error("the {what} is damaged: {how}; make it again")]
    Damaged {
        /// What the file is.
        what: &'static str,
        /// How that was seen.
        how: &'static str,
    },
    /// It belongs to another census.
    #[error("the {what} is of {found}, not of {expected}")]
    Other {
        /// What the file is.
        what: &'static str,
        /// What it is of.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// What it describes does not fit into the memory.
    #[error(transparent)]
    Census(#[from] super::CensusError),
}

/// What a kind of file is called, and how it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileKind {
    pub(super) name: &'static str,
    pub(super) magic: [u8; 8],
    pub(super) version: u32,
}

/// Writes a sealed file.
pub(super) struct Writer<'a> {
    out: &'a mut dyn Write,
    sum: crc32fast::Hasher,
}

impl<'a> Writer<'a> {
    pub(super) fn new(kind: FileKind, out: &'a mut dyn Write) -> io::Result<Writer<'a>> {
        let mut writer = Writer { out, sum: crc32fast::Hasher::new() };
        writer.bytes(&kind.magic)?;
        writer.number(kind.version)?;
        Ok(writer)
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.out.write_all(bytes)
    }

    pub(super) fn number(&mut self, number: u32) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    pub(super) fn words(&mut self, words: &[u64]) -> io::Result<()> {
        let mut buffer = [0; 4096];
        for words in words.chunks(buffer.len() / 8) {
            for (bytes, word) in buffer.chunks_exact_mut(8).zip(words) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            self.bytes(&buffer[..words.len() * 8])?;
        }
        Ok(())
    }

    pub(super) fn seal(self) -> io::Result<()> {
        self.out.write_all(&self.sum.finalize().to_le_bytes())?;
        self.out.flush()
    }
}

/// Reads a sealed file. What was read is to be trusted only once the seal has been seen whole.
pub(super) struct Reader<'a> {
    kind: FileKind,
    input: &'a mut dyn Read,
    sum: crc32fast::Hasher,
}

impl<'a> Reader<'a> {
    pub(super) fn new(kind: FileKind, input: &'a mut dyn Read) -> Result<Reader<'a>, FileError> {
        let mut reader = Reader { kind, input, sum: crc32fast::Hasher::new() };
        let mut magic = [0; 8];
        match reader.bytes(&mut magic) {
            Ok(()) if magic == kind.magic => {}
            Ok(()) | Err(FileError::Damaged { .. }) => return Err(FileError::Foreign(kind.name)),
            Err(error) => return Err(error),
        }
        match reader.number()? {
            version if version == kind.version => Ok(reader),
            found => Err(FileError::Version { what: kind.name, found, expected: kind.version }),
        }
    }

    pub(super) fn damaged(&self, how: &'static str) -> FileError {
        FileError::Damaged { what: self.kind.name, how }
    }

    pub(super) fn bytes(&mut self, bytes: &mut [u8]) -> Result<(), FileError> {
        self.input.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged("it ends too early"),
            _ => FileError::Io(error),
        })?;
        self.sum.update(bytes);
        Ok(())
    }

    pub(super) fn number(&mut self) -> Result<u32, FileError> {
        let mut bytes = [0; 4];
        self.bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    pub(super) fn words(&mut self, words: &mut [u64]) -> Result<(), FileError> {
        let mut buffer = [0; 4096];
        for words in words.chunks_mut(buffer.len() / 8) {
            let bytes = &mut buffer[..words.len() * 8];
            self.bytes(bytes)?;
            for (bytes, word) in bytes.as_chunks().0.iter().zip(words) {
                *word = u64::from_le_bytes(*bytes);
            }
        }
        Ok(())
    }

    pub(super) fn seal(mut self) -> Result<(), FileError> {
        let expected = self.sum.clone().finalize();
        if self.number()? != expected {
            return Err(self.damaged("its checksum is wrong"));
        }
        match self.input.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(self.damaged("something follows its end")),
        }
    }
}
