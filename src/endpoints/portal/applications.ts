import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { idFrom } from "../../domain/credentials.ts";
import { beginOf, usePeriods } from "../../domain/use-periods.ts";
import { endpoint, pageReply } from "../../endpoint.ts";
import { forSignedIn, pageOf, pageSize } from "../../pages/signed-in.ts";
import { myApplicationsPage } from "../../views/portal/application-list.ts";

/** docs/reference/interface.md §15. */
export const myApplications = endpoint({
  name: "portal",
  paths: ["/portal"],
  methods: ["GET"],
  section: "15",
  summary: "Shows the applications that the person owns",
  caller: browser,
  limit: "account-pages",
  reads: [],
  produces: "page",
  operation: forSignedIn({
    async show({ incoming, dependencies, session, person, now }) {
      const query = queryOf(incoming);
      const page = { after: idFrom(query.get("after")), size: pageSize + 1 };
      const rows = await dependencies.ledger.applicationsOf(session.userId, page);
      const { shown, ...next } = pageOf(rows, "/portal", (one) => one.id);
      const deleted = query.has("deleted");
      const requests = await dependencies.use.requestsOf(
        shown.map(({ id }) => id),
        usePeriods.day.resolution,
        beginOf(usePeriods.day, now),
      );
      const applications = shown.map((one) => ({ ...one, requests: requests.get(one.id) ?? 0 }));
      return pageReply(myApplicationsPage({ person, applications, deleted, ...next }));
    },
  }),
});
