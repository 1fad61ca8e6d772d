// What a step leaves on the map of Clansmen.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Act } from "../src/document.ts";
import type { OfferView, Person, PlayerView, View } from "../src/gen/clansmen.ts";
import { CLANSMEN } from "../src/games/clansmen/index.ts";
import { marksOf } from "../src/games/clansmen/marks.ts";
import type { Position } from "../src/games/clansmen/position.ts";

const RESOURCES = ["Food", "Wood", "Stone", "Goods"].map((name) => ({
  id: name.toLowerCase(),
  name,
  text: "",
}));

function player(seat: number, people: Person[] = []): PlayerView {
  return {
    seat,
    home: seat,
    food: 0,
    wood: 0,
    stone: 0,
    goods: 0,
    respect: 0,
    blessings: 0,
    people,
    built: [],
    structures: [],
    attached: [],
    hand_size: 0,
    called: [],
    actions: 0,
    used: [],
    allowed: [],
    tempo: 0,
    specials: 0,
    taken: [],
    idle: [],
    ignores_event: false,
    passed: false,
    hand: [],
  };
}

function view(parts: Partial<View> = {}): View {
  return {
    seat: -1,
    year: 1,
    years: 3,
    gate: 50,
    season: 0,
    phase: "actions",
    start: 0,
    counter: 0,
    event: -1,
    past_events: [],
    next_event: -1,
    tales_left: 0,
    discard: [],
    batch: [],
    map: null,
    players: [player(0), player(1)],
    promises: [],
    raid: null,
    offer: null,
    about: null,
    ...parts,
  };
}

function about(tile: number): View["about"] {
  return { kind: -1, tile, building: -1, card: -1, left: 1, acted: -1, homeland_only: false };
}

function offer(parts: Partial<OfferView> = {}): OfferView {
  return {
    seat: 1,
    partner: 0,
    give: [2, 0, 0, 0],
    want: [0, 0, 0, 1],
    countered: false,
    complete: true,
    named: [],
    refused: false,
    proposals: 2,
    ...parts,
  };
}

function scene(before: View | null, after: View, ...acts: Act[]): Position {
  const empty = {
    cards: [],
    events: [],
    buildings: [],
    terrains: [],
    boards: [],
    rates: [],
    kinds: [],
    seasons: [],
    regular_actions: [],
    special_actions: [],
  };
  const catalogue = { ...empty, resources: RESOURCES };
  return {
    view: after,
    before,
    catalogue,
    seats: [],
    teams: [],
    acts,
    said: {},
    board: null,
    asked: [],
    eye: -1,
  };
}

test("a move is an arrow from the population in question to its new tile", () => {
  const act = { seat: 1, prompt: "reorganize.to", chosen: [{ tile: { tile: 7 } }] };
  const marks = marksOf(scene(view({ about: about(3) }), view(), act));
  assert.deepEqual(marks.arrows, [{ from: 3, to: 7, seat: 1 }]);
  assert.deepEqual([...marks.rings], [[7, 1]]);
});

test("a new kind, and what a Laborer still gives, ring the population in question", () => {
  for (const [prompt, option] of [
    ["reorganize.to", { kind: { kind: 2 } }],
    ["harvest.use", { yield: { wood: 1, stone: 0 } }],
    ["raid.place", { raider: { raider: 0 } }],
  ] as const) {
    const act = { seat: 0, prompt, chosen: [option] } as Act;
    const marks = marksOf(scene(view({ about: about(3) }), view(), act));
    assert.deepEqual([...marks.rings], [[3, 0]]);
    assert.deepEqual(marks.arrows, []);
  }
});

test("all tiles of an answer are ringed, and those of an act that the eye may not know are not", () => {
  const chosen = [{ settle: { laborer: 4, farmer: 5, other_farmer: 6 } }];
  const known = { seat: 0, prompt: "setup.place", chosen };
  const hidden = { seat: 1, prompt: "setup.place" };
  assert.deepEqual([...marksOf(scene(view(), view(), known, hidden)).rings.keys()], [4, 5, 6]);
});

test("a revealed hex is new, and the land as it is laid out is not", () => {
  const land = (terrain: number[]) => view({ map: { terrain } });
  assert.deepEqual([...marksOf(scene(land([0, 2, 0]), land([0, 2, 5]))).revealed], [2]);
  const wide = (each: number) => land(Array<number>(40).fill(each));
  assert.equal(marksOf(scene(wide(0), wide(3))).revealed.size, 0);
});

test("who dies leaves a cross, who moves does not, and who is weakened is marked", () => {
  const settled = (...people: Person[]) => view({ players: [player(0, people), player(1)] });
  const farmer = { tile: 3, kind: 0, weakened: false };
  const warrior = { tile: 4, kind: 3, weakened: false };
  const died = marksOf(scene(settled(farmer, warrior), settled(farmer)));
  assert.deepEqual([...died.lost], [[4, { kind: 3, seat: 0 }]]);
  const moved = marksOf(scene(settled(farmer, warrior), settled(farmer, { ...warrior, tile: 9 })));
  assert.equal(moved.lost.size, 0);
  const hurt = marksOf(scene(settled(farmer), settled({ ...farmer, weakened: true })));
  assert.deepEqual([...hurt.weakened], [3]);
});

test("an offer links who makes it to who answers it", () => {
  const asked = marksOf(scene(view(), view({ offer: offer() }))).link;
  assert.deepEqual(asked, { from: 1, to: 0, text: "2 food for 1 goods", state: "asked" });
  const refused = marksOf(scene(view(), view({ offer: offer({ refused: true }) }))).link;
  assert.equal(refused?.state, "refused");
  const begun = view({ offer: offer({ complete: false, give: [0, 0, 0, 0] }) });
  assert.equal(marksOf(scene(view(), begun)).link?.text, "wants 1 goods");
});

test("a counter-offer goes the other way", () => {
  const link = marksOf(scene(view(), view({ offer: offer({ countered: true }) }))).link;
  assert.deepEqual(link, { from: 0, to: 1, text: "1 goods for 2 food", state: "asked" });
});

test("what was agreed on is shown although it has left the table; what failed is not", () => {
  const accept = { seat: 0, prompt: "trade.reply", chosen: [{ accept: {} }] };
  const agreed = marksOf(scene(view({ offer: offer() }), view(), accept)).link;
  assert.deepEqual(agreed, { from: 1, to: 0, text: "2 food for 1 goods", state: "accepted" });
  const no = { seat: 0, prompt: "trade.reply", chosen: [] };
  assert.equal(marksOf(scene(view({ offer: offer() }), view(), no)).link, null);
});

test("the timeline tells raids, winters, years and the end", () => {
  const raid = {
    raiders: [0],
    opened: false,
    committed: [],
    valor: [],
    dice: [],
    defeated: [],
    own_rerolls: [],
    raider_rerolls: [],
  };
  const event = (before: View | null, after: View) =>
    CLANSMEN.event(scene(before, after) as unknown as Parameters<typeof CLANSMEN.event>[0]);
  assert.equal(event(null, view()), "");
  assert.equal(event(view(), view()), "");
  assert.equal(event(view(), view({ raid })), "raid");
  assert.equal(event(view({ raid }), view({ raid })), "");
  assert.equal(event(view({ season: 2 }), view({ season: 3 })), "winter");
  assert.equal(event(view({ season: 3 }), view({ year: 2 })), "year 2");
  assert.equal(event(view(), view({ phase: "over" })), "end");
});

test("a roll stays shorter than the opening of a raid, and a draw shorter than an action", () => {
  const weight = (after: View, ...acts: Act[]) =>
    CLANSMEN.weight(
      scene(view(), after, ...acts) as unknown as Parameters<typeof CLANSMEN.weight>[0],
    );
  const hunt = weight(view(), {
    seat: 0,
    prompt: "turn.action",
    chosen: [{ hunt: { cards: [] } }],
  });
  assert.ok(weight(view(), { seat: -1, prompt: "tales.draw" }) < hunt);
  assert.ok(weight(view(), { seat: 0, prompt: "turn.action", chosen: [{ pass: {} }] }) < hunt);
  assert.ok(
    weight(view(), { seat: 0, prompt: "raid.commit" }) >
      weight(view(), { seat: -1, prompt: "raid.die" }),
  );
});
