// A seat's box: resources, hand, decks and what holds for it this year.
import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import type { Catalogue, PlayerView } from "../../gen/northgard.ts";
import type { NorthgardScene } from "./names.ts";
import { cardName } from "./names.ts";
import { amount } from "./symbols.ts";
import { count } from "../phrases.ts";

export function seat(scene: NorthgardScene, number: number): TemplateResult {
  const player = scene.view.players[number];
  if (!player) return html`${nothing}`;
  const { catalogue, view, teams } = scene;
  const states = [
    view.first === number ? "has the first-player marker" : "",
    teams.length ? `team ${teams[number] ?? 0}` : "",
    player.passed ? "has passed" : "",
    player.awakened ? "Kaija is awake" : "",
    player.conqueror ? "ignores Towers and Fortresses" : "",
    player.away ? `${count(player.away, "unit")} on a Pyre` : "",
  ].filter((each) => each);
  return html`<div
    class="ng-seat"
    data-food=${player.food}
    data-wood=${player.wood}
    data-lore=${player.lore}
    data-fame=${player.fame}
    data-reserve=${player.reserve}
    data-hand=${player.hand.join(" ")}
    data-hand-size=${player.hand_size}
    data-draw-size=${player.draw_size}
    data-known=${player.known.join(" ")}
    data-known-top=${player.known_top.join(" ")}
    data-active=${player.active.join(" ")}
    data-discard=${player.discard.join(" ")}
    data-passed=${player.passed}
  >
    <p class="ng-amounts">
      ${amount("food", player.food)} ${amount("wood", player.wood)} ${amount("lore", player.lore)}
      <span>${player.reserve} in reserve</span>
    </p>
    ${states.length ? html`<p class="ng-states">${states.join(" · ")}</p>` : nothing}
    <dl class="ng-zones">
      ${hand(catalogue, player)} ${zone("Active", catalogue, player.active)}
      ${top(catalogue, player)}
      ${player.drawn.length ? zone("Drawn", catalogue, player.drawn) : nothing}
    </dl>
    <details>
      <summary>${player.draw_size} to draw, ${player.discard.length} discarded</summary>
      <dl class="ng-zones">
        ${zone("Draw pile", catalogue, player.draw)} ${zone("Discard", catalogue, player.discard)}
        ${zone("Upgrades", catalogue, player.upgrades_taken)}
        ${zone("Not taken", catalogue, player.upgrades)}
        ${zone("Out of the game", catalogue, player.boxed)}
      </dl>
    </details>
  </div>`;
}

/** Return the faces of a hand that this eye sees or knows, and backs for the rest. */
function hand(catalogue: Catalogue, player: PlayerView): TemplateResult {
  if (player.hand.length) return zone("Hand", catalogue, player.hand) as TemplateResult;
  if (!player.hand_size) return html`${nothing}`;
  // While cards wait to be sorted, those that are known may be more than those in hand.
  const hidden = Math.max(player.hand_size - player.known.length, 0);
  return html`<div>
    <dt>Hand</dt>
    <dd>
      ${cardList(catalogue, player.known)}${
        hidden
          ? html`<span class="ng-backs" aria-hidden="true"
                >${Array.from({ length: hidden }, () => html`<i></i>`)}</span
              >
              <span data-hidden>${hidden} hidden</span>`
          : nothing
      }
    </dd>
  </div>`;
}

/** Return the cards on top of the draw pile that this eye sees, or that all know. */
function top(catalogue: Catalogue, player: PlayerView): TemplateResult | typeof nothing {
  const known = player.known_top.filter((card) => card >= 0);
  return zone("On top", catalogue, player.top.length ? player.top : known);
}

/** Return a line of cards, equal ones counted. */
export function zone(
  label: string,
  catalogue: Catalogue,
  cards: readonly number[],
): TemplateResult | typeof nothing {
  if (!cards.length) return nothing;
  return html`<div>
    <dt>${label}</dt>
    <dd>${cardList(catalogue, cards)}</dd>
  </div>`;
}

export function cardList(catalogue: Catalogue, cards: readonly number[]): TemplateResult[] {
  const counts = new Map<number, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(
    ([card, count]) =>
      html`<span
        class="ng-card ${catalogue.cards[card]?.set ?? ""}"
        data-card=${card}
        title=${catalogue.cards[card]?.text ?? ""}
        >${cardName(catalogue, card)}${count > 1 ? ` ×${count}` : ""}</span
      > `,
  );
}
