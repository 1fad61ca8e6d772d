// Any game without a renderer of its own: its view as tables, with printed names beside numbers.
import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import type { Plain } from "./document.ts";
import type { Renderer, Scene } from "./renderer.ts";

type Fields = Record<string, Plain>;

export const GENERIC: Renderer = {
  board(scene) {
    const rest = Object.entries(fields(scene.view)).filter(([name]) => name !== "players");
    return html`<div class="generic">${values(Object.fromEntries(rest), scene)}</div>`;
  },
  seat(scene, seat) {
    const player = players(scene.view)[seat];
    return player ? html`<div class="generic">${values(player, scene)}</div>` : html`${nothing}`;
  },
  table: () => html`${nothing}`,
  score: (scene, seat) => text(players(scene.view)[seat]?.score ?? null),
  title: () => "",
  weight: (scene) => (scene.acts.every((act) => act.stream !== undefined) ? 0.4 : 1),
  event: () => "",
};

/** Return the printed name of a number in a field: field `card` is a row of the catalogue's `cards`. */
export function printedName(catalogue: Plain, field: string, number: number): string {
  const columns = fields(catalogue);
  const column = columns[field] ?? columns[`${field}s`];
  const row = Array.isArray(column) ? column[number] : undefined;
  return text(fields(row ?? null).name ?? null);
}

function players(view: Plain): Fields[] {
  const found = fields(view).players;
  return Array.isArray(found) ? found.map(fields) : [];
}

function fields(value: Plain): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function text(value: Plain): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

/** Return the fields of an object: small ones as a list, tables of objects and parts as sections. */
function values(found: Fields, scene: Scene): TemplateResult {
  const small = Object.entries(found).filter(([, value]) => !isPart(value));
  const parts = Object.entries(found).filter(([, value]) => isPart(value));
  return html`<dl>
      ${small.map(
        ([name, value]) =>
          html`<div>
            <dt>${label(name)}</dt>
            <dd data-field=${name}>${told(name, value, scene)}</dd>
          </div>`,
      )}
    </dl>
    ${parts.map(
      ([name, value]) =>
        html`<section>
          <h4>${label(name)}</h4>
          ${part(value, scene)}
        </section>`,
    )}`;
}

function isPart(value: Plain): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    (!Array.isArray(value) || value.some((each) => typeof each === "object"))
  );
}

function part(value: Plain, scene: Scene): TemplateResult {
  if (!Array.isArray(value)) return values(fields(value), scene);
  const rows = value.map(fields);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          ${names.map((name) => html`<th scope="col">${label(name)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${names.map((name) => html`<td>${told(name, row[name] ?? null, scene)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Return a value in words, a number with its printed name. */
function told(name: string, value: Plain, scene: Scene): string {
  if (value === null) return "none";
  if (Array.isArray(value))
    return value.map((each) => told(name, each, scene)).join(", ") || "none";
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([field, each]) => `${label(field)} ${told(field, each, scene)}`)
      .join(", ");
  }
  return typeof value === "number"
    ? `${value} ${printedName(scene.catalogue, name, value)}`.trimEnd()
    : String(value);
}

function label(name: string): string {
  return name.replaceAll("_", " ");
}
