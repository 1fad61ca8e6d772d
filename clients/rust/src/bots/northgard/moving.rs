//! Where the figures go: moves, retreats and recruits.

use super::Situation;
use super::fights::{attack_value, attackers, loss};
use super::map::{KAIJA_POINTS, has};
use crate::northgard::{BorderKind, MapTerritory, Move, Recruit};

/// The gain of the best single move of units, without Kaija, who may seldom enter enemy land.
pub fn best_move(s: &Situation) -> i64 {
    let gains = s.land.mine().flat_map(|source| {
        open(source).flat_map(move |target| {
            (1..=source.units).map(move |units| gain(s, source.id, target, units.into(), false))
        })
    });
    gains.max().unwrap_or(0)
}

/// The territories beside it that figures can go to.
fn open(territory: &MapTerritory) -> impl Iterator<Item = u32> {
    let borders = territory.neighbours.iter().filter(|border| border.kind < BorderKind::Rough);
    borders.map(|border| border.territory)
}

/// A move, or the way of a retreat.
pub fn march(s: &Situation, option: &Move) -> i64 {
    if s.prompt == "combat.retreat" {
        return retreat(s, option);
    }
    if !s.land.is_own(option.source) {
        return 10;
    }
    gain(s, option.source, option.target, option.units.into(), option.kaija)
}

/// What those who retreat to a territory save.
fn retreat(s: &Situation, option: &Move) -> i64 {
    let figures = i64::from(option.units) + i64::from(option.kaija);
    100 + saved(s, option.target, figures) + 10 * figures
}

/// What so many figures more in a territory without enemies save: all of it if nobody holds it yet.
fn saved(s: &Situation, territory: u32, figures: i64) -> i64 {
    let there = s.land.figures(territory);
    if there == 0 {
        return s.land.worth(territory) - loss(s, territory, figures);
    }
    loss(s, territory, there) - loss(s, territory, there + figures)
}

/// Land gained, less land given up or in danger and figures bound; the fewest that are enough go.
fn gain(s: &Situation, source: u32, target: u32, units: i64, kaija: bool) -> i64 {
    let land = &s.land;
    let figures = units + i64::from(kaija);
    let strength = units + KAIJA_POINTS * i64::from(kaija);
    let cost = cost_of_leaving(s, source, figures);
    if land.is_own(target) {
        return saved(s, target, figures) - cost;
    }
    let danger = loss(s, target, figures);
    if land.at(target).owner.is_none() {
        return land.worth(target) - cost - 10 * strength - danger;
    }
    if !land.is_enemy(target) {
        return -100;
    }
    let (points, there) = attackers(s, target);
    let more = attack_value(s, target, points + strength, there + figures)
        - attack_value(s, target, points, there);
    more - cost - 20 * strength - danger
}

/// What it costs that so many figures leave: the land, or the danger to those who stay.
fn cost_of_leaving(s: &Situation, source: u32, figures: i64) -> i64 {
    let here = s.land.figures(source);
    if figures >= here {
        return s.land.worth(source) + 50 - loss(s, source, here);
    }
    loss(s, source, here - figures) - loss(s, source, here)
}

/// Where a camp helps, the land is in danger, free land waits, or an attack gets stronger.
pub fn recruit(s: &Situation, option: &Recruit) -> i64 {
    let here = s.land.at(option.territory);
    let free = open(here).filter(|target| s.land.at(*target).owner.is_none());
    let best = free.map(|target| s.land.worth(target)).max().unwrap_or(0);
    100 + 200 * has(here, "training_camp")
        + best / 2
        + if option.kaija { 100 } else { 0 }
        + saved(s, option.territory, 1)
        + stronger_attack(s, here) / 2
}

/// The most that one figure more adds to an attack by all figures of a territory but one.
fn stronger_attack(s: &Situation, territory: &MapTerritory) -> i64 {
    let there = s.land.figures(territory.id);
    if there == 0 {
        return 0;
    }
    let enemies = open(territory).filter(|target| s.land.is_enemy(*target));
    let added = enemies.map(|enemy| {
        let without = attack_value(s, enemy, there - 1, there - 1).max(0);
        attack_value(s, enemy, there, there) - without
    });
    added.max().unwrap_or(0).max(0)
}
