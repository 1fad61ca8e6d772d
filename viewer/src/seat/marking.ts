// Marks on drawings: the elements that options name can be clicked, and reached by keys in reading order.

const MARK = "can-take";
const TAKEN = "is-taken";

/** What a mark stands for. */
export interface Mark {
  place: string;
  /** What it is called when it is read aloud. */
  label: string;
  /** The options that name the place. */
  options: readonly number[];
  /** True if what was picked is here. */
  taken: boolean;
}

/** The marks of a page: elements are those of the last drawing. */
export class Marking {
  readonly #places = new WeakMap<Element, string>();
  readonly #roles = new WeakMap<Element, string | null>();
  /** The elements that keys reach, in reading order. */
  #reached: Element[] = [];
  /** The place that Tab reaches. */
  #current = "";

  /** Mark what these places name below `root`, and nothing else. */
  set(root: ParentNode, marks: readonly Mark[]): void {
    for (const old of root.querySelectorAll(`.${MARK}`)) this.#clear(old);
    this.#reached = [];
    for (const { place, label, options, taken } of marks) {
      const found = [...root.querySelectorAll(place)].filter((each) => each.checkVisibility());
      for (const each of found) {
        this.#places.set(each, place);
        each.classList.add(MARK);
        each.classList.toggle(TAKEN, taken);
      }
      const last = found.at(-1);
      if (!last) continue;
      this.#roles.set(last, last.getAttribute("role"));
      last.setAttribute("role", "button");
      last.setAttribute("aria-label", label);
      last.setAttribute("aria-pressed", String(taken));
      last.setAttribute("data-options", options.join(" "));
      this.#reached.push(last);
    }
    this.#reached = inReadingOrder(this.#reached);
    const first = this.#reached.find((each) => this.#places.get(each) === this.#current);
    const tabbed = first ?? this.#reached[0];
    for (const each of this.#reached) each.setAttribute("tabindex", each === tabbed ? "0" : "-1");
  }

  /** Return the place that an element stands for; '' for none. */
  placeOf(target: EventTarget | null): string {
    const at = target instanceof Element ? target.closest(`.${MARK}`) : null;
    return (at && this.#places.get(at)) ?? "";
  }

  /** Return true if an element is one that keys reach. */
  reaches(target: EventTarget | null): boolean {
    return target instanceof Element && this.#reached.includes(target);
  }

  /** Move the focus to the first mark, or to the next (1) or the one before (-1) of the one that has it. */
  focus(step: 0 | 1 | -1): boolean {
    const at = this.#reached.findIndex((each) => each === document.activeElement);
    const many = this.#reached.length;
    if (!many) return false;
    const next = this.#reached[at < 0 ? 0 : (at + step + many) % many];
    if (!(next instanceof SVGElement || next instanceof HTMLElement)) return false;
    this.#current = this.#places.get(next) ?? "";
    for (const each of this.#reached) each.setAttribute("tabindex", each === next ? "0" : "-1");
    next.focus();
    return true;
  }

  #clear(element: Element): void {
    element.classList.remove(MARK, TAKEN);
    if (!this.#roles.has(element)) return;
    const role = this.#roles.get(element) ?? null;
    if (role === null) element.removeAttribute("role");
    else element.setAttribute("role", role);
    this.#roles.delete(element);
    for (const name of ["aria-label", "aria-pressed", "data-options", "tabindex"])
      element.removeAttribute(name);
  }
}

/** Return elements line by line, those of a line from left to right. */
function inReadingOrder(elements: readonly Element[]): Element[] {
  const line = 24;
  return elements
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .sort(
      ({ box: one }, { box: other }) =>
        Math.round(one.top / line) - Math.round(other.top / line) || one.left - other.left,
    )
    .map(({ element }) => element);
}
