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
  logged: { ...day, ...clock, second: "2-digit" },
  "logged-this-year": { month: "short", day: "numeric", ...clock, second: "2-digit" },
  full: { dateStyle: "full", timeStyle: "long" },
  clock,
  "clock-to-ms": { ...clock, second: "2-digit", fractionalSecondDigits: 3 },
  "day-and-clock": { month: "short", day: "numeric", ...clock },
};
const formats = Object.fromEntries(
  Object.entries(shapes).map(([shown, shape]) => [shown, new Intl.DateTimeFormat(locale, shape)]),
);

function writeAll() {
  // The moments of a chart's table have one shape, which its body names.
  for (const shown of document.querySelectorAll(
    "[data-shown]:not(tbody), tbody[data-shown] time",
  )) {
    // The labels of a chart are no elements of HTML: they have no tooltip, and isolates instead of a direction.
    const isLabel = shown.dateTime === undefined;
    const at = Date.parse(isLabel ? shown.dataset.at : shown.dateTime);
    // How long ago it was is the same in every zone.
    const text =
      formats[shown.closest("[data-shown]").dataset.shown]?.format(at) ?? shown.textContent;
    shown.textContent = isLabel ? `\u2068${text}\u2069` : text;
    if (!isLabel) shown.title = formats.full.format(at);
    if (shown.dataset.year) shown.dataset.year = new Date(at).getFullYear();
  }

  // A log names its zone once; a place instead, where its clocks were changed between two of its moments.
  for (const shown of document.querySelectorAll("[data-zone]")) {
    const names = new Intl.DateTimeFormat(locale, { timeZoneName: "short" });
    const nameAt = (at) =>
      names.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const moments = shown.closest("table")?.querySelectorAll("[data-shown^=logged]") ?? [];
    const zones = new Set([...moments].map(({ dateTime }) => nameAt(Date.parse(dateTime))));
    const [zone] = zones;
    if (zone) shown.textContent = zones.size === 1 ? zone : names.resolvedOptions().timeZone;
  }
}

writeAll();
// The script `live` has put new moments in the page.
document.addEventListener("refreshed", writeAll);
