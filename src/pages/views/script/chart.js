/* global uPlot */
/**
 * Draws each `[data-chart]` above its table, from the table: times from its rows, numbers from its
 * cells, words from its headings. The drawing is hidden from those who read the table instead.
 */
const dashes = [[], [8, 4], [2, 3], [12, 3, 2, 3]];
const borders = ["solid", "dashed", "dotted", "double"];
const colors = ["--chart-1", "--chart-2", "--chart-3", "--chart-4", "--chart-5"];
const height = 240;

for (const figure of document.querySelectorAll("[data-chart]")) {
  const read = readTable(figure.querySelector("table"));
  const place = document.createElement("div");
  place.setAttribute("aria-hidden", "true");
  place.dir = "ltr";
  figure.querySelector("figcaption").after(place);
  let drawn = draw(read, place);
  new ResizeObserver(() => drawn.setSize({ width: place.clientWidth, height })).observe(place);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    drawn.destroy();
    drawn = draw(read, place);
  });
}

/** @param {HTMLTableElement} table */
function readTable(table) {
  // The newest row comes first; a drawing begins with the oldest.
  const rows = [...table.tBodies[0].rows].reverse();
  const [, ...titles] = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
  const times = rows.map((row) => row.querySelector("time"));
  const cells = titles.map((_, at) => rows.map((row) => row.cells[at + 1].querySelector("data")));
  const [totalTitle, ...totals] = [...(table.tFoot?.rows[0].cells ?? [])].map(
    (cell) => cell.textContent,
  );
  return {
    titles,
    totalTitle,
    totals,
    moments: times.map((time) => Date.parse(time.dateTime) / 1000),
    labels: times.map((time) => time.textContent),
    counts: cells.map((column) => column.map((cell) => Number(cell.value))),
    texts: cells.map((column) => column.map((cell) => cell.textContent)),
  };
}

/**
 * @param {ReturnType<typeof readTable>} read
 * @param {HTMLElement} place
 */
function draw({ titles, totalTitle, totals, moments, labels, counts, texts }, place) {
  const style = getComputedStyle(place);
  const color = (name) => style.getPropertyValue(name).trim();
  const font = `12px ${style.fontFamily}`;
  const number = new Intl.NumberFormat(`${document.documentElement.lang}-u-nu-latn`);
  const axis = {
    font,
    stroke: color("--quiet"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
  };
  const drawn = new uPlot(
    {
      width: place.clientWidth,
      height,
      // Beside the last time, which is written around its line.
      padding: [null, 44, null, null],
      cursor: { drag: { setScale: false }, points: { size: 8 } },
      legend: {
        markers: { dash: (_, series) => borders[(series - 1) % borders.length], width: 3 },
      },
      scales: { y: { range: (_self, _least, most) => [0, Math.max(most, 5) * 1.05] } },
      axes: [
        {
          ...axis,
          splits: (self) => spread(moments, Math.floor(self.bbox.width / devicePixelRatio / 96)),
          values: (_, splits) => splits.map((at) => isolated(labels[moments.indexOf(at)])),
        },
        {
          ...axis,
          incrs: [1, 2, 5]
            .flatMap((one) => [...Array(12).keys()].map((by) => one * 10 ** by))
            .sort((a, b) => a - b),
          values: (_, splits) => splits.map((count) => number.format(count)),
          size: (_, values) => 16 + 7 * Math.max(2, ...(values ?? []).map((value) => value.length)),
        },
      ],
      series: [
        // Away from the drawing the legend says the sums, or what is now where sums would mean nothing.
        {
          label: "",
          value: (_self, _value, _series, at) => labels[at] ?? totalTitle ?? labels.at(-1),
        },
        ...titles.map((label, at) => ({
          label,
          stroke: color(colors[at % colors.length]),
          width: 2,
          dash: dashes[at % dashes.length],
          points: { show: false },
          value: (_self, _value, _series, row) => texts[at][row] ?? totals[at] ?? texts[at].at(-1),
        })),
      ],
    },
    [moments, ...counts],
    place,
  );
  // Time runs from left to right in every language; words run as they do in the page.
  const legend = drawn.root.querySelector(".u-legend");
  legend.dir = document.documentElement.dir;
  // The library writes "Time" before what its value says, in English.
  legend.querySelector(".u-label").textContent = "";
  return drawn;
}

/**
 * What an axis says is drawn, and so has no element with a direction: Unicode's isolates keep its parts in their
 * order.
 */
function isolated(text) {
  return `\u2068${text}\u2069`;
}

/** As many of them as there is room for, at equal distances, the last one among them. */
function spread(moments, most) {
  const every = Math.ceil(moments.length / Math.max(most, 1));
  return moments.filter((_, at) => (moments.length - 1 - at) % every === 0);
}
