import { isLedFromElsewhere } from "../../../accounts/csrf.ts";
import { offeredMethods } from "../../../accounts/offered-methods.ts";
import type { AuditedEvent } from "../../../domain/audit.ts";
import { asAdmin } from "../../../domain/audit-context.ts";
import { SessionEnded } from "../../../domain/errors.ts";
import { signsIn } from "../../../domain/session.ts";
import { eventLine } from "../../../domain/written-event.ts";
import { eventsInSpans } from "../../actions/events-in-spans.ts";
import { auditFilterIn, auditParameters, maxExported } from "../../browser/audit-filter.ts";
import { type EventMatcher, eventMatcher, nextTurn } from "../../browser/audit-search.ts";
import { auditContextOf, forAdmins } from "../../browser/signed-in.ts";
import { endpoint, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. The JSON lines are sent as they are read. */
export const auditExport = endpoint({
  name: "admin/audit.jsonl",
  paths: ["/admin/audit.jsonl"],
  methods: ["GET"],
  section: "16",
  summary: "The audit events that match a filter, as JSON Lines",
  limit: "account-pages",
  reads: auditParameters,
  mediaType: "application/jsonl",
  ...forAdmins({
    async show(call) {
      const { incoming, dependencies, session, viewer } = call;
      const { ledger, clock } = dependencies;
      const { input, filter, problems, query, after } = await auditFilterIn(incoming, ledger);
      // The page explains what is wrong with the filter.
      const isWrong = Object.keys(problems).length > 0;
      // The download is an event with its filter, and another site's link must not choose what the log keeps.
      if (isWrong || isLedFromElsewhere(incoming)) return seeOther(`/admin/audit?${query}`);
      // HEAD downloads nothing, so there is no event.
      if (incoming.method === "GET") {
        const by = asAdmin(auditContextOf(call));
        const details = { filter: query.toString() };
        await ledger.record({ ...by, name: "audit.exported", details });
      }
      const read = async (after: string | undefined) => {
        const now = await ledger.session(session.digest);
        if (!signsIn(now, clock(), offeredMethods(dependencies)) || !now.userIsAdmin)
          throw new SessionEnded();
        return eventsInSpans(ledger, filter, { after, size: step }, nextTurn);
      };
      const first = await read(after);
      const matches = eventMatcher(input.q, viewer.frame.texts) ?? (() => true);
      return {
        status: 200,
        type: "jsonl",
        body: lines(read, first, matches),
        headers: { "content-disposition": 'attachment; filename="audit.jsonl"' },
      };
    },
  }),
});

const step = 500;

/**
 * Reading in steps bounds memory. The client may be slow, so `read` throws once the user is no
 * longer an administrator.
 */
async function* lines(
  read: (after: string) => Promise<readonly AuditedEvent[]>,
  first: readonly AuditedEvent[],
  matches: EventMatcher,
): AsyncGenerator<string> {
  let events = first;
  for (let seen = step; ; seen += step) {
    const found = events.filter(matches);
    if (found.length > 0) yield found.map(eventLine).join("");
    const last = events.at(-1);
    if (events.length < step || last === undefined || seen >= maxExported) return;
    await nextTurn();
    events = await read(last.id);
  }
}
