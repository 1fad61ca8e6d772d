use std::collections::BTreeMap;

use super::{or_none, phase_name, value_of};
use crate::clansmen::{BoardInfo, Catalogue, Phase, PlayerView, Population, View};

/// The six steps from a hex to the ones beside it, in axial coordinates.
const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// The population on a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapPerson {
    /// Whose it is.
    pub seat: u32,
    /// What it is.
    pub kind: Population,
    /// Whether it is Weakened.
    pub weakened: bool,
}

/// A fence or house on a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapStructure {
    /// Whose it is.
    pub seat: u32,
    /// Its index in `catalogue.buildings`, which says what it does.
    pub number: u32,
    /// The stable word of its type, such as `wooden_house`.
    pub id: String,
}

/// A hex, which options call a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapHex {
    /// Its number.
    pub number: usize,
    /// The first axial coordinate.
    pub q: i32,
    /// The second axial coordinate.
    pub r: i32,
    /// Its index in `catalogue.terrains`; None if it is not revealed.
    pub terrain: Option<u32>,
    /// The seat in whose settlement it lies, or None.
    pub settlement: Option<u32>,
    /// Who is on it, or None.
    pub person: Option<MapPerson>,
    /// Fences and houses on it.
    pub structures: Vec<MapStructure>,
    /// Tales cards in play on it, as indices of `catalogue.cards`.
    pub cards: Vec<u32>,
    /// The hexes beside it, by their numbers, ascending.
    pub neighbours: Vec<usize>,
}

/// What a seat sees in Clansmen, by hex.
#[derive(Clone, Debug)]
pub struct ClansmenMap<'a> {
    /// The view that it is made of.
    pub view: &'a View,
    /// What its numbers mean.
    pub catalogue: &'a Catalogue,
    /// Who sees it; None for a spectator.
    pub seat: Option<u32>,
    /// The part of the season; unspecified for one that this crate does not know.
    pub phase: Phase,
    /// By number.
    pub hexes: Vec<MapHex>,
    /// The other seats, ascending.
    pub others: Vec<u32>,
}

impl<'a> ClansmenMap<'a> {
    /// The view as a map.
    ///
    /// # Panics
    ///
    /// If the view is of another match than the catalogue, which no view of a referee is.
    #[must_use]
    pub fn new(view: &'a View, catalogue: &'a Catalogue) -> Self {
        let seat = or_none(view.seat);
        let seats = view.players.iter().map(|player| player.seat);
        Self {
            view,
            catalogue,
            seat,
            phase: Phase::from_str_name(&phase_name(&view.phase)).unwrap_or_default(),
            hexes: hexes(view, catalogue),
            others: seats.filter(|other| Some(*other) != seat).collect(),
        }
    }

    /// The hexes on which a seat has a population, ascending.
    pub fn people_of(&self, seat: u32) -> impl Iterator<Item = &MapHex> {
        self.hexes.iter().filter(move |hex| hex.person.is_some_and(|person| person.seat == seat))
    }

    /// The hexes on which this seat has a population; none for a spectator.
    pub fn own(&self) -> impl Iterator<Item = &MapHex> {
        self.seat.into_iter().flat_map(|seat| self.people_of(seat))
    }

    /// What the view says of this seat; None for a spectator.
    #[must_use]
    pub fn me(&self) -> Option<&'a PlayerView> {
        self.seat.map(|seat| &self.view.players[seat as usize])
    }

    /// The own Tales cards, as indices of `catalogue.cards`; empty for a spectator.
    #[must_use]
    pub fn hand(&self) -> &'a [u32] {
        self.me().map_or(&[], |me| &me.hand)
    }

    /// The number of steps between two hexes.
    ///
    /// # Panics
    ///
    /// If there is no such hex.
    #[must_use]
    pub fn steps(&self, one: usize, other: usize) -> u32 {
        let (start, end) = (&self.hexes[one], &self.hexes[other]);
        let (q, r) = (start.q - end.q, start.r - end.r);
        q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs())
    }
}

fn hexes(view: &View, catalogue: &Catalogue) -> Vec<MapHex> {
    let fits = |board: &&BoardInfo| board.players as usize == view.players.len();
    let mut hexes = catalogue.boards.iter().find(fits).map_or(Vec::new(), |b| empty_hexes(view, b));
    for player in &view.players {
        let seat = player.seat;
        for person in &player.people {
            let kind = value_of(person.kind, Population::Farmer);
            let person_there = MapPerson { seat, kind, weakened: person.weakened };
            hexes[person.tile as usize].person = Some(person_there);
        }
        for structure in &player.structures {
            let id = catalogue.buildings[structure.building as usize].id.clone();
            let structures = &mut hexes[structure.tile as usize].structures;
            structures.push(MapStructure { seat, number: structure.building, id });
        }
        for attached in &player.attached {
            hexes[attached.tile as usize].cards.push(attached.card);
        }
    }
    hexes
}

fn empty_hexes(view: &View, board: &BoardInfo) -> Vec<MapHex> {
    let places = board.q.iter().copied().zip(board.r.iter().copied());
    let numbers: BTreeMap<_, _> =
        places.clone().enumerate().map(|(number, place)| (place, number)).collect();
    let terrain = view.map.as_ref().map_or(&[] as &[u32], |map| &map.terrain);
    let hex = |(number, (q, r)): (usize, (i32, i32))| {
        let around = DIRECTIONS.iter().filter_map(|(dq, dr)| numbers.get(&(q + dq, r + dr)));
        let mut neighbours: Vec<usize> = around.copied().collect();
        neighbours.sort_unstable();
        MapHex {
            number,
            q,
            r,
            terrain: terrain.get(number).and_then(|terrain| terrain.checked_sub(1)),
            settlement: None,
            person: None,
            structures: Vec::new(),
            cards: Vec::new(),
            neighbours,
        }
    };
    let mut hexes: Vec<MapHex> = places.enumerate().map(hex).collect();
    for player in &view.players {
        if let Ok(home) = usize::try_from(player.home) {
            for number in &board.settlements[7 * home..7 * home + 7] {
                hexes[*number as usize].settlement = Some(player.seat);
            }
        }
    }
    hexes
}
