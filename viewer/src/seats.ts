// The box of each seat: who plays, the clock, what it is asked, what its bot remarked, and what the game draws.
import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import { clock } from "./clocks.ts";
import { CHANCE } from "./document.ts";
import type { Document } from "./document.ts";
import type { Player } from "./player.ts";
import { drawn } from "./drawn.ts";
import type { Scene } from "./renderer.ts";
import { partsText } from "./score.ts";
import { question } from "./words.ts";

const TEAMS = "ABCDEF";

/** Draw the sign of a seat: its number on its colour. */
export function badge(seat: number): TemplateResult {
  if (seat === CHANCE) return html`<span class="badge chance" title="Chance">◆</span>`;
  return html`<span class="badge seat-${seat}">${seat}</span>`;
}

export function seatBoxes(player: Player, scene: Scene, bank: number): TemplateResult {
  const { seats } = player.replay.document;
  return html`<section class="seats" aria-label="Seats" tabindex="0">
    ${seats.map((_, seat) => seatBox(player, scene, seat, bank))}
  </section>`;
}

function seatBox(player: Player, scene: Scene, seat: number, bank: number): TemplateResult {
  const { replay, renderer, eye, step } = player;
  const { document } = replay;
  const who = document.seats[seat];
  const last = replay.lastAct(eye, seat, step);
  const asked = scene.asked.find((each) => each.seat === seat);
  const fault = last?.act.fault;
  const acted = last?.step === step;
  const hasViews = replay.eyes.length > 0;
  return html`<article
    class="seat seat-${seat} ${asked ? "is-asked" : ""} ${acted ? "has-acted" : ""}"
    data-seat=${seat}
    data-fault=${fault ?? nothing}
    data-asked=${asked?.prompt ?? nothing}
    aria-label="Seat ${seat}"
  >
    <header>
      ${badge(seat)}
      <div class="who">
        <h2>
          <span class="bot">${who?.bot}</span>
          <span class="quiet version">${who?.version}</span>
        </h2>
        ${hasViews ? words("clan", () => renderer.title(scene, seat)) : nothing}
        ${team(document, seat)}
      </div>
      ${hasViews ? words("score", () => renderer.score(scene, seat)) : nothing}
    </header>
    ${result(player, seat)} ${last ? clock(last.act, bank) : nothing}
    ${
      fault
        ? html`<p class="fault">
            <strong>${fault}</strong>: the referee answered${acted ? "" : ` at step ${last.step}`}
            ${last.act.evidence ? html`<span class="evidence">${last.act.evidence}</span>` : nothing}
          </p>`
        : nothing
    }
    ${asked ? html`<p class="asked">asked: ${question(document, asked.prompt)}</p>` : nothing}
    ${remark(player, seat)}
    ${hasViews ? drawn(`seat ${seat}`, () => renderer.seat(scene, seat)) : nothing}
  </article>`;
}

function words(name: string, text: () => string): TemplateResult | typeof nothing {
  return drawn(name, () => {
    const found = text();
    return found ? html`<span class=${name}>${found}</span>` : nothing;
  });
}

function team({ teams }: Document, seat: number): TemplateResult | typeof nothing {
  const number = teams[seat];
  return number === undefined
    ? nothing
    : html`<span class="quiet">team ${TEAMS[number] ?? number}</span>`;
}

/** At the end of the match: the seat's rank and score. */
function result(player: Player, seat: number): TemplateResult | typeof nothing {
  const { outcome } = player.replay.document;
  if (!outcome || player.step !== player.last) return nothing;
  const forfeit = outcome.forfeits.find((each) => each.seat === seat);
  return html`<p class="result" data-rank=${outcome.ranks[seat] ?? nothing}>
    <strong>rank ${outcome.ranks[seat]}</strong>, score
    ${outcome.scores[seat]}${partsText(outcome, seat)}
    ${forfeit ? html`<strong class="fault">forfeited: ${forfeit.fault}</strong>` : nothing}
    ${outcome.resigned.includes(seat) ? html`<strong>resigned</strong>` : nothing}
    ${outcome.substituted.includes(seat) ? html`<strong class="fault">a substitute played on</strong>` : nothing}
    ${outcome.stood_in.includes(seat) ? html`<strong class="fault">lost by its stand-ins</strong>` : nothing}
  </p>`;
}

/** The last words of a seat's bot; an old remark is told apart from one on this step. */
function remark(player: Player, seat: number): TemplateResult | typeof nothing {
  const { replay, eye, step } = player;
  const last = replay.lastAct(eye, seat, step, (act) => Boolean(act.annotation));
  if (!last) return nothing;
  return html`<blockquote
    class="remark ${last.step === step ? "" : "old"}"
    data-remark=${last.step}
  >
    <p>${last.act.annotation}</p>
    ${last.step === step ? nothing : html`<footer>step ${last.step}</footer>`}
  </blockquote>`;
}

/** Where the boxes have a scroll bar of their own: scroll to the seat that acted, if it is not seen. */
export function showActing(page: ParentNode): void {
  const all = page.querySelector(".seats");
  const one = all?.querySelector(".has-acted");
  if (!all || !one || all.scrollHeight <= all.clientHeight) return;
  const frame = all.getBoundingClientRect();
  const box = one.getBoundingClientRect();
  if (box.top < frame.top) all.scrollTop += box.top - frame.top;
  else if (box.bottom > frame.bottom) all.scrollTop += box.bottom - frame.bottom;
}
