import { type AuditOrder, auditHref, auditPage } from "../../../pages/views/admin/audit.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { countedDays } from "../../browser/audit-days.ts";
import { auditFilterIn, auditParameters, maxExported } from "../../browser/audit-filter.ts";
import { eventMatcher, findEvents } from "../../browser/audit-search.ts";
import { pageSize } from "../../browser/paging.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import { endpoint, pageReply } from "../../operation/endpoint.ts";

const orders: readonly AuditOrder[] = ["newest", "oldest"];

/** docs/reference/interface.md §16. The audit log. */
export const audit = endpoint({
  name: "admin/audit",
  paths: ["/admin/audit"],
  methods: ["GET"],
  section: "16",
  summary:
    "Shows events, newest first, filtered by text, actor, event, user, application, and time",
  limit: "account-pages",
  reads: [
    ...auditParameters,
    { name: "order", required: false, meaning: "Newest first, or oldest first.", values: orders },
  ],
  ...forAdmins({
    async show({ incoming, dependencies: { ledger }, viewer, now }) {
      const asked = await auditFilterIn(incoming, ledger);
      const { input, problems, query } = asked;
      const order = orders.find((one) => one === queryOf(incoming).get("order")) ?? "newest";
      const filter = { ...asked.filter, ...(order === "oldest" && { oldestFirst: true as const }) };
      const isWrong = Object.keys(problems).length > 0;
      const page = { after: asked.after, size: pageSize };
      const matches = eventMatcher(input.q, viewer.frame.texts);
      const { events, after, searchedTo } = isWrong
        ? { events: [] }
        : await findEvents(ledger, filter, page, matches);
      // No index knows what a text is in.
      const isCounted = !isWrong && matches === undefined;
      const days = isCounted ? await countedDays(ledger, asked.filter, now) : [];
      const choices = asked.choices.map((one) => {
        const href = auditHref({ ...input, application: one.consumerKey }, order);
        return { name: one.name, owner: one.ownerScreenName, href };
      });
      const path = auditHref(input, order);
      const next = `${path}${path.includes("?") ? "&" : "?"}after=${after}`;
      return pageReply(
        auditPage({
          viewer,
          input,
          order,
          problems,
          choices,
          events,
          days,
          exportHref: `/admin/audit.jsonl?${query}`,
          maxExported,
          now,
          ...(after !== undefined && { nextHref: next }),
          ...(searchedTo !== undefined && { searchedTo }),
        }),
        isWrong ? { status: 422 } : {},
      );
    },
  }),
});
