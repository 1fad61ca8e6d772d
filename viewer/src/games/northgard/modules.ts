// What modules bring to the table: events, victory cards, creatures, Ports, features of tiles, and the Automa.
import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import { count } from "../phrases.ts";
import type { NorthgardScene } from "./names.ts";
import { cardList } from "./seats.ts";

export function modules(scene: NorthgardScene): TemplateResult {
  return html`${events(scene)} ${victory(scene)} ${creatures(scene)} ${sea(scene)}
  ${features(scene)} ${automa(scene)}`;
}

/** Return the name of a creature on the map by its number, as it stands in a sentence. */
export function creatureName({ view, catalogue }: NorthgardScene, number: number): string {
  const beast = view.creatures?.line.find((each) => each.number === number);
  return beast ? `the ${catalogue.creatures[beast.creature]?.name ?? "creature"}` : "a creature";
}

function events({ view, catalogue }: NorthgardScene): TemplateResult | typeof nothing {
  if (!view.events) return nothing;
  const { now, next, left } = view.events;
  const line = (label: string, number: number): TemplateResult | typeof nothing => {
    const event = catalogue.events[number];
    return event ? html`<p><b>${label}: ${event.name}.</b> ${event.text}</p>` : nothing;
  };
  return html`<section class="ng-events" data-now=${now} data-next=${next}>
    ${line("Event of this year", now)} ${line("Event of the next year", next)}
    <p class="quiet">${count(left, "event")} in the pile</p>
  </section>`;
}

function victory({ view, catalogue, seats }: NorthgardScene): TemplateResult | typeof nothing {
  const open = view.victory;
  if (!open) return nothing;
  return html`<section
    class="ng-victory wide"
    data-victory=${open.cards.join(" ")}
    data-counts=${open.counts.join(" ")}
  >
    <table>
      <thead>
        <tr>
          <th scope="col">Victory cards (${open.mode})</th>
          ${seats.map((_, seat) => html`<th scope="col">Seat ${seat}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${open.cards.map((number, i) => {
          const card = catalogue.victory[number];
          return html`<tr>
            <th scope="row" title=${card?.text ?? ""}>
              ${card?.name ?? number}, ${card?.need ?? 0}
            </th>
            ${seats.map((_, seat) => html`<td>${open.counts[seat * open.cards.length + i] ?? 0}</td>`)}
          </tr>`;
        })}
      </tbody>
    </table>
  </section>`;
}

function creatures({ view, catalogue }: NorthgardScene): TemplateResult | typeof nothing {
  if (!view.creatures) return nothing;
  const { line, top_left, rest_left, defeated } = view.creatures;
  return html`<section
    class="ng-creatures wide"
    data-creatures=${line.map((each) => `${each.number}:${each.creature}:${each.territory}`).join(" ")}
    data-creature-pile=${top_left + rest_left}
    data-defeated=${defeated.join(" ")}
  >
    ${
      line.length
        ? html`<table>
            <thead>
              <tr>
                <th scope="col">Creatures, in the order in which they act</th>
                <th scope="col">Territory</th>
                <th scope="col">Points</th>
                <th scope="col">Fame</th>
              </tr>
            </thead>
            <tbody>
              ${line.map(({ creature, territory }) => {
                const info = catalogue.creatures[creature];
                return html`<tr>
                  <th scope="row" title=${info?.text ?? ""}>${info?.name ?? creature}</th>
                  <td>${territory}</td>
                  <td>${info?.points ?? 0}</td>
                  <td>${info?.fame ?? 0}</td>
                </tr>`;
              })}
            </tbody>
          </table>`
        : nothing
    }
    <p class="quiet">
      ${count(top_left + rest_left, "creature")} in the pile, ${defeated.length} defeated
    </p>
  </section>`;
}

function sea({ view, catalogue }: NorthgardScene): TemplateResult | typeof nothing {
  if (!view.sea) return nothing;
  const { ports, raids_left } = view.sea;
  const kept = view.players.filter((player) => player.kept_raids.length);
  return html`<section
    class="ng-ports wide"
    data-ports=${ports.map((each) => `${each.territory}:${each.card}:${each.seat}:${each.units}:${each.year}`).join(" ")}
    data-raids=${raids_left}
  >
    <table>
      <thead>
        <tr>
          <th scope="col">Port</th>
          <th scope="col">Raid</th>
          <th scope="col">On it</th>
        </tr>
      </thead>
      <tbody>
        ${ports.map(({ territory, card, seat, units, year }) => {
          const raid = catalogue.raids[card];
          return html`<tr>
            <th scope="row">territory ${territory}</th>
            <td title=${raid?.text ?? ""}>${raid?.name ?? "none"}</td>
            <td>${units ? `${count(units, "unit")} of seat ${seat}, year ${year}` : ""}</td>
          </tr>`;
        })}
      </tbody>
    </table>
    <p class="quiet">
      ${count(raids_left, "Raid")} in the
      deck${kept.map((player) => `; seat ${player.seat} keeps ${player.kept_raids.map((card) => catalogue.raids[card]?.name ?? card).join(", ")}`)}
    </p>
  </section>`;
}

function features({ view, catalogue }: NorthgardScene): TemplateResult | typeof nothing {
  if (!view.features.length) return nothing;
  return html`<section
    class="ng-features"
    data-features=${view.features.map((each) => `${each.feature}:${each.territories.join(",")}`).join(" ")}
  >
    ${view.features.map(({ feature, territories, wood }) => {
      const info = catalogue.features[feature];
      const where = territories.length ? ` (territory ${territories.join(", ")})` : "";
      return html`<p>
        <b>${info?.name ?? feature}${where}.</b> ${info?.text ?? ""}
        ${wood ? ` ${wood} wood lie there.` : ""}
      </p>`;
    })}
  </section>`;
}

function automa({ view, catalogue }: NorthgardScene): TemplateResult | typeof nothing {
  if (!view.automa) return nothing;
  const { level, actions_left, deck_left, played, kept } = view.automa;
  const last = catalogue.automa[played.at(-1) ?? -1];
  return html`<section
    class="ng-automa"
    data-automa-played=${played.join(" ")}
    data-automa-kept=${kept.join(" ")}
  >
    <p>
      <b>Automa, level ${level}.</b> ${count(actions_left, "card")} left this year, ${deck_left} in
      its deck.${last ? ` Last: ${last.text}` : ""}
    </p>
    ${kept.length ? html`<p>It has taken ${cardList(catalogue, kept)}</p>` : nothing}
  </section>`;
}
