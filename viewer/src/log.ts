// What happened so far, step by step, under the chapters it happened in.
import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { CHANCE } from "./document.ts";
import type { Document, Step } from "./document.ts";
import type { Player } from "./player.ts";
import type { KnownAct } from "./replay.ts";
import { badge } from "./seats.ts";
import { chapterTitle, question, takenText } from "./words.ts";

/** Steps `from` to `to`, both included, under one heading. */
export interface Group {
  from: number;
  to: number;
  label: string;
}

/** A group is never longer, so that few lines are drawn at a time. */
const MOST_LINES = 60;
/** Groups before the current one are open until this many lines are seen. */
const LINES_OPEN = 60;

/** Return the steps up to a position in groups: a chapter is one group, or several if it is long. */
export function groupsOf(chapters: Document["chapters"], position: number): Group[] {
  const begins = chapters.length ? chapters : [{ step: 0, label: "" }];
  return begins.flatMap(({ step, label }, index) => {
    const end = Math.min(begins[index + 1]?.step ?? Infinity, position);
    const groups: Group[] = [];
    for (let from = step + 1; from <= end; from += MOST_LINES) {
      groups.push({ from, to: Math.min(from + MOST_LINES - 1, end), label: chapterTitle(label) });
    }
    return groups;
  });
}

/** Which groups someone has opened or closed, by their first step. */
export type Opened = Map<number, boolean>;

/** Return which groups are open: those one chose, the current one, and those just before it. */
export function openGroups(groups: readonly Group[], opened: Opened): boolean[] {
  let lines = 0;
  return groups
    .toReversed()
    .map(({ from, to }) => {
      const near = lines === 0 || lines + to - from < LINES_OPEN;
      lines += to - from + 1;
      return opened.get(from) ?? near;
    })
    .toReversed();
}

/** Draw the log up to the player's position; `changed` is called when a group is opened or closed. */
export function log(player: Player, opened: Opened, changed: () => void): TemplateResult {
  const { replay, step } = player;
  const groups = groupsOf(replay.document.chapters, step);
  const open = openGroups(groups, opened);
  return html`<section class="log" aria-label="Log" tabindex="0">
    ${groups.length ? nothing : html`<p class="quiet">The match begins.</p>`}
    ${groups.map((group, index) => {
      const isOpen = open[index] ?? false;
      const toggle = (event: Event) => {
        event.preventDefault();
        opened.set(group.from, !isOpen);
        changed();
      };
      return html`<details ?open=${isOpen}>
        <summary @click=${toggle}>
          <span>${group.label || "Steps"}</span>
          <span class="quiet"
            >${group.from === group.to ? group.to : `${group.from}–${group.to}`}</span
          >
        </summary>
        <ol>
          ${isOpen ? lines(player, group) : nothing}
        </ol>
      </details>`;
    })}
  </section>`;
}

function* lines({ replay, eye, step }: Player, group: Group): Generator<TemplateResult> {
  for (let number = group.from; number <= group.to; number++) {
    yield html`<li data-step=${number} aria-current=${number === step ? "step" : nothing}>
      ${guard([replay, eye, number], () =>
        line(replay.document, number, replay.acts(eye, number), replay.document.steps[number - 1]),
      )}
    </li>`;
  }
}

function line(
  document: Document,
  number: number,
  acts: readonly KnownAct[],
  step: Step | undefined,
): TemplateResult {
  return html`<a href="#step=${number}" tabindex="-1"
      >${acts.map(
        (act) =>
          html`<span class="act" title=${`Step ${number}: ${question(document, act.prompt)}`}
            >${badge(act.seat)}
            ${actText(act)}${
              act.seat === CHANCE ? html` <span class="quiet">${act.prompt}</span>` : nothing
            }${
              act.fault
                ? html` <strong class="fault" data-fault=${act.fault}>${act.fault}</strong
                    >${act.evidence ? html` <span class="fault">${act.evidence}</span>` : nothing}`
                : nothing
            }</span
          >`,
      )}</a
    >${
      step?.changes?.length
        ? html`<ul>
            ${step.changes.map((change) => html`<li>${change}</li>`)}
          </ul>`
        : nothing
    }`;
}

function actText(act: KnownAct): TemplateResult | string {
  return takenText(act) ?? html`<span class="quiet" data-hidden>hidden</span>`;
}

/** Scroll the log so that its last line, which is the current one, is seen; the page itself stays where it is. */
export function showEnd(page: ParentNode): void {
  const box = page.querySelector(".log");
  if (box) box.scrollTop = box.scrollHeight;
}
