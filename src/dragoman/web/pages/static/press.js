// Press: the last letter is in sight, what is seen is read, older letters come to the others, nothing is sent
// before it is chosen who gets it, and what is being written outlives the page.
const press = document.getElementById("press");
const { game } = press.dataset;
const letters = press.querySelector("div.messages");
const latest = press.querySelector("[data-live=messages]");
const page = document.documentElement;
const panes = press.querySelector(".threads");
new IntersectionObserver(showPane).observe(panes);
// A wheel moves a line of panes, too.
panes.addEventListener("wheel", event => {
  if (event.deltaX || event.shiftKey || panes.scrollWidth <= panes.clientWidth) return;
  event.preventDefault();
  panes.scrollLeft += event.deltaY;
});
addEventListener("page-part", ({ detail }) => detail === panes && countUnread());
if (letters) showLetters();
for (const form of press.querySelectorAll("form.writing")) {
  if (form.querySelector("[name=all][type=checkbox]")) askForReaders(form);
  keepDraft(form);
}

function showPane() {
  const here = panes.querySelector("[aria-current]");
  if (!here) return;
  panes.scrollTop = here.offsetTop - panes.offsetTop - panes.clientHeight / 2 + here.clientHeight / 2;
  panes.scrollLeft = here.offsetLeft - panes.offsetLeft - panes.clientWidth / 2 + here.clientWidth / 2;
}

// The tab counts what the panes do.
function countUnread() {
  const tab = document.querySelector(".pane-tabs [data-pane=press]");
  const marks = [...panes.querySelectorAll(".mark")];
  const count = marks.reduce((sum, one) => sum + Number.parseInt(one.textContent), 0);
  tab?.querySelector(".badge")?.remove();
  if (!tab || !count) return;
  const badge = document.createElement("b");
  badge.className = "badge";
  badge.append(count, marks[0].querySelector(".unseen").cloneNode(true));
  tab.append(badge);
}

function showLetters() {
  const earlier = press.querySelector(".earlier");
  let isAtEnd = true;
  let isInSight = false;
  let shown = [...latest.querySelectorAll("li")];
  const toEnd = () => { letters.scrollTop = letters.scrollHeight; };

  // A thread is read when its last letter is shown to somebody who looks at the page.
  async function read() {
    const mark = latest.querySelector("[data-read]");
    if (!mark || !isInSight || !isAtEnd || document.visibilityState !== "visible") return;
    mark.remove();
    const { thread, read: number } = mark.dataset;
    const answer = await fetch(`/api/games/${game}/threads/read`, {
      method: "PUT",
      headers: { "X-Dragoman": "1", "Content-Type": "application/json" },
      body: JSON.stringify({ thread, number: Number(number) }),
      keepalive: true,
    });
    if (!answer.ok) return;
    panes.querySelector("[aria-current] .mark")?.remove();
    countUnread();
  }

  letters.addEventListener("scroll", () => {
    isAtEnd = letters.scrollTop + letters.clientHeight > letters.scrollHeight - 9;
    read();
  });
  addEventListener("page-part", ({ detail }) => {
    if (detail !== latest) return;
    // What is no longer among the latest joins the earlier ones, if those are here.
    const gone = earlier.childElementCount ? shown.filter(one => !latest.querySelector(`#${one.id}`)) : [];
    earlier.querySelector("ol:last-of-type")?.append(...gone);
    shown = [...latest.querySelectorAll("li")];
    if (isAtEnd) toEnd();
    read();
  });
  letters.addEventListener("click", async event => {
    const link = event.target.closest(".older a");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const answer = await fetch(link.href, { credentials: "same-origin" });
    if (!answer.ok) return location.assign(link.href);
    const there = new DOMParser().parseFromString(await answer.text(), "text/html");
    const height = letters.scrollHeight - letters.scrollTop;
    link.closest(".older").remove();
    for (const one of [...there.querySelector("[data-live=messages]").children].reverse()) {
      if (!one.matches(".newer, [data-read]")) earlier.prepend(document.adoptNode(one));
    }
    dispatchEvent(new CustomEvent("page-part", { detail: earlier }));
    letters.scrollTop = letters.scrollHeight - height;
    letters.focus({ preventScroll: true });
  });
  document.addEventListener("visibilitychange", read);
  const led = /^#letter-\d+$/.test(location.hash) && letters.querySelector(location.hash);
  isAtEnd = !led;
  if (led) letters.scrollTop = led.offsetTop - letters.offsetTop - letters.clientHeight / 3;
  else toEnd();
  new IntersectionObserver(([one]) => {
    isInSight = one.isIntersecting;
    read();
  }).observe(letters);
  const sizes = new ResizeObserver(() => isAtEnd && toEnd());
  sizes.observe(letters);
  sizes.observe(latest);
}

// To all, or to some.
function askForReaders(form) {
  const send = form.querySelector("button.strong");
  const all = form.querySelector("[name=all]");
  const some = [...form.querySelectorAll("[name=to]")];
  const chosen = () => { send.disabled = !all.checked && !some.some(one => one.checked); };
  form.addEventListener("change", ({ target }) => {
    if (target === all && all.checked) for (const one of some) one.checked = false;
    else if (target.checked && target.name === "to") all.checked = false;
    chosen();
  });
  form.addEventListener("draft", chosen);
  chosen();
}

// What somebody writes is kept in his browser under his account until the judge says that it was sent. A
// browser may keep nothing, and then writing goes on without.
function keepDraft(form) {
  const whose = `dragoman-draft ${page.dataset.account ?? ""} ${game} `;
  const name = whose + (form.elements.thread?.value ?? "");
  const text = form.elements.text;
  const boxes = [...form.querySelectorAll("fieldset input")];
  const kept = key => JSON.parse(localStorage.getItem(key) ?? "null");
  const keep = isSent => {
    const chosen = boxes.filter(one => one.checked).map(one => one.name + one.value);
    if (text.value.trim()) localStorage.setItem(name, JSON.stringify({ text: text.value, chosen, isSent }));
    else localStorage.removeItem(name);
  };
  try {
    if (document.getElementById("sent")) {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(whose) && kept(key).isSent) localStorage.removeItem(key);
      }
    }
    const draft = kept(name);
    if (draft && !text.value) {
      text.value = draft.text;
      for (const one of boxes) one.checked = draft.chosen.includes(one.name + one.value);
      form.dispatchEvent(new Event("draft"));
    }
    form.addEventListener("input", () => keep(false));
    form.addEventListener("submit", () => keep(true));
  } catch {
    return;
  }
  const now = new URL(location.href);
  now.searchParams.delete("sent");
  history.replaceState(null, "", now);
}
