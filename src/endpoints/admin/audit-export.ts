import { browser } from "../../authentication/browser-session.ts";
import type { AuditedEvent } from "../../domain/audit.ts";
import type { EventFilter } from "../../domain/operating.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { eventLine } from "../../domain/written-event.ts";
import { endpoint, seeOther } from "../../endpoint.ts";
import { auditExported } from "../../events/operating.ts";
import { auditFilterIn, auditParameters, mostExported } from "../../pages/audit-filter.ts";
import { type EventMatcher, eventMatcher, nextTurn } from "../../pages/audit-search.ts";
import { forOperators } from "../../pages/signed-in.ts";

/** docs/reference/interface.md §16. The same events as JSON lines, sent as they are read. */
export const auditExport = endpoint({
  name: "admin/audit.jsonl",
  paths: ["/admin/audit.jsonl"],
  methods: ["GET"],
  section: "16",
  summary: "The events that a filter of the audit log finds, as JSON lines",
  caller: browser,
  limit: "account-pages",
  reads: auditParameters,
  produces: "page",
  mediaType: "application/jsonl",
  operation: forOperators({
    async show({ incoming, dependencies, person, auditContext }) {
      const { ledger } = dependencies;
      const { typed, filter, problems, query, after } = await auditFilterIn(incoming, ledger);
      // The page says what is wrong with it.
      if (Object.keys(problems).length > 0) return seeOther(`/admin/audit?${query}`);
      await ledger.record(auditExported(auditContext, query.toString()));
      const first = await ledger.eventsBy(filter, { after, size: step });
      const matches = eventMatcher(typed.q, person.frame.texts) ?? (() => true);
      return {
        status: 200,
        type: "jsonl",
        body: lines(ledger, filter, first, matches),
        headers: { "content-disposition": 'attachment; filename="audit.jsonl"' },
      };
    },
  }),
});

const step = 500;

/** A step at a time: however much there is, no more than that is held. */
async function* lines(
  ledger: Ledger,
  filter: EventFilter,
  first: readonly AuditedEvent[],
  matches: EventMatcher,
): AsyncGenerator<string> {
  let events = first;
  for (let read = step; ; read += step) {
    const found = events.filter(matches);
    if (found.length > 0) yield found.map(eventLine).join("");
    const last = events.at(-1);
    if (events.length < step || last === undefined || read >= mostExported) return;
    await nextTurn();
    events = await ledger.eventsBy(filter, { after: last.id, size: step });
  }
}
