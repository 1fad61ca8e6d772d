//! Rules of thumb for Northgard: a function a kind of option says how good it is, in hundredths of
//! a point of fame. All in integers, so that greedy decides the same in every language.

mod cards;
mod map;
mod moving;
mod tiles;

use map::{Land, ROUGH};

use crate::northgard::{
    Build, CardInfo, Catalogue, ChooseClan, Figure, Opponent, PlaceGroup, Recruit, Verb, View,
};
use crate::{Decision, Error};

/// Preferred clans, the favourite first.
const CLANS: [&str; 7] = ["goat", "stag", "raven", "boar", "wolf", "bear", "snake"];

/// A decision with what the rules of thumb need to know about it.
struct Situation<'a> {
    prompt: &'a str,
    land: Land<'a>,
    /// This one included.
    years_left: i64,
}

impl Situation<'_> {
    fn card(&self, card: u32) -> &CardInfo {
        &self.land.catalogue.cards[card as usize]
    }
}

/// How good each option of the decision is.
pub fn scores(decision: &Decision) -> Result<Vec<i64>, Error> {
    let (view, catalogue) = (decision.view::<View>()?, decision.catalogue::<Catalogue>()?);
    let situation = Situation {
        prompt: decision.prompt(),
        land: Land::new(&view, &catalogue, view.seat.into()),
        years_left: i64::from(view.years) - i64::from(view.year) + 1,
    };
    Ok(decision.options()?.iter().map(|verb| score(&situation, verb)).collect())
}

fn score(s: &Situation, verb: &Verb) -> i64 {
    match verb {
        Verb::ChooseClan(option) => clan(s, option),
        Verb::PlaceGroup(option) => group(s, option),
        Verb::PlaceTile(option) => 20 + tiles::gain(&s.land, option),
        Verb::PlayCard(option) => cards::play_value(s, option.card),
        Verb::Upgrade(option) => cards::upgrade(s, option),
        Verb::Replace(option) => cards::replace(s, option),
        Verb::Remove(_) | Verb::Wait(_) | Verb::Trade(_) | Verb::Exchange(_) => -100,
        Verb::Pass(_) => 100,
        Verb::Card(option) => cards::keep(s, option),
        Verb::Recruit(option) => recruit(s, option),
        Verb::Build(option) => build(s, option),
        Verb::Move(option) => moving::march(s, option),
        Verb::SpendFood(option) => moving::food(s, option),
        Verb::DieFace(option) => moving::die(s, option),
        Verb::Lose(option) => {
            if option.kaija {
                50
            } else {
                100
            }
        }
        Verb::Collect(option) => 100 + 10 * i64::from(option.resource),
        Verb::Territory(option) => 50 + s.land.worth(option.territory),
        Verb::Figure(option) => figure(s, option),
        Verb::Opponent(option) => opponent(s, option),
        Verb::Tile(_)
        | Verb::Action(_)
        | Verb::Accept(_)
        | Verb::ReplaceBuilding(_)
        | Verb::Fight(_)
        | Verb::Pay(_) => 10,
    }
}

fn clan(s: &Situation, option: &ChooseClan) -> i64 {
    let id = &s.land.catalogue.clans[option.clan as usize].id;
    let rest = CLANS.iter().skip_while(|clan| *clan != id);
    (100 * map::count(rest)).max(10)
}

/// Three units go where the land is good and can still grow.
fn group(s: &Situation, option: &PlaceGroup) -> i64 {
    let room = s.land.at(option.territory).open_sides.min(3);
    100 + s.land.worth(option.territory) + 30 * room + if option.kaija { 100 } else { 0 }
}

/// Where a camp helps, danger is near or free land waits.
fn recruit(s: &Situation, option: &Recruit) -> i64 {
    let here = s.land.at(option.territory);
    let open = here.neighbours.iter().filter(|(_, kind)| *kind < ROUGH);
    let free = open.filter(|(other, _)| s.land.at(*other).owner < 0);
    let best = free.map(|(other, _)| s.land.worth(*other)).max().unwrap_or(0);
    100 + 200 * s.land.has(here, "training_camp")
        + 50 * s.land.danger(option.territory)
        + best / 2
        + if option.kaija { 100 } else { 0 }
}

/// What a building brings until the end, with a bonus for large ones in closed land (Victory A).
fn build(s: &Situation, option: &Build) -> i64 {
    let building = &s.land.catalogue.buildings[option.building as usize];
    let years = if s.prompt == "build.place" { s.years_left } else { 1 };
    let danger = s.land.danger(option.territory);
    let brings = match building.id.as_str() {
        "altar_of_kings" => 300 * years,
        "forge" => 150 * (years - 1),
        "fortress" => 200 + 100 * danger,
        "food_silo" => 60 * years,
        "woodcutter_lodge" if years > 2 => 70 * years,
        "woodcutter_lodge" => 20 * years,
        "carved_stone" => 90 * years,
        "training_camp" => 80 * (years - 1),
        "defense_tower" => 50 + 100 * danger,
        _ => 0,
    };
    let closes = building.large && s.land.at(option.territory).open_sides == 0;
    let wastes = option.carved && building.id != "carved_stone";
    20 + brings + if closes { 400 } else { 0 } - if wastes { 30 } else { 0 }
}

/// Enemies that stand alone on good land.
fn figure(s: &Situation, option: &Figure) -> i64 {
    if s.land.is_own(option.territory) {
        return 50 + 100 * s.land.at(option.territory).units;
    }
    50 + s.land.worth(option.territory) / s.land.at(option.territory).units.max(1)
}

/// Whoever holds most land.
fn opponent(s: &Situation, option: &Opponent) -> i64 {
    let theirs = s.land.territories.iter().filter(|(_, t)| t.owner == i64::from(option.seat));
    50 + theirs.map(|(id, _)| s.land.worth(*id)).sum::<i64>()
}
