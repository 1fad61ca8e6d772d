use crate::northgard::{
    self, BorderKind, BuildingInfo, Catalogue, MapTerritory, Move, NorthgardMap, PlaceTile, Verb,
    View,
};
use crate::{Answer, Bot, BotError, Decision};

/// Those that the rules of thumb are for; docs/northgard.md lists all of them.
const PROMPTS: [&str; 9] = [
    "setup.tile",
    "setup.group",
    "turn.action",
    "turn.flash",
    "pass.card",
    "explore.place",
    "recruit.place",
    "build.place",
    "move.step",
];

/// Plays Northgard by a few rules of thumb about land, its neighbours, and what things cost and
/// bring. It shows how a bot reads views, options, the catalogue and the map; whatever it does not
/// name gets the default.
pub struct ExampleBot;

impl Bot for ExampleBot {
    fn name(&self) -> &str {
        "example"
    }

    fn games(&self) -> &[&str] {
        &["northgard"]
    }

    fn max_matches(&self) -> u32 {
        64
    }

    /// Takes the option with the highest score above 0, the first one of equals, and the default if
    /// there is none.
    fn decide(&self, decision: &Decision) -> Result<Answer, BotError> {
        if !PROMPTS.contains(&decision.prompt()) {
            return Ok(decision.default());
        }
        let (view, catalogue) = (decision.view::<View>()?, decision.catalogue::<Catalogue>()?);
        let map = northgard::map(&view, &catalogue);
        let (mut best, mut answer) = (0, decision.default());
        for (index, option) in decision.options::<Verb>()?.iter().enumerate() {
            let points = score(&map, option);
            if points > best {
                (best, answer) = (points, Answer::take([index]));
            }
        }
        Ok(answer.annotated(format!("score {best}")))
    }
}

fn score(map: &NorthgardMap, option: &Verb) -> i64 {
    let catalogue = map.catalogue;
    match option {
        Verb::PlaceTile(option) => tile(map, option),
        Verb::PlaceGroup(option) => worth(&map.territories[&option.territory]),
        Verb::PlayCard(option) => play(map, option.card),
        // The least useful card goes, while there are years left to play the better one.
        Verb::Upgrade(option) if map.view.year + 1 < map.view.years => 100 - play(map, option.card),
        Verb::Recruit(option) => recruit(map, &map.territories[&option.territory]),
        Verb::Build(option) => {
            let building = &catalogue.buildings[option.building as usize];
            build(map, building, &map.territories[&option.territory])
        }
        Verb::Move(option) => advance(map, option),
        Verb::Card(option) => 1 + i64::from(catalogue.cards[option.card as usize].fame),
        _ => 0, // Wait, Replace, Remove and Pass
    }
}

/// How good it is to hold land: by what it yields, and what can be built there.
fn worth(t: &MapTerritory) -> i64 {
    i64::from(1 + 3 * (t.food + t.wood) + 2 * (t.lore + t.large) + t.small + t.carved)
}

/// Prefers rich tiles, and cells with many tiles around: there land is closed, which brings fame.
fn tile(map: &NorthgardMap, option: &PlaceTile) -> i64 {
    let areas = &map.catalogue.tiles[option.tile as usize].areas;
    let symbols: u32 = areas.iter().map(|area| area.food + area.wood + area.lore).sum();
    let cells = map.view.layout.iter().flat_map(|layout| layout.x.iter().zip(&layout.y));
    let beside = cells.filter(|(x, y)| x.abs_diff(option.x) + y.abs_diff(option.y) == 1).count();
    1 + i64::from(symbols) + 4 * number(beside)
}

/// Goes by what a card says. Buildings cost wood, and units food in winter: one for every three
/// after the third.
fn play(map: &NorthgardMap, card: u32) -> i64 {
    let text = &map.catalogue.cards[card as usize].text;
    let Some(me) = map.me() else { return 0 };
    let units = 14 - i64::from(me.reserve);
    let yields = |t: &MapTerritory| i64::from(t.food) + number(t.has("food_silo"));
    let food = i64::from(me.food) + map.own().map(yields).sum::<i64>();
    let (useful, points) = if text.contains("Recruit") {
        (units < 14 && units / 3 <= food, 40)
    } else if text.contains("Build") {
        (me.wood > 0, 60)
    } else if text.contains("Explore") {
        (map.own().any(|t| t.open_sides > 0), 50)
    } else {
        (true, 30) // it moves units, draws cards, or harms others
    };
    if useful { points } else { 0 }
}

/// Guards land beside strong enemies.
fn recruit(map: &NorthgardMap, t: &MapTerritory) -> i64 {
    let beside = t.neighbours.iter().filter(|border| border.kind != BorderKind::Impassable);
    let enemies = beside
        .map(|border| &map.territories[&border.territory])
        .filter(|other| other.owner.is_some_and(|owner| map.enemies.contains(&owner)));
    20 - i64::from(t.units) + 2 * enemies.map(|other| i64::from(other.units)).sum::<i64>()
}

/// For what brings most until the end for its price; three large ones in closed land win at once.
fn build(map: &NorthgardMap, b: &BuildingInfo, t: &MapTerritory) -> i64 {
    let yearly =
        2 * (b.harvest_food + b.harvest_wood) + b.harvest_lore + 3 * b.cards + 6 * b.harvest_fame;
    let closed = if b.large && t.open_sides == 0 { 20 } else { 0 };
    i64::from(yearly * (map.view.years + 1 - map.view.year)) - i64::from(b.wood) + closed
}

/// Takes free land, and that of enemies who are far weaker; one unit stays behind.
fn advance(map: &NorthgardMap, option: &Move) -> i64 {
    let (source, target) = (&map.territories[&option.source], &map.territories[&option.target]);
    let units = i64::from(option.units);
    let defenders = i64::from(target.units) + number(target.figures.len() + target.creatures.len());
    let strong = defenders == 0 || units >= defenders + 2;
    let stays = 0 < option.units && option.units < source.units;
    if target.owner != map.seat && stays && strong { 10 * worth(target) - units } else { 0 }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
