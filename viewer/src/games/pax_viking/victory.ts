// Victory Condition cards, with how much of each count every seat has.
import { html, nothing, type TemplateResult } from "lit-html";
import type { PostInfo, VictoryInfo } from "../../gen/pax_viking.ts";
import { established, sum, type Position } from "./position.ts";
import { count, seatName } from "../phrases.ts";

/** By what a card counts: how much of it a seat has. */
const COUNTS: Readonly<Record<string, (scene: Position, seat: number) => number>> = {
  established: (scene, seat) => sum(established(scene, seat)),
  winds: (scene, seat) =>
    windsOf(
      scene,
      ownPosts(scene, seat).map((post) => post.region),
    ),
  trade_centers: (scene, seat) => ofKind(scene, seat, "trade_center").length,
  key_trade_centers: (scene, seat) => ownPosts(scene, seat).filter((post) => post.key).length,
  allies: (scene, seat) => ofKind(scene, seat, "ally").length,
  duchies: ({ view }, seat) => view.players[seat]?.duchies.length ?? 0,
  duchies_in_winds: (scene, seat) => windsOf(scene, scene.view.players[seat]?.duchies ?? []),
  advocates: ({ view }, seat) =>
    view.players[seat]?.advocates.filter((each) => each.established).length ?? 0,
  gods: ({ view }, seat) => view.players[seat]?.gods.filter((each) => each.established).length ?? 0,
  silver: ({ view }, seat) => view.players[seat]?.silver ?? 0,
  markers: ({ view }, seat) => view.influence.filter((holder) => holder === seat).length,
  longships: ({ view }, seat) =>
    view.longships.filter((ship) => ship.seat === seat && ship.node >= 0).length,
  fewest_of_a_type: (scene, seat) => Math.min(...established(scene, seat)),
  most_of_a_type: (scene, seat) => Math.max(...established(scene, seat)),
};

/** Show the cards that count, a line each and a column a seat. */
export function victoryCards(scene: Position): TemplateResult {
  const { view, catalogue } = scene;
  return html`<section class="pv-victory">
    <h3>Victory Conditions</h3>
    ${
      view.face_up.length
        ? html`<div class="pv-wide">
            <table>
              <thead>
                <tr>
                  <th scope="col">Card</th>
                  ${view.players.map(
                    ({ seat }) =>
                      html`<th scope="col" title=${seatName(scene.seats, seat)}>
                        <span class=${`pv-seat seat-${seat}`}>${seat}</span>
                      </th>`,
                  )}
                </tr>
              </thead>
              <tbody>
                ${view.face_up.map((number) => {
                  const card = catalogue.cards[number];
                  return card ? cardRow(scene, number, card) : nothing;
                })}
              </tbody>
            </table>
          </div>`
        : nothing
    }
    ${view.face_down ? html`<p>${count(view.face_down, "card")} face down.</p>` : nothing}
  </section>`;
}

function cardRow(scene: Position, number: number, card: VictoryInfo): TemplateResult {
  const amounts = scene.view.players.map(({ seat }) =>
    card.counts.map((name) => COUNTS[name]?.(scene, seat) ?? 0),
  );
  return html`<tr
    data-victory=${number}
    data-counts=${amounts.map((each) => each.join(",")).join(" ")}
  >
    <th scope="row" title=${`${card.difficulty}: ${card.text}`}>
      ${card.name} <span class="pv-word">${card.text}</span>
    </th>
    ${amounts.map((each) => {
      const done = each.every((amount, index) => amount >= (card.least[index] ?? 0));
      return html`<td class=${done ? "pv-done" : ""}>
        ${each.map((amount, index) => html`<span>${amount}/${card.least[index] ?? 0}</span> `)}
      </td>`;
    })}
  </tr>`;
}

function ownPosts({ view, catalogue }: Position, seat: number): PostInfo[] {
  return catalogue.posts.filter((_, post) => view.owners[post] === seat);
}

function ofKind(scene: Position, seat: number, kind: string): PostInfo[] {
  return ownPosts(scene, seat).filter((post) => post.kind === kind);
}

/** Return in how many WINDS these REGIONS lie. */
function windsOf({ catalogue }: Position, regions: readonly number[]): number {
  return new Set(regions.map((region) => catalogue.regions[region]?.wind)).size;
}
