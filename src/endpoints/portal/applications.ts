import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { isApplicationOrder } from "../../domain/own-applications.ts";
import { beginOf, usePeriods } from "../../domain/use-periods.ts";
import { endpoint, pageReply } from "../../endpoint.ts";
import { forSignedIn, pageSize } from "../../pages/signed-in.ts";
import { myApplicationsPage } from "../../views/portal/application-list.ts";

/** docs/reference/interface.md §15. */
export const myApplications = endpoint({
  name: "portal",
  paths: ["/portal"],
  methods: ["GET"],
  section: "15",
  summary: "Shows the applications that the person owns or works on",
  caller: browser,
  limit: "account-pages",
  reads: [],
  produces: "page",
  operation: forSignedIn({
    async show({ incoming, dependencies, session, person, now }) {
      const { ledger, use } = dependencies;
      const query = queryOf(incoming);
      const text = (query.get("q") ?? "").trim().slice(0, longestSearch);
      const asked = query.get("order");
      const order = isApplicationOrder(asked) ? asked : "name";
      const page = /^[1-9]\d{0,4}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1;
      const { total, shown } = await ledger.applicationsFor(session.userId, {
        text,
        order,
        offset: (page - 1) * pageSize,
        size: pageSize,
      });
      const requests = await use.requestsOf(
        shown.map(({ id }) => id),
        usePeriods.day.resolution,
        beginOf(usePeriods.day, now),
      );
      const at = (number: number) => {
        const more = { ...(text !== "" && { q: text }), ...(order !== "name" && { order }) };
        return `/portal?${new URLSearchParams({ ...more, page: String(number) })}`;
      };
      return pageReply(
        myApplicationsPage({
          person,
          applications: shown.map((one) => ({ ...one, requests: requests.get(one.id) ?? 0 })),
          total,
          text,
          order,
          invited: (await ledger.applicationInvitations(session.userId, 1)).length > 0,
          deleted: query.has("deleted"),
          previousHref: page > 1 ? at(page - 1) : undefined,
          nextHref: page * pageSize < total ? at(page + 1) : undefined,
        }),
      );
    },
  }),
});

/** The longest name. */
const longestSearch = 50;
