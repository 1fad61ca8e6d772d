import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { create } from "@bufbuild/protobuf";

import { clansmen, type ClansmenMap } from "../src/clansmen.js";
import { unpack, type Game } from "../src/game.js";
import {
  northgard,
  Phase,
  PlayerViewSchema,
  ViewSchema,
  type NorthgardMap,
} from "../src/northgard.js";
import { paxViking, type PaxVikingMap } from "../src/pax_viking.js";
import { recorded } from "./recorded.js";

const list = (values: readonly unknown[]) => `[${values.join(",")}]`;
const orDash = (number: number | undefined) => number ?? "-";

function* northgardLines(land: NorthgardMap) {
  const own = land.own.map(({ id }) => id);
  yield `seat ${orDash(land.seat)} phase ${land.phase} hand ${list(land.hand)} enemies ${list(land.enemies)} own ${list(own)}`;
  for (const each of land.territories.values()) {
    const buildings = each.buildings.map(({ number, id, space }) => `${number}/${id}/${space}`);
    const borders = each.neighbours.map(({ territory, kind }) => `${territory}/${kind}`);
    const figures = each.figures.map(({ figure }) => figure);
    yield (
      `territory ${each.id} owner ${orDash(each.owner)} units ${each.units} kaija ${Number(each.kaija)} ` +
      `food ${each.food} wood ${each.wood} lore ${each.lore} lairs ${each.lairs} size ${each.size} ` +
      `open ${each.openSides} small ${each.small} carved ${each.carved} large ${each.large} ` +
      `buildings ${list(buildings)} neighbours ${list(borders)} figures ${list(figures)} ` +
      `creatures ${list(each.creatures)}`
    );
  }
}

function* clansmenLines(land: ClansmenMap) {
  const own = land.own.map(({ number }) => number);
  yield `seat ${orDash(land.seat)} phase ${land.phase} hand ${list(land.hand)} others ${list(land.others)} own ${list(own)}`;
  for (const each of land.hexes) {
    const { person } = each;
    const who = person ? `${person.seat}/${person.kind}/${Number(person.weakened)}` : "-";
    const structures = each.structures.map(({ seat, number, id }) => `${seat}/${number}/${id}`);
    yield (
      `hex ${each.number} q ${each.q} r ${each.r} terrain ${orDash(each.terrain)} ` +
      `settlement ${orDash(each.settlement)} person ${who} structures ${list(structures)} ` +
      `cards ${list(each.cards)} neighbours ${list(each.neighbours)} steps ${land.steps(0, each.number)}`
    );
  }
}

function* paxVikingLines(land: PaxVikingMap) {
  const own = land.own.map(({ number }) => number);
  const longships = land.seat === undefined ? [] : land.longshipsOf(land.seat);
  yield (
    `seat ${orDash(land.seat)} phase ${land.phase} hand ${list(land.hand)} rivals ${list(land.rivals)} ` +
    `own ${list(own)} longships ${list(longships)}`
  );
  for (const post of land.posts) {
    yield (
      `post ${post.number} node ${post.node} region ${post.region} wind ${post.wind} cost ${post.cost} ` +
      `owner ${orDash(post.owner)} follower ${orDash(post.follower)} venture ${orDash(post.venture)}`
    );
  }
  for (const node of land.nodes) {
    yield (
      `node ${node.number} region ${orDash(node.region)} post ${orDash(node.post)} home ${Number(node.home)} ` +
      `neighbours ${list(node.neighbours)} longships ${list(node.longships)}`
    );
  }
}

/** View and catalogue of the question in the middle of a transcript. */
async function middleOf<G extends Game>(transcript: string, game: G) {
  const { match, requests } = await recorded(transcript);
  const request = requests[Math.floor(requests.length / 2)];
  return [unpack<G["view"]>(game.view, request?.view), match.catalogue(game)] as const;
}

function assertMap(transcript: string, lines: Iterable<string>) {
  const path = join(import.meta.dirname, `../../transcripts/${transcript}.map`);
  assert.deepEqual([...lines], readFileSync(path, "utf8").trimEnd().split("\n"));
}

for (const transcript of ["northgard-random", "northgard-modules"]) {
  test(`the map of ${transcript} says what the file beside it says`, async () => {
    assertMap(
      transcript,
      northgardLines(northgard.map(...(await middleOf(transcript, northgard)))),
    );
  });
}

test("the map of clansmen-random says what the file beside it says", async () => {
  const middle = await middleOf("clansmen-random", clansmen);
  assertMap("clansmen-random", clansmenLines(clansmen.map(...middle)));
});

test("the map of pax-viking-random says what the file beside it says", async () => {
  const middle = await middleOf("pax-viking-random", paxViking);
  assertMap("pax-viking-random", paxVikingLines(paxViking.map(...middle)));
});

test("a spectator has no hand and no land, and all seats are its enemies", async () => {
  const [view, catalogue] = await middleOf("northgard-random", northgard);
  const land = northgard.map(create(ViewSchema, { ...view, seat: -1 }), catalogue);
  assert.deepEqual([land.seat, land.me, land.hand, land.own], [undefined, undefined, [], []]);
  assert.deepEqual(land.enemies, [0, 1]);
});

test("teammates are no enemies, and a phase of a later version is unspecified", async () => {
  const [view, catalogue] = await middleOf("northgard-random", northgard);
  const players = [0, 1, 2, 3].map((seat) => create(PlayerViewSchema, { seat }));
  const later = create(ViewSchema, { ...view, seat: 1, teams: true, phase: "siege", players });
  const land = northgard.map(later, catalogue);
  assert.deepEqual(land.enemies, [0, 2]);
  assert.equal(land.phase, Phase.UNSPECIFIED);
});
