//! What laying a tile brings: the land it closes, and what joins own land.

use std::collections::{BTreeMap, BTreeSet};

use super::map::{Land, home_worth};
use crate::northgard::{AreaInfo, Layout, PlaceTile, TileInfo};

/// The four sides of a cell, clockwise from the north, as steps east and north.
const SIDES: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Areas of the tile and the territories they join.
struct Joined {
    areas: BTreeSet<usize>,
    territories: BTreeSet<u32>,
    open_sides: i64,
}

/// What it brings, in hundredths of fame; during setup no land is anybody's yet.
pub fn gain(land: &Land, option: &PlaceTile) -> i64 {
    let tile = &land.catalogue.tiles[option.tile as usize];
    let creatures = land.view.modules.iter().any(|module| module == "creatures");
    let printed = tile.areas.iter().map(|area| i64::from(area.lairs)).sum::<i64>();
    let lairs = if creatures { 100 * printed } else { 0 };
    if land.view.year == 0 {
        let worth = tile.areas.iter().map(home);
        let twice = worth.clone().max().unwrap_or(0) + worth.sum::<i64>();
        return twice / 2 - lairs;
    }
    let layout = land.view.layout.clone().unwrap_or_default();
    let groups = joined(land, &layout, tile, option);
    groups.iter().map(|group| gain_of(land, tile, group)).sum::<i64>() - lairs
}

fn gain_of(land: &Land, tile: &TileInfo, group: &Joined) -> i64 {
    let owners: BTreeSet<u32> =
        group.territories.iter().filter_map(|t| land.at(*t).owner).collect();
    if owners.is_empty() {
        return 0;
    }
    let free = group.territories.iter().filter(|t| land.at(**t).owner.is_none());
    let value = group.areas.iter().map(|area| area_worth(&tile.areas[*area])).sum::<i64>()
        + free.map(|t| land.worth(*t)).sum::<i64>();
    let closed = group.open_sides == 0;
    if owners.iter().any(|owner| *owner != land.seat) {
        return -(value / 2) - if closed { 150 } else { 0 };
    }
    let size = 1 + group.territories.iter().map(|t| i64::from(land.at(*t).size)).sum::<i64>();
    3 * value / 2 + if closed { 100 * size + 70 } else { -20 * group.open_sides }
}

/// Groups of the tile's areas and the territories they join, with the sides left open.
fn joined(land: &Land, layout: &Layout, tile: &TileInfo, option: &PlaceTile) -> Vec<Joined> {
    let facing = Facing::new(land, layout);
    let alone = |area| Joined {
        areas: BTreeSet::from([area]),
        territories: BTreeSet::new(),
        open_sides: 0,
    };
    let mut groups: Vec<Joined> = (0..tile.areas.len()).map(alone).collect();
    for (side, (east, north)) in SIDES.into_iter().enumerate() {
        let area = tile.sides[turned_back(side, option.rotation)] as usize;
        let place = groups.iter().position(|group| group.areas.contains(&area));
        let mut group = groups.remove(place.expect("every area is in a group"));
        match facing.territory((option.x + east, option.y + north), side) {
            None => group.open_sides += 1,
            Some(territory) => join(land, &mut groups, &mut group, territory),
        }
        groups.push(group);
    }
    groups
}

/// Joins a territory to a group, and with it the groups that it is in already.
fn join(land: &Land, groups: &mut Vec<Joined>, group: &mut Joined, territory: u32) {
    let open_sides = i64::from(land.at(territory).open_sides);
    group.open_sides += if group.territories.insert(territory) { open_sides - 1 } else { -1 };
    for again in groups.extract_if(.., |other| other.territories.contains(&territory)) {
        group.areas.extend(again.areas);
        group.territories.extend(again.territories);
        group.open_sides += again.open_sides - open_sides;
    }
}

/// The tile's own side that a turn by so many quarters brings to that side of its cell.
fn turned_back(side: usize, rotation: u32) -> usize {
    (side + 4 - rotation as usize % 4) % 4
}

/// The tiles that are laid, by their cells.
struct Facing<'a> {
    land: &'a Land<'a>,
    layout: &'a Layout,
    at: BTreeMap<(i32, i32), usize>,
    /// The number of each laid tile's first area in `area_territory`.
    first_areas: Vec<usize>,
}

impl<'a> Facing<'a> {
    fn new(land: &'a Land<'a>, layout: &'a Layout) -> Self {
        let cells = layout.x.iter().copied().zip(layout.y.iter().copied());
        let mut total = 0;
        let first_area = |tile: &u32| {
            let first = total;
            total += land.catalogue.tiles[*tile as usize].areas.len();
            first
        };
        Self {
            at: cells.enumerate().map(|(place, cell)| (cell, place)).collect(),
            first_areas: layout.tile.iter().map(first_area).collect(),
            land,
            layout,
        }
    }

    /// The territory on a cell that faces the opposite side of its neighbour; None without a tile.
    fn territory(&self, cell: (i32, i32), side: usize) -> Option<u32> {
        let place = *self.at.get(&cell)?;
        let tile = &self.land.catalogue.tiles[self.layout.tile[place] as usize];
        let area = tile.sides[turned_back(side + 2, self.layout.rotation[place])] as usize;
        Some(self.layout.area_territory[self.first_areas[place] + area])
    }
}

fn area_worth(area: &AreaInfo) -> i64 {
    let symbols = i64::from(area.food + area.wood + area.lore);
    80 * symbols + 50 * i64::from(area.small + area.carved) + 150 * i64::from(area.large)
}

fn home(area: &AreaInfo) -> i64 {
    home_worth([area.food, area.wood, area.lore], [area.small, area.carved, area.large])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::northgard::{BoardView, Catalogue, View};

    /// Own land of one territory: so many sides open, on tiles that lie south and east of (0, 1).
    fn view(owner: i32, open_sides: u32) -> View {
        let layout = Layout {
            tile: vec![0, 0],
            x: vec![0, 1],
            y: vec![0, 1],
            rotation: vec![0, 0],
            area_territory: vec![7, 7],
            territory: vec![7],
            size: vec![2],
            open_sides: vec![open_sides],
            food: vec![0],
            wood: vec![0],
            lore: vec![0],
            lairs: vec![0],
            ..Layout::default()
        };
        let zero = || vec![0];
        let board = BoardView {
            owner: vec![owner],
            units: zero(),
            small: zero(),
            carved: zero(),
            large: zero(),
            ..BoardView::default()
        };
        View { year: 1, layout: Some(layout), board: Some(board), ..View::default() }
    }

    /// Tile 0 is one area without anything; tile 1 has these areas on its north, east, south and
    /// west side, and one Food in each.
    fn catalogue(sides: [u32; 4]) -> Catalogue {
        let areas = |food| vec![AreaInfo { food, ..AreaInfo::default() }; 4];
        let plain =
            TileInfo { sides: vec![0; 4], areas: areas(0)[..1].to_vec(), ..TileInfo::default() };
        let laid = TileInfo { sides: sides.to_vec(), areas: areas(1), ..TileInfo::default() };
        Catalogue { tiles: vec![plain, laid], ..Catalogue::default() }
    }

    fn gain_at(view: &View, sides: [u32; 4], cell: (i32, i32), rotation: u32) -> i64 {
        let catalogue = catalogue(sides);
        let option = PlaceTile { tile: 1, x: cell.0, y: cell.1, rotation };
        gain(&Land::new(view, &catalogue, 0), &option)
    }

    #[test]
    fn during_setup_a_tile_is_worth_what_is_printed_on_it_and_its_best_area_again() {
        let view = View { year: 0, ..view(0, 4) };
        assert_eq!(gain_at(&view, [0, 1, 2, 3], (0, 1), 0), 5 * 80 / 2);
    }

    #[test]
    fn lairs_of_a_tile_count_against_it_in_games_with_creatures() {
        let mut view = View { year: 0, ..view(-1, 4) };
        let mut catalogue = catalogue([0, 1, 2, 3]);
        catalogue.tiles[1].areas[2].lairs = 1;
        let option = PlaceTile { tile: 1, x: 0, y: 1, rotation: 0 };
        let gain_in = |view: &View| gain(&Land::new(view, &catalogue, 0), &option);
        assert_eq!(gain_in(&view), 200);
        view.modules = vec!["creatures".into()];
        assert_eq!(gain_in(&view), 100);
        view.year = 1;
        assert_eq!(gain_in(&view), -100);
    }

    #[test]
    fn what_joins_own_land_is_gained_less_the_sides_left_open() {
        // From (1, 2) the land lies south: three sides of the tile and three of the land stay open.
        assert_eq!(gain_at(&view(0, 4), [0; 4], (1, 2), 0), 120 - 20 * (3 + 3));
    }

    #[test]
    fn what_joins_the_land_of_others_is_half_lost() {
        assert_eq!(gain_at(&view(1, 4), [0; 4], (1, 2), 0), -40);
    }

    #[test]
    fn land_that_is_closed_brings_fame_for_its_size_and_the_new_tile() {
        // From (1, 2) the land lies south.
        assert_eq!(gain_at(&view(0, 1), [1, 2, 0, 3], (1, 2), 0), 120 + 100 * (1 + 2) + 70);
        assert_eq!(gain_at(&view(1, 1), [1, 2, 0, 3], (1, 2), 0), -40 - 150);
    }

    #[test]
    fn a_tile_is_turned_clockwise() {
        // By a quarter its east side looks south.
        assert_eq!(gain_at(&view(0, 1), [1, 0, 2, 3], (1, 2), 1), 120 + 100 * (1 + 2) + 70);
    }

    #[test]
    fn areas_that_meet_the_same_land_are_one_from_then_on() {
        // From (0, 1) the land lies east and south.
        assert_eq!(gain_at(&view(0, 2), [2, 0, 1, 3], (0, 1), 0), 2 * 120 + 100 * (1 + 2) + 70);
    }

    #[test]
    fn land_of_nobody_brings_nothing() {
        assert_eq!(gain_at(&view(-1, 4), [0; 4], (1, 2), 0), 0);
    }
}
