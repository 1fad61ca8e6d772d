// Looks for a new page when the server says that there is one, or every few seconds, and changes what has changed.
const EVERY_MS = 5000;
const SELDOM_MS = 60000;
const place = document.querySelector("main").dataset.events;
let tag = "";
let timer = 0;
let events = null;

async function look() {
  const answer = await fetch("", { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
  if (answer.status === 304) return;
  if (!answer.ok) throw new Error(answer.statusText);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  tag = answer.headers.get("ETag") ?? "";
  for (const old of document.querySelectorAll("[data-live]")) {
    const now = fresh.getElementById(old.id);
    for (const each of old.querySelectorAll("details[open][id]")) fresh.getElementById(each.id)?.setAttribute("open", "");
    if (now && old.innerHTML !== now.innerHTML) replace(old, now);
  }
}

// What has the focus, and parts that are scrolled, are found again by what they are.
function replace(old, now) {
  const focused = document.activeElement;
  const kept = [...old.querySelectorAll("*")]
    .filter((each) => each === focused || each.scrollLeft || each.scrollTop)
    .map((each) => ({ each, left: each.scrollLeft, top: each.scrollTop, ...nameOf(each, old) }));
  old.replaceChildren(...now.childNodes);
  for (const { each, left, top, name, place } of kept) {
    const again = old.querySelectorAll(name)[place];
    again?.scrollTo({ left, top, behavior: "instant" });
    if (each === focused) again?.focus({ preventScroll: true });
  }
}

function nameOf(each, root) {
  const said = ["id", "href", "class"].filter((name) => each.hasAttribute(name));
  const name = each.localName + said.map((one) => `[${one}="${CSS.escape(each.getAttribute(one))}"]`).join("");
  return { name, place: [...root.querySelectorAll(name)].indexOf(each) };
}

async function again() {
  if (!document.hidden) {
    try {
      await look();
      document.getElementById("lost").hidden = true;
    } catch {
      document.getElementById("lost").hidden = false;
    }
  }
  later();
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(again, events?.readyState === EventSource.OPEN ? SELDOM_MS : EVERY_MS);
}

// A page that nobody sees gives its place among the listeners to others.
function listen() {
  if (!place || document.hidden) {
    events?.close();
  } else if (!events || events.readyState === EventSource.CLOSED) {
    events = new EventSource(place);
    events.onmessage = again;
    events.onerror = later;
  }
}

if (place) {
  document.addEventListener("visibilitychange", () => {
    listen();
    if (!document.hidden) again();
  });
  setInterval(listen, SELDOM_MS);
  listen();
}
later();
