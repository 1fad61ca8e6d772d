// The panel of a seat: what happened, the question, its options, and the buttons that send the answer.
import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { title } from "../generic.ts";
import type { Choice, Row } from "./choice.ts";
import { countWords } from "./question.ts";
import type { Told } from "./question.ts";

/** A list of at most so many rows does not scroll by itself. */
const SHORT = 4;

/** What the panel lets a person do. */
export interface Deeds {
  toggle(index: number): void;
  consider(index: number): void;
  find(words: string): void;
  /** Enter in the field of words. */
  enter(): void;
  undo(): void;
  takeDefault(): void;
  send(): void;
  showEvents(): void;
  leave(): void;
  sendAtOnce(wanted: boolean): void;
}

/** What the panel shows. */
export interface Shown {
  told: Told;
  choice: Choice | null;
  /** Why the last answer was not taken; '' if it was. */
  problem: string;
  sending: boolean;
  atOnce: boolean;
  /** True if the person was asked before whether to leave. */
  leaving: boolean;
  /** Texts of cards, by name. */
  texts: readonly (readonly [string, string])[];
  /** What is printed on what the option names that one looks at; null if nothing is on any option's. */
  printed: readonly string[] | null;
  /** True while an earlier position is shown. */
  past: boolean;
}

export function panel(shown: Shown, deeds: Deeds): TemplateResult {
  const { told, choice } = shown;
  return html`<section
    class="panel"
    aria-label="Your seat"
    data-decision=${choice?.question.decision ?? ""}
  >
    <div aria-live="polite" class="panel-news">
      ${told.notes.map((note) => html`<p class="panel-note">${note}</p>`)}
      ${shown.problem ? html`<p class="panel-note fault" role="alert">${shown.problem}</p>` : nothing}
      ${choice ? nothing : waiting(told)}
    </div>
    <div class="panel-happened" aria-live="polite">
      ${choice ? happened(choice, deeds) : nothing}
    </div>
    <div aria-live="polite" class="panel-asked">
      ${choice ? html`<h2 class="panel-question" id="question" tabindex="-1">${choice.question.question}</h2>` : nothing}
    </div>
    ${choice ? question(choice, shown, deeds) : nothing} ${more(shown, deeds)}
  </section>`;
}

function waiting(told: Told): TemplateResult {
  if (told.over) {
    const { rank, void: reason } = told.over;
    return html`<p class="panel-question" data-over>
        ${reason ? `The match has no result: ${reason}` : `The match is over; your place: ${rank ?? "?"}.`}
      </p>
      <p class="quiet">
        This page is its replay now, with all hands: see below. Keep it open: once the server has
        ended, it cannot be loaded again.
      </p>
      ${told.next ? html`<p><a class="button" data-next href=${told.next}>Play the next match</a></p>` : nothing}`;
  }
  return html`<p class="panel-question" data-waiting>
    ${told.left ? "You have left the match." : "You wait for the others."}
  </p>`;
}

function happened({ question }: Choice, deeds: Deeds): TemplateResult {
  const { events, standing, period } = question;
  return html`${period ? html`<p class="panel-period">${period}</p>` : nothing}
  ${
    standing.length
      ? html`<details class="panel-standing">
          <summary>What each player has</summary>
          <ul>
            ${standing.map((line) => html`<li>${line}</li>`)}
          </ul>
        </details>`
      : nothing
  }
  ${
    events.length
      ? html`<div class="panel-events">
          <p class="quiet">
            Since your last decision:
            <button type="button" class="small" @click=${() => deeds.showEvents()}>
              Show it on the board
            </button>
          </p>
          <ul tabindex="0" aria-label="Since your last decision">
            ${events.map((line) => html`<li>${line}</li>`)}
          </ul>
        </div>`
      : nothing
  }`;
}

function question(choice: Choice, shown: Shown, deeds: Deeds): TemplateResult {
  const asked = choice.question;
  return html`${clock(choice)}
    <p class="panel-count" data-least=${asked.least} data-most=${asked.most}>
      ${countWords(asked)}
      ${asked.most > 1 ? html`<strong>${choice.picks.length} taken.</strong>` : nothing}
    </p>
    <div class="panel-send">
      ${send(choice, shown, deeds)}
      <button
        type="button"
        data-undo
        aria-disabled=${choice.picks.length || choice.at.length || choice.words ? nothing : "true"}
        @click=${() => deeds.undo()}
      >
        Undo
      </button>
      <button type="button" data-default @click=${() => deeds.takeDefault()}>Default</button>
    </div>
    ${taken(choice, deeds)}
    ${
      asked.options.length > 1
        ? html`<input
            class="panel-find"
            type="search"
            aria-label="Options with these words, or the number of one"
            placeholder="words or a number"
            autocomplete="off"
            .value=${live(choice.words)}
            @input=${(event: Event) => {
              if (event.target instanceof HTMLInputElement) deeds.find(event.target.value);
            }}
            @keydown=${(event: KeyboardEvent) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              event.stopPropagation();
              if (!event.repeat) deeds.enter();
            }}
          />`
        : nothing
    }
    ${
      choice.at.length
        ? html`<p class="panel-here">
            Options of this place.
            <button type="button" class="small" @click=${() => deeds.undo()}>Show all</button>
          </p>`
        : nothing
    }
    ${list(choice, deeds)}
    ${
      shown.printed === null
        ? nothing
        : html`<div class="panel-printed" tabindex="0" aria-label="What is printed on it">
            ${shown.printed.map((line) => html`<p>${line}</p>`)}
          </div>`
    }`;
}

function clock({ question }: Choice): TemplateResult {
  const words = [...question.clock, ...question.charged];
  return html`<div class="panel-clock">
    ${
      question.left_ms === null
        ? nothing
        : html`<p><strong class="clock-left" role="timer"></strong> left</p>`
    }
    ${
      question.left_ms === null && question.clock.length < 2
        ? nothing
        : html`<details>
            <summary>Clock</summary>
            ${words.map((line) => html`<p>${line}</p>`)}
          </details>`
    }
  </div>`;
}

function send(choice: Choice, { sending, past }: Shown, deeds: Deeds): TemplateResult {
  const { least } = choice.question;
  const missing = least - choice.picks.length;
  const label = sending
    ? "Sending"
    : missing > 0
      ? `Take ${missing}${choice.picks.length ? " more" : ""}`
      : choice.picks.length
        ? "Send"
        : "Take nothing";
  return html`<button
    type="button"
    class="send"
    data-send
    aria-disabled=${choice.ready && !sending ? nothing : "true"}
    title=${past ? "The board shows an earlier moment" : ""}
    @click=${() => deeds.send()}
  >
    ${label}
  </button>`;
}

/** What was taken so far, in its order; a click gives it back. */
function taken(choice: Choice, deeds: Deeds): TemplateResult | typeof nothing {
  if (!choice.picks.length) return nothing;
  return html`<ol class="panel-taken" aria-label="Taken">
    ${choice.picks.map(
      (index, place) =>
        html`<li>
          ${choice.question.most > 1 ? html`<span class="order">${place + 1}</span>` : nothing}
          <span>${choice.question.options[index]?.text}</span>
          ${
            choice.question.most > 1
              ? html`<button
                  type="button"
                  class="small"
                  aria-label=${`Give back ${place + 1}`}
                  @click=${() => deeds.toggle(index)}
                >
                  ×
                </button>`
              : nothing
          }
        </li>`,
    )}
  </ol>`;
}

function list(choice: Choice, deeds: Deeds): TemplateResult {
  const groups = choice.rows();
  const rows = groups.reduce((sum, each) => sum + each.rows.length, 0);
  return html`<div
    class="panel-options ${rows <= SHORT ? "is-short" : ""}"
    role="group"
    aria-labelledby="question"
    @pointerleave=${byMouse(() => deeds.consider(-1))}
  >
    ${groups.length ? nothing : html`<p class="quiet">No option has these words.</p>`}
    ${groups.map(
      ({ verb, rows }) =>
        html`${groups.length > 1 ? html`<h3>${title(verb)}</h3>` : nothing}
          <ul>
            ${rows.map((row) => option(choice, row, deeds))}
          </ul>`,
    )}
  </div>`;
}

/** Return the option of a row that is shown: the one looked at or picked, or the first. */
export function shownOf(choice: Choice, row: Row): number {
  const known = row.options.find((index) => index === choice.considered);
  return known ?? row.options.find((index) => choice.picks.includes(index)) ?? row.options[0] ?? -1;
}

/** A finger that touches does not hover: what it looked at would move the rest away from under it. */
function byMouse(act: () => void): (event: PointerEvent) => void {
  return (event) => {
    if (event.pointerType === "mouse") act();
  };
}

function option(choice: Choice, row: Row, deeds: Deeds): TemplateResult {
  const index = shownOf(choice, row);
  const at = row.options.indexOf(index);
  const order = choice.picks.indexOf(index);
  const step = (by: number) => deeds.consider(row.options[at + by] ?? index);
  return html`<li>
    <button
      type="button"
      class="option"
      data-option=${index}
      data-steps=${row.field || nothing}
      aria-pressed=${order >= 0}
      aria-keyshortcuts=${row.field ? "ArrowLeft ArrowRight" : nothing}
      @click=${() => deeds.toggle(index)}
      @focus=${() => deeds.consider(index)}
      @pointerenter=${byMouse(() => deeds.consider(index))}
      @keydown=${(event: KeyboardEvent) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!row.field || by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        step(by);
      }}
    >
      <span class="number">${index}</span>
      <span class="words">${choice.question.options[index]?.text}</span>
      ${order >= 0 ? html`<span class="order">${choice.question.most > 1 ? order + 1 : "✓"}</span>` : nothing}
    </button>
    ${
      row.field
        ? html`<span class="stepper" role="group" aria-label=${title(row.field)}>
            <button
              type="button"
              tabindex="-1"
              aria-label=${`Less ${row.field}`}
              aria-disabled=${at > 0 ? nothing : "true"}
              @click=${() => step(-1)}
            >
              −
            </button>
            <output
              >${row.field === "rotation" ? `${90 * (row.values[at] ?? 0)}°` : row.values[at]}</output
            >
            <button
              type="button"
              tabindex="-1"
              aria-label=${`More ${row.field}`}
              aria-disabled=${at < row.options.length - 1 ? nothing : "true"}
              @click=${() => step(1)}
            >
              +
            </button>
          </span>`
        : nothing
    }
  </li>`;
}

/** What is seldom needed: texts of cards, sending at once, leaving. */
function more({ texts, atOnce, leaving, told }: Shown, deeds: Deeds): TemplateResult {
  return html`<details class="panel-more">
    <summary>Texts of cards, settings, leave</summary>
    ${
      told.over || told.left
        ? nothing
        : html`<p>
              <label
                ><input
                  type="checkbox"
                  .checked=${live(atOnce)}
                  @change=${(event: Event) => {
                    if (event.target instanceof HTMLInputElement)
                      deeds.sendAtOnce(event.target.checked);
                  }}
                />
                send a single pick at once</label
              >
            </p>
            <p>
              <button type="button" data-leave @click=${() => deeds.leave()}>
                ${leaving ? "Really leave: the referee plays on for you" : "Leave the match"}
              </button>
            </p>`
    }
    <dl class="panel-texts">
      ${texts.map(
        ([name, text]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${text}</dd>
          </div>`,
      )}
    </dl>
  </details>`;
}
