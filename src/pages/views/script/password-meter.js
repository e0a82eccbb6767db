/**
 * Below each new password, how hard it is to guess, or why the service would reject it. Nothing leaves the page: a
 * worker judges it here, by the service's own rules. The lists for that are large, so the worker is started once
 * something is typed.
 */
for (const shown of document.querySelectorAll("[data-strength]")) measure(shown);

function measure(shown) {
  const field = document.getElementById(shown.dataset.strength);
  const decisions = [...shown.querySelectorAll("[data-decision]")];
  const said = Object.fromEntries(decisions.map((one) => [one.dataset.decision, one.textContent]));
  const meter = shown.querySelector("meter");
  const words = shown.querySelector("[aria-live]");
  const typed = (name) => field.form.elements.namedItem(name)?.value ?? "";
  let worker;
  let number = 0;
  let pause;
  meter.classList.remove("later");

  // The whole form: a password may not be close to the name beside it.
  field.form.addEventListener("input", () => {
    number += 1;
    clearTimeout(pause);
    if (field.value === "") {
      show();
      return;
    }
    worker ??= started();
    // What is said is read aloud, so not at every key.
    pause = setTimeout(ask, 300);
  });

  function started() {
    const made = new Worker(shown.dataset.judge);
    made.addEventListener("message", ({ data }) => {
      if (data.number === number) show(data);
    });
    return made;
  }

  function ask() {
    const { serviceName, screenName } = shown.dataset;
    const owner = {
      screenName: typed("screen_name") || screenName,
      name: typed("name"),
      email: typed("email"),
      serviceName,
    };
    worker.postMessage({ number, password: field.value, owner });
  }

  /** Without a decision: nothing is there to be judged. */
  function show({ problem, score = 0 } = {}) {
    const text = said[problem ?? score] ?? "";
    // At nought it is not seen, because an empty one looks as if nothing was measured.
    meter.value = text === "" ? 0 : Math.max(score, 1);
    if (words.textContent !== text) words.textContent = text;
  }
}
