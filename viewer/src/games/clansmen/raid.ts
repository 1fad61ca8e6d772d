// A raid: the Raiders' dice, who defends against each, and what came of it.
import { html, nothing, type TemplateResult } from "lit-html";
import type { DieView, RaidView } from "../../gen/clansmen.ts";
import { dieIcon } from "./glyphs.ts";
import type { Position } from "./position.ts";
import { count, joined, seatName } from "../phrases.ts";

/** What came of a die, by `fate`: a sign beside it, and a sentence. */
const FATES = [
  { sign: "", text: "" },
  { sign: "✓", text: "beats its Raider" },
  { sign: "=", text: "does not beat its Raider, unhurt" },
  { sign: "✗", text: "does not beat its Raider, weakened" },
] as const;

export function raidPanel(scene: Position, raid: RaidView): TemplateResult {
  const waiting = raid.dice.filter((each) => each.raider < 0);
  return html`<section
    class="cl-raid"
    data-raiders=${raid.raiders.join(" ")}
    data-opened=${raid.opened}
    data-dice=${raid.dice.map(dieText).join(" ")}
    data-defeated=${raid.defeated.join(" ")}
    data-committed=${raid.committed.join(" ")}
  >
    <h3>
      Raid:
      ${count(raid.raiders.length, "Raider")}${
        raid.defeated.length ? html`, ${raid.defeated.length} defeated` : nothing
      }
    </h3>
    ${raid.opened ? nothing : sealed(scene)}
    <ol class="cl-fights">
      ${raid.raiders.map((pips, raider) => fight(scene, raid, raider, pips))}
    </ol>
    ${
      raid.opened && !raid.dice.length
        ? html`<p>Nobody defends.</p>`
        : waiting.length
          ? html`<div class="cl-waiting">
              <span>Not placed yet:</span> ${waiting.map((each) => defender(scene, raid, each))}
            </div>`
          : nothing
    }
    ${rerolls(raid)}
  </section>`;
}

/** Return a die as `SEAT:TILE:RAIDER:PIPS:FATE`. */
function dieText({ seat, tile, raider, pips, fate }: DieView): string {
  return [seat, tile, raider, pips, fate].join(":");
}

/** Say that nobody's defenders are known until all have answered. */
function sealed({ asked }: Position): TemplateResult {
  const open = asked.filter((each) => each.prompt === "raid.commit").map((each) => each.seat);
  return html`<p>
    <span class="cl-seal">Sealed</span> Nobody sees the defenders before all have named
    theirs${open.length ? html`; ${count(open.length, "seat")} asked` : nothing}.
  </p>`;
}

function fight(scene: Position, raid: RaidView, raider: number, pips: number): TemplateResult {
  const beaten = raid.defeated.includes(raider);
  const against = raid.dice.filter((each) => each.raider === raider);
  return html`<li class=${beaten ? "cl-beaten" : ""} data-raider=${raider}>
    <span class="cl-raider" title=${`Raider ${raider}${beaten ? ", defeated" : ""}`}>
      <span class="cl-word">${raider}</span>${dieIcon(pips, "cl-raider-die")}
    </span>
    ${against.map((each) => defender(scene, raid, each))}
  </li>`;
}

function defender({ seats }: Position, raid: RaidView, each: DieView): TemplateResult {
  const fate = FATES[each.fate] ?? FATES[0];
  const valor = raid.valor.includes(each.tile);
  const notes = [
    each.warrior ? "a Warrior, 1 more than the die shows" : "",
    valor ? "set by a card" : "",
    fate.text,
  ].filter(Boolean);
  return html`<span
    class=${`cl-defender seat-${each.seat} cl-fate-${each.fate}`}
    title=${[`Tile ${each.tile} of ${seatName(seats, each.seat)}`, ...notes].join(", ")}
  >
    <span class="cl-seat-number">${each.seat}</span>${dieIcon(each.pips)}${
      each.warrior ? html`<span class="cl-plus">+1</span>` : nothing
    }<span class="cl-word">#${each.tile}</span
    >${fate.sign ? html`<b class="cl-sign">${fate.sign}</b>` : nothing}
  </span>`;
}

function rerolls(raid: RaidView): TemplateResult | typeof nothing {
  const left = (list: readonly number[], what: string) =>
    list.flatMap((number, seat) => (number ? [`seat ${seat}: ${number} ${what}`] : []));
  const said = [...left(raid.own_rerolls, "own"), ...left(raid.raider_rerolls, "of a Raider")];
  return said.length ? html`<p>Rerolls left: ${joined(said)}.</p>` : nothing;
}
