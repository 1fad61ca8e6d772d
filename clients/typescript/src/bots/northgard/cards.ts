// What cards are for, and how good it is to play or take one.

import { at } from "../../maps/columns.js";
import type { Action, Card, Upgrade } from "../../northgard.js";
import { bestMove } from "./moves.js";
import type { Situation } from "./situation.js";

type Kind = "explore" | "build" | "recruit" | "move" | "draw" | "gain" | "any" | "special";

/** Cards that are not named are specials. */
const KINDS: readonly (readonly [Kind, string])[] = [
  [
    "explore",
    "explore scouts scout_camp rangers huginn_and_muninn upgraded_scout_camp raven_initial lay_of_the_land annexation",
  ],
  [
    "build",
    "build improved_villager_tools simple_living industrious_villagers carpentry_mastery amenities boar_initial " +
      "goat_initial glory_of_the_clan",
  ],
  [
    "recruit",
    "recruit town_hall recruitment mercenary hunters woodcutters loremasters outpost upgraded_town_hall " +
      "allies_from_the_wild osmosis raven_mercenaries stag_initial call_to_war the_bear_awakens",
  ],
  [
    "move",
    "move militia intimidate shieldbearers bodyguard axe_throwers grizzled_warriors infiltration incursion " +
      "heroic_charge warriors bear_initial snake_initial wolf_initial",
  ],
  [
    "draw",
    "merchant market_place upgraded_market_place upgraded_trading_post greater_trade_routes trading_post " +
      "cunning_merchant negociation spy ancestral_curse resourceful_people protector_of_the_land",
  ],
  ["gain", "fishing lore_mastery wood_monopoly capture raiding_party plunder"],
  ["any", "feast early_feast teamwork"],
];

const KIND: ReadonlyMap<string, Kind> = new Map(
  KINDS.flatMap(([kind, cards]) => cards.split(" ").map((card) => [card, kind] as const)),
);

/** What a card that is for anything offers, by the numbers of its actions. */
const MODES: readonly Kind[] = ["recruit", "move", "explore", "build"];

/** Prompts at which the cards taken do not stay in hand. */
const GIVING_UP = ["draw.discard", "draw.top", "card.discard"];

/** What a card is worth in each year that is left. */
const A_YEAR: Readonly<Record<Kind, number>> = {
  draw: 80,
  gain: 80,
  build: 88,
  explore: 72,
  recruit: 60,
  move: 56,
  any: 48,
  special: 48,
};

/** How good it is to play a card now; below 100 it is better to pass. */
export function playValue(s: Situation, card: number): number {
  const { id, flash } = at(s.catalogue.cards, card);
  return kindValue(s, KIND.get(id) ?? "special") + (flash ? 50 : 0);
}

function kindValue(s: Situation, kind: Kind): number {
  switch (kind) {
    case "explore":
      return s.mine.some(({ openSides }) => openSides) ? 300 : 0;
    case "build":
      return buildValue(s);
    case "recruit":
      return recruitValue(s);
    case "move":
      return moveValue(s);
    case "draw":
      return 700;
    case "gain":
      return 800;
    case "any":
      return Math.max(kindValue(s, "explore"), buildValue(s), recruitValue(s), moveValue(s)) - 10;
    case "special":
      return 300;
  }
}

function buildValue(s: Situation): number {
  const { wood } = s.me;
  if (wood >= 3 && s.mine.some(({ large }) => large)) return 850;
  return wood && s.mine.some(({ small, carved }) => small + carved) ? 400 : 0;
}

function recruitValue(s: Situation): number {
  if (s.kaijaWaits()) return 450; // she costs nothing in winter
  if (s.me.reserve === 0) return 0;
  return s.bringsUnrest({ units: 1 }) ? 50 : 680 - 27 * s.unitsOnMap();
}

function moveValue(s: Situation): number {
  const gain = bestMove(s);
  return gain > 0 ? 130 + gain : 50;
}

/** A clan upgrade for the least useful card, as long as there is time to play it. */
export function upgrade(s: Situation, { card, outOfGame }: Upgrade): number {
  if (s.yearsLeft < 3) return 0;
  const { fame } = at(s.catalogue.cards, card);
  return 900 - Math.floor(playValue(s, card) / 10) + (outOfGame ? -100 : 5) * fame;
}

/** A useless card may be exchanged while lore is plenty. */
export function replace(s: Situation, { card }: { card: number }): number {
  return playValue(s, card) < 100 && s.me.lore !== 3 ? 250 : 0;
}

/** A card to take or keep: fame at the end, and use until then. */
export function takenCard(s: Situation, { card }: Card): number {
  const { id, set, fame, flash } = at(s.catalogue.cards, card);
  if (s.prompt === "automa.tie") return 1000 - 100 * fame;
  if (set === "achievement") return 100 + s.achievement(id);
  if (GIVING_UP.includes(s.prompt)) return leastNeeded(s, card);
  if (set === "unrest") return 5;
  const use = A_YEAR[KIND.get(id) ?? "special"] + (flash ? 20 : 0);
  return 10 + 100 * fame + use * Math.min(s.yearsLeft, 4);
}

/** What is least worth playing; Unrest goes to the discard pile, but is not laid where it is drawn again. */
function leastNeeded(s: Situation, card: number): number {
  if (at(s.catalogue.cards, card).set !== "unrest") return 3000 - playValue(s, card);
  return s.prompt === "draw.top" ? 1 : 5000;
}

/** The best use of the card just played, if it is one for anything; the first of what others offer. */
export function mode(s: Situation, { action }: Action): number {
  const played = s.me.active.at(-1);
  const isForAnything =
    played !== undefined && KIND.get(at(s.catalogue.cards, played).id) === "any";
  return isForAnything ? kindValue(s, at(MODES, action)) + 10 : 10;
}
