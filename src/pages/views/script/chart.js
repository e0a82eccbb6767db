/**
 * Shows the numbers of one bar of each `[data-chart]` beside it: of the one under the pointer or the finger, or to
 * which the arrow keys go. They are those of a row of the chart's table. With `data-range`, a link without the time,
 * a drag over bars, or Shift with the arrow keys and then Enter, opens the page for their time.
 */
for (const figure of document.querySelectorAll("[data-chart]")) {
  const { range } = figure.dataset;
  const plot = figure.querySelector(".plot");
  const shown = plot.querySelector("output");
  const { tHead, tBodies } = figure.querySelector("table");
  const titles = [...tHead.rows[0].cells].map((cell) => cell.textContent);
  const samples = new Map(
    [...figure.querySelectorAll(".legend li")].map(({ firstChild, childNodes }) => [
      childNodes[1].textContent.trim(),
      firstChild,
    ]),
  );
  // The newest row comes first, and the newest bar last.
  const rows = [...tBodies[0].rows].reverse();
  const steps = plot.querySelector(".steps");
  // What shows that a bar is chosen lies behind all bars, as tall as the chart.
  const bars = rows.map((_, at) => {
    const bar = document.createElementNS(steps.namespaceURI, "rect");
    for (const [name, value] of Object.entries({ x: at, width: 1, height: "100%" })) {
      bar.setAttribute(name, value);
    }
    return bar;
  });
  steps.prepend(...bars);
  const last = bars.length - 1;
  let current = last;
  // The bar at which a choice began.
  let begun;
  plot.tabIndex = 0;

  const timeOf = (at) => rows[at].querySelector("time");
  const mark = () => {
    for (const [at, bar] of bars.entries()) {
      const isCurrent = (at - (begun ?? current)) * (at - current) <= 0;
      bar.classList.toggle("current", isCurrent && !shown.hidden);
    }
  };
  const hide = () => {
    shown.hidden = true;
    begun = undefined;
    mark();
  };
  const show = (at) => {
    current = Math.min(Math.max(at, 0), last);
    const [, ...counts] = [...rows[current].cells].map((cell) => cell.textContent);
    const isChoice = begun !== undefined && begun !== current;
    // A cell is empty if nothing happened in its time. Several bars have no numbers of their own.
    const lines = counts.flatMap((count, column) =>
      count === "" || isChoice
        ? []
        : line(titles[column + 1], samples.get(titles[column + 1]), count),
    );
    shown.replaceChildren(line(span()), ...lines);
    shown.hidden = false;
    mark();
    const from = plot.getBoundingClientRect().left;
    const { left, right } = bars[current].getBoundingClientRect();
    const most = plot.clientWidth - shown.offsetWidth;
    const after = right - from + 8;
    const beside = after <= most ? after : left - from - shown.offsetWidth - 8;
    shown.style.left = `${Math.min(Math.max(beside, 0), most)}px`;
  };
  // From when to when, if the chart's times are not days. The newest bar continues.
  const span = () => {
    const [first, final] = [begun ?? current, current].sort((one, other) => one - other);
    const times = [timeOf(first), final === last ? undefined : timeOf(final + 1)];
    if (times[0].closest("[data-shown]") === null) times[1] = timeOf(final);
    return [...new Set(times.map((time) => time?.textContent ?? "…"))].join(" – ");
  };
  const open = () => {
    const [first, final] = [begun ?? current, current].sort((one, other) => one - other);
    const begins = rows.map((_, at) => Date.parse(timeOf(at).dateTime));
    const end = begins[final + 1] ?? 2 * begins[final] - begins[final - 1];
    // The hours in which it begins and ends.
    const [from, to] = [begins[first], end - 1].map((at) =>
      new Date(at).toISOString().slice(0, 13),
    );
    const url = new URL(range, location.href);
    url.searchParams.set("from", from);
    url.searchParams.set("to", to);
    location.assign(url);
  };
  const barAt = ({ clientX }) =>
    bars.findLastIndex((bar) => bar.getBoundingClientRect().left <= clientX);
  const point = (event) => barAt(event) !== -1 && show(barAt(event));
  plot.addEventListener("pointermove", point);
  plot.addEventListener("pointerdown", (event) => {
    point(event);
    // A finger reads the numbers. The form chooses days.
    if (range === undefined || event.pointerType === "touch" || event.button !== 0) return;
    begun = barAt(event) === -1 ? undefined : current;
    plot.setPointerCapture(event.pointerId);
    // No text is selected meanwhile.
    event.preventDefault();
  });
  plot.addEventListener("pointerup", () => {
    if (begun !== undefined && begun !== current) open();
    begun = undefined;
    mark();
  });
  plot.addEventListener("pointercancel", hide);
  plot.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && hide());
  plot.addEventListener("blur", hide);
  const go = (at, { shiftKey }) => {
    begun = shiftKey && range !== undefined ? (begun ?? current) : undefined;
    show(at);
  };
  // The first press of an arrow shows where one is.
  const move = (by, event) => go(shown.hidden ? current : current + by, event);
  const keys = {
    ArrowLeft: (event) => move(-1, event),
    ArrowRight: (event) => move(1, event),
    Home: (event) => go(0, event),
    End: (event) => go(last, event),
    Escape: hide,
    Enter: () => range !== undefined && last > 0 && !shown.hidden && open(),
  };
  plot.addEventListener("keydown", (event) => {
    if (keys[event.key] === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key](event);
  });
}

/** @param {string} title @param {Element} [sample] @param {string} [count] */
function line(title, sample, count) {
  const element = document.createElement("span");
  element.dir = document.documentElement.dir;
  if (sample) element.append(sample.cloneNode(true), " ");
  element.append(count === undefined ? title : `${title}: `);
  if (count === undefined) return element;
  const number = document.createElement("b");
  number.textContent = count;
  element.append(number);
  return element;
}
