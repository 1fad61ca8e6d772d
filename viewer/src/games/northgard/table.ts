// What belongs to nobody: the year, piles, displays, and the combat that is being fought.
import { html, nothing, svg } from "lit-html";
import type { TemplateResult } from "lit-html";
import type { CombatView } from "../../gen/northgard.ts";
import { buildingName, faceOf, figureName, STAGES } from "./names.ts";
import type { NorthgardScene } from "./names.ts";
import { cardList } from "./seats.ts";
import { count } from "../phrases.ts";
import { creatureName, modules } from "./modules.ts";

export function table(scene: NorthgardScene): TemplateResult {
  const { view, catalogue } = scene;
  return html`<div
    class="ng-table"
    data-year=${view.year}
    data-phase=${view.phase}
    data-display=${view.display.join(" ")}
    data-achievements=${view.achievements.join(" ")}
    data-stock=${view.stock.join(" ")}
    data-pile=${view.pile_left}
    data-unrest=${view.unrest_left}
  >
    ${view.combat ? combat(scene, view.combat) : nothing}
    ${view.battles.map(
      (each) =>
        html`<p>
          Combat to come: seat ${each.attacker} with
          ${count(each.units, "unit")}${each.kaija ? " and Kaija" : ""}${each.figures
            .map((figure) => ` and ${figureName(catalogue, figure)}`)
            .join("")}
          against
          ${
            each.creature
              ? creatureName(scene, each.creature)
              : each.defender < 0
                ? "nobody"
                : `seat ${each.defender}`
          }
          in territory ${each.territory}
        </p>`,
    )}
    ${modules(scene)}
    <dl class="ng-zones">
      ${
        view.display.length
          ? html`<div>
              <dt>Display</dt>
              <dd>${cardList(catalogue, view.display)}</dd>
            </div>`
          : nothing
      }
      ${
        view.achievements.length
          ? html`<div>
              <dt>Achievements</dt>
              <dd>${cardList(catalogue, view.achievements)}</dd>
            </div>`
          : nothing
      }
      <div>
        <dt>Left</dt>
        <dd>
          ${view.early_left} early, ${view.advanced_left} advanced, ${view.unrest_left} Unrest,
          ${view.pile_left} tiles
        </dd>
      </div>
      <div>
        <dt>Buildings left</dt>
        <dd>
          ${view.stock.map((left, i) => html`<span class="ng-card">${buildingName(catalogue, i)} ${left}</span> `)}
        </dd>
      </div>
      ${
        view.edition || view.modules.length
          ? html`<div>
              <dt>Played with</dt>
              <dd>
                ${[view.edition, ...view.modules]
                  .filter((each) => each)
                  .join(", ")
                  .replaceAll("_", " ")}
              </dd>
            </div>`
          : nothing
      }
    </dl>
  </div>`;
}

/** Return the combat as it stands: points, food, dice and casualties of both sides. */
function combat(scene: NorthgardScene, fight: CombatView): TemplateResult {
  const { seats } = scene;
  const beast = fight.creature ? creatureName(scene, fight.creature) : "";
  const side = (
    role: string,
    seat: number,
    points: number,
    food: number,
    face: number,
    casualties: number,
  ): TemplateResult => {
    const [shown, means] = faceOf(scene.catalogue, face);
    return html`<tr class="seat-${seat}">
      <th scope="row">
        <span class="ng-mark">${seat < 0 ? "–" : seat}</span> ${role}
        ${seat < 0 ? beast || "nobody" : (seats[seat]?.bot ?? "nobody")}
      </th>
      <td>${points}</td>
      <td>${food}</td>
      <td title=${means}>
        <svg class="ng-die" viewBox="0 0 40 26" aria-label=${means}>
          ${svg`<rect x="1" y="1" width="38" height="24" rx="5" /><text x="20" y="18">${shown}</text>`}
        </svg>
      </td>
      <td>${casualties}</td>
    </tr>`;
  };
  return html`<section
    class="ng-combat"
    data-combat=${fight.territory}
    data-attacker=${fight.attacker}
    data-defender=${fight.defender}
    data-attacker-points=${fight.attacker_points}
    data-defender-points=${fight.defender_points}
    data-attacker-face=${fight.attacker_face}
    data-defender-face=${fight.defender_face}
    data-stage=${fight.stage}
    data-creature=${fight.creature}
  >
    <h2>Combat in territory ${fight.territory}</h2>
    <ol class="ng-stages">
      ${STAGES.map((stage, i) => html`<li class=${i === fight.stage ? "current" : i < fight.stage ? "done" : ""}>${stage}</li>`)}
    </ol>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <td></td>
            <th scope="col">Points</th>
            <th scope="col">Food</th>
            <th scope="col">Die</th>
            <th scope="col">Casualties</th>
          </tr>
        </thead>
        <tbody>
          ${side("Attacker", beast && fight.creature_attacks ? -1 : fight.attacker, fight.attacker_points, fight.attacker_food, fight.attacker_face, fight.attacker_casualties)}
          ${side("Defender", beast && !fight.creature_attacks ? -1 : fight.defender, fight.defender_points, fight.defender_food, fight.defender_face, fight.defender_casualties)}
        </tbody>
      </table>
    </div>
  </section>`;
}
