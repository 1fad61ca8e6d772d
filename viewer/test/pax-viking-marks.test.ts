// What a step leaves on the map of Pax Viking, and which steps are big ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Act } from "../src/document.ts";
import type { Catalogue, Longship, PlayerView, View } from "../src/gen/pax_viking.ts";
import { PAX_VIKING } from "../src/games/pax_viking/index.ts";
import { marksOf } from "../src/games/pax_viking/marks.ts";
import { established, fleetsOf, type Position } from "../src/games/pax_viking/position.ts";

/** A HOME, a sea beside it, and a POST in that. */
const NODES = [
  { name: "Lade", region: -1, post: -1, beside: [1], home: true },
  { name: "Nor Sea", region: 0, post: -1, beside: [2], home: false },
  { name: "Faroe", region: 0, post: 0, beside: [1], home: false },
];
const TYPES = ["Jarldom", "Theocracy", "Sweden", "Rus"].map((name) => ({
  id: name.toLowerCase(),
  name,
}));

function player(parts: Partial<PlayerView> = {}): PlayerView {
  return {
    seat: 0,
    jarl: -1,
    silver: 0,
    hand_size: 0,
    hand_limit: 4,
    supply: [6, 6, 6, 6],
    influence: [0, 0, 0, 0],
    advocates: [],
    gods: [],
    duchies: [],
    hand: [],
    known: [],
    ...parts,
  };
}

function view(parts: Partial<View> = {}): View {
  return {
    seat: -1,
    turn: 1,
    phase: "actions",
    active: 0,
    first: 0,
    players: [player(), player({ seat: 1 })],
    tiles: [-1],
    owners: [-1],
    followers: [-1],
    longships: [],
    pile: 0,
    top: [],
    track: [],
    discard: [],
    removed: [],
    influence: [-1, -1, -1, -1],
    markers: 4,
    influence_spent: [0, 0, 0, 0],
    journeys: 0,
    face_up: [],
    face_down: 0,
    taken: false,
    peace: [],
    looks: [],
    promises: [],
    event: -1,
    althing: null,
    offer: null,
    offers: 0,
    about: null,
    ...parts,
  };
}

function scene(after: View, before: View | null = null, acts: readonly Act[] = []): Position {
  const catalogue: Catalogue = {
    tiles: [
      {
        id: "E01",
        archetype: "E01",
        name: "Market Day",
        kind: 1,
        region: -1,
        wind: -1,
        follower: -1,
        vote: false,
        text: "",
      },
      {
        id: "A01",
        archetype: "A01",
        name: "Spy",
        kind: 2,
        region: -1,
        wind: -1,
        follower: 3,
        vote: false,
        text: "",
      },
    ],
    jarls: [],
    regions: [],
    posts: [],
    nodes: NODES,
    cards: [],
    types: TYPES,
    kinds: [],
    winds: [],
    ship_kinds: [],
  };
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

function ship(node: number, parts: Partial<Longship> = {}): Longship {
  return { seat: 0, kind: 0, node, exhausted: false, ...parts };
}

test("a Longship that sails leaves an arrow, one that is returned a cross, one that is launched nothing", () => {
  const before = view({ longships: [ship(0), ship(1, { seat: 1 }), ship(-1)] });
  const after = view({ longships: [ship(1), ship(-1, { seat: 1 }), ship(0)] });
  const marks = marksOf(scene(after, before));
  assert.deepEqual(marks.moves, [{ ship: 0, seat: 0, from: 0, to: 1 }]);
  assert.deepEqual(marks.returned, [{ ship: 1, seat: 1, node: 1 }]);
});

test("a place that is named gets a ring: a node, a post, or where the Longship is that is named", () => {
  const before = view({ longships: [ship(-1), ship(0)] });
  const ringed = (option: Record<string, Record<string, number>>) => {
    const act: Act = { seat: 1, prompt: "turn.action", chosen: [option], text: [""] };
    return [...marksOf(scene(before, before, [act])).rings];
  };
  assert.deepEqual(ringed({ step: { node: 1 } }), [[1, 1]]);
  assert.deepEqual(ringed({ parley: { post: 0 } }), [[2, 1]]);
  assert.deepEqual(ringed({ sail: { longship: 1 } }), [[0, 1]]);
  assert.deepEqual(ringed({ sail: { longship: 0 } }), [], "it is on the Jarlboard");
  assert.deepEqual(ringed({ pass: {} }), []);
});

test("a Follower that is replaced is lost to its owner, and the post has changed", () => {
  const before = view({ owners: [0], followers: [2] });
  const after = view({ owners: [1], followers: [2] });
  const marks = marksOf(scene(after, before));
  assert.deepEqual([...marks.lost], [[0, { seat: 0, type: 2 }]]);
  assert.deepEqual([...marks.changed], [0]);
  assert.deepEqual([...marksOf(scene(view(), after)).changed], []);
  assert.deepEqual([...marksOf(scene(after, after)).lost], []);
});

test("Longships that can do the same are drawn as one, and nothing else is", () => {
  const ships = [ship(1), ship(1), ship(1, { exhausted: true }), ship(1, { kind: 2 }), ship(0)];
  assert.deepEqual(
    fleetsOf(ships).map((fleet) => fleet.ships),
    [[0, 1], [2], [3], [4]],
  );
});

test("Followers are counted on posts and on Jarlboards", () => {
  const spy = { tile: 1, established: true, counts_as: -1 };
  const players = [player({ advocates: [spy, { ...spy, established: false }] })];
  assert.deepEqual(
    established(scene(view({ players, owners: [0], followers: [0] })), 0),
    [1, 0, 0, 1],
  );
});

test("an Event, a new Duchy, a replaced Follower and the end are big steps", () => {
  const word = (after: Partial<View>, before: Partial<View> = {}) =>
    PAX_VIKING.event(scene(view(after), view(before)));
  assert.equal(word({ event: 0 }), "Market Day");
  assert.equal(word({ event: 0 }, { event: 0 }), "");
  assert.equal(word({ players: [player({ duchies: [3] })] }), "duchy");
  assert.equal(word({ owners: [1] }, { owners: [0] }), "Follower replaced");
  assert.equal(word({ owners: [1] }), "");
  assert.equal(word({ phase: "over" }), "end");
  assert.equal(PAX_VIKING.event(scene(view())), "");
});
