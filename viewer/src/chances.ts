// What an analysis says of a match: each seat's chance to win as a curve, and its largest mistakes.
import { html, nothing, svg } from "lit-html";
import type { TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Chances, Mistake } from "./document.ts";
import type { Player } from "./player.ts";
import type { Replay } from "./replay.ts";
import { badge } from "./seats.ts";

const HEIGHT = 64;

/** A mistake and whose it is. */
export interface SeatMistake extends Mistake {
  seat: number;
}

/** Return the chances that an eye may know of; none where the match was not analysed. */
export function chancesOf(replay: Replay, eye: number): readonly Chances[] {
  return replay.document.eyes.find((each) => each.eye === eye)?.chances ?? [];
}

/** Return the mistakes of all these seats, the largest first. */
export function mistakesOf(chances: readonly Chances[]): SeatMistake[] {
  return chances
    .flatMap(({ seat, mistakes }) => mistakes.map((each) => ({ ...each, seat })))
    .sort((one, other) => other.loss - one.loss || one.step - other.step);
}

/** Return the last known chance up to a step; null before the first one. */
export function chanceAt({ points }: Chances, step: number): number | null {
  let found: number | null = null;
  for (const [at, chance] of points) {
    if (at > step) break;
    found = chance;
  }
  return found;
}

/** Return a curve as the points of a line in a picture of 100 by 100: a chance holds until the next one is known. */
export function line({ points }: Chances, last: number): string {
  const found: string[] = [];
  let before: number | null = null;
  for (const [step, chance] of points) {
    const x = (last > 0 ? (step / last) * 100 : 0).toFixed(2);
    if (before !== null) found.push(`${x},${before.toFixed(2)}`);
    before = 100 - 100 * chance;
    found.push(`${x},${before.toFixed(2)}`);
  }
  return found.join(" ");
}

/** Return a chance in words. */
export function share(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}

/** Draw the curves above the timeline, and say what the chances are at the step; nothing without an analysis. */
export function chancesPicture(player: Player): TemplateResult | typeof nothing {
  const { replay, eye, step, last } = player;
  const chances = chancesOf(replay, eye);
  if (chances.length === 0) return nothing;
  const x = last > 0 ? (step / last) * 100 : 0;
  return html`<section class="chances" aria-label="Chances to win">
    <p class="chances-now">
      <span class="quiet">Chance to win, as each seat could know:</span>
      ${chances.map(({ seat, points }) => {
        const now = chanceAt({ seat, points, mistakes: [] }, step);
        return html`<span class="chance-now" data-seat=${seat} data-chance=${now ?? nothing}
          >${badge(seat)} <strong>${now === null ? "?" : share(now)}</strong></span
        >`;
      })}
    </p>
    <div class="chances-picture">
      <svg
        width="100%"
        height=${HEIGHT}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <line class="half" x1="0" x2="100" y1="50" y2="50"></line>
        ${guard([replay, eye], () =>
          chances.map(
            (each) =>
              svg`<polyline class=${`curve seat-${each.seat}`} data-seat=${each.seat} points=${line(each, last)}></polyline>`,
          ),
        )}
        <line class="now" x1=${x} x2=${x} y1="0" y2="100"></line>
      </svg>
    </div>
    ${told(player, mistakesOf(chances))}
  </section>`;
}

/** The mistake at this step, and a list of all, each of which leads to its step. */
function told(player: Player, mistakes: readonly SeatMistake[]): TemplateResult | typeof nothing {
  if (mistakes.length === 0) return nothing;
  return html`${mistakes
      .filter((each) => each.step === player.step)
      .map(
        (each) =>
          html`<p class="mistake-here" data-mistake=${each.step} role="status">
            ${badge(each.seat)} <strong>lost ${share(each.loss)}</strong> (${share(each.best_value)}
            to ${share(each.value)}); better: ${each.best}
          </p>`,
      )}
    <details class="mistakes">
      <summary>Largest mistakes (${mistakes.length})</summary>
      <ol>
        ${mistakes.map(
          (each) =>
            html`<li>
              <button type="button" @click=${() => player.go(each.step)}>step ${each.step}</button>
              ${badge(each.seat)} <strong>${share(each.loss)}</strong>
              <span>${each.took} <span class="quiet">Better:</span> ${each.best}</span>
            </li>`,
        )}
      </ol>
    </details>`;
}
