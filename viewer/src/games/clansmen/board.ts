// The map: land, settlements, people, what is built, what was just done; and the raiders' track below it.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit-html";
import type { Catalogue, DieView } from "../../gen/clansmen.ts";
import { ALL } from "../../document.ts";
import { dieFace, personToken, structureGlyph, terrainGlyph } from "./glyphs.ts";
import { APOTHEM, HEX, RADIUS, layoutOf, type Layout, type Point } from "./hexes.ts";
import { marksOf, type Marks } from "./marks.ts";
import { boardOf, occupiedTiles, type Occupied, type Position } from "./position.ts";
import { raiders, status } from "./status.ts";
import { count, named, seatName } from "../phrases.ts";

const NOTHING: Occupied = { seat: -1, kind: -1, weakened: false, structures: [], cards: [] };

export function board(scene: Position): TemplateResult {
  const info = boardOf(scene);
  if (!info) return html`<p>This version of the viewer does not know the board.</p>`;
  const layout = layoutOf(info);
  const marks = marksOf(scene);
  const occupied = occupiedTiles(scene.view.players);
  const terrain = scene.view.map?.terrain ?? [];
  const laid = isLaid(scene, layout);
  // The land of a settlement belongs to somebody once seats are drawn.
  const owner = new Map(
    scene.view.players.filter((player) => player.home >= 0).map((each) => [each.home, each.seat]),
  );
  const residents = new Map<number, number>();
  layout.settlements.forEach((settlement, home) =>
    settlement.tiles.forEach((tile) => residents.set(tile, owner.get(home) ?? -1)),
  );
  const own = (tile: number): number => residents.get(tile) ?? -1;
  return html`<div class="cl cl-board">
    <div class="cl-stage">
      ${status(scene)}
      <svg
        class="cl-map"
        viewBox=${`${layout.left} ${layout.top} ${layout.width} ${layout.height}`}
        role="group"
      >
        <title>The map of ${layout.centres.length} hexes</title>
        <g>
          ${layout.centres.map((centre, tile) =>
            hex(
              scene,
              tile,
              centre,
              laid(tile) ? (terrain[tile] ?? 0) : -1,
              terrain[tile] ?? 0,
              occupied.get(tile) ?? NOTHING,
              own(tile),
            ),
          )}
        </g>
        <g>${layout.settlements.map((_, home) => border(layout, home, owner.get(home)))}</g>
        ${scene.view.raid ? svg`<g>${scene.view.raid.dice.map((each) => tileDie(layout, each))}</g>` : nothing}
        ${drawnMarks(scene, layout, marks)}
        <g>${[...owner].map(([home, seat]) => ownerTab(scene, layout, home, seat))}</g>
        ${marks.link ? link(scene, layout, marks.link) : nothing}
      </svg>
      ${scene.view.raid ? raiders(scene.view.raid) : nothing}
    </div>
    ${track(scene, info.raiders)} ${legend(scene.catalogue)}
  </div>`;
}

/** Return a test for tiles whose terrain is known. Where every secret is seen, hexes that have not been drawn yet are
 * said to be of the first terrain, and would look like land: until people are there, only settlements with another
 * terrain in them have been drawn. */
function isLaid({ view, eye }: Position, { settlements }: Layout): (tile: number) => boolean {
  const terrain = view.map?.terrain ?? [];
  if (eye !== ALL || view.year || view.players.some((player) => player.people.length))
    return (tile) => (terrain[tile] ?? 0) > 0;
  const wild = new Set(terrain.keys());
  const drawn = new Set<number>();
  for (const { tiles } of settlements) {
    for (const tile of tiles) wild.delete(tile);
    if (tiles.some((tile) => (terrain[tile] ?? 0) > 1)) for (const tile of tiles) drawn.add(tile);
  }
  const all = [...wild].some((tile) => (terrain[tile] ?? 0) > 1);
  return (tile) => all || drawn.has(tile);
}

function hex(
  scene: Position,
  tile: number,
  { x, y }: Point,
  shown: number,
  terrain: number,
  on: Occupied,
  resident: number,
): SVGTemplateResult {
  const { catalogue } = scene;
  const land = shown > 0 ? catalogue.terrains[shown - 1] : undefined;
  const settled = resident >= 0 || on.kind >= 0;
  // Where every secret is seen, nobody says which hexes players know; those that are used stand out all the same.
  const faint = scene.eye === ALL && land && resident < 0 && on === NOTHING;
  const glyph = land ? terrainGlyph(land.id) : nothing;
  return svg`<g class=${`cl-hex ${land ? `cl-${land.id}` : "cl-fog"}${faint ? " cl-faint" : ""}`} transform=${`translate(${x} ${y})`}
    data-tile=${tile} data-terrain=${terrain} data-person=${on.kind < 0 ? "" : on.kind}
    data-weakened=${on.weakened} data-person-seat=${on.kind < 0 ? "" : on.seat}
    data-structures=${on.structures.join(" ")} data-cards=${on.cards.join(" ")}
    role=${land ? "img" : "presentation"}>
    <title>${hexTitle(scene, tile, shown, on)}</title>
    <path class="cl-land" d=${HEX} />
    <g class=${on.kind < 0 ? "cl-glyph" : "cl-glyph cl-small"}>${glyph}</g>
    ${settled || land ? svg`<text class="cl-number" y=${-APOTHEM + 8.4}>${tile}</text>` : nothing}
    ${on.structures.map((each) => structureGlyph(catalogue.buildings[each]?.id ?? ""))}
    ${on.cards.length ? cardGlyph(on.cards.length) : nothing}
    ${on.kind < 0 ? nothing : svg`<g transform="translate(0 .8)">${personToken(on.kind, on.seat, on.weakened)}</g>`}
    ${on.kind >= 0 && on.seat !== resident ? seatTab(on.seat, 7, 6.5, "cl-badge") : nothing}
  </g>`;
}

function hexTitle({ catalogue, seats }: Position, tile: number, shown: number, on: Occupied) {
  const parts = [
    `Tile ${tile}: ${shown > 0 ? named(catalogue.terrains, shown - 1) : "unrevealed"}`,
  ];
  if (on.kind >= 0) {
    const weak = on.weakened ? "weakened " : "";
    parts.push(`${weak}${named(catalogue.kinds, on.kind)} of ${seatName(seats, on.seat)}`);
  }
  parts.push(...on.structures.map((each) => named(catalogue.buildings, each)));
  parts.push(...on.cards.map((each) => `card ${named(catalogue.cards, each)}`));
  return parts.join(", ");
}

/** Draw cards that are bound to a tile, to the right of who stands there. */
function cardGlyph(number: number): SVGTemplateResult {
  return svg`<g class="cl-attached" transform="translate(11.500 -6)">
    <rect x="-2.800" y="-3.900" width="5.600" height="7.800" rx="1" />
    ${
      number > 1
        ? svg`<text y="2.200">${number}</text>`
        : svg`<path d="M0-2.100 1.500 0 0 2.100-1.500 0z" />`
    }
  </g>`;
}

/** Draw the die of a defender where that population stands. */
function tileDie(layout: Layout, { tile, pips, fate, seat }: DieView): SVGTemplateResult {
  const { x, y } = layout.centres[tile] ?? { x: 0, y: 0 };
  return svg`<g class=${`cl-tile-die seat-${seat} cl-fate-${fate}`} data-die=${tile}
    transform=${`translate(${x + 6} ${y - 13}) scale(.52)`}>${dieFace(pips)}</g>`;
}

/** Draw the number of a seat in its colour. */
function seatTab(seat: number, x: number, y: number, kind: string): SVGTemplateResult {
  return svg`<g class=${`${kind} seat-${seat}`} transform=${`translate(${x} ${y})`}>
    <circle r="7" /><text y="3.400">${seat}</text></g>`;
}

/** Draw the border of a settlement in the colour of its owner. */
function border(layout: Layout, home: number, seat: number | undefined): SVGTemplateResult {
  const outline = layout.settlements[home]?.outline;
  return svg`<g class=${`cl-settlement${seat === undefined ? "" : ` seat-${seat}`}`} data-home=${home}
    data-owner=${seat ?? ""}>
    <path class="cl-casing" d=${outline} />
    <path class="cl-border" d=${outline} />
  </g>`;
}

/** Draw whose a settlement is: at a corner, where three hexes meet and nothing else stands. */
function ownerTab(
  { seats }: Position,
  layout: Layout,
  home: number,
  seat: number,
): SVGTemplateResult {
  const { x, y } = layout.settlements[home]?.centre ?? { x: 0, y: 0 };
  return svg`<g><title>The settlement of ${seatName(seats, seat)}</title>
    ${seatTab(seat, x + RADIUS + 1, y - 2 * APOTHEM - 2, "cl-tab")}</g>`;
}

function drawnMarks(scene: Position, layout: Layout, marks: Marks): SVGTemplateResult {
  const at = (tile: number): Point => layout.centres[tile] ?? { x: 0, y: 0 };
  return svg`<g class="cl-marks">
    ${[...marks.revealed].map((tile) => hexMark(at(tile), "cl-new", "revealed", tile))}
    ${[...marks.weakened].map((tile) => hexMark(at(tile), "cl-hurt", "weakened", tile))}
    ${[...marks.lost].map(
      ([tile, { kind, seat }]) => svg`<g class="cl-lost" data-lost=${tile}
        transform=${`translate(${at(tile).x} ${at(tile).y})`}>
        <title>${named(scene.catalogue.kinds, kind)} of ${seatName(scene.seats, seat)} has died</title>
        <path d="M-8-8 8 8M8-8-8 8" /></g>`,
    )}
    ${[...marks.rings].map(
      ([tile, seat]) => svg`<g class=${`cl-ring seat-${seat}`} data-ring=${tile}
        transform=${`translate(${at(tile).x} ${at(tile).y})`}>
        <path class="cl-halo" d=${HEX} /><path d=${HEX} /></g>`,
    )}
    ${marks.arrows.map(
      ({ from, to }) => svg`<g class="cl-arrow" data-from=${from} data-to=${to}>
        ${arrow(at(from), at(to), 9)}</g>`,
    )}
  </g>`;
}

function hexMark({ x, y }: Point, kind: string, what: string, tile: number): SVGTemplateResult {
  return svg`<path class=${kind} data-mark=${`${what} ${tile}`} transform=${`translate(${x} ${y})`} d=${HEX} />`;
}

/** Draw a bent arrow that ends `short` before its target. */
function arrow(from: Point, to: Point, short: number): SVGTemplateResult {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = { x: (from.x + to.x) / 2 - dy / 6, y: (from.y + to.y) / 2 + dx / 6 };
  // The end comes in along the line from the bend.
  const [ex, ey] = [to.x - bend.x, to.y - bend.y];
  const reach = Math.hypot(ex, ey) || 1;
  const [ux, uy] = [ex / reach, ey / reach];
  const tip = { x: to.x - ux * short, y: to.y - uy * short };
  const start = { x: from.x + (dx / length) * short, y: from.y + (dy / length) * short };
  const wing = (side: number) =>
    `${point(tip.x - ux * 6 - uy * 4 * side)} ${point(tip.y - uy * 6 + ux * 4 * side)}`;
  const line = `M${point(start.x)} ${point(start.y)}Q${point(bend.x)} ${point(bend.y)} ${point(tip.x)} ${point(tip.y)}`;
  const head = `M${wing(1)}L${point(tip.x)} ${point(tip.y)}L${wing(-1)}`;
  return svg`<path class="cl-halo" d=${line + head} /><path d=${line + head} />`;
}

/** Draw what two seats bargain over, between their settlements. */
function link(
  { view }: Position,
  layout: Layout,
  { from, to, text, state }: NonNullable<Marks["link"]>,
): SVGTemplateResult | typeof nothing {
  const place = (seat: number): Point | undefined =>
    layout.settlements[view.players[seat]?.home ?? -1]?.centre;
  const [one, other] = [place(from), place(to)];
  if (!one || !other) return nothing;
  const line =
    state === "accepted" ? `${text}: agreed` : state === "refused" ? `${text}: no` : text;
  const width = line.length * 6.7 + 10;
  const half = width / 2 + 4;
  const middle = {
    x: Math.min(
      Math.max((one.x + other.x) / 2 - (other.y - one.y) / 12, layout.left + half),
      layout.left + layout.width - half,
    ),
    y: (one.y + other.y) / 2 + (other.x - one.x) / 12,
  };
  return svg`<g class=${`cl-marks cl-link cl-${state}`} data-link=${`${from} ${to}`}>
    ${arrow(one, other, 2.8 * APOTHEM)}
    <g transform=${`translate(${point(middle.x)} ${point(middle.y)})`}>
      <rect x=${-width / 2} y="-9" width=${width} height="18" rx="9" />
      <text y="3.600">${line}</text>
    </g>
  </g>`;
}

function point(value: number): string {
  return value.toFixed(1);
}

/** Draw the raiders' track: how many come from each space, where their counter is, and the top, where raids begin. */
function track({ view }: Position, raiders: readonly number[]): TemplateResult {
  const top = raiders.length - 1;
  const now = count(raiders[view.counter] ?? 0, "Raider");
  return html`<div class="cl-track">
    <span class="cl-track-name">Raiders</span>
    <ol
      aria-label=${`The Raiders' track: the counter is on space ${view.counter} of ${top}, ${now}`}
    >
      ${raiders.map(
        (number, space) =>
          html`<li
            class=${`${space === view.counter ? "cl-now" : ""}${space === top ? " cl-top" : ""}`}
            title=${`Space ${space}${space === top ? ", the top, where a raid begins" : ""}: ${count(number, "Raider")}`}
            data-space=${space}
          >
            ${number}
          </li>`,
      )}
    </ol>
  </div>`;
}

/** Explain shapes and colours. It says nothing about the position, so it is folded. */
function legend(catalogue: Catalogue): TemplateResult {
  return html`<details class="cl-legend">
    <summary>What the map shows</summary>
    <ul>
      ${catalogue.kinds.map((kind, index) => legendItem(personToken(index, -1, false), kind.name))}
      ${legendItem(personToken(0, -1, true), "Weakened")}
      ${catalogue.buildings
        .filter((each) => each.site !== "settlement")
        .map((each) =>
          legendItem(
            svg`<g transform=${each.site === "home" ? "translate(20 -1) scale(1.6)" : "translate(0 -14.4) scale(1.2)"}>${structureGlyph(each.id)}</g>`,
            each.name,
          ),
        )}
      ${legendItem(svg`<g transform="translate(-23 12) scale(2)">${cardGlyph(1)}</g>`, "Tales card on a tile")}
      ${catalogue.terrains.map((each) =>
        legendItem(
          svg`<g class=${`cl-hex cl-${each.id}`} transform="scale(.6)"><path class="cl-land" d=${HEX} />
            <g class="cl-glyph">${terrainGlyph(each.id)}</g></g>`,
          `${each.name}: food ${each.food.join(" ")}${each.wood ? `, ${each.wood} wood` : ""}${each.stone ? `, ${each.stone} stone` : ""}`,
        ),
      )}
    </ul>
    <p>
      Food is what a Farmer gains in Spring, Summer, Autumn and Winter; wood and stone are what a
      Laborer gains in each season but Winter.
    </p>
  </details>`;
}

function legendItem(picture: SVGTemplateResult, text: string): TemplateResult {
  return html`<li>
    <svg class="cl-icon" viewBox="-12 -12 24 24" aria-hidden="true">${picture}</svg>${text}
  </li>`;
}
