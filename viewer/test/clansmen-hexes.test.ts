// The map's geometry on every board of the catalogue.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { BoardInfo } from "../src/gen/clansmen.ts";
import {
  APOTHEM,
  RADIUS,
  SIDES,
  centre,
  corner,
  layoutOf,
  outline,
  type Point,
} from "../src/games/clansmen/hexes.ts";

const BOARDS = JSON.parse(
  readFileSync(new URL("clansmen-boards.json", import.meta.url), "utf8"),
) as BoardInfo[];
const CLOSE = 0.05;

function near(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < CLOSE;
}

function corners(at: Point): Point[] {
  return SIDES.map((_, index) => {
    const { x, y } = corner(index);
    return { x: at.x + x, y: at.y + y };
  });
}

function pointsOf(path: string): Point[] {
  return path
    .replace(/^M|Z$/g, "")
    .split("L")
    .map((pair) => {
      const [x, y] = pair.split(",").map(Number);
      return { x: x ?? NaN, y: y ?? NaN };
    });
}

test("the neighbour across side i has the corners i and i + 1 too", () => {
  const here = corners(centre(2, -1));
  SIDES.forEach(([q, r], side) => {
    const there = corners(centre(2 + q, -1 + r));
    const shared = here.flatMap((one, index) =>
      there.some((other) => near(one, other)) ? [index] : [],
    );
    assert.deepEqual(
      shared,
      [side, (side + 1) % 6].sort((one, other) => one - other),
    );
  });
});

test("the six sides are those that the proto file calls neighbours", () => {
  const told = [
    [1, 0],
    [0, 1],
    [1, -1],
  ].flatMap(([q = 0, r = 0]) => [`${q},${r}`, `${-q},${-r}`]);
  assert.deepEqual(SIDES.map(([q, r]) => `${q},${r}`).sort(), told.sort());
});

for (const board of BOARDS) {
  describe(`the board of ${board.players} players`, () => {
    const layout = layoutOf(board);

    test("hexes are apart, and as near as their coordinates say", () => {
      const places = layout.centres.map((at, tile) => ({
        at,
        q: board.q[tile] ?? NaN,
        r: board.r[tile] ?? NaN,
      }));
      places.forEach((one, index) => {
        for (const other of places.slice(index + 1)) {
          const [q, r] = [other.q - one.q, other.r - one.r];
          const beside = SIDES.some(([dq, dr]) => dq === q && dr === r);
          const apart = Math.hypot(other.at.x - one.at.x, other.at.y - one.at.y);
          if (beside) assert.ok(Math.abs(apart - 2 * APOTHEM) < CLOSE);
          else assert.ok(apart > 2 * RADIUS * 0.99 + CLOSE);
        }
      });
    });

    test("all hexes are within the view box, with room on each side", () => {
      for (const each of layout.centres.flatMap(corners)) {
        assert.ok(each.x > layout.left && each.x < layout.left + layout.width);
        assert.ok(each.y > layout.top && each.y < layout.top + layout.height);
      }
    });

    test("a settlement's border is one loop of 18 sides, each as long as a hex's", () => {
      assert.equal(layout.settlements.length, board.players);
      for (const { tiles, outline: path, centre: middle } of layout.settlements) {
        assert.equal(tiles.length, 7);
        assert.equal(path.match(/M/g)?.length, 1);
        const points = pointsOf(path);
        assert.equal(points.length, 18);
        points.forEach((one, index) => {
          const other = points[(index + 1) % points.length] ?? one;
          assert.ok(Math.abs(Math.hypot(other.x - one.x, other.y - one.y) - RADIUS) < 4 * CLOSE);
        });
        const apart = points.map((each) => Math.hypot(each.x - middle.x, each.y - middle.y));
        assert.ok(Math.min(...apart) > 1.9 * RADIUS && Math.max(...apart) < 2.7 * RADIUS);
      }
    });

    test("the geometry is computed once", () => {
      assert.equal(layoutOf(board), layout);
    });
  });
}

test("the border of six hexes around another one has two loops", () => {
  const board = BOARDS[0];
  assert.ok(board);
  const ring = board.settlements.slice(1, 7);
  assert.equal(outline(board, ring).match(/M/g)?.length, 2);
});
