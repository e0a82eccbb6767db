import { endpoint, pageReply } from "../../endpoint.ts";
import { auditFilterIn, auditParameters, mostExported } from "../../pages/audit-filter.ts";
import { eventMatcher, findEvents } from "../../pages/audit-search.ts";
import { pageSize } from "../../pages/paging.ts";
import { forOperators } from "../../pages/signed-in.ts";
import { auditPage } from "../../views/admin/audit.ts";

/** docs/reference/interface.md §16. The audit log. */
export const audit = endpoint({
  name: "admin/audit",
  paths: ["/admin/audit"],
  methods: ["GET"],
  section: "16",
  summary: "Shows what happened, the newest first, narrowed by any text, who, what, whom and when",
  limit: "account-pages",
  reads: auditParameters,
  ...forOperators({
    async show({ incoming, dependencies: { ledger }, person }) {
      const asked = await auditFilterIn(incoming, ledger);
      const { typed, problems, filter, query } = asked;
      const isWrong = Object.keys(problems).length > 0;
      const page = { after: asked.after, size: pageSize };
      const matches = eventMatcher(typed.q, person.frame.texts);
      const { events, after, searchedTo } = isWrong
        ? { events: [] }
        : await findEvents(ledger, filter, page, matches);
      const hrefWith = (name: string, value: string) => {
        const changed = new URLSearchParams(query);
        changed.set(name, value);
        return `/admin/audit?${changed}`;
      };
      const choices = asked.choices.map((one) => {
        const href = hrefWith("application", one.consumerKey);
        return { name: one.name, owner: one.ownerScreenName, href };
      });
      return pageReply(
        auditPage({
          person,
          typed,
          problems,
          choices,
          events,
          exportHref: `/admin/audit.jsonl?${query}`,
          mostExported,
          ...(after !== undefined && { nextHref: hrefWith("after", after) }),
          ...(searchedTo !== undefined && { searchedTo }),
        }),
        isWrong ? { status: 422 } : {},
      );
    },
  }),
});
