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
  /** All marked elements; their class is no sign of that, as the drawing may set it anew. */
  #marked = new Set<Element>();
  /** The elements that keys reach, in reading order. */
  #reached: Element[] = [];
  /** The place that Tab reaches. */
  #current = "";

  /** Mark what these places name below `root`, and nothing else. */
  set(root: ParentNode, marks: readonly Mark[]): void {
    const found = marks.map((mark) => ({
      mark,
      elements: [...root.querySelectorAll(mark.place)].filter((each) => each.checkVisibility()),
    }));
    // What stays marked keeps its attributes meanwhile, or it would lose the focus.
    const kept = new Set(found.flatMap(({ elements }) => elements));
    const reached = new Set(found.map(({ elements }) => elements.at(-1)));
    for (const old of this.#marked) {
      if (!kept.has(old) || (this.#roles.has(old) && !reached.has(old))) this.#clear(old);
    }
    this.#marked = kept;
    this.#reached = [];
    for (const { mark, elements } of found) {
      for (const each of elements) {
        this.#places.set(each, mark.place);
        each.classList.add(MARK);
        each.classList.toggle(TAKEN, mark.taken);
      }
      const last = elements.at(-1);
      if (!last || this.#reached.includes(last)) continue;
      if (!this.#roles.has(last)) this.#roles.set(last, last.getAttribute("role"));
      last.setAttribute("role", "button");
      last.setAttribute("aria-label", mark.label);
      last.setAttribute("aria-pressed", String(mark.taken));
      last.setAttribute("data-options", mark.options.join(" "));
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
