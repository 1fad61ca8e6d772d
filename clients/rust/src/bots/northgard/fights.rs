//! What an attack or a threat is worth, and how to fight.
//!
//! Chances are throws of 36: each side has one die.

use super::Situation;
use super::map::{KAIJA_POINTS, Land, count, has};
use crate::northgard::{BorderKind, CombatView, DieFace, Hunt, SpendFood};

/// Points and casualties of the six faces; with the third one a player takes one point or one
/// casualty.
const FACES: [Option<(i64, i64)>; 6] =
    [Some((2, 0)), Some((3, 0)), None, Some((2, 1)), Some((0, 2)), Some((1, 1))];
const THROWS: i64 = 36;
/// Figures of a side that no casualties wipe out.
const UNHARMED: i64 = 99;

/// How many of the 36 throws win for an attacker who is `lead` points ahead before them.
///
/// The attackers suffer `harm` casualties besides those of the die. Who loses all figures has lost;
/// who has the choice takes a casualty if it wipes the other side out, and a point otherwise.
fn wins(lead: i64, attackers: i64, defenders: i64, harm: i64) -> i64 {
    let mut count = 0;
    for attack in FACES {
        let (points, casualties) = attack.unwrap_or_else(|| chosen(defenders));
        for defence in FACES {
            let (against, losses) = defence.unwrap_or_else(|| chosen(attackers - harm));
            let takes = casualties >= defenders || lead + points > against;
            if losses + harm < attackers && takes {
                count += 1;
            }
        }
    }
    count
}

/// What a player takes, a point or a casualty, against so many figures.
fn chosen(others: i64) -> (i64, i64) {
    if others <= 1 { (0, 1) } else { (1, 0) }
}

/// The most throws by which an enemy beside an own territory takes it, if so many figures hold it.
///
/// All figures of a neighbour attack, own special figures stay, and both sides add a point a figure
/// with food.
pub fn threat(s: &Situation, territory: u32, figures: i64) -> i64 {
    if figures <= 0 {
        return 0;
    }
    let (land, here) = (&s.land, s.land.at(territory));
    let is_own = land.is_own(territory);
    let special = if is_own { land.strength(territory) - land.figures(territory) } else { 0 };
    let food = figures.min(land.me().food.into());
    let defence = figures + special + food + 2 * has(here, "fortress");
    let near = here.neighbours.iter().filter(|border| border.kind < BorderKind::Rough);
    let enemies = near.map(|border| border.territory).filter(|other| land.is_enemy(*other));
    let throws = enemies.map(|enemy| {
        let attackers = land.figures(enemy);
        let attack = land.strength(enemy) + attackers.min(food_of_owner(land, enemy));
        wins(attack - defence, attackers, figures, has(here, "defense_tower"))
    });
    throws.max().unwrap_or(0)
}

fn food_of_owner(land: &Land, territory: u32) -> i64 {
    land.at(territory).owner.map_or(0, |owner| land.player(owner).food.into())
}

/// What threats cost if so many figures hold the territory, in hundredths of fame.
pub fn loss(s: &Situation, territory: u32, figures: i64) -> i64 {
    (s.land.worth(territory) + 80) * threat(s, territory, figures) / 100
}

/// The land by the chance to win it, less the cost of a lost fight by the chance to lose it.
///
/// The land counts twice, for the enemy has it no more. Both sides may add a point a figure with
/// food.
pub fn attack_value(s: &Situation, target: u32, strength: i64, figures: i64) -> i64 {
    if figures <= 0 {
        return 0;
    }
    let (land, there) = (&s.land, s.land.at(target));
    let defenders = land.figures(target);
    let attack = strength + figures.min(land.me().food.into());
    let mut defence = land.strength(target) + defenders.min(food_of_owner(land, target));
    let mut harm = 0;
    if !land.me().conqueror {
        defence += 2 * has(there, "fortress");
        harm = has(there, "defense_tower");
    }
    let won = wins(attack - defence, figures, defenders, harm);
    (2 * land.worth(target) + 230) * won / THROWS - 70 * (THROWS - won) / THROWS
}

/// Combat points and number of the figures that have moved into an enemy's territory.
pub fn attackers(s: &Situation, territory: u32) -> (i64, i64) {
    let points = |figure: &u32| i64::from(s.land.catalogue.figures[*figure as usize].points);
    let (mut strength, mut figures) = (0, 0);
    for battle in s.land.view.battles.iter().filter(|battle| battle.territory == territory) {
        let (units, kaija) = (i64::from(battle.units), i64::from(battle.kaija));
        strength += units + KAIJA_POINTS * kaija + battle.figures.iter().map(points).sum::<i64>();
        figures += units + kaija + count(battle.figures.iter());
    }
    (strength, figures)
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
    let figures = s.land.figures(option.territory);
    let attack = s.land.strength(option.territory) + figures.min(s.land.me().food.into());
    let won = wins(attack - i64::from(creature.points), figures, UNHARMED, 0);
    (100 * i64::from(creature.fame) + 100) * won / THROWS - 100
}

/// Spending food in a combat: the land by the chance to win it or to keep it, less what the food is
/// worth.
///
/// Food that winter will lack costs more. A defender who can still spend food does. The view does
/// not tell how many attack: their points stand for them.
pub fn food(s: &Situation, option: &SpendFood) -> i64 {
    let (land, fight, spent) = (&s.land, fight(s), i64::from(option.food));
    if fight.creature > 0 {
        return food_against_creature(&fight, spent);
    }
    let lead = i64::from(fight.attacker_points - fight.defender_points);
    let there = i64::from(fight.attacker_points) - i64::from(fight.attacker_food);
    let (defenders, harm) = (land.figures(fight.territory), i64::from(fight.attacker_casualties));
    let won = if fight.attacker == land.seat {
        let answer = defenders.min(land.player(fight.defender).food.into());
        wins(lead + spent - answer, there, defenders, harm)
    } else {
        THROWS - wins(lead - spent, there, defenders, harm)
    };
    let cost = 60 * spent + if s.brings_unrest(0, spent) { 200 } else { 0 };
    (land.worth(fight.territory) + 150) * won / THROWS - cost
}

/// As little food as gives a safe lead; none if the fight is lost anyway.
fn food_against_creature(fight: &CombatView, spent: i64) -> i64 {
    let lead = i64::from(fight.attacker_points - fight.defender_points);
    match spent + if fight.creature_attacks { -lead } else { lead } {
        2.. => 1000 - 100 * spent,
        lead @ -1..2 => 500 + 100 * lead,
        _ => 100 - 100 * spent,
    }
}

/// A casualty that wipes the defenders out, then points where they may decide, else casualties.
pub fn die(s: &Situation, option: &DieFace) -> i64 {
    let (fight, casualties) = (fight(s), i64::from(option.casualties));
    if fight.attacker == s.land.seat && fight.creature == 0 && casualties > 0 {
        let defenders = s.land.figures(fight.territory);
        if i64::from(fight.defender_casualties) + casualties >= defenders {
            return 1000;
        }
    }
    let close = fight.attacker_points.abs_diff(fight.defender_points) <= 2;
    let points = if close { 100 * i64::from(option.points) } else { 0 };
    100 + points + 50 * casualties
}

fn fight(s: &Situation) -> CombatView {
    s.land.view.combat.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::northgard::{
        BoardView, Catalogue, FigureInfo, FigureView, Layout, PlayerView, View,
    };

    #[test]
    fn an_attackers_chances_are_those_of_the_dice() {
        let leads = [-3, -2, -1, 0, 1, 2, 3, 4];
        assert_eq!(leads.map(|lead| wins(lead, 9, 9, 0)), [0, 1, 5, 13, 23, 31, 35, 36]);
        assert_eq!(leads.map(|lead| wins(lead, 9, UNHARMED, 0)), [0, 1, 5, 13, 23, 31, 35, 36]);
    }

    #[test]
    fn who_loses_all_figures_has_lost() {
        assert_eq!(wins(-9, 9, 1, 0), 4 * 6);
        assert_eq!(wins(-9, 9, 2, 0), 6);
        assert_eq!(wins(9, 1, 9, 0), 6 * 2);
    }

    #[test]
    fn casualties_besides_the_dice_count() {
        assert_eq!(wins(9, 2, 9, 1), wins(9, 1, 9, 0));
        assert_eq!(wins(9, 1, 9, 1), 0);
    }

    /// Own land 1 with two units beside land 2 of that owner with three; a special figure of three
    /// points stands in one of them.
    fn view(owner: i32, border: BorderKind, figure_in: i32) -> View {
        let zero = || vec![0, 0];
        let layout = Layout {
            territory: vec![1, 2],
            food: zero(),
            wood: zero(),
            lore: zero(),
            lairs: zero(),
            size: zero(),
            open_sides: vec![1, 1],
            border_from: vec![1],
            border_to: vec![2],
            border_kind: vec![border as u32],
            ..Layout::default()
        };
        let board = BoardView {
            owner: vec![0, owner],
            units: vec![2, 3],
            small: zero(),
            carved: zero(),
            large: zero(),
            ..BoardView::default()
        };
        View {
            players: [0, 1].map(|seat| PlayerView { seat, ..PlayerView::default() }).to_vec(),
            figures: vec![FigureView { territory: figure_in, ..FigureView::default() }],
            layout: Some(layout),
            board: Some(board),
            ..View::default()
        }
    }

    fn situation<T>(view: &View, ask: impl Fn(&Situation) -> T) -> T {
        let figures = vec![FigureInfo { points: 3, ..FigureInfo::default() }];
        let catalogue = Catalogue { figures, ..Catalogue::default() };
        ask(&Situation { prompt: "", land: Land::new(view, &catalogue, 0), years_left: 1 })
    }

    #[test]
    fn a_threat_is_an_attack_by_all_figures_of_a_neighbour() {
        let view = view(1, BorderKind::Regular, -1);
        let threats = situation(&view, |s| [0, 2, 4].map(|figures| threat(s, 1, figures)));
        assert_eq!(threats, [0, wins(1, 3, 2, 0), wins(-1, 3, 4, 0)]);
    }

    #[test]
    fn special_figures_attack_and_defend() {
        let attacked = view(1, BorderKind::Regular, 2);
        assert_eq!(situation(&attacked, |s| threat(s, 1, 2)), wins(4, 4, 2, 0));
        let defended = view(1, BorderKind::Regular, 1);
        assert_eq!(situation(&defended, |s| threat(s, 1, 3)), wins(-2, 3, 3, 0));
    }

    #[test]
    fn food_adds_a_point_a_figure() {
        let mut view = view(1, BorderKind::Regular, -1);
        (view.players[0].food, view.players[1].food) = (9, 2);
        assert_eq!(situation(&view, |s| threat(s, 1, 2)), wins(5 - 4, 3, 2, 0));
    }

    #[test]
    fn nothing_comes_across_rough_borders_or_from_own_and_free_land() {
        let others = [(1, BorderKind::Rough), (0, BorderKind::Regular), (-1, BorderKind::Regular)];
        let threats =
            others.map(|(owner, border)| situation(&view(owner, border, -1), |s| threat(s, 1, 2)));
        assert_eq!(threats, [0, 0, 0]);
    }

    #[test]
    fn an_attack_brings_the_land_twice_by_the_chance_to_win_it() {
        let view = view(1, BorderKind::Regular, -1);
        let values = situation(&view, |s| [0, 9].map(|figures| attack_value(s, 2, 9, figures)));
        assert_eq!(values, [0, 230]);
        assert_eq!(situation(&view, |s| attack_value(s, 2, 0, 1)), -70);
    }

    /// What so much food is worth in a combat of three points to three.
    fn spent(attacker: u32) -> [i64; 3] {
        let mut view = view(1, BorderKind::Regular, -1);
        let fight = CombatView { territory: 2, attacker, ..CombatView::default() };
        let points = CombatView { attacker_points: 3, defender_points: 3, ..fight };
        view.combat = Some(CombatView { defender: 1 - attacker, ..points });
        situation(&view, |s| [0, 1, 2].map(|units| food(s, &SpendFood { food: units })))
    }

    #[test]
    fn food_is_worth_the_chance_that_it_brings() {
        let attacks = |lead: i64| 150 * wins(lead, 3, 3, 0) / 36 - 60 * lead;
        assert_eq!(spent(0), [0, 1, 2].map(attacks));
        let defends = |lead: i64| 150 * (36 - wins(-lead, 3, 3, 0)) / 36 - 60 * lead;
        assert_eq!(spent(1), [0, 1, 2].map(defends));
    }

    #[test]
    fn a_casualty_is_chosen_that_leaves_no_defender() {
        let mut view = view(1, BorderKind::Regular, -1);
        let casualty = DieFace { casualties: 1, ..DieFace::default() };
        let score = |view: &View| situation(view, |s| die(s, &casualty));
        let fight = CombatView { territory: 2, defender: 1, ..CombatView::default() };
        view.combat = Some(CombatView { defender_casualties: 1, ..fight });
        assert_eq!(score(&view), 150);
        view.combat = Some(CombatView { defender_casualties: 2, ..fight });
        assert_eq!(score(&view), 1000);
    }
}
