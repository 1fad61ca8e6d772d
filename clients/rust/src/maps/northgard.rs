use std::collections::BTreeMap;

use super::{or_none, phase_name, value_of};
use crate::northgard::{
    BorderKind, Catalogue, FigureView, Layout, Phase, PlayerView, SpaceKind, View,
};

/// The way from a territory to another one beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapBorder {
    /// The other territory, by its id.
    pub territory: u32,
    /// The easiest common border.
    pub kind: BorderKind,
}

/// A building on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapBuilding {
    /// Its index in `catalogue.buildings`, which says what it brings.
    pub number: u32,
    /// The stable word of its type, such as `food_silo`.
    pub id: String,
    /// What it stands on.
    pub space: SpaceKind,
}

/// A territory: what is printed on it, and what stands there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapTerritory {
    /// Its id.
    pub id: u32,
    /// The seat that controls it, or None.
    pub owner: Option<u32>,
    /// The owner's units, special figures not counted.
    pub units: u32,
    /// Whether Kaija stands there.
    pub kaija: bool,
    /// Printed food symbols; buildings come on top.
    pub food: u32,
    /// Printed wood symbols.
    pub wood: u32,
    /// Printed lore symbols.
    pub lore: u32,
    /// Printed creature lairs.
    pub lairs: u32,
    /// Tiles that it covers.
    pub size: u32,
    /// Sides of its tiles beyond which no tile lies yet; 0 if it is closed.
    pub open_sides: u32,
    /// Free small spaces without symbol.
    pub small: u32,
    /// Free small spaces with the Carved Stone symbol.
    pub carved: u32,
    /// Free large spaces.
    pub large: u32,
    /// What is built there.
    pub buildings: Vec<MapBuilding>,
    /// The territories beside it, also those beyond impassable borders.
    pub neighbours: Vec<MapBorder>,
    /// Special figures that stand there, Kaija included.
    pub figures: Vec<FigureView>,
    /// Creatures there, by their numbers in the Creature line.
    pub creatures: Vec<u32>,
}

impl MapTerritory {
    /// How many buildings of that id stand there.
    #[must_use]
    pub fn has(&self, building: &str) -> usize {
        self.buildings.iter().filter(|each| each.id == building).count()
    }
}

/// What a seat sees in Northgard, by territory.
#[derive(Clone, Debug)]
pub struct NorthgardMap<'a> {
    /// The view that it is made of.
    pub view: &'a View,
    /// What its numbers mean.
    pub catalogue: &'a Catalogue,
    /// Who sees it; None for a spectator.
    pub seat: Option<u32>,
    /// The part of the year; unspecified for one that this crate does not know.
    pub phase: Phase,
    /// By id.
    pub territories: BTreeMap<u32, MapTerritory>,
    /// The other seats, ascending; in a game of teams those of the other team.
    pub enemies: Vec<u32>,
}

impl<'a> NorthgardMap<'a> {
    /// The view as a map.
    ///
    /// # Panics
    ///
    /// If the view contradicts itself or is of another match than the catalogue, which no view of a
    /// referee does.
    #[must_use]
    pub fn new(view: &'a View, catalogue: &'a Catalogue) -> Self {
        let seat = or_none(view.seat);
        let is_enemy = |other: &u32| match seat {
            Some(seat) => *other != seat && !(view.teams && other.abs_diff(seat) % 2 == 0),
            None => true,
        };
        Self {
            view,
            catalogue,
            seat,
            phase: Phase::from_str_name(&phase_name(&view.phase)).unwrap_or_default(),
            territories: territories(view, catalogue),
            enemies: view.players.iter().map(|player| player.seat).filter(is_enemy).collect(),
        }
    }

    /// The territories that a seat controls, or those of nobody, in the order of their ids.
    pub fn owned_by(&self, seat: Option<u32>) -> impl Iterator<Item = &MapTerritory> {
        self.territories.values().filter(move |territory| territory.owner == seat)
    }

    /// The territories that this seat controls; none for a spectator.
    pub fn own(&self) -> impl Iterator<Item = &MapTerritory> {
        self.owned_by(self.seat).filter(|_| self.seat.is_some())
    }

    /// What the view says of this seat; None for a spectator.
    #[must_use]
    pub fn me(&self) -> Option<&'a PlayerView> {
        self.seat.map(|seat| &self.view.players[seat as usize])
    }

    /// The own hand, as indices of `catalogue.cards`; empty for a spectator.
    #[must_use]
    pub fn hand(&self) -> &'a [u32] {
        self.me().map_or(&[], |me| &me.hand)
    }
}

/// The columns of layout and board as rows.
fn territories(view: &View, catalogue: &Catalogue) -> BTreeMap<u32, MapTerritory> {
    let (Some(layout), Some(board)) = (&view.layout, &view.board) else {
        return BTreeMap::new();
    };
    let row = |(i, id): (usize, &u32)| MapTerritory {
        id: *id,
        owner: or_none(board.owner[i]),
        units: board.units[i],
        kaija: or_none(view.kaija) == Some(*id),
        food: layout.food[i],
        wood: layout.wood[i],
        lore: layout.lore[i],
        lairs: layout.lairs[i],
        size: layout.size[i],
        open_sides: layout.open_sides[i],
        small: board.small[i],
        carved: board.carved[i],
        large: board.large[i],
        ..MapTerritory::default()
    };
    let rows = layout.territory.iter().enumerate().map(row);
    let mut territories: BTreeMap<_, _> = rows.map(|row| (row.id, row)).collect();
    let at = board.building_territory.iter().zip(&board.building_space);
    for (number, (territory, space)) in board.building.iter().zip(at) {
        territories.entry(*territory).or_default().buildings.push(MapBuilding {
            number: *number,
            id: catalogue.buildings[*number as usize].id.clone(),
            space: value_of(*space, SpaceKind::None),
        });
    }
    add_borders(&mut territories, layout);
    for figure in &view.figures {
        if let Some(there) = or_none(figure.territory).and_then(|id| territories.get_mut(&id)) {
            there.figures.push(*figure);
        }
    }
    for creature in view.creatures.iter().flat_map(|creatures| &creatures.line) {
        territories.entry(creature.territory).or_default().creatures.push(creature.number);
    }
    territories
}

fn add_borders(territories: &mut BTreeMap<u32, MapTerritory>, layout: &Layout) {
    let borders = layout.border_from.iter().zip(&layout.border_to).zip(&layout.border_kind);
    for ((source, target), kind) in borders {
        let kind = value_of(*kind, BorderKind::Unspecified);
        let border = MapBorder { territory: *target, kind };
        territories.entry(*source).or_default().neighbours.push(border);
    }
}
