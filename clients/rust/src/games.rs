//! The messages of the games, and how they come out of `google.protobuf.Any`.

use prost::{Message, Name};
use prost_types::Any;

use crate::error::Error;

/// The messages and the map of Northgard: Uncharted Lands.
pub mod northgard {
    pub use crate::maps::{MapBorder, MapBuilding, MapTerritory, NorthgardMap};
    pub use crate::pb::lawspeaker::northgard::v1::option::Verb;
    pub use crate::pb::lawspeaker::northgard::v1::*;

    /// The view as a map.
    ///
    /// # Panics
    ///
    /// If the view is of another match than the catalogue, which no view of a referee is.
    #[must_use]
    pub fn map<'a>(view: &'a View, catalogue: &'a Catalogue) -> NorthgardMap<'a> {
        NorthgardMap::new(view, catalogue)
    }
}

/// The messages and the map of Clansmen.
pub mod clansmen {
    pub use crate::maps::{ClansmenMap, MapHex, MapPerson, MapStructure};
    pub use crate::pb::lawspeaker::clansmen::v1::option::Verb;
    pub use crate::pb::lawspeaker::clansmen::v1::*;

    /// The view as a map.
    ///
    /// # Panics
    ///
    /// If the view is of another match than the catalogue, which no view of a referee is.
    #[must_use]
    pub fn map<'a>(view: &'a View, catalogue: &'a Catalogue) -> ClansmenMap<'a> {
        ClansmenMap::new(view, catalogue)
    }
}

/// The messages and the map of Pax Viking.
pub mod pax_viking {
    pub use crate::maps::{MapNode, MapPost, PaxVikingMap};
    pub use crate::pb::lawspeaker::pax_viking::v1::option::Verb;
    pub use crate::pb::lawspeaker::pax_viking::v1::*;

    /// The view as a map.
    ///
    /// # Panics
    ///
    /// If the view is of another match than the catalogue, which no view of a referee is.
    #[must_use]
    pub fn map<'a>(view: &'a View, catalogue: &'a Catalogue) -> PaxVikingMap<'a> {
        PaxVikingMap::new(view, catalogue)
    }
}

/// The verbs of a game: what its options say, such as `Verb::PlayCard`.
///
/// For a game whose stubs are your own, implement it for the verbs inside its `Options`.
pub trait GameOption: Sized {
    /// The message that holds the options.
    type Options: Message + Name + Default;

    /// The verbs in the order of their indices; None for one that the stubs do not know.
    fn verbs(options: Self::Options) -> Vec<Option<Self>>;
}

impl GameOption for northgard::Verb {
    type Options = northgard::Options;

    fn verbs(options: Self::Options) -> Vec<Option<Self>> {
        options.options.into_iter().map(|option| option.verb).collect()
    }
}

impl GameOption for clansmen::Verb {
    type Options = clansmen::Options;

    fn verbs(options: Self::Options) -> Vec<Option<Self>> {
        options.options.into_iter().map(|option| option.verb).collect()
    }
}

impl GameOption for pax_viking::Verb {
    type Options = pax_viking::Options;

    fn verbs(options: Self::Options) -> Vec<Option<Self>> {
        options.options.into_iter().map(|option| option.verb).collect()
    }
}

/// The message inside.
///
/// # Errors
///
/// [`Error::UnknownMessage`] if it is another one, or damaged.
pub fn unpack<M: Message + Name + Default>(packed: Option<&Any>) -> Result<M, Error> {
    let packed = packed.ok_or_else(|| {
        Error::UnknownMessage(format!(
            "the referee sent nothing where {} was asked for",
            M::full_name()
        ))
    })?;
    let name = packed.type_url.rsplit('/').next().unwrap_or_default();
    if name != M::full_name() {
        return Err(Error::UnknownMessage(format!(
            "the referee sent {name} where {} was asked for: look at match_info().game() first",
            M::full_name()
        )));
    }
    M::decode(packed.value.as_slice())
        .map_err(|error| Error::UnknownMessage(format!("a message {name} cannot be read: {error}")))
}

/// The verbs inside a game's Options message, by index; none if there is no message.
///
/// # Errors
///
/// [`Error::UnknownMessage`] for another game's, or a verb that the stubs do not know.
pub fn unpack_options<V: GameOption>(packed: Option<&Any>) -> Result<Vec<V>, Error> {
    let Some(packed) = packed.filter(|packed| !packed.type_url.is_empty()) else {
        return Ok(Vec::new());
    };
    let known = |verb: Option<V>| {
        verb.ok_or_else(|| {
            let name = V::Options::full_name();
            Error::UnknownMessage(format!(
                "an option of {name} is not known: upgrade lawspeaker-bot"
            ))
        })
    };
    V::verbs(unpack(Some(packed))?).into_iter().map(known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(error: &Error) -> String {
        assert!(matches!(error, Error::UnknownMessage(_)));
        error.to_string()
    }

    #[test]
    fn a_message_comes_out_as_it_went_in() {
        let view = northgard::View { seat: 3, kaija: -2, ..Default::default() };
        let packed = Any::from_msg(&view).unwrap();
        assert_eq!(unpack::<northgard::View>(Some(&packed)).unwrap(), view);
    }

    #[test]
    fn another_games_message_is_an_error_with_both_names() {
        let packed = Any::from_msg(&northgard::View::default()).unwrap();
        let text = told(&unpack::<clansmen::View>(Some(&packed)).unwrap_err());
        assert!(text.contains("lawspeaker.northgard.v1.View"), "{text}");
        assert!(text.contains("lawspeaker.clansmen.v1.View"), "{text}");
    }

    #[test]
    fn damage_and_absence_are_errors() {
        let mut packed = Any::from_msg(&northgard::View::default()).unwrap();
        packed.value = vec![0xff];
        told(&unpack::<northgard::View>(Some(&packed)).unwrap_err());
        told(&unpack::<northgard::View>(None).unwrap_err());
    }

    #[test]
    fn options_come_out_as_verbs() {
        let pass = northgard::Verb::Pass(northgard::Pass {});
        let option = northgard::Option { verb: Some(pass.clone()) };
        let packed = Any::from_msg(&northgard::Options { options: vec![option] }).unwrap();
        assert_eq!(unpack_options::<northgard::Verb>(Some(&packed)).unwrap(), [pass]);
        assert!(unpack_options::<northgard::Verb>(None).unwrap().is_empty());
    }

    #[test]
    fn a_verb_of_a_later_version_is_an_error() {
        let option = northgard::Option { verb: None };
        let packed = Any::from_msg(&northgard::Options { options: vec![option] }).unwrap();
        let text = told(&unpack_options::<northgard::Verb>(Some(&packed)).unwrap_err());
        assert!(text.contains("upgrade"), "{text}");
    }

    /// A game that is not ours, its stubs written by hand.
    #[derive(Clone, PartialEq, Message)]
    struct Guess {
        #[prost(uint32, tag = "1")]
        number: u32,
    }

    impl Name for Guess {
        const NAME: &'static str = "Guess";
        const PACKAGE: &'static str = "example.guessing.v1";
    }

    #[test]
    fn a_third_partys_message_needs_nothing_but_its_stubs() {
        let packed = Any::from_msg(&Guess { number: 9 }).unwrap();
        assert_eq!(unpack::<Guess>(Some(&packed)).unwrap().number, 9);
    }
}
