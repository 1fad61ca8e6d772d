import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { TileInfo } from "../src/gen/northgard.ts";
import { inside, shapeOf, size, symbolCount } from "../src/games/northgard/geometry.ts";

const fixture = new URL("fixtures/northgard.json", import.meta.url);
const { tiles } = JSON.parse(readFileSync(fixture, "utf8")) as { tiles: TileInfo[] };

test("the areas of every tile cover it exactly, and none is too small to be seen", () => {
  for (const tile of tiles) {
    const { polygons } = shapeOf(tile, 0);
    const sizes = polygons.map(size);
    const owning = sizes.filter((_, area) => tile.sides.includes(area));
    const enclosed = tile.areas.length > new Set(tile.sides).size;
    const core =
      enclosed && new Set(tile.sides).size > 1
        ? sizes.reduce((a, b) => a + b)
        : owning.reduce((a, b) => a + b);
    assert.ok(Math.abs(core - 1) < 1e-6, `${tile.id}: ${core}`);
    assert.ok(Math.min(...sizes) > 0.05, tile.id);
  }
});

test("every printed border is one line between its areas", () => {
  for (const tile of tiles) {
    const drawn = shapeOf(tile, 0)
      .lines.map(({ first, second, kind }) => `${first} ${second} ${kind}`)
      .sort();
    const printed = tile.borders
      .map(({ first, second, kind }) => `${first} ${second} ${kind}`)
      .sort();
    assert.deepEqual(drawn, printed, tile.id);
  }
});

test("markers and symbols stand inside their area and apart, however the tile is turned", () => {
  for (const tile of tiles) {
    for (const rotation of [0, 1, 2, 3]) {
      const shape = shapeOf(tile, rotation);
      shape.places.forEach((places, area) => {
        assert.equal(places.length, 1 + symbolCount(tile, area), tile.id);
        for (const [i, place] of places.entries()) {
          assert.ok(inside(place, shape.polygons[area] ?? []), `${tile.id} area ${area}`);
          for (const other of places.slice(i + 1)) {
            assert.ok(
              Math.hypot(place[0] - other[0], place[1] - other[1]) > 0.07,
              `${tile.id} area ${area}`,
            );
          }
        }
      });
    }
  }
});

test("a clockwise turn brings the north side to the east", () => {
  const tile = tiles.find((each) => new Set(each.sides).size === 4);
  assert.ok(tile);
  const north = tile.sides[0] ?? 0;
  assert.ok(inside([0.5, 0.05], shapeOf(tile, 0).polygons[north] ?? []));
  assert.ok(inside([0.95, 0.5], shapeOf(tile, 1).polygons[north] ?? []));
  assert.ok(inside([0.5, 0.95], shapeOf(tile, 2).polygons[north] ?? []));
  assert.ok(inside([0.05, 0.5], shapeOf(tile, 3).polygons[north] ?? []));
});
