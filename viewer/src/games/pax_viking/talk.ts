// What players say to each other: the vote on an Event, the offer on the table, promises.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Althing, BundleView, OfferView } from "../../gen/pax_viking.ts";
import type { Position } from "./position.ts";
import { seatName } from "../phrases.ts";

/** Show the vote: who has said what, in the order of voting, and who has not been asked. */
export function vote({ view, catalogue, seats }: Position, althing: Althing): TemplateResult {
  const info = catalogue.tiles[althing.tile];
  const voters = view.players.map((_, index) => (althing.first + index) % view.players.length);
  return html`<section
    class="pv-vote pv-frame"
    data-vote=${althing.tile}
    data-first=${althing.first}
    data-votes=${althing.votes.join(" ")}
  >
    <h3>Althing on ${info?.name ?? "?"}</h3>
    <p>${info?.text ?? ""}</p>
    <ol>
      ${voters.map((seat, index) => {
        const said = althing.votes[index];
        return html`<li title=${seatName(seats, seat)}>
          <span class=${`pv-seat seat-${seat}`}>${seat}</span>
          ${said === undefined ? html`<span class="pv-word">to vote</span>` : html`<b>${said ? "yes" : "no"}</b>`}
        </li>`;
      })}
    </ol>
  </section>`;
}

/** Say what is on the table, and how far it is; what it is about only the two parties know. */
export function offerPanel({ said }: Position, offer: OfferView): TemplateResult {
  return html`<section
    class="pv-offer pv-frame"
    data-offer-seat=${offer.seat}
    data-offer-partner=${offer.partner}
    data-give=${bundleText(offer.give)}
    data-want=${bundleText(offer.want)}
    data-named=${bundleText(offer.named)}
    data-countered=${offer.countered}
    data-complete=${offer.complete}
    data-proposals=${offer.proposals}
  >
    <h3>Trade</h3>
    ${sentences(said.offer)}
  </section>`;
}

/** Return a bundle as an attribute: its lists with commas, in the order of its fields. */
function bundleText(what: BundleView | null): string {
  if (!what) return "";
  const { silver, tiles, kinds, posts, longships, promises } = what;
  return [silver, tiles, kinds, posts, longships, promises].map(String).join(";");
}

export function promises({ view, said }: Position): TemplateResult | typeof nothing {
  if (!view.promises.length) return nothing;
  return html`<section class="pv-promises">
    <h3>Promises</h3>
    <ul>
      ${view.promises.map(
        (each, index) =>
          html`<li
            class=${`pv-result-${each.result}`}
            data-promise=${[each.seat, each.to, each.kind, each.value, each.turns, each.result].join(" ")}
          >
            ${said.promises?.[index]}
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Show sentences of the rules, a paragraph each. */
export function sentences(said: readonly string[] = []): TemplateResult[] {
  return said.map((each) => html`<p>${each}</p>`);
}
