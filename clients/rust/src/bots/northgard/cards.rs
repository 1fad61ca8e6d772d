//! What cards are good for: to play, to keep, to give up.

use super::Situation;
use super::moving::best_move;
use crate::northgard::{Action, Card, Replace, Upgrade};

/// What a card that is for anything offers, by the numbers of its actions.
const MODES: [Kind; 4] = [Kind::Recruit, Kind::Move, Kind::Explore, Kind::Build];
/// Prompts at which the cards taken do not stay in hand.
const GIVING_UP: [&str; 3] = ["draw.discard", "draw.top", "card.discard"];

/// What a card is for.
#[derive(Clone, Copy)]
enum Kind {
    Explore,
    Build,
    Recruit,
    Move,
    Draw,
    Gain,
    /// The best of exploring, building, recruiting and moving.
    Any,
    Special,
}

fn kind(card: &str) -> Kind {
    match card {
        "explore"
        | "scouts"
        | "scout_camp"
        | "rangers"
        | "huginn_and_muninn"
        | "upgraded_scout_camp"
        | "raven_initial"
        | "lay_of_the_land"
        | "annexation" => Kind::Explore,
        "build"
        | "improved_villager_tools"
        | "simple_living"
        | "industrious_villagers"
        | "carpentry_mastery"
        | "amenities"
        | "boar_initial"
        | "goat_initial"
        | "glory_of_the_clan" => Kind::Build,
        "recruit"
        | "town_hall"
        | "recruitment"
        | "mercenary"
        | "hunters"
        | "woodcutters"
        | "loremasters"
        | "outpost"
        | "upgraded_town_hall"
        | "allies_from_the_wild"
        | "osmosis"
        | "raven_mercenaries"
        | "stag_initial"
        | "call_to_war"
        | "the_bear_awakens" => Kind::Recruit,
        "move" | "militia" | "intimidate" | "shieldbearers" | "bodyguard" | "axe_throwers"
        | "grizzled_warriors" | "infiltration" | "incursion" | "heroic_charge" | "warriors"
        | "bear_initial" | "snake_initial" | "wolf_initial" => Kind::Move,
        "merchant"
        | "market_place"
        | "upgraded_market_place"
        | "upgraded_trading_post"
        | "greater_trade_routes"
        | "trading_post"
        | "cunning_merchant"
        | "negociation"
        | "spy"
        | "ancestral_curse"
        | "resourceful_people"
        | "protector_of_the_land" => Kind::Draw,
        "fishing" | "lore_mastery" | "wood_monopoly" | "capture" | "raiding_party" | "plunder" => {
            Kind::Gain
        }
        "feast" | "early_feast" | "teamwork" => Kind::Any,
        _ => Kind::Special,
    }
}

/// How good it is to play a card now; below 100 it is better to pass.
pub fn play_value(s: &Situation, card: u32) -> i64 {
    let card = s.card(card);
    kind_value(s, kind(&card.id)) + if card.flash { 50 } else { 0 }
}

fn kind_value(s: &Situation, kind: Kind) -> i64 {
    match kind {
        Kind::Explore => explore_value(s),
        Kind::Build => build_value(s),
        Kind::Recruit => recruit_value(s),
        Kind::Move => move_value(s),
        Kind::Draw => 700,
        Kind::Gain => 800,
        Kind::Any => {
            explore_value(s).max(build_value(s)).max(recruit_value(s)).max(move_value(s)) - 10
        }
        Kind::Special => 300,
    }
}

fn explore_value(s: &Situation) -> i64 {
    if s.land.mine().any(|t| t.open_sides > 0) { 300 } else { 0 }
}

fn build_value(s: &Situation) -> i64 {
    match s.land.me().wood {
        3.. if s.land.mine().any(|t| t.large > 0) => 850,
        1.. if s.land.mine().any(|t| t.small + t.carved > 0) => 400,
        _ => 0,
    }
}

fn recruit_value(s: &Situation) -> i64 {
    if s.kaija_waits() {
        450 // she costs nothing in winter
    } else if s.land.me().reserve == 0 {
        0
    } else if s.brings_unrest(1, 0) {
        50
    } else {
        680 - 27 * s.land.units_on_map()
    }
}

fn move_value(s: &Situation) -> i64 {
    match best_move(s) {
        gain @ 1.. => 130 + gain,
        _ => 50,
    }
}

/// A clan upgrade for the least useful card, as long as there is time to play it.
pub fn upgrade(s: &Situation, option: &Upgrade) -> i64 {
    if s.years_left < 3 {
        return 0;
    }
    let fame = i64::from(s.card(option.card).fame);
    900 - play_value(s, option.card) / 10 + if option.out_of_game { -100 * fame } else { 5 * fame }
}

/// A useless card may be exchanged while lore is plenty.
pub fn replace(s: &Situation, option: &Replace) -> i64 {
    if play_value(s, option.card) < 100 && s.land.me().lore != 3 { 250 } else { 0 }
}

/// What is least worth playing; Unrest goes to the discard pile, but is not laid where it is drawn
/// again.
fn least_needed(s: &Situation, option: &Card) -> i64 {
    match (s.card(option.card).set.as_str(), s.prompt) {
        ("unrest", "draw.top") => 1,
        ("unrest", _) => 5000,
        _ => 3000 - play_value(s, option.card),
    }
}

/// The best use of the card just played, if it is one for anything; the first of what others offer.
pub fn mode(s: &Situation, option: &Action) -> i64 {
    let played = s.land.me().active.last().map(|card| kind(&s.card(*card).id));
    if !matches!(played, Some(Kind::Any)) {
        return 10;
    }
    kind_value(s, MODES[option.action as usize]) + 10
}

/// A card to take or keep: fame at the end, and use until then.
pub fn keep(s: &Situation, option: &Card) -> i64 {
    let card = s.card(option.card);
    match card.set.as_str() {
        _ if s.prompt == "automa.tie" => return 1000 - 100 * i64::from(card.fame),
        "achievement" => return 100 + s.land.achievement(&card.id),
        _ if GIVING_UP.contains(&s.prompt) => return least_needed(s, option),
        "unrest" => return 5,
        _ => {}
    }
    let a_year = match kind(&card.id) {
        Kind::Draw | Kind::Gain => 80,
        Kind::Build => 88,
        Kind::Explore => 72,
        Kind::Recruit => 60,
        Kind::Move => 56,
        Kind::Any | Kind::Special => 48,
    };
    let use_a_year = a_year + if card.flash { 20 } else { 0 };
    10 + 100 * i64::from(card.fame) + use_a_year * s.years_left.min(4)
}
