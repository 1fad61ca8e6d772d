//! The maps of recorded views say what the files beside the transcripts say.

use std::fmt::Display;

use lawspeaker_bot::pb::lawspeaker::v1::play_response::Message as FromReferee;
use lawspeaker_bot::{clansmen, northgard, pax_viking, unpack};
use prost::{Message, Name};

use crate::transcript::said;
use crate::transcripts::folder;

/// View and catalogue of the question in the middle of a transcript.
fn middle<V, C>(name: &str) -> (V, C)
where
    V: Message + Name + Default,
    C: Message + Name + Default,
{
    let (mut catalogue, mut asked) = (None, Vec::new());
    for message in said(&folder().join(name).with_extension("transcript")) {
        match message {
            FromReferee::MatchStarted(started) => catalogue = started.catalogue,
            FromReferee::DecisionRequest(request) => asked.push(request),
            _ => {}
        }
    }
    let request = &asked[asked.len() / 2];
    (unpack(request.view.as_ref()).unwrap(), unpack(catalogue.as_ref()).unwrap())
}

fn assert_lines(name: &str, lines: &[String]) {
    let file = std::fs::read_to_string(folder().join(name).with_extension("map")).unwrap();
    assert_eq!(lines, file.lines().collect::<Vec<_>>());
}

fn list<T: Display>(values: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("[{}]", words.join(","))
}

fn or_dash(value: Option<u32>) -> String {
    value.map_or("-".to_owned(), |value| value.to_string())
}

#[test]
fn maps_of_northgard() {
    for name in ["northgard-random", "northgard-modules"] {
        let (view, catalogue) = middle(name);
        assert_lines(name, &northgard_lines(&northgard::map(&view, &catalogue)));
    }
}

fn northgard_lines(map: &northgard::NorthgardMap) -> Vec<String> {
    let (seat, phase) = (or_dash(map.seat), map.phase as i32);
    let (hand, enemies) = (list(map.hand()), list(&map.enemies));
    let own = list(map.own().map(|t| t.id));
    let first = format!("seat {seat} phase {phase} hand {hand} enemies {enemies} own {own}");
    let line = |t: &northgard::MapTerritory| {
        let buildings =
            t.buildings.iter().map(|b| format!("{}/{}/{}", b.number, b.id, b.space as i32));
        let borders = t.neighbours.iter().map(|b| format!("{}/{}", b.territory, b.kind as i32));
        format!(
            "territory {} owner {} units {} kaija {} food {} wood {} lore {} lairs {} size {} \
             open {} small {} carved {} large {} buildings {} neighbours {} figures {} creatures {}",
            t.id,
            or_dash(t.owner),
            t.units,
            u8::from(t.kaija),
            t.food,
            t.wood,
            t.lore,
            t.lairs,
            t.size,
            t.open_sides,
            t.small,
            t.carved,
            t.large,
            list(buildings),
            list(borders),
            list(t.figures.iter().map(|figure| figure.figure)),
            list(&t.creatures)
        )
    };
    std::iter::once(first).chain(map.territories.values().map(line)).collect()
}

#[test]
fn a_map_of_clansmen() {
    let (view, catalogue) = middle("clansmen-random");
    assert_lines("clansmen-random", &clansmen_lines(&clansmen::map(&view, &catalogue)));
}

fn clansmen_lines(map: &clansmen::ClansmenMap) -> Vec<String> {
    let (seat, phase) = (or_dash(map.seat), map.phase as i32);
    let (hand, others) = (list(map.hand()), list(&map.others));
    let own = list(map.own().map(|hex| hex.number));
    let first = format!("seat {seat} phase {phase} hand {hand} others {others} own {own}");
    let line = |hex: &clansmen::MapHex| {
        let person = hex.person.map_or("-".to_owned(), |person| {
            format!("{}/{}/{}", person.seat, person.kind as i32, u8::from(person.weakened))
        });
        let structures = hex.structures.iter().map(|s| format!("{}/{}/{}", s.seat, s.number, s.id));
        format!(
            "hex {} q {} r {} terrain {} settlement {} person {person} structures {} cards {} \
             neighbours {} steps {}",
            hex.number,
            hex.q,
            hex.r,
            or_dash(hex.terrain),
            or_dash(hex.settlement),
            list(structures),
            list(&hex.cards),
            list(&hex.neighbours),
            map.steps(0, hex.number)
        )
    };
    std::iter::once(first).chain(map.hexes.iter().map(line)).collect()
}

#[test]
fn a_map_of_pax_viking() {
    let (view, catalogue) = middle("pax-viking-random");
    assert_lines("pax-viking-random", &pax_viking_lines(&pax_viking::map(&view, &catalogue)));
}

fn pax_viking_lines(map: &pax_viking::PaxVikingMap) -> Vec<String> {
    let (seat, phase) = (or_dash(map.seat), map.phase as i32);
    let (hand, rivals) = (list(map.hand()), list(&map.rivals));
    let own = list(map.own().map(|post| post.number));
    let longships = list(map.longships_of(map.seat.unwrap()));
    let first = format!(
        "seat {seat} phase {phase} hand {hand} rivals {rivals} own {own} longships {longships}"
    );
    let post = |post: &pax_viking::MapPost| {
        format!(
            "post {} node {} region {} wind {} cost {} owner {} follower {} venture {}",
            post.number,
            post.node,
            post.region,
            post.wind as i32,
            post.cost,
            or_dash(post.owner),
            post.follower.map_or("-".to_owned(), |follower| (follower as i32).to_string()),
            or_dash(post.venture)
        )
    };
    let node = |node: &pax_viking::MapNode| {
        format!(
            "node {} region {} post {} home {} neighbours {} longships {}",
            node.number,
            or_dash(node.region),
            or_dash(node.post),
            u8::from(node.home),
            list(&node.neighbours),
            list(&node.longships)
        )
    };
    let places = map.posts.iter().map(post).chain(map.nodes.iter().map(node));
    std::iter::once(first).chain(places).collect()
}

#[test]
fn a_spectator_has_no_hand_and_no_land_and_only_enemies() {
    let (view, catalogue) = middle("northgard-random");
    let view = northgard::View { seat: -1, ..view };
    let map = northgard::map(&view, &catalogue);
    assert_eq!((map.seat, map.me(), map.hand(), map.own().count()), (None, None, &[][..], 0));
    assert_eq!(map.enemies, [0, 1]);
}

#[test]
fn teammates_are_no_enemies_and_a_phase_of_a_later_version_is_unspecified() {
    let (view, catalogue) = middle("northgard-random");
    let player = |seat| northgard::PlayerView { seat, ..Default::default() };
    let players = (0..4).map(player).collect();
    let view = northgard::View { seat: 1, teams: true, phase: "siege".into(), players, ..view };
    let map = northgard::map(&view, &catalogue);
    assert_eq!(map.enemies, [0, 2]);
    assert_eq!(map.phase, northgard::Phase::Unspecified);
}
