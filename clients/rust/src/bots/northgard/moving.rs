//! What moving, fighting and trading bring.

use super::Situation;
use super::map::{KAIJA_POINTS, figures, has, strength, winter_is_paid, winter_lack};
use crate::northgard::{CombatView, DieFace, Hunt, Move, SpendFood, Trade};

pub fn march(s: &Situation, option: &Move) -> i64 {
    let units = i64::from(option.units);
    if s.prompt == "combat.retreat" {
        return 100 + s.land.worth(option.target) + 10 * (units + i64::from(option.kaija));
    }
    if !s.land.is_own(option.source) {
        return 10;
    }
    gain(s, option.source, option.target, units, option.kaija)
}

/// Land gained, less land given up and figures bound there: as few as are enough stay free for
/// other things.
pub fn gain(s: &Situation, source: u32, target: u32, units: i64, kaija: bool) -> i64 {
    let land = &s.land;
    let moving = units + i64::from(kaija);
    let points = units + KAIJA_POINTS * i64::from(kaija);
    let leaves = moving >= figures(land.at(source));
    let given_up = if leaves { land.worth(source) + 50 } else { 0 };
    let Some(owner) = land.at(target).owner else {
        return land.worth(target) - given_up - 5 * points;
    };
    if owner == land.seat {
        return -10;
    }
    if land.view.teams && owner.abs_diff(land.seat) % 2 == 0 {
        return -100;
    }
    let (there, figures_there) = attackers(s, target);
    let more = attack_value(s, target, owner, there + points, figures_there + moving);
    more - attack_value(s, target, owner, there, figures_there) - given_up - 20 * points
}

/// Combat points and number of the own figures that have moved into an enemy's territory.
fn attackers(s: &Situation, territory: u32) -> (i64, i64) {
    let battle = s.land.view.battles.iter().find(|battle| battle.territory == territory);
    battle.map_or((0, 0), |battle| {
        let (units, kaija) = (i64::from(battle.units), i64::from(battle.kaija));
        (units + KAIJA_POINTS * kaija, units + kaija)
    })
}

/// The land by the chance to win it, less what a lost fight costs by the chance to lose it. Both
/// sides may add a point a figure with food.
fn attack_value(s: &Situation, target: u32, owner: u32, points: i64, moved: i64) -> i64 {
    if moved == 0 {
        return 0;
    }
    let (land, me) = (&s.land, s.land.me());
    let there = land.at(target);
    let attack = points + moved.min(me.food.into());
    let mut defence = strength(there) + figures(there).min(land.player(owner).food.into());
    if !me.conqueror {
        defence += 2 * has(there, "fortress") + has(there, "defense_tower");
    }
    let wins = attacker_wins(attack - defence);
    (land.worth(target) + 150) * wins / 36 - 150 * (36 - wins) / 36
}

/// A creature in own land is attacked for its fame and a year without it by the chance to win, less
/// the losses. It has no food, and no casualties wipe it out.
pub fn hunt(s: &Situation, option: &Hunt) -> i64 {
    let line = s.land.view.creatures.iter().flat_map(|creatures| &creatures.line);
    let mut found = line.filter(|each| each.number == option.creature);
    let (true, Some(beast)) = (s.prompt == "combat.hunt", found.next()) else {
        return 10;
    };
    let creature = &s.land.catalogue.creatures[beast.creature as usize];
    let here = s.land.at(option.territory);
    let attack = strength(here) + figures(here).min(s.land.me().food.into());
    let wins = attacker_wins(attack - i64::from(creature.points));
    (100 * i64::from(creature.fame) + 100) * wins / 36 - 100
}

/// In how many of the 36 throws of two dice an attacker wins who is so many points ahead without
/// them.
fn attacker_wins(lead: i64) -> i64 {
    match lead {
        ..-2 => 0,
        -2 => 1,
        -1 => 5,
        0 => 13,
        1 => 23,
        2 => 31,
        3 => 35,
        _ => 36,
    }
}

/// Three resources for one that winter asks for, if that still saves the seat from Unrest; lore
/// goes first.
///
/// Unrest is five fame less in the end, three resources are one.
pub fn trade(s: &Situation, option: &Trade) -> i64 {
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

/// As little food as gives a safe lead; nothing where the fight is lost anyway.
pub fn food(s: &Situation, option: &SpendFood) -> i64 {
    let fight = fight(s);
    let lead = i64::from(fight.attacker_points - fight.defender_points);
    let attacks = fight.attacker == s.land.seat && !fight.creature_attacks;
    let food = i64::from(option.food);
    match food + if attacks { lead } else { -lead } {
        2.. => 1000 - 100 * food,
        lead @ -1..2 => 500 + 100 * lead,
        _ => 100 - 100 * food,
    }
}

/// Points where they may decide, else casualties.
pub fn die(s: &Situation, option: &DieFace) -> i64 {
    let fight = fight(s);
    let close = fight.attacker_points.abs_diff(fight.defender_points) <= 2;
    let points = if close { 100 * i64::from(option.points) } else { 0 };
    100 + points + 50 * i64::from(option.casualties)
}

fn fight(s: &Situation) -> CombatView {
    s.land.view.combat.unwrap_or_default()
}
