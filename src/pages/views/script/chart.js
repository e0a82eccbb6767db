/**
 * Shows the numbers of one bar of each `[data-chart]`: of the one under the pointer or the finger, or to which the
 * arrow keys go. They are those of a row of the chart's table.
 */
for (const figure of document.querySelectorAll("[data-chart]")) {
  const plot = figure.querySelector(".plot");
  const shown = plot.querySelector("output");
  const bars = [...plot.querySelectorAll("g")];
  const { tHead, tBodies } = figure.querySelector("table");
  const titles = [...tHead.rows[0].cells].map((cell) => cell.textContent);
  // The newest row comes first, and the newest bar last.
  const rows = [...tBodies[0].rows].reverse();
  const last = bars.length - 1;
  let current = last;
  for (const bar of bars) bar.querySelector("title").remove();
  plot.tabIndex = 0;

  const hide = () => {
    shown.hidden = true;
    bars[current].classList.remove("current");
  };
  const show = (at) => {
    hide();
    current = Math.min(Math.max(at, 0), last);
    bars[current].classList.add("current");
    const [time, ...counts] = [...rows[current].cells].map((cell) => cell.textContent);
    // A cell is empty if nothing happened in its time.
    const lines = counts.flatMap((count, column) =>
      count === "" ? [] : line(titles[column + 1], count),
    );
    shown.replaceChildren(line(time), ...lines);
    shown.hidden = false;
    const from = plot.getBoundingClientRect().left;
    const { left, width } = bars[current].getBoundingClientRect();
    const middle = left - from + width / 2 - shown.offsetWidth / 2;
    shown.style.left = `${Math.min(Math.max(middle, 0), plot.clientWidth - shown.offsetWidth)}px`;
  };
  const point = ({ clientX }) => {
    const at = bars.findLastIndex((bar) => bar.getBoundingClientRect().left <= clientX);
    if (at !== -1) show(at);
  };
  plot.addEventListener("pointermove", point);
  plot.addEventListener("pointerdown", point);
  plot.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && hide());
  plot.addEventListener("blur", hide);
  // The first press of an arrow shows where one is.
  const move = (by) => show(shown.hidden ? current : current + by);
  const keys = {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    Home: () => show(0),
    End: () => show(last),
    Escape: hide,
  };
  plot.addEventListener("keydown", (event) => {
    if (keys[event.key] === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
}

/** @param {string} title @param {string} [count] */
function line(title, count) {
  const element = document.createElement("span");
  element.dir = document.documentElement.dir;
  element.append(title);
  if (count === undefined) return element;
  const number = document.createElement("b");
  number.textContent = count;
  element.append(": ", number);
  return element;
}
