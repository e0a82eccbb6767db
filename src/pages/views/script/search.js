/**
 * The dialog of the search: Ctrl-K (on a Mac Cmd-K), `/`, or the link in the header opens it. What is typed goes to the
 * service by POST, because it may be a secret, and the results are links, of which the arrow keys choose one.
 */
const debounceMs = 120;
const hidden = "•";
const takesText = "input, textarea, select, [contenteditable]";

for (const link of document.querySelectorAll("header a.search")) {
  const dialog = link.parentElement.querySelector("dialog");
  const form = dialog.querySelector("form");
  const { q, csrf } = form.elements;
  const results = dialog.querySelector(".results");
  const said = dialog.querySelector("[role=status]");
  let timer;
  let running;
  /** The text of which the results are shown. */
  let shown = "";
  let chosen = -1;
  /** What the field had before it was masked, because it has the shape of a credential. */
  let pasted;

  // What can be done about a credential are links like any other; Tab leads to them.
  const options = () =>
    results.querySelector(".credential") ? [] : [...results.querySelectorAll("section a")];

  const choose = (at) => {
    chosen = at;
    for (const [index, option] of options().entries()) {
      option.setAttribute("aria-selected", String(index === at));
      if (index === at) option.scrollIntoView({ block: "nearest" });
    }
    if (at < 0) q.removeAttribute("aria-activedescendant");
    else q.setAttribute("aria-activedescendant", `result-${at}`);
  };

  /** The service has escaped what it found. */
  const show = (markup, text = "") => {
    clearTimeout(timer);
    running?.abort();
    results.innerHTML = markup;
    said.textContent = "";
    shown = text;
    const card = results.querySelector(".credential h2");
    said.classList.toggle("unseen", card !== null);
    if (card !== null) said.textContent = card.textContent;
    else asOptions(results);
    if (results.querySelector(".pasted") !== null) mask();
    const areOptions = options().length > 0;
    if (areOptions) results.setAttribute("role", "listbox");
    else results.removeAttribute("role");
    results.ariaLabel = areOptions ? dialog.ariaLabel : null;
    q.setAttribute("aria-expanded", String(areOptions));
    for (const [at, option] of options().entries()) {
      option.addEventListener("pointermove", () => choose(at));
    }
    choose(areOptions ? 0 : -1);
  };

  const mask = () => {
    pasted = q.value;
    const all = pasted.trim();
    if (all.length >= 20) q.value = `${all.slice(0, 10)}${hidden.repeat(16)}${all.slice(-3)}`;
    shown = q.value;
  };

  const find = async () => {
    const text = q.value;
    running = new AbortController();
    const { signal } = running;
    try {
      const body = new URLSearchParams({ csrf: csrf.value, q: text, part: "results" });
      const response = await fetch(form.action, {
        method: "POST",
        body,
        redirect: "error",
        signal,
      });
      if (response.status === 429) {
        show("");
        mask();
        said.textContent = dialog.dataset.tooMany;
        return;
      }
      if (!response.ok) throw new Error(String(response.status));
      const markup = await response.text();
      if (!signal.aborted) show(markup, text);
    } catch {
      if (signal.aborted) return;
      show("");
      said.textContent = dialog.dataset.failed;
    }
  };

  const open = (event) => {
    event.preventDefault();
    if (!dialog.open) dialog.showModal();
    q.select();
  };

  if (/Mac|iPhone|iPad/.test(navigator.platform)) link.querySelector("kbd").textContent = "⌘ K";
  link.setAttribute("aria-haspopup", "dialog");
  link.addEventListener("click", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) open(event);
  });

  document.addEventListener("keydown", (event) => {
    const { key, code, ctrlKey, metaKey, altKey, target } = event;
    if (event.isComposing || altKey) return;
    const isK = (ctrlKey || metaKey) && (key === "k" || code === "KeyK");
    const isSlash = key === "/" && !ctrlKey && !metaKey;
    if (isK || (isSlash && target.closest(takesText) === null)) open(event);
  });

  // What was pasted does not stay in the page.
  dialog.addEventListener("close", () => {
    q.value = "";
    pasted = undefined;
    show("");
  });

  // A browser may keep the page for the way back, with what was pasted.
  addEventListener("pagehide", () => dialog.close());

  // A press beside the dialog closes it.
  dialog.addEventListener("pointerdown", ({ target }) => target === dialog && dialog.close());

  form.addEventListener("formdata", ({ formData }) => {
    if (pasted !== undefined) formData.set("q", pasted);
  });

  q.addEventListener("input", () => {
    // A masked text can't be edited, only replaced.
    if (pasted !== undefined && q.value.includes(hidden)) q.value = "";
    pasted = undefined;
    said.classList.remove("unseen");
    clearTimeout(timer);
    running?.abort();
    if (q.value.trim() === "") return show("");
    said.textContent = dialog.dataset.loading;
    timer = setTimeout(find, debounceMs);
  });

  q.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const { length } = options();
    if (length === 0) return;
    if (event.key === "ArrowDown") choose((chosen + 1) % length);
    else if (event.key === "ArrowUp") choose((chosen - 1 + length) % length);
    else if (event.key === "Enter" && shown === q.value) options()[chosen].click();
    else return;
    event.preventDefault();
  });
}

/** Results are the options of the field, in groups with names. */
function asOptions(results) {
  for (const [at, group] of results.querySelectorAll("section").entries()) {
    group.firstElementChild.id = `results-${at}`;
    group.setAttribute("role", "group");
    group.setAttribute("aria-labelledby", `results-${at}`);
  }
  for (const one of results.querySelectorAll("h2, ul, li"))
    one.setAttribute("role", "presentation");
  for (const [at, option] of results.querySelectorAll("section a").entries()) {
    option.id = `result-${at}`;
    option.tabIndex = -1;
    option.setAttribute("role", "option");
  }
}
