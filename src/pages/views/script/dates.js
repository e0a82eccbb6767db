/**
 * Writes each moment of a page in the zone of its reader: the server knows none, and has written it in UTC. The
 * shapes are those of the languages' catalogues.
 */
const locale = `${document.documentElement.lang}-u-nu-latn`;
const day = { year: "numeric", month: "short", day: "numeric" };
const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const shapes = {
  day,
  moment: { ...day, ...clock },
  second: { ...day, ...clock, second: "2-digit" },
  full: { dateStyle: "full", timeStyle: "long" },
  clock,
  "day-and-clock": { month: "short", day: "numeric", ...clock },
};
const formats = Object.fromEntries(
  Object.entries(shapes).map(([shown, shape]) => [shown, new Intl.DateTimeFormat(locale, shape)]),
);

for (const shown of document.querySelectorAll("[data-shown]")) {
  // The labels of a chart are no elements of HTML: they have no tooltip, and isolates instead of a direction.
  const isLabel = shown.dateTime === undefined;
  const at = Date.parse(isLabel ? shown.dataset.at : shown.dateTime);
  const text = formats[shown.dataset.shown].format(at);
  shown.textContent = isLabel ? `\u2068${text}\u2069` : text;
  if (!isLabel) shown.title = formats.full.format(at);
}
