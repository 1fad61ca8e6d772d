// What players say to each other: the vote on an Event, the offer on the table, promises.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Althing, BundleView, OfferView } from "../../gen/pax_viking.ts";
import type { Position } from "./position.ts";
import { RESULTS, bundle, count, named, promiseText, seatName } from "./words.ts";

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
export function offerPanel(scene: Position, offer: OfferView): TemplateResult {
  const { view, catalogue } = scene;
  const said = (what: BundleView | null): string => bundle(catalogue, view.longships, what);
  const [give, want, now] = [said(offer.give), said(offer.want), said(offer.named)];
  const known = give || want || now;
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
    <h3>${offer.countered ? "Counter-offer" : "Trade"}</h3>
    <p>
      <span class=${`pv-seat seat-${offer.seat}`}>${offer.seat}</span> and
      <span class=${`pv-seat seat-${offer.partner}`}>${offer.partner}</span> are
      trading${known ? ":" : ". What they say is for them alone."}
    </p>
    ${
      known
        ? html`<ul>
            <li>Seat ${offer.seat} gives <b>${give || "nothing"}</b>.</li>
            <li>Seat ${offer.partner} gives <b>${want || "nothing"}</b>.</li>
            ${now ? html`<li>Seat ${offer.partner} now wants <b>${now}</b>.</li>` : nothing}
          </ul>`
        : nothing
    }
    <p class="pv-word">
      ${offer.complete ? "" : "Not all is named yet. "}${count(offer.proposals, "offer")} may
      follow.
    </p>
  </section>`;
}

/** Return a bundle as an attribute: its lists with commas, in the order of its fields. */
function bundleText(what: BundleView | null): string {
  if (!what) return "";
  const { silver, tiles, kinds, posts, longships, promises } = what;
  return [silver, tiles, kinds, posts, longships, promises].map(String).join(";");
}

export function promises({ view, catalogue }: Position): TemplateResult | typeof nothing {
  if (!view.promises.length) return nothing;
  return html`<section class="pv-promises">
    <h3>Promises</h3>
    <ul>
      ${view.promises.map((each) => {
        const result = RESULTS[each.result] ?? "";
        return html`<li
          class=${result ? `pv-${result}` : ""}
          data-promise=${[each.seat, each.to, each.kind, each.value, each.turns, each.result].join(" ")}
        >
          ${promiseText(catalogue, each)}${result ? html`: <b>${result}</b>` : nothing}.
        </li>`;
      })}
    </ul>
    <p class="pv-word">Promises bind nobody.</p>
  </section>`;
}

/** Say until when nobody may CHALLENGE. */
export function peace({ view, seats }: Position): TemplateResult | typeof nothing {
  if (!view.peace.length) return nothing;
  const until = view.peace.map((seat) => seatName(seats, seat)).join(", ");
  return html`<p>Peace: nobody may challenge before the next turn of ${until}.</p>`;
}

/** Show what the running question is about. */
export function about({ view, catalogue }: Position): TemplateResult | typeof nothing {
  const { tile = -1, post = -1, left = -1, discount = -1 } = view.about ?? {};
  const said = [
    ...(tile >= 0 ? [named(catalogue.tiles, tile)] : []),
    ...(post >= 0 ? [named(catalogue.posts, post)] : []),
    ...(left >= 0 ? [`${count(left, "step")} left`] : []),
    ...(discount >= 0 ? [`${discount} silver less`] : []),
  ];
  return said.length ? html`<p class="pv-about">Asked about: ${said.join(", ")}</p>` : nothing;
}
