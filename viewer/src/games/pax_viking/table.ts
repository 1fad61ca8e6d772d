// What belongs to nobody: vote and offer, the saga track, Victory Conditions, Influence Markers, promises, piles.
import { html, nothing, type TemplateResult } from "lit-html";
import { fleetsOf, type Position } from "./position.ts";
import { coin, follower, icon, longship } from "./shapes.ts";
import { offerPanel, promises, sentences, vote } from "./talk.ts";
import { tileCard, tileFace, tileList } from "./tiles.ts";
import { victoryCards } from "./victory.ts";
import { count, named } from "../phrases.ts";
import { shipTitle, tileTitle } from "./words.ts";

export function table(scene: Position): TemplateResult {
  const { view } = scene;
  return html`<div
    class="pv pv-table"
    data-turn=${view.turn}
    data-phase=${view.phase}
    data-active=${view.active}
    data-first=${view.first}
    data-markers=${view.markers}
    data-journeys=${view.journeys}
    data-pile=${view.pile}
    data-top=${view.top.join(" ")}
    data-track=${view.track.join(" ")}
    data-discard=${view.discard.join(" ")}
    data-removed=${view.removed.join(" ")}
    data-taken=${view.taken}
    data-influence=${view.influence.join(" ")}
    data-spent=${view.influence_spent.join(" ")}
    data-face-up=${view.face_up.join(" ")}
    data-face-down=${view.face_down}
    data-peace=${view.peace.join(" ")}
    data-event=${view.event}
  >
    ${view.althing ? vote(scene, view.althing) : nothing}
    ${view.offer ? offerPanel(scene, view.offer) : nothing} ${sentences(scene.said.about)}
    ${sentences(scene.said.peace)} ${event(scene)} ${track(scene)} ${victoryCards(scene)}
    ${influence(scene)} ${promises(scene)} ${piles(scene)}
  </div>`;
}

function event({ view, catalogue }: Position): TemplateResult | typeof nothing {
  const info = catalogue.tiles[view.event];
  if (!info || view.althing) return nothing;
  return html`<section class="pv-event pv-frame">
    <h3>Event: ${info.name}</h3>
    <p>${info.text}</p>
  </section>`;
}

/** Draw the track: what each space costs, and its tile. */
function track({ view, before, catalogue }: Position): TemplateResult {
  return html`<section>
    <h3>Saga track</h3>
    <ol class="pv-track">
      ${view.track.map((tile, space) => {
        const fresh = before !== null && tile >= 0 && before.track[space] !== tile;
        return html`<li
          class=${`${tile < 0 ? "pv-empty" : `pv-kind-${catalogue.tiles[tile]?.kind ?? ""}`}${fresh ? " pv-fresh" : ""}`}
          data-space=${space}
          data-tile=${tile}
          title=${tileTitle(catalogue, tile)}
        >
          ${icon(coin(space + 1), `costs ${space + 1}`, "pv-price")}
          ${tile < 0 ? html`<span class="pv-word">empty</span>` : tileCard(catalogue, tile)}
        </li>`;
      })}
    </ol>
    <p>
      ${count(view.pile, "tile")} in the saga
      pile${view.top.length ? html`; on top of it, as seen:` : "."}
    </p>
    ${
      view.top.length
        ? html`<ol class="pv-cards">
            ${view.top.map((tile) => tileFace(catalogue, tile))}
          </ol>`
        : nothing
    }
  </section>`;
}

/** Show who holds the Influence Markers, and what counts for them. */
function influence({ view, catalogue }: Position): TemplateResult {
  return html`<section>
    <h3>Influence</h3>
    <div class="pv-wide">
      <table>
        <thead>
          <tr>
            <th scope="col">Marker</th>
            <th scope="col">held by</th>
            ${view.players.map(
              ({ seat }) =>
                html`<th scope="col"><span class=${`pv-seat seat-${seat}`}>${seat}</span></th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${catalogue.types.map((type, index) => {
            const holder = view.influence[index] ?? -1;
            const spent = view.influence_spent[index] ? "exhausted" : "";
            return html`<tr data-marker=${index} data-holder=${holder}>
              <th scope="row">${icon(follower(index, holder), type.name)} ${type.name}</th>
              <td>
                ${holder < 0 ? "nobody" : html`<span class=${`pv-seat seat-${holder}`}>${holder}</span>`}
                ${spent ? html`<span class="pv-word">${spent}</span>` : nothing}
              </td>
              ${view.players.map(
                (player) =>
                  html`<td class=${player.seat === holder ? "pv-done" : ""}>
                    ${player.influence[index] ?? 0}
                  </td>`,
              )}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
  </section>`;
}

function piles({ view, catalogue }: Position): TemplateResult {
  const stock = fleetsOf(view.longships).filter((fleet) => fleet.seat < 0);
  return html`<section class="pv-piles">
    ${
      stock.length
        ? html`<p>
            Ally Longships in stock:
            ${stock.map(
              (fleet) =>
                html`<span
                  class="pv-stocked"
                  title=${shipTitle(catalogue, fleet)}
                  data-ships=${fleet.ships.join(" ")}
                  data-seat=${fleet.seat}
                  data-kind=${fleet.kind}
                  data-node=${fleet.node}
                  data-exhausted=${fleet.exhausted}
                  >${icon(longship(-1, fleet.kind, 1, false))}
                  ${named(catalogue.ship_kinds, fleet.kind)} ×${fleet.ships.length}</span
                >`,
            )}
          </p>`
        : nothing
    }
    ${tileList(catalogue, "Discard pile", view.discard)}
    ${tileList(catalogue, "Out of the game", view.removed)}
  </section>`;
}
