//! Rules of thumb for Northgard: a function a kind of option says how good it is, in hundredths of
//! a point of fame. All in integers, so that greedy decides the same in every language.

mod cards;
mod map;
mod moving;
mod tiles;

use map::{Land, Resource, figures, has, winter_is_paid};

use crate::northgard::{
    BorderKind, Build, CardInfo, Catalogue, ChooseClan, Figure, Opponent, PlaceGroup, Recruit,
    ReplaceBuilding, Verb, View,
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

    /// Whether Kaija is in the seat's reserve.
    fn kaija_waits(&self) -> bool {
        let clan = usize::try_from(self.land.me().clan).ok();
        let clan = clan.and_then(|clan| self.land.catalogue.clans.get(clan));
        clan.is_some_and(|clan| clan.id == "bear") && self.land.view.kaija == -1
    }

    /// Whether winter can be paid for the units on the map, but not for one more, with what the
    /// harvest will bring.
    fn one_more_brings_unrest(&self) -> bool {
        let (land, me, units) = (&self.land, self.land.me(), self.land.units_on_map());
        let have = [
            i64::from(me.food) + land.income(Resource::Food),
            i64::from(me.wood) + land.income(Resource::Wood),
            i64::from(me.lore) + land.income(Resource::Lore),
        ];
        land.view.unrest_left > 0 && winter_is_paid(units, have) && !winter_is_paid(units + 1, have)
    }
}

/// How good each option of the decision is.
pub fn scores(decision: &Decision) -> Result<Vec<i64>, Error> {
    let (view, catalogue) = (decision.view::<View>()?, decision.catalogue::<Catalogue>()?);
    let situation = Situation {
        prompt: decision.prompt(),
        land: Land::new(&view, &catalogue, view.seat.unsigned_abs()),
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
        Verb::Remove(_) | Verb::Wait(_) | Verb::Exchange(_) => -100,
        Verb::Trade(option) => moving::trade(s, option),
        Verb::Pass(_) => 100,
        Verb::Card(option) => cards::keep(s, option),
        Verb::Action(option) => cards::mode(s, option),
        Verb::Recruit(option) => recruit(s, option),
        Verb::Build(option) => build(s, option),
        Verb::ReplaceBuilding(option) => replace_building(s, option),
        Verb::Move(option) => moving::march(s, option),
        Verb::SpendFood(option) => moving::food(s, option),
        Verb::DieFace(option) => moving::die(s, option),
        Verb::Hunt(option) => moving::hunt(s, option),
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
        | Verb::Accept(_)
        | Verb::Fight(_)
        | Verb::Pay(_)
        | Verb::CollectIn(_)
        | Verb::Equipment(_)
        | Verb::ExchangeOne(_)
        | Verb::Raid(_)
        | Verb::Cell(_)
        | Verb::Raiders(_) => 10,
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
    100 + s.land.worth(option.territory) + 30 * i64::from(room) + if option.kaija { 100 } else { 0 }
}

/// Where a camp helps, danger is near or free land waits.
fn recruit(s: &Situation, option: &Recruit) -> i64 {
    let here = s.land.at(option.territory);
    let open = here.neighbours.iter().filter(|border| border.kind < BorderKind::Rough);
    let free = open.map(|border| s.land.at(border.territory)).filter(|t| t.owner.is_none());
    let best = free.map(|t| s.land.worth(t.id)).max().unwrap_or(0);
    100 + 200 * has(here, "training_camp")
        + 50 * s.land.danger(option.territory)
        + best / 2
        + if option.kaija { 100 } else { 0 }
}

/// What a building brings until the end, with a bonus for large ones in closed land (Victory A).
fn build(s: &Situation, option: &Build) -> i64 {
    let building = &s.land.catalogue.buildings[option.building as usize];
    let brings = brings(s, &building.id, option.territory);
    let closes = building.large && s.land.at(option.territory).open_sides == 0;
    let wastes = option.carved && building.id != "carved_stone";
    20 + brings + if closes { 400 } else { 0 } - if wastes { 30 } else { 0 }
}

fn brings(s: &Situation, building: &str, territory: u32) -> i64 {
    let (years, danger) = (s.years_left, s.land.danger(territory));
    match building {
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
    }
}

/// What the new building brings more than the old one; it costs nothing, but no other one can be
/// exchanged.
fn replace_building(s: &Situation, option: &ReplaceBuilding) -> i64 {
    let brings = |building: u32| {
        brings(s, &s.land.catalogue.buildings[building as usize].id, option.territory)
    };
    brings(option.new) - brings(option.old)
}

/// Enemies that stand alone on good land; Kaija rather than a unit, as she fights for two.
fn figure(s: &Situation, option: &Figure) -> i64 {
    let kaija = if option.kaija { 50 } else { 0 };
    if s.land.is_own(option.territory) {
        return 50 + 100 * i64::from(s.land.at(option.territory).units) - kaija;
    }
    50 + s.land.worth(option.territory) / figures(s.land.at(option.territory)).max(1) + kaija
}

/// Whoever holds most land.
fn opponent(s: &Situation, option: &Opponent) -> i64 {
    let theirs = s.land.map.owned_by(Some(option.seat));
    50 + theirs.map(|t| s.land.worth(t.id)).sum::<i64>()
}
