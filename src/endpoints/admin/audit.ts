import { browser } from "../../authentication/browser-session.ts";
import { endpoint, pageReply } from "../../endpoint.ts";
import { auditFilterIn, auditParameters, mostExported } from "../../pages/audit-filter.ts";
import { forOperators, pageOf, pageSize } from "../../pages/signed-in.ts";
import { auditPage } from "../../views/admin/audit.ts";

/** docs/reference/interface.md §16. Who did what, when and from where. */
export const audit = endpoint({
  name: "admin/audit",
  paths: ["/admin/audit"],
  methods: ["GET"],
  section: "16",
  summary: "Shows what happened, the newest first, narrowed by who, what, whom and when",
  caller: browser,
  limit: "account-pages",
  reads: auditParameters,
  produces: "page",
  operation: forOperators({
    async show({ incoming, dependencies, person }) {
      const asked = await auditFilterIn(incoming, dependencies.ledger);
      const { typed, problems, filter, query, after } = asked;
      const isWrong = Object.keys(problems).length > 0;
      const page = { after, size: pageSize + 1 };
      const rows = isWrong ? [] : await dependencies.ledger.eventsBy(filter, page);
      const here = query.size === 0 ? "/admin/audit" : `/admin/audit?${query}`;
      const { shown, ...next } = pageOf(rows, here, (one) => one.id);
      const choices = asked.choices.map((one) => {
        const chosen = new URLSearchParams(query);
        chosen.set("application", one.consumerKey);
        return { name: one.name, owner: one.ownerScreenName, href: `/admin/audit?${chosen}` };
      });
      return pageReply(
        auditPage({
          person,
          typed,
          problems,
          choices,
          events: shown,
          exportHref: `/admin/audit.jsonl?${query}`,
          mostExported,
          ...next,
        }),
        isWrong ? { status: 422 } : {},
      );
    },
  }),
});
