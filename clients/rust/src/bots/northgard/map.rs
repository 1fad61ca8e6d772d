//! What land is worth, and what winter costs.

use crate::northgard::{self, Catalogue, FigureView, MapTerritory, NorthgardMap, PlayerView, View};

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

    /// Whether a seat controls it that is neither the own one nor of its team.
    pub fn is_enemy(&self, territory: u32) -> bool {
        self.at(territory).owner.is_some_and(|owner| self.map.enemies.contains(&owner))
    }

    /// How many figures stand there; a special one holds land like a unit.
    pub fn figures(&self, territory: u32) -> i64 {
        let here = self.at(territory);
        i64::from(here.units) + count(here.figures.iter())
    }

    /// Combat points of the figures there.
    pub fn strength(&self, territory: u32) -> i64 {
        let here = self.at(territory);
        let points = |each: &FigureView| self.catalogue.figures[each.figure as usize].points;
        i64::from(here.units) + here.figures.iter().map(|each| i64::from(points(each))).sum::<i64>()
    }

    /// What a year of holding it brings, about, in hundredths of fame; free spaces count a little.
    pub fn worth(&self, territory: u32) -> i64 {
        let t = self.at(territory);
        let [food, wood, lore] = [t.food, t.wood, t.lore].map(i64::from);
        let closed = match t.size {
            _ if t.open_sides > 0 => 0,
            3.. => 290,
            _ => 100,
        };
        90 * food
            + 90 * wood
            + 70 * lore
            + 60 * i64::from(t.small + t.carved)
            + 50 * i64::from(t.large)
            + 90 * count(t.buildings.iter())
            + 230 * has(t, "altar_of_kings")
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

/// What a territory, or an area of a tile, is worth to settle in at the start, in hundredths of
/// fame: by its food, wood and lore, and by its small, carved and large spaces.
pub fn home_worth(resources: [u32; 3], spaces: [u32; 3]) -> i64 {
    let [food, wood, lore] = resources.map(i64::from);
    let [small, carved, large] = spaces.map(i64::from);
    80 * food + 130 * wood + 80 * lore + 35 * (small + carved) + 20 * large
}

/// How many there are.
pub fn count<T>(things: impl Iterator<Item = T>) -> i64 {
    things.map(|_| 1).sum()
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
}
