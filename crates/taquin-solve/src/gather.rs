//! Labels of some cells, brought together: by one instruction where the processor has it.

/// The bits a machine gathers fast or slowly: everything that searches and numbers ask of the processor beyond plain arithmetic.
pub(crate) trait Gather: Copy {
    /// The three low bits of each nibble of `ids` at the cells of `set`, the first cell lowest.
    fn order(ids: u64, set: u16) -> u32;
}

/// Plain arithmetic, for every machine.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Gather for Portable {
    #[inline(always)]
    fn order(ids: u64, set: u16) -> u32 {
        let mut left = u32::from(set);
        let mut order = 0;
        let mut shift = 0;
        while left != 0 {
            order |= ((ids >> (4 * left.trailing_zeros())) as u32 & 7) << shift;
            shift += 3;
            left &= left - 1;
        }
        order
    }
}

/// Whether the processor has what the hot loops of the searches are compiled for: BMI1, BMI2, POPCNT and AVX2.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn is_possible() -> bool {
    std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("popcnt")
        && std::arch::is_x86_feature_detected!("avx2")
}

/// The BMI2 instructions of x86-64.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Bmi2;

#[cfg(target_arch = "x86_64")]
impl Gather for Bmi2 {
    #[inline(always)]
    fn order(ids: u64, set: u16) -> u32 {
        use std::arch::x86_64::{_pdep_u64, _pext_u64};
        // SAFETY: whoever runs with this type has asked the processor for BMI2.
        unsafe { _pext_u64(ids, _pdep_u64(u64::from(set), 0x1111_1111_1111_1111) * 7) as u32 }
    }
}
