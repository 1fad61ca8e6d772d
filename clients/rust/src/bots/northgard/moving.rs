//! What moving and fighting bring.

use super::Situation;
use crate::northgard::{CombatView, DieFace, Move, SpendFood};

pub fn march(s: &Situation, option: &Move) -> i64 {
    let units = i64::from(option.units);
    if s.prompt == "combat.retreat" {
        return 100 + s.land.worth(option.target) + 10 * units;
    }
    if !s.land.is_own(option.source) {
        return 10;
    }
    let gain = gain(s, option.source, option.target, units);
    if s.land.at(option.target).owner < 0 { gain - 5 * units } else { gain }
}

/// Land gained, less land given up, less what a fight may cost.
pub fn gain(s: &Situation, source: u32, target: u32, units: i64) -> i64 {
    let land = &s.land;
    let leaves = units >= land.at(source).units;
    let given_up = if leaves { land.worth(source) + 50 } else { 0 };
    let there = land.at(target);
    if there.owner == land.seat {
        return -10;
    }
    if there.owner < 0 {
        return land.worth(target) - given_up;
    }
    if land.view.teams && (there.owner - land.seat) % 2 == 0 {
        return -100;
    }
    let enemy_food = i64::from(land.player(there.owner).food);
    let attack = units + units.min(land.me().food.into());
    let defence = there.units
        + there.units.min(enemy_food)
        + 2 * land.has(there, "fortress")
        + land.has(there, "defense_tower");
    let odds = attack - defence;
    if odds < 1 {
        return -100;
    }
    land.worth(target) + 150 - given_up - 50 * there.units.min(2) + 20 * odds
}

/// As little food as gives a safe lead; nothing where the fight is lost anyway.
pub fn food(s: &Situation, option: &SpendFood) -> i64 {
    let fight = fight(s);
    let lead = i64::from(fight.attacker_points - fight.defender_points);
    let attacks = i64::from(fight.attacker) == s.land.seat;
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
