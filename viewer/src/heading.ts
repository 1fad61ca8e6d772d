// The top of the page: which match this is, what is missing of it, and how it ended.
import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import type { Document, Outcome } from "./document.ts";
import { botName, counted, moment, ordinal } from "./words.ts";

/** Return the heading of a match. */
export function heading(document: Document): TemplateResult {
  const { match } = document;
  const options = Object.entries(match.options).map(([name, value]) => `${name}=${value}`);
  return html`<header class="match">
    <h1>${match.title}</h1>
    <p class="id">${match.id}</p>
    <p class="facts">
      ${counted(document.seats.length, "player")} · ${moment(match.started_ms)} · clock
      ${match.clock}
      ${document.live ? html` · <b>live</b>, ${document.live.delay_s} s behind` : nothing}
    </p>
    <details>
      <summary>About this match</summary>
      <dl>
        <div>
          <dt>Rules</dt>
          <dd>version ${match.version}, engine ${match.engine}</dd>
        </div>
        <div>
          <dt>Options</dt>
          <dd>${options.join(", ") || "none"}</dd>
        </div>
        <div>
          <dt>Bots</dt>
          <dd>
            ${document.seats.map((seat, i) => html`<span class="line">seat ${i}: ${botName(document.seats, i)} ${seat.version}${seat.sdk ? ` (${seat.sdk})` : ""}${seat.identity ? `, token ${seat.identity}` : ""}</span>`)}
          </dd>
        </div>
        <div>
          <dt>Signed by</dt>
          <dd>${match.signed_by || "nobody"}</dd>
        </div>
        <div>
          <dt>Seed commitment</dt>
          <dd><code>${match.commitment}</code></dd>
        </div>
        ${
          match.seed
            ? html`<div>
                <dt>Seed</dt>
                <dd><code>${match.seed}</code></dd>
              </div>`
            : nothing
        }
      </dl>
    </details>
    ${document.note ? html`<p class="note" role="note">${document.note}</p>` : nothing}
  </header>`;
}

/** Return how the match ended. */
export function outcome(document: Document, over: Outcome): TemplateResult {
  const order = over.ranks
    .map((rank, seat) => ({ rank, seat }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  return html`<div class="outcome">
    <p>The match is over: ${over.reason.replaceAll("_", " ")}.</p>
    <ol>
      ${order.map(
        ({ rank, seat }) =>
          html`<li class="of-${seat}">
            <b>${ordinal(rank)}</b> ${botName(document.seats, seat)}
            <span class="seatname">seat ${seat}</span>
            <span class="score">${over.scores[seat] ?? ""}</span>
          </li>`,
      )}
    </ol>
    ${over.forfeits.map((each) => html`<p class="fault">Seat ${each.seat} lost by ${each.fault}: ${each.evidence}</p>`)}
  </div>`;
}
