/**
 * A preview follows the form beside it: after a pause, what was typed into the fields that it shows is sent to the
 * service, which answers with the preview of that. At most one is asked for in a second, and none once there were too
 * many; a failure leaves what is shown.
 */
const pauseMs = 300;
const minWaitMs = 1_000;

for (const preview of document.querySelectorAll("[data-preview]")) {
  const { preview: address, fields, application = "" } = preview.dataset;
  const form = [...document.querySelectorAll("main form")].find(
    (one) => "callbacks" in one.elements,
  );
  let timer;
  let last = 0;
  let running;
  let sent;

  const show = (markup) => {
    const fresh = new DOMParser().parseFromString(markup, "text/html");
    for (const part of ["[role=status]", "[inert]"]) {
      const [shown, now] = [preview.querySelector(part), fresh.querySelector(part)];
      if (now !== null && now.innerHTML !== shown.innerHTML)
        shown.replaceChildren(...now.childNodes);
    }
  };

  const ask = async () => {
    const typed = new FormData(form);
    const body = new URLSearchParams({ csrf: typed.get("csrf"), application });
    for (const name of fields.split(" ")) if (typed.has(name)) body.set(name, typed.get(name));
    if (String(body) === sent) return;
    last = Date.now();
    running = new AbortController();
    const { signal } = running;
    try {
      const response = await fetch(address, { method: "POST", body, redirect: "error", signal });
      if (response.status === 429) form.removeEventListener("input", follow);
      if (!response.ok) return;
      show(await response.text());
      sent = String(body);
    } catch {
      // What is typed next is sent.
    }
  };

  const follow = () => {
    clearTimeout(timer);
    running?.abort();
    timer = setTimeout(ask, Math.max(pauseMs, last + minWaitMs - Date.now()));
  };

  form.addEventListener("input", follow);
  // A browser that shows a page again may have kept what was typed.
  const [{ type }] = performance.getEntriesByType("navigation");
  addEventListener("pageshow", ({ persisted }) => (persisted || type !== "navigate") && follow());
}
