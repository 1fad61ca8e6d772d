// What stands in a seat's box: stock, people, cards, buildings, actions.
import { html, nothing, type TemplateResult } from "lit-html";
import type { PlayerView } from "../../gen/clansmen.ts";
import { personIcon, resourceIcon, respectIcon } from "./glyphs.ts";
import type { Position } from "./position.ts";
import { count, named } from "../phrases.ts";

const STOCK = ["food", "wood", "stone", "goods"] as const;

export function seatBox(scene: Position, seat: number): TemplateResult {
  const { view, before, catalogue } = scene;
  const player = view.players[seat];
  if (!player) return html``;
  const old = before?.players[seat];
  return html`<div
    class=${`cl cl-box seat-${seat}`}
    data-food=${player.food}
    data-wood=${player.wood}
    data-stone=${player.stone}
    data-goods=${player.goods}
    data-respect=${player.respect}
    data-blessings=${player.blessings}
    data-hand=${player.hand.join(" ")}
    data-hand-size=${player.hand_size}
    data-actions=${player.actions}
    data-passed=${player.passed}
    data-built=${player.built.join(" ")}
  >
    <ul class="cl-stock">
      ${STOCK.map(
        (name, resource) =>
          html`<li title=${named(catalogue.resources, resource)}>
            ${resourceIcon(resource)}<b>${player[name]}</b>${change(player[name], old?.[name])}
          </li>`,
      )}
      <li title="Respect">
        ${respectIcon()}<b>${player.respect}</b>${change(player.respect, old?.respect)}
      </li>
    </ul>
    <ul class="cl-facts">
      ${fact("Actions", player.actions, old?.actions)}
      ${fact("Specials", player.specials, old?.specials)}
      ${fact("Blessings", player.blessings, old?.blessings)}
    </ul>
    ${people(scene, player)} ${hand(scene, player)} ${buildings(scene, player)} ${states(player)}
    ${budget(scene, player)}
  </div>`;
}

/** Say by how much a number has just changed. */
function change(now: number, before: number | undefined): TemplateResult | typeof nothing {
  if (before === undefined || now === before) return nothing;
  return now > before
    ? html`<i class="cl-more">+${now - before}</i>`
    : html`<i class="cl-less">−${before - now}</i>`;
}

function fact(name: string, value: number, before: number | undefined): TemplateResult {
  return html`<li class=${value ? "" : "cl-none"}>
    ${name} <b>${value}</b>${change(value, before)}
  </li>`;
}

/** Show the people by kind, the weakened ones by themselves, and the kin that is on its way. */
function people({ catalogue }: Position, player: PlayerView): TemplateResult {
  const groups = catalogue.kinds.flatMap((kind, index) =>
    [false, true].map((weakened) => ({
      kind: index,
      weakened,
      name: `${weakened ? "weakened " : ""}${kind.name}`,
      number: player.people.filter((each) => each.kind === index && each.weakened === weakened)
        .length,
    })),
  );
  return html`<ul class="cl-people">
    ${groups
      .filter((each) => each.number)
      .map(
        (each) =>
          html`<li title=${count(each.number, each.name, `${each.name}s`)}>
            ${personIcon(each.kind, player.seat, each.weakened)}<b>${each.number}</b>
          </li>`,
      )}
    ${
      player.called.length
        ? html`<li class="cl-called">
            Kin in Summer: ${player.called.map((kind) => named(catalogue.kinds, kind)).join(", ")}
          </li>`
        : nothing
    }
  </ul>`;
}

/** Show the hand: faces to those who may see them, backs to others. */
function hand({ catalogue }: Position, player: PlayerView): TemplateResult | typeof nothing {
  if (!player.hand_size) return nothing;
  if (!player.hand.length) {
    return html`<ul class="cl-cards cl-backs" title=${count(player.hand_size, "Tales card")}>
      ${Array.from({ length: Math.min(player.hand_size, 8) }, () => html`<li class="cl-back"></li>`)}
      <li class="cl-word">${count(player.hand_size, "card")}</li>
    </ul>`;
  }
  return html`<ul class="cl-cards">
    ${player.hand.map(
      (card) =>
        html`<li class="cl-face" data-card=${card} title=${catalogue.cards[card]?.text ?? ""}>
          ${named(catalogue.cards, card)}
        </li>`,
    )}
  </ul>`;
}

function buildings({ catalogue }: Position, player: PlayerView): TemplateResult | typeof nothing {
  const built = player.built.flatMap((number, index) => {
    const info = catalogue.buildings[index];
    return number && info ? [{ number, info }] : [];
  });
  if (!built.length) return nothing;
  return html`<ul class="cl-buildings">
    ${built.map(
      ({ number, info }) =>
        html`<li title=${info.text}>${info.name}${number > 1 ? ` ×${number}` : ""}</li>`,
    )}
  </ul>`;
}

function states(player: PlayerView): TemplateResult | typeof nothing {
  const said = [
    ...(player.passed ? ["has passed"] : []),
    ...(player.ignores_event ? ["ignores the event"] : []),
    ...(player.tempo ? [`${count(player.tempo, "action")} more this turn`] : []),
    ...(player.idle.length
      ? [`idle hands on ${player.idle.map((tile) => `tile ${tile}`).join(", ")}`]
      : []),
  ];
  if (!said.length) return nothing;
  return html`<p class="cl-states">${said.join(", ")}</p>`;
}

/** List how often each action was taken, on demand. */
function budget({ catalogue }: Position, player: PlayerView): TemplateResult {
  return html`<details class="cl-budget">
    <summary>Actions taken</summary>
    <ul>
      ${catalogue.regular_actions.map(
        ({ name }, index) =>
          html`<li class=${player.used[index] ? "cl-used" : ""}>
            ${name} <b>${player.used[index] ?? 0} of ${player.allowed[index] ?? 0}</b>
          </li>`,
      )}
      ${catalogue.special_actions.map(({ name }, season) =>
        player.taken[season] ? html`<li class="cl-used">${name} <b>this year</b></li>` : nothing,
      )}
    </ul>
  </details>`;
}
