// The seat of a person on a page: the open decision, marks on the drawings, and what clicks and keys do.
import type { TemplateResult } from "lit-html";
import { placeOn } from "../package_board.ts";
import type { Companion } from "../companion.ts";
import type { Player } from "../player.ts";
import { Choice } from "./choice.ts";
import type { Outcome } from "./choice.ts";
import { UNREACHED } from "./desk.ts";
import type { Desk } from "./desk.ts";
import { Marking } from "./marking.ts";
import type { Mark } from "./marking.ts";
import { panel } from "./panel.ts";
import type { Deeds } from "./panel.ts";
import type { Question, Told } from "./question.ts";
import { clockWords, printedOf, textsIn } from "./words.ts";

const TICK_MS = 250;
/** Where the focus is while one answers. */
const ANSWERING = ".panel-send, .panel-taken, .panel-find, .panel-here, .panel-options, .can-take";
/** Where a browser keeps whether single picks are sent at once. */
const AT_ONCE = "lawspeaker-send-at-once";

export class Seat implements Companion, Deeds {
  readonly keys = [
    { shown: "0 to 9", does: "the number of an option; Enter takes it" },
    { shown: "/", does: "look for options with words" },
    { shown: "Enter", does: "take what has the focus; again, or elsewhere: send" },
    { shown: "Esc, Backspace", does: "undo" },
    { shown: "b, o", does: "go to the board, to the options; arrows move on there" },
    { shown: "d", does: "take the default" },
  ];
  readonly #desk: Desk;
  readonly #changed: () => void;
  readonly #marking = new Marking();
  #told: Told = { notes: [], left: false, over: null, next: "", complete: false };
  #choice: Choice | null = null;
  /** The scene's step at which the last decision was asked. */
  #before = 0;
  #sent = -1;
  #problem = "";
  #leaving = false;
  #texts: readonly (readonly [string, string])[] = [];
  #player: Player | null = null;
  #root: HTMLElement | null = null;
  /** When the time is up, by `performance.now()`; null for no limit. */
  #until: number | null = null;
  /** What has the focus after the next drawing. */
  #focus: "" | "options" | "question" = "";
  /** The decision that was open at the first click of a series of quick ones. */
  #clickedAt: number | undefined;

  constructor(desk: Desk, changed: () => void) {
    this.#desk = desk;
    this.#changed = changed;
    setInterval(() => this.#tick(), TICK_MS);
  }

  /** The steps that must be shown before the open decision makes sense. */
  get needs(): number {
    return this.#told.question?.step ?? 0;
  }

  /** True at the end of the match, once nothing more comes. */
  get complete(): boolean {
    return this.#told.complete;
  }

  get over(): boolean {
    return this.#told.over !== null;
  }

  /** Take what the server says. */
  tell(told: Told): void {
    const asked = told.question;
    const known = this.#choice?.question.decision;
    if (this.#problem.startsWith(UNREACHED)) this.#problem = "";
    if (asked) this.#until = asked.left_ms === null ? null : performance.now() + asked.left_ms;
    if (!asked && this.#choice) this.#before = this.#choice.question.step;
    if (asked?.decision !== known) {
      if (known !== undefined && this.#choice) {
        this.#before = this.#choice.question.step;
        this.#focus = "question";
      }
      this.#choice = null;
      this.#problem = "";
      this.#leaving = false;
    }
    this.#told = told;
    this.#changed();
  }

  draw(player: Player): TemplateResult {
    this.#player = player;
    this.#begin(player);
    return panel(
      {
        told: this.#told,
        choice: this.#choice,
        problem: this.#problem,
        sending: this.#sent === this.#choice?.question.decision,
        atOnce: this.#atOnce,
        leaving: this.#leaving,
        texts: this.#texts,
        printed: this.#printed(player),
        past: player.step < player.last,
      },
      this,
    );
  }

  scene(player: Player): {
    offered: Question["options"][number]["does"][];
    considered: Question["options"][number]["does"][];
  } {
    const choice = this.#choice;
    if (!choice || player.step < player.last) return { offered: [], considered: [] };
    const { options } = choice.question;
    const at = [...new Set([...choice.picks, choice.considered])].filter((index) => index >= 0);
    return {
      offered: options.map((each) => each.does),
      considered: at.flatMap((index) => options.slice(index, index + 1).map((each) => each.does)),
    };
  }

  drawn(root: HTMLElement, player: Player): void {
    if (this.#root !== root) {
      this.#root = root;
      root.addEventListener("click", (event) => this.#guard(event), { capture: true });
      root.addEventListener("click", (event) => this.#clicked(event));
      root.addEventListener("toggle", (event) => this.#opened(event), { capture: true });
    }
    this.#marking.set(root, player.step < player.last ? [] : this.#marks());
    this.#tick();
    this.#moveFocus(root);
  }

  pressed(event: KeyboardEvent): boolean {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return false;
    const target = event.target instanceof Element ? event.target : null;
    if (!this.#choice) return false;
    // A key that is held down would answer one decision after another.
    if (event.repeat && event.key === "Enter" && this.#answers(target))
      return this.#did(event, () => undefined);
    if (target?.closest("input:not([type=range], [type=checkbox]), select, textarea")) {
      if (event.key === "Escape") return this.#did(event, () => this.#fromField());
      return false;
    }
    if (this.#marking.reaches(target)) {
      if (["ArrowRight", "ArrowDown"].includes(event.key))
        return this.#did(event, () => this.#marking.focus(1));
      if (["ArrowLeft", "ArrowUp"].includes(event.key))
        return this.#did(event, () => this.#marking.focus(-1));
      if (["Enter", " "].includes(event.key))
        return this.#did(event, () => this.#point(this.#marking.placeOf(target)));
    }
    if (target?.closest(".panel-options") && ["ArrowDown", "ArrowUp"].includes(event.key))
      return this.#did(event, () => this.#next(target, event.key === "ArrowDown" ? 1 : -1));
    if (/^\d$/.test(event.key)) {
      // The digit is written into the field that now has the focus.
      this.find("");
      const field = this.#field();
      if (field) field.value = "";
      field?.focus();
      return true;
    }
    switch (event.key) {
      case "/":
        return this.#did(event, () => this.#field()?.focus());
      case "b":
        return this.#did(event, () => this.#marking.focus(0));
      case "o":
        return this.#did(event, () =>
          this.#root?.querySelector<HTMLElement>(".panel-options .option")?.focus(),
        );
      case "d":
        return this.#did(event, () => this.takeDefault());
      case "Escape":
      case "Backspace":
        return this.#did(event, () => this.undo());
      case "Enter":
        if (target?.closest("button, a, summary, [role=button]")) return false;
        return this.#did(event, () => this.send());
      default:
        return false;
    }
  }

  toggle(index: number): void {
    this.#after(this.#choice?.toggle(index) ?? "nothing");
  }

  consider(index: number): void {
    const choice = this.#choice;
    if (!choice || (index < 0 && choice.at.length)) return;
    choice.consider(index);
    this.#changed();
  }

  find(words: string): void {
    this.#choice?.find(words);
    this.#changed();
  }

  enter(): void {
    const choice = this.#choice;
    if (!choice) return;
    const words = choice.words.trim();
    const { listed } = choice;
    if (!words) this.send();
    else if (/^\d+$/.test(words) && choice.question.options[Number(words)])
      this.toggle(Number(words));
    else if (listed.length === 1) this.toggle(listed[0] ?? -1);
    else if (listed.length) this.#next(null, 1);
    this.#changed();
  }

  undo(): void {
    this.#problem = "";
    this.#choice?.undo();
    this.#changed();
  }

  takeDefault(): void {
    this.#choice?.takeDefault();
    this.#changed();
  }

  send(): void {
    void this.#send();
  }

  showEvents(): void {
    this.#player?.go(this.#before);
    this.#player?.toggle();
  }

  leave(): void {
    if (!this.#leaving) this.#leaving = true;
    else void this.#desk.leave().then((problem) => this.#said(problem));
    this.#changed();
  }

  sendAtOnce(wanted: boolean): void {
    if (wanted) sessionStorage.setItem(AT_ONCE, "yes");
    else sessionStorage.removeItem(AT_ONCE);
    this.#changed();
  }

  get #atOnce(): boolean {
    return sessionStorage.getItem(AT_ONCE) === "yes";
  }

  /** Begin with a decision once the board that it is about is known. */
  #begin(player: Player): void {
    const asked = this.#told.question;
    if (!asked || this.#choice || player.last < asked.step) return;
    const scene = player.replay.scene(player.eye, player.last);
    const { renderer } = player;
    this.#choice = new Choice(
      asked,
      asked.options.map(
        ({ does, places }) => places?.map(placeOn) ?? renderer.places?.(scene, does) ?? [],
      ),
    );
  }

  /** Return what is printed on the cards of the option that one looks at, unless its own words say it; null if that
   * is so of all options. */
  #printed(player: Player): string[] | null {
    const choice = this.#choice;
    if (!choice) return null;
    const { catalogue } = player.replay.document;
    const { options } = choice.question;
    const all = options.map(({ does, text }) =>
      printedOf(catalogue, does).filter(
        (line) => !text.includes(line.slice(line.indexOf(": ") + 2)),
      ),
    );
    return all.some((each) => each.length) ? (all[choice.considered] ?? []) : null;
  }

  async #send(): Promise<void> {
    const choice = this.#choice;
    if (!choice?.ready || this.#sent === choice.question.decision) return;
    const { decision } = choice.question;
    this.#sent = decision;
    this.#player?.go(this.#player.last);
    this.#changed();
    const problem = await this.#desk.answer(decision, choice.picks);
    // A refused answer may be changed and sent again.
    if (problem && this.#choice?.question.decision === decision) this.#sent = -1;
    this.#said(problem);
  }

  #said(problem: string): void {
    this.#problem = problem;
    this.#changed();
  }

  #after(outcome: Outcome): void {
    const most = this.#choice?.question.most ?? 0;
    this.#problem = outcome === "full" ? `You may take ${most}: give one back first.` : "";
    if (outcome === "again" || (outcome === "picked" && most === 1 && this.#atOnce)) this.send();
    if (outcome === "narrowed" && this.#choice?.marked.size === 0) this.#focus = "options";
    this.#changed();
  }

  #point(place: string): void {
    if (place) this.#after(this.#choice?.point(place) ?? "nothing");
  }

  /** Return true if Enter on an element is a part of the answer. */
  #answers(target: Element | null): boolean {
    const elsewhere = target?.closest("button, a, summary, input, select, [role=button]");
    return !elsewhere || this.#marking.reaches(target) || target?.closest(".panel") !== null;
  }

  /** A further click of a double click is for what was there at the first one: it answers no other decision, and does
   * not say yes to what the first one made the page ask. */
  #guard(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const open = this.#choice?.question.decision;
    if (event.detail <= 1) this.#clickedAt = open;
    else if (
      target?.closest("[data-leave]") ||
      (open !== this.#clickedAt && target?.closest(`.panel, .can-take`))
    ) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** After an answer the focus goes to the next question, unless it is on something else than the last one. */
  #moveFocus(root: HTMLElement): void {
    if (this.#focus === "options")
      root.querySelector<HTMLElement>(".panel-options .option")?.focus();
    else if (this.#focus === "question") {
      const heading = root.querySelector<HTMLElement>("#question");
      if (!heading) return; // which has not come yet
      for (const each of root.querySelectorAll(".panel, .panel-options")) each.scrollTop = 0;
      const at = document.activeElement;
      if (at === null || at === document.body || at.closest(ANSWERING))
        heading.focus({ preventScroll: true });
    }
    this.#focus = "";
  }

  #clicked(event: Event): void {
    const place = this.#marking.placeOf(event.target);
    if (place) this.#point(place);
  }

  #opened(event: Event): void {
    const target = event.target;
    if (!(target instanceof HTMLDetailsElement) || !target.matches(".panel-more") || !this.#root)
      return;
    this.#texts = target.open ? textsIn(this.#root) : [];
    this.#changed();
  }

  #marks(): Mark[] {
    const choice = this.#choice;
    if (!choice) return [];
    return [...choice.marked].map(([place, options]) => {
      const [first = -1] = options;
      const text = choice.question.options[first]?.text ?? "";
      return {
        place,
        label: options.length === 1 ? text : `${options.length} options, such as: ${text}`,
        options,
        taken: options.some((index) => choice.picks.includes(index)),
      };
    });
  }

  /** Move the focus to the next row of the list. */
  #next(target: Element | null, step: 1 | -1): void {
    const rows = [...(this.#root?.querySelectorAll<HTMLElement>(".panel-options .option") ?? [])];
    const at = rows.findIndex((each) => each === target);
    rows[at < 0 ? 0 : (at + step + rows.length) % rows.length]?.focus();
  }

  #field(): HTMLInputElement | null {
    return this.#root?.querySelector<HTMLInputElement>(".panel-find") ?? null;
  }

  #fromField(): void {
    this.#field()?.blur();
    this.undo();
  }

  #did(event: KeyboardEvent, act: () => unknown): true {
    event.preventDefault();
    act();
    return true;
  }

  #tick(): void {
    const shown = this.#root?.querySelector(".clock-left");
    if (!shown || this.#until === null) return;
    const left = Math.max(0, this.#until - performance.now());
    const words = clockWords(left);
    if (shown.textContent !== words) shown.textContent = words;
    shown.classList.toggle("fault", left < 10_000);
  }
}
