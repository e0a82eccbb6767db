/** Who uses an application, on its page for administrators: figures, the requests of a day, and their sources. */
import type { ApplicationChange } from "../../../domain/application-changes.ts";
import { otherSources, type Source } from "../../../domain/source.ts";
import type { UsageCount } from "../../../domain/usage.ts";
import { totalsOf, usagePeriods } from "../../../domain/usage-periods.ts";
import { tag } from "../banner.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { networkAddress, number, table } from "../list.ts";
import { name } from "../phrase.ts";
import { moment } from "../time.ts";
import { usageChart } from "../usage-chart.ts";

export type KeyUse = {
  /** The last 48 hours, by hour. */
  readonly uses: readonly UsageCount[];
  readonly users: number;
  /** How many of them granted write access. */
  readonly write: number;
  readonly sources: readonly Source[];
  /** What happened in the last day. */
  readonly changes: readonly ApplicationChange[];
  readonly now: number;
};

export function useFigures(frame: Frame, { uses, users, write, sources, now }: KeyUse): Html {
  const { admin, portal } = frame.texts;
  const texts = admin.application.keyUse;
  const { usage } = portal;
  const { requests, rejected } = totalsOf(usagePeriods.day, uses, now);
  const share = (part: number, all: number) => usage.why.percent(all === 0 ? 0 : part / all);
  const networks = new Map<string, boolean>();
  for (const { network, isNew, requests: some, credential } of sources) {
    if (some === 0 || network === otherSources || credential === "unauthenticated") continue;
    networks.set(network, isNew || (networks.get(network) ?? false));
  }
  const fresh = [...networks.values()].filter(Boolean).length;
  const figure = (title: string, count: number, more: string, isWorse = false) =>
    html`<div><dt>${title}</dt><dd><data value="${count}">${number(frame, count)}</data> <small${isWorse && html` class="worse"`}>${more}</small></dd></div>`;
  const isMore = rejected.count * requests.before > rejected.before * requests.count;
  return html`<dl class="figures">${figure(texts.requests, requests.count, usage.changes.day(requests.count, requests.before))}${figure(
    texts.rejected,
    rejected.count,
    texts.share(share(rejected.count, requests.count), share(rejected.before, requests.before)),
    isMore,
  )}${figure(texts.users, users, texts.canWrite(write))}${figure(texts.addresses, networks.size, texts.areNew(fresh), fresh > 0)}</dl>`;
}

export function useChart(frame: Frame, { uses, changes, now }: KeyUse): Html {
  return usageChart(frame, {
    figure: "requests",
    choice: "day",
    period: usagePeriods.day,
    isCompared: true,
    uses,
    changes,
    now,
  });
}

const maxShown = 25;

/** New ones first, because they are what an administrator looks for, then those with the most requests. */
export function sourceTable(frame: Frame, { sources }: KeyUse): Html {
  const { admin, portal, dates } = frame.texts;
  const texts = admin.application.keyUse.sources;
  const used = sources
    .filter((one) => one.requests > 0)
    .sort(
      (one, other) =>
        Number(other.isNew) - Number(one.isNew) ||
        other.requests - one.requests ||
        one.network.localeCompare(other.network),
    );
  if (used.length === 0) return html`<p>${texts.none}</p>`;
  const address = ({ network }: Source) => {
    if (network === otherSources) return texts.others;
    return network === "" ? texts.unknown : networkAddress(network);
  };
  return table(
    texts.title,
    [
      texts.address,
      texts.program,
      { text: texts.requests, isNumber: true },
      texts.firstSeen,
      { text: texts.rejected, isNumber: true },
    ],
    used
      .slice(0, maxShown)
      .map((one) => [
        html`${address(one)}${one.isNew && html` ${tag("now", texts.isNew)}`}`,
        html`${one.program === "" ? texts.unknown : name(one.program)}${one.credential === "unauthenticated" && html`<br><small>${portal.usage.unauthenticated.title}</small>`}`,
        number(frame, one.requests),
        moment(dates, one.firstSeen),
        number(frame, one.rejected),
      ]),
  );
}
