// The map: REGIONS, borders and harbors, POSTS with what is on them, HOMES, Longships, and what was just done.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit-html";
import type { Catalogue } from "../../gen/pax_viking.ts";
import { berth } from "./berths.ts";
import {
  LAND_RADIUS,
  POST_RADIUS,
  VIEW_BOX,
  layoutOf,
  towards,
  type Layout,
  type Point,
  type RegionPlace,
} from "./layout.ts";
import { legend } from "./legend.ts";
import { marksOf, type Marks } from "./marks.ts";
import { fleetsOf, type Fleet, type Position } from "./position.ts";
import { WAVES, coin, follower, house, longship, postGlyph } from "./shapes.ts";
import { status } from "./status.ts";
import { count, named, seatName } from "../phrases.ts";
import { shipTitle, tileTitle } from "./words.ts";

export function board(scene: Position): TemplateResult {
  const layout = layoutOf(scene.catalogue);
  const marks = marksOf(scene);
  const { regions, posts } = scene.catalogue;
  return html`<div class="pv pv-board">
    <div class="pv-stage">
      ${status(scene)}
      <div class="pv-scroll" role="region" aria-label="Map" tabindex="0">
        <svg class="pv-map" viewBox=${VIEW_BOX.join(" ")} role="group">
          <title>The map of ${regions.length} regions and ${posts.length} posts</title>
          <g>${lines(layout)}</g>
          <g>${regions.map((_, region) => regionDisc(scene, layout, region))}</g>
          <g>
            ${layout.posts.map(({ harbor }, post) =>
              harbor
                ? svg`<path class="pv-gate" data-harbor=${post} d=${line(...harbor)} />`
                : nothing,
            )}
          </g>
          <g>${posts.map((_, number) => post(scene, layout, marks, number))}</g>
          <g>${homes(scene, layout)}</g>
          ${drawnMarks(scene, layout, marks)}
          <g>${fleets(scene, layout)}</g>
        </svg>
      </div>
    </div>
    ${legend(scene.catalogue)}
  </div>`;
}

/** Draw the white borders, and the ways out of HOMES. */
function lines(layout: Layout): SVGTemplateResult[] {
  const at = (region: number): Point => layout.regions[region]?.at ?? { x: 0, y: 0 };
  return [
    ...layout.borders.map(
      ([one, other]) =>
        svg`<path class="pv-border" data-border=${`${one} ${other}`} d=${line(at(one), at(other))} />`,
    ),
    ...layout.ways.map(
      ({ home, region }) =>
        svg`<path class="pv-way" d=${line(layout.nodes[home] ?? at(region), at(region))} />`,
    ),
  ];
}

function regionDisc({ catalogue }: Position, layout: Layout, number: number): SVGTemplateResult {
  const info = catalogue.regions[number];
  const place = layout.regions[number];
  if (!info || !place) return svg``;
  const { at, radius } = place;
  const sea = info.kind === "sea";
  const wind = catalogue.winds[info.wind];
  return svg`<g class=${`pv-region pv-${info.kind} pv-${wind?.id ?? ""}`} data-region=${number}
    data-wind=${info.wind} data-kind=${info.kind} transform=${move(at)}>
    <title>${info.name}: ${info.kind} in the ${wind?.name ?? "?"}</title>
    <circle r=${radius} />
    ${sea ? svg`<g transform="translate(0 31)">${WAVES}</g><text y="-20">${info.name}</text>` : landName(catalogue, number, place)}
  </g>`;
}

/** Write the name of a River or Harbor REGION beside it, and below that what is printed in its POSTS. */
function landName(
  catalogue: Catalogue,
  region: number,
  { radius, side, away }: RegionPlace,
): SVGTemplateResult {
  const landmarks = catalogue.posts
    .filter((each) => each.region === region && each.kind !== "empty")
    .map((each) => each.name);
  const lines = [
    named(catalogue.regions, region),
    ...(landmarks.length ? [landmarks.join(", ")] : []),
  ];
  const top = {
    below: radius + away + 14,
    above: -radius - away - 5 - 14 * (lines.length - 1),
    inside: radius - 18,
    right: 4 - 7 * (lines.length - 1),
  }[side];
  return svg`${lines.map(
    (text, index) => svg`<text class=${`pv-name-${side}${index ? " pv-landmark" : ""}`}
      x=${side === "right" ? radius + away + 7 : 0} y=${top + 14 * index}>${text}</text>`,
  )}`;
}

/** Draw a POST: its Venture or what is printed there, its price, its Follower. */
function post(scene: Position, layout: Layout, marks: Marks, number: number): SVGTemplateResult {
  const { view, catalogue } = scene;
  const info = catalogue.posts[number];
  const place = layout.posts[number];
  if (!info || !place) return svg``;
  const tile = view.tiles[number] ?? -1;
  const owner = view.owners[number] ?? -1;
  const type = view.followers[number] ?? -1;
  const classes = ["pv-post", `pv-${info.kind}`, info.key ? "pv-key" : ""];
  return svg`<g class=${classes.filter(Boolean).join(" ")} transform=${move(place.at)} role="img"
    data-post=${number} data-tile=${tile} data-owner=${owner} data-follower=${type} data-cost=${info.cost}
    data-changed=${marks.changed.has(number)}>
    <title>${postTitle(scene, number)}</title>
    <circle class="pv-circle" r=${POST_RADIUS} />
    ${tile < 0 ? nothing : svg`<rect class="pv-venture" x="-18" y="-18" width="36" height="36" rx="6" />`}
    ${owner >= 0 ? nothing : postGlyph(info.kind)}
    ${owner < 0 ? nothing : svg`<g transform="scale(1.2)">${follower(type, owner)}</g>`}
    <g transform="translate(-15 15) scale(1.1)">${coin(info.cost)}</g>
    <text class="pv-label" x="15" y="-10">${postLabel(info.name)}</text>
  </g>`;
}

/** Return what tells a POST from the others of its REGION: its number, or the letter that its own name begins with. */
function postLabel(name: string): string {
  return /\d+$/.exec(name)?.[0] ?? name.slice(0, 1);
}

function postTitle({ view, catalogue, seats }: Position, number: number): string {
  const info = catalogue.posts[number];
  const owner = view.owners[number] ?? -1;
  const type = named(catalogue.types, view.followers[number] ?? -1);
  const tile = view.tiles[number] ?? -1;
  return [
    `${info?.name ?? "?"} in ${named(catalogue.regions, info?.region ?? -1)}, costs ${info?.cost ?? "?"}`,
    ...(info?.gate === info?.region
      ? []
      : [`harbor to ${named(catalogue.regions, info?.gate ?? -1)}`]),
    ...(info?.text ? [info.text] : []),
    ...(tile < 0 ? [] : [tileTitle(catalogue, tile)]),
    ...(owner < 0 ? [] : [`${type} Follower of ${seatName(seats, owner)}`]),
  ].join("\n");
}

/** Draw the HOMES of Jarls, and those of DUCHIES. */
function homes({ view, catalogue, seats }: Position, layout: Layout): SVGTemplateResult[] {
  const owners = new Map<number, number>();
  for (const player of view.players) {
    const jarl = catalogue.jarls[player.jarl];
    if (jarl) owners.set(jarl.home, player.seat);
    catalogue.nodes.forEach(({ home, region }, node) => {
      if (home && region >= 0 && player.duchies.includes(region)) owners.set(node, player.seat);
    });
  }
  return catalogue.nodes.flatMap(({ name, region, home }, node) => {
    const at = layout.nodes[node];
    const owner = owners.get(node) ?? -1;
    if (!home || !at || (region >= 0 && owner < 0)) return [];
    const title = owner < 0 ? `${name}, nobody's` : `${name}, of ${seatName(seats, owner)}`;
    return svg`<g class=${`pv-home${owner < 0 ? "" : ` seat-${owner}`}`} data-home=${node}
      data-owner=${owner} transform=${`${move(at)} scale(1.2)`}>
      <title>${title}</title>${house()}
      ${owner < 0 ? nothing : svg`<text class="pv-whose" y="7">${owner}</text>`}
      ${region < 0 ? svg`<text class="pv-home-name" y="-12">${name}</text>` : nothing}
    </g>`;
  });
}

/** Draw all Longships on the map: those at one place beside each other. */
function fleets(scene: Position, layout: Layout): SVGTemplateResult[] {
  const groups = new Map<number, Fleet[]>();
  for (const fleet of fleetsOf(scene.view.longships))
    if (fleet.node >= 0) groups.set(fleet.node, [...(groups.get(fleet.node) ?? []), fleet]);
  return [...groups].flatMap(([node, group]) =>
    group.map((fleet, index) => {
      const { at, scale } = berth(scene.catalogue, layout, node, index, group.length);
      return svg`<g transform=${`${move(at)} scale(${scale})`} data-ships=${fleet.ships.join(" ")}
        data-seat=${fleet.seat} data-kind=${fleet.kind} data-node=${node} data-exhausted=${fleet.exhausted}>
        <title>${fleetTitle(scene, fleet)}</title>
        ${longship(fleet.seat, fleet.kind, fleet.ships.length, fleet.exhausted)}</g>`;
    }),
  );
}

function fleetTitle({ catalogue, seats }: Position, fleet: Fleet): string {
  const ships = count(fleet.ships.length, shipTitle(catalogue, fleet));
  return `${ships} of ${seatName(seats, fleet.seat)} at ${named(catalogue.nodes, fleet.node)}`;
}

function drawnMarks(scene: Position, layout: Layout, marks: Marks): SVGTemplateResult {
  const at = (node: number): Point => layout.nodes[node] ?? { x: 0, y: 0 };
  const radius = (node: number): number => {
    const info = scene.catalogue.nodes[node];
    if ((info?.post ?? -1) >= 0) return POST_RADIUS + 3;
    return info?.home ? 15 : (layout.regions[info?.region ?? -1]?.radius ?? LAND_RADIUS) + 2;
  };
  return svg`<g class="pv-marks">
    ${marks.moves.map(
      ({
        ship,
        seat,
        from,
        to,
      }) => svg`<g class=${`pv-move seat-${seat}`} data-moved=${ship} data-from=${from}
        data-to=${to}>${arrow(at(from), at(to))}</g>`,
    )}
    ${[...marks.rings].map(
      ([
        node,
        seat,
      ]) => svg`<g class=${`pv-ring seat-${seat}`} data-ring=${node} transform=${move(at(node))}>
        <circle class="pv-halo" r=${radius(node)} /><circle r=${radius(node)} /></g>`,
    )}
    ${[...marks.lost].map(
      ([number, { seat, type }]) => svg`<g class="pv-lost" data-lost=${number}
        transform=${`${move(layout.posts[number]?.at ?? at(-1))} translate(14 -14)`}>
        <title>${named(scene.catalogue.types, type)} Follower of ${seatName(scene.seats, seat)} has gone</title>
        <g transform="scale(.6)">${follower(type, seat)}</g><path d="M-7-7 7 7M7-7-7 7" /></g>`,
    )}
    ${marks.returned.map(
      ({
        ship,
        seat,
        node,
      }) => svg`<g class="pv-lost" data-returned=${ship} transform=${move(at(node))}>
        <title>A Longship of ${seatName(scene.seats, seat)} has been returned</title>
        <g transform="scale(.8)">${longship(seat, 0, 1, true)}</g><path d="M-9-9 9 9M9-9-9 9" /></g>`,
    )}
  </g>`;
}

/** Draw an arrow of a Longship. */
function arrow(from: Point, to: Point): SVGTemplateResult {
  const tip = towards(to, from, 14);
  const back = towards(tip, from, 11);
  const side = { x: (tip.y - back.y) * 0.55, y: (back.x - tip.x) * 0.55 };
  const path =
    `${line(from, tip)}M${point({ x: back.x + side.x, y: back.y + side.y })}L${point(tip)}` +
    `L${point({ x: back.x - side.x, y: back.y - side.y })}`;
  return svg`<path class="pv-halo" d=${path} /><path d=${path} />`;
}

function line(from: Point, to: Point): string {
  return `M${point(from)}L${point(to)}`;
}

function point({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

function move(to: Point): string {
  return `translate(${point(to)})`;
}
