//! Maps of views: what stands where, what lies beside it, and who is who.
//!
//! A view is flat, so that it is small: columns that run side by side, and -1 for nobody. A map has a
//! value for each place, with what stands there, and None for nobody.

mod clansmen;
mod northgard;
mod pax_viking;

pub use clansmen::{ClansmenMap, MapHex, MapPerson, MapStructure};
pub use northgard::{MapBorder, MapBuilding, MapTerritory, NorthgardMap};
pub use pax_viking::{MapNode, MapPost, PaxVikingMap};

/// The number, or None where it is -1 for nobody or nothing.
fn or_none(number: i32) -> Option<u32> {
    u32::try_from(number).ok()
}

/// The number as a value of a game's enum; `default` for one of a later version.
fn value_of<E: TryFrom<i32>>(number: u32, default: E) -> E {
    let number = i32::try_from(number).unwrap_or(-1);
    E::try_from(number).unwrap_or(default)
}

/// The name of a phase in a game's enum `Phase`, for the word of a view.
fn phase_name(word: &str) -> String {
    format!("PHASE_{}", word.to_uppercase())
}
