// What belongs to nobody: a raid, an offer, the event, promises, the deck.
import { html, nothing, type TemplateResult } from "lit-html";
import type { OfferView } from "../../gen/clansmen.ts";
import { personIcon } from "./glyphs.ts";
import type { Position } from "./position.ts";
import { raidPanel } from "./raid.ts";
import { count, named } from "../phrases.ts";

export function table(scene: Position): TemplateResult {
  const { view } = scene;
  return html`<div
    class="cl cl-table"
    data-year=${view.year}
    data-season=${view.season}
    data-phase=${view.phase}
    data-gate=${view.gate}
    data-event=${view.event}
    data-counter=${view.counter}
    data-tales=${view.tales_left}
  >
    ${view.raid ? raidPanel(scene, view.raid) : nothing}
    ${view.offer ? offerLine(scene, view.offer) : nothing} ${event(scene)} ${arrivals(scene)}
    ${promises(scene)} ${deck(scene)}
  </div>`;
}

function event({ view, catalogue }: Position): TemplateResult {
  const info = catalogue.events[view.event];
  const past = view.past_events.map((each) => named(catalogue.events, each));
  const next = catalogue.events[view.next_event];
  return html`<section class="cl-event">
    <h3>Event</h3>
    ${info ? html`<p class="cl-card-line"><b>${info.name}</b> ${info.text}</p>` : html`<p class="cl-quiet">None yet.</p>`}
    ${next ? html`<p class="cl-card-line cl-foreseen"><b>Foreseen: ${next.name}</b> ${next.text}</p>` : nothing}
    ${
      past.length
        ? html`<details>
            <summary>${count(past.length, "event")} so far</summary>
            <ol>
              ${past.map((name) => html`<li>${name}</li>`)}
            </ol>
          </details>`
        : nothing
    }
  </section>`;
}

function arrivals({ view, catalogue }: Position): TemplateResult | typeof nothing {
  if (!view.batch.length) return nothing;
  return html`<section>
    <h3>Migrants to choose from</h3>
    <p class="cl-people">
      ${view.batch.map(
        (kind) =>
          html`<span title=${named(catalogue.kinds, kind)}>${personIcon(kind, -1, false)}</span>`,
      )}
    </p>
  </section>`;
}

function promises({ view, said }: Position): TemplateResult | typeof nothing {
  if (!view.promises.length) return nothing;
  return html`<section>
    <h3>Promises</h3>
    <ul>
      ${view.promises.map(
        (each, index) =>
          html`<li data-promise=${`${each.seat} ${each.kind} ${each.first} ${each.second}`}>
            ${said.promises?.[index]}
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Say what is on the table, and how far the bargain is. */
function offerLine({ said }: Position, offer: OfferView): TemplateResult {
  const { seat, partner } = offer;
  return html`<section
    class=${`cl-offer${offer.refused ? " cl-refused" : ""}`}
    data-offer-seat=${seat}
    data-offer-partner=${partner}
    data-give=${offer.give.join(" ")}
    data-want=${offer.want.join(" ")}
    data-refused=${offer.refused}
  >
    <h3>Bargain</h3>
    <p>${said.offer}</p>
  </section>`;
}

function deck({ view, catalogue }: Position): TemplateResult {
  const numbers = new Map<number, number>();
  for (const card of view.discard) numbers.set(card, (numbers.get(card) ?? 0) + 1);
  return html`<section class="cl-deck">
    <h3>Tales cards</h3>
    <p>${view.tales_left} in the deck, ${view.discard.length} discarded.</p>
    ${
      numbers.size
        ? html`<details>
            <summary>Discarded cards</summary>
            <ul>
              ${[...numbers]
                .sort(([one], [other]) => one - other)
                .map(
                  ([card, number]) =>
                    html`<li title=${catalogue.cards[card]?.text ?? ""}>
                      ${named(catalogue.cards, card)}${number > 1 ? ` ×${number}` : ""}
                    </li>`,
                )}
            </ul>
          </details>`
        : nothing
    }
  </section>`;
}
