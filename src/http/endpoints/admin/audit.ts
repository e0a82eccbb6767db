import { auditPage } from "../../../pages/views/admin/audit.ts";
import { endpoint, pageReply } from "../../../verification/endpoint.ts";
import { auditFilterIn, auditParameters, maxExported } from "../../browser/audit-filter.ts";
import { eventMatcher, findEvents } from "../../browser/audit-search.ts";
import { pageSize } from "../../browser/paging.ts";
import { forAdmins } from "../../browser/signed-in.ts";

/** docs/reference/interface.md §16. The audit log. */
export const audit = endpoint({
  name: "admin/audit",
  paths: ["/admin/audit"],
  methods: ["GET"],
  section: "16",
  summary: "Shows what happened, the newest first, narrowed by any text, who, what, whom and when",
  limit: "account-pages",
  reads: auditParameters,
  ...forAdmins({
    async show({ incoming, dependencies: { ledger }, viewer }) {
      const asked = await auditFilterIn(incoming, ledger);
      const { typed, problems, filter, query } = asked;
      const isWrong = Object.keys(problems).length > 0;
      const page = { after: asked.after, size: pageSize };
      const matches = eventMatcher(typed.q, viewer.frame.texts);
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
          viewer,
          typed,
          problems,
          choices,
          events,
          exportHref: `/admin/audit.jsonl?${query}`,
          maxExported,
          ...(after !== undefined && { nextHref: hrefWith("after", after) }),
          ...(searchedTo !== undefined && { searchedTo }),
        }),
        isWrong ? { status: 422 } : {},
      );
    },
  }),
});
