// Two things, and both work on pages that are whole without them: keep a page up to date, and follow a file.
"use strict";

// The part of the page that changes is fetched with the page itself, as often as it says.
const keepUpToDate = (live) => {
  const refresh = async () => {
    let next = live;
    if (!document.hidden) {
      try {
        const answer = await fetch(location.href, { redirect: "error" });
        if (answer.ok) {
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          next = page.getElementById("live") ?? live;
        }
      } catch {
        // The server has ended, or the machine sleeps: try again.
      }
    }
    if (next.innerHTML !== live.innerHTML) {
      const taken = document.importNode(next, true);
      keepChoices(live, taken);
      live.replaceWith(taken);
      live = taken;
    }
    setTimeout(refresh, 1000 * Number(next.dataset.live));
  };
  setTimeout(refresh, 1000 * Number(live.dataset.live));
};

// What the reader has ticked, scrolled or focused stays so.
const keepChoices = (before, after) => {
  for (const box of before.querySelectorAll("input:checked")) {
    const same = [...after.querySelectorAll("input")].find((other) => other.value === box.value);
    if (same) same.checked = true;
  }
  const scrolled = [...before.querySelectorAll(".scroll")].map((part) => [part.scrollLeft, part.scrollTop]);
  const focused = before.contains(document.activeElement) ? document.activeElement : null;
  const address = focused?.getAttribute("href") ?? focused?.value ?? focused?.getAttribute("aria-label");
  requestAnimationFrame(() => {
    [...after.querySelectorAll(".scroll")].forEach((part, number) => part.scrollTo(...(scrolled[number] ?? [0, 0])));
    if (!address) return;
    const again = [...after.querySelectorAll("a, input, .scroll")].find((other) =>
      [other.getAttribute("href"), other.value, other.getAttribute("aria-label")].includes(address));
    again?.focus({ preventScroll: true });
  });
};

// What a file has gained is put behind what is shown, as text; the reader stays at the end, or where they are.
const follow = (shown, told) => {
  const longest = 2_000_000; // characters; the beginning goes when there are more
  let next = shown.dataset.next;
  const look = async () => {
    let more = true;
    let pause = 1000;
    try {
      const answer = await fetch(`${shown.dataset.follow}?from=${next}`);
      if (answer.status === 404) {
        told.textContent = "The file is not there any more: the run has ended, and its files have moved.";
        return;
      }
      if (answer.ok) {
        const found = await answer.json();
        const atEnd = shown.scrollTop + shown.clientHeight >= shown.scrollHeight - 40;
        if (found.restarted) shown.textContent = "";
        if (found.text) shown.append(found.text);
        if (shown.textContent.length > longest) shown.textContent = shown.textContent.slice(-longest / 2);
        if (atEnd) shown.scrollTop = shown.scrollHeight;
        more = found.more;
        if (found.text && found.next !== next) pause = 300;
        next = found.next;
      }
    } catch {
      pause = 3000; // the server has ended, or the machine sleeps: try again
    }
    if (more) setTimeout(look, pause);
    else told.textContent = "The run has ended; this is all.";
  };
  look();
};

const live = document.getElementById("live");
if (live) keepUpToDate(live);
const shown = document.getElementById("follow");
if (shown) {
  shown.scrollTop = shown.scrollHeight;
  if (shown.dataset.follow) follow(shown, document.getElementById("following"));
}
