/**
 * A pressed button is busy, and its form is not sent twice. The button is not disabled, because its value is part of
 * the form. A form with `data-stays` is answered by a download, and one that nothing answers can be sent again later.
 */
const releaseAfterMs = 30_000;
const sent = new Map();

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.method !== "post" || "stays" in form.dataset) return;
  if (sent.has(form)) return event.preventDefault();
  submitter?.setAttribute("aria-busy", "true");
  sent.set(form, submitter);
  setTimeout(() => release(form), releaseAfterMs);
});

// A page that comes back from the browser's memory can be used again.
addEventListener("pageshow", () => {
  for (const form of sent.keys()) release(form);
});

function release(form) {
  sent.get(form)?.removeAttribute("aria-busy");
  sent.delete(form);
}
