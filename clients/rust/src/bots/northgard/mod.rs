//! Rules of thumb for Northgard: a function a kind of option says how good it is, in hundredths of
//! a point of fame. All in integers, so that greedy decides the same in every language.

mod cards;
mod fights;
mod map;
mod moving;
mod tiles;

use map::{Land, Resource, home_worth, winter_is_paid, winter_lack};

use crate::northgard::{
    Build, CardInfo, Catalogue, ChooseClan, Figure, Opponent, PlaceGroup, ReplaceBuilding,
    Territory, Trade, Verb, View,
};
use crate::{Decision, Error};

/// Preferred clans, the favourite first.
const CLANS: [&str; 7] = ["wolf", "goat", "stag", "raven", "boar", "bear", "snake"];

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

    /// Whether winter can be paid, but not with so many units more or so much food less.
    fn brings_unrest(&self, units: i64, food: i64) -> bool {
        self.land.view.unrest_left > 0
            && self.winter_is_paid(0, 0)
            && !self.winter_is_paid(units, food)
    }

    /// Whether the harvest pays for winter with so many units more and so much food less.
    fn winter_is_paid(&self, units: i64, food: i64) -> bool {
        let (land, me) = (&self.land, self.land.me());
        let have = [
            i64::from(me.food) + land.income(Resource::Food) - food,
            i64::from(me.wood) + land.income(Resource::Wood),
            i64::from(me.lore) + land.income(Resource::Lore),
        ];
        winter_is_paid(land.units_on_map() + units, have)
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
        Verb::Trade(option) => trade(s, option),
        Verb::Pass(_) => 100,
        Verb::Card(option) => cards::keep(s, option),
        Verb::Action(option) => cards::mode(s, option),
        Verb::Recruit(option) => moving::recruit(s, option),
        Verb::Build(option) => build(s, option),
        Verb::ReplaceBuilding(option) => replace_building(s, option),
        Verb::Move(option) => moving::march(s, option),
        Verb::SpendFood(option) => fights::food(s, option),
        Verb::DieFace(option) => fights::die(s, option),
        Verb::Hunt(option) => fights::hunt(s, option),
        Verb::Lose(option) => {
            if option.kaija {
                50
            } else {
                100
            }
        }
        Verb::Collect(option) => 100 + 10 * i64::from(option.resource),
        Verb::Territory(option) => territory(s, option),
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

/// Three units go to the largest territory, then to the best land.
fn group(s: &Situation, option: &PlaceGroup) -> i64 {
    let land = s.land.at(option.territory);
    let home = home_worth([land.food, land.wood, land.lore], [land.small, land.carved, land.large]);
    100 + 200 * i64::from(land.size) + home + if option.kaija { 100 } else { 0 }
}

/// What a building brings until the end, with a bonus for large ones in closed land (Victory A).
fn build(s: &Situation, option: &Build) -> i64 {
    let building = &s.land.catalogue.buildings[option.building as usize];
    let brings = brings(s, &building.id, option.territory);
    let closes = building.large && s.land.at(option.territory).open_sides == 0;
    let wastes = option.carved && building.id != "carved_stone";
    20 + brings + if closes { 580 } else { 0 } - if wastes { 30 } else { 0 }
}

fn brings(s: &Situation, building: &str, territory: u32) -> i64 {
    let years = s.years_left;
    let first_wood = if s.land.income(Resource::Wood) == 0 { 200 } else { 0 };
    let danger = 4 * fights::threat(s, territory, s.land.figures(territory));
    match building {
        "altar_of_kings" => 360 * years,
        "forge" => 130 * (years - 1),
        "fortress" => 260 + 2 * danger,
        "food_silo" => 130 * years,
        "woodcutter_lodge" if years > 2 => 60 * years + first_wood,
        "woodcutter_lodge" => 20 * years,
        "carved_stone" => 90 * years,
        "training_camp" => 50 * (years - 1),
        "defense_tower" => 35 + danger,
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

/// Three resources for one that winter asks for, if that still saves the seat from Unrest; lore
/// goes first.
///
/// Unrest is five fame less in the end, three resources are one.
fn trade(s: &Situation, option: &Trade) -> i64 {
    let (me, units) = (s.land.me(), s.land.units_on_map());
    let have = [me.food, me.wood, me.lore].map(i64::from);
    let given = [option.food, option.wood, option.lore].map(i64::from);
    let mut left = [have[0] - given[0], have[1] - given[1], have[2] - given[2]];
    left[option.resource as usize] += 1;
    let helps = winter_lack(units, left) < winter_lack(units, have);
    if s.land.view.unrest_left == 0 || !helps || !winter_is_paid(units, left) {
        return -100;
    }
    100 + 3 * given[2] - given[1]
}

/// The best land; where the Automa is helped by the choice, the least.
fn territory(s: &Situation, option: &Territory) -> i64 {
    let worth = s.land.worth(option.territory);
    if s.prompt == "automa.tie" { 10000 - worth } else { 50 + worth }
}

/// Enemies that stand alone on good land; Kaija rather than a unit, as she fights for two.
fn figure(s: &Situation, option: &Figure) -> i64 {
    let kaija = if option.kaija { 50 } else { 0 };
    if s.land.is_own(option.territory) {
        return 50 + 100 * i64::from(s.land.at(option.territory).units) - kaija;
    }
    50 + s.land.worth(option.territory) / s.land.figures(option.territory).max(1) + kaija
}

/// Whoever holds most land.
fn opponent(s: &Situation, option: &Opponent) -> i64 {
    let theirs = s.land.map.owned_by(Some(option.seat));
    50 + theirs.map(|t| s.land.worth(t.id)).sum::<i64>()
}
