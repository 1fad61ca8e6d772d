// The timeline: where in the match a step is, with chapters, faults and big steps as marks.
import { html, svg } from "lit-html";
import type { TemplateResult } from "lit-html";
import type { Replay } from "./replay.ts";
import type { Renderer } from "./renderer.ts";

/** A mark on the timeline. */
export interface Mark {
  step: number;
  kind: "chapter" | "fault" | "event";
  label: string;
}

const WIDTH = 1000;
const HEIGHT = 22;

/** Return the marks of a match, in the order of their steps. It looks at every step, so the player calls it once. */
export function marks(replay: Replay, renderer: Renderer, eye: number): Mark[] {
  const found: Mark[] = replay.document.chapters.map(({ step, label }) => ({
    step,
    kind: "chapter",
    label,
  }));
  for (let step = 1; step <= replay.steps; step += 1) {
    const scene = replay.scene(eye, step);
    const fault = scene.acts.find((act) => act.fault);
    if (fault)
      found.push({ step, kind: "fault", label: `seat ${fault.seat}: ${fault.fault ?? ""}` });
    const event = scene.view === null ? "" : renderer.event(scene);
    if (event) found.push({ step, kind: "event", label: event });
  }
  return found.sort((a, b) => a.step - b.step);
}

/** Return the step of the chapter after or before a step; the end or the beginning if there is none. */
export function chapterFrom(replay: Replay, step: number, forward: boolean): number {
  const starts = replay.document.chapters.map((each) => each.step);
  if (forward) return starts.find((each) => each > step) ?? replay.steps;
  return starts.findLast((each) => each < step) ?? 0;
}

/** Return the share of the timeline's length at which a step is, from 0 to 1. */
export function share(step: number, steps: number): number {
  return steps ? step / steps : 0;
}

/** Return the picture behind the slider. */
export function track(found: readonly Mark[], step: number, steps: number): TemplateResult {
  const at = (each: number): string => (share(each, steps) * WIDTH).toFixed(1);
  return html`<svg
    class="track"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${svg`<rect class="rail" y="9" width=${WIDTH} height="4" />
      <rect class="done" y="9" width=${at(step)} height="4" />`}
    ${found.map((mark) => {
      const [top, bottom] =
        mark.kind === "chapter" ? [3, 19] : mark.kind === "fault" ? [0, 8] : [14, 22];
      return svg`<line class=${mark.kind} x1=${at(mark.step)} x2=${at(mark.step)} y1=${top} y2=${bottom}>
        <title>${mark.label}</title></line>`;
    })}
  </svg>`;
}
