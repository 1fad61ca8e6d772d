// Any game: its views as tables. Games without drawings of their own are shown by this.
import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import { CHANCE } from "./document.ts";
import type { Plain } from "./document.ts";
import type { Renderer } from "./renderer.ts";
import { capital } from "./words.ts";

type Fields = Record<string, Plain>;
type Names = (field: string, number: number) => string;

/** Longer texts have a line of their own. */
const LONG = 60;

const known = new WeakMap<object, Names>();

/** Return the printed names of a catalogue: the number in a field `card` is a row of its `cards`. */
export function namesOf(catalogue: Plain): Names {
  if (!isFields(catalogue)) return () => "";
  const found = known.get(catalogue);
  if (found) return found;
  const columns = new Map<string, string[]>();
  for (const [column, rows] of Object.entries(catalogue)) {
    if (Array.isArray(rows)) columns.set(column, rows.map(nameOf));
  }
  const names: Names = (field, number) =>
    (columns.get(field) ?? columns.get(`${field}s`))?.[number] ?? "";
  known.set(catalogue, names);
  return names;
}

/** Return a value that holds no objects as text, numbers with their printed names. */
export function valueText(field: string, value: Plain, names: Names): string {
  if (value === null) return "none";
  if (typeof value === "number") return `${value} ${names(field, value)}`.trimEnd();
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    const parts = value.map((each) => valueText(field, each, names));
    return parts.join(parts.some((each) => each.includes(" ")) ? ", " : " ") || "none";
  }
  return Object.entries(value)
    .map(([name, part]) => `${title(name)} ${valueText(name, part, names)}`)
    .join(", ");
}

/** Return a field's name as a heading: `tales_left` becomes `Tales left`. */
export function title(field: string): string {
  return capital(field.replaceAll("_", " "));
}

/** Return the columns of a table of these rows: every field of any row, in order. */
export function columnsOf(rows: readonly Fields[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

export const GENERIC: Renderer = {
  board: ({ view, catalogue }) => {
    const names = namesOf(catalogue);
    if (!isFields(view)) return html`<p>${valueText("", view, names)}</p>`;
    // Every player's part stands in the box of its seat.
    const { players, ...others } = view;
    const rest = isRows(players) ? others : view;
    return html`<div class="fields">${fields(rest, names)}</div>`;
  },
  seat: ({ view, catalogue }, seat) => {
    const player = isFields(view) && isRows(view.players) ? view.players[seat] : undefined;
    return player
      ? html`<div class="fields">${fields(player, namesOf(catalogue))}</div>`
      : html`${nothing}`;
  },
  table: () => html`${nothing}`,
  score: () => "",
  title: () => "",
  weight: ({ acts }) => (acts.length && acts.every((act) => act.seat === CHANCE) ? 0.4 : 1),
  event: () => "",
};

function fields(value: Fields, names: Names): TemplateResult {
  const entries = Object.entries(value);
  const small = entries.filter(([, part]) => !isRows(part) && !isFields(part));
  const large = entries.filter(([, part]) => isRows(part) || isFields(part));
  return html`<dl>
      ${small.map(([field, part]) => {
        const text = valueText(field, part, names);
        return html`<div class=${text.length > LONG ? "long" : ""} data-field=${field}>
          <dt>${title(field)}</dt>
          <dd>${text}</dd>
        </div>`;
      })}
    </dl>
    ${large.map(([field, part]) => section(field, part, names))}`;
}

function section(field: string, value: Plain, names: Names): TemplateResult {
  return html`<section data-field=${field}>
    <h3>${title(field)}</h3>
    ${isRows(value) ? table(value, names) : isFields(value) ? fields(value, names) : nothing}
  </section>`;
}

function table(rows: readonly Fields[], names: Names): TemplateResult {
  const columns = columnsOf(rows);
  return html`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">#</th>
          ${columns.map((column) => html`<th scope="col">${title(column)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, index) =>
            html`<tr>
              <th scope="row">${index}</th>
              ${columns.map(
                (column) =>
                  html`<td>
                    ${column in row ? valueText(column, row[column] ?? null, names) : ""}
                  </td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function nameOf(row: Plain): string {
  return isFields(row) && typeof row.name === "string" ? row.name : "";
}

function isFields(value: Plain | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isRows(value: Plain | undefined): value is Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isFields);
}
