//! What land is worth, and what winter costs.

use crate::northgard::{self, BorderKind, Catalogue, MapTerritory, NorthgardMap, PlayerView, View};

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

/// Units, and Kaija if she is there: she holds land like a unit.
pub fn figures(territory: &MapTerritory) -> i64 {
    i64::from(territory.units) + i64::from(territory.kaija)
}

/// Combat points of the figures there.
pub fn strength(territory: &MapTerritory) -> i64 {
    i64::from(territory.units) + KAIJA_POINTS * i64::from(territory.kaija)
}

/// How many buildings of that id stand there.
pub fn has(territory: &MapTerritory, building: &str) -> i64 {
    count(territory.buildings.iter().filter(|each| each.id == building))
}

/// The map as one seat sees it.
pub struct Land<'a> {
    pub view: &'a View,
    pub catalogue: &'a Catalogue,
    pub seat: u32,
    pub map: NorthgardMap<'a>,
}

impl<'a> Land<'a> {
    pub fn new(view: &'a View, catalogue: &'a Catalogue, seat: u32) -> Self {
        Self { view, catalogue, seat, map: northgard::map(view, catalogue) }
    }

    /// The territory of that id.
    pub fn at(&self, territory: u32) -> &MapTerritory {
        &self.map.territories[&territory]
    }

    /// The territories that the seat controls.
    pub fn mine(&self) -> impl Iterator<Item = &MapTerritory> {
        self.map.owned_by(Some(self.seat))
    }

    /// Whether the seat controls it; not if it does not exist.
    pub fn is_own(&self, territory: u32) -> bool {
        self.map.territories.get(&territory).is_some_and(|t| t.owner == Some(self.seat))
    }

    /// What a year of holding it brings, about, in hundredths of fame; free spaces count as a
    /// promise.
    pub fn worth(&self, territory: u32) -> i64 {
        let t = self.at(territory);
        let [food, wood, lore] = [t.food, t.wood, t.lore].map(i64::from);
        let closed = match t.size {
            _ if t.open_sides > 0 => 0,
            3.. => 200,
            _ => 100,
        };
        80 * food
            + 90 * wood
            + 80 * lore
            + SMALL * i64::from(t.small + t.carved)
            + LARGE * i64::from(t.large)
            + 70 * count(t.buildings.iter())
            + 250 * has(t, "altar_of_kings")
            + closed
    }

    /// What own land yields of a resource at the next harvest.
    pub fn income(&self, resource: Resource) -> i64 {
        let yields = |t: &MapTerritory| match resource {
            Resource::Food => i64::from(t.food) + has(t, "food_silo"),
            Resource::Wood => i64::from(t.wood) + has(t, "woodcutter_lodge"),
            Resource::Lore => i64::from(t.lore) + has(t, "carved_stone"),
        };
        self.mine().map(yields).sum()
    }

    /// How much stronger than here an enemy neighbour is, at most 3; Kaija defends, but seldom
    /// attacks.
    pub fn danger(&self, territory: u32) -> i64 {
        let here = self.at(territory);
        let near = here.neighbours.iter().filter(|border| border.kind <= BorderKind::Rough);
        let enemies = near
            .map(|border| self.at(border.territory))
            .filter(|other| other.owner.is_some_and(|owner| owner != self.seat));
        let lead = |enemy: &MapTerritory| i64::from(enemy.units) - strength(here) + 1;
        enemies.map(lead).max().unwrap_or(0).clamp(0, 3)
    }

    /// What an achievement would bring now, in hundredths of fame.
    pub fn achievement(&self, card: &str) -> i64 {
        let sum = |of: &dyn Fn(&MapTerritory) -> u32| -> i64 {
            self.mine().map(|t| i64::from(of(t))).sum()
        };
        let is_large = |number: u32| self.catalogue.buildings[number as usize].large;
        let fame_of = |t: &MapTerritory| {
            t.buildings.iter().map(|each| if is_large(each.number) { 3 } else { 1 }).sum()
        };
        100 * match card {
            "builder" => sum(&fame_of),
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
    pub fn player(&self, seat: u32) -> &PlayerView {
        let is_theirs = |player: &&PlayerView| player.seat == seat;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::northgard::{BoardView, Layout};

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
    fn danger(owner: i32, units: u32, border: BorderKind) -> i64 {
        let zero = || vec![0, 0];
        let layout = Layout {
            territory: vec![1, 2],
            food: zero(),
            wood: zero(),
            lore: zero(),
            lairs: zero(),
            size: zero(),
            open_sides: zero(),
            border_from: vec![1],
            border_to: vec![2],
            border_kind: vec![border as u32],
            ..Layout::default()
        };
        let board = BoardView {
            owner: vec![0, owner],
            units: vec![2, units],
            small: zero(),
            carved: zero(),
            large: zero(),
            ..BoardView::default()
        };
        let view = View { layout: Some(layout), board: Some(board), ..View::default() };
        Land::new(&view, &Catalogue::default(), 0).danger(1)
    }

    #[test]
    fn danger_is_what_an_enemy_has_more_and_one_at_most_three() {
        assert_eq!([1, 2, 3, 9].map(|units| danger(1, units, BorderKind::Regular)), [0, 1, 2, 3]);
    }

    #[test]
    fn nothing_comes_across_impassable_borders_or_from_own_and_free_land() {
        assert_eq!(danger(1, 9, BorderKind::Rough), 3);
        let others =
            [(1, BorderKind::Impassable), (0, BorderKind::Regular), (-1, BorderKind::Regular)];
        assert_eq!(others.map(|(owner, border)| danger(owner, 9, border)), [0, 0, 0]);
    }
}
