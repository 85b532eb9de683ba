//! Chained setters, the way whoever is not this crate makes options: `Options::new().threads(4)`.

/// Setters for these public fields. What may be left out takes the value itself or an `Option` of it.
macro_rules! setters {
    ($($field:ident: $type:ty),* $(,)?) => {$(
        #[doc = concat!("The same with other `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(self, $field: $type) -> Self {
            Self { $field: $field.into(), ..self }
        }
    )*};
}
pub(crate) use setters;
