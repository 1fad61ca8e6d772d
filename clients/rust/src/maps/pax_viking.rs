use super::{or_none, phase_name, value_of};
use crate::pax_viking::{Catalogue, InfluenceType, Phase, PlayerView, View, Wind};

/// A place where Longships stand: a REGION, a POST, or the HOME of a Jarl or of a DUCHY.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapNode {
    /// Its index in `catalogue.nodes`.
    pub number: usize,
    /// The REGION that it is or lies in, or the DUCHY whose HOME it is; None for the HOME of a Jarl.
    pub region: Option<u32>,
    /// The POST that it is, or None.
    pub post: Option<u32>,
    /// Whether it is a HOME, which only its owner may enter.
    pub home: bool,
    /// The nodes one STEP away, by number; the own HOMES beside a REGION are not named.
    pub neighbours: Vec<u32>,
    /// Longships there, as indices of `view.longships`, ascending.
    pub longships: Vec<usize>,
}

/// A POST.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapPost {
    /// Its index in `catalogue.posts`.
    pub number: usize,
    /// Its number among the nodes.
    pub node: usize,
    /// The REGION in which it lies.
    pub region: u32,
    /// The WIND in which that REGION lies.
    pub wind: Wind,
    /// The price of ESTABLISHING there, in silver.
    pub cost: u32,
    /// Whose Follower is there, or None.
    pub owner: Option<u32>,
    /// The type of that Follower, or None.
    pub follower: Option<InfluenceType>,
    /// The Venture on it, as an index of `catalogue.tiles`, or None.
    pub venture: Option<u32>,
}

/// What a seat sees in Pax Viking, by POST and by place.
#[derive(Clone, Debug)]
pub struct PaxVikingMap<'a> {
    /// The view that it is made of.
    pub view: &'a View,
    /// What its numbers mean.
    pub catalogue: &'a Catalogue,
    /// Who sees it; None for a spectator.
    pub seat: Option<u32>,
    /// The part of the turn; unspecified for one that this crate does not know.
    pub phase: Phase,
    /// By number.
    pub posts: Vec<MapPost>,
    /// By number.
    pub nodes: Vec<MapNode>,
    /// The other seats, ascending.
    pub rivals: Vec<u32>,
}

impl<'a> PaxVikingMap<'a> {
    /// The view as a map.
    ///
    /// # Panics
    ///
    /// If the view is of another match than the catalogue, which no view of a referee is.
    #[must_use]
    pub fn new(view: &'a View, catalogue: &'a Catalogue) -> Self {
        let seat = or_none(view.seat);
        let seats = view.players.iter().map(|player| player.seat);
        let nodes = nodes(view, catalogue);
        Self {
            view,
            catalogue,
            seat,
            phase: Phase::from_str_name(&phase_name(&view.phase)).unwrap_or_default(),
            posts: posts(view, catalogue, &nodes),
            nodes,
            rivals: seats.filter(|other| Some(*other) != seat).collect(),
        }
    }

    /// The POSTS with a Follower of a seat, or those of nobody, ascending.
    pub fn owned_by(&self, seat: Option<u32>) -> impl Iterator<Item = &MapPost> {
        self.posts.iter().filter(move |post| post.owner == seat)
    }

    /// The POSTS with a Follower of this seat; none for a spectator.
    pub fn own(&self) -> impl Iterator<Item = &MapPost> {
        self.owned_by(self.seat).filter(|_| self.seat.is_some())
    }

    /// The Longships of a seat, as indices of `view.longships`, wherever they are.
    #[must_use]
    pub fn longships_of(&self, seat: u32) -> Vec<usize> {
        let ships = self.view.longships.iter().enumerate();
        ships.filter(|(_, ship)| or_none(ship.seat) == Some(seat)).map(|(i, _)| i).collect()
    }

    /// What the view says of this seat; None for a spectator.
    #[must_use]
    pub fn me(&self) -> Option<&'a PlayerView> {
        self.seat.map(|seat| &self.view.players[seat as usize])
    }

    /// The own hand, as indices of `catalogue.tiles`; empty for a spectator.
    #[must_use]
    pub fn hand(&self) -> &'a [u32] {
        self.me().map_or(&[], |me| &me.hand)
    }
}

fn nodes(view: &View, catalogue: &Catalogue) -> Vec<MapNode> {
    let rows = catalogue.nodes.iter().enumerate();
    let mut nodes: Vec<MapNode> = rows
        .map(|(number, row)| MapNode {
            number,
            region: or_none(row.region),
            post: or_none(row.post),
            home: row.home,
            neighbours: row.beside.clone(),
            longships: Vec::new(),
        })
        .collect();
    for (number, ship) in view.longships.iter().enumerate() {
        if let Ok(node) = usize::try_from(ship.node) {
            nodes[node].longships.push(number);
        }
    }
    nodes
}

fn posts(view: &View, catalogue: &Catalogue, nodes: &[MapNode]) -> Vec<MapPost> {
    let of_posts = nodes.iter().filter(|node| node.post.is_some());
    let rows = catalogue.posts.iter().zip(of_posts).enumerate();
    rows.map(|(number, (row, node))| MapPost {
        number,
        node: node.number,
        region: row.region,
        wind: value_of(catalogue.regions[row.region as usize].wind, Wind::North),
        cost: row.cost,
        owner: or_none(view.owners[number]),
        follower: or_none(view.followers[number])
            .map(|follower| value_of(follower, InfluenceType::Jarldom)),
        venture: or_none(view.tiles[number]),
    })
    .collect()
}
