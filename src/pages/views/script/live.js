/**
 * A list that follows the service, where a link with `data-live` would load the page again: its button takes the place
 * of the link. Each `[data-part]` gets what the page has there now, while the page is visible. It ends after some
 * minutes, because each load keeps the session, and after failures, because the service may be closed or busy.
 */
const endsAfterMs = 600_000;
const minWaitMs = 5_000;
const maxWaitMs = 20_000;
const maxFailures = 3;

for (const link of document.querySelectorAll("a[data-live]")) {
  const { live = "", ended = "", failed = "" } = link.dataset;
  const said = document.createElement("p");
  said.className = "quiet";
  said.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "secondary live";
  button.textContent = live;
  link.parentElement?.after(said);
  link.replaceWith(button);

  /** What each part had when it was loaded last. The script `dates` has changed the page since. */
  const loaded = new Map();
  let timer;
  let begun = 0;
  let waitMs = minWaitMs;
  let failures = 0;

  const isOn = () => button.getAttribute("aria-pressed") === "true";

  const stop = (reason = "") => {
    clearTimeout(timer);
    button.setAttribute("aria-pressed", "false");
    said.textContent = reason;
  };

  const start = () => {
    button.setAttribute("aria-pressed", "true");
    said.textContent = "";
    begun = Date.now();
    waitMs = minWaitMs;
    failures = 0;
    wait();
  };

  const wait = () => {
    clearTimeout(timer);
    if (isOn() && document.visibilityState === "visible") timer = setTimeout(refresh, waitMs);
  };

  const refresh = async () => {
    if (Date.now() - begun >= endsAfterMs) return stop(ended);
    // Beside a request, the list is hidden on a narrow page.
    if (button.offsetParent === null) return wait();
    try {
      const response = await fetch(location.href, { cache: "no-store", redirect: "manual" });
      // The session is over.
      if (response.type === "opaqueredirect") return stop(failed);
      if (!response.ok) throw new Error(String(response.status));
      const markup = await response.text();
      if (!isOn()) return;
      failures = 0;
      const fresh = new DOMParser().parseFromString(markup, "text/html");
      // A public page has no part once the session is over, and one of another application has other parts.
      if (!parts().some((part) => partIn(fresh, part) !== null)) return stop(failed);
      const isNew = show(fresh);
      waitMs = isNew ? minWaitMs : Math.min(waitMs * 1.5, maxWaitMs);
    } catch {
      if (!isOn()) return;
      failures += 1;
      if (failures === maxFailures) return stop(failed);
      waitMs = maxWaitMs;
    }
    wait();
  };

  /** Returns whether anything has changed. */
  const show = (fresh) => {
    let isNew = false;
    for (const part of parts()) {
      const now = partIn(fresh, part);
      if (now === null || loaded.get(part) === now.innerHTML || isSelected(part)) continue;
      isNew ||= loaded.has(part);
      loaded.set(part, now.innerHTML);
      replace(part, now);
    }
    document.dispatchEvent(new Event("refreshed"));
    return isNew;
  };

  button.addEventListener("click", () => (isOn() ? stop() : start()));
  document.addEventListener("visibilitychange", wait);
  start();
}

function parts() {
  return [...document.querySelectorAll("[data-part]")];
}

function partIn(fresh, part) {
  return fresh.querySelector(`[data-part="${part.dataset.part}"]`);
}

/** Text that someone is about to copy stays. */
function isSelected(part) {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(part, true);
}

/** The focus stays on its link, and what is in view stays where it is. */
function replace(part, now) {
  const { href } = part.contains(document.activeElement) ? document.activeElement : {};
  const links = () => [...part.querySelectorAll("a")];
  const top = (link) => link.getBoundingClientRect().top;
  const first = scrollY > 0 ? links().find((link) => top(link) >= 0) : undefined;
  const before = first && top(first);
  part.replaceChildren(...now.childNodes);
  const same = (wanted) => links().find((link) => link.href === wanted);
  if (href !== undefined) same(href)?.focus({ preventScroll: true });
  const after = first && same(first.href);
  if (after !== undefined) scrollBy({ top: top(after) - before, behavior: "instant" });
}
