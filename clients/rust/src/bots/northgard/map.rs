//! The map of a Northgard view, read into territories, and what land is worth.

use std::collections::BTreeMap;

use crate::northgard::{Catalogue, PlayerView, View};

/// A border that costs more to cross; those above it cannot be crossed.
pub const ROUGH: u32 = 2;
/// What a free space is worth, in hundredths of fame.
pub const SMALL: i64 = 50;
pub const LARGE: i64 = 150;
/// What Kaija counts in a fight; a unit counts one.
pub const KAIJA_POINTS: i64 = 2;

/// Food and wood that so many units on the map cost in winter; Kaija is not one of them.
pub fn winter_cost(units: i64) -> (i64, i64) {
    match units {
        13.. => (4, 2),
        10.. => (3, 1),
        7.. => (2, 0),
        4.. => (1, 0),
        _ => (0, 0),
    }
}

/// How much food and wood is missing for winter, of food, wood and lore.
pub fn winter_lack(units: i64, [food, wood, _]: [i64; 3]) -> i64 {
    let (food_due, wood_due) = winter_cost(units);
    (food_due - food).max(0) + (wood_due - wood).max(0)
}

/// Whether food, wood and lore pay for winter, if need be after trades of any three that are to
/// spare for one.
pub fn winter_is_paid(units: i64, have: [i64; 3]) -> bool {
    let (food_due, wood_due) = winter_cost(units);
    let [food, wood, lore] = have;
    let spare = (food - food_due).max(0) + (wood - wood_due).max(0) + lore;
    winter_lack(units, have) <= spare / 3
}

#[derive(Clone, Copy)]
pub enum Resource {
    Food,
    Wood,
    Lore,
}

/// One territory. `owner` is a seat, or -1.
#[derive(Default)]
pub struct Territory {
    pub owner: i64,
    pub units: i64,
    /// Whether Kaija stands there.
    pub kaija: bool,
    pub small: i64,
    pub carved: i64,
    pub large: i64,
    pub size: i64,
    pub lairs: i64,
    pub open_sides: i64,
    /// Food, wood, lore: as printed.
    pub resources: [i64; 3],
    /// The ids of the buildings that stand there.
    pub buildings: Vec<usize>,
    /// The territories next to it, each with the kind of its easiest border.
    pub neighbours: Vec<(u32, u32)>,
}

impl Territory {
    /// Units, and Kaija if she is there: she holds land like a unit.
    pub fn figures(&self) -> i64 {
        self.units + i64::from(self.kaija)
    }

    /// Combat points of the figures there.
    pub fn strength(&self) -> i64 {
        self.units + KAIJA_POINTS * i64::from(self.kaija)
    }
}

/// All territories by id, as one seat sees them.
pub struct Land<'a> {
    pub view: &'a View,
    pub catalogue: &'a Catalogue,
    pub seat: i64,
    pub territories: BTreeMap<u32, Territory>,
}

impl<'a> Land<'a> {
    pub fn new(view: &'a View, catalogue: &'a Catalogue, seat: i64) -> Self {
        Self { view, catalogue, seat, territories: territories(view) }
    }

    /// The territory of that id.
    pub fn at(&self, territory: u32) -> &Territory {
        &self.territories[&territory]
    }

    /// The territories that the seat controls, with their ids.
    pub fn mine(&self) -> impl Iterator<Item = (u32, &Territory)> {
        let all = self.territories.iter().map(|(id, territory)| (*id, territory));
        all.filter(|(_, territory)| territory.owner == self.seat)
    }

    /// Whether the seat controls it; not if it does not exist.
    pub fn is_own(&self, territory: u32) -> bool {
        self.territories.get(&territory).is_some_and(|t| t.owner == self.seat)
    }

    /// How many buildings of that id stand there.
    pub fn has(&self, territory: &Territory, building: &str) -> i64 {
        let buildings = territory.buildings.iter();
        count(buildings.filter(|number| self.catalogue.buildings[**number].id == building))
    }

    /// What a year of holding it brings, about, in hundredths of fame; free spaces count as a
    /// promise.
    pub fn worth(&self, territory: u32) -> i64 {
        let t = self.at(territory);
        let [food, wood, lore] = t.resources;
        let closed = match t.size {
            _ if t.open_sides > 0 => 0,
            3.. => 200,
            _ => 100,
        };
        80 * food
            + 90 * wood
            + 80 * lore
            + SMALL * (t.small + t.carved)
            + LARGE * t.large
            + 70 * count(t.buildings.iter())
            + 250 * self.has(t, "altar_of_kings")
            + closed
    }

    /// What own land yields of a resource at the next harvest.
    pub fn income(&self, resource: Resource) -> i64 {
        let building = match resource {
            Resource::Food => "food_silo",
            Resource::Wood => "woodcutter_lodge",
            Resource::Lore => "carved_stone",
        };
        self.mine().map(|(_, t)| t.resources[resource as usize] + self.has(t, building)).sum()
    }

    /// How much stronger than here an enemy neighbour is, at most 3; Kaija defends, but seldom
    /// attacks.
    pub fn danger(&self, territory: u32) -> i64 {
        let here = self.at(territory);
        let near = here.neighbours.iter().filter(|(_, kind)| *kind <= ROUGH);
        let enemies = near
            .map(|(other, _)| self.at(*other))
            .filter(|other| other.owner != -1 && other.owner != self.seat);
        enemies.map(|enemy| enemy.units - here.strength() + 1).max().unwrap_or(0).clamp(0, 3)
    }

    /// What an achievement would bring now, in hundredths of fame.
    pub fn achievement(&self, card: &str) -> i64 {
        let sum = |of: &dyn Fn(&Territory) -> i64| self.mine().map(|(_, t)| of(t)).sum::<i64>();
        let fame_of = |building: &usize| {
            if self.catalogue.buildings[*building].large { 3 } else { 1 }
        };
        100 * match card {
            "builder" => sum(&|t| t.buildings.iter().map(fame_of).sum()),
            "explorer" => sum(&|t| t.small + t.carved + 3 * t.large),
            "food_trader" => 2 * self.income(Resource::Food),
            "wood_trader" => 2 * self.income(Resource::Wood),
            "scholar" => 2 * self.income(Resource::Lore),
            "trapper" => 3 * sum(&|t| t.lairs),
            "warlord" => self.units_on_map(),
            _ => 1,
        }
    }

    /// The seat's own row of the view.
    pub fn me(&self) -> &PlayerView {
        self.player(self.seat)
    }

    /// A seat's row of the view.
    pub fn player(&self, seat: i64) -> &PlayerView {
        let is_theirs = |player: &&PlayerView| i64::from(player.seat) == seat;
        self.view.players.iter().find(is_theirs).expect("every seat has its row")
    }

    /// Own units on the map, all of which cost food in winter.
    pub fn units_on_map(&self) -> i64 {
        14 - i64::from(self.me().reserve)
    }
}

/// How many there are.
pub fn count<T>(things: impl Iterator<Item = T>) -> i64 {
    things.map(|_| 1).sum()
}

/// The columns of layout and board, read as rows.
fn territories(view: &View) -> BTreeMap<u32, Territory> {
    let layout = view.layout.clone().unwrap_or_default();
    let board = view.board.clone().unwrap_or_default();
    let row = |i: usize| Territory {
        owner: board.owner[i].into(),
        units: board.units[i].into(),
        kaija: i64::from(view.kaija) == i64::from(layout.territory[i]),
        small: board.small[i].into(),
        carved: board.carved[i].into(),
        large: board.large[i].into(),
        size: layout.size[i].into(),
        lairs: layout.lairs[i].into(),
        open_sides: layout.open_sides[i].into(),
        resources: [layout.food[i], layout.wood[i], layout.lore[i]].map(i64::from),
        ..Territory::default()
    };
    let ids = layout.territory.iter().enumerate();
    let mut territories: BTreeMap<_, _> = ids.map(|(i, id)| (*id, row(i))).collect();
    for (building, territory) in board.building.iter().zip(&board.building_territory) {
        let there = territories.entry(*territory).or_default();
        there.buildings.push(*building as usize);
    }
    let borders = layout.border_from.iter().zip(&layout.border_to).zip(&layout.border_kind);
    for ((source, target), kind) in borders {
        territories.entry(*source).or_default().neighbours.push((*target, *kind));
    }
    territories
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winter_costs_food_and_wood_by_the_number_of_units() {
        let costs = [0, 3, 4, 7, 9, 10, 12, 13, 14].map(winter_cost);
        let low = [(0, 0), (0, 0), (1, 0), (2, 0), (2, 0)];
        assert_eq!(costs[..5], low);
        assert_eq!(costs[5..], [(3, 1), (3, 1), (4, 2), (4, 2)]);
    }

    #[test]
    fn three_to_spare_make_up_for_one_that_winter_lacks() {
        let have = [[3, 1, 0], [2, 1, 2], [2, 1, 3], [2, 3, 1], [2, 0, 5], [2, 0, 6]];
        let paid = have.map(|resources| winter_is_paid(10, resources));
        assert_eq!(paid, [true, false, true, true, false, true]);
    }

    /// Own land 1 with two units beside land 2 of that owner with so many.
    fn danger(owner: i64, units: i64, border: u32) -> i64 {
        let (view, catalogue) = (View::default(), Catalogue::default());
        let own = Territory { units: 2, neighbours: vec![(2, border)], ..Territory::default() };
        let other = Territory { owner, units, ..Territory::default() };
        let territories = BTreeMap::from([(1, own), (2, other)]);
        Land { view: &view, catalogue: &catalogue, seat: 0, territories }.danger(1)
    }

    #[test]
    fn danger_is_what_an_enemy_has_more_and_one_at_most_three() {
        assert_eq!([1, 2, 3, 9].map(|units| danger(1, units, 1)), [0, 1, 2, 3]);
    }

    #[test]
    fn nothing_comes_across_impassable_borders_or_from_own_and_free_land() {
        assert_eq!(danger(1, 9, ROUGH), 3);
        assert_eq!([danger(1, 9, ROUGH + 1), danger(0, 9, 1), danger(-1, 9, 1)], [0, 0, 0]);
    }
}
