import type { AuditedEvent } from "../../../../domain/audit.ts";
import { eventPage } from "../../../../pages/views/admin/audit/id.ts";
import { forAdminsOf } from "../../../browser/signed-in.ts";
import type { ViewerCall } from "../../../browser/viewer-call.ts";
import { endpoint, pageReply } from "../../../operation/endpoint.ts";

type EventCall = ViewerCall & { readonly event: AuditedEvent };

/** docs/reference/interface.md §16. One event of the audit log. */
export const oneEvent = endpoint({
  name: "admin/audit/:id",
  paths: ["/admin/audit/:id"],
  methods: ["GET"],
  section: "16",
  summary: "Shows an event with all of its details",
  limit: "account-pages",
  reads: [],
  ...forAdminsOf(eventIn, {
    show: ({ viewer, event }) => pageReply(eventPage(viewer, event)),
  }),
});

/** An event's id is a number of at most 15 digits, and a page of the log begins after an id. */
async function eventIn(call: ViewerCall): Promise<EventCall | undefined> {
  const id = call.parameters.id ?? "";
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const page = { after: String(Number(id) + 1), size: 1 };
  const [event] = await call.dependencies.ledger.eventsBy({}, page);
  return event?.id === id ? { ...call, event } : undefined;
}
