// A mistake in one drawing must not take the rest of the page with it.
import { html } from "lit-html";
import type { TemplateResult, nothing } from "lit-html";

/** Return what `draw` returns; if it throws, a line that says so, and the error goes to the console. */
export function drawn<Part extends TemplateResult | typeof nothing>(
  what: string,
  draw: () => Part,
): Part | TemplateResult {
  try {
    return draw();
  } catch (problem) {
    console.error(problem);
    return html`<p class="fault" data-failed>The ${what} cannot be drawn: ${String(problem)}</p>`;
  }
}
