// What belongs to nobody: the time, the gate, the event, the deck, promises and offers, a raid.
import { html, nothing, type TemplateResult } from "lit-html";
import type { OfferView } from "../../gen/clansmen.ts";
import { personIcon } from "./glyphs.ts";
import { respectTogether, type Position } from "./position.ts";
import { raidPanel } from "./raid.ts";
import { bundle, count, named, promised } from "./words.ts";

/** Phases in their order, as a season has them. */
const PHASES = ["event", "raiders", "arrivals", "actions", "harvest", "restore", "feed", "winter"];

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
    ${calendar(scene)} ${gate(scene)} ${view.raid ? raidPanel(scene, view.raid) : nothing}
    ${view.offer ? offerLine(scene, view.offer) : nothing} ${event(scene)} ${arrivals(scene)}
    ${promises(scene)} ${deck(scene)}
  </div>`;
}

function calendar({ view, catalogue }: Position): TemplateResult {
  const over = view.phase === "over";
  return html`<section class="cl-calendar">
    <h3>${view.year ? `Year ${view.year} of ${view.years}` : "Setup"}</h3>
    <ol class="cl-seasons" aria-label="Seasons">
      ${catalogue.seasons.map(
        (season, index) =>
          html`<li
            class=${`cl-season-${index}${view.year && !over && index === view.season ? " cl-now" : ""}`}
            aria-current=${view.year && index === view.season ? "step" : "false"}
          >
            ${season.name}
          </li>`,
      )}
    </ol>
    <ol class="cl-phases" aria-label="Phases of the season">
      ${PHASES.filter((phase) => phase !== "winter" || view.season === 3).map(
        (phase) =>
          html`<li
            class=${phase === view.phase ? "cl-now" : ""}
            aria-current=${phase === view.phase ? "step" : "false"}
          >
            ${phase}
          </li>`,
      )}
      ${over ? html`<li class="cl-now">over</li>` : nothing}
    </ol>
  </section>`;
}

/** Show the Respect of all together, a part a seat, against what the clan needs. */
function gate({ view }: Position): TemplateResult {
  const sum = respectTogether(view);
  const scale = Math.max(view.gate, sum, 1);
  let from = 0;
  const parts = view.players.map((player) => {
    const width = (Math.max(player.respect, 0) / scale) * 300;
    const part = { seat: player.seat, respect: player.respect, x: from, width };
    from += width;
    return part;
  });
  const mark = (view.gate / scale) * 300;
  return html`<section class="cl-gate">
    <h3>The gate <b>${sum} of ${view.gate} Respect</b></h3>
    <svg viewBox="-1 0 302 14" preserveAspectRatio="none" role="img">
      <title>All together have ${sum} Respect; the clan needs ${view.gate}</title>
      <rect class="cl-trough" x="0" y="2" width="300" height="10" rx="2" />
      ${parts.map(
        ({ seat, x, width, respect }) =>
          html`<svg
            x=${x}
            y="2"
            width=${Math.max(width - 1, 0)}
            height="10"
            class=${`cl-seat-${seat}`}
          >
            <title>Seat ${seat}: ${respect}</title>
            <rect class="cl-part" width="100%" height="10" />
          </svg>`,
      )}
      <rect class="cl-gate-mark" x=${mark - 1} y="0" width="2" height="14" />
    </svg>
  </section>`;
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

function promises({ view, catalogue }: Position): TemplateResult | typeof nothing {
  if (!view.promises.length) return nothing;
  return html`<section class="cl-promises">
    <h3>Promises</h3>
    <ul>
      ${view.promises.map(
        (each) =>
          html`<li data-promise=${`${each.seat} ${each.kind} ${each.first} ${each.second}`}>
            Seat ${each.seat} promises ${promised(catalogue, each)}.
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Say what is on the table, and how far the bargain is. */
function offerLine({ catalogue }: Position, offer: OfferView): TemplateResult {
  const { seat, partner } = offer;
  const [give, want] = [bundle(catalogue, offer.give), bundle(catalogue, offer.want)];
  const said = !offer.complete
    ? offer.want.some((amount) => amount)
      ? `Seat ${seat} asks seat ${partner} for ${want}, and names what it gives.`
      : `Seat ${seat} names what it wants of seat ${partner}.`
    : offer.countered
      ? `Seat ${partner} answers seat ${seat} with another offer: ${want} for ${give}.`
      : `Seat ${seat} offers seat ${partner}: ${give} for ${want}.`;
  const named = offer.named.some((amount) => amount)
    ? ` Seat ${partner} now wants ${bundle(catalogue, offer.named)}.`
    : "";
  return html`<section
    class=${`cl-offer${offer.refused ? " cl-refused" : ""}`}
    data-offer-seat=${seat}
    data-offer-partner=${partner}
    data-give=${offer.give.join(" ")}
    data-want=${offer.want.join(" ")}
    data-refused=${offer.refused}
  >
    <h3>Bargain</h3>
    <p>${said}${named}${offer.refused ? html` <b>Refused.</b>` : nothing}</p>
    <p class="cl-quiet">${count(offer.proposals, "more offer")} may follow.</p>
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
