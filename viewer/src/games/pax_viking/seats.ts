// What stands in a seat's box: silver, Followers, the tiles on its Jarlboard and in its hand, Longships, DUCHIES.
import { html, nothing, type TemplateResult } from "lit-html";
import type { BoardTile, PlayerView } from "../../gen/pax_viking.ts";
import { boardTiles, established, fleetsOf, type Position } from "./position.ts";
import { coin, follower, icon, longship } from "./shapes.ts";
import { tileFace } from "./tiles.ts";
import { count, joined, named } from "../phrases.ts";
import { shipTitle, tileTitle } from "./words.ts";

export function seatBox(scene: Position, seat: number): TemplateResult {
  const { view, before, catalogue } = scene;
  const player = view.players[seat];
  if (!player) return html``;
  const old = before?.players[seat];
  return html`<div
    class=${`pv pv-box seat-${seat}`}
    data-jarl=${player.jarl}
    data-silver=${player.silver}
    data-hand=${player.hand.join(" ")}
    data-hand-size=${player.hand_size}
    data-known=${player.known.join(" ")}
    data-hand-limit=${player.hand_limit}
    data-supply=${player.supply.join(" ")}
    data-influence=${player.influence.join(" ")}
    data-advocates=${player.advocates.map(boardText).join(" ")}
    data-gods=${player.gods.map(boardText).join(" ")}
    data-duchies=${player.duchies.join(" ")}
  >
    <ul class="pv-stock">
      <li title="Silver">
        ${icon(coin(), "", "pv-silver")}<b>${player.silver}</b>${change(player.silver, old?.silver)}
      </li>
      ${followersLeft(scene, player, old)}
    </ul>
    ${jarl(scene, player)} ${onBoard(scene, player)} ${hand(scene, player)} ${ships(scene, seat)}
    ${
      player.duchies.length
        ? html`<p>
            ${player.duchies.length > 1 ? "Duchies" : "Duchy"}:
            ${joined(player.duchies.map((region) => named(catalogue.regions, region)))}
          </p>`
        : nothing
    }
    ${looks(scene, seat)}
  </div>`;
}

/** Return a tile on a Jarlboard as `TILE:ESTABLISHED:TYPE`. */
function boardText({ tile, established: taken, counts_as }: BoardTile): string {
  return `${tile}:${taken}:${counts_as}`;
}

/** Say by how much a number has just changed. */
function change(now: number, before: number | undefined): TemplateResult | typeof nothing {
  if (before === undefined || now === before) return nothing;
  return now > before
    ? html`<i class="pv-more">+${now - before}</i>`
    : html`<i class="pv-less">−${before - now}</i>`;
}

/** Show by type how many Followers are left on the Jarlboard. */
function followersLeft(
  scene: Position,
  player: PlayerView,
  old: PlayerView | undefined,
): TemplateResult[] {
  const { catalogue } = scene;
  const out = established(scene, player.seat);
  return player.supply.map((left, type) => {
    const name = named(catalogue.types, type);
    return html`<li
      title=${`${name}: ${left} on the Jarlboard, ${out[type] ?? 0} established; ${player.influence[type] ?? 0} count for influence`}
    >
      ${icon(follower(type, player.seat), name)}<b>${left}</b>${change(left, old?.supply[type])}
    </li>`;
  });
}

function jarl({ catalogue }: Position, player: PlayerView): TemplateResult | typeof nothing {
  const info = catalogue.jarls[player.jarl];
  return info ? html`<p class="pv-jarl">${info.text}</p>` : nothing;
}

/** Show Advocates and Gods on the Jarlboard, and the spaces that are free. */
function onBoard(
  { view, catalogue }: Position,
  player: PlayerView,
): TemplateResult | typeof nothing {
  const info = catalogue.jarls[player.jarl];
  if (!info) return nothing;
  const free = [
    ...(info.advocates > player.advocates.length
      ? [count(info.advocates - player.advocates.length, "Advocate")]
      : []),
    ...(info.gods > player.gods.length ? [count(info.gods - player.gods.length, "God")] : []),
  ];
  return html`<ul class="pv-cards">
    ${boardTiles(view.players[player.seat]).map((each) => {
      const type = catalogue.tiles[each.tile]?.follower ?? -1;
      const as = each.counts_as < 0 ? "" : `, counts as ${named(catalogue.types, each.counts_as)}`;
      const state = each.established ? `established${as}` : "without a Follower";
      return html`<li
        class=${`pv-face pv-kind-${catalogue.tiles[each.tile]?.kind ?? ""}${each.established ? "" : " pv-bare"}`}
        data-face=${each.tile}
        title=${`${tileTitle(catalogue, each.tile)}\n${state}`}
      >
        ${each.established ? icon(follower(type, player.seat), state) : nothing}
        ${named(catalogue.tiles, each.tile)}${as ? html` <span class="pv-word">${as.slice(2)}</span>` : nothing}
      </li>`;
    })}
    ${free.length ? html`<li class="pv-word">room for ${joined(free)}</li>` : nothing}
  </ul>`;
}

/** Show the hand: faces of what may be seen or is known, backs of the rest. */
function hand({ catalogue }: Position, player: PlayerView): TemplateResult {
  const size = `${player.hand_size} of ${player.hand_limit} in hand`;
  const seen = player.hand.length ? player.hand : player.known;
  const backs = Math.min(player.hand_size - seen.length, 8);
  return html`<ul class=${`pv-cards${seen.length ? "" : " pv-backs"}`}>
    ${seen.map((tile) => tileFace(catalogue, tile))}
    ${Array.from({ length: backs }, () => html`<li class="pv-back"></li>`)}
    <li class="pv-word">${size}</li>
  </ul>`;
}

/** Show the Longships that wait on the Jarlboard, and say how many sail. */
function ships({ view, catalogue }: Position, seat: number): TemplateResult {
  const own = fleetsOf(view.longships).filter((fleet) => fleet.seat === seat);
  const sailing = own.flatMap(({ node, ships: numbers }) => (node < 0 ? [] : numbers)).length;
  const waiting = own.filter((fleet) => fleet.node < 0);
  return html`<p class="pv-fleet">
    ${count(sailing, "Longship")} on the
    map${
      waiting.length
        ? html`; on the Jarlboard
          ${waiting.map(
            (fleet) =>
              html`<span
                title=${count(fleet.ships.length, shipTitle(catalogue, fleet))}
                data-ships=${fleet.ships.join(" ")}
                data-seat=${fleet.seat}
                data-kind=${fleet.kind}
                data-node=${fleet.node}
                data-exhausted=${fleet.exhausted}
                >${icon(longship(seat, fleet.kind, fleet.ships.length, fleet.exhausted))}</span
              >`,
          )}`
        : nothing
    }
  </p>`;
}

/** Show what this seat has seen of hands of others. */
function looks({ view, catalogue }: Position, seat: number): TemplateResult[] {
  return view.looks
    .filter((each) => each.seat === seat)
    .map(
      (each) =>
        html`<div data-look=${`${each.seat} ${each.rival}`} data-tiles=${each.tiles.join(" ")}>
          <p class="pv-word">has seen the hand of seat ${each.rival}:</p>
          <ul class="pv-cards">
            ${each.tiles.map((tile) => tileFace(catalogue, tile))}
          </ul>
        </div>`,
    );
}
