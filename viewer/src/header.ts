// What the match is, what is missing, and how it ended.
import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import type { Document } from "./document.ts";
import type { Player } from "./player.ts";
import { partNames } from "./score.ts";
import { badge } from "./seats.ts";

export function heading(player: Player, problem: string): TemplateResult {
  const { document } = player.replay;
  const { match } = document;
  return html`<header class="heading">
    <div class="title">
      <h1>${match.title}</h1>
      <p class="quiet id">${match.id}</p>
      ${
        document.live
          ? html`<p class="live">
              live, ${document.live.delay_s ? `${document.live.delay_s} s later` : "at once"}
            </p>`
          : nothing
      }
      <details class="facts">
        <summary>Match</summary>
        ${facts(document)}
      </details>
    </div>
    ${document.note ? html`<p class="note" role="note">${document.note}</p>` : nothing}
    ${problem ? html`<p class="note" role="status" data-problem>${problem}</p>` : nothing}
    ${outcome(player)}
  </header>`;
}

function outcome(player: Player): TemplateResult | typeof nothing {
  const { outcome, seats } = player.replay.document;
  if (!outcome || player.step !== player.last) return nothing;
  const order = seats
    .map((who, seat) => ({ who, seat, rank: outcome.ranks[seat] ?? 0 }))
    .sort((one, other) => one.rank - other.rank);
  const names = partNames(outcome);
  return html`<div class="outcome" data-reason=${outcome.reason}>
    <h2>Result <span class="quiet">(${outcome.reason})</span></h2>
    <table>
      <thead>
        <tr>
          <th></th>
          <th></th>
          <th scope="col">score</th>
          ${names.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${order.map(
          ({ who, seat, rank }) =>
            html`<tr class=${rank === 1 ? "first" : ""} data-seat=${seat}>
              <td>${rank}.</td>
              <th scope="row">${badge(seat)} <span class="bot">${who.bot}</span></th>
              <td><strong>${outcome.scores[seat]}</strong></td>
              ${names.map((name) => html`<td data-part=${name}>${outcome.parts[seat]?.[name]}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    ${
      outcome.decided.length
        ? html`<ul class="decided">
            ${outcome.decided.map((each) => html`<li>${each}</li>`)}
          </ul>`
        : nothing
    }
  </div>`;
}

function facts({ match, seats }: Document): TemplateResult {
  const rows: [string, string][] = [
    ["Game", `${match.game} ${match.version}, lawspeaker ${match.engine}`],
    ["Clock", match.clock],
    ["Challenge", match.challenger ? `of ${match.challenger}, counts in no rating` : ""],
    ["Started", time(match.started_ms)],
    ["Ended", match.ended_ms === null ? "" : time(match.ended_ms)],
    ["Seed", match.seed ?? ""],
    ["Seed's commitment", match.commitment],
    ["Signed by", match.signed_by],
    ...seats.map((who, seat): [string, string] => [
      `Seat ${seat}`,
      [`${who.bot} ${who.version}`, who.sdk, who.identity && `token ${who.identity}`]
        .filter((part) => part)
        .join(", "),
    ]),
    ...Object.entries(match.options),
  ];
  return html`<dl>
    ${rows
      .filter(([, value]) => value)
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;
}

function time(ms: number): string {
  return new Date(ms).toISOString().replace("T", " ").replace(/\..*/, " UTC");
}
