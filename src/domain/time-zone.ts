/** The zones that a reader can choose, by their IANA names. A reader who chose none has that of their browser. */
export type TimeZone = string & { readonly brand: "TimeZone" };

/** Those of the runtime that name a place, and UTC. Reading them takes a moment, so it waits until the first use. */
export function timeZones(): readonly TimeZone[] {
  known ??= [...places().toSorted(), "UTC"].map((zone) => zone as TimeZone);
  return known;
}

function places(): readonly string[] {
  const all = Intl.supportedValuesOf("timeZone").filter((zone) => isPlace.test(zone));
  return [...new Set(all.map((zone) => renamed[zone] ?? zone))];
}

/** The runtime lists these by names that their places no longer have, and knows both. */
const renamed: Readonly<Record<string, string>> = {
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Europe/Kiev": "Europe/Kyiv",
};

export function isTimeZone(text: string | undefined): text is TimeZone {
  return text !== undefined && text.length <= maxName && timeZones().some((zone) => zone === text);
}

let known: readonly TimeZone[] | undefined;

/** `Etc/GMT+5` is five hours behind UTC, which no reader expects. */
const isPlace = /^(?!Etc\/)[A-Z][A-Za-z_]*(?:\/[A-Za-z_-]+)+$/;

const maxName = 64;
