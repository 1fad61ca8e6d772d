// Looks for new standings every few seconds, and changes what has changed.
const EVERY_MS = 5000;
let tag = "";

async function look() {
  const answer = await fetch("", { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
  if (answer.status === 304) return;
  if (!answer.ok) throw new Error(answer.statusText);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  tag = answer.headers.get("ETag") ?? "";
  for (const id of ["lead", "standings"]) {
    const [old, now] = [document.getElementById(id), fresh.getElementById(id)];
    if (old.innerHTML !== now.innerHTML) old.replaceChildren(...now.childNodes);
  }
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
  setTimeout(again, EVERY_MS);
}

setTimeout(again, EVERY_MS);
